#pragma once

#include <meshwright/scene/scene.h>

#include <glm/ext/quaternion_double.hpp>

/// Blender 3.4 writes the keys of an object below a bone in the frame of the bone's tip: a quarter turn
/// around x and, for places, the bone's length along z.
namespace mw::edit {

using namespace scene;

/// Whether a channel is of what keys at a tip are of.
bool is_place_or_rotation(const Channel& channel);

/// The keys in the frame of the bone itself, with their handles. How long the bone is most keys of the
/// original say. `bone` is the turn from its frame to the one that it has in the original. Both channels can
/// be at a tip and are for the same.
Channel out_of_tip(const Channel& before, Channel after, const glm::dquat& bone = {1, 0, 0, 0});

/// The edited keys without one at 0 that only repeats the single key of the original: a glTF for Blender has
/// it there.
Channel without_repeated_key(const Channel& before, Channel after, float tolerance);

/// The edited keys of a node below a bone, out of the frame of its tip (bone_tips.h) where more keys are
/// those of the original then. Where y and z of all places are one this could be a move along z: `surely`
/// says that it is none.
Channel out_of_bone(const Channel& before, const Channel& after, bool surely, float tolerance);

}  // namespace mw::edit
