#include "buffers.h"

#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_writer.h>
#include <algorithm>

#include "forms.h"

namespace mw::wows::geometry {
namespace {

constexpr std::string_view kRaw = "raw";
constexpr std::string_view kEncoded = "encd";

/// A vertex of a buffer with the layout to read it by; without one it is only bytes.
struct VertexRow {
  const VertexLayout* layout = nullptr;
  std::size_t stride = 0;
  Bytes bytes;
};

/// Names of members must outlive the reader's path, so the hex forms are spelled out.
std::string_view hex_name(ElementKind kind) {
  constexpr std::string_view kNames[] = {"xyz_bytes", "n_bytes",  "uv_bytes", "uv2_bytes",
                                         "iii_bytes", "ww_bytes", "t_bytes",  "b_bytes",
                                         "r_bytes",   "i_bytes",  "oi_bytes"};
  return kNames[std::size_t(kind)];
}

/// The number or numbers of one element.
void element_field(auto& io, ElementKind kind, Like<Vertex> auto& vertex) {
  switch (kind) {
    case ElementKind::xyz:
      return io.field("xyz", vertex.position);
    case ElementKind::n:
      return io.field("n", vertex.normal);
    case ElementKind::uv:
      return io.field("uv", vertex.uv[0]);
    case ElementKind::uv2:
      return io.field("uv2", vertex.uv[1]);
    case ElementKind::iii:
      return io.field("iii", vertex.bones);
    case ElementKind::ww:
      return io.field("ww", vertex.weights);
    case ElementKind::t:
      return io.field("t", vertex.tangent);
    case ElementKind::b:
      return io.field("b", vertex.binormal);
    case ElementKind::r:
      return io.field("r", vertex.radius);
    case ElementKind::i:
      return io.field("i", vertex.piece);
    case ElementKind::oi:
      return io.field("oi", vertex.oi);
  }
}

ByteSpan part(ByteSpan bytes, const VertexElement& element) {
  return bytes.subspan(element.offset, element.size);
}

void write_row(JsonWriter& json, const VertexLayout* layout, ByteSpan bytes) {
  json.begin_object(JsonWriter::Rows::one_line);
  if (layout == nullptr) {
    json.member("bytes", to_hex(bytes));
    return json.end_object();
  }
  const Vertex vertex = unpack_vertex(*layout, bytes);
  Bytes again(bytes.size());
  pack_vertex(*layout, vertex, again);
  for (const VertexElement& element : layout->elements) {
    if (std::ranges::equal(part(bytes, element), part(again, element)))
      element_field(json, element.kind, vertex);
    else
      json.member(hex_name(element.kind), to_hex(part(bytes, element)));
  }
  json.end_object();
}

void read_hex(JsonReader& json, std::string_view name, std::span<std::byte> out) {
  Bytes bytes;
  json.field(name, bytes);
  if (!json.ok()) return;
  if (bytes.size() != out.size())
    return json.fail("expected " + std::to_string(out.size()) + " bytes, got " +
                     std::to_string(bytes.size()));
  std::ranges::copy(bytes, out.begin());
}

void fields(JsonReader& json, VertexRow& row) {
  row.bytes.resize(row.stride);
  if (row.layout == nullptr) return read_hex(json, "bytes", row.bytes);
  Vertex vertex;
  for (const VertexElement& element : row.layout->elements)
    if (!json.has(hex_name(element.kind))) element_field(json, element.kind, vertex);
  pack_vertex(*row.layout, vertex, row.bytes);
  for (const VertexElement& element : row.layout->elements)
    if (json.has(hex_name(element.kind)))
      read_hex(json, hex_name(element.kind), std::span(row.bytes).subspan(element.offset, element.size));
}

void write_rows(JsonWriter& json, const VertexLayout* layout, const Vertices& vertices) {
  json.key("vertices");
  json.begin_array();
  for (std::size_t row = 0; row < vertices.count; ++row) write_row(json, layout, vertices[row]);
  json.end_array();
}

std::vector<std::uint32_t> all_indices(const Indices& indices) {
  std::vector<std::uint32_t> all(indices.count);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = indices[i];
  return all;
}

/// The part of a buffer that its items do not say.
void write_remainder(JsonWriter& json, const Buffer& buffer, ByteSpan items, const Result<Buffer>& again) {
  if (buffer.encoded) {
    if (!again || again->bytes != buffer.bytes) json.field("payload", buffer.bytes);
  } else if (items.size() < buffer.bytes.size()) {
    json.field("tail", Bytes(buffer.bytes.begin() + std::ptrdiff_t(items.size()), buffer.bytes.end()));
  }
}

void write_undecoded(JsonWriter& json, const Buffer& buffer) {
  if (buffer.encoded) json.member("element_count", buffer.element_count);
  json.field(buffer.encoded ? "payload" : "bytes", buffer.bytes);
}

/// Reads a buffer that holds only what could not be decoded. False when there are items.
bool read_undecoded(JsonReader& json, std::string_view items, Buffer& buffer) {
  if (json.has(items)) return false;
  if (buffer.encoded) json.field("element_count", buffer.element_count);
  json.field(buffer.encoded ? "payload" : "bytes", buffer.bytes);
  return true;
}

bool read_encoding(JsonReader& json) {
  std::string encoding;
  json.field("encoding", encoding);
  if (json.ok() && encoding != kRaw && encoding != kEncoded)
    json.fail("encoding: expected \"raw\" or \"encd\"");
  return encoding == kEncoded;
}

/// Puts a buffer together from its items. A kept stream is used as long as it still stands for them.
void assemble(JsonReader& json, Result<Buffer> made, auto still_decodes, Buffer& buffer) {
  if (!json.ok()) return;
  if (!made) return json.fail(made.error().message);
  if (made->encoded && json.has("payload")) {
    Buffer kept = *made;
    json.field("payload", kept.bytes);
    if (still_decodes(kept)) made = std::move(kept);
  }
  if (!made->encoded && json.has("tail")) {
    Bytes tail;
    json.field("tail", tail);
    made->bytes.insert(made->bytes.end(), tail.begin(), tail.end());
  }
  buffer = *std::move(made);
}

Bytes joined(const std::vector<VertexRow>& rows, std::size_t stride) {
  Bytes bytes;
  bytes.reserve(rows.size() * stride);
  for (const VertexRow& row : rows) bytes.insert(bytes.end(), row.bytes.begin(), row.bytes.end());
  return bytes;
}

}  // namespace

void packed_text(JsonWriter& json, std::string_view name, std::string_view bytes_name,
                 const std::string& text) {
  const std::string_view shown = text_before_nul(text);
  const ByteSpan bytes = bytes_of(text);
  if (shown.size() + 1 == text.size() && is_utf8(shown))
    json.member(name, shown);
  else
    json.field(bytes_name, Bytes(bytes.begin(), bytes.end()));
}

void packed_text(JsonReader& json, std::string_view name, std::string_view bytes_name, std::string& text) {
  if (!json.has(bytes_name)) {
    json.field(name, text);
    text += '\0';
    return;
  }
  Bytes bytes;
  json.field(bytes_name, bytes);
  text = text_of(bytes);
}

void write_buffer(JsonWriter& json, const VertexBuffer& buffer, const Result<Vertices>& vertices) {
  const auto layout = layout_of(buffer);
  json.begin_object(JsonWriter::Rows::one_line);
  packed_text(json, "format", "format_bytes", buffer.format);
  json.member("stride", buffer.prototype.stride);
  json.member("is_skinned", buffer.prototype.is_skinned);
  json.member("is_bumped", buffer.prototype.is_bumped);
  json.member("encoding", buffer.data.encoded ? kEncoded : kRaw);
  if (vertices) {
    write_rows(json, layout ? &*layout : nullptr, *vertices);
    write_remainder(json, buffer.data, vertices->bytes,
                    make_vertex_data(vertices->bytes, vertices->stride, buffer.data.encoded));
  } else {
    write_undecoded(json, buffer.data);
  }
  json.end_object();
}

void fields(JsonReader& json, JsonVertexBuffer& buffer) {
  packed_text(json, "format", "format_bytes", buffer.format);
  json.field("stride", buffer.prototype.stride);
  json.field("is_skinned", buffer.prototype.is_skinned);
  json.field("is_bumped", buffer.prototype.is_bumped);
  buffer.data.encoded = read_encoding(json);
  if (!json.ok() || read_undecoded(json, "vertices", buffer.data)) return;
  const auto layout = layout_of(buffer);
  std::vector<VertexRow> rows;
  json.table("vertices", rows, VertexRow{layout ? &*layout : nullptr, buffer.prototype.stride, {}});
  const Bytes bytes = joined(rows, buffer.prototype.stride);
  const auto still_decodes = [&](const Buffer& kept) {
    const auto decoded = decode(VertexBuffer{buffer.prototype, {}, kept}, rows.size());
    return decoded && std::ranges::equal(decoded->bytes, bytes);
  };
  assemble(json, make_vertex_data(bytes, buffer.prototype.stride, buffer.data.encoded), still_decodes,
           buffer.data);
}

void write_buffer(JsonWriter& json, const IndexBuffer& buffer, const Result<Indices>& indices) {
  json.begin_object(JsonWriter::Rows::one_line);
  json.member("list_type", buffer.prototype.list_type);
  json.member("index_size", buffer.prototype.index_size);
  json.member("encoding", buffer.data.encoded ? kEncoded : kRaw);
  if (indices) {
    const std::vector<std::uint32_t> all = all_indices(*indices);
    json.table("indices", all);
    write_remainder(json, buffer.data, indices->bytes,
                    make_index_data(all, indices->index_size, buffer.data.encoded));
  } else {
    write_undecoded(json, buffer.data);
  }
  json.end_object();
}

void fields(JsonReader& json, JsonIndexBuffer& buffer) {
  json.field("list_type", buffer.prototype.list_type);
  json.field("index_size", buffer.prototype.index_size);
  buffer.data.encoded = read_encoding(json);
  if (!json.ok() || read_undecoded(json, "indices", buffer.data)) return;
  std::vector<std::uint32_t> indices;
  json.table("indices", indices);
  const auto still_decodes = [&](const Buffer& kept) {
    const auto decoded = decode(IndexBuffer{buffer.prototype, kept}, indices.size());
    return decoded && all_indices(*decoded) == indices;
  };
  assemble(json, make_index_data(indices, buffer.prototype.index_size, buffer.data.encoded), still_decodes,
           buffer.data);
}

}  // namespace mw::wows::geometry
