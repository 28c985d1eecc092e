#pragma once

#include <meshwright/core/error.h>
#include <meshwright/core/loss.h>
#include <meshwright/core/math.h>
#include <meshwright/scene/scene.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Numbers that no file should have: NaN, infinity, and numbers so large that areas and bounds computed from
/// them overflow.
namespace mw::scene {

/// Of places and texture coordinates: products of two of them, and sums of many such, stay finite.
inline constexpr float kFarthest = 1e15F;

/// "has a position that is not finite" or "has a position beyond 1e+15"; nothing if all are usable.
std::optional<std::string> problem_of(std::span<const Vec3> rows, std::string_view what);
std::optional<std::string> problem_of(std::span<const Vec2> rows, std::string_view what);

/// "has a weight that is not finite"; nothing if all are.
std::optional<std::string> problem_of_weights(const Primitive& primitive);

/// Vertices that no bone moves: each of their weights is 0 or less.
std::size_t count_weightless(const Primitive& primitive);

/// So many of them; `instead` names the replacement.
Loss tell_weightless(std::size_t count, std::string_view instead);

/// The origin of an edited scene: a node may keep invalid numbers of the node that it comes from.
struct Origins {
  const Scene& before;
  std::span<const Index> nodes;  // of `before` by those of the edited scene; kNewNode without

  /// Null for a new node.
  const Node* of(std::size_t node) const;
};

/// The first node with a rotation of length 0: "Turret: has a rotation of length 0".
std::optional<Error> find_unusable_rotation(const Scene& scene, const Origins* origins = nullptr);

/// The first node with such a number in its place, or with an invalid rotation: "Turret: has a place beyond
/// 1e+15".
std::optional<Error> find_unusable_transform(const Scene& scene, const Origins* origins = nullptr);

/// Whether a place has a scale of 0 in it, which leaves no triangle its area. Turns above and below such a
/// scale leave a little of it that is rounding.
bool flattens(const Mat4& place);

/// A mesh in such a place, and all meshes of a scene that are for showing or touching.
Loss tell_flattened(const Node& node);
Losses tell_flattened(const Scene& scene);

/// Vertices of triangles that are a corner of none. 0 for a mesh of several primitives, which may share their
/// vertices, each with some for the others.
std::size_t count_lone_vertices(const Mesh& mesh);

/// What materials of triangles show beside images, with their names, for formats that hold none of it:
/// "emission (lamp)", "second sides (leaf)", "alpha masks (leaf)". Those of walkmeshes are left out: they
/// stand for surfaces, shown in whatever way.
std::vector<std::string> shown_by_materials(const Scene& scene);

}  // namespace mw::scene
