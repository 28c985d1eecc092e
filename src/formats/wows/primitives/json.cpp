#include <meshwright/core/detail/json_reader.h>
#include <meshwright/core/json_text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/wows/primitives.h>
#include <algorithm>

#include "items.h"

namespace mw::wows::primitives {
namespace {

using geometry::ElementKind;
using geometry::Vertex;
using geometry::VertexLayout;

constexpr std::string_view kFormatId = "wows-primitives";
constexpr std::string_view kVertices = "vertices";

/// A vertex with the layout that says which numbers it has.
struct VertexRow {
  const VertexLayout* layout = nullptr;
  Vertex vertex;
};

void element_field(auto& json, ElementKind kind, auto& vertex) {
  const std::string_view name = name_of(kind);
  switch (kind) {
    case ElementKind::n:
      return json.field(name, vertex.normal);
    case ElementKind::t:
      return json.field(name, vertex.tangent);
    case ElementKind::b:
      return json.field(name, vertex.binormal);
    case ElementKind::uv:
      return json.field(name, vertex.uv[0]);
    case ElementKind::iii:
      return json.field(name, vertex.bones);
    case ElementKind::ww:
      return json.field(name, vertex.weights);
    case ElementKind::r:
      return json.field(name, vertex.radius);
    default:
      return json.field(name, vertex.position);
  }
}

void fields(auto& json, Like<VertexRow> auto& row) {
  for (const geometry::VertexElement& element : row.layout->elements)
    element_field(json, element.kind, row.vertex);
}

/// Members that only odd files need are left out where they say nothing.
void optional_bytes(JsonWriter& json, std::string_view name, const Bytes& bytes, bool says_something) {
  if (says_something) json.field(name, bytes);
}
void optional_bytes(JsonReader& json, std::string_view name, Bytes& bytes) {
  if (json.has(name)) json.field(name, bytes);
}

void write_content(JsonWriter& json, const VertexData& data) {
  json.field("format", data.header.format);
  const auto vertices = unpack(data);
  if (!vertices || layout_of(data)->stride != layout_called(data.header.format.view())->stride) {
    json.field("count", data.header.count);
    return json.field("data", data.bytes);
  }
  const VertexLayout layout = layout_of(data).value();
  std::vector<VertexRow> rows;
  for (const Vertex& vertex : *vertices) rows.push_back({&layout, vertex});
  json.table(kVertices, rows);
  const auto end = data.bytes.begin() + std::ptrdiff_t(rows.size() * layout.stride);
  optional_bytes(json, "rest", Bytes(end, data.bytes.end()), end != data.bytes.end());
}

void read_content(JsonReader& json, VertexData& data) {
  json.field("format", data.header.format);
  if (json.has("data")) {
    json.field("count", data.header.count);
    return json.field("data", data.bytes);
  }
  const auto layout = layout_called(data.header.format.view());
  if (json.ok() && !layout) return json.fail(to_string(layout.error()));
  if (!json.ok()) return;
  std::vector<VertexRow> rows;
  json.table(kVertices, rows, VertexRow{&*layout, {}});
  std::vector<Vertex> vertices;
  for (const VertexRow& row : rows) vertices.push_back(row.vertex);
  data.header.count = std::uint32_t(vertices.size());
  data.bytes = pack(*layout, vertices);
  Bytes rest;
  optional_bytes(json, "rest", rest);
  data.bytes.insert(data.bytes.end(), rest.begin(), rest.end());
}

void write_content(JsonWriter& json, const IndexData& data) {
  json.field("type", data.type);
  json.table("indices", data.indices);
  json.table("groups", data.groups);
  optional_bytes(json, "rest", data.rest, !data.rest.empty());
}

void read_content(JsonReader& json, IndexData& data) {
  json.field("type", data.type);
  json.table("indices", data.indices);
  json.table("groups", data.groups);
  optional_bytes(json, "rest", data.rest);
}

void write_content(JsonWriter& json, const Bytes& data) {
  json.field("data", data);
}

/// Which kind of content it is, its members tell.
void read_section(JsonReader& json, Section& section) {
  if (json.has("format"))
    read_content(json, section.content.emplace<VertexData>());
  else if (json.has("type"))
    read_content(json, section.content.emplace<IndexData>());
  else
    json.field("data", section.content.emplace<Bytes>());
}

}  // namespace

void fields(JsonWriter& json, const Section& section) {
  json.field("name", section.name);
  if (section.reserved != std::array<std::uint32_t, 4>{}) json.field("reserved", section.reserved);
  optional_bytes(json, "name_padding", section.name_padding, !is_zero(section.name_padding));
  optional_bytes(json, "padding", section.padding, !is_zero(section.padding));
  std::visit([&](const auto& content) { write_content(json, content); }, section.content);
}

void fields(JsonReader& json, Section& section) {
  json.field("name", section.name);
  if (json.has("reserved")) json.field("reserved", section.reserved);
  optional_bytes(json, "name_padding", section.name_padding);
  optional_bytes(json, "padding", section.padding);
  read_section(json, section);
}

void to_json(const File& file, JsonWriter& json) {
  json.begin_object();
  json.member("format", kFormatId);
  json.table("sections", file.sections);
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
  json.table("sections", file.sections);
  json.finish();
  if (!json.ok()) return fail(json.error());
  return file;
}

}  // namespace mw::wows::primitives
