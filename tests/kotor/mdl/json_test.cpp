#include <gtest/gtest.h>
#include <meshwright/core/json_text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/kotor/mdl.h>

#include <bit>

#include "fixtures.h"
#include "support/cases/json_cases.h"

namespace mw::kotor::mdl {
namespace {

using test::replaced;
using test::whole_from;

void expect_same_through_json(const File& file) {
  test::expect_same_through_json<Mdl>(written(file));
}

TEST(MdlJson, GivesTheSameBytesBack) {
  for (const Variant variant : kVariants) expect_same_through_json(sample(variant));
  expect_same_through_json(one_node());
}

TEST(MdlJson, KeepsOddFilesToo) {
  File file = sample({});
  body(file).mdx->rows.normals[0].x = std::bit_cast<float>(0xFFC12345U);
  body(file).mdx->rows.normals[1].y = -0.0F;
  file.nodes[kHip].data[3] = std::bit_cast<float>(0x7F812345U);
  file.nodes[kHip].header.children.reserved = 3;
  file.geometry.name = FixedText<32>("caf\xE9");
  body(file).header.texture_1.chars[20] = '?';
  file.nodes[kTail].header.controllers.offset += 2;
  file.unreferenced = {{file.header.mdl_size + 12ULL, Bytes(5, std::byte(0xEE))}};
  file.nodes[kTail].header.controllers.offset -= 2;
  file.names_header.head_node = {kNoRow, 5};
  expect_same_through_json(file);
}

TEST(MdlJson, KeepsControllersThatShareOrMissTheirData) {
  File file = sample({});
  Node& node = file.nodes[kHip];
  node.controllers[1].time_index = node.controllers[0].time_index;
  expect_same_through_json(file);  // the time of the second is loose now
  node.controllers[1].data_index = 60000;
  expect_same_through_json(file);
  node.controllers[0].rows = 0;
  expect_same_through_json(file);
}

/// Of many that share all they have a few tell it, and the numbers that none of those has are loose.
TEST(MdlJson, WhatManyControllersShareIsNotRepeatedForEach) {
  const auto with_controllers = [](std::size_t count) {
    File file = sample({});
    Node& node = file.nodes[kHip];
    node.data.resize(400);
    for (std::size_t i = 0; i < node.data.size(); ++i) node.data[i] = float(i) + 0.5F;
    node.controllers.assign(count, {.type = kPositionController, .rows = 100, .columns = 3});
    node.controllers.back().data_index = 100;
    lay_out(file, Family::original);
    return file;
  };
  const File many = with_controllers(500);
  expect_same_through_json(many);
  // 1000 numbers and four times the data, 400 for each: the rest has none.
  const std::size_t few = to_json(with_controllers(6)).size();
  const std::size_t controller = (to_json(many).size() - few) / 494;
  EXPECT_LT(controller, 400U);
}

TEST(MdlJson, AnEditedNumberChangesJustItsBytes) {
  const Pair before = written(sample({}));
  const auto after = whole_from<Mdl>(replaced(to_json(sample({})), "\"length\": 2,", "\"length\": 4.5,"));
  ASSERT_TRUE(after);
  std::size_t changed = 0;
  for (std::size_t i = 0; i < before.mdl.size(); ++i) changed += before.mdl[i] != after->mdl[i] ? 1 : 0;
  EXPECT_EQ(changed, 1U);  // 2 and 4.5 differ in one byte
  EXPECT_EQ(read_pair(*after)->animations[0].header.length, 4.5F);
}

TEST(MdlJson, CanBeLaidOutAnew) {
  const std::string json = to_json(sample({}));
  const auto b = whole_from<Mdl>(replaced(json, "\"layout\": \"kept\"", "\"layout\": \"kotor-blender\""));
  ASSERT_TRUE(b);
  EXPECT_EQ(family_of(read_pair(*b).value()), Family::kotor_blender);
  // A longer name fits once everything is placed anew.
  std::string longer = replaced(json, "\"layout\": \"kept\"", "\"layout\": \"original\"");
  longer = replaced(longer, "\"text\": \"lamp\"", "\"text\": \"lantern\"");
  longer = replaced(longer, "\"name\": \"lamp\"", "\"name\": \"lantern\"");
  const auto named = whole_from<Mdl>(longer);
  ASSERT_TRUE(named) << to_string(named.error());
  EXPECT_EQ(read_pair(*named)->names[kLamp].text, "lantern");
  EXPECT_EQ(named->mdl.size(), written(sample({})).mdl.size() + 3);
}

/// Nodes are called by their rows; what the trees tell is left out.
TEST(MdlJson, ShowsLinksWhereTheTreesDoNotTellThem) {
  File file = sample({});
  for (const char* name :
       {"\"parent\"", "\"parent_offset", "\"owner", "\"root_node", "\"head_node", "\"root\""})
    EXPECT_EQ(to_json(file).find(name), std::string::npos) << name;
  file.names_header.head_node = {kNeck};
  file.nodes[kTail].header.parent = {kNoRow, 5};
  test::expect_contains(to_json(file), {"\"head_node\": 2", "\"parent_offset\": 5"});
}

TEST(MdlJson, CanBeWrittenIntoAnotherJson) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_array();
  to_json(one_node(), json);
  json.end_array();
  const std::string list = json.take();
  const std::string inner = list.substr(1, list.size() - 2);
  const auto file = JsonText::parse(inner).and_then(from_json);
  ASSERT_TRUE(file);
  EXPECT_EQ(written(*file).mdl, written(one_node()).mdl);
}

TEST(MdlJson, IsReadable) {
  test::expect_contains(
      to_json(sample({})),
      {"\"variant\": \"k1-pc\"", "\"name\": \"neck_g\"", "\"name\": \"selfillumcolor\"",
       "\"times\": [0, 0.5, 1]", "\"texture_1\": \"mw_hide\"", "\"weights\": [\n", "[0.5, 0.5, 0, 0]",
       "{\"time\": 0.25, \"name\": \"snd_footstep\"}", "\"sentinel\": {"});
}

TEST(MdlJson, EditsThatMakeNoSenseAreRefused) {
  test::expect_edit_messages<Mdl>(
      to_json(sample({})),
      {{"\"variant\": \"k1-pc\"", "\"variant\": \"k2-pc\"",
        "variant: \"k2-pc\", but the functions of the geometry are those of k1-pc"},
       {"\"layout\": \"kept\"", "\"layout\": \"c\"",
        "layout: \"c\" is none of \"kept\", \"original\" and \"kotor-blender\""},
       {"\"text\": \"hip_g\"", "\"text\": \"hop_g\"", "nodes[1].name: \"hip_g\", but name 1 is \"hop_g\""},
       {"\"times\": [0, 0.5, 1]", "\"times\": [0, 0.5]",
        "animations[1].nodes[1].controllers: 2 times and 27 values do not make 3 rows of 9 columns"},
       {"\"name\": \"orientation\"", "\"name\": \"scale\"",
        "animations[0].nodes[2].controllers: type 20 is \"orientation\" here, not \"scale\""},
       {"\"data_count\": 6", "\"data_count\": 7",
        "animations[0].nodes[2].data_count: neither a controller nor loose_data gives all of the data"},
       {"\"affected_by_fog\": 1", "\"affected_by_fog\": 256", "model.affected_by_fog: 256 is outside 0..255"},
       {"\"mdx_present\": 1", "\"mdx_missing\": 1", "mdx_present: missing"}});
}

}  // namespace
}  // namespace mw::kotor::mdl
