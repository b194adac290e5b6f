# The tests: units, the simulated phone, fuzzing, exploration, real kernels, and `make test` itself.

# `build`, unless an earlier part of `make test` has done it.
BUILT = $(filter-out $(DONE),build)

# --- Tests ------------------------------------------------------------------------------------------------------------

.PHONY: unit
unit: $(BUILT) ## Runs the unit tests; FILTER=ATTTests runs some
	mkdir -p $(RESULTS)
	rm -f $(RESULTS)/unit-cases.txt
	BELFRY_CASES=$(RESULTS)/unit-cases.txt \
	  $(SWIFT) test --skip-build --disable-xctest --xunit-output $(RESULTS)/unit.xml \
	  $(if $(FILTER),--filter '$(FILTER)') $(LOG)
	! grep --quiet 'Test run with 0 tests' build/logs/$@ || \
	  { echo "unit: no test matches FILTER=$(FILTER)" >&2; exit 1; }

.PHONY: unicode
unicode: build ## Counts how many Unicode test cases of text layout pass
	$(SWIFT) test --skip-build --disable-xctest --filter TextTests 2>&1 | grep 'of [0-9]* cases passed' $(LOG)

RUN_PYTEST = PYTHONDONTWRITEBYTECODE=1 .venv/bin/python -m pytest -o cache_dir=$(CURDIR)/build/pytest
PYTEST = $(RUN_PYTEST) $(if $(FILTER),-k '$(FILTER)') Tests/Interop
# The same with pytest-xdist. Other programs may need the processor too, so each deadline is three times as long.
WORKERS ?= 8
PARALLEL = BELFRY_SLOWNESS=$${BELFRY_SLOWNESS:-3} $(PYTEST) --timeout 540 --numprocesses $(WORKERS) --dist loadgroup
# Runs pytest by the command $(1). Up to three tests that fail run once more, one at a time, by the command $(2). A test
# that passes the second time is named, and must still be fixed.
TWICE = mkdir -p build/logs; { $(1) --again build/logs/$@.again && if [ -s build/logs/$@.again ]; then \
  $(2) @build/logs/$@.again; \
  echo "passed only the second time: $$(paste --serial -d ' ' build/logs/$@.again)"; fi; } $(LOG)
# A FILTER may leave one of the two runs without a test, which pytest reports with status 5.
MAY_BE_NONE = $(if $(FILTER),|| [ $$? = 5 ])

.PHONY: goldens
goldens: $(ASSETS) ## Writes the golden pictures and Documentation/images: look at what `git diff` shows
	UPDATE_GOLDEN=1 $(SWIFT) test --disable-xctest --filter ScreensTests

.PHONY: settings
settings: $(ASSETS) ## Writes the tables of settings and options into the manuals, the pages and belfry.conf
	UPDATE_GOLDEN=1 $(SWIFT) test --disable-xctest --filter SettingDocumentsTests

# The names of up to three tests that failed in each run; they run again.
AGAIN := build/logs/interop-together.again build/logs/interop-alone.again

.PHONY: interop interop-together interop-alone interop-again
interop: $(filter-out $(DONE),interop-together) interop-alone interop-again ## Tests with a phone; FILTER=call runs some
	tail --quiet --lines 1 build/logs/interop-together build/logs/interop-alone | tr -d = | paste --serial -d + $(LOG)
	grep --quiet --extended-regexp '[0-9] (passed|skipped)' build/logs/$@ || \
	  { echo "interop: no test matches FILTER=$(FILTER)" >&2; exit 1; }

# These tests mostly wait, so $(WORKERS) of them run in parallel.
interop-together: $(BUILT) .venv/complete
	{ BELFRY=$(HOST)/belfry $(PARALLEL) -m "not alone" --conformance $(RESULTS)/interop.json \
	  --again build/logs/$@.again $(MAY_BE_NONE); } $(LOG)

