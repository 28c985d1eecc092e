#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mw::exchange {

/// A line that names the textures without an image, and the searched places; `searched` is empty if there was
/// no search.
std::string texture_loss(std::span<const std::string> names, std::string_view searched);
/// Names of textures whose image formats are not read yet, by their extensions.
using UnreadTextures = std::map<std::string, std::vector<std::string>>;
/// The same of these, in a line for each kind.
Losses unread_texture_losses(const UnreadTextures& textures);

}  // namespace mw::exchange
