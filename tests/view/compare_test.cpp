#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_value.h>
#include <meshwright/view/detail/opened_file.h>
#include <algorithm>
#include <cstring>
#include <set>
#include <variant>

#include "compare/comparison.h"

// Where two files differ, in the paths of each.
namespace mw::view {
namespace {

namespace bwm = bw2::bwm;

std::shared_ptr<DroppedFiles> with(const std::string& name, Bytes bytes) {
  auto files = std::make_shared<DroppedFiles>();
  files->add(name, Blob(std::move(bytes)));
  return files;
}

/// The first of all in which two files differ.
JsonValue compared(const OpenedFile& a, const OpenedFile& b) {
  const auto reply = Comparison(a, b, {}).ask("differences", parse_json(R"({"layout":true})").value());
  EXPECT_TRUE(reply) << to_string(reply.error());
  return parse_json(reply ? reply->json : "{}").value();
}

JsonArray differences(const std::shared_ptr<DroppedFiles>& a, const std::shared_ptr<DroppedFiles>& b,
                      const std::string& name) {
  return *compared(OpenedFile(a, name), OpenedFile(b, name)).find("differences")->get_if<JsonArray>();
}

/// "null" where there is none.
std::string text_or_null(const JsonValue& value, std::string_view name) {
  const auto* text = value.find(name)->get_if<std::string>();
  return text != nullptr ? *text : "null";
}

const JsonValue* find(const JsonArray& list, std::string_view where) {
  const auto found =
      std::ranges::find_if(list, [&](const JsonValue& each) { return text_or_null(each, "where") == where; });
  return found == list.end() ? nullptr : &*found;
}

TEST(Compare, TellsThePathsOfTheSecondFile) {
  auto a = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*a, "kotor-mdl", "a.mdl"));
  auto b = std::make_shared<DroppedFiles>(*a);
  const ByteSpan bytes = a->find("a.mdx")->blob()->bytes();
  Bytes changed(bytes.begin(), bytes.end());
  changed[68 + 3] ^= std::byte(1);  // of the second row of 68 bytes
  b->add("a.mdx", Blob(changed));
  const JsonArray list = differences(a, b, "a.mdl");
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(text_or_null(list[0], "where"), "companion.nodes[tail_g].rows[1].positions");
  EXPECT_EQ(*list[0].find("layer")->get_if<std::uint64_t>(), 1U);
  EXPECT_EQ(text_or_null(list[0], "path_a"), "nodes[6].rows[1].positions");
  EXPECT_EQ(text_or_null(list[0], "path_b"), "nodes[6].rows[1].positions");
}

TEST(Compare, FindsRowsOfTheSameNameInOtherPlaces) {
  bwm::File file = bwm::sample(bwm::Sample::house);
  const auto a = with("a.bwm", bwm::write(file).value());
  const std::string first(file.meshes[0].name.view());
  std::swap(file.meshes[0], file.meshes[1]);
  file.meshes[1].volume = 7;
  file.indices[4] = 3;
  file.indices.push_back(0);
  const JsonArray list = differences(a, with("a.bwm", bwm::write(file).value()), "a.bwm");
  const JsonValue* volume = find(list, "meshes[" + first + "].volume");
  ASSERT_NE(volume, nullptr);
  EXPECT_EQ(*volume->find("layer")->get_if<std::uint64_t>(), 0U);
  EXPECT_EQ(text_or_null(*volume, "path_a"), "meshes[0].volume");
  EXPECT_EQ(text_or_null(*volume, "path_b"), "meshes[1].volume");
  const JsonValue* index = find(list, "indices[4]");
  ASSERT_NE(index, nullptr);
  EXPECT_EQ(text_or_null(*index, "path_a"), "indices[4]");
  const JsonValue* added = find(list, "indices[84]");
  ASSERT_NE(added, nullptr);
  EXPECT_EQ(text_or_null(*added, "path_a"), "null");
  EXPECT_EQ(text_or_null(*added, "path_b"), "indices[84]");
}

TEST(Compare, FindsTheSecondOfOneName) {
  bwm::File file = bwm::sample(bwm::Sample::house);
  for (bwm::Mesh& mesh : file.meshes) {
    mesh.name = file.meshes[0].name;
    mesh.lod = file.meshes[0].lod;  // which is a part of the name
  }
  const auto a = with("a.bwm", bwm::write(file).value());
  file.meshes[1].volume = 7;
  const JsonArray list = differences(a, with("a.bwm", bwm::write(file).value()), "a.bwm");
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(text_or_null(list[0], "where"),
            "meshes[" + std::string(file.meshes[0].name.view()) + "#2].volume");
  EXPECT_EQ(text_or_null(list[0], "path_a"), "meshes[1].volume");
}

