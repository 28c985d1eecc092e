#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/three_way.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/scene/detail/tree.h>
#include <algorithm>
#include <map>
#include <set>

#include "mdl/rest.h"
#include "mdl_author/fit/fit.h"
#include "mdl_author/from_scene/from_scene.h"
#include "mdl_source/compile/parts.h"
#include "mdl_source/decompile/decompile.h"
#include "onto.h"
#include "shared/scene_numbers.h"

namespace mw::kotor::mdl {
namespace {

using scene::Index;
using scene::Scene;

/// A description with what differs between the descriptions of two scenes.
class DescriptionMerger {
 public:
  DescriptionMerger(source::Model own, const File& file, Described before, const Described& after,
                    const FittedScene& scenes)
      : own_(std::move(own)),
        before_(std::move(before)),
        after_(after),
        scenes_(scenes),
        origins_(scenes.origins) {
    const std::vector<Step> steps = tree_order(file.nodes);
    for (std::size_t i = 0; i < steps.size(); ++i) row_of_before_[Index(i)] = steps[i].row;
    for (std::size_t i = 0; i < before_.nodes.size(); ++i) described_before_[before_.nodes[i]] = i;
  }

  Result<Merged> run(const File& file) {
    find_bound(file, scenes_.before, scenes_.after);
    merge_headers();
    find_renamed();
    merge_nodes();
    if (crowded_) return fail(*std::move(crowded_));
    losses_.append(merge_animations(own_, {scenes_.before, before_.model}, {scenes_.after, after_.model},
                                    scenes_.animation_origins, edits_));
    return Merged{std::move(own_), std::move(kept_), std::move(losses_)};
  }

 private:
  void merge_headers() {
    const source::Model& before = before_.model;
    const source::Model& after = after_.model;
    take(own_.supermodel, before.supermodel, after.supermodel);
    take(own_.classification, before.classification, after.classification);
    take(own_.subclassification, before.subclassification, after.subclassification);
    take(own_.ignore_fog, before.ignore_fog, after.ignore_fog);
    take(own_.animation_scale, before.animation_scale, after.animation_scale);
    take(own_.box_min, before.box_min, after.box_min);
    take(own_.box_max, before.box_max, after.box_max);
    take(own_.radius, before.radius, after.radius);
  }

  /// The row of a described node in the file's own description; nothing for one that is new.
  std::optional<std::size_t> own_row(std::size_t described) const {
    const Index node = after_.nodes[described];
    if (node == kNoSceneNode || origins_[node] == scene::kNewNode) return std::nullopt;
    const auto row = row_of_before_.find(origins_[node]);
    return row != row_of_before_.end() ? std::optional<std::size_t>(row->second) : std::nullopt;
  }

  /// Skins whose notes hold, and bones that are bound anew.
  void find_bound(const File& file, const Scene& before, const Scene& after) {
    const std::uint64_t pose = pose_hash(own_.nodes);
    bound_.resize(own_.nodes.size());
    for (std::size_t i = 0; i < before_.nodes.size(); ++i) {
      const auto row = row_of_before_.find(before_.nodes[i]);
      if (row == row_of_before_.end() || before_.holders[i] == kNoSceneNode) continue;
      const auto skin = before.nodes[before_.holders[i]].skin;
      const source::Node& own = own_.nodes[row->second];
      if (!own.mesh || !own.mesh->skin) continue;
      Kept& kept = bound_[row->second];
      if (skin) kept.rebound = rebound(file, before.skins[*skin], after.skins[*skin]);
      kept.exact = kept.rebound.empty() && own.residual.geometry &&
                   own.residual.geometry->hold(geometry_hash(*own.mesh, pose));
    }
  }

  /// Joints that came are the last.
  std::set<std::uint16_t> rebound(const File& file, const scene::Skin& before,
                                  const scene::Skin& after) const {
    std::set<std::uint16_t> names;
    for (std::size_t i = 0; i < before.joints.size() && i < before.inverse_binds.size(); ++i) {
      if (i < after.inverse_binds.size() && before.inverse_binds[i] == after.inverse_binds[i]) continue;
      const auto row = row_of_before_.find(before.joints[i]);
      if (row != row_of_before_.end()) names.insert(file.nodes[row->second].header.name_index);
    }
    return names;
  }

