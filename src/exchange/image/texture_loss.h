#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mw::exchange {

/// Of textures without an image, in one line: which they are, and where they were looked for; `searched` is
/// empty where they were not.
std::string texture_loss(std::span<const std::string> names, std::string_view searched);
/// Names of textures whose images are of a kind that is not read yet, by their extensions.
using UnreadTextures = std::map<std::string, std::vector<std::string>>;
/// The same of these, in a line for each kind.
std::vector<std::string> unread_texture_losses(const UnreadTextures& textures);

}  // namespace mw::exchange
