#pragma once

// Example:
//
//     #include <meshwright/core/field_of.h>
//
//     struct Edge {
//       std::uint32_t edge = 0;
//       std::uint32_t transition = 0;
//     };
//
//     constexpr void fields(auto& io, mw::Like<Edge> auto& edge) {
//       io.field("edge", edge.edge);
//       io.field("transition", edge.transition);
//     }
//
//     std::uint64_t byte_in_row(std::uint64_t row, mw::FieldOf<Edge> field) { return row * 8 + field.byte; }
//     std::uint64_t third_transition() { return byte_in_row(2, "transition"); }  // 20

#include <meshwright/core/field.h>
#include <cstdint>
#include <string_view>

namespace mw {

/// A field of a record by its name, looked up in the record's list of fields at compile time:
/// `FieldOf<Edge>("transition")`. A name outside the list does not compile. Without a name it is the whole
/// record.
template <class Record>
struct FieldOf {
  std::string_view name = {};
  std::uint64_t byte = 0;

  constexpr FieldOf() = default;
  consteval FieldOf(const char* field) : name(field), byte(field_byte<Record>(field)) {}
};

}  // namespace mw
