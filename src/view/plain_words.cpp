#include "plain_words.h"

namespace mw::view {
namespace {

bool is_letter(char c) {
  return c >= 'a' && c <= 'z';
}

/// Where an option of the command line is named, from a place on; npos where none is. An option is a word of
/// its own, and one in quotes is somebody's name for something.
std::size_t option_in(std::string_view text, std::size_t from = 0) {
  bool quoted = false;
  for (std::size_t at = 0; at + 2 < text.size(); ++at) {
    if (text[at] == '"' || text[at] == '`') quoted = !quoted;
    if (at < from || quoted || text.substr(at, 2) != "--" || !is_letter(text[at + 2])) continue;
    if (at == 0 || text[at - 1] == ' ' || text[at - 1] == '(') return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::string without_options(std::string_view sentence) {
  std::string left(sentence);
  for (std::size_t at = option_in(left); at != std::string::npos; at = option_in(left)) {
    const std::size_t open = left.rfind(" (", at);
    const std::size_t close = left.find(')', at);
    const std::size_t clause = left.rfind("; ", at);
    if (open != std::string::npos && close != std::string::npos &&
        (clause == std::string::npos || clause < open)) {
      left.erase(open, close + 1 - open);
      continue;
    }
    const std::size_t colon = left.rfind(": ", at);
    const std::size_t cut = clause != std::string::npos ? clause : colon;
    if (cut == std::string::npos) return left;  // the sentence is about nothing else
    const std::size_t next = left.find("; ", at);
    left.erase(cut, next == std::string::npos ? next : next - cut);
  }
  return left;
}

}  // namespace mw::view
