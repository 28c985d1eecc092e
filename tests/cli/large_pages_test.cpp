#include <gtest/gtest.h>
#include <unistd.h>

#include "cli/large_pages.h"

// The sanitizers have memory of their own, which nothing here changes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MW_OWN_HEAP 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define MW_OWN_HEAP 0
#endif
#endif
#ifndef MW_OWN_HEAP
#define MW_OWN_HEAP 1
#endif

namespace mw::cli {
namespace {

/// How many megabytes the heap of this process grows by.
int growth_for(std::uint64_t input_bytes) {
  const auto end = [] { return static_cast<char*>(::sbrk(0)); };
  const char* const before = end();
  use_large_pages_for(input_bytes);
  return int((end() - before) >> 20);
}

/// In processes of their own, since a heap grows once.
TEST(LargePages, OnlyALargeInputMakesTheHeapGrow) {
  if (MW_OWN_HEAP == 0) GTEST_SKIP() << "the heap is the sanitizer's";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::_Exit(growth_for((1 << 20) - 1)), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(std::_Exit(growth_for(1 << 20) >= 60 ? 7 : 8), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace mw::cli
