#include <fmt/format.h>
#include <meshwright/bw2/bwm_scene.h>
#include <meshwright/bw2/detail/bwm_build.h>
#include <meshwright/bw2/detail/bwm_findings.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/detail/levels.h>
#include <meshwright/scene/detail/numbers.h>
#include <meshwright/scene/detail/record_extras.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <iterator>
#include <set>
#include <utility>

#include "scene_parts.h"

namespace mw::bw2::bwm {
namespace {

using scene::Index;
using scene::Scene;

/// The game's axes are a mirror of the scene's; mirroring again goes back.
const scene::Axes kAxes = scene::Axes::left_handed();

constexpr std::uint32_t kMostLevel = 3;  // of a scene; the game's files count from 1 to 4

bool is_direction(const Vec3& v) {
  const float length = glm::length(v);
  return length > 0 && std::isfinite(length);
}

/// Walkmeshes of other games too: they are what such a file has.
bool is_written(const scene::Node& node) {
  return node.mesh && (node.role == scene::Role::visual || node.role == scene::Role::walkmesh);
}

class ModelMaker {
 public:
  ModelMaker(const Scene& scene, Normals normals) : scene_(scene), normals_(normals) {}

  Result<ModelInput> make(std::optional<std::uint32_t> version) {
    read_root();
    model_.version = version.value_or(version_);
    add_materials();
    const std::vector<Mat4> places = world_matrices(scene_);
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      const scene::Node& node = scene_.nodes[i];
      if (is_written(node))
        add_mesh(node, node.skin ? Mat4(1) : places[i]);
      else if (node.mesh && !is_footprint(node))
        ++left_out_;
      if (!node.mesh && node.role == scene::Role::helper) add_entity(node, places[i]);
      if (problem_) return fail({.field = escape_text(node.name), .message = *problem_});
    }
    return std::move(model_);
  }

  /// Fields of a model that the scene was made from, which are not computed.
  void restore(File& file) const {
    file.header.unknown_0x74 = unknown_0x74_;
    file.header.unknown_0xa4 = unknown_0xa4_;
    if (own_footprint_) set_footprint(file, *own_footprint_);
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      file.meshes[i].unknown_0x80 = kept_[i].unknown_0x80;
      file.meshes[i].unknown_0xd4 = kept_[i].unknown_0xd4;
    }
  }

