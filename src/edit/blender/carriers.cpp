#include "find.h"

/// Objects that Blender makes of one: a mesh below its bone, an armature above bones.
namespace mw::edit {

/// In Blender a bone has no mesh: an object below it does.
void NodePairs::find_mesh_holders(const Scene& original, const Scene& edited) {
  for (const Index node : original_tree.order()) {
    const Index partner = to_edited[node];
    if (partner == kNone) continue;
    mesh_holder[node] = partner;
    const auto mesh = original.nodes[node].mesh;
    if (!mesh || edited.nodes[partner].mesh || !has_triangles(original.meshes[*mesh])) continue;
    for (const Index child : edited.nodes[partner].children) {
      const Node& holder = edited.nodes[child];
      if (to_original[child] != kNone || !holder.mesh || holder.skin || is_holder[child]) continue;
      const bool named = without_number(holder.name) == original.nodes[node].name ||
                         without_number(edited.meshes[*holder.mesh].name) == original.meshes[*mesh].name;
      if (!named && shape_of(edited.meshes[*holder.mesh]) != shape_of(original.meshes[*mesh])) continue;
      mesh_holder[node] = child;
      is_holder[child] = true;
      break;
    }
  }
}

void NodePairs::find_passages(const Scene& edited) {
  std::vector<bool> carries(edited.nodes.size());  // a partner of the original is below
  const std::vector<Index>& order = edited_tree.order();
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    const Index above = edited_tree.parent(*node);
    if (above != kNone && (carries[*node] || to_original[*node] != kNone)) carries[above] = true;
    const Node& own = edited.nodes[*node];
    const Transform& t = own.transform;
    is_passage[*node] = to_original[*node] == kNone && carries[*node] && !own.mesh && !own.light &&
                        own.extras.empty() && t.translation == Vec3(0) && t.scale == Vec3(1) &&
                        t.rotation == Quat(1, 0, 0, 0);
  }
}

}  // namespace mw::edit
