#include <meshwright/edit/detail/verify.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "find.h"
#include "shown.h"

namespace mw::edit {
namespace {

bool is_of_node(Subject subject) {
  return subject == Subject::node || subject == Subject::mesh || subject == Subject::light;
}

bool is_move(EditKind kind) {
  return kind == EditKind::node_moved || kind == EditKind::node_reparented;
}

bool is_rename(EditKind kind) {
  return kind == EditKind::node_renamed || kind == EditKind::material_renamed ||
         kind == EditKind::animation_renamed;
}

const std::string& name_of(const Scene& scene, const Edit& edit, Index number) {
  if (edit.subject == Subject::material) return scene.materials[number].name;
  return edit.subject == Subject::animation ? scene.animations[number].name : scene.nodes[number].name;
}

/// The user's edits, by their subjects.
class Asked {
 public:
  Asked(const EditedScene& edits, std::span<const EditState> states) : edits_(edits) {
    for (std::size_t row = 0; row < edits.edits.size(); ++row) {
      const Edit& edit = edits.edits[row];
      rows_.emplace(Place{edit.subject, edit.after}, row);
      const bool stays = row < states.size() && states[row] == EditState::mesh_only;
      if (edit.after == kNone && edit.subject != Subject::model && !stays)
        gone_.emplace(std::pair(edit.subject, name_of(edits.before, edit, edit.before)), row);
    }
  }

  /// The user's edit that an edit of `rest` would repeat.
  std::optional<std::size_t> find(const Edit& rest, const EditedScene& scenes) const {
    if (rest.edited == kNone && rest.subject != Subject::model) return find_gone(rest, scenes);
    return find_at(rest, [&](const Edit& edit) { return is_same(rest, edit, scenes); });
  }
  /// The change of a mesh that an edit of `rest` is of.
  std::optional<std::size_t> find_mesh(const Edit& rest) const {
    if (rest.subject != Subject::mesh) return std::nullopt;
    return find_at(rest, [](const Edit& edit) { return edit.kind == EditKind::mesh_changed; });
  }

 private:
  using Place = std::pair<Subject, Index>;

  /// In the scene after the edits.
  Index number_of(const Edit& rest) const {
    if (rest.subject == Subject::model) return kNone;
    if (rest.subject == Subject::material) return edits_.numbers.materials[rest.edited];
    if (rest.subject == Subject::animation) return edits_.numbers.animations[rest.edited];
    return edits_.numbers.nodes[rest.edited];
  }

  std::optional<std::size_t> find_at(const Edit& rest, const auto& accept) const {
    const Index number = number_of(rest);
    if (number == kNone && rest.subject != Subject::model) return std::nullopt;
    const auto [first, last] = rows_.equal_range({rest.subject, number});
    const auto found =
        std::find_if(first, last, [&](const auto& row) { return accept(edits_.edits[row.second]); });
    return found != last ? std::optional(found->second) : std::nullopt;
  }

  /// Things in the file and not in the edited scene have no number there: their names identify them.
  std::optional<std::size_t> find_gone(const Edit& rest, const EditedScene& scenes) const {
    const auto found = gone_.find({rest.subject, name_of(scenes.before, rest, rest.before)});
    return found != gone_.end() ? std::optional(found->second) : std::nullopt;
  }

  /// For moves, lights and keys one stands for all: a file may store a part of them.
  bool is_same(const Edit& rest, const Edit& edit, const EditedScene& scenes) const {
    if (is_rename(rest.kind)) return edit.kind == rest.kind && has_old_name(rest, edit, scenes);
    if (is_move(rest.kind)) return is_move(edit.kind);
    if (rest.kind == EditKind::property) return edit.kind == EditKind::property && edit.key == rest.key;
    if (rest.kind == EditKind::animation_length)
      return edit.kind == rest.kind &&
             edits_.before.animations[edit.before].length == scenes.before.animations[rest.before].length;
    if (rest.kind == EditKind::keys_changed && rest.keys.added + rest.keys.removed > 0)
      return edit.kind == rest.kind && edit.keys == rest.keys;
    if (rest.kind == EditKind::keys_changed)
      return edit.kind == EditKind::keys_changed || edit.kind == EditKind::animation_length ||
             edit.kind == EditKind::property;
    return edit.kind == rest.kind || (rest.subject == Subject::light && edit.kind != EditKind::property);
  }

  /// One that could not get the new name may have a third, which the format reports.
  bool has_old_name(const Edit& rest, const Edit& edit, const EditedScene& scenes) const {
    return name_of(scenes.before, rest, rest.before) == name_of(edits_.before, edit, edit.before);
  }

  const EditedScene& edits_;
  std::multimap<Place, std::size_t> rows_;
  std::map<std::pair<Subject, std::string>, std::size_t> gone_;
};

}  // namespace

std::vector<EditState> states_of(const EditedScene& edits, std::span<const Index> elsewhere,
                                 std::span<const Index> mesh_only) {
  std::vector<bool> is_elsewhere(edits.after.nodes.size());
  std::vector<bool> is_bare(edits.before.nodes.size());
  for (const Index node : elsewhere) is_elsewhere[node] = true;
  for (const Index node : mesh_only) is_bare[node] = true;
  std::vector<EditState> states(edits.edits.size(), EditState::open);
  for (std::size_t row = 0; row < states.size(); ++row) {
    const Edit& edit = edits.edits[row];
    if (!is_of_node(edit.subject)) continue;
    if (edit.after != kNone && is_elsewhere[edit.after]) states[row] = EditState::elsewhere;
    if (edit.kind == EditKind::node_removed && is_bare[edit.before]) states[row] = EditState::mesh_only;
  }
  return states;
}

Verified verify(const EditedScene& edits, std::span<const EditState> states, const Scene& edited, Scene made,
                const Tolerances& tolerances, const KnownExtras& known) {
  Verified verified{.outcomes = std::vector<Outcome>(edits.edits.size()),
                    .rest = find_edits(std::move(made), edited, tolerances, known),
                    .missing = {}};
  std::vector<Outcome>& outcomes = verified.outcomes;
  for (std::size_t row = 0; row < std::min(states.size(), outcomes.size()); ++row)
    outcomes[row].state = states[row];
  const EditedScene& rest = verified.rest;
  const Asked asked(edits, states);
  std::optional<Shown> shown;
  for (std::size_t row = 0; row < rest.edits.size(); ++row) {
    const Edit& edit = rest.edits[row];
    const auto wanted = asked.find(edit, rest);
    const auto mesh = asked.find_mesh(edit);
    if (edit.kind == EditKind::normals_changed && mesh) {
      outcomes[*mesh].normals_recomputed = true;
      if (wanted) outcomes[*wanted].replaced = true;
      continue;
    }
    if (edit.kind == EditKind::attributes_changed && mesh && !wanted)
      outcomes[*mesh].attributes_recomputed = true;
    if (!wanted || outcomes[*wanted].state == EditState::elsewhere) continue;
    if (!shown) shown.emplace(edits, rest);
    if (!shown->shows(edit, edits.edits[*wanted])) verified.missing.push_back(row);
  }
  return verified;
}

}  // namespace mw::edit
