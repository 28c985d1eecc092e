#pragma once

#include <meshwright/core/path.h>
#include <meshwright/wows/geometry.h>
#include <cstddef>

/// The numbers in plain buffers, for a trace: read and written in one copy, they are told one by one.
namespace mw::wows::geometry {

/// Calls item(name, type) for each number or row of numbers of the buffer's items, as far as these are whole.
/// Without a layout a vertex is one field of bytes.
inline void for_each_number(Path& path, const VertexBuffer& buffer, auto item) {
  const std::size_t stride = buffer.prototype.stride;
  if (stride == 0) return;
  const auto layout = layout_of(buffer);
  PathScope scope(path, "data");
  for (std::size_t row = 0; row < buffer.data.bytes.size() / stride; ++row) {
    scope.set_row(row);
    if (layout)
      for (const VertexElement& element : layout->elements) item(name_of(element.kind), element.type);
    else
      item(std::string_view(), FieldType{Scalar::bytes, stride});
  }
}

inline void for_each_number(Path& path, const IndexBuffer& buffer, auto item) {
  const std::size_t size = buffer.prototype.index_size;
  if (size != 2 && size != 4) return;
  PathScope scope(path, "data");
  for (std::size_t row = 0; row < buffer.data.bytes.size() / size; ++row) {
    scope.set_row(row);
    item(std::string_view(), FieldType{size == 2 ? Scalar::u16 : Scalar::u32, 1});
  }
}

}  // namespace mw::wows::geometry
