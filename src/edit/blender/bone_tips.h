#pragma once

#include <meshwright/scene/scene.h>

#include <glm/ext/quaternion_double.hpp>

/// Blender 3.4 writes the keys of an object below a bone in the frame of the bone's tip: a quarter turn
/// around x and, for places, the bone's length along z.
namespace mw::edit {

using namespace scene;

/// Whether a channel has the target of keys at a tip.
bool is_place_or_rotation(const Channel& channel);

/// The keys in the frame of the bone itself, with their handles. Most keys of the original decide the length
/// of the bone. `bone` is the turn from its frame to its frame in the original. Both channels can be at a tip
/// and have the same target.
Channel out_of_tip(const Channel& before, Channel after, const glm::dquat& bone = {1, 0, 0, 0});

/// The edited keys without one at 0 that only repeats the single key of the original: a glTF for Blender has
/// it there.
Channel without_repeated_key(const Channel& before, Channel after, float tolerance);

/// The edited keys of a node below a bone, converted from the frame of its tip (bone_tips.h) if more keys
/// then match the original. If y and z of all places are equal, this could be a move along z: `surely`
/// excludes that.
Channel out_of_bone(const Channel& before, const Channel& after, bool surely, float tolerance);

}  // namespace mw::edit
