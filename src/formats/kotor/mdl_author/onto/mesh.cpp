#include <meshwright/core/detail/three_way.h>
#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <utility>

#include "mdl_source/compile/parts.h"
#include "onto.h"

namespace mw::kotor::mdl {
namespace {

void merge_properties(source::Mesh& own, const source::Mesh& before, const source::Mesh& after) {
  take(own.diffuse, before.diffuse, after.diffuse);
  take(own.ambient, before.ambient, after.ambient);
  take(own.transparency_hint, before.transparency_hint, after.transparency_hint);
  take(own.animate_uv, before.animate_uv, after.animate_uv);
  take(own.uv_direction, before.uv_direction, after.uv_direction);
  take(own.uv_jitter, before.uv_jitter, after.uv_jitter);
  take(own.uv_jitter_speed, before.uv_jitter_speed, after.uv_jitter_speed);
  take(own.lightmapped, before.lightmapped, after.lightmapped);
  take(own.rotate_texture, before.rotate_texture, after.rotate_texture);
  take(own.background_geometry, before.background_geometry, after.background_geometry);
  take(own.shadow, before.shadow, after.shadow);
  take(own.beaming, before.beaming, after.beaming);
  take(own.render, before.render, after.render);
  take(own.dirt, before.dirt, after.dirt);
  take(own.tangent_space, before.tangent_space, after.tangent_space);
  take(own.textures, before.textures, after.textures);
}

bool same_corners(const source::Mesh& a, const source::Mesh& b) {
  return std::ranges::equal(a.faces, b.faces, {}, &source::Face::vertices, &source::Face::vertices);
}

bool same_weights(const source::Skin& a, const source::Skin& b) {
  return a.bones == b.bones && a.ends == b.ends &&
         std::ranges::equal(a.weights, b.weights,
                            [](const source::BoneWeight& one, const source::BoneWeight& other) {
                              return one.bone == other.bone && one.weight == other.weight;
                            });
}

/// The weights of a vertex by the names of their bones.
std::vector<std::pair<std::string_view, float>> row_of(const source::Skin& skin, std::size_t vertex) {
  std::vector<std::pair<std::string_view, float>> row;
  for (std::size_t i = skin.begin(vertex); i < skin.ends[vertex]; ++i)
    row.emplace_back(skin.bones[skin.weights[i].bone], skin.weights[i].weight);
  return row;
}

/// Editors may leave weights that do not add up to 1, which they draw as if they did.
void make_whole(std::span<source::BoneWeight> row) {
  constexpr double kNear = 1e-3;  // what rounding leaves
  double sum = 0;
  for (const source::BoneWeight& each : row) sum += double(each.weight);
  if (!(sum > 0) || std::abs(sum - 1) <= kNear) return;
  for (source::BoneWeight& each : row) each.weight = float(double(each.weight) / sum);
}

/// Bones keep their order, and rows that nothing was done to their weights; bones that came are the last.
void merge_weights(source::Skin& own, const source::Skin& before, const source::Skin& after) {
  source::Skin merged;
  for (const std::string& bone : own.bones)  // one that is gone may have become another of them
    if (std::ranges::find(merged.bones, bone) == merged.bones.end()) merged.bones.push_back(bone);
  merged.lines = own.lines;
  for (std::size_t vertex = 0; vertex < own.ends.size(); ++vertex) {
    const bool same = row_of(before, vertex) == row_of(after, vertex);
    for (const auto& [name, weight] : row_of(same ? own : after, vertex)) {
      const auto bone = std::ranges::find(merged.bones, name);
      merged.weights.push_back({std::uint32_t(bone - merged.bones.begin()), weight});
      if (bone == merged.bones.end()) merged.bones.emplace_back(name);
    }
    if (!same) make_whole(std::span(merged.weights).subspan(merged.begin(vertex)));
    merged.ends.push_back(std::uint32_t(merged.weights.size()));
  }
  own = std::move(merged);
}

source::Skin with_whole_weights(source::Skin skin) {
  for (std::size_t vertex = 0; vertex < skin.ends.size(); ++vertex)
    make_whole(std::span(skin.weights).subspan(skin.begin(vertex), skin.ends[vertex] - skin.begin(vertex)));
  return skin;
}

void merge_skin(source::Mesh& own, const source::Mesh& before, const source::Mesh& after) {
  if (!after.skin || (before.skin && same_weights(*before.skin, *after.skin))) return;
  const bool fits = own.skin && before.skin && own.skin->ends.size() == before.skin->ends.size() &&
                    before.skin->ends.size() == after.skin->ends.size();
  if (fits)
    merge_weights(*own.skin, *before.skin, *after.skin);
  else
    own.skin = with_whole_weights(*after.skin);
}

void merge_parts(source::Mesh& own, const source::Mesh& before, const source::Mesh& after) {
  merge_skin(own, before, after);
  if (!after.dangly) return;
  if (!own.dangly || !before.dangly) {
    own.dangly = *after.dangly;
    return;
  }
  take(own.dangly->displacement, before.dangly->displacement, after.dangly->displacement);
  take(own.dangly->tightness, before.dangly->tightness, after.dangly->tightness);
  take(own.dangly->period, before.dangly->period, after.dangly->period);
  merge_rows(own.dangly->constraints, before.dangly->constraints, after.dangly->constraints);
}

bool same_lists(const source::Mesh& a, const source::Mesh& b) {
  const auto same_face = [](const source::Face& one, const source::Face& other) {
    return one.vertices == other.vertices && one.material == other.material;
  };
  return a.vertices == b.vertices && std::ranges::equal(a.faces, b.faces, same_face) &&
         std::ranges::equal(a.uv_sets, b.uv_sets, {}, &source::UvSet::uvs, &source::UvSet::uvs);
}

/// Triangles stayed: only their numbers changed, so that groups and materials of faces stay.
void merge_numbers(source::Mesh& own, const source::Mesh& before, const source::Mesh& after) {
  merge_rows(own.vertices, before.vertices, after.vertices);
  for (std::size_t i = 0; i < own.faces.size(); ++i)
    take(own.faces[i].material, before.faces[i].material, after.faces[i].material);
  for (std::size_t set = 0; set < own.uv_sets.size(); ++set) {
    source::UvSet& uvs = own.uv_sets[set];
    merge_rows(uvs.uvs, before.uv_sets[set].uvs, after.uv_sets[set].uvs);
    if (uvs.corners.empty()) uvs.corners = after.uv_sets[set].corners;
  }
}

/// Those of before, wherever they came from `own` and nothing was done to them: scenes have 1 - v, and what
/// goes there and back loses a bit.
void keep_uvs(std::vector<Vec2>& now, const std::vector<Vec2>& before, const std::vector<Vec2>& own) {
  const std::size_t rows = std::min({now.size(), before.size(), own.size()});
  for (std::size_t i = 0; i < rows; ++i) {
    const float there = 1 - own[i].y;
    if (now[i] == before[i] && Vec2(own[i].x, 1 - there) == before[i]) now[i] = own[i];
  }
}

void replace_lists(source::Mesh& own, const source::Mesh& before, const source::Mesh& after) {
  const auto uv_sets = std::exchange(own.uv_sets, after.uv_sets);
  for (std::size_t set = 0; set < own.uv_sets.size(); ++set)
    keep_uvs(own.uv_sets[set].uvs, before.uv_sets[set].uvs, uv_sets[set].uvs);
  own.vertices = after.vertices;
  own.normals = after.normals;
  own.faces = after.faces;
  own.aabb.clear();
  if (after.skin) own.skin = *after.skin;
  if (own.dangly && after.dangly) own.dangly->constraints = after.dangly->constraints;
}

bool has_same_triangles(const source::Mesh& own, const source::Mesh& before, const source::Mesh& after) {
  return own.vertices.size() == before.vertices.size() && own.faces.size() == before.faces.size() &&
         before.vertices.size() == after.vertices.size() && same_corners(before, after);
}

}  // namespace

std::size_t count_weightless(const source::Node& node) {
  if (!node.mesh || !node.mesh->skin) return 0;
  const source::Skin& skin = *node.mesh->skin;
  std::size_t count = 0;
  for (std::size_t vertex = 0; vertex < skin.ends.size(); ++vertex) {
    const auto row = row_of(skin, vertex);
    count += std::ranges::any_of(row, [](const auto& weight) { return weight.second > 0; }) ? 0 : 1;
  }
  return count;
}

std::size_t count_bones(const source::Node& node) {
  if (!node.mesh || !node.mesh->skin) return 0;
  std::set<std::uint32_t> bones;
  for (const source::BoneWeight& each : node.mesh->skin->weights) bones.insert(each.bone);
  return bones.size();
}

void merge_mesh(source::Mesh& own, const source::Mesh& before, const source::Mesh& after) {
  const std::uint64_t hash = geometry_hash(own, 0);
  const bool stays = has_same_triangles(own, before, after);
  merge_properties(own, before, after);
  merge_parts(own, before, after);
  if (!same_lists(before, after))
    stays ? merge_numbers(own, before, after) : replace_lists(own, before, after);
  const bool is_edited = geometry_hash(own, 0) != hash || !same_rows(before.normals, after.normals);
  if (stays && is_edited) own.normals = normals_after(before, after);
}

}  // namespace mw::kotor::mdl
