# The watch in a browser: two WebAssembly modules and a page, for any static server.

# --- The page ---------------------------------------------------------------------------------------------------------

TRIPLE_wasm32 := wasm32-unknown-none-wasm
WEB := build/web
PAGE := Sources/Browser/page
PAGE_FILES := $(wildcard $(PAGE)/*)
# The files that are served, except the service worker.
SERVED := $(filter-out service-worker.js jsconfig.json package.json,$(notdir $(PAGE_FILES))) watch.wasm.gz phone.wasm.gz
# The limit in octets of a first visit.
WEB_LIMIT := 1500000
PACKAGES_web := node-typescript nodejs
PACKAGES_web_test := chromium

# Links one module. Its exports are the functions that its sources name with @_cdecl.
# $(1): the product. $(2): the file.
web_link = $(LLVM)/wasm-ld --no-entry --gc-sections --strip-all -O2 -z stack-size=1048576 --stack-first \
  $$(sed -n 's/.*@_cdecl("\([a-z_]*\)").*/--export=\1/p' Sources/Browser/$(1)/*.swift) \
  -o $(2) $(call LINKED,wasm32)/lib$(1).a build/sysroot/core-wasm32/lib/libbearssl.a

.PHONY: web web-check web-serve web-test web-soak
web: web-check build/sdks/belfry-core-wasm32.artifactbundle $(ASSETS) ## The watch in a browser, in build/web
	$(call BOARD_BUILD,wasm32,core-wasm32) --product BrowserWatch
	$(call BOARD_BUILD,wasm32,core-wasm32) --product BrowserPhone
	mkdir -p $(WEB)
	$(call web_link,BrowserWatch,$(WEB)/watch.wasm)
	$(call web_link,BrowserPhone,$(WEB)/phone.wasm)
	gzip --best --no-name --force $(WEB)/watch.wasm $(WEB)/phone.wasm
	cp $(filter-out %/jsconfig.json,$(PAGE_FILES)) LICENSE NOTICE $(WEB)
	Sources/Browser/fill-service-worker $(WEB) $(WEB_LIMIT) $(SERVED) $(LOG)

# JSDoc types, checked by TypeScript. A service worker has other globals than a page.
web-check: | setup
	Board/install-missing $(PACKAGES_web)
	tsc -p $(PAGE)/jsconfig.json
	tsc --checkJs --noEmit --allowJs --strict --target es2022 --lib es2022,webworker $(PAGE)/service-worker.js

PORT ?= 8000
web-serve: web .venv/complete ## The same, served here, with a choice of two simulated phones; PORT=8000
	PYTHONDONTWRITEBYTECODE=1 .venv/bin/python Tests/Interop/support/web_serve.py --port $(PORT) $(WEB)

.venv/browser: Tests/Browser/requirements.txt .venv/complete
	.venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

RUN_PAGE_TESTS = BELFRY_WEB=$(CURDIR)/$(WEB) BELFRY_SCREENSHOTS=$(CURDIR)/build/web-screenshots $(RUN_PYTEST) -q \
  -c Tests/Browser/pytest.ini

# The page's modules in node, then the page in Chromium.
web-test: web .venv/browser ## The page in headless Chromium: build/web-screenshots; FILTER=call: some
	Board/install-missing $(PACKAGES_web_test)
	BELFRY_WEB=$(CURDIR)/$(WEB) node --test Tests/Browser 2>&1 | tee build/logs/$@-node
	$(call TWICE,$(RUN_PAGE_TESTS) $(if $(FILTER),-k '$(FILTER)') Tests/Browser,$(RUN_PAGE_TESTS))

web-soak: web ## A virtual week of the page's watch and phone, with a message each minute
	BELFRY_HOURS=168 BELFRY_WEB=$(CURDIR)/$(WEB) node --test Tests/Browser $(LOG)
