#include <fmt/format.h>
#include <meshwright/core/detail/reader.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/text_reader.h>
#include <meshwright/kotor/detail/two_da.h>

#include <algorithm>

namespace mw::kotor {
namespace {

constexpr std::string_view kBinary = "2DA V2.b";
constexpr std::string_view kText = "2DA V2.0";
constexpr std::string_view kBlank = "****";  // a cell without a value, in text

/// Reads up to a tab, which ends a name.
std::string read_name(Reader& reader, std::string_view field) {
  if (!reader.ok()) return {};
  const std::string_view rest = text_of(reader.file().subspan(reader.position()));
  const auto length = rest.find('\t');
  if (length == rest.npos) {
    reader.fail(reader.position(), field, "a name without a tab behind it");
    return {};
  }
  reader.raw(field, length + 1);
  return std::string(rest.substr(0, length));
}

void read_columns(Reader& reader, TwoDa& table) {
  reader.raw("line_end", 1);
  const auto at_end = [&] {
    const ByteSpan rest = reader.file().subspan(reader.position());
    return rest.empty() || rest[0] == std::byte(0);
  };
  while (reader.ok() && !at_end()) table.columns.push_back(read_name(reader, "columns"));
  reader.raw("columns_end", 1);
}

/// Cells are texts with a NUL, each at its offset behind the table of offsets; equal ones share their bytes.
void read_cells(Reader& reader, std::size_t row_count, TwoDa& table) {
  std::vector<std::uint16_t> offsets;
  reader.table("cells", reader.position(), std::uint64_t(row_count) * table.columns.size(), offsets);
  std::uint16_t size = 0;
  reader.field("data_size", size);
  const std::uint64_t data = reader.position();
  table.rows.resize(reader.ok() ? row_count : 0);
  for (std::size_t i = 0; i < offsets.size() && reader.ok(); ++i) {
    reader.seek(data + offsets[i], "cells");
    std::string cell;
    reader.c_string("cells", cell);
    reader.charge("cells", cell.size());
    table.rows[i / table.columns.size()].push_back(std::move(cell));
  }
}

Result<TwoDa> read_binary(ByteSpan bytes) {
  Reader reader(bytes);
  TwoDa table;
  reader.raw("magic", kBinary.size());
  read_columns(reader, table);
  std::uint32_t row_count = 0;
  reader.field("row_count", row_count);
  // The labels are only numbers; a row counts by its place. Each takes a byte at least.
  for (std::uint32_t i = 0; i < row_count && reader.ok(); ++i) read_name(reader, "labels");
  if (reader.ok() && table.columns.empty()) reader.fail(reader.position(), "columns", "there are none");
  read_cells(reader, row_count, table);
  if (!reader.ok()) return fail(reader.error());
  return table;
}

/// The words left on the line; one with blanks in it stands in quotes.
std::vector<std::string> take_words(TextReader& text) {
  std::vector<std::string> words;
  while (!text.at_line_end()) words.emplace_back(text.word());
  return words;
}

/// Magic, a line for a default that is not used here, columns, then rows with a label each.
Result<TwoDa> read_text(ByteSpan bytes) {
  TextReader text(text_of(bytes), {.quotes = true});
  text.whole_line();
  text.whole_line();
  TwoDa table;
  if (text.next_line()) table.columns = take_words(text);
  if (table.columns.empty()) text.fail(text.position(), "columns", "there are none");
  std::uint64_t missing = 0;  // many short rows of many columns would take the square of the file
  while (text.next_line()) {
    const TextPosition start = text.position();
    text.word();  // the label
    std::vector<std::string> cells = take_words(text);
    missing += table.columns.size() - std::min(cells.size(), table.columns.size());
    if (cells.size() > table.columns.size() || missing > bytes.size())
      text.fail(start, fmt::format("rows[{}]", table.rows.size()),
                fmt::format("{} cells for {} columns", cells.size(), table.columns.size()));
    if (!text.ok()) break;
    cells.resize(table.columns.size());
    std::ranges::replace(cells, kBlank, std::string());
    table.rows.push_back(std::move(cells));
  }
  if (!text.ok()) return fail(text.error());
  return table;
}

}  // namespace

std::optional<std::size_t> TwoDa::find_column(std::string_view name) const {
  const auto same = [&](const std::string& column) { return same_in_any_case(column, name); };
  const auto found = std::ranges::find_if(columns, same);
  if (found == columns.end()) return std::nullopt;
  return std::size_t(found - columns.begin());
}

Result<TwoDa> read_two_da(ByteSpan bytes) {
  const std::string_view magic = text_of(bytes).substr(0, kBinary.size());
  if (magic == kBinary) return read_binary(bytes);
  if (magic == kText) return read_text(bytes);
  return fail(
      {.offset = 0,
       .field = "magic",
       .message = fmt::format("expected \"{}\" or \"{}\", got \"{}\"", kBinary, kText, escape_text(magic))});
}

}  // namespace mw::kotor
