#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/document.h>

#include <algorithm>

namespace mw {
namespace {

/// "likely_writer" for programs is "likely writer" for people.
std::string info_label(std::string_view name) {
  std::string text(name);
  for (char& c : text)
    if (c == '_') c = ' ';
  return text;
}

/// People see the method only if it is not the usual one, and in words.
std::optional<std::string> origin_in_words(std::string_view name, const JsonValue& value) {
  struct Origin {
    std::string_view name, value, words;
  };
  constexpr Origin kOrigins[] = {{"name_from", "known", ""},
                                 {"name_from", "found", "a name found by trying words"},
                                 {"name_from", "ids", "named after its id"},
                                 {"paired_by", "name", ""},
                                 {"level_by", "name", ""},
                                 {"level_by", "alone", ""}};
  const auto* text = value.get_if<std::string>();
  for (const Origin& origin : kOrigins)
    if (text != nullptr && origin.name == name && origin.value == *text) return std::string(origin.words);
  return std::nullopt;
}

/// A detail in a line: lists by commas, objects by their values, strings escaped.
std::string detail_in_words(const JsonValue& value) {
  std::string text;
  if (const auto* string = value.get_if<std::string>()) return escape_text(*string);
  if (const auto* truth = value.get_if<bool>()) return *truth ? "yes" : "no";
  if (const auto* array = value.get_if<JsonArray>()) {
    for (const JsonValue& item : *array) {
      const bool nested = item.get_if<JsonArray>() != nullptr || item.get_if<JsonObject>() != nullptr;
      text +=
          (text.empty() ? "" : ", ") + (nested ? "(" + detail_in_words(item) + ")" : detail_in_words(item));
    }
    return text;
  }
  if (const auto* object = value.get_if<JsonObject>()) {
    for (const auto& [name, item] : *object) {
      const std::string words =
          origin_in_words(name, item).value_or(info_label(name) + " " + detail_in_words(item));
      if (!words.empty()) text += (text.empty() ? "" : ", ") + words;
    }
    return text;
  }
  JsonWriter json(JsonWriter::Style::compact);
  json.value(value);
  return json.take();
}

std::string info_line(std::string_view label, const std::string& text) {
  return fmt::format("  {:<14} {}\n", label, text);
}

std::string detail_text(const std::string& name, const JsonValue& value) {
  const auto* array = value.get_if<JsonArray>();
  const bool rows = array != nullptr && !array->empty() && array->front().get_if<JsonObject>() != nullptr;
  if (!rows) return info_line(info_label(name), detail_in_words(value));
  std::string text = fmt::format("  {}\n", info_label(name));
  for (const JsonValue& row : *array) text += fmt::format("    {}\n", detail_in_words(row));
  return text;
}

std::string bound_text(const Vec3& v) {
  return fmt::format("{}, {}, {}", v.x, v.y, v.z);
}

}  // namespace

std::string to_text(const Info& info) {
  std::string text;
  for (const auto& [name, count] : info.counts) text += info_line(info_label(name), fmt::format("{}", count));
  if (info.bounds)
    text += info_line("bounds", bound_text(info.bounds->min)) + info_line("", bound_text(info.bounds->max));
  for (const auto& [name, value] : info.details) text += detail_text(name, value);
  return text;
}

/// Levels too deep for a screen are numbers, so that a long chain does not print a square.
std::string to_text(std::span<const TreeNode> tree) {
  constexpr std::uint32_t kDeepest = 30;
  std::string text;
  for (const TreeNode& node : tree) {
    const bool deep = node.depth > kDeepest;
    text += fmt::format("    {:{}}{}{} ({})\n", "", 2 * std::min(node.depth, kDeepest),
                        deep ? fmt::format("[{}] ", node.depth) : "", escape_text(node.name), node.kind);
  }
  return text;
}

}  // namespace mw
