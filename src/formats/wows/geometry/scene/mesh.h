#pragma once

#include <meshwright/scene/axes.h>
#include <meshwright/scene/detail/rows.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/detail/vertex_format.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mw::wows::geometry {

/// Vertices in plain numbers. The layout says which numbers they have.
class PlainVertices {
 public:
  PlainVertices(const VertexLayout& layout, std::span<const Vertex> vertices)
      : layout_(layout), vertices_(vertices) {}

  bool has(ElementKind kind) const { return layout_.has(kind); }
  std::size_t size() const { return vertices_.size(); }
  const Vertex& operator[](std::size_t row) const { return vertices_[row]; }

  const Vec3& position(std::size_t row) const { return vertices_[row].position; }
  const Vec3& normal(std::size_t row) const { return vertices_[row].normal; }
  const Vec3& tangent(std::size_t row) const { return vertices_[row].tangent; }
  const Vec3& binormal(std::size_t row) const { return vertices_[row].binormal; }
  const Vec2& uv(std::size_t row, std::size_t set) const { return vertices_[row].uv[set]; }

 private:
  const VertexLayout& layout_;
  std::span<const Vertex> vertices_;
};

/// Vertices as a buffer holds them, decoded where they are asked for: what nearly all of them have without
/// the way over whole vertices, which takes several times as long.
class PackedVertices {
 public:
  PackedVertices(const VertexLayout& layout, ByteSpan bytes);

  bool has(ElementKind kind) const { return layout_.has(kind); }
  std::size_t size() const { return count_; }
  Vertex operator[](std::size_t row) const { return unpack_vertex(layout_, {row_at(row), layout_.stride}); }

  Vec3 position(std::size_t row) const;
  Vec3 normal(std::size_t row) const { return direction(row_at(row) + normal_); }
  Vec3 tangent(std::size_t row) const { return direction(row_at(row) + tangent_); }
  Vec3 binormal(std::size_t row) const { return direction(row_at(row) + binormal_); }
  Vec2 uv(std::size_t row, std::size_t set) const;

 private:
  const std::byte* row_at(std::size_t row) const { return first_ + row * layout_.stride; }
  Vec3 direction(const std::byte* bytes) const;

  const VertexLayout& layout_;
  const std::byte* first_;
  std::size_t count_;
  const float* units_;  // what each byte of a direction stands for
  // Bytes into a vertex; 0 for what it lacks.
  std::size_t position_ = 0;
  std::size_t normal_ = 0;
  std::size_t tangent_ = 0;
  std::size_t binormal_ = 0;
  std::array<std::size_t, 2> uv_{};
};

/// A mesh of a scene, and how the file has it.
struct SceneMesh {
  scene::Primitive primitive;
  bool z_negated = false;                  // only skinned ones may be
  std::vector<std::uint32_t> begins = {};  // if recorded: where in the indices each triangle begins
};

/// Tables of the file that indices and vertices are in, and their first rows there.
struct IndexedTables {
  std::string indices;
  std::uint32_t first_index = 0;
  std::string vertices;
  std::uint32_t first_vertex = 0;
};

/// Where the triangles are in the file that begin there.
scene::TriangleRows rows_of(const IndexedTables& tables, std::span<const std::uint32_t> indices,
                            std::span<const std::uint32_t> begins);

/// Makes the meshes of a scene, and remembers what could not be kept.
class MeshMaker {
 public:
  MeshMaker(const scene::Axes& axes, bool records_rows) : axes_(axes), records_rows_(records_rows) {}

  /// Nothing for a mesh without a triangle. A part of a mesh is told how the rest of it is stored.
  std::optional<SceneMesh> make(const PlainVertices& vertices, std::span<const std::uint32_t> indices,
                                std::optional<bool> z_negated = {});
  std::optional<SceneMesh> make(const PackedVertices& vertices, std::span<const std::uint32_t> indices);

  void list_losses(scene::Scene& scene) const;

 private:
  template <class Vertices>
  std::optional<SceneMesh> make_from(const Vertices& vertices, std::span<const std::uint32_t> indices,
                                     std::optional<bool> z_negated);
  std::vector<scene::Index> existing_triangles(std::span<const std::uint32_t> indices, std::size_t vertices,
                                               std::vector<std::uint32_t>& begins);
  template <class Vertices>
  void add_directions(scene::Primitive& p, const Vertices& vertices, const scene::Axes& axes);
  template <class Vertices>
  void add_custom(scene::Primitive& p, const Vertices& vertices);
  template <class Vertices>
  void add_binormals(scene::Primitive& p, const Vertices& vertices, const scene::Axes& axes) const;

  const scene::Axes axes_;
  const bool records_rows_;
  std::size_t skipped_ = 0;            // triangles
  std::size_t cut_ = 0;                // indices
  std::size_t without_direction_ = 0;  // normals and tangents
  std::size_t inexact_ = 0;            // ids of pieces
};

}  // namespace mw::wows::geometry
