#include <meshwright/edit/detail/text.h>

#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>

#include <string_view>

#include "losses.h"

namespace mw::edit {
namespace {

std::string_view word_of(Subject subject) {
  switch (subject) {
    case Subject::model:
      return "model";
    case Subject::node:
      return "node";
    case Subject::mesh:
      return "mesh";
    case Subject::light:
      return "light";
    case Subject::material:
      return "material";
    case Subject::animation:
      return "animation";
  }
  return {};
}

/// Of the list in docs/json.md.
std::string_view code_of(const Edit& edit) {
  switch (edit.kind) {
    case EditKind::property:
      if (edit.subject == Subject::material) return "material-changed";
      return edit.subject == Subject::animation ? "animation-changed" : "property-changed";
    case EditKind::node_added:
      return "node-added";
    case EditKind::node_removed:
      return "node-removed";
    case EditKind::node_renamed:
      return "node-renamed";
    case EditKind::node_moved:
    case EditKind::node_reparented:
      return "node-moved";
    case EditKind::mesh_added:
      return "mesh-added";
    case EditKind::mesh_removed:
      return "mesh-removed";
    case EditKind::mesh_changed:
      return "mesh-changed";
    case EditKind::normals_changed:
      return "normals-changed";
    case EditKind::attributes_changed:
      return "attributes-changed";
    case EditKind::light_added:
    case EditKind::light_colour:
    case EditKind::light_brightness:
    case EditKind::light_reach:
      return "light-changed";
    case EditKind::material_added:
      return "material-added";
    case EditKind::material_renamed:
    case EditKind::material_colour:
    case EditKind::material_alpha:
    case EditKind::material_emission:
    case EditKind::material_textures:
      return "material-changed";
    case EditKind::animation_added:
      return "animation-added";
    case EditKind::animation_removed:
      return "animation-removed";
    case EditKind::animation_renamed:
      return "animation-renamed";
    case EditKind::animation_length:
    case EditKind::keys_changed:
      return "animation-changed";
  }
  return {};
}

const std::string& name_in(const Scene& scene, Subject subject, Index number) {
  if (subject == Subject::material) return scene.materials[number].name;
  return subject == Subject::animation ? scene.animations[number].name : scene.nodes[number].name;
}

/// The name that the user's file has for it; empty for the model.
std::string subject_name(const Edit& edit, const EditedScene& scenes) {
  if (edit.subject == Subject::model) return {};
  const bool is_new = edit.before == kNowhere || edit.kind == EditKind::mesh_added;
  return is_new ? name_in(scenes.after, edit.subject, edit.after)
                : name_in(scenes.before, edit.subject, edit.before);
}

std::string place_of(const Edit& edit, const EditedScene& scenes) {
  const std::string_view word = word_of(edit.subject);
  if (edit.subject == Subject::model) return std::string(word);
  return fmt::format("{} {}", word, escape_text(subject_name(edit, scenes)));
}

std::string text_of(const MeshCounts& counts) {
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, std::string_view one, std::string_view many,
                       std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", counted(count, one, many), what));
  };
  add(counts.moved, "vertex", "vertices", "moved");
  add(counts.uvs, "vertex", "vertices", "with other texture coordinates");
  add(counts.weights, "vertex", "vertices", "with other weights");
  add(counts.colours, "colour", "colours", "changed");
  add(counts.added, "triangle", "triangles", "added");
  add(counts.removed, "triangle", "triangles", "removed");
  add(counts.rearranged, "triangle", "triangles", "with other vertices");
  if (counts.lines) parts.emplace_back("other lines");
  if (counts.material) parts.emplace_back("another material");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string text_of(const KeyCounts& counts) {
  std::vector<std::string> parts;
  if (counts.changed > 0)
    parts.push_back(fmt::format("{} in {} changed", counted(counts.keys, "key", "keys"),
                                counted(counts.changed, "channel", "channels")));
  if (counts.added > 0) parts.push_back(counted(counts.added, "channel", "channels") + " added");
  if (counts.removed > 0) parts.push_back(counted(counts.removed, "channel", "channels") + " removed");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string message_of(const Edit& edit, const EditedScene& scenes) {
  switch (edit.kind) {
    case EditKind::property:
      return fmt::format("property {} changed", escape_text(edit.key));
    case EditKind::node_added:
    case EditKind::mesh_added:
    case EditKind::light_added:
    case EditKind::material_added:
    case EditKind::animation_added:
      return "added";
    case EditKind::node_removed:
    case EditKind::mesh_removed:
    case EditKind::animation_removed:
      return "removed";
    case EditKind::node_renamed:
    case EditKind::material_renamed:
    case EditKind::animation_renamed:
      return "renamed to " + escape_text(name_in(scenes.after, edit.subject, edit.after));
    case EditKind::node_moved:
      return "moved";
    case EditKind::node_reparented:
      return "below another parent";
    case EditKind::mesh_changed:
      return text_of(edit.mesh);
    case EditKind::normals_changed:
      return counted(edit.mesh.normals, "normal", "normals") + " turned";
    case EditKind::attributes_changed:
      return counted(edit.mesh.custom, "attribute", "attributes") + " changed";
    case EditKind::light_colour:
      return "other colour";
    case EditKind::light_brightness:
      return "other brightness";
    case EditKind::light_reach:
      return "other reach";
    case EditKind::material_colour:
      return "other colour";
    case EditKind::material_alpha:
      return "other alpha";
    case EditKind::material_emission:
      return "other emission";
    case EditKind::material_textures:
      return "other textures";
    case EditKind::animation_length:
      return fmt::format("length {} instead of {}", scenes.after.animations[edit.after].length,
                         scenes.before.animations[edit.before].length);
    case EditKind::keys_changed:
      return text_of(edit.keys);
  }
  return {};
}

Subject subject_of(IgnoredKind kind) {
  switch (kind) {
    case IgnoredKind::handles:
    case IgnoredKind::renamed_start:
      return Subject::animation;
    case IgnoredKind::no_name:
    case IgnoredKind::alpha_mode:
    case IgnoredKind::sides:
      return Subject::material;
    case IgnoredKind::on_a_motion:
      return Subject::node;
    default:
      return Subject::mesh;
  }
}

}  // namespace

Change to_change(const Edit& edit, const EditedScene& scenes) {
  return {code_of(edit), place_of(edit, scenes), message_of(edit, scenes)};
}

std::vector<Change> to_changes(const EditedScene& scenes, std::span<const Outcome> outcomes) {
  std::vector<Change> changes;
  for (std::size_t row = 0; row < scenes.edits.size(); ++row) {
    const Outcome outcome = row < outcomes.size() ? outcomes[row] : Outcome();
    if (outcome.replaced) continue;
    Edit edit = scenes.edits[row];
    if (outcome.state == EditState::mesh_only) {
      edit.kind = EditKind::mesh_removed;
      edit.subject = Subject::mesh;
    }
    Change& change = changes.emplace_back(to_change(edit, scenes));
    if (outcome.normals_recomputed) change.message += ", normals recomputed";
    if (outcome.attributes_recomputed) change.message += ", attributes recomputed";
  }
  return changes;
}

std::string to_string(const Edit& edit, const EditedScene& scenes) {
  return fmt::format("{}: {}", place_of(edit, scenes), message_of(edit, scenes));
}

Loss to_loss(const Ignored& ignored, const EditedScene& scenes) {
  const FindingKind& kind = loss::kKinds[std::size_t(ignored.kind)];
  const Subject subject = subject_of(ignored.kind);
  const bool after = ignored.kind == IgnoredKind::renamed_start;
  const std::string& name = name_in(after ? scenes.after : scenes.before, subject, ignored.first);
  const std::string shown = fmt::format("{} {}", word_of(subject), escape_text(name));
  if (ignored.kind == IgnoredKind::handles)
    return {kind, name, shown, counted(ignored.others, "key", "keys")};
  return {kind, name,
          ignored.others > 0 ? shown + " and " + counted(ignored.others, "other", "others") : shown};
}

Loss not_applied(const Edit& edit, const EditedScene& scenes) {
  return {loss::NOT_APPLIED, subject_name(edit, scenes), to_string(edit, scenes)};
}

Loss bones_turned_back() {
  return {loss::BONES_TURNED_BACK, ""};
}

Loss meshes_missing(std::string_view file) {
  return {loss::MESHES_MISSING, std::string(file), escape_text(file)};
}

std::span<const FindingKind> loss_kinds() {
  return loss::kKinds;
}

}  // namespace mw::edit
