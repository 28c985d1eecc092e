#pragma once

#include <meshwright/wows/geometry_format.h>
#include <cstdint>
#include <string_view>

#include "data.h"
#include "shared/pointers.h"

namespace mw::wows::geometry {

using wows::ends_with_its_nul;
using wows::resolve;

/// Where row `row` of a table is that the header points at; the table itself has been checked or is about to
/// be.
template <class Record>
std::uint64_t row_offset(std::int64_t table, std::size_t row) {
  return std::uint64_t(table) + std::uint64_t(row) * sizeof(Record);
}

/// "data" of "vertex_buffers.data"
constexpr std::string_view leaf_of(std::string_view name) {
  return name.substr(name.rfind('.') + 1);
}

/// The bytes of what a record's data pointer leads to.
inline std::uint64_t data_size(const Buffer& buffer) {
  return std::uint64_t(buffer.bytes.size()) + (buffer.encoded ? sizeof(EncodedHeader) : 0);
}
inline std::uint64_t data_size(const VertexBuffer& buffer) {
  return data_size(buffer.data);
}
inline std::uint64_t data_size(const IndexBuffer& buffer) {
  return data_size(buffer.data);
}
template <class Model>
  requires(Like<Model, CollisionModel> || Like<Model, ArmorModel>)
std::uint64_t data_size(const Model& model) {
  return data_byte(model, {});
}

}  // namespace mw::wows::geometry
