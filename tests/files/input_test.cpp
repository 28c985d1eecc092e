#include <fcntl.h>
#include <gtest/gtest.h>
#include <meshwright/files/input.h>
#include <sys/stat.h>
#include <unistd.h>

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
