#pragma once

#include <string>
#include <string_view>

#include "support/bytes.h"
#include "support/growth.h"

/// Loops that all readers of text share.
namespace mw::test {

/// Calls `read` with every beginning of a text, each in an allocation of just its size, so that ASan sees a
/// read past the end; `read` says what must hold.
void for_every_cut(std::string_view text, const auto& read) {
  const ByteSpan bytes = bytes_of(text);
  const Bytes whole(bytes.begin(), bytes.end());
  for (std::size_t size = 0; size <= whole.size(); ++size) read(prefix(whole, size));
}

/// The same text with other ends of its lines, which are LF.
inline std::string with_line_ends(std::string_view text, std::string_view end) {
  std::string out;
  for (const char c : text) c == '\n' ? out += end : out += c;
  return out;
}

/// The text with one part of it changed; the part must be there.
inline std::string replaced(std::string text, std::string_view part, std::string_view by) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, text.npos) << part;
  if (at != text.npos) text.replace(at, part.size(), by);
  return text;
}

inline std::string repeated(std::string_view part, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += part;
  return out;
}

/// That `read` takes time in proportion. `text` makes a text of a size; what looks at each byte again for
/// each line would take 256 times as long for sixteen times the size.
void expect_linear_time(const auto& text, const auto& read, std::size_t size) {
  const std::string one = text(size);
  const std::string sixteen = text(16 * size);
  expect_growth("a text", [&] { read(one); }, [&] { read(sixteen); }, 4);
}

}  // namespace mw::test
