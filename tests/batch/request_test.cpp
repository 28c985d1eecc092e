#include <meshwright/batch/batch.h>

#include <gtest/gtest.h>

namespace mw::batch {
namespace {

TEST(Progress, TellsRateAndTimeLeftByBytes) {
  EXPECT_EQ(progress_text({1024, 512, 400'000'000, 300'000'000}, 6, true),
            "[##################......] 512 of 1,024 files, 50.0 MB/s, 2 s left");
  EXPECT_EQ(progress_text({1024, 512, 400'000'000, 300'000'000}, 6, false),
            "512 of 1,024 files, 50.0 MB/s, 2 s left");
}

TEST(Progress, BeginsAndEndsWithoutNonsense) {
  EXPECT_EQ(progress_text({10, 0, 100, 0}, 0, true), "[........................] 0 of 10 files");
  EXPECT_EQ(progress_text({10, 10, 100, 100}, 2, true),
            "[########################] 10 of 10 files, 0.0 MB/s");
  EXPECT_EQ(progress_text({0, 0, 0, 0}, 0, false), "0 of 0 files");
  EXPECT_EQ(progress_text({4, 1, 0, 0}, 3, true),
            "[######..................] 1 of 4 files, 0.0 MB/s, 9 s left")
      << "empty files count each";
}

TEST(Shard, IsAPartOfThemAll) {
  const auto shard = parse_shard("2/4");
  ASSERT_TRUE(shard);
  EXPECT_EQ(shard->number, 2U);
  EXPECT_EQ(shard->count, 4U);
  for (const char* word : {"", "2", "0/4", "5/4", "a/4", "2/", "/4", "-1/4", "1/4294967296"})
    EXPECT_FALSE(parse_shard(word)) << word;
}

TEST(Threads, AreAsManyAsAskedForWithinReason) {
  EXPECT_EQ(thread_count(3), 3U);
  EXPECT_EQ(thread_count(5000), 1024U);
  EXPECT_GE(thread_count(0), 1U);
}

}  // namespace
}  // namespace mw::batch
