#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "find.h"
#include "triangles.h"

/// Changes that Blender makes to scenes by itself, and that find_edits() ignores. Another editor is a second
/// folder. Its numbered names are in names.cpp, the objects that it adds in carriers.cpp, the frames of its
/// bones in bone_frames.cpp and bone_tips.h.
namespace mw::edit {

/// The node where some moment of the scene's animations has it, as far as `edited` is that: programs write
/// the place of a node at the moment that is shown as if it were its rest.
class Poses {
 public:
  explicit Poses(const Scene& scene);
  /// Replaces the parts of `rest` that lie on the path of one of the node's animations.
  Transform without_motion(Index node, const Transform& rest, Transform edited, float size,
                           float tolerance) const;

 private:
  bool passes(Index node, Target target, std::span<const float> value, float reach) const;

  std::multimap<Index, const Channel*> channels_;
};

/// Blender opens a skeleton in the pose of its inverse binds, if that differs from the nodes', bends skinned
/// meshes into it, and saves the result.
class BindPose {
 public:
  BindPose(const Scene& original, const Scene& edited, const NodePairs& pairs, const PlaceComparison& places);
  /// The edited place of a node of the original; its rest if the edited place is that of its inverse bind.
  Transform without_bind(Index node, const Transform& rest, const Transform& edited) const;
  /// The mesh of a node of the edited scene, with the binds that the node of the original has.
  Mesh unbent(Index node, Index holder);
  /// By joint of the original's skin: the places where it puts vertices, before any edit.
  std::vector<Mat4> bends_before(const Skin& skin);
  /// By joint of the edited skin: the places where it puts the vertices of unbent().
  std::vector<Mat4> bends_after(Index node, Index holder);
  /// By joint of the skin of a node of the original: whether the edited scene has another inverse bind.
  std::vector<bool> bound_anew(Index node, Index holder) const;

 private:
  /// By joint, by inverse binds: of the original's skin, of the edited one with its own inverse binds, and of
  /// the edited one with the original's.
  struct Bends {
    std::vector<Mat4> original;
    std::vector<Mat4> edited;
    std::vector<Mat4> opened;
    bool same = true;   // the inverse binds of both
    bool exact = true;  // bit for bit
  };

  std::optional<Transform> place_of(Index node) const;
  void find_places();
  Bends bends_between(const Skin& before, const Skin& after);
  static Mesh unbent(const Mesh& original, Mesh mesh, const Bends& bends);

  const Scene& original_;
  const Scene& edited_;
  const NodePairs& pairs_;
  const PlaceComparison& places_;
  std::map<Index, Mat4> inverse_binds_;  // by node of the original; of several skins the last one's
  std::vector<Mat4> edited_places_;      // by node of the edited scene
  std::vector<Mat4> opened_;             // likewise, without edited parts
  std::vector<Mat4> before_;             // the same by node of the original
};

/// By primitive and vertex: whether it has a triangle so thin that Blender, which computes normals from
/// triangles, loses its normal.
std::vector<std::vector<bool>> vertices_of_needles(const Mesh& mesh, const std::vector<Triangle>& triangles);

}  // namespace mw::edit
