#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_value.h>
#include <meshwright/view/detail/opened_file.h>
#include <algorithm>
#include <map>
#include <variant>

#include "view_fixtures.h"

// Answers about files that are odd, or lie beside odd ones.
namespace mw::view {
namespace {

JsonValue asked(const std::shared_ptr<DroppedFiles>& files, const std::string& path,
                std::string_view question, std::string_view words = "{}") {
  OpenedFile file(files, path);
  return asked(file, question, words);
}

std::vector<std::string> texts_in(const JsonValue& answer, std::string_view name) {
  std::vector<std::string> texts;
  for (const JsonValue& text : *answer.find(name)->get_if<JsonArray>())
    texts.push_back(*text.get_if<std::string>());
  return texts;
}

std::vector<std::string> losses_in(const JsonValue& answer) {
  std::vector<std::string> messages;
  for (const JsonValue& loss : *answer.find("losses")->get_if<JsonArray>())
    messages.push_back(*loss.find("message")->get_if<std::string>());
  return messages;
}

std::vector<std::uint64_t> numbers_in(const JsonValue& answer, std::string_view name) {
  std::vector<std::uint64_t> numbers;
  for (const JsonValue& number : *answer.find(name)->get_if<JsonArray>())
    numbers.push_back(*number.get_if<std::uint64_t>());
  return numbers;
}

std::string layout_of(const std::vector<std::string>& rooms) {
  std::string text = "beginlayout\n roomcount " + std::to_string(rooms.size()) + "\n";
  for (const std::string& room : rooms) text += "  " + room + "\n";
  return text + " trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n";
}

/// A square of two faces; the last corner may be any number.
std::string room_text(std::string_view last_corner) {
  return "node aabb room\n  position 0 0 0\n  orientation 0 0 0 1\n  verts 4\n    0 0 0\n    4 0 0\n    4 4 "
         "0\n"
         "    0 4 0\n  faces 2\n    0 1 2 1 0 0 0 4\n    0 2 " +
         std::string(last_corner) + " 1 0 0 0 4\nendnode\n";
}

std::vector<std::string> paths_of_rooms(const JsonValue& area) {
  std::vector<std::string> paths;
  for (const JsonValue& room : *area.find("rooms")->get_if<JsonArray>())
    paths.push_back(*room.find("path")->get_if<std::string>());
  return paths;
}

std::string value_of(OpenedFile& file, const std::string& path) {
  const JsonValue answer = asked(file, "fields", R"({"most":1,"parent":")" + path + "\"}");
  return *(*answer.find("fields")->get_if<JsonArray>())[0].find("value")->get_if<std::string>();
}

TEST(Answers, AboutSaysWhyItsCountsAreMissing) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-walkmesh", "sample.wok"));
  const JsonValue whole = asked(files, "sample.wok", "about");
  EXPECT_TRUE(whole.find("info_error")->get_if<std::monostate>() != nullptr);
  EXPECT_EQ(*whole.find("counts")->find("faces")->get_if<std::uint64_t>(), 142U);
  files->add("surfacemat.2da", blob_of("broken"));
  const JsonValue about = asked(files, "sample.wok", "about");
  EXPECT_EQ(*about.find("variant")->get_if<std::string>(), "");
  EXPECT_TRUE(about.find("counts")->get_if<JsonObject>()->empty());
  EXPECT_TRUE(about.find("details")->get_if<JsonObject>()->empty());
  const std::string why = *about.find("info_error")->find("text")->get_if<std::string>();
  EXPECT_EQ(
      why,
      "surfaces surfacemat.2da: 0x00000000: magic: expected \"2DA V2.b\" or \"2DA V2.0\", got \"broken\"");
}

