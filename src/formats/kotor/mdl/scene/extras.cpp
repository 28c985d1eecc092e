#include "extras.h"

#include <fmt/format.h>
#include <meshwright/kotor/mdl.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

#include "mdl/build/derive.h"
#include "mdl/motion.h"

namespace mw::kotor::mdl {
namespace {

using scene::Extras;

/// Fields of a mesh header that glTF's own members tell, or that follow from the vertices and their layout.
constexpr std::string_view kToldElsewhere[] = {
    "functions",   "box_min",    "box_max",   "radius",       "average",     "texture_1",
    "texture_2",   "texture_3",  "texture_4", "mdx_stride",   "mdx_flags",   "mdx_positions",
    "mdx_normals", "mdx_colors", "mdx_uvs",   "mdx_tangents", "vertex_count"};
/// Only where UVs move; elsewhere these are leftovers of memory, NaNs among them.
constexpr std::string_view kOfMovingUvs[] = {"uv_direction", "uv_jitter", "uv_jitter_speed"};

template <std::size_t N>
void drop(Extras& extras, const std::string_view (&names)[N]) {
  std::erase_if(extras, [&](const JsonMember& member) {
    return std::ranges::find(names, std::string_view(member.first)) != std::end(names);
  });
}

void append(Extras& all, Extras more) {
  std::ranges::move(more, std::back_inserter(all));
}

void add_unless_empty(Extras& all, std::string_view name, Extras part) {
  if (!part.empty()) all.emplace_back(name, std::move(part));
}

JsonArray flat(std::span<const float> numbers) {
  return {numbers.begin(), numbers.end()};
}

template <class Row>
JsonArray flat_rows(const std::vector<Row>& rows) {
  return flat({reinterpret_cast<const float*>(rows.data()), rows.size() * sizeof(Row) / sizeof(float)});
}

/// The number of nodes, which counts the supermodel's too, and unknown fields: these are 0 in all real files.
/// Animations mostly repeat the model's number.
Extras geometry_extras(const GeometryHeader& header, std::uint32_t usual_nodes) {
  constexpr std::string_view kTold[] = {"functions", "name", "type", "padding"};
  GeometryHeader usual;
  usual.node_count = usual_nodes;
  return scene::record_extras(header, usual, kTold);
}

/// What the node's parts say of its type.
std::uint16_t implied_type(const Node& node) {
  unsigned type = kNodeHeader;
  if (node.light) type |= kNodeLight;
  if (node.emitter) type |= kNodeEmitter;
  if (node.reference) type |= kNodeReference;
  if (!node.mesh) return std::uint16_t(type);
  type |= kNodeMesh;
  if (node.mesh->skin) type |= kNodeSkin;
  if (node.mesh->anim) type |= kNodeAnim;
  if (node.mesh->dangly) type |= kNodeDangly;
  if (node.mesh->aabb) type |= kNodeAabb;
  if (node.mesh->saber) type |= kNodeSaber;
  return std::uint16_t(type);
}

bool equals(std::span<const float> values, std::initializer_list<float> others) {
  return std::ranges::equal(values, others);
}

/// Whether a controller with one key says what the node says without it.
bool is_usual(const Node& node, const Controller& controller, std::span<const float> values) {
  const Vec3& place = node.header.position;
  const auto [w, x, y, z] = node.header.orientation;
  switch (controller.type) {
    case kPositionController:
      return equals(values, {place.x, place.y, place.z});
    case kOrientationController:
      return equals(values, {x, y, z, w});
    case kScaleController:
      return equals(values, {1});
    case kAlpha:
      return node.mesh && equals(values, {1});
    case kSelfIllumination:
      return node.mesh && equals(values, {0, 0, 0});
    default:
      return false;
  }
}

/// One key at 0 is a number or a list of them, as nearly all are; others have their times too.
JsonValue controller_value(const Controller& controller, const Keys& keys) {
  const bool plain = keys.times.size() == 1 && keys.times[0] == 0 && !is_compressed(controller) &&
                     (controller.columns & kBezier) == 0;
  if (plain && keys.columns == 1) return keys.values[0];
  if (plain) return flat(keys.values);
  JsonObject value = {{"columns", std::uint64_t(controller.columns)}, {"times", flat(keys.times)}};
  if (!is_compressed(controller)) {
    value.emplace_back("values", flat(keys.values));
    return value;
  }
  JsonArray packed;
  for (const float word : keys.values)
    packed.emplace_back(scene::extras_integer(std::bit_cast<std::uint32_t>(word)));
  value.emplace_back("packed", std::move(packed));
  return value;
}

/// The second of a type has a "#2" behind its name. Many may share their rows, which are then not repeated
/// without end.
Extras controller_extras(const Node& node) {
  Extras extras;
  std::map<std::uint32_t, std::size_t> of_type;
  KeyBudget budget(node);
  for (const Controller& controller : node.controllers) {
    const auto keys = keys_of(node, controller);
    if (!keys) continue;
    const bool one = keys->times.size() == 1 && keys->times[0] == 0;
    if (one && is_usual(node, controller, keys->values)) continue;
    const std::string_view known = controller_name(node.header.type, controller.type);
    std::string name = known.empty() ? fmt::format("controller_{}", controller.type) : std::string(known);
    if (const std::size_t number = ++of_type[controller.type]; number > 1) name += fmt::format("#{}", number);
    extras.emplace_back(std::move(name), budget.take(*keys)
                                             ? controller_value(controller, *keys)
                                             : JsonValue("shares its keys with too many others"));
  }
  return extras;
}

/// Runs of equal materials: [material, faces, material, faces, ...]; one number where all are alike.
void add_face_materials(Extras& extras, const std::vector<Face>& faces) {
  JsonArray runs;
  for (std::size_t first = 0, i = 0; i < faces.size(); first = i) {
    while (i < faces.size() && faces[i].material == faces[first].material) ++i;
    runs.emplace_back(scene::extras_integer(faces[first].material));
    runs.emplace_back(std::uint64_t(i - first));
  }
  if (runs.empty() || (runs.size() == 2 && faces[0].material == 0)) return;
  extras.emplace_back("face_materials", runs.size() == 2 ? std::move(runs[0]) : JsonValue(std::move(runs)));
}

/// Textures that the mesh's material does not name.
void add_textures(Extras& extras, const MeshHeader& header) {
  const auto add = [&](std::string_view name, std::string_view text, std::string_view usual,
                       bool in_material) {
    if (text != usual && !(in_material && !names_nothing(text))) extras.emplace_back(name, text);
  };
  add("texture_1", header.texture_1.view(), "NULL", true);
  add("texture_2", header.texture_2.view(), "", header.lightmapped != 0);
  add("texture_3", header.texture_3.view(), "", false);
  add("texture_4", header.texture_4.view(), "", false);
}

Extras dangly_extras(const Dangly& dangly) {
  Extras extras = {{"displacement", dangly.header.displacement},
                   {"tightness", dangly.header.tightness},
                   {"period", dangly.header.period}};
  if (dangly.wide_constraints.empty()) return extras;
  JsonArray wide;
  for (const double constraint : dangly.wide_constraints)
    wide.push_back(JsonReal{constraint, float(constraint)});
  extras.emplace_back("wide_constraints", std::move(wide));
  return extras;
}

/// Unknown fields of a skin: 0 in all real files.
Extras skin_extras(const Skin& skin) {
  Extras extras;
  const auto add = [&](std::string_view name, std::span<const std::uint32_t> words) {
    if (std::ranges::count(words, 0U) == std::ptrdiff_t(words.size())) return;
    JsonArray list;
    for (const std::uint32_t word : words) list.emplace_back(scene::extras_integer(word));
    extras.emplace_back(name, std::move(list));
  };
  add("unknown_0x00", skin.header.unknown_0x00);
  add("unknown_0x34", skin.unknown_0x34);
  return extras;
}

/// NaN is like nothing.
bool is_near(float a, float b) {
  return std::abs(a - b) <= 1e-3F * std::max({1.0F, std::abs(a), std::abs(b)});
}

/// Bounds that are not what follows from the vertices: models of other tools have such, and some rooms.
void add_odd_bounds(Extras& extras, const Mesh& mesh) {
  const std::vector<Vec3>& vertices = positions_of(mesh);
  if (vertices.empty()) return;
  const auto add_number = [&](std::string_view name, float stored, float derived) {
    if (!is_near(stored, derived)) extras.emplace_back(name, stored);
  };
  const auto add_vector = [&](std::string_view name, const Vec3& stored, const Vec3& derived) {
    if (!is_near(stored.x, derived.x) || !is_near(stored.y, derived.y) || !is_near(stored.z, derived.z))
      extras.emplace_back(name, flat({&stored.x, 3}));
  };
  const Box box = mesh_box(vertices);
  const Vec3 average = mesh_average(vertices);
  add_vector("box_min", mesh.header.box_min, box.min);
  add_vector("box_max", mesh.header.box_max, box.max);
  add_number("radius", mesh.header.radius, mesh_radius(vertices, average));
  add_vector("average", mesh.header.average, average);
  add_number("area", mesh.tail.area, mesh_area(vertices, mesh.faces));
}

Extras mesh_extras(const Mesh& mesh, Variant variant) {
  static const MeshHeader kUsual = usual_mesh_header();
  Extras extras = scene::record_extras(mesh.header, kUsual, kToldElsewhere);
  if (mesh.header.animate_uv == 0) drop(extras, kOfMovingUvs);
  add_odd_bounds(extras, mesh);
  add_textures(extras, mesh.header);
  add_face_materials(extras, mesh.faces);
  if (mesh.tail.unknown != 0) extras.emplace_back("unknown", scene::extras_integer(mesh.tail.unknown));
  if (variant.game == Game::k2) {
    constexpr std::string_view kPadding[] = {"padding_0x13b", "padding_0x141"};
    add_unless_empty(extras, "dirt", scene::record_extras(mesh.dirt, usual_mesh_dirt(), kPadding));
  }
  if (mesh.skin) add_unless_empty(extras, "skin", skin_extras(*mesh.skin));
  if (mesh.anim) extras.emplace_back("anim", scene::record_extras(*mesh.anim));
  if (mesh.dangly) extras.emplace_back("dangly", dangly_extras(*mesh.dangly));
  if (mesh.saber)
    extras.emplace_back("saber", JsonObject{{"vertices", flat_rows(mesh.saber->vertices)},
                                            {"normals", flat_rows(mesh.saber->normals)},
                                            {"uvs", flat_rows(mesh.saber->uvs)}});
  return extras;
}

/// By their rows in the table of names.
Extras unused_names(const File& file) {
  std::set<std::size_t> used;
  for (const Node& node : file.nodes) used.insert(node.header.name_index);
  Extras unused;
  for (std::size_t i = 0; i < file.names.size(); ++i)
    if (!used.contains(i)) unused.emplace_back(std::to_string(i), file.names[i].text);
  return unused;
}

JsonArray flares_of(const Light& light) {
  JsonArray flares;
  const std::size_t count = std::max({light.flare_sizes.size(), light.flare_positions.size(),
                                      light.flare_colors.size(), light.textures.size()});
  for (std::size_t i = 0; i < count; ++i) {
    JsonObject flare;
    if (i < light.textures.size()) flare.emplace_back("texture", light.textures[i].text);
    if (i < light.flare_sizes.size()) flare.emplace_back("size", light.flare_sizes[i]);
    if (i < light.flare_positions.size()) flare.emplace_back("position", light.flare_positions[i]);
    if (i < light.flare_colors.size()) flare.emplace_back("color_shift", flat({&light.flare_colors[i].x, 3}));
    flares.emplace_back(std::move(flare));
  }
  return flares;
}

/// Where nodes of an animation say more than which of the model's they are. None does in real files.
JsonArray odd_nodes(const Animation& animation) {
  JsonArray odd;
  const NodeHeader usual;
  for (const Node& node : animation.nodes) {
    const NodeHeader& header = node.header;
    JsonObject fields;
    if (header.type != usual.type) fields.emplace_back("type", std::uint64_t(header.type));
    if (header.position != usual.position) fields.emplace_back("position", flat({&header.position.x, 3}));
    if (header.orientation != usual.orientation) fields.emplace_back("orientation", flat(header.orientation));
    if (fields.empty()) continue;
    fields.insert(fields.begin(), {"number", std::uint64_t(header.number)});
    odd.emplace_back(std::move(fields));
  }
  return odd;
}

}  // namespace

MeshHeader usual_mesh_header() {
  MeshHeader header;
  header.diffuse = header.ambient = Vec3(1);
  header.texture_count = 1;
  header.render = 1;
  return header;
}

MeshDirt usual_mesh_dirt() {
  MeshDirt dirt;
  dirt.texture = 1;
  dirt.coordinate_space = 1;
  return dirt;
}

Extras model_extras(const File& file) {
  constexpr std::string_view kAddresses[] = {"parent_model"};
  Extras extras = scene::record_extras(file.model);
  drop(extras, kAddresses);
  extras.emplace_back("variant", to_string(file.variant));
  if (const auto head = head_row(file)) extras.emplace_back("head_node", node_name(file, file.nodes[*head]));
  append(extras, geometry_extras(file.geometry, 0));
  if (file.names_header.unknown_0x04 != 0)
    extras.emplace_back("unknown_0x04", scene::extras_integer(file.names_header.unknown_0x04));
  add_unless_empty(extras, "unused_names", unused_names(file));
  return extras;
}

Extras node_extras(const File& file, const Node& node) {
  Extras extras = {{"number", std::uint64_t(node.header.number)}};
  if (node.header.name_index != node.header.number)
    extras.emplace_back("name_index", std::uint64_t(node.header.name_index));
  if (node.header.type != implied_type(node)) extras.emplace_back("type", std::uint64_t(node.header.type));
  add_unless_empty(extras, "controllers", controller_extras(node));
  if (node.emitter) extras.emplace_back("emitter", scene::record_extras(*node.emitter));
  if (node.reference) extras.emplace_back("reference", scene::record_extras(*node.reference));
  if (node.mesh) extras.emplace_back("mesh", mesh_extras(*node.mesh, file.variant));
  return extras;
}

Extras light_extras(const Node& node, float multiplier) {
  Extras extras = {{"multiplier", multiplier}, {"light", scene::record_extras(node.light->header)}};
  if (JsonArray flares = flares_of(*node.light); !flares.empty())
    extras.emplace_back("flares", std::move(flares));
  return extras;
}

Extras animation_extras(const File& file, const Animation& animation) {
  JsonArray events;
  for (const Event& event : animation.events)
    events.push_back(JsonObject{{"time", event.time}, {"name", event.name.view()}});
  Extras extras = {{"transition", animation.header.transition}, {"root", animation.header.root_name.view()}};
  if (!events.empty()) extras.emplace_back("events", std::move(events));
  append(extras, geometry_extras(animation.header.geometry, file.geometry.node_count));
  if (animation.header.unknown_0x84 != 0)
    extras.emplace_back("unknown_0x84", scene::extras_integer(animation.header.unknown_0x84));
  if (JsonArray odd = odd_nodes(animation); !odd.empty()) extras.emplace_back("nodes", std::move(odd));
  return extras;
}

std::size_t count_unreadable(const Node& node) {
  return std::size_t(std::ranges::count_if(
      node.controllers, [&](const Controller& controller) { return !keys_of(node, controller); }));
}

}  // namespace mw::kotor::mdl
