#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/diff.h>
#include <meshwright/formats/registry.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/wows/geometry.h>

#include <algorithm>
#include <functional>
#include <set>

#include "model_documents.h"
#include "support/allocations.h"
#include "support/documents.h"
#include "support/growth.h"

namespace mw {
namespace {

namespace mdl = kotor::mdl;

using test::laid_out;
using test::model;
using enum test::SampleRow;

constexpr DiffOptions kNoLayout = {.ignore_layout = true};

/// The sample with an edit, placed anew.
Document edited(const std::function<void(mdl::File&)>& edit) {
  mdl::File file = mdl::sample({});
  edit(file);
  return laid_out(std::move(file));
}

Document plain() {
  return edited([](mdl::File&) {});
}

std::string told(const Document& a, const Document& b, const DiffOptions& options = {}) {
  std::string text;
  const auto differences = diff(a, b, options);
  EXPECT_TRUE(differences) << (differences ? "" : to_string(differences.error()));
  if (!differences) return "failed";
  for (const Difference& d : *differences) text += d.where + ": " + d.a + " | " + d.b + "\n";
  return text;
}

std::string changes(const Document& a, const Document& b, const DiffOptions& options = kNoLayout) {
  std::string text;
  const DiffSummary summary = diff(a, b, options, {}).value();
  for (const scene::Changes& c : summary.changes)
    if (c.added + c.removed + c.changed > 0)
      text += c.what + " +" + std::to_string(c.added) + " -" + std::to_string(c.removed) + " *" +
              std::to_string(c.changed) + " =" + std::to_string(c.same) + "\n";
  return text;
}

/// Takes a node without children out of the tree.
void remove_node(mdl::File& file, std::uint32_t row) {
  file.nodes.erase(file.nodes.begin() + row);
  for (mdl::Node& node : file.nodes) {
    std::erase(node.children, row);
    for (std::uint32_t& child : node.children) child -= child > row ? 1 : 0;
  }
}

TEST(Diff, ANodeThatIsGoneIsOneLine) {
  const Document without = edited([](mdl::File& file) { remove_node(file, kHand); });
  EXPECT_EQ(told(plain(), without, kNoLayout),
            "nodes[hip_g].children.count: 3 | 2\nnodes[hand]: reference | missing\n");
  EXPECT_EQ(changes(plain(), without), "nodes (dummy) +0 -0 *1 =2\nnodes (reference) +0 -1 *0 =0\n");
  EXPECT_EQ(told(without, plain(), kNoLayout),
            "nodes[hip_g].children.count: 2 | 3\nnodes[hand]: missing | reference\n");
  EXPECT_EQ(changes(without, plain()), "nodes (dummy) +0 -0 *1 =2\nnodes (reference) +1 -0 *0 =0\n");
}

TEST(Diff, OrderIsLayout) {
  const Document swapped =
      edited([](mdl::File& file) { std::swap(file.nodes[kBody], file.nodes[kWalkmesh]); });
  EXPECT_EQ(told(plain(), swapped, kNoLayout), "");
  const Document names = edited([](mdl::File& file) {
    std::swap(file.names[kBody], file.names[kWalkmesh]);
    file.nodes[kBody].header.name_index = kWalkmesh;
    file.nodes[kWalkmesh].header.name_index = kBody;
  });
  EXPECT_NE(told(plain(), names), "");
  EXPECT_EQ(told(plain(), swapped).find("rows["), std::string::npos);
}

TEST(Diff, WhatIsPlacedAnewDiffersOnlyInLayout) {
  mdl::File file = mdl::sample({});
  mdl::lay_out(file, mdl::Family::kotor_blender);
  const Document other = model(file);
  const auto all = diff(plain(), other).value();
  EXPECT_GT(all.size(), 20U);
  for (const Difference& d : all) EXPECT_EQ(d.kind, DifferenceKind::layout) << d.where;
  EXPECT_EQ(told(plain(), other, kNoLayout), "");
  const DiffSummary summary = diff(plain(), other, {}, {}).value();
  EXPECT_EQ(summary.differences, all.size());
  EXPECT_EQ(summary.layout, all.size());
  EXPECT_FALSE(summary.through_scene);
  EXPECT_EQ(changes(plain(), other, {}), "");
}

TEST(Diff, ANodeBelowAnotherIsToldByName) {
  const Document moved = edited([](mdl::File& file) {
    file.nodes[kHip].children = {kNeck, kHand};
    file.nodes[kRoot].children = {kHip, kTail, kBody, kWalkmesh};
  });
  EXPECT_EQ(told(plain(), moved, kNoLayout),
            "nodes[mw_creature].children.count: 3 | 4\nnodes[hip_g].children.count: 3 | 2\n"
            "nodes[tail_g].parent_name: hip_g | mw_creature\n");
  EXPECT_EQ(changes(plain(), moved), "nodes (danglymesh) +0 -0 *1 =0\nnodes (dummy) +0 -0 *2 =1\n");
}

TEST(Diff, TheNodeWhereAnimationsStartIsToldByName) {
  const Document other = edited([](mdl::File& file) { file.names_header.head_node.row = kBody; });
  EXPECT_EQ(told(plain(), other, kNoLayout), "names_header.head_node_name: mw_creature | body_g\n");
}

TEST(Diff, ANodeOfAnotherKindIsStillTheOneOfThatName) {
  const Document other = edited([](mdl::File& file) {
    file.nodes[kHand].header.type = mdl::kNodeHeader;
    file.nodes[kHand].reference.reset();
  });
  EXPECT_EQ(told(plain(), other, kNoLayout),
            "nodes[hand].type: 17 | 1\n"
            "nodes[hand].reference.model: \"fx_ref\" | missing\nnodes[hand].reference.reattachable: 1 | "
            "missing\n");
}

TEST(Diff, TheSecondOfANameIsMatchedWithTheSecond) {
  const auto twice = [](float x) {
    return edited([&](mdl::File& file) {
      file.names[kHand].text = "neck_g";
      file.nodes[kHand].header.type = mdl::kNodeHeader;
      file.nodes[kHand].reference.reset();
      file.nodes[kHand].header.position.x = x;
    });
  };
  EXPECT_EQ(told(twice(1), twice(2), kNoLayout), "nodes[neck_g#2].position: (1, 0, 0) | (2, 0, 0)\n");
}

TEST(Diff, RowsOfATableAreOneGroup) {
  const Document moved = edited([](mdl::File& file) {
    auto& positions = file.nodes[kTail].mesh->mdx->rows.positions;
    positions[0].x += 0.5F;
    positions[2].y += 0.25F;
  });
  const auto found = diff(plain(), moved, kNoLayout).value();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].where, "companion.nodes[tail_g].rows[0].positions");
  EXPECT_EQ(found[1].where, "companion.nodes[tail_g].rows[2].positions");
  EXPECT_EQ(found[0].group, "companion.nodes[tail_g].rows[].positions");
  EXPECT_EQ(found[1].group, found[0].group);
  EXPECT_EQ(found[0].deviation, 0.5);
  EXPECT_EQ(found[1].deviation, 0.25);
  EXPECT_EQ(diff(plain(), moved, {.ignore_layout = true, .tolerance = 0.25})->size(), 1U);
  EXPECT_EQ(diff(plain(), moved, {.ignore_layout = true, .tolerance = 0.5})->size(), 0U);
}

