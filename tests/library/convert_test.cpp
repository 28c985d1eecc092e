#include <gtest/gtest.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/convert.h>
#include <meshwright/kotor/walkmesh.h>

#include <cmath>

#include <array>
#include <map>

#include "support/documents.h"
#include "support/losses.h"

namespace mw {
namespace {

Document sample(std::string_view id) {
  return find_format(id)->sample("", {}).value();
}

std::string ids(const std::vector<const Format*>& formats) {
  std::string text;
  for (const Format* format : formats) text += (text.empty() ? "" : " ") + std::string(format->id);
  return text;
}

TEST(Convert, TargetsComeFromTheRoutes) {
  EXPECT_EQ(ids(targets_of(*find_format("kotor-walkmesh"))),
            "kotor-walkmesh kotor-walkmesh-ascii kotor-mdl kotor-mdl-ascii bw2-bwm wows-geometry "
            "wows-primitives gltf obj json");
  EXPECT_EQ(ids(targets_of(*find_format("kotor-walkmesh-ascii"))),
            "kotor-walkmesh kotor-walkmesh-ascii kotor-mdl kotor-mdl-ascii bw2-bwm wows-geometry "
            "wows-primitives gltf obj");
  EXPECT_EQ(ids(targets_of(*find_format("kotor-mdl"))),
            "kotor-walkmesh kotor-walkmesh-ascii kotor-mdl kotor-mdl-ascii bw2-bwm wows-geometry "
            "wows-primitives gltf obj json");
  EXPECT_EQ(ids(targets_of(*find_format("kotor-mdl-ascii"))),
            "kotor-walkmesh kotor-walkmesh-ascii kotor-mdl kotor-mdl-ascii bw2-bwm wows-geometry "
            "wows-primitives gltf obj");
  EXPECT_EQ(ids(targets_of(*find_format("bw2-bwm"))),
            "kotor-walkmesh kotor-walkmesh-ascii kotor-mdl kotor-mdl-ascii bw2-bwm wows-geometry "
            "wows-primitives gltf obj json");
  EXPECT_EQ(ids(targets_of(*find_format("gltf"))),
            "kotor-walkmesh kotor-walkmesh-ascii kotor-mdl kotor-mdl-ascii bw2-bwm wows-geometry "
            "wows-primitives gltf obj");
  EXPECT_EQ(ids(targets_of(*find_format("json"))), "");
}

TEST(Convert, AWordMeansAnIdOrAnExtension) {
  EXPECT_EQ(find_target("gltf")->id, "gltf");
  EXPECT_EQ(find_target("glb")->id, "gltf");
  EXPECT_EQ(find_target(".GLB")->id, "gltf");
  EXPECT_EQ(find_target("wok")->id, "kotor-walkmesh");
  EXPECT_EQ(find_target("gif"), nullptr);
  EXPECT_EQ(find_target(""), nullptr);
}

TEST(Convert, RefusesADirectionThatDoesNotExist) {
  const Document document = find_format("gltf")->from_scene({}, {}).value();
  const auto made = convert(document, {.format = find_format("wows-splash")});
  ASSERT_FALSE(made);
  EXPECT_EQ(to_string(made.error()),
            "a gltf cannot become wows-splash, only kotor-walkmesh, kotor-walkmesh-ascii, kotor-mdl, "
            "kotor-mdl-ascii, bw2-bwm, wows-geometry, wows-primitives, gltf, obj");
}

/// A value that the option takes.
std::string value_of(std::string_view option) {
  if (option == "game") return "k1";
  if (option == "lod") return "0";
  if (option == "vertex-format") return "xyznuvpc";
  return option == "bwm-version" ? "6" : "";
}

/// Whatever a format declares has a meaning somewhere, and nothing else has.
TEST(Convert, RefusesOptionsThatHaveNoMeaning) {
  struct Case {
    const char* from;
    const char* to;
    const char* option;
    const char* why;  // empty: it has a meaning
  };
  const Case cases[] = {
      {"kotor-walkmesh", "kotor-walkmesh", "game",
       "has no meaning when a kotor-walkmesh becomes kotor-walkmesh"},
      {"kotor-walkmesh", "gltf", "shape-names", "has no meaning for a kotor-walkmesh"},
      {"kotor-walkmesh", "gltf", "lod", "has no meaning for a kotor-walkmesh"},
      {"kotor-walkmesh", "gltf", "armor", "has no meaning for a kotor-walkmesh"},
      {"kotor-walkmesh", "gltf", "surfaces", ""},
      {"kotor-walkmesh", "json", "surfaces", "has no meaning when a kotor-walkmesh becomes json"},
      {"kotor-walkmesh", "gltf", "raw-axes", ""},
      {"kotor-walkmesh", "bw2-bwm", "bwm-version", ""},
      {"kotor-walkmesh", "gltf", "bwm-version", "has no meaning when a kotor-walkmesh becomes gltf"},
      {"kotor-mdl", "kotor-mdl", "game", ""},
      {"kotor-mdl", "json", "game", ""},
      {"kotor-mdl", "gltf", "game", "has no meaning when a kotor-mdl becomes gltf"},
      {"kotor-mdl", "gltf", "supermodel", ""},
      {"kotor-mdl", "json", "supermodel", "has no meaning when a kotor-mdl becomes json"},
      {"kotor-mdl", "gltf", "mdx", ""},
      {"kotor-mdl", "kotor-mdl", "mdx", ""},
      {"kotor-mdl", "gltf", "textures", ""},
      {"kotor-mdl", "kotor-mdl", "textures", "has no meaning when a kotor-mdl becomes kotor-mdl"},
      {"kotor-mdl", "gltf", "compress", ""},
      {"kotor-mdl", "obj", "compress", "has no meaning when a kotor-mdl becomes obj"},
      {"wows-geometry", "gltf", "armor", ""},
      {"wows-geometry", "wows-geometry", "armor",
       "has no meaning when a wows-geometry becomes wows-geometry"},
      {"gltf", "bw2-bwm", "bwm-version", ""},
      {"gltf", "wows-geometry", "encode", ""},
      {"gltf", "wows-geometry", "vertex-format", ""},
      {"gltf", "wows-geometry", "split", ""},
      {"gltf", "bw2-bwm", "encode", "has no meaning when a gltf becomes bw2-bwm"},
      {"wows-geometry", "wows-geometry", "encode",
       "has no meaning when a wows-geometry becomes wows-geometry"},
      {"gltf", "gltf", "compress", ""},
      {"gltf", "gltf", "raw-axes", "has no meaning for a gltf"},
  };
  auto neighbours = std::make_shared<test::GivenNeighbours>();
  for (const char* kind : {"surfaces", "supermodel", "textures", "mdx"}) neighbours->files[kind] = {};
  for (const Case& c : cases) {
    OptionValues options;
    options.set(c.option, value_of(c.option));
    const Document document(*find_format(c.from), 0, {.blob = {}, .neighbours = neighbours});
    const auto misuse = find_misuse(options, document, *find_format(c.to));
    EXPECT_EQ(misuse ? misuse->why : "", c.why) << c.from << " " << c.to << " " << c.option;
    if (misuse) {
      EXPECT_EQ(misuse->option, c.option);
    }
  }
}

TEST(Convert, AValueThatAnOptionDoesNotTakeIsRefused) {
  Target bwm{.format = find_format("bw2-bwm")};
  bwm.options.set("bwm-version", "7");
  EXPECT_EQ(to_string(convert(sample("bw2-bwm"), bwm).error()), "bwm-version: expected 5 or 6, got 7");
  Target gltf{.format = find_format("gltf")};
  for (const std::string wrong : {"x", "1000", "-1", "1.5", "All"}) {
    gltf.options.set("lod", wrong);
    EXPECT_EQ(to_string(convert(sample("wows-geometry"), gltf).error()),
              "lod: expected a number or \"all\", got " + wrong);
  }
  for (const char* level : {"0", "1", "all"}) {
    gltf.options.set("lod", level);
    EXPECT_TRUE(convert(sample("wows-geometry"), gltf)) << level;
  }
}

/// The options of a new .geometry reach the file.
TEST(Convert, ANewGeometryIsAsItWasAskedFor) {
  const auto made = [](std::string_view option, const std::string& value = "") {
    Target target{.format = find_format("wows-geometry"), .name = "new.geometry"};
    if (!option.empty()) target.options.set(option, value);
    const auto output = convert(sample("wows-primitives"), target);
    if (!output) return to_string(output.error());
    const auto document = open({.blob = Blob(output->output.bytes)});
    const Info info = document->format().info(*document).value();
    std::string text;
    for (const auto& [name, detail] : info.details)
      if (name == "encoding")
        text = *detail.get_if<std::string>();
      else if (name == "vertex_formats")
        text += " " + *(*detail.get_if<JsonArray>())[0].get_if<std::string>();
    return text;
  };
  EXPECT_EQ(made(""), "raw set3/xyznuvtbpc");
  EXPECT_EQ(made("encode"), "encoded set3/xyznuvtbpc");
  EXPECT_EQ(made("vertex-format", "xyznuvpc"), "raw set3/xyznuvpc");
  EXPECT_EQ(made("vertex-format", "set3/xyznuvpc"), "raw set3/xyznuvpc");
  EXPECT_EQ(made("vertex-format", "nonsense"),
            "vertex-format: \"set3/nonsense\": unknown element at \"onsense\"");
}

/// Several materials of one mesh.
TEST(Convert, ANewGeometryIsSplitWhenAsked) {
  scene::Scene scene;
  scene.materials = {{.name = "a"}, {.name = "b"}};
  scene.meshes.emplace_back();
  for (const scene::Index material : {0U, 1U})
    scene.meshes[0].primitives.push_back(
        {.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .material = material});
  for (scene::Primitive& p : scene.meshes[0].primitives) p.uvs[0] = {{0, 0}, {1, 0}, {0, 1}};
  add_node(scene, {.name = "Bow", .mesh = 0});
  const Document document = find_format("gltf")->from_scene(scene, {}).value();
  Target target{.format = find_format("wows-geometry")};
  EXPECT_EQ(to_string(convert(document, target).error()),
            "Bow: has 2 materials, and a mesh of a .geometry has one; --split makes a mesh for each");
  target.options.set("split");
  const auto split = convert(document, target);
  ASSERT_TRUE(split) << to_string(split.error());
  EXPECT_EQ(split->output.losses, (std::vector<std::string>{"materials have no place in a .geometry"}));
  const auto made = open({.blob = Blob(split->output.bytes)});
  EXPECT_EQ(made->format().totals(*made).meshes, 2U);
}

/// A neighbour is found by the document's Neighbours; its name among the options says nothing without them.
TEST(Convert, ANeighbourWithoutAPlaceIsRefused) {
  Target target{.format = find_format("gltf")};
  target.options.set("textures", "images");
  EXPECT_EQ(to_string(convert(sample("kotor-mdl"), target).error()),
            "textures: the document was opened without a place to find it in");
}

/// A model whose supermodel is the sample, out of the sample's JSON.
Result<Document> heir_of_the_sample() {
  const Format& format = *find_format("kotor-mdl");
  const Output written = test::written_sample(format);
  auto neighbours = std::make_shared<test::GivenNeighbours>();
  neighbours->files["supermodel:mw_creature"] = written.bytes;
  const Bytes json = convert(sample("kotor-mdl"), {.format = find_format("json")}).value().output.bytes;
  std::string text(text_of(json));
  const std::string none = "\"supermodel\": \"NULL\"";
  const std::string walk = "\"name\": \"walk\"";
  text.replace(text.find(none), none.size(), "\"supermodel\": \"mw_creature\"");
  text.replace(text.find(walk), walk.size(), "\"name\": \"trot\"");  // so that the supermodel's is missing
  const ByteSpan bytes = bytes_of(text);
  return open({.blob = Blob(Bytes(bytes.begin(), bytes.end())), .name = "a.json", .neighbours = neighbours});
}

/// Asking once more gives the same, whatever was asked before: here with what a neighbour brings in.
TEST(Convert, ADocumentConvertsTwiceAlike) {
  const auto document = heir_of_the_sample();
  ASSERT_TRUE(document) << to_string(document.error());
  const Target target{.format = find_format("gltf"), .name = "a.glb"};
  const auto first = convert(*document, target);
  const auto second = convert(*document, target);
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  EXPECT_NE(text_of(first->output.bytes).find("\"name\":\"walk\""), std::string::npos);
  EXPECT_TRUE(first->output.bytes == second->output.bytes);
}

TEST(Convert, AMisusedOptionFailsTheConversion) {
  Target target{.format = find_format("gltf")};
  target.options.set("lod", "0");
  const auto made = convert(sample("kotor-walkmesh"), target);
  ASSERT_FALSE(made);
  EXPECT_EQ(to_string(made.error()), "lod: has no meaning for a kotor-walkmesh");
}

TEST(Convert, ALevelThatDoesNotExistIsAnErrorThatNamesThoseThatDo) {
  for (const char* from : {"bw2-bwm", "wows-geometry", "wows-primitives"}) {
    Target target{.format = find_format("gltf")};
    target.options.set("lod", "9");
    const auto made = convert(sample(from), target);
    ASSERT_FALSE(made) << from;
    EXPECT_EQ(to_string(made.error()), "lod: there is no level 9, only 0 and 1") << from;
    target.options.set("lod", "1");
    EXPECT_TRUE(convert(sample(from), target)) << from;
  }
}

TEST(Convert, HandsOnTheSameBytesPieceByPiece) {
  for (const char* to : {"json", "gltf", "kotor-mdl"}) {
    const Target target{.format = find_format(to), .name = "x.glb"};
    const auto whole = convert(sample("kotor-mdl"), target);
    ASSERT_TRUE(whole) << to;
    Bytes pieces;
    const auto streamed = convert(sample("kotor-mdl"), target, [&](ByteSpan piece) {
      pieces.insert(pieces.end(), piece.begin(), piece.end());
    });
    ASSERT_TRUE(streamed) << to;
    EXPECT_EQ(pieces, whole->output.bytes) << to;
    EXPECT_FALSE(pieces.empty()) << to;
    EXPECT_TRUE(streamed->output.bytes.empty()) << to;
    EXPECT_EQ(streamed->output.companion, whole->output.companion) << to;
  }
}

TEST(Convert, TellsLossesOfEveryStep) {
  Target target{.format = find_format("json")};
  target.options.set("bwm-version", "5");
  const auto made = convert(sample("bw2-bwm"), target);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->output.losses, std::vector<std::string>{"52 cleaves, which version 5 has not"});
  const auto obj = convert(sample("bw2-bwm"), {.format = find_format("obj"), .name = "x.obj"});
  ASSERT_TRUE(obj);
  EXPECT_EQ(
      obj->output.losses,
      (std::vector<std::string>{
          "OBJ holds no hierarchy of nodes", "OBJ holds no second UV set",
          "OBJ holds no colours, tangents or other attributes of vertices",
          "OBJ holds no textures of these roles: growth, lightmap",
          "2 textures are names only: t_sample_walls.dds, t_sample_thatch.dds; --textures DIR tells where "
          "to look for images",
          "OBJ holds no extras: version, type, bounds, frame, mask"}));
  EXPECT_EQ(obj->notes, std::vector<std::string>{"left out: 1 mesh of other levels (--lod all)"});
}

TEST(Convert, CountsWhatComesOut) {
  const auto walkmesh = convert(sample("kotor-walkmesh"), {.format = find_format("gltf")});
  ASSERT_TRUE(walkmesh);
  EXPECT_EQ(walkmesh->totals.triangles, 142U);
  const auto json = convert(sample("kotor-walkmesh"), {.format = find_format("json")});
  ASSERT_TRUE(json);
  EXPECT_EQ(json->totals.vertices, 92U);
  EXPECT_EQ(json->totals.triangles, 142U);
}

/// Not what the scene has: some of it has no place in a file.
TEST(Convert, CountsWhatIsWritten) {
  scene::Scene scene;
  scene.meshes.push_back({.name = "box",
                          .primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                          .indices = {0, 1, 2, 0, 2, 3}}}});
  scene.meshes[0].primitives[0].uvs[0] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  add_node(scene, {.name = "box", .mesh = 0});
  scene.meshes.push_back(scene.meshes[0]);
  add_node(scene, {.name = "guide", .mesh = 1, .role = scene::Role::helper});
  const Document document = find_format("gltf")->from_scene(scene, {}).value();
  for (const char* format : {"bw2-bwm", "wows-geometry", "wows-primitives"}) {
    const auto made = convert(document, {.format = find_format(format)});
    ASSERT_TRUE(made) << to_string(made.error());
    const auto& [meshes, vertices, triangles] = made->totals;
    EXPECT_EQ((std::array<std::uint64_t, 3>{meshes, vertices, triangles}),
              (std::array<std::uint64_t, 3>{1, 4, 2}))
        << format;
    EXPECT_EQ(made->output.losses, std::vector<std::string>{"1 mesh is not drawn; it is left out"}) << format;
  }
  const auto whole = convert(document, {.format = find_format("gltf")});
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->totals.triangles, 4U);
}