/// Where x, y and z of a file point in the picture.
TEST(Answers, AboutTellsTheAxesOfTheFile) {
  const std::map<std::string, std::string> kAxes = {
      {"kotor-mdl", "[[1,0,0],[0,0,-1],[0,1,0]]"},    {"kotor-walkmesh-ascii", "[[1,0,0],[0,0,-1],[0,1,0]]"},
      {"kotor-layout", "[[1,0,0],[0,0,-1],[0,1,0]]"}, {"wows-geometry", "[[1,0,0],[0,1,0],[0,0,-1]]"},
      {"bw2-bwm", "[[1,0,0],[0,1,0],[0,0,-1]]"},
  };
  for (const auto& [format, axes] : kAxes) {
    auto files = std::make_shared<DroppedFiles>();
    ASSERT_TRUE(add_sample(*files, format, "a"));
    const std::string about = OpenedFile(files, "a").ask("about", {})->json;
    EXPECT_NE(about.find(R"("axes":)" + axes + ","), std::string::npos) << format << ": " << about;
  }
}

TEST(Answers, AboutTellsWhetherAnythingCanBeWalkedOn) {
  auto files = std::make_shared<DroppedFiles>();
  std::string walls = room_text("3");
  for (const char* face : {"0 1 2 1 0 0 0 4", "0 2 3 1 0 0 0 4"}) walls[walls.find(face) + 14] = '7';
  files->add("floor.wok.ascii", blob_of(room_text("3")));
  files->add("walls.wok.ascii", blob_of(walls));
  const auto has_ways = [&](const std::string& path) {
    return *asked(files, path, "about").find("has_ways")->get_if<bool>();
  };
  EXPECT_TRUE(has_ways("floor.wok.ascii"));
  EXPECT_FALSE(has_ways("walls.wok.ascii"));
  EXPECT_TRUE(*asked(files, "walls.wok.ascii", "about").find("walkable")->get_if<bool>());
  for (const auto& [room, expected] : {std::pair("floor", true), std::pair("walls", false)}) {
    files->add("area.lyt", blob_of(layout_of({std::string(room) + " 0 0 0"})));
    EXPECT_EQ(has_ways("area.lyt"), expected) << room;
  }
}

TEST(Answers, ATextureByItselfIsNotDamaged) {
  auto files = std::make_shared<DroppedFiles>();
  for (const char* name : {"a.tpc", "a.webp", "a.TGA", "a.txt"}) files->add(name, blob_of("anything"));
  const auto error = [&](const std::string& path) {
    return *asked(files, path, "about").find("error")->find("text")->get_if<std::string>();
  };
  EXPECT_EQ(
      error("a.tpc"),
      "is a texture; textures of this kind (.tpc) are not read yet: their models are shown without them");
  EXPECT_EQ(
      error("a.webp"),
      "is a texture; textures of this kind (.webp) are not read yet: their models are shown without them");
  EXPECT_EQ(error("a.TGA"), "is a texture: drop it together with the model that it belongs to");
  EXPECT_EQ(error("a.txt"), "0x00000000: not a known format: it starts with the text \"anything\"");
  const auto is_part = [&](const char* path) {
    return *asked(files, path, "about").find("is_part")->get_if<bool>();
  };
  EXPECT_TRUE(is_part("a.tpc"));
  EXPECT_TRUE(is_part("a.TGA"));
  EXPECT_FALSE(is_part("a.txt"));
}

TEST(Answers, ACompanionByItselfSaysWhatItBelongsTo) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-mdl", "in/Hero.mdl"));
  auto alone = std::make_shared<DroppedFiles>();
  alone->add("in/Hero.MDX", files->find("in/Hero.mdx")->blob().value());
  const JsonValue about = asked(alone, "in/Hero.MDX", "about");
  EXPECT_EQ(*about.find("error")->find("text")->get_if<std::string>(),
            "belongs to Hero.mdl and is read with it only: open that file too");
  EXPECT_TRUE(about.find("error")->find("offset")->get_if<std::monostate>() != nullptr)
      << "it is not damaged";
  EXPECT_TRUE(*about.find("is_part")->get_if<bool>());
  EXPECT_FALSE(*asked(files, "in/Hero.mdl", "about").find("is_part")->get_if<bool>());
}

