# The boards: Embedded Swift for each, the core for microcontrollers, and Debian packages.

# --- The boards -------------------------------------------------------------------------------------------------------

TRIPLE_pi-zero-w := armv6-none-none-eabi
TRIPLE_pi-zero-2-w := aarch64-none-none-elf
TRIPLE_pc := x86_64-unknown-none-elf

# The command that runs a board's binary on this machine. It emulates the Pi Zero W's processor, so that an ARMv7
# instruction is detected.
RUN_pi-zero-w := qemu-arm-static -cpu arm1176
RUN_pi-zero-2-w := qemu-aarch64-static -cpu cortex-a53
RUN_pc := $(if $(filter-out x86_64,$(shell uname -m)),qemu-x86_64-static)

.PHONY: firmware $(BOARDS:%=firmware-%)
firmware: $(CHOSEN:%=firmware-%) ## Builds all boards' binaries, or BOARD=pi-zero-w, pi-zero-2-w, pc: build/<board>

# Each board has its own scratch path, because SwiftPM locks it: several boards can be built in parallel.
SCRATCH := build/swift
LINKED = $(SCRATCH)/$(1)/$(TRIPLE_$(1))/release
# `make test` runs these builds in parallel with tests; the tests have priority.
BOARD_BUILD = $(NICE) $(SWIFT) build -c release --build-system native --swift-sdks-path build/sdks \
  --scratch-path $(SCRATCH)/$(1) --swift-sdk belfry-$(2)

# The linker optimises all modules together: a notification costs a tenth less than without.
FIRMWARE_BUILD = $(call BOARD_BUILD,$*,$*) --experimental-lto-mode full

# SwiftPM tracks changes, so it always runs. Its newer build engine does not support these triples. The symbols stay in
# belfry.debug. `.swift_modhash` holds a hash of paths; it is removed, so that the file does not depend on the folder.
$(BOARDS:%=firmware-%): firmware-%: build/sdks/belfry-%.artifactbundle $(ASSETS)
	$(FIRMWARE_BUILD) --product belfry
	mkdir -p build/$*
	LLVM=$(LLVM) Board/check-heap $(call LINKED,$*)/belfry $(call LINKED,$*)/belfry.product/Objects.LinkFileList
	cp $(call LINKED,$*)/belfry build/$*/belfry.debug
	$(LLVM)/llvm-objcopy --strip-all --remove-section .swift_modhash build/$*/belfry.debug build/$*/belfry
	echo "firmware: build/$*/belfry, $$(stat --format %s build/$*/belfry) octets" $(LOG)

# A board is a local Swift SDK: three files from Board/ and a link to Debian's headers and static libraries.
# SwiftPM does not link again if only a library changes, unless there is no binary.
build/sdks/belfry-%.artifactbundle: build/sysroot/% Board/%/info.json Board/%/swift-sdk.json Board/%/toolset.json
	rm -rf $@ $(call LINKED,$*)/belfry
	mkdir -p $@
	cp Board/$*/info.json Board/$*/swift-sdk.json Board/$*/toolset.json $@
	ln -s ../../sysroot/$* $@/sysroot

.PRECIOUS: build/sysroot/%
build/sysroot/%: Board/make-sysroot Board/fetch-debs | setup
	Board/make-sysroot $* $@

.PHONY: firmware-smoke
firmware-smoke: firmware ## Starts each board's binary on its processor, and tests the heap check
	{ LLVM=$(LLVM) Board/check-heap --self-test; \
	  $(foreach board,$(CHOSEN),version=$$($(RUN_$(board)) build/$(board)/belfry --version); \
	  [ -n "$$version" ] || { echo "firmware-smoke: $(board)'s binary does not say its version"; exit 1; }; \
	  echo "$(board): $$version";) \
	  echo "firmware-smoke: $(words $(CHOSEN)) binaries start"; } $(LOG)

