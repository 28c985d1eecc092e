#pragma once

#include <meshwright/core/math.h>
#include <meshwright/scene/scene.h>

#include <optional>
#include <span>
#include <vector>

/// The places of a scene's nodes while an animation plays, and the meshes to draw there. find_contradiction()
/// must find nothing in the scene.
namespace mw::scene {

/// Sets the target of a channel for that time, in seconds: the first key counts before it, the last key after
/// it. A channel of a custom property, or without values, moves nothing.
void apply(const Channel& channel, float time, Transform& transform);

/// The matrix of each node relative to the scene. What the animation does not move stays in rest.
std::vector<Mat4> pose(const Scene& scene, const Animation& animation, float time);

/// For each joint of a skin the matrix that takes a vertex from its bind place to its current one.
std::vector<Mat4> joint_matrices(const Skin& skin, std::span<const Mat4> pose);

/// One primitive in one place. The place of a skinned one is its joints' business: its matrix is 1.
struct DrawCall {
  Index node = 0;
  Index mesh = 0;
  Index primitive = 0;
  Mat4 matrix{1};
  std::optional<Index> material = {};
  std::optional<Index> skin = {};
};

/// All that is in the scene, parents before their children; `pose` is one matrix per node.
std::vector<DrawCall> draw_calls(const Scene& scene, std::span<const Mat4> pose);

}  // namespace mw::scene
