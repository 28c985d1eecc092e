#include <gtest/gtest.h>
#include <meshwright/core/error.h>

namespace mw {
namespace {

TEST(Error, NamesAnOffsetOrAPositionOrNeither) {
  EXPECT_EQ(
      to_string(Error{.offset = 0x84, .field = "faces[0].vertex", .message = "index 7 >= vertex count 3"}),
      "0x00000084: faces[0].vertex: index 7 >= vertex count 3");
  EXPECT_EQ(
      to_string(Error{.field = "v", .message = "\"x\" is not a number", .position = TextPosition{12, 7}}),
      "line 12, column 7: v: \"x\" is not a number");
  EXPECT_EQ(to_string(Error{.message = "no vertex in it", .position = TextPosition{}}),
            "line 1, column 1: no vertex in it");
  EXPECT_EQ(to_string(Error{.field = "columns", .message = "there are none"}), "columns: there are none");
  EXPECT_EQ(to_string(Error{.message = "empty"}), "empty");
}

TEST(Error, CodesHaveNames) {
  EXPECT_EQ(Error{}.code, ErrorCode::invalid);
  EXPECT_EQ(name_of(ErrorCode::invalid), "invalid");
  EXPECT_EQ(name_of(ErrorCode::truncated), "truncated");
  EXPECT_EQ(name_of(ErrorCode::out_of_range), "out_of_range");
  EXPECT_EQ(name_of(ErrorCode::too_large), "too_large");
  EXPECT_EQ(name_of(ErrorCode::syntax), "syntax");
  EXPECT_EQ(name_of(ErrorCode::not_this_format), "not_this_format");
  EXPECT_EQ(name_of(ErrorCode::unsupported), "unsupported");
  EXPECT_EQ(name_of(ErrorCode::option), "option");
  EXPECT_EQ(name_of(ErrorCode::file), "file");
}

}  // namespace
}  // namespace mw