/// Whether a file that may come later belongs to one.
TEST(Answers, WhatAFileHasAUseForIsKnownBeforeItIsThere) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-mdl", "hero.mdl"));
  auto alone = std::make_shared<DroppedFiles>();
  alone->add("hero.mdl", files->find("hero.mdl")->blob().value());
  OpenedFile file(alone, "hero.mdl");
  const auto uses = [](OpenedFile& opened, const std::string& path) {
    const JsonValue answer = asked(opened, "uses", R"({"files":["none.mdx",")" + path + "\"]}");
    const JsonArray& used = *answer.find("uses")->get_if<JsonArray>();
    return used.size() == 1 && *used[0].get_if<std::string>() == path;
  };
  EXPECT_TRUE(uses(file, "hero.mdx"));
  EXPECT_TRUE(uses(file, "elsewhere/HERO.MDX"));
  EXPECT_FALSE(uses(file, "other.mdx"));
  EXPECT_FALSE(uses(file, "hero.mdl"));
  EXPECT_FALSE(uses(file, "mw_hide.tga")) << "nothing was drawn yet";
  (void)asked(file, "scene");
  EXPECT_TRUE(uses(file, "textures/MW_Hide.tga"));
  EXPECT_FALSE(uses(file, "mw_hidden.tga"));
  EXPECT_FALSE(uses(file, "mw_hide.tpc")) << "it would not be read";
  // One that is there is used, and no other of that name.
  OpenedFile whole(files, "hero.mdl");
  EXPECT_TRUE(uses(whole, "hero.mdx"));
  EXPECT_FALSE(uses(whole, "elsewhere/hero.mdx"));
}

/// What targets can be made with beside what the game draws, by their extensions.
std::map<std::string, std::vector<std::string>> adds_of(const JsonValue& about) {
  std::map<std::string, std::vector<std::string>> found;
  for (const JsonValue& target : *about.find("targets")->get_if<JsonArray>())
    found[*target.find("extension")->get_if<std::string>()] = texts_in(target, "adds");
  return found;
}

TEST(Answers, DownloadsMayHaveEverything) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "wows-geometry", "a.geometry"));
  OpenedFile file(files, "a.geometry");
  const auto adds = adds_of(asked(file, "about"));
  EXPECT_EQ(adds.at(".glb"), (std::vector<std::string>{"lod", "collision", "armor", "lights"}));
  EXPECT_EQ(adds.at(".obj"), (std::vector<std::string>{"lod", "collision", "armor"}));
  EXPECT_EQ(adds.at(".geometry"), std::vector<std::string>());
  const std::uint64_t all = *asked(file, "scene").find("triangles")->get_if<std::uint64_t>();
  for (const std::string name : {"a.glb", "a.obj"}) {
    const JsonValue few = asked(file, "convert", R"({"name":")" + name + "\"}");
    EXPECT_LT(*few.find("triangles")->get_if<std::uint64_t>(), all) << name;
    EXPECT_EQ(losses_in(few).front(), "left out: 1 collision mesh, 2 armor meshes, 1 mesh of other levels");
    const JsonValue more = asked(file, "convert", R"({"name":")" + name + R"(","all":true})");
    EXPECT_EQ(*more.find("triangles")->get_if<std::uint64_t>(), all) << name;
    for (const std::string& loss : losses_in(more)) EXPECT_FALSE(loss.starts_with("left out")) << loss;
  }
  // What is the same thing in another form has everything anyway.
  EXPECT_TRUE(file.ask("convert", parse_json(R"({"name":"a.json","all":true})").value()));
}

TEST(Answers, AModelWithoutAWalkmeshBecomesNone) {
  const auto targets = [](const std::string& format, const std::string& name) {
    auto files = std::make_shared<DroppedFiles>();
    EXPECT_TRUE(add_sample(*files, format, name));
    return adds_of(asked(files, name, "about"));
  };
  EXPECT_TRUE(targets("kotor-mdl", "a.mdl").contains(".wok"));
  auto files = std::make_shared<DroppedFiles>();
  files->add("b.mdl.ascii", blob_of("newmodel b\nsetsupermodel b NULL\nclassification other\n"
                                    "setanimationscale 1\nbeginmodelgeom b\nnode dummy b\n  parent NULL\n"
                                    "endnode\nendmodelgeom b\ndonemodel b\n"));
  OpenedFile text(files, "b.mdl.ascii");
  const auto made = text.ask("convert", parse_json(R"({"name":"b.mdl"})").value());
  ASSERT_TRUE(made);
  files->add("b.mdl", Blob(made->bytes));
  EXPECT_FALSE(adds_of(asked(files, "b.mdl", "about")).contains(".wok"));
}

