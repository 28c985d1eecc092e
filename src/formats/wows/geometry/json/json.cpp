#include <fmt/format.h>
#include <meshwright/core/json_text.h>
#include <meshwright/core/json_writer.h>
#include <cmath>
#include <iterator>

#include "buffers.h"
#include "forms.h"

namespace mw::wows::geometry {
namespace {

constexpr std::string_view kFormatId = "wows-geometry";

/// The density as a number, unless that would lose bits.
struct JsonMapping : Mapping {};

void density(JsonWriter& json, const Mapping& mapping) {
  const float density = half_to_float(mapping.packed_density);
  if (std::isnan(density))
    json.field("packed_density", mapping.packed_density);
  else
    json.field("density", density);
}

void density(JsonReader& json, Mapping& mapping) {
  if (json.has("packed_density")) return json.field("packed_density", mapping.packed_density);
  float density = 0;
  json.field("density", density);
  mapping.packed_density = float_to_half(density);
}

/// As other programs show it, and `info`.
void mapping_id(JsonWriter& json, const Mapping& mapping) {
  json.field("id", fmt::format("0x{:08X}", mapping.id));
}

void mapping_id(JsonReader& json, Mapping& mapping) {
  json.hex_field("id", mapping.id);
}

void fields(auto& json, Like<JsonMapping> auto& mapping) {
  mapping_id(json, mapping);
  json.field("buffer", mapping.buffer);
  density(json, mapping);
  json.field("offset", mapping.offset);
  json.field("count", mapping.count);
}

/// The normal as numbers, the last byte only where it is set.
struct JsonArmorVertex : ArmorVertex {};

void fields(JsonWriter& json, const JsonArmorVertex& vertex) {
  json.field("position", vertex.position);
  json.field("normal", Vec3(unpack_unit(vertex.normal[0]), unpack_unit(vertex.normal[1]),
                            unpack_unit(vertex.normal[2])));
  if (vertex.unknown_0x0f != 0) json.field("unknown_0x0f", vertex.unknown_0x0f);
}

void fields(JsonReader& json, JsonArmorVertex& vertex) {
  Vec3 normal{0};
  json.field("position", vertex.position);
  json.field("normal", normal);
  vertex.normal = {pack_unit(normal.x), pack_unit(normal.y), pack_unit(normal.z)};
  if (json.has("unknown_0x0f")) json.field("unknown_0x0f", vertex.unknown_0x0f);
}

/// A record of a model's data.
template <class Record>
struct JsonData : Record {};

/// The `io` of data_fields(): lists without their counts, and all that any version has.
template <class Json>
struct DataInJson {
  Json& json;

  void field(std::string_view name, auto& value) { json.field(name, value); }
  void field_if(bool /*present*/, std::string_view name, auto& value) { json.field(name, value); }
  void list(std::string_view /*count*/, std::string_view name, auto& rows) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(rows[0])>, ArmorVertex>)
      table_as<JsonArmorVertex>(json, name, rows);
    else
      json.table(name, rows);
  }
  void lists(std::string_view count, std::string_view name, auto& rows, std::string_view other,
             auto& others) {
    list(count, name, rows);
    list(count, other, others);
  }
  void records(std::string_view /*count*/, std::string_view name, auto& rows, auto /*visit*/) {
    table_as<JsonData<std::remove_cvref_t<decltype(rows[0])>>>(json, name, rows);
  }
  void records_if(bool /*present*/, std::string_view count, std::string_view name, auto& rows, auto visit) {
    records(count, name, rows, visit);
  }
  void rest(std::string_view name, auto& bytes) { json.field(name, bytes); }
};

template <class Record>
void fields(JsonWriter& json, const JsonData<Record>& record) {
  DataInJson<JsonWriter> data{json};
  data_fields(data, static_cast<const Record&>(record));
}

template <class Record>
void fields(JsonReader& json, JsonData<Record>& record) {
  DataInJson<JsonReader> data{json};
  data_fields(data, static_cast<Record&>(record));
}

/// A model: its name and its data.
template <class Model>
struct JsonModel : Model {};

/// Armor whose data cannot be read says so, and has its bytes only.
void readability(JsonWriter& json, const ArmorModel& model) {
  if (model.unreadable) json.field("unreadable", std::uint32_t(1));
}
void readability(JsonReader& json, ArmorModel& model) {
  std::uint32_t unreadable = 0;
  if (json.has("unreadable")) json.field("unreadable", unreadable);
  model.unreadable = unreadable != 0;
}
void readability(auto& /*json*/, const CollisionModel& /*model*/) {}

template <class Model>
void fields(JsonWriter& json, const JsonModel<Model>& model) {
  packed_text(json, "name", "name_bytes", model.name);
  readability(json, static_cast<const Model&>(model));
  DataInJson<JsonWriter> data{json};
  data_fields(data, static_cast<const Model&>(model));
}

template <class Model>
void fields(JsonReader& json, JsonModel<Model>& model) {
  packed_text(json, "name", "name_bytes", model.name);
  readability(json, static_cast<Model&>(model));
  DataInJson<JsonReader> data{json};
  data_fields(data, static_cast<Model&>(model));
}

/// Where the parts of one record are, as the record says it.
struct Pointers {
  std::int64_t data = 0;
  std::int64_t text = 0;
  std::uint32_t unknown_0x04 = 0;  // of the string's record
};