/// Meshes, vertices and triangles of every sample, on its way to JSON.
TEST(Convert, CountsEverySample) {
  struct Case {
    std::string_view format;
    std::string_view name;
    std::array<std::uint64_t, 3> totals;
  };
  const Case cases[] = {{"kotor-walkmesh", "a.wok", {1, 92, 142}},
                        {"kotor-walkmesh", "a.pwk", {1, 8, 12}},
                        {"kotor-mdl", "a.mdl", {3, 25, 30}},
                        {"bw2-bwm", "a.bwm", {2, 52, 28}},
                        {"bw2-bwm", "a.skin.bwm", {1, 42, 72}},
                        {"wows-geometry", "a.geometry", {7, 142, 74}},
                        {"wows-primitives", "a.primitives", {2, 21, 7}},
                        {"wows-splash", "a.splash", {3, 24, 36}}};
  for (const Case& c : cases) {
    const auto made =
        convert(find_format(c.format)->sample(c.name, {}).value(), {.format = find_format("json")});
    ASSERT_TRUE(made) << c.format;
    const auto& [meshes, vertices, triangles] = made->totals;
    EXPECT_EQ((std::array<std::uint64_t, 3>{meshes, vertices, triangles}), c.totals) << c.format;
  }
}

/// The name says a variant that the document is not.
TEST(Convert, ANameDoesNotMakeARoomACrate) {
  const Format* walkmesh = find_format("kotor-walkmesh");
  const auto made = convert(sample("kotor-walkmesh"), {.format = walkmesh, .name = "a.pwk"});
  ASSERT_FALSE(made);
  EXPECT_EQ(to_string(made.error()), "the input is a wok, which a new name does not change");
  EXPECT_TRUE(convert(sample("kotor-walkmesh"), {.format = walkmesh, .name = "a.wok"}));
  EXPECT_TRUE(convert(sample("kotor-walkmesh"), {.format = walkmesh, .name = "a.xyz"}));
  const Document crate = walkmesh->sample("a.pwk", {}).value();
  EXPECT_TRUE(convert(crate, {.format = walkmesh, .name = "a.dwk"}));
  EXPECT_FALSE(convert(crate, {.format = walkmesh, .name = "a.wok"}));
}

