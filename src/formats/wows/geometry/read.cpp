#include <fmt/format.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/reader.h>
#include <meshwright/wows/geometry.h>
#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "data.h"
#include "items.h"
#include "places.h"

namespace mw::wows::geometry {
namespace {

/// Moves to `size` bytes that a pointer of the record at `base` leads to. False when they are not in the
/// file.
bool go_to(Reader& reader, std::string_view name, std::uint64_t base, std::int64_t pointer,
           std::uint64_t size) {
  const auto offset = resolve(base, pointer);
  if (!offset) {
    reader.fail(base, name, fmt::format("pointer {} leads before the start of the file", pointer));
    return false;
  }
  reader.claim(name, *offset, size, 1);
  return reader.ok();
}

void read_text(Reader& reader, std::string_view name, std::uint64_t base, const PackedString& packed,
               std::string& text) {
  if (packed.char_count == 0 || !go_to(reader, name, base, packed.pointer, packed.char_count)) return;
  const std::string_view chars = text_of(reader.file().subspan(reader.position(), packed.char_count));
  text = chars;
  std::string shown;
  if (ends_with_its_nul(chars))
    reader.c_string(name, shown);
  else
    reader.raw(name, packed.char_count);
}

bool begins_encoded(ByteSpan bytes) {
  std::uint32_t magic = 0;
  if (bytes.size() < sizeof(EncodedHeader)) return false;
  std::memcpy(&magic, bytes.data(), sizeof magic);
  return magic == kEncodedMagic;
}

void read_stream(Reader& reader, std::uint64_t end, Buffer& data) {
  PathScope scope(reader.path(), "data");
  EncodedHeader header;
  fields(reader, header);
  data.encoded = true;
  data.element_count = header.element_count;
  const ByteSpan stream = reader.raw("payload", end - reader.position());
  data.bytes.assign(stream.begin(), stream.end());
}

/// The data of a buffer, from the cursor to `end`.
template <class Row>
  requires(Like<Row, VertexBuffer> || Like<Row, IndexBuffer>)
void read_data(Reader& reader, std::uint64_t end, Row& row) {
  const ByteSpan bytes = reader.file().subspan(reader.position(), end - reader.position());
  if (begins_encoded(bytes)) return read_stream(reader, end, row.data);
  row.data.bytes.assign(bytes.begin(), bytes.end());
  if (reader.is_traced())
    for_each_number(reader.path(), row, bytes, [&](std::string_view name, const Shown& shown) {
      reader.decoded(name, shown.type, shown.bytes, shown.stored.size());
    });
  reader.raw("data", end - reader.position());  // what is left: all of it, or the part of an item
}

/// The data of a model. One wrong count in armor makes its plates unreadable, and nothing else of the file.
template <class Row>
  requires(Like<Row, CollisionModel> || Like<Row, ArmorModel>)
void read_data(Reader& reader, std::uint64_t end, Row& row) {
  if constexpr (Like<Row, ArmorModel>)
    row.unreadable =
        find_armor_problem(reader.file().subspan(reader.position(), end - reader.position())).has_value();
  DataReader data(reader, end);
  data_fields(data, row);
}

/// Texts first: the format of a buffer tells what its vertices consist of.
template <class Row>
void read_parts(Reader& reader, std::uint64_t base, Row& row) {
  constexpr auto kNothing = [](auto&&...) {};
  for_each_part(row.prototype, row, kNothing,
                [&](std::string_view name, std::uint64_t byte, const PackedString& packed,
                    std::string& text) { read_text(reader, leaf_of(name), base + byte, packed, text); });
  for_each_part(
      row.prototype, row,
      [&](std::string_view name, std::int64_t pointer, std::uint64_t size) {
        // An empty buffer may be anywhere; a model has a version or an id at least.
        constexpr bool kMayBeEmpty = requires { row.data; };
        if (kMayBeEmpty && size == 0) return;
        if (go_to(reader, leaf_of(name), base, pointer, size))
          read_data(reader, reader.position() + size, row);
      },
      kNothing);
}

bool is_inside(std::int64_t pointer, std::uint64_t count, std::size_t stride, std::uint64_t size) {
  return pointer >= 0 && std::uint64_t(pointer) <= size && count <= (size - std::uint64_t(pointer)) / stride;
}

/// How many of the armor models that the header counts are there. Where it counts too many, the record of the
/// first that is missing lies in the header or in what the models point at, and leads out of the file.
std::uint32_t count_there(ByteSpan file, std::int64_t pointer, std::uint32_t count,
                          const std::vector<ArmorModel>& /*rows*/) {
  std::uint64_t parts = std::numeric_limits<std::uint64_t>::max();  // where the first behind the table begins
  if (!is_inside(pointer, count, sizeof(ModelPrototype), file.size())) return count;
  for (std::uint32_t row = 0; row < count; ++row) {
    const std::uint64_t base = row_offset<ModelPrototype>(pointer, row);
    ArmorModel model;
    std::memcpy(&model.prototype, file.data() + base, sizeof model.prototype);
    bool fits = true;
    const auto visit = [&](std::uint64_t from, std::int64_t to, std::uint64_t size) {
      const auto offset = resolve(from, to);
      fits = fits && offset && *offset <= file.size() && size <= file.size() - *offset;
      if (fits && *offset >= std::uint64_t(pointer) && size > 0) parts = std::min(parts, *offset);
    };
    const bool overlaps = base < kHeaderSize || base + sizeof(ModelPrototype) > parts;
    for_each_part(
        model.prototype, model,
        [&](std::string_view, std::int64_t to, std::uint64_t size) { visit(base, to, size); },
        [&](std::string_view, std::uint64_t byte, const PackedString& packed, const std::string&) {
          visit(base + byte, packed.pointer, packed.char_count);
        });
    if (!fits) return overlaps ? row : count;
  }
  return count;
}
template <class Row>
std::uint32_t count_there(ByteSpan /*file*/, std::int64_t /*pointer*/, std::uint32_t count,
                          const std::vector<Row>& /*rows*/) {
  return count;
}

void read_table(Reader& reader, std::string_view name, std::int64_t pointer, std::uint32_t count,
                std::vector<Mapping>& rows) {
  reader.table(name, std::uint64_t(pointer), count, rows);
}

template <class Row>
void read_table(Reader& reader, std::string_view name, std::int64_t pointer, std::uint32_t count,
                std::vector<Row>& rows) {
  std::vector<RecordOf<Row>> records;
  reader.table(name, std::uint64_t(pointer), count, records);
  reader.charge(name, std::uint64_t(records.size()) * sizeof(Row));
  if (!reader.ok()) return;
  rows.resize(records.size());
  PathScope scope(reader.path(), name);
  for (std::size_t row = 0; row < rows.size() && reader.ok(); ++row) {
    scope.set_row(row);
    record_of(rows[row]) = records[row];
    read_parts(reader, row_offset<RecordOf<Row>>(pointer, row), rows[row]);
  }
}

bool fits(std::int64_t pointer, std::uint64_t count, std::size_t stride, std::uint64_t size) {
  return count == 0 || (pointer >= std::int64_t(kHeaderSize) && is_inside(pointer, count, stride, size));
}

bool all_tables_fit(const Header& header, std::uint64_t size) {
  bool all_fit = true;
  const File blank;
  for_each_table(header, blank, [&](std::string_view, auto count, auto pointer, const auto& rows) {
    using Row = std::remove_cvref_t<decltype(rows[0])>;
    all_fit = all_fit && fits(pointer, count, sizeof(RecordOf<Row>), size);
  });
  return all_fit;
}

/// Whether the first tables follow each other as in every original file, but for one pointer at the most that
/// leads before the start of the file: reading tells which.
bool begins_as_originals(const Header& header) {
  const std::uint64_t indices = kHeaderSize + std::uint64_t(header.vertex_mapping_count) * sizeof(Mapping);
  const std::uint64_t buffers = indices + std::uint64_t(header.index_mapping_count) * sizeof(Mapping);
  const std::pair<std::int64_t, std::uint64_t> pointers[] = {
      {header.vertex_mapping_pointer, kHeaderSize},
      {header.index_mapping_pointer, indices},
      {header.vertex_buffer_pointer, buffers},
  };
  const auto negative = std::ranges::count_if(pointers, [](const auto& each) { return each.first < 0; });
  return negative <= 1 && std::ranges::all_of(pointers, [](const auto& each) {
           return each.first < 0 || std::uint64_t(each.first) == each.second;
         });
}

}  // namespace

std::string_view text_before_nul(std::string_view text) {
  return text.substr(0, text.find('\0'));
}

/// There is no magic. The tables either begin as in every original file, which also holds for one that was
/// cut short, or all lie inside the file; both where there are no buffers, only armor or collision.
bool sniff(ByteSpan bytes) {
  Reader reader(bytes);
  Header header;
  fields(reader, header);
  if (!reader.ok()) return false;
  if (header.vertex_buffer_count == 0)
    return (header.collision_count > 0 || header.armor_count > 0) && begins_as_originals(header) &&
           all_tables_fit(header, bytes.size());
  return begins_as_originals(header) || all_tables_fit(header, bytes.size());
}

Result<File> read(ByteSpan bytes, const Trace* trace) {
  Reader reader(bytes, trace);
  File file;
  fields(reader, file.header);
  // The pointers follow each other in the order of the tables.
  std::uint64_t place = field_byte<Header>("vertex_mapping_pointer");
  for_each_table(file.header, file, [&](std::string_view name, auto count, auto pointer, auto& rows) {
    const std::uint64_t own_place = std::exchange(place, place + sizeof pointer);
    if (count > 0 && pointer < 0 && reader.ok())
      reader.fail(own_place, name, fmt::format("pointer {} leads before the start of the file", pointer));
    read_table(reader, name, pointer, count_there(bytes, pointer, count, rows), rows);
    if (trace != nullptr && reader.ok()) tell_encoded(*trace, file, rows);
  });
  if (!reader.ok()) return fail(reader.error());
  file.missing_armor = file.header.armor_count - std::uint32_t(file.armor_models.size());
  file.unreferenced = reader.take_unreferenced();
  return file;
}

}  // namespace mw::wows::geometry
