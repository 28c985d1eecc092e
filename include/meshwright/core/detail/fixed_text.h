#pragma once

#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mw {

/// A text field of N bytes: the text, a NUL, and leftovers of the writing program. All bytes are kept.
template <std::size_t N>
struct FixedText {
  std::array<char, N> chars{};

  constexpr FixedText() = default;
  /// Truncates a text that does not fit.
  constexpr explicit FixedText(std::string_view text) { std::ranges::copy(text.substr(0, N), chars.begin()); }

  std::string_view view() const {
    return {chars.data(), std::size_t(std::ranges::find(chars, '\0') - chars.begin())};
  }
  /// The bytes after the text: a NUL and leftovers, or nothing.
  std::string_view tail() const { return std::string_view(chars.data(), N).substr(view().size()); }
  bool has_nul() const { return view().size() < N; }
  bool operator==(const FixedText&) const = default;
};

/// The JSON forms of a text: the text; with `tail` for the bytes after it, in hex unless they are all NUL; or
/// all in hex in `bytes` if it is not UTF-8.
struct ShownText {
  std::string_view text;
  std::string tail = {};
  std::string bytes = {};
};

inline bool is_blank(std::string_view tail) {
  return tail.find_first_not_of('\0') == tail.npos;
}

inline ShownText show_text(std::string_view text, std::string_view tail) {
  ShownText shown{text};
  if (!is_blank(tail)) shown.tail = to_hex(bytes_of(tail));
  if (!is_utf8(text)) shown.bytes = to_hex(bytes_of(text)) + shown.tail;
  return shown;
}

template <std::size_t N>
struct Leaf<FixedText<N>> {
  using Component = std::uint8_t;
  static constexpr std::size_t count = N;
  static constexpr Scalar scalar = Scalar::text;
};

}  // namespace mw
