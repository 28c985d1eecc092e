#pragma once

#include <meshwright/wows/geometry_make.h>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// What a drawn mesh of a scene becomes in a .geometry, and why it may not.
namespace mw::wows::geometry {

/// Bones are stored as three times their slot, in one byte.
inline constexpr float kMostSlot = 85;

/// Joints and weights of a skin as the columns BONE_0 to BONE_2 and WEIGHT_0 to WEIGHT_2, the heaviest first.
/// Gives the number of vertices that had more than three bones, whose lightest are left out.
std::size_t bones_from_joints(scene::Primitive& primitive);

/// Why a vertex of a .geometry cannot hold these numbers; nothing when it can.
std::optional<std::string> problem_of(const scene::Primitive& primitive);

/// The format that a mesh gets, and what it has no place for.
struct ChosenFormat {
  std::string name;
  std::vector<std::string> losses = {};
};

/// The wanted one; otherwise the one that the node says it had, if it suits; otherwise by the attributes.
Result<ChosenFormat> choose_format(const scene::Node& node, const scene::Primitive& primitive,
                                   const std::string& wanted);

}  // namespace mw::wows::geometry
