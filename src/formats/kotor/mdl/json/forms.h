#pragma once

#include <meshwright/core/detail/json_reader.h>
#include <meshwright/core/json_writer.h>
#include "mdl/tables.h"

#include <concepts>
#include <string>
#include <type_traits>
#include <vector>

#include "mdl/rows.h"

/// How the records of a model look in JSON, which leaves out what the tables and trees tell. Every form is a
/// type of its own around the record, written by JsonWriter and read by JsonReader through one list of
/// fields.
namespace mw::kotor::mdl {

template <class Json>
constexpr bool kWrites = std::same_as<Json, JsonWriter>;

/// A member that is left out when there is nothing to say; the reader takes what is there.
template <class Json>
void optional_table(Json& json, std::string_view name, auto& rows) {
  if constexpr (kWrites<Json>) {
    if (!rows.empty()) json.table(name, rows);
  } else {
    if (json.has(name)) json.table(name, rows);
  }
}

template <class Json>
void optional_bytes(Json& json, std::string_view name, auto& bytes) {
  if constexpr (kWrites<Json>) {
    if (!bytes.empty()) json.field(name, bytes);
  } else {
    if (json.has(name)) json.field(name, bytes);
  }
}

/// Whether there is a part. The reader makes it when JSON has one.
template <class Json>
bool has_part(Json& json, std::string_view name, auto& part) {
  if constexpr (!kWrites<Json>) {
    if (json.has(name)) part.emplace();
  }
  return bool(part);
}

/// A form lays a field on a line of its own where its record does.
template <class Record>
struct LinesOf {};
template <class Record>
  requires requires { typename Record::LargeRecord; }
struct LinesOf<Record> {
  struct LargeRecord;
};

/// Where a table lies. Its count is that of its rows; a second count is told only where it differs.
template <class AnyArray>
struct JsonPlace {
  AnyArray& array;
};

template <class AnyArray>
void fields(auto& json, const JsonPlace<AnyArray>& form) {
  Like<Array> auto& array = form.array;
  json.field("offset", array.offset);
  if constexpr (std::is_const_v<AnyArray>) {
    if (array.count != array.reserved) json.field("reserved", array.reserved);
  } else {
    array.count = array.reserved = 0;
    if (!json.has("reserved")) return;
    json.field("reserved", array.reserved);
    array.count = ~array.reserved;  // any other number: writing keeps a second count that differs
  }
}

/// "parent": its row, or "parent_offset": where nothing lies. One that the trees imply is left out.
inline void link_field(JsonWriter& json, std::string_view name, const Link& link) {
  if (link.row == kNoRow)
    json.field(std::string(name) + "_offset", link.offset);
  else if (link.row != kImplied)
    json.field(name, link.row);
}

inline void link_field(JsonReader& json, std::string_view name, Link& link) {
  link = {};
  if (json.has(name)) return json.field(name, link.row);
  const std::string offset_name = std::string(name) + "_offset";
  if (!json.has(offset_name)) return;
  link.row = kNoRow;
  json.field(offset_name, link.offset);
}

/// A header by its own list of fields, but for its arrays and links.
template <class AnyHeader>
struct JsonHeader : LinesOf<std::remove_const_t<AnyHeader>> {
  explicit JsonHeader(AnyHeader& h) : header(h) {}
  AnyHeader& header;
};

template <class Json>
struct HeaderIo {
  Json& json;

  template <class T>
  void field(std::string_view name, T& value) {
    if constexpr (Like<T, Link>) {
      link_field(json, name, value);
    } else if constexpr (Like<T, Array>) {
      JsonPlace<T> form{value};
      json.field(name, form);
    } else if constexpr (LeafValue<T>) {
      json.field(name, value);
    } else {
      JsonHeader<T> form(value);
      json.field(name, form);
    }
  }
};

template <class Json, class AnyHeader>
void fields(Json& json, const JsonHeader<AnyHeader>& form) {
  HeaderIo<Json> io{json};
  fields(io, form.header);
}

template <class AnyHeader>
void header_field(auto& json, std::string_view name, AnyHeader& header) {
  JsonHeader<AnyHeader> form(header);
  json.field(name, form);
}

/// A row of a table whose record has another form in JSON.
struct JsonIndexList {
  IndexList list;
};

void fields(auto& json, Like<JsonIndexList> auto& form) {
  json.table("vertices", form.list.vertices);
}

struct JsonAabbNode {
  AabbNode node;
};

void fields(auto& json, Like<JsonAabbNode> auto& form) {
  json.field("offset", form.node.offset);
  fields(json, form.node);
}

/// The `io` of tables (tables.h).
template <class Json>
struct TableIo {
  Json& json;

