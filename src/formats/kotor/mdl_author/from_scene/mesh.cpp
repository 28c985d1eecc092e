#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/image_names.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_build.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <algorithm>
#include <cmath>

#include "from_scene.h"
#include "mdl/scene/extras.h"
#include "mdl_source/compile/blade.h"
#include "mdl_source/compile/parts.h"
#include "mdl_source/decompile/decompile.h"

namespace mw::kotor::mdl {
namespace {

using scene::Index;
using scene::Primitive;

const JsonObject* object_in(const scene::Extras& extras, std::string_view name) {
  const JsonValue* value = scene::find(extras, name);
  return value != nullptr ? value->get_if<JsonObject>() : nullptr;
}

Error too_many(const scene::Node& node, std::size_t count, std::string_view what) {
  return {.field = escape_text(node.name),
          .message = fmt::format("has {} {}, but a mesh of this game holds 65535", count, what)};
}

/// The triangles of a mesh. Those of one material are one primitive; a mesh of the game has one.
Result<const Primitive*> triangles_of(const scene::Mesh& mesh, const scene::Node& node) {
  const Primitive* found = nullptr;
  for (const Primitive& p : mesh.primitives) {
    if (p.topology != scene::Topology::triangles || p.positions.empty()) continue;
    if (found != nullptr)
      return fail({.field = escape_text(node.name),
                   .message = "has several materials, but a mesh of this game has one: separate them"});
    found = &p;
  }
  if (found == nullptr) return fail({.field = escape_text(node.name), .message = "has no triangles"});
  return found;
}

std::vector<Index> corners_of(const Primitive& p) {
  std::vector<Index> corners = p.indices;
  if (corners.empty())
    for (std::size_t i = 0; i < p.positions.size(); ++i) corners.push_back(Index(i));
  corners.resize(corners.size() / 3 * 3);
  return corners;
}

/// In runs of [material, faces, ...], or one for all.
std::vector<std::uint32_t> face_materials(const JsonObject* extras, std::size_t faces) {
  std::vector<std::uint32_t> materials(faces, 0);
  const JsonValue* value = extras != nullptr ? scene::find(*extras, "face_materials") : nullptr;
  if (value == nullptr) return materials;
  const auto number = [](const JsonValue& item) {
    return std::uint32_t(scene::integer_of(item).value_or(0));
  };
  const auto* runs = value->get_if<JsonArray>();
  if (runs == nullptr) {
    std::ranges::fill(materials, number(*value));
    return materials;
  }
  std::size_t face = 0;
  std::uint32_t last = 0;
  for (std::size_t i = 0; i + 1 < runs->size(); i += 2) {
    last = number((*runs)[i]);
    for (std::uint32_t n = number((*runs)[i + 1]); n > 0 && face < faces; --n) materials[face++] = last;
  }
  for (; face < faces; ++face) materials[face] = last;
  return materials;
}

const scene::Texture* texture_of(const scene::Scene& scene, const Primitive& p, std::string_view role) {
  if (!p.material) return nullptr;
  for (const scene::Texture& texture : scene.materials[*p.material].textures)
    if (texture.role == role) return &texture;
  return nullptr;
}

std::string text_in(const JsonObject* extras, std::string_view name, std::string_view usual) {
  const JsonValue* value = extras != nullptr ? scene::find(*extras, name) : nullptr;
  return (value != nullptr ? scene::field_text(*value) : std::nullopt).value_or(std::string(usual));
}

class MeshDescriber {
 public:
  MeshDescriber(const SceneMesh& from, const std::vector<std::string>& words, const Primitive& p,
                Losses& losses)
      : from_(from), words_(words), p_(p), extras_(object_in(from.node.extras, "mesh")), losses_(losses) {}

  Result<source::Mesh> run() {
    describe_header();
    const std::vector<Index> corners = corners_of(p_);
    if (p_.positions.size() > kMaxVertices)
      return fail(too_many(from_.node, p_.positions.size(), "vertices"));
    if (corners.size() / 3 > kMaxFaces) return fail(too_many(from_.node, corners.size() / 3, "faces"));
    if (!describe_blade()) describe_triangles(corners);
    if (from_.holder.skin && !p_.weights.empty()) describe_skin();
    describe_dangly();
    return std::move(mesh_);
  }

