#include <meshwright/scene/detail/graft.h>
#include <algorithm>
#include <iterator>
#include <utility>

namespace mw::scene {

void graft(Scene part, Index below, Scene& scene) {
  const auto nodes = Index(scene.nodes.size());
  const auto meshes = Index(scene.meshes.size());
  const auto skins = Index(scene.skins.size());
  const auto materials = Index(scene.materials.size());
  const auto lights = Index(scene.lights.size());
  const auto move = [](auto& index, Index by) {
    if (index) *index += by;
  };
  for (Node& node : part.nodes) {
    for (Index& child : node.children) child += nodes;
    move(node.mesh, meshes);
    move(node.skin, skins);
    move(node.light, lights);
    scene.nodes.push_back(std::move(node));
  }
  for (Mesh& mesh : part.meshes) {
    for (Primitive& primitive : mesh.primitives) move(primitive.material, materials);
    scene.meshes.push_back(std::move(mesh));
  }
  for (Skin& skin : part.skins) {
    for (Index& joint : skin.joints) joint += nodes;
    move(skin.root, nodes);
    scene.skins.push_back(std::move(skin));
  }
  std::ranges::move(part.materials, std::back_inserter(scene.materials));
  std::ranges::move(part.lights, std::back_inserter(scene.lights));
  for (const Index root : part.roots) scene.nodes[below].children.push_back(root + nodes);
}

}  // namespace mw::scene
