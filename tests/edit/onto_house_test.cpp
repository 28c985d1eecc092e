#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/bwm_scene.h>
#include <meshwright/edit/edits.h>

#include <cmath>

#include "support/edited_sample.h"
#include "support/growth.h"
#include "support/losses.h"

/// Edits of models of Black & White 2: what follows from their vertices follows, and nothing else changes.
namespace mw {
namespace {

using namespace test;
namespace bwm = bw2::bwm;

Document document_of(const bwm::File& file) {
  return opened({.bytes = bwm::write(file).value()}, "house.bwm").value();
}

bool has(const Lines& lines, std::string_view line) {
  return std::ranges::find(lines, line) != lines.end();
}

/// Moves what is at the first vertex of a mesh far out of the footprint.
auto moving_out(const char* node) {
  return [node](Scene& scene) {
    scene::Mesh& mesh = mesh_of(scene, node);
    const Vec3 from = mesh.primitives[0].positions[0];
    for (scene::Primitive& p : mesh.primitives)
      for (Vec3& position : p.positions)
        if (position == from) position.x += 100;
  };
}

TEST(OntoHouse, SizesFollowTheHull) {
  const Outcome outcome = after_edit("bw2-bwm", "sample.bwm", moving_out("m_sample_house"));
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  for (const char* field : {"size", "metadata_size", "circle_count"})
    EXPECT_TRUE(has(outcome.fields, field)) << field;
}

TEST(OntoHouse, ANodeThatMovesTakesItsBoundsAlong) {
  const Outcome outcome = after_edit("bw2-bwm", "sample.bwm", [](Scene& scene) {
    scene.nodes[node_called(scene, "m_sample_house")].transform.translation = {30, 0, 5};
  });
  EXPECT_EQ(outcome.changes, Lines{"node m_sample_house: moved"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_TRUE(has(outcome.fields, "meshes[0].box_max"));
}

/// Bytes behind all tables go with their end, and a size that was wrong is wrong by as much.
TEST(OntoHouse, WhatIsOddAboutAFileStays) {
  bwm::File file = bwm::sample(bwm::Sample::house);
  Bytes bytes = bwm::write(file).value();
  bytes.insert(bytes.end(), 5, std::byte(7));
  file = bwm::read(bytes).value();
  file.header.size += 100;
  const Outcome outcome = after_edit_of(document_of(file), "house.bwm", moving_out("m_sample_house"));
  const bwm::File& after = *outcome.document->as<bwm::File>();
  ASSERT_EQ(after.unreferenced.size(), 1U);
  EXPECT_EQ(after.unreferenced[0].bytes, Bytes(5, std::byte(7)));
  bwm::File counted = after;
  update_sizes(counted);
  EXPECT_EQ(after.header.size - counted.header.size, file.header.size - (bytes.size() - bwm::kBeforeSize));
  EXPECT_EQ(after.header.metadata_size, counted.header.metadata_size);
  EXPECT_NE(after.header.metadata_size, file.header.metadata_size);
}

/// Other tools leave bounds at 0. All of them stay so, or it would be neither.
TEST(OntoHouse, BoundsThatNobodyComputedStay) {
  for (const bool header : {true, false}) {
    bwm::File file = bwm::sample(bwm::Sample::skin);
    const auto clear = [](auto& row) {
      row.sphere = {};
      row.cylinder = {};
      row.box_min = row.box_max = Vec3(0);
      row.volume = 0;
    };
    if (header)
      clear(file.header);
    else
      clear(file.meshes[0]);
    const Outcome outcome = after_edit_of(document_of(file), "skin.bwm", moving("worm"));
    EXPECT_EQ(outcome.findings, Lines());
    EXPECT_EQ(has(outcome.fields, "box_max"), !header);
    EXPECT_EQ(has(outcome.fields, "sphere.radius"), !header);
    EXPECT_EQ(has(outcome.fields, "meshes[0].box_max"), header);
    EXPECT_EQ(has(outcome.fields, "meshes[0].volume"), header);
    EXPECT_TRUE(has(outcome.fields, "strides[0].vertices[0].position"));
  }
}

TEST(OntoHouse, NumbersThatAreNoneAreRefused) {
  const auto edited = [](const auto& edit) {
    return after_edit("bw2-bwm", "sample.bwm",
                      [&](Scene& scene) {
                        edit(scene.nodes[node_called(scene, "m_sample_house")],
                             mesh_of(scene, "m_sample_house").primitives[0]);
                      })
        .changes;
  };
  using scene::Node;
  using scene::Primitive;
  EXPECT_EQ(edited([](Node&, Primitive& p) { p.positions[0].x = NAN; }),
            Lines{"error: m_sample_house: has a position that is not finite"});
  EXPECT_EQ(edited([](Node&, Primitive& p) { p.normals[0].x = INFINITY; }),
            Lines{"error: m_sample_house: has a normal that is not finite"});
  EXPECT_EQ(edited([](Node&, Primitive& p) { p.uvs[0][0].x = NAN; }),
            Lines{"error: m_sample_house: has a texture coordinate that is not finite"});
  EXPECT_EQ(edited([](Node& node, Primitive&) { node.transform.translation.y = NAN; }),
            Lines{"error: m_sample_house: has a place that is not finite"});
  EXPECT_EQ(edited([](Node&, Primitive& p) { p.uvs[0][0].y = 3e30F; }),
            Lines{"error: m_sample_house: has a texture coordinate beyond 1e+15"});
  EXPECT_EQ(
      edited([](Node&, Primitive& p) { p.positions[0].x = 3e38F; }),
      Lines{"error: m_sample_house: has a position farther out than 1e+12, where a .bwm has no bounds"});
}

TEST(OntoHouse, PlacesOfEntitiesAreNumbersToo) {
  EXPECT_EQ(after_edit(
                "bw2-bwm", "sample.bwm",
                [](Scene& scene) { scene.nodes[node_called(scene, "door")].transform.translation.z = 1e20F; })
                .changes,
            Lines{"error: door: has a place beyond 1e+15"});
}

TEST(OntoHouse, PlacesOfEntitiesAreThoseThatNodesAboveGiveThem) {
  const auto below = [](float scale) {
    return after_edit("bw2-bwm", "sample.bwm",
                      [&](Scene& scene) {
                        const Index door = node_called(scene, "door");
                        for (scene::Node& node : scene.nodes) std::erase(node.children, door);
                        const Index high = add_node(scene, {.name = "high"});
                        scene.nodes[high].transform.scale = Vec3(scale);
                        scene.nodes[high].children.push_back(door);
                        scene.nodes[door].transform.translation.x = 1e14F;
                      })
        .changes;
  };
  EXPECT_EQ(below(1e20F), Lines{"error: door: has a place beyond 1e+15"});
  EXPECT_EQ(below(1e30F), Lines{"error: door: has a place that is not finite"});
}

/// What the file has already is nobody's edit.
TEST(OntoHouse, NumbersOfTheOriginalStay) {
  bwm::File file = bwm::sample(bwm::Sample::house);
  file.entities[0].frame.position.x = 1e20F;
  const Outcome outcome = after_edit_of(document_of(file), "house.bwm", moving("m_sample_house"));
  EXPECT_EQ(outcome.changes.size(), 1U);
  EXPECT_TRUE(outcome.changes.at(0).starts_with("mesh m_sample_house: ")) << outcome.changes.at(0);
}

TEST(OntoHouse, AScaleOfZeroIsTold) {
  const Outcome outcome = after_edit("bw2-bwm", "sample.bwm", [](Scene& scene) {
    scene.nodes[node_called(scene, "m_sample_house")].transform.scale.x = 0;
  });
  EXPECT_EQ(outcome.losses, Lines{"m_sample_house: a scale of 0 leaves its triangles no area"});
}

/// Bones have no names in the file: theirs in the scene stand for their numbers.
TEST(OntoHouse, ABoneThatIsRenamedIsTheSameBone) {
  const Outcome outcome = after_edit(
      "bw2-bwm", "skin.bwm", [](Scene& scene) { scene.nodes[node_called(scene, "bone_1")].name = "belly"; });
  EXPECT_EQ(outcome.changes, Lines{"node bone_1: renamed to belly"});
  EXPECT_EQ(outcome.losses, Lines{"node bone_1: renamed to belly: not in what was made"});
  EXPECT_EQ(outcome.fields, Lines());
}

/// But they excuse no others.
TEST(OntoHouse, NumbersOfTheOriginalExcuseItsOwnNodeOnly) {
  bwm::File file = bwm::sample(bwm::Sample::house);
  file.entities[0].frame.position.x = 1e20F;
  const std::string door(file.entities[0].name.view());
  const auto moved = [&](const auto& edit) {
    return after_edit_of(document_of(file), "house.bwm", edit).changes;
  };
  EXPECT_EQ(
      moved([&](Scene& scene) { scene.nodes[node_called(scene, door)].transform.translation.x = 3e20F; }),
      Lines{"node " + door + ": moved"});
  EXPECT_EQ(moved([&](Scene& scene) {  // with all that the door has
              scene::Node copy = scene.nodes[node_called(scene, door)];
              copy.name = "hook";
              add_node(scene, copy);
            }),
            Lines{"error: hook: has a place beyond 1e+15"});
  EXPECT_EQ(moved([](Scene& scene) { mesh_of(scene, "m_sample_house").primitives[0].uvs[0][0].x = 1e20F; }),
            Lines{"error: m_sample_house: has a texture coordinate beyond 1e+15"});
}

/// Of vertices that are just alike each has its own place in the file.
TEST(OntoHouse, OneOfTwoVerticesThatAreAlike) {
  Scene scene;
  scene.meshes.emplace_back();
  scene.meshes[0].primitives.push_back(
      {.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, -1}, {0, 0, 0}, {0, 0, -1}, {-1, 0, 0}},
       .normals = std::vector<Vec3>(6, Vec3(0, 1, 0))});
  add_node(scene, {.name = "tent", .mesh = 0});
  const bwm::File file = bwm::from_scene(scene).value().file;
  Scene after = scene;
  after.meshes[0].primitives[0].positions[3] = {-0.5F, 0, 0.5F};
  const auto made = bwm::apply_edits(file, {.before = scene, .after = after, .origins = {0}});
  ASSERT_TRUE(made) << to_string(made.error());
  const std::vector<Vec3> points = bwm::positions(made->file);
  EXPECT_EQ(points[0], Vec3(0));
  EXPECT_EQ(points[3], Vec3(-0.5F, 0, -0.5F));
}

/// Many at one place, all of which move: minutes if each looked at all.
TEST(OntoHouse, ManyVerticesAtOnePlace) {
  const auto scene_of = [](std::size_t triangles, const Vec3& place) {
    Scene scene;
    scene.meshes.emplace_back();
    scene::Primitive& p = scene.meshes[0].primitives.emplace_back();
    p.positions.assign(3 * triangles, place);
    p.normals.assign(3 * triangles, Vec3(0, 1, 0));
    add_node(scene, {.name = "heap", .mesh = 0});
    return scene;
  };
  const auto work = [&](std::size_t triangles) {
    const Scene before = scene_of(triangles, Vec3(1));
    const bwm::File file = bwm::from_scene(before).value().file;
    return [=] {
      EXPECT_TRUE(
          bwm::apply_edits(file, {.before = before, .after = scene_of(triangles, Vec3(2)), .origins = {0}}));
    };
  };
  expect_growth("vertices at one place", work(1000), work(4000));
}

TEST(OntoHouse, NamesThatAreCutAreTold) {
  const auto renamed_to = [](std::size_t size) {
    return after_edit("bw2-bwm", "sample.bwm", [&](Scene& scene) {
      scene.nodes[node_called(scene, "m_sample_house")].name = std::string(size, 'y');
    });
  };
  EXPECT_EQ(renamed_to(63).losses, Lines());
  const Lines cut = renamed_to(70).losses;
  EXPECT_EQ(std::ranges::count(cut, "1 name is too long for its field and is cut"), 1)
      << fmt::format("{}", cut.size());
}

}  // namespace
}  // namespace mw