TEST(OptionValues, TheLastOfOneNameCounts) {
  OptionValues options;
  EXPECT_FALSE(options.has("lod"));
  EXPECT_EQ(options.get("lod"), "");
  options.set("lod", "1");
  options.set("armor");
  options.set("lod", "2");
  EXPECT_EQ(options.get("lod"), "2");
  EXPECT_TRUE(options.has("armor"));
  EXPECT_EQ(options.all().size(), 2U);
}

constexpr std::string_view kTextRoom = R"(newmodel hall
setsupermodel hall NULL
classification other
beginmodelgeom hall
node dummy hall
  parent NULL
endnode
node aabb floor
  parent hall
  bitmpa NULL
  verts 5
    0 0 0
    1 0 0
    1 1 0
    0 1 0
  faces 2
    0 1 2 1 0 0 0 4
    0 2 3 1 0 0 0 4
  roomlinks 2
    0 7
    5 3
endnode
endmodelgeom hall
donemodel hall
)";

Blob blob_of(std::string_view text) {
  const ByteSpan bytes = bytes_of(text);
  return Blob(Bytes(bytes.begin(), bytes.end()));
}

TEST(Convert, CompilingATextOfAWalkmeshTellsItsFaults) {
  constexpr std::string_view kText =
      "node aabb w\n  positon 1 2 3\n  verts 4\n    0 0 0\n    1 0 0\n    1 1 0\n  faces 1\n"
      "    0 1 2 1 0 0 0 4\nendnode\n";
  const auto text = open({.blob = blob_of(kText), .name = "w.wok.ascii"});
  ASSERT_TRUE(text) << to_string(text.error());
  const std::vector<std::string> faults = {
      "line 2, column 3: nodes[0]: \"positon\" is not known",
      "line 3, column 1: nodes[0].verts: \"verts\" says 4 rows, but 3 follow"};
  const auto made = convert(*text, {.format = find_format("kotor-walkmesh"), .name = "w.wok"});
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->output.losses, faults);
  const auto scene = to_scene(*text);
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_EQ(scene->losses, faults);
}

