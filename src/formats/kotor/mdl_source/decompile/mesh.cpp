#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <cmath>

#include "decompile.h"
#include "mdl_source/compile/parts.h"

namespace mw::kotor::mdl {
namespace {

/// Numbers of a motion of textures that is off are often no numbers; then the notes have them.
void copy_motion(source::Mesh& mesh, const MeshHeader& header) {
  const auto number = [&](float value) {
    return header.animate_uv != 0 || std::isfinite(value) ? value : 0.0F;
  };
  mesh.uv_direction = {number(header.uv_direction[0]), number(header.uv_direction[1])};
  mesh.uv_jitter = number(header.uv_jitter);
  mesh.uv_jitter_speed = number(header.uv_jitter_speed);
}

std::string texture_word(std::string_view name) {
  return name.empty() ? "" : as_word(name);
}

/// Whether faces use the vertices in their order and leave none out, as compiling numbers them.
bool is_by_first_use(const Mesh& mesh, std::size_t vertices) {
  std::uint32_t next = 0;
  for (const Face& face : mesh.faces)
    for (const std::uint16_t vertex : face.vertices) {
      if (vertex > next) return false;
      if (vertex == next) ++next;
    }
  return next == vertices;
}

/// Faces that have no texture coordinates say so by rows that are all 0, where compiling makes the same
/// vertices of them all the same.
void add_faces(source::Mesh& mesh, const Mesh& from, bool has_uvs) {
  const std::vector<std::uint32_t> groups = smoothing_groups(from);
  mesh.faces.resize(from.faces.size());
  for (std::size_t row = 0; row < from.faces.size(); ++row) {
    source::Face& face = mesh.faces[row];
    std::ranges::copy(from.faces[row].vertices, face.vertices.begin());
    face.group = groups[row];
    face.material = from.faces[row].material;
  }
  const bool numbered =
      is_by_first_use(from, mesh.vertices.size()) && shares_smoothly(mesh.faces, mesh.vertices.size());
  if (!has_uvs && numbered) return;
  for (source::Face& face : mesh.faces) face.uvs = face.vertices;
}

void add_uvs(source::Mesh& mesh, const Mesh& from) {
  for (std::size_t set = 0; set < 4 && from.mdx; ++set) {
    mesh.uv_sets[set].uvs = from.mdx->rows.uvs[set];
    if (set == 0 || mesh.uv_sets[set].uvs.empty()) continue;
    mesh.uv_sets[set].corners.reserve(mesh.faces.size());
    for (const source::Face& face : mesh.faces) mesh.uv_sets[set].corners.push_back(face.vertices);
  }
  if (from.saber) mesh.uv_sets[0].uvs = from.saber->uvs;
}

/// The names of bones by their slots.
std::vector<std::string> bones_by_slot(const Skin& skin, const std::vector<std::string>& words) {
  std::vector<std::string> bones;
  const auto add = [&](std::size_t name, std::size_t slot) {
    if (name >= words.size() || slot > 0xFFFF) return;
    if (bones.size() <= slot) bones.resize(slot + 1);
    if (bones[slot].empty()) bones[slot] = words[name];
  };
  for (std::size_t name = 0; name < skin.bone_map.size(); ++name)
    if (skin.bone_map[name] >= 0 && skin.bone_map[name] <= 0xFFFF)
      add(name, std::size_t(skin.bone_map[name]));
  for (std::size_t name = 0; name < skin.packed_bone_map.size(); ++name)
    if (skin.packed_bone_map[name] != kNoBonePacked) add(name, skin.packed_bone_map[name]);
  return bones;
}

/// Weights that name a bone. A vertex without any still needs a row: the first bone with no weight.
class SkinDescriber {
 public:
  SkinDescriber(const Mesh& mesh, const std::vector<std::string>& words)
      : rows_(mesh.mdx->rows), names_(bones_by_slot(*mesh.skin, words)), known_(names_.size(), kNoRow) {
    if (names_.empty() || names_[0].empty()) {
      names_.resize(std::max<std::size_t>(1, names_.size()));
      known_.resize(names_.size(), kNoRow);
      names_[0] = words.empty() ? "_" : words[0];
    }
  }