TEST(Compare, TellsTheFirstOfManyRows) {
  bwm::File file = bwm::sample(bwm::Sample::house);
  const auto a = with("a.bwm", bwm::write(file).value());
  file.indices.resize(90);
  const JsonArray list = differences(a, with("a.bwm", bwm::write(file).value()), "a.bwm");
  const JsonValue* added = find(list, "indices[84..89]");
  ASSERT_NE(added, nullptr);
  EXPECT_EQ(text_or_null(*added, "path_b"), "indices[84]");
}

/// A text with so many remarks at its top, which say nothing of the model.
std::shared_ptr<DroppedFiles> text_with(int remarks, const std::string& remark, const std::string& position) {
  auto files = std::make_shared<DroppedFiles>();
  EXPECT_TRUE(add_sample(*files, "kotor-mdl-ascii", "a.mdl.ascii"));
  std::string text(text_of(files->find("a.mdl.ascii")->blob()->bytes()));
  text.replace(text.find("position 0 0 0.5"), 16, position);
  for (int i = 0; i < remarks; ++i) text.insert(0, "# " + remark + "\n");
  const ByteSpan bytes = bytes_of(text);
  files->add("a.mdl.ascii", Blob(Bytes(bytes.begin(), bytes.end())));
  return files;
}

TEST(Compare, TellsWhatHasChangedBeforeTheLayout) {
  const auto a = text_with(1100, "one", "position 0 0 0.5");
  const auto b = text_with(1100, "two", "position 0 0 0.7");
  const JsonValue answer = compared(OpenedFile(a, "a.mdl.ascii"), OpenedFile(b, "a.mdl.ascii"));
  EXPECT_EQ(*answer.find("total")->get_if<std::uint64_t>(), 1101U);
  EXPECT_EQ(*answer.find("layout")->get_if<std::uint64_t>(), 1100U);
  const JsonArray list = *answer.find("differences")->get_if<JsonArray>();
  ASSERT_EQ(list.size(), 1000U);
  EXPECT_TRUE(text_or_null(list[0], "where").ends_with("position")) << text_or_null(list[0], "where");
  for (std::size_t i = 0; i < list.size(); ++i)
    EXPECT_EQ(*list[i].find("layout")->get_if<bool>(), i > 0) << i;
}

/// A model and its text: names of nodes are those of both, paths are not.
TEST(Compare, HasNoPathsThroughTheScene) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-mdl", "a.mdl"));
  ASSERT_TRUE(add_sample(*files, "kotor-mdl-ascii", "a.mdl.ascii"));
  std::string text(text_of(files->find("a.mdl.ascii")->blob()->bytes()));
  text.replace(text.find("position 0 0 0.5"), 16, "position 0 0 0.7");
  const ByteSpan bytes = bytes_of(text);
  files->add("a.mdl.ascii", Blob(Bytes(bytes.begin(), bytes.end())));
  const JsonValue answer = compared(OpenedFile(files, "a.mdl"), OpenedFile(files, "a.mdl.ascii"));
  EXPECT_TRUE(*answer.find("through_scene")->get_if<bool>());
  const JsonArray list = *answer.find("differences")->get_if<JsonArray>();
  ASSERT_FALSE(list.empty());
  for (const JsonValue& each : list) {
    EXPECT_FALSE(*each.find("all")->get_if<bool>());
    EXPECT_EQ(text_or_null(each, "path_a"), "null");
    EXPECT_EQ(text_or_null(each, "path_b"), "null");
  }
}

/// A walkmesh with all its vertices lifted, beside the one that it is of.
struct Lifted {
  std::shared_ptr<DroppedFiles> a = std::make_shared<DroppedFiles>();
  std::shared_ptr<DroppedFiles> b;

  explicit Lifted(float by) {
    EXPECT_TRUE(add_sample(*a, "kotor-walkmesh", "a.wok"));
    const ByteSpan bytes = a->find("a.wok")->blob()->bytes();
    Bytes changed(bytes.begin(), bytes.end());
    for (std::size_t i = 0; i < word(76 - 4); ++i) {
      const std::size_t at = word(76) + 12 * i + 8;
      float height = 0;
      std::memcpy(&height, &changed[at], 4);
      height += by;
      std::memcpy(&changed[at], &height, 4);
    }
    b = with("a.wok", std::move(changed));
  }

  std::uint32_t word(std::size_t offset) const {
    std::uint32_t value = 0;
    std::memcpy(&value, a->find("a.wok")->blob()->bytes().data() + offset, 4);
    return value;
  }
};

std::uint64_t number(const JsonValue& answer, std::string_view name) {
  return *answer.find(name)->get_if<std::uint64_t>();
}

