#include "columns.h"

#include <meshwright/core/detail/number_row.h>
#include <algorithm>

namespace mw::kotor::mdl::ascii {

void Columns::find_lines() {
  for (std::size_t at = 0; at < text_.size();) {
    starts_.push_back(at);
    at = std::min(text_.find_first_of("\r\n", at), text_.size());
    at += text_.substr(at, 2) == "\r\n" ? 2 : 1;
  }
}

std::uint64_t Columns::of(std::uint64_t line, std::size_t word) {
  if (starts_.empty()) find_lines();
  if (line == 0 || line > starts_.size()) return 1;
  const std::string_view rest = text_.substr(starts_[line - 1]);
  NumberRow words(rest.substr(0, rest.find_first_of("\r\n")));
  std::size_t column = words.column();
  for (; word > 0 && !words.take_word().empty() && !words.at_end(); --word) column = words.column();
  return column + 1;
}

}  // namespace mw::kotor::mdl::ascii