  source::Skin run() {
    for (std::size_t vertex = 0; vertex < rows_.weights.size(); ++vertex) {
      const std::size_t before = skin_.weights.size();
      for (std::size_t i = 0; i < 4; ++i)
        if (const auto slot = slot_of(vertex, i)) add(*slot, rows_.weights[vertex][i]);
      if (skin_.weights.size() == before) add(0, 0);
      skin_.ends.push_back(std::uint32_t(skin_.weights.size()));
    }
    return std::move(skin_);
  }

 private:
  std::optional<std::size_t> slot_of(std::size_t vertex, std::size_t i) const {
    std::size_t slot = names_.size();
    if (vertex < rows_.packed_bones.size()) slot = rows_.packed_bones[vertex][i];
    if (vertex < rows_.bones.size() && rows_.bones[vertex][i] >= 0 &&
        rows_.bones[vertex][i] < float(names_.size()))
      slot = std::size_t(rows_.bones[vertex][i]);
    return slot < names_.size() && !names_[slot].empty() ? std::optional(slot) : std::nullopt;
  }

  void add(std::size_t slot, float weight) {
    if (known_[slot] == kNoRow) {
      known_[slot] = std::uint32_t(skin_.bones.size());
      skin_.bones.push_back(names_[slot]);
    }
    skin_.weights.push_back({known_[slot], weight});
  }

  const VertexRows& rows_;
  std::vector<std::string> names_;
  std::vector<std::uint32_t> known_;
  source::Skin skin_;
};

void add_tree(source::Mesh& mesh, const Aabb& aabb) {
  for (const AabbNode& node : aabb.nodes) mesh.aabb.push_back({node.box_min, node.box_max, node.face});
}

}  // namespace

void describe_properties(source::Mesh& mesh, const Mesh& from) {
  const MeshHeader& header = from.header;
  mesh.diffuse = header.diffuse;
  mesh.ambient = header.ambient;
  mesh.transparency_hint = header.transparency_hint;
  mesh.animate_uv = header.animate_uv;
  copy_motion(mesh, header);
  mesh.lightmapped = header.lightmapped;
  mesh.rotate_texture = header.rotate_texture;
  mesh.background_geometry = header.background_geometry;
  mesh.shadow = header.shadow;
  mesh.beaming = header.beaming;
  mesh.render = header.render;
  mesh.dirt = from.dirt;
  mesh.dirt.padding_0x13b = mesh.dirt.padding_0x141 = 0;
  mesh.tangent_space = (header.mdx_flags & kMdxTangents1) != 0 ? 1 : 0;
  mesh.textures = {texture_word(header.texture_1.view()), texture_word(header.texture_2.view()),
                   texture_word(header.texture_3.view()), texture_word(header.texture_4.view())};
  if (!from.inverted_counters.empty()) mesh.counter = from.inverted_counters[0];
  if (from.saber) mesh.counter = from.saber->header.inverted_counters[0];
}

source::Mesh describe_mesh(const Node& node, const std::vector<std::string>& words) {
  const Mesh& from = *node.mesh;
  source::Mesh mesh;
  describe_properties(mesh, from);
  mesh.vertices = from.saber ? from.saber->vertices : positions_of(from);
  const bool has_uvs = from.saber || (from.mdx && !from.mdx->rows.uvs[0].empty());
  add_faces(mesh, from, has_uvs);
  add_uvs(mesh, from);
  if (from.skin) mesh.skin = from.mdx ? SkinDescriber(from, words).run() : source::Skin{};
  if (from.dangly) {
    source::Dangly& dangly = mesh.dangly.emplace();
    dangly.displacement = from.dangly->header.displacement;
    dangly.tightness = from.dangly->header.tightness;
    dangly.period = from.dangly->header.period;
    dangly.constraints = from.dangly->constraints;
    for (const double wide : from.dangly->wide_constraints) dangly.constraints.push_back(float(wide));
  }
  if (from.aabb) add_tree(mesh, *from.aabb);
  return mesh;
}

}  // namespace mw::kotor::mdl
