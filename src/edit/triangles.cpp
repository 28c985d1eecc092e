#include "triangles.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/geometric.hpp>
#include <set>

#include "blender/blender.h"

namespace mw::edit {
namespace {

float finite(float number) {
  return std::isfinite(number) ? number : 0;
}

std::uint64_t hash_of(const std::array<std::uint32_t, 3>& bits, std::uint64_t seed) {
  std::uint64_t hash = seed + 0x9E3779B97F4A7C15U;
  for (const std::uint32_t word : bits) {
    hash = (hash ^ word) * 0xBF58476D1CE4E5B9U;
    hash ^= hash >> 31U;
  }
  return hash;
}

std::vector<std::vector<std::size_t>> uv_sets_of(const Mesh& mesh) {
  std::vector<std::vector<std::size_t>> all;
  for (const Primitive& p : mesh.primitives) {
    std::vector<std::size_t>& sets = all.emplace_back();
    for (std::size_t set = 0; set < p.uvs.size(); ++set)
      if (!p.uvs[set].empty()) sets.push_back(set);
  }
  return all;
}

/// Weights by node, those of one node together, so that they add up to 1.
std::vector<std::pair<Index, float>> shares_of(const Primitive& p, Index vertex,
                                               const std::vector<Index>& joints) {
  std::vector<std::pair<Index, float>> shares;
  if (vertex >= p.weights.size() || vertex >= p.joints.size()) return shares;
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    const float weight = p.weights[vertex][k];
    const std::size_t joint = p.joints[vertex][k];
    if (!(weight > 0) || !std::isfinite(weight) || joint >= joints.size()) continue;
    const auto same = std::ranges::find(shares, joints[joint], &std::pair<Index, float>::first);
    if (same != shares.end())
      same->second += weight;
    else
      shares.emplace_back(joints[joint], weight);
    sum += weight;
  }
  for (auto& [node, share] : shares) share /= sum;
  return shares;
}

float share_of(const std::vector<std::pair<Index, float>>& shares, Index node) {
  const auto found = std::ranges::find(shares, node, &std::pair<Index, float>::first);
  return found != shares.end() ? found->second : 0;
}

}  // namespace

Vec3 place_of(const Vec3& position) {
  return is_finite(position) ? position : Vec3(0);
}

std::array<std::uint32_t, 3> place_bits(const Vec3& position) {
  const Vec3 place = place_of(position) + Vec3(0);  // -0 becomes 0
  return {std::bit_cast<std::uint32_t>(place.x), std::bit_cast<std::uint32_t>(place.y),
          std::bit_cast<std::uint32_t>(place.z)};
}

MeshComparison::MeshComparison(const MeshSide& original_side, const MeshSide& edited_side,
                               const Tolerances& tolerances)
    : original(*original_side.mesh),
      edited(*edited_side.mesh),
      original_triangles(triangles_of(original)),
      edited_triangles(triangles_of(edited)),
      original_sets(uv_sets_of(original)),
      edited_sets(uv_sets_of(edited)),
      tolerances_(tolerances),
      original_joints_(original_side.joints),
      edited_joints_(edited_side.joints) {
  float largest = 0;
  for (std::size_t primitive = 0; primitive < original.primitives.size(); ++primitive) {
    const std::vector<Vec3>& positions = original.primitives[primitive].positions;
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
      const Vec3 place = place_of(positions[vertex]);
      largest = std::max({largest, std::abs(place.x), std::abs(place.y), std::abs(place.z)});
      places_.emplace_back(hash_of(place_bits(place), primitive), Corner{Index(primitive), Index(vertex)});
    }
  }
  std::ranges::sort(places_);
  reach_ = largest * tolerances.position;
  is_thin_ = vertices_of_needles(original, original_triangles);
}

std::vector<Triangle> MeshComparison::triangles_of(const Mesh& mesh) const {
  std::vector<Triangle> triangles;
  for (std::size_t primitive = 0; primitive < mesh.primitives.size(); ++primitive) {
    const Primitive& p = mesh.primitives[primitive];
    if (p.topology != Topology::triangles) continue;
    const std::size_t corners = p.indices.empty() ? p.positions.size() : p.indices.size();
    for (std::size_t i = 0; i + 2 < corners; i += 3) {
      Triangle& triangle = triangles.emplace_back();
      triangle.primitive = Index(primitive);
      for (std::size_t k = 0; k < 3; ++k)
        triangle.vertices[k] = p.indices.empty() ? Index(i + k) : p.indices[i + k];
    }
  }
  return triangles;
}

