#pragma once

#include <meshwright/core/detail/path.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/wows/geometry.h>
#include <cstddef>
#include <optional>

/// The numbers in buffers, for a trace: read and written in one copy, they are told one by one.
namespace mw::wows::geometry {

/// A number, or a row of them: its bytes in the decoded buffer, and what they stand for.
struct Shown {
  FieldType type;
  ByteSpan bytes;
  ByteSpan stored;
};

/// A vertex in the numbers it stands for: directions and texture coordinates are decoded, unless plain
/// numbers would not give their bytes back.
class ShownVertex {
 public:
  explicit ShownVertex(const VertexLayout& layout) : layout_(layout), again_(layout.stride) {}

  /// `bytes` must outlive what is shown of them.
  void set(ByteSpan bytes);
  Shown show(const VertexElement& element) const;

 private:
  ByteSpan numbers_of(ElementKind kind) const;

  const VertexLayout& layout_;
  ByteSpan bytes_;
  Vertex vertex_;
  Bytes again_;  // the vertex, packed
};

/// Calls item(name, shown) for each number or row of numbers of decoded items, as far as these are whole.
/// Without a layout a vertex is one field of bytes.
inline void for_each_number(Path& path, const VertexBuffer& buffer, ByteSpan items, auto item) {
  const std::size_t stride = buffer.prototype.stride;
  if (stride == 0) return;
  const auto layout = layout_of(buffer);
  std::optional<ShownVertex> shown;
  if (layout) shown.emplace(*layout);
  PathScope scope(path, "data");
  for (std::size_t row = 0; row < items.size() / stride; ++row) {
    scope.set_row(row);
    const ByteSpan vertex = items.subspan(row * stride, stride);
    if (!shown) {
      item(std::string_view(), Shown{{Scalar::bytes, stride}, vertex, vertex});
      continue;
    }
    shown->set(vertex);
    for (const VertexElement& element : layout->elements) item(name_of(element.kind), shown->show(element));
  }
}

inline void for_each_number(Path& path, const IndexBuffer& buffer, ByteSpan items, auto item) {
  const std::size_t size = buffer.prototype.index_size;
  if (size != 2 && size != 4) return;
  PathScope scope(path, "data");
  for (std::size_t row = 0; row < items.size() / size; ++row) {
    scope.set_row(row);
    const ByteSpan index = items.subspan(row * size, size);
    item(std::string_view(), Shown{{size == 2 ? Scalar::u16 : Scalar::u32, 1}, index, index});
  }
}

/// Tells of the items in the encoded buffers, which have no bytes of their own in the file; those that cannot
/// be decoded are passed over.
void tell_encoded(const Trace& trace, const File& file, const std::vector<VertexBuffer>& rows);
void tell_encoded(const Trace& trace, const File& file, const std::vector<IndexBuffer>& rows);
template <class Row>
void tell_encoded(const Trace& /*trace*/, const File& /*file*/, const std::vector<Row>& /*rows*/) {}

}  // namespace mw::wows::geometry
