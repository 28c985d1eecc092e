#pragma once

// Example:
//
//     #include <meshwright/edit/blender.h>
//     #include <meshwright/edit/edits.h>
//
//     mw::edit::EditedScene edits_in_blender(const mw::scene::Scene& original, const mw::scene::Scene&
//     edited) {
//       const auto turned_back = mw::edit::with_bones_turned_back(original, edited);
//       return mw::edit::find_edits(original, turned_back ? *turned_back : edited);
//     }

#include <meshwright/scene/scene.h>

#include <optional>
#include <string_view>

/// What Blender does to a scene by itself.
namespace mw::edit {

/// The edited scene with bones that point where those of the original do, when most of its bones, or several
/// by quarter turns, are turned where they are: Blender's import does so unless it is told not to (Bone Dir),
/// and its export says so in inverse binds. What hangs on a bone stays where it was, at all times. Nothing
/// when the bones are as they were.
std::optional<scene::Scene> with_bones_turned_back(const scene::Scene& original, const scene::Scene& edited);

/// "torso.001" -> "torso": Blender numbers what would have one name, and "torso.1" is how glTF is written
/// here.
std::string_view without_number(std::string_view name);

}  // namespace mw::edit
