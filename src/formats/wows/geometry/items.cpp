#include "items.h"

#include <algorithm>

#include "places.h"

namespace mw::wows::geometry {
namespace {

template <class Row, class Items>
void tell(const Trace& trace, std::string_view table, std::int64_t pointer, std::size_t row,
          const Row& buffer, const Result<Items>& items) {
  const auto data = resolve(row_offset<RecordOf<Row>>(pointer, row), buffer.prototype.data_pointer);
  if (!buffer.data.encoded || !items || !data) return;
  Path path;
  PathScope scope(path, table);
  scope.set_row(row);
  for_each_number(path, buffer, items->bytes, [&](std::string_view name, const Shown& shown) {
    trace({*data + sizeof(EncodedHeader), shown.bytes, path.text(name), shown.type, 0});
  });
}

}  // namespace

void ShownVertex::set(ByteSpan bytes) {
  bytes_ = bytes;
  vertex_ = unpack_vertex(layout_, bytes);
  pack_vertex(layout_, vertex_, again_);
}

/// Empty for elements that are shown as they are stored.
ByteSpan ShownVertex::numbers_of(ElementKind kind) const {
  const auto bytes = [](const auto& value) { return std::as_bytes(std::span(&value, 1)); };
  switch (kind) {
    case ElementKind::n:
      return bytes(vertex_.normal);
    case ElementKind::t:
      return bytes(vertex_.tangent);
    case ElementKind::b:
      return bytes(vertex_.binormal);
    case ElementKind::uv:
      return layout_.set == 3 ? bytes(vertex_.uv[0]) : ByteSpan();
    case ElementKind::uv2:
      return layout_.set == 3 ? bytes(vertex_.uv[1]) : ByteSpan();
    default:
      return {};
  }
}

Shown ShownVertex::show(const VertexElement& element) const {
  const ByteSpan stored = bytes_.subspan(element.offset, element.size);
  const ByteSpan numbers = numbers_of(element.kind);
  if (numbers.empty() || !std::ranges::equal(stored, ByteSpan(again_).subspan(element.offset, element.size)))
    return {element.type, stored, stored};
  return {{Scalar::f32, numbers.size() / sizeof(float)}, numbers, stored};
}

void tell_encoded(const Trace& trace, const File& file, const std::vector<VertexBuffer>& rows) {
  for (std::size_t row = 0; row < rows.size(); ++row)
    tell(trace, "vertex_buffers", file.header.vertex_buffer_pointer, row, rows[row],
         decode(rows[row], mapped_items(file.vertex_mappings, row)));
}

void tell_encoded(const Trace& trace, const File& file, const std::vector<IndexBuffer>& rows) {
  for (std::size_t row = 0; row < rows.size(); ++row)
    tell(trace, "index_buffers", file.header.index_buffer_pointer, row, rows[row],
         decode(rows[row], mapped_items(file.index_mappings, row)));
}

}  // namespace mw::wows::geometry
