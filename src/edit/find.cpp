#include <meshwright/edit/edits.h>

#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/transform.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <map>

#include "blender/blender.h"
#include "find.h"

namespace mw::edit {
namespace {

Subject subject_of(EditKind kind) {
  switch (kind) {
    case EditKind::mesh_added:
    case EditKind::mesh_removed:
    case EditKind::mesh_changed:
    case EditKind::normals_changed:
    case EditKind::attributes_changed:
      return Subject::mesh;
    case EditKind::light_added:
    case EditKind::light_colour:
    case EditKind::light_brightness:
    case EditKind::light_reach:
      return Subject::light;
    default:
      return Subject::node;
  }
}

bool has_colours(const Mesh& mesh) {
  return std::ranges::any_of(mesh.primitives, [](const Primitive& p) { return !p.colours.empty(); });
}

/// Of the scene after, and the places of its skin's vertices.
struct AddedJoint {
  Index node;
  Mat4 bend;
};

class EditFinder {
 public:
  EditFinder(Scene original, const Scene& edited, const Tolerances& tolerances, const KnownExtras& known)
      : found_{.before = std::move(original)},
        original_(found_.before),
        edited_(edited),
        tolerances_(tolerances),
        start_(known.start),
        pairs_(original_, edited, known),
        exported_(original_, edited, pairs_, known.part),
        places_(original_, tolerances),
        binds_(original_, edited, pairs_, places_),
        of_original_(original_.nodes.size(), kNone),
        of_edited_(found_.numbers.nodes) {
    of_edited_.assign(edited.nodes.size(), kNone);
  }

  EditedScene run() {
    Scene& scene = found_.after;
    scene = original_;
    scene.losses.clear();
    number_nodes();
    link_nodes();
    edit_extras(original_.extras, edited_.extras, scene.extras, {});
    find_material_edits(found_, edited_, pairs_, tolerances_);
    kinds_ = kinds_of_materials(scene, tolerances_);
    edit_skins();
    for (std::size_t i = 0; i < original_.nodes.size(); ++i)
      if (of_original_[i] != kNone && pairs_.to_edited[i] != kNone) edit_node(Index(i));
    for (const Index node : pairs_.edited_tree.order())
      if (is_new(node)) add_parts(node);
    extend_skins();
    rebind_skins();
    find_animation_edits(found_, edited_, of_original_, tolerances_);
    follow_renamed_starts(found_, of_original_, start_);
    return std::move(found_);
  }

 private:
  bool is_new(Index node) const {
    return pairs_.to_original[node] == kNone && !pairs_.is_passage[node] && !pairs_.is_holder[node];
  }

  /// Of a node of the original, its mesh or its light; `edited` is its counterpart in the edited scene.
  Edit edit_of(EditKind kind, Index node, Index edited) const {
    return {.kind = kind,
            .subject = subject_of(kind),
            .before = node,
            .after = of_original_[node],
            .edited = edited};
  }
  Edit edit_of(EditKind kind, Index node) const { return edit_of(kind, node, pairs_.to_edited[node]); }

  void add_edit(Edit edit) { found_.edits.push_back(std::move(edit)); }

  // Which nodes there are.

  /// Nodes that were never exported stay, whatever happened to the nodes above them.
  bool is_gone(Index node) const {
    return pairs_.to_edited[node] == kNone && exported_.expects(original_.nodes[node]);
  }

  /// Below the nearest node above that stays.
  Transform place_of_left_over(Index node) const {
    Transform place = original_.nodes[node].transform;
    for (Index above = pairs_.original_tree.parent(node); above != kNone && is_gone(above);
         above = pairs_.original_tree.parent(above))
      place = to_transform(to_matrix(original_.nodes[above].transform) * to_matrix(place));
    return place;
  }

