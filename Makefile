# The two commands everybody needs are `make demo` and `make test`; both install what is missing first.

# Real game files to test against are not part of the project; the tests that want them are skipped without.
MESHWRIGHT_CORPUS ?= $(wildcard ../shared/corpus)
MESHWRIGHT_GAME ?= $(wildcard ../shared/game)
export MESHWRIGHT_CORPUS := $(abspath $(MESHWRIGHT_CORPUS))
export MESHWRIGHT_GAME := $(abspath $(MESHWRIGHT_GAME))
$(foreach folder,$(MESHWRIGHT_CORPUS) $(MESHWRIGHT_GAME),$(if $(wildcard $(folder)/.),,$(error there is no folder $(folder))))

JOBS ?= $(shell nproc)
FOLDERS = src include cli serve bindings tests fuzz bench examples
SOURCES = $(shell find $(FOLDERS) -name '*.h' -o -name '*.cpp')
CLANG_FORMAT = clang-format-19

.PHONY: help demo test check times bench fuzz mutate wasm viewer format format-check lint docs release dev tsan clean \
  command-packages threads-packages demo-packages build-packages test-packages bench-packages command

help:
	@sed -n 's/^## //p' Makefile
	@echo "JOBS=N: how many compilers at once; MESHWRIGHT_CORPUS, MESHWRIGHT_GAME: folders of real files to test against"

# One line before each long step; ninja then says how far it is, with the step's name in front.
say = printf '\n\033[1m== %s\033[0m\n'
# Compilers take much memory at once: in large pages, where the system has them, a tenth of their time less.
build = GLIBC_TUNABLES=glibc.malloc.hugetlb=1 NINJA_STATUS="$(1) %f/%t " cmake --build --preset $(1) -j $(JOBS)

## make demo    install packages, build, and show the main job on built-in samples
demo: command-packages
	@$(say) "the command and the page in the browser, side by side"
	@$(MAKE) --no-print-directory -j2 command viewer
	@scripts/demo.sh build/demo/cli/meshwright demo-output

# One test more at a time than there are cores: that of the page waits for the browser most of the time.
# The tests of threads need the fewest packages, a browser is needed by none that is built: each step begins as soon as
# what it needs is installed.
## make test    install packages, build with sanitizers, run every test
test: threads-packages
	@$(MAKE) --no-print-directory format-check
	@$(say) "the library and its tests with sanitizers, with threads, and for the browser"
	@$(MAKE) --no-print-directory -j4 tsan dev viewer test-packages
	@$(say) "every test"
	@rm -rf build/dev/tests/results
	@ctest --preset dev -j $$(($(JOBS) + 1)) --output-junit $(abspath build/dev/tests/results/ctest.xml); status=$$?; scripts/count-tests.py build/dev/tests/results || status=1; exit $$status

# Files with thousands of damages each: without optimisation they take longer than all others together.
LONG_TESTS = *Mutants.*:*.BoundaryValues*:*.EveryTruncation*:*.*Million*
## make check LAYER=scene   after an edit: build and run the tests of one layer, without sanitizers; LONG=1: the long ones too
# The page and its browser are not needed for it.
check:
	@[ -n "$(LAYER)" ] || { echo "make check LAYER=NAME, one of:"; sed -n 's/^mw_test(\(.*\)_tests .*/  \1/p' tests/CMakeLists.txt; exit 2; }
	@scripts/install-packages.sh build
	@$(call quietly,check)
	@$(call build,check) --target $(LAYER)_tests
	@scripts/run-shards.sh $(JOBS) build/check/tests/$(LAYER)_tests $(if $(LONG),,'$(LONG_TESTS)')

## make times   build everything from nothing and write docs/build-times.md
times: build-packages
	@scripts/build-times.py docs/build-times.md

## make bench   measure the speed bars; writes bench/results.json and bench/README.md
bench: bench-packages
	cmake --preset bench
	$(call build,bench)
	build/bench/bench/bench bench/results.json bench/README.md

## make fuzz    run every fuzz target (or FUZZ_TARGET) for FUZZ_SECONDS (60) each
FUZZ_SECONDS ?= 60
FUZZ_TARGET ?= all
fuzz: threads-packages
	cmake --preset fuzz
	$(call build,fuzz)
	scripts/fuzz.sh build/fuzz/fuzz $(FUZZ_TARGET) -max_total_time=$(FUZZ_SECONDS)

## make mutate  put small faults into the sources, one at a time, and count which the tests notice (scripts/mutate.py)
COUNT ?= 300
SEED ?= 1
MINUTES ?= 240
mutate: test-packages
	@scripts/mutate.py --count $(COUNT) --seed $(SEED) --minutes $(MINUTES) --base '$(BASE)' --layer '$(LAYER)' \
	  $(if $(AGAIN),--again)

## make wasm    build all layers but files for WebAssembly
wasm: demo-packages
	@if command -v wasm-ld-19 >/dev/null && [ -e /usr/include/wasm32-wasi/stdlib.h ]; \
	 then $(call quietly,wasm) && $(call build,wasm); \
	 else echo "WebAssembly: there is no clang 19 with wasi-libc" >&2; exit 1; fi

## make viewer  build viewer/dist/meshwright.html, one page that opens every format
viewer: wasm
	@scripts/build-viewer.sh build/viewer build/wasm/bindings/wasm/meshwright.wasm viewer/dist/meshwright.html

## make format  format the sources
format: threads-packages
	@$(CLANG_FORMAT) -i $(SOURCES)

format-check: threads-packages
	@echo $(SOURCES) | xargs -P $(JOBS) -n 200 $(CLANG_FORMAT) --dry-run --Werror

## make lint    run clang-tidy
lint:
	@scripts/install-packages.sh lint
	cmake --preset check -B build/lint -DMESHWRIGHT_PRECOMPILE=OFF
	@git ls-files '*.cpp' | grep -v -e '^fuzz/' -e '^bench/' -e '^examples/' | xargs -P $(JOBS) -n 4 clang-tidy-19 -p build/lint --quiet

## make docs    write the generated pages again (docs/ISSUES.md, docs/LOSSES.md, the matrix of README.md, the page's types)
docs: dev
	build/dev/tests/generate_docs .

# Configuring prints a page; it is shown when it fails.
quietly = mkdir -p build && { cmake --preset $(1) > build/$(1).log 2>&1 || { cat build/$(1).log; exit 1; }; }

command:
	@$(call quietly,demo)
	@$(call build,demo) --target meshwright

## make release build the command with g++ and full optimisation, into build/release
release dev: build-packages
tsan: threads-packages
release dev tsan:
	@$(call quietly,$@)
	@$(call build,$@)

test-packages: build-packages
command-packages threads-packages demo-packages build-packages test-packages bench-packages:
	@scripts/install-packages.sh $(@:-packages=)

## make clean   remove what was built
clean:
	rm -rf build demo-output