  bool has_all_bones(const source::Skin& skin) const {
    return std::ranges::all_of(skin.bones, [&](const std::string& bone) { return !lost_.contains(bone); });
  }

  /// Bones of skins, parents and animations name their nodes.
  void find_renamed() {
    for (std::size_t i = 0; i < after_.model.nodes.size(); ++i) {
      if (!own_row(i)) continue;
      const std::string& before = before_.model.nodes[described_before_.at(origins_[after_.nodes[i]])].name;
      if (before != after_.model.nodes[i].name) edits_.renamed[before] = after_.model.nodes[i].name;
    }
    const std::map<std::string, std::string> bones = bones_after();
    for (std::size_t row = 0; row < own_.nodes.size(); ++row)
      if (bound_[row].exact) bound_[row].exact = has_all_bones(*own_.nodes[row].mesh->skin);
    for (source::Model* model : {&own_, &before_.model})
      for (source::Node& node : model->nodes)
        if (node.mesh && node.mesh->skin)
          for (std::string& bone : node.mesh->skin->bones)
            if (const auto now = bones.find(bone); now != bones.end()) bone = now->second;
  }

  /// What the nodes of before are called now; one that is gone is the nearest above it that is not.
  std::map<std::string, std::string> bones_after() {
    std::map<std::string, std::string> names;
    for (std::size_t i = 0; i < after_.model.nodes.size(); ++i)
      if (own_row(i))
        names.emplace(before_.model.nodes[described_before_.at(origins_[after_.nodes[i]])].name,
                      after_.model.nodes[i].name);
    for (const source::Node& node : before_.model.nodes) {  // parents come before their children
      if (!names.contains(node.name)) lost_.insert(node.name);
      const auto above = names.find(node.parent);
      if (above != names.end()) names.emplace(node.name, std::string(above->second));
    }
    return names;
  }

  /// Of a node that is new or was renamed.
  std::string new_name(std::size_t described) {
    const Index node = after_.nodes[described];
    if (node == kNoSceneNode) return {};
    const std::string& name = scenes_.after.nodes[node].name;
    const Index origin = origins_[node];
    if (origin != scene::kNewNode && scenes_.before.nodes[origin].name == name) return {};
    if (!name.empty() && !is_kept_name(name))
      losses_.add(loss::NODE_NAME_CHANGED, name, escape_text(name), after_.model.nodes[described].name);
    return name;
  }

  void tell_weightless(const source::Node& node, std::size_t before) {
    const std::size_t now = count_weightless(node);
    if (now > before)
      losses_.add(loss::VERTEX_WEIGHTS_LOST, node.name, escape_text(node.name),
                  counted(now - before, "vertex has no weights any more and follows",
                          "vertices have no weights any more and follow"));
  }

  /// An original may have more than its like.
  void look_at_bones(const source::Node& node, std::size_t before) {
    const std::size_t now = count_bones(node);
    if (now > std::max(before, kMostBonesOfMesh) && !crowded_)
      crowded_ = {.field = escape_text(node.name),
                  .message = fmt::format("has {} bones, but a mesh of this game holds {}: separate it", now,
                                         kMostBonesOfMesh)};
  }

  /// Inverse binds by the names of bones that the skin did not have, or not there: of one that came, all.
  std::map<std::string, Mat4> new_binds_of(std::size_t described) const {
    std::map<std::string, Mat4> binds;
    const Index holder = after_.holders[described];
    if (holder == kNoSceneNode || !scenes_.after.nodes[holder].skin) return binds;
    const Index number = *scenes_.after.nodes[holder].skin;
    const scene::Skin& skin = scenes_.after.skins[number];
    const bool is_new = number >= scenes_.before.skins.size();
    const std::vector<Mat4> known = is_new ? std::vector<Mat4>() : scenes_.before.skins[number].inverse_binds;
    for (std::size_t i = 0; i < skin.joints.size() && i < skin.inverse_binds.size(); ++i)
      if (i >= known.size() || known[i] != skin.inverse_binds[i])
        binds.emplace(as_word(scenes_.after.nodes[skin.joints[i]].name), skin.inverse_binds[i]);
    return binds;
  }