/// The games look for a node first.
TEST(Convert, PlainTextsOfWalkmeshesBeginWithTheirNode) {
  const Document room = find_format("kotor-walkmesh")->sample("room.wok", {}).value();
  OptionValues plain;
  plain.set("plain");
  const auto made = convert(
      room, {.format = find_format("kotor-walkmesh-ascii"), .name = "room.wok.ascii", .options = plain});
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_TRUE(text_of(made->output.bytes).starts_with("node aabb "));
}

/// What validate says of a text, compiling it says too.
TEST(Convert, CompilingATextTellsItsFaults) {
  const auto text = open({.blob = blob_of(kTextRoom), .name = "hall.mdl.ascii"});
  ASSERT_TRUE(text) << to_string(text.error());
  const std::vector<std::string> faults = {
      "line 10, column 3: nodes[1]: \"bitmpa\" is not known here",
      "line 11, column 9: nodes[1]: \"verts\" says 5 rows, but 4 follow"};
  std::vector<std::string> losses = faults;
  losses.insert(
      losses.begin(),
      "nodes[1].roomlinks: 2 ways to other rooms, which no MDL holds; a WOK made of the text has them");
  const auto model = convert(*text, {.format = find_format("kotor-mdl"), .name = "hall.mdl"});
  ASSERT_TRUE(model) << to_string(model.error());
  EXPECT_EQ(model->output.losses, losses);
  OptionValues whole;
  whole.set("collision", "");
  // No scene holds the ways either.
  EXPECT_EQ(to_scene(*text, whole)->losses, losses);
  const auto glb = convert(*text, {.format = find_format("gltf"), .name = "hall.glb", .options = whole});
  ASSERT_TRUE(glb) << to_string(glb.error());
  EXPECT_EQ(glb->output.losses, losses);
  const std::string sound = std::string(kTextRoom.substr(0, kTextRoom.find("  bitmpa"))) + "  verts 4" +
                            std::string(kTextRoom.substr(kTextRoom.find("\n    0 0 0")));
  const auto other = open({.blob = blob_of(sound), .name = "hall.mdl.ascii"});
  ASSERT_TRUE(other) << to_string(other.error());
  EXPECT_EQ(to_scene(*other, whole)->losses, std::vector<std::string>{losses.front()});
}

