#include <meshwright/scene/settle.h>

#include <fmt/format.h>
#include <meshwright/core/listing.h>
#include <meshwright/core/text.h>
#include <meshwright/scene/record_extras.h>
#include <meshwright/scene/transform.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <map>
#include <set>

#include "parts.h"

namespace mw::scene {
namespace {

bool has_colours(const Mesh& mesh) {
  return std::ranges::any_of(mesh.primitives, [](const Primitive& p) { return !p.colours.empty(); });
}

/// Of the settled scene, and where it puts the vertices of its skin.
struct AddedJoint {
  Index node;
  Mat4 bend;
};

class Settler {
 public:
  Settler(const Scene& original, const Scene& edited, const Tolerances& tolerances, const KnownExtras& known)
      : original_(original),
        edited_(edited),
        tolerances_(tolerances),
        start_(known.start),
        pairs_(original, edited, known),
        exported_(original, edited, pairs_, known.part),
        places_(original, tolerances),
        binds_(original, edited, pairs_, places_),
        of_original_(original.nodes.size(), kNone),
        of_edited_(edited.nodes.size(), kNone) {}

  Settled run() {
    Scene& scene = settled_.scene;
    scene = original_;
    scene.losses.clear();
    number_nodes();
    link_nodes();
    settle_extras(original_.extras, edited_.extras, scene.extras, "model");
    materials_ = settle_materials(original_, edited_, pairs_, tolerances_, settled_, notes_);
    kinds_ = kinds_of_materials(settled_.scene, tolerances_);
    settle_skins();
    for (std::size_t i = 0; i < original_.nodes.size(); ++i)
      if (of_original_[i] != kNone && pairs_.to_edited[i] != kNone) settle_node(Index(i));
    for (const Index node : pairs_.edited_tree.order())
      if (is_new(node)) add_parts(node);
    extend_skins();
    rebind_skins();
    settle_animations(original_, edited_, of_edited_, of_original_, tolerances_, settled_);
    follow_renamed();
    notes_.list(settled_.notes);
    return std::move(settled_);
  }

 private:
  bool is_new(Index node) const {
    return pairs_.to_original[node] == kNone && !pairs_.is_passage[node] && !pairs_.is_holder[node];
  }

  void tell(std::string_view what, std::string_view kind, std::string_view name, std::string text) {
    settled_.changes.push_back({what, fmt::format("{} {}", kind, escape_text(name)), std::move(text)});
  }

  // Which nodes there are.

  /// What was never exported stays, whatever became of the nodes above it.
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
    settled_.scene.nodes.clear();
    for (std::size_t i = 0; i < original_.nodes.size(); ++i) {
      if (is_gone(Index(i))) {
        tell("node-removed", "node", original_.nodes[i].name, "removed");
        continue;
      }
      of_original_[i] = add(original_.nodes[i], Index(i));
      if (pairs_.to_edited[i] == kNone) settled_.scene.nodes.back().transform = place_of_left_over(Index(i));
      if (pairs_.to_edited[i] != kNone) of_edited_[pairs_.to_edited[i]] = of_original_[i];
      if (pairs_.mesh_holder[i] != kNone) of_edited_[pairs_.mesh_holder[i]] = of_original_[i];
    }
    for (const Index node : pairs_.edited_tree.order()) {
      if (!is_new(node)) continue;
      of_edited_[node] = add(edited_.nodes[node], kNewNode);
      Node& out = settled_.scene.nodes.back();
      out.mesh.reset();
      out.skin.reset();
      out.light.reset();
      tell("node-added", "node", out.name, "added");
    }
  }

  Index add(Node node, Index origin) {
    node.children.clear();
    settled_.scene.nodes.push_back(std::move(node));
    settled_.origins.push_back(origin);
    return Index(settled_.scene.nodes.size() - 1);
  }

  // Where they are in the tree.

  /// Of a node of the edited scene, in the settled one.
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

  /// A skin is where its joints are: programs put it where they like.
  Index parent_of(Index original) const {
    const Index partner = pairs_.to_edited[original];
    const bool root = pairs_.original_tree.parent(original) == kNone;
    if (partner == kNone || (original_.nodes[original].skin && root)) return parent_in_original(original);
    return parent_in_edited(partner);
  }

