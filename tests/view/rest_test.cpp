#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/view/detail/opened_file.h>
#include <algorithm>
#include <cstring>
#include <string>

#include "support/bytes.h"
#include "view_fixtures.h"

// What is left of a file whose end is missing, and what is only damaged.
namespace mw::view {
namespace {

/// A count or an offset that is wrong in a whole file leads behind its end, too.
TEST(Rest, DamagedFilesAreNotCalledShorterThanTheySay) {
  constexpr std::size_t kLastCount = 128;  // of the WOK's last table: it says that the file is longer
  constexpr std::uint32_t kWords[] = {0x7F, 0x10000, 0x7FFFFFFF};
  for (const auto& [format, name] :
       {std::pair("kotor-walkmesh", "a.wok"), std::pair("wows-geometry", "a.geometry")}) {
    DroppedFiles sample;
    ASSERT_TRUE(add_sample(sample, format, name));
    const ByteSpan whole = sample.find(name)->blob()->bytes();
    std::size_t refused = 0;
    for (std::size_t at = 0; at + 4 <= std::min<std::size_t>(whole.size(), 200); at += 4) {
      if (at == kLastCount && name == std::string_view("a.wok")) continue;
      for (const std::uint32_t word : kWords) {
        Bytes damaged(whole.begin(), whole.end());
        test::put(damaged, at, word);
        auto files = std::make_shared<DroppedFiles>();
        files->add(name, Blob(std::move(damaged)));
        OpenedFile file(files, name);
        const JsonValue about = asked(file, "about");
        refused += about.find("error")->get_if<JsonObject>() != nullptr ? 1 : 0;
        EXPECT_FALSE(*about.find("is_cut")->get_if<bool>()) << name << ": " << word << " at " << at;
      }
    }
    EXPECT_GT(refused, 0U) << name;
  }
}

TEST(Rest, EveryCutOfAWalkmeshIsCalledOne) {
  DroppedFiles sample;
  ASSERT_TRUE(add_sample(sample, "kotor-walkmesh", "a.wok"));
  const ByteSpan whole = sample.find("a.wok")->blob()->bytes();
  for (std::size_t end = 8; end < whole.size(); end += 997) {
    auto files = std::make_shared<DroppedFiles>();
    files->add("a.wok", Blob(Bytes(whole.begin(), whole.begin() + std::ptrdiff_t(end))));
    OpenedFile file(files, "a.wok");
    EXPECT_TRUE(*asked(file, "about").find("is_cut")->get_if<bool>()) << "cut at " << end;
  }
}

std::string text_of_sample(const char* format, const std::string& name) {
  DroppedFiles sample;
  EXPECT_TRUE(add_sample(sample, format, name));
  return std::string(text_of(sample.find(name)->blob()->bytes()));
}

std::shared_ptr<DroppedFiles> dropped(const std::string& name, Blob blob) {
  auto files = std::make_shared<DroppedFiles>();
  files->add(name, std::move(blob));
  return files;
}

bool says(OpenedFile& file, std::string_view what) {
  return *asked(file, "about").find(what)->get_if<bool>();
}

std::uint64_t triangles(OpenedFile& file) {
  const auto scene = file.ask("scene", {});
  return scene ? *parse_json(scene->json).value().find("triangles")->get_if<std::uint64_t>() : 0;
}

/// What the header of a .bwm counts, and where.
constexpr std::size_t kBwmSize = 40;
constexpr std::size_t kBwmMeshes = 128;
constexpr std::size_t kBwmVertices = 168;
constexpr std::size_t kBwmIndices = 180;

Bytes bwm_with(std::size_t at, std::uint32_t more) {
  DroppedFiles sample;
  EXPECT_TRUE(add_sample(sample, "bw2-bwm", "a.bwm"));
  const ByteSpan whole = sample.find("a.bwm")->blob()->bytes();
  Bytes bytes(whole.begin(), whole.end());
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + at, sizeof count);
  test::put(bytes, at, count + more);
  return bytes;
}

TEST(Rest, ABwmWhoseCountsDoNotFitIsNotCalledCut) {
  for (const std::size_t at : {kBwmMeshes, kBwmVertices, kBwmIndices})
    for (const std::uint32_t more : {1U, 7U, 500U}) {
      OpenedFile file(dropped("a.bwm", Blob(bwm_with(at, more))), "a.bwm");
      EXPECT_FALSE(says(file, "is_cut")) << more << " at " << at;
    }
}

/// Tables and vertices are where they were: the picture is that of the file.
TEST(Rest, ABwmThatCountsTooManyIndicesIsShown) {
  OpenedFile whole(dropped("a.bwm", Blob(bwm_with(kBwmIndices, 0))), "a.bwm");
  OpenedFile file(dropped("a.bwm", Blob(bwm_with(kBwmIndices, 500))), "a.bwm");
  EXPECT_TRUE(says(file, "has_rest"));
  EXPECT_EQ(triangles(file), triangles(whole));
  const auto scene = file.ask("scene", {});
  ASSERT_TRUE(scene);
  EXPECT_NE(scene->json.find("the counts of the file do not fit its size: by its header it has "),
            std::string::npos);
  EXPECT_EQ(scene->json.find("shorter than it says"), std::string::npos);
}

/// Vertices would be read from behind them, and all behind these from elsewhere.
TEST(Rest, ABwmThatCountsTooManyVerticesHasNoPicture) {
  for (const std::size_t at : {kBwmMeshes, kBwmVertices}) {
    OpenedFile file(dropped("a.bwm", Blob(bwm_with(at, 1))), "a.bwm");
    EXPECT_FALSE(says(file, "has_rest")) << at;
  }
}

TEST(Rest, ABwmThatIsCutAndSaysAnotherSizeIsNotOnlyCut) {
  Bytes bytes = bwm_with(kBwmSize, 100);
  bytes.resize(bytes.size() - 10);
  OpenedFile file(dropped("a.bwm", Blob(std::move(bytes))), "a.bwm");
  EXPECT_FALSE(says(file, "is_cut"));
}

/// Each line in turn is no line of such a text.
void expect_what_stands_before(const char* format, const std::string& name) {
  const std::string text = text_of_sample(format, name);
  OpenedFile whole(dropped(name, blob_of(text)), name);
  const std::uint64_t all = triangles(whole);
  std::uint64_t before = 0;
  std::size_t shown = 0;
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1, ++line) {
    std::string damaged = text;
    damaged.replace(at, text.find('\n', at) - at, "1 2 what");
    OpenedFile file(dropped(name, blob_of(damaged)), name);
    const JsonValue about = asked(file, "about");
    EXPECT_FALSE(*about.find("is_cut")->get_if<bool>());
    const JsonValue& error = *about.find("error");
    if (error.get_if<JsonObject>() == nullptr || !*about.find("has_rest")->get_if<bool>()) continue;
    const std::uint64_t now = triangles(file);
    EXPECT_LE(now, all) << "line " << line;
    if (now == 0) continue;
    EXPECT_GE(now, before) << "line " << line;
    before = now;
    ++shown;
    const std::string what = fmt::format("all from line {} on", *error.find("line")->get_if<std::uint64_t>());
    EXPECT_NE(file.ask("scene", {})->json.find(what), std::string::npos);
  }
  EXPECT_GT(shown, 10U) << name;
}

