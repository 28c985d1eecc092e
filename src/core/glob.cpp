#include <meshwright/core/detail/glob.h>

#include <cstddef>

namespace mw {

bool matches(std::string_view pattern, std::string_view text) {
  std::size_t at = 0;
  std::size_t star = pattern.npos;  // the last one passed, and how far the text was then
  std::size_t resume = 0;
  std::size_t i = 0;
  while (i < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      resume = i;
    } else if (at < pattern.size() && (pattern[at] == '?' || pattern[at] == text[i])) {
      ++at;
      ++i;
    } else if (star != pattern.npos) {
      at = star + 1;
      i = ++resume;
    } else {
      return false;
    }
  }
  while (at < pattern.size() && pattern[at] == '*') ++at;
  return at == pattern.size();
}

}  // namespace mw