bool MeshComparison::same_position(Corner own, Corner other) const {
  const Vec3 a = place_of(original.primitives[own.primitive].positions[own.vertex]);
  const Vec3 b = edited.primitives[other.primitive].positions[other.vertex];
  const Vec3 distance = glm::abs(a - b);
  return distance.x <= reach_ && distance.y <= reach_ && distance.z <= reach_;
}

bool MeshComparison::same_uvs(Corner own, Corner other) const {
  const std::vector<std::size_t>& sets = original_sets[own.primitive];
  const std::vector<std::size_t>& others = edited_sets[other.primitive];
  if (others.empty()) return true;  // dropped
  if (others.size() > sets.size()) return false;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const Vec2& a = original.primitives[own.primitive].uvs[sets[i]][own.vertex];
    const Vec2& b = edited.primitives[other.primitive].uvs[others[i]][other.vertex];
    for (int k = 0; k < 2; ++k)
      if (!is_within(double(finite(a[k])), double(b[k]), double(tolerances_.uv))) return false;
  }
  return true;
}

bool MeshComparison::same_normal(Corner own, Corner other) const {
  if (turns_slivers_ && is_thin_[own.primitive][own.vertex]) return true;
  return turn_of(own, other).value_or(0) <= tolerances_.normal;
}

std::optional<float> MeshComparison::turn_of(Corner own, Corner other) const {
  const std::vector<Vec3>& before = original.primitives[own.primitive].normals;
  const std::vector<Vec3>& now = edited.primitives[other.primitive].normals;
  if (before.empty() || now.empty()) return std::nullopt;
  const float length = glm::length(before[own.vertex]);
  if (!(length > 0) || !std::isfinite(length)) return std::nullopt;
  if (before[own.vertex] == now[other.vertex]) return 0.0F;
  const Vec3 distance = glm::abs(before[own.vertex] / length - now[other.vertex]);
  return std::max({distance.x, distance.y, distance.z});
}

/// One that is missing or has no direction equals any.
bool MeshComparison::same_tangent(Corner own, Corner other) const {
  const std::vector<Vec4>& before = original.primitives[own.primitive].tangents;
  const std::vector<Vec4>& now = edited.primitives[other.primitive].tangents;
  if (before.empty() || now.empty()) return true;
  const Vec3 was(before[own.vertex]);
  const Vec3 is(now[other.vertex]);
  const float length = glm::length(was) * glm::length(is);
  if (!(length > 0) || !std::isfinite(length)) return true;
  const Vec3 off = glm::abs(was / glm::length(was) - is / glm::length(is));
  return std::max({off.x, off.y, off.z}) <= tolerances_.normal &&
         (before[own.vertex].w < 0) == (now[other.vertex].w < 0);
}

void MeshComparison::look_for_turned_slivers(const std::vector<std::vector<Corner>>& partners) {
  constexpr float kRounding = 5e-7F;  // of a normal that is brought to length 1
  std::size_t same = 0;
  std::size_t turned = 0;  // but a little: what is turned far somebody turned
  std::size_t same_slivers = 0;
  std::size_t turned_slivers = 0;
  bool far_slivers = false;
  for (std::size_t primitive = 0; primitive < partners.size(); ++primitive) {
    for (std::size_t vertex = 0; vertex < partners[primitive].size(); ++vertex) {
      const Corner other = partners[primitive][vertex];
      if (other.primitive == kNone) continue;
      const auto turn = turn_of({Index(primitive), Index(vertex)}, other);
      if (!turn) continue;
      const bool is_same = *turn <= kRounding;
      if (is_thin_[primitive][vertex]) {
        ++(is_same ? same_slivers : turned_slivers);
        far_slivers |= *turn > tolerances_.normal;
      } else if (is_same || *turn <= tolerances_.normal) {
        ++(is_same ? same : turned);
      }
    }
  }
  turns_slivers_ = same == 0 || turned > 0 || same_slivers <= turned_slivers;
  leaves_slivers_ = turns_slivers_ && far_slivers && same > 0 && turned == 0;
}