  void number_nodes() {
    found_.after.nodes.clear();
    for (std::size_t i = 0; i < original_.nodes.size(); ++i) {
      if (is_gone(Index(i))) {
        add_edit(edit_of(EditKind::node_removed, Index(i)));
        continue;
      }
      of_original_[i] = add(original_.nodes[i], Index(i));
      if (pairs_.to_edited[i] == kNone) found_.after.nodes.back().transform = place_of_left_over(Index(i));
      if (pairs_.to_edited[i] != kNone) of_edited_[pairs_.to_edited[i]] = of_original_[i];
      if (pairs_.mesh_holder[i] != kNone) of_edited_[pairs_.mesh_holder[i]] = of_original_[i];
    }
    for (const Index node : pairs_.edited_tree.order()) {
      if (!is_new(node)) continue;
      of_edited_[node] = add(edited_.nodes[node], kNewNode);
      Node& out = found_.after.nodes.back();
      out.mesh.reset();
      out.skin.reset();
      out.light.reset();
      add_edit({.kind = EditKind::node_added,
                .subject = Subject::node,
                .after = of_edited_[node],
                .edited = node});
    }
  }

  Index add(Node node, Index origin) {
    node.children.clear();
    found_.after.nodes.push_back(std::move(node));
    found_.origins.push_back(origin);
    return Index(found_.after.nodes.size() - 1);
  }

  // Where they are in the tree.

  /// Of a node of the edited scene, in the scene after.
  Index parent_in_edited(Index node) const {
    Index above = pairs_.edited_tree.parent(node);
    while (above != kNone && (pairs_.is_passage[above] || pairs_.is_holder[above]))
      above = pairs_.edited_tree.parent(above);
    return above == kNone ? kNone : of_edited_[above];
  }

  Index parent_in_original(Index node) const {
    Index above = pairs_.original_tree.parent(node);
    while (above != kNone && of_original_[above] == kNone) above = pairs_.original_tree.parent(above);
    return above == kNone ? kNone : of_original_[above];
  }

  /// The place of a skin is that of its joints: programs put its node anywhere.
  Index parent_of(Index original) const {
    const Index partner = pairs_.to_edited[original];
    const bool root = pairs_.original_tree.parent(original) == kNone;
    if (partner == kNone || (original_.nodes[original].skin && root)) return parent_in_original(original);
    return parent_in_edited(partner);
  }

  void link(Index node, Index parent) {
    if (parent == kNone)
      found_.after.roots.push_back(node);
    else
      found_.after.nodes[parent].children.push_back(node);
  }

  /// Those that stayed below their parent in their order, then new ones.
  void link_nodes() {
    found_.after.roots.clear();
    std::vector<Index> moved;
    const auto visit = [&](Index node) {
      if (of_original_[node] == kNone) return;
      if (parent_of(node) == parent_in_original(node))
        link(of_original_[node], parent_of(node));
      else
        moved.push_back(node);
    };
    for (const Index root : original_.roots) visit(root);
    for (const Node& node : original_.nodes)
      for (const Index child : node.children) visit(child);
    for (const Index node : moved) {
      link(of_original_[node], parent_of(node));
      add_edit(edit_of(EditKind::node_reparented, node));
    }
    for (const Index node : pairs_.edited_tree.order())
      if (is_new(node)) link(of_edited_[node], parent_in_edited(node));
  }

  // What they are.

  /// `of` is an edit of a property of the same thing.
  void edit_extras(const Extras& before, const Extras& after, Extras& out, const Edit& of) {
    std::vector<std::string> changed;
    out = edited_extras(before, after, tolerances_.number, changed);
    for (std::string& name : changed) {
      Edit edit = of;
      edit.key = std::move(name);
      add_edit(std::move(edit));
    }
  }

  Edit property_of(Subject subject, Index node, Index edited) const {
    Edit edit = edit_of(EditKind::property, node, edited);
    edit.subject = subject;
    return edit;
  }