 private:
  void describe_header() {
    MeshHeader header = usual_mesh_header();
    Mesh binary;
    if (extras_ != nullptr) scene::read_record(*extras_, header);
    binary.dirt = usual_mesh_dirt();
    if (const JsonObject* dirt = extras_ != nullptr ? object_in(*extras_, "dirt") : nullptr)
      scene::read_record(*dirt, binary.dirt);
    if (extras_ == nullptr && from_.holder.role != scene::Role::visual) header.render = 0;
    const TextureName first = texture_named("base_color");
    const TextureName second = texture_named("lightmap");
    header.texture_1 = fitting<32>(first.stem.empty() ? named(text_in(extras_, "texture_1", "NULL")) : first);
    header.texture_2 = fitting<32>(second.stem.empty() ? named(text_in(extras_, "texture_2", "")) : second);
    if (!second.stem.empty()) header.lightmapped = 1;
    header.texture_3 = fitting<12>(named(text_in(extras_, "texture_3", "")));
    header.texture_4 = fitting<12>(named(text_in(extras_, "texture_4", "")));
    if (!p_.tangents.empty()) header.mdx_flags |= kMdxTangents1;
    binary.header = header;
    describe_properties(mesh_, binary);
  }

  /// A texture as a scene calls it, and what of that can name it in a model.
  struct TextureName {
    std::string whole;
    std::string stem;
  };

  static TextureName named(const std::string& name) { return {name, name}; }

  TextureName texture_named(std::string_view role) {
    const scene::Texture* texture = texture_of(from_.scene, p_, role);
    if (texture == nullptr) return {};
    const std::string_view stem = texture_stem(texture->name);
    const std::string_view file = file_name_of(texture->name);
    if (stem.empty()) losses_.add(loss::TEXTURE_NAMELESS, from_.node.name, escape_text(from_.node.name));
    const std::string ending = lower_case(file.substr(stem.size()));
    const bool is_whole = ending.empty() || is_one_of(kImages, ending);
    return {std::string(is_whole ? stem : file), std::string(stem)};
  }

  template <std::size_t Room>
  FixedText<Room> fitting(const TextureName& name) {
    const std::string cut = name.stem.substr(0, Room - 1);
    const std::string word = cut.empty() ? "" : as_word(cut);
    if (word != name.whole)
      losses_.add(loss::TEXTURE_NAME_CHANGED, name.whole, escape_text(name.whole), escape_text(word));
    return FixedText<Room>(word);
  }

  /// The blade of a lightsaber is in the extras: what is drawn is a part of it, whose edits it follows.
  bool describe_blade() {
    const JsonObject* saber = extras_ != nullptr ? object_in(*extras_, "saber") : nullptr;
    if (saber == nullptr) return false;
    const auto numbers = [&](std::string_view name) {
      std::vector<float> list;
      const JsonValue* value = scene::find(*saber, name);
      if (const auto* items = value != nullptr ? value->get_if<JsonArray>() : nullptr)
        for (const JsonValue& item : *items) list.push_back(scene::float_of(item).value_or(0));
      return list;
    };
    const std::vector<float> places = numbers("vertices");
    const std::vector<float> uvs = numbers("uvs");
    for (std::size_t i = 0; i + 2 < places.size(); i += 3)
      mesh_.vertices.emplace_back(places[i], places[i + 1], places[i + 2]);
    for (std::size_t i = 0; i + 1 < uvs.size(); i += 2) mesh_.uv_sets[0].uvs.emplace_back(uvs[i], uvs[i + 1]);
    mesh_.faces = usual_blade_faces();
    const std::vector<std::uint32_t> materials = face_materials(extras_, mesh_.faces.size());
    for (std::size_t i = 0; i < mesh_.faces.size(); ++i) mesh_.faces[i].material = materials[i];
    if (!follow_drawn_blade(mesh_, p_))
      losses_.add(loss::BLADE_EDIT_DROPPED, from_.node.name, escape_text(from_.node.name));
    return true;
  }

  void describe_triangles(const std::vector<Index>& corners) {
    for (const Vec3& position : p_.positions) mesh_.vertices.push_back(to_game(position));
    for (const Vec3& normal : p_.normals) mesh_.normals.push_back(to_game(normal));
    mesh_.faces.resize(corners.size() / 3);
    const std::vector<std::uint32_t> materials = face_materials(extras_, mesh_.faces.size());
    const std::vector<std::uint32_t> groups = groups_of(corners);
    for (std::size_t i = 0; i < mesh_.faces.size(); ++i) {
      source::Face& face = mesh_.faces[i];
      face.vertices = {corners[i * 3], corners[i * 3 + 1], corners[i * 3 + 2]};
      face.uvs = face.vertices;
      face.group = groups[i];
      face.material = materials[i];
    }
    for (std::size_t set = 0; set < 4; ++set) {
      for (const Vec2& uv : p_.uvs[set]) mesh_.uv_sets[set].uvs.emplace_back(uv.x, 1 - uv.y);
      if (set == 0 || p_.uvs[set].empty()) continue;
      for (const source::Face& face : mesh_.faces) mesh_.uv_sets[set].corners.push_back(face.vertices);
    }
  }

