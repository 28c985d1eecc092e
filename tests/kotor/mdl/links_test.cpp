#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>

#include "fixtures.h"
#include "support/cases/format_cases.h"

namespace mw::kotor::mdl {
namespace {

constexpr std::uint64_t kOwner = field_byte<NodeHeader>("owner");
constexpr std::uint64_t kParent = field_byte<NodeHeader>("parent");
constexpr std::uint64_t kModelRoot = field_byte<GeometryHeader>("root_node");
constexpr std::uint64_t kAnimationRoot = field_byte<AnimationHeader>("geometry.root_node");
constexpr std::uint64_t kHead = field_byte<FileHeaders>("names_header.head_node") - kDataStart;

/// The word of a field in a record at this offset.
std::uint32_t word(const Bytes& mdl, std::uint32_t record, std::uint64_t field) {
  std::uint32_t value = 0;
  std::memcpy(&value, mdl.data() + kDataStart + record + field, sizeof(value));
  return value;
}

void put_word(Pair& pair, std::uint32_t record, std::uint64_t field, std::uint32_t value) {
  test::put(pair.mdl, kDataStart + record + field, value);
}

/// Rows are all that a builder gives: no offset, no parent, no owner.
TEST(MdlLinks, AreWrittenAsTheTreesSay) {
  File file = one_node();
  file.nodes.resize(3);
  file.nodes[0].children = {2, 1};
  file.animations.resize(2);
  for (Animation& animation : file.animations) {
    animation.header.geometry.type = std::uint8_t(GeometryType::animation);
    animation.nodes.resize(2);
    animation.nodes[0].children = {1};
  }
  lay_out(file, Family::original);
  const Bytes mdl = written(file).mdl;
  EXPECT_EQ(word(mdl, 0, kModelRoot), file.nodes[0].offset);
  EXPECT_EQ(word(mdl, 0, kHead), file.nodes[0].offset);
  EXPECT_EQ(word(mdl, file.nodes[0].offset, kParent), 0U);
  EXPECT_EQ(word(mdl, file.nodes[1].offset, kParent), file.nodes[0].offset);
  EXPECT_EQ(word(mdl, file.nodes[2].offset, kParent), file.nodes[0].offset);
  EXPECT_EQ(word(mdl, file.nodes[2].offset, kOwner), 0U);
  for (const Animation& animation : file.animations) {
    EXPECT_EQ(word(mdl, animation.offset, kAnimationRoot), animation.nodes[0].offset);
    EXPECT_EQ(word(mdl, animation.nodes[1].offset, kParent), animation.nodes[0].offset);
    EXPECT_EQ(word(mdl, animation.nodes[1].offset, kOwner), animation.offset);
  }
  EXPECT_NE(file.animations[0].offset, file.animations[1].offset);
}

/// What the trees tell is not told a second time.
TEST(MdlLinks, OfASoundFileAreAllImplied) {
  const File file = read_pair(written(sample({}))).value();
  const auto expect_implied = [](const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
      EXPECT_EQ(node.header.owner, Link{});
      EXPECT_EQ(node.header.parent, Link{});
    }
  };
  expect_implied(file.nodes);
  for (const Animation& animation : file.animations) {
    expect_implied(animation.nodes);
    EXPECT_EQ(animation.header.geometry.root_node, Link{});
  }
  EXPECT_EQ(file.geometry.root_node, Link{});
  EXPECT_EQ(file.names_header.head_node, Link{});
  EXPECT_EQ(head_row(file), kRoot);
}

TEST(MdlLinks, ThatDisagreeAreRowsWhereSomethingLiesAndOffsetsElsewhere) {
  const File file = sample({});
  const Animation& animation = file.animations[1];
  Pair pair = written(file);
  put_word(pair, 0, kHead, file.nodes[kNeck].offset);
  put_word(pair, file.nodes[kHand].offset, kParent, file.nodes[kFloor].offset);
  put_word(pair, file.nodes[kTail].offset, kParent, 0x7FFFFFFF);
  put_word(pair, file.nodes[kBody].offset, kParent, 0);
  put_word(pair, file.nodes[kLamp].offset, kOwner, animation.offset);
  put_word(pair, animation.nodes[kNeck].offset, kOwner, file.animations[0].offset);
  put_word(pair, animation.nodes[kHip].offset, kOwner, 0xFFFFFFFF);
  put_word(pair, animation.nodes[kHip].offset, kParent, file.nodes[kRoot].offset);  // of another tree
  const File odd = read_pair(pair).value();
  EXPECT_EQ(odd.names_header.head_node, Link{kNeck});
  EXPECT_EQ(odd.nodes[kHand].header.parent, Link{kFloor});
  EXPECT_EQ(odd.nodes[kTail].header.parent, (Link{kNoRow, 0x7FFFFFFF}));
  EXPECT_EQ(odd.nodes[kBody].header.parent, (Link{kNoRow, 0}));
  EXPECT_EQ(odd.nodes[kLamp].header.owner, Link{1});
  EXPECT_EQ(odd.nodes[kLamp].header.parent, Link{});
  EXPECT_EQ(odd.animations[1].nodes[kNeck].header.owner, Link{0});
  EXPECT_EQ(odd.animations[1].nodes[kHip].header.owner, (Link{kNoRow, 0xFFFFFFFF}));
  EXPECT_EQ(odd.animations[1].nodes[kHip].header.parent, (Link{kNoRow, file.nodes[kRoot].offset}));
  test::expect_writes(odd, pair);
  test::expect_json_gives<Mdl>(odd, pair);
}

TEST(MdlLinks, MayNameTheirOwnSpecialValues) {
  const File file = sample({});
  for (const std::uint32_t offset : {kNoRow, kImplied}) {
    Pair pair = written(file);
    put_word(pair, 0, kHead, offset);
    put_word(pair, file.nodes[kTail].offset, kParent, offset);
    put_word(pair, file.nodes[kTail].offset, kOwner, offset);
    test::expect_comes_back<Mdl>(pair);
    test::expect_same_through_json<Mdl>(pair);
  }
}

/// Sharing, cycles and references into nowhere survive being laid out.
TEST(MdlLinks, FollowWhatIsLaidOut) {
  File file = sample({});
  file.nodes[kNeck].children.push_back(kFloor);
  file.names_header.head_node = {kNeck};
  file.nodes[kHand].header.parent = {kNoRow, 0x7FFFFFFF};
  file.nodes[kTail].header.parent = {kBody};
  lay_out(file, Family::kotor_blender);
  const Bytes mdl = written(file).mdl;
  EXPECT_EQ(word(mdl, 0, kHead), file.nodes[kNeck].offset);
  EXPECT_EQ(word(mdl, file.nodes[kLamp].offset, kParent), file.nodes[kNeck].offset);
  EXPECT_EQ(word(mdl, file.nodes[kFloor].offset, kParent), file.nodes[kNeck].offset);  // the first in depth
  EXPECT_EQ(word(mdl, file.nodes[kHand].offset, kParent), 0x7FFFFFFFU);
  EXPECT_EQ(word(mdl, file.nodes[kTail].offset, kParent), file.nodes[kBody].offset);
  EXPECT_EQ(word(mdl, file.animations[1].nodes[2].offset, kOwner), file.animations[1].offset);
  test::expect_comes_back<Mdl>(written(file));
}

/// Each parent a wrong one: looked up in order, not each among all.
TEST(MdlLinks, OfManyOddNodesAreFoundInTime) {
  constexpr std::uint32_t kLength = 100000;
  File file = chain(kLength);
  for (Node& node : file.nodes) node.header.parent = {kLength - 1};
  file.nodes.back().header.parent = {0};
  const Pair pair = written(file);
  const File odd = read_pair(pair).value();
  EXPECT_EQ(odd.nodes[5].header.parent, Link{kLength - 1});
  EXPECT_EQ(odd.nodes.back().header.parent, Link{0});
  test::expect_writes(odd, pair);
}

TEST(MdlLinks, ToRowsThatDoNotExistAreRefused) {
  const auto message = [](const auto& change) {
    File file = sample({});
    change(file);
    return test::message_of(write(file));
  };
  EXPECT_EQ(message([](File& f) { f.nodes[kTail].header.parent = {9}; }),
            "nodes[6].parent: row 9 >= count 9");
  EXPECT_EQ(message([](File& f) { f.nodes[kTail].header.owner = {2}; }), "nodes[6].owner: row 2 >= count 2");
  EXPECT_EQ(message([](File& f) { f.names_header.head_node = {9}; }), "head_node: row 9 >= count 9");
}

}  // namespace
}  // namespace mw::kotor::mdl
