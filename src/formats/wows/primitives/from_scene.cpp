#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/detail/levels.h>
#include <meshwright/scene/detail/numbers.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/wows/detail/primitives_findings.h>
#include <meshwright/wows/primitives.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "geometry/make/from_scene.h"
#include "geometry/make/mesh.h"
#include "geometry/make/shape.h"
#include "items.h"

namespace mw::wows::primitives {
namespace {

using geometry::ElementKind;
using scene::Primitive;
using scene::Scene;

tl::unexpected<Error> refuse(const scene::Node& node, std::string message) {
  return fail({.field = escape_text(node.name), .message = std::move(message)});
}

/// The format that a node's vertices had in a .primitives; empty for one that comes from elsewhere.
std::string_view format_before(const scene::Node& node) {
  const JsonValue* value = scene::find(node.extras, "format");
  const auto* name = value != nullptr ? value->get_if<std::string>() : nullptr;
  return name != nullptr && name->size() <= 64 && layout_called(*name) ? std::string_view(*name)
                                                                       : std::string_view();
}

/// What a vertex may have beside its position, normal, tangent and texture coordinates.
struct Extent {
  bool bones = false;
  bool radii = false;
  auto operator<=>(const Extent&) const = default;
};

Extent extent_of(const std::vector<Primitive>& parts) {
  const auto has = [&](std::string_view column) {
    return std::ranges::any_of(parts, [&](const Primitive& p) {
      return std::ranges::find(p.custom, column, &scene::CustomAttribute::name) != p.custom.end();
    });
  };
  return {has("BONE_0"), has("RADIUS")};
}

std::string format_for(const scene::Node& node, Extent extent) {
  if (const std::string_view before = format_before(node); !before.empty()) {
    const geometry::VertexLayout layout = layout_called(before).value();
    if (Extent{layout.has(ElementKind::iii), layout.has(ElementKind::r)} == extent &&
        layout.has(ElementKind::n) && layout.has(ElementKind::uv))
      return std::string(before);
  }
  if (extent.bones) return extent.radii ? "xyznuviiiwwtbr" : "xyznuviiiwwtb";
  return extent.radii ? "xyznuvr" : "xyznuvtb";
}

class Maker {
 public:
  explicit Maker(const Scene& scene) : scene_(scene) {}

  Result<Made> run() {
    const std::vector<Mat4> places = world_matrices(scene_);
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      if (!scene_.nodes[i].mesh) continue;
      const scene::Node node = geometry::with_name(scene_, i);
      if (node.role != scene::Role::visual && node.role != scene::Role::walkmesh) {
        ++left_out_;
        continue;
      }
      if (auto done = budget_.spend(node, scene_.meshes[*node.mesh]); !done) return fail(done.error());
      // What moves the vertices of a skin are its joints.
      if (auto done = add(node, node.skin ? Mat4(1) : places[i]); !done) return fail(done.error());
    }
    if (made_.file.sections.empty()) return fail({.message = "no triangles to make a .primitives from"});
    list_losses();
    return std::move(made_);
  }

 private:
  Result<void> add(const scene::Node& node, const Mat4& place) {
    auto parts = parts_of(node, place);
    if (!parts) return fail(parts.error());
    if (parts->empty()) return {};
    const auto name = name_of(node);
    if (!name) return fail(name.error());
    VertexData vertices;
    vertices.header.format = FixedText<64>(format_for(node, extent_of(*parts)));
    const geometry::VertexLayout layout = layout_called(vertices.header.format.view()).value();
    IndexData indices;
    std::vector<geometry::Vertex> all;
    for (const Primitive& p : *parts) {
      const bool told = !uvs_.without.empty() && uvs_.without.back() == escape_text(node.name);
      if (layout.has(ElementKind::uv) && p.uvs[0].empty() && !told)
        uvs_.without.push_back(escape_text(node.name));
      const auto mesh = geometry::mesh_of(p, layout, geometry::Storage::of(node, layout));
      if (!mesh) return refuse(node, mesh.error().message);
      indices.groups.push_back({std::uint32_t(indices.indices.size()),
                                std::uint32_t(mesh->indices.size() / 3), std::uint32_t(all.size()),
                                std::uint32_t(mesh->vertices.size())});
      for (const std::uint32_t index : mesh->indices)
        indices.indices.push_back(std::uint32_t(all.size()) + index);
      all.insert(all.end(), mesh->vertices.begin(), mesh->vertices.end());
    }
    constexpr std::size_t kMostNarrow = 65536;  // vertices that 16 bits can number
    indices.type = FixedText<64>(all.size() <= kMostNarrow ? kNarrowList : kWideList);
    vertices.header.count = std::uint32_t(all.size());
    vertices.bytes = pack(layout, all);
    made_.file.sections.push_back({.name = *name + ".indices", .content = std::move(indices)});
    made_.file.sections.push_back({.name = *name + ".vertices", .content = std::move(vertices)});
    return {};
  }

