#pragma once

#include <meshwright/core/detail/json_reader.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/wows/geometry.h>

/// Buffers in JSON: their items decoded. The stream of an encoded buffer is kept beside them only where
/// encoding the items again does not give it, and alone where it cannot be decoded.
namespace mw::wows::geometry {

void write_buffer(JsonWriter& json, const VertexBuffer& buffer, const Result<Vertices>& vertices);
void write_buffer(JsonWriter& json, const IndexBuffer& buffer, const Result<Indices>& indices);

/// What is read back.
struct JsonVertexBuffer : VertexBuffer {};
struct JsonIndexBuffer : IndexBuffer {};

void fields(JsonReader& json, JsonVertexBuffer& buffer);
void fields(JsonReader& json, JsonIndexBuffer& buffer);

}  // namespace mw::wows::geometry