/// A WOK has the ways to other rooms that the text of its model says, and no place without a layout.
TEST(Convert, RoomLinksOfATextModelAreTransitionsOfItsWok) {
  const auto text = open({.blob = blob_of(kTextRoom), .name = "hall.mdl.ascii"});
  ASSERT_TRUE(text) << to_string(text.error());
  const auto wok = convert(*text, {.format = find_format("kotor-walkmesh"), .name = "hall.wok"});
  ASSERT_TRUE(wok) << to_string(wok.error());
  EXPECT_EQ(wok->output.losses,
            std::vector<std::string>{
                "the room's place in its area: without a layout it is at the origin; --layout names one"});
  const auto file = kotor::walkmesh::read(wok->output.bytes);
  ASSERT_TRUE(file);
  std::map<std::uint32_t, std::int32_t> transitions;
  for (const kotor::walkmesh::Edge& edge : file->edges)
    if (edge.transition >= 0) transitions[edge.edge] = edge.transition;
  EXPECT_EQ(transitions, (std::map<std::uint32_t, std::int32_t>{{0, 7}, {5, 3}}));
  // Written again, the text has them still.
  const auto again = convert(*text, {.format = find_format("kotor-mdl-ascii"), .name = "new.mdl.ascii"});
  ASSERT_TRUE(again);
  EXPECT_NE(text_of(again->output.bytes).find("  roomlinks 2\n    0 7\n    5 3\n"), std::string_view::npos);
}

}  // namespace
}  // namespace mw
