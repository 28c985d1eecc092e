#pragma once

#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>

#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "command.h"

/// What tests of whole folders look at.
namespace mw::test {

/// All files below a folder but the hidden ones.
inline std::map<std::string, std::string> contents(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && !entry.path().filename().native().starts_with('.'))
      files[entry.path().lexically_relative(folder).string()] = read_text(entry.path());
  return files;
}

inline std::vector<std::string> names(const std::string& folder) {
  std::vector<std::string> all;
  for (const auto& [name, content] : contents(folder)) all.push_back(name);
  return all;
}

/// How many things lie in a folder, visible or not.
inline std::size_t entries(const TemporaryFolder& folder) {
  return std::size_t(std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

/// Of a text that has a JSON in each line.
inline std::vector<JsonValue> json_lines(const std::string& text) {
  std::vector<JsonValue> lines;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = text.find('\n', at);
    auto line = parse_json(std::string_view(text).substr(at, end - at));
    EXPECT_TRUE(line);
    if (line) lines.push_back(*std::move(line));
    at = end + 1;
  }
  return lines;
}

inline std::uint64_t number_in(const JsonValue& json) {
  const auto* signed_one = json.get_if<std::int64_t>();
  const auto* number = json.get_if<std::uint64_t>();
  EXPECT_TRUE(signed_one != nullptr || number != nullptr);
  return number != nullptr ? *number : signed_one != nullptr ? std::uint64_t(*signed_one) : 0;
}

inline std::string text_at(const JsonValue& json, std::string_view name) {
  const JsonValue* found = json.find(name);
  const auto* text = found == nullptr ? nullptr : found->get_if<std::string>();
  return text == nullptr ? "" : *text;
}

}  // namespace mw::test