bool MeshComparison::same_weights(Corner own, Corner other) const {
  const Primitive& a = original.primitives[own.primitive];
  const Primitive& b = edited.primitives[other.primitive];
  if (a.weights.empty() || b.weights.empty()) return true;
  const auto has_nan = [](const Vec4& weights) {
    return std::isnan(weights.x + weights.y + weights.z + weights.w);
  };
  if (has_nan(b.weights[other.vertex])) return has_nan(a.weights[own.vertex]);
  const auto before = shares_of(a, own.vertex, original_joints_);
  const auto after = shares_of(b, other.vertex, edited_joints_);
  if (before.empty()) return true;  // none that glTF could hold
  for (const auto& [node, share] : before)
    if (std::abs(share - share_of(after, node)) > tolerances_.weight) return false;
  for (const auto& [node, share] : after)
    if (std::abs(share - share_of(before, node)) > tolerances_.weight) return false;
  return true;
}

bool MeshComparison::same_colour(Corner own, Corner other) const {
  const Primitive& a = original.primitives[own.primitive];
  const Primitive& b = edited.primitives[other.primitive];
  if (a.colours.empty() || b.colours.empty()) return true;
  for (int k = 0; k < 4; ++k)
    if (std::abs(finite(a.colours[own.vertex][k]) - b.colours[other.vertex][k]) > tolerances_.colour)
      return false;
  return true;
}

bool MeshComparison::same_vertex(Corner own, Corner other) const {
  return same_position(own, other) && same_uvs(own, other) && same_weights(own, other);
}

const float* MeshComparison::custom_value(Corner other, std::string_view name) const {
  const std::vector<CustomAttribute>& all = edited.primitives[other.primitive].custom;
  const auto found = std::ranges::find(all, name, &CustomAttribute::name);
  return found != all.end() ? &found->values[other.vertex] : nullptr;
}

/// Of many at one place the first few are compared.
template <class Accept>
Index MeshComparison::find_at(Index primitive, Corner other, Accept accept) const {
  constexpr int kMostCompared = 16;
  const Vec3& place = edited.primitives[other.primitive].positions[other.vertex];
  const std::uint64_t key = hash_of(place_bits(place), primitive);
  auto row = std::ranges::lower_bound(places_, key, {}, &std::pair<std::uint64_t, Corner>::first);
  for (int i = 0; i < kMostCompared && row != places_.end() && row->first == key; ++i, ++row)
    if (accept(row->second)) return row->second.vertex;
  return kNone;
}

Index MeshComparison::find_like(Index primitive, Corner other) const {
  return find_at(primitive, other,
                 [&](Corner own) { return same_vertex(own, other) && same_normal(own, other); });
}

Corner MeshComparison::at_same_place(Index primitive, Corner other) const {
  return {primitive, find_at(primitive, other, [&](Corner own) { return same_position(own, other); })};
}

namespace {

using Places = std::array<std::array<std::uint32_t, 3>, 3>;

/// The corner that comes first, so that a triangle has one form whatever its first corner.
std::size_t first_corner(const Places& places) {
  const auto from = [&](std::size_t k) {
    return std::array{places[k], places[(k + 1) % 3], places[(k + 2) % 3]};
  };
  std::size_t first = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (from(k) < from(first)) first = k;
  return first;
}

Places places_of(const Mesh& mesh, const Triangle& triangle) {
  Places places{};
  for (std::size_t k = 0; k < 3; ++k)
    places[k] = place_bits(mesh.primitives[triangle.primitive].positions[triangle.vertices[k]]);
  return places;
}

bool has_corner_twice(const Mesh& mesh, const Triangle& triangle) {
  const Places places = places_of(mesh, triangle);
  return places[0] == places[1] || places[1] == places[2] || places[2] == places[0];
}

std::array<Index, 4> sorted_vertices(const Triangle& triangle) {
  std::array<Index, 3> vertices = triangle.vertices;
  std::ranges::sort(vertices);
  return {triangle.primitive, vertices[0], vertices[1], vertices[2]};
}

struct Form {
  std::uint64_t hash = 0;
  std::uint8_t first = 0;
};

Form form_of(const Mesh& mesh, const Triangle& triangle) {
  const Places places = places_of(mesh, triangle);
  Form form{0, std::uint8_t(first_corner(places))};
  for (std::size_t k = 0; k < 3; ++k) form.hash = hash_of(places[(form.first + k) % 3], form.hash);
  return form;
}

class TrianglePairer {
 public:
  TrianglePairer(const MeshComparison& compare, const std::vector<Index>& materials)
      : compare_(compare), materials_(materials) {
    const std::size_t count = compare.original_triangles.size();
    pairs_.partner.assign(count, kNone);
    pairs_.turn.assign(count, 0);
    pairs_.is_removed.assign(count, false);
    for (const Primitive& p : compare.original.primitives)
      pairs_.vertices.emplace_back(p.topology == Topology::triangles ? p.positions.size() : 0);
  }

