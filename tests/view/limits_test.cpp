#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_value.h>
#include <meshwright/view/detail/opened_file.h>

/// How much of a large file one answer holds, and where an answer ends at the end of a file.
namespace mw::view {
namespace {

/// An OBJ of so many vertices, one per line of 8 bytes.
OpenedFile points(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "v 0 0 0\n";
  const ByteSpan bytes = bytes_of(text);
  auto files = std::make_shared<DroppedFiles>();
  files->add("points.obj", Blob(Bytes(bytes.begin(), bytes.end())));
  return {files, "points.obj"};
}

OpenedFile sample_walkmesh() {
  auto files = std::make_shared<DroppedFiles>();
  EXPECT_TRUE(add_sample(*files, "kotor-walkmesh", "sample.wok"));
  return {files, "sample.wok"};
}

struct Answer {
  JsonValue json;
  std::size_t bytes = 0;

  std::uint64_t number(std::string_view name) const { return *json.find(name)->get_if<std::uint64_t>(); }
  const JsonArray& list(std::string_view name) const { return *json.find(name)->get_if<JsonArray>(); }
};

Answer answer_to(OpenedFile& file, std::string_view question, std::string_view words) {
  const auto reply = file.ask(question, parse_json(words).value());
  EXPECT_TRUE(reply) << question << words;
  if (!reply) return {};
  return {parse_json(reply->json).value(), reply->bytes.size()};
}

TEST(Limits, LinesAreFortyUnlessAskedOtherwiseAndAThousandAtMost) {
  OpenedFile file = points(1100);
  struct Case {
    const char* words;
    std::uint64_t from;
    std::size_t lines;
  };
  for (const Case& c : {Case{"{}", 0, 40}, Case{R"({"from":5})", 5, 40}, Case{R"({"from":2,"to":5})", 2, 3},
                        Case{R"({"from":0,"to":1000})", 0, 1000}, Case{R"({"from":0,"to":1100})", 0, 1000},
                        Case{R"({"from":1098})", 1098, 2}, Case{R"({"from":5000})", 1099, 1},
                        Case{R"({"from":7,"to":3})", 7, 1}}) {
    const Answer answer = answer_to(file, "lines", c.words);
    EXPECT_EQ(answer.number("total"), 1100U);
    EXPECT_EQ(answer.number("from"), c.from) << c.words;
    EXPECT_EQ(answer.list("offsets").size(), c.lines) << c.words;
    EXPECT_EQ(answer.list("lengths").size(), c.lines) << c.words;
    EXPECT_EQ(answer.bytes, 8 * c.lines) << c.words;
    EXPECT_EQ(*answer.list("offsets").back().get_if<std::uint64_t>(), 8 * (c.from + c.lines - 1)) << c.words;
  }
}

TEST(Limits, ALineOutsideIsTheFirstOrTheLast) {
  OpenedFile file = points(3);
  const auto line = [&](std::string_view words) { return answer_to(file, "line", words).number("line"); };
  EXPECT_EQ(line(R"({"line":0})"), 1U);
  EXPECT_EQ(line(R"({"line":3})"), 3U);
  EXPECT_EQ(line(R"({"line":4})"), 3U);
  EXPECT_EQ(line(R"({"offset":7})"), 1U);
  EXPECT_EQ(line(R"({"offset":8})"), 2U);
  EXPECT_EQ(line(R"({"offset":999})"), 3U);
}

/// A file is looked at as a text unless a byte in it is of none.
TEST(Limits, TextsHaveNoOtherControlCharacters) {
  const auto is_text = [](std::string_view byte) {
    const std::string text = "v 0 0 0\n# " + std::string(byte) + "\nv 1 0 0\n";
    const ByteSpan bytes = bytes_of(text);
    auto files = std::make_shared<DroppedFiles>();
    files->add("a.obj", Blob(Bytes(bytes.begin(), bytes.end())));
    OpenedFile file(files, "a.obj");
    return bool(file.ask("lines", {}));
  };
  for (const char* good : {"\t", "\v", "\f", "\r", "\x1a", " ", "\x7f", "\xc3\xa4"})
    EXPECT_TRUE(is_text(good));
  for (const char* bad : {"\x01", "\x08", "\x0e", "\x19", "\x1b", "\x1f"}) EXPECT_FALSE(is_text(bad));
  EXPECT_FALSE(is_text(std::string_view("\0", 1)));
}

TEST(Limits, BytesAre512UnlessAskedOtherwiseAndEndWithTheFile) {
  OpenedFile file = sample_walkmesh();
  const std::uint64_t size = answer_to(file, "bytes", "{}").number("size");
  ASSERT_GT(size, 600U);
  const auto bytes = [&](std::uint64_t offset, std::string_view length) {
    return answer_to(file, "bytes", fmt::format(R"({{"offset":{}{}}})", offset, length)).bytes;
  };
  EXPECT_EQ(bytes(0, ""), 512U);
  EXPECT_EQ(bytes(3, R"(,"length":7)"), 7U);
  EXPECT_EQ(bytes(size - 5, ""), 5U);
  EXPECT_EQ(bytes(size, ""), 0U);
  EXPECT_EQ(bytes(size + 9, ""), 0U);
  OpenedFile large = points(10'000);
  EXPECT_EQ(answer_to(large, "bytes", R"({"length":80000})").bytes, 65536U);
  EXPECT_EQ(answer_to(large, "bytes", R"({"length":65535})").bytes, 65535U);
}

TEST(Limits, BranchesAre200FieldsAre500AndFoundAre100UnlessAskedOtherwise) {
  OpenedFile file = sample_walkmesh();
  const Answer tree = answer_to(file, "tree", R"({"parent":"vertices"})");
  const std::uint64_t vertices = tree.number("total");
  EXPECT_EQ(tree.list("branches").size(), std::min<std::uint64_t>(vertices, 200));
  EXPECT_EQ(answer_to(file, "tree", R"({"parent":"vertices","from":3,"to":7})").list("branches").size(), 4U);
  const Answer all = answer_to(file, "fields", "{}");
  ASSERT_GT(all.number("total"), 500U);
  EXPECT_EQ(all.list("fields").size(), 500U);
  EXPECT_EQ(answer_to(file, "fields", R"({"most":2})").list("fields").size(), 2U);
  EXPECT_EQ(answer_to(file, "fields", R"({"parent":"vertices"})").number("total"), vertices);
  EXPECT_EQ(answer_to(file, "fields", R"({"parent":"vertices[1]"})").number("total"), 1U);
  EXPECT_EQ(answer_to(file, "fields", R"({"parent":"vertice"})").number("total"), 0U);
  const Answer found = answer_to(file, "search", R"({"text":"Faces"})");
  EXPECT_EQ(found.number("total"), answer_to(file, "fields", R"({"parent":"faces"})").number("total"));
  ASSERT_GT(found.number("total"), 100U);
  EXPECT_EQ(found.list("paths").size(), 100U);
  EXPECT_EQ(answer_to(file, "search", R"({"text":"faces","most":3})").list("paths").size(), 3U);
}

/// Names of rows are found by a part of them, in any case, and told with their kinds.
TEST(Limits, RowsAreFoundByTheirNames) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-mdl", "sample.mdl"));
  OpenedFile file(files, "sample.mdl");
  const auto named = [&](std::string_view words) {
    std::vector<std::string> lines;
    const Answer answer = answer_to(file, "search", words);
    for (const JsonValue& row : answer.list("named"))
      lines.push_back(*row.find("path")->get_if<std::string>() + " " +
                      *row.find("name")->get_if<std::string>() + " " +
                      *row.find("kind")->get_if<std::string>());
    return lines;
  };
  using Lines = std::vector<std::string>;
  EXPECT_EQ(named(R"({"text":"TAIL"})"), (Lines{"nodes[6] tail_g danglymesh", "names[6] tail_g "}));
  EXPECT_EQ(named(R"({"text":"lam"})"), (Lines{"nodes[3] lamp light", "names[3] lamp "}));
  EXPECT_EQ(named(R"({"text":"_g"})").size(), 8U);
  EXPECT_EQ(named(R"({"text":"_g","most":1})"), Lines{"nodes[1] hip_g dummy"});
  EXPECT_EQ(named(R"({"text":"_g","most":0})"), Lines{});
}

TEST(Limits, AFieldIsFoundByItsFirstAndItsLastByte) {
  OpenedFile file = sample_walkmesh();
  const auto path_at = [&](std::uint64_t offset) {
    const Answer answer = answer_to(file, "field_at", fmt::format(R"({{"offset":{}}})", offset));
    const JsonArray& fields = answer.list("fields");
    EXPECT_EQ(answer.number("total"), fields.size());
    return fields.empty() ? "none" : *fields[0].find("path")->get_if<std::string>();
  };
  const std::uint64_t size = answer_to(file, "bytes", "{}").number("size");
  EXPECT_EQ(path_at(0), path_at(3));
  EXPECT_NE(path_at(3), path_at(8));
  EXPECT_NE(path_at(size - 1), "none");
  EXPECT_EQ(path_at(size), "none");
}

}  // namespace
}  // namespace mw::view