# These tests measure time: they run one at a time, and `make test` runs nothing in parallel.
interop-alone: $(filter-out $(DONE),build interop-together) .venv/complete
	{ BELFRY=$(HOST)/belfry $(PYTEST) -m alone --conformance $(RESULTS)/interop-alone.json \
	  --again build/logs/$@.again $(MAY_BE_NONE); } $(LOG)

# A test that fails twice fails `make test`. One that passes the second time is named, and must still be fixed.
interop-again: $(filter-out $(DONE),build interop-together interop-alone) .venv/complete
	rm -f $(RESULTS)/interop-again.json
	{ tests=$$(cat $(AGAIN) | paste --serial -d ' '); if [ "$$tests" ]; then \
	  BELFRY=$(HOST)/belfry BELFRY_SLOWNESS=$${BELFRY_SLOWNESS:-3} $(RUN_PYTEST) \
	    --timeout 540 --conformance $(RESULTS)/interop-again.json $(AGAIN:%=@%); \
	  echo "passed only the second time: $$tests"; \
	else echo "no test had to run again"; fi; } $(LOG)

.PHONY: interop-board
interop-board: firmware-pi-zero-w .venv/complete ## The phone's main scenario against the Pi Zero W's binary
	BELFRY=$(CURDIR)/build/pi-zero-w/belfry BELFRY_RUNNER="$(RUN_pi-zero-w)" $(PYTEST) -m board $(LOG)

.PHONY: sessions
sessions: build .venv/complete ## Records the sessions of Tests/Sessions again with the simulated phone
	BELFRY=$(HOST)/belfry .venv/bin/python Tests/Interop/support/record_session.py build/sessions
	for name in pairing return; do \
	  $(HOST)/belfry-report --capture build/sessions/$$name/capture --events build/sessions/$$name/events \
	    --config build/sessions/$$name/belfry.conf Tests/Sessions/$$name.jsonl && \
	  $(HOST)/belfry-replay Tests/Sessions/$$name.jsonl; done

# The PC's own objects, linked with this machine's shared libraries and heap instead of the arena, so that valgrind can
# count allocations: in a static binary it sees none. The entry point's name is SwiftPM's. Debian's valgrind cannot read
# this version of the debug information.
VALGRIND := valgrind --error-exitcode=99 --suppressions=$(CURDIR)/Board/valgrind.supp \
  --log-file=$(CURDIR)/build/valgrind/%p.log

build/valgrind/belfry: firmware-pc
	rm -rf $(@D)
	mkdir -p $(@D)
	grep -v '/Arena\.c\.o' $(call LINKED,pc)/belfry.product/Objects.LinkFileList >$(@D)/objects
	$(LLVM)/clang -Os -I Sources/Linux/CLinux/include -c Sources/Linux/CLinux/Arena.c -o $(@D)/Arena.o
	$(LLVM)/clang -fuse-ld=lld -Wl,--defsym=main=belfry_main,--gc-sections,--strip-debug -o $@ \
	  @$(@D)/objects $(@D)/Arena.o -lgpiod -li2c -linih -lbearssl

