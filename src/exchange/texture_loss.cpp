#include "texture_loss.h"

#include <fmt/format.h>
#include <meshwright/core/text.h>

#include <algorithm>

namespace mw::exchange {

std::string listed(std::span<const std::string> names) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), kMost)))
    text += (text.empty() ? "" : ", ") + escape_text(name);
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

std::string texture_loss(std::span<const std::string> names, std::string_view searched) {
  const std::string which = fmt::format(
      "{} only: {}",
      names.size() == 1 ? "1 texture is a name" : fmt::format("{} textures are names", names.size()),
      listed(names));
  if (searched.empty()) return which + "; --textures DIR tells where to look for images";
  return fmt::format("{}; --textures {} and all folders below it were searched", which,
                     escape_text(searched));
}

}  // namespace mw::exchange
