# Everything a developer does, from an empty clone. `make help` lists the targets.
#
# What a target needs is made first and noted by a stamp inside the virtual environment, so that a second run starts at
# once. The package is installed in place: an edit to a .py file counts immediately, an edit to cpp/ rebuilds.

PYTHON ?= python3
VENV   ?= .venv
ARGS   ?=
WORKERS ?= auto

BIN    := $(abspath $(VENV))/bin
STAMPS := $(VENV)/.stamps
PIP    := "$(BIN)/python" -m pip --disable-pip-version-check --quiet
CPP    := $(shell find cpp -name '*.[ch]pp')
SOURCES := CMakeLists.txt pyproject.toml $(shell find cpp cmake -type f 2>/dev/null)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo reproduce book test test-long check tidy format docs bench speeds fuzz sanitize sanitize-python wheel clean distclean

help:  ## this list
	@echo "usage: make [target] [PYTHON=python3.12] [ARGS='...']"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 }' Makefile

demo: $(STAMPS)/package  ## a report on real data, from one command: demo/report.html
	@mkdir -p demo
	"$(BIN)/python" -m drupe report docs/data/breast_cancer.csv --target diagnosis -o demo/report.html $(ARGS)
	@echo "open demo/report.html in a browser"

reproduce: $(STAMPS)/package  ## tables and figures of the literature, listed; ARGS='--data DIR' runs all in turn
	"$(BIN)/python" -m drupe.experiments $(ARGS)

book: $(STAMPS)/package  ## the sources' tables and figures, ours beside print: demo/book; ARGS='--data DIR' runs what is not recorded
	"$(BIN)/python" -m drupe.book $(ARGS)

test: $(STAMPS)/package $(STAMPS)/test $(STAMPS)/docs  ## all tests and doctests but the longest; ARGS='-k gaussian -m "not slow"' chooses
	"$(BIN)/python" -m pytest -n $(WORKERS) $(ARGS)

test-long: $(STAMPS)/package $(STAMPS)/test $(STAMPS)/docs  ## the long tests: how often bounds and certificates hold, and the wheel
	"$(BIN)/python" -m pytest -n $(WORKERS) -m long tests $(ARGS)

check: $(STAMPS)/package $(STAMPS)/test $(STAMPS)/check  ## format, lint, types, layers: changes nothing
	"$(BIN)/ruff" format --check .
	"$(BIN)/clang-format" --dry-run -Werror $(CPP)
	"$(BIN)/ruff" check .
	"$(BIN)/mypy"
	"$(BIN)/lint-imports"

