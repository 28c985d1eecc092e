#pragma once

#include <meshwright/core/math.h>
#include <meshwright/kotor/mdl_format.h>
#include <meshwright/scene/scene.h>

#include <cstddef>
#include <span>
#include <vector>

/// Where the nodes of a model are while an animation plays. All values are in the file's own axes.
namespace mw::kotor::mdl {

/// An animation prepared for a model: its keys decoded and cleaned.
///
/// The `node` of a channel is a row of File::nodes. Translations are places, not differences; rotations are
/// unit quaternions and take the short way; curves are cubic. Controllers of other properties are custom.
struct Motion {
  std::vector<scene::Channel> channels;
  std::size_t strangers = 0;  // nodes of the animation that move no node of the model
  std::size_t dropped = 0;    // controllers that are not finite or reach beyond their data
  std::size_t repeated = 0;   // controllers of a property that another of the same node has moved already
  std::size_t late_keys = 0;  // keys that are not later than the one before them
  std::size_t crowded = 0;    // controllers that share their keys with too many others of their node
};
/// Nodes of the animation find the model's by their number, and among several by their name too.
Motion motion_of(const File& model, const Animation& animation);

/// For each node its matrix in the model at that time, in seconds: the first key of a property counts before
/// it, the last key after it. Nodes outside the animation stay in rest; nodes outside the tree stay at the
/// origin. An animation of another model has to be inherited first (mdl.h).
std::vector<Mat4> pose(const File& model, const Motion& motion, float time);
std::vector<Mat4> pose(const File& model, const Animation& animation, float time);
std::vector<Mat4> pose_in_rest(const File& model);

/// The positions of a mesh in the model under that pose. Those of a skin follow their bones, by weights
/// scaled to add up to 1; a vertex without weights, and every other mesh, follows its node. Empty for a row
/// that is not a mesh.
std::vector<Vec3> skinned_positions(const File& model, std::size_t row, std::span<const Mat4> pose);

}  // namespace mw::kotor::mdl
