#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What the library made of built-in samples, of damaged ones and of seeded questions when somebody last
/// looked. These tests do not know what is right: they notice that something changed.
namespace mw::test {

/// What was made, taken apart: {{"bytes", …}, {"losses", …}}. What is empty is left out.
using Aspects = std::vector<std::pair<std::string, std::string>>;

/// Puts the aspects of one thing behind those of another, as `prefix` and their own name.
void append(Aspects& aspects, std::string_view prefix, const Aspects& more);

/// One file in tests/golden/recorded: a block for everything that was recorded, with a line for each of its
/// aspects.
///
/// Texts of up to 4 KB stand there whole; a text that stood there before is named by where it did; of all
/// else there is a size and a number for its bytes.
class Recorded {
 public:
  explicit Recorded(std::string_view file);

  void add(const std::string& name, const Aspects& aspects);
  void add(const std::string& name, std::string_view text) { add(name, Aspects{{"", std::string(text)}}); }

  /// Compares with the file; with MESHWRIGHT_RECORD=1 in the environment that is written again. Where
  /// MESHWRIGHT_TOLD names a folder, every aspect is written there, each as a file.
  void expect_same() const;

 private:
  std::string line(const std::string& name, const std::string& aspect, std::string_view text);

  std::string file_;
  std::string path_;
  std::vector<std::string> names_;                         // in the order of recording
  std::map<std::string, std::string> blocks_;              // by name
  std::map<std::string, std::string, std::less<>> first_;  // by text: where it stands whole, or as a number
};

}  // namespace mw::test
