# Belfry: one command for each thing there is to do. `make help` lists them, `make V=1 …` shows what they run.
#
# Two kinds of build come from the same sources. `swift build` makes ordinary Swift for this machine, for the tests and
# the tools. `make firmware` makes Embedded Swift without a heap: one static binary per board. Everything that is made
# goes into build/, .build/ and .venv/.

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

BOARDS := pi-zero-w pi-zero-2-w pc
# `make firmware BOARD=pc` makes one; without BOARD, all are made.
CHOSEN := $(or $(BOARD),$(BOARDS))
ifneq ($(filter-out $(BOARDS),$(CHOSEN)),)
  $(error no such board: $(filter-out $(BOARDS),$(CHOSEN)); there are $(BOARDS))
endif

# Where the compiler's own llvm-nm and llvm-objcopy are, also when `swift` is a launcher that lives elsewhere.
LLVM = $(shell $(SWIFT)c -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1/bin|p')
# Where `swift build` puts what is for this machine.
HOST = $(shell $(SWIFT) build --show-bin-path)
# What every step of `make test` says stays in a file, whose last line `make test` shows at the end.
LOG = 2>&1 | tee build/logs/$@
# What became of the tests that carry a row of Tests/Conformance.
RESULTS := $(CURDIR)/build/conformance

# --- Setting up -------------------------------------------------------------------------------------------------------

# In order: what the Swift toolchain itself needs, the libraries, the glyphs and what Unicode says of them, the phone
# and what cuts the watch's power, the boards' emulators.
PACKAGES := \
  make binutils libc6-dev libgcc-12-dev libcurl4 libncurses6 libsqlite3-0 libxml2 \
  libbearssl-dev libbluetooth-dev libgpiod-dev libi2c-dev libinih-dev \
  unifont fonts-unifont python3-freetype unicode-data \
  python3 python3-venv strace \
  qemu-user-static

.PHONY: setup
setup: ## Installs the Debian packages that are missing, if any
	mkdir -p build/logs
	Board/install-missing $(PACKAGES)
	command -v $(SWIFT) >/dev/null || { echo "setup: there is no $(SWIFT): install Swift 6.3 (swift.org)" >&2; exit 1; }

.PHONY: venv
venv: .venv/complete ## The simulated phone's Python packages, in .venv

.venv/complete: Tests/Interop/requirements.txt | setup
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "venv: $(PYTHON) is too old: 3.11 or later")'
	rm -rf .venv
	$(PYTHON) -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

# --- This machine -----------------------------------------------------------------------------------------------------

GLYPHS := build/assets/unifont.pack
PROPERTIES := build/assets/unicode.pack
ASSETS := $(GLYPHS) $(PROPERTIES)

.PHONY: assets
assets: $(ASSETS) ## What is compiled in: GNU Unifont's glyphs, in the panel's order; Unicode's properties

# The planes above the first, drawn back from the outlines that Debian has of them.
UPPER := build/assets/upper
UNIFONT := /usr/share/unifont

$(UPPER).hex: Fonts/upper_planes.py | setup
	mkdir -p $(@D)
	$< $@ $(UPPER)-combining.txt

