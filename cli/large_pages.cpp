#include "large_pages.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <mutex>

namespace mw::cli {
namespace {

constexpr std::uint64_t kLargeInput = 1 << 20;
constexpr int kHeap = 64 << 20;  // enough for a model of some megabytes, its scene and the output
constexpr std::uintptr_t kLargePage = 2 << 20;

/// Lets the heap grow by much at once, and be kept: memory that is given back must be got and cleared again.
/// None of this is memory before it is used.
void grow_heap() {
  constexpr int kUsualPadding = 128 << 10;
  mallopt(M_MMAP_THRESHOLD, kHeap);
  mallopt(M_TRIM_THRESHOLD, 2 * kHeap);
  mallopt(M_TOP_PAD, kHeap);
  void* const first = std::malloc(std::size_t(kLargePage));
  mallopt(M_TOP_PAD, kUsualPadding);
  const auto begin = (std::uintptr_t(first) + kLargePage - 1) / kLargePage * kLargePage;
  const auto end = std::uintptr_t(::sbrk(0));
  std::free(first);
  // Without large pages, or with the heap elsewhere, nothing changes.
  if (first != nullptr && begin < end)
    (void)::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

}  // namespace

void use_large_pages_for(std::uint64_t input_bytes) {
  static std::once_flag grown;
  const bool has_the_heap = ::gettid() == ::getpid();  // other threads have memory elsewhere
  if (input_bytes >= kLargeInput && has_the_heap) std::call_once(grown, grow_heap);
}

}  // namespace mw::cli
