#include "allocations.h"

#include <atomic>
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
// Part of the sanitizer's runtime; g++ ships no header for it.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                                         void (*)(const volatile void*));
#endif

namespace mw::test {
namespace {

std::atomic<std::uint64_t> allocated = 0;

#if defined(__SANITIZE_ADDRESS__)
void on_malloc(const volatile void*, std::size_t size) {
  allocated += size;
}
void on_free(const volatile void*) {}
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

}  // namespace mw::test