  TrianglePairs run() {
    pair_by_place();
    find_left_over();
    pair_left_over();
    pair_vertices();
    return std::move(pairs_);
  }

 private:
  void pair_by_place() {
    const std::vector<Triangle>& own = compare_.original_triangles;
    std::vector<std::pair<std::uint64_t, Index>> by_form;
    std::vector<Form> forms;
    for (std::size_t t = 0; t < own.size(); ++t) {
      forms.push_back(form_of(compare_.original, own[t]));
      by_form.emplace_back(forms.back().hash, Index(t));
    }
    std::ranges::sort(by_form);
    std::unordered_map<std::uint64_t, std::size_t> next;  // the first of a form that may be free
    for (std::size_t i = by_form.size(); i-- > 0;) next[by_form[i].first] = i;
    is_paired_.assign(compare_.edited_triangles.size(), false);
    for (std::size_t t = 0; t < compare_.edited_triangles.size(); ++t) {
      const Form form = form_of(compare_.edited, compare_.edited_triangles[t]);
      const auto found = next.find(form.hash);
      if (found == next.end()) continue;
      std::size_t& i = found->second;
      while (i < by_form.size() && by_form[i].first == form.hash &&
             pairs_.partner[by_form[i].second] != kNone)
        ++i;
      const Index best = best_of(by_form, i, form, forms, Index(t));
      if (best == kNone) continue;
      pairs_.partner[best] = Index(t);
      pairs_.turn[best] = std::uint8_t((form.first + 3 - forms[best].first) % 3);
      is_paired_[t] = true;
    }
  }

  Index best_of(const std::vector<std::pair<std::uint64_t, Index>>& by_form, std::size_t first,
                const Form& form, const std::vector<Form>& forms, Index edited) const {
    constexpr std::size_t kMostCompared = 16;
    int least = 100;
    Index best = kNone;
    for (std::size_t i = first; i < std::min(by_form.size(), first + kMostCompared) && least > 0; ++i) {
      if (by_form[i].first != form.hash) break;
      const Index t = by_form[i].second;
      if (pairs_.partner[t] != kNone) continue;
      const int cost = cost_of(t, edited, std::size_t((form.first + 3 - forms[t].first) % 3));
      if (cost < least) best = t;
      least = std::min(least, cost);
    }
    return best;
  }

  int cost_of(Index original, Index edited, std::size_t turn) const {
    const Triangle& own = compare_.original_triangles[original];
    const Triangle& other = compare_.edited_triangles[edited];
    const auto& material = compare_.edited.primitives[other.primitive].material;
    const auto settled =
        material && materials_[*material] != kNone ? std::optional(materials_[*material]) : std::nullopt;
    int cost = settled && settled != compare_.original.primitives[own.primitive].material ? 16 : 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Corner before = own.corner(k);
      const Corner after = other.corner((k + turn) % 3);
      cost += compare_.same_uvs(before, after) ? 0 : 4;
      cost += compare_.same_normal(before, after) && compare_.same_weights(before, after) ? 0 : 1;
    }
    return cost;
  }

  /// Programs drop triangles with a corner twice, and all but one of those with the same vertices, whichever
  /// way they face. The back of a two-sided surface has vertices of its own: if it is missing, it was
  /// deleted.
  void find_left_over() {
    const std::vector<Triangle>& own = compare_.original_triangles;
    std::set<std::array<Index, 4>> vertices;
    std::set<std::uint64_t> forms;
    const bool all_paired = std::ranges::find(pairs_.partner, kNone) == pairs_.partner.end();
    for (std::size_t t = 0; t < own.size() && !all_paired; ++t)
      if (pairs_.partner[t] != kNone) {
        vertices.insert(sorted_vertices(own[t]));
        forms.insert(form_of(compare_.original, own[t]).hash);
      }
    for (std::size_t t = 0; t < own.size(); ++t) {
      if (pairs_.partner[t] != kNone) continue;
      const bool is_copy = vertices.contains(sorted_vertices(own[t])) ||
                           forms.contains(form_of(compare_.original, own[t]).hash);
      pairs_.is_removed[t] = !is_copy && !has_corner_twice(compare_.original, own[t]);
      if (pairs_.is_removed[t]) pairs_.removed.push_back(Index(t));
    }
    for (std::size_t t = 0; t < is_paired_.size(); ++t)
      if (!is_paired_[t]) pairs_.added.push_back(Index(t));
  }

