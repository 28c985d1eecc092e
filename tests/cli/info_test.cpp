#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

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
      json_of(folder, "kotor-mdl", "mw_creature.mdl"),
      R"({"file":"mw_creature.mdl","format":"kotor-mdl","variant":"k1-pc","bytes":7918,"counts":{"nodes":9,"meshes":3,)"
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

TEST(CliInfo, AWorm) {
  const TemporaryFolder folder;
  EXPECT_EQ(
      json_of(folder, "bw2-bwm", "worm.skin.bwm"),
      R"({"file":"worm.skin.bwm","format":"bw2-bwm","variant":"v6","bytes":5132,"counts":{"vertices":42,)"
      R"("triangles":72,"meshes":1,"materials":1,"bones":3,"entities":0,"circles":0,"hull_points":0,)"
      R"("uv_sets":1,"cleaves":42},"bounds":{"min":[-0.4,0,-0.34641019],"max":[0.4,3,0.34641019]},)"
      R"j("kind":"skin (triangle strips)","meshes_by_name":[{"name":"worm","lod":1,"vertices":42,)j"
      R"("faces":92,"materials":1}],"textures":[{"name":"1 - default","diffuse":"t_sample_worm.dds"}],)"
      R"("likely_writer":"a tool that follows the original's rules"})"
      "\n");
}

TEST(CliInfo, ACrate) {
  const TemporaryFolder folder;
  EXPECT_EQ(json_of(folder, "kotor-walkmesh", "c.pwk"),
            R"({"file":"c.pwk","format":"kotor-walkmesh","variant":"pwk","bytes":616,"counts":{"vertices":8,)"
            R"("faces":12,"walkable":0,"aabb_nodes":0,"edges":0,"perimeters":0,"transitions":0,"islands":0},)"
            R"("bounds":{"min":[-0.5,-0.5,0],"max":[0.5,0.5,1]},"position":[0,0,0],"materials":[{"id":7,)"
            R"("name":"NonWalk","walkable":false,"faces":12}],"use_hooks":[[0,-1,0],[0,1,0]]})"
            "\n");
}

TEST(CliInfo, AModelInText) {
  const TemporaryFolder folder;
  EXPECT_EQ(
      json_of(folder, "kotor-mdl-ascii", "mw_creature.mdl.ascii"),
      R"({"file":"mw_creature.mdl.ascii","format":"kotor-mdl-ascii","variant":"with-notes","bytes":14379,"counts":)"
      R"({"nodes":9,"meshes":3,"vertices":25,"faces":30,"skins":1,"danglymeshes":1,"walkmeshes":1,)"
      R"("lightsabers":0,"lights":1,)"
      R"("emitters":1,"references":1,"animations":2},"bounds":{"min":[-2,-2,0],"max":[2,2,1.25]},)"
      R"("name":"mw_creature","classification":"character","supermodel":"NULL","names":["mw_creature","hip_g","neck_g","lamp","sparks",)"
      R"("hand","tail_g","body_g","walkmesh"],"textures":["mw_hide"],"animations":[{"name":"pause1",)"
      R"("length":2,"events":0},{"name":"walk","length":1,"events":2}]})"
      "\n");
}

TEST(CliInfo, AGeometry) {
  const TemporaryFolder folder;
  const std::string json = json_of(folder, "wows-geometry", "a.geometry");
  EXPECT_EQ(
      json.substr(0, json.find(R"(,{"shape":"Turret_wireShape")")),
      R"({"file":"a.geometry","format":"wows-geometry","variant":"geometry","bytes":2932,"counts":)"
      R"({"meshes":4,"parts":3,"vertices":104,"triangles":52,"vertex_buffers":3,"index_buffers":1,)"
      R"("unpaired":0,"armor_plates":2,"hulls":1},"bounds":{"min":[-1,0,-3],"max":[1,1.5,1]},)"
      R"("encoding":"encoded","vertex_formats":["set3/xyznuvtbpc","set3/xyznuvrpc",)"
      R"("set3/xyznuviiiwwtbpc"],"parts":[{"name":"Turret","name_from":"known","levels":[{"level":0,)"
      R"("vertices":48,"triangles":24},{"level":1,"vertices":24,"triangles":12}]},{"name":"Turret_wire",)"
      R"("name_from":"known","levels":[{"level":0,"vertices":8,"triangles":4}]},{"name":"body",)"
      R"("name_from":"known","levels":[{"level":0,"vertices":24,"triangles":12}]}],"mesh_list":[)"
      R"({"shape":"TurretShape","vertices":48,"triangles":24,"format":0,"paired_by":"name",)"
      R"("part":"Turret","level":0,"level_by":"name","vertices_id":"0x03432C0C",)"
      R"("indices_id":"0x98E59262"},{"shape":"Turret_lod1Shape","vertices":24,"triangles":12,"format":0,)"
      R"("paired_by":"name","part":"Turret","level":1,"level_by":"name","vertices_id":"0x654CDC5C",)"
      R"("indices_id":"0xE93B8630"})");
}

