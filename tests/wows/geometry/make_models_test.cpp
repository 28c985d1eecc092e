#include <gtest/gtest.h>
#include <meshwright/wows/geometry_scene.h>

#include <algorithm>
#include <cmath>

#include "make_cases.h"

/// Armor and collision of a new .geometry.
namespace mw::wows::geometry {
namespace {

using cases::corner_triangle;
using cases::cube;
using cases::made;
using cases::message_of;
using cases::one_mesh;

scene::Scene model_of(scene::Primitive p, scene::Role role, scene::Extras extras = {}) {
  scene::Scene s = one_mesh(std::move(p), "thing");
  s.nodes[0].role = role;
  s.nodes[0].extras = std::move(extras);
  return s;
}

TEST(GeometryMake, PlatesNeedALayerAndAMaterial) {
  const scene::Extras key = {{"layer", std::uint64_t(2)}, {"material", std::uint64_t(65535)}};
  const File file = made(model_of(corner_triangle(), scene::Role::armor, key));
  cases::expect_clean(file);
  const ArmorPlate& plate = file.armor_models.at(0).plates.at(0);
  EXPECT_EQ(plate.layer, 2);
  EXPECT_EQ(plate.material, 65535);
  ASSERT_EQ(plate.vertices.size(), 3U);
  EXPECT_EQ(plate.vertices[1].position, Vec3(1, 0, 0));
  EXPECT_EQ(plate.vertices[1].normal, (std::array<std::uint8_t, 3>{127, 127, 0}));  // computed
  EXPECT_EQ(plate.box_max, Vec3(1, 1, 0));
  const char* needs =
      "thing: a plate of armor needs the properties layer and material, whole numbers from 1 to 65535";
  EXPECT_EQ(message_of(model_of(corner_triangle(), scene::Role::armor)), needs);
  EXPECT_EQ(message_of(model_of(corner_triangle(), scene::Role::armor, {key[0]})), needs);
  EXPECT_EQ(message_of(model_of(corner_triangle(), scene::Role::armor,
                                {key[0], {"material", std::uint64_t(65536)}})),
            needs);
  scene::Primitive bad = corner_triangle();
  bad.positions[0].x = INFINITY;
  EXPECT_EQ(message_of(model_of(bad, scene::Role::armor, key)), "thing: has a position that is not finite");
}

/// Without any mesh that is drawn: known for what it is when it is whole, or it would be anything.
TEST(GeometryMake, ArmorAloneAndAHullAloneAreFiles) {
  const scene::Extras key = {{"layer", std::uint64_t(2)}, {"material", std::uint64_t(3)}};
  for (const File& file : {made(model_of(corner_triangle(), scene::Role::armor, key)),
                           made(model_of(cube(), scene::Role::collision))}) {
    const Bytes bytes = write(file).value();
    EXPECT_TRUE(sniff(bytes));
    EXPECT_FALSE(sniff(std::span(bytes).first(kHeaderSize)));
    EXPECT_EQ(write(read(bytes).value()).value(), bytes);
    cases::expect_clean(file);
    Bytes moved = bytes;
    moved[24] = std::byte(80);  // the first table does not begin behind the header
    EXPECT_FALSE(sniff(moved));
  }
  File empty;
  lay_out(empty);
  EXPECT_FALSE(sniff(write(empty).value()));
}

TEST(GeometryMake, PlatesStandWhereTheirNodesPutThemAndKeepTheirBytes) {
  scene::Primitive p = corner_triangle();
  p.normals = {{0, 0, 1}, {0, 0, 0}, {0, 1, 0}};
  scene::Scene s =
      model_of(p, scene::Role::armor,
               {{"layer", std::uint64_t(1)},
                {"material", std::uint64_t(9)},
                {"unknown_0x0f", JsonArray{std::uint64_t(1), std::uint64_t(2), std::uint64_t(3)}}});
  s.nodes[0].transform.translation = {0, 0, 5};
  const auto vertices = made(s).armor_models.at(0).plates.at(0).vertices;
  EXPECT_EQ(vertices[0].position, Vec3(0, 0, -5));
  EXPECT_EQ(vertices[1].normal, (std::array<std::uint8_t, 3>{127, 127, 0}));  // it had none
  EXPECT_EQ(vertices[2].normal, (std::array<std::uint8_t, 3>{127, 254, 127}));
  EXPECT_EQ(vertices[2].unknown_0x0f, 3);
}

TEST(GeometryMake, HullsAreWeldedAndClosed) {
  scene::Scene s = model_of(cube({0, 5, 0}), scene::Role::collision);
  const File file = made(s);
  cases::expect_clean(file);
  const Hull& hull = file.collision_models.at(0).hulls.at(0);
  EXPECT_EQ(hull.vertices.size(), 8U);
  EXPECT_EQ(hull.edges.size(), 18U);
  EXPECT_EQ(hull.faces.size(), 12U);
  JsonArray corners(6, std::uint64_t(4));
  JsonArray flags(5, std::uint64_t(0));
  flags.emplace_back(std::uint64_t(1));
  s.nodes[0].extras = {{"face_corners", corners}, {"face_flags", flags}};
  EXPECT_EQ(made(s).collision_models.at(0).hulls.at(0).faces.size(), 12U);
  auto& indices = s.meshes[0].primitives[0].indices;  // the fans of to_scene() go the other way around
  for (std::size_t i = 0; i < indices.size(); i += 6)
    std::swap_ranges(indices.begin() + std::ptrdiff_t(i), indices.begin() + std::ptrdiff_t(i + 3),
                     indices.begin() + std::ptrdiff_t(i + 3));
  const Hull polygons = made(s).collision_models.at(0).hulls.at(0);
  EXPECT_EQ(polygons.edges.size(), 12U);
  EXPECT_EQ(polygons.faces.size(), 6U);
  EXPECT_EQ(polygons.faces.at(5).flag, 1U);
  EXPECT_EQ(polygons.faces.at(0).flag, 0U);
  s.meshes[0].primitives[0].positions.emplace_back(9, 9, 9);  // no triangle has it
  s.meshes[0].primitives[0].normals.emplace_back(1, 0, 0);
  EXPECT_EQ(made(s).collision_models.at(0).hulls.at(0).vertices.size(), 8U);
  // Where the triangles are others now, they are the faces.
  corners.emplace_back(std::uint64_t(3));
  s.nodes[0].extras = {{"face_corners", corners}};
  EXPECT_EQ(made(s).collision_models.at(0).hulls.at(0).faces.size(), 12U);
}

TEST(GeometryMake, WhatIsNoHullIsRefused) {
  scene::Primitive open = cube();
  open.indices.resize(33);
  EXPECT_EQ(message_of(model_of(open, scene::Role::collision)),
            "thing: a hull of collision has no open sides");
  scene::Scene two = model_of(cube(), scene::Role::collision);
  two.meshes[0].primitives.push_back(cube({9, 0, 0}));
  EXPECT_EQ(message_of(two),
            "thing: a hull of collision is one body without holes, but its vertices - edges + faces are 4, "
            "not 2");
  scene::Primitive inside_out = cube();
  for (std::size_t i = 0; i < inside_out.indices.size(); i += 3)
    std::swap(inside_out.indices[i], inside_out.indices[i + 1]);
  EXPECT_EQ(message_of(model_of(inside_out, scene::Role::collision)),
            "thing: a hull of collision is convex, and its faces look outward");
  scene::Scene mirrored = model_of(inside_out, scene::Role::collision);
  mirrored.nodes[0].transform.scale = {1, -1, 1};
  EXPECT_EQ(message_of(mirrored), "thing: a hull of collision is convex, and its faces look outward");
  mirrored.meshes[0].primitives[0] = cube();
  EXPECT_EQ(message_of(mirrored), "no error");
  scene::Primitive bad = cube();
  bad.positions[3].z = NAN;
  EXPECT_EQ(message_of(model_of(bad, scene::Role::collision)), "thing: has a position that is not finite");
}

}  // namespace
}  // namespace mw::wows::geometry
