// Questions about the lines of a text.
#include "questions_text.h"
#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/text.h>

#include <algorithm>
#include <charconv>

#include "questions.h"

namespace mw::view {
namespace {

/// Tabs, line ends, and the form feeds and ends of files of old editors.
bool is_control(std::uint8_t byte) {
  constexpr std::uint8_t kInTexts[] = {'\t', '\n', '\v', '\f', '\r', 0x1a};
  return byte < 0x20 && std::ranges::find(kInTexts, byte) == std::end(kInTexts);
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

std::string_view without_blanks(std::string_view line) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

std::uint64_t end_of_line(const Layer& layer, std::uint64_t line) {
  return line + 1 < layer.lines.size() ? layer.lines[line + 1] : layer.blob.bytes().size();
}

Result<const Layer*> text_layer(OpenedFile::State& state, const JsonValue& words) {
  const auto layer = layer_in(state, words);
  if (!layer) return fail(layer.error());
  if (state.layers()[*layer].lines.empty()) return fail({.message = "is no text"});
  return &state.layers()[*layer];
}

/// So many bytes of a line are answered: it takes no room from those below it.
constexpr std::uint64_t kMostOfLine = 4096;

Bytes beginnings_of(const Layer& layer, std::uint64_t from, std::uint64_t to) {
  Bytes bytes;
  for (std::uint64_t line = from; line < to; ++line) {
    const std::uint64_t length = std::min(end_of_line(layer, line) - layer.lines[line], kMostOfLine);
    const ByteSpan begin = layer.blob.bytes().subspan(layer.lines[line], length);
    bytes.insert(bytes.end(), begin.begin(), begin.end());
  }
  return bytes;
}

}  // namespace

/// {"layer": 0, "from": 0, "to": 40} -> those lines, the first of a file being 0: where they begin, how long
/// they are, the bytes of one after the other (of a long line its first ones), and the fields in them.
Result<Answered<answer::Lines>> ask_lines(OpenedFile::State& state, const JsonValue& words) {
  const auto layer = text_layer(state, words);
  if (!layer) return fail(layer.error());
  constexpr std::uint64_t kMostLines = 1000;
  const auto& starts = (*layer)->lines;
  const std::uint64_t from = std::min<std::uint64_t>(natural_in(words, "from"), starts.size() - 1);
  const std::uint64_t to =
      std::clamp<std::uint64_t>(natural_in(words, "to", from + 40), from + 1,
                                std::min<std::uint64_t>(starts.size(), from + kMostLines));
  answer::Lines answer{.total = starts.size(), .from = from, .most = kMostOfLine};
  for (std::uint64_t line = from; line < to; ++line) {
    answer.offsets.push_back(starts[line]);
    answer.lengths.push_back(end_of_line(**layer, line) - starts[line]);
  }
  answer.fields =
      fields_of(state, std::size_t(*layer - state.layers().data()),
                (*layer)->fields.fields_in(starts[from], end_of_line(**layer, to - 1), kMostLines));
  return Answered(std::move(answer), beginnings_of(**layer, from, to));
}

/// {"layer": 0, "line": 7} or {"layer": 0, "offset": 120} -> that line, the first being 1, and its bytes.
Result<Answered<answer::Line>> ask_line(OpenedFile::State& state, const JsonValue& words) {
  const auto layer = text_layer(state, words);
  if (!layer) return fail(layer.error());
  const auto& starts = (*layer)->lines;
  const std::uint64_t offset = natural_in(words, "offset");
  const auto after = std::ranges::upper_bound(starts, offset);
  const std::uint64_t line = std::clamp<std::uint64_t>(
      natural_in(words, "line", std::uint64_t(after - starts.begin())), 1, starts.size());
  return answer::Line{line, starts[line - 1], end_of_line(**layer, line - 1)};
}

std::vector<std::uint64_t> lines_of(ByteSpan bytes) {
  const auto* at = reinterpret_cast<const std::uint8_t*>(bytes.data());
  std::vector<std::uint64_t> starts;
  if (bytes.empty() || std::any_of(at, at + bytes.size(), is_control)) return starts;
  starts.push_back(0);
  for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
    const bool pair = at[i] == '\r' && at[i + 1] == '\n';
    if (at[i] == '\n' || (at[i] == '\r' && !pair)) starts.push_back(i + 1);
  }
  return starts;
}

std::string_view value_in_line(ByteSpan bytes, std::string_view path) {
  const std::string_view line = without_blanks(text_of(bytes));
  std::string_view name = path.substr(path.rfind('.') + 1);  // npos + 1 is 0: all of it
  name = name.substr(0, name.find('#'));                     // the second of two lines is "event#2"
  const bool has_keyword = line.size() > name.size() && is_blank(line[name.size()]) &&
                           lower_case(line.substr(0, name.size())) == lower_case(name);
  return has_keyword ? without_blanks(line.substr(name.size())) : line;
}

std::string shown_value(std::string_view value) {
  std::string shown;
  for (auto tab = value.find('\t'); tab != value.npos; tab = value.find('\t')) {
    shown.append(escape_text(value.substr(0, tab))).push_back('\t');
    value.remove_prefix(tab + 1);
  }
  return shown + escape_text(value);
}

std::string value_meant_by(std::string_view edited, std::string_view value) {
  if (shown_value(value) == value) return std::string(edited);
  std::string meant;
  while (!edited.empty()) {
    constexpr std::size_t kSpelled = 4;  // "\xe9"
    std::uint8_t byte = 0;
    const std::string_view word = edited.substr(0, kSpelled);
    const bool spelled =
        word.size() == kSpelled && word.starts_with("\\x") &&
        std::from_chars(word.data() + 2, word.data() + kSpelled, byte, 16).ptr == word.data() + kSpelled &&
        value.find(char(byte)) != value.npos;
    meant.push_back(spelled ? char(byte) : edited.front());
    edited.remove_prefix(spelled ? kSpelled : 1);
  }
  return meant;
}

}  // namespace mw::view
