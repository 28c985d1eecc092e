#include "texture_loss.h"

#include <fmt/format.h>
#include <meshwright/core/image_names.h>
#include <meshwright/core/listing.h>
#include <meshwright/core/text.h>

#include <vector>

namespace mw::exchange {
namespace {

std::string names_only(std::span<const std::string> names) {
  return fmt::format("{} only: {}", counted(names.size(), "texture is a name", "textures are names"),
                     listed(names));
}

}  // namespace

std::string texture_loss(std::span<const std::string> names, std::string_view searched) {
  std::vector<std::string> named(names.begin(), names.end());
  const std::size_t nameless = std::erase(named, "");
  if (nameless > 0) {
    std::string line = counted(nameless, "texture has", "textures have") + " neither a name nor an image";
    return named.empty() ? line : line + "; " + texture_loss(named, searched);
  }
  const std::string which = names_only(names);
  if (searched.empty()) return which + "; --textures DIR tells where to look for images";
  return fmt::format("{}; --textures {} and all folders below it were searched", which,
                     escape_text(searched));
}

Losses unread_texture_losses(const UnreadTextures& textures) {
  Losses lines;
  for (const auto& [extension, names] : textures)
    lines.push_back(fmt::format("{}; {}", names_only(names), tell_unread_image(extension)));
  return lines;
}

}  // namespace mw::exchange