TEST(Comparison, IsLeafedThroughToItsEnd) {
  const Lifted lifted(0.5F);
  const OpenedFile a(lifted.a, "a.wok");
  const OpenedFile b(lifted.b, "a.wok");
  Comparison both(a, b, {});
  std::set<std::string> seen;
  for (std::uint64_t from = 0;; from += 7) {
    const auto words =
        parse_json("{\"part\":\"vertices\",\"most\":7,\"from\":" + std::to_string(from) + "}").value();
    const JsonValue answer = parse_json(both.ask("differences", words)->json).value();
    EXPECT_EQ(number(answer, "matching"), lifted.word(72));
    const JsonArray& list = *answer.find("differences")->get_if<JsonArray>();
    for (const JsonValue& each : list) seen.insert(text_or_null(each, "where"));
    if (list.empty()) break;
  }
  EXPECT_EQ(seen.size(), lifted.word(72));
}

TEST(Comparison, MarksEveryTriangleOfWhatDiffers) {
  const Lifted lifted(0.5F);
  const OpenedFile a(lifted.a, "a.wok");
  const OpenedFile b(lifted.b, "a.wok");
  Comparison both(a, b, {});
  for (const char* side : {R"({"side":0})", R"({"side":1})"}) {
    const auto reply = both.ask("marks", parse_json(side).value());
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->bytes.size(), 4 * lifted.word(80)) << "every face has such a vertex";
  }
}

/// One has them and the other does not: each is marked where it is, a stretch of rows as a whole.
TEST(Comparison, MarksWhatOnlyOneFileHasInThatOne) {
  const Lifted lifted(0);
  OpenedFile::State state;
  state.files = lifted.a;
  state.beside = std::make_shared<DroppedNeighbours>(lifted.a, "a.wok");
  state.source = source_in(lifted.a, "a.wok").value();
  state.document = open(state.source).value();
  DifferenceList list;
  list.add({.where = "materials[28]", .a = "4", .b = "missing"});
  list.add({.where = "faces[3..5].vertex", .a = "missing", .b = "3 rows"});
  list.add({.where = "magic", .a = "1", .b = "2", .kind = DifferenceKind::layout});
  PathsOfBoth paths(*state.document, *state.document, false);
  const auto numbers = [&](int side) {
    std::set<std::uint32_t> found;
    for (const auto& triangles : marks_of(list, paths, state, side).triangles)
      found.insert(triangles.begin(), triangles.end());
    return found;
  };
  EXPECT_EQ(numbers(0).size(), 1U);
  EXPECT_EQ(numbers(1).size(), 3U);
  PathsOfBoth none(*state.document, *state.document, true);
  EXPECT_TRUE(marks_of(list, none, state, 0).names.empty()) << "scenes have no fields";
}

TEST(Comparison, PartsAreRowsWithNamesOrTables) {
  EXPECT_EQ(part_of("nodes[head_g].mesh.vertices[3]"), "nodes · head_g");
  EXPECT_EQ(part_of("vertices[3]"), "vertices");
  EXPECT_EQ(part_of("vertices[3..9]"), "vertices");
  EXPECT_EQ(part_of("header.size"), "header");
  EXPECT_EQ(part_of("magic"), "file");
}

TEST(Comparison, NumbersWithinTheToleranceAreTheSame) {
  const Lifted lifted(0.01F);
  const OpenedFile a(lifted.a, "a.wok");
  const OpenedFile b(lifted.b, "a.wok");
  for (const auto& [tolerance, total] :
       {std::pair("0.02", std::uint64_t(0)), std::pair("1", std::uint64_t(0)),
        std::pair("-1", std::uint64_t(lifted.word(72))),
        std::pair("0.001", std::uint64_t(lifted.word(72)))}) {
    Comparison both(a, b, parse_json("{\"tolerance\":" + std::string(tolerance) + "}").value());
    EXPECT_EQ(number(parse_json(both.ask("parts", {})->json).value(), "total"), total) << tolerance;
  }
}

TEST(Comparison, OfWhatCannotBeReadSaysWhy) {
  const Lifted lifted(0);
  const OpenedFile a(lifted.a, "a.wok");
  const auto none = with("none.wok", Bytes(3));
  const OpenedFile b(none, "none.wok");
  Comparison both(a, b, {});
  const auto reply = both.ask("parts", {});
  ASSERT_FALSE(reply);
  EXPECT_FALSE(reply.error().message.empty());
  Comparison same(a, a, {});
  EXPECT_EQ(same.ask("riddle", {}).error().message, "there is no question \"riddle\" to a comparison");
}

}  // namespace
}  // namespace mw::view