TEST(Diff, ToleranceIsOfFloatsOnly) {
  const Document other = edited([](mdl::File& file) {
    file.nodes[kHip].header.number += 1;
    file.nodes[kHip].header.position.x = std::numeric_limits<float>::quiet_NaN();
  });
  EXPECT_EQ(diff(plain(), other, {.ignore_layout = true, .tolerance = 1e9})->size(), 2U);
}

/// Names of one size lie in one run of rows, and each is told.
TEST(Diff, EveryNameThatIsGoneIsTold) {
  const Document more = edited([](mdl::File& file) {
    file.names.push_back({.text = "extra1"});
    file.names.push_back({.text = "extra2"});
  });
  const std::string text = told(more, plain(), kNoLayout);
  EXPECT_NE(text.find("names_header.names.count: 11 | 9\n"), text.npos) << text;
  EXPECT_NE(text.find("names[extra1]: present | missing\nnames[extra2]: present | missing\n"), text.npos)
      << text;
  EXPECT_EQ(changes(more, plain()), "names +0 -2 *0 =9\n");
}

TEST(Diff, AnimationsAndTheirNodesAreMatchedByName) {
  const Document other = edited([](mdl::File& file) {
    std::swap(file.animations[0], file.animations[1]);
    file.animations[0].header.length += 1;
  });
  EXPECT_EQ(told(plain(), other, kNoLayout), "animations[walk].length: 1 | 2\n");
  EXPECT_EQ(changes(plain(), other), "animations +0 -0 *1 =1\n");
  const Document gone = edited([](mdl::File& file) { file.animations.erase(file.animations.begin()); });
  EXPECT_EQ(told(plain(), gone, kNoLayout),
            "model.animations.count: 2 | 1\nanimations[pause1]: present | missing\n");
}

