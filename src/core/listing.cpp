#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>

#include <algorithm>

namespace mw {

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string listed(std::span<const std::string> names) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), kMost)))
    text += (text.empty() ? "" : ", ") + escape_text(name);
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

}  // namespace mw
