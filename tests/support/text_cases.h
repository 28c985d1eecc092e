#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <string>
#include <string_view>

#include "support/bytes.h"

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

inline std::string repeated(std::string_view part, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += part;
  return out;
}

/// Seconds of the processor that the fastest of a few runs takes: the others were disturbed.
double fastest(const auto& work) {
  std::clock_t best = std::numeric_limits<std::clock_t>::max();
  for (int run = 0; run < 5; ++run) {
    const std::clock_t start = std::clock();
    work();
    best = std::min(best, std::clock() - start);
  }
  return double(best) / CLOCKS_PER_SEC;
}

/// Sixteen times the text may take 64 times as long, since machines are busy with other things too; what
/// looks at each byte again for each line would take 256 times. `text` makes a text of a size, `read` takes
/// it.
void expect_linear_time(const auto& text, const auto& read, std::size_t size) {
  const std::string one = text(size);
  const std::string sixteen = text(16 * size);
  const double short_time = fastest([&] { read(one); });
  const double long_time = fastest([&] { read(sixteen); });
  EXPECT_LT(long_time, 64 * short_time + 0.001);
}

}  // namespace mw::test
