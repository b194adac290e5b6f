# Belfry: one command for each task. `make help` lists them, `make V=1 …` shows what they run.
#
# `swift build` and `make firmware` build the same sources. `swift build` makes ordinary Swift for this machine, for the
# tests and the tools. `make firmware` makes Embedded Swift without a heap: one static binary per board. All results are
# in build/, .build/, Examples/.build/ and .venv/.
#
# This file sets up, and builds for this machine. The other files by subject: Board/board.mk (firmware,
# microcontrollers, packages), Board/image/image.mk (SD cards), Board/release/release.mk, Sources/Browser/web.mk (the
# page), Tests/tests.mk, Benchmarks/bench.mk.

ifneq ($(words $(CURDIR)),1)
  $(error the path of this folder contains a space: $(CURDIR). Move the clone to a folder without spaces)
endif

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
ifndef V
.SILENT:
endif

SWIFT ?= swift
PYTHON ?= python3
# SwiftPM gives the compiler the package's traits in the order of a set. With another order in each run it would compile
# all modules again for each product.
export SWIFT_DETERMINISTIC_HASHING := 1

BOARDS := pi-zero-w pi-zero-2-w pc
# `make firmware BOARD=pc` builds one board; without BOARD, all are built.
CHOSEN := $(or $(BOARD),$(BOARDS))
ifneq ($(filter-out $(BOARDS),$(CHOSEN)),)
  $(error no such board: $(filter-out $(BOARDS),$(CHOSEN)); there are $(BOARDS))
endif

# The folder of the compiler's own llvm-nm and llvm-objcopy, even if `swift` is a launcher in another folder.
LLVM = $(shell $(SWIFT)c -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1/bin|p')
# The folder of `swift build` for this machine.
HOST = $(shell $(SWIFT) build --show-bin-path)
# Each step of `make test` writes its output to a file. At the end, `make test` shows the last line of each.
LOG = 2>&1 | tee build/logs/$@
# The results of the tests that belong to a row of Tests/Conformance.
RESULTS := $(CURDIR)/build/conformance

# --- Setting up -------------------------------------------------------------------------------------------------------

# In this order: packages for the Swift toolchain, the libraries, the glyphs and the properties of Unicode, the
# simulated phone and its tests, the boards' emulators.
PACKAGES := \
  git make binutils libc6-dev libgcc-12-dev libcurl4 libncurses6 libsqlite3-0 libxml2 \
  libbearssl-dev libbluetooth-dev libgpiod-dev libi2c-dev libinih-dev \
  unifont fonts-unifont xfonts-terminus python3-freetype unicode-data \
  ca-certificates python3 python3-venv strace tzdata xz-utils \
  qemu-user-static
# Additional packages for `make test`: libFuzzer, the emulator that counts instructions, packages and images, and an
# emulator of whole boards.
PACKAGES_test = libstdc++-12-dev qemu-user $(PACKAGES_deb) $(IMAGE_PACKAGES) qemu-system-arm $(PACKAGES_web) \
  $(PACKAGES_web_test)

.PHONY: setup setup-test
setup: ## Installs missing Debian packages
	mkdir -p build/logs
	Board/install-missing $(PACKAGES)
	command -v $(SWIFT) >/dev/null || { echo "setup: there is no $(SWIFT): install Swift 6.3 (swift.org)" >&2; exit 1; }

setup-test: ## The same, and everything that `make test` needs
	Board/install-missing $(PACKAGES) $(PACKAGES_test)
	$(MAKE) setup

.PHONY: venv
venv: .venv/complete ## The simulated phone's Python packages, in .venv

.venv/complete: Tests/Interop/requirements.txt | setup
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "venv: $(PYTHON) is too old: 3.11 or later")'
	rm -rf .venv
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

# --- This machine -----------------------------------------------------------------------------------------------------

GLYPHS := build/assets/unifont.pack
PROPERTIES := build/assets/unicode.pack
VERSION := build/assets/version.txt
ASSETS := $(GLYPHS) $(PROPERTIES) $(VERSION)

.PHONY: assets
assets: $(ASSETS) ## Makes the compiled-in data: GNU Unifont's glyphs in panel order, Unicode's properties, the version

# This always runs, but writes the file only if it changes. A change compiles one C file and links the programs.
$(VERSION): always
	mkdir -p $(@D)
	Board/version >$@.new
	cmp --quiet $@.new $@ || cp $@.new $@
	rm $@.new

.PHONY: always
always:

# The planes above the first, made from Debian's outline fonts.
UPPER := build/assets/upper
UNIFONT := /usr/share/unifont

$(UPPER).hex: Fonts/upper_planes.py | setup
	mkdir -p $(@D)
	$< $@ $(UPPER)-combining.txt

# The letters of the small and the large text.
SECOND := build/assets/second.txt

$(SECOND): Fonts/second_typeface.py | setup
	mkdir -p $(@D)
	$< $@

$(GLYPHS): $(UPPER).hex $(SECOND) $(wildcard Sources/Tools/belfry-font/* Fonts/*.txt) | setup
	$(SWIFT) run belfry-font --input $(UNIFONT)/unifont.hex --marks $(UNIFONT)/plane00-combining.txt \
	  --input $(UPPER).hex --marks $(UPPER)-combining.txt --second $(SECOND) $@

$(PROPERTIES): $(wildcard Sources/Tools/belfry-unicode/*) | setup
	mkdir -p $(@D)
	$(SWIFT) run belfry-unicode $@

.PHONY: build
build: $(ASSETS) ## Builds the watch, the tools and the tests for this machine
	$(SWIFT) build --build-tests

.PHONY: demo
demo: $(ASSETS) .venv/complete ## Runs a phone and the watch in this terminal; SCRIPTED=1 needs no user
	$(SWIFT) build --product belfry
	.venv/bin/python Tests/Interop/support/demo.py --belfry $(HOST)/belfry $(if $(SCRIPTED),--scripted)

.PHONY: screens
screens: $(ASSETS) ## Draws the screens, in build/screens
	$(SWIFT) run belfry-screens build/screens

include Board/board.mk Board/image/image.mk Board/release/release.mk Sources/Browser/web.mk Tests/tests.mk \
  Benchmarks/bench.mk

# --- Help -------------------------------------------------------------------------------------------------------------

# The targets that most people need first.
START := demo build test-quick test firmware image

.PHONY: help
help: ## Prints this list
	awk -v start="$(START)" -F ':.*## ' ' \
	  BEGIN { count = split(start, first, " ") } \
	  /^# --- / { title = $$0; gsub(/^# --- | -+$$/, "", title) } \
	  /^[a-z0-9-]+:.*## / { \
	    text[$$1] = $$2; \
	    for (i = 1; i <= count; i++) if (first[i] == $$1) next; \
	    if (title != shown) rest = rest "\n" title "\n"; \
	    shown = title; rest = rest sprintf("  make %-18s %s\n", $$1, $$2) } \
	  END { \
	    print "Start here"; \
	    for (i = 1; i <= count; i++) printf "  make %-18s %s\n", first[i], text[first[i]]; \
	    printf "%s", rest }' $(MAKEFILE_LIST)

.PHONY: clean
clean: ## Removes all build results
	rm -rf build .build Examples/.build .venv
