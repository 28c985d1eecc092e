#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/geometry/detail/triangle.h>
#include <meshwright/kotor/detail/mdl_build.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/scene/detail/numbers.h>
#include <meshwright/scene/detail/record_extras.h>
#include <algorithm>
#include <map>
#include <set>

#include "fit.h"
#include "mdl_author/from_scene/from_scene.h"
#include "mdl_source/compile/parts.h"
#include "parts.h"

namespace mw::kotor::mdl {
namespace {

using scene::Index;
using scene::Primitive;

/// Of a whole model: about what 32 bits can address in an MDX would take gigabytes here.
constexpr std::size_t kMostInAll = 1 << 22;
/// Numbers of keys that parts of divided meshes have again.
constexpr std::size_t kMostCopied = 1 << 24;

bool is_drawable(const Primitive& p) {
  return p.topology == scene::Topology::triangles && !p.positions.empty();
}

const JsonObject* mesh_properties(const scene::Node& node) {
  const JsonValue* value = scene::find(node.extras, "mesh");
  return value != nullptr ? value->get_if<JsonObject>() : nullptr;
}

bool has_property(const scene::Node& node, std::string_view name) {
  const JsonObject* mesh = mesh_properties(node);
  return mesh != nullptr && scene::find(*mesh, name) != nullptr;
}

Error too_many(const scene::Node& node, std::size_t count, std::string_view what, std::size_t most,
               bool can_split) {
  return {.field = escape_text(node.name),
          .message = fmt::format("has {} {}, but a mesh of this game holds {}", count, what, most),
          .advice = can_split ? "; --split divides it" : ""};
}

/// Properties of a mesh that its parts have too: lists are of the whole.
JsonValue without_lists(const JsonValue& value) {
  const auto* members = value.get_if<JsonObject>();
  if (members == nullptr) return value;
  JsonObject kept;
  for (const auto& [name, member] : *members) {
    const auto* list = member.get_if<JsonArray>();
    if (list == nullptr || list->size() <= 4) kept.emplace_back(name, without_lists(member));
  }
  return kept;
}

class MeshDivider {
 public:
  explicit MeshDivider(FitContext& context) : context_(context), scene_(context.scene) {}

  Result<void> run() {
    for (const Index node : nodes_in_order(scene_))
      if (scene_.nodes[node].mesh)
        if (auto done = divide(node); !done) return done;
    if (auto done = copy_channels(); !done) return done;
    list_losses();
    return {};
  }

 private:
  Result<void> divide(Index index) {
    if (has_property(scene_.nodes[index], "saber")) return {};
    scene::Mesh& mesh = scene_.meshes[*scene_.nodes[index].mesh];
    if (scene::find(scene_.nodes[index].extras, "aabb") != nullptr) return join(scene_.nodes[index], mesh);
    const std::size_t lone = scene::count_lone_vertices(mesh);
    std::vector<Primitive> parts;
    for (Primitive& p : mesh.primitives) {
      if (auto error = find_long_texture(scene_, scene_.nodes[index], p)) return fail(*std::move(error));
      tidy(scene_.nodes[index], p, mesh.primitives.size() > 1);
      if (auto done = add_parts(scene_.nodes[index], std::move(p), parts); !done) return done;
    }
    mesh.primitives.clear();
    mesh.primitives.push_back(std::move(parts[0]));
    for (std::size_t i = 1; i < parts.size(); ++i) add_node_for(index, i, std::move(parts[i]));
    lone_ += lone - (parts.size() == 1 ? std::min(lone, scene::count_lone_vertices(mesh)) : 0);
    if (parts.size() > 1)
      divided_.push_back(fmt::format("{} into {}", scene_.nodes[index].name, parts.size()));
    return {};
  }