  void table(std::string_view name, const Array& /*place*/, auto& rows) { json.table(name, rows); }
  void table(std::string_view name, std::uint32_t /*offset*/, auto /*count*/, auto& rows) {
    json.table(name, rows);
  }
  void names(std::string_view /*offsets*/, std::string_view name, const Array& /*place*/, auto& names) {
    json.table(name, names);
  }
  void lists(std::string_view name, const auto& /*counts*/, const auto& /*offsets*/, auto& lists) {
    rows<JsonIndexList>(name, lists);
  }
  void tree(std::string_view name, const Link& /*root*/, auto& nodes) { rows<JsonAabbNode>(name, nodes); }

 private:
  template <class Form>
  void rows(std::string_view name, auto& records) {
    std::vector<Form> forms;
    if constexpr (kWrites<Json>) {
      for (const auto& record : records) forms.push_back({record});
      json.table(name, forms);
    } else {
      json.table(name, forms);
      for (Form& form : forms) {
        auto& [record] = form;
        records.push_back(std::move(record));
      }
    }
  }
};

/// A part with its tables; one without tables is as its bytes are.
template <class AnyPart>
struct JsonPart {
  struct LargeRecord;
  AnyPart& part;
  MeshShape shape;
};

template <class Json, class AnyPart>
void fields(Json& json, const JsonPart<AnyPart>& form) {
  MeshShape shape = form.shape;
  if constexpr (!kWrites<Json>) shape.wide_constraints = json.has("wide_constraints");
  if constexpr (Like<AnyPart, Aabb>) {
    HeaderIo<Json> io{json};
    fields(io, form.part.header);  // of one link
  } else {
    header_field(json, "header", form.part.header);
  }
  TableIo<Json> io{json};
  tables(io, form.part.header, form.part, shape);
}

template <class Part>
concept HasHeader = requires(Part& part) { part.header; };

template <class AnyPart>
void part_field(auto& json, std::string_view name, AnyPart& part, MeshShape shape) {
  if constexpr (HasHeader<AnyPart>) {
    JsonPart<AnyPart> form{part, shape};
    json.field(name, form);
  } else {
    json.field(name, part);
  }
}

/// The rows of an MDX, by attribute.
template <class AnyRows>
struct JsonRows {
  struct LargeRecord;
  AnyRows& rows;
  const Mesh& mesh;
  Platform platform;
};

template <class AnyRows>
void fields(auto& json, const JsonRows<AnyRows>& form) {
  for_each_attribute(
      form.mesh, form.platform, form.rows,
      [&](std::string_view name, std::int32_t, auto& values) { optional_table(json, name, values); });
  optional_bytes(json, "rest", form.rows.rest);
}

template <class AnyData>
struct JsonVertexData {
  struct LargeRecord;
  AnyData& data;
  const Mesh& mesh;
  Platform platform;
};

template <class AnyData>
void fields(auto& json, const JsonVertexData<AnyData>& form) {
  const auto rows_field = [&]<class AnyRows>(std::string_view name, AnyRows& rows) {
    JsonRows<AnyRows> rows_form{rows, form.mesh, form.platform};
    json.field(name, rows_form);
  };
  rows_field("rows", form.data.rows);
  if (has_part(json, "sentinel", form.data.sentinel)) rows_field("sentinel", *form.data.sentinel);
  optional_bytes(json, "padding", form.data.padding);
}

/// Only KotOR II has it.
template <class Json>
void optional_dirt(Json& json, auto& dirt) {
  if constexpr (kWrites<Json>) {
    if (!(dirt == MeshDirt{})) json.field("dirt", dirt);
  } else {
    if (json.has("dirt")) json.field("dirt", dirt);
  }
}

template <class AnyMesh>
struct JsonMesh {
  struct LargeRecord;
  AnyMesh& mesh;
  Platform platform;
};

template <class Json, class AnyMesh>
void fields(Json& json, const JsonMesh<AnyMesh>& form) {
  AnyMesh& mesh = form.mesh;
  header_field(json, "header", mesh.header);
  optional_dirt(json, mesh.dirt);
  json.field("tail", mesh.tail);
  json.field("vertices_offset", mesh.vertices_offset);
  const MeshShape shape = shape_of(mesh, form.platform);
  TableIo<Json> io{json};
  tables(io, mesh.header, mesh, shape);
  for_each_part(mesh, [&](std::string_view name, std::uint16_t, auto& part) {
    if (has_part(json, name, part)) part_field(json, name, *part, shape);
  });
  if (!has_part(json, "mdx", mesh.mdx)) return;
  JsonVertexData<std::remove_reference_t<decltype(*mesh.mdx)>> data{*mesh.mdx, mesh, form.platform};
  json.field("mdx", data);
}

}  // namespace mw::kotor::mdl
