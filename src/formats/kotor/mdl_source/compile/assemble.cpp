#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_build.h>
#include <algorithm>
#include <functional>
#include <unordered_map>

#include "blade.h"
#include "mdl/build/derive.h"
#include "mdl/variant.h"
#include "parts.h"
#include "tree.h"

namespace mw::kotor::mdl {
namespace {

constexpr std::size_t kMostNodes = 0xFFFF;
constexpr std::size_t kBoneBytes = 36;        // of a node in the tables of a skin
constexpr std::size_t kMostBound = 1 << 20;   // of all of them, beside 64 per byte of a text
constexpr std::string_view kNeck = "neck_g";  // where the animations of a head start

const source::Keys* find_keys(const source::Node& node, std::uint32_t type) {
  const auto found = std::ranges::find_if(
      node.controllers, [&](const source::Keys& keys) { return keys.controller.type == type; });
  return found == node.controllers.end() ? nullptr : &*found;
}

source::Keys constant(std::uint32_t type, std::vector<double> numbers) {
  source::Keys keys;
  keys.controller.type = type;
  keys.width = std::uint32_t(numbers.size());
  keys.numbers = std::move(numbers);
  return keys;
}

/// Every node but the root has a position and an orientation, even where they change nothing.
std::vector<source::Keys> with_place(const source::Node& node) {
  std::vector<source::Keys> keys = node.controllers;
  const auto insert = [&](std::size_t at, std::uint32_t type, std::vector<double> numbers) {
    if (find_keys(node, type) == nullptr)
      keys.insert(keys.begin() + std::ptrdiff_t(std::min(at, keys.size())),
                  constant(type, std::move(numbers)));
  };
  insert(0, kPositionController, {0, 0, 0});
  insert(1, kOrientationController, {1, 0, 0, 0});
  return keys;
}

/// Whether the notes were made for these triangles.
bool has_exact_notes(const source::Node& node, std::uint64_t pose) {
  const auto& notes = node.residual.geometry;
  return node.mesh && notes && notes->hold(geometry_hash(*node.mesh, node.mesh->skin ? pose : 0));
}

/// Parts of a node that a description gives no content.
void add_empty_parts(Node& node, Variant variant) {
  const std::uint16_t type = node.header.type;
  if ((type & kNodeLight) != 0) node.light.emplace();
  if ((type & kNodeEmitter) != 0) node.emitter.emplace();
  if ((type & kNodeReference) != 0) node.reference.emplace();
  if ((type & kNodeMesh) != 0) node.mesh = mesh_of({}, {}, type, variant);
}

class Assembler {
 public:
  Assembler(const source::Model& model, const CompileOptions& options)
      : model_(model),
        options_(options),
        variant_(model.residual.variant.value_or(
            Variant{options.game.value_or(Game::k1), options.platform.value_or(Platform::pc)})) {}

  Result<Assembly> run() {
    auto tree = tree_of(model_.nodes, "nodes");
    if (!tree) return fail(tree.error());
    if (model_.nodes.size() > kMostNodes)
      return fail(wrong(model_.nodes.back().line, "nodes",
                        fmt::format("{} are more than {}", model_.nodes.size(), kMostNodes)));
    tree_ = *std::move(tree);
    fill_headers();
    if (auto done = add_nodes(); !done) return fail(done.error());
    const auto numbered = number_nodes(file(), options_.supermodel, options_.by_name);
    if (!numbered) return fail(numbered.error());
    assembly_.numbered = *numbered;
    if (auto done = add_animations(); !done) return fail(done.error());
    number_animations(assembly_);
    if (auto done = add_meshes(); !done) return fail(done.error());
    count_meshes();
    Losses rounding;  // of what was made; notes have what was rounded before
    if (variant_.platform == Platform::xbox) {
      File made = std::move(file());
      made.variant.platform = Platform::pc;
      Converted converted = convert(made, variant_);
      file() = std::move(converted.file);
      rounding = std::move(converted.losses);
    }
    assembly_.order = std::move(tree_.order);
    assembly_.losses = losses_of(model_, options_, assembly_);
    if (std::ranges::none_of(assembly_.exact, std::identity())) assembly_.losses.append(rounding);
    return std::move(assembly_);
  }

