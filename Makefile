# Belfry: one command for each thing there is to do. `make help` lists them.
#
# Two kinds of build come from the same sources. `swift build` makes ordinary Swift for this machine, for the tests and
# the tools. `make firmware` makes Embedded Swift without a heap: one static binary per board. Everything that is made
# goes into build/, .build/ and .venv/.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

SWIFT ?= swift
PYTHON ?= python3

BOARDS := pi-zero-w pi-zero-2-w pc
# `make firmware BOARD=pc` makes one; without it, all are made.
CHOSEN := $(or $(BOARD),$(BOARDS))
ifneq ($(filter-out $(BOARDS),$(CHOSEN)),)
  $(error no such board: $(filter-out $(BOARDS),$(CHOSEN)); there are $(BOARDS))
endif

# Where the compiler's own llvm-nm and llvm-objcopy are, also when `swift` is a launcher that lives elsewhere.
LLVM = $(shell $(SWIFT)c -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1/bin|p')

PACK := build/assets/unifont.pack

# --- Firmware ---------------------------------------------------------------------------------------------------------

TRIPLE_pi-zero-w := armv6-none-none-eabi
TRIPLE_pi-zero-2-w := aarch64-none-none-elf
TRIPLE_pc := x86_64-unknown-none-elf

.PHONY: firmware $(BOARDS:%=firmware-%)
firmware: $(CHOSEN:%=firmware-%) ## All boards' binaries, or BOARD=pc, pi-zero-2-w, pi-zero-w: build/<board>/belfry

# SwiftPM knows what has changed, so it is always asked. Its newer engine does not know these triples.
# The symbols stay in belfry.debug. `.swift_modhash` holds a hash of paths: without it, any folder gives the same file.
$(BOARDS:%=firmware-%): firmware-%: build/sdks/belfry-%.artifactbundle $(PACK)
	$(SWIFT) build -c release --build-system native --swift-sdks-path build/sdks --swift-sdk belfry-$* --product belfry
	mkdir -p build/$*
	LLVM_NM=$(LLVM)/llvm-nm Board/check-heap .build/$(TRIPLE_$*)/release/belfry \
	  .build/$(TRIPLE_$*)/release/belfry.product/Objects.LinkFileList
	cp .build/$(TRIPLE_$*)/release/belfry build/$*/belfry.debug
	$(LLVM)/llvm-objcopy --strip-all --remove-section .swift_modhash build/$*/belfry.debug build/$*/belfry
	echo "firmware: build/$*/belfry, $$(stat --format %s build/$*/belfry) octets"

# A board is a local Swift SDK: three files from Board/ and a link to Debian's headers and static libraries.
build/sdks/belfry-%.artifactbundle: build/sysroot/% Board/%/info.json Board/%/swift-sdk.json Board/%/toolset.json
	rm -rf $@
	mkdir -p $@
	cp Board/$*/info.json Board/$*/swift-sdk.json Board/$*/toolset.json $@
	ln -s ../../sysroot/$* $@/sysroot

.PRECIOUS: build/sysroot/%
build/sysroot/%: Board/make-sysroot Board/fetch-debs
	Board/make-sysroot $* $@

# --- Assets -----------------------------------------------------------------------------------------------------------

.PHONY: assets
assets: $(PACK) ## What is compiled in: GNU Unifont's glyphs, in the panel's order

$(PACK): $(wildcard Sources/belfry-font/*)
	mkdir -p $(@D)
	$(SWIFT) run belfry-font $@

# --- Housekeeping -----------------------------------------------------------------------------------------------------

.PHONY: help clean
help: ## This list
	sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | column -t -s '|'

clean: ## Removes everything that was made
	rm -rf build .build .venv