  /// Meshes whose bounds in the file that the scene was made from did not follow from the vertices.
  std::size_t count_new_bounds(const File& file) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < bounds_.size(); ++i)
      if (bounds_[i] != nullptr && !scene::same_value(*bounds_[i], bounds_extras(file.meshes[i]))) ++count;
    return count;
  }

  std::size_t long_names() const { return long_names_; }

  Losses losses(std::uint32_t version) const {
    Losses lines = scene_.losses;
    list_skin(lines);
    const auto list = [&](bool lost, const FindingKind& kind) {
      if (lost) lines.add(kind, "");
    };
    list(!scene_.animations.empty(), loss::ANIMATIONS_DROPPED);
    list(!scene_.lights.empty(), loss::LIGHTS_DROPPED);
    list(other_topology_, loss::TOPOLOGY_DROPPED);
    list(other_cleaves_, loss::CLEAVES_MISFIT);
    list(version == kVersion5 && has_cleaves_, loss::CLEAVES_WITHOUT_PLACE);
    list(other_attributes_, loss::ATTRIBUTES_DROPPED);
    if (const auto shown = scene::shown_by_materials(scene_); !shown.empty())
      lines.add(loss::MATERIAL_VALUES_DROPPED, "", fmt::join(shown, ", "));
    if (!other_textures_.empty()) lines.add(loss::TEXTURES_DROPPED, "", listed(other_textures_));
    if (lone_ > 0) lines.add(loss::VERTEX_DROPPED, "", counted(lone_, "vertex", "vertices"));
    if (left_out_ > 0)
      lines.add(loss::MESH_NOT_DRAWN, "", counted(left_out_, "mesh is", "meshes are"),
                left_out_ == 1 ? "it is" : "they are");
    if (high_levels_ > 0)
      lines.add(loss::LEVEL_TOO_HIGH, "", counted(high_levels_, "mesh is", "meshes are"), kMostLevel);
    if (weightless_ > 0) lines.push_back(scene::tell_weightless(weightless_, "bound to no bone"));
    if (!without_uvs_.empty())
      lines.add(loss::UV_MISSING, "", counted(without_uvs_.size(), "mesh has", "meshes have"),
                listed(without_uvs_));
    lines.append(scene::tell_flattened(scene_));
    if (const auto names = foreign_extras(); !names.empty())
      lines.add(loss::EXTRAS_DROPPED, "", fmt::join(names, ", "));
    if (long_names_ > 0) lines.push_back(tell_long_names(long_names_));
    return lines;
  }

 private:
  /// Strips and weights belong together: only skins have either.
  void list_skin(Losses& lines) const {
    if (scene_.skins.empty() && !has_strips_) return;
    std::set<Index> bones;  // several skins may share them
    for (const scene::Skin& skin : scene_.skins) bones.insert(skin.joints.begin(), skin.joints.end());
    lines.add(loss::SKIN_DROPPED, "", counted(bones.size(), "bone", "bones"),
              counted(weighted_, "vertex", "vertices"));
  }

  /// But those that a .bwm was given in a scene, and takes back or tells of.
  std::vector<std::string> foreign_extras() const {
    constexpr std::string_view kOwn[] = {
        "version", "type", "unknown_0x74", "unknown_0xa4", "footprint", "cleaves", "pivot",       "frame",
        "level",   "mask", "unknown_0x80", "unknown_0xd4", "bounds",    "bone",    scene::kLevels};
    std::vector<std::string> names = extras_names(scene_);
    for (std::string& name : names) name = escape_text(name);
    std::erase_if(names, [&](const std::string& name) {
      return std::ranges::find(kOwn, std::string_view(name)) != std::end(kOwn);
    });
    return names;
  }

  /// One byte is left for the NUL.
  template <std::size_t N>
  FixedText<N> name_of(std::string_view text) {
    long_names_ += text.size() >= N ? 1 : 0;
    return FixedText<N>(text.substr(0, N - 1));
  }

  /// The root of a model that was read has what its header says.
  void read_root() {
    for (const Index root : scene_.roots) {
      const scene::Extras& extras = scene_.nodes[root].extras;
      const auto natural = [&](std::string_view name, std::uint32_t& value) {
        const JsonValue* member = scene::find(extras, name);
        const auto number = member != nullptr ? scene::integer_of(*member) : std::nullopt;
        if (number && std::in_range<std::uint32_t>(*number)) value = std::uint32_t(*number);
      };
      natural("unknown_0x74", unknown_0x74_);
      natural("unknown_0xa4", unknown_0xa4_);
      std::uint32_t version = 0;
      natural("version", version);
      if (version == kVersion5 || version == kVersion6) version_ = version;
      std::uint32_t type = 0;
      natural("type", type);
      has_strips_ |= type == std::uint32_t(Type::strip);
      const JsonValue* footprint = scene::find(extras, "footprint");
      const bool* has = footprint != nullptr ? footprint->get_if<bool>() : nullptr;
      model_.footprint &= has == nullptr || *has;
      if (footprint != nullptr && footprint->get_if<JsonObject>() != nullptr)
        own_footprint_ = footprint_of(*footprint);
      other_cleaves_ |= scene::find(extras, "cleaves") != nullptr;
    }
  }

  /// The lines that a .bwm has in a scene; a new file has its own.
  bool is_footprint(const scene::Node& node) const {
    const auto is_triangles = [](const scene::Primitive& p) {
      return p.topology == scene::Topology::triangles;
    };
    return node.role == scene::Role::helper &&
           std::ranges::none_of(scene_.meshes[*node.mesh].primitives, is_triangles);
  }

  /// All but those that only lines and left out meshes use, such as the colours of a footprint.
  void add_materials() {
    std::vector<bool> used(scene_.materials.size());
    std::vector<bool> left_out(scene_.materials.size());
    for (const scene::Node& node : scene_.nodes) {
      if (!node.mesh) continue;
      for (const scene::Primitive& p : scene_.meshes[*node.mesh].primitives) {
        const bool written = is_written(node) && p.topology == scene::Topology::triangles;
        if (p.material) (written ? used : left_out)[*p.material] = true;
      }
    }
    material_rows_.resize(scene_.materials.size());
    for (std::size_t i = 0; i < scene_.materials.size(); ++i) {
      if (left_out[i] && !used[i]) continue;
      material_rows_[i] = std::uint32_t(model_.materials.size());
      add_material(scene_.materials[i]);
    }
  }

  /// A part without a material gets an empty one.
  std::uint32_t material_of(const scene::Primitive& p) {
    if (p.material) return material_rows_[*p.material];
    if (!blank_material_) {
      blank_material_ = std::uint32_t(model_.materials.size());
      model_.materials.emplace_back();
    }
    return *blank_material_;
  }

  void add_material(const scene::Material& material) {
    Material out;
    out.name = name_of<64>(material.name);
    for (const scene::Texture& texture : material.textures) {
      bool has_place = false;
      const auto put = [&](std::string_view role, FixedText<64>& field) {
        if (texture.role != role) return;
        has_place = true;
        field = name_of<64>(texture.name);
      };
      put("base_color", out.diffuse);
      put("lightmap", out.light);
      put("growth", out.growth);
      put("specular", out.specular);
      put("additional", out.additional);
      put("normal", out.normal);
      if (!has_place)
        other_textures_.push_back(
            fmt::format("{} of {}", escape_text(texture.role), escape_text(material.name)));
    }
    model_.materials.push_back(out);
  }

  void add_mesh(const scene::Node& node, const Mat4& place) {
    MeshInput mesh;
    mesh.name = name_of<64>(node.name).view();
    mesh.lod = scene::find(node.extras, "level") != nullptr ? 0 : node.lod + 1;
    mesh.pivot = frame_in(node.extras, "pivot");
    std::size_t sets = 1;
    for (const scene::Primitive& p : scene_.meshes[*node.mesh].primitives)
      for (std::size_t set = 0; set < p.uvs.size(); ++set)
        if (!p.uvs[set].empty()) sets = std::max(sets, set + 1);
    // The two declarations seen have one UV set or three.
    if (std::ranges::any_of(scene_.meshes[*node.mesh].primitives, [](const scene::Primitive& p) {
          return p.topology == scene::Topology::triangles && !p.positions.empty() && p.uvs[0].empty();
        }))
      without_uvs_.push_back(escape_text(node.name));
    mesh.uv_sets.resize(sets > 1 ? std::max<std::size_t>(sets, 3) : 1);
    for (const scene::Primitive& p : scene_.meshes[*node.mesh].primitives) {
      if (p.topology == scene::Topology::triangles)
        add_part(mesh, p, place);
      else
        other_topology_ = true;
    }
    if (mesh.parts.empty()) return;
    high_levels_ += node.lod > kMostLevel ? 1 : 0;
    lone_ += scene::count_lone_vertices(scene_.meshes[*node.mesh]);
    // Where some part came without any, the builder makes all.
    if (mesh.cleaves.size() != mesh.positions.size()) mesh.cleaves.clear();
    has_cleaves_ |= !mesh.cleaves.empty();
    scene::read_record(node.extras, kept_.emplace_back());
    bounds_.push_back(scene::find(node.extras, "bounds"));
    model_.meshes.push_back(std::move(mesh));
  }

  /// Fields of a mesh that are kept and not computed.
  struct Kept {
    std::uint32_t unknown_0x80 = Mesh().unknown_0x80;
    std::array<std::uint32_t, 2> unknown_0xd4 = Mesh().unknown_0xd4;
  };
  friend constexpr void fields(auto& io, Like<Kept> auto& kept) {
    io.field("unknown_0x80", kept.unknown_0x80);
    io.field("unknown_0xd4", kept.unknown_0xd4);
  }

  static Frame frame_in(const scene::Extras& extras, std::string_view name) {
    Frame frame;
    const JsonValue* member = scene::find(extras, name);
    const auto* object = member != nullptr ? member->get_if<JsonObject>() : nullptr;
    if (object != nullptr) scene::read_record(*object, frame);
    return frame;
  }

  static void add_cleaves(MeshInput& mesh, const scene::Primitive& p) {
    std::array<const std::vector<float>*, 3> columns{};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto found = std::ranges::find(p.custom, kCleaveNames[k], &scene::CustomAttribute::name);
      if (found == p.custom.end()) return;
      columns[k] = &found->values;
    }
    for (std::size_t i = 0; i < p.positions.size(); ++i)
      mesh.cleaves.push_back(kAxes.point({(*columns[0])[i], (*columns[1])[i], (*columns[2])[i]}));
  }

  static std::optional<std::uint32_t> mask_of(const scene::Primitive& p) {
    const JsonValue* member = scene::find(p.extras, "mask");
    const auto mask = member != nullptr ? scene::integer_of(*member) : std::nullopt;
    return mask && std::in_range<std::uint32_t>(*mask) ? std::optional(std::uint32_t(*mask)) : std::nullopt;
  }

  void add_part(MeshInput& mesh, const scene::Primitive& p, const Mat4& place) {
    const auto first = std::uint32_t(mesh.positions.size());
    add_vertices(mesh, p, place);
    add_cleaves(mesh, p);
    weighted_ += p.weights.size();
    weightless_ += scene::count_weightless(p);
    const auto is_foreign = [](const scene::CustomAttribute& custom) {
      return std::ranges::find(kCleaveNames, std::string_view(custom.name)) == kCleaveNames.end();
    };
    other_attributes_ |=
        !p.colours.empty() || !p.tangents.empty() || std::ranges::any_of(p.custom, is_foreign);
    PartInput part{.material = material_of(p), .indices = {}, .mask = mask_of(p)};
    add_triangles(part, p, first, glm::determinant(glm::mat3(place)) < 0);
    mend_normals(mesh, p, part, first);
    mesh.parts.push_back(std::move(part));
  }

  void add_vertices(MeshInput& mesh, const scene::Primitive& p, const Mat4& place) {
    const bool identity = place == Mat4(1);
    const glm::mat3 turn = glm::transpose(glm::inverse(glm::mat3(place)));
    for (const Vec3& position : p.positions) {
      mesh.positions.push_back(kAxes.point(identity ? position : Vec3(place * Vec4(position, 1))));
      note_problem(mesh.positions.back());
    }
    for (std::size_t i = 0; i < p.positions.size(); ++i) {
      Vec3 normal = p.normals.empty() ? Vec3(0) : p.normals[i];
      if (!identity) normal = is_direction(turn * normal) ? glm::normalize(turn * normal) : Vec3(0);
      mesh.normals.push_back(kAxes.point(normal));
    }
    for (std::size_t set = 0; set < mesh.uv_sets.size(); ++set)
      for (std::size_t i = 0; i < p.positions.size(); ++i)
        mesh.uv_sets[set].push_back(p.uvs[set].empty() ? Vec2(0) : p.uvs[set][i]);
  }

  void note_problem(const Vec3& position) {
    if (!is_finite(position))
      problem_ = "has a position that is not finite";
    else if (!is_within_reach(position))
      problem_ =
          fmt::format("has a position farther out than {:g}, where a .bwm has no bounds", kFarthestBound);
  }

  /// A mirror turns triangles around.
  static void add_triangles(PartInput& part, const scene::Primitive& p, std::uint32_t first, bool mirrors) {
    const std::size_t corners = p.indices.empty() ? p.positions.size() : p.indices.size();
    for (std::size_t i = 0; i + 2 < corners; i += 3) {
      const auto corner = [&](std::size_t k) {
        return first + (p.indices.empty() ? Index(i + k) : p.indices[i + k]);
      };
      const std::size_t second = mirrors ? 2 : 1;
      for (const std::uint32_t index :
           kAxes.winding(std::array{corner(0), corner(second), corner(3 - second)}))
        part.indices.push_back(index);
    }
  }

  /// Normals of a part that brings none, or some that point nowhere.
  void mend_normals(MeshInput& mesh, const scene::Primitive& p, const PartInput& part,
                    std::uint32_t first) const {
    const auto own = std::span(mesh.normals).subspan(first);
    if (std::ranges::all_of(own, is_direction)) return;
    if (!p.normals.empty() && normals_ == Normals::as_they_are) return;
    std::vector<std::uint32_t> corners = part.indices;  // counted from the part's first vertex
    for (std::uint32_t& corner : corners) corner -= first;
    const std::vector<Vec3> derived = derive_normals(std::span(mesh.positions).subspan(first), corners);
    for (std::size_t i = 0; i < own.size(); ++i)
      if (!is_direction(own[i])) own[i] = derived[i];
  }

  void add_entity(const scene::Node& node, const Mat4& place) {
    Entity entity;
    entity.name = name_of<256>(node.name);
    entity.frame = frame_of(node, place);
    note_problem(entity.frame, frame_in(node.extras, "frame"));
    model_.entities.push_back(entity);
  }

  /// Scales of nodes above may put an entity anywhere. One of a model that is edited may stay what it was.
  void note_problem(const Frame& frame, const Frame& before) {
    const auto problem = [](const Frame& f) {
      return scene::problem_of(std::array{f.x_axis, f.y_axis, f.z_axis, f.position}, "place");
    };
    if (normals_ == Normals::as_they_are && problem(before)) return;
    if (auto found = problem(frame)) problem_ = *std::move(found);
  }

  /// The frame that the node had in its file, with every bit of it; its place when it was moved since. Other
  /// programs move places by about 1e-6 without being asked.
  static Frame frame_of(const scene::Node& node, const Mat4& place) {
    constexpr float kMoved = 1e-4F;
    const Frame kept = frame_in(node.extras, "frame");
    const Mat4 before = scene::to_matrix(placement(kept, kAxes));
    bool same = true;
    for (int column = 0; column < 4; ++column)
      for (int row = 0; row < 3; ++row) same &= std::abs(before[column][row] - place[column][row]) < kMoved;
    if (same) return kept;
    const Mat4 m = kAxes.matrix(place);
    return {.x_axis = Vec3(m[0]), .y_axis = Vec3(m[2]), .z_axis = Vec3(m[1]), .position = Vec3(m[3])};
  }

  const Scene& scene_;
  const Normals normals_;
  std::optional<std::string> problem_;  // of the node at hand
  ModelInput model_;
  std::uint32_t version_ = kVersion6;
  std::optional<Footprint> own_footprint_;
  std::vector<std::string> without_uvs_;  // names of meshes
  std::uint32_t unknown_0x74_ = 0;
  std::uint32_t unknown_0xa4_ = 0;
  std::vector<Kept> kept_;                    // of each mesh
  std::vector<const JsonValue*> bounds_;      // of each mesh in its file; null without
  std::vector<std::uint32_t> material_rows_;  // of each material of the scene
  std::optional<std::uint32_t> blank_material_;
  bool other_topology_ = false;
  bool has_strips_ = false;
  std::size_t weighted_ = 0;    // vertices
  std::size_t weightless_ = 0;  // of them
  bool other_attributes_ = false;
  std::size_t left_out_ = 0;     // meshes
  std::size_t high_levels_ = 0;  // meshes
  bool other_cleaves_ = false;
  bool has_cleaves_ = false;
  std::size_t long_names_ = 0;
  std::vector<std::string> other_textures_;  // "emissive of lamp"
  std::size_t lone_ = 0;                     // vertices
};