# The PC's watch with libgpiod 2, which Debian has since release 13. It uses the PC's objects, except GPIO*.c, which is
# compiled against the header of libgpiod 2, and the library's own sources, which are part of its Python binding.
build/gpiod2/source: Tests/Kernel/libgpiod2.txt .venv/complete
	rm -rf $(@D)
	mkdir -p $@
	.venv/bin/python -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: --requirement $< \
	  --dest $(@D)
	tar --extract --touch --file $(@D)/gpiod-*.tar.gz --directory $@ --strip-components 1

GPIOD2 = $(LLVM)/clang --target=x86_64-linux-gnu --sysroot=$(CURDIR)/build/sysroot/pc -std=gnu2x -Os \
  -ffunction-sections -fdata-sections -I $(CURDIR)/build/gpiod2/source/include

build/gpiod2/belfry: firmware-pc build/gpiod2/source
	grep -v '/GPIO[12]*\.c\.o' $(call LINKED,pc)/belfry.product/Objects.LinkFileList >$(@D)/objects
	cd $(@D) && $(GPIOD2) -Wall -Wextra -Werror -I $(CURDIR)/Sources/Linux/CLinux/include \
	  -c $(CURDIR)/Sources/Linux/CLinux/GPIO*.c
	cd $(@D)/source && $(GPIOD2) -D_GNU_SOURCE -DGPIOD_VERSION_STR='"2"' -c lib/*.c
	$(GPIOD2) -fuse-ld=lld -static-pie -Wl,--defsym=main=belfry_main,--gc-sections -o $@ \
	  @$(@D)/objects $(@D)/*.o $(@D)/source/*.o -li2c -linih -lbearssl

.PHONY: gpiod2
gpiod2: build/gpiod2/belfry ## Builds and starts the PC's watch with libgpiod 2 (Debian 13 and later): build/gpiod2
	LLVM=$(LLVM) Board/check-heap $< $(<D)/objects
	$(RUN_pc) $< --version >/dev/null
	echo "gpiod2: starts with libgpiod $$(cat $(<D)/source/libgpiod-version.txt)" $(LOG)

# The port to a Cortex-M4 with all parts, and without all parts: see PARTS. `make size-parts` measures more builds.
SIZES := cortex-m4 cortex-m4-smallest

.PHONY: size
size: firmware $(SIZES:%=build/%/belfry.debug) ## Measures each binary, and checks Board/budget.txt
	{ Board/check-size Board/budget.txt $(CHOSEN) $(SIZES) && \
	  Board/size-parts check Documentation/developer/porting.md $(SIZES); } $(LOG)

# --- Microcontrollers -------------------------------------------------------------------------------------------------

CHIPS := cortex-m4 riscv32
TRIPLE_cortex-m4 := armv7em-none-none-eabi
TRIPLE_riscv32 := riscv32-none-none-eabi

.PHONY: core $(CHIPS:%=core-%)
core: $(CHIPS:%=core-%) ## Builds the core for microcontrollers: build/<chip>/libBelfryCore.a

$(CHIPS:%=core-%): core-%: build/sdks/belfry-core-%.artifactbundle $(ASSETS)
	$(call BOARD_BUILD,$*,core-$*) --product BelfryCore
	mkdir -p build/$*
	cp $(call LINKED,$*)/libBelfryCore.a build/$*/
	echo "core: build/$*/libBelfryCore.a" $(LOG)

# The example port, for a board that QEMU emulates. It links only BearSSL and its own code. The linker optimises all
# modules together, which saves a twentieth of the code. One function of several with the same code, and the end of a
# text that is a text, too, need no room of their own.
LINK_PORT := --product belfry-cortex-m4 --experimental-lto-mode full \
  $(addprefix -Xlinker ,-T Board/cortex-m4/link.ld --gc-sections --icf=all -O2)

