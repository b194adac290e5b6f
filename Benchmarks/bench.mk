# Measurements: time, memory, instructions, connection events.

# --- Benchmarks -------------------------------------------------------------------------------------------------------

SESSIONS := build/bench/sessions

# The sessions that all benchmarks read. The short ones measure the cost against the length.
$(SESSIONS)/complete: Benchmarks/session.py Benchmarks/decode.py
	rm -rf $(SESSIONS)
	$(PYTHON) Benchmarks/session.py $(SESSIONS)
	for seed in 2 3; do $(PYTHON) Benchmarks/session.py $(SESSIONS)/seed-$$seed --seed $$seed; done
	for count in 1 10 100 1000; do \
	  $(PYTHON) Benchmarks/session.py $(SESSIONS)/length-$$count --mtu 185 --count $$count; done
	touch $@

# The client's requests determine the phone's data, so each program has its own scripts.
.PHONY: bench-scripts
bench-scripts: bench-pc $(SESSIONS)/complete
	$(PYTHON) Benchmarks/phone.py build/pc/belfry-bench $(SESSIONS)/*.records $(SESSIONS)/*/*.records

# The workloads as a board runs them.
.PHONY: $(BOARDS:%=bench-%)
$(BOARDS:%=bench-%): bench-%: build/sdks/belfry-%.artifactbundle $(ASSETS)
	$(FIRMWARE_BUILD) --product belfry-bench
	mkdir -p build/$*
	$(LLVM)/llvm-objcopy --strip-all $(call LINKED,$*)/belfry-bench build/$*/belfry-bench

# The same in ordinary Swift, with the benchmark library. Without cross-module optimisation the compiler does not
# specialise generic types, which Embedded Swift always does.
LIBRARY := $(SWIFT) package --package-path Benchmarks --scratch-path build/benchmarks \
  -Xswiftc -cross-module-optimization --allow-writing-to-directory $(CURDIR)/build/bench \
  benchmark --format jmh --path $(CURDIR)/build/bench --no-progress $(if $(BENCHMARK),--filter '$(BENCHMARK)')

.PHONY: bench bench-firmware bench-plot
bench: bench-scripts ## Runs all benchmarks and prints one table; BELFRY_SESSION=FILE measures another session
	BELFRY_SESSIONS=$(CURDIR)/$(SESSIONS) $(LIBRARY)
	$(PYTHON) Benchmarks/run.py build/pc/belfry-bench $(SESSIONS) build/bench/results.json \
	  --library build/bench/Current_run.jmh.json

bench-firmware: bench-scripts ## The same without the benchmark library, which takes minutes to build
	$(PYTHON) Benchmarks/run.py build/pc/belfry-bench $(SESSIONS) build/bench/results.json

build/bench/matplotlib: Benchmarks/requirements.txt .venv/complete
	.venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<
	mkdir -p $(@D)
	touch $@

bench-plot: build/bench/matplotlib ## The figures of the last `make bench` as SVG and PNG, in build/bench
	[ -e build/bench/results.json ] || { echo "bench-plot: run make bench first" >&2; exit 1; }
	.venv/bin/python Benchmarks/plot.py build/bench/results.json build/bench

# QEMU's plugin that counts instructions.
COUNTER := build/bench/counter.so
$(COUNTER): Benchmarks/InstructionCounter/counter.c | setup
	Board/install-missing qemu-user
	mkdir -p $(@D)
	$(LLVM)/clang -shared -fPIC -O2 -fvisibility=hidden -Wall -Wextra -Werror $< -o $@

COUNT = $(PYTHON) Benchmarks/instructions.py Benchmarks/budget.txt $(COUNTER) $(HOST)/belfry-replay

.PHONY: instructions instructions-short
instructions: bench-pi-zero-w bench-pc $(COUNTER) $(BUILT) ## Counts instructions, and checks Benchmarks/budget.txt
	$(COUNT) pi-zero-w=build/pi-zero-w/belfry-bench pc=build/pc/belfry-bench $(LOG)

instructions-short: bench-pi-zero-w $(COUNTER) $(BUILT) ## The same for the Pi Zero W only
	$(COUNT) pi-zero-w=build/pi-zero-w/belfry-bench $(LOG)

.PHONY: measure
measure: firmware-pc .venv/complete ## Measures memory, bus octets and speed of the PC's binary, or of BELFRY=…
	PYTHONDONTWRITEBYTECODE=1 .venv/bin/python Tests/Interop/support/figures.py $(or $(BELFRY),build/pc/belfry)
	PYTHONDONTWRITEBYTECODE=1 .venv/bin/python Tests/Interop/support/idle.py $(or $(BELFRY),build/pc/belfry)

# A day of another binary is not counted: its instructions are those of this tree's `belfry-bench`.
DAY_TOOLS = $(COUNTER) $(HOST)/belfry-report $(HOST)/belfry-replay build/pi-zero-w/belfry-bench

.PHONY: day
day: firmware-pc build/kernel/guest kernel-build .venv/complete ## Runs a scripted day in virtual time: counts and mAh
day: $(if $(BELFRY),,bench-pi-zero-w $(COUNTER) $(BUILT))
	BELFRY=$(abspath $(or $(BELFRY),build/pc/belfry)) PYTHONDONTWRITEBYTECODE=1 .venv/bin/python Tests/Kernel/day.py \
	  $(if $(BELFRY),,--count $(DAY_TOOLS)) $(LOG)

.PHONY: latency
latency: build firmware-pc .venv/complete ## Counts connection events until a notification is shown
	PYTHONDONTWRITEBYTECODE=1 .venv/bin/python Tests/Interop/support/latency.py $(or $(BELFRY),build/pc/belfry)
	$(SWIFT) test --skip-build --disable-xctest --filter UpdateCostTests | grep '^|'

# The former name of the target, kept for one release.
.PHONY: figures
figures: measure
