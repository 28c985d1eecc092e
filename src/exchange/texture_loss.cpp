#include "texture_loss.h"

#include <fmt/format.h>
#include <meshwright/core/listing.h>
#include <meshwright/core/text.h>

namespace mw::exchange {
namespace {

std::string names_only(std::span<const std::string> names) {
  return fmt::format("{} only: {}", counted(names.size(), "texture is a name", "textures are names"),
                     listed(names));
}

}  // namespace

std::string texture_loss(std::span<const std::string> names, std::string_view searched) {
  const std::string which = names_only(names);
  if (searched.empty()) return which + "; --textures DIR tells where to look for images";
  return fmt::format("{}; --textures {} and all folders below it were searched", which,
                     escape_text(searched));
}

std::string unread_texture_loss(std::span<const std::string> names) {
  return names_only(names) + "; textures of this kind (.tpc) are not read yet";
}

}  // namespace mw::exchange
