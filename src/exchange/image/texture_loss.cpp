#include "texture_loss.h"

#include <fmt/format.h>
#include <meshwright/core/detail/image_names.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/exchange/gltf.h>

#include <vector>

#include "losses.h"

namespace mw::exchange {
namespace {

std::string names_counted(std::span<const std::string> names) {
  return counted(names.size(), "texture is a name", "textures are names");
}

}  // namespace

std::span<const FindingKind> loss_kinds() {
  return loss::kKinds;
}

Loss texture_loss(std::span<const std::string> names, std::string_view searched) {
  std::vector<std::string> named(names.begin(), names.end());
  const std::size_t nameless = std::erase(named, "");
  const Loss unnamed(loss::TEXTURE_NAMELESS, "", counted(nameless, "texture has", "textures have"));
  if (named.empty()) return unnamed;
  return Loss(loss::TEXTURE_NOT_FOUND, named.size() == 1 ? named[0] : "",
              nameless > 0 ? unnamed.message + "; " : "", names_counted(named), listed(named))
      .advise(searched.empty() ? "; --textures DIR tells where to look for images"
                               : fmt::format("; --textures {} and all folders below it were searched",
                                             escape_text(searched)));
}

Losses unread_texture_losses(const UnreadTextures& textures) {
  Losses lines;
  for (const auto& [extension, names] : textures)
    lines.add(loss::TEXTURE_FORMAT_UNREAD, names.size() == 1 ? names[0] : "", names_counted(names),
              listed(names), tell_unread_image(extension));
  return lines;
}

}  // namespace mw::exchange
