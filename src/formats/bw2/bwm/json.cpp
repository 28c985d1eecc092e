#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/core/detail/json_reader.h>
#include <meshwright/core/json_text.h>
#include <meshwright/core/json_writer.h>
#include <algorithm>
#include <cstring>
#include <iterator>

#include "elements.h"

namespace mw::bw2::bwm {
namespace {

constexpr std::string_view kFormatId = "bw2-bwm";

/// One element of all vertices: in JSON a table of its own, which reads better than interleaved rows.
struct Column {
  std::uint32_t id = 0;
  std::uint32_t format = 0;
  Bytes packed;  // its values in a row
};

constexpr void fields(auto& io, Like<Column> auto& column) {
  io.field("id", column.id);
  io.field("format", column.format);
  with_format(column.format, [&](auto value) {
    std::vector<decltype(value)> values(column.packed.size() / sizeof(value));
    if (!values.empty()) std::memcpy(values.data(), column.packed.data(), values.size() * sizeof(value));
    io.table("values", values);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(column)>>) {
      const auto bytes = std::as_bytes(std::span(values));
      column.packed.assign(bytes.begin(), bytes.end());
    }
  });
}

/// A stride as JSON shows it. The garbage goes without the zeros at its end.
struct Columns {
  std::vector<Column> elements;
  Bytes garbage;
};

constexpr void fields(auto& io, Like<Columns> auto& columns) {
  io.table("elements", columns.elements);
  io.field("garbage", columns.garbage);
}

/// Copies a column out of the rows or into them.
void copy_column(auto& rows, std::size_t row_size, std::size_t offset, auto& column, std::size_t size,
                 auto copy) {
  for (std::size_t row = 0; (row + 1) * row_size <= rows.size(); ++row)
    copy(rows.data() + row * row_size + offset, column.data() + row * size, size);
}

Columns to_columns(const Stride& stride) {
  Columns columns;
  const std::uint32_t row_size = vertex_size(stride).value_or(0);
  std::size_t offset = 0;
  for (const Element& element : stride.elements) {
    Column column{element.id, element.format, {}};
    const std::uint32_t size = format_size(element.format).value_or(0);
    if (row_size > 0) {
      column.packed.resize(stride.data.size() / row_size * size);
      copy_column(stride.data, row_size, offset, column.packed, size,
                  [](const std::byte* row, std::byte* value, std::size_t n) { std::memcpy(value, row, n); });
    }
    offset += size;
    columns.elements.push_back(std::move(column));
  }
  const auto last = std::ranges::find_if(stride.garbage.rbegin(), stride.garbage.rend(),
                                         [](std::byte byte) { return byte != std::byte(0); });
  columns.garbage.assign(stride.garbage.begin(), last.base());
  return columns;
}

/// The declaration, without rows.
Stride stride_of(const Columns& columns) {
  Stride stride;
  for (const Column& column : columns.elements) stride.elements.push_back({column.id, column.format});
  stride.garbage = columns.garbage;
  if (stride.elements.size() <= kMaxElements)
    stride.garbage.resize(std::max(garbage_size(stride.elements.size()), stride.garbage.size()));
  return stride;
}

Error misfit(std::size_t stride, std::size_t element, std::size_t rows, const std::string& expected) {
  return {.field = fmt::format("strides[{}].elements[{}].values", stride, element),
          .message = fmt::format("has {} rows, but {}", rows, expected)};
}

/// The rows of all columns, woven together again; fails when they are not one value per vertex.
std::optional<Error> weave(const Columns& columns, std::uint64_t vertices, std::size_t index,
                           Stride& stride) {
  const std::uint32_t row_size = vertex_size(stride).value_or(0);
  if (row_size == 0) return std::nullopt;
  for (std::size_t i = 0; i < columns.elements.size(); ++i) {
    const std::size_t values = columns.elements[i].packed.size() / *format_size(columns.elements[i].format);
    if (values != vertices) return misfit(index, i, values, fmt::format("vertex_count is {}", vertices));
  }
  stride.data.resize(vertices * row_size);
  std::size_t offset = 0;
  for (const Column& column : columns.elements) {
    const std::uint32_t size = *format_size(column.format);
    copy_column(stride.data, row_size, offset, column.packed, size,
                [](std::byte* row, const std::byte* value, std::size_t n) { std::memcpy(row, value, n); });
    offset += size;
  }
  return std::nullopt;
}

/// One declaration that tells no size leaves all vertices among the bytes that nothing refers to.
std::optional<Error> check_no_rows(const std::vector<Columns>& strides) {
  for (std::size_t i = 0; i < strides.size(); ++i)
    for (std::size_t k = 0; k < strides[i].elements.size(); ++k)
      if (const Column& column = strides[i].elements[k]; !column.packed.empty())
        return misfit(i, k, column.packed.size() / format_size(column.format).value_or(1),
                      "a declaration with an unknown format leaves no place for them");
  return std::nullopt;
}

std::optional<Error> weave_all(const std::vector<Columns>& strides, File& file) {
  if (!decodes(file)) return check_no_rows(strides);
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (auto error = weave(strides[i], file.header.vertex_count, i, file.strides[i])) return error;
  return std::nullopt;
}

/// All of the file but the two sizes, the declarations and the bytes nothing refers to, by the same names as
/// in its errors and dumps.
void head_fields(auto& io, auto& header) {
  io.field("signature", header.signature);
  io.field("magic", header.magic);
  io.field("version", header.version);
  io.field("type", header.type);
  bounds_fields(io, header);
  io.field("footprint_sphere", header.footprint_sphere);
  io.field("unknown_0xa4", header.unknown_0xa4);
  io.field("vertex_count", header.vertex_count);
}

void size_fields(auto& io, auto& header) {
  io.field("size", header.size);
  io.field("metadata_size", header.metadata_size);
}

void table_fields(auto& io, auto& file) {
  for_each_table(file.header, file, [&](std::string_view name, auto, auto& rows) { io.table(name, rows); });
}

/// One after the other: columns are as large as the vertices.
void write_strides(JsonWriter& json, const std::vector<Stride>& strides) {
  json.key("strides");
  json.begin_array();
  for (const Stride& stride : strides) {
    json.begin_object(JsonWriter::Rows::one_line);
    const Columns columns = to_columns(stride);
    fields(json, columns);
    json.end_object();
  }
  json.end_array();
}

void content_fields(auto& io, auto& file) {
  if (decodes(file)) {
    io.table("indices", file.indices);
    io.table("cleaves", file.cleaves);
  } else {
    io.field("index_count", file.header.index_count);
  }
  io.table(kUnreferenced, file.unreferenced);
}

}  // namespace

void to_json(const File& file, JsonWriter& json) {
  json.begin_object();
  json.member("format", kFormatId);
  size_fields(json, file.header);
  head_fields(json, file.header);
  table_fields(json, file);
  write_strides(json, file.strides);
  content_fields(json, file);
  json.end_object();
}

std::string to_json(const File& file) {
  JsonWriter json(JsonWriter::Style::pretty);
  to_json(file, json);
  return json.take() + "\n";
}

Result<File> from_json(const JsonText& value) {
  JsonReader json(value);
  File file;
  std::string format;
  json.field("format", format);
  const bool sized = json.has("size");
  if (sized) size_fields(json, file.header);
  head_fields(json, file.header);
  table_fields(json, file);
  std::vector<Columns> strides;
  json.table("strides", strides);
  std::ranges::transform(strides, std::back_inserter(file.strides), stride_of);
  if (!json.ok()) return fail(json.error());
  if (auto error = weave_all(strides, file)) return fail(*std::move(error));
  content_fields(json, file);
  json.finish();
  if (!json.ok()) return fail(json.error());
  if (!sized) update_sizes(file);
  return file;
}

}  // namespace mw::bw2::bwm
