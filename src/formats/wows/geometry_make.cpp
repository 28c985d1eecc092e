#include <meshwright/wows/geometry_make.h>

#include <fmt/format.h>
#include <meshwright/core/listing.h>
#include <meshwright/core/text.h>
#include <meshwright/scene/record_extras.h>
#include <meshwright/wows/shape_names.h>
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "geometry_from_scene.h"
#include "geometry_make_mesh.h"
#include "geometry_make_models.h"

namespace mw::wows::geometry {
namespace {

using scene::Index;
using scene::Primitive;
using scene::Scene;

constexpr std::uint32_t kMostLevel = 9;    // names tell it with one digit
constexpr std::size_t kLongestShape = 80;  // longer ones cannot be proven from their ids

/// What a mesh is found by.
struct Ids {
  std::uint32_t vertices = 0;
  std::uint32_t indices = 0;
};

/// A mesh that is ready for the file.
struct NewShape {
  std::string shape = {};
  std::string format = {};
  Ids ids = {};
  Mesh mesh = {};
};

/// "part_665BAA5D" and "part_665BAA5D_lod1" stand for names that nobody knows.
bool is_made_up(std::string_view name) {
  constexpr std::string_view kPart = "part_";
  const std::string_view stem = level_name_of(name).stem;
  return stem.starts_with(kPart) && stem.size() == kPart.size() + 8 &&
         stem.find_first_not_of("0123456789ABCDEF", kPart.size()) == stem.npos;
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

/// "Turret_lod1Shape" and "steel" -> "Turret_steel_lod1Shape"
std::string with_material(std::string_view shape, std::string_view material) {
  const LevelName name = level_name_of(shape);
  const std::string level = name.level > 0 ? fmt::format("_lod{}", name.level) : "";
  return fmt::format("{}_{}{}Shape", name.stem, material, level);
}

class Maker {
 public:
  Maker(const Scene& scene, const MakeOptions& options) : scene_(scene), options_(options) {}

  Result<Made> run() {
    const std::vector<Mat4> places = world_matrices(scene_);
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      if (!scene_.nodes[i].mesh) continue;
      scene::Node node = scene_.nodes[i];
      if (node.name.empty()) node.name = scene_.meshes[*node.mesh].name;
      if (node.name.empty()) node.name = fmt::format("mesh_{}", i);
      // What moves the vertices of a skin are its joints.
      if (auto done = add(node, node.skin ? Mat4(1) : places[i]); !done) return fail(done.error());
    }
    return finish();
  }

 private:
  Result<void> add(const scene::Node& node, const Mat4& place) {
    switch (node.role) {
      case scene::Role::visual:
      case scene::Role::walkmesh:
        return add_drawn(node, place);
      case scene::Role::armor:
        return add_model(node, place, plates_, new_plate);
      case scene::Role::collision:
        return add_model(node, place, hulls_, new_hull);
      case scene::Role::hidden:
      case scene::Role::helper:
        break;
    }
    ++left_out_;
    return {};
  }

  template <class Model>
  Result<void> add_model(const scene::Node& node, const Mat4& place, std::vector<Model>& models,
                         Result<Model> (*make)(const scene::Node&, const Primitive&)) {
    const auto whole = whole_primitive(scene_.meshes[*node.mesh], node.name);
    if (!whole) return fail(whole.error());
    auto model = make(node, placed(*whole, place));
    if (!model) return fail(model.error());
    models.push_back(*std::move(model));
    return {};
  }

  Result<void> add_drawn(const scene::Node& node, const Mat4& place) {
    const scene::Mesh& mesh = scene_.meshes[*node.mesh];
    std::vector<std::optional<Index>> materials;
    for (const Primitive& p : mesh.primitives) {
      other_topology_ |= p.topology != scene::Topology::triangles;
      if (p.topology == scene::Topology::triangles &&
          std::ranges::find(materials, p.material) == materials.end())
        materials.push_back(p.material);
    }
    if (materials.empty()) return {};
    materials_ |= std::ranges::any_of(materials, [](const auto& material) { return material.has_value(); });
    if (materials.size() == 1) return add_shape(node, mesh, place, std::nullopt);
    if (!options_.split)
      return fail({.field = escape_text(node.name),
                   .message = fmt::format("has {} materials, and a mesh of a .geometry has one; --split "
                                          "makes a mesh for each",
                                          materials.size())});
    for (const std::optional<Index>& material : materials) {
      scene::Mesh part{.name = mesh.name};
      std::ranges::copy_if(mesh.primitives, std::back_inserter(part.primitives),
                           [&](const Primitive& p) { return p.material == material; });
      if (auto done = add_shape(node, part, place, name_of(material)); !done) return done;
    }
    return {};
  }

  std::string name_of(const std::optional<Index>& material) const {
    if (!material) return "plain";
    const std::string& name = scene_.materials[*material].name;
    return name.empty() ? fmt::format("material{}", *material) : name;
  }

  Result<void> add_shape(const scene::Node& node, const scene::Mesh& mesh, const Mat4& place,
                         const std::optional<std::string>& material) {
    auto primitive = whole_primitive(mesh, node.name);
    if (!primitive) return fail(primitive.error());
    note_attributes(*primitive);
    many_bones_ += bones_from_joints(*primitive);
    *primitive = placed(*std::move(primitive), place);
    if (auto problem = problem_of(*primitive))
      return fail({.field = escape_text(node.name), .message = *std::move(problem)});
    auto format = choose_format(node, *primitive, options_.vertex_format);
    if (!format) return fail(format.error());
    std::ranges::move(format->losses, std::back_inserter(losses_));
    const auto layout = parse_vertex_format(format->name);
    if (!layout) return fail(layout.error());
    // Skinned meshes of the game wind against their normals.
    auto made = mesh_of(*primitive, Mat4(1), *layout, !layout->has(ElementKind::iii));
    if (!made) return fail(made.error());
    for (Vertex& vertex : made->vertices)
      vertex.weights[1] = std::min<std::uint8_t>(vertex.weights[1], std::uint8_t(255 - vertex.weights[0]));
    auto shape = named(node, material);
    if (!shape) return fail(shape.error());
    shape->format = format->name;
    shape->mesh = *std::move(made);
    shapes_.push_back(*std::move(shape));
    return {};
  }

  /// The name and the ids of a node's mesh. What was read keeps its ids as long as it keeps its name.
  Result<NewShape> named(const scene::Node& node, const std::optional<std::string>& material) {
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
      return refuse(fmt::format("becomes {}, a name of {} bytes; names have up to {}",
                                escape_text(made.shape), made.shape.size(), kLongestShape));
    const auto [vertices, is_new] = vertices_ids_.try_emplace(made.ids.vertices, node.name);
    const auto [indices, too] = indices_ids_.try_emplace(made.ids.indices, node.name);
    if (!is_new || !too)
      return refuse(fmt::format("becomes {}, as {} does; every mesh needs a name of its own",
                                escape_text(made.shape),
                                escape_text(is_new ? indices->second : vertices->second)));
    return made;
  }

  void note_attributes(const Primitive& p) {
    if (!p.colours.empty()) other_attributes_.insert("COLOR_0");
    for (const scene::CustomAttribute& custom : p.custom) {
      constexpr std::string_view kOwn[] = {"BONE_0", "BONE_1", "BONE_2", "WEIGHT_0", "WEIGHT_1", "WEIGHT_2",
                                           "RADIUS", "PIECE",  "OI_0",   "OI_1",     "OI_2",     "OI_3"};
      if (std::ranges::find(kOwn, std::string_view(custom.name)) == std::end(kOwn))
        other_attributes_.insert("_" + custom.name);
    }
  }

  Result<Made> finish() {
    if (shapes_.empty() && plates_.empty() && hulls_.empty())
      return fail({.message = "no triangles to make a .geometry from"});
    File file;
    std::vector<NewMesh> meshes;
    meshes.reserve(shapes_.size());
    for (const NewShape& shape : shapes_) meshes.push_back({shape.shape, shape.format, shape.mesh});
    if (auto done = add_meshes(file, meshes, options_.encoded); !done) return fail(done.error());
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      file.vertex_mappings[i].id = shapes_[i].ids.vertices;
      file.index_mappings[i].id = shapes_[i].ids.indices;
    }
    if (auto done = set_armor(file, std::move(plates_)); !done) return fail(done.error());
    set_collision(file, std::move(hulls_));
    list_losses();
    return Made{std::move(file), std::move(losses_)};
  }