  void edit_node(Index node) {
    const Node& before = original_.nodes[node];
    const Node& after = edited_.nodes[pairs_.to_edited[node]];
    Node& out = found_.after.nodes[of_original_[node]];
    if (!after.name.empty() && after.name != before.name && without_number(after.name) != before.name) {
      add_edit(edit_of(EditKind::node_renamed, node));
      out.name = after.name;
    }
    const Transform shown = binds_.without_bind(node, before.transform, after.transform);
    const Transform place =
        poses_.without_motion(node, before.transform, shown, places_.size(), tolerances_.motion);
    if (!before.skin && !places_.same(before.transform, shown) && places_.same(before.transform, place))
      ignore(found_.ignored, IgnoredKind::on_a_motion, node);
    if (!before.skin && !places_.same(before.transform, place)) {
      add_edit(edit_of(EditKind::node_moved, node));
      out.transform = place;
    }
    const Index partner = pairs_.to_edited[node];
    edit_extras(before.extras, after.extras, out.extras, property_of(Subject::node, node, partner));
    if (const Index holder = pairs_.mesh_holder[node]; holder != partner)
      edit_extras(Extras(out.extras), edited_.nodes[holder].extras, out.extras,
                  property_of(Subject::node, node, holder));
    if (after.light) edit_light(node, edited_.lights[*after.light], out);
    edit_mesh_of(node, out);
  }

  void edit_light(Index node, const Light& after, Node& out) {
    const Node& before = original_.nodes[node];
    std::vector<Light>& lights = found_.after.lights;
    if (!before.light) {
      out.light = Index(lights.size());
      lights.push_back(after);
      return add_edit(edit_of(EditKind::light_added, node));
    }
    const Light& old = original_.lights[*before.light];
    Light& light = lights[*before.light];
    edit_extras(old.extras, after.extras, light.extras,
                property_of(Subject::light, node, pairs_.to_edited[node]));
    const auto take = [&](auto& own, const auto& other, bool differs, EditKind kind) {
      if (!differs) return;
      own = other;
      add_edit(edit_of(kind, node));
    };
    const auto differ = [&](float a, float b) { return !is_within(double(a), double(b), 1e-5); };
    const bool other_colour = differ(old.colour.x, after.colour.x) || differ(old.colour.y, after.colour.y) ||
                              differ(old.colour.z, after.colour.z);
    take(light.colour, after.colour, other_colour, EditKind::light_colour);
    take(light.intensity, after.intensity, differ(old.intensity, after.intensity),
         EditKind::light_brightness);
    const bool other_reach = after.range && differ(old.range.value_or(0), *after.range);
    take(light.range, after.range, other_reach, EditKind::light_reach);  // Blender does not write it
  }

  // Their meshes.

  std::vector<Index> joints_in(const Scene& scene, const Node& node,
                               const std::vector<Index>& numbers) const {
    std::vector<Index> joints;
    if (!node.skin) return joints;
    for (const Index joint : scene.skins[*node.skin].joints) joints.push_back(numbers[joint]);
    return joints;
  }

  void edit_mesh_of(Index node, Node& out) {
    const Node& before = original_.nodes[node];
    const Index holder = pairs_.mesh_holder[node];
    const Node& after = edited_.nodes[holder];
    if (!before.mesh && !after.mesh) return;
    if (!before.mesh) {
      copy_mesh(after, out);
      return add_edit(edit_of(EditKind::mesh_added, node, holder));
    }
    found_.found_meshes += after.mesh ? 1 : 0;
    if (!after.mesh) {
      if (!exported_.expects(before)) return;
      out.mesh.reset();
      out.skin.reset();
      return add_edit(edit_of(EditKind::mesh_removed, node, holder));
    }
    Mesh other = placed(binds_.unbent(node, holder), holder, node);
    if (before.skin && !after.skin)  // weights of unknown bones
      for (Primitive& p : other.primitives) p.weights.clear(), p.joints.clear();
    const Mesh& mesh = original_.meshes[*before.mesh];
    EditedMesh made = find_mesh_edits({&mesh, joints_in(original_, before, of_original_)},
                                      {&other, joints_in(edited_, after, of_edited_)},
                                      found_.numbers.materials, kinds_, tolerances_);
    edit_extras(mesh.extras, other.extras, made.mesh.extras, property_of(Subject::mesh, node, holder));
    if (has_colours(other) && !has_colours(mesh)) ignore(found_.ignored, IgnoredKind::colours, node);
    note_lacks(node, after, made.lacks);
    if (out.skin) find_added_joints(node, holder, made.joints);
    if (!add_edits_of_mesh(edit_of(EditKind::mesh_changed, node, holder), made.counts)) return;
    out.mesh = Index(found_.after.meshes.size());
    found_.after.meshes.push_back(std::move(made.mesh));
  }

