#include <gtest/gtest.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_value.h>
#include <meshwright/view/detail/opened_file.h>

#include <span>

/// What questions are answered, by value.
namespace mw::view {
namespace {

std::string answer(OpenedFile& file, std::string_view question, std::string_view words = "{}") {
  const auto reply = file.ask(question, parse_json(words).value());
  return reply ? reply->json : to_string(reply.error());
}

std::string of_sample(std::string_view format, const std::string& name, std::string_view question,
                      std::string_view words = "{}") {
  auto files = std::make_shared<DroppedFiles>();
  EXPECT_TRUE(add_sample(*files, format, name));
  OpenedFile file(files, name);
  return answer(file, question, words);
}

/// What has something to draw can become what is drawn, be it one triangle.
TEST(AnswerValues, OneTriangleCanBecomeAGltf) {
  const auto can_become = [](std::string_view text, std::string_view target) {
    auto files = std::make_shared<DroppedFiles>();
    const ByteSpan bytes = std::as_bytes(std::span(text));
    files->add("plate.obj", Blob(Bytes(bytes.begin(), bytes.end())));
    OpenedFile file(files, "plate.obj");
    return answer(file, "about").find(target) != std::string::npos;
  };
  constexpr std::string_view kGlb = "\"file\":\"plate.glb\"";
  EXPECT_TRUE(can_become("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", kGlb));
  EXPECT_FALSE(can_become("v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2\n", kGlb));
}

TEST(AnswerValues, WhatOnlyDressesOthersSaysHowItIsSeen) {
  EXPECT_EQ(of_sample("wows-assets", "sample.bin", "scene"),
            "holds many models: drop it together with the file of one of them to see that one dressed");
  EXPECT_EQ(of_sample("kotor-walkmesh", "sample.wok", "convert", R"({"name":"sample"})"),
            "sample does not say what it should be");
}

/// The rooms of the sample keep the places of their area: nothing moves them once more.
TEST(AnswerValues, RoomsThatAreInPlaceStayThere) {
  EXPECT_EQ(of_sample("kotor-layout", "sample.lyt", "area"),
            R"({"rooms":[{"path":"sample_01.wok","position":[0,0,0],"walkable":true},)"
            R"({"path":"sample_02.wok","position":[0,0,0],"walkable":true},)"
            R"({"path":"sample_03.wok","position":[0,0,0],"walkable":true}],"missing":[]})");
}

TEST(AnswerValues, ATriangleHasTheRecordOfItsMesh) {
  EXPECT_EQ(
      of_sample("kotor-mdl", "sample.mdl", "triangle",
                R"({"mesh":"body_g","occurrence":0,"primitive":0,"triangle":1})"),
      R"({"why_not":"","rows":[{"layer":0,"path":"nodes[7].mesh.faces[1]","offset":5458,"end":5490}],"beside":[],)"
      R"("vertices":[{"layer":0,"path":"nodes[7].mesh.vertices[0]","offset":6070,"end":6082},)"
      R"({"layer":0,"path":"nodes[7].mesh.vertices[5]","offset":6130,"end":6142},)"
      R"({"layer":0,"path":"nodes[7].mesh.vertices[4]","offset":6118,"end":6130},)"
      R"({"layer":1,"path":"nodes[7].rows[0]","offset":1024,"end":1124},)"
      R"({"layer":1,"path":"nodes[7].rows[5]","offset":1524,"end":1624},)"
      R"({"layer":1,"path":"nodes[7].rows[4]","offset":1424,"end":1524}],)"
      R"("record":{"layer":0,"path":"nodes[7]","offset":4590,"end":6410}})");
  EXPECT_TRUE(of_sample("kotor-mdl", "sample.mdl", "triangle",
                        R"({"mesh":"nobody","occurrence":0,"primitive":0,"triangle":1})")
                  .ends_with(R"("rows":[],"beside":[],"vertices":[],"record":null})"));
  const std::string in_text = of_sample("kotor-mdl-ascii", "sample.mdl.ascii", "triangle",
                                        R"({"mesh":"body_g","occurrence":0,"primitive":0,"triangle":1})");
  EXPECT_TRUE(in_text.starts_with(R"({"why_not":"","rows":[{"layer":0,"path":"nodes[7].faces[1]",)"))
      << in_text;
}

/// Triangle 1 of what is drawn, in the rows of the file that it is made of.
TEST(AnswerValues, ATriangleHasTheRowsOfItsCorners) {
  EXPECT_TRUE(
      of_sample("bw2-bwm", "sample.bwm", "triangle",
                R"({"mesh":"m_sample_house","occurrence":0,"primitive":0,"triangle":1})")
          .starts_with(R"({"why_not":"","rows":[{"layer":0,"path":"indices[3]","offset":4710,"end":4712},)"
                       R"({"layer":0,"path":"indices[4]","offset":4712,"end":4714},)"
                       R"({"layer":0,"path":"indices[5]","offset":4714,"end":4716}],)"));
  EXPECT_TRUE(of_sample("wows-primitives", "sample.primitives", "triangle",
                        R"({"mesh":"PyramidShape","occurrence":0,"primitive":0,"triangle":1})")
                  .starts_with(R"({"why_not":"","rows":[{"layer":0,"path":"sections[0].indices[3]",)"));
}

TEST(AnswerValues, APlaceIsToldWithItsFace) {
  EXPECT_EQ(of_sample("kotor-walkmesh", "sample.wok", "locate", R"({"point":[1.5,0,-1]})"),
            R"({"place":{"face":0,"z":0,"normal":[0,0,1],"material":4,"material_name":"Stone",)"
            R"("walkable":true,"at":[1.5,1,0],"island":0}})");
}

TEST(AnswerValues, ALineBeginsBehindTheOneBefore) {
  auto files = std::make_shared<DroppedFiles>();
  constexpr std::string_view kText = "v 0 0 0\nv 1 0 0\r\nv 0 1 0\nf 1 2 3\n";
  const ByteSpan bytes = std::as_bytes(std::span(kText));
  files->add("plate.obj", Blob(Bytes(bytes.begin(), bytes.end())));
  OpenedFile file(files, "plate.obj");
  EXPECT_EQ(answer(file, "line", R"({"line":1})"), R"({"line":1,"offset":0,"end":8})");
  EXPECT_EQ(answer(file, "line", R"({"line":2})"), R"({"line":2,"offset":8,"end":17})");
  EXPECT_EQ(answer(file, "line", R"({"line":3})"), R"({"line":3,"offset":17,"end":25})");
  EXPECT_EQ(answer(file, "line", R"({"offset":20})"), R"({"line":3,"offset":17,"end":25})");
}

/// The file as it was dropped, with its companion where it has one.
TEST(AnswerValues, AFileIsHandedBackWithItsCompanion) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-mdl", "sample.mdl"));
  ASSERT_TRUE(add_sample(*files, "kotor-walkmesh", "sample.wok"));
  const auto sizes = [&](const std::string& name) {
    OpenedFile file(files, name);
    const auto about = file.ask("about", {});
    const auto reply = file.ask("file", {});
    EXPECT_TRUE(reply);
    return reply->json + " " + std::to_string(reply->bytes.size()) + " " +
           std::to_string(reply->companion.size());
  };
  const auto size = [&](std::string_view name) {
    return std::to_string(files->find(name)->blob()->bytes().size());
  };
  EXPECT_EQ(sizes("sample.mdl"), R"({"file":"sample.mdl","companion":"sample.mdx"} )" + size("sample.mdl") +
                                     " " + size("sample.mdx"));
  EXPECT_EQ(sizes("sample.wok"), R"({"file":"sample.wok","companion":""} )" + size("sample.wok") + " 0");
  files->add("odd.wok", Blob(Bytes(9)));
  EXPECT_EQ(sizes("odd.wok"), R"({"file":"odd.wok","companion":""} 9 0)");
}

/// Options are taken as they are on a command line; one that needs no value may have any.
TEST(AnswerValues, AConversionTakesOptions) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "bw2-bwm", "sample.bwm"));
  OpenedFile file(files, "sample.bwm");
  const auto made = [&](const std::string& options) {
    const auto reply =
        file.ask("convert", parse_json(R"({"name":"a.obj","options":)" + options + "}").value());
    return reply ? std::string(text_of(reply->bytes)) : to_string(reply.error());
  };
  const std::string finest = made("{}");
  const std::string all = made(R"({"lod":"all"})");
  EXPECT_EQ(finest.find("m_sample_house_far"), finest.npos);
  EXPECT_NE(all.find("m_sample_house_far"), all.npos);
  EXPECT_NE(made(R"({"raw-axes":true})"), finest);
  EXPECT_EQ(made(R"({"lod":"most"})"), "lod: expected a number or \"all\", got most");
}

}  // namespace
}  // namespace mw::view
