#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/wows/detail/geometry_parts.h>

#include <algorithm>
#include <ctime>
#include <random>

#include "fixtures.h"

namespace mw::wows::geometry {
namespace {

using Names = std::vector<std::string>;

/// A mesh that has nothing but its ids.
void add_ids(File& file, std::string_view shape, std::uint16_t density = 0, std::uint32_t triangles = 1) {
  file.vertex_mappings.push_back({vertices_id(shape), 0, density, 0, 3});
  file.index_mappings.push_back({indices_id(shape), 0, density, 0, 3 * triangles});
}

/// The two tables need not be in the same order.
void shuffle_indices(File& file) {
  std::mt19937 random(1);
  std::ranges::shuffle(file.index_mappings, random);
}

Pairing pair_by_ids(const File& file) {
  return pair_mappings(file, decode(file), ShapeNames());
}

/// How many indices go with the vertices of their own name, by ids.
std::size_t right_pairs(const File& file, const Names& names) {
  std::size_t right = 0;
  for (const Pair& pair : pair_by_ids(file).pairs) {
    const std::string& name = names[pair.vertices];
    const bool same = file.index_mappings[pair.indices].id == indices_id(name);
    right += same && pair.by == PairedBy::ids ? 1 : 0;
  }
  return right;
}

std::string random_name(std::mt19937& random, std::size_t length) {
  constexpr std::string_view kBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  std::string name;
  for (std::size_t i = 0; i < length; ++i) name += kBytes[random() % kBytes.size()];
  return name;
}

TEST(GeometryPairsByIds, NamesOfEveryLengthAndEnding) {
  std::mt19937 random(7);
  for (const std::string ending : {"Shape", "", "Shape3", "_lod2"}) {
    SCOPED_TRACE(ending);
    File file;
    Names names;
    for (std::size_t length = 1; length + ending.size() <= 80; ++length)
      for (int i = 0; i < 2; ++i) {
        names.push_back(random_name(random, length) + ending);
        add_ids(file, names.back(), std::uint16_t(length));
      }
    shuffle_indices(file);
    EXPECT_EQ(right_pairs(file, names), names.size());
  }
}

TEST(GeometryPairsByIds, LongerNamesAreNotTried) {
  File file;
  add_ids(file, std::string(75, 'x') + "Shape");
  EXPECT_EQ(pair_by_ids(file).pairs.size(), 1U);
  File longer;
  add_ids(longer, std::string(76, 'x') + "Shape");
  EXPECT_TRUE(pair_by_ids(longer).pairs.empty());
}

/// Equal densities, nearly equal counts, and the indices of each would fit the vertices of the other: by the
/// fewest unused vertices they were swapped.
TEST(GeometryPairsByIds, LevelsOfEqualDensityAndNearlyEqualCounts) {
  File file;
  Mesh fine = square();
  fine.vertices.push_back(flat_vertex(1, 1));  // 5 vertices, of which the triangles use 4
  ASSERT_TRUE(add_mesh(file, "Doodad_lod1Shape", kStatic, fine, false));
  ASSERT_TRUE(add_mesh(file, "Doodad_lod2Shape", kStatic, square(), false));
  ASSERT_EQ(file.vertex_mappings[0].packed_density, file.vertex_mappings[1].packed_density);
  std::swap(file.index_mappings[0], file.index_mappings[1]);
  const Pairing pairing = pair_by_ids(file);
  ASSERT_EQ(pairing.pairs.size(), 2U);
  EXPECT_EQ(pairing.pairs[0].vertices, 1U);
  EXPECT_EQ(pairing.pairs[1].vertices, 0U);
  for (const Pair& pair : pairing.pairs) EXPECT_EQ(to_string(pair.by), "ids");
  Findings findings;
  validate(file, findings);
  EXPECT_TRUE(findings.all().empty());
}

/// Vertices and indices whose ids agree without any byte tried belong together even if their densities
/// differ; with two bytes of their name to try an accident is too likely.
TEST(GeometryPairsByIds, OfUnequalDensityOnlyWithoutTrying) {
  File file;
  add_ids(file, "GadgetShape");
  add_ids(file, "widget");
  for (Mapping& mapping : file.vertex_mappings) mapping.packed_density = 0x3C00;
  const Pairing pairing = pair_by_ids(file);
  ASSERT_EQ(pairing.pairs.size(), 1U);
  EXPECT_EQ(pairing.pairs[0].vertices, 0U);
  EXPECT_EQ(pairing.pairs[0].by, PairedBy::ids);
}

TEST(GeometryPairsByIds, IdsThatRepeatProveNothing) {
  File file;
  for (const char* shape : {"GadgetShape", "Gadget2Shape"})
    ASSERT_TRUE(add_mesh(file, shape, kStatic, square(), false));
  file.vertex_mappings[1].id = file.vertex_mappings[0].id;
  file.index_mappings[1].id = file.index_mappings[0].id;
  const Pairing pairing = pair_by_ids(file);
  ASSERT_EQ(pairing.pairs.size(), 2U);
  EXPECT_EQ(pairing.pairs[0].by, PairedBy::guess);
}

/// Of pairing and finding parts, in seconds of this process alone; the best of three.
double seconds_for(const File& file) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const std::clock_t begin = std::clock();
    EXPECT_LE(find_parts(file, pair_by_ids(file)).size(), file.index_mappings.size());
    best = std::min(best, double(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return best;
}

/// Twice the meshes take about twice the time: with names in their usual form, with others, and with ids that
/// nothing explains.
TEST(GeometryPairsByIds, TimeDoesNotGrowWithTheSquare) {
  const auto file_with = [](std::size_t count, std::string_view ending) {
    File file;
    for (std::size_t i = 0; i < count; ++i) add_ids(file, fmt::format("Thing{:05}{}", i, ending));
    for (Mapping& mapping : file.vertex_mappings) mapping.id += ending.empty() ? 1 : 0;
    return file;
  };
  for (const char* ending : {"Shape", "_lod1Shape", "_1", ""}) {
    SCOPED_TRACE(ending);
    const double once = seconds_for(file_with(1000, ending));
    const double twice = seconds_for(file_with(2000, ending));
    EXPECT_LT(twice, 3 * once + 0.1);
  }
}

/// Beyond a number of meshes that no model has, nothing is kept for each of them.
TEST(GeometryPairsByIds, SoManyMeshesAreNotExplained) {
  const auto explained = [](std::size_t count) {
    File file;
    for (std::size_t i = 0; i < count; ++i) add_ids(file, fmt::format("Thing{:05}Shape", i));
    const Pairing pairing = pair_by_ids(file);
    return std::ranges::count(pairing.pairs, PairedBy::ids, &Pair::by);
  };
  EXPECT_EQ(explained(4096), 4096);
  EXPECT_EQ(explained(4097), 0);
}

/// "Bow: 0 ids, 1 ids; part_…"
std::string describe(const std::vector<Part>& parts) {
  std::string text;
  for (const Part& part : parts) {
    text += (text.empty() ? "" : "; ") + part.name;
    for (const PartMesh& mesh : part.meshes)
      text += fmt::format(" {}-{}-{}", mesh.pair, mesh.level, to_string(mesh.by));
  }
  return text;
}

std::string parts_of(const Names& shapes, const ShapeNames& names = ShapeNames()) {
  File file;
  auto triangles = std::uint32_t(shapes.size());
  for (const std::string& shape : shapes) add_ids(file, shape, 0, triangles--);
  return describe(find_parts(file, pair_mappings(file, decode(file), names)));
}

std::string made_name(std::string_view shape) {
  return fmt::format("part_{:08X}", indices_id(shape));
}

/// Stems of all lengths, so that they end at every place of a block of the hash.
TEST(GeometryParts, LevelsFollowFromTheIds) {
  for (const std::string stem : {"A", "Ab", "Abc", "Abc1", "Abc_2", "Abcdef", "Wheel_9", "Engine_Room"}) {
    SCOPED_TRACE(stem);
    EXPECT_EQ(parts_of({stem + "_lod2Shape", stem + "Shape", stem + "_lod1Shape", stem + "_lod3Shape"}),
              made_name(stem + "Shape") + " 1-0-ids 2-1-ids 0-2-ids 3-3-ids");
    EXPECT_EQ(parts_of({stem + "_lodShape2", stem + "Shape", stem + "_lodShape1", stem + "_lodShape3"}),
              made_name(stem + "Shape") + " 1-0-ids 2-1-ids 0-2-ids 3-3-ids");
    EXPECT_EQ(parts_of({stem + "_lod2", stem, stem + "_lod1", stem + "_lod3"}),
              made_name(stem) + " 1-0-ids 2-1-ids 0-2-ids 3-3-ids");
    EXPECT_EQ(parts_of({stem + "_lod4Shape", stem + "Shape"}),
              made_name(stem + "Shape") + " 1-0-ids 0-4-ids");
    EXPECT_EQ(parts_of({stem + "_lod4Shape", stem + "_lod7Shape", stem + "_lod2Shape"}),
              made_name(stem + "_lod2Shape") + " 2-2-ids 0-4-ids 1-7-ids");
  }
}

TEST(GeometryParts, FormsMayMix) {
  EXPECT_EQ(parts_of({"GizmoShape", "Gizmo_lod1Shape", "Gizmo_lod2Shape", "Gizmo_lodShape3"}),
            made_name("GizmoShape") + " 0-0-ids 1-1-ids 2-2-ids 3-3-ids");
}

/// Two levels fit each other's digits as well, so the one with more triangles is finer; level 0 settles it.
TEST(GeometryParts, TwoLevelsWithoutTheFinestGoByTheirSize) {
  EXPECT_EQ(parts_of({"Gizmo_lod2Shape", "Gizmo_lod1Shape"}),
            made_name("Gizmo_lod2Shape") + " 0-1-size 1-2-size");
  EXPECT_EQ(parts_of({"Gizmo_lod2Shape", "Gizmo_lod1Shape", "GizmoShape"}),
            made_name("GizmoShape") + " 2-0-ids 1-1-ids 0-2-ids");
}

TEST(GeometryParts, WhatGoesWithNothingIsAPartOfItsOwn) {
  EXPECT_EQ(parts_of({"GizmoShape", "Doodad_lod1Shape", "Gizmo_wireShape"}),
            made_name("GizmoShape") + " 0-0-alone; " + made_name("Doodad_lod1Shape") + " 1-0-alone; " +
                made_name("Gizmo_wireShape") + " 2-0-alone");
}

/// Ids are short: this wheel's fit the engine's level as well, as level 5 in another form. Nothing is
/// believed then.
TEST(GeometryParts, AMeshThatFitsTwoPartsIsLeftAlone) {
  EXPECT_EQ(parts_of({"Steam_Engine_42Shape", "Steam_Engine_42_lod1Shape"}),
            made_name("Steam_Engine_42Shape") + " 0-0-ids 1-1-ids");
  EXPECT_EQ(parts_of({"Wheel_000001389Shape", "Steam_Engine_42_lod1Shape"}),
            made_name("Wheel_000001389Shape") + " 0-0-ids 1-5-ids");
  EXPECT_EQ(parts_of({"Wheel_000001389Shape", "Steam_Engine_42_lod1Shape", "Steam_Engine_42Shape"}),
            made_name("Wheel_000001389Shape") + " 0-0-alone; " + made_name("Steam_Engine_42_lod1Shape") +
                " 1-0-alone; " + made_name("Steam_Engine_42Shape") + " 2-0-alone");
}

/// Four real files have a level 0 of another name beside levels 1 and up, which were shown at once.
TEST(GeometryParts, ALoneMeshAroundAPartWithoutLevel0IsItsLevel0) {
  const auto parts = [](const Mesh& lone, std::string_view format, int copies) {
    File file;
    for (const char* shape : {"Thing_lod1Shape", "Thing_lod2Shape", "Thing_lod3Shape"})
      EXPECT_TRUE(add_mesh(file, shape, kStatic, square(), false));
    for (int i = 0; i < copies; ++i)
      EXPECT_TRUE(add_mesh(file, fmt::format("Else{}Shape", i), format, lone, false));
    return describe(find_parts(file, pair_mappings(file, decode(file), ShapeNames())));
  };
  const std::string lone = made_name("Else0Shape");
  const std::string thing = made_name("Thing_lod1Shape") + " 0-1-ids 1-2-ids 2-3-ids; ";
  EXPECT_EQ(parts(square(), kStatic, 1), lone + " 3-0-box 0-1-ids 1-2-ids 2-3-ids");
  Mesh near = square();
  near.vertices[2].position.x += 0.02F;
  EXPECT_EQ(parts(near, kStatic, 1), lone + " 3-0-box 0-1-ids 1-2-ids 2-3-ids");
  near.vertices[2].position.x += 0.02F;
  EXPECT_EQ(parts(near, kStatic, 1), thing + lone + " 3-0-alone");
  EXPECT_EQ(parts(triangle(), kStatic, 1), thing + lone + " 3-0-alone");
  EXPECT_EQ(parts(square(), "set3/xyznuvpc", 1), thing + lone + " 3-0-alone");
  EXPECT_EQ(parts(square(), kStatic, 2),
            thing + lone + " 3-0-alone; " + made_name("Else1Shape") + " 4-0-alone");
}

TEST(GeometryParts, KnownNamesTellTheirPartsAndThoseOfOthers) {
  ShapeNames names;
  names.add("Gizmo_lod1Shape");
  names.add("Doodad_lod2Shape");
  names.add("DoodadShape");
  File file;
  for (const char* shape : {"Doodad_lod2Shape", "Gizmo_lod3Shape", "Gizmo_lod1Shape", "DoodadShape",
                            "Gizmo_lodShape4", "GizmoShape"})
    add_ids(file, shape);
  const std::vector<Part> parts = find_parts(file, pair_mappings(file, decode(file), names));
  EXPECT_EQ(describe(parts), "Doodad 3-0-name 0-2-name; Gizmo 5-0-ids 2-1-name 1-3-ids 4-4-ids");
  Names made;
  for (const PartMesh& mesh : parts[1].meshes) made.push_back(mesh.name);
  EXPECT_EQ(made, (Names{"GizmoShape", "Gizmo_lod1Shape", "Gizmo_lod3Shape", "Gizmo_lodShape4"}));
  EXPECT_EQ(levels_of(parts), (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

TEST(GeometryParts, FoundNamesAreNotCalledKnown) {
  File file;
  for (const char* shape : {"AnchorShape", "TurretShape", "UnheardOfShape"}) add_ids(file, shape);
  const auto sources = [&](const ShapeNames& names) {
    Names list;
    for (const Part& part : find_parts(file, pair_mappings(file, decode(file), names)))
      list.push_back(fmt::format("{} {}", part.name, to_string(part.name_from)));
    return list;
  };
  const std::string unknown = made_name("UnheardOfShape") + " ids";
  EXPECT_EQ(sources(ShapeNames::built_in()), (Names{"Anchor found", "Turret known", unknown}));
  ShapeNames names = ShapeNames::built_in();
  names.add("AnchorShape");
  EXPECT_EQ(sources(names), (Names{"Anchor known", "Turret known", unknown}));
}

}  // namespace
}  // namespace mw::wows::geometry
