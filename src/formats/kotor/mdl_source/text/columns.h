#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mw::kotor::mdl::ascii {

/// Where words stand in the lines of a text, for findings about what was read long before.
class Columns {
 public:
  explicit Columns(std::string_view text) : text_(text) {}

  /// The column of a word, the first one being 0; of the last word when there are fewer. 1 without a text.
  std::uint64_t of(std::uint64_t line, std::size_t word);

 private:
  void find_lines();

  std::string_view text_;
  std::vector<std::size_t> starts_;  // of the lines, once one was asked for
};

}  // namespace mw::kotor::mdl::ascii