/// Why a .bwm cannot hold the numbers of a mesh.
std::optional<std::string> problem_of(const scene::Mesh& mesh) {
  for (const scene::Primitive& p : mesh.primitives) {
    for (const auto& uvs : p.uvs)
      if (auto problem = scene::problem_of(uvs, "texture coordinate")) return problem;
    if (auto problem = scene::problem_of_weights(p)) return problem;
  }
  return std::nullopt;
}

/// Why a .bwm cannot hold those of each mesh.
std::vector<std::optional<std::string>> problems_of(const Scene& scene) {
  std::vector<std::optional<std::string>> problems;
  for (const scene::Mesh& mesh : scene.meshes) problems.push_back(problem_of(mesh));
  return problems;
}

}  // namespace

std::optional<Error> find_unusable(const Scene& scene, const scene::Origins* origins) {
  const auto problems = problems_of(scene);
  const auto before = origins != nullptr ? problems_of(origins->before) : decltype(problems_of(scene))();
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const scene::Node& node = scene.nodes[i];
    if (!is_written(node) || !problems[*node.mesh]) continue;
    const scene::Node* old = origins != nullptr ? origins->of(i) : nullptr;
    if (old == nullptr || !old->mesh || !before[*old->mesh])
      return Error{.field = escape_text(node.name), .message = *problems[*node.mesh]};
  }
  return scene::find_unusable_transform(scene, origins);
}

