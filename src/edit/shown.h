#pragma once

#include <vector>

#include "find.h"
#include "triangle_moments.h"

namespace mw::edit {

/// Whether a file shows an edit although a comparison with the edited scene finds it again: places of nodes
/// may now be in the vertices, triangles in another node, another thing may have the name of a removed one,
/// and usual properties are left out of scenes.
class Shown {
 public:
  /// `rest` are the edits from the file's scene to the one in which `edits` were found.
  Shown(const EditedScene& edits, const EditedScene& rest);
  /// An edit of `rest`, and the user's one.
  bool shows(const Edit& rest, const Edit& wanted) const;

 private:
  bool is_below_nothing(const Edit& rest, const Edit& wanted) const;
  bool is_below_root(Index node_now) const;
  bool shows_property(const Edit& rest, const Edit& wanted) const;

  const EditedScene& edits_;
  const Scene& now_scene_;
  TriangleMoments original_;
  TriangleMoments wanted_;
  TriangleMoments now_;
  std::vector<Index> parents_;  // in the scene after the edits
  std::vector<bool> is_there_;  // by node of that scene: the file has it
};

}  // namespace mw::edit
