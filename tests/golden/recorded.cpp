#include "recorded.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace mw::test {
namespace {

constexpr std::size_t kWhole = 4096;     // texts up to this size stand there whole
constexpr std::size_t kRepeated = 80;    // shorter ones also where they stood before
constexpr std::size_t kLineWidth = 110;  // a longer line of JSON is broken where its members begin
constexpr std::size_t kShown = 10;       // differences of a file

/// FNV-1a.
std::uint64_t number_for(std::string_view bytes) {
  std::uint64_t number = 0xCBF29CE484222325;
  for (const char byte : bytes) number = (number ^ std::uint8_t(byte)) * 0x100000001B3;
  return number;
}

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c < 127); });
}

/// Its lines, each behind a mark. A mark of its own shows where a long line was broken, and where no line end
/// is at the end of the text.
std::string marked(std::string_view text, std::string_view margin) {
  std::string made;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    char mark = '|';
    while (line.size() > kLineWidth) {
      const std::size_t comma = line.find(",\"", kLineWidth / 2);
      if (comma == line.npos || comma + 1 >= line.size()) break;
      made += fmt::format("\n{}{} {}", margin, mark, line.substr(0, comma + 1));
      line.remove_prefix(comma + 1);
      mark = '+';
    }
    made += fmt::format("\n{}{} {}", margin, mark, line);
    if (end == std::string_view::npos) made += " \\";
  }
  return made;
}

/// The blocks of a file by their names: what begins at the left edge, and what is below it.
std::map<std::string, std::string> blocks_in(const std::string& path) {
  std::map<std::string, std::string> blocks;
  std::ifstream stream(path);
  std::string* block = nullptr;
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with(' ')) {
      block = &blocks[line];
    } else if (block != nullptr) {
      *block += line + "\n";
    }
  }
  return blocks;
}

/// For somebody who wants to see what is behind a number.
void keep(const std::filesystem::path& folder, std::string name, std::string_view made) {
  std::ranges::replace(name, '/', '_');
  std::filesystem::create_directories(folder);
  std::ofstream(folder / name, std::ios::binary) << made;
}

/// The lines that only one of two blocks has, with the mark of a diff.
std::string lines_apart(const std::string& was, const std::string& is) {
  const auto lines = [](const std::string& text) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      all.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return all;
  };
  std::vector<std::string> before = lines(was);
  std::string text;
  std::vector<std::string> added;
  for (const std::string& line : lines(is)) {
    const auto same = std::ranges::find(before, line);
    if (same == before.end())
      added.push_back(line);
    else
      before.erase(same);
  }
  for (const std::string& line : before) text += "\n-" + line;
  for (const std::string& line : added) text += "\n+" + line;
  return text.empty() ? "\nthe same lines in another order" : text;
}

}  // namespace

void append(Aspects& aspects, std::string_view prefix, const Aspects& more) {
  for (const auto& [name, text] : more)
    aspects.emplace_back(name.empty() ? std::string(prefix) : fmt::format("{} {}", prefix, name), text);
}

Recorded::Recorded(std::string_view file)
    : file_(file), path_(fmt::format("{}/tests/golden/recorded/{}.txt", MESHWRIGHT_ROOT, file)) {}

std::string Recorded::line(const std::string& name, const std::string& aspect, std::string_view text) {
  const std::string key = aspect.empty() ? "  " : fmt::format("  {}: ", aspect);
  const std::string place = aspect.empty() ? name : fmt::format("{}, {}", name, aspect);
  if (text.size() > kRepeated) {
    const auto [first, is_new] = first_.emplace(text, place);
    if (!is_new) return fmt::format("{}as {}\n", key, first->second);
  }
  if (text.size() > kWhole || !is_plain(text))
    return fmt::format("{}{} bytes {:016x}\n", key, text.size(), number_for(text));
  if (text.size() <= kLineWidth && text.find('\n') == text.npos) return fmt::format("{}\"{}\"\n", key, text);
  const std::string margin = aspect.empty() ? "  " : "    ";
  const std::string lines = marked(text, margin);
  return (aspect.empty() ? lines.substr(1) : fmt::format("  {}:{}", aspect, lines)) + "\n";
}

void Recorded::add(const std::string& name, const Aspects& aspects) {
  ASSERT_FALSE(name.empty() || name.starts_with(' ') || name.find('\n') != name.npos) << name;
  ASSERT_FALSE(blocks_.contains(name)) << name << " was recorded twice";
  names_.push_back(name);
  std::string& block = blocks_[name];
  const char* folder = std::getenv("MESHWRIGHT_TOLD");
  for (const auto& [aspect, text] : aspects) {
    if (text.empty()) continue;
    block += line(name, aspect, text);
    if (folder != nullptr) keep(folder, fmt::format("{} {} {}", file_, name, aspect), text);
  }
  if (block.empty()) block = "  \"\"\n";
}

void Recorded::expect_same() const {
#ifndef __x86_64__
  GTEST_SKIP() << "recorded on x86-64, whose floating-point numbers are its own";
#endif
  ASSERT_FALSE(names_.empty()) << "nothing was recorded";
  if (const char* record = std::getenv("MESHWRIGHT_RECORD");
      record != nullptr && std::string_view(record) == "1") {
    std::ofstream stream(path_);
    for (const std::string& name : names_) stream << name << "\n" << blocks_.at(name);
    ASSERT_TRUE(stream.flush().good()) << "cannot write " << path_;
    GTEST_SKIP() << "written again: " << path_;
  }
  const std::map<std::string, std::string> recorded = blocks_in(path_);
  std::size_t differences = 0;
  for (const std::string& name : names_) {
    const auto block = recorded.find(name);
    const std::string was = block == recorded.end() ? "" : block->second;
    if (was == blocks_.at(name) || ++differences > kShown) continue;
    ADD_FAILURE() << name << (block == recorded.end() ? " is new" : "") << lines_apart(was, blocks_.at(name));
  }
  for (const auto& [name, was] : recorded)
    if (!blocks_.contains(name) && ++differences <= kShown)
      ADD_FAILURE() << name << " is gone; it was\n" << was;
  EXPECT_EQ(differences, 0U)
      << "other than in " << path_
      << "\nIf that is meant: MESHWRIGHT_RECORD=1 writes the file again (docs/testing.md).";
}

}  // namespace mw::test
