#include <fmt/format.h>
#include <meshwright/core/detail/writer.h>
#include <meshwright/wows/geometry.h>

#include "data.h"
#include "items.h"
#include "places.h"

namespace mw::wows::geometry {
namespace {

/// Starts a piece where a pointer of the record at `base` leads.
void go_to(Writer& writer, std::string_view name, std::uint64_t base, std::int64_t pointer) {
  if (const auto offset = resolve(base, pointer))
    writer.seek(*offset, name);
  else
    writer.fail(leaf_of(name), fmt::format("pointer {} leads before the start of the file", pointer));
}

void write_text(Writer& writer, std::string_view name, const std::string& text) {
  if (ends_with_its_nul(text))
    writer.c_string(leaf_of(name), text.substr(0, text.size() - 1));
  else
    writer.raw(leaf_of(name), bytes_of(text));
}

void write_stream(Writer& writer, const Buffer& data) {
  PathScope scope(writer.path(), "data");
  const EncodedHeader header{.element_count = data.element_count};
  fields(writer, header);
  writer.raw("payload", data.bytes);
}

template <class Row>
  requires(Like<Row, VertexBuffer> || Like<Row, IndexBuffer>)
void write_data(Writer& writer, const Row& row) {
  if (row.data.encoded) return write_stream(writer, row.data);
  ByteSpan left = row.data.bytes;
  if (writer.is_traced())
    for_each_number(writer.path(), row, left, [&](std::string_view name, const Shown& shown) {
      writer.decoded(name, shown.type, shown.bytes, shown.stored);
      left = left.subspan(shown.stored.size());
    });
  writer.raw("data", left);
}

template <class Row>
  requires(Like<Row, CollisionModel> || Like<Row, ArmorModel>)
void write_data(Writer& writer, const Row& row) {
  DataWriter data(writer);
  data_fields(data, row);
}

/// A row's record with its sizes made from its parts.
template <class Row>
RecordOf<Row> counted(Writer& writer, const Row& row) {
  RecordOf<Row> record = row.prototype;
  for_each_part(
      record, row,
      [&](std::string_view name, std::int64_t, auto& size) {
        writer.narrow(leaf_of(name), data_size(row), size);
      },
      [&](std::string_view name, std::uint64_t, PackedString& packed, const std::string& text) {
        writer.narrow(leaf_of(name), text.size(), packed.char_count);
      });
  return record;
}

template <class Row>
void write_parts(Writer& writer, std::uint64_t base, const Row& row) {
  for_each_part(
      row.prototype, row,
      [&](std::string_view name, std::int64_t pointer, std::uint64_t) {
        if (data_size(row) == 0) return;
        go_to(writer, name, base, pointer);
        write_data(writer, row);
      },
      [&](std::string_view name, std::uint64_t byte, const PackedString& packed, const std::string& text) {
        if (text.empty()) return;
        go_to(writer, name, base + byte, packed.pointer);
        write_text(writer, name, text);
      });
}

void write_table(Writer& writer, std::string_view name, std::int64_t pointer,
                 const std::vector<Mapping>& rows) {
  writer.table(name, std::uint64_t(pointer), rows);
}

template <class Row>
void write_table(Writer& writer, std::string_view name, std::int64_t pointer, const std::vector<Row>& rows) {
  PathScope scope(writer.path(), name);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    scope.set_row(row);
    const std::uint64_t base = row_offset<RecordOf<Row>>(pointer, row);
    const RecordOf<Row> record = counted(writer, rows[row]);
    writer.seek(base, name);
    fields(writer, record);
    write_parts(writer, base, rows[row]);
  }
}

/// Rows that the header counts beside those that there are.
std::size_t missing_rows(const File& file, const std::vector<ArmorModel>& /*rows*/) {
  return file.missing_armor;
}
template <class Row>
std::size_t missing_rows(const File& /*file*/, const std::vector<Row>& /*rows*/) {
  return 0;
}

/// Places pieces one after another and gives their pointers.
class Layout {
 public:
  std::int64_t place(std::uint64_t size) {
    const std::uint64_t at = position_;
    position_ += size;
    return std::int64_t(at);
  }
  /// Relative to the record at `base`.
  std::int64_t place_from(std::uint64_t base, std::uint64_t size) { return place(size) - std::int64_t(base); }

 private:
  std::uint64_t position_ = kHeaderSize;
};

template <class Row>
void lay_out_parts(Layout& layout, std::uint64_t base, Row& row) {
  for_each_part(
      row.prototype, row,
      [&](std::string_view, std::int64_t& pointer, auto&) {
        pointer = layout.place_from(base, data_size(row));
      },
      [&](std::string_view, std::uint64_t byte, PackedString& packed, const std::string& text) {
        packed.pointer = layout.place_from(base + byte, text.size());
      });
}

void lay_out_parts(Layout& /*layout*/, std::uint64_t /*base*/, Mapping& /*row*/) {}

/// Models that a file does not have are pointed at by 0, other empty tables at where they would be.
template <class Row>
constexpr bool kMayBeNowhere = std::is_same_v<RecordOf<Row>, ModelPrototype>;

template <class Row>
std::int64_t lay_out_table(Layout& layout, std::vector<Row>& rows) {
  if (rows.empty() && kMayBeNowhere<Row>) return 0;
  const std::int64_t table = layout.place(std::uint64_t(rows.size()) * sizeof(RecordOf<Row>));
  for (std::size_t row = 0; row < rows.size(); ++row)
    lay_out_parts(layout, row_offset<RecordOf<Row>>(table, row), rows[row]);
  return table;
}

}  // namespace

Result<Bytes> write(const File& file, const Trace* trace) {
  Writer writer(trace);
  writer.seek(0, "header");
  Header header = file.header;
  for_each_table(header, file, [&](std::string_view name, auto& count, auto, const auto& rows) {
    writer.narrow(name, rows.size() + missing_rows(file, rows), count);
  });
  fields(writer, header);
  for_each_table(header, file, [&](std::string_view name, auto, auto pointer, const auto& rows) {
    write_table(writer, name, pointer, rows);
    if (trace != nullptr && writer.ok()) tell_encoded(*trace, file, rows);
  });
  writer.unreferenced(file.unreferenced);
  return writer.finish();
}

void lay_out(File& file) {
  Layout layout;
  for_each_table(file.header, file, [&](std::string_view, auto&, std::int64_t& pointer, auto& rows) {
    pointer = lay_out_table(layout, rows);
  });
  file.missing_armor = 0;
  file.unreferenced.clear();
}

}  // namespace mw::wows::geometry
