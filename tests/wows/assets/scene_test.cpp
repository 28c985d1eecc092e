#include <gtest/gtest.h>
#include <meshwright/wows/assets_scene.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/geometry_scene.h>

#include <initializer_list>

#include "planted.h"
#include "support/losses.h"

namespace mw::wows::assets {
namespace {

using scene::Scene;

const scene::Options kAllLevels{.selection = {.all_lods = true}};

Result<Scene> shown(const Bytes& bytes, const scene::Options& options = {},
                    std::string_view model = kSampleTurret) {
  const Database database = opened(bytes);
  const geometry::File file = geometry::sample(geometry::SampleData::encoded);
  return resolve(database, model).and_then([&](const Chain& chain) {
    return to_scene(database, chain, file, options);
  });
}

const scene::Node* find(const Scene& scene, std::string_view name) {
  const auto found = std::ranges::find(scene.nodes, name, &scene::Node::name);
  return found == scene.nodes.end() ? nullptr : &*found;
}

/// Names from the root down to a node.
std::string way_to(const Scene& scene, std::string_view name) {
  const auto walk = [&](const auto& self, scene::Index index) -> std::string {
    const scene::Node& node = scene.nodes[index];
    if (node.name == name) return node.name;
    for (const scene::Index child : node.children)
      if (const std::string rest = self(self, child); !rest.empty()) return node.name + "/" + rest;
    return {};
  };
  for (const scene::Index root : scene.roots)
    if (const std::string way = walk(walk, root); !way.empty()) return way;
  return {};
}

TEST(AssetsScene, HasTheNodesOfTheDatabase) {
  const Scene scene = shown(sample_bytes()).value();
  EXPECT_EQ(find_contradiction(scene), std::nullopt);
  EXPECT_EQ(scene.losses, std::vector<std::string>{"left out: 1 collision mesh (--collision), 2 armor meshes "
                                                   "(--armor), 1 mesh of other levels (--lod all)"});
  EXPECT_EQ(way_to(scene, "barrel_mouth"), "model/turret/mount/barrel_base/barrel_mouth");
  EXPECT_EQ(way_to(scene, "TurretShape"), "model/turret/TurretShape");
  EXPECT_EQ(way_to(scene, "HP_flag"), "model/turret/HP_flag");
  EXPECT_EQ(way_to(scene, "bodyShape"), "bodyShape");
  // Left-handed becomes right-handed: z is mirrored.
  EXPECT_EQ(find(scene, "mount")->transform.translation, Vec3(0, 0.4F, -1));
  EXPECT_EQ(find(scene, "barrel_mouth")->transform.translation, Vec3(0, 0, -2));
  EXPECT_EQ(find(scene, "HP_flag")->transform.translation, Vec3(0, 1, 0));
}

TEST(AssetsScene, KeepsTheFilesAxesWhenAsked) {
  const Scene scene = shown(sample_bytes(), {.raw_axes = true}).value();
  EXPECT_EQ(find(scene, "mount")->transform.translation, Vec3(0, 0.4F, 1));
}

TEST(AssetsScene, HasItsLevels) {
  const Scene finest = shown(sample_bytes()).value();
  EXPECT_NE(find(finest, "TurretShape"), nullptr);
  EXPECT_EQ(find(finest, "Turret_lod1Shape"), nullptr);
  const Scene second = shown(sample_bytes(), {.selection = {.lod = 1}}).value();
  EXPECT_EQ(find(second, "TurretShape"), nullptr);
  ASSERT_NE(find(second, "Turret_lod1Shape"), nullptr);
  EXPECT_EQ(find(second, "Turret_lod1Shape")->lod, 1U);
  EXPECT_EQ(totals(shown(sample_bytes(), kAllLevels).value()).meshes, 4U);
  EXPECT_FALSE(shown(sample_bytes(), {.selection = {.lod = 2}}));
}

TEST(AssetsScene, HasItsMaterials) {
  const Scene scene = shown(sample_bytes()).value();
  ASSERT_EQ(scene.materials.size(), 2U);
  const scene::Material& metal = scene.materials[0];
  EXPECT_EQ(metal.name, "turret_metal");
  ASSERT_EQ(metal.textures.size(), 3U);
  EXPECT_EQ(metal.textures[0].role, "base_color");
  EXPECT_EQ(metal.textures[0].name, "content/gameplay/sample/textures/turret_a.dds");
  EXPECT_EQ(metal.textures[1].role, "normal");
  EXPECT_EQ(metal.textures[2].role, "metallicGlossMap");
  const JsonValue extras(metal.extras);
  EXPECT_EQ(*extras.find("mfm")->get_if<std::string>(), "content/gameplay/sample/turret/turret_metal.mfm");
  EXPECT_EQ(*extras.find("fx")->get_if<std::string>(), "shaders/std_effects/ship_material.fx");
  EXPECT_EQ(*extras.find("sort_order")->get_if<std::int64_t>(), -1);
  const JsonValue& properties = *extras.find("properties");
  EXPECT_EQ(properties.get_if<JsonObject>()->size(), 8U);
  EXPECT_EQ(*properties.find("doubleSided")->get_if<bool>(), false);
  EXPECT_EQ(properties.find("g_gloss")->get_if<JsonReal>()->narrow, 0.25F);
  EXPECT_EQ(properties.find("g_tint")->get_if<JsonArray>()->size(), 4U);
  const auto material_of = [&](std::string_view name) {
    return scene.meshes[*find(scene, name)->mesh].primitives[0].material;
  };
  EXPECT_EQ(material_of("TurretShape"), 0U);
  EXPECT_EQ(material_of("bodyShape"), 0U);
  EXPECT_EQ(material_of("Turret_wireShape"), 1U);
}

/// Bones of the barrel: its back half hangs on the first, its mouth on the second, a fifth of each on the
/// other.
TEST(AssetsScene, HasASkinInsteadOfColumns) {
  const Scene scene = shown(sample_bytes()).value();
  ASSERT_EQ(scene.skins.size(), 1U);
  const scene::Skin& skin = scene.skins[0];
  ASSERT_EQ(skin.joints.size(), 2U);
  EXPECT_EQ(scene.nodes[skin.joints[0]].name, "barrel_base");
  EXPECT_EQ(scene.nodes[skin.joints[1]].name, "barrel_mouth");
  // The barrel lies still where it is: what binds a joint undoes its place.
  EXPECT_EQ(Vec3(skin.inverse_binds[0][3]), Vec3(0, -0.4F, 1));
  EXPECT_EQ(Vec3(skin.inverse_binds[1][3]), Vec3(0, -0.4F, 3));
  const scene::Node& node = *find(scene, "bodyShape");
  EXPECT_EQ(node.skin, 0U);
  const scene::Primitive& p = scene.meshes[*node.mesh].primitives[0];
  ASSERT_EQ(p.joints.size(), p.positions.size());
  EXPECT_TRUE(p.custom.empty());
  for (std::size_t i = 0; i < p.positions.size(); ++i) {
    const bool mouth = p.positions[i].z < -2;
    const int main = p.joints[i][0] == (mouth ? 1 : 0) ? 0 : 1;
    EXPECT_EQ(p.joints[i][main], mouth ? 1 : 0);
    EXPECT_NEAR(p.weights[i][main], 0.8F, 1e-6F);
    EXPECT_NEAR(p.weights[i].x + p.weights[i].y + p.weights[i].z, 1, 1e-6F);
  }
}

/// Triangles that are turned would say that z is as it is; the bones mirror it all the same.
TEST(AssetsScene, BonesKnowTheMirrorBetterThanTriangles) {
  const Database database = opened(sample_bytes());
  geometry::File file = geometry::sample(geometry::SampleData::plain);
  const geometry::Mapping body = file.index_mappings[3];
  Bytes& indices = file.index_buffers[0].data.bytes;
  for (std::size_t i = body.offset; i + 2 < body.offset + body.count; i += 3)
    std::swap_ranges(indices.begin() + std::ptrdiff_t(2 * i), indices.begin() + std::ptrdiff_t(2 * i + 2),
                     indices.begin() + std::ptrdiff_t(2 * i + 2));
  const auto body_of = [](const Scene& scene) {
    return scene.meshes[*find(scene, "bodyShape")->mesh].primitives[0];
  };
  const Scene turned = to_scene(database, resolve(database, kSampleTurret).value(), file, {}).value();
  EXPECT_EQ(body_of(turned).positions, body_of(shown(sample_bytes()).value()).positions);
  EXPECT_TRUE(*JsonValue(find(turned, "bodyShape")->extras).find("z_negated")->get_if<bool>());
  const Scene alone = geometry::to_scene(file).value();
  EXPECT_NE(body_of(alone).positions, body_of(turned).positions);
}

TEST(AssetsScene, TellsOfTheModelInExtras) {
  const JsonValue extras(shown(sample_bytes())->extras);
  EXPECT_EQ(*extras.find("model")->get_if<std::string>(), kSampleTurret);
  EXPECT_EQ(*extras.find("geometry")->get_if<std::string>(), kSampleGeometry);
  EXPECT_EQ(extras.find("animations")->get_if<JsonArray>()->size(), 1U);
  const JsonValue boat(shown(sample_bytes(), {}, kSampleBoat)->extras);
  const JsonValue& dye = boat.find("dyes")->get_if<JsonArray>()->at(0);
  EXPECT_EQ(*dye.find("tints")->find("night")->get_if<std::string>(),
            "content/gameplay/sample/boat/boat_night.mfm");
}

std::vector<std::string> losses_with(const std::function<void(Planted&)>& fault) {
  Planted planted = Planted::sample();
  fault(planted);
  const auto scene = shown(planted.bytes, kAllLevels);
  EXPECT_EQ(test::message_of(scene), test::kNoError);
  EXPECT_FALSE(find_contradiction(*scene));
  EXPECT_EQ(scene->losses.back(), "left out: 1 collision mesh (--collision), 2 armor meshes (--armor)");
  std::vector<std::string> lines = mw::test::lines_of(scene->losses);
  lines.pop_back();
  return lines;
}

using Losses = std::vector<std::string>;

/// The ids prove which mesh is level 1; a database that says otherwise is followed, and told of.
TEST(AssetsScene, TellsWhereDatabaseAndIdsDisagree) {
  const auto swap_levels = [](Planted& p) {
    const auto fine = p.get<std::uint32_t>(p.item(p.lod(0), 8, 0));
    const auto coarse = p.get<std::uint32_t>(p.item(p.lod(1), 8, 0));
    p.put(p.item(p.lod(0), 8, 0), coarse);
    p.put(p.item(p.lod(1), 8, 0), fine);
  };
  EXPECT_EQ(losses_with(swap_levels),
            (Losses{"assets: render set \"TurretShape\" is level 0 by its name, but level 1 in the database, "
                    "which is taken",
                    "assets: render set \"Turret_lod1Shape\" is level 1 by its name, but level 0 in the "
                    "database, which is taken"}));
}

TEST(AssetsScene, TellsWhatItCannotDress) {
  EXPECT_EQ(losses_with([](Planted& p) { p.put(p.render_set(0) + 8, 5U); }),
            (Losses{"assets: the file has no mesh for render set \"TurretShape\"",
                    "assets: no render set of content/gameplay/sample/turret/turret.visual shows mesh "
                    "\"TurretShape\""}));
  EXPECT_EQ(
      losses_with(
          [](Planted& p) { p.put(p.item(p.lod(1), 8, 0), p.get<std::uint32_t>(p.item(p.lod(0), 8, 0))); }),
      (Losses{
          "assets: no level of detail lists render set \"Turret_lod1Shape\"; it is level 1 by its name"}));
  EXPECT_EQ(losses_with([](Planted& p) { p.put(p.item(p.render_set(0), 0x20, 0), 5U); }),
            Losses{"assets: render set \"TurretShape\" hangs on \"#00000005\", which is no node"});
  EXPECT_EQ(losses_with([](Planted& p) { p.put(p.item(p.render_set(2), 0x20, 1), 5U); }),
            Losses{"assets: render set \"bodyShape\" has no skin: no node is called \"#00000005\""});
  EXPECT_EQ(losses_with([](Planted& p) { p.put(p.render_set(2) + 0x19, std::uint8_t(1)); }),
            Losses{"assets: render set \"bodyShape\" has no skin: bone 1 >= 1 nodes of its palette"});
  EXPECT_EQ(losses_with([](Planted& p) { p.put(p.render_set(0) + 0x18, std::uint8_t(1)); }),
            Losses{"assets: render set \"TurretShape\" has no skin: its vertices have no bones"});
  EXPECT_EQ(losses_with([](Planted& p) { p.put(p.item(p.visual(), 0x28, 0), std::uint16_t(0)); }).size(), 7U);
  EXPECT_EQ(losses_with([](Planted& p) { p.put(p.item(p.visual(), 0x20, 1), 0x7FC00000U); }),
            (Losses{"assets: the matrix of node \"mount\" is no place; it stays where its parent is",
                    "assets: bones of render set \"bodyShape\" do not stand at the origin; its vertices are "
                    "where their triangles say"}));
  EXPECT_EQ(losses_with([](Planted& p) { p.put(p.item(p.model(), 0x10, 0), path_hash(kSampleTurret)); }),
            Losses{"assets: content/gameplay/sample/turret/turret.model is no skeleton"});
}

TEST(AssetsScene, ABoneThatThePaletteHasNotIsTold) {
  const Database database = opened(sample_bytes());
  geometry::File file = geometry::sample(geometry::SampleData::plain);
  for (geometry::VertexBuffer& buffer : file.vertex_buffers) {
    const auto layout = geometry::parse_vertex_format(buffer.format.c_str()).value();
    for (const auto& element : layout.elements)
      for (std::size_t at = element.offset; at < buffer.data.bytes.size(); at += layout.stride)
        if (element.kind == geometry::ElementKind::iii)
          std::fill_n(buffer.data.bytes.begin() + std::ptrdiff_t(at), 3, std::byte(5 * 3));
  }
  const auto scene = to_scene(database, resolve(database, kSampleTurret).value(), file, kAllLevels).value();
  EXPECT_EQ(scene.losses[0],
            "assets: render set \"bodyShape\" has no skin: bone 5 >= 2 nodes of its palette");
}

/// A matrix that has no inverse binds nothing.
TEST(AssetsScene, AJointWithoutAnInverseIsTold) {
  EXPECT_EQ(losses_with([](Planted& p) {
              for (int i = 0; i < 15; ++i) p.put(p.item(p.visual(), 0x20, 3) + std::uint64_t(i) * 4, 0.0F);
            }),
            Losses{"assets: render set \"bodyShape\" has no skin: node \"barrel_mouth\" has no size"});
}

/// A mesh that two levels list is in both.
TEST(AssetsScene, AMeshMayBeInSeveralLevels) {
  Planted planted = Planted::sample();
  planted.put(planted.item(planted.lod(1), 8, 0), planted.get<std::uint32_t>(planted.render_set(1)));
  const Scene second = shown(planted.bytes, {.selection = {.lod = 1}}).value();
  EXPECT_EQ(way_to(second, "Turret_wireShape"), "model/turret/Turret_wireShape");
  const Scene all = shown(planted.bytes, kAllLevels).value();
  EXPECT_EQ(std::ranges::count(all.nodes, "Turret_wireShape", &scene::Node::name), 2);
}

/// The copies are where the first is, each with the distance of its own level.
TEST(AssetsScene, CopiesForFurtherLevelsAreWhole) {
  Planted planted = Planted::sample();
  planted.put(planted.item(planted.lod(1), 8, 0), planted.get<std::uint32_t>(planted.render_set(2)));
  const Scene all = shown(planted.bytes, kAllLevels).value();
  EXPECT_EQ(find_contradiction(all), std::nullopt);
  std::vector<std::pair<std::uint32_t, float>> levels;
  for (std::size_t i = 0; i < all.nodes.size(); ++i) {
    const scene::Node& node = all.nodes[i];
    if (node.name != "bodyShape") continue;
    EXPECT_EQ(node.skin, 0U);
    EXPECT_EQ(std::ranges::count(all.roots, scene::Index(i)), 1);
    const JsonValue extras(node.extras);
    EXPECT_EQ(std::ranges::count(node.extras, "extent", &JsonMember::first), 1);
    levels.emplace_back(node.lod, extras.find("extent")->get_if<JsonReal>()->narrow);
  }
  EXPECT_EQ(levels, (std::vector<std::pair<std::uint32_t, float>>{{0, 50}, {1, 400}}));
  for (const scene::Node& node : all.nodes)
    for (const scene::Index child : node.children) EXPECT_NE(all.nodes[child].name, "bodyShape");
}

TEST(AssetsScene, AMeshIsShownByOneRenderSet) {
  EXPECT_EQ(
      losses_with([](Planted& p) {
        p.put(p.render_set(1) + 8, p.get<std::uint64_t>(p.render_set(0) + 8));
      }).at(0),
      "assets: render set \"Turret_wireShape\" shows the mesh of \"TurretShape\" again; it is left out");
}

TEST(AssetsScene, FindsTheModelOfAFileByItsNameAndIds) {
  const Database database = opened(sample_bytes());
  const geometry::File file = geometry::sample(geometry::SampleData::plain);
  EXPECT_EQ(find_models(database, "turret.geometry", file),
            std::vector<ResourceId>{{path_hash(kSampleTurret)}});
  EXPECT_TRUE(find_models(database, "ship.geometry", file).empty());
}

/// Visuals of files of one name that know more or fewer of a file's meshes, and their models.
class Fleet {
 public:
  /// Its models are NAME.0 and so on. A shape "A/B" has the vertices of A and the indices of B.
  void add(const std::string& name, std::initializer_list<const char*> shapes, int models) {
    Visual visual;
    visual.geometry = builder_.add_path(name + "/turret.geometry");
    for (const std::string shape : shapes) {
      const std::size_t slash = shape.find('/');
      RenderSet set;
      set.vertices = builder_.add_name(shape.substr(0, slash) + ".vertices");
      set.indices = builder_.add_name(shape.substr(slash == shape.npos ? 0 : slash + 1) + ".indices");
      visual.render_sets.items.push_back(set);
    }
    const ResourceId id = builder_.add(name + ".visual", visual);
    for (int i = 0; i < models; ++i) {
      Model model;
      model.visual = id;
      builder_.add(name + "." + std::to_string(i), model);
    }
  }

