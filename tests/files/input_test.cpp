#include <fcntl.h>
#include <gtest/gtest.h>
#include <meshwright/files/input.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <numeric>
#include <thread>

#include "support/command.h"

namespace mw {
namespace {

TEST(InputFile, MapsAFile) {
  const test::TemporaryFolder folder;
  test::write_text(folder / "a", "hello");
  const auto file = InputFile::open(folder / "a");
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->is_mapped());
  EXPECT_EQ(text_of(file->bytes()), "hello");
  EXPECT_TRUE(file->identity());
}

TEST(InputFile, AnEmptyFileIsEmpty) {
  const test::TemporaryFolder folder;
  test::write_text(folder / "a", "");
  const auto file = InputFile::open(folder / "a");
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->bytes().empty());
}

TEST(InputFile, ReadsAPipe) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::string text(300000, 'x');
  std::thread writer([&] { test::write_text(path, text); });
  const auto file = InputFile::open(path);
  writer.join();
  ASSERT_TRUE(file);
  EXPECT_FALSE(file->is_mapped());
  EXPECT_EQ(text_of(file->bytes()), text);
  EXPECT_FALSE(file->identity());
}

TEST(InputFile, OfAFileThatWasReadInPartTheRest) {
  const test::TemporaryFolder folder;
  test::write_text(folder / "a", "hello");
  const int descriptor = ::open((folder / "a").c_str(), O_RDONLY);
  std::array<char, 2> first{};
  ASSERT_EQ(::read(descriptor, first.data(), first.size()), 2);
  const auto file = InputFile::from_descriptor(descriptor);
  ::close(descriptor);
  ASSERT_TRUE(file);
  EXPECT_EQ(text_of(file->bytes()), "llo");
}

/// A pipe that does not block and is slow: what comes late comes too.
TEST(InputFile, WaitsForASlowPipe) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_NONBLOCK), 0);
  std::thread writer([&] {
    for (int i = 0; i < 5; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      EXPECT_EQ(::write(ends[1], "slow ", 5), 5);
    }
    ::close(ends[1]);
  });
  const auto file = InputFile::from_descriptor(ends[0]);
  writer.join();
  ::close(ends[0]);
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(text_of(file->bytes()), "slow slow slow slow slow ");
}

TEST(InputFile, SaysWhyItCannotOpen) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(to_string(InputFile::open(folder / "none").error()), "cannot open: No such file or directory");
  EXPECT_EQ(to_string(InputFile::open(folder.path().string()).error()), "is a folder, not a file");
}

TEST(InputFile, AFileThatShrinksGivesZerosAndSaysSo) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "a";
  test::write_text(path, std::string(100000, 'x'));
  const auto file = InputFile::open(path);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->bytes()[99999], std::byte('x'));
  ASSERT_EQ(::truncate(path.c_str(), 10), 0);
  EXPECT_EQ(file->bytes()[99999], std::byte(0));
  EXPECT_TRUE(file->shrank());
}

TEST(InputFile, ManyFilesAtOnceAreReadWhenTheyCannotBeMapped) {
  const test::TemporaryFolder folder;
  test::write_text(folder / "a", "hello");
  std::vector<InputFile> files;
  for (int i = 0; i < 70; ++i) files.push_back(InputFile::open(folder / "a").value());
  EXPECT_TRUE(files.front().is_mapped());
  EXPECT_FALSE(files.back().is_mapped());
  for (const InputFile& file : files) EXPECT_EQ(text_of(file.bytes()), "hello");
  files.clear();
  EXPECT_TRUE(InputFile::open(folder / "a")->is_mapped());
}

}  // namespace
}  // namespace mw
