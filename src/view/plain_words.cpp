#include "plain_words.h"

#include <utility>

namespace mw::view {
namespace {

/// Where an option of the command line is named; npos where none is.
std::size_t option_in(std::string_view text) {
  std::size_t at = text.find("--");
  while (at != std::string_view::npos &&
         !(at + 2 < text.size() && text[at + 2] >= 'a' && text[at + 2] <= 'z'))
    at = text.find("--", at + 2);
  return at;
}

// What the writers of scenes call things, for people who colour a picture by them.
constexpr std::pair<std::string_view, std::string_view> kWords[] = {
    {"key", "armor layer and material"},
    {"layer", "armor layer"},
    {"material", "armor material"},
    {"part", "part of the model"},
    {"name_from", "how its name is known"},
    {"level_by", "how its level is known"},
    {"paired_by", "how its buffers were paired"},
    {"vertices_id", "vertex mapping"},
    {"indices_id", "index mapping"},
    {"format", "vertex format"},
    {"density", "texture density"},
    {"indices_density", "texture density of the indices"},
    {"is_skinned", "moved by bones"},
    {"is_bumped", "has a normal map"},
    {"material_name", "material set"},
};

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

void write_words(JsonWriter& json) {
  json.begin_object();
  for (const auto& [name, meaning] : kWords) json.member(name, meaning);
  json.end_object();
}

}  // namespace mw::view