  /// Whether there is any.
  bool add_edits_of_mesh(Edit edit, const MeshCounts& counts) {
    const std::size_t known = found_.edits.size();
    edit.mesh = counts;
    const auto add = [&](EditKind kind) {
      edit.kind = kind;
      add_edit(edit);
    };
    if (counts.moved + counts.uvs + counts.weights + counts.colours + counts.added + counts.removed +
                counts.rearranged >
            0 ||
        counts.lines || counts.material)
      add(EditKind::mesh_changed);
    if (counts.normals > 0) add(EditKind::normals_changed);
    if (counts.custom > 0) add(EditKind::attributes_changed);
    return found_.edits.size() > known;
  }

  /// Data that editors remove by accident as often as on purpose.
  void note_lacks(Index node, const Node& after, const MeshLacks& lacks) {
    const Node& before = original_.nodes[node];
    const auto note = [&](IgnoredKind kind) { ignore(found_.ignored, kind, node); };
    if (before.skin && !after.skin)
      note(IgnoredKind::no_skin);
    else if (lacks.weights)
      note(IgnoredKind::no_weights);
    if (!before.skin && after.skin) note(IgnoredKind::skin);
    if (lacks.material) note(IgnoredKind::no_material);
    if (lacks.uvs) note(IgnoredKind::no_uvs);
    if (lacks.second_uvs) note(IgnoredKind::no_second_uvs);
    if (lacks.sliver_normals) note(IgnoredKind::sliver_normals);
    if (lacks.tangents) note(IgnoredKind::tangents);
  }

  /// In the space of the mesh's own node, if that differs from the node that carries it.
  Mesh placed(const Mesh& mesh, Index holder, Index node) const {
    Mesh out = mesh;
    const Transform& place = edited_.nodes[holder].transform;
    if (holder == pairs_.to_edited[node] || places_.same(place, {})) return out;
    const Mat4 matrix = to_matrix(place);
    const glm::mat3 turn = glm::transpose(glm::inverse(glm::mat3(matrix)));
    for (Primitive& p : out.primitives) {
      for (Vec3& position : p.positions) position = Vec3(matrix * Vec4(position, 1));
      for (Vec3& normal : p.normals) normal = glm::normalize(turn * normal);
    }
    return out;
  }

  void copy_mesh(const Node& after, Node& out) {
    const std::vector<Index>& materials = found_.numbers.materials;
    Mesh mesh = edited_.meshes[*after.mesh];
    for (Primitive& p : mesh.primitives)
      if (p.material)
        p.material = materials[*p.material] == kNone ? std::nullopt : std::optional(materials[*p.material]);
    out.mesh = Index(found_.after.meshes.size());
    found_.after.meshes.push_back(std::move(mesh));
    if (after.skin) copy_skin(edited_.skins[*after.skin], out);
  }

  void copy_skin(Skin skin, Node& out) {
    for (Index& joint : skin.joints)
      joint = of_edited_[joint] == kNone ? found_.after.roots.front() : of_edited_[joint];
    if (skin.root)
      skin.root = of_edited_[*skin.root] == kNone ? std::nullopt : std::optional(of_edited_[*skin.root]);
    out.skin = Index(found_.after.skins.size());
    found_.after.skins.push_back(std::move(skin));
  }

  void add_parts(Index node) {
    const Node& from = edited_.nodes[node];
    Node& out = found_.after.nodes[of_edited_[node]];
    if (from.light) {
      out.light = Index(found_.after.lights.size());
      found_.after.lights.push_back(edited_.lights[*from.light]);
    }
    if (!from.mesh) return;
    copy_mesh(from, out);
    add_edit(
        {.kind = EditKind::mesh_added, .subject = Subject::mesh, .after = of_edited_[node], .edited = node});
  }

  // Their skins.

  /// A joint that is gone is its nearest node above.
  Index joint_after(Index joint) const {
    while (joint != kNone && of_original_[joint] == kNone) joint = pairs_.original_tree.parent(joint);
    return joint == kNone ? 0 : of_original_[joint];
  }

