#pragma once

#include <string_view>

#include "input.h"

/// Extensions of glTF that other programs use.
namespace mw::exchange {

/// Whether this program reads what the extension says.
bool is_kept(std::string_view extension);

/// Whether the geometry is what it is without the extension, which only says how it looks: such a file is
/// read even if it requires the extension, and what is not kept is told.
bool is_about_looks(std::string_view extension);

/// The image of a texture: its own, or the one of another kind that an extension has instead.
std::optional<std::uint32_t> image_of(GltfInput& input, const JsonValue& texture, std::size_t images);

/// Nodes that are not visible (KHR_node_visibility), and what hangs on them, are hidden.
void hide_invisible(GltfInput& input, scene::Scene& scene);

}  // namespace mw::exchange