TEST(Answers, ALongLineLeavesTheOthersTheirs) {
  auto files = std::make_shared<DroppedFiles>();
  files->add("a.mdl.ascii", blob_of("newmodel a\n" + std::string(70'000, 'x') + "\nthird\nlast"));
  OpenedFile file(files, "a.mdl.ascii");
  const auto reply = file.ask("lines", parse_json(R"({"from":0,"to":9})").value());
  ASSERT_TRUE(reply);
  const JsonValue lines = parse_json(reply->json).value();
  EXPECT_EQ(numbers_in(lines, "offsets"), (std::vector<std::uint64_t>{0, 11, 70012, 70018}));
  EXPECT_EQ(numbers_in(lines, "lengths"), (std::vector<std::uint64_t>{11, 70001, 6, 4}));
  EXPECT_EQ(*lines.find("most")->get_if<std::uint64_t>(), 4096U);
  EXPECT_EQ(text_of(reply->bytes), "newmodel a\n" + std::string(4096, 'x') + "third\nlast");
}

TEST(Answers, ARoomWithoutAFloorIsLeftOutAndTold) {
  auto files = std::make_shared<DroppedFiles>();
  files->add("area.lyt", blob_of(layout_of({"good 0 0 0", "bad 4 0 0"})));
  files->add("good.wok.ascii", blob_of(room_text("3")));
  files->add("bad.wok.ascii", blob_of(room_text("9")));
  OpenedFile area(files, "area.lyt");
  EXPECT_EQ(area.ask("ground", {})->json, R"({"faces":2,"walkable":2,"islands":1})");
  const JsonValue about = asked(area, "about");
  EXPECT_TRUE(*about.find("walkable")->get_if<bool>());
  const std::vector<std::string> losses = losses_in(about);
  ASSERT_EQ(losses.size(), 1U);
  EXPECT_TRUE(losses[0].starts_with("bad.wok.ascii has no floor to walk on: line 11, column 1: "))
      << losses[0];
  EXPECT_EQ(paths_of_rooms(asked(area, "area")),
            (std::vector<std::string>{"good.wok.ascii", "bad.wok.ascii"}));
  files->add("area.lyt", blob_of(layout_of({"bad 4 0 0"})));
  OpenedFile alone(files, "area.lyt");
  EXPECT_EQ(to_string(alone.ask("ground", {}).error()), losses[0]);
  EXPECT_FALSE(*asked(alone, "about").find("walkable")->get_if<bool>());
}

TEST(Answers, ARoomIsThereOnceAndNotAgainAsWhatItWasMadeInto) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-walkmesh", "a.wok"));
  ASSERT_TRUE(add_sample(*files, "kotor-walkmesh-ascii", "a.wok.ascii"));
  OpenedFile room(files, "a.wok");
  files->add("a.glb", Blob(room.ask("scene", {})->bytes));
  files->add("area.lyt", blob_of(layout_of({"a 0 0 0", "A 0 0 0", "a 9 0 0", "gone 0 0 0"})));
  const JsonValue area = asked(files, "area.lyt", "area");
  EXPECT_EQ(paths_of_rooms(area), std::vector<std::string>{"a.wok"});
  EXPECT_EQ(texts_in(area, "missing"), std::vector<std::string>{"gone"});
}

TEST(Answers, WhyATriangleHasNoRowsIsSaidOfTrianglesOnly) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-mdl", "sample.mdl"));
  OpenedFile file(files, "sample.mdl");
  EXPECT_EQ(*asked(file, "triangle", R"({"mesh":"tail_g"})").find("why_not")->get_if<std::string>(), "");
  EXPECT_EQ(
      *asked(file, "triangle", R"({"mesh":"tail_g","triangle":9999})").find("why_not")->get_if<std::string>(),
      "a blade is drawn of other triangles than the file has");
}

TEST(Answers, ATextModelIsDrawnWithoutItsSupermodel) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-mdl-ascii", "a.mdl.ascii"));
  const std::uint64_t triangles =
      *asked(files, "a.mdl.ascii", "scene").find("triangles")->get_if<std::uint64_t>();
  std::string text(text_of(files->find("a.mdl.ascii")->blob()->bytes()));
  text.replace(text.find("setsupermodel a NULL"), 20, "setsupermodel a s_gone");
  files->add("a.mdl.ascii", blob_of(text));
  OpenedFile file(files, "a.mdl.ascii");
  const JsonValue scene = asked(file, "scene");
  EXPECT_EQ(*scene.find("triangles")->get_if<std::uint64_t>(), triangles);
  const std::vector<std::string> losses = losses_in(scene);
  EXPECT_NE(
      std::ranges::find(
          losses, "supermodel s_gone is not in the files that were dropped; its animations are missing"),
      losses.end());
  // A page knows what to ask for.
  const JsonValue answer = asked(file, "lacks");
  const JsonArray& lacks = *answer.find("lacks")->get_if<JsonArray>();
  const auto supermodel = std::ranges::find_if(
      lacks, [](const JsonValue& lack) { return *lack.find("kind")->get_if<std::string>() == "supermodel"; });
  ASSERT_NE(supermodel, lacks.end());
  EXPECT_EQ(*supermodel->find("name")->get_if<std::string>(), "s_gone");
  // It can be downloaded too, and its triangles are known.
  EXPECT_TRUE(file.ask("convert", parse_json(R"({"name":"a.mdl"})").value()));
  EXPECT_EQ(
      *asked(file, "triangle_of", R"({"path":"nodes[6].faces[0]"})").find("total")->get_if<std::uint64_t>(),
      1U);
}

