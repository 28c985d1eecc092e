#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/bwm_scene.h>
#include <meshwright/bw2/detail/bwm_build.h>
#include <meshwright/edit/edits.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <numeric>

#include "support/losses.h"

/// The numbers that a model shows in a scene.
namespace mw::bw2::bwm {
namespace {

const scene::Primitive& lines_of(const scene::Scene& s, std::string_view name) {
  const auto mesh = std::ranges::find(s.meshes, name, &scene::Mesh::name);
  EXPECT_NE(mesh, s.meshes.end()) << name;
  return mesh->primitives[0];
}

TEST(BwmSceneValues, AHullIsARing) {
  File file = sample(Sample::house);
  file.hull = {{1, 2, 3}, {4, 5, 6}, {7, 8, 10}};
  const scene::Scene s = to_scene(file);
  const scene::Primitive& p = lines_of(s, "footprint_hull");
  EXPECT_EQ(p.topology, scene::Topology::lines);
  EXPECT_EQ(p.positions, (std::vector<Vec3>{{1, 2, -3}, {4, 5, -6}, {7, 8, -10}}));
  EXPECT_EQ(p.indices, (std::vector<std::uint32_t>{0, 1, 1, 2, 2, 0}));
  EXPECT_EQ(s.materials[*p.material].base_color, Vec4(1, 0.85F, 0.1F, 1));
  EXPECT_EQ(s.materials[*p.material].emissive, Vec3(1, 0.85F, 0.1F));
}

/// Each a closed ring of 32 sides on the floor of the model.
TEST(BwmSceneValues, CirclesAreRound) {
  File file = sample(Sample::house);
  file.header.box_min.y = -1.5F;
  file.circles = {{.x = 10, .z = 20, .radius = 2}, {.x = -3, .z = 5, .radius = 0.5F}};
  const scene::Scene s = to_scene(file);
  const scene::Primitive& p = lines_of(s, "footprint_circles");
  ASSERT_EQ(p.positions.size(), 64U);
  ASSERT_EQ(p.indices.size(), 128U);
  for (std::size_t i = 0; i < 64; ++i) {
    const bool second = i >= 32;
    const double angle = double(i % 32) * std::acos(-1.0) / 16;
    const double radius = second ? 0.5 : 2;
    EXPECT_NEAR(p.positions[i].x, (second ? -3 : 10) + radius * std::cos(angle), 1e-5) << i;
    EXPECT_EQ(p.positions[i].y, -1.5F);
    EXPECT_NEAR(p.positions[i].z, -((second ? 5 : 20) + radius * std::sin(angle)), 1e-5) << i;
    EXPECT_EQ(p.indices[2 * i], i);
    EXPECT_EQ(p.indices[2 * i + 1], i % 32 == 31 ? i - 31 : i + 1);
  }
  EXPECT_EQ(s.materials[*p.material].base_color, Vec4(0.1F, 0.8F, 1, 1));
}

TEST(BwmSceneValues, EveryTextureHasItsRoleAndItsCoordinates) {
  File file = sample(Sample::house);
  Material& material = file.materials[0];
  const auto name = [](auto& field, std::string_view text) { field = std::decay_t<decltype(field)>(text); };
  name(material.diffuse, "d.dds");
  name(material.light, "l.dds");
  name(material.growth, "g.dds");
  name(material.specular, "s.dds");
  name(material.additional, "a.dds");
  name(material.normal, "n.dds");
  std::vector<std::string> textures;
  const scene::Scene s = to_scene(file);
  for (const scene::Texture& texture : s.materials[0].textures)
    textures.push_back(texture.role + " " + texture.name + " " + std::to_string(texture.uv));
  EXPECT_EQ(textures, (std::vector<std::string>{"base_color d.dds 0", "lightmap l.dds 1", "growth g.dds 2",
                                                "specular s.dds 0", "additional a.dds 2", "normal n.dds 0"}));
}

TEST(BwmSceneValues, ThePropertiesOfTheRootAreThoseOfTheHeader) {
  File file = sample(Sample::house);
  const auto number = [&](std::string_view name) -> std::optional<std::uint64_t> {
    const scene::Scene s = to_scene(file);
    const JsonValue extras(s.nodes[0].extras);
    const JsonValue* value = extras.find(name);
    if (value == nullptr) return std::nullopt;
    return *value->get_if<std::uint64_t>();
  };
  file.header.type = 3;
  file.header.unknown_0x74 = 0;
  file.header.unknown_0xa4 = 0;
  EXPECT_EQ(number("type"), 3U);
  EXPECT_EQ(number("unknown_0x74"), std::nullopt);
  EXPECT_EQ(number("unknown_0xa4"), std::nullopt);
  file.header.unknown_0x74 = 1;
  EXPECT_EQ(number("unknown_0x74"), 1U);
  EXPECT_EQ(number("unknown_0xa4"), std::nullopt);
  file.header.unknown_0xa4 = 7;
  EXPECT_EQ(number("unknown_0xa4"), 7U);
}

/// A model without a footprint says so; one with half of it has one.
TEST(BwmSceneValues, OnlyAModelWithoutAnyFootprintSaysSo) {
  const auto says_so = [](bool hull, bool circles) {
    File file = sample(Sample::house);
    if (!hull) file.hull.clear();
    if (!circles) file.circles.clear();
    const scene::Scene s = to_scene(file);
    const JsonValue extras(s.nodes[0].extras);
    const JsonValue* value = extras.find("footprint");
    const bool* has = value != nullptr ? value->get_if<bool>() : nullptr;
    return has != nullptr && !*has;
  };
  EXPECT_FALSE(says_so(true, true));
  EXPECT_FALSE(says_so(true, false));
  EXPECT_FALSE(says_so(false, true));
  EXPECT_TRUE(says_so(false, false));
}

/// One that does not follow from the vertices is somebody's own: it comes back, and edits leave it alone.
TEST(BwmSceneValues, AFootprintOfSomebodysOwnStays) {
  File file = sample(Sample::house);
  EXPECT_TRUE(footprint_follows(file));
  EXPECT_EQ(JsonValue(to_scene(file).nodes[0].extras).find("footprint"), nullptr);
  file.hull = {{-9, 0, -9}, {9, 0, -9}, {9, 0, 9}, {-9, 0, 9}};
  file.circles = {{1, 2, 3}, {-4, 0.5F, 6}};
  update_sizes(file);
  EXPECT_FALSE(footprint_follows(file));
  const scene::Scene before = to_scene(file, {.selection = {.all_lods = true}});
  const auto same_circles = [&](const File& made) {
    return std::ranges::equal(made.circles, file.circles, [](const Circle& a, const Circle& b) {
      return a.x == b.x && a.z == b.z && a.radius == b.radius;
    });
  };
  const File made = from_scene(before).value().file;
  EXPECT_EQ(made.hull, file.hull);
  EXPECT_TRUE(same_circles(made));
  EXPECT_EQ(made.header.hull_count, 4U);
  EXPECT_EQ(made.header.circle_count, 2U);
  scene::Scene after = before;
  for (scene::Mesh& mesh : after.meshes)
    for (scene::Primitive& p : mesh.primitives)
      if (p.topology == scene::Topology::triangles) p.positions[0].x -= 3;
  std::vector<scene::Index> origins(before.nodes.size());
  std::iota(origins.begin(), origins.end(), 0U);
  const File edited = apply_edits(file, {.before = before, .after = after, .origins = origins}).value().file;
  EXPECT_EQ(edited.hull, file.hull);
  EXPECT_TRUE(same_circles(edited));
  EXPECT_NE(edited.header.box_min, file.header.box_min);
}

TEST(BwmSceneValues, CirclesOfSomebodysOwnAreKnown) {
  File file = sample(Sample::house);
  file.circles[0].radius += 1;
  EXPECT_FALSE(footprint_follows(file));
}

TEST(BwmSceneValues, MissingTextureCoordinatesAreTold) {
  scene::Scene s = to_scene(sample(Sample::house));
  s.losses.clear();
  EXPECT_EQ(from_scene(s)->losses, std::vector<std::string>());
  s.meshes[0].primitives[0].uvs = {};
  EXPECT_EQ(from_scene(s)->losses,
            (std::vector<std::string>{"1 mesh has no texture coordinates; they are 0: " + s.meshes[0].name}));
}

/// Deleting one of two levels is an edit where the scene had both.
TEST(BwmSceneValues, AllLevelsAreSaidToBeThere) {
  File file = sample(Sample::house);
  const auto says = [&](const scene::Selection& selection) {
    return std::ranges::count_if(to_scene(file, {.selection = selection}).nodes, [](const scene::Node& node) {
      return JsonValue(node.extras).find("levels") != nullptr;
    });
  };
  EXPECT_EQ(says({.all_lods = true}), 2);
  EXPECT_EQ(says({}), 0);
  for (Mesh& mesh : file.meshes) mesh.lod = 1;
  EXPECT_EQ(says({.all_lods = true}), 0);
  file.meshes.back().lod = 2;
  EXPECT_EQ(says({.all_lods = true}), 2);
}

/// The levels of the file count from 1, those of a scene from 0; a mesh of none is of the finest.
TEST(BwmSceneValues, LevelsCountFromZero) {
  File file = sample(Sample::house);
  const auto levels = [&] {
    std::vector<std::uint32_t> list;
    for (const scene::Node& node : to_scene(file, {.selection = {.all_lods = true}}).nodes)
      if (node.mesh && node.role == scene::Role::visual) list.push_back(node.lod);
    return list;
  };
  file.meshes[0].lod = 1;
  file.meshes[1].lod = 3;
  EXPECT_EQ(levels(), (std::vector<std::uint32_t>{0, 2}));
  file.meshes[0].lod = 0;
  file.meshes[1].lod = 2;
  EXPECT_EQ(levels(), (std::vector<std::uint32_t>{0, 1}));
}

/// The rows of a frame are x, z and y of the file; a mirror of z turns a turn around y the other way.
TEST(BwmSceneValues, AnEntityIsTurnedAsItsFrameSays) {
  File file = sample(Sample::house);
  // A turn of the x axis towards z, by an angle with sine 0.6.
  file.entities[0].frame = {{0.8F, 0, 0.6F}, {-0.6F, 0, 0.8F}, {0, 1, 0}, {1, 2, 3}};
  const auto entity = [&](bool raw) {
    const scene::Scene s = to_scene(file, {.raw_axes = raw});
    return std::ranges::find(s.nodes, file.entities[0].name.view(), &scene::Node::name)->transform;
  };
  const scene::Transform raw = entity(true);
  EXPECT_EQ(raw.translation, Vec3(1, 2, 3));
  const Vec3 x = raw.rotation * Vec3(1, 0, 0);
  EXPECT_NEAR(x.x, 0.8F, 1e-6F);
  EXPECT_NEAR(x.z, 0.6F, 1e-6F);
  const scene::Transform turned = entity(false);
  EXPECT_EQ(turned.translation, Vec3(1, 2, -3));
  const Vec3 mirrored = turned.rotation * Vec3(1, 0, 0);
  EXPECT_NEAR(mirrored.x, 0.8F, 1e-6F);
  EXPECT_NEAR(mirrored.z, -0.6F, 1e-6F);
  // What is no turn, or nowhere, leaves the node as it is.
  file.entities[0].frame.x_axis = {-0.8F, 0, -0.6F};
  EXPECT_EQ(entity(true).rotation, glm::quat(1, 0, 0, 0));
  file.entities[0].frame.position.y = NAN;
  EXPECT_EQ(entity(true).translation, Vec3(0));
}

}  // namespace
}  // namespace mw::bw2::bwm
