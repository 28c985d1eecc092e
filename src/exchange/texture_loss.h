#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mw::exchange {

/// Of textures without an image, in one line: which they are, and where they were looked for; `searched` is
/// empty where they were not.
std::string texture_loss(std::span<const std::string> names, std::string_view searched);
/// The same of those whose images are of a kind that is not read yet.
std::string unread_texture_loss(std::span<const std::string> names);

}  // namespace mw::exchange