 private:
  File& file() { return assembly_.file; }

  void fill_headers() {
    File& f = file();
    f.variant = variant_;
    const Variant pc{f.variant.game, Platform::pc};
    f.has_mdx = !model_.residual.without_mdx;
    f.geometry.functions = functions_of(pc).model;
    f.geometry.name = ended<32>(model_.name);
    f.geometry.node_count = std::uint32_t(model_.nodes.size());
    if (options_.supermodel != nullptr) f.geometry.node_count += options_.supermodel->geometry.node_count + 1;
    f.geometry.type = std::uint8_t(GeometryType::model);
    f.model.classification = model_.classification;
    f.model.subclassification = model_.subclassification;
    f.model.affected_by_fog = model_.ignore_fog == 0 ? 1 : 0;
    f.model.box_min = model_.box_min;
    f.model.box_max = model_.box_max;
    f.model.radius = model_.radius.value_or(usual_radius());
    f.model.animation_scale = model_.animation_scale;
    f.model.supermodel = ended<32>(model_.supermodel);
  }

  float usual_radius() const {
    const bool emits = std::ranges::any_of(
        model_.nodes, [](const source::Node& node) { return (node.type & kNodeEmitter) != 0; });
    return emits ? 40.0F : 7.0F;
  }

  Result<void> add_nodes() {
    file().nodes.resize(tree_.order.size());
    for (std::uint32_t row = 0; row < tree_.order.size(); ++row) {
      const source::Node& from = model_.nodes[tree_.order[row]];
      names_.add(from.name, row);
      Node& node = file().nodes[row];
      const auto type = from.residual.type;
      if (auto blade = type ? std::nullopt : whole_blade(from)) blades_.emplace(row, *std::move(blade));
      const bool disguised = blades_.contains(row) && (from.type & kNodeSaber) == 0;
      file().names.push_back({0, disguised ? from.name.substr(kBladePrefix.size()) : from.name});
      node.header.type = type.value_or(disguised ? from.type | kNodeSaber : from.type);
      node.header.number = node.header.name_index = std::uint16_t(row);
      node.children = tree_.children[row];
      KeyContext context{.where = fmt::format("nodes[{}]", tree_.order[row])};
      const auto keys = row == 0 ? from.controllers : with_place(from);
      if (auto done = compile_keys(keys, context, node); !done) return done;
      set_rest(node, keys);
      if ((node.header.type & kNodeLight) != 0) node.light = from.light ? *from.light : Light{};
      if ((node.header.type & kNodeEmitter) != 0) node.emitter = from.emitter ? *from.emitter : Emitter{};
      if ((node.header.type & kNodeReference) != 0)
        node.reference = from.reference ? *from.reference : Reference{};
    }
    if (model_.headlink != 0)
      if (const auto neck = names_.first(kNeck)) file().names_header.head_node = {*neck};
    return {};
  }

  static void set_rest(Node& node, const std::vector<source::Keys>& keys) {
    for (const source::Keys& each : keys) {
      if (each.rows() == 0) continue;
      const double* row = each.row(0) + (each.keyed ? 1 : 0);
      if (each.controller.type == kPositionController)
        node.header.position = {float(row[0]), float(row[1]), float(row[2])};
      if (each.controller.type != kOrientationController || each.bezier) continue;
      const auto [x, y, z, w] = to_quaternion(row);
      node.header.orientation = {w, x, y, z};
    }
  }