  /// The triangles of a node where it puts them, one part for each primitive.
  Result<std::vector<Primitive>> parts_of(const scene::Node& node, const Mat4& place) {
    std::vector<Primitive> parts;
    for (const Primitive& p : scene_.meshes[*node.mesh].primitives) {
      if (p.topology != scene::Topology::triangles) {
        other_topology_ = true;
        continue;
      }
      if (p.positions.size() < 3) continue;
      note(p);
      auto whole = geometry::whole_primitive({.primitives = {p}}, node.name);
      if (!whole) continue;  // none of its triangles is whole
      if (auto problem = scene::problem_of_weights(*whole)) return refuse(node, *std::move(problem));
      geometry::bones_from_joints(*whole, bones_);
      *whole = geometry::placed(*std::move(whole), place);
      if (auto problem = problem_of(*whole)) return refuse(node, *std::move(problem));
      parts.push_back(*std::move(whole));
    }
    return parts;
  }

  /// Texture coordinates are whole floats here, and one set.
  static std::optional<std::string> problem_of(Primitive& p) {
    if (auto problem = scene::problem_of(p.uvs[0], "texture coordinate")) return problem;
    const auto first = std::move(p.uvs[0]);
    p.uvs = {};
    auto problem = geometry::problem_of(p);
    p.uvs[0] = first;
    return problem;
  }

  /// What comes from a .primitives keeps its name.
  Result<std::string> name_of(const scene::Node& node) {
    if (node.lod > geometry::kMostLevel)
      return refuse(node, fmt::format("is level {}; the levels of a .primitives are 0 to {}", node.lod,
                                      geometry::kMostLevel));
    const std::string name = format_before(node).empty() ? geometry::shape_name(node) : node.name;
    const auto [known, is_new] = names_.try_emplace(name, node.name);
    if (!is_new)
      return refuse(node, fmt::format("becomes {}, as {} does; every mesh needs a name of its own",
                                      escape_text(name), escape_text(known->second)));
    return name;
  }

  void note(const Primitive& p) {
    has_materials_ |= p.material.has_value();
    if (!p.colours.empty()) attributes_.insert("COLOR_0");
    for (std::size_t set = 1; set < p.uvs.size(); ++set)
      if (!p.uvs[set].empty()) attributes_.insert(fmt::format("TEXCOORD_{}", set));
    for (const scene::CustomAttribute& custom : p.custom)
      if (!custom.name.starts_with("BONE_") && !custom.name.starts_with("WEIGHT_") &&
          custom.name != "RADIUS" && !custom.name.starts_with("BINORMAL_"))
        attributes_.insert("_" + custom.name);
  }

  void list_losses() {
    Losses& losses = made_.losses;
    const auto list = [&](bool lost, const FindingKind& kind) {
      if (lost) losses.add(kind, "");
    };
    list(!scene_.animations.empty(), loss::ANIMATIONS_DROPPED);
    list(!scene_.lights.empty(), loss::LIGHTS_DROPPED);
    list(other_topology_, loss::TOPOLOGY_DROPPED);
    list(has_materials_, loss::MATERIALS_DROPPED);
    list(!scene_.skins.empty(), loss::SKELETON_DROPPED);
    if (!attributes_.empty())
      losses.add(loss::ATTRIBUTES_DROPPED, "", escape_text(fmt::format("{}", fmt::join(attributes_, ", "))));
    geometry::tell_other_bones(bones_, losses);
    uvs_.tell(losses);
    losses.append(scene::tell_flattened(scene_));
    if (left_out_ > 0)
      losses.add(loss::MESH_NOT_DRAWN, "", counted(left_out_, "mesh is", "meshes are"),
                 left_out_ == 1 ? "it is" : "they are");
    list_extras();
  }

  /// But those that to_scene() gives, which are taken back or follow from names.
  void list_extras() {
    std::vector<std::string> names = extras_names(scene_);
    std::erase_if(names, [](const std::string& name) {
      return name == "part" || name == "format" || name == geometry::kZNegated || name == scene::kLevels;
    });
    if (!names.empty()) made_.losses.add(loss::EXTRAS_DROPPED, "", listed(names));
  }

  const Scene& scene_;
  Made made_;
  geometry::VertexBudget budget_;
  std::map<std::string, std::string> names_;  // of shapes, to the nodes that have them
  std::set<std::string> attributes_;          // that are left out
  bool has_materials_ = false;
  bool other_topology_ = false;
  geometry::OtherBones bones_;
  geometry::UvLosses uvs_;
  std::size_t left_out_ = 0;  // meshes
};

}  // namespace

Result<Made> from_scene(const Scene& scene) {
  if (auto error = find_contradiction(scene)) return fail(*std::move(error));
  if (auto error = scene::find_unusable_transform(scene)) return fail(*std::move(error));
  return Maker(scene).run();
}

}  // namespace mw::wows::primitives
