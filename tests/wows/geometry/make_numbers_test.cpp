#include <gtest/gtest.h>

#include "make_cases.h"
#include "support/losses.h"

/// Numbers that a new .geometry does not get, and those that are told.
namespace mw::wows::geometry {
namespace {

using cases::corner_triangle;
using cases::message_of;
using cases::one_mesh;
using Lines = std::vector<std::string>;

TEST(GeometryMakeNumbers, PositionsAndWeightsAreUsable) {
  const auto with = [](const auto& change) {
    scene::Primitive p = corner_triangle();
    p.joints.resize(3);
    p.weights.assign(3, Vec4(1, 0, 0, 0));
    change(p);
    return message_of(one_mesh(std::move(p), "Bow"));
  };
  EXPECT_EQ(with([](scene::Primitive&) {}), "no error");
  EXPECT_EQ(with([](scene::Primitive& p) { p.positions[1].y = 3e38F; }), "Bow: has a position beyond 1e+15");
  EXPECT_EQ(with([](scene::Primitive& p) { p.weights[2].w = NAN; }), "Bow: has a weight that is not finite");
}

/// Of nodes without meshes too, which such a file does not have.
TEST(GeometryMakeNumbers, PlacesBeyondAllBoundsAreRefused) {
  scene::Scene s = one_mesh(corner_triangle(), "Bow");
  s.nodes[0].transform.translation.x = 1e20F;
  EXPECT_EQ(message_of(s), "Bow: has a place beyond 1e+15");
  s.nodes[0].transform.translation.x = 0;
  add_node(s, {.name = "hook", .transform = {.translation = {0, 1e20F, 0}}});
  EXPECT_EQ(message_of(s), "hook: has a place beyond 1e+15");
}

TEST(GeometryMakeNumbers, PlatesAndHullsToo) {
  for (const auto role : {scene::Role::armor, scene::Role::collision}) {
    scene::Scene s = one_mesh(cases::cube(), "thing");
    s.nodes[0].role = role;
    s.nodes[0].extras = {{"layer", std::uint64_t(3)}, {"material", std::uint64_t(77)}};
    EXPECT_EQ(message_of(s), "no error");
    s.meshes[0].primitives[0].positions[5].z = -2e15F;
    EXPECT_EQ(message_of(s), "thing: has a position beyond 1e+15");
  }
}

TEST(GeometryMakeNumbers, VerticesWithoutWeightsAreTold) {
  scene::Primitive p = corner_triangle();
  p.joints = {{2, 1, 0, 0}, {2, 1, 0, 0}, {2, 1, 0, 0}};
  p.weights = {{0, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0}};
  const auto made = from_scene(one_mesh(p, "Barrel"));
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->losses, Lines{"2 vertices have no weight at all: bound to the first bone of the skin"});
  const std::vector<Vertex> v = mapped_vertices(made->file, decode(made->file), 0).value();
  EXPECT_EQ(v[0].bones, (std::array<std::uint8_t, 3>{0, 0, 0}));
  EXPECT_EQ(v[0].weights, (std::array<std::uint8_t, 2>{255, 0}));
  EXPECT_EQ(v[1].bones, (std::array<std::uint8_t, 3>{3, 0, 0}));
}

/// Their sum is beyond all floats.
TEST(GeometryMakeNumbers, WeightsMayBeAsLargeAsNumbersGo) {
  scene::Primitive p = corner_triangle();
  p.joints.assign(3, {2, 1, 0, 0});
  p.weights.assign(3, Vec4(3e38F, 3e38F, 0, 0));
  const auto made = from_scene(one_mesh(p, "Barrel"));
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->losses, Lines());
  const std::vector<Vertex> v = mapped_vertices(made->file, decode(made->file), 0).value();
  EXPECT_EQ(v[0].bones, (std::array<std::uint8_t, 3>{6, 3, 0}));
  EXPECT_EQ(v[0].weights, (std::array<std::uint8_t, 2>{128, 127}));
}

TEST(GeometryMakeNumbers, AScaleOfZeroIsTold) {
  scene::Scene s = one_mesh(corner_triangle(), "Bow");
  s.nodes[0].transform.scale.y = 0;
  EXPECT_EQ(from_scene(s)->losses, Lines{"Bow: a scale of 0 leaves its triangles no area"});
}

}  // namespace
}  // namespace mw::wows::geometry
