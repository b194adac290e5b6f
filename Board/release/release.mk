# Releases: what is published, from one commit.

# --- Releases ---------------------------------------------------------------------------------------------------------

RELEASE = $(PYTHON) Board/release/make_release.py

.PHONY: release
release: ## Packages, images, sources, checksums, SPDX list and notes of a tag, or of any commit: build/release
	$(RELEASE) --check
	Board/install-missing $(PACKAGES) $(PACKAGES_deb) $(IMAGE_PACKAGES)
	$(MAKE) update-packages BOARD=
	$(MAKE) deb image BOARD= PROFILE=oled-bonnet DEBUG= FIRMWARE= SOURCE_DATE_EPOCH=$$(Board/version --time)
	$(RELEASE) --packages build/deb --images build/image --sysroots build/sysroot \
	  --swift "$$($(SWIFT) --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')" \
	  --output build/release $(LOG)
