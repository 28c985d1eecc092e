#pragma once

#include <meshwright/core/json_reader.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/wows/geometry.h>

/// Buffers in JSON: their items decoded. The stream of an encoded buffer is kept beside them only where
/// encoding the items again does not give it, and alone where it cannot be decoded.
namespace mw::wows::geometry {

void write_vertex_buffer(JsonWriter& json, const VertexBuffer& buffer, const Result<Vertices>& vertices);
void write_index_buffer(JsonWriter& json, const IndexBuffer& buffer, const Result<Indices>& indices);

void fields(JsonReader& json, VertexBuffer& buffer);
void fields(JsonReader& json, IndexBuffer& buffer);

/// A text with its NUL: the plain text where that is all it holds, else its bytes.
void write_packed_text(JsonWriter& json, std::string_view name, std::string_view bytes_name,
                       const std::string& text);
void read_packed_text(JsonReader& json, std::string_view name, std::string_view bytes_name,
                      std::string& text);

}  // namespace mw::wows::geometry
