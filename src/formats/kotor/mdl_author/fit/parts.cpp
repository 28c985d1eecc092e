#include "parts.h"

#include <meshwright/geometry/detail/triangle.h>
#include <meshwright/kotor/detail/mdl_build.h>
#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <unordered_map>

#include "fit.h"

namespace mw::kotor::mdl {
namespace {

using scene::Index;
using scene::Primitive;

template <class T>
std::vector<T> rows_of(const std::vector<T>& all, std::span<const Index> rows) {
  std::vector<T> some;
  if (all.empty()) return some;
  some.reserve(rows.size());
  for (const Index row : rows) some.push_back(all[row]);
  return some;
}

/// The same with other vertices, by the rows of the old ones.
Primitive with_vertices(const Primitive& p, std::span<const Index> rows) {
  Primitive made;
  made.material = p.material;
  made.extras = p.extras;
  made.positions = rows_of(p.positions, rows);
  made.normals = rows_of(p.normals, rows);
  made.tangents = rows_of(p.tangents, rows);
  for (std::size_t set = 0; set < p.uvs.size(); ++set) made.uvs[set] = rows_of(p.uvs[set], rows);
  made.colours = rows_of(p.colours, rows);
  made.joints = rows_of(p.joints, rows);
  made.weights = rows_of(p.weights, rows);
  for (const scene::CustomAttribute& custom : p.custom)
    made.custom.push_back({custom.name, rows_of(custom.values, rows)});
  return made;
}

/// A part that is being filled.
struct Part {
  std::set<std::uint16_t> bones;
  std::vector<Index> corners;
};

constexpr std::size_t kFacesOfPart = kMaxFaces / 3;
constexpr std::size_t kOpenParts = 16;  // that a triangle is tried with

void add_bones(const Primitive& p, Index vertex, std::set<std::uint16_t>& bones) {
  for (int k = 0; k < 4; ++k)
    if (p.weights[vertex][k] > 0) bones.insert(p.joints[vertex][k]);
}

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

Primitive picked(const Primitive& p, std::span<const Index> corners) {
  std::unordered_map<Index, Index> places;
  std::vector<Index> rows;
  std::vector<Index> indices;
  indices.reserve(corners.size());
  for (const Index corner : corners) {
    const auto [found, added] = places.try_emplace(corner, Index(rows.size()));
    if (added) rows.push_back(corner);
    indices.push_back(found->second);
  }
  Primitive made = with_vertices(p, rows);
  made.indices = std::move(indices);
  return made;
}

Primitive flat(const Primitive& p) {
  Primitive made = with_vertices(p, p.indices);
  made.indices.resize(p.indices.size());
  std::iota(made.indices.begin(), made.indices.end(), 0U);
  made.tangents.clear();
  for (std::size_t i = 0; i + 2 < made.positions.size(); i += 3) {
    const Vec3 normal =
        geometry::unit_normal(made.positions[i], made.positions[i + 1], made.positions[i + 2]);
    made.normals.insert(made.normals.end(), 3, normal);
  }
  return made;
}

Primitive joined(std::span<const Primitive> parts) {
  Primitive all;
  const auto append_all = [&](const auto& rows_in) {  // where each part has them
    if (std::ranges::any_of(parts, [&](const Primitive& p) { return rows_in(p).empty(); })) return;
    for (const Primitive& p : parts) append(rows_in(all), rows_in(p));
  };
  append_all([](auto& p) -> auto& { return p.normals; });
  append_all([](auto& p) -> auto& { return p.tangents; });
  for (std::size_t set = 0; set < all.uvs.size(); ++set)
    append_all([set](auto& p) -> auto& { return p.uvs[set]; });
  for (const Primitive& p : parts) {
    const auto first = Index(all.positions.size());
    append(all.positions, p.positions);
    for (std::size_t i = 0; i < (p.indices.empty() ? p.positions.size() : p.indices.size()); ++i)
      all.indices.push_back(first + (p.indices.empty() ? Index(i) : p.indices[i]));
  }
  if (!parts.empty()) all.material = parts[0].material;
  return all;
}

std::set<std::uint16_t> bones_of(const Primitive& p) {
  std::set<std::uint16_t> bones;
  for (Index vertex = 0; vertex < p.weights.size(); ++vertex) add_bones(p, vertex, bones);
  return bones;
}

std::vector<Primitive> split_up(const Primitive& p, bool skinned) {
  std::deque<Part> open;
  std::vector<Primitive> parts;
  for (std::size_t i = 0; i + 2 < p.indices.size(); i += 3) {
    std::set<std::uint16_t> bones;
    for (std::size_t k = 0; skinned && k < 3 && !p.weights.empty(); ++k)
      add_bones(p, p.indices[i + k], bones);
    const auto takes = [&](const Part& part) {
      if (part.corners.size() >= 3 * kFacesOfPart) return false;
      std::size_t more = 0;
      for (const std::uint16_t bone : bones) more += part.bones.contains(bone) ? 0 : 1;
      return part.bones.size() + more <= kMostBonesOfMesh;
    };
    auto part = std::ranges::find_if(open, takes);
    if (part == open.end()) {
      if (open.size() == kOpenParts) {
        parts.push_back(picked(p, open.front().corners));
        open.pop_front();
      }
      part = open.emplace(open.end());
    }
    part->bones.insert(bones.begin(), bones.end());
    for (std::size_t k = 0; k < 3; ++k) part->corners.push_back(p.indices[i + k]);
  }
  for (const Part& part : open) parts.push_back(picked(p, part.corners));
  return parts;
}

std::size_t even_weights(Primitive& p) {
  std::size_t without = 0;
  for (Vec4& weights : p.weights) {
    for (int k = 0; k < 4; ++k)
      if (!(weights[k] > 0)) weights[k] = 0;
    const float sum = weights.x + weights.y + weights.z + weights.w;
    if (!(sum > 0) || !std::isfinite(sum))
      ++without;
    else if (std::abs(sum - 1) > 1e-4F)
      weights /= sum;
  }
  return without;
}

}  // namespace mw::kotor::mdl