# The parts that a port can leave out, which are the traits of the package. build/cortex-m4 has everything,
# build/cortex-m4-PART everything but PART. Bidirectional text needs the properties of all scripts. A change of traits
# compiles all modules again, so each build has a scratch path.
PARTS := $(shell sed -n '/^  traits: \[/,/^  \],/s/.*name: "\([A-Za-z]*\)".*/\1/p' Package.swift)
KEPT = $(filter-out $(1) $(if $(filter Scripts,$(1)),BidirectionalText),$(PARTS))
LESS = --traits $(shell echo $(KEPT) | tr ' ' ,)
# The build without all parts keeps less, too, and has a smaller stack: see WatchCapacities.swift. It lacks the
# parts without a trait, too: see Features.swift. The compiler inlines fewer functions in it: it takes 1 in place of 20
# for the benefit of a call that is removed, and adds at most 2 blocks to a function. It unrolls no loop. The linker
# leaves out what makes code faster and larger: it neither reorders blocks or instructions, nor repeats blocks, nor
# computes a value before a loop or a branch that needs it, nor both sides of a short branch. It keeps values in memory
# where that is shorter. All of it makes the watch slower. With more runs of the machine outliner, the port answered
# encrypted requests as if they were not.
SMALLEST = --disable-default-traits -Xswiftc -DBELFRY_TINY -Xcc -DBELFRY_TINY \
  -Xlinker --defsym=belfry_stack_size=0xBEC0 \
  $(addprefix -Xswiftc -Xllvm -Xswiftc -sil-,inline-removed-call-benefit=1 inline-overall-caller-block-limit=2 \
  disable-pass=loop-unroll) \
  $(addprefix -Xlinker -mllvm -Xlinker -,disable-post-ra disable-machine-licm disable-block-placement \
  enable-pre=false disable-tail-duplicate disable-early-taildup phi-node-folding-threshold=1 bonus-inst-threshold=0 \
  split-spill-mode=size)
SMALLER := $(PARTS:%=build/cortex-m4-%/belfry.debug) build/cortex-m4-smallest/belfry.debug

# `$(call BUILD_PORT,SCRATCH PATH,TRAITS)`
define BUILD_PORT
rm -f $(SCRATCH)/$(1)/$(TRIPLE_cortex-m4)/release/belfry-cortex-m4
$(call BOARD_BUILD,$(1),core-cortex-m4) $(2) $(LINK_PORT)
mkdir -p $(@D)
cp $(SCRATCH)/$(1)/$(TRIPLE_cortex-m4)/release/belfry-cortex-m4 $@
endef

build/cortex-m4/belfry.debug $(SMALLER): build/sdks/belfry-core-cortex-m4.artifactbundle $(ASSETS) always

build/cortex-m4/belfry.debug:
	$(call BUILD_PORT,cortex-m4-everything)

$(SMALLER): build/cortex-m4-%/belfry.debug:
	$(call BUILD_PORT,cortex-m4-$*,$(if $(filter smallest,$*),$(SMALLEST),$(call LESS,$*)))

.PHONY: size-parts
size-parts: build/cortex-m4/belfry.debug $(SMALLER) ## Measures what each part costs, for the table in porting.md
	Board/check-size Board/budget.txt cortex-m4 cortex-m4-Languages cortex-m4-smallest
	Board/size-parts write Documentation/developer/porting.md cortex-m4 $(PARTS:%=cortex-m4-%) cortex-m4-smallest

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

# The Debian architectures of a board's packages. Raspberry Pi OS calls ARMv6 armhf, and Debian calls it armel; a Pi
# Zero W may have either. The binary is ARMv6 and needs no shared library, so it runs on both, and on Debian's armhf,
# which is ARMv7.
ARCHITECTURES_pi-zero-w := armhf armel
ARCHITECTURES_pi-zero-2-w := arm64
ARCHITECTURES_pc := amd64
PACKAGES_deb := dpkg lintian man-db

.PHONY: deb deb-test
deb: $(CHOSEN:%=firmware-%) ## Makes the Debian packages of all boards, or of BOARD=…, in build/deb
	Board/install-missing $(PACKAGES_deb)
	{ $(foreach board,$(CHOSEN),$(foreach architecture,$(ARCHITECTURES_$(board)),\
	  Board/debian/make-deb build/$(board)/belfry $(architecture) build/deb;)) \
	  echo "deb: $(words $(foreach board,$(CHOSEN),$(ARCHITECTURES_$(board)))) packages"; } $(LOG)

# The former name of the target, kept for one release.
.PHONY: check
check: firmware-smoke
