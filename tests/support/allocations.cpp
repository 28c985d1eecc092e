#include "allocations.h"

#include <atomic>
#include <cstddef>

// g++ says it by a macro, clang by a question.
#if defined(__SANITIZE_ADDRESS__)
#define MESHWRIGHT_COUNTS_MEMORY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MESHWRIGHT_COUNTS_MEMORY 1
#endif
#endif

#if defined(MESHWRIGHT_COUNTS_MEMORY)
// Part of the sanitizer's runtime; g++ ships no header for it.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                                         void (*)(const volatile void*));
extern "C" std::size_t __sanitizer_get_allocated_size(const volatile void*);
#endif

namespace mw::test {
namespace {

std::atomic<std::uint64_t> allocated = 0;
std::atomic<std::uint64_t> in_use = 0;
std::atomic<std::uint64_t> most_in_use = 0;

#if defined(MESHWRIGHT_COUNTS_MEMORY)
void on_malloc(const volatile void*, std::size_t size) {
  allocated += size;
  const std::uint64_t now = in_use += size;
  if (now > most_in_use) most_in_use = now;
}
void on_free(const volatile void* memory) {
  in_use -= __sanitizer_get_allocated_size(memory);
}
const bool installed = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0;
#else
const bool installed = false;
#endif

}  // namespace

AllocationCounter::AllocationCounter() : start_(allocated) {}
std::uint64_t AllocationCounter::total() const {
  return allocated - start_;
}
bool AllocationCounter::counts() {
  return installed;
}

PeakCounter::PeakCounter() : start_(in_use) {
  most_in_use = start_;
}
std::uint64_t PeakCounter::peak() const {
  return most_in_use - start_;
}
bool PeakCounter::counts() {
  return installed;
}

}  // namespace mw::test