  /// From the normals, as of a model that is decompiled.
  std::vector<std::uint32_t> groups_of(const std::vector<Index>& corners) const {
    if (p_.normals.empty()) return std::vector<std::uint32_t>(corners.size() / 3, 1);
    Mesh binary;
    binary.vertices = mesh_.vertices;
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
      binary.faces.emplace_back().vertices = {std::uint16_t(corners[i]), std::uint16_t(corners[i + 1]),
                                              std::uint16_t(corners[i + 2])};
    VertexData& mdx = binary.mdx.emplace();
    mdx.rows.positions = mesh_.vertices;
    mdx.rows.normals = mesh_.normals;
    return smoothing_groups(binary);
  }

  void describe_skin() {
    source::Skin& skin = mesh_.skin.emplace();
    const std::vector<Index>& joints = from_.scene.skins[*from_.holder.skin].joints;
    std::vector<std::uint32_t> known(joints.size(), kNoRow);
    const auto add = [&](std::size_t joint, float weight) {
      if (known[joint] == kNoRow) {
        known[joint] = std::uint32_t(skin.bones.size());
        skin.bones.push_back(words_[joints[joint]]);
      }
      skin.weights.push_back({known[joint], weight});
    };
    for (std::size_t vertex = 0; vertex < p_.weights.size(); ++vertex) {
      const std::size_t before = skin.weights.size();
      for (int k = 0; k < 4; ++k)
        if (p_.weights[vertex][k] > 0 && p_.joints[vertex][k] < joints.size())
          add(p_.joints[vertex][k], p_.weights[vertex][k]);
      if (skin.weights.size() == before && !joints.empty()) add(0, 0);
      skin.ends.push_back(std::uint32_t(skin.weights.size()));
    }
  }

  void describe_dangly() {
    const auto found =
        std::ranges::find(p_.custom, std::string_view("CONSTRAINT"), &scene::CustomAttribute::name);
    const JsonObject* extras = extras_ != nullptr ? object_in(*extras_, "dangly") : nullptr;
    if (extras == nullptr && found == p_.custom.end()) return;
    source::Dangly& dangly = mesh_.dangly.emplace();
    const auto number = [&](std::string_view name, float& out) {
      const JsonValue* value = extras != nullptr ? scene::find(*extras, name) : nullptr;
      if (value != nullptr) out = scene::float_of(*value).value_or(out);
    };
    number("displacement", dangly.displacement);
    number("tightness", dangly.tightness);
    number("period", dangly.period);
    if (found != p_.custom.end()) dangly.constraints = found->values;
    dangly.constraints.resize(mesh_.vertices.size(), 0);
  }

  const SceneMesh& from_;
  const std::vector<std::string>& words_;
  const Primitive& p_;
  const JsonObject* extras_;
  Losses& losses_;
  source::Mesh mesh_;
};

}  // namespace

std::uint16_t mesh_type(const SceneMesh& from) {
  unsigned type = kNodeMesh;
  const JsonObject* extras = object_in(from.node.extras, "mesh");
  const auto has = [&](std::string_view name) {
    return extras != nullptr && scene::find(*extras, name) != nullptr;
  };
  if (from.holder.skin) type |= kNodeSkin;
  if (has("anim")) type |= kNodeAnim;
  if (has("dangly")) type |= kNodeDangly;
  if (has("saber")) type |= kNodeSaber;
  const JsonValue* aabb = scene::find(from.node.extras, "aabb");
  if (aabb != nullptr || (extras == nullptr && from.holder.role == scene::Role::collision)) type |= kNodeAabb;
  return std::uint16_t(type);
}

std::string_view texture_stem(std::string_view name) {
  const std::string_view file = file_name_of(name);
  return file.substr(0, file.find('.'));
}

std::optional<Error> find_long_texture(const scene::Scene& scene, const scene::Node& node, const Primitive& p,
                                       const std::set<std::string>& known) {
  for (const std::string_view role : {"base_color", "lightmap"}) {
    const scene::Texture* texture = texture_of(scene, p, role);
    if (texture == nullptr || known.contains(texture->name)) continue;
    const std::string_view name = texture_stem(texture->name);
    if (name.size() > kNameRoom)
      return Error{.field = escape_text(node.name),
                   .message = fmt::format("the texture {} has {} bytes, but a name has at most {}",
                                          escape_text(name), name.size(), kNameRoom)};
  }
  return std::nullopt;
}

Result<source::Mesh> describe_mesh(const SceneMesh& from, const std::vector<std::string>& words,
                                   Losses& losses) {
  const auto primitive = triangles_of(from.scene.meshes[*from.holder.mesh], from.node);
  if (!primitive) return fail(primitive.error());
  return MeshDescriber(from, words, **primitive, losses).run();
}

}  // namespace mw::kotor::mdl
