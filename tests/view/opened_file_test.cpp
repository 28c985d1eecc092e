#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/view/detail/opened_file.h>

// What the answers say is tested where a page asks for them (tests/viewer/questions.mjs); here that no
// question does harm, under the sanitizers.
namespace mw::view {
namespace {

constexpr std::string_view kQuestions[] = {"about",    "findings",    "scene",    "tree",   "fields", "bytes",
                                           "field_at", "search",      "triangle", "ground", "locate", "path",
                                           "islands",  "triangle_of", "convert",  "area",   "file",   "lines",
                                           "line",     "uses",        "hook",     "lacks"};

std::vector<std::pair<std::string, std::string>> samples() {
  std::vector<std::pair<std::string, std::string>> all;
  const auto list = parse_json(samples_as_json());
  for (const JsonValue& sample : *list->get_if<JsonArray>())
    all.emplace_back(*sample.find("format")->get_if<std::string>(),
                     *sample.find("file")->get_if<std::string>());
  return all;
}

JsonValue words() {
  return parse_json(R"({"parent":"nodes","offset":9,"length":64,"text":"a","mesh":"surface","triangle":3,
      "path":"faces[2]","point":[1,0,-1],"from":[1,0,-1],"to":[6,0,-3],"name":"out.glb","line":2,
      "rooms":true})")
      .value();
}

/// How many questions were answered.
std::size_t ask_all(OpenedFile& file) {
  std::size_t answered = 0;
  for (const std::string_view question : kQuestions) {
    const auto reply = file.ask(question, words());
    if (!reply) continue;
    ++answered;
    EXPECT_TRUE(parse_json(reply->json)) << question << ": " << reply->json;
  }
  // Whole numbers where other questions take points.
  for (const std::string_view some : {R"({"from":1,"to":5})", R"({"from":7,"to":2})", R"({"from":999999999})",
                                      R"({"line":0})", R"({"offset":999999999})"})
    for (const std::string_view question : {"lines", "line"}) {
      const auto reply = file.ask(question, parse_json(some).value());
      EXPECT_TRUE(!reply || parse_json(reply->json)) << question << " " << some;
    }
  return answered;
}

TEST(OpenedFile, EverySampleAnswers) {
  for (const auto& [format, name] : samples()) {
    auto files = std::make_shared<DroppedFiles>();
    ASSERT_TRUE(add_sample(*files, format, name)) << name;
    OpenedFile file(files, name);
    const bool has_ground = format.starts_with("kotor-walkmesh") || format == "kotor-layout";  // texts too
    const std::size_t walkmesh = has_ground ? 4 : 0;              // ground, locate, path, islands
    const std::size_t picture = format == "wows-assets" ? 0 : 2;  // scene, convert
    const bool is_text = format.ends_with("-ascii") || format == "kotor-layout";
    const std::size_t text = is_text ? 2 : 0;  // lines, line
    EXPECT_EQ(ask_all(file), 14 + walkmesh + picture + text) << name;
  }
}

TEST(OpenedFile, EveryCutOfASampleAnswersWhatItCan) {
  for (const auto& [format, name] : samples()) {
    DroppedFiles whole;
    ASSERT_TRUE(add_sample(whole, format, name));
    const ByteSpan bytes = whole.find(name)->blob()->bytes();
    for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 23) {
      auto files = std::make_shared<DroppedFiles>();
      files->add(name, Blob(Bytes(bytes.begin(), bytes.begin() + std::ptrdiff_t(size))));
      OpenedFile file(files, name);
      EXPECT_GE(ask_all(file), 9U) << name << " " << size;
    }
  }
}

TEST(OpenedFile, PathsThatAreNoneLeadNowhere) {
  for (const auto& [format, name] : samples()) {
    auto files = std::make_shared<DroppedFiles>();
    ASSERT_TRUE(add_sample(*files, format, name)) << name;
    OpenedFile file(files, name);
    for (const std::string_view path : {"nodes[", "nodes[0", "[", "]", "faces[1].x[", "a[b].c[", "nodes]0[",
                                        "faces[99999999999999999999999]", "faces[-1]", "."}) {
      const auto asked =
          parse_json("{\"parent\":\"" + std::string(path) + "\",\"path\":\"" + std::string(path) + "\"}");
      EXPECT_EQ(file.ask("tree", *asked)->json, R"({"total":0,"branches":[]})") << name << " " << path;
      EXPECT_TRUE(file.ask("fields", *asked)) << name << " " << path;
      EXPECT_TRUE(file.ask("triangle_of", *asked)) << name << " " << path;
    }
  }
}

TEST(OpenedFile, FilesAreFoundByTheirNamesInAnyCase) {
  DroppedFiles files;
  files.add("a/One.MDL", Blob(Bytes(1)));
  files.add("b/one.mdl", Blob(Bytes(2)));
  files.add("b/one.mdx", Blob(Bytes(3)));
  ASSERT_EQ(files.called("ONE.mdl").size(), 2U);
  EXPECT_EQ(files.called("ONE.mdl")[0]->path, "a/One.MDL");
  EXPECT_EQ(files.called("ONE.mdl")[1]->path, "b/one.mdl");
  EXPECT_EQ(files.with_stem("ONE").size(), 3U);
  EXPECT_TRUE(files.called("a/one.mdl").empty());
  EXPECT_EQ(files.find("a/one.mdl"), nullptr);
  files.add("b/one.mdx", Blob(Bytes(5)));
  EXPECT_EQ(files.all().size(), 3U);
  EXPECT_EQ(files.with_stem("one")[2]->blob()->bytes().size(), 5U);
}

TEST(OpenedFile, UnknownQuestionsAreRefused) {
  auto files = std::make_shared<DroppedFiles>();
  OpenedFile file(files, "nothing.wok");
  EXPECT_EQ(to_string(file.ask("sing", {}).error()), "there is no question \"sing\"");
  EXPECT_EQ(to_string(file.ask("tree", parse_json(R"({"layer":7})").value()).error()),
            "layer: the file has no such part");
}

}  // namespace
}  // namespace mw::view