  Result<void> add_animations() {
    for (std::size_t row = 0; row < model_.animations.size(); ++row) {
      const source::Animation& from = model_.animations[row];
      Animation& animation = file().animations.emplace_back();
      AnimationHeader& header = animation.header;
      header.geometry.functions = functions_of({file().variant.game, Platform::pc}).animation;
      header.geometry.name = ended<32>(from.name);
      header.geometry.node_count = std::uint32_t(file().names.size());
      header.geometry.type = std::uint8_t(GeometryType::animation);
      header.length = from.length;
      header.transition = from.transition;
      header.root_name = ended<32>(from.root.empty() ? model_.name : from.root);
      animation.events = from.events;
      if (from.nodes.empty()) {
        assembly_.animated_order.emplace_back();
        assembly_.animated_rows.emplace_back();
        continue;
      }
      if (auto done = add_animated(from, fmt::format("animations[{}].nodes", row), animation); !done)
        return done;
    }
    return {};
  }

  /// The model's node that an animation's is: below that of its parent, or any of that name.
  std::uint32_t find_node(const std::string& name, std::uint32_t parent) const {
    const auto first = names_.first(name);
    if (!first || first == names_.last(name) || parent == kNoRow) return first.value_or(kNoRow);
    for (const std::uint32_t child : tree_.children[parent])
      if (same_in_any_case(model_.nodes[tree_.order[child]].name, name)) return child;
    return *first;
  }

  Result<void> add_animated(const source::Animation& from, const std::string& where, Animation& animation) {
    auto tree = tree_of(from.nodes, where);
    if (!tree) return fail(tree.error());
    animation.nodes.resize(tree->order.size());
    std::vector<std::uint32_t> rows(tree->order.size(), kNoRow);
    for (std::size_t row = 0; row < tree->order.size(); ++row) {
      const source::Node& described = from.nodes[tree->order[row]];
      Node& node = animation.nodes[row];
      // Whatever its word is, in the binary it has no parts, unless the notes say so and fill them.
      node.header.type = described.residual.type.value_or(kNodeHeader);
      add_empty_parts(node, {file().variant.game, Platform::pc});
      node.children = std::move(tree->children[row]);
      const std::uint32_t parent = tree->parents[row];
      rows[row] = find_node(described.name, parent == kNoRow ? kNoRow : rows[parent]);
      if (rows[row] == kNoRow) continue;  // its keys would move the root
      const KeyContext context{.compress = model_.compress_quaternions != 0,
                               .animated = true,
                               .rest = file().nodes[rows[row]].header.position,
                               .where = fmt::format("{}[{}]", where, tree->order[row])};
      if (auto done = compile_keys(described.controllers, context, node); !done) return done;
    }
    assembly_.animated_order.push_back(std::move(tree->order));
    assembly_.animated_rows.push_back(std::move(rows));
    return {};
  }

  Result<void> add_meshes() {
    const std::uint64_t pose = pose_hash(model_.nodes);
    assembly_.exact.resize(file().nodes.size());
    std::vector<SplitMesh> splits(file().nodes.size());
    std::vector<MeshPlace> meshes;
    for (std::uint32_t row = 0; row < file().nodes.size(); ++row) {
      Node& node = file().nodes[row];
      const source::Node& from = model_.nodes[tree_.order[row]];
      if ((node.header.type & kNodeMesh) == 0) continue;
      const source::Mesh none;
      const auto blade = blades_.find(row);
      const source::Mesh& mesh = blade != blades_.end() ? blade->second : from.mesh ? *from.mesh : none;
      const std::string where = fmt::format("nodes[{}]", tree_.order[row]);
      const bool exact = !makes_anew() && has_exact_notes(from, pose);
      assembly_.exact[row] = exact;
      if ((node.header.type & kNodeSaber) != 0 && !exact && mesh.vertices.size() != kBladeVertices)
        return fail(wrong(mesh.vertex_lines.head, where + ".verts",
                          fmt::format("a blade has {} vertices, or 16 of two strips that meet; got {}",
                                      kBladeVertices, mesh.vertices.size())));
      auto made = split(mesh, splitting_of(mesh, node.header.type, exact), options_.crease, where);
      if (!made) return fail(made.error());
      splits[row] = *std::move(made);
      if (!makes_anew()) take_normals(mesh, splits[row]);
      node.mesh = mesh_of(mesh, splits[row], node.header.type, {file().variant.game, Platform::pc});
      if (auto done = add_skin(row, mesh, splits[row], where); !done) return done;
      const bool tangents = node.mesh->mdx && !node.mesh->mdx->rows.tangents[0].empty();
      meshes.push_back({&*node.mesh, &splits[row], row, tangents, !exact});
    }
    derive(file(), meshes, options_);
    return {};
  }

