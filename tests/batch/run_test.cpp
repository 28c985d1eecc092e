#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/batch/batch.h>

#include <algorithm>
#include <filesystem>

#include "support/allocations.h"
#include "support/command.h"

namespace mw::batch {
namespace {

using test::TemporaryFolder;
using test::write_text;

std::string large_obj() {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += fmt::format("v {} {} 0\n", i % 200, i / 200);
  for (int i = 1; i < 19000; ++i) text += fmt::format("f {} {} {}\n", i, i + 1, i + 201);
  return text;
}

/// The most memory that a run over so many equal files needs.
std::uint64_t peak_of(const TemporaryFolder& folder, int files) {
  const std::string in = folder / fmt::format("in{}", files);
  std::filesystem::create_directory(in);
  for (int i = 0; i < files; ++i) write_text(fmt::format("{}/{}.obj", in, i), large_obj());
  const Request request{.input = in,
                        .output = folder / fmt::format("out{}", files),
                        .target = find_format("gltf"),
                        .extension = ".glb"};
  const test::PeakCounter memory;
  int converted = 0;
  EXPECT_TRUE(
      run(request, [&](const FileResult& result) { converted += result.outcome == Outcome::converted; }));
  EXPECT_EQ(converted, files);
  return memory.peak();
}

TEST(Run, MemoryIsThatOfTheFilesInFlight) {
  if (!test::PeakCounter::counts()) GTEST_SKIP() << "needs AddressSanitizer";
  const TemporaryFolder folder;
  const std::uint64_t few = peak_of(folder, 2);
  EXPECT_GT(few, large_obj().size());
  EXPECT_LE(peak_of(folder, 12), few + few / 4);
}

TEST(Run, ProgressGoesToTheEnd) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "in");
  for (int i = 1; i <= 3; ++i)
    write_text(folder / fmt::format("in/{}.obj", i), std::string(std::size_t(100 * i), '#'));
  const Request request{
      .input = folder / "in", .output = folder / "out", .target = find_format("gltf"), .extension = ".glb"};
  std::vector<Progress> seen;
  EXPECT_TRUE(
      run(request, [](const FileResult&) {}, [&](const Progress& progress) { seen.push_back(progress); }));
  // Several may be finished at one look.
  ASSERT_FALSE(seen.empty());
  for (const Progress& progress : seen) {
    EXPECT_EQ(progress.files, 3U);
    EXPECT_EQ(progress.bytes, 600U);
  }
  EXPECT_TRUE(std::ranges::is_sorted(seen, {}, &Progress::done));
  EXPECT_EQ(seen.back().done, 3U);
  EXPECT_EQ(seen.back().bytes_done, 600U);
}

/// A file may be replaced while it is converted; what was made of the old one is not up to date.
TEST(Run, WhatWasConvertedIsRemembered) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "in");
  write_text(folder / "in/a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  Request request{.input = folder / "in",
                  .output = folder / "out",
                  .target = find_format("gltf"),
                  .extension = ".glb",
                  .skip_existing = true};
  const auto outcome = [&] {
    Outcome found = Outcome::failed;
    EXPECT_TRUE(run(request, [&](const FileResult& result) { found = result.outcome; }));
    return found;
  };
  EXPECT_EQ(outcome(), Outcome::converted);
  EXPECT_EQ(outcome(), Outcome::kept);
  write_text(folder / "in/a.obj", "v 0 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_EQ(outcome(), Outcome::converted);
  EXPECT_EQ(outcome(), Outcome::kept);
}

}  // namespace
}  // namespace mw::batch