TEST(Diff, ControllersAreMatchedByWhatTheyDrive) {
  const Document other = edited([](mdl::File& file) {
    auto& controllers = file.nodes[kLamp].controllers;
    ASSERT_GE(controllers.size(), 2U);
    ASSERT_NE(controllers[0].time_index, controllers[1].time_index);
    std::swap(controllers[0], controllers[1]);
  });
  EXPECT_EQ(told(plain(), other, kNoLayout), "");
  // Which of the node's numbers it takes is not.
  const Document placed = edited([](mdl::File& file) {
    file.nodes[kLamp].controllers[0].time_index += 1;
    file.nodes[kLamp].controllers[0].data_index += 1;
  });
  EXPECT_EQ(diff(plain(), placed, kNoLayout)->size(), 2U);
  const Document fewer = edited([](mdl::File& file) { file.nodes[kLamp].controllers.pop_back(); });
  const auto found = diff(plain(), fewer, kNoLayout).value();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].where, "nodes[lamp].controllers.count");
  EXPECT_EQ(found[1].kind, DifferenceKind::row);
  EXPECT_EQ(found[1].where.substr(0, 24), "nodes[lamp].controllers[");
  EXPECT_EQ(changes(plain(), fewer), "nodes (light) +0 -0 *1 =0\n");
}

/// What stands behind the end of a text of fixed size is no part of it.
TEST(Diff, BytesBehindATextAreLayout) {
  Output bytes = write(plain()).value();
  const std::size_t name = 12 + 8;
  bytes.bytes[name + 20] = std::byte('x');
  const Document other = test::opened(bytes).value();
  EXPECT_EQ(told(plain(), other), "geometry.name: \"mw_creature\" | \"mw_creature\" with other bytes\n");
  EXPECT_EQ(diff(plain(), other)->at(0).kind, DifferenceKind::layout);
  EXPECT_EQ(told(plain(), other, kNoLayout), "");
}

TEST(Diff, AMissingCompanionIsToldOnce) {
  Output bytes = write(plain()).value();
  bytes.companion.reset();
  const Document alone = test::opened(bytes).value();
  EXPECT_EQ(told(plain(), alone), "companion: present | missing\n");
  EXPECT_EQ(told(alone, plain()), "companion: missing | present\n");
}

TEST(Diff, RowsThatAreGoneAreToldTogether) {
  const Format& format = *find_format("kotor-walkmesh");
  kotor::walkmesh::File file = kotor::walkmesh::sample(kotor::walkmesh::Sample::room);
  const Document whole(format, file);
  const std::size_t edges = file.edges.size();
  file.edges.resize(edges - 3);
  kotor::walkmesh::lay_out(file);
  const Document cut(format, file);
  const std::string rows = "[" + std::to_string(edges - 3) + ".." + std::to_string(edges - 1) + "]";
  EXPECT_EQ(told(whole, cut, kNoLayout),
            "edge_count: " + std::to_string(edges) + " | " + std::to_string(edges - 3) + "\nedges" + rows +
                ".edge: 3 rows | missing\nedges" + rows + ".transition: 3 rows | missing\n");
  EXPECT_EQ(told(cut, whole, kNoLayout),
            "edge_count: " + std::to_string(edges - 3) + " | " + std::to_string(edges) + "\nedges" + rows +
                ".edge: missing | 3 rows\nedges" + rows + ".transition: missing | 3 rows\n");
}

TEST(Diff, MeshesOfABwmAreMatchedByName) {
  const Format& format = *find_format("bw2-bwm");
  const bw2::bwm::File house = bw2::bwm::sample(bw2::bwm::Sample::house);
  bw2::bwm::File other = house;
  std::swap(other.meshes[0], other.meshes[1]);
  other.meshes[0].volume += 1;
  std::swap(other.materials[0], other.materials[1]);
  const auto found = diff(Document(format, house), Document(format, other)).value();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].where, "meshes[m_sample_house_far lod 2].volume");
  EXPECT_EQ(changes(Document(format, house), Document(format, other)), "meshes +0 -0 *1 =1\n");
}

