#include "peak_memory.h"

#include <fmt/format.h>
#include <malloc.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <new>

// The program's own operator new: it counts only while it is told to, so that the timed rows pay one branch.
// Nothing on the way of a read calls malloc itself: the codec decodes into the memory it is given.

namespace {

bool is_counting = false;
std::ptrdiff_t live = 0;
std::ptrdiff_t peak = 0;

/// Blocks are counted with what malloc adds to round them up.
void count(void* block, int sign) {
  live += sign * std::ptrdiff_t(malloc_usable_size(block));
  peak = std::max(peak, live);
}

void* allocate(std::size_t size) {
  void* block = std::malloc(size);
  if (block == nullptr) throw std::bad_alloc();
  if (is_counting) count(block, 1);
  return block;
}

void release(void* block) {
  if (is_counting && block != nullptr) count(block, -1);
  std::free(block);
}

}  // namespace

// new[], delete[] and the forms without exceptions lead here.
void* operator new(std::size_t size) {
  return allocate(size);
}
void operator delete(void* block) noexcept {
  release(block);
}
void operator delete(void* block, std::size_t) noexcept {
  release(block);
}

namespace mw::bench {

std::size_t peak_memory(const std::function<void()>& action) {
  live = peak = 0;
  is_counting = true;
  action();
  is_counting = false;
  return std::size_t(peak);
}

std::size_t resident_memory() {
  // /proc/self/statm is quicker and off by hundreds of kilobytes: the kernel gathers its figures in steps.
  std::ifstream lines("/proc/self/smaps_rollup");
  std::string word;
  while (lines >> word && word != "Rss:") continue;
  std::size_t kilobytes = 0;
  lines >> kilobytes;
  return kilobytes * 1024;
}

Row peak_row(const std::string& what, std::size_t decoded, const std::function<void()>& read) {
  constexpr double kMegabyte = 1e6;
  const double allowed = 1.2 * double(decoded) + 16 * kMegabyte;
  const auto used = double(peak_memory(read));
  // What was read has to be somewhere: with less than half of it, the counting itself is broken.
  const double ratio = used < double(decoded) / 2 ? INFINITY : used / allowed;
  return {"P13",
          fmt::format("{}, {:.1f} MB decoded: peak of {:.1f} MB / 1.2 x decoded + 16 MB", what,
                      double(decoded) / kMegabyte, used / kMegabyte),
          ratio, 1};
}

}  // namespace mw::bench
