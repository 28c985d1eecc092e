#include "recorded.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace mw::test {
namespace {

constexpr std::size_t kShort = 250;
constexpr std::size_t kShown = 10;  // differences of a file

/// FNV-1a.
std::uint64_t number_for(std::string_view bytes) {
  std::uint64_t number = 0xCBF29CE484222325;
  for (const char byte : bytes) number = (number ^ std::uint8_t(byte)) * 0x100000001B3;
  return number;
}

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c < 127); });
}

std::string in_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) line += c == '\n' ? "\\n" : std::string(1, c);
  return line;
}

std::map<std::string, std::string> lines_of(const std::string& path) {
  std::map<std::string, std::string> lines;
  std::ifstream stream(path);
  for (std::string line; std::getline(stream, line);)
    if (const std::size_t colon = line.find(": "); colon != line.npos)
      lines.emplace(line.substr(0, colon), line.substr(colon + 2));
  return lines;
}

/// For somebody who wants to see what is behind a number.
void keep(const std::filesystem::path& folder, std::string name, std::string_view made) {
  std::ranges::replace(name, '/', '_');
  std::filesystem::create_directories(folder);
  std::ofstream(folder / name, std::ios::binary) << made;
}

}  // namespace

std::string in_short(std::string_view made) {
  if (made.size() <= kShort && is_plain(made)) return fmt::format("\"{}\"", in_one_line(made));
  return fmt::format("{} bytes {:016x}", made.size(), number_for(made));
}

Recorded::Recorded(std::string_view file)
    : file_(file), path_(fmt::format("{}/tests/golden/recorded/{}.txt", MESHWRIGHT_ROOT, file)) {}

void Recorded::tell(const std::string& name, std::string_view made) {
  const auto [line, is_new] = made_.emplace(name, in_short(made));
  ASSERT_TRUE(is_new) << name << " was told twice";
  ASSERT_EQ(name.find(": "), name.npos) << name;
  names_.push_back(name);
  if (const char* folder = std::getenv("MESHWRIGHT_TOLD")) keep(folder, file_ + " " + name, made);
}

void Recorded::tell(const std::string& name, const Row& row) {
  tell(name, row.text());
  if (const char* folder = std::getenv("MESHWRIGHT_TOLD"))
    for (std::size_t i = 0; i < row.all().size(); ++i)
      keep(folder, fmt::format("{} {} {}", file_, name, i), row.all()[i]);
}

void Recorded::expect_same() const {
#ifndef __x86_64__
  GTEST_SKIP() << "recorded on x86-64, whose floating-point numbers are its own";
#endif
  ASSERT_FALSE(names_.empty()) << "nothing was told";
  if (const char* record = std::getenv("MESHWRIGHT_RECORD");
      record != nullptr && std::string_view(record) == "1") {
    std::ofstream stream(path_);
    for (const std::string& name : names_) stream << name << ": " << made_.at(name) << "\n";
    ASSERT_TRUE(stream.flush().good()) << "cannot write " << path_;
    GTEST_SKIP() << "written anew: " << path_;
  }
  const std::map<std::string, std::string> recorded = lines_of(path_);
  std::size_t differences = 0;
  for (const std::string& name : names_) {
    const auto line = recorded.find(name);
    const std::string was = line == recorded.end() ? "nothing" : line->second;
    if (was == made_.at(name) || ++differences > kShown) continue;
    ADD_FAILURE() << name << "\n  was " << was << "\n  is  " << made_.at(name);
  }
  for (const auto& [name, was] : recorded)
    if (!made_.contains(name) && ++differences <= kShown) ADD_FAILURE() << name << " is gone; it was " << was;
  EXPECT_EQ(differences, 0U)
      << "other than in " << path_
      << "\nIf that is meant: MESHWRIGHT_RECORD=1 writes the file anew (docs/testing.md).";
}

void Row::add(std::string_view made) {
  text_ += fmt::format("{}{:08x}", text_.empty() ? "" : " ", std::uint32_t(number_for(made)));
  all_.emplace_back(made);
}

}  // namespace mw::test
