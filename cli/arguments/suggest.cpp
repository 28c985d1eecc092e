#include "suggest.h"

#include <algorithm>
#include <vector>

namespace mw::cli {
namespace {

/// The number of letters to insert, remove, replace, or swap with their neighbour.
std::size_t slips(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string> words) {
  constexpr std::size_t kLongest = 40;  // nothing here is as long, and the time grows with the length
  if (word.size() > kLongest) return {};
  std::size_t fewest = word.size() < 5 ? 2 : 3;  // one slip in a short word, two in others
  std::string best;
  for (const std::string& candidate : words) {
    const std::size_t count = slips(word, candidate);
    if (count >= fewest) continue;
    fewest = count;
    best = candidate;
  }
  if (!best.empty() || word.size() < 3) return best;
  const auto longer =
      std::ranges::find_if(words, [&](const std::string& candidate) { return candidate.starts_with(word); });
  return longer == words.end() ? best : *longer;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> words) {
  const std::string meant = nearest(word, words);
  return meant.empty() ? meant : "; did you mean " + meant + "?";
}

}  // namespace mw::cli