  void edit_skins() {
    for (Skin& skin : found_.after.skins) {
      for (Index& joint : skin.joints) joint = joint_after(joint);
      if (skin.root) skin.root = joint_after(*skin.root);
    }
  }

  void find_added_joints(Index node, Index holder, const std::vector<Index>& joints) {
    const Index number = *original_.nodes[node].skin;
    const std::size_t known = original_.skins[number].joints.size();
    if (joints.size() <= known) return;
    const std::vector<Index>& edited = edited_.skins[*edited_.nodes[holder].skin].joints;
    const std::vector<Mat4> bends = binds_.bends_after(node, holder);
    std::map<Index, Mat4> by_node;  // of the scene after
    for (std::size_t i = 0; i < edited.size(); ++i) by_node.try_emplace(of_edited_[edited[i]], bends[i]);
    std::vector<AddedJoint>& added = added_joints_[number];
    added.clear();
    for (std::size_t i = known; i < joints.size(); ++i) added.push_back({joints[i], by_node.at(joints[i])});
  }

  void extend_skins() {
    if (added_joints_.empty()) return;
    const std::vector<Mat4> places = world_matrices(found_.after);
    for (const auto& [number, added] : added_joints_) {
      Skin& skin = found_.after.skins[number];
      for (const AddedJoint& joint : added) {
        skin.joints.push_back(joint.node);
        skin.inverse_binds.push_back(glm::inverse(places[joint.node]) * joint.bend);
      }
    }
  }

  /// Of the nodes of the original, as if only its roots had been moved: these take skins along.
  std::vector<Mat4> places_below_moved_roots() const {
    Scene moved;
    moved.roots = original_.roots;
    moved.nodes = original_.nodes;
    for (const Index root : moved.roots)
      if (of_original_[root] != kNone)
        moved.nodes[root].transform = found_.after.nodes[of_original_[root]].transform;
    return world_matrices(moved);
  }

  /// An editor that binds a skin again to the rest places of its bones leaves its vertices in place when one
  /// of these is moved.
  void rebind_skins() {
    std::vector<Mat4> before;
    std::vector<Mat4> after;
    for (std::size_t node = 0; node < original_.nodes.size(); ++node) {
      const auto skin = original_.nodes[node].skin;
      if (!skin || of_original_[node] == kNone || pairs_.to_edited[node] == kNone) continue;
      const std::vector<bool> anew = binds_.bound_anew(Index(node), pairs_.mesh_holder[node]);
      std::vector<Mat4> bends;
      for (std::size_t i = 0; i < anew.size(); ++i) {
        if (!anew[i]) continue;
        if (before.empty()) before = places_below_moved_roots();
        if (after.empty()) after = world_matrices(found_.after);
        const Mat4& now = after[found_.after.skins[*skin].joints[i]];
        if (now == before[original_.skins[*skin].joints[i]]) continue;
        if (bends.empty()) bends = binds_.bends_before(original_.skins[*skin]);
        found_.after.skins[*skin].inverse_binds[i] = glm::inverse(now) * bends[i];
      }
    }
  }

  EditedScene found_;
  const Scene& original_;
  const Scene& edited_;
  const Tolerances& tolerances_;
  const std::string_view start_;
  const NodePairs pairs_;
  const Exported exported_;
  const PlaceComparison places_;
  BindPose binds_;
  const Poses poses_{original_};
  std::vector<Index> of_original_;                         // nodes of the scene after
  std::vector<Index>& of_edited_;                          // likewise
  std::vector<Index> kinds_;                               // of its materials
  std::map<Index, std::vector<AddedJoint>> added_joints_;  // by skin
};

}  // namespace

void ignore(std::vector<Ignored>& all, IgnoredKind kind, Index which) {
  const auto same = std::ranges::find(all, kind, &Ignored::kind);
  if (same != all.end())
    ++same->others;
  else
    all.push_back({kind, which});
}

EditedScene find_edits(Scene original, const Scene& edited, const Tolerances& tolerances,
                       const KnownExtras& known) {
  return EditFinder(std::move(original), edited, tolerances, known).run();
}

}  // namespace mw::edit
