#pragma once

#include <meshwright/scene/scene.h>
#include <meshwright/wows/assets_resolve.h>

#include "assets_json_forms.h"

namespace mw::wows::assets {

/// A material of the database in the scene: its textures by what they are for, everything else in extras.
scene::Material scene_material(const NameTexts& names, const MaterialUse& use, const std::string& name);

}  // namespace mw::wows::assets