Result<Made> make_model(const Scene& scene, std::optional<std::uint32_t> version, Normals normals) {
  if (auto error = find_contradiction(scene)) return fail(*std::move(error));
  ModelMaker maker(scene, normals);
  const auto model = maker.make(version);
  if (!model) return fail(model.error());
  if (model->meshes.empty()) return fail({.message = "no triangles to make a model from"});
  auto file = build(*model);
  if (!file) return fail(file.error());
  maker.restore(*file);
  Losses losses = maker.losses(model->version);
  if (const std::size_t count = maker.count_new_bounds(*file); count > 0)
    losses.add(loss::BOUNDS_DERIVED, "", count, count == 1 ? "" : "es");
  return Made{*std::move(file), std::move(losses), maker.long_names()};
}

Loss tell_long_names(std::size_t count) {
  return {loss::NAME_CUT, "",
          counted(count, "name is too long for its field and is cut",
                  "names are too long for their fields and are cut")};
}

Result<Made> from_scene(const Scene& scene, std::optional<std::uint32_t> version) {
  if (auto error = find_contradiction(scene)) return fail(*std::move(error));
  if (auto error = find_unusable(scene)) return fail(*std::move(error));
  return make_model(scene, version, Normals::mended);
}

}  // namespace mw::bw2::bwm
