#pragma once

#include <meshwright/core/change.h>
#include <meshwright/scene/scene.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "looks.h"

namespace mw {

/// The scenes that came before what was made.
struct Wanted {
  const scene::Scene& original;
  const scene::Scene& edited;
  const scene::Scene& settled;
  std::set<std::string> built;  // places of what the format says it has
};

/// Whether what was made shows a change though a comparison with the edited scene finds it again: places of
/// nodes may be in the vertices now, triangles in another node, what is called like something that was
/// removed may be something else, and properties that are as usual are left out of scenes.
class Shown {
 public:
  Shown(const scene::Scene& now, const Wanted& wanted);
  bool shows(const Change& rest) const;

 private:
  bool shows_node(const Change& rest, const std::string& name) const;
  bool is_below_nothing(const std::string& name) const;
  bool is_below_root(const std::string& name) const;
  bool shows_property(const std::string& node, const std::string& property) const;

  const scene::Scene& original_scene_;
  const scene::Scene& settled_scene_;
  const scene::Scene& now_scene_;
  Looks original_;
  Looks settled_;
  Looks now_;
  std::vector<scene::Index> parents_;  // in the settled scene
};

}  // namespace mw
