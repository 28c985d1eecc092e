#pragma once

#include <meshwright/scene/scene.h>
#include <meshwright/wows/assets_resolve.h>

#include "assets/names.h"

namespace mw::wows::assets {

/// A material of the database in the scene: its textures by what they are for, everything else in extras, its
/// properties if they are wanted.
scene::Material scene_material(const NameTexts& names, const MaterialUse& use, const std::string& name,
                               bool properties);

}  // namespace mw::wows::assets
