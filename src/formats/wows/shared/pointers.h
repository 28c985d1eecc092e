#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

/// What the files with relative pointers share.
namespace mw::wows {

/// Where a pointer of the record at `base` leads; nothing when that is before the file's start.
inline std::optional<std::uint64_t> resolve(std::uint64_t base, std::int64_t pointer) {
  const auto bits = std::uint64_t(pointer);
  if (pointer >= 0) return base + bits;
  const std::uint64_t back = 0 - bits;
  if (back > base) return std::nullopt;
  return base - back;
}

/// Whether a text has one NUL, and that at its end, as lengths that count it have it.
constexpr bool ends_with_its_nul(std::string_view text) {
  return !text.empty() && text.find('\0') == text.size() - 1;
}

}  // namespace mw::wows
