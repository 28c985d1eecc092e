#include <fcntl.h>
#include <gtest/gtest.h>
#include <meshwright/batch/batch.h>
#include <meshwright/batch/detail/tree.h>
#include <meshwright/files/detail/walk.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "support/command.h"

namespace mw::batch {
namespace {

using test::TemporaryFolder;
using test::write_text;

std::vector<std::string> paths(const std::string& folder, const std::string& but = {}) {
  const auto files = list_tree(folder, but);
  EXPECT_TRUE(files);
  std::vector<std::string> all;
  if (files)
    for (const FoundFile& file : *files) all.push_back(file.path);
  return all;
}

TEST(Tree, ListsFilesBelowByTheirPathsWithTheirSizes) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "b/c");
  write_text(folder / "b/c/2", "12");
  write_text(folder / "b.x", "");
  write_text(folder / "a", "1");
  EXPECT_EQ(paths(folder.path()), (std::vector<std::string>{"a", "b.x", "b/c/2"}));
  EXPECT_EQ((*list_tree(folder.path()))[2].bytes, 2U);
}

TEST(Tree, LeavesOutHiddenFilesLinksAndTheOutputs) {
  const TemporaryFolder folder;
  for (const char* sub : {"in/.git", "in/out", "elsewhere"})
    std::filesystem::create_directories(folder / sub);
  for (const char* file : {"in/.git/a", "in/.b", "in/out/c", "in/d", "elsewhere/e"})
    write_text(folder / file, "x");
  std::filesystem::create_symlink(folder / "in/d", folder / "in/link");
  std::filesystem::create_directory_symlink(folder / "elsewhere", folder / "in/elsewhere");
  EXPECT_EQ(paths(folder / "in", folder / "in/out"), std::vector<std::string>{"d"});
  EXPECT_EQ(paths(folder / "in"), (std::vector<std::string>{"d", "out/c"}));
}

TEST(Tree, SaysWhatItCannotList) {
  const TemporaryFolder folder;
  EXPECT_EQ(to_string(list_tree(folder / "none").error()), "No such file or directory");
  EXPECT_EQ(to_string(list_tree(folder.path(), folder.path().string() + "/.").error()),
            "the outputs would lie among the inputs; name another folder");
}

/// One folder is open at a time, however deep they lie.
TEST(Tree, ListsFoldersDeeperThanFilesMayBeOpen) {
  const TemporaryFolder folder;
  std::string deep = folder.path();
  for (int level = 0; level < 60; ++level) deep += "/d";
  std::filesystem::create_directories(deep);
  write_text(deep + "/a", "1");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{.rlim_cur = 40, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  const auto files = list_tree(folder.path());
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_TRUE(files);
  ASSERT_EQ(files->size(), 1U);
  EXPECT_EQ((*files)[0].bytes, 1U);
}

/// That one folder cannot be listed does not hide those behind it.
TEST(Tree, AFolderThatCannotBeListedIsToldAndTheOthersAreListed) {
  const TemporaryFolder folder;
  for (const char* sub : {"a", "b", "c"}) {
    std::filesystem::create_directory(folder / sub);
    write_text((folder / sub) + "/file", "x");
  }
  std::vector<std::string> seen;
  std::vector<std::string> failed;
  walk(
      folder.path(),
      [&](const std::filesystem::directory_entry& entry) {
        if (entry.is_regular_file()) seen.push_back(entry.path().parent_path().filename());
        if (entry.path().filename() == "b") std::filesystem::remove_all(entry.path());
        return true;
      },
      [&](const std::filesystem::path& path, const std::error_code& why) {
        failed.push_back(path.filename().string() + ": " + why.message());
      });
  std::ranges::sort(seen);
  EXPECT_EQ(seen, (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(failed, std::vector<std::string>{"b: No such file or directory"});
}

/// Deeper than a path can say: told, not passed over.
TEST(Tree, AFolderTooDeepToBeNamedIsTold) {
  const TemporaryFolder folder;
  const std::string name(200, 'd');
  const int here = ::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY);
  ASSERT_GE(here, 0);
  int deepest = here;
  for (int level = 0; level < 25; ++level) {
    ASSERT_EQ(::mkdirat(deepest, name.c_str(), 0777), 0);
    const int next = ::openat(deepest, name.c_str(), O_RDONLY | O_DIRECTORY);
    if (deepest != here) ::close(deepest);
    deepest = next;
  }
  ::close(deepest);
  ::close(here);
  const auto files = list_tree(folder.path());
  ASSERT_TRUE(files);
  ASSERT_EQ(files->size(), 1U);
  EXPECT_EQ(files->front().problem, "File name too long");
}

TEST(Tree, AReportIsNoInput) {
  const TemporaryFolder folder;
  FileResult result;
  result.input = "room.wok";
  result.format = "kotor-walkmesh";
  Report report;
  report.add(result);
  write_text(folder / "report.json", report.as_json());
  EXPECT_EQ(*recognise_file(folder / "report.json"), nullptr);
}

TEST(Tree, KnowsOurJsonFromOthers) {
  const TemporaryFolder folder;
  write_text(folder / "package.json", "{\"name\": \"x\"}");
  write_text(folder / "room.json", "{\"format\": \"kotor-walkmesh\"}");
  write_text(folder / "notes.txt", "hello");
  EXPECT_EQ(*recognise_file(folder / "package.json"), nullptr);
  EXPECT_EQ((*recognise_file(folder / "room.json"))->id, "json");
  EXPECT_EQ(*recognise_file(folder / "notes.txt"), nullptr);
  EXPECT_FALSE(recognise_file(folder / "none"));
}

}  // namespace
}  // namespace mw::batch
