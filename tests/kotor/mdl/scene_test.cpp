#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_scene.h>

#include <algorithm>
#include <glm/geometric.hpp>

#include "scene_fixtures.h"
#include "support/bytes.h"
#include "support/losses.h"

namespace mw::kotor::mdl {
namespace {

TEST(MdlScene, TheCreatureHasAllItsParts) {
  const File file = sample({});
  const scene::Scene s = to_scene(file, kAll);
  ASSERT_FALSE(find_contradiction(s));
  for (const Node& node : file.nodes)
    EXPECT_NE(find_node(s, node_name(file, node)), nullptr) << node_name(file, node);
  ASSERT_EQ(s.skins.size(), 1U);
  EXPECT_EQ(s.skins[0].joints.size(), 2U);
  EXPECT_EQ(s.lights.size(), 1U);
  EXPECT_EQ(s.animations.size(), file.animations.size());
  for (std::size_t i = 0; i < s.animations.size(); ++i) {
    EXPECT_EQ(s.animations[i].name, file.animations[i].header.geometry.name.view());
    EXPECT_EQ(s.animations[i].length, file.animations[i].header.length);
  }
  const auto has_cubic = [](const scene::Animation& animation) {
    return std::ranges::any_of(animation.channels,
                               [](const auto& c) { return c.interpolation == scene::Interpolation::cubic; });
  };
  EXPECT_TRUE(std::ranges::any_of(s.animations, has_cubic));
}

/// The stored (Q, T) must bring every skinned vertex, in rest, to where its node puts it.
TEST(MdlScene, SkinsInRestAreWhereTheirNodePutsThem) {
  for (const Variant variant : {Variant{Game::k1, Platform::pc}, Variant{Game::k2, Platform::pc}}) {
    const scene::Scene s = to_scene(sample(variant), kAll);
    const std::vector<Mat4> places = world_matrices(s);
    const auto skinned = std::ranges::find_if(s.nodes, [](const auto& n) { return n.skin.has_value(); });
    ASSERT_NE(skinned, s.nodes.end());
    const auto own = std::ranges::find_if(
        s.nodes, [&](const auto& n) { return n.name == skinned->name && !n.skin.has_value(); });
    ASSERT_NE(own, s.nodes.end());
    const Mat4& place = places[std::size_t(own - s.nodes.begin())];
    const scene::Skin& skin = s.skins[*skinned->skin];
    const scene::Primitive& p = s.meshes[*skinned->mesh].primitives[0];
    for (std::size_t i = 0; i < p.positions.size(); ++i) {
      Vec3 moved(0);
      for (int k = 0; k < 4; ++k) {
        const Mat4 joint = places[skin.joints[p.joints[i][k]]] * skin.inverse_binds[p.joints[i][k]];
        moved += p.weights[i][k] * Vec3(joint * Vec4(p.positions[i], 1));
      }
      EXPECT_LT(glm::distance(moved, Vec3(place * Vec4(p.positions[i], 1))), 1e-4F) << i;
    }
  }
}

TEST(MdlScene, UvsAreTurned) {
  const File file = sample({});
  const auto node = std::ranges::find_if(file.nodes, [](const Node& n) {
    return n.mesh && n.mesh->mdx && !n.mesh->mdx->rows.uvs[0].empty() && !n.mesh->skin;
  });
  ASSERT_NE(node, file.nodes.end());
  const scene::Scene s = to_scene(file, kAll);
  const scene::Node* out = find_node(s, node_name(file, *node));
  ASSERT_TRUE(out != nullptr && out->mesh);
  const Vec2 stored = node->mesh->mdx->rows.uvs[0][0];
  EXPECT_EQ(s.meshes[*out->mesh].primitives[0].uvs[0][0], Vec2(stored.x, 1 - stored.y));
}

TEST(MdlScene, HiddenMeshesAndWalkmeshesAreGroupsOfTheirOwn) {
  File file = sample({});
  for (Node& node : file.nodes) {
    if (!node.mesh) continue;
    node.mesh->header.render =
        node.mesh->dangly ? 0 : 1;  // a walkmesh that says it is drawn is none the less
  }
  const auto names = [&](const scene::Selection& selection) {
    std::vector<std::string> list;
    for (const scene::Mesh& mesh : to_scene(file, {.selection = selection}).meshes) list.push_back(mesh.name);
    std::ranges::sort(list);
    return list;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names({}), (Names{"body_g"}));
  EXPECT_EQ(names({.hidden = true}), (Names{"body_g", "tail_g"}));
  EXPECT_EQ(names({.collision = true}), (Names{"body_g", "walkmesh"}));
}

/// Between two keys a cubic channel must be the bezier curve of the file.
TEST(MdlScene, BezierBecomesTheSameCurve) {
  const File file = sample({});
  const scene::Scene s = to_scene(file, {.raw_axes = true, .selection = {.hidden = true}});
  std::size_t compared = 0;
  for (std::size_t a = 0; a < file.animations.size(); ++a) {
    for (const Node& node : file.animations[a].nodes) {
      for (const Controller& c : node.controllers) {
        if (c.type != kPositionController || controller_columns(c) != 9 || c.rows < 2) continue;
        const auto rest = std::ranges::find_if(
            file.nodes, [&](const Node& n) { return n.header.number == node.header.number; });
        const auto vec = [&](std::size_t key, std::size_t part) {
          const float* v = node.data.data() + c.data_index + key * 9 + part * 3;
          return Vec3(v[0], v[1], v[2]);
        };
        const auto channel = std::ranges::find_if(s.animations[a].channels, [&](const auto& ch) {
          return ch.interpolation == scene::Interpolation::cubic &&
                 s.nodes[ch.node].name == node_name(file, *rest);
        });
        ASSERT_NE(channel, s.animations[a].channels.end());
        const auto key = [&](std::size_t k, std::size_t part) {
          const float* v = channel->values.data() + k * 9 + part * 3;
          return Vec3(v[0], v[1], v[2]);
        };
        const float dt = channel->times[1] - channel->times[0];
        for (const float t : {0.0F, 0.25F, 0.5F, 0.75F, 1.0F}) {
          const float u = 1 - t;
          const Vec3 p0 = rest->header.position + vec(0, 0);
          const Vec3 p3 = rest->header.position + vec(1, 0);
          const Vec3 bezier = u * u * u * p0 + 3 * u * u * t * (p0 + vec(0, 2)) +
                              3 * u * t * t * (p3 + vec(1, 1)) + t * t * t * p3;
          const Vec3 hermite =
              (2 * t * t * t - 3 * t * t + 1) * key(0, 1) + dt * (t * t * t - 2 * t * t + t) * key(0, 2) +
              (-2 * t * t * t + 3 * t * t) * key(1, 1) + dt * (t * t * t - t * t) * key(1, 0);
          EXPECT_LT(glm::distance(bezier, hermite), 1e-4F);
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 0U);
}

/// A model whose second node is a blade as the games have it: 44 rows of four vertices, all on the middle but
/// the right and the left edge.
File sword() {
  File file = chain(2);
  Node& node = file.nodes[1];
  node.header.type = kNodeHeader | kNodeMesh | kNodeSaber;
  Mesh& mesh = node.mesh.emplace();
  mesh.header.vertex_count = kSaberVertices;
  mesh.header.render = 1;
  Saber& saber = mesh.saber.emplace();
  for (std::size_t i = 0; i < kSaberVertices; ++i) {
    const std::size_t row = i / 4;
    const float x = row == 1 ? 0.25F : row == 23 ? -0.25F : 0;
    saber.vertices.emplace_back(x, 0, float(i % 4));
    saber.normals.emplace_back(0, -1, 0);
    saber.uvs.emplace_back(2 * x + 0.5F, float(i % 4) / 3);
  }
  add_keys(node, kScaleController, 1, {0}, {0});
  return file;
}

TEST(MdlScene, ABladeIsSixQuads) {
  const File file = sword();
  const scene::Scene s = to_scene(file, {.raw_axes = true});
  ASSERT_FALSE(find_contradiction(s));
  EXPECT_TRUE(s.losses.empty());
  ASSERT_EQ(s.meshes.size(), 1U);
  const scene::Primitive& p = s.meshes[0].primitives[0];
  ASSERT_EQ(p.positions.size(), 16U);
  ASSERT_EQ(p.indices.size(), 36U);
  float area = 0;
  for (std::size_t i = 0; i < p.indices.size(); i += 3) {
    const Vec3& a = p.positions[p.indices[i]];
    const Vec3 across = glm::cross(p.positions[p.indices[i + 1]] - a, p.positions[p.indices[i + 2]] - a);
    EXPECT_LT(across.y, 0) << i;  // as the normals point
    area -= across.y / 2;
  }
  EXPECT_FLOAT_EQ(area, 0.5F * 3);  // its width times its length, each part once
  EXPECT_EQ(p.uvs[0][4], Vec2(1, 1));
  EXPECT_TRUE(s.materials[*p.material].two_sided);
  // Switched off in rest: told, not applied.
  const auto blade = std::ranges::find_if(s.nodes, [](const auto& n) { return n.mesh.has_value(); });
  ASSERT_NE(blade, s.nodes.end());
  EXPECT_EQ(blade->transform.scale, Vec3(1));
  const JsonValue extras(blade->extras);
  ASSERT_NE(extras.find("controllers"), nullptr);
  EXPECT_EQ(extras.find("controllers")->find("scale")->get_if<JsonReal>()->narrow, 0);
}

TEST(MdlScene, ABladeThatLacksVerticesIsALoss) {
  File file = sword();
  file.nodes[1].mesh->saber->vertices.resize(95);
  const scene::Scene s = to_scene(file);
  EXPECT_TRUE(s.meshes.empty());
  ASSERT_EQ(s.losses.size(), 1U);
  EXPECT_EQ(s.losses[0], node_name(file, file.nodes[1]) + ": the blade has too few vertices to be drawn");
}

/// Four times as far, the same multiplier needs sixteen times the candela.
TEST(MdlScene, LightsGiveTheirMultiplierHalfWayToTheirRadius) {
  File file = sample({});
  const scene::Scene s = to_scene(file);
  ASSERT_EQ(s.lights.size(), 1U);
  EXPECT_EQ(s.lights[0].range, 4.0F);
  EXPECT_EQ(s.lights[0].intensity, 1 * 2.0F * 2.0F);
  EXPECT_EQ(s.lights[0].extras[0].first, "multiplier");
  EXPECT_EQ(s.lights[0].extras[0].second.get_if<JsonReal>()->narrow, 1);
  Node& lamp = file.nodes[kLamp];
  const auto value = [&](std::uint32_t type) -> float& {
    return lamp.data[std::ranges::find(lamp.controllers, type, &Controller::type)->data_index];
  };
  value(88) = 16;
  EXPECT_EQ(to_scene(file).lights[0].intensity, 64.0F);
  value(140) = -2;
  EXPECT_EQ(to_scene(file).lights[0].intensity, 0);
  value(140) = 3;
  value(88) = 0;
  EXPECT_EQ(to_scene(file).lights[0].intensity, 3);
  EXPECT_FALSE(to_scene(file).lights[0].range);
  value(88) = 1e38F;
  EXPECT_EQ(to_scene(file).lights[0].intensity, 0);
}

TEST(MdlScene, KeysThatCannotBeKeptAreLosses) {
  File file = sample({});
  Node& node = moved_node(file);
  const Controller first = node.controllers[0];
  ASSERT_GE(first.rows, 2U);
  node.data[first.time_index + 1U] = node.data[first.time_index];
  EXPECT_EQ(
      to_scene(file, kAll).losses,
      std::vector<std::string>{"1 keys of animations are not later than the one before; they are left out"});
  file = sample({});
  moved_node(file).controllers.push_back(moved_node(file).controllers[0]);
  EXPECT_EQ(to_scene(file, kAll).losses,
            std::vector<std::string>{
                "1 controllers of animations move what another of their node moves; they are left out"});
}

/// One in each of two animations: the line tells their sum.
TEST(MdlScene, LossesOfAllAnimationsAreSummed) {
  File file = sample({});
  ASSERT_EQ(file.animations.size(), 2U);
  for (Animation& animation : file.animations)
    std::ranges::find_if(animation.nodes, [](const Node& node) { return !node.controllers.empty(); })
        ->controllers[0]
        .data_index = 9999;
  EXPECT_EQ(to_scene(file, kAll).losses,
            std::vector<std::string>{
                "2 controllers of animations are not finite or reach beyond their data; they are left out"});
  file = sample({});
  for (Animation& animation : file.animations)
    for (Node& node : animation.nodes)
      if (!node.controllers.empty()) {
        node.controllers.push_back(node.controllers[0]);
        break;
      }
  EXPECT_EQ(to_scene(file, kAll).losses,
            std::vector<std::string>{
                "2 controllers of animations move what another of their node moves; they are left out"});
}

TEST(MdlScene, VertexDataWithoutAPlaceIsALoss) {
  File file = sample({});
  VertexRows& rows = file.nodes[kBody].mesh->mdx->rows;
  rows.tangents[2].resize(rows.positions.size());
  rows.rest.resize(rows.positions.size() * 4);
  EXPECT_EQ(
      to_scene(file, kAll).losses,
      (std::vector<std::string>{
          "1 sets of tangents are not the first of their mesh; glTF has no place for them",
          std::to_string(rows.rest.size()) + " bytes of vertex rows belong to no known attribute; they are "
                                             "left out"}));
}

/// The scene keeps the file's numbers of sets; glTF closes the gap, for the material too.
TEST(MdlScene, ALightMapAloneKeepsItsUvSet) {
  File file = sample({});
  Mesh& body = *file.nodes[kBody].mesh;
  body.header.lightmapped = 1;
  body.header.texture_2 = FixedText<32>("map_lm0");
  body.header.texture_1 = FixedText<32>("NULL");
  VertexRows& rows = body.mdx->rows;
  rows.uvs[1] = std::exchange(rows.uvs[0], {});
  const scene::Scene s = to_scene(file);
  const auto mesh = std::ranges::find(s.meshes, "body_g", &scene::Mesh::name);
  ASSERT_NE(mesh, s.meshes.end());
  const scene::Primitive& p = mesh->primitives[0];
  EXPECT_EQ(p.uvs[1].size(), p.positions.size());
  EXPECT_TRUE(p.uvs[0].empty());
  const scene::Material& material = s.materials[*p.material];
  ASSERT_EQ(material.textures.size(), 1U);
  EXPECT_EQ(material.textures[0].role, "lightmap");
  EXPECT_EQ(material.textures[0].uv, 1U);
}

TEST(MdlScene, MeshesWithoutFacesAreTold) {
  File file = sample({});
  file.nodes[kBody].mesh->faces.clear();
  const scene::Scene s = to_scene(file, {.selection = {.hidden = true, .collision = true}});
  EXPECT_EQ(std::ranges::find(s.meshes, "body_g", &scene::Mesh::name), s.meshes.end());
  ASSERT_EQ(s.losses.size(), 1U);
  EXPECT_EQ(s.losses[0], "1 mesh has vertices but no face; it is left out: body_g");
}

/// Xbox models have them in one word each.
TEST(MdlScene, PackedNormalsAndTangentsAreSeen) {
  const auto body_of = [](Platform platform) {
    const scene::Scene s = to_scene(sample({Game::k1, platform}), kAll);
    return s.meshes[*std::ranges::find_if(s.nodes, [](const auto& n) { return n.skin.has_value(); })->mesh]
        .primitives[0];
  };
  const scene::Primitive pc = body_of(Platform::pc);
  const scene::Primitive xbox = body_of(Platform::xbox);
  ASSERT_EQ(xbox.normals.size(), pc.normals.size());
  ASSERT_EQ(xbox.tangents.size(), pc.tangents.size());
  for (std::size_t i = 0; i < pc.normals.size(); ++i) {
    EXPECT_LT(glm::distance(xbox.normals[i], pc.normals[i]), 0.01F);
    EXPECT_LT(glm::distance(xbox.tangents[i], pc.tangents[i]), 0.01F);
  }
}

TEST(MdlScene, DamagedModelsNeverMakeAContradictoryScene) {
  const Pair pair = write(sample({})).value();
  std::size_t readable = 0;
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    const Bytes mdl = seed % 3 == 0 ? pair.mdl : test::mutant(pair.mdl, seed);
    const Bytes mdx = seed % 3 == 1 ? *pair.mdx : test::mutant(*pair.mdx, seed);
    const auto file = read(mdl, mdx);
    if (!file) continue;
    ++readable;
    const auto error = find_contradiction(to_scene(*file, kAll));
    EXPECT_FALSE(error) << seed << " " << to_string(*error);
  }
  EXPECT_GT(readable, 500U);
}

}  // namespace
}  // namespace mw::kotor::mdl