  /// A walkmesh is one mesh, whatever its materials.
  Result<void> join(const scene::Node& node, scene::Mesh& mesh) {
    const std::size_t lone = scene::count_lone_vertices(mesh);
    for (Primitive& p : mesh.primitives) tidy(node, p, mesh.primitives.size() > 1);
    Primitive all = joined(mesh.primitives);
    if (all.positions.size() > kMaxVertices)
      return fail(too_many(node, all.positions.size(), "vertices", kMaxVertices, false));
    if (all.indices.size() / 3 > kMaxFaces)
      return fail(too_many(node, all.indices.size() / 3, "faces", kMaxFaces, false));
    mesh.primitives.clear();
    mesh.primitives.push_back(std::move(all));
    lone_ += lone - std::min(lone, scene::count_lone_vertices(mesh));
    return {};
  }

  /// What a model has no use for goes, and what it needs is made.
  void tidy(const scene::Node& node, Primitive& p, bool shares_vertices) {
    if (p.indices.empty())
      for (std::size_t i = 0; i < p.positions.size(); ++i) p.indices.push_back(Index(i));
    note_attributes(node, p);
    if (p.positions.size() > p.indices.size() || (shares_vertices && p.positions.size() > kMaxVertices))
      p = picked(p, p.indices);
    if (p.normals.empty() && node.role == scene::Role::visual) p = flat(p);
    if (!p.colours.empty()) coloured_.insert(node.name);
    const bool lit = has_property(node, "lightmapped") || has_light_map(p);
    for (std::size_t set = lit ? 2 : 1; set < p.uvs.size(); ++set) {
      if (!p.uvs[set].empty()) unlit_.insert(node.name);
      p.uvs[set].clear();
    }
    if (node.skin) weightless_ += even_weights(p);
  }

  /// Nodes that a model was made into have their numbers: its own tangents are those of the coordinates.
  void note_attributes(const scene::Node& node, const Primitive& p) {
    const bool is_foreign = scene::find(node.extras, "number") == nullptr;
    if (!p.tangents.empty() && is_foreign) tangents_.insert(node.name);
    for (const scene::CustomAttribute& custom : p.custom)
      if (custom.name != "CONSTRAINT") custom_.insert(fmt::format("_{} of {}", custom.name, node.name));
  }

  bool has_light_map(const Primitive& p) const {
    if (!p.material) return false;
    return std::ranges::any_of(scene_.materials[*p.material].textures,
                               [](const scene::Texture& texture) { return texture.role == "lightmap"; });
  }

  Result<void> add_parts(const scene::Node& node, Primitive p, std::vector<Primitive>& parts) const {
    const std::size_t bones = node.skin ? bones_of(p).size() : 0;
    const std::size_t faces = p.indices.size() / 3;
    const bool fits = bones <= kMostBonesOfMesh && p.positions.size() <= kMaxVertices && faces <= kMaxFaces;
    if (fits) {
      parts.push_back(std::move(p));
      return {};
    }
    if (context_.split) {
      for (Primitive& part : split_up(p, bool(node.skin))) parts.push_back(std::move(part));
      return {};
    }
    if (bones > kMostBonesOfMesh) return fail(too_many(node, bones, "bones", kMostBonesOfMesh, true));
    if (faces > kMaxFaces) return fail(too_many(node, faces, "faces", kMaxFaces, true));
    return fail(too_many(node, p.positions.size(), "vertices", kMaxVertices, true));
  }

  /// Below the first, so that it moves with it.
  void add_node_for(Index first, std::size_t number, Primitive p) {
    const auto added = Index(scene_.nodes.size());
    scene::Node node{.name = shortened(scene_.nodes[first].name, fmt::format("_{}", number + 1))};
    node.role = scene_.nodes[first].role;
    node.skin = scene_.nodes[first].skin;
    if (const JsonValue* mesh = scene::find(scene_.nodes[first].extras, "mesh"))
      node.extras.emplace_back("mesh", without_lists(*mesh));
    node.mesh = Index(scene_.meshes.size());
    scene_.meshes.push_back({.name = node.name});
    scene_.meshes.back().primitives.push_back(std::move(p));
    scene_.nodes.push_back(std::move(node));
    scene_.nodes[first].children.push_back(added);
    added_to_[first].push_back(added);
  }

