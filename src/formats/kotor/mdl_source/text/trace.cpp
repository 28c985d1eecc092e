#include <fmt/format.h>
#include <meshwright/core/detail/number_row.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/mdl_source.h>
#include <algorithm>
#include <unordered_map>

#include "read.h"

namespace mw::kotor::mdl::ascii {
namespace {

/// What each line is part of, told from its first word: for people who look at a text, whether it can be read
/// or not.
class LineNamer {
 public:
  /// No two lines have the same: the second of a kind has a "#2" behind it.
  std::string path_of(std::string_view line) {
    std::string path = kind_of(line);
    const std::size_t number = ++told_[path];
    return number == 1 ? path : fmt::format("{}#{}", path, number);
  }

 private:
  std::string kind_of(std::string_view line) {
    NumberRow words(line);
    const std::string_view first = words.take_word();
    if (first.empty()) return "blank";
    if (first[0] == '#') return first == "#mw" ? fmt::format("{}note[{}]", where(), notes_++) : "comment";
    if (rows_of_words_ > 0) {
      --rows_of_words_;
      return row();
    }
    if (is_number(first)) return row();
    return statement(Keyword(first), words);
  }

  static bool is_number(std::string_view word) {
    const char c = word[0];
    return (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '+' || parse_any_float(word).has_value();
  }

  std::string where() const {
    std::string path = animation_ < 0 ? "" : fmt::format("animations[{}].", animation_);
    if (in_node_) path += fmt::format("nodes[{}].", node_);
    return path;
  }

  std::string row() { return fmt::format("{}{}[{}]", where(), list_, row_++); }

  std::string statement(const Keyword& keyword, NumberRow& words) {
    list_ = keyword.view();
    row_ = 0;
    if (keyword.is("newanim")) {
      animation_ = animations_++;
      node_ = -1;
      notes_ = 0;
    }
    if (keyword.is("node")) {
      in_node_ = true;
      notes_ = 0;
      ++node_;
    }
    if (keyword.is("weights") || keyword.is("texturenames") || keyword.is("multimaterial"))
      words.next(rows_of_words_);
    std::string path = where() + escape_text(keyword.view().empty() ? "unknown" : keyword.view());
    if (keyword.is("endnode")) in_node_ = false;
    if (keyword.is("doneanim")) animation_ = -1;
    return path;
  }

  std::unordered_map<std::string, std::size_t> told_;
  std::int64_t animation_ = -1;
  std::int64_t animations_ = 0;
  std::int64_t node_ = -1;
  bool in_node_ = false;
  std::string list_ = "row";
  std::size_t row_ = 0;
  std::size_t notes_ = 0;
  std::uint32_t rows_of_words_ = 0;
};

}  // namespace

void trace(ByteSpan bytes, const Trace& trace) {
  LineNamer namer;
  std::string_view text = text_of(bytes);
  std::uint64_t offset = 0;
  for (std::uint64_t line = 1; offset < text.size(); ++line) {
    const std::string_view rest = text.substr(offset);
    const std::size_t size = std::min(rest.find_first_of("\r\n"), rest.size());
    const std::size_t end = rest.substr(size).starts_with("\r\n") ? 2 : size < rest.size() ? 1 : 0;
    trace({.offset = offset,
           .bytes = bytes.subspan(offset, size + end),
           .path = namer.path_of(rest.substr(0, size)),
           .type = {Scalar::text, size + end},
           .line = line});
    offset += size + end;
  }
}

}  // namespace mw::kotor::mdl::ascii
