# The two commands everybody needs are `make demo` and `make test`; both install what is missing first.

# Real game files to test against are not part of the project; the tests that want them are skipped without.
export MESHWRIGHT_CORPUS ?= $(abspath $(wildcard ../shared/corpus))

JOBS ?= $(shell nproc)
SOURCES = $(shell git ls-files --cached --others --exclude-standard '*.h' '*.cpp')
CLANG_FORMAT = clang-format-19

.PHONY: help demo test bench fuzz mutate wasm viewer format format-check lint docs packages release dev clean

help:
	@sed -n 's/^## //p' Makefile

## make demo    install packages, build, and show the main job on built-in samples
demo: packages release viewer
	@scripts/demo.sh build/release/cli/meshwright demo-output

## make test    install packages, build with sanitizers, run every test
test: packages format-check dev
	cmake --preset tsan
	cmake --build --preset tsan -j $(JOBS)
	$(MAKE) --no-print-directory viewer
	ctest --preset dev -j $(JOBS)

## make bench   measure the speed bars; writes bench/results.json and bench/README.md
bench: packages
	cmake --preset bench
	cmake --build --preset bench -j $(JOBS)
	build/bench/bench/bench bench/results.json bench/README.md

## make fuzz    run every fuzz target (or FUZZ_TARGET) for FUZZ_SECONDS (60) each
FUZZ_SECONDS ?= 60
FUZZ_TARGET ?= all
fuzz: packages
	cmake --preset fuzz
	cmake --build --preset fuzz -j $(JOBS)
	scripts/fuzz.sh build/fuzz/fuzz $(FUZZ_TARGET) -max_total_time=$(FUZZ_SECONDS)

## make mutate  put small faults into the sources, one at a time, and count which the tests notice (scripts/mutate.py)
COUNT ?= 300
SEED ?= 1
MINUTES ?= 240
mutate: packages
	@scripts/mutate.py --count $(COUNT) --seed $(SEED) --minutes $(MINUTES) --base '$(BASE)' --layer '$(LAYER)' \
	  $(if $(AGAIN),--again)

## make wasm    build all layers but files for WebAssembly
wasm:
	@if command -v wasm-ld-19 >/dev/null && [ -e /usr/include/wasm32-wasi/stdlib.h ]; \
	 then cmake --preset wasm && cmake --build --preset wasm -j $(JOBS); \
	 else echo "WebAssembly: skipped, there is no clang 19 with wasi-libc"; fi

## make viewer  build viewer/dist/meshwright.html, one page that opens every format
viewer: wasm
	@scripts/build-viewer.sh build/viewer build/wasm/bindings/wasm/meshwright.wasm viewer/dist/meshwright.html

## make format  format the sources
format: packages
	@$(CLANG_FORMAT) -i $(SOURCES)

format-check:
	@$(CLANG_FORMAT) --dry-run --Werror $(SOURCES)

## make lint    run clang-tidy
lint: packages
	cmake --preset dev
	@git ls-files '*.cpp' | grep -v -e '^fuzz/' -e '^bench/' -e '^examples/' | xargs -P $(JOBS) -n 4 clang-tidy-19 -p build/dev --quiet

## make docs    write the generated pages again (docs/ISSUES.md, the matrix of README.md)
docs: dev
	build/dev/tests/generate_docs .

release:
	cmake --preset release
	cmake --build --preset release -j $(JOBS)

dev:
	cmake --preset dev
	cmake --build --preset dev -j $(JOBS)

packages:
	@scripts/install-packages.sh

clean:
	rm -rf build demo-output
