#include <gtest/gtest.h>
#include <meshwright/view/detail/opened_file.h>

#include <random>

#include "recorded.h"
#include "subjects.h"
#include "told.h"

namespace mw::view {
namespace {

using test::Aspects;
using test::Recorded;

Aspects told(const Result<Reply>& reply) {
  if (!reply) return {{"error", error_as_json(reply.error())}};
  return {{"", reply->json},
          {"bytes", std::string(text_of(reply->bytes))},
          {"companion", std::string(text_of(reply->companion))}};
}

Aspects asked(OpenedFile& file, std::string_view question, const std::string& words) {
  return told(file.ask(question, parse_json(words).value()));
}

/// Questions that need no more than a name.
constexpr const char* kPlain[] = {"about",  "findings", "scene", "file", "tree",   "fields",
                                  "ground", "islands",  "area",  "line", "nothing"};

/// Seeded words for the others; points are between the corners of the samples.
class Words {
 public:
  Words(std::uint32_t seed, const std::vector<std::string>& meshes) : random_(seed), meshes_(meshes) {}

  std::string of(std::string_view question) {
    const std::uint32_t layer = below(5) / 4;
    if (question == "bytes") {
      const std::uint32_t offset = below(8000);
      return fmt::format(R"({{"layer":{},"offset":{},"length":{}}})", layer, offset, below(600));
    }
    if (question == "field_at") return fmt::format(R"({{"layer":{},"offset":{}}})", layer, below(8000));
    if (question == "lines") {
      const std::uint32_t from = below(20);
      const std::uint32_t to = from + below(40);
      return fmt::format(R"({{"layer":{},"from":{},"to":{},"most":{}}})", layer, from, to, below(90));
    }
    if (question == "line") return fmt::format(R"({{"layer":{},"offset":{}}})", layer, below(2000));
    if (question == "triangle") return triangle();
    if (question == "locate") return fmt::format(R"({{"point":{}}})", point());
    const std::string from = point();
    return fmt::format(R"({{"from":{},"to":{}}})", from, point());
  }

 private:
  std::uint32_t below(std::uint32_t limit) { return random_() % limit; }
  double number(double most) { return double(random_() % 10000) / 10000 * most; }
  std::string point() {
    const double x = number(14) - 1.5;
    const double y = number(5) - 0.5;
    return fmt::format("[{},{},{}]", x, y, 1.5 - number(12));
  }
  std::string triangle() {
    const std::string mesh = meshes_.empty() ? "none" : meshes_[below(std::uint32_t(meshes_.size()))];
    const std::uint32_t occurrence = below(7) / 6;
    const std::uint32_t primitive = below(7) / 6;
    return fmt::format(R"({{"mesh":"{}","occurrence":{},"primitive":{},"triangle":{}}})", mesh, occurrence,
                       primitive, below(24));
  }

  std::mt19937 random_;
  const std::vector<std::string>& meshes_;
};

std::vector<std::string> mesh_names(const test::Subject& subject) {
  std::vector<std::string> names;
  const auto document = test::opened(subject, subject.output);
  if (const auto scene = to_scene(*document))
    for (const scene::Mesh& mesh : scene->meshes) names.push_back(mesh.name);
  return names;
}

constexpr const char* kSeeded[] = {"bytes", "field_at", "lines", "line", "triangle", "locate", "path"};

/// What is right below the top of each layer, and below the second row of what is there.
void record_branches(Recorded& recorded, const std::string& name, OpenedFile& file, std::size_t layers) {
  for (std::size_t layer = 0; layer < layers; ++layer) {
    const auto below = [layer](const std::string& path) {
      return fmt::format(R"({{"layer":{},"parent":"{}","path":"{}","from":0,"to":40,"most":50}})", layer,
                         path, path);
    };
    const Aspects top = asked(file, "tree", below(""));
    recorded.add(fmt::format("{} top of layer {}", name, layer), top);
    const JsonValue tree = parse_json(top.front().second).value();
    const JsonValue* branches = tree.find("branches");
    if (branches == nullptr) continue;
    for (const JsonValue& branch : *branches->get_if<JsonArray>()) {
      const std::string path = *branch.find("path")->get_if<std::string>();
      Aspects answers;
      for (const std::string& at : {path, path + "[1]"})
        for (const char* question : {"tree", "fields", "triangle_of"})
          test::append(answers, fmt::format("{} {}", at, question), asked(file, question, below(at)));
      recorded.add(fmt::format("{} below {} of layer {}", name, path, layer), answers);
    }
  }
}

void record_answers(Recorded& recorded, const test::Subject& subject, OpenedFile& file) {
  const std::string& name = subject.name;
  for (const char* question : kPlain)
    recorded.add(
        fmt::format("{} {}", name, question),
        asked(file, question,
              R"({"each":3,"rooms":true,"layer":0,"parent":"","from":1,"to":9,"most":20,"line":3})"));
  const std::vector<std::string> meshes = mesh_names(subject);
  for (const char* question : kSeeded) {
    for (std::uint32_t seed = 0; seed < 15; ++seed) {
      const std::string words = Words(seed, meshes).of(question);
      recorded.add(fmt::format("{} {} {} {}", name, question, seed, words), asked(file, question, words));
    }
  }
  for (const char* text : {"a", "vert", "1", "mw_"})
    recorded.add(fmt::format("{} search {}", name, text),
                 asked(file, "search", fmt::format(R"({{"text":"{}","most":9}})", text)));
  record_branches(recorded, name, file, subject.output.companion ? 2 : 1);
}

void record_comparison(Recorded& recorded, const std::string& name, const OpenedFile& file,
                       std::unique_ptr<OpenedFile>& last) {
  if (!last) return;
  const JsonValue words = parse_json(R"({"layout":true})").value();
  recorded.add(name + " compared with the last", told(Comparison(file, *last, {}).ask("differences", words)));
}

TEST(GoldenQuestions, AnswersOfSamples) {
  Recorded recorded("questions");
  std::unique_ptr<OpenedFile> last;
  for (const test::Subject& subject : test::samples()) {
    if (subject.name != subject.file) continue;
    auto files = std::make_shared<DroppedFiles>();
    ASSERT_TRUE(add_sample(*files, subject.format->id, subject.file)) << subject.name;
    auto file = std::make_unique<OpenedFile>(files, subject.file);
    record_answers(recorded, subject, *file);
    record_comparison(recorded, subject.name, *file, last);
    last = std::move(file);
  }
  recorded.expect_same();
}

TEST(GoldenQuestions, AnswersOfDamagedSamples) {
  Recorded recorded("questions_damaged");
  for (const test::Subject& subject : test::samples()) {
    if (subject.name != subject.file) continue;
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
      auto files = std::make_shared<DroppedFiles>();
      const bool companion = seed == 3 && subject.output.companion;
      files->add(subject.file,
                 Blob(companion ? subject.output.bytes : test::mutant(subject.output.bytes, 7000 + seed)));
      if (subject.output.companion)
        files->add("sample.mdx", Blob(companion ? test::mutant(*subject.output.companion, seed)
                                                : *subject.output.companion));
      OpenedFile file(files, subject.file);
      Aspects answers;
      for (const char* question : kPlain)
        test::append(answers, question,
                     asked(file, question, R"({"each":3,"layer":0,"damaged":true,"to":50})"));
      for (const char* question : kSeeded)
        test::append(answers, question, asked(file, question, Words(seed, mesh_names(subject)).of(question)));
      recorded.add(fmt::format("{} damaged {}", subject.name, seed), answers);
    }
  }
  recorded.expect_same();
}

}  // namespace
}  // namespace mw::view
