#include <gtest/gtest.h>
#include <meshwright/core/detail/file_name.h>

namespace mw {
namespace {

struct Case {
  const char* path;
  const char* name;
  const char* stem;
  const char* extension;
};

constexpr Case kCases[] = {
    {"room.wok", "room.wok", "room", ".wok"},
    {"a/B.MDL", "B.MDL", "B", ".mdl"},
    {"a/B.MDL.ASCII", "B.MDL.ASCII", "B", ".mdl.ascii"},
    {"b.wok.ascii", "b.wok.ascii", "b", ".wok.ascii"},
    {"b.pwk.ascii", "b.pwk.ascii", "b", ".pwk.ascii"},
    {"b.Dwk.Ascii", "b.Dwk.Ascii", "b", ".dwk.ascii"},
    {"v1.2.mdl.ascii", "v1.2.mdl.ascii", "v1.2", ".mdl.ascii"},
    {"X-ascii.mdl", "X-ascii.mdl", "X-ascii", ".mdl"},
    {"x.ascii", "x.ascii", "x", ".ascii"},
    {"x.obj.ascii", "x.obj.ascii", "x.obj", ".ascii"},
    {"x.mdl.ascii.json", "x.mdl.ascii.json", "x.mdl.ascii", ".json"},
    {".mdl.ascii", ".mdl.ascii", ".mdl", ".ascii"},
    {".hidden", ".hidden", ".hidden", ""},
    {"a.b/.hidden", ".hidden", ".hidden", ""},
    {"a.b/c", "c", "c", ""},
    {"a.b\\c", "c", "c", ""},
    {"textures\\Ship.DDS", "Ship.DDS", "Ship", ".dds"},
    {"a\\b/c.obj", "c.obj", "c", ".obj"},
    {"a/b\\c.obj", "c.obj", "c", ".obj"},
    {"a.b/", "", "", ""},
    {".", ".", ".", ""},
    {"a/..", "..", "..", ""},
    {"x.", "x.", "x", "."},
    {"-", "-", "-", ""},
    {"", "", "", ""},
};

TEST(FileName, IsTakenApart) {
  for (const Case& each : kCases) {
    EXPECT_EQ(file_name_of(each.path), each.name) << each.path;
    EXPECT_EQ(stem_of(each.path), each.stem) << each.path;
    EXPECT_EQ(extension_of(each.path), each.extension) << each.path;
  }
}

TEST(FileName, TheExtensionIsReplaced) {
  EXPECT_EQ(replace_extension("a/B.MDL", ".mdx"), "a/B.mdx");
  EXPECT_EQ(replace_extension("a/B.MDL.ASCII", ".mdx"), "a/B.mdx");
  EXPECT_EQ(replace_extension("B.mdl", ".mdl.ascii"), "B.mdl.ascii");
  EXPECT_EQ(replace_extension("a.b/c", ".mtl"), "a.b/c.mtl");
  EXPECT_EQ(replace_extension("a.b\\c.obj", ".mtl"), "a.b\\c.mtl");
  EXPECT_EQ(replace_extension("x.obj", ""), "x");
}

}  // namespace
}  // namespace mw