TEST(Rest, OfATextModelWhatStandsBeforeTheErrorIsShown) {
  expect_what_stands_before("kotor-mdl-ascii", "a.mdl.ascii");
}

TEST(Rest, OfATextWalkmeshWhatStandsBeforeTheErrorIsShown) {
  expect_what_stands_before("kotor-walkmesh-ascii", "a.wok.ascii");
}

constexpr std::string_view kPlates =
    "newmodel hall\nsetsupermodel hall NULL\nclassification other\nbeginmodelgeom hall\n"
    "node dummy hall\n  parent NULL\nendnode\n"
    "node trimesh one\n  parent hall\n  verts 3\n    0 0 0\n    8 0 0\n    8 8 0\n  faces 3\n"
    "    0 1 2 1 0 0 0 0\n    0 1 9 1 0 0 0 0\n    2 1 0 1 0 0 0 0\nendnode\n"
    "node trimesh two\n  parent one\n  verts 3\n    0 0 1\n    8 0 1\n    8 8 1\n  faces 1\n"
    "    0 1 2 1 0 0 0 0\nendnode\nendmodelgeom hall\ndonemodel hall\n";

/// It can be read, but is no model: one face names a vertex that is missing.
TEST(Rest, ATextThatIsNoWholeModelIsShownWithoutWhatIsWrong) {
  OpenedFile file(dropped("hall.mdl.ascii", blob_of(kPlates)), "hall.mdl.ascii");
  EXPECT_EQ(asked(file, "about").find("error")->get_if<JsonObject>(), nullptr);
  const auto scene = file.ask("scene", {});
  ASSERT_TRUE(scene) << to_string(scene.error());
  const JsonValue answer = parse_json(scene->json).value();
  const JsonValue* error = answer.find("error");
  ASSERT_NE(error->get_if<JsonObject>(), nullptr);
  EXPECT_EQ(*error->find("line")->get_if<std::uint64_t>(), 16U);
  EXPECT_NE(scene->json.find("1 face of \\\"one\\\": vertices that they name are missing"), std::string::npos)
      << scene->json;
  // What is left keeps its rows.
  const JsonValue triangle =
      asked(file, "triangle", R"({"mesh":"one","occurrence":0,"primitive":0,"triangle":2})");
  EXPECT_NE(triangle.find("rows")->get_if<JsonArray>()->size(), 0U);
}

/// Where it is cut, the table of its sections is gone.
TEST(Rest, OfPrimitivesWhatStandsBeforeTheEndIsShown) {
  DroppedFiles sample;
  ASSERT_TRUE(add_sample(sample, "wows-primitives", "a.primitives"));
  const ByteSpan whole = sample.find("a.primitives")->blob()->bytes();
  OpenedFile complete(dropped("a.primitives", Blob(Bytes(whole.begin(), whole.end()))), "a.primitives");
  const std::uint64_t all = triangles(complete);
  std::uint64_t most = 0;
  for (std::size_t end = 8; end < whole.size(); end += 4) {
    OpenedFile file(dropped("a.primitives", Blob(Bytes(whole.begin(), whole.begin() + std::ptrdiff_t(end)))),
                    "a.primitives");
    if (!says(file, "has_rest")) continue;
    const JsonValue fields = asked(file, "fields", R"({"most":1000000})");
    for (const JsonValue& field : *fields.find("fields")->get_if<JsonArray>())
      EXPECT_LE(
          *field.find("offset")->get_if<std::uint64_t>() + *field.find("length")->get_if<std::uint64_t>(),
          end);
    EXPECT_GE(triangles(file), most) << "cut at " << end;
    most = std::max(most, triangles(file));
    EXPECT_LE(most, all);
  }
  EXPECT_EQ(most, all) << "only the table was missing";
}

}  // namespace
}  // namespace mw::view