  void link(Index node, Index parent) {
    if (parent == kNone)
      settled_.scene.roots.push_back(node);
    else
      settled_.scene.nodes[parent].children.push_back(node);
  }

  /// Those that stayed below their parent in their order, then what came.
  void link_nodes() {
    settled_.scene.roots.clear();
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
      tell("node-moved", "node", original_.nodes[node].name, "below another parent");
    }
    for (const Index node : pairs_.edited_tree.order())
      if (is_new(node)) link(of_edited_[node], parent_in_edited(node));
  }

  // What they are.

  void settle_extras(const Extras& before, const Extras& after, Extras& out, const std::string& where) {
    std::vector<std::string> changed;
    out = settled_extras(before, after, tolerances_.number, changed);
    for (const std::string& name : changed)
      settled_.changes.push_back(
          {"property-changed", where, fmt::format("property {} changed", escape_text(name))});
  }

  void settle_node(Index node) {
    const Node& before = original_.nodes[node];
    const Node& after = edited_.nodes[pairs_.to_edited[node]];
    Node& out = settled_.scene.nodes[of_original_[node]];
    if (!after.name.empty() && after.name != before.name && without_number(after.name) != before.name) {
      tell("node-renamed", "node", before.name, "renamed to " + escape_text(after.name));
      out.name = after.name;
    }
    const Transform shown = binds_.without_bind(node, before.transform, after.transform);
    const Transform place =
        poses_.without_motion(node, before.transform, shown, places_.size(), tolerances_.motion);
    if (!before.skin && !places_.same(before.transform, shown) && places_.same(before.transform, place))
      notes_.add("node", before.name, "on the way of a motion, and not taken for moved");
    if (!before.skin && !places_.same(before.transform, place)) {
      tell("node-moved", "node", before.name, "moved");
      out.transform = place;
    }
    settle_extras(before.extras, after.extras, out.extras, "node " + escape_text(before.name));
    if (const Index holder = pairs_.mesh_holder[node]; holder != pairs_.to_edited[node])
      settle_extras(Extras(out.extras), edited_.nodes[holder].extras, out.extras,
                    "node " + escape_text(before.name));
    if (after.light) settle_light(before, edited_.lights[*after.light], out);
    settle_mesh_of(node, out);
  }

  void settle_light(const Node& before, const Light& after, Node& out) {
    std::vector<Light>& lights = settled_.scene.lights;
    if (!before.light) {
      out.light = Index(lights.size());
      lights.push_back(after);
      return tell("light-changed", "light", before.name, "added");
    }
    const Light& old = original_.lights[*before.light];
    Light& light = lights[*before.light];
    settle_extras(old.extras, after.extras, light.extras, "light " + escape_text(before.name));
    const auto take = [&](auto& own, const auto& other, bool differs, std::string_view what) {
      if (!differs) return;
      own = other;
      tell("light-changed", "light", before.name, fmt::format("other {}", what));
    };
    const auto differ = [&](float a, float b) { return !is_within(double(a), double(b), 1e-5); };
    const bool other_colour = differ(old.colour.x, after.colour.x) || differ(old.colour.y, after.colour.y) ||
                              differ(old.colour.z, after.colour.z);
    take(light.colour, after.colour, other_colour, "colour");
    take(light.intensity, after.intensity, differ(old.intensity, after.intensity), "brightness");
    const bool other_reach = after.range && differ(old.range.value_or(0), *after.range);
    take(light.range, after.range, other_reach, "reach");  // Blender writes none
  }

  // Their meshes.

  std::vector<Index> joints_in(const Scene& scene, const Node& node,
                               const std::vector<Index>& numbers) const {
    std::vector<Index> joints;
    if (!node.skin) return joints;
    for (const Index joint : scene.skins[*node.skin].joints) joints.push_back(numbers[joint]);
    return joints;
  }