/// As a program leaves it that takes it for a text.
Blob with_translated_lines(ByteSpan bytes) {
  Bytes made;
  for (const std::byte byte : bytes.first(bytes.size() - 1)) {
    if (byte == std::byte('\n')) made.push_back(std::byte('\r'));
    made.push_back(byte);
  }
  made.push_back(std::byte('\r'));
  made.push_back(std::byte('\n'));
  return Blob(std::move(made));
}

TEST(Answers, AModelIsDrawnWithoutADamagedMdx) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-mdl", "a.mdl"));
  const JsonValue whole = asked(files, "a.mdl", "scene");
  EXPECT_TRUE(whole.find("error")->get_if<std::monostate>() != nullptr);
  const Blob damaged = with_translated_lines(files->find("a.mdx")->blob()->bytes());
  files->add("a.mdx", damaged);
  OpenedFile file(files, "a.mdl");
  const JsonValue scene = asked(file, "scene");
  EXPECT_EQ(*scene.find("triangles")->get_if<std::uint64_t>(),
            *whole.find("triangles")->get_if<std::uint64_t>());
  const std::string why = fmt::format(
      "mdx a.mdx: is damaged: its line endings were translated as if it were a text, so that it has {} bytes "
      "where the MDL says 2324",
      damaged.bytes().size());
  EXPECT_EQ(*scene.find("error")->find("text")->get_if<std::string>(), why);
  EXPECT_EQ(losses_in(scene).front(),
            "vertices have positions only, no normals, texture coordinates, colours or skins");
  // A file that is made of it would be garbage, as the command says.
  EXPECT_EQ(to_string(file.ask("convert", parse_json(R"({"name":"a.glb"})").value()).error()), why);
}

/// Codes of the kinds of findings, with whether they follow from a damage.
std::map<std::string, bool> kinds_of(const JsonValue& answer) {
  std::map<std::string, bool> kinds;
  for (const JsonValue& kind : *answer.find("kinds")->get_if<JsonArray>())
    kinds[*kind.find("code")->get_if<std::string>()] = *kind.find("follows")->get_if<bool>();
  return kinds;
}

