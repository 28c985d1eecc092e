#pragma once

#include <meshwright/formats/registry.h>

#include <string>

namespace mw::cli {

/// Finds images by a texture's name in a folder and all below it, in any case, with or without an extension.
/// Images go into a .glb and are linked from everything else. Nothing without a folder.
decltype(SceneOutputOptions::find_image) image_finder(const std::string& folder, const std::string& output);

}  // namespace mw::cli
