#pragma once

#include <meshwright/scene/detail/rest.h>
#include <meshwright/scene/scene.h>

#include <optional>
#include <unordered_map>
#include <vector>

#include "lift/vertex_tree.h"

/// The vertices of a mesh by their places in the scene (lift.cpp).
namespace mw::edit {

using namespace scene;

/// A mesh of the original, moved by its node or its joints.
class PlacedMesh {
 public:
  PlacedMesh(const Scene& scene, Index node, const Mat4& place, const RestPose& rest);

  /// As in the original, except numbers that are not finite: they are 0, as in the file.
  const Mesh& local() const { return local_; }
  const Mesh& shown() const { return shown_; }

  /// The vertex that is where `p` has the one of that row, and most like it.
  std::optional<VertexOfMesh> find(const Primitive& p, std::size_t row) const;
  /// The nearest; nothing for a mesh without vertices.
  std::optional<VertexOfMesh> nearest(const Vec3& position) const { return tree_.nearest(position); }

  /// Whether the transform of a vertex turns its triangles around.
  bool is_mirrored(const VertexOfMesh& like) const;
  /// From the scene to the mesh's own space, by the inverse transform of a vertex.
  Vec3 position_back(const Vec3& position, const VertexOfMesh& like) const;
  Vec3 normal_back(const Vec3& normal, const VertexOfMesh& like) const;

 private:
  glm::dmat4 matrix_at(const VertexOfMesh& vertex) const;
  const Vec3& place_of(const VertexOfMesh& vertex) const;
  float difference(const Primitive& p, std::size_t row, const VertexOfMesh& own) const;
  void index_vertices();

  Index node_;
  Mesh local_;
  Mesh shown_;
  const RestPose& rest_;
  Mat4 place_;
  bool bent_ = false;
  float tolerance_ = 0;
  VertexTree tree_;
  std::unordered_map<std::uint64_t, std::vector<VertexOfMesh>> exact_;  // by the bits of their places
};

}  // namespace mw::edit