TEST(Answers, WhatFollowsFromADamagedMdxIsToldApart) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-mdl", "a.mdl"));
  const ByteSpan model = files->find("a.mdl")->blob()->bytes();
  Bytes odd(model.begin(), model.end());
  odd[88] ^= std::byte{0x55};  // the type of its geometry, which has nothing to do with the MDX
  files->add("a.mdl", Blob(odd));
  files->add("a.mdx", with_translated_lines(files->find("a.mdx")->blob()->bytes()));
  OpenedFile file(files, "a.mdl");
  const auto found = kinds_of(asked(file, "findings", R"({"damaged":true})"));
  ASSERT_TRUE(found.contains("MDL_MDX_SIZE_MISMATCH"));
  EXPECT_TRUE(found.at("MDL_MDX_SIZE_MISMATCH"));
  for (const auto& [code, follows] : found) EXPECT_EQ(follows, code != "MDL_GEOMETRY_TYPE_MISMATCH") << code;
  EXPECT_TRUE(found.contains("MDL_GEOMETRY_TYPE_MISMATCH"));
  // Who does not know of a damage is told of all of them alike.
  for (const auto& [code, follows] : kinds_of(asked(file, "findings"))) EXPECT_FALSE(follows) << code;
}

/// Where most faces are lines, that is the cause of what their boxes and neighbours miss.
TEST(Answers, CausesComeBeforeWhatFollowsFromThem) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-walkmesh", "a.wok"));
  const ByteSpan whole = files->find("a.wok")->blob()->bytes();
  Bytes zeroed(whole.begin(), whole.end());
  const auto order = [&](const Bytes& bytes) {
    files->add("b.wok", Blob(bytes));
    std::vector<std::string> codes;
    const JsonValue answer = asked(files, "b.wok", "findings");
    for (const JsonValue& kind : *answer.find("kinds")->get_if<JsonArray>())
      codes.push_back(*kind.find("severity")->get_if<std::string>() + " " +
                      *kind.find("code")->get_if<std::string>());
    return codes;
  };
  const std::size_t faces = 1240;  // 142 of twelve bytes
  std::fill_n(zeroed.begin() + faces, 142 * 12, std::byte{0});
  const auto found = order(zeroed);
  ASSERT_GT(found.size(), 3U);
  EXPECT_EQ(found[0], "warning WALKMESH_FACE_VERTEX_REPEATED");
  EXPECT_TRUE(std::ranges::is_sorted(found, {}, [](const std::string& each) {
    return each.starts_with("info");
  })) << "what is only worth knowing comes last";
  // One face alone is no cause of anything: errors first.
  Bytes one(whole.begin(), whole.end());
  std::fill_n(one.begin() + faces, 12, std::byte{0});
  EXPECT_TRUE(order(one)[0].starts_with("error ")) << order(one)[0];
}

std::vector<std::string> files_of_findings(const JsonValue& answer) {
  std::vector<std::string> files;
  for (const JsonValue& finding : *answer.find("findings")->get_if<JsonArray>())
    files.push_back(*finding.find("file")->get_if<std::string>());
  return files;
}

TEST(Answers, FindingsOfRoomsNameTheirRoom) {
  auto files = std::make_shared<DroppedFiles>();
  files->add("area.lyt", blob_of(layout_of({"good 0 0 0", "bad 4 0 0", "gone 8 0 0"})));
  files->add("good.wok.ascii", blob_of(room_text("3")));
  files->add("bad.wok.ascii", blob_of(room_text("9")));
  OpenedFile area(files, "area.lyt");
  const JsonValue own = asked(area, "findings");
  for (const std::string& file : files_of_findings(own)) EXPECT_EQ(file, "");
  const std::size_t of_layout = files_of_findings(own).size();
  const std::size_t of_room = files_of_findings(asked(files, "bad.wok.ascii", "findings")).size();
  ASSERT_GT(of_room, 0U);
  const JsonValue all = asked(area, "findings", R"({"rooms":true})");
  std::vector<std::string> expected(of_layout, "");
  expected.insert(expected.end(), of_room, "bad.wok.ascii");
  EXPECT_EQ(files_of_findings(all), expected);
  std::uint64_t counted = 0;
  for (const JsonValue& kind : *all.find("kinds")->get_if<JsonArray>())
    counted += *kind.find("count")->get_if<std::uint64_t>();
  EXPECT_EQ(counted, expected.size());
}

