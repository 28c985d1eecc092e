#pragma once

#include <meshwright/formats/registry.h>

#include <string>
#include <string_view>

namespace mw::cli {

/// Finds images by a texture's name in a folder and all below it, in any case, with or without an extension:
/// PNG, JPEG, TGA and DDS, in this order. `target` is the id of the output's format: from a .gltf and from
/// OBJ they may be linked, everything else embeds them. Nothing without a folder.
decltype(SceneOutputOptions::find_image) image_finder(const std::string& folder, const std::string& output,
                                                      std::string_view target);

}  // namespace mw::cli
