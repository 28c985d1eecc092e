#pragma once

#include <meshwright/wows/geometry_scene.h>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a drawn mesh of a scene becomes in a .geometry, and why it may not.
namespace mw::wows::geometry {

/// Bones are stored as three times their slot, in one byte.
inline constexpr float kMostSlot = 85;

/// Vertices whose bones are others than those of the skin.
struct OtherBones {
  std::size_t cut = 0;         // more than three
  std::size_t weightless = 0;  // none
};

/// The values of a custom attribute; null where it is missing.
const std::vector<float>* column(const scene::Primitive& primitive, std::string_view name);

/// Joints and weights of a skin as the columns BONE_0 to BONE_2 and WEIGHT_0 to WEIGHT_2, the heaviest first.
/// The lightest of more than three are left out; where all weights are 0 the first of the skin has it all.
/// Adds to `others` how many vertices that are.
void bones_from_joints(scene::Primitive& primitive, OtherBones& others);

/// A line for the losses about each kind of them that there is.
void tell_other_bones(const OtherBones& others, Losses& losses);

/// What becomes of texture coordinates that a mesh lacks, or that 16 bits hold too coarsely.
struct UvLosses {
  std::vector<std::string> without = {};  // names of nodes
  std::size_t coarse = 0;                 // coordinates
  float most = 0;                         // that one of them moves

  void note(const std::string& name, const scene::Primitive& primitive, const VertexLayout& layout);
  void tell(Losses& losses) const;
};

/// Why a vertex of a .geometry cannot hold these numbers; nothing when it can.
std::optional<std::string> problem_of(const scene::Primitive& primitive);

/// The format that a mesh gets, and what it has no place for.
struct ChosenFormat {
  std::string name;
  Losses losses = {};
};

/// The wanted one; otherwise the one that the node says it had, if it suits; otherwise by the attributes.
Result<ChosenFormat> choose_format(const scene::Node& node, const scene::Primitive& primitive,
                                   const std::string& wanted);

}  // namespace mw::wows::geometry
