#include <gtest/gtest.h>
#include <meshwright/view/opened_file.h>

#include <random>

#include "golden/recorded.h"
#include "golden/subjects.h"
#include "golden/told.h"

namespace mw::view {
namespace {

using test::Recorded;
using test::Row;

std::string told(const Result<Reply>& reply) {
  if (!reply) return "error: " + error_as_json(reply.error());
  return reply->json + std::string(text_of(reply->bytes)) + std::string(text_of(reply->companion));
}

std::string asked(OpenedFile& file, std::string_view question, const std::string& words) {
  return told(file.ask(question, parse_json(words).value()));
}

/// Questions that need no more than a name.
constexpr const char* kPlain[] = {"about",  "findings", "scene", "file", "tree",   "fields",
                                  "ground", "islands",  "area",  "line", "nothing"};

/// Seeded words for the others; points are between the corners of the samples.
class Words {
 public:
  explicit Words(std::uint32_t seed) : random_(seed) {}

  std::string point() {
    return fmt::format("[{},{},{}]", number(14) - 1.5, number(5) - 0.5, -number(12) + 1.5);
  }
  std::uint32_t below(std::uint32_t limit) { return random_() % limit; }

  std::string of(std::string_view question) {
    const std::uint32_t layer = below(5) / 4;
    if (question == "bytes")
      return fmt::format(R"({{"layer":{},"offset":{},"length":{}}})", layer, below(8000), below(600));
    if (question == "field_at") return fmt::format(R"({{"layer":{},"offset":{}}})", layer, below(8000));
    if (question == "lines")
      return fmt::format(R"({{"layer":{},"from":{},"to":{},"most":{}}})", layer, below(20), below(40),
                         below(90));
    if (question == "line") return fmt::format(R"({{"layer":{},"offset":{}}})", layer, below(2000));
    if (question == "triangle")
      return fmt::format(R"({{"mesh":{},"occurrence":{},"primitive":{},"triangle":{}}})", below(3),
                         below(7) / 6, below(7) / 6, below(40));
    if (question == "locate") return fmt::format(R"({{"point":{}}})", point());
    if (question == "path") return fmt::format(R"({{"from":{},"to":{}}})", point(), point());
    return "{}";
  }

 private:
  double number(double most) { return double(random_() % 10000) / 10000 * most; }

  std::mt19937 random_;
};

constexpr const char* kSeeded[] = {"bytes", "field_at", "lines", "line", "triangle", "locate", "path"};

/// All tables of a file one level below the top, and from the first row of each.
void tell_branches(Recorded& recorded, const std::string& name, OpenedFile& file) {
  constexpr const char* kPaths[] = {"faces",         "faces[1]",  "vertices", "nodes",  "nodes[1]",
                                    "nodes[3].mesh", "materials", "bones[0]", "header", "animations[0]",
                                    "meshes",        "aabb[2]",   "edges[1]", "names",  "rooms",
                                    "rooms[0]",      "models",    "armor[0]"};
  for (const std::string layer : {"0", "1"})
    for (const std::string path : kPaths) {
      const std::string words =
          fmt::format(R"({{"layer":{},"parent":"{}","from":0,"to":3,"most":50}})", layer, path);
      recorded.tell(
          fmt::format("{} below {} of layer {}", name, path, layer),
          asked(file, "tree", words) + asked(file, "fields", words) +
              asked(file, "triangle_of", fmt::format(R"({{"layer":{},"path":"{}"}})", layer, path)));
    }
}

void tell_answers(Recorded& recorded, const std::string& name, OpenedFile& file) {
  for (const char* question : kPlain)
    recorded.tell(
        fmt::format("{} {}", name, question),
        asked(file, question,
              R"({"each":3,"rooms":true,"layer":0,"parent":"","from":1,"to":9,"most":20,"line":3})"));
  for (const char* question : kSeeded) {
    Row row;
    for (std::uint32_t seed = 0; seed < 15; ++seed) row.add(asked(file, question, Words(seed).of(question)));
    recorded.tell(fmt::format("{} {} seeded", name, question), row.text());
  }
  for (const char* text : {"a", "vert", "1", "mw_"})
    recorded.tell(fmt::format("{} search {}", name, text),
                  asked(file, "search", fmt::format(R"({{"text":"{}","most":9}})", text)));
  tell_branches(recorded, name, file);
}

void tell_comparison(Recorded& recorded, const std::string& name, const OpenedFile& file,
                     std::unique_ptr<OpenedFile>& last) {
  if (last) recorded.tell(name + " compared with the last", told(file.compared_with(*last)));
}

TEST(GoldenQuestions, AnswersOfSamples) {
  Recorded recorded("questions");
  std::unique_ptr<OpenedFile> last;
  for (const Format* format : formats()) {
    if (format->sample == nullptr) continue;
    for (const std::string_view extension : format->extensions) {
      const std::string name = fmt::format("sample{}", extension);
      auto files = std::make_shared<DroppedFiles>();
      if (!add_sample(*files, format->id, name)) continue;
      auto file = std::make_unique<OpenedFile>(files, name);
      tell_answers(recorded, name, *file);
      tell_comparison(recorded, name, *file, last);
      last = std::move(file);
    }
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
      Row row;
      for (const char* question : kPlain)
        row.add(asked(file, question, R"({"each":3,"layer":0,"damaged":true,"to":50})"));
      for (const char* question : kSeeded) row.add(asked(file, question, Words(seed).of(question)));
      recorded.tell(fmt::format("{} damaged {}", subject.name, seed), row.text());
    }
  }
  recorded.expect_same();
}

}  // namespace
}  // namespace mw::view
