#pragma once

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

}  // namespace mw::test
