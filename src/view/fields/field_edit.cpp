// What somebody wrote becomes bytes of a field.
#include "field_edit.h"

#include <fmt/format.h>
#include <meshwright/core/detail/half.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace mw::view {
namespace {

constexpr std::string_view kBetween = " \t,;()[]";

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (auto at = text.find_first_not_of(kBetween); at != text.npos;
       at = text.find_first_not_of(kBetween, at)) {
    const auto end = std::min(text.find_first_of(kBetween, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

tl::unexpected<Error> unfit(std::string_view expected, std::string_view got) {
  return fail({.message = fmt::format("expected {}, got \"{}\"", expected, escape_text(got))});
}

template <class T>
void append_bytes(Bytes& bytes, T value) {
  const auto at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

template <class T>
Result<void> append_whole(Bytes& bytes, std::string_view word) {
  T value = 0;
  const bool is_hex = word.starts_with("0x") || word.starts_with("0X");
  const std::string_view digits = word.substr(is_hex ? 2 : 0);
  const char* end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, value, is_hex ? 16 : 10);
  if (error != std::errc() || stopped != end)
    return unfit(fmt::format("a whole number from {} to {}", std::numeric_limits<T>::min(),
                             std::numeric_limits<T>::max()),
                 word);
  append_bytes(bytes, value);
  return {};
}

/// "inf", "Infinity", "1.#INF"; not "1e39", which only becomes that.
bool says_infinite(std::string_view word) {
  return word.find_first_of("nN") != word.npos;
}

Result<void> append_real(Bytes& bytes, Scalar scalar, std::string_view word) {
  const auto value = parse_any_float(word);
  if (!value) return unfit("a number", word);
  const std::uint16_t half = float_to_half(*value);
  const bool is_half = scalar == Scalar::f16;
  const float held = is_half ? half_to_float(half) : *value;
  if (std::isinf(held) && !says_infinite(word)) {
    constexpr float kMostOfHalf = 65504;
    const float most = is_half ? kMostOfHalf : std::numeric_limits<float>::max();
    return unfit(fmt::format("a number from {} to {}", -most, most), word);
  }
  is_half ? append_bytes(bytes, half) : append_bytes(bytes, *value);
  return {};
}

Result<void> append_number(Bytes& bytes, Scalar scalar, std::string_view word) {
  switch (scalar) {
    case Scalar::u8:
      return append_whole<std::uint8_t>(bytes, word);
    case Scalar::i8:
      return append_whole<std::int8_t>(bytes, word);
    case Scalar::u16:
      return append_whole<std::uint16_t>(bytes, word);
    case Scalar::i16:
      return append_whole<std::int16_t>(bytes, word);
    case Scalar::u32:
      return append_whole<std::uint32_t>(bytes, word);
    case Scalar::i32:
      return append_whole<std::int32_t>(bytes, word);
    case Scalar::u64:
      return append_whole<std::uint64_t>(bytes, word);
    case Scalar::i64:
      return append_whole<std::int64_t>(bytes, word);
    case Scalar::f16:
    case Scalar::f32:
      return append_real(bytes, scalar, word);
    case Scalar::f64:
    case Scalar::text:
    case Scalar::bytes:
      break;
  }
  return fail({.message = fmt::format("a {} cannot be edited here", to_string(scalar))});
}

Result<Bytes> numbers_for(FieldType type, std::string_view value) {
  const auto words = words_of(value);
  if (words.size() != type.count)
    return unfit(type.count == 1 ? "a number" : fmt::format("{} numbers", type.count), value);
  Bytes bytes;
  for (const std::string_view word : words)
    if (auto done = append_number(bytes, type.scalar, word); !done) return fail(done.error());
  return bytes;
}

std::string_view without_quotes(std::string_view value) {
  return value.size() >= 2 && value.front() == '"' && value.back() == '"' ? value.substr(1, value.size() - 2)
                                                                          : value;
}

bool has_control_characters(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

/// What stood behind the end of the old text stays there.
Result<Bytes> text_for(ByteSpan old, std::string_view value) {
  const std::string_view text = without_quotes(value);
  if (has_control_characters(text)) return unfit("a text in one line", text);
  const auto end = std::ranges::find(old, std::byte(0));
  const std::size_t room = old.size() - (end == old.end() ? 0 : 1);
  if (text.size() > room)
    return fail({.message = fmt::format("has room for {} bytes, and \"{}\" has {}", room, escape_text(text),
                                        text.size())});
  Bytes bytes(old.begin(), old.end());
  std::memcpy(bytes.data(), text.data(), text.size());
  const auto old_end = std::size_t(end - old.begin());
  for (std::size_t at = text.size(); at < std::max(old_end, std::min(text.size() + 1, bytes.size())); ++at)
    bytes[at] = std::byte(0);
  return bytes;
}

}  // namespace

Result<Bytes> bytes_for(FieldType type, ByteSpan old, std::string_view value) {
  if (type.scalar == Scalar::text) return text_for(old, value);
  if (type.scalar != Scalar::bytes) return numbers_for(type, value);
  auto bytes = from_hex(value);
  if (!bytes || bytes->size() != old.size())
    return unfit(fmt::format("{} bytes in hexadecimal", old.size()), value);
  return *std::move(bytes);
}

Result<Bytes> line_with(ByteSpan line, std::string_view old_value, std::string_view value) {
  std::string untabbed(value);
  std::ranges::replace(untabbed, '\t', ' ');
  if (has_control_characters(untabbed)) return unfit("a text in one line", value);
  const std::string_view text = text_of(line);
  const auto at = text.rfind(old_value);
  if (old_value.empty() || at == text.npos) return fail({.message = "has no value of its own to edit"});
  std::string made(text.substr(0, at));
  made.append(value).append(text.substr(at + old_value.size()));
  const ByteSpan bytes = bytes_of(made);
  return Bytes(bytes.begin(), bytes.end());
}

}  // namespace mw::view
