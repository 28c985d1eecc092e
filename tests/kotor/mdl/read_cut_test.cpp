#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_scene.h>
#include <algorithm>

#include "fixtures.h"
#include "support/allocations.h"
#include "support/cases/format_cases.h"

/// Models whose end was cut off: what is left of them.
namespace mw::kotor::mdl {
namespace {

using test::prefix;

TEST(MdlReadCut, KeepsTheNodesThatBeginInWhatIsLeft) {
  const Pair whole = written(sample({}));
  const auto file = read_pair(whole);
  ASSERT_TRUE(file);
  const std::size_t end = file_offset(file->nodes[kFloor].offset) + 40;  // amid the last node
  EXPECT_FALSE(read(prefix(whole.mdl, end), *whole.mdx));
  const auto cut = read_cut(prefix(whole.mdl, end), *whole.mdx);
  ASSERT_TRUE(cut) << to_string(cut.error());
  ASSERT_EQ(cut->nodes.size(), 8U);
  EXPECT_EQ(cut->mdl_bytes, end);
  EXPECT_EQ(cut->nodes[kRoot].children, (std::vector<std::uint32_t>{kHip, kBody}));
  EXPECT_EQ(cut->nodes[kBody].mesh->faces.size(), file->nodes[kBody].mesh->faces.size());
  EXPECT_EQ(cut->nodes[kBody].mesh->faces.back().vertices, file->nodes[kBody].mesh->faces.back().vertices);
  EXPECT_EQ(cut->nodes[kBody].mesh->vertices, file->nodes[kBody].mesh->vertices);
  EXPECT_EQ(cut->animations.size(), file->animations.size());
  EXPECT_EQ(to_scene(*cut, {}).meshes.size(), 2U);
}

TEST(MdlReadCut, EveryCutIsReadOrRefused) {
  const Pair whole = written(sample({}));
  std::size_t last = 0;
  for (std::size_t size = 0; size < whole.mdl.size(); ++size) {
    const auto cut = read_cut(prefix(whole.mdl, size), *whole.mdx);
    if (!cut) continue;
    for (const Node& node : cut->nodes) EXPECT_LT(file_offset(node.offset), size);
    EXPECT_GE(cut->nodes.size(), last) << "more is left of a longer rest";
    last = cut->nodes.size();
    (void)to_scene(*cut, {});
  }
  EXPECT_EQ(last, 9U);
}

TEST(MdlReadCut, WhatIsNotCutOffIsRefused) {
  const Pair whole = written(sample({}));
  EXPECT_EQ(to_string(read_cut(whole.mdl, {}).error()),
            fmt::format("{0} bytes are not the beginning of a model of {0}", whole.mdl.size()));
  EXPECT_FALSE(read_cut(prefix(whole.mdl, 11), {}));
  // A size that makes no sense asks for no memory.
  Bytes huge = whole.mdl;
  test::put(huge, 4, std::uint32_t(0x40000000));
  EXPECT_FALSE(read_cut(huge, {}));
}

}  // namespace
}  // namespace mw::kotor::mdl