TEST(Answers, AHookOfALayoutHasItsLine) {
  auto files = std::make_shared<DroppedFiles>();
  files->add(
      "area.lyt",
      blob_of("beginlayout\n roomcount 1\n  hall 0 0 0\n trackcount 1\n  Rail 1 1 1\n obstaclecount 0\n"
              " doorhookcount 3\n  hall door_01 0 2 1 0 1 0 0 0\n  hall door_02 0 2 1 0 1 0 0 0\n"
              "  Hall DOOR_01 0 7 1 0 1 0 0 0\ndonelayout\n"));
  OpenedFile area(files, "area.lyt");
  const auto path = [&](std::string_view words) {
    const JsonValue answer = asked(area, "hook", words);
    const JsonValue* line = answer.find("line");
    return line->find("path") != nullptr ? *line->find("path")->get_if<std::string>() : "none";
  };
  EXPECT_EQ(path(R"({"name":"Rail"})"), "rail");
  const std::string first = path(R"({"name":"door_01","room":"HALL"})");
  const std::string second = path(R"({"name":"door_01","room":"HALL","before":1})");
  EXPECT_EQ(value_of(area, first), "door_01 0 2 1 0 1 0 0 0");
  EXPECT_EQ(value_of(area, second), "DOOR_01 0 7 1 0 1 0 0 0");
  EXPECT_EQ(path(R"({"name":"door_01","room":"HALL","before":2})"), "none");
  EXPECT_EQ(path(R"({"name":"door_03","room":"hall"})"), "none");
  EXPECT_EQ(path(R"({"name":"door_01"})"), "none");
}

/// The layout itself, beside what its rooms answer.
TEST(Answers, ALayoutIsLookedIntoItself) {
  auto files = std::make_shared<DroppedFiles>();
  const std::string text = layout_of({"good 0 0 0"});
  files->add("area.lyt", blob_of(text));
  files->add("good.wok.ascii", blob_of(room_text("3")));
  OpenedFile area(files, "area.lyt");
  EXPECT_EQ(text_of(area.ask("file", {})->bytes), text);
  EXPECT_EQ(text_of(area.ask("lines", parse_json(R"({"from":2,"to":3})").value())->bytes), "  good 0 0 0\n");
  const JsonValue tree = asked(area, "tree");
  const JsonValue& third = (*tree.find("branches")->get_if<JsonArray>())[2];
  EXPECT_EQ(*third.find("path")->get_if<std::string>(), "good");
}

TEST(Answers, RoomsOfALayoutBelongToIt) {
  auto files = std::make_shared<DroppedFiles>();
  files->add("area.lyt", blob_of(layout_of({"hall 0 0 0", "yard 1 0 0"})));
  const JsonValue answer = asked(files, "area.lyt", "uses",
                                 R"({"files":["x/HALL.wok","yard.mdl","yard.tga","other.wok","area.lyt"]})");
  EXPECT_EQ(texts_in(answer, "uses"), (std::vector<std::string>{"x/HALL.wok", "yard.mdl"}));
}

TEST(Answers, AWalkmeshBelongsToItsModelBeforeAnythingIsAsked) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-mdl", "hero.mdl"));
  const JsonValue answer = asked(files, "hero.mdl", "uses", R"({"files":["hero.wok","other.wok"]})");
  EXPECT_EQ(texts_in(answer, "uses"), (std::vector<std::string>{"hero.wok"}));
}

TEST(Answers, AModelThatIsCutOffHasWhatIsLeft) {
  DroppedFiles sample;
  ASSERT_TRUE(add_sample(sample, "kotor-mdl", "hero.mdl"));
  const Blob whole = *sample.find("hero.mdl")->blob();
  OpenedFile complete(std::make_shared<DroppedFiles>(sample), "hero.mdl");
  const JsonValue row = asked(complete, "fields", R"({"parent":"nodes[8]","most":1})");
  const auto begin = *(*row.find("fields")->get_if<JsonArray>())[0].find("offset")->get_if<std::uint64_t>();
  const std::size_t end = begin + 40;
  auto files = std::make_shared<DroppedFiles>(sample);
  files->add("hero.mdl", Blob(Bytes(whole.bytes().begin(), whole.bytes().begin() + std::ptrdiff_t(end))));
  OpenedFile file(files, "hero.mdl");
  const JsonValue about = asked(file, "about");
  EXPECT_TRUE(*about.find("is_cut")->get_if<bool>());
  EXPECT_NE(about.find("error")->get_if<JsonObject>(), nullptr);
  EXPECT_EQ(*asked(file, "tree", R"({"parent":"nodes"})").find("total")->get_if<std::uint64_t>(), 8U);
  const JsonValue fields = asked(file, "fields", R"({"parent":"nodes","most":100000})");
  for (const JsonValue& field : *fields.find("fields")->get_if<JsonArray>())
    EXPECT_LE(*field.find("offset")->get_if<std::uint64_t>() + *field.find("length")->get_if<std::uint64_t>(),
              end);
  const auto scene = file.ask("scene", {});
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_NE(scene->json.find("the file is shorter than it says: 8 of its 9 nodes begin in it"),
            std::string::npos);
}