  /// Whether the user asks for other vertices or normals than a model had.
  bool makes_anew() const {
    return options_.weld || options_.crease || options_.weighting != CompileOptions::Weighting::area;
  }

  static bool has_own_normals(const source::Mesh& mesh) {
    return !mesh.normals.empty() && mesh.normals.size() == mesh.vertices.size();
  }

  static void take_normals(const source::Mesh& mesh, SplitMesh& split) {
    if (!has_own_normals(mesh)) return;
    for (const std::uint32_t vertex : split.origins) split.normals.push_back(mesh.normals[vertex]);
  }

  Splitting splitting_of(const source::Mesh& mesh, std::uint16_t type, bool exact) const {
    if (exact || (type & kNodeSaber) != 0) return Splitting::kept;
    if (options_.weld) return Splitting::by_value;
    if (options_.crease || !has_vertex_rows(mesh)) return Splitting::by_row;
    // Normals of its own say where a mesh is smooth, whatever its groups do.
    const bool kept = has_own_normals(mesh) || shares_smoothly(mesh.faces, mesh.vertices.size());
    return kept ? Splitting::kept : Splitting::by_row;
  }

  /// Bind poses that the notes have are not worked out: they must not depend on how this machine rounds.
  Result<void> add_skin(std::uint32_t row, const source::Mesh& from, const SplitMesh& split,
                        const std::string& where) {
    Mesh& mesh = *file().nodes[row].mesh;
    if (!mesh.skin || !mesh.mdx) return {};
    const source::Skin none;
    const source::Skin& skin = from.skin ? *from.skin : none;
    // Each skin has a row for each node, so that a short text could ask for gigabytes.
    described_ += 16 * from.vertices.size() + 8 * skin.weights.size();
    bound_ += kBoneBytes * file().nodes.size();
    if (bound_ > kMostBound + 64 * (described_ + 32 * file().nodes.size()))
      return fail(wrong(from.vertex_lines.head, where, "too many skins for so many nodes"));
    const auto bones = compile_weights(skin, split, file(), where, mesh);
    if (!bones) return fail(bones.error());
    if (!assembly_.exact[row]) return bind_skin(file(), row, *bones);
    const std::size_t names = file().names.size();
    mesh.skin->header.bone_map_count = std::uint32_t(names);
    mesh.skin->bone_map.assign(names, kNoBone);
    mesh.skin->qbones.resize(names);
    mesh.skin->tbones.resize(names, Vec3(0));
    mesh.skin->unknown_0x34.resize(names);
    return {};
  }

  /// Counters that the description does not have.
  void count_meshes() {
    std::uint32_t meshes = 0;
    for (std::uint32_t row = 0; row < file().nodes.size(); ++row) {
      Node& node = file().nodes[row];
      const source::Node& from = model_.nodes[tree_.order[row]];
      if (!node.mesh) continue;
      ++meshes;
      const std::uint32_t counter =
          from.mesh && from.mesh->counter ? *from.mesh->counter : inverted_counter(meshes);
      if (node.mesh->saber)
        node.mesh->saber->header.inverted_counters = {counter, counter - 1};
      else
        node.mesh->inverted_counters = {counter};
    }
  }

  const source::Model& model_;
  const CompileOptions& options_;
  Variant variant_;  // that the notes say, or the user
  SourceTree tree_;
  NodeNames names_;
  std::unordered_map<std::uint32_t, source::Mesh> blades_;  // by row: of nodes that have their corners only
  std::size_t described_ = 0;                               // bytes that a text needs at least for the skins
  std::size_t bound_ = 0;                                   // bytes of their tables
  Assembly assembly_;
};

}  // namespace

Result<Assembly> assemble(const source::Model& model, const CompileOptions& options) {
  return Assembler(model, options).run();
}

}  // namespace mw::kotor::mdl
