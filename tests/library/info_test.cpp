#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/registry.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/scene/scene.h>

#include <limits>
#include <map>

#include "support/growth.h"

namespace mw {
namespace {

namespace mdl = kotor::mdl;

Info info_of(mdl::File file) {
  return info(Document(*find_format("kotor-mdl"), std::move(file))).value();
}

std::map<std::string_view, std::uint64_t> counts_of(const Info& info) {
  return {info.counts.begin(), info.counts.end()};
}

std::string tree_of(const Info& info) {
  std::string text;
  for (const TreeNode& node : info.tree)
    text += std::to_string(node.depth) + " " + node.name + " " + std::string(node.kind) + "\n";
  return text;
}

const JsonValue* detail(const Info& info, std::string_view name) {
  for (const auto& [key, value] : info.details)
    if (key == name) return &value;
  return nullptr;
}

/// No two kinds of node are as many, so that none can be counted as another.
TEST(Info, CountsEveryKindOfNodeByItself) {
  mdl::File file = mdl::sample({});
  const std::pair<std::size_t, std::size_t> copies[] = {{3, 1}, {4, 2}, {5, 3}, {6, 4}, {7, 5}, {8, 6}};
  for (const auto& [row, count] : copies)
    for (std::size_t i = 0; i < count; ++i) {
      const mdl::Node copy = file.nodes[row];
      file.nodes.push_back(copy);
    }
  for (std::size_t i = 0; i < 8; ++i) {
    mdl::Node saber;
    saber.header.type = mdl::kNodeHeader | mdl::kNodeMesh | mdl::kNodeSaber;
    saber.mesh = mdl::Mesh();
    file.nodes.push_back(saber);
  }
  const auto counts = counts_of(info_of(file));
  EXPECT_EQ(counts.at("nodes"), 9U + 21 + 8);
  EXPECT_EQ(counts.at("lights"), 2U);
  EXPECT_EQ(counts.at("emitters"), 3U);
  EXPECT_EQ(counts.at("references"), 4U);
  EXPECT_EQ(counts.at("danglymeshes"), 5U);
  EXPECT_EQ(counts.at("skins"), 6U);
  EXPECT_EQ(counts.at("walkmeshes"), 7U);
  EXPECT_EQ(counts.at("lightsabers"), 8U);
  EXPECT_EQ(counts.at("meshes"), 5U + 6 + 7 + 8);
  EXPECT_EQ(counts.at("animations"), 2U);
  const mdl::File plain = mdl::sample({});
  std::uint64_t vertices = 0;
  std::uint64_t faces = 0;
  for (const mdl::Node& node : file.nodes)
    if (node.mesh) {
      vertices += node.mesh->header.vertex_count;
      faces += node.mesh->faces.size();
    }
  EXPECT_NE(vertices, faces);
  EXPECT_EQ(counts.at("vertices"), vertices);
  EXPECT_EQ(counts.at("faces"), faces);
}

TEST(Info, TheTreeOfAModel) {
  EXPECT_EQ(tree_of(info_of(mdl::sample({}))),
            "0 mw_creature dummy\n1 hip_g dummy\n2 neck_g dummy\n3 lamp light\n3 sparks emitter\n"
            "2 hand reference\n2 tail_g danglymesh\n1 body_g skin\n1 walkmesh walkmesh\n");
}

TEST(Info, KindsOfNodes) {
  const std::pair<std::uint16_t, std::string_view> cases[] = {
      {0x001, "dummy"},      {0x003, "light"},    {0x005, "emitter"},   {0x009, "camera"},
      {0x011, "reference"},  {0x021, "mesh"},     {0x061, "skin"},      {0x0A1, "animmesh"},
      {0x121, "danglymesh"}, {0x221, "walkmesh"}, {0x821, "lightsaber"}};
  for (const auto& [type, kind] : cases) {
    mdl::Node node;
    node.header.type = type;
    EXPECT_EQ(mdl::node_kind(node), kind) << type;
  }
}

TEST(Info, TexturesHaveTheirRoles) {
  mdl::File file = mdl::sample({});
  mdl::MeshHeader& mesh = file.nodes[7].mesh->header;
  mesh.texture_2 = FixedText<32>("mw_light");
  mesh.texture_3 = FixedText<12>("mw_hide");
  mesh.texture_4 = FixedText<12>("mw_four");
  file.nodes[4].emitter->depth_texture = FixedText<32>("mw_depth");
  std::string text;
  for (const mdl::TextureUse& use : mdl::texture_uses(file)) {
    text += use.name + ":";
    for (const std::string_view role : use.roles) text += " " + std::string(role);
    text += "\n";
  }
  EXPECT_EQ(text,
            "mw_flare: flare\nmw_spark: emitter\nmw_depth: emitter_depth\nmw_hide: base_color texture_3\n"
            "mw_light: lightmap\nmw_four: texture_4\n");
}

TEST(Info, ClassificationsByName) {
  const std::pair<std::uint8_t, std::string> cases[] = {{0, "other"},      {1, "effect"}, {2, "tile"},
                                                        {4, "character"},  {8, "door"},   {16, "lightsaber"},
                                                        {32, "placeable"}, {64, "flyer"}, {3, "unknown (3)"}};
  for (const auto& [value, name] : cases) {
    EXPECT_EQ(mdl::classification_name(value), name);
    mdl::File file = mdl::sample({});
    file.model.classification = value;
    EXPECT_EQ(*detail(info_of(file), "classification")->get_if<std::string>(), name);
  }
}

/// What is no number is left out, wherever it comes.
TEST(Info, BoundsLeaveOutWhatIsNotFinite) {
  const mdl::File plain = mdl::sample({});
  const Box expected = mdl::bounds(plain).value();
  mdl::File file = plain;
  for (mdl::Node& node : file.nodes)
    if (node.mesh && node.mesh->mdx) {
      auto& positions = node.mesh->mdx->rows.positions;
      positions.insert(positions.begin(), Vec3(std::numeric_limits<float>::quiet_NaN(), 0, 0));
      positions.push_back(Vec3(0, std::numeric_limits<float>::infinity(), 0));
    }
  EXPECT_EQ(mdl::bounds(file)->min, expected.min);
  EXPECT_EQ(mdl::bounds(file)->max, expected.max);
  EXPECT_LT(expected.min.x, expected.max.x);
}

TEST(Info, TexturesTakeTimeInProportion) {
  const auto run = [](std::size_t count) {
    mdl::File file = mdl::sample({});
    const mdl::Node body = file.nodes[7];
    for (std::size_t i = 0; i < count; ++i) {
      file.nodes.push_back(body);
      file.nodes.back().mesh->header.texture_1 = FixedText<32>("t" + std::to_string(i));
    }
    return [file = std::move(file), count] { EXPECT_EQ(mdl::textures(file).size(), count + 3); };
  };
  test::expect_growth("textures", run(5000), run(10000), 1);
}

TEST(Info, PlacesOfAWalkmesh) {
  kotor::walkmesh::File file;
  file.header.position = {1, 2, 3};
  file.header.relative_use = {Vec3(4, 5, 6), Vec3(7, 8, 9)};
  const Info told = info(Document(*find_format("kotor-walkmesh"), file)).value();
  const auto text = [&](std::string_view name) {
    JsonWriter json(JsonWriter::Style::compact);
    json.value(*detail(told, name));
    return json.take();
  };
  EXPECT_EQ(text("position"), "[1,2,3]");
  EXPECT_EQ(text("use_hooks"), "[[4,5,6],[7,8,9]]");
}

TEST(Info, ATextWalkmeshHasItsNodes) {
  constexpr std::string_view kText =
      "node dummy door\nendnode\nnode trimesh floor\n  parent door\n  verts 3\n    1 0 0\n    4 0 2\n    1 5 "
      "0\n"
      "  faces 1\n    0 1 2 1 0 0 0 4\nendnode\nnode trimesh wall\n  parent door\n  verts 4\n    0 0 0\n    "
      "1 0 0\n"
      "    0 0 9\n    -3 0 0\n  faces 2\n    0 1 2 1 0 0 0 7\n    0 2 3 1 0 0 0 7\nendnode\n";
  const auto document = open({.blob = Blob::borrowed(bytes_of(kText)), .name = "a.dwk.ascii"});
  ASSERT_TRUE(document) << to_string(document.error());
  const Info told = info(*document).value();
  std::map<std::string, std::uint64_t> counts(told.counts.begin(), told.counts.end());
  EXPECT_EQ(counts, (std::map<std::string, std::uint64_t>{{"nodes", 3},
                                                          {"meshes", 2},
                                                          {"vertices", 7},
                                                          {"faces", 3},
                                                          {"walkable", 1},
                                                          {"boxes", 0},
                                                          {"room_links", 0}}));
  JsonWriter json(JsonWriter::Style::compact);
  json.value(*detail(told, "names"));
  EXPECT_EQ(json.take(), R"(["door","floor","wall"])");
  EXPECT_EQ(*detail(told, "dialect")->get_if<std::string>(), "trimesh");
  ASSERT_TRUE(told.bounds);
  EXPECT_EQ(told.bounds->min, Vec3(-3, 0, 0));
  EXPECT_EQ(told.bounds->max, Vec3(4, 5, 9));
}

TEST(Info, TheTreeOfAScene) {
  scene::Scene s;
  const scene::Index root = add_node(s, {.name = "root"});
  const scene::Index arm = add_node(s, {.name = "arm", .mesh = 0}, root);
  add_node(s, {.name = "lamp", .light = 0}, arm);
  add_node(s, {.name = "body", .mesh = 0, .skin = 0}, root);
  s.meshes.emplace_back();
  s.lights.emplace_back();
  s.skins.push_back({.joints = {root}, .inverse_binds = {Mat4(1)}});
  const Format& gltf = *find_format("gltf");
  EXPECT_EQ(tree_of(info(gltf.from_scene(s, {}).value()).value()),
            "0 root node\n1 arm mesh\n2 lamp light\n1 body skin\n");
}

TEST(Info, ABwmListsItsParts) {
  const Format& format = *find_format("bw2-bwm");
  EXPECT_EQ(tree_of(info(format.sample("house.bwm", {}).value()).value()),
            "0 m_sample_house mesh\n0 m_sample_house_far mesh\n0 door entity\n");
  EXPECT_EQ(tree_of(info(format.sample("worm.skin.bwm", {}).value()).value()),
            "0 worm mesh\n0 bone 0 bone\n0 bone 1 bone\n0 bone 2 bone\n");
  EXPECT_EQ(tree_of(info(find_format("kotor-walkmesh")->sample("a.wok", {}).value()).value()), "");
}

/// Every role in its own place.
TEST(Info, TexturesOfABwmByRole) {
  bw2::bwm::File file = bw2::bwm::sample(bw2::bwm::Sample::house);
  file.materials.resize(1);
  bw2::bwm::Material& m = file.materials[0];
  m.name = FixedText<64>("all");
  m.diffuse = FixedText<64>("1");
  m.light = FixedText<64>("2");
  m.growth = FixedText<64>("3");
  m.specular = FixedText<64>("4");
  m.additional = FixedText<64>("5");
  m.normal = FixedText<64>("6");
  const Info found = info(Document(*find_format("bw2-bwm"), file)).value();
  const JsonValue& row = detail(found, "textures")->get_if<JsonArray>()->at(0);
  const std::pair<std::string_view, std::string> expected[] = {
      {"name", "all"},   {"diffuse", "1"},    {"light", "2"}, {"growth", "3"},
      {"specular", "4"}, {"additional", "5"}, {"normal", "6"}};
  for (const auto& [role, name] : expected) {
    ASSERT_NE(row.find(role), nullptr) << role;
    EXPECT_EQ(*row.find(role)->get_if<std::string>(), name);
  }
}

}  // namespace
}  // namespace mw
