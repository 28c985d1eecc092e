#pragma once

#include <meshwright/scene/detail/tree.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/geometry_scene.h>
#include <cstddef>
#include <vector>

/// What the parts of apply_edits() share.
namespace mw::wows::geometry {

/// A scene before and after it was edited.
class Edit {
 public:
  Edit(const scene::Scene& original, const scene::Scene& edited, const std::vector<scene::Index>& origins)
      : before(original),
        after(edited),
        places_(world_matrices(edited)),
        origins_(origins),
        of_before_(original.nodes.size(), scene::kNewNode) {
    for (std::size_t i = 0; i < origins.size(); ++i)
      if (origins[i] != scene::kNewNode) of_before_[origins[i]] = scene::Index(i);
  }

  /// Null for a node that is gone.
  const scene::Node* node_after(scene::Index node) const {
    return of_before_[node] == scene::kNewNode ? nullptr : &after.nodes[of_before_[node]];
  }

  /// Null for a node that is gone or has no mesh any more.
  const scene::Mesh* mesh_after(scene::Index node) const {
    const scene::Node* now = node_after(node);
    return now != nullptr && now->mesh ? &after.meshes[*now->mesh] : nullptr;
  }

  /// Whether a node of the edited scene is new and has a mesh.
  bool adds_mesh(std::size_t node) const {
    return origins_[node] == scene::kNewNode && after.nodes[node].mesh.has_value();
  }

  /// Where a node of the edited scene puts its mesh. What moves the vertices of a skin are its joints.
  Mat4 place(std::size_t node) const { return after.nodes[node].skin ? Mat4(1) : places_[node]; }

  const scene::Scene& before;
  const scene::Scene& after;

 private:
  std::vector<Mat4> places_;
  const std::vector<scene::Index>& origins_;
  std::vector<scene::Index> of_before_;
};

/// Plates of armor and hulls of collision: those that changed in the place of those that they were, others as
/// they are, new ones behind them.
Result<void> put_models_onto(File& file, const Edit& edit);

}  // namespace mw::wows::geometry