TEST(CliInfo, Primitives) {
  const TemporaryFolder folder;
  EXPECT_EQ(
      json_of(folder, "wows-primitives", "a.primitives"),
      R"({"file":"a.primitives","format":"wows-primitives","variant":"primitives","bytes":1232,"counts":)"
      R"({"sections":4,"meshes":2,"vertices":21,"triangles":7},"bounds":{"min":[-1,0,-1],"max":[1,1,1]},)"
      R"("mesh_list":[{"shape":"PyramidShape","vertices":12,"triangles":4,"groups":1,)"
      R"("format":"xyznuvtb"},{"shape":"Pyramid_lod1Shape","vertices":9,"triangles":3,"groups":1,)"
      R"("format":"xyznuvtb"}],"other_sections":[]})"
      "\n");
}

TEST(CliInfo, SplashBoxes) {
  const TemporaryFolder folder;
  EXPECT_EQ(
      json_of(folder, "wows-splash", "a.splash"),
      R"({"file":"a.splash","format":"wows-splash","variant":"splash","bytes":123,"counts":{"boxes":3},)"
      R"("bounds":{"min":[-1.25,-1,-7.5],"max":[1.25,1,8]},"names":["CM_SB_bow_1","CM_SB_cit_1",)"
      R"("CM_SB_stern_1"]})"
      "\n");
}

TEST(CliInfo, Assets) {
  const TemporaryFolder folder;
  const std::string json = json_of(folder, "wows-assets", "a.bin");
  EXPECT_EQ(
      json.substr(0, json.find(R"(,{"type":"skeleton")")),
      R"({"file":"a.bin","format":"wows-assets","variant":"1.1.0.0","bytes":6991,"counts":{"strings":40,)"
      R"("resources":17,"paths":38,"databases":10,"records":17},"bounds":null,"database_list":[)"
      R"({"type":"material","records":5,"bytes":875,"checksum":"0xa95414d5","decoded":true},)"
      R"({"type":"visual","records":2,"bytes":1064,"checksum":"0x3167064b","decoded":true})");
}

/// Two objects of a triangle and a square, counted by hand.
TEST(CliInfo, AnObj) {
  const TemporaryFolder folder;
  test::write_text(
      folder / "a.obj",
      "o one\nv 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\no two\nv 0 0 -3\nv 1 0 -3\nv 1 1 -3\nv 0 1 -3\n"
      "usemtl red\nf 4 5 6 7\n");
  const std::string json = meshwright({"info", "--json", folder / "a.obj"}).out;
  EXPECT_EQ(json.substr(json.find("\"format\"")),
            R"("format":"obj","variant":"obj","bytes":101,"counts":{"nodes":2,"meshes":2,"vertices":7,)"
            R"("triangles":3,"materials":1,"skins":0,"animations":0,"lights":0},"bounds":{"min":[0,0,-3],)"
            R"("max":[1,2,0]},"materials":["red"],"animations":[]})"
            "\n");
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

/// A file that reads can be broken all the same.
TEST(CliInfo, ErrorsAreCounted) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.mdl";
  ASSERT_EQ(meshwright({"sample", "kotor-mdl", path}).code, 0);
  EXPECT_EQ(meshwright({"info", path}).out.find("problems"), std::string::npos);
  EXPECT_EQ(meshwright({"info", "--json", path}).out.find("\"errors\""), std::string::npos);
  ASSERT_TRUE(std::filesystem::remove(folder / "a.mdx"));
  const Outcome broken = meshwright({"info", path});
  EXPECT_EQ(broken.code, 0);
  EXPECT_NE(broken.out.find("  problems       1 error; validate tells them\n"), std::string::npos)
      << broken.out;
  const std::string line = meshwright({"info", "--json", path}).out;
  EXPECT_NE(line.find("\"errors\":1"), line.npos) << line;
}

TEST(CliInfo, PartsOfShipsAreToldInWords) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.geometry";
  ASSERT_EQ(meshwright({"sample", "wows-geometry", path}).code, 0);
  const std::string text = meshwright({"info", path}).out;
  for (const char* internal : {"name from", "paired by name", "level by name"})
    EXPECT_EQ(text.find(internal), text.npos) << text;
  EXPECT_NE(meshwright({"info", "--json", path}).out.find("\"name_from\""), std::string::npos);
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

/// The column behind the paths never moves back, so that lines stay in line once a long path has come.
TEST(CliDump, ColumnsStayInLine) {
  const TemporaryFolder folder;
  ASSERT_EQ(meshwright({"sample", "kotor-mdl", folder / "a.mdl"}).code, 0);
  std::istringstream lines(meshwright({"dump", folder / "a.mdl"}).out);
  constexpr std::size_t kPaths = 20;  // where they begin
  std::size_t column = 0;
  std::size_t moves = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("0x")) continue;
    const std::size_t type = line.find_first_not_of(' ', line.find(' ', kPaths));
    ASSERT_GE(type, column) << line;
    moves += type > column ? 1 : 0;
    column = type;
  }
  EXPECT_GT(column, kPaths + 29);  // some path is longer than the heading is wide
  EXPECT_LT(moves, 20U);
}

}  // namespace
}  // namespace mw
