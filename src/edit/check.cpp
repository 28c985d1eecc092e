#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/detail/transform.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "find.h"

namespace mw::edit {
namespace {

/// What of a mesh is not finite; empty without.
std::string_view odd_part_of(const Mesh& mesh) {
  const auto is_odd = [](const auto& v) {
    for (int k = 0; k < v.length(); ++k)
      if (!std::isfinite(v[k])) return true;
    return false;
  };
  for (const Primitive& p : mesh.primitives) {
    if (std::ranges::any_of(p.positions, is_odd)) return "a position";
    if (std::ranges::any_of(p.normals, is_odd)) return "a normal";
    for (const std::vector<glm::vec2>& uvs : p.uvs)
      if (std::ranges::any_of(uvs, is_odd)) return "a texture coordinate";
    if (std::ranges::any_of(p.weights, is_odd)) return "a weight";
  }
  return {};
}

bool has_finite_place(const Transform& place) {
  return is_finite(to_matrix(place));
}

bool has_finite_keys(const Animation& animation) {
  const auto finite = [](float number) { return std::isfinite(number); };
  return std::ranges::all_of(animation.channels, [&](const Channel& channel) {
    return std::ranges::all_of(channel.times, finite) && std::ranges::all_of(channel.values, finite);
  });
}

}  // namespace

std::optional<Error> find_excess(const Scene& edited) {
  constexpr std::size_t kMostCopies = 4'194'304;
  std::vector<bool> met(edited.meshes.size());
  std::size_t copies = 0;
  for (std::size_t i = 0; i < edited.nodes.size(); ++i) {
    const auto mesh = edited.nodes[i].mesh;
    if (!mesh) continue;
    for (const Primitive& p : edited.meshes[*mesh].primitives) copies += met[*mesh] ? p.positions.size() : 0;
    met[*mesh] = true;
    if (copies > kMostCopies)
      return Error{.field = fmt::format("nodes[{}]", i),
                   .message = fmt::format("copies of meshes have more than {} vertices", kMostCopies),
                   .code = ErrorCode::too_large};
  }
  return std::nullopt;
}

std::optional<Error> find_not_finite(const EditedScene& edits) {
  const Scene& before = edits.before;
  const Scene& after = edits.after;
  const auto refuse = [](const std::string& name, std::string_view what) {
    return Error{.field = escape_text(name), .message = fmt::format("has {} that is not finite", what)};
  };
  for (std::size_t i = 0; i < after.nodes.size(); ++i) {
    const Node& node = after.nodes[i];
    const Node* old = edits.origins[i] == kNewNode ? nullptr : &before.nodes[edits.origins[i]];
    if (!has_finite_place(node.transform) && (old == nullptr || has_finite_place(old->transform)))
      return refuse(node.name, "a place");
    const bool kept = old != nullptr && old->mesh && node.mesh && *old->mesh == *node.mesh;
    const std::string_view odd = node.mesh && !kept ? odd_part_of(after.meshes[*node.mesh]) : "";
    if (!odd.empty() && (old == nullptr || !old->mesh || odd_part_of(before.meshes[*old->mesh]).empty()))
      return refuse(node.name, odd);
  }
  if (!std::ranges::all_of(before.animations,
                           [](const auto& animation) { return has_finite_keys(animation); }))
    return std::nullopt;
  for (const Animation& animation : after.animations)
    if (!has_finite_keys(animation)) return refuse(animation.name, "a key");
  return std::nullopt;
}

}  // namespace mw::edit
