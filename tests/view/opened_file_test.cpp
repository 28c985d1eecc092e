#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/view/opened_file.h>

// What the answers say is tested where a page asks for them (tests/viewer/questions.mjs); here that no
// question does harm, under the sanitizers.
namespace mw::view {
namespace {

constexpr std::string_view kQuestions[] = {"about",    "findings", "scene",       "tree",   "fields", "bytes",
                                           "field_at", "search",   "triangle",    "ground", "locate", "path",
                                           "islands",  "position", "triangle_of", "convert"};

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
      "path":"faces[2]","point":[1,0,-1],"from":[1,0,-1],"to":[6,0,-3],"name":"out.glb"})")
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
  return answered;
}

TEST(OpenedFile, EverySampleAnswers) {
  for (const auto& [format, name] : samples()) {
    auto files = std::make_shared<DroppedFiles>();
    ASSERT_TRUE(add_sample(*files, format, name)) << name;
    OpenedFile file(files, name);
    const std::size_t walkmesh = format == "kotor-walkmesh" ? 4 : 0;  // ground, locate, path, islands
    const std::size_t picture = format == "wows-assets" ? 0 : 2;      // scene, convert
    EXPECT_EQ(ask_all(file), 10 + walkmesh + picture) << name;
  }
}

TEST(OpenedFile, EveryCutOfASampleAnswersWhatItCan) {
  for (const auto& [format, name] : samples()) {
    DroppedFiles whole;
    ASSERT_TRUE(add_sample(whole, format, name));
    const ByteSpan bytes = whole.find(name)->blob.bytes();
    for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 23) {
      auto files = std::make_shared<DroppedFiles>();
      files->add(name, Blob(Bytes(bytes.begin(), bytes.begin() + std::ptrdiff_t(size))));
      OpenedFile file(files, name);
      EXPECT_GE(ask_all(file), 8U) << name << " " << size;
    }
  }
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