  /// Those of the file in their order, then new ones; parents always before their children.
  void merge_nodes() {
    std::vector<std::optional<source::Node>> kept(own_.nodes.size());
    std::vector<source::Node> added;
    std::vector<Kept> of_added;
    for (std::size_t i = 0; i < after_.model.nodes.size(); ++i) {
      const source::Node& after = after_.model.nodes[i];
      const auto row = own_row(i);
      if (!row) {
        added.push_back(after);
        of_added.push_back({.name = new_name(i), .binds = new_binds_of(i)});
        tell_weightless(after, 0);
        look_at_bones(after, 0);
        continue;
      }
      kept[*row] = std::move(own_.nodes[*row]);
      const source::Node& before = before_.model.nodes[described_before_.at(origins_[after_.nodes[i]])];
      merge_kept(*kept[*row], before, after, bound_[*row]);
      bound_[*row].row = std::uint32_t(*row);
      bound_[*row].name = new_name(i);
      bound_[*row].binds = new_binds_of(i);
      tell_weightless(after, count_weightless(before));
      look_at_bones(after, count_bones(before));
      if (edits_.name_of(before.parent) != after.parent) edits_.parents[after.name] = after.parent;
    }
    std::vector<source::Node> all;
    for (std::size_t row = 0; row < kept.size(); ++row) {
      if (!kept[row]) {
        edits_.gone.insert(own_.nodes[row].name);
        continue;
      }
      kept_.push_back(bound_[row]);
      all.push_back(*std::move(kept[row]));
    }
    for (source::Node& node : added) all.push_back(std::move(node));
    kept_.insert(kept_.end(), of_added.begin(), of_added.end());
    for (const source::Node& node : all) edits_.gone.erase(node.name);
    put_in_order(std::move(all));
  }

  void merge_kept(source::Node& own, const source::Node& before, const source::Node& after, Kept& kept) {
    const std::uint64_t lists = kept.exact ? geometry_hash(*own.mesh, 0) : 0;
    merge_node(own, before, after);
    kept.renamed = before.name != after.name;
    kept.exact = kept.exact && own.mesh && own.mesh->skin && geometry_hash(*own.mesh, 0) == lists;
  }

  void put_in_order(std::vector<source::Node> nodes) {
    own_.nodes.clear();
    std::vector<Kept> kept;
    for (const std::uint32_t row : parents_first(nodes)) {
      own_.nodes.push_back(std::move(nodes[row]));
      kept.push_back(kept_[row]);
    }
    kept_ = std::move(kept);
  }

  void merge_node(source::Node& own, const source::Node& before, const source::Node& after) {
    take(own.name, before.name, after.name);
    take(own.parent, before.parent, after.parent);
    own.type = std::uint16_t(own.type ^ (before.type ^ after.type));
    merge_controllers(own.controllers, before.controllers, after.controllers);
    if (own.emitter && before.emitter && after.emitter)
      merge_record(*own.emitter, *before.emitter, *after.emitter);
    if (own.reference && before.reference && after.reference)
      merge_record(*own.reference, *before.reference, *after.reference);
    if (own.light && before.light && after.light) {
      merge_record(own.light->header, before.light->header, after.light->header);
      merge_rows(own.light->flare_sizes, before.light->flare_sizes, after.light->flare_sizes);
      merge_rows(own.light->flare_positions, before.light->flare_positions, after.light->flare_positions);
      merge_rows(own.light->flare_colors, before.light->flare_colors, after.light->flare_colors);
    } else if (!before.light && after.light) {
      own.light = *after.light;
    }
    if (own.mesh && before.mesh && after.mesh)
      merge_mesh(*own.mesh, *before.mesh, *after.mesh);
    else if (!before.mesh && after.mesh)
      own.mesh = *after.mesh;
    else if (before.mesh && !after.mesh)
      remove_mesh(own);
  }

