#include <gtest/gtest.h>
#include <meshwright/scene/detail/rest.h>
#include <meshwright/wows/geometry_scene.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <numeric>

#include "fixtures.h"
#include "make_cases.h"

namespace mw::wows::geometry {
namespace {

constexpr std::string_view kSkinned = "set3/xyznuviiiwwtbpc";

/// A slope ahead of the origin that rises towards +z, as a static mesh would have it.
Mesh slope() {
  Mesh mesh;
  const Vec3 corners[] = {{0, 0, 1}, {0, 1, 3}, {2, 1, 3}, {2, 0, 1}};
  const Vec3 normal = glm::normalize(glm::cross(corners[1] - corners[0], corners[2] - corners[0]));
  for (const Vec3& corner : corners) {
    Vertex vertex;
    vertex.position = corner;
    vertex.normal = normal;
    vertex.uv[0] = {corner.x / 4, corner.z / 4};
    vertex.tangent = {1, 0, 0};
    vertex.binormal = glm::cross(normal, vertex.tangent);
    vertex.weights = {255, 0};
    mesh.vertices.push_back(vertex);
  }
  mesh.indices = {0, 1, 2, 0, 2, 3};
  return mesh;
}

/// The same through a bone that mirrors z.
Mesh behind_a_mirror() {
  Mesh mesh = slope();
  for (Vertex& vertex : mesh.vertices)
    for (Vec3* each : {&vertex.position, &vertex.normal, &vertex.tangent, &vertex.binormal})
      each->z = -each->z;
  return mesh;
}

File file_with(const Mesh& skinned) {
  File file;
  EXPECT_TRUE(add_mesh(file, "TurretShape", kStatic, slope(), false));
  EXPECT_TRUE(add_mesh(file, "bodyShape", kSkinned, skinned, false));
  return file;
}

std::optional<bool> z_negated(const scene::Scene& s, std::size_t node) {
  const auto& extras = s.nodes[node].extras;
  const auto found = std::ranges::find(extras, "z_negated", &JsonMember::first);
  return found == extras.end() ? std::nullopt : std::optional(*found->second.get_if<bool>());
}

const scene::Primitive& shown(const scene::Scene& s, std::size_t mesh) {
  return s.meshes[mesh].primitives[0];
}

std::vector<Vertex> stored(const File& file) {
  return mapped_vertices(file, decode(file), 1).value();
}

/// Skinned and static meshes of one gun lie on each other, however their bones have it.
TEST(GeometrySkin, LiesWhereTheStaticMeshDoes) {
  for (const bool mirrored : {true, false}) {
    const scene::Scene s = to_scene(file_with(mirrored ? behind_a_mirror() : slope())).value();
    EXPECT_EQ(shown(s, 1).positions, shown(s, 0).positions);
    EXPECT_EQ(shown(s, 1).positions[1], Vec3(0, 1, -3));
    EXPECT_TRUE(cases::near(shown(s, 1).normals[0], shown(s, 0).normals[0], 0.02F));
    EXPECT_EQ(shown(s, 1).tangents, shown(s, 0).tangents);
    EXPECT_EQ(shown(s, 1).indices, shown(s, 0).indices);
    EXPECT_EQ(z_negated(s, 1), std::nullopt);  // a static mesh
    EXPECT_EQ(z_negated(s, 2), mirrored);
  }
}

TEST(GeometrySkin, RawAxesKeepTheFilesNumbers) {
  const scene::Scene s = to_scene(file_with(behind_a_mirror()), {.raw_axes = true}).value();
  EXPECT_EQ(shown(s, 1).positions[1], Vec3(0, 1, -3));
  EXPECT_EQ(shown(s, 1).indices, (std::vector<scene::Index>{0, 1, 2, 0, 2, 3}));
}

/// The way back negates z again where the node says so.
TEST(GeometrySkin, ComesBackAsItWasStored) {
  for (const Mesh& mesh : {behind_a_mirror(), slope()}) {
    const File file = file_with(mesh);
    const File again = cases::made(cases::everything_of(file));
    const std::vector<Vertex> now = stored(again);
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
      EXPECT_EQ(now[i].position, mesh.vertices[i].position) << i;
      EXPECT_TRUE(cases::near(now[i].normal, mesh.vertices[i].normal, cases::kCutTwice)) << i;
      EXPECT_TRUE(cases::near(now[i].tangent, mesh.vertices[i].tangent, cases::kCutTwice)) << i;
      EXPECT_TRUE(cases::near(now[i].binormal, mesh.vertices[i].binormal, 2 * cases::kCutTwice)) << i;
    }
    EXPECT_EQ(mapped_indices(again, decode(again), 1).value(), mesh.indices);
  }
}

/// A skin from another program gets what 5,806 of the game's 8,068 skinned render sets have.
TEST(GeometrySkin, ANewOneIsStoredWithZNegated) {
  scene::Primitive p = cases::cube({0, 0, -5});
  for (const char* name : {"BONE_0", "BONE_1", "BONE_2", "WEIGHT_1", "WEIGHT_2"})
    p.custom.push_back({name, std::vector<float>(p.positions.size(), 0)});
  p.custom.push_back({"WEIGHT_0", std::vector<float>(p.positions.size(), 1)});
  const File file = cases::made(cases::one_mesh(p, "Gun"));
  const std::vector<Vertex> vertices = mapped_vertices(file, decode(file), 0).value();
  for (std::size_t i = 0; i < vertices.size(); ++i) EXPECT_EQ(vertices[i].position, p.positions[i]);
  EXPECT_EQ(shown(to_scene(file).value(), 0).positions, p.positions);
}

/// A cube ahead of the origin below a node that mirrors z, bound to a bone there or with numbers of bones.
scene::Scene mirrored_skin(bool is_bound) {
  scene::Primitive p = cases::cube({0, 0, -5});
  p.positions[0].z -= 1;  // so that front and back differ
  const std::size_t count = p.positions.size();
  if (is_bound) {
    p.joints.assign(count, scene::U16Vec4(0));
    p.weights.assign(count, Vec4(1, 0, 0, 0));
  } else {
    for (const char* name : {"BONE_0", "BONE_1", "BONE_2", "WEIGHT_1", "WEIGHT_2"})
      p.custom.push_back({name, std::vector<float>(count, 0)});
    p.custom.push_back({"WEIGHT_0", std::vector<float>(count, 1)});
  }
  scene::Scene s = cases::one_mesh(p, "Gun");
  scene::Node mirror{.name = "mirror"};
  mirror.transform.scale = {1, 1, -1};
  const scene::Index above = add_node(s, mirror);
  if (is_bound) {
    s.nodes[0].skin = 0;
    s.skins.push_back({.joints = {add_node(s, {.name = "bone"}, above)}, .inverse_binds = {Mat4(1)}});
  } else {
    s.roots = {above};
    s.nodes[above].children = {0};
  }
  return s;
}

/// Where glTF shows it, whatever turned it around: z is negated in the file as for any other skin, and the
/// triangles look out of the cube.
TEST(GeometrySkin, BelowAMirrorLiesWhereItIsShown) {
  const scene::Primitive ahead = shown(mirrored_skin(false), 0);
  for (const bool is_bound : {true, false}) {
    scene::Scene s = mirrored_skin(is_bound);
    scene::bring_skins_to_rest(s);
    const scene::Scene again = to_scene(cases::made(s)).value();
    EXPECT_EQ(z_negated(again, 1), true);
    const scene::Primitive& now = shown(again, 0);
    ASSERT_EQ(now.positions.size(), ahead.positions.size());
    for (std::size_t i = 0; i < ahead.positions.size(); ++i) {
      EXPECT_EQ(now.positions[i], ahead.positions[i] * Vec3(1, 1, -1)) << i;
      EXPECT_TRUE(cases::near(now.normals[i], ahead.normals[i] * Vec3(1, 1, -1), cases::kCutTwice)) << i;
    }
    for (std::size_t i = 0; i + 2 < now.indices.size(); i += 3) {
      const Vec3& a = now.positions[now.indices[i]];
      const Vec3 look =
          glm::cross(now.positions[now.indices[i + 1]] - a, now.positions[now.indices[i + 2]] - a);
      EXPECT_GT(glm::dot(look, now.normals[now.indices[i]]), 0) << i;
    }
  }
}

/// Without normals they follow from the triangles, and look out of the cube.
TEST(GeometrySkin, NormalsThatAreMadeLookOutward) {
  scene::Primitive p = cases::cube();
  const std::vector<Vec3> outward = std::exchange(p.normals, {});
  for (const char* name : {"BONE_0", "BONE_1", "BONE_2", "WEIGHT_1", "WEIGHT_2"})
    p.custom.push_back({name, std::vector<float>(p.positions.size(), 0)});
  p.custom.push_back({"WEIGHT_0", std::vector<float>(p.positions.size(), 1)});
  for (const bool negated : {true, false}) {
    scene::Scene s = cases::one_mesh(p, "Gun");
    s.nodes[0].extras = {{"z_negated", negated}};
    const scene::Scene again = to_scene(cases::made(s)).value();
    EXPECT_EQ(shown(again, 0).normals, outward);
    EXPECT_EQ(z_negated(again, 1), negated);
  }
}

/// `edit` changes the scene's second mesh; the file's vertices then.
std::vector<Vertex> vertices_after_edit(const File& file,
                                        const std::function<void(scene::Primitive&)>& edit) {
  const scene::Scene before = cases::everything_of(file);
  scene::Scene after = before;
  edit(after.meshes[1].primitives[0]);
  std::vector<scene::Index> origins(before.nodes.size());
  std::iota(origins.begin(), origins.end(), 0U);
  const auto made = apply_edits(file, {.before = before, .after = after, .origins = origins});
  EXPECT_EQ(test::message_of(made), test::kNoError);
  return made ? stored(made->file) : std::vector<Vertex>();
}

TEST(GeometrySkin, EditsGoBackThroughTheMirror) {
  for (const bool mirrored : {true, false}) {
    const Mesh mesh = mirrored ? behind_a_mirror() : slope();
    const std::vector<Vertex> moved =
        vertices_after_edit(file_with(mesh), [](scene::Primitive& p) { p.positions[1].z -= 2; });
    EXPECT_EQ(moved.at(1).position, Vec3(0, 1, mirrored ? -5 : 5));
    const std::vector<Vertex> fewer = vertices_after_edit(file_with(mesh), [](scene::Primitive& p) {
      p.indices.resize(3);
      p.positions[1].z -= 2;
    });
    EXPECT_EQ(fewer.at(1).position, Vec3(0, 1, mirrored ? -5 : 5));
    EXPECT_EQ(fewer.at(2).position, mesh.vertices[2].position);
  }
}

}  // namespace
}  // namespace mw::wows::geometry
