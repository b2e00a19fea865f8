# Set-up, build, run and test with one word each: `make help`.
SHELL := /bin/bash
PRESET ?= $(shell command -v nvcc >/dev/null 2>&1 && echo cuda || echo cpu)
JOBS ?= $(shell nproc)
# Tests wait for disks, ranks and programs that start: two more than there are cores keep these busy.
TEST_JOBS ?= $(shell echo $$(($(JOBS) + 2)))
BUILD := build/$(PRESET)
OUT := out/taylor-green-quick
# Several ranks in a container or as root are what tests and small machines need.
export OMPI_ALLOW_RUN_AS_ROOT := 1
export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM := 1

.PHONY: help run program packages test-packages test program-for-tests build cuda kernels emulated emulated-test emulated-seeds emulated-fuzz bench verify asan format lint tidy setup setup-tests clean

help:  ## show this list
	@echo "Thalweg: make TARGET  (PRESET=$(PRESET), see CMakePresets.json)"
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 18

run: packages  ## install, build what the first case needs, run it, draw its report
	@$(MAKE) --no-print-directory -j 2 $(OUT)/report.html
	@echo "Look at  $(OUT)/report.html"
	@echo "Fields:  $(OUT)/fields/ (ParaView, pyvista)   scalars:  $(OUT)/history.csv"

# The Python environment is made while the compiler works.
$(OUT)/report.html: cases/taylor-green/quick.toml build/cpu/bin/thalweg setup
	build/cpu/bin/thalweg run $< --out $(OUT) --force
	.venv/bin/thalweg-report $(OUT)

# Without nvcc, without tests, with the solver of the first case alone, and with several sources compiled
# as one: the shortest way to a picture. What is there of an earlier build stays as it is.
program: packages
	@test -f build/cpu/build.ninja || cmake --preset cpu -DTW_SOLVERS=turbulence -DTW_UNITY_KERNELS=ON
	@cmake --build build/cpu -j $(JOBS) --target thalweg

# The Python environment is made while the compiler works; only with it there are tests.
test: test-packages  ## install, build and run every test
	@cmake --preset $(PRESET)
	@$(MAKE) --no-print-directory -j 2 program-for-tests setup-tests
	cmake --preset $(PRESET)
	cmake --build $(BUILD) -j $(JOBS)
	ctest --test-dir $(BUILD) --output-on-failure -j $(TEST_JOBS)

program-for-tests:
	cmake --build $(BUILD) -j $(JOBS) --target thalweg

build: setup  ## install, build the program with all solvers (PRESET=cuda: with its device half)
	@cmake --preset $(PRESET)
	@cmake --build $(BUILD) -j $(JOBS) --target thalweg

cuda:  ## build the CPU and CUDA halves in one binary (needs nvcc)
	@$(MAKE) --no-print-directory build PRESET=cuda

emulated:  ## build the device half against an emulated device (no GPU, no nvcc)
	@$(MAKE) --no-print-directory build PRESET=emulated

kernels: setup  ## build the program with nvcc: no warning, and no kernel that spills registers
	@test -f build/ci/build.ninja || cmake --preset ci
	cmake --build build/ci -j $(JOBS) --target thalweg
	python3 tools/kernel_report.py build/ci --spills

EMULATED_CTEST := ctest --test-dir build/emulated --output-on-failure -j $(TEST_JOBS)
FIRST_SEED ?= 2
SEEDS ?= 20

emulated-test: setup-tests  ## run the tests of the device half on the emulated device, with three seeds
	@test -f build/emulated/build.ninja || cmake --preset emulated
	cmake --build build/emulated -j $(JOBS) --target emulated_tests
	$(EMULATED_CTEST) -L emulated
	$(MAKE) --no-print-directory emulated-seeds SEEDS=3

emulated-seeds:  ## the built tests of both halves with the seeds FIRST_SEED=2 to SEEDS (WITHOUT=names left out)
	for seed in $$(seq $(FIRST_SEED) $(SEEDS)); do \
	  EMULATED_SEED=$$seed $(EMULATED_CTEST) -L emulated -R '^backends_' $(if $(WITHOUT),-E '$(WITHOUT)') || exit 1; done

emulated-fuzz: emulated-test  ## the same with SEEDS seeds, long tests on the device and on three ranks, and every call and allocation made to fail
	$(MAKE) --no-print-directory emulated-seeds FIRST_SEED=4
	$(EMULATED_CTEST) -C fuzz -R '_on_device|_ranks_3$$'
	for kind in turbulence sound blood flow; do for fail in call allocation; do \
	  python3 tools/emulated_device/sweep.py build/emulated/bin/thalweg --kind $$kind --fail $$fail || exit 1; \
	done; done

build/cpu/bin/thalweg: program
	@:

verify: build  ## run the quick cases and hold their results to their references
	$(BUILD)/bin/thalweg verify --quick

bench: build  ## run the benchmarks: ratios to the machine's floor
	cmake --build $(BUILD) -j $(JOBS) --target benchmarks
	$(BUILD)/bin/thalweg bench

LABEL ?= fast

asan: setup-tests  ## build with address and undefined-behaviour sanitizers, run the tests of LABEL=fast on 1 and 2 ranks
	@test -f build/asan/build.ninja || cmake --preset asan
	cmake --build build/asan -j $(JOBS) --target $(LABEL)_tests
	ctest --test-dir build/asan --output-on-failure -L $(LABEL) -E 'ranks_[3-9]' -j $(JOBS)

format:  ## format all sources
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i
	.venv/bin/ruff format .

lint: setup-tests  ## check formatting, layering and Python style
	git ls-files '*.cpp' '*.hpp' | xargs clang-format --dry-run -Werror
	python3 tools/check_layers.py
	.venv/bin/ruff check . && .venv/bin/ruff format --check .
	.venv/bin/mypy

tidy: setup-tests  ## look through the changed lines of C++ sources with clang-tidy (PRESET: how they are compiled; MOST=files)
	@test -f $(BUILD)/build.ninja || cmake --preset $(PRESET)
	python3 tools/tidy_changes.py $(BUILD) $(if $(MOST),--most $(MOST))

packages:
	@tools/setup.sh --packages

test-packages:
	@tools/setup.sh --test-packages

setup:
	@tools/setup.sh

setup-tests:
	@tools/setup.sh --tests

clean:  ## remove builds (not results, not .venv)
	rm -rf build