.PHONY: valgrind
valgrind: build/valgrind/belfry .venv/complete ## Runs the main scenario under valgrind
	Board/install-missing valgrind
	rm -f build/valgrind/*.log
	BELFRY=$(CURDIR)/$< BELFRY_RUNNER="$(VALGRIND)" $(PYTEST) -m board
	ls build/valgrind/*.log >/dev/null
	! grep -L 'total heap usage: 0 allocs' build/valgrind/*.log | grep . || \
	  { echo "valgrind: these say what was allocated" >&2; exit 1; }
	echo "valgrind: $$(ls build/valgrind/*.log | wc -l) runs, no bad access, no allocation"

.PHONY: interop-core
interop-core: $(SIZES:%=build/%/belfry.debug) .venv/complete ## The phone against the ports to a Cortex-M4, in QEMU
	Board/install-missing qemu-system-arm
	{ $(foreach build,$(SIZES),BELFRY_CORE=$(CURDIR)/build/$(build)/belfry.debug $(PYTEST) -m core;) \
	  echo "interop-core: the phone and $(words $(SIZES)) builds of the port"; } $(LOG)

# RootCanal is a program in a Python package. It needs newer C libraries than Debian 12 has.
ROOTCANAL := BELFRY_ROOTCANAL=$(CURDIR)/build/rootcanal

build/rootcanal.packages: | setup
	DEBIAN_SUITE=trixie Board/fetch-debs amd64 build/rootcanal libc6 libstdc++6 libgcc-s1

.PHONY: interop-rootcanal interop-rootcanal-short
interop-rootcanal: build build/rootcanal.packages .venv/complete ## The phone and the watch on RootCanal's controllers
	{ $(ROOTCANAL) BELFRY=$(HOST)/belfry $(PARALLEL) -m rootcanal; } $(LOG)

interop-rootcanal-short: $(BUILT) build/rootcanal.packages .venv/complete
	{ $(ROOTCANAL) BELFRY=$(HOST)/belfry $(PARALLEL) --numprocesses 2 -m rootcanal -k "main_scenario or new_address"; } \
	  $(LOG)

.PHONY: conformance
conformance: $(filter-out $(DONE),unit) interop ## Lists reactions to hostile peers, with tests: build/conformance.md
	.venv/bin/python Tests/Conformance/report.py $(RESULTS) build/conformance.md $(LOG)

.PHONY: attacks
attacks: build .venv/complete ## The attacks on pairing, with every bit of one changed in turn
	BELFRY=$(HOST)/belfry $(PARALLEL) -k attacks --every-bit $(LOG)

.PHONY: rivals
rivals: build .venv/complete ## Measures how soon a phone is served while a stranger connects repeatedly
	BELFRY=$(HOST)/belfry $(PYTEST) -k rivals --tries 20 -s $(LOG)

# --- Fuzzing and exploration ------------------------------------------------------------------------------------------

# libFuzzer's program. All of its code is built with optimisation and assertions, for libFuzzer and for coverage.
FUZZ_BUILD = $(NICE) $(SWIFT) build --package-path Tests/Fuzz --scratch-path build/fuzz/package -c release \
  --sanitize fuzzer \
  $(addprefix -Xswiftc ,-enable-testing -assert-config Debug -profile-generate -profile-coverage-mapping)
FUZZ = Tests/Fuzz/run.py build/fuzz/package/release/belfry-fuzz --llvm $(LLVM)
# Seconds per target. All options: `make fuzz TIME=600 TARGET=Pairing JOBS=2 CAPTURE=phone.btsnoop`.
TIME ?= 600

.PHONY: fuzz-build fuzz fuzz-short
fuzz-build: $(ASSETS) | setup ## The fuzz targets' program
	Board/install-missing libstdc++-12-dev
	$(FUZZ_BUILD)

fuzz: fuzz-build ## Fuzzes each target for TIME=600 seconds, or TARGET=… alone, JOBS=… at a time; a table of it
	$(PYTHON) $(FUZZ) --seconds $(TIME) $(TARGET:%=--target %) $(JOBS:%=--jobs %) $(CAPTURE:%=--capture %)

fuzz-short: fuzz-build ## The same in a minute
	$(PYTHON) $(FUZZ) --seconds 4 --afresh $(LOG)

# Built with optimisation, and with internals visible to the explorer as to a test.
EXPLORER := -c release -Xswiftc -enable-testing --product belfry-explore

.PHONY: explore
explore: $(ASSETS) ## Explores the machines, most to a default depth, and checks their invariants; DEPTH=9 sets another
	$(SWIFT) build $(EXPLORER)
	"$$($(SWIFT) build -c release --show-bin-path)/belfry-explore" $(DEPTH:%=--depth %) $(LOG)

.PHONY: mutants
mutants: $(ASSETS) ## Checks that exploration detects each guard that is broken on purpose; takes half an hour
	$(PYTHON) Tests/Exploration/check-mutants $(GUARD) $(LOG)

# --- Packages, images and kernels -------------------------------------------------------------------------------------

build/debian.tar: Board/debian/make-system
	Board/install-missing mmdebstrap
	$< $@

# The package for this machine's architecture. It holds the PC's binary.
deb-test: build/debian.tar .venv/complete ## Installs, runs and purges the package in a booted Debian; as root
	[ "$$(id -u)" = 0 ] || { echo "deb-test: namespaces need root" >&2; exit 1; }
	$(MAKE) deb BOARD=pc
	rm -rf build/deb-again
	TZ=Asia/Tokyo Board/debian/make-deb build/pc/belfry amd64 build/deb-again
	cmp build/deb/*_amd64.deb build/deb-again/*_amd64.deb
	BELFRY_PACKAGE=$$(ls $(CURDIR)/build/deb/*_amd64.deb) BELFRY_SYSTEM=$(CURDIR)/build/debian.tar \
	  $(PYTEST)/program/test_package.py $(LOG)

RUN_IMAGE_TESTS = BELFRY=$(HOST)/belfry BELFRY_INIT=$(CURDIR)/build/init/host $(RUN_PYTEST)

.PHONY: image-test
image-test: $(BUILT) build/init/host .venv/complete ## Tests process 1, flashing, profiles and an image of stand-ins
	Board/install-missing $(IMAGE_PACKAGES)
	$(call TWICE,$(RUN_IMAGE_TESTS) --numprocesses 4 -m "not emulated" $(if $(FILTER),-k '$(FILTER)') Tests/Image, \
	  $(RUN_IMAGE_TESTS))

build/qemu.packages: Tests/Image/fetch-qemu | setup
	Tests/Image/fetch-qemu build/qemu
	touch $@

.PHONY: board-test
board-test: image build/qemu.packages .venv/complete ## Tests the images in an emulator
	$(MAKE) image BOARD=pi-zero-w DEBUG=1
	PYTHONDONTWRITEBYTECODE=1 .venv/bin/python -m pytest -o cache_dir=$(CURDIR)/build/pytest \
	  -m emulated $(if $(FILTER),-k '$(FILTER)') Tests/Image $(LOG)
	$(if $(FILTER),,head $(IMAGE_BOARDS:%=build/image/%/boot-times.txt))

.PHONY: start-times
start-times: image build/qemu.packages .venv/complete ## Measures the start of the images; RUNS=5
	.venv/bin/python Tests/Image/start_times.py $(or $(RUNS),5) $(IMAGES) $(LOG)

# Process 1 of the guest.
GUEST := $(wildcard Tests/Kernel/guest/*.[ch] Tests/Kernel/board/board.h)

build/kernel/guest: $(GUEST) | setup
	mkdir -p $(@D)
	$(LLVM)/clang -std=gnu17 -Os -Wall -Wextra -Werror -fuse-ld=lld -static -o $@ $(filter %.c,$^)

.PHONY: kernel-build kernel-test
kernel-build: ## The kernel of `make kernel-test`, from Debian's sources: 140 MB, some minutes, once
	Tests/Kernel/build-kernel build/kernel

kernel-test: firmware-pc build/kernel/guest kernel-build .venv/complete ## The watch on a kernel; FILTER=panel: some
	PYTHONDONTWRITEBYTECODE=1 .venv/bin/python -m pytest -o cache_dir=$(CURDIR)/build/pytest \
	  --durations=20 --durations-min=1 -rf $(if $(FILTER),-k '$(FILTER)') Tests/Kernel $(LOG)

.PHONY: kernel-test-gpiod2
kernel-test-gpiod2: gpiod2 build/kernel/guest kernel-build ## The same with libgpiod 2: panel and buttons
	BELFRY=$(CURDIR)/build/gpiod2/belfry PYTHONDONTWRITEBYTECODE=1 .venv/bin/python -m pytest \
	  -o cache_dir=$(CURDIR)/build/pytest $(if $(FILTER),-k '$(FILTER)') Tests/Kernel/test_board.py $(LOG)

# Linux as the phone: bluetoothd, the bus, what they need beyond a Debian without a desktop, and D-Bus in Python.
BLUEZ_PACKAGES := bluez libglib2.0-0 libdbus-1-3 libasound2 libudev1 libell0 libical3 libicu72 dbus-daemon libexpat1 \
  libdw1 libelf1 libapparmor1 libaudit1 libcap-ng0 libsystemd0 python3-dbus-next

build/bluez.packages: | setup
	Board/fetch-debs amd64 build/bluez $(BLUEZ_PACKAGES)

.PHONY: bluez-test
bluez-test: build build/kernel/guest kernel-build .venv/complete ## The watch with Linux's own Bluetooth as the phone
bluez-test: build/bluez.packages build/rootcanal.packages
	{ $(ROOTCANAL) BELFRY_BLUEZ=$(CURDIR)/build/bluez BELFRY=$(HOST)/belfry BELFRY_SLOWNESS=$${BELFRY_SLOWNESS:-3} \
	  $(RUN_PYTEST) --durations=0 --durations-min=1 -rf -m bluez $(if $(FILTER),-k '$(FILTER)') Tests/Kernel; } $(LOG)

# --- Examples ---------------------------------------------------------------------------------------------------------

EXAMPLE_TESTS := $(addprefix Tests/Interop/program/test_,heart_rate.py ancs_logger.py oled_text.py)

.PHONY: examples bare-metal
examples: $(ASSETS) .venv/complete bare-metal ## The package in Examples, with Bumble as the central and as the phone
	$(SWIFT) build --package-path Examples
	$(RUN_PYTEST) $(EXAMPLE_TESTS) $(LOG)

# Linked with BearSSL, only the board's own functions and those of memory and division may be missing: no heap.
bare-metal: build/sdks/belfry-core-riscv32.artifactbundle $(ASSETS) ## The skeleton in Examples, for RISC-V
	$(call BOARD_BUILD,example-riscv32,core-riscv32) --package-path Examples --product BareMetal
	mkdir -p build/riscv32
	cp $(SCRATCH)/example-riscv32/$(TRIPLE_riscv32)/release/libBareMetal.a build/riscv32/
	LLVM=$(LLVM) Tests/Repository/check-bare-metal build/riscv32/libBareMetal.a \
	  build/sysroot/core-riscv32/lib/libbearssl.a $(LOG)

# The folder is one for temporary files, which is outside of the repository.
.PHONY: outside-package
outside-package: $(ASSETS) ## A package outside of the repository builds with each library; three from a bare clone
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	  SWIFT=$(SWIFT) Tests/Repository/check-outside-package "$$folder" $(LOG)

# --- Documentation ----------------------------------------------------------------------------------------------------

.PHONY: docs
docs: $(BUILT) ## The pages of the libraries, by DocC, in build/docs; 80 % of public declarations have a comment
	{ LLVM=$(LLVM) $(PYTHON) Documentation/make_docs.py --self-test && \
	  LLVM=$(LLVM) $(PYTHON) Documentation/make_docs.py $(HOST) build/docs; } $(LOG)

# --- Sources ----------------------------------------------------------------------------------------------------------

SWIFT_SOURCES := Sources Tests Package.swift Benchmarks/Package.swift \
  $(addprefix Benchmarks/,Benchmarks Board Workloads) Examples/Package.swift Examples/Sources

.PHONY: layers
layers: | setup ## Checks that every import is declared, and allowed by Tests/Repository/layers.txt
	{ Tests/Repository/check-layers --self-test && Tests/Repository/check-layers; } $(LOG)

.PHONY: lint
lint: | setup ## Checks formatting, scripts, words, the manual's texts, and files that must not be in the tree
	{ $(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES) && \
	  Tests/Repository/check-text --self-test && PYTHON=$(PYTHON) Tests/Repository/check-text && \
	  $(PYTHON) Tests/Repository/check-words --self-test && $(PYTHON) Tests/Repository/check-words && \
	  $(PYTHON) Tests/Repository/check-screens --self-test && $(PYTHON) Tests/Repository/check-screens && \
	  $(PYTHON) Tests/Exploration/check-mutants --lines; } $(LOG)

.PHONY: format
format: ## Formats the Swift sources
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

# --- Everything -------------------------------------------------------------------------------------------------------

# `make test` has three parts. In the second part, the tests that mostly wait run in parallel with the builds of the
# boards, which have lower priority (NICE). The third part measures time, so nothing runs in parallel. DONE names the
# steps of the earlier parts. The port compiles the same modules for the Cortex-M4 as `core-cortex-m4`, and `examples`
# compiles those of the host for RISC-V; `make core` builds both libraries whole. The short form of fuzzing is among the
# unit tests.
STEPS_first := layers lint
STEPS_together := interop-together unit interop-board interop-rootcanal-short web $(BOARDS:%=firmware-%) \
  web-test firmware-smoke interop-core image-test size instructions-short gpiod2 deb examples docs
STEPS_alone := interop-alone interop-again interop conformance
STEPS := $(STEPS_first) $(STEPS_together) $(STEPS_alone)
# The number of steps of the second part that run in parallel: some of them use more than one processor, others almost
# none.
STEPS_AT_ONCE ?= 4
DOWNLOADS := .venv/complete .venv/browser $(BOARDS:%=build/sysroot/%) $(CHIPS:%=build/sysroot/core-%) \
  build/sysroot/core-wasm32 build/gpiod2/source build/rootcanal.packages

# Runs make for the part $(1) with the arguments $(2). If it fails, the last lines name each step that failed, and have
# the end of its output, which is otherwise among that of other steps.
FAILURE := \*\*\* \[.*: \(.*\)\] Error .*
PART = { { $(MAKE) $(2) 2>&1 | tee build/logs/part-$(1); } || { \
  for step in $$(sed -n 's|.*$(FAILURE)|\1|p' build/logs/part-$(1)); do \
    echo "test: $$step failed; its output ends with:"; tail --lines 12 build/logs/$$step 2>/dev/null || true; done; \
  grep '$(FAILURE)' build/logs/part-$(1); exit 1; }; }

.PHONY: test
test: export TIMEFORMAT = test: this part took %0lR, with %0lU + %0lS of processor time
test: setup-test ## Runs all tests without a * in testing.md: a change must pass them
	time $(call PART,first,--jobs=3 --output-sync=target build $(STEPS_first) $(DOWNLOADS))
	time $(call PART,together,--jobs=$(STEPS_AT_ONCE) --output-sync=target DONE=build NICE="nice -n 15" \
	  $(STEPS_together))
	time $(call PART,alone,--jobs=1 DONE="build $(STEPS_first) $(STEPS_together)" $(STEPS_alone))
	echo
	for step in $(STEPS); do printf '%-22s %s\n' $$step "$$(tail --lines 1 build/logs/$$step)"; done
	echo "test: everything passed"

# A pairing, a notification, a call, a command line, bad PDUs, attacks.
QUICK := main_scenario or test_pairing or test_notifications or test_calls or test_server or test_privacy \
  or test_command_line or malformed_att_links or attacks_request

.PHONY: interop-quick test-quick
interop-quick: build .venv/complete
	BELFRY=$(HOST)/belfry $(PARALLEL) -m "not alone" -k "$(QUICK)" $(LOG)

test-quick: ## Runs the tests that find most mistakes, in three minutes once everything is built
	$(MAKE) --jobs=3 --output-sync=target build interop-quick unit layers lint
	for step in layers lint unit interop-quick; do \
	  printf '%-22s %s\n' $$step "$$(tail --lines 1 build/logs/$$step)"; done
	echo "test-quick: everything passed"

# The former names of targets, kept for one release.
.PHONY: rig rig-kernel rig-gpiod2 rig-boards
rig: kernel-test
rig-kernel: kernel-build
rig-gpiod2: kernel-test-gpiod2
rig-boards: board-test
