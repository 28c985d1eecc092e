#include <meshwright/scene/detail/typed_extras.h>

#include <meshwright/core/detail/text.h>

#include <algorithm>

namespace mw::scene {
namespace {

std::string json_of_python(std::string_view text) {
  std::string json;
  char quote = 0;  // the end mark of the current text
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto starts = [&](std::string_view word) { return quote == 0 && text.substr(i).starts_with(word); };
    if (quote != 0 && c == '\\' && i + 1 < text.size()) {
      const char next = text[++i];
      json += next == '\'' ? std::string("'") : std::string{c, next};
    } else if ((quote == 0 && (c == '\'' || c == '"')) || (quote != 0 && c == quote)) {
      quote = quote == 0 ? c : '\0';
      json += '"';
    } else if (quote != 0 && c == '"') {
      json += "\\\"";
    } else if (starts("True") || starts("None")) {
      json += c == 'T' ? "true" : "null";
      i += 3;
    } else if (starts("False")) {
      json += "false";
      i += 4;
    } else {
      json += c;
    }
  }
  return json;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// A member of a record like another's; nothing for other values.
std::optional<JsonValue> value_like(const JsonValue& like, std::string_view word) {
  if (word.empty()) return std::nullopt;
  if (like.get_if<std::string>() != nullptr) return JsonValue(word);
  if (like.get_if<JsonArray>() != nullptr || like.get_if<JsonObject>() != nullptr) return std::nullopt;
  const auto number = parse_any_float(word);
  return number ? std::optional<JsonValue>(*number) : std::nullopt;
}

std::optional<JsonObject> row_like(const JsonObject& like, std::string_view text) {
  JsonObject row;
  for (std::size_t i = 0; i < like.size(); ++i) {
    const bool last = i + 1 == like.size();
    const std::string_view word = text.substr(0, last ? text.npos : text.find_first_of(" \t"));
    auto value = value_like(like[i].second, word);
    if (!value) return std::nullopt;
    row.emplace_back(like[i].first, *std::move(value));
    text = trimmed(text.substr(word.size()));
  }
  return row;
}

}  // namespace

std::optional<JsonValue> parse_python(std::string_view text) {
  auto value = parse_json(json_of_python(text));
  return value ? std::optional(*std::move(value)) : std::nullopt;
}

TypedRows parse_rows(std::string_view text, const JsonObject& like) {
  TypedRows typed;
  while (!text.empty()) {
    std::size_t end = std::min(text.find(','), text.size());
    // "0,25 name" is one piece, and strange: the comma is in a number.
    if (end + 1 < text.size() && is_digit(text[end + 1]) && parse_any_float(trimmed(text.substr(0, end))))
      end = std::min(text.find(',', end + 1), text.size());
    const std::string_view piece = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (piece.empty()) continue;
    if (auto row = row_like(like, piece))
      typed.rows.emplace_back(*std::move(row));
    else
      typed.strange.emplace_back(piece);
  }
  return typed;
}

}  // namespace mw::scene
