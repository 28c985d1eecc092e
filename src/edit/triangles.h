#pragma once

#include <array>
#include <compare>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "find.h"

/// Matches the triangles of two meshes, in any order and however vertices are shared.
namespace mw::edit {

/// A vertex of a mesh.
struct Corner {
  Index primitive = kNone;
  Index vertex = kNone;
  auto operator<=>(const Corner&) const = default;
};

struct Triangle {
  Index primitive = 0;
  std::array<Index, 3> vertices{};
  Corner corner(std::size_t k) const { return {primitive, vertices[k]}; }
};

/// Corners of an original mesh and of an edited one. glTF allows only finite numbers: others count as the 0
/// that is written for them, in positions all three.
class MeshComparison {
 public:
  MeshComparison(const MeshSide& original, const MeshSide& edited, const Tolerances& tolerances);

  const Mesh& original;
  const Mesh& edited;
  std::vector<Triangle> original_triangles;
  std::vector<Triangle> edited_triangles;
  std::vector<std::vector<std::size_t>> original_sets;  // by primitive: the UV sets that there are
  std::vector<std::vector<std::size_t>> edited_sets;

  bool same_position(Corner own, Corner other) const;
  bool same_uvs(Corner own, Corner other) const;
  bool same_normal(Corner own, Corner other) const;
  /// If a program left all other normals unchanged, it turned those of slivers on purpose.
  void look_for_turned_slivers(const std::vector<std::vector<Corner>>& partners);
  /// Whether some of them are turned far, though nothing shows that a program did it.
  bool leaves_slivers() const { return leaves_slivers_; }
  bool same_tangent(Corner own, Corner other) const;
  bool same_weights(Corner own, Corner other) const;
  bool same_colour(Corner own, Corner other) const;
  /// Everything except normals: programs turn these by themselves, so one vertex may have several.
  bool same_vertex(Corner own, Corner other) const;
  /// Null if the edited mesh has none.
  const float* custom_value(Corner other, std::string_view name) const;

  /// The vertex of a primitive of the original that is just like one of the edited mesh; kNone without.
  Index find_like(Index primitive, Corner other) const;
  /// One at its place.
  Corner at_same_place(Index primitive, Corner other) const;

 private:
  std::vector<Triangle> triangles_of(const Mesh& mesh) const;
  template <class Accept>
  Index find_at(Index primitive, Corner other, Accept accept) const;

  /// How far a normal is off what it was; nothing where there was none.
  std::optional<float> turn_of(Corner own, Corner other) const;

  Tolerances tolerances_;
  const std::vector<Index>& original_joints_;
  const std::vector<Index>& edited_joints_;
  float reach_ = 0;  // how far apart positions may be
  /// Vertices of the original, by primitive, with a triangle of nearly no area: programs that compute normals
  /// from triangles lose those.
  std::vector<std::vector<bool>> is_thin_;
  bool turns_slivers_ = true;  // the program that edited the mesh does
  bool leaves_slivers_ = false;
  /// Vertices of the original by primitive and place.
  std::vector<std::pair<std::uint64_t, Corner>> places_;  // sorted
};

struct TrianglePairs {
  std::vector<Index> partner;      // by triangle of the original; kNone without
  std::vector<std::uint8_t> turn;  // its first corner is this one of the partner's
  std::vector<bool> is_removed;    // by triangle of the original
  std::vector<Index> added;        // of the edited mesh
  std::vector<Index> removed;
  std::vector<std::vector<Corner>> vertices;  // partners of the original's vertices, by primitive
  bool torn = false;                          // partners of some vertices differ
};

TrianglePairs pair_triangles(const MeshComparison& compare, const std::vector<Index>& materials);

/// A position in glTF: one that is not finite is the origin.
Vec3 place_of(const Vec3& position);
/// Its bits.
std::array<std::uint32_t, 3> place_bits(const Vec3& position);

}  // namespace mw::edit
