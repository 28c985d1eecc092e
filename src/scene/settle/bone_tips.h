#pragma once

#include <meshwright/scene/scene.h>

#include <glm/ext/quaternion_double.hpp>

/// Blender 3.4 writes the keys of an object below a bone in the frame of the bone's tip: a quarter turn
/// around x and, for places, the bone's length along z.
namespace mw::scene {

/// Whether a channel is of what keys at a tip are of.
bool is_place_or_rotation(const Channel& channel);

/// The keys in the frame of the bone itself, with their handles. How long the bone is most keys of the
/// original say. `bone` is the turn from its frame to the one that it has in the original. Both channels can
/// be at a tip and are for the same.
Channel out_of_tip(const Channel& before, Channel after, const glm::dquat& bone = {1, 0, 0, 0});

}  // namespace mw::scene
