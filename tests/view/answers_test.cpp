#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/core/text.h>
#include <meshwright/view/opened_file.h>
#include <algorithm>
#include <map>
#include <variant>

// Answers about files that are odd, or lie beside odd ones.
namespace mw::view {
namespace {

Blob blob_of(std::string_view text) {
  const ByteSpan bytes = bytes_of(text);
  return Blob(Bytes(bytes.begin(), bytes.end()));
}

JsonValue asked(OpenedFile& file, std::string_view question, std::string_view words = "{}") {
  const auto reply = file.ask(question, parse_json(words).value());
  EXPECT_TRUE(reply) << question << ": " << to_string(reply.error());
  return reply ? parse_json(reply->json).value() : JsonValue();
}

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
  EXPECT_EQ(error("a.tpc"),
            "textures of this kind (.tpc) are not read yet: their models are shown without them");
  EXPECT_EQ(error("a.webp"),
            "textures of this kind (.webp) are not read yet: their models are shown without them");
  EXPECT_EQ(error("a.TGA"), "is a texture: drop it together with the model that it belongs to");
  EXPECT_EQ(error("a.txt"), "0x00000000: not a known format: it starts with the text \"anything\"");
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
  const std::vector<std::string> losses = texts_in(about, "losses");
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
  std::string text(text_of(files->find("a.mdl.ascii")->blob.bytes()));
  text.replace(text.find("setsupermodel mw_creature NULL"), 30, "setsupermodel mw_creature s_gone");
  files->add("a.mdl.ascii", blob_of(text));
  OpenedFile file(files, "a.mdl.ascii");
  const JsonValue scene = asked(file, "scene");
  EXPECT_EQ(*scene.find("triangles")->get_if<std::uint64_t>(), triangles);
  const std::vector<std::string> losses = texts_in(scene, "losses");
  EXPECT_NE(
      std::ranges::find(
          losses, "supermodel s_gone is not in the files that were dropped; its animations are missing"),
      losses.end());
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
  const Blob damaged = with_translated_lines(files->find("a.mdx")->blob.bytes());
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
  EXPECT_EQ(texts_in(scene, "losses").front(),
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
  const ByteSpan model = files->find("a.mdl")->blob.bytes();
  Bytes odd(model.begin(), model.end());
  odd[88] ^= std::byte{0x55};  // the type of its geometry, which has nothing to do with the MDX
  files->add("a.mdl", Blob(odd));
  files->add("a.mdx", with_translated_lines(files->find("a.mdx")->blob.bytes()));
  OpenedFile file(files, "a.mdl");
  const auto found = kinds_of(asked(file, "findings", R"({"damaged":true})"));
  ASSERT_TRUE(found.contains("MDL_MDX_SIZE_MISMATCH"));
  EXPECT_TRUE(found.at("MDL_MDX_SIZE_MISMATCH"));
  for (const auto& [code, follows] : found) EXPECT_EQ(follows, code != "MDL_GEOMETRY_TYPE_MISMATCH") << code;
  EXPECT_TRUE(found.contains("MDL_GEOMETRY_TYPE_MISMATCH"));
  // Who does not know of a damage is told of all of them alike.
  for (const auto& [code, follows] : kinds_of(asked(file, "findings"))) EXPECT_FALSE(follows) << code;
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

}  // namespace
}  // namespace mw::view
