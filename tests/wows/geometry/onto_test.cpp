#include <gtest/gtest.h>
#include <meshwright/wows/geometry_scene.h>

#include <algorithm>
#include <functional>
#include <glm/geometric.hpp>
#include <numeric>

#include "fixtures.h"
#include "make_cases.h"
#include "support/growth.h"
#include "support/losses.h"

namespace mw::wows::geometry {
namespace {

using Lines = std::vector<std::string>;

/// Directions that no other program would make of the triangles: bent normals, a sheared texture.
Mesh sheared() {
  Mesh mesh = square();
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    Vertex& vertex = mesh.vertices[i];
    vertex.normal = glm::normalize(Vec3(0.1F * float(i), 1, 0.05F));
    vertex.tangent = glm::normalize(glm::cross(vertex.normal, Vec3(0.3F, 0, 1)));
    const Vec3 across = glm::cross(vertex.normal, vertex.tangent);
    vertex.binormal = glm::normalize(across + vertex.tangent * (0.5F * float(i)));  // up to 56 degrees off
  }
  return mesh;
}

Made after_edit(const File& file, const std::function<void(scene::Primitive&)>& edit) {
  const scene::Scene before = cases::everything_of(file);
  scene::Scene after = before;
  edit(after.meshes[0].primitives[0]);
  std::vector<scene::Index> origins(before.nodes.size());
  std::iota(origins.begin(), origins.end(), 0U);
  auto made = apply_edits(file, {.before = before, .after = after, .origins = origins});
  EXPECT_EQ(test::message_of(made), test::kNoError);
  return made ? *std::move(made) : Made();
}

Bytes bytes_of_vertices(const File& file) {
  const Decoded decoded = decode(file);
  const ByteSpan bytes = mapped_vertex_bytes(file, decoded, 0).value();
  return {bytes.begin(), bytes.end()};
}

/// Vertices that match keep all of their bytes, whether triangles come or go.
TEST(GeometryOnto, VerticesThatStayKeepTheirBytes) {
  const File file = file_of("TurretShape", sheared(), false);
  const Bytes own = bytes_of_vertices(file);
  const Bytes fewer =
      bytes_of_vertices(after_edit(file, [](scene::Primitive& p) { p.indices.resize(3); }).file);
  EXPECT_EQ(fewer, own);
  const Made more = after_edit(file, [](scene::Primitive& p) {
    p.positions.push_back({9, 0, 9});
    p.normals.push_back({0, 1, 0});
    p.tangents.push_back({1, 0, 0, 1});
    p.uvs[0].push_back({0.5F, 0.5F});
    for (scene::CustomAttribute& custom : p.custom) custom.values.push_back(0);
    p.indices.insert(p.indices.end(), {0, 1, 4});
  });
  const Bytes with_one = bytes_of_vertices(more.file);
  ASSERT_EQ(with_one.size(), own.size() + 28);
  EXPECT_TRUE(std::equal(own.begin(), own.end(), with_one.begin()));
}

/// Vertices that are the same but for their tangents are not looked through one by one.
TEST(GeometryOnto, EqualVerticesTakeLinearTime) {
  const auto work = [](std::size_t copies, bool tangents) {
    Mesh mesh = square();
    mesh.vertices.insert(mesh.vertices.end(), copies, mesh.vertices[0]);
    const File file = file_of("TurretShape", mesh, false);
    const scene::Scene before = cases::everything_of(file);
    scene::Scene after = before;
    scene::Primitive& p = after.meshes[0].primitives[0];
    p.indices.resize(3);
    if (!tangents) p.tangents.clear();
    for (Vec4& tangent : p.tangents) tangent.w = -tangent.w;  // none is found
    std::vector<scene::Index> origins(before.nodes.size());
    std::iota(origins.begin(), origins.end(), 0U);
    return [=] {
      EXPECT_EQ(test::message_of(apply_edits(file, {.before = before, .after = after, .origins = origins})),
                test::kNoError);
    };
  };
  test::expect_growth("without tangents", work(4000, false), work(16000, false));
  test::expect_growth("with other tangents", work(4000, true), work(16000, true));
}

/// A vertex that moved keeps its directions; the others keep their bytes.
TEST(GeometryOnto, OnlyWhatMovedIsOther) {
  const File file = file_of("TurretShape", sheared(), false);
  const Bytes own = bytes_of_vertices(file);
  const Bytes moved = bytes_of_vertices(after_edit(file, [](scene::Primitive& p) {
                                          p.indices.resize(3);
                                          p.positions[1].y = 7;
                                        }).file);
  ASSERT_EQ(moved.size(), own.size());
  for (const std::size_t row : {0U, 2U, 3U})
    EXPECT_TRUE(std::equal(own.begin() + row * 28, own.begin() + row * 28 + 28, moved.begin() + row * 28))
        << row;
  EXPECT_FALSE(std::equal(own.begin() + 28, own.begin() + 56, moved.begin() + 28));
}

const scene::CustomAttribute* find_custom(const scene::Primitive& p, std::string_view name) {
  const auto found = std::ranges::find(p.custom, name, &scene::CustomAttribute::name);
  return found == p.custom.end() ? nullptr : &*found;
}

/// Binormals that do not follow from normal and tangent go through the scene as numbers of each vertex.
TEST(GeometryOnto, BinormalsThatDoNotFollowComeBack) {
  const Mesh mesh = sheared();
  const File file = file_of("TurretShape", mesh, false);
  const scene::Scene s = cases::everything_of(file);
  const scene::Primitive& p = s.meshes[0].primitives[0];
  for (const char* name : {"BINORMAL_0", "BINORMAL_1", "BINORMAL_2"})
    ASSERT_NE(find_custom(p, name), nullptr) << name;
  const std::vector<Vertex> stored = mapped_vertices(file, decode(file), 0).value();
  EXPECT_EQ(find_custom(p, "BINORMAL_2")->values[3], -stored[3].binormal.z);  // z is mirrored
  const File again = cases::made(s);
  const std::vector<Vertex> now = mapped_vertices(again, decode(again), 0).value();
  for (std::size_t i = 0; i < now.size(); ++i) EXPECT_EQ(now[i].binormal, stored[i].binormal) << i;
  EXPECT_EQ(from_scene(s).value().losses, Lines{});
}

/// Few of the game's lean on their normals, or point nowhere: where the others of a mesh suit, so they stay.
TEST(GeometryOnto, AFewBinormalsThatLeanComeBackToo) {
  Mesh mesh = sheared();
  mesh.vertices[2].binormal = glm::normalize(mesh.vertices[2].binormal + mesh.vertices[2].normal);
  const File file = file_of("TurretShape", mesh, false);
  const std::vector<Vertex> stored = mapped_vertices(file, decode(file), 0).value();
  const File again = cases::made(cases::everything_of(file));
  EXPECT_EQ(mapped_vertices(again, decode(again), 0).value()[2].binormal, stored[2].binormal);
  mesh.vertices[1].binormal = mesh.vertices[1].normal;  // two of four: the mesh was turned
  const File turned = cases::made(cases::everything_of(file_of("TurretShape", mesh, false)));
  const Vertex other = mapped_vertices(turned, decode(turned), 0).value()[1];
  EXPECT_LT(std::abs(glm::dot(other.binormal, other.normal)), 0.1F);
}

/// What cannot be read is lost in a scene, stays when something else is edited, and is not edited itself.
TEST(GeometryOnto, ArmorThatCannotBeReadStays) {
  File file = sample(SampleData::plain);
  file.armor_models[0].unreadable = true;
  file.armor_models[0].rest = Bytes(31, std::byte(7));
  file.armor_models[0].plates.clear();
  lay_out(file);
  const scene::Scene before = cases::everything_of(file);
  EXPECT_EQ(before.losses, Lines{"the armor model cannot be read: a count in its data is wrong"});
  const Made moved = after_edit(file, [](scene::Primitive& p) { p.positions[0].y += 1; });
  ASSERT_EQ(moved.file.armor_models.size(), 1U);
  EXPECT_EQ(moved.file.armor_models[0].rest, file.armor_models[0].rest);
  scene::Scene after = before;
  after.meshes.push_back(after.meshes[0]);
  scene::Node plate{.name = "plate", .role = scene::Role::armor};
  plate.mesh = scene::Index(after.meshes.size() - 1);
  plate.extras = {{"layer", std::uint64_t(1)}, {"material", std::uint64_t(60)}};
  std::vector<scene::Index> origins(before.nodes.size());
  std::iota(origins.begin(), origins.end(), 0U);
  add_node(after, std::move(plate));
  origins.push_back(scene::Index(-1));
  EXPECT_EQ(test::message_of(apply_edits(file, {.before = before, .after = after, .origins = origins})),
            "armor_models: armor that cannot be read cannot be edited");
}

TEST(GeometryOnto, BinormalsThatFollowAreNotInTheScene) {
  const scene::Scene s = cases::everything_of(file_of("TurretShape", square(), false));
  EXPECT_TRUE(s.meshes[0].primitives[0].custom.empty());
}

/// Of a mesh that an editor turned they are stale, and made anew.
TEST(GeometryOnto, StaleBinormalsAreMadeAnew) {
  scene::Scene s = cases::everything_of(file_of("TurretShape", sheared(), false));
  scene::Primitive& p = s.meshes[0].primitives[0];
  for (std::size_t i = 0; i < p.positions.size(); ++i) {
    p.normals[i] = {1, 0, 0};
    p.tangents[i] = {0, 1, 0, 1};
  }
  for (scene::CustomAttribute& custom : p.custom)
    std::ranges::fill(custom.values, custom.name == "BINORMAL_0" ? 1.0F : 0.0F);
  const File file = cases::made(s);
  const std::vector<Vertex> now = mapped_vertices(file, decode(file), 0).value();
  ASSERT_EQ(now.size(), p.positions.size());
  for (const Vertex& vertex : now) EXPECT_EQ(glm::abs(vertex.binormal), Vec3(0, 0, 1));
}

/// 16 bits hold 0.5 + 3.9999 only to 1/512.
TEST(GeometryOnto, CoarseAndMissingTextureCoordinatesAreTold) {
  scene::Primitive p = cases::corner_triangle();
  p.uvs = {};
  EXPECT_EQ(from_scene(cases::one_mesh(p, "Bow")).value().losses,
            Lines{"1 mesh has no texture coordinates; they are 0: Bow"});
  p.uvs[0] = {{0.5F, 0.75F}, {4.4999F, 0}, {0.25F, 1}};
  EXPECT_EQ(from_scene(cases::one_mesh(p, "Bow")).value().losses,
            Lines{"1 texture coordinate moves by up to 0.00185: 16 bits hold them no finer"});
  p.uvs[0][1] = {0.9999F, 0};
  EXPECT_EQ(from_scene(cases::one_mesh(p, "Bow")).value().losses, Lines{});
  const Made made = after_edit(file_of("TurretShape", square(), false),
                               [](scene::Primitive& q) { q.uvs[0][1] = {4.4999F, 0}; });
  EXPECT_EQ(made.losses, Lines{"1 texture coordinate moves by up to 0.00185: 16 bits hold them no finer"});
}

}  // namespace
}  // namespace mw::wows::geometry