TEST(Diff, MappingsOfAGeometryAreMatchedByShape) {
  const Format& format = *find_format("wows-geometry");
  const auto geometry = wows::geometry::sample(wows::geometry::SampleData::encoded);
  auto other = geometry;
  std::swap(other.vertex_mappings[0], other.vertex_mappings[1]);
  other.index_mappings[1].packed_density += 1;
  const auto found = diff(Document(format, geometry), Document(format, other)).value();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].where, "index_mappings[Turret_lod1Shape].packed_density");
}

TEST(Diff, JsonIsComparedWithTheFileItHolds) {
  for (const Format* format : formats()) {
    if (format->sample == nullptr || format->to_json == nullptr) continue;
    const Document made = format->sample("x", {}).value();
    JsonWriter json(JsonWriter::Style::compact);
    ASSERT_TRUE(to_json(made, json));
    const std::string text = json.take();
    const Document again = open({.blob = Blob::borrowed(bytes_of(text))}).value();
    EXPECT_EQ(told(test::opened(write(made).value()).value(), again), "") << format->id;
  }
}

TEST(Diff, ThroughTheSceneWhereAskedFor) {
  const Document moved = edited([](mdl::File& file) { file.nodes[kLamp].header.position.z += 1; });
  EXPECT_FALSE(is_through_scene(plain(), moved, {}));
  EXPECT_TRUE(is_through_scene(plain(), moved, {.scene = true}));
  const DiffSummary summary = diff(plain(), moved, {.scene = true}, {}).value();
  EXPECT_TRUE(summary.through_scene);
  EXPECT_EQ(summary.differences, 2U);  // its controller, which stays where it was, is another one now
  EXPECT_EQ(told(plain(), moved, {.scene = true}).substr(0, 50),
            "nodes[mw_creature/hip_g/neck_g/lamp].translation: ");
  EXPECT_EQ(told(plain(), moved, {.scene = true, .tolerance = 1}),
            "nodes[mw_creature/hip_g/neck_g/lamp].extras.controllers.position: missing | [0,0,0.25]\n");
}

/// A model with many animations, the smallest records there are.
mdl::File with_animations(std::size_t count) {
  mdl::File file = mdl::sample({});
  const mdl::Animation walk = file.animations[1];
  for (std::size_t i = 0; i < count; ++i) {
    file.animations.push_back(walk);
    file.animations.back().header.geometry.name = FixedText<32>("walk" + std::to_string(i));
  }
  mdl::lay_out(file, mdl::Family::original);
  return file;
}

/// The same in the opposite order, each a little longer.
mdl::File turned(mdl::File file) {
  std::ranges::reverse(file.animations);
  for (mdl::Animation& animation : file.animations) animation.header.length += 1;
  mdl::lay_out(file, mdl::Family::original);
  return file;
}

TEST(Diff, TakesTimeInProportion) {
  const auto run = [](std::size_t count) {
    const mdl::File file = with_animations(count);
    return [a = model(file), b = model(turned(file)), count] {
      EXPECT_EQ(diff(a, b, kNoLayout, {})->differences, count + 2);
    };
  };
  test::expect_growth("animations", run(100), run(200), 1);
}

/// Many of one name, none of which the other has.
TEST(Diff, EqualNamesTakeTimeInProportion) {
  const auto run = [](std::size_t count) {
    mdl::File file = with_animations(count);
    for (mdl::Animation& animation : file.animations) animation.header.geometry.name = FixedText<32>("one");
    return [a = model(file), b = plain(), count] {
      EXPECT_EQ(diff(a, b, kNoLayout, {})->differences, count + 2 + 2 + 1);
    };
  };
  test::expect_growth("animations", run(100), run(200), 1);
}

TEST(Diff, KeepsOneFileInMemory) {
  if (!test::PeakCounter::counts()) GTEST_SKIP() << "needs AddressSanitizer";
  const mdl::File file = with_animations(1000);
  const Document a = model(file);
  const Document b = model(turned(file));
  const std::size_t size = write(a)->bytes.size();
  const test::PeakCounter memory;
  EXPECT_GT(diff(a, b, {}, {})->differences, 1000U);
  EXPECT_LE(memory.peak(), 8 * size) << double(memory.peak()) / double(size);
}

