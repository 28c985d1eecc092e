#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace mw::test {

/// Counts the bytes allocated by this thread's program while it lives. Needs AddressSanitizer; without it
/// counts() is false and total() 0.
class AllocationCounter {
 public:
  AllocationCounter();
  std::uint64_t total() const;
  static bool counts();

 private:
  std::uint64_t start_;
};

/// The most bytes that were allocated at one time while it lives, beyond those before. Needs
/// AddressSanitizer; without it counts() is false and peak() 0.
class PeakCounter {
 public:
  PeakCounter();
  std::uint64_t peak() const;
  static bool counts();

 private:
  std::uint64_t start_;
};

/// What `work` gives, which must not allocate more than reading so many bytes is worth.
auto within_memory(std::size_t size, const auto& work) {
  const AllocationCounter allocations;
  auto result = work();
  EXPECT_LE(allocations.total(), 4 * size + (1 << 20));
  return result;
}

}  // namespace mw::test
