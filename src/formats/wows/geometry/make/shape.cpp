#include "shape.h"

#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/detail/numbers.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/wows/detail/geometry_findings.h>
#include <meshwright/wows/shape_names.h>
#include <algorithm>
#include <utility>

#include "from_scene.h"

namespace mw::wows::geometry {
namespace {

using scene::Index;
using scene::Primitive;

constexpr std::size_t kLongestShape = 80;  // longer ones cannot be proven from their ids

/// "part_665BAA5D" and "part_665BAA5D_lod1" stand for names that nobody knows.
bool is_made_up(std::string_view name) {
  constexpr std::string_view kPart = "part_";
  const std::string_view stem = level_name_of(name).stem;
  return stem.starts_with(kPart) && stem.size() == kPart.size() + 8 &&
         stem.find_first_not_of("0123456789ABCDEF", kPart.size()) == stem.npos;
}

/// "Turret_lod1Shape" and "steel" -> "Turret_steel_lod1Shape"
std::string with_material(std::string_view shape, std::string_view material) {
  const LevelName name = level_name_of(shape);
  const std::string level = name.level > 0 ? fmt::format("_lod{}", name.level) : "";
  return fmt::format("{}_{}{}Shape", name.stem, material, level);
}

using PrimitivesOfMaterial = std::pair<std::optional<Index>, std::vector<const Primitive*>>;

/// The triangles of a mesh, one part for each material, in the order in which the materials come.
std::vector<PrimitivesOfMaterial> by_material(const scene::Mesh& mesh) {
  std::vector<PrimitivesOfMaterial> parts;
  std::map<std::optional<Index>, std::size_t> known;
  for (const Primitive& p : mesh.primitives) {
    if (p.topology != scene::Topology::triangles) continue;
    const auto [entry, is_new] = known.try_emplace(p.material, parts.size());
    if (is_new) parts.emplace_back(p.material, std::vector<const Primitive*>());
    parts[entry->second].second.push_back(&p);
  }
  return parts;
}

}  // namespace

Result<void> VertexBudget::spend(const scene::Node& node, const scene::Mesh& mesh) {
  for (const Primitive& p : mesh.primitives) spent_ += std::max(p.positions.size(), p.indices.size() / 3);
  if (spent_ <= kMostInAll) return {};
  return fail({.field = escape_text(node.name),
               .message = fmt::format("with it the file has more than {} vertices", kMostInAll)});
}

scene::Node with_name(const scene::Scene& scene, std::size_t number) {
  scene::Node node = scene.nodes[number];
  if (node.name.empty() && node.mesh) node.name = scene.meshes[*node.mesh].name;
  if (node.name.empty()) node.name = fmt::format("mesh_{}", number);
  return node;
}

std::optional<Ids> ids_in(const scene::Extras& extras) {
  const auto id = [&](std::string_view name) -> std::optional<std::uint32_t> {
    const JsonValue* value = scene::find(extras, name);
    const auto number = value != nullptr ? scene::integer_of(*value) : std::nullopt;
    if (!number || !std::in_range<std::uint32_t>(*number)) return std::nullopt;
    return std::uint32_t(*number);
  };
  const auto vertices = id("vertices_id");
  const auto indices = id("indices_id");
  return vertices && indices ? std::optional(Ids{*vertices, *indices}) : std::nullopt;
}

void ShapeMaker::reserve(Ids ids, const std::string& name) {
  vertices_ids_.emplace(ids.vertices, name);
  indices_ids_.emplace(ids.indices, name);
}

Result<void> ShapeMaker::add(const scene::Node& node, const Mat4& place) {
  const scene::Mesh& mesh = scene_.meshes[*node.mesh];
  const std::vector<PrimitivesOfMaterial> parts = by_material(mesh);
  dropped_.other_topology |= std::ranges::any_of(
      mesh.primitives, [](const Primitive& p) { return p.topology != scene::Topology::triangles; });
  if (parts.empty()) return {};
  dropped_.materials |= std::ranges::any_of(parts, [](const auto& part) { return part.first.has_value(); });
  if (parts.size() > 1 && several_ == Materials::refused)
    return fail({.field = escape_text(node.name),
                 .message = fmt::format("has {} materials, and a mesh of a .geometry has one", parts.size()),
                 .advice = "; --split makes a mesh for each"});
  if (parts.size() > 1 && several_ == Materials::joined)
    losses_.add(loss::MATERIALS_JOINED, node.name, escape_text(node.name), parts.size());
  if (parts.size() == 1 || several_ == Materials::joined) return add_shape(node, mesh, place, std::nullopt);
  for (const auto& [material, primitives] : parts) {
    scene::Mesh part{.name = mesh.name};
    for (const Primitive* p : primitives) part.primitives.push_back(*p);
    if (auto done = add_shape(node, part, place, name_of(material)); !done) return done;
  }
  return {};
}

std::string ShapeMaker::name_of(const std::optional<Index>& material) const {
  if (!material) return "plain";
  const std::string& name = scene_.materials[*material].name;
  return name.empty() ? fmt::format("material{}", *material) : name;
}

Result<void> ShapeMaker::add_shape(const scene::Node& node, const scene::Mesh& mesh, const Mat4& place,
                                   const std::optional<std::string>& material) {
  note_attributes(mesh);
  auto primitive = whole_primitive(mesh, node.name);
  if (!primitive) return fail(primitive.error());
  if (auto problem = scene::problem_of_weights(*primitive))
    return fail({.field = escape_text(node.name), .message = *std::move(problem)});
  bones_from_joints(*primitive, dropped_.bones);
  *primitive = placed(*std::move(primitive), place);
  if (auto problem = problem_of(*primitive))
    return fail({.field = escape_text(node.name), .message = *std::move(problem)});
  auto format = choose_format(node, *primitive, vertex_format_);
  if (!format) return fail(format.error());
  losses_.append(format->losses);
  const auto layout = parse_vertex_format(format->name);
  if (!layout) return fail(layout.error());
  dropped_.uvs.note(node.name, *primitive, *layout);
  auto made = mesh_of(*primitive, *layout, Storage::of(node, *layout));
  if (!made) return fail(made.error());
  auto shape = named(node, material);
  if (!shape) return fail(shape.error());
  shape->format = format->name;
  shape->mesh = *std::move(made);
  shapes_.push_back(*std::move(shape));
  return {};
}

/// The name and the ids of a node's mesh. What was read keeps its ids as long as it keeps its name.
Result<NewShape> ShapeMaker::named(const scene::Node& node, const std::optional<std::string>& material) {
  const auto refuse = [&](std::string message) {
    return fail({.field = escape_text(node.name), .message = std::move(message)});
  };
  const int said = level_name_of(node.name).level;
  if (node.lod > kMostLevel)
    return refuse(fmt::format("is level {}; the levels of a .geometry are 0 to {}", node.lod, kMostLevel));
  if (node.lod != 0 && said != 0 && said != int(node.lod))
    return refuse(fmt::format("is level {} by its name and {} by its property lod", said, node.lod));
  NewShape made{.shape = shape_name(node)};
  const auto kept = material ? std::nullopt : ids_in(node.extras);
  const bool spelled =
      kept && vertices_id(node.name) == kept->vertices && indices_id(node.name) == kept->indices;
  if (spelled) made.shape = node.name;
  if (material) made.shape = with_material(made.shape, *material);
  made.ids = kept && is_made_up(node.name) ? *kept : Ids{vertices_id(made.shape), indices_id(made.shape)};
  if (made.shape.size() > kLongestShape)
    return refuse(fmt::format("becomes {}, a name of {} bytes; names have up to {}", escape_text(made.shape),
                              made.shape.size(), kLongestShape));
  const auto [vertices, is_new] = vertices_ids_.try_emplace(made.ids.vertices, node.name);
  const auto [indices, too] = indices_ids_.try_emplace(made.ids.indices, node.name);
  if (!is_new || !too)
    return refuse(fmt::format("becomes {}, as {} does; every mesh needs a name of its own",
                              escape_text(made.shape),
                              escape_text(is_new ? indices->second : vertices->second)));
  return made;
}

void ShapeMaker::note_attributes(const scene::Mesh& mesh) {
  for (const Primitive& p : mesh.primitives) {
    if (p.topology != scene::Topology::triangles) continue;
    if (!p.colours.empty()) dropped_.attributes.insert("COLOR_0");
    for (const scene::CustomAttribute& custom : p.custom)
      if (!is_own_attribute(custom.name)) dropped_.attributes.insert("_" + custom.name);
  }
}

Result<void> ShapeMaker::put_into(File& file, bool encoded) const {
  const std::size_t before = file.vertex_mappings.size();
  const std::size_t indices_before = file.index_mappings.size();
  std::vector<NewMesh> meshes;
  meshes.reserve(shapes_.size());
  for (const NewShape& shape : shapes_) meshes.push_back({shape.shape, shape.format, shape.mesh});
  if (auto done = add_meshes(file, meshes, encoded); !done) return done;
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    file.vertex_mappings[before + i].id = shapes_[i].ids.vertices;
    file.index_mappings[indices_before + i].id = shapes_[i].ids.indices;
  }
  return {};
}

void ShapeMaker::list_dropped(Losses& losses) const {
  if (!dropped_.attributes.empty())
    losses.add(loss::ATTRIBUTES_DROPPED, "",
               escape_text(fmt::format("{}", fmt::join(dropped_.attributes, ", "))));
  tell_other_bones(dropped_.bones, losses);
  dropped_.uvs.tell(losses);
}

}  // namespace mw::wows::geometry
