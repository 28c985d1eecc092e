#pragma once

#include <meshwright/core/detail/field.h>
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
