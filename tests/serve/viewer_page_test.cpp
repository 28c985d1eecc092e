#include "serve/viewer_page.h"

#include <gtest/gtest.h>

#include <span>

namespace mw::serve {
namespace {

Bytes bytes_of(std::string_view text) {
  const ByteSpan span = std::as_bytes(std::span(text));
  return {span.begin(), span.end()};
}

TEST(ViewerPage, FilesAreInItAsBase64) {
  EXPECT_EQ(
      files_as_json({{"a.wok", bytes_of("Man")}, {"b/c.mdl", bytes_of("Ma")}, {"d", bytes_of("M")}}),
      R"([{"path":"a.wok","base64":"TWFu"},{"path":"b/c.mdl","base64":"TWE="},{"path":"d","base64":"TQ=="}])");
  EXPECT_EQ(
      files_as_json({{"every digit", bytes_of(std::string_view("\x00\x10\x83\x10\x51\x87\xFF\xEF\xBE", 9))}}),
      R"([{"path":"every digit","base64":"ABCDEFGH/+++"}])");
  EXPECT_EQ(files_as_json({}), "[]");
}

}  // namespace
}  // namespace mw::serve
