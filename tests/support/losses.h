#pragma once

#include <meshwright/core/loss.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace mw {

/// Losses are compared with what the command prints of them.
inline bool operator==(const Loss& loss, std::string_view text) {
  return to_string(loss) == text;
}

inline bool operator==(const Losses& losses, const std::vector<std::string>& lines) {
  return std::ranges::equal(losses, lines, [](const Loss& a, const std::string& b) { return a == b; });
}

/// For messages of tests.
inline std::ostream& operator<<(std::ostream& out, const Loss& loss) {
  return out << loss.kind->code << ": " << to_string(loss);
}

namespace test {

inline std::vector<std::string> lines_of(const Losses& losses) {
  std::vector<std::string> lines;
  for (const Loss& loss : losses) lines.push_back(to_string(loss));
  return lines;
}

inline std::ptrdiff_t count(const Losses& losses, std::string_view text) {
  return std::ranges::count_if(losses, [&](const Loss& loss) { return loss == text; });
}

}  // namespace test
}  // namespace mw
