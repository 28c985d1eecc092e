#include <gtest/gtest.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/wows/assets_resolve.h>
#include <meshwright/wows/detail/name_hash.h>

#include "planted.h"

namespace mw::wows::assets {
namespace {

TEST(AssetsResolve, GoesFromAModelToItsFiles) {
  const Chain chain = resolve(opened(sample_bytes()), kSampleTurret).value();
  EXPECT_EQ(chain.model.path, kSampleTurret);
  EXPECT_EQ(chain.visual.path, "content/gameplay/sample/turret/turret.visual");
  EXPECT_EQ(chain.geometry.path, kSampleGeometry);
  EXPECT_EQ(chain.nodes, (std::vector<std::string>{"turret", "mount", "barrel_base", "barrel_mouth",
                                                   "barrel_base_BlendBone", "barrel_mouth_BlendBone"}));
  ASSERT_EQ(chain.render_sets.size(), 4U);
  EXPECT_EQ(chain.render_sets[1].name, "Turret_wireShape");
  EXPECT_EQ(chain.render_sets[1].material_name, "turret_rope");
  EXPECT_EQ(chain.render_sets[1].material, 1U);
  EXPECT_EQ(chain.render_sets[3].material, 0U);
  EXPECT_TRUE(chain.render_sets[2].skinned);
  EXPECT_FALSE(chain.render_sets[3].skinned);
  EXPECT_EQ(chain.render_sets[2].nodes,
            (std::vector<std::string>{"barrel_base_BlendBone", "barrel_mouth_BlendBone"}));
  ASSERT_EQ(chain.lods.size(), 2U);
  EXPECT_EQ(chain.lods[1].extent, 400);
  EXPECT_EQ(chain.lods[1].render_sets, std::vector<std::string>{"Turret_lod1Shape"});
  ASSERT_EQ(chain.materials.size(), 2U);
  EXPECT_EQ(chain.materials[0].file.path, "content/gameplay/sample/turret/turret_metal.mfm");
  EXPECT_EQ(chain.materials[0].effect.path, "shaders/std_effects/ship_material.fx");
  ASSERT_EQ(chain.materials[0].textures.size(), 3U);
  EXPECT_EQ(chain.materials[0].textures[2].property, "metallicGlossMap");
  EXPECT_EQ(chain.materials[0].textures[2].file.path, "content/gameplay/sample/textures/turret_mg.dds");
  EXPECT_EQ(chain.skeletons.at(0).file.path, "content/gameplay/sample/turret/turret.skel_ext");
  EXPECT_EQ(chain.animations.at(0).path, "content/gameplay/sample/turret/turret_fire.anim");
  EXPECT_TRUE(chain.missing.empty());
}

TEST(AssetsResolve, TellsOfDyes) {
  const Chain chain = resolve(opened(sample_bytes()), kSampleBoat).value();
  ASSERT_EQ(chain.dyes.size(), 1U);
  EXPECT_EQ(chain.dyes[0].matter, "paint");
  EXPECT_EQ(chain.dyes[0].replaces, "boat_paint");
  ASSERT_EQ(chain.dyes[0].tints.size(), 2U);
  EXPECT_EQ(chain.dyes[0].tints[1].first, "night");
  EXPECT_EQ(chain.dyes[0].tints[1].second.path, "content/gameplay/sample/boat/boat_night.mfm");
}

TEST(AssetsResolve, TakesAVisualAndIdsToo) {
  const Database database = opened(sample_bytes());
  const Chain visual = resolve(database, "content/gameplay/sample/boat/boat.visual").value();
  EXPECT_TRUE(visual.model.id.is_none());
  EXPECT_EQ(visual.geometry.path, "content/gameplay/sample/boat/boat.geometry");
  EXPECT_EQ(resolve(database, "0x570fc7fdb526e5fc")->model.path, kSampleTurret);
}

TEST(AssetsResolve, SaysWhatItCannotFollow) {
  const Database database = opened(sample_bytes());
  EXPECT_EQ(test::message_of(resolve(database, "a.model")), "no record of a.model");
  EXPECT_EQ(test::message_of(resolve(database, "content/gameplay/sample/effects/wind.vf")),
            "content/gameplay/sample/effects/wind.vf is no model and no visual");
  Planted planted = Planted::sample();
  planted.put(planted.model(), path_hash("content/gameplay/sample/effects/wind.vf"));
  EXPECT_EQ(test::message_of(resolve(opened(planted.bytes), kSampleTurret)),
            "content/gameplay/sample/effects/wind.vf is no visual");
  planted.put(planted.model(), std::uint64_t(5));
  EXPECT_EQ(test::message_of(resolve(opened(planted.bytes), kSampleTurret)),
            "no record of 0x0000000000000005");
}

TEST(AssetsResolve, ListsWhatIsMissingAndGoesOn) {
  Planted planted = Planted::sample();
  planted.put(planted.render_set(1) + 0x10, path_hash("content/gameplay/sample/effects/wind.vf"));
  planted.put(planted.visual() + 0x30, std::uint64_t(5));
  planted.put(planted.item(planted.model(), 0x18, 0), std::uint64_t(6));
  const Chain chain = resolve(opened(planted.bytes), kSampleTurret).value();
  std::vector<std::string> missing;
  for (const Error& each : chain.missing) missing.push_back(to_string(each));
  EXPECT_EQ(missing, (std::vector<std::string>{"no path has the id 0x0000000000000006 of an animation",
                                               "no path has the id 0x0000000000000005 of the geometry",
                                               "content/gameplay/sample/effects/wind.vf is no material"}));
  EXPECT_FALSE(chain.materials[1].found);
  EXPECT_EQ(chain.geometry.path, "");
}

/// Many ids that lead to one material, which is decoded once.
TEST(AssetsResolve, MaterialsOfOneRecordShareIt) {
  constexpr std::size_t kSets = 300;
  Builder builder;
  Visual visual;
  Material material;
  material.names.items = {builder.add_name("diffuseMap")};
  material.properties.items = {std::uint16_t(PropertyKind::texture)};
  material.textures.items = {builder.add_path("a.dds")};
  for (std::size_t i = 0; i < kSets; ++i) {
    RenderSet set;
    set.material = builder.add(std::to_string(i) + ".mfm", material);
    visual.render_sets.items.push_back(set);
  }
  visual.render_sets.items.push_back(visual.render_sets.items[0]);
  builder.add("a.visual", visual);
  Planted planted{std::move(builder).build().value()};
  const Database before = opened(planted.bytes);
  const auto values = std::uint64_t(before.resource_values().bytes().data() - before.bytes().data());
  for (std::size_t slot = 0; slot < before.resource_values().size(); ++slot)
    if (unpack_location(before.resource_values()[slot]).database == 0)
      planted.put(values + slot * 4, pack({0, 0, 0}));
  const Chain chain = resolve(opened(planted.bytes), "a.visual").value();
  ASSERT_EQ(chain.materials.size(), kSets);
  EXPECT_EQ(chain.render_sets.back().material, 0U);
  for (const MaterialUse& use : chain.materials) {
    EXPECT_EQ(use.record, chain.materials[0].record);
    ASSERT_EQ(use.textures.size(), 1U);
    EXPECT_EQ(use.textures[0].file.path, "a.dds");
  }
}

/// Four bytes of a palette can name a thousand: all names together are limited.
TEST(AssetsResolve, NamesMayNotTakeManyTimesTheFile) {
  Builder builder;
  Visual visual;
  const NameId longest = builder.add_name(std::string(1000, 'n'));
  RenderSet set;
  set.nodes.items.assign(255, longest);
  visual.render_sets.items.assign(200, set);
  builder.add("a.visual", visual);
  const Database database = opened(std::move(builder).build().value());
  EXPECT_EQ(test::message_of(resolve(database, "a.visual")),
            "a.visual leads to more than " + std::to_string(16 * database.bytes().size() + (4 << 20)) +
                " bytes of names and paths");
}

TEST(AssetsResolve, SaysThatAVersionIsUnknown) {
  Planted planted = Planted::sample();
  planted.put(planted.entry(Type::visual) + 4, 0xDEADBEEFU);
  EXPECT_EQ(test::message_of(resolve(opened(planted.bytes), kSampleTurret)),
            "content/gameplay/sample/turret/turret.visual is a visual of an unknown version (checksum "
            "0xdeadbeef); --assume-layout reads it as a known one");
}

TEST(AssetsIds, AreReadAsTheyAreShown) {
  EXPECT_EQ(show_id(ResourceId{0x1A}), "0x000000000000001a");
  EXPECT_EQ(show_id(NameId{0x1A}), "0x0000001a");
  for (const char* text : {"0x570fc7fdb526e5fc", "0X570FC7FDB526E5FC"})
    EXPECT_EQ(id_of(text)->value, path_hash(kSampleTurret)) << text;
  EXPECT_EQ(parse_name_id("0X820F0280"), NameId{0x820F0280});
  EXPECT_EQ(parse_id("0x820F0280"), std::nullopt);
  EXPECT_EQ(parse_name_id("0x570fc7fdb526e5fc"), std::nullopt);
  EXPECT_EQ(parse_id("0x570fc7fdb526e5fg"), std::nullopt);
  EXPECT_EQ(test::message_of(id_of("0x570fc7")),
            "\"0x570fc7\" is no id of a path: 0x and sixteen hex digits are");
  EXPECT_EQ(id_of("0x570fc7/a.model")->value, path_hash("0x570fc7/a.model"));
}

TEST(AssetsResolve, GoesBackFromAGeometryToItsModels) {
  const Database database = opened(sample_bytes());
  const ResourceId geometry{path_hash(kSampleGeometry)};
  const std::vector<User> users = users_of(database, std::span(&geometry, 1));
  ASSERT_EQ(users.size(), 1U);
  EXPECT_EQ(users[0].visual.value, path_hash("content/gameplay/sample/turret/turret.visual"));
  EXPECT_EQ(users[0].models, std::vector<ResourceId>{{path_hash(kSampleTurret)}});
  const ResourceId unknown{5};
  EXPECT_TRUE(users_of(database, std::span(&unknown, 1)).empty());
  EXPECT_EQ(find_by_name(database, "TURRET.geometry"), std::vector<ResourceId>{{path_hash(kSampleGeometry)}});
  EXPECT_TRUE(find_by_name(database, "turret").size() == 1);  // the folder
}

TEST(AssetsResolve, IsJsonToo) {
  JsonWriter json(JsonWriter::Style::compact);
  to_json(resolve(opened(sample_bytes()), kSampleBoat).value(), json);
  const auto tree = parse_json(json.text()).value();
  EXPECT_EQ(*tree.find("geometry")->find("path")->get_if<std::string>(),
            "content/gameplay/sample/boat/boat.geometry");
  const JsonValue& dye = tree.find("dyes")->get_if<JsonArray>()->at(0);
  EXPECT_EQ(*dye.find("tints")->get_if<JsonArray>()->at(0).find("name")->get_if<std::string>(), "day");
  EXPECT_EQ(*tree.find("render_sets")->get_if<JsonArray>()->at(0).find("vertices_id")->get_if<std::string>(),
            show_id(NameId{name_hash("BoatShape.vertices")}));
}

}  // namespace
}  // namespace mw::wows::assets
