#include <fmt/format.h>

#include "validate.h"

namespace mw::wows::geometry {
namespace {

constexpr std::uint8_t kVertexCodec = 0xA0;
constexpr std::uint8_t kIndexCodec = 0xE0;

void check_flag(Check& check, const FindingKind& code, Place place, std::uint8_t flag, bool expected,
                std::string_view element) {
  if (flag == (expected ? 1 : 0)) return;
  const std::string fact = fmt::format("{} {}", expected ? "has" : "lacks", element);
  check.add(code, std::move(place), int(flag), fact);
}

void check_format(Check& check, std::size_t row) {
  const VertexBuffer& buffer = check.file.vertex_buffers[row];
  const auto layout = parse_vertex_format(text_before_nul(buffer.format));
  if (!layout) return check.add(finding::FORMAT_UNKNOWN, check.format(row), layout.error().message);
  const VertexPrototype& prototype = buffer.prototype;
  if (layout->stride != prototype.stride)
    check.add(finding::STRIDE_MISMATCH, check.vertex_buffer(row, "stride"), prototype.stride,
              text_before_nul(buffer.format), layout->stride);
  check_flag(check, finding::SKINNED_FLAG_MISMATCH, check.vertex_buffer(row, "is_skinned"),
             prototype.is_skinned, layout->has(ElementKind::iii), "iiiww");
  check_flag(check, finding::BUMPED_FLAG_MISMATCH, check.vertex_buffer(row, "is_bumped"), prototype.is_bumped,
             layout->has(ElementKind::t), "tb");
}

/// True when decoding is worth trying.
bool check_stream(Check& check, const Place& data, const Place& element_count, const Buffer& buffer,
                  std::uint64_t mapped, std::uint8_t codec) {
  const bool same = buffer.element_count == mapped;
  if (!same) check.add(finding::ENCODED_COUNT_MISMATCH, element_count, buffer.element_count, mapped);
  if (buffer.bytes.empty() || buffer.bytes[0] == std::byte(codec)) return same;
  const std::string got = fmt::format("{:#04x}", std::to_integer<unsigned>(buffer.bytes[0]));
  check.add(finding::CODEC_VERSION_UNKNOWN, payload(data), got, fmt::format("{:#04x}", codec));
  return same;
}

void check_whole(Check& check, Place place, const Buffer& data, std::size_t item) {
  if (item != 0 && data.bytes.size() % item != 0)
    check.add(finding::BUFFER_SIZE_NOT_WHOLE, std::move(place), data.bytes.size(), item);
}

void check_vertex_data(Check& check, std::size_t row) {
  const VertexBuffer& buffer = check.file.vertex_buffers[row];
  const Place place = check.vertex_data(row);
  if (!buffer.data.encoded) return check_whole(check, place, buffer.data, buffer.prototype.stride);
  const std::uint64_t mapped = mapped_items(check.file.vertex_mappings, row);
  if (check_stream(check, place, check.vertex_data(row, "element_count"), buffer.data, mapped,
                   kVertexCodec) &&
      !check.decoded.vertices[row])
    check.add(finding::STREAM_NOT_DECODABLE, payload(place), check.decoded.vertices[row].error().message);
}

void check_index_data(Check& check, std::size_t row) {
  const IndexBuffer& buffer = check.file.index_buffers[row];
  const IndexPrototype& prototype = buffer.prototype;
  if (prototype.index_size != 2 && prototype.index_size != 4)
    return check.add(finding::INDEX_SIZE_UNKNOWN, check.index_buffer(row, "index_size"), prototype.index_size,
                     prototype.list_type);
  const ListType expected = prototype.index_size == 2 ? ListType::list16 : ListType::list32;
  if (prototype.list_type != std::uint16_t(expected))
    check.add(finding::LIST_TYPE_MISMATCH, check.index_buffer(row, "list_type"), prototype.list_type,
              prototype.index_size);
  const Place place = check.index_data(row);
  if (!buffer.data.encoded) return check_whole(check, place, buffer.data, prototype.index_size);
  const std::uint64_t mapped = mapped_items(check.file.index_mappings, row);
  if (check_stream(check, place, check.index_data(row, "element_count"), buffer.data, mapped, kIndexCodec) &&
      !check.decoded.indices[row])
    check.add(finding::STREAM_NOT_DECODABLE, payload(place), check.decoded.indices[row].error().message);
}

}  // namespace

void check_buffers(Check& check) {
  for (std::size_t row = 0; row < check.file.vertex_buffers.size(); ++row) {
    check_format(check, row);
    check_vertex_data(check, row);
  }
  for (std::size_t row = 0; row < check.file.index_buffers.size(); ++row) check_index_data(check, row);
}

}  // namespace mw::wows::geometry
