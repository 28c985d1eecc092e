#include <fmt/format.h>
#include <meshwright/core/detail/field_value.h>
#include <meshwright/core/detail/half.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <cstring>

namespace mw {
namespace {

template <class T>
T component(const TracedField& field, std::size_t index) {
  T value{};
  std::memcpy(&value, field.bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

/// Calls use(value) with one component as the number it is.
template <class Use>
auto with_component(const TracedField& field, std::size_t i, Use use) {
  switch (field.type.scalar) {
    case Scalar::u8:
    case Scalar::text:
    case Scalar::bytes:
      return use(std::uint64_t(component<std::uint8_t>(field, i)));
    case Scalar::i8:
      return use(std::int64_t(component<std::int8_t>(field, i)));
    case Scalar::u16:
      return use(std::uint64_t(component<std::uint16_t>(field, i)));
    case Scalar::i16:
      return use(std::int64_t(component<std::int16_t>(field, i)));
    case Scalar::u32:
      return use(std::uint64_t(component<std::uint32_t>(field, i)));
    case Scalar::i32:
      return use(std::int64_t(component<std::int32_t>(field, i)));
    case Scalar::u64:
      return use(component<std::uint64_t>(field, i));
    case Scalar::i64:
      return use(component<std::int64_t>(field, i));
    case Scalar::f16:
      return use(half_to_float(component<std::uint16_t>(field, i)));
    case Scalar::f64:
      return use(component<double>(field, i));
    case Scalar::f32:
      break;
  }
  return use(component<float>(field, i));
}

JsonValue to_value(std::uint64_t value) {
  return value;
}
JsonValue to_value(std::int64_t value) {
  return value;
}
JsonValue to_value(float value) {
  return value;
}
JsonValue to_value(double value) {
  return JsonReal{value, float(value)};
}

void append_text(std::string& text, std::integral auto value) {
  const fmt::format_int digits(value);
  text.append(digits.data(), digits.size());
}
void append_text(std::string& text, std::floating_point auto value) {
  append_float(text, value);
}

std::string_view up_to_nul(ByteSpan bytes) {
  const std::string_view text = text_of(bytes);
  return text.substr(0, text.find('\0'));
}

std::string bytes_text(ByteSpan bytes) {
  constexpr std::size_t kShown = 32;
  const ByteSpan shown = bytes.first(std::min(bytes.size(), kShown));
  const bool printable = std::ranges::all_of(
      shown, [](std::byte byte) { return byte >= std::byte(0x20) && byte < std::byte(0x7F); });
  const std::string more = bytes.size() > kShown ? fmt::format(" … ({} bytes)", bytes.size()) : "";
  return (printable ? '"' + std::string(text_of(shown)) + '"' : to_hex(shown)) + more;
}

}  // namespace

JsonValue field_value(const TracedField& field) {
  if (field.type.scalar == Scalar::bytes) return to_hex(field.bytes);
  if (field.type.scalar == Scalar::text) return up_to_nul(field.bytes);
  const auto value_at = [&](std::size_t i) {
    return with_component(field, i, [](auto value) { return to_value(value); });
  };
  if (field.type.count == 1) return value_at(0);
  JsonArray values;
  for (std::size_t i = 0; i < field.type.count; ++i) values.push_back(value_at(i));
  return values;
}

std::string field_value_text(const TracedField& field) {
  if (field.type.scalar == Scalar::bytes) return bytes_text(field.bytes);
  if (field.type.scalar == Scalar::text) return '"' + escape_text(up_to_nul(field.bytes)) + '"';
  std::string text;
  const auto add = [&](std::size_t i) {
    with_component(field, i, [&](auto value) { append_text(text, value); });
  };
  if (field.type.count == 1) {
    add(0);
    return text;
  }
  constexpr std::size_t kNumber = 12;  // characters at most, with separators
  text.reserve(kNumber * field.type.count);
  text += '(';
  for (std::size_t i = 0; i < field.type.count; ++i) {
    if (i > 0) text += ", ";
    add(i);
  }
  return text += ')';
}

}  // namespace mw
