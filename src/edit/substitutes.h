#pragma once

#include <optional>
#include <vector>

#include "lift/vertex_tree.h"
#include "triangles.h"

namespace mw::edit {

/// Vertices of the original that give new ones the data that the edited mesh lacks: further UV sets, weights,
/// colours, tangents, attributes of one format.
class Substitutes {
 public:
  explicit Substitutes(const MeshComparison& compare);

  /// Whether a primitive of the edited mesh lacks data of the original.
  bool are_needed(Index edited_primitive) const { return needed_[edited_primitive]; }
  /// One at the place of a vertex of the edited mesh, in that primitive of the original if it is one of it,
  /// or the nearest of all.
  Corner find(Index primitive, Corner other);

 private:
  const MeshComparison& compare_;
  std::vector<bool> needed_;
  std::optional<VertexTree> tree_;  // of the original; made on first use
};

}  // namespace mw::edit