  void settle_mesh_of(Index node, Node& out) {
    const Node& before = original_.nodes[node];
    const Index holder = pairs_.mesh_holder[node];
    const Node& after = edited_.nodes[holder];
    if (!before.mesh && !after.mesh) return;
    if (!before.mesh) return copy_mesh(after, out);
    settled_.found_meshes += after.mesh ? 1 : 0;
    if (!after.mesh) {
      if (!exported_.expects(before)) return;
      out.mesh.reset();
      out.skin.reset();
      return tell("mesh-removed", "mesh", before.name, "removed");
    }
    Mesh other = placed(binds_.unbent(node, holder), holder, node);
    if (before.skin && !after.skin)  // weights are of bones that nobody knows
      for (Primitive& p : other.primitives) p.weights.clear(), p.joints.clear();
    const Mesh& mesh = original_.meshes[*before.mesh];
    SettledMesh settled =
        settle_mesh({&mesh, joints_in(original_, before, of_original_)},
                    {&other, joints_in(edited_, after, of_edited_)}, materials_, kinds_, tolerances_);
    settle_extras(mesh.extras, other.extras, settled.mesh.extras, "mesh " + escape_text(before.name));
    if (has_colours(other) && !has_colours(mesh))
      notes_.add("mesh", before.name, "its colours are not taken, the original has none");
    note_lacks(before, after, settled.lacks);
    if (out.skin) find_added_joints(node, holder, settled.joints);
    if (!settled.edits.any()) return;
    if (const std::string edits = settled.edits.describe(); !edits.empty())
      tell("mesh-changed", "mesh", before.name, edits);
    if (settled.edits.normals > 0)
      tell("normals-changed", "mesh", before.name,
           counted(settled.edits.normals, "normal", "normals") + " turned");
    if (settled.edits.custom > 0)
      tell("attributes-changed", "mesh", before.name,
           counted(settled.edits.custom, "attribute", "attributes") + " changed");
    out.mesh = Index(settled_.scene.meshes.size());
    settled_.scene.meshes.push_back(std::move(settled.mesh));
  }

  /// What editors take away by accident as often as on purpose.
  void note_lacks(const Node& before, const Node& after, const MeshLacks& lacks) {
    if (before.skin && !after.skin)
      notes_.add("mesh", before.name, "has no skin in the scene; that of the original stays");
    else if (lacks.weights)
      notes_.add("mesh", before.name, "has no weights in the scene; those of the original stay");
    if (!before.skin && after.skin)
      notes_.add("mesh", before.name, "its skin is not taken, the original has none");
    if (lacks.material)
      notes_.add("mesh", before.name,
                 "has triangles without a material in the scene; that of the original stays");
    if (lacks.uvs)
      notes_.add("mesh", before.name, "lacks texture coordinates in the scene; those of the original stay");
    if (lacks.second_uvs)
      notes_.add("mesh", before.name,
                 "lacks second texture coordinates in the scene; those of the original stay");
  }

