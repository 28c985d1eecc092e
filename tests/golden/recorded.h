#pragma once

#include <meshwright/core/bytes.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// What the library made of built-in samples, of damaged ones and of seeded questions when somebody last
/// looked, line by line. These tests do not know what is right: they notice that something is other than it
/// was.
namespace mw::test {

/// Short texts as they are, others by their size and a number that stands for their bytes.
std::string in_short(std::string_view made);

/// Many small things in one line: a number for each, so that a line tells which of them is other.
class Row {
 public:
  void add(std::string_view made);
  const std::string& text() const { return text_; }
  const std::vector<std::string>& all() const { return all_; }

 private:
  std::string text_;
  std::vector<std::string> all_;
};

/// So many seeds go into one row.
inline constexpr std::uint32_t kInRow = 10;

/// One file of lines `name: what was made` in tests/golden/recorded.
class Recorded {
 public:
  explicit Recorded(std::string_view file);

  void tell(const std::string& name, std::string_view made);
  void tell(const std::string& name, const Row& row);

  /// Compares what was told with the lines; with MESHWRIGHT_RECORD=1 in the environment these are written
  /// anew. Where MESHWRIGHT_TOLD names a folder, everything that was told is written there, each in a file of
  /// its own.
  void expect_same() const;

 private:
  std::string file_;
  std::string path_;
  std::vector<std::string> names_;  // in the order of telling
  std::map<std::string, std::string> made_;
};

}  // namespace mw::test
