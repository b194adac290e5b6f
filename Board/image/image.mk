# SD-card images: their contents, process 1, and writing them to a card.

# --- SD cards ---------------------------------------------------------------------------------------------------------

IMAGE_PACKAGES := cpio lz4 mtools device-tree-compiler e2fsprogs xz-utils
IMAGE_BOARDS := pi-zero-w pi-zero-2-w
# The same packages, binary and time give the same image.
SOURCE_DATE_EPOCH ?= $(shell Board/version --time)
# `make image PROFILE=two-buttons` sets the initial settings. `DEBUG=1` adds a shell at the serial console.
# `FIRMWARE=DIR` is a folder with patches for the Bluetooth chip, such as SYN43430A1.hcd, which replace Debian's.
PROFILE ?= oled-bonnet
PROFILES := $(patsubst Board/profiles/%.ini,%,$(wildcard Board/profiles/*.ini))
# Wrong values end `make image` before it builds anything.
ifneq ($(filter image image-%,$(MAKECMDGOALS)),)
  ifneq ($(words $(PROFILE)) $(filter-out $(PROFILES),$(PROFILE)),1 )
    $(error no such profile: "$(PROFILE)"; there are $(PROFILES))
  endif
  ifneq ($(FIRMWARE),)
    ifeq ($(wildcard $(FIRMWARE)/*.hcd),)
      $(error FIRMWARE=$(FIRMWARE): this folder has no patch, which is a file whose name ends in .hcd)
    endif
  endif
endif

IMAGES := $(filter $(IMAGE_BOARDS),$(CHOSEN))

.PHONY: image $(IMAGE_BOARDS:%=image-%)
image: $(IMAGES:%=image-%) ## SD-card images; DEBUG=1, PROFILE=…, FIRMWARE=DIR
	$(if $(IMAGES),,echo "image: $(BOARD) has no image; there are $(IMAGE_BOARDS)" >&2; exit 64)

$(IMAGE_BOARDS:%=image-%): image-%: firmware-% build/init/% build/packages/%.packages
	$(PYTHON) Board/image/make_image.py $* --packages build/packages/$* --init build/init/$* --binary build/$*/belfry \
	  --profile $(PROFILE) --version "$$(cat $(VERSION))" --time $(SOURCE_DATE_EPOCH) $(if $(DEBUG),--debug) \
	  $(if $(FIRMWARE),--firmware $(FIRMWARE)) --xz \
	  --output build/image/$*$(if $(DEBUG),-debug) $(LOG)

# Packages that were fetched once are kept: only this fetches newer ones. With `--what-if`, Board/fetch-debs is newer
# than everything that it has fetched. A failure keeps the packages of the images.
.PHONY: update-packages
update-packages: ## Fetches Debian's current kernel, libraries and firmware, for the next image
	$(MAKE) --what-if=Board/fetch-debs $(IMAGES:%=build/packages/%.packages) $(CHOSEN:%=build/sysroot/%)

.PRECIOUS: build/packages/%.packages
build/packages/%.packages: Board/%/image.toml Board/image/fetch_packages.py Board/fetch-debs | setup
	Board/install-missing $(IMAGE_PACKAGES)
	$(PYTHON) Board/image/fetch_packages.py $* build/packages/$*

# Process 1 of an image; and a build for this machine, for its tests.
INIT := $(wildcard Board/image/init/*.[ch])
INIT_FLAGS := -std=gnu17 -D_FILE_OFFSET_BITS=64 -Os -Wall -Wextra -Werror -fuse-ld=lld
INIT_BOARD = --sysroot build/sysroot/$* -ffunction-sections -fdata-sections \
  -Wl,--gc-sections,--strip-all,--build-id=none
INIT_pi-zero-w := --target=armv6-linux-gnueabi -static
INIT_pi-zero-2-w := --target=aarch64-linux-gnu -static-pie

$(IMAGE_BOARDS:%=build/init/%): build/init/%: $(INIT) build/sysroot/%
	mkdir -p $(@D)
	$(LLVM)/clang $(INIT_FLAGS) $(INIT_$*) $(INIT_BOARD) -o $@ $(filter %.c,$^) -lbearssl

build/init/host: $(INIT) | setup
	mkdir -p $(@D)
	$(LLVM)/clang $(INIT_FLAGS) -g -fsanitize=address,undefined -o $@ $(filter %.c,$^) -lbearssl

.PHONY: flash
flash: ## Writes BOARD's image to the card DEVICE=/dev/sdX, and reads it back; as root
	[ -n "$(BOARD)" ] && [ -n "$(DEVICE)" ] || { echo "flash: say BOARD=pi-zero-w DEVICE=/dev/sdX" >&2; exit 64; }
	$(if $(filter $(words $(BOARD)),1),,echo "flash: name one board, not $(BOARD)" >&2; exit 64)
	$(if $(IMAGES),,echo "flash: $(BOARD) has no image; there are $(IMAGE_BOARDS)" >&2; exit 64)
	name=$(BOARD)$(if $(DEBUG),-debug); image=build/image/$$name/belfry-$$name.img; \
	  [ -r "$$image" ] || { echo "flash: there is no $$image: run make image BOARD=$(BOARD)" >&2; exit 66; }; \
	  $(PYTHON) Board/image/flash.py "$$image" "$(DEVICE)"