  /// Colours and the like of a mesh that move are those of all its parts.
  Result<void> copy_channels() {
    std::size_t numbers = 0;
    for (scene::Animation& animation : scene_.animations) {
      std::vector<scene::Channel> copies;
      for (const scene::Channel& channel : animation.channels) {
        const auto added = added_to_.find(channel.node);
        if (channel.target != scene::Target::custom || added == added_to_.end()) continue;
        numbers += added->second.size() * channel.values.size();
        if (numbers > kMostCopied)
          return fail({.field = escape_text(scene_.nodes[channel.node].name),
                       .message = fmt::format("{} parts of the mesh with their own keys of {} are too many",
                                              added->second.size() + 1, channel.name)});
        for (const Index node : added->second) {
          copies.push_back(channel);
          copies.back().node = node;
        }
      }
      std::ranges::move(copies, std::back_inserter(animation.channels));
    }
    return {};
  }

  void list_losses() {
    const auto list = [&](const std::vector<std::string>& names, const FindingKind& kind) {
      if (!names.empty()) context_.losses.add(kind, names.size() == 1 ? names[0] : "", listed(names));
    };
    list(divided_, loss::MESH_DIVIDED);
    list({coloured_.begin(), coloured_.end()}, loss::COLOURS_DROPPED);
    list({unlit_.begin(), unlit_.end()}, loss::UV_DROPPED);
    list({custom_.begin(), custom_.end()}, loss::ATTRIBUTES_DROPPED);
    list({tangents_.begin(), tangents_.end()}, loss::TANGENTS_DERIVED);
    if (lone_ > 0) context_.losses.add(loss::VERTEX_DROPPED, "", counted(lone_, "vertex", "vertices"));
    if (weightless_ > 0)
      context_.losses.add(loss::VERTEX_WEIGHTLESS, "",
                          counted(weightless_, "vertex of a skin has no weights and follows",
                                  "vertices of skins have no weights and follow"));
  }

  FitContext& context_;
  scene::Scene& scene_;
  std::map<Index, std::vector<Index>> added_to_;  // by node: those for further parts of its mesh
  std::vector<std::string> divided_;
  std::set<std::string> coloured_;
  std::set<std::string> unlit_;
  std::set<std::string> custom_;
  std::set<std::string> tangents_;
  std::size_t lone_ = 0;  // vertices
  std::size_t weightless_ = 0;
};

}  // namespace

Result<void> own_meshes(FitContext& context) {
  scene::Scene& scene = context.scene;
  std::vector<bool> taken(scene.meshes.size());
  std::size_t vertices = 0;
  std::size_t left_out = 0;
  for (scene::Mesh& mesh : scene.meshes)
    left_out += std::erase_if(mesh.primitives, [](const Primitive& p) { return !is_drawable(p); });
  for (const Index index : nodes_in_order(scene)) {
    scene::Node& node = scene.nodes[index];
    if (!node.mesh) continue;
    for (const Primitive& p : scene.meshes[*node.mesh].primitives)
      vertices += std::max(p.positions.size(), p.indices.size() / 3);
    if (vertices > kMostInAll)
      return fail({.field = escape_text(node.name),
                   .message = fmt::format("with it the model has more than {} vertices", kMostInAll),
                   .code = ErrorCode::too_large});
    if (scene.meshes[*node.mesh].primitives.empty()) {
      node.mesh.reset();
      node.skin.reset();
    } else if (taken[*node.mesh]) {
      scene.meshes.push_back(scene.meshes[*node.mesh]);
      node.mesh = Index(scene.meshes.size() - 1);
    } else {
      taken[*node.mesh] = true;
    }
  }
  if (left_out > 0)
    context.losses.add(loss::TOPOLOGY_DROPPED, "", counted(left_out, "part of meshes", "parts of meshes"));
  return {};
}

Result<void> divide_meshes(FitContext& context) {
  return MeshDivider(context).run();
}

}  // namespace mw::kotor::mdl
