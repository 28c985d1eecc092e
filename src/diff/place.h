#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace mw {

/// A parsed field path: "nodes[3].mesh.faces[7].normal" is the shape "nodes[].mesh.faces[].normal" with the
/// rows 3 and 7.
struct FieldPlace {
  /// Rows of tables further inside stay in the shape.
  static constexpr std::size_t kDeepest = 4;

  std::string shape;
  std::array<std::uint32_t, kDeepest> rows{};
  std::array<std::uint32_t, kDeepest> table_ends{};  // where in the shape each "[]" begins
  std::size_t depth = 0;
  std::size_t start = 0;  // where the path begins: behind "companion."

  /// The table that a level is a row of: "nodes", "nodes[].mesh.faces".
  std::string_view table(std::size_t level) const {
    return std::string_view(shape).substr(start, table_ends[level] - start);
  }
  std::span<const std::uint32_t> outer(std::size_t level) const { return {rows.data(), level}; }
  std::span<const std::uint32_t> all() const { return {rows.data(), depth}; }

  /// The path again, with `label` for the row of each level.
  std::string text(const std::function<std::string(std::size_t level)>& label) const;
};

inline constexpr std::string_view kCompanionPrefix = "companion.";

/// Parses a path into a place whose memory is reused.
void parse_path(std::string_view path, bool in_companion, FieldPlace& place);

}  // namespace mw
