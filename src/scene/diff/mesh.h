#pragma once

#include <span>
#include <string>

#include "report.h"

namespace mw::scene {

/// A mesh where a node shows it.
struct ShownMesh {
  const Scene& scene;
  const Mesh& mesh;
  /// For each joint of the node's skin the node that it is, in the numbers of the first scene; empty without
  /// a skin.
  std::span<const Index> joint_nodes;
};

/// Reports the differences of two meshes, corner by corner, so that joined or split vertices do not count as
/// moved.
void compare_meshes(Report& report, const std::string& where, const ShownMesh& a, const ShownMesh& b);

}  // namespace mw::scene
