#pragma once

#include <meshwright/scene/axes.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/vertex_format.h>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mw::wows::geometry {

/// Makes the meshes of a scene from vertices in plain numbers, and remembers what could not be kept.
class MeshMaker {
 public:
  explicit MeshMaker(const scene::Axes& axes) : axes_(axes) {}

  /// Nothing for a mesh without a triangle. The layout says which numbers the vertices have.
  std::optional<scene::Primitive> make(const VertexLayout& layout, std::span<const Vertex> vertices,
                                       std::span<const std::uint32_t> indices);

  void list_losses(scene::Scene& scene) const;

 private:
  std::vector<scene::Index> existing_triangles(std::span<const std::uint32_t> indices, std::size_t vertices);
  void turn(std::vector<scene::Index>& corners, bool agreed) const;
  void add_directions(scene::Primitive& p, const VertexLayout& layout, std::span<const Vertex> vertices);
  void add_custom(scene::Primitive& p, const VertexLayout& layout, std::span<const Vertex> vertices);

  const scene::Axes axes_;
  std::size_t skipped_ = 0;            // triangles
  std::size_t cut_ = 0;                // indices
  std::size_t without_direction_ = 0;  // normals and tangents
  std::size_t inexact_ = 0;            // ids of pieces
};

}  // namespace mw::wows::geometry
