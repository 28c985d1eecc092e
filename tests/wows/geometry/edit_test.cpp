#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/wows/detail/geometry_pairs.h>
#include <meshwright/wows/geometry.h>

#include "fixtures.h"

namespace mw::wows::geometry {
namespace {

/// Written, read again and clean; the mesh of a pair of rows.
File checked(const File& file) {
  const auto again = read(written(file));
  EXPECT_TRUE(again);
  Findings findings;
  validate(*again, findings);
  for (const Finding& finding : findings.all())
    ADD_FAILURE() << finding.kind->code << " " << finding.where << ": " << finding.message;
  return *again;
}

std::vector<Vec3> positions(const File& file, std::size_t row) {
  std::vector<Vec3> all;
  const auto vertices = mapped_vertices(file, decode(file), row);
  for (const Vertex& vertex : vertices.value()) all.push_back(vertex.position);
  return all;
}

std::vector<std::uint32_t> indices(const File& file, std::size_t row) {
  return mapped_indices(file, decode(file), row).value();
}

TEST(GeometryEdit, ReplacingAMeshKeepsTheOthers) {
  for (const SampleData which : kSamples) {
    File file = sample(which);
    const auto second = positions(file, 1);
    const auto second_indices = indices(file, 1);
    const auto stream = file.vertex_buffers[2].data.bytes;
    ASSERT_TRUE(replace_mesh(file, 0, 0, square()));
    const File again = checked(file);
    EXPECT_EQ(positions(again, 0), (std::vector<Vec3>{{0, 0, 0}, {0, 0, 2}, {2, 0, 2}, {2, 0, 0}}));
    EXPECT_EQ(indices(again, 0), square().indices);
    EXPECT_EQ(positions(again, 1), second);
    EXPECT_EQ(indices(again, 1), second_indices);
    EXPECT_EQ(again.vertex_mappings[1].offset, 4U);
    EXPECT_EQ(again.index_mappings[1].offset, 6U);
    EXPECT_EQ(half_to_float(again.vertex_mappings[0].packed_density), 0.25F);
    EXPECT_EQ(again.vertex_buffers[2].data.bytes, stream);  // an untouched buffer is not encoded again
    EXPECT_EQ(again.vertex_buffers[0].data.encoded, which == SampleData::encoded);
  }
}

TEST(GeometryEdit, AddingAndRemovingAMeshLeavesTheFileAsItWas) {
  for (const SampleData which : kSamples) {
    const File before = sample(which);
    File file = before;
    const bool encoded = which == SampleData::encoded;
    ASSERT_TRUE(add_mesh(file, "hullShape", "set3/xyznuvpc", square(), encoded));
    const File added = checked(file);
    EXPECT_EQ(added.vertex_buffers.size(), 4U);
    EXPECT_EQ(added.vertex_mappings.back().id, vertices_id("hullShape"));
    EXPECT_EQ(pair_mappings(added, decode(added)).pairs.back().shape, "hullShape");
    ASSERT_TRUE(remove_mesh(file, 4, 4));
    EXPECT_EQ(written(file), written(before));
  }
}

TEST(GeometryEdit, RemovingTheFirstMeshMovesTheRest) {
  File file = sample(SampleData::encoded);
  const auto barrel = positions(file, 3);
  ASSERT_TRUE(remove_mesh(file, 2, 2));  // the only one of its buffer
  const File again = checked(file);
  EXPECT_EQ(again.vertex_buffers.size(), 2U);
  EXPECT_EQ(again.vertex_mappings.size(), 3U);
  EXPECT_EQ(positions(again, 2), barrel);
}

TEST(GeometryEdit, ManyVerticesNeedWideIndices) {
  Mesh mesh = square();
  mesh.vertices.resize(70000, mesh.vertices[0]);
  mesh.indices.insert(mesh.indices.end(), {0, 1, 69999});
  for (const bool encoded : {false, true}) {
    File file = one_triangle(encoded);
    ASSERT_TRUE(replace_mesh(file, 0, 0, mesh));
    EXPECT_EQ(file.index_buffers[0].prototype.index_size, 4U);
    EXPECT_EQ(file.index_buffers[0].prototype.list_type, std::uint16_t(ListType::list32));
    EXPECT_EQ(indices(checked(file), 0), mesh.indices);
    ASSERT_TRUE(replace_mesh(file, 0, 0, square()));  // few again: the buffer stays what it is
    EXPECT_EQ(file.index_buffers[0].prototype.index_size, 4U);
    EXPECT_EQ(file.index_buffers[0].prototype.list_type, std::uint16_t(ListType::list32));
    EXPECT_EQ(indices(checked(file), 0), square().indices);
  }
}

/// A mapping of nothing may stand at the end of its buffer.
TEST(GeometryEdit, AMappingOfNothingHasNothing) {
  File file = sample(SampleData::plain);
  const std::uint32_t end = file.vertex_mappings[1].offset + file.vertex_mappings[1].count;
  file.vertex_mappings[0].offset = end;
  file.vertex_mappings[0].count = 0;
  const auto none = mapped_vertices(file, decode(file), 0);
  ASSERT_TRUE(none) << to_string(none.error());
  EXPECT_TRUE(none->empty());
  file.vertex_mappings[0].offset = end + 1;
  EXPECT_EQ(test::message_of(mapped_vertices(file, decode(file), 0)),
            fmt::format("vertex_mappings[0]: 0 items at {} leave a buffer of {}", end + 1, end));
}

TEST(GeometryEdit, SettingArmorComputesItsBoxes) {
  File file = one_triangle();
  ArmorPlate plate{.material = 7, .layer = 1, .vertices = {}};
  for (const Vec3& position : {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(0, 0, -3)})
    plate.vertices.push_back({position, {127, 254, 127}, 0});
  ASSERT_TRUE(set_armor(file, {plate, plate}));
  const File again = checked(file);
  EXPECT_EQ(again.armor_models[0].box_min, Vec3(0, 0, -3));
  EXPECT_EQ(again.armor_models[0].plates[1].box_max, Vec3(2, 0, 0));
  EXPECT_EQ(again.armor_models[0].prototype.size, 32U + 2 * (32 + 48));
  ASSERT_TRUE(set_armor(file, {}));
  EXPECT_EQ(written(file), written(one_triangle()));
}

TEST(GeometryEdit, HullsGetTheEdgesTheirFacesShare) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<std::vector<std::uint32_t>> faces = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const Hull hull = make_hull(corners, faces);
  EXPECT_EQ(hull.edges.size(), 6U);
  EXPECT_EQ(hull.faces[3].edges.size(), 3U);
  File file = one_triangle();
  set_collision(file, {hull, hull});
  EXPECT_EQ(checked(file).collision_models[0].hulls.size(), 2U);
}

TEST(GeometryEdit, RefusesAndLeavesTheFileAsItWas) {
  const auto message = [](auto change) {
    File file = sample(SampleData::encoded);
    const Bytes before = written(file);
    const Result<void> done = change(file);
    EXPECT_EQ(written(file), before);
    return done ? "no error" : to_string(done.error());
  };
  Mesh loose = triangle();
  loose.indices[2] = 3;
  EXPECT_EQ(message([&](File& f) { return replace_mesh(f, 0, 0, loose); }),
            "indices: index 3 >= vertex count 3");
  loose.indices.pop_back();
  EXPECT_EQ(message([&](File& f) { return replace_mesh(f, 0, 0, loose); }), "indices: 2 are no triangles");
  EXPECT_EQ(message([&](File& f) { return replace_mesh(f, 4, 0, triangle()); }),
            "vertex_mappings: there is no row 4");
  EXPECT_EQ(message([&](File& f) { return add_mesh(f, "TurretShape", kStatic, triangle(), true); }),
            "vertex_mappings: there is a TurretShape already");
  EXPECT_EQ(message([&](File& f) { return add_mesh(f, "x", "set1/xyznuvrpc", triangle(), true); }),
            "format: the codec has no vertices of 22 bytes");
  EXPECT_EQ(message([&](File& f) { return add_mesh(f, "x", "set3/q", triangle(), true); }),
            "format: \"set3/q\": unknown element at \"q\"");
  EXPECT_EQ(message([&](File& f) { return set_armor(f, {ArmorPlate{.vertices = {{}, {}}}}); }),
            "plates[0]: 2 vertices are no triangles");
  File shared = sample(SampleData::encoded);
  shared.vertex_mappings[1].offset = 40;
  const auto done = replace_mesh(shared, 0, 0, triangle());
  ASSERT_FALSE(done);
  EXPECT_EQ(to_string(done.error()), "vertex_mappings: rows 0 and 1 share items");
}

/// In two buffers, the second of which is made on the way.
TEST(GeometryEdit, ManyMeshesAreAddedAsOneAfterAnother) {
  const std::pair<std::string_view, std::string_view> names[] = {
      {"aShape", kStatic}, {"bShape", "set3/xyznuvpc"}, {"cShape", kStatic}};
  const Mesh meshes[] = {square(), triangle(), triangle()};
  for (const SampleData which : kSamples) {
    const bool encoded = which == SampleData::encoded;
    File each = sample(which);
    File all = each;
    std::vector<NewMesh> added;
    for (std::size_t i = 0; i < std::size(names); ++i) {
      ASSERT_TRUE(add_mesh(each, names[i].first, names[i].second, meshes[i], encoded));
      added.push_back({names[i].first, names[i].second, meshes[i]});
    }
    ASSERT_TRUE(add_meshes(all, added, encoded));
    EXPECT_EQ(written(all), written(each));
    const std::size_t last = all.vertex_mappings.size() - 1;
    EXPECT_EQ(positions(checked(all), last), (std::vector<Vec3>{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}));
    EXPECT_EQ(all.vertex_mappings[last].offset, all.vertex_mappings[last - 2].offset + 4);
    EXPECT_EQ(all.index_mappings[last].offset, all.index_mappings[last - 1].offset + 3);
  }
}

TEST(GeometryEdit, OneMeshThatCannotBeAddedKeepsAllOut) {
  File file = sample(SampleData::encoded);
  const Bytes before = written(file);
  const Mesh mesh = triangle();
  const NewMesh twice[] = {{"aShape", kStatic, mesh}, {"aShape", kStatic, mesh}};
  const auto done = add_meshes(file, twice, true);
  ASSERT_FALSE(done);
  EXPECT_EQ(to_string(done.error()), "vertex_mappings: there is a aShape already");
  EXPECT_EQ(written(file), before);
}

TEST(GeometryEdit, DensityIsTheUpperMedianCutToAHalf) {
  // Triangles of 1, 2 and 3 texels a unit, one without an area and one without an area in the texture.
  Mesh mesh;
  for (const float scale : {3.0F, 1.0F, 2.0F, 0.0F}) {
    const auto first = std::uint32_t(mesh.vertices.size());
    for (const glm::vec2 corner : {glm::vec2(0, 0), glm::vec2(0, 1), glm::vec2(1, 0)}) {
      Vertex vertex = flat_vertex(corner.x, corner.y);
      vertex.uv[0] = corner * scale;
      mesh.vertices.push_back(vertex);
    }
    mesh.indices.insert(mesh.indices.end(), {first, first + 1, first + 2});
  }
  mesh.indices.insert(mesh.indices.end(), {0, 0, 1});
  mesh.indices.insert(mesh.indices.end(), {0, 1, 99});
  EXPECT_EQ(half_to_float(texel_density(mesh.vertices, mesh.indices)), 2.0F);
  mesh.indices.resize(6);  // 3 and 1: the upper one
  EXPECT_EQ(half_to_float(texel_density(mesh.vertices, mesh.indices)), 3.0F);
  mesh.indices.clear();
  EXPECT_EQ(texel_density(mesh.vertices, mesh.indices), 0U);
}

/// A mapping of a damaged file may end beyond what 32 bits count; nothing can follow it.
TEST(GeometryEdit, NothingIsAddedBehindAMappingWithoutEnd) {
  File file = one_triangle();
  file.index_mappings[0].offset = file.index_mappings[0].count = 0xFFFFFFFF;
  const auto added = add_mesh(file, "moreShape", kStatic, square(), false);
  ASSERT_FALSE(added);
  EXPECT_EQ(to_string(added.error()), "index_mappings: no room for one behind 8589934590 items of buffer 0");
}

}  // namespace
}  // namespace mw::wows::geometry
