#pragma once

// Example:
//
//     #include <meshwright/core/fixed_text.h>
//
//     bool is_a_door(const mw::FixedText<32>& name) { return name.view().starts_with("door"); }

#include <meshwright/core/field.h>
#include <algorithm>
#include <array>
#include <string_view>

namespace mw {

/// A text field of N bytes: the text, a NUL, and whatever the writing program left behind it. All of it is
/// kept.
template <std::size_t N>
struct FixedText {
  std::array<char, N> chars{};

  constexpr FixedText() = default;
  /// Cuts what does not fit.
  constexpr explicit FixedText(std::string_view text) { std::ranges::copy(text.substr(0, N), chars.begin()); }

  std::string_view view() const {
    return {chars.data(), std::size_t(std::ranges::find(chars, '\0') - chars.begin())};
  }
  bool has_nul() const { return view().size() < N; }
  bool operator==(const FixedText&) const = default;
};

template <std::size_t N>
struct Leaf<FixedText<N>> {
  using Component = std::uint8_t;
  static constexpr std::size_t count = N;
  static constexpr Scalar scalar = Scalar::text;
};

}  // namespace mw