# GCC's folder comes last: it has omp.h, and intrinsics that clang does not understand.
tidy: $(STAMPS)/check  ## slips in the core that compile, by clang-tidy
	printf '%s\n' cpp/src/*.cpp | xargs -P $$(nproc) -I {} "$(BIN)/clang-tidy" --quiet {} -- \
	    -std=c++20 -fopenmp -Icpp/include -DDRUPE_X86 -idirafter $$($(CXX) -print-file-name=include)

format: $(STAMPS)/check  ## format all files and mend what the linter can
	"$(BIN)/ruff" check --fix-only .
	"$(BIN)/ruff" format .
	"$(BIN)/clang-format" -i $(CPP)

docs: $(STAMPS)/package $(STAMPS)/docs  ## the documentation, with all its examples run, in docs/build/
	"$(BIN)/python" -m sphinx -W --keep-going -b html docs docs/build $(ARGS)

bench: $(STAMPS)/package $(STAMPS)/test  ## side by side with other libraries, as ratios
	"$(BIN)/python" benchmarks/run.py $(ARGS)

SPEEDS := svm_fit svm_predict svm_small one_row svm_path linear

speeds: $(STAMPS)/package $(STAMPS)/test $(STAMPS)/peers  ## the README's table, measured anew (on a quiet machine); ARGS='--data DIR'
	"$(BIN)/python" benchmarks/run.py $(SPEEDS) --json docs/data/speeds.json $(ARGS)
	"$(BIN)/python" benchmarks/readme.py docs/data/speeds.json

fuzz: $(STAMPS)/package $(STAMPS)/test  ## damaged files and odd data, 100 000 of each; ARGS='--files 1000 --seed 7' chooses
	"$(BIN)/python" tests/fuzz/run.py $(ARGS)
	"$(BIN)/python" tests/fuzz/fuzz_machines.py $(ARGS)
	"$(BIN)/python" tests/fuzz/fuzz_regularized.py $(ARGS)

SANITIZED := PATH="$(BIN):$$PATH" cmake -S . -B build/sanitize -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DDRUPE_SANITIZE=ON \
    -DDRUPE_WERROR=ON

sanitize: $(STAMPS)/build  ## the C++ tests under the address and undefined-behaviour sanitizers
	$(SANITIZED) -DDRUPE_BUILD_PYTHON=OFF -DDRUPE_BUILD_TESTS=ON
	PATH="$(BIN):$$PATH" cmake --build build/sanitize
	PATH="$(BIN):$$PATH" ctest --test-dir build/sanitize --output-on-failure --no-tests=error $(ARGS)

SANITIZED_TESTS := $(addprefix tests/,native/test_border.py native/test_interruption.py native/test_strides.py \
    native/test_unaligned_arrays.py inputs/readers/test_libsvm.py inputs/readers/test_plain_parts.py \
    solvers/test_box_path.py solvers/test_many_perceptrons.py solvers/test_merged_examples.py solvers/test_native_box.py \
    solvers/samplers/test_hard_samplers.py estimators/margin/test_svc.py)

# Python itself is not built with the sanitizers, so their library is preloaded, and with it the one whose exceptions it
# watches. Python leaves memory to the system at its end: no leaks are looked for.
sanitize-python: $(STAMPS)/package $(STAMPS)/test  ## the Python tests that are nearest to the core, under the sanitizers
	$(SANITIZED) -DDRUPE_BUILD_PYTHON=ON -DDRUPE_BUILD_TESTS=OFF -DPython_EXECUTABLE="$(BIN)/python"
	PATH="$(BIN):$$PATH" cmake --build build/sanitize
	PYTHONPATH="$(CURDIR)/cpp/tests/sanitized" PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0 OPENBLAS_NUM_THREADS=1 \
	    LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so.6)" \
	    "$(BIN)/python" -m pytest -n0 -m "not slow" $(SANITIZED_TESTS) $(ARGS)

# Tried in an environment of its own, where no compiler is found and nothing is built from sources.
TRIED := PATH=/nowhere "$(CURDIR)/build/wheel/tried/bin/python"

wheel: $(STAMPS)/build $(STAMPS)/wheel  ## a wheel in dist/ that needs no compiler, for this Python
	rm -rf build/wheel && mkdir -p build/wheel dist
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir build/wheel .
	PATH="$(BIN):$$PATH" "$(BIN)/python" -m auditwheel repair --wheel-dir build/wheel/repaired build/wheel/*.whl
	"$(BIN)/python" -m venv build/wheel/tried
	$(TRIED) -m pip --disable-pip-version-check --quiet install --only-binary :all: build/wheel/repaired/*.whl
	cd build/wheel && $(TRIED) -I -W error "$(CURDIR)/tests/installed_wheel.py"
	mv build/wheel/repaired/*.whl dist/

clean:  ## remove what was built; keep the virtual environment
	rm -rf build dist demo docs/api docs/build docs/gallery junit.xml .hypothesis .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	find src tests benchmarks docs -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean  ## remove the virtual environment too
	rm -rf "$(VENV)"

# ------------------------------------------------------------------------------------------------------------ stamps

$(STAMPS)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "drupe needs Python 3.11 or newer, but \
	$(PYTHON) is %s; name another: make PYTHON=python3.12" % sys.version.split()[0])'
	test -x "$(BIN)/python" || $(PYTHON) -m venv "$(VENV)"
	$(PIP) install --upgrade "pip>=25.1"
	@mkdir -p "$(STAMPS)" && touch "$@"

# The groups of development requirements in pyproject.toml, each when it is first needed and when the list changes.
$(STAMPS)/build $(STAMPS)/test $(STAMPS)/check $(STAMPS)/docs $(STAMPS)/wheel $(STAMPS)/peers: $(STAMPS)/venv pyproject.toml
	$(PIP) install --group $(@F)
	@touch "$@"

# Build requirements come from the environment itself, so that a rebuild is incremental.
$(STAMPS)/package: $(STAMPS)/build $(SOURCES)
	$(PIP) install --no-build-isolation --editable . --config-settings=cmake.define.DRUPE_WERROR=ON
	@touch "$@"
