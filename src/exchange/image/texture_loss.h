#pragma once

#include <meshwright/core/loss.h>

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mw::exchange {

/// Names the textures without an image, and advises where to search; `searched` is empty if there was no
/// search.
Loss texture_loss(std::span<const std::string> names, std::string_view searched);
/// Names of textures whose image formats are not read yet, by their extensions.
using UnreadTextures = std::map<std::string, std::vector<std::string>>;
/// One for each extension.
Losses unread_texture_losses(const UnreadTextures& textures);

}  // namespace mw::exchange