$(GLYPHS): $(UPPER).hex $(wildcard Sources/belfry-font/* Fonts/*.txt) | setup
	$(SWIFT) run belfry-font --input $(UNIFONT)/unifont.hex --marks $(UNIFONT)/plane00-combining.txt \
	  --input $(UPPER).hex --marks $(UPPER)-combining.txt $@

$(PROPERTIES): $(wildcard Sources/belfry-unicode/*) | setup
	mkdir -p $(@D)
	$(SWIFT) run belfry-unicode $@

.PHONY: build
build: $(ASSETS) ## The watch, the tools and the tests, for this machine
	$(SWIFT) build --build-tests

.PHONY: unit
unit: build ## The unit tests; FILTER=ATTTests runs some
	mkdir -p $(RESULTS)
	$(SWIFT) test --skip-build --disable-xctest --xunit-output $(RESULTS)/unit.xml $(FILTER:%=--filter %) $(LOG)

.PHONY: unicode
unicode: build ## How many of Unicode's own test cases of text layout pass
	$(SWIFT) test --skip-build --disable-xctest --filter TextTests 2>&1 | grep 'of [0-9]* cases passed' $(LOG)

.PHONY: interop
interop: build .venv/complete ## The simulated phone's tests against the watch on this machine; FILTER=call runs some
	BELFRY=$(HOST)/belfry $(PYTEST) --conformance $(RESULTS)/interop.json $(LOG)

.PHONY: conformance
conformance: unit interop ## Every row that is demanded of a hostile peer, with its tests: build/conformance.md
	.venv/bin/python Tests/Conformance/report.py $(RESULTS) build/conformance.md $(LOG)

.PHONY: attacks
attacks: build .venv/complete ## The attacks on pairing, with every bit of one changed in turn
	BELFRY=$(HOST)/belfry $(PYTEST) -k attacks --every-bit $(LOG)

# With optimisation, and visible to the explorer as to a test.
EXPLORER := -c release -Xswiftc -enable-testing --product belfry-explore

.PHONY: explore
explore: | setup ## Every state that the machines can get into, and what has to hold there; DEPTH=9 goes less far
	$(SWIFT) build $(EXPLORER)
	"$$($(SWIFT) build -c release --show-bin-path)/belfry-explore" $(DEPTH:%=--depth %) $(LOG)

.PHONY: mutants
mutants: | setup ## That exploration notices each guard that is broken on purpose; takes half an hour
	$(PYTHON) Tests/Exploration/check-mutants $(GUARD) $(LOG)

.PHONY: demo
demo: $(ASSETS) .venv/complete ## A phone and the watch in this terminal; SCRIPTED=1 needs no person
	$(SWIFT) build --product belfry
	.venv/bin/python Tests/Interop/demo.py --belfry $(HOST)/belfry $(if $(SCRIPTED),--scripted)

.PHONY: goldens
goldens: $(ASSETS) ## Draws the golden pictures and those in the README anew: look at what `git diff` shows
	UPDATE_GOLDEN=1 $(SWIFT) test --disable-xctest --filter ScreensTests

.PHONY: screens
screens: $(ASSETS) ## Pictures of the screens, in build/screens
	$(SWIFT) run belfry-screens build/screens

PYTEST = PYTHONDONTWRITEBYTECODE=1 .venv/bin/python -m pytest -o cache_dir=$(CURDIR)/build/pytest \
  $(FILTER:%=-k %) Tests/Interop

# libFuzzer's program: everything below it is built optimised, with assertions, for libFuzzer and for coverage.
FUZZ_BUILD := $(SWIFT) build --package-path Tests/Fuzz --scratch-path build/fuzz/package -c release --sanitize fuzzer \
  $(addprefix -Xswiftc ,-enable-testing -assert-config Debug -profile-generate -profile-coverage-mapping)
FUZZ := Tests/Fuzz/run.py build/fuzz/package/release/belfry-fuzz --llvm $(LLVM)
# Seconds for each target; `make fuzz TIME=600 TARGET=Pairing JOBS=2 CAPTURE=phone.btsnoop` says all there is to say.
TIME ?= 600

.PHONY: fuzz-build fuzz fuzz-short
fuzz-build: $(ASSETS) | setup ## The fuzz targets' program
	$(FUZZ_BUILD)

fuzz: fuzz-build ## Fuzzes each target for TIME=600 seconds, or TARGET=… alone, JOBS=… at a time; a table of it
	$(PYTHON) $(FUZZ) --seconds $(TIME) $(TARGET:%=--target %) $(JOBS:%=--jobs %) $(CAPTURE:%=--capture %)

fuzz-short: fuzz-build ## The same in a minute
	$(PYTHON) $(FUZZ) --seconds 4 --afresh $(LOG)

# --- The boards -------------------------------------------------------------------------------------------------------

TRIPLE_pi-zero-w := armv6-none-none-eabi
TRIPLE_pi-zero-2-w := aarch64-none-none-elf
TRIPLE_pc := x86_64-unknown-none-elf

# What runs a board's binary here: the Pi Zero W's very processor, so that an ARMv7 instruction is seen.
RUN_pi-zero-w := qemu-arm-static -cpu arm1176
RUN_pi-zero-2-w := qemu-aarch64-static -cpu cortex-a53
RUN_pc := $(if $(filter-out x86_64,$(shell uname -m)),qemu-x86_64-static)

.PHONY: firmware $(BOARDS:%=firmware-%)
firmware: $(CHOSEN:%=firmware-%) ## Every board's binary, or BOARD=pi-zero-w, pi-zero-2-w, pc: build/<board>/belfry

# SwiftPM knows what has changed, so it is always asked. Its newer engine does not know these triples.
# The symbols stay in belfry.debug. `.swift_modhash` holds a hash of paths: without it, any folder gives the same file.
$(BOARDS:%=firmware-%): firmware-%: build/sdks/belfry-%.artifactbundle $(ASSETS)
	$(SWIFT) build -c release --build-system native --swift-sdks-path build/sdks --swift-sdk belfry-$* --product belfry
	mkdir -p build/$*
	LLVM=$(LLVM) Board/check-heap .build/$(TRIPLE_$*)/release/belfry \
	  .build/$(TRIPLE_$*)/release/belfry.product/Objects.LinkFileList
	cp .build/$(TRIPLE_$*)/release/belfry build/$*/belfry.debug
	$(LLVM)/llvm-objcopy --strip-all --remove-section .swift_modhash build/$*/belfry.debug build/$*/belfry
	echo "firmware: build/$*/belfry, $$(stat --format %s build/$*/belfry) octets" $(LOG)

# A board is a local Swift SDK: three files from Board/ and a link to Debian's headers and static libraries.
build/sdks/belfry-%.artifactbundle: build/sysroot/% Board/%/info.json Board/%/swift-sdk.json Board/%/toolset.json
	rm -rf $@
	mkdir -p $@
	cp Board/$*/info.json Board/$*/swift-sdk.json Board/$*/toolset.json $@
	ln -s ../../sysroot/$* $@/sysroot

.PRECIOUS: build/sysroot/%
build/sysroot/%: Board/make-sysroot Board/fetch-debs | setup
	Board/make-sysroot $* $@

.PHONY: check
check: firmware ## Each board's binary starts, on its processor; the heap's gate works
	{ LLVM=$(LLVM) Board/check-heap --self-test; \
	  $(foreach board,$(CHOSEN),version=$$($(RUN_$(board)) build/$(board)/belfry --version); \
	  [ -n "$$version" ] || { echo "check: $(board)'s binary does not say its version"; exit 1; }; \
	  echo "$(board): $$version";) \
	  echo "check: $(words $(CHOSEN)) binaries start"; } $(LOG)

.PHONY: interop-board
interop-board: firmware-pi-zero-w .venv/complete ## The phone's main scenario against the Pi Zero W's binary
	BELFRY=$(CURDIR)/build/pi-zero-w/belfry BELFRY_RUNNER="$(RUN_pi-zero-w)" $(PYTEST) -m board $(LOG)

# The PC's own objects, linked with this machine's shared libraries and heap in place of the arena, so that valgrind can
# count. In a static binary it sees no allocation whatever happens. The entry point's name is SwiftPM's; the debug
# information is of a version that Debian's valgrind cannot read.
VALGRIND := valgrind --error-exitcode=99 --suppressions=$(CURDIR)/Board/valgrind.supp \
  --log-file=$(CURDIR)/build/valgrind/%p.log

build/valgrind/belfry: firmware-pc
	rm -rf $(@D)
	mkdir -p $(@D)
	grep -v '/\(Arena\|Unused\)\.c\.o' .build/$(TRIPLE_pc)/release/belfry.product/Objects.LinkFileList >$(@D)/objects
	$(LLVM)/clang -Os -I Sources/CLinux/include -c Sources/CLinux/Arena.c -o $(@D)/Arena.o
	$(LLVM)/clang -fuse-ld=lld -Wl,--defsym=main=belfry_main,--gc-sections,--strip-debug -o $@ \
	  @$(@D)/objects $(@D)/Arena.o -lgpiod -li2c -linih -lbearssl

.PHONY: valgrind
valgrind: build/valgrind/belfry .venv/complete ## The main scenario under valgrind: no bad access, no allocation
	Board/install-missing valgrind
	BELFRY=$(CURDIR)/$< BELFRY_RUNNER="$(VALGRIND)" $(PYTEST) -m board
	! grep -L 'total heap usage: 0 allocs' build/valgrind/*.log | grep . || \
	  { echo "valgrind: these say what was allocated" >&2; exit 1; }
	echo "valgrind: $$(ls build/valgrind/*.log | wc -l) runs, no bad access, no allocation"

# The PC's watch with libgpiod 2, which Debian has from 13 on: its objects, but GPIO*.c compiled against that header,
# and the library's own sources, which come with its Python binding.
build/gpiod2/source: Tests/Kernel/libgpiod2.txt .venv/complete
	rm -rf $(@D)
	mkdir -p $@
	.venv/bin/pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: --requirement $< \
	  --dest $(@D)
	tar --extract --touch --file $(@D)/gpiod-*.tar.gz --directory $@ --strip-components 1

GPIOD2 = $(LLVM)/clang --target=x86_64-linux-gnu --sysroot=$(CURDIR)/build/sysroot/pc -std=gnu2x -Os \
  -ffunction-sections -fdata-sections -I $(CURDIR)/build/gpiod2/source/include

build/gpiod2/belfry: firmware-pc build/gpiod2/source
	grep -v '/GPIO[12]*\.c\.o' .build/$(TRIPLE_pc)/release/belfry.product/Objects.LinkFileList >$(@D)/objects
	cd $(@D) && $(GPIOD2) -Wall -Wextra -Werror -c $(CURDIR)/Sources/CLinux/GPIO*.c
	cd $(@D)/source && $(GPIOD2) -D_GNU_SOURCE -DGPIOD_VERSION_STR='"2"' -c lib/*.c
	$(GPIOD2) -fuse-ld=lld -static-pie -Wl,--defsym=main=belfry_main,--gc-sections -o $@ \
	  @$(@D)/objects $(@D)/*.o $(@D)/source/*.o -li2c -linih -lbearssl

.PHONY: gpiod2
gpiod2: build/gpiod2/belfry ## The PC's watch with libgpiod 2, as from Debian 13 on, compiles and starts: build/gpiod2
	LLVM=$(LLVM) Board/check-heap $< $(<D)/objects
	$(RUN_pc) $< --version >/dev/null
	echo "gpiod2: starts with libgpiod $$(cat $(<D)/source/libgpiod-version.txt)" $(LOG)

.PHONY: figures
figures: firmware-pc .venv/complete ## Memory, octets on the bus and speed of the PC's binary; BELFRY=… measures another
	PYTHONDONTWRITEBYTECODE=1 .venv/bin/python Tests/Interop/figures.py $(or $(BELFRY),build/pc/belfry)
	PYTHONDONTWRITEBYTECODE=1 .venv/bin/python Tests/Interop/idle.py $(or $(BELFRY),build/pc/belfry)

.PHONY: latency
latency: build firmware-pc .venv/complete ## Connection events from a notification to the glass; octets for each update
	PYTHONDONTWRITEBYTECODE=1 .venv/bin/python Tests/Interop/latency.py $(or $(BELFRY),build/pc/belfry)
	$(SWIFT) test --skip-build --disable-xctest --filter UpdateCostTests | grep '^|'

# --- Benchmarks -------------------------------------------------------------------------------------------------------

SESSIONS := build/bench/sessions

# The sessions that all benchmarks read; the short ones are for the cost against the length.
$(SESSIONS)/complete: Benchmarks/session.py Benchmarks/decode.py
	$(PYTHON) Benchmarks/session.py $(SESSIONS)
	for count in 1 10 100 1000; do \
	  $(PYTHON) Benchmarks/session.py $(SESSIONS)/length-$$count --mtu 185 --count $$count; done
	touch $@

# The workloads as a board runs them.
.PHONY: $(BOARDS:%=bench-%)
$(BOARDS:%=bench-%): bench-%: build/sdks/belfry-%.artifactbundle $(ASSETS)
	$(SWIFT) build -c release --build-system native --swift-sdks-path build/sdks --swift-sdk belfry-$* \
	  --product belfry-bench
	mkdir -p build/$*
	$(LLVM)/llvm-objcopy --strip-all .build/$(TRIPLE_$*)/release/belfry-bench build/$*/belfry-bench

# The same in ordinary Swift, with the benchmark library. Without cross-module optimisation no generic type is
# specialised, which Embedded Swift always does.
LIBRARY := $(SWIFT) package --package-path Benchmarks --scratch-path build/benchmarks \
  -Xswiftc -cross-module-optimization --allow-writing-to-directory $(CURDIR)/build/bench \
  benchmark --format jmh --path $(CURDIR)/build/bench --no-progress $(if $(BENCHMARK),--filter '$(BENCHMARK)')

.PHONY: bench bench-firmware bench-plot
bench: bench-pc $(SESSIONS)/complete ## All benchmarks, in one table; BELFRY_SESSION=FILE measures another session
	BELFRY_SESSIONS=$(CURDIR)/$(SESSIONS) $(LIBRARY)
	$(PYTHON) Benchmarks/run.py build/pc/belfry-bench $(SESSIONS) build/bench/results.json \
	  --library build/bench/Current_run.jmh.json

bench-firmware: bench-pc $(SESSIONS)/complete ## The same without the benchmark library, which takes minutes to build
	$(PYTHON) Benchmarks/run.py build/pc/belfry-bench $(SESSIONS) build/bench/results.json

build/bench/matplotlib: Benchmarks/requirements.txt .venv/complete
	.venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<
	mkdir -p $(@D)
	touch $@

bench-plot: build/bench/matplotlib ## The figures of the last `make bench` as SVG and PNG, in build/bench
	[ -e build/bench/results.json ] || { echo "bench-plot: run make bench first" >&2; exit 1; }
	.venv/bin/python Benchmarks/plot.py build/bench/results.json build/bench

.PHONY: instructions
instructions: bench-pi-zero-w ## What a notification costs in instructions, against Benchmarks/budget.txt
	$(PYTHON) Benchmarks/instructions.py Benchmarks/budget.txt pi-zero-w=build/pi-zero-w/belfry-bench $(LOG)

.PHONY: size
size: firmware build/cortex-m4/belfry.debug ## What each binary takes, against Board/budget.txt
	Board/check-size Board/budget.txt $(CHOSEN) cortex-m4 $(LOG)

# --- Microcontrollers -------------------------------------------------------------------------------------------------

CHIPS := cortex-m4 riscv32
TRIPLE_cortex-m4 := armv7em-none-none-eabi
TRIPLE_riscv32 := riscv32-none-none-eabi
CORE := $(SWIFT) build -c release --build-system native --swift-sdks-path build/sdks --swift-sdk belfry-core-

.PHONY: core $(CHIPS:%=core-%)
core: $(CHIPS:%=core-%) ## All but what is Linux's, for microcontrollers: build/<chip>/libBelfryCore.a

$(CHIPS:%=core-%): core-%: build/sdks/belfry-core-%.artifactbundle $(ASSETS)
	$(CORE)$* --product BelfryCore
	mkdir -p build/$*
	cp .build/$(TRIPLE_$*)/release/libBelfryCore.a build/$*/
	echo "core: build/$*/libBelfryCore.a" $(LOG)

# The example of a port, for a board that QEMU emulates. It links with nothing but BearSSL and itself.
build/cortex-m4/belfry.debug: core-cortex-m4 Board/cortex-m4/link.ld
	rm -f .build/$(TRIPLE_cortex-m4)/release/belfry-cortex-m4
	$(CORE)cortex-m4 --product belfry-cortex-m4 \
	  $(addprefix -Xlinker ,-T Board/cortex-m4/link.ld --gc-sections)
	cp .build/$(TRIPLE_cortex-m4)/release/belfry-cortex-m4 $@

.PHONY: interop-core
interop-core: build/cortex-m4/belfry.debug .venv/complete ## The phone against the port to a Cortex-M4, in QEMU
	Board/install-missing qemu-system-arm
	BELFRY_CORE=$(CURDIR)/$< $(PYTEST) -m core $(LOG)

build/sdks/belfry-core-%.artifactbundle: build/sysroot/core-% Board/%/info.json Board/%/swift-sdk.json \
    Board/%/toolset.json
	rm -rf $@
	mkdir -p $@
	cp Board/$*/info.json Board/$*/swift-sdk.json Board/$*/toolset.json $@
	ln -s ../../sysroot/core-$* $@/sysroot

.PRECIOUS: build/sysroot/core-%
build/sysroot/core-%: Board/make-bare-sysroot Board/fetch-debs Board/%/compiler | setup
	LLVM=$(LLVM) Board/make-bare-sysroot $* $@

# --- Packages ---------------------------------------------------------------------------------------------------------

# Which of Debian's architectures a board's binary is for. Raspberry Pi OS calls ARMv6 armhf, and Debian armel: a Pi
# Zero W may have either. The binary is ARMv6 and needs no library: it runs on both, and on Debian's armhf, which is
# ARMv7.
ARCHITECTURES_pi-zero-w := armhf armel
ARCHITECTURES_pi-zero-2-w := arm64
ARCHITECTURES_pc := amd64
PACKAGES_deb := dpkg lintian man-db

.PHONY: deb deb-test
deb: $(CHOSEN:%=firmware-%) ## Debian packages of all boards, or of BOARD=…, in build/deb; lintian has nothing to say
	Board/install-missing $(PACKAGES_deb)
	{ $(foreach board,$(CHOSEN),$(foreach architecture,$(ARCHITECTURES_$(board)),\
	  Board/debian/make-deb build/$(board)/belfry $(architecture) build/deb;)) \
	  echo "deb: $(words $(foreach board,$(CHOSEN),$(ARCHITECTURES_$(board)))) packages"; } $(LOG)

build/debian.tar: Board/debian/make-system
	Board/install-missing mmdebstrap
	$< $@

# The package of this machine's own architecture, which has the PC's binary.
deb-test: build/debian.tar .venv/complete ## The package, installed, run and purged in a Debian that boots; as root
	[ "$$(id -u)" = 0 ] || { echo "deb-test: namespaces need root" >&2; exit 1; }
	$(MAKE) deb BOARD=pc
	rm -rf build/deb-again
	TZ=Asia/Tokyo Board/debian/make-deb build/pc/belfry amd64 build/deb-again
	cmp build/deb/*_amd64.deb build/deb-again/*_amd64.deb
	BELFRY_PACKAGE=$$(ls $(CURDIR)/build/deb/*_amd64.deb) BELFRY_SYSTEM=$(CURDIR)/build/debian.tar \
	  $(PYTEST)/test_package.py $(LOG)

# --- The cards --------------------------------------------------------------------------------------------------------

IMAGE_PACKAGES := mtools device-tree-compiler e2fsprogs xz-utils
IMAGE_BOARDS := pi-zero-w pi-zero-2-w
# The same packages, binary and time give the same image.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
# `make image PROFILE=two-buttons`: the settings to begin with. `DEBUG=1`: a shell at the serial console.
PROFILE ?= oled-bonnet

.PHONY: image $(IMAGE_BOARDS:%=image-%)
image: $(patsubst %,image-%,$(filter $(IMAGE_BOARDS),$(CHOSEN))) ## SD-card images; DEBUG=1, PROFILE=two-buttons

$(IMAGE_BOARDS:%=image-%): image-%: firmware-% build/init/% build/packages/%.packages
	$(PYTHON) Board/image/make_image.py $* --packages build/packages/$* --init build/init/$* --binary build/$*/belfry \
	  --profile $(PROFILE) --time $(SOURCE_DATE_EPOCH) $(if $(DEBUG),--debug) --xz \
	  --output build/image/$*$(if $(DEBUG),-debug) $(LOG)

.PRECIOUS: build/packages/%.packages
build/packages/%.packages: Board/%/image.toml Board/image/fetch_packages.py Board/fetch-debs | setup
	Board/install-missing $(IMAGE_PACKAGES)
	$(PYTHON) Board/image/fetch_packages.py $* build/packages/$*

# Process 1 of an image; and the same for this machine, for its tests.
INIT := $(wildcard Board/image/init/*.[ch])
INIT_FLAGS := -std=gnu17 -Os -Wall -Wextra -Werror -fuse-ld=lld
INIT_BOARD = --sysroot build/sysroot/$* -ffunction-sections -fdata-sections \
  -Wl,--gc-sections,--strip-all,--build-id=none
INIT_pi-zero-w := --target=armv6-linux-gnueabi -static
INIT_pi-zero-2-w := --target=aarch64-linux-gnu -static-pie

$(IMAGE_BOARDS:%=build/init/%): build/init/%: $(INIT) | build/sysroot/%
	mkdir -p $(@D)
	$(LLVM)/clang $(INIT_FLAGS) $(INIT_$*) $(INIT_BOARD) -o $@ $(filter %.c,$^) -lbearssl

build/init/host: $(INIT) | setup
	mkdir -p $(@D)
	$(LLVM)/clang $(INIT_FLAGS) -g -fsanitize=address,undefined -o $@ $(filter %.c,$^) -lbearssl

.PHONY: flash
flash: ## Writes BOARD's image to the card DEVICE=/dev/sdX, and reads it back; as root
	[ -n "$(BOARD)" ] && [ -n "$(DEVICE)" ] || { echo "flash: say BOARD=pi-zero-w DEVICE=/dev/sdX" >&2; exit 64; }
	name=$(BOARD)$(if $(DEBUG),-debug); image=build/image/$$name/belfry-$$name.img; \
	  [ -r "$$image" ] || { echo "flash: there is no $$image: run make image BOARD=$(BOARD)" >&2; exit 66; }; \
	  $(PYTHON) Board/image/flash.py "$$image" "$(DEVICE)"

.PHONY: image-test
image-test: build build/init/host .venv/complete ## Process 1, flashing, profiles, an image of stand-ins
	Board/install-missing $(IMAGE_PACKAGES)
	BELFRY=$(HOST)/belfry BELFRY_INIT=$(CURDIR)/build/init/host PYTHONDONTWRITEBYTECODE=1 .venv/bin/python -m pytest \
	  -o cache_dir=$(CURDIR)/build/pytest -m "not emulated" $(FILTER:%=-k %) Tests/Image $(LOG)

build/qemu.packages: Tests/Image/fetch-qemu | setup
	Tests/Image/fetch-qemu build/qemu
	touch $@

.PHONY: rig-boards
rig-boards: image build/qemu.packages .venv/complete ## The images in emulation, from start to message, and an update
	$(MAKE) image BOARD=pi-zero-w DEBUG=1
	PYTHONDONTWRITEBYTECODE=1 .venv/bin/python -m pytest -o cache_dir=$(CURDIR)/build/pytest \
	  -m emulated $(FILTER:%=-k %) Tests/Image $(LOG)
	head $(IMAGE_BOARDS:%=build/image/%/boot-times.txt)

# --- A kernel of its own ----------------------------------------------------------------------------------------------

# Process 1 of the guest.
GUEST := $(wildcard Tests/Kernel/guest/*.[ch] Tests/Kernel/board/board.h)

build/rig/guest: $(GUEST) | setup
	mkdir -p $(@D)
	$(LLVM)/clang -std=gnu17 -Os -Wall -Wextra -Werror -fuse-ld=lld -static -o $@ $(filter %.c,$^)

.PHONY: rig-kernel rig
rig-kernel: ## The kernel of `make rig`, from Debian's sources: 140 MB, some minutes, once
	Tests/Kernel/build-kernel build/rig

rig: firmware-pc build/rig/guest rig-kernel .venv/complete ## The PC's watch on a real kernel's interfaces; FILTER=panel
	PYTHONDONTWRITEBYTECODE=1 .venv/bin/python -m pytest -o cache_dir=$(CURDIR)/build/pytest \
	  --durations=20 --durations-min=1 -rf $(FILTER:%=-k %) Tests/Kernel $(LOG)

.PHONY: rig-gpiod2
rig-gpiod2: gpiod2 build/rig/guest rig-kernel ## The same with libgpiod 2: panel and buttons
	BELFRY=$(CURDIR)/build/gpiod2/belfry PYTHONDONTWRITEBYTECODE=1 .venv/bin/python -m pytest \
	  -o cache_dir=$(CURDIR)/build/pytest $(FILTER:%=-k %) Tests/Kernel/test_board.py $(LOG)

# --- The sources ------------------------------------------------------------------------------------------------------

SWIFT_SOURCES := Sources Tests Package.swift Benchmarks/Package.swift \
  $(addprefix Benchmarks/,Benchmarks Board Workloads)

.PHONY: layers
layers: | setup ## Every import is declared, and allowed by Tests/Repository/layers.txt
	{ Tests/Repository/check-layers --self-test && Tests/Repository/check-layers; } $(LOG)

.PHONY: lint
lint: | setup ## Formatting, syntax of scripts, and what must not be in the tree
	{ $(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES) && \
	  Tests/Repository/check-text --self-test && PYTHON=$(PYTHON) Tests/Repository/check-text && \
	  $(PYTHON) Tests/Exploration/check-mutants --lines; } $(LOG)

.PHONY: format
format: ## Formats the Swift sources
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

# --- Everything -------------------------------------------------------------------------------------------------------

STEPS := layers lint unit fuzz-short $(BOARDS:%=firmware-%) check gpiod2 $(CHIPS:%=core-%) size deb image-test \
  instructions interop conformance interop-board interop-core

.PHONY: test
test: $(STEPS) ## All of it: what a change must pass
	echo
	for step in $(STEPS); do printf '%-22s %s\n' $$step "$$(tail --lines 1 build/logs/$$step)"; done
	echo "test: everything passed"

.PHONY: help
help: ## This list
	awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: clean
clean: ## Removes everything that was made
	rm -rf build .build .venv