TEST(Answers, AWalkmeshIsLaidOverItsModelWhereThatIsAskedFor) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-mdl", "hero.mdl"));
  ASSERT_TRUE(add_sample(*files, "kotor-walkmesh", "hero.wok"));
  OpenedFile file(files, "hero.mdl");
  constexpr std::string_view kTriangle = R"({"mesh":"surface","occurrence":0,"primitive":0,"triangle":3})";
  const auto triangles = [&](std::string_view words) {
    return *asked(file, "scene", words).find("triangles")->get_if<std::uint64_t>();
  };
  const std::uint64_t alone = triangles("{}");
  const std::string before = *asked(file, "triangle", kTriangle).find("why_not")->get_if<std::string>();
  EXPECT_EQ(triangles(R"({"over":true})"), alone + 142);
  EXPECT_NE(before, "it is one of hero.wok, where its bytes are");
  EXPECT_EQ(*asked(file, "triangle", kTriangle).find("why_not")->get_if<std::string>(),
            "it is one of hero.wok, where its bytes are");
  OpenedFile walkmesh(files, "hero.wok");
  EXPECT_EQ(*asked(walkmesh, "scene", R"({"over":true})").find("triangles")->get_if<std::uint64_t>(), 142U)
      << "nothing is over itself";
}

TEST(Answers, FilesThatAreCutOffHaveWhatIsLeft) {
  for (const auto& [format, name] : {std::pair("kotor-walkmesh", "a.wok"), std::pair("bw2-bwm", "a.bwm")}) {
    DroppedFiles sample;
    ASSERT_TRUE(add_sample(sample, format, name));
    const ByteSpan whole = sample.find(name)->blob()->bytes();
    const std::size_t end = whole.size() * 7 / 10;
    auto files = std::make_shared<DroppedFiles>();
    files->add(name, Blob(Bytes(whole.begin(), whole.begin() + std::ptrdiff_t(end))));
    OpenedFile file(files, name);
    EXPECT_TRUE(*asked(file, "about").find("is_cut")->get_if<bool>()) << name;
    const JsonValue fields = asked(file, "fields", R"({"most":1000000})");
    for (const JsonValue& field : *fields.find("fields")->get_if<JsonArray>())
      EXPECT_LE(
          *field.find("offset")->get_if<std::uint64_t>() + *field.find("length")->get_if<std::uint64_t>(),
          end);
    const auto scene = file.ask("scene", {});
    ASSERT_TRUE(scene) << name << ": " << to_string(scene.error());
    EXPECT_NE(scene->json.find("the file is shorter than it says: what would be behind its end is left out"),
              std::string::npos);
  }
}

TEST(Answers, WhatIsMoreThanCutOffHasNoRest) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-walkmesh", "a.wok"));
  const ByteSpan whole = files->find("a.wok")->blob()->bytes();
  Bytes damaged(whole.begin(), whole.end());
  for (std::size_t at = 72; at < 80; ++at) damaged[at] = std::byte{0xFF};  // so many vertices
  files->add("b.wok", Blob(std::move(damaged)));
  files->add("c.lyt", blob_of("beginlayout\n roomcount 2\n  a 0 0"));
  for (const char* name : {"b.wok", "c.lyt"}) {
    OpenedFile file(files, name);
    EXPECT_FALSE(*asked(file, "about").find("is_cut")->get_if<bool>()) << name;
  }
}

}  // namespace
}  // namespace mw::view
