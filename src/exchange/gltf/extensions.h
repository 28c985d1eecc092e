#pragma once

#include <string_view>

#include "input.h"

/// Extensions of glTF that other programs use.
namespace mw::exchange {

/// Whether this program reads the extension.
bool is_kept(std::string_view extension);

/// Whether the extension only affects looks, not geometry: such a file is read even if it requires the
/// extension, and the loss is reported.
bool is_about_looks(std::string_view extension);

/// The image of a texture: its own, or the one of another kind that an extension has instead.
std::optional<std::uint32_t> image_of(GltfInput& input, const JsonValue& texture, std::size_t images);

/// Nodes that are not visible (KHR_node_visibility), and those below them, are hidden.
void hide_invisible(GltfInput& input, scene::Scene& scene);

}  // namespace mw::exchange