std::string layout_of(const Document& a, const Document& b) {
  std::string text;
  const std::vector<Difference> found = diff(a, b).value();
  for (const Difference& each : found)
    text += each.where + (each.kind == DifferenceKind::layout ? ": layout\n" : ": value\n");
  return text;
}

/// What belongs to its corners and sides is turned with it.
TEST(Diff, ATriangleThatBeginsAtAnotherCornerIsTheSame) {
  const auto turn = [](auto& list) { std::rotate(list.begin(), list.begin() + 1, list.begin() + 3); };
  const Document turned = edited([&](mdl::File& file) {
    turn(file.nodes[kTail].mesh->faces[0].vertices);
    turn(file.nodes[kTail].mesh->faces[0].adjacent);
    turn(file.nodes[kTail].mesh->index_lists[0].vertices);
  });
  EXPECT_EQ(told(plain(), turned, kNoLayout), "");
  EXPECT_EQ(layout_of(plain(), turned).find("value"), std::string::npos) << layout_of(plain(), turned);
  EXPECT_NE(layout_of(plain(), turned).find("nodes[tail_g].mesh.faces[0].vertices: layout\n"),
            std::string::npos);
  EXPECT_EQ(changes(plain(), turned), "");
  // Its sides are others now.
  const Document half = edited([&](mdl::File& file) {
    file.nodes[kTail].mesh->faces[0].adjacent = {1, 2, mdl::kNoFace};
    turn(file.nodes[kTail].mesh->faces[0].vertices);
  });
  EXPECT_NE(layout_of(plain(), half).find("nodes[tail_g].mesh.faces[0].vertices: value\n"),
            std::string::npos);
  // Seen from the other side it is another.
  const Document mirrored = edited([](mdl::File& file) {
    auto& list = file.nodes[kTail].mesh->index_lists[0].vertices;
    std::swap(list[0], list[1]);
  });
  EXPECT_EQ(layout_of(plain(), mirrored),
            "nodes[tail_g].mesh.index_lists[0].vertices[0]: value\n"
            "nodes[tail_g].mesh.index_lists[0].vertices[1]: value\n");
}

/// Corners of two triangles that follow each other are none of one.
TEST(Diff, TrianglesOfABufferAreThreeCornersEach) {
  namespace geometry = wows::geometry;
  const geometry::File file = geometry::sample(geometry::SampleData::plain);
  const Format& format = *find_format("wows-geometry");
  const auto with_turn_at = [&](std::size_t first) {
    geometry::File changed = file;
    Bytes& bytes = changed.index_buffers[0].data.bytes;
    const auto size = std::ptrdiff_t(changed.index_buffers[0].prototype.index_size);
    const auto begin = bytes.begin() + std::ptrdiff_t(first) * size;
    std::rotate(begin, begin + size, begin + 3 * size);
    return Document(format, changed);
  };
  const Document a(format, file);
  ASSERT_FALSE(file.index_buffers[0].data.encoded);
  EXPECT_EQ(told(a, with_turn_at(3), kNoLayout), "");
  EXPECT_EQ(layout_of(a, with_turn_at(3)),
            "index_buffers[0].data[3]: layout\nindex_buffers[0].data[4]: layout\n"
            "index_buffers[0].data[5]: layout\n");
  EXPECT_NE(told(a, with_turn_at(1), kNoLayout), "");
}

/// Sets of UVs are a table in each row of the vertices.
TEST(Diff, RowsInRowsAreOneGroup) {
  bw2::bwm::File file = bw2::bwm::sample(bw2::bwm::Sample::house);
  const Document a(*find_format("bw2-bwm"), file);
  for (std::byte& byte : file.strides[0].data) byte ^= std::byte(1);
  const Document b(*find_format("bw2-bwm"), file);
  std::set<std::string> groups;
  const std::vector<Difference> found = diff(a, b).value();
  for (const Difference& each : found) groups.insert(each.group);
  EXPECT_EQ(groups, (std::set<std::string>{"strides[0].vertices[].uv[]", "strides[].vertices[].normal",
                                           "strides[].vertices[].position"}));
}

}  // namespace
}  // namespace mw
