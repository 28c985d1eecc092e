#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <cstring>

#include "parts.h"
#include "shared/aabb_plane.h"

namespace mw::kotor::walkmesh::ascii {
namespace {

/// By its bits: -0 is a value of its own.
bool is_zero(const Vec3& v) {
  const Vec3 zero(0);
  return std::memcmp(&v, &zero, sizeof v) == 0;
}

Node mesh_node(const File& file, const DecompileOptions& options) {
  Node node{.kind = options.dialect, .name = options.name, .position = file.header.position};
  if (options.state) node.name += fmt::format("_wg_{}", kDoorStates[std::size_t(*options.state)]);
  if (node.kind == NodeKind::trimesh) node.parent = options.name;
  node.orientation = Vec4(0, 0, 0, 1);
  node.vertices = file.vertices;
  for (std::size_t row = 0; row < file.faces.size(); ++row)
    node.faces.push_back({.corners = file.faces[row], .material = file.materials[row]});
  for (const Edge& edge : file.edges)
    if (edge.transition != kNoTransition) node.links.push_back({edge.edge, edge.transition});
  return node;
}

/// The box that the games grow to this one; a line or plane where there is no room for that.
BoxRow shrunk(const AabbNode& node) {
  BoxRow box{
      .min = node.box_min + kWalkmeshBoxGrowth, .max = node.box_max - kWalkmeshBoxGrowth, .face = node.face};
  for (int axis = 0; axis < 3; ++axis)
    if (box.min[axis] > box.max[axis])
      box.min[axis] = box.max[axis] = (node.box_min[axis] + node.box_max[axis]) / 2;
  return box;
}

/// Only the dialect of the games has boxes.
std::vector<BoxRow> boxes_of(const File& file) {
  std::vector<BoxRow> boxes;
  for (const AabbNode& node : file.aabb) boxes.push_back(shrunk(node));
  return is_tree(boxes, file.faces.size()) ? boxes : std::vector<BoxRow>();
}

}  // namespace

std::optional<DoorState> state_named(std::string_view name) {
  const std::string small = lower_case(name);
  for (std::size_t state = 0; state < kDoorStates.size(); ++state)
    if (small.ends_with(fmt::format("_wg_{}", kDoorStates[state]))) return DoorState(state);
  return std::nullopt;
}

std::string hook_name(std::string_view file, const Hook& hook) {
  const std::string_view before = hook.absolute ? "_absolute" : "";
  if (hook.state)
    return fmt::format("{}{}_{}_0{}", file, before, kDoorStates[std::size_t(*hook.state)], hook.number + 1);
  return fmt::format("{}{}_use0{}", file, before, hook.number + 1);
}

std::optional<Hook> hook_named(std::string_view name) {
  std::string small = lower_case(name);
  Hook hook;
  if (!small.ends_with("01") && !small.ends_with("02")) return std::nullopt;
  hook.number = small.ends_with("02") ? 1 : 0;
  small.resize(small.size() - 2);
  const auto take = [&](std::string_view end) {
    if (!small.ends_with(end)) return false;
    small.resize(small.size() - end.size());
    return true;
  };
  bool known = take("use");
  for (std::size_t state = 0; state < kDoorStates.size() && !known; ++state) {
    known = take(fmt::format("{}_", kDoorStates[state]));
    if (known) hook.state = DoorState(state);
  }
  if (!known) return std::nullopt;
  hook.absolute = small.ends_with("absolute_");
  return hook;
}

Text decompile(const File& file, const DecompileOptions& options) {
  Text text;
  text.nodes.push_back(mesh_node(file, options));
  if (options.dialect == NodeKind::aabb) text.nodes[0].boxes = boxes_of(file);
  const bool object = file.header.type == std::uint32_t(Type::object);
  for (const bool absolute : {false, true}) {
    const std::array<Vec3, 2>& places = absolute ? file.header.absolute_use : file.header.relative_use;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (is_zero(places[i]) && (absolute || !object)) continue;
      text.nodes.push_back({.kind = NodeKind::dummy,
                            .name = hook_name(options.name, {options.state, absolute, i}),
                            .parent = options.name,
                            .position = places[i]});
    }
  }
  return text;
}

}  // namespace mw::kotor::walkmesh::ascii
