#include "serve/view_files.h"

#include <gtest/gtest.h>
#include <meshwright/formats/registry.h>
#include <algorithm>
#include <filesystem>
#include <fstream>

namespace mw::serve {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test.
class ViewFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string put(const std::string& name, const std::string& text = "x") {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path.string();
  }

  const fs::path folder_ =
      fs::path(testing::TempDir()) /
      (std::string("view_files_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

std::string layout_of(const std::string& rooms, int count) {
  return "beginlayout\n roomcount " + std::to_string(count) + "\n" + rooms +
         " trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n";
}

TEST_F(ViewFilesTest, ALayoutThatIsItsOwnRoomIsNoRoom) {
  const std::string layout = layout_of("  a 0 0 0\n", 1);
  const std::string area = put("area.lyt", layout);
  put("a.wok", layout);
  ViewFiles files;
  ASSERT_TRUE(files.add(area));
  EXPECT_EQ(files.needed_for("area.lyt").value(), (std::vector<std::string>{"area.lyt", "a.wok"}));
}

TEST_F(ViewFilesTest, LinksToFoldersAreCounted) {
  put("opened/a.wok");
  put("other/b.wok");
  fs::create_directory_symlink(folder_ / "other", folder_ / "opened/linked");
  fs::create_symlink(folder_ / "other/b.wok", folder_ / "opened/link.wok");
  fs::create_symlink(folder_ / "nowhere", folder_ / "opened/notes");
  ViewFiles files;
  ASSERT_TRUE(files.add((folder_ / "opened").string()));
  EXPECT_EQ(files.names(), std::vector<std::string>{"a.wok"});
  EXPECT_EQ(files.links(), 2U);
  EXPECT_EQ(files.unreadable(), 0U);
}

/// Its path is longer than the system takes, which nobody may read, whoever it is.
TEST_F(ViewFilesTest, FoldersThatCannotBeReadAreCounted) {
  put("a.wok");
  put("z.wok");
  const fs::path before = fs::current_path();
  const std::string name(250, 'n');
  fs::current_path(folder_);
  for (int i = 0; i < 20; ++i) {
    fs::create_directory(name);
    fs::current_path(name);
  }
  fs::current_path(before);
  ViewFiles files;
  ASSERT_TRUE(files.add(folder_.string()));
  EXPECT_EQ(files.names(), (std::vector<std::string>{"a.wok", "z.wok"}));
  EXPECT_EQ(files.unreadable(), 1U);
}

TEST_F(ViewFilesTest, TheLimitIsOfAllFolders) {
  for (const char* name : {"a/1.wok", "a/2.wok", "b/3.wok", "b/below/4.wok", "b/below/notes.txt"}) put(name);
  ViewFiles all(4);
  ViewFiles some(3);
  for (ViewFiles* files : {&all, &some})
    for (const char* each : {"a", "b"}) ASSERT_TRUE(files->add((folder_ / each).string()));
  EXPECT_EQ(all.names().size(), 4U);
  EXPECT_FALSE(all.is_cut_short());
  EXPECT_EQ(some.names().size(), 3U);
  EXPECT_TRUE(some.is_cut_short());
}

}  // namespace
}  // namespace mw::serve