constexpr void fields(auto& io, Like<Pointers> auto& pointers) {
  io.field("data", pointers.data);
  io.field("text", pointers.text);
  io.field("text_unknown_0x04", pointers.unknown_0x04);
}

/// An index buffer has only its data; that is a plain number.
std::int64_t pointers_of(const IndexBuffer& row) {
  return row.prototype.data_pointer;
}
void set_pointers(IndexBuffer& row, std::int64_t pointer) {
  row.prototype.data_pointer = pointer;
}

template <class Row>
Pointers pointers_of(const Row& row) {
  Pointers pointers;
  for_each_part(
      row.prototype, row, [&](std::string_view, std::int64_t pointer, auto) { pointers.data = pointer; },
      [&](std::string_view, std::uint64_t, const PackedString& packed, const std::string&) {
        pointers.text = packed.pointer;
        pointers.unknown_0x04 = packed.unknown_0x04;
      });
  return pointers;
}

template <class Row>
void set_pointers(Row& row, const Pointers& pointers) {
  for_each_part(
      row.prototype, row, [&](std::string_view, std::int64_t& pointer, auto) { pointer = pointers.data; },
      [&](std::string_view, std::uint64_t, PackedString& packed, const std::string&) {
        packed.pointer = pointers.text;
        packed.unknown_0x04 = pointers.unknown_0x04;
      });
}

template <class Row>
void pointers_of_rows(JsonWriter& json, std::string_view name, const std::vector<Row>& rows) {
  std::vector<decltype(pointers_of(rows[0]))> pointers;
  for (const Row& row : rows) pointers.push_back(pointers_of(row));
  json.table(name, pointers);
}

template <class Row>
void pointers_of_rows(JsonReader& json, std::string_view name, std::vector<Row>& rows) {
  std::vector<decltype(pointers_of(rows[0]))> pointers;
  json.table(name, pointers);
  if (!json.ok()) return;
  if (pointers.size() != rows.size()) return json.fail("not of as many buffers and models as the file has");
  for (std::size_t row = 0; row < rows.size(); ++row) set_pointers(rows[row], pointers[row]);
}

/// The pointers of a file, so that everything stays where it was. `AnyFile` is File or const File.
template <class AnyFile>
struct JsonLayout {
  AnyFile& file;
};

bool has_missing_armor(const JsonWriter& /*json*/, const File& file) {
  return file.missing_armor > 0;
}
bool has_missing_armor(JsonReader& json, const File& /*file*/) {
  return json.has("missing_armor");
}

template <class Json, class AnyFile>
void fields(Json& json, const JsonLayout<AnyFile>& layout) {
  pointer_fields(json, layout.file.header);
  if (has_missing_armor(json, layout.file)) json.field("missing_armor", layout.file.missing_armor);
  for_each_table(layout.file.header, layout.file, [&](std::string_view name, auto&, auto&, auto& rows) {
    if constexpr (requires { rows[0].prototype; }) pointers_of_rows(json, name, rows);
  });
}

/// The form of a table's rows.
template <class Row>
struct FormOf {
  using Type = JsonModel<Row>;
};
template <>
struct FormOf<Mapping> {
  using Type = JsonMapping;
};
template <>
struct FormOf<VertexBuffer> {
  using Type = JsonVertexBuffer;
};
template <>
struct FormOf<IndexBuffer> {
  using Type = JsonIndexBuffer;
};
template <class Row>
using JsonForm = FormOf<Row>::Type;

template <class Row, class Items>
void write_buffers(JsonWriter& json, std::string_view name, const std::vector<Row>& rows,
                   const std::vector<Result<Items>>& items) {
  json.key(name);
  json.begin_array();
  for (std::size_t row = 0; row < rows.size(); ++row) write_buffer(json, rows[row], items[row]);
  json.end_array();
}

void read_layout(JsonReader& json, File& file) {
  if (!json.has("layout")) return lay_out(file);
  JsonLayout<File> layout{file};
  json.field("layout", layout);
  json.table(kUnreferenced, file.unreferenced);
}

}  // namespace

void to_json(const File& file, JsonWriter& json) {
  const Decoded decoded = decode(file);
  json.begin_object();
  json.member("format", kFormatId);
  for_each_table(file.header, file, [&](std::string_view name, auto, auto, const auto& rows) {
    using Row = std::remove_cvref_t<decltype(rows[0])>;
    if constexpr (std::is_same_v<Row, VertexBuffer>)
      write_buffers(json, name, rows, decoded.vertices);
    else if constexpr (std::is_same_v<Row, IndexBuffer>)
      write_buffers(json, name, rows, decoded.indices);
    else
      table_as<JsonForm<Row>>(json, name, rows);
  });
  json.field("layout", JsonLayout<const File>{file});
  json.table(kUnreferenced, file.unreferenced);
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
  for_each_table(file.header, file, [&](std::string_view name, auto, auto, auto& rows) {
    table_as<JsonForm<std::remove_cvref_t<decltype(rows[0])>>>(json, name, rows);
  });
  read_layout(json, file);
  json.finish();
  if (!json.ok()) return fail(json.error());
  return file;
}

}  // namespace mw::wows::geometry
