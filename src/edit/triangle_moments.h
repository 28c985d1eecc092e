#pragma once

#include <meshwright/edit/edits.h>

#include <array>
#include <vector>

namespace mw::edit {

/// The places of a scene's triangles, for each node those below it together. Two scenes may have the same
/// triangles at the same places, by places of nodes or by their vertices.
class TriangleMoments {
 public:
  explicit TriangleMoments(const Scene& scene);

  bool has_triangles(Index node) const { return of_nodes_[node].count() > 0; }
  /// Whether a node of this scene and one of the other show the same triangles in the same places. False for
  /// nodes without triangles.
  bool same(Index node, const TriangleMoments& other, Index node_there) const {
    return of_nodes_[node].same(other.of_nodes_[node_there]);
  }
  /// The same of all triangles together.
  bool same(const TriangleMoments& other) const { return all_.same(other.all_); }

 private:
  /// Of corners: their number, their sum, and the sum of their products.
  struct Moments {
    std::array<double, 10> numbers{};

    double count() const { return numbers[0]; }
    void add(const Vec3& corner);
    void add(const Moments& other);
    bool same(const Moments& other) const;
  };

  static void add_mesh(const scene::Mesh& mesh, const Mat4& place, Moments& sum);

  std::vector<Moments> of_nodes_;
  Moments all_;
};

}  // namespace mw::edit
