#include <meshwright/geometry/detail/box.h>
#include <meshwright/scene/detail/rest.h>
#include <meshwright/scene/scene.h>

#include <glm/gtc/matrix_transform.hpp>

namespace mw::scene {

Index add_node(Scene& scene, Node node, std::optional<Index> parent) {
  const auto index = Index(scene.nodes.size());
  scene.nodes.push_back(std::move(node));
  (parent ? scene.nodes[*parent].children : scene.roots).push_back(index);
  return index;
}

Totals totals(const Scene& scene) {
  Totals sum{.nodes = scene.nodes.size(), .meshes = scene.meshes.size()};
  for (const Mesh& mesh : scene.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      if (primitive.topology != Topology::triangles) continue;
      sum.vertices += primitive.positions.size();
      sum.triangles +=
          (primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size()) / 3;
    }
  }
  return sum;
}

Mat4 to_matrix(const Transform& transform) {
  const Mat4 placed = glm::translate(Mat4(1), transform.translation) * glm::mat4_cast(transform.rotation);
  return glm::scale(placed, transform.scale);
}

std::vector<Mat4> world_matrices(const Scene& scene) {
  std::vector<Mat4> matrices(scene.nodes.size(), Mat4(1));
  std::vector<std::pair<Index, Mat4>> pending;
  for (const Index root : scene.roots) pending.emplace_back(root, Mat4(1));
  while (!pending.empty()) {
    const auto [index, parent] = pending.back();
    pending.pop_back();
    matrices[index] = parent * to_matrix(scene.nodes[index].transform);
    for (const Index child : scene.nodes[index].children) pending.emplace_back(child, matrices[index]);
  }
  return matrices;
}

std::optional<Box> bounds(const Scene& scene) {
  const std::vector<Mat4> matrices = world_matrices(scene);
  const RestPose rest(scene);
  std::optional<Box> box;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    if (!scene.nodes[i].mesh) continue;
    // The place of a skinned mesh is its joints' business, not its node's.
    const Mat4 matrix = scene.nodes[i].skin ? Mat4(1) : matrices[i];
    const std::optional<Mesh> bent = rest.mesh_of(Index(i));
    for (const Primitive& primitive : (bent ? *bent : scene.meshes[*scene.nodes[i].mesh]).primitives) {
      for (const Vec3& position : primitive.positions) {
        geometry::extend(box, Vec3(matrix * Vec4(position, 1)));
      }
    }
  }
  return box;
}

}  // namespace mw::scene
