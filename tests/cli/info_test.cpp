#include <gtest/gtest.h>

#include "support/command.h"

namespace mw {
namespace {

using test::meshwright;
using test::Outcome;
using test::TemporaryFolder;

std::string json_of(const TemporaryFolder& folder, const std::string& format, const std::string& name,
                    std::vector<std::string> options = {}) {
  const std::string file = folder / name;
  EXPECT_EQ(meshwright({"sample", format, file}).code, 0);
  options.insert(options.begin(), {"info", "--json", file});
  std::string text = meshwright(options).out;
  const std::size_t at = text.find(file);
  return at == text.npos ? text : text.replace(at, file.size(), name);
}

TEST(CliInfo, AModel) {
  const TemporaryFolder folder;
  EXPECT_EQ(
      json_of(folder, "kotor-mdl", "a.mdl"),
      R"({"file":"a.mdl","format":"kotor-mdl","variant":"k1-pc","bytes":7918,"counts":{"nodes":9,"meshes":3,)"
      R"("vertices":25,"faces":30,"skins":1,"danglymeshes":1,"walkmeshes":1,"lightsabers":0,"lights":1,)"
      R"("emitters":1,"references":1,"animations":2},"bounds":{"min":[-2,-2,0],"max":[2,2,1.25]},)"
      R"("name":"mw_creature","classification":"character","supermodel":"NULL","mdx":true,)"
      R"("likely_writer":"MDLEdit, or a tool that writes as it does","names":["mw_creature","hip_g","neck_g",)"
      R"("lamp","sparks","hand","tail_g","body_g","walkmesh"],"textures":["mw_flare","mw_spark","mw_hide"],)"
      R"("texture_roles":[{"name":"mw_flare","roles":["flare"]},{"name":"mw_spark","roles":["emitter"]},)"
      R"({"name":"mw_hide","roles":["base_color"]}],"animations":[{"name":"pause1","length":2,"events":0},)"
      R"({"name":"walk","length":1,"events":2}]})"
      "\n");
}

TEST(CliInfo, AWalkmesh) {
  const TemporaryFolder folder;
  EXPECT_EQ(
      json_of(folder, "kotor-walkmesh", "a.wok"),
      R"({"file":"a.wok","format":"kotor-walkmesh","variant":"wok","bytes":19332,"counts":{"vertices":92,)"
      R"("faces":142,"walkable":64,"aabb_nodes":283,"edges":40,"perimeters":2,"transitions":1,"islands":1},)"
      R"("bounds":{"min":[0,0,0],"max":[12,10,4.5]},"position":[0,0,0],"materials":[{"id":4,"name":"Stone",)"
      R"("walkable":true,"faces":44},{"id":6,"name":"Water","walkable":true,"faces":4},{"id":7,)"
      R"("name":"NonWalk","walkable":false,"faces":78},{"id":10,"name":"Metal","walkable":true,"faces":16}],)"
      R"("likely_writer":"the game's own tool, or one that follows its rules"})"
      "\n");
}

TEST(CliInfo, AHouse) {
  const TemporaryFolder folder;
  const std::string json = json_of(folder, "bw2-bwm", "a.bwm");
  EXPECT_EQ(json.substr(0, json.find(",\"likely_writer\"")),
            R"({"file":"a.bwm","format":"bw2-bwm","variant":"v6","bytes":5500,"counts":{"vertices":52,)"
            R"("triangles":28,"meshes":2,"materials":2,"bones":0,"entities":1,"circles":6,"hull_points":4,)"
            R"("uv_sets":3,"cleaves":52},"bounds":{"min":[-4.5,0,-3.5],"max":[4.5,6,3.5]},)"
            R"j("kind":"static model (triangle lists)","meshes_by_name":[{"name":"m_sample_house","lod":1,)j"
            R"("vertices":26,"faces":14,"materials":2},{"name":"m_sample_house_far","lod":2,"vertices":26,)"
            R"("faces":14,"materials":2}],"textures":[{"name":"_glossy_","diffuse":"t_sample_walls.dds",)"
            R"("light":"t_sample_light.dds"},{"name":"_roof_","diffuse":"t_sample_thatch.dds",)"
            R"("light":"t_sample_light.dds","growth":"t_sample_moss.dds"}],"entity_names":["door"])");
}

TEST(CliInfo, TheTree) {
  const TemporaryFolder folder;
  const std::string json = json_of(folder, "kotor-mdl", "a.mdl", {"--tree"});
  EXPECT_EQ(
      json.substr(json.find("\"tree\"")),
      R"("tree":[{"name":"mw_creature","kind":"dummy","depth":0},{"name":"hip_g","kind":"dummy","depth":1},)"
      R"({"name":"neck_g","kind":"dummy","depth":2},{"name":"lamp","kind":"light","depth":3},)"
      R"({"name":"sparks","kind":"emitter","depth":3},{"name":"hand","kind":"reference","depth":2},)"
      R"({"name":"tail_g","kind":"danglymesh","depth":2},{"name":"body_g","kind":"skin","depth":1},)"
      R"({"name":"walkmesh","kind":"walkmesh","depth":1}]})"
      "\n");
  const std::string text = meshwright({"info", "--tree", folder / "a.mdl"}).out;
  EXPECT_EQ(text.substr(text.find("  tree\n")),
            "  tree\n"
            "    mw_creature (dummy)\n"
            "      hip_g (dummy)\n"
            "        neck_g (dummy)\n"
            "          lamp (light)\n"
            "          sparks (emitter)\n"
            "        hand (reference)\n"
            "        tail_g (danglymesh)\n"
            "      body_g (skin)\n"
            "      walkmesh (walkmesh)\n");
  EXPECT_NE(text.find("  classification character\n"), text.npos) << text;
  EXPECT_NE(text.find("  texture roles\n    name mw_flare, roles flare\n"), text.npos) << text;
  EXPECT_EQ(meshwright({"info", folder / "a.mdl"}).out, text.substr(0, text.find("  tree\n")));
}

TEST(CliInfo, ATreeWithoutNodesIsRefused) {
  const TemporaryFolder folder;
  meshwright({"sample", "kotor-walkmesh", folder / "a.wok"});
  const Outcome refused = meshwright({"info", "--tree", folder / "a.wok"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(refused.err, "meshwright: " + (folder / "a.wok") +
                             ": --tree has no meaning for a kotor-walkmesh without nodes\n");
}

}  // namespace
}  // namespace mw
