#include <gtest/gtest.h>
#include <meshwright/core/detail/text_reader.h>
#include <meshwright/core/math.h>

#include <vector>

#include "support/allocations.h"
#include "support/cases/text_cases.h"

namespace mw {
namespace {

using namespace std::string_view_literals;
using Comments = TextRules::Comments;
using Lines = std::vector<std::vector<std::string>>;

/// The words of every line that has some, each line with its number before them.
Lines lines_of(std::string_view text, TextRules rules = {}) {
  TextReader reader(text, rules);
  Lines lines;
  while (reader.next_line()) {
    auto& words = lines.emplace_back();
    words.push_back(std::to_string(reader.position().line));
    while (!reader.at_line_end()) words.emplace_back(reader.word());
  }
  EXPECT_TRUE(reader.ok());
  return lines;
}

std::string message_of(const TextReader& reader) {
  return reader.ok() ? "no error" : to_string(reader.error());
}

TEST(TextReader, LinesEndWithLfCrlfOrCr) {
  const std::string_view text = "a b\n\n \t\nc\n d";
  const Lines expected = {{"1", "a", "b"}, {"4", "c"}, {"5", "d"}};
  for (const char* end : {"\n", "\r\n", "\r"}) {
    EXPECT_EQ(lines_of(test::with_line_ends(text, end)), expected) << int(end[0]);
    EXPECT_EQ(lines_of(test::with_line_ends(text, end) + end), expected) << int(end[0]);
  }
  EXPECT_EQ(lines_of(""), Lines{});
  EXPECT_EQ(lines_of("\n\n"), Lines{});
}

TEST(TextReader, WordsAreBetweenBlanksAndTabs) {
  EXPECT_EQ(lines_of("\t a\tb \t c\t\n"), (Lines{{"1", "a", "b", "c"}}));
  EXPECT_EQ(lines_of("a#b \"c d\" e\\\n#f"), (Lines{{"1", "a#b", "\"c", "d\"", "e\\"}, {"2", "#f"}}));
}

TEST(TextReader, AByteOrderMarkIsNotPartOfTheFirstWord) {
  EXPECT_EQ(lines_of("\xEF\xBB\xBFv 1"), (Lines{{"1", "v", "1"}}));
  TextReader reader("\xEF\xBB\xBFv 1");
  EXPECT_EQ(reader.position(), (TextPosition{1, 1}));
  EXPECT_EQ(reader.position_of(reader.word()), (TextPosition{1, 1}));
}

TEST(TextReader, CommentsOfWholeLines) {
  EXPECT_EQ(lines_of("# a\n  #b\nc #d\ne#f", {.comments = Comments::lines}),
            (Lines{{"3", "c", "#d"}, {"4", "e#f"}}));
}

TEST(TextReader, CommentsAnywhere) {
  EXPECT_EQ(lines_of("# a\n  #b\nc #d\ne#f", {.comments = Comments::anywhere}),
            (Lines{{"3", "c"}, {"4", "e#f"}}));
}

TEST(TextReader, QuotedWords) {
  EXPECT_EQ(lines_of("a \"b c\" \"\"d e\"f \"open ended\ng", {.quotes = true}),
            (Lines{{"1", "a", "b c", "", "d", "e\"f", "open ended"}, {"2", "g"}}));
}

TEST(TextReader, ContinuedLines) {
  const TextRules rules = {.comments = Comments::anywhere, .continued = true};
  EXPECT_EQ(lines_of("f 1 \\\n 2 \\\r\n3\\\n4\nv\\x\\", rules),
            (Lines{{"1", "f", "1", "2", "3", "4"}, {"5", "v\\x\\"}}));
  // A comment is not continued, and what is left unread of a continued line is left with all of it.
  EXPECT_EQ(lines_of("a # C:\\\nb\n# C:\\\nc", rules), (Lines{{"1", "a"}, {"2", "b"}, {"4", "c"}}));
  TextReader reader("a b \\\n c \\\n d\ne", rules);
  ASSERT_TRUE(reader.next_line());
  ASSERT_TRUE(reader.next_line());
  EXPECT_EQ(reader.word(), "e");
  EXPECT_EQ(reader.position().line, 4U);
}

TEST(TextReader, PositionsInAContinuedLineAreThoseOfTheFile) {
  TextReader reader("f 1 \\\n  2 \\\n   3", {.continued = true});
  reader.word();
  const std::string_view first = reader.word();
  const std::string_view second = reader.word();
  const std::string_view third = reader.word();
  EXPECT_EQ(reader.position_of(first), (TextPosition{1, 3}));
  EXPECT_EQ(reader.position_of(second), (TextPosition{2, 3}));
  EXPECT_EQ(reader.position_of(third), (TextPosition{3, 4}));
  EXPECT_EQ(reader.position_of("elsewhere"), reader.position());
}

TEST(TextReader, TheRestOfALine) {
  const auto rest = [](std::string_view text, TextRules rules = {}) {
    TextReader reader(text, rules);
    reader.word();
    return std::string(reader.rest_of_line());
  };
  EXPECT_EQ(rest("o  my own name \t\nv"), "my own name");
  EXPECT_EQ(rest("o"), "");
  EXPECT_EQ(rest("o \r\nv"), "");
  EXPECT_EQ(rest("o a #b", {.comments = Comments::lines}), "a #b");
  EXPECT_EQ(rest("o a#b c #d", {.comments = Comments::anywhere}), "a#b c");
  EXPECT_EQ(rest("o #d", {.comments = Comments::anywhere}), "");
  EXPECT_EQ(rest("o C:\\a\\\nv", {.continued = true}), "C:\\a\\");
}

TEST(TextReader, AfterTheRestComesTheNextLine) {
  TextReader reader("o a\\\nv 1 # x\nw", {.comments = Comments::anywhere, .continued = true});
  ASSERT_TRUE(reader.next_line());
  reader.rest_of_line();
  ASSERT_TRUE(reader.next_line());
  EXPECT_EQ(reader.rest_of_line(), "v 1");
  EXPECT_EQ(reader.rest_of_line(), "");
  ASSERT_TRUE(reader.next_line());
  EXPECT_EQ(reader.word(), "w");
  EXPECT_FALSE(reader.next_line());
  EXPECT_FALSE(reader.next_line());
}

TEST(TextReader, WholeLinesAreTakenAsTheyAre) {
  TextReader reader("2DA V2.0 \r\n\r\n # a\nb c", {.comments = Comments::anywhere});
  EXPECT_EQ(reader.whole_line(), "2DA V2.0 ");
  EXPECT_EQ(reader.whole_line(), "");
  EXPECT_EQ(reader.whole_line(), " # a");
  ASSERT_TRUE(reader.next_line());
  EXPECT_EQ(reader.word(), "b");
  EXPECT_EQ(reader.whole_line(), " c");
  EXPECT_EQ(reader.whole_line(), "");
  EXPECT_FALSE(reader.next_line());
}

TEST(TextReader, KeywordsInAnyCase) {
  TextReader reader("EndList endnode");
  EXPECT_EQ(reader.peek(), "EndList");
  EXPECT_FALSE(reader.accept("endlis"));
  EXPECT_FALSE(reader.accept("endlists"));
  EXPECT_TRUE(reader.accept("endlist"));
  EXPECT_TRUE(reader.accept("ENDNODE"));
  EXPECT_FALSE(reader.accept("endnode"));
  EXPECT_EQ(reader.peek(), "");
  EXPECT_EQ(reader.word(), "");
}

TEST(TextReader, NumbersAndRowsOfThem) {
  TextReader reader("1.5 -2 +3 255 -32768 4294967295 .5 5. 1e-05 1.#INF");
  float number = 0;
  std::array<std::int32_t, 2> pair{};
  std::uint8_t small = 0;
  std::int16_t negative = 0;
  std::uint32_t big = 0;
  Vec3 vector(0);
  reader.field("number", number);
  reader.field("pair", pair);
  reader.field("small", small);
  reader.field("negative", negative);
  reader.field("big", big);
  reader.field("vector", vector);
  reader.field("number", number);
  EXPECT_EQ(message_of(reader), "no error");
  EXPECT_EQ(pair, (std::array<std::int32_t, 2>{-2, 3}));
  EXPECT_EQ(small, 255);
  EXPECT_EQ(negative, -32768);
  EXPECT_EQ(big, 4294967295U);
  EXPECT_EQ(vector, Vec3(0.5F, 5, 1e-5F));
  EXPECT_EQ(number, std::numeric_limits<float>::infinity());
}

template <class T>
std::string field_message(std::string_view text) {
  TextReader reader(text);
  T value{};
  if (reader.next_line()) reader.field("x", value);
  EXPECT_EQ(value, T{});
  return message_of(reader);
}

TEST(TextReader, BadNumbersAreNamed) {
  EXPECT_EQ(field_message<float>("\n\n  1.5f"), "line 3, column 3: x: \"1.5f\" is not a number");
  EXPECT_EQ(field_message<std::uint8_t>("256"),
            "line 1, column 1: x: \"256\" is not a whole number from 0 to 255");
  EXPECT_EQ(field_message<std::uint8_t>("-1"),
            "line 1, column 1: x: \"-1\" is not a whole number from 0 to 255");
  EXPECT_EQ(field_message<std::int8_t>("1.0"),
            "line 1, column 1: x: \"1.0\" is not a whole number from -128 to 127");
  EXPECT_EQ(field_message<float>("\x1b\0\xff"sv), "line 1, column 1: x: \"\\x1b\\x00\\xff\" is not a number");
  EXPECT_EQ(field_message<float>(std::string(1 << 20, 'x')),
            "line 1, column 1: x: \"" + std::string(60, 'x') + "...\" is not a number");
}

TEST(TextReader, WhatIsMissingIsNamed) {
  TextReader numbers("v 1 2 \t# 3\nv", {.comments = Comments::anywhere});
  Vec3 vector(0);
  numbers.word();
  numbers.field("v", vector);
  EXPECT_EQ(message_of(numbers), "line 1, column 8: v: a number is missing");
  TextReader words("node\ndummy");
  words.word();
  EXPECT_EQ(words.word("node.kind"), "");
  EXPECT_EQ(message_of(words), "line 1, column 5: node.kind: a word is missing");
  TextReader lines("faces\n\n");
  ASSERT_TRUE(lines.require_line("faces"));
  EXPECT_FALSE(lines.require_line("faces"));
  EXPECT_EQ(message_of(lines), "line 3, column 1: faces: the text ends here");
}

TEST(TextReader, TheFirstFailureSticks) {
  TextReader reader("x 2\n3");
  PathScope scope(reader.path(), "nodes", 4);
  float value = 7;
  reader.field("position", value);
  EXPECT_EQ(value, 0);
  const TextPosition stopped = reader.position();
  reader.field("later", value);
  EXPECT_EQ(reader.word(), "");
  EXPECT_EQ(reader.word("word"), "");
  EXPECT_EQ(reader.peek(), "");
  EXPECT_EQ(reader.rest_of_line(), "");
  EXPECT_EQ(reader.whole_line(), "");
  EXPECT_EQ(reader.line_count("count"), 0U);
  EXPECT_TRUE(reader.at_line_end());
  EXPECT_FALSE(reader.accept("2"));
  EXPECT_FALSE(reader.next_line());
  EXPECT_FALSE(reader.require_line("line"));
  reader.fail({9, 9}, "other", "later");
  EXPECT_EQ(reader.position(), stopped);
  EXPECT_EQ(message_of(reader), "line 1, column 1: nodes[4].position: \"x\" is not a number");
}

TEST(TextReader, AnErrorThatIsOnlyToldDoesNotStick) {
  TextReader reader("\nstrange 1");
  reader.next_line();
  PathScope scope(reader.path(), "nodes", 0);
  const Error error = reader.error_at(reader.position_of(reader.word()), "keyword", "is not known");
  EXPECT_EQ(to_string(error), "line 2, column 1: nodes[0].keyword: is not known");
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.word(), "1");
}

TEST(TextReader, CountsOfLinesMustFit) {
  const auto count = [](std::string_view text) {
    TextReader reader(text);
    reader.word();
    const std::size_t lines = reader.line_count("verts");
    return reader.ok() ? std::to_string(lines) : to_string(reader.error());
  };
  EXPECT_EQ(count("verts 2\na\nb"), "2");
  EXPECT_EQ(count("verts 0"), "0");
  EXPECT_EQ(count("verts 3\na\nb\n"),
            "line 1, column 7: verts: 3 lines do not fit: only 5 bytes are left in the text");
  EXPECT_EQ(count("verts  4294967295\n"),
            "line 1, column 8: verts: 4294967295 lines do not fit: only 1 bytes are left in the text");
  EXPECT_EQ(count("verts -1\n"),
            "line 1, column 7: verts: \"-1\" is not a whole number from 0 to 4294967295");
}

// The two kinds of lists of the games' ASCII models: with a count, and up to a keyword.
TEST(TextReader, ListsAreCountedOrEndedByAKeyword) {
  TextReader reader(
      "  positionkey 2\r\n\t0 1 2 3\r\n\t1.5 1 2 3\r\n  ORIENTATIONKEY\r\n    0.0 1 0 0 0\r\n  "
      "EndList\r\nendnode");
  ASSERT_TRUE(reader.next_line() && reader.accept("positionkey"));
  std::array<float, 4> row{};
  const std::size_t count = reader.line_count("positionkey");
  for (std::size_t i = 0; i < count && reader.require_line("positionkey"); ++i) reader.field("key", row);
  EXPECT_EQ(row[0], 1.5F);
  ASSERT_TRUE(reader.next_line() && reader.accept("orientationkey") && reader.at_line_end());
  std::size_t rows = 0;
  while (reader.require_line("orientationkey") && !reader.accept("endlist")) ++rows;
  EXPECT_EQ(rows, 1U);
  ASSERT_TRUE(reader.next_line() && reader.accept("endnode"));
  EXPECT_EQ(message_of(reader), "no error");
}

TEST(TextReader, NulsAndOtherBytesAreInWords) {
  EXPECT_EQ(lines_of("a\0b \xff\xfe\n\0\n"sv),
            (Lines{{"1", std::string("a\0b", 3), "\xff\xfe"}, {"2", std::string(1, '\0')}}));
}

TEST(TextReader, EveryRuleSurvivesEveryCut) {
  const std::string_view text = "\xEF\xBB\xBF# c\r\na \"b c\" \\\r\n 1.5 #d\r\n\"open\\\r\n\r e";
  for (int rules = 0; rules < 12; ++rules) {
    const TextRules each = {
        .comments = Comments(rules % 3), .quotes = rules / 3 % 2 == 1, .continued = rules / 6 == 1};
    test::for_every_cut(text, [&](const Bytes& cut) {
      std::size_t size = 0;
      for (const auto& line : lines_of(text_of(cut), each))
        for (const auto& word : line) size += word.size();
      EXPECT_LE(size, cut.size() + 6);
    });
  }
}

TEST(TextReader, NothingIsAllocatedPerWord) {
  if (!test::AllocationCounter::counts()) GTEST_SKIP() << "needs AddressSanitizer";
  const std::string text = test::repeated("v 1 2 3 name\n", 10000);
  const test::AllocationCounter allocations;
  TextReader reader(text);
  std::size_t lines = 0;
  Vec3 vector(0);
  while (reader.next_line()) {
    reader.accept("v");
    reader.field("v", vector);
    lines += reader.word() == "name" ? 1 : 0;
  }
  EXPECT_EQ(lines, 10000U);
  EXPECT_EQ(allocations.total(), 0U);
}

TEST(TextReader, TimeIsLinearInLinesAndInTheLengthOfOne) {
  const auto read_all = [](std::string_view text) {
    TextReader reader(text, {.comments = Comments::anywhere, .quotes = true, .continued = true});
    std::size_t words = 0;
    while (reader.next_line())
      for (; !reader.at_line_end(); ++words)
        if (!reader.accept("never")) (void)reader.position_of(reader.word()).line;
    EXPECT_GT(words, 0U);
  };
  for (const std::string_view part :
       {"v 1 2 3\n", "v 1 2 3\r", "word ", "x", "a \\\n", "\n", "\"", "#\nv "}) {
    SCOPED_TRACE(part);
    test::expect_linear_time(
        [&](std::size_t size) { return test::repeated(part, size / part.size()) + "\nend"; }, read_all,
        20000);
  }
}

TEST(TextReader, LinesFarDownHaveTheirNumber) {
  const std::string text = test::repeated("v 1 2 3\r\n", 300000) + "v 1 x";
  TextReader reader(text);
  Vec3 vector(0);
  while (reader.next_line() && reader.accept("v")) reader.field("v", vector);
  EXPECT_EQ(message_of(reader), "line 300001, column 5: v: \"x\" is not a number");
}

}  // namespace
}  // namespace mw