  /// If as many were added as removed, in their order: triangles whose corners were moved. Others are new.
  void pair_left_over() {
    if (pairs_.added.size() != pairs_.removed.size()) return;
    const TrianglePairs before = pairs_;
    for (std::size_t i = 0; i < pairs_.added.size(); ++i) {
      pairs_.partner[pairs_.removed[i]] = pairs_.added[i];
      pairs_.turn[pairs_.removed[i]] = best_turn(pairs_.removed[i], pairs_.added[i]);
      pairs_.is_removed[pairs_.removed[i]] = false;
    }
    pairs_.added.clear();
    pairs_.removed.clear();
    pair_vertices();
    if (pairs_.torn) pairs_ = before;
    pairs_.torn = false;
    for (std::vector<Corner>& own : pairs_.vertices) std::ranges::fill(own, Corner());
  }

  /// The rotation in which most corners stay.
  std::uint8_t best_turn(Index original, Index edited) const {
    const Triangle& own = compare_.original_triangles[original];
    const Triangle& other = compare_.edited_triangles[edited];
    int most = -1;
    std::uint8_t best = 0;
    for (std::uint8_t turn = 0; turn < 3; ++turn) {
      int same = 0;
      for (std::size_t k = 0; k < 3; ++k)
        same += (compare_.same_position(own.corner(k), other.corner((k + turn) % 3)) ? 2 : 0) +
                (compare_.same_uvs(own.corner(k), other.corner((k + turn) % 3)) ? 1 : 0);
      if (same > most) best = turn;
      most = std::max(most, same);
    }
    return best;
  }

  /// Of the corners that are one vertex in the original all must have stayed one.
  void pair_vertices() {
    for (std::size_t t = 0; t < pairs_.partner.size(); ++t) {
      if (pairs_.partner[t] == kNone) continue;
      const Triangle& own = compare_.original_triangles[t];
      const Triangle& other = compare_.edited_triangles[pairs_.partner[t]];
      for (std::size_t k = 0; k < 3; ++k) {
        Corner& partner = pairs_.vertices[own.primitive][own.vertices[k]];
        const Corner corner = other.corner((k + pairs_.turn[t]) % 3);
        if (partner.primitive == kNone)
          partner = corner;
        else if (partner != corner)
          meet(own.corner(k), partner, corner);
      }
    }
  }

  /// If partners differ, the one that does not match the original holds the edit.
  void meet(Corner own, Corner& partner, Corner corner) {
    const bool first = compare_.same_vertex(own, partner);
    const bool second = compare_.same_vertex(own, corner);
    if (first != second || (!first && !alike(partner, corner))) pairs_.torn = true;
    if (first && second && compare_.same_normal(own, partner) && !compare_.same_normal(own, corner))
      partner = corner;
  }

  bool alike(Corner a, Corner b) const {
    const Primitive& p = compare_.edited.primitives[a.primitive];
    const Primitive& q = compare_.edited.primitives[b.primitive];
    if (p.positions[a.vertex] != q.positions[b.vertex]) return false;
    for (std::size_t set = 0; set < p.uvs.size(); ++set) {
      if (p.uvs[set].empty() != q.uvs[set].empty()) return false;
      if (!p.uvs[set].empty() && p.uvs[set][a.vertex] != q.uvs[set][b.vertex]) return false;
    }
    return true;
  }

  const MeshComparison& compare_;
  const std::vector<Index>& materials_;
  TrianglePairs pairs_;
  std::vector<bool> is_paired_;  // by triangle of the edited mesh
};

}  // namespace

TrianglePairs pair_triangles(const MeshComparison& compare, const std::vector<Index>& materials) {
  return TrianglePairer(compare, materials).run();
}

}  // namespace mw::edit
