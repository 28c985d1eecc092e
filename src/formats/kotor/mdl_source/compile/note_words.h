#pragma once

#include <cstdint>
#include <string_view>

#include "members.h"

/// What writing and following notes have in common.
namespace mw::kotor::mdl::note {

inline constexpr std::string_view kAt = "at";
inline constexpr std::string_view kReserved = "reserved";
inline constexpr std::string_view kTail = "tail";
inline constexpr std::string_view kSize = "size";
inline constexpr std::string_view kDigits = "0123456789abcdef";

/// Calls visit with a value of the type of a member's numbers.
template <class Visit>
auto with_type(Scalar scalar, const Visit& visit) {
  switch (scalar) {
    case Scalar::u8:
      return visit(std::uint8_t{});
    case Scalar::i8:
      return visit(std::int8_t{});
    case Scalar::u16:
      return visit(std::uint16_t{});
    case Scalar::i16:
      return visit(std::int16_t{});
    case Scalar::i32:
      return visit(std::int32_t{});
    case Scalar::f32:
      return visit(float{});
    default:
      return visit(std::uint32_t{});  // no member has another type
  }
}

inline std::string_view text_in(const Member& member) {
  return {reinterpret_cast<const char*>(member.data), member.size};
}

inline std::size_t text_length(const Member& member) {
  return std::min(text_in(member).find('\0'), member.size);
}

}  // namespace mw::kotor::mdl::note
