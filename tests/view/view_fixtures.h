#pragma once

#include <gtest/gtest.h>
#include <meshwright/core/bytes.h>
#include <meshwright/core/json_value.h>
#include <meshwright/view/detail/opened_file.h>

#include <string_view>

namespace mw::view {

inline Blob blob_of(std::string_view text) {
  const ByteSpan bytes = bytes_of(text);
  return Blob(Bytes(bytes.begin(), bytes.end()));
}

inline JsonValue asked(OpenedFile& file, std::string_view question, std::string_view words = "{}") {
  const auto reply = file.ask(question, parse_json(words).value());
  EXPECT_TRUE(reply) << question << ": " << to_string(reply.error());
  return reply ? parse_json(reply->json).value() : JsonValue();
}

}  // namespace mw::view