  /// The paths of what is found for the sample's file, sorted.
  std::vector<std::string> found() && {
    const Database database = opened(std::move(builder_).build().value());
    const Paths paths(database);
    std::vector<std::string> names;
    for (const ResourceId id :
         find_models(database, "Turret.geometry", geometry::sample(geometry::SampleData::plain)))
      names.push_back(paths.path(id));
    std::ranges::sort(names);
    return names;
  }

 private:
  Builder builder_;
};

using Names = std::vector<std::string>;

TEST(AssetsScene, OnlyModelsOfTheBestVisualsAreFound) {
  Fleet fleet;
  for (int i = 0; i < 20; ++i) fleet.add("stranger" + std::to_string(i), {"Foo", "Bar"}, 2);
  fleet.add("half", {"TurretShape", "Foo"}, 3);
  fleet.add("whole", {"TurretShape", "bodyShape"}, 2);
  fleet.add("bare", {"bodyShape", "TurretShape", "Foo"}, 0);
  EXPECT_EQ(std::move(fleet).found(), (Names{"bare.visual", "whole.0", "whole.1"}));
  Fleet strangers;
  strangers.add("stranger", {"Foo", "TurretShape/Foo", "Foo/TurretShape"}, 1);
  EXPECT_EQ(std::move(strangers).found(), Names{});
}

/// As many folders as visuals, all with a file of that name: each record is read once.
TEST(AssetsScene, ManyFilesOfOneNameAreSearchedAtOnce) {
  Fleet fleet;
  for (int i = 0; i < 3000; ++i) fleet.add("s" + std::to_string(i), {"Foo"}, 1);
  fleet.add("whole", {"TurretShape"}, 1);
  EXPECT_EQ(std::move(fleet).found(), Names{"whole.0"});
}

}  // namespace
}  // namespace mw::wows::assets
