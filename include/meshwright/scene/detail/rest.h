#pragma once

#include <meshwright/core/math.h>
#include <meshwright/scene/scene.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace mw::scene {

/// The effect of its bones on a vertex; one without weights follows the first. There is at least one.
glm::dmat4 bend_of(const Primitive& p, std::size_t vertex, const std::vector<glm::dmat4>& bones);

/// Whether the bones leave all vertices in place, within a ten thousandth of the mesh's size.
bool is_at_rest(const Mesh& mesh, const std::vector<glm::dmat4>& bones);

/// Where the joints of skins have vertices while nothing moves. The scene stays and is free of
/// contradictions.
class RestPose {
 public:
  explicit RestPose(const Scene& scene);

  /// The mesh of a node with a skin in the scene's own space, whatever the place of the node. Nothing if its
  /// vertices are there already, within a ten thousandth of the mesh's size (the effect of rounding in
  /// inverse binds); and for a node without a mesh, a skin or joints.
  std::optional<Mesh> mesh_of(Index node) const;

  /// What its joints do to one vertex of such a node's mesh.
  glm::dmat4 bend_at(Index node, Index primitive, Index vertex) const;

 private:
  std::vector<glm::dmat4> bones_of(const Skin& skin) const;

  const Scene& scene_;
  std::vector<glm::dmat4> places_;              // of nodes
  std::vector<std::vector<glm::dmat4>> bones_;  // of skins
};

/// Moves vertices of skins to the places of their joints in rest: their nodes' places then have no effect.
/// Weights stay, and inverse binds become those of this pose. Vertices already in place keep every bit.
void bring_skins_to_rest(Scene& scene);

}  // namespace mw::scene