  /// With what moves nothing without it.
  void remove_mesh(source::Node& own) {
    own.mesh.reset();
    drop_mesh_controllers(own);
    drop_mesh_notes(own);
    edits_.bare.insert(own.name);
  }

  source::Model own_;
  Described before_;
  const Described& after_;
  FittedScene scenes_;
  const std::vector<Index>& origins_;
  std::map<Index, std::uint32_t> row_of_before_;   // by node of the scene before
  std::map<Index, std::size_t> described_before_;  // likewise
  std::vector<Kept> bound_;                        // by row of the file
  std::vector<Kept> kept_;                         // by row of the description with the edits
  std::set<std::string> lost_;                     // names of nodes of before that are gone
  NodeEdits edits_;
  Losses losses_;
  std::optional<Error> crowded_;  // a skin with too many bones
};

/// A material is called by its texture: with another name it is another texture.
Scene with_renamed_textures(const Scene& before, Scene after) {
  for (std::size_t i = 0; i < std::min(before.materials.size(), after.materials.size()); ++i) {
    if (before.materials[i].name == after.materials[i].name) continue;
    for (scene::Texture& texture : after.materials[i].textures)
      if (texture.name == before.materials[i].name) texture.name = after.materials[i].name;
  }
  return after;
}

/// A skin and the node that it belongs to are one, whatever either was called meanwhile.
Result<Scene> with_paired_skins(const Scene& before, Scene after, const std::vector<Index>& origins) {
  for (const SkinPair& pair : skin_pairs(before, origins)) {
    if (pair.skin_now == scene::kNewNode) continue;
    if (pair.node_now == scene::kNewNode)
      return fail({.field = before.nodes[pair.node].name,
                   .message =
                       "was removed, but not its skin, which has its place from it; keep it, or remove "
                       "the skin too"});
    after.nodes[pair.skin_now].name = after.nodes[pair.node_now].name;
  }
  return after;
}

/// Names that the original has are its own business.
std::optional<Error> find_new_long_texture(const Scene& before, const Scene& after) {
  std::set<std::string> known;
  for (const scene::Material& material : before.materials)
    for (const scene::Texture& texture : material.textures) known.insert(texture.name);
  for (const scene::Node& node : after.nodes) {
    if (!node.mesh) continue;
    for (const scene::Primitive& p : after.meshes[*node.mesh].primitives)
      if (auto error = find_long_texture(after, node, p, known)) return error;
  }
  return std::nullopt;
}

std::optional<Error> find_new_long_animation(const FittedScene& edited) {
  for (std::size_t i = 0; i < edited.after.animations.size(); ++i) {
    const std::string& name = edited.after.animations[i].name;
    const Index origin = edited.animation_origins[i];
    const bool is_old = origin != scene::kNewNode && edited.before.animations[origin].name == name;
    if (!is_old && name.size() > kNameRoom) return too_long(name, "an animation's");
  }
  return std::nullopt;
}

Result<Merged> merged(source::Model model, const File& file, const FittedScene& edited) {
  const Scene& before = edited.before;
  const Scene& after = edited.after;
  if (auto error = find_unusable(after, &before)) return fail(*std::move(error));
  if (auto error = find_early_key(after, before)) return fail(*std::move(error));
  auto old = describe(before, file.geometry.name.view());
  if (!old) return fail(old.error());
  const auto paired = with_paired_skins(before, with_renamed_textures(before, after), edited.origins);
  if (!paired) return fail(paired.error());
  if (auto error = find_new_long_texture(before, *paired)) return fail(*std::move(error));
  if (auto error = find_new_long_animation(edited)) return fail(*std::move(error));
  const auto now = describe(*paired, file.geometry.name.view());
  if (!now) return fail(now.error());
  if (auto error = find_unusable(now->model); error && !find_unusable(old->model))
    return fail(*std::move(error));
  Losses losses = now->losses.without(old->losses);
  const Losses outside = tell_outside(model.animations);
  auto made = DescriptionMerger(std::move(model), file, *std::move(old), *now, edited).run(file);
  if (!made) return made;
  losses.append(tell_outside(made->model.animations).without(outside));
  made->losses.prepend(losses);
  return made;
}

/// Whether a file has what a text says in its notes only.
bool needs_notes(const File& file) {
  return file.names.size() != file.nodes.size() ||
         std::ranges::any_of(file.nodes, [](const Node& node) { return node.mesh && node.mesh->skin; }) ||
         std::ranges::any_of(file.names, [](const Name& name) { return as_word(name.text) != name.text; });
}

Result<Compiled> patched(const File& file, const FittedScene& edited) {
  Decompiled own = decompile(file, {});
  const TreeBefore old(own.model.nodes);
  auto both = merged(std::move(own.model), file, edited);
  if (!both) return fail(both.error());
  const Tree tree = tree_after(*both, old, file);
  renew_guards(*both, tree);
  auto made = compile(both->model, {.game = file.variant.game, .platform = file.variant.platform});
  if (!made) return fail(with_node_names(made.error(), both->model));
  keep_tables(*made, *both, file, tree);
  keep_padding(*made, *both, file);
  made->losses.prepend(own.losses);
  made->losses.append(both->losses);
  return made;
}

Result<Decompiled> patched(source::Model model, const File& file, const FittedScene& edited) {
  if (!is_in_order(model, file))
    return fail({.message = "its nodes are not in the order of their tree",
                 .advice = "; --onto takes the compiled model"});
  const TreeBefore old(model.nodes);
  auto made = merged(std::move(model), file, edited);
  if (!made) return fail(made.error());
  if (const Tree tree = tree_after(*made, old, file); tree != Tree::other) renew_guards(*made, tree);
  Decompiled text{std::move(made->model), std::move(made->losses)};
  if (has_normals(text.model)) {
    auto normals = drop_normals(text.model, {});
    if (!normals) return fail(with_node_names(normals.error(), text.model));
    text.losses.append(*normals);
  }
  const bool odd = std::ranges::any_of(made->kept, [](const Kept& kept) {
    return !kept.binds.empty() || (is_kept_name(kept.name) && as_word(kept.name) != kept.name);
  });
  if (!odd && !needs_notes(file)) return text;
  // Where bones were bound and names that are no words are but in notes, which fit a whole description.
  const auto whole = patched(file, edited);
  if (!whole) return fail(whole.error());
  const auto compiled = compile(text.model, {.game = file.variant.game, .platform = file.variant.platform});
  if (compiled && same_tables(compiled->file, whole->file)) return text;
  Decompiled noted = decompile(whole->file, {});
  noted.losses.prepend(text.losses);
  return noted;
}

/// `patch` makes a model of the scene that fits.
template <class Patched>
Result<Patched> apply(const edit::EditedScene& edits, const auto& patch) {
  const FittedEdits fitted = fit_edits(edits.before, edits.after, edits.origins);
  auto made = patch(FittedScene{edits.before, fitted.scene, fitted.origins, edits.animation_origins});
  if (!made) return fail(made.error());
  made->losses.append(fitted.losses);
  return Patched{*std::move(made), states_of(edits, fitted.gone, fitted.bare)};
}

}  // namespace

Result<PatchedModel> apply_edits(const File& file, const edit::EditedScene& edits) {
  return apply<PatchedModel>(edits, [&](const FittedScene& scene) { return patched(file, scene); });
}

Result<PatchedSource> apply_edits(source::Model model, const File& file, const edit::EditedScene& edits) {
  return apply<PatchedSource>(
      edits, [&](const FittedScene& scene) { return patched(std::move(model), file, scene); });
}

}  // namespace mw::kotor::mdl