  void list_losses() {
    const auto list = [&](bool lost, std::string_view what) {
      if (lost) losses_.push_back(fmt::format("{} have no place in a .geometry", what));
    };
    list(!scene_.animations.empty(), "animations");
    list(!scene_.lights.empty(), "lights");
    list(other_topology_, "lines and points");
    list(materials_, "materials");
    if (!scene_.skins.empty())
      losses_.emplace_back("skeletons have no place in a .geometry: bones are their numbers in the skin");
    if (!other_attributes_.empty())
      losses_.push_back(fmt::format("attributes of vertices that have no place in a .geometry: {}",
                                    escape_text(fmt::format("{}", fmt::join(other_attributes_, ", ")))));
    if (many_bones_ > 0)
      losses_.push_back(fmt::format("{} more than 3 bones; the lightest are left out",
                                    counted(many_bones_, "vertex has", "vertices have")));
    if (left_out_ > 0)
      losses_.push_back(fmt::format("{} not drawn; {} left out", counted(left_out_, "mesh is", "meshes are"),
                                    left_out_ == 1 ? "it is" : "they are"));
    list_extras();
  }

  /// But those that to_scene() gives, which are taken back or follow from the meshes.
  void list_extras() {
    constexpr std::string_view kOwn[] = {"part",       "name_from",       "level_by",   "vertices_id",
                                         "indices_id", "paired_by",       "format",     "density",
                                         "is_skinned", "indices_density", "is_bumped",  "key",
                                         "layer",      "material",        "model_name", "id",
                                         "version",    "unknown_0x0f",    "face_flags", "face_corners"};
    std::vector<std::string> names = extras_names(scene_);
    std::erase_if(names, [&](const std::string& name) {
      return std::ranges::find(kOwn, std::string_view(name)) != std::end(kOwn);
    });
    if (!names.empty()) losses_.push_back(fmt::format("a .geometry holds no extras: {}", listed(names)));
  }

  const Scene& scene_;
  const MakeOptions& options_;
  std::vector<NewShape> shapes_;
  std::vector<ArmorPlate> plates_;
  std::vector<Hull> hulls_;
  std::vector<std::string> losses_;
  std::map<std::uint32_t, std::string> vertices_ids_;  // to the nodes that have them
  std::map<std::uint32_t, std::string> indices_ids_;
  std::set<std::string> other_attributes_;
  std::size_t many_bones_ = 0;  // vertices
  std::size_t left_out_ = 0;    // meshes
  bool other_topology_ = false;
  bool materials_ = false;
};

}  // namespace

Result<Made> from_scene(const Scene& scene, const MakeOptions& options) {
  if (auto error = find_contradiction(scene)) return fail(*std::move(error));
  if (!options.vertex_format.empty())
    if (auto layout = parse_vertex_format(whole_format_name(options.vertex_format)); !layout)
      return fail(layout.error());
  return Maker(scene, options).run();
}

}  // namespace mw::wows::geometry
