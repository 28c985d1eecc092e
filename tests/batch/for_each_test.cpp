#include <meshwright/batch/detail/for_each.h>

#include <gtest/gtest.h>
#include <meshwright/formats/registry.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>
#include <vector>

namespace mw::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLayout =
    "beginlayout\n roomcount 0\n trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n";

class ForEachFile : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void put(const std::string& name, std::string_view text) { std::ofstream(folder_ / name) << text; }

  /// The names of the files whose turn came, in their order.
  Result<FolderTotals> run(Folder folder, std::vector<std::string>& names) {
    folder.path = folder_.string();
    return for_each_file(folder, [&names](const FolderFile& file) {
      return [&names, name = fs::path(file.path).filename().string()] { names.push_back(name); };
    });
  }

  const fs::path folder_ =
      fs::path(testing::TempDir()) /
      (std::string("for_each_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(ForEachFile, ComesInOrderWhateverFinishesFirst) {
  std::vector<std::string> expected;
  for (char name = 'a'; name <= 'z'; ++name) {
    put(std::string(1, name) + ".lyt", kLayout);
    expected.push_back(std::string(1, name) + ".lyt");
  }
  std::vector<std::string> names;
  const auto totals = run({.threads = 4}, names);
  ASSERT_TRUE(totals);
  EXPECT_EQ(names, expected);
  EXPECT_EQ(totals->known, 26U);
}

TEST_F(ForEachFile, CountsWhatItDoesNotKnowAndOptionsWithoutAMeaning) {
  put("a.lyt", kLayout);
  put("b.txt", "something else");
  std::vector<std::string> names;
  Folder folder{.uses = Use::validate};
  folder.options.set("game", "k2");
  const auto totals = run(folder, names);
  ASSERT_TRUE(totals);
  EXPECT_EQ(names, std::vector<std::string>{"a.lyt"});
  EXPECT_EQ(totals->unknown, 1U);
  EXPECT_EQ(totals->idle_options, std::vector<std::string>{"game"});
}

TEST_F(ForEachFile, WhatMemoryIsTooSmallForIsAProblemOfThatFileOnly) {
  put("a.lyt", kLayout);
  put("b.lyt", kLayout);
  std::vector<std::string> told;
  const auto totals =
      for_each_file({.path = folder_.string()}, [&](const FolderFile& file) -> std::function<void()> {
        const std::string name = fs::path(file.path).filename().string();
        if (name == "a.lyt" && !file.problem) throw std::bad_alloc();
        return [&told, name, problem = file.problem] {
          told.push_back(name + (problem ? ": " + problem->message : ""));
        };
      });
  ASSERT_TRUE(totals);
  EXPECT_EQ(told, (std::vector<std::string>{"a.lyt: there is not enough memory for it", "b.lyt"}));
  EXPECT_EQ(totals->known, 2U);
}

}  // namespace
}  // namespace mw::batch