  /// In the space of the node whose mesh it is, where that and its holder are two.
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
    Mesh mesh = edited_.meshes[*after.mesh];
    for (Primitive& p : mesh.primitives)
      if (p.material)
        p.material = materials_[*p.material] == kNone ? std::nullopt : std::optional(materials_[*p.material]);
    out.mesh = Index(settled_.scene.meshes.size());
    settled_.scene.meshes.push_back(std::move(mesh));
    if (after.skin) copy_skin(edited_.skins[*after.skin], out);
    tell("mesh-added", "mesh", out.name, "added");
  }

  void copy_skin(Skin skin, Node& out) {
    for (Index& joint : skin.joints)
      joint = of_edited_[joint] == kNone ? settled_.scene.roots.front() : of_edited_[joint];
    if (skin.root)
      skin.root = of_edited_[*skin.root] == kNone ? std::nullopt : std::optional(of_edited_[*skin.root]);
    out.skin = Index(settled_.scene.skins.size());
    settled_.scene.skins.push_back(std::move(skin));
  }

  void add_parts(Index node) {
    const Node& from = edited_.nodes[node];
    Node& out = settled_.scene.nodes[of_edited_[node]];
    if (from.light) {
      out.light = Index(settled_.scene.lights.size());
      settled_.scene.lights.push_back(edited_.lights[*from.light]);
    }
    if (from.mesh) copy_mesh(from, out);
  }

  // Their skins.

  /// A joint that is gone is its nearest node above.
  Index joint_after(Index joint) const {
    while (joint != kNone && of_original_[joint] == kNone) joint = pairs_.original_tree.parent(joint);
    return joint == kNone ? 0 : of_original_[joint];
  }

  void settle_skins() {
    for (Skin& skin : settled_.scene.skins) {
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
    std::map<Index, Mat4> by_node;  // of the settled scene
    for (std::size_t i = 0; i < edited.size(); ++i) by_node.try_emplace(of_edited_[edited[i]], bends[i]);
    std::vector<AddedJoint>& added = added_joints_[number];
    added.clear();
    for (std::size_t i = known; i < joints.size(); ++i) added.push_back({joints[i], by_node.at(joints[i])});
  }

  void extend_skins() {
    if (added_joints_.empty()) return;
    const std::vector<Mat4> places = world_matrices(settled_.scene);
    for (const auto& [number, added] : added_joints_) {
      Skin& skin = settled_.scene.skins[number];
      for (const AddedJoint& joint : added) {
        skin.joints.push_back(joint.node);
        skin.inverse_binds.push_back(glm::inverse(places[joint.node]) * joint.bend);
      }
    }
  }

  /// Of the nodes of the original, as if nothing but its roots had been moved: these take skins along.
  std::vector<Mat4> places_below_moved_roots() const {
    Scene moved;
    moved.roots = original_.roots;
    moved.nodes = original_.nodes;
    for (const Index root : moved.roots)
      if (of_original_[root] != kNone)
        moved.nodes[root].transform = settled_.scene.nodes[of_original_[root]].transform;
    return world_matrices(moved);
  }

  /// An editor that binds a skin anew where its bones rest leaves its vertices where they are when one of
  /// these is moved.
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
        if (after.empty()) after = world_matrices(settled_.scene);
        const Mat4& now = after[settled_.scene.skins[*skin].joints[i]];
        if (now == before[original_.skins[*skin].joints[i]]) continue;
        if (bends.empty()) bends = binds_.bends_before(original_.skins[*skin]);
        settled_.scene.skins[*skin].inverse_binds[i] = glm::inverse(now) * bends[i];
      }
    }
  }

  /// New names by the old ones, in lower case, which no node of the original has kept.
  std::map<std::string, std::string> new_names() const {
    std::map<std::string, std::string> names;
    std::set<std::string> kept;
    for (std::size_t i = 0; i < original_.nodes.size(); ++i) {
      if (of_original_[i] == kNone) continue;
      const std::string before = lower_case(original_.nodes[i].name);
      const std::string& now = settled_.scene.nodes[of_original_[i]].name;
      names.try_emplace(before, now);
      if (lower_case(now) == before) kept.insert(before);
    }
    for (const std::string& name : kept) names.erase(name);
    return names;
  }

  /// The name of the node that an animation starts at; null where it says none.
  const std::string* start_of(const Animation& animation) const {
    const JsonValue* start = find(animation.extras, start_);
    return start != nullptr ? start->get_if<std::string>() : nullptr;
  }

  /// Animations know the node that they start at by its name, in any case. What somebody typed, or came with
  /// an animation, is a name of the edited scene.
  void follow_renamed() {
    if (start_.empty()) return;
    const std::map<std::string, std::string> names = new_names();
    for (std::size_t i = 0; i < settled_.scene.animations.size(); ++i) {
      const Index origin = settled_.animation_origins[i];
      if (origin == kNewNode) continue;
      Animation& animation = settled_.scene.animations[i];
      const std::string* name = start_of(animation);
      const std::string* before = start_of(original_.animations[origin]);
      if (name == nullptr || before == nullptr || *name != *before) continue;
      const auto now = names.find(lower_case(*name));
      if (now == names.end()) continue;
      std::ranges::find(animation.extras, start_, &JsonMember::first)->second = now->second;
      notes_.add("animation", animation.name, "starts at a node that was renamed, by its new name");
    }
  }

  const Scene& original_;
  const Scene& edited_;
  const Tolerances& tolerances_;
  const std::string_view start_;
  const NodePairs pairs_;
  const Exported exported_;
  const PlaceComparison places_;
  BindPose binds_;
  const Poses poses_{original_};
  Settled settled_;
  Notes notes_;
  std::vector<Index> of_original_;  // nodes of the settled scene
  std::vector<Index> of_edited_;
  std::vector<Index> kinds_;                               // of the settled materials
  std::vector<Index> materials_;                           // settled ones by those of the edited scene
  std::map<Index, std::vector<AddedJoint>> added_joints_;  // by skin
};

}  // namespace

Settled settle(const Scene& original, const Scene& edited, const Tolerances& tolerances,
               const KnownExtras& known) {
  return Settler(original, edited, tolerances, known).run();
}

}  // namespace mw::scene
