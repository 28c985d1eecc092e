#include <meshwright/scene/detail/transform.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <unordered_map>

#include "blender.h"

namespace mw::edit {
namespace {

Vec3 placed(const Mat4& matrix, const Vec3& point) {
  return Vec3(matrix * Vec4(is_finite(point) ? point : Vec3(0), 1));
}

bool same_matrix(const Mat4& a, const Mat4& b) {
  constexpr float kSame = 1e-5F;
  float largest = 1;
  float farthest = 0;
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) {
      largest = std::max(largest, std::abs(a[column][row]));
      farthest = std::max(farthest, std::abs(a[column][row] - b[column][row]));
    }
  }
  return farthest <= kSame * largest;
}

/// Of the first few.
Mat4 most_common(std::span<const Mat4> matrices) {
  constexpr std::size_t kMost = 32;
  const std::span<const Mat4> few = matrices.first(std::min(matrices.size(), kMost));
  Mat4 best(1);
  std::ptrdiff_t most = 0;
  for (const Mat4& matrix : few) {
    const auto alike =
        std::ranges::count_if(few, [&](const Mat4& other) { return same_matrix(matrix, other); });
    if (alike > most) best = matrix;
    most = std::max(most, alike);
  }
  return best;
}

/// The weighted mean of the matrices of a vertex's joints.
Mat4 bend_of(const Primitive& p, std::size_t vertex, const std::vector<Mat4>& joints) {
  Mat4 sum(0);
  float whole = 0;
  for (int k = 0; k < 4 && vertex < p.weights.size() && vertex < p.joints.size(); ++k) {
    const float weight = p.weights[vertex][k];
    const std::size_t joint = p.joints[vertex][k];
    if (!(weight > 0) || !std::isfinite(weight) || joint >= joints.size()) continue;
    sum += weight * joints[joint];
    whole += weight;
  }
  return whole > 0 ? sum / whole : Mat4(1);
}

/// Vertices of a mesh by their places in its bent pose.
class BentVertices {
 public:
  BentVertices(const Mesh& mesh, const std::vector<Mat4>& joints) {
    constexpr float kReach = 2e-5F;  // of the largest coordinate: the error of bending in single precision
    for (const Primitive& p : mesh.primitives)
      for (std::size_t i = 0; i < p.positions.size(); ++i) {
        Vertex& vertex = vertices_.emplace_back(Vertex{bend_of(p, i, joints), p.positions[i], Vec3(0)});
        vertex.bent = placed(vertex.bend, vertex.position);
        for (int k = 0; k < 3; ++k)
          if (std::isfinite(vertex.bent[k])) reach_ = std::max(reach_, kReach * std::abs(vertex.bent[k]));
      }
    for (std::size_t i = 0; i < vertices_.size() && reach_ > 0; ++i) add(i);
  }

  struct Vertex {
    Mat4 bend;
    Vec3 position;
    Vec3 bent;
  };

  /// The nearest that is within reach; null without.
  const Vertex* find(const Vec3& place) const {
    const Vertex* best = nullptr;
    float least = reach_;
    if (!(reach_ > 0) || !is_finite(place)) return nullptr;
    for (int x = -1; x <= 1; ++x)
      for (int y = -1; y <= 1; ++y)
        for (int z = -1; z <= 1; ++z) look_in(cell_of(place, {x, y, z}), place, best, least);
    return best;
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  struct CellHash {
    std::size_t operator()(const Cell& cell) const {
      std::uint64_t hash = 0;
      for (const std::int64_t number : cell) hash = (hash ^ std::uint64_t(number)) * 0x9E3779B97F4A7C15U;
      return std::size_t(hash ^ (hash >> 29U));
    }
  };

  Cell cell_of(const Vec3& place, const std::array<int, 3>& step) const {
    constexpr double kMost = 4503599627370496;  // 2^52: places so far out are beside none of the mesh
    Cell cell{};
    for (std::size_t k = 0; k < 3; ++k)
      cell[k] = std::int64_t(std::clamp(std::floor(double(place[int(k)]) / double(reach_)), -kMost, kMost)) +
                step[k];
    return cell;
  }

  void add(std::size_t vertex) {
    constexpr std::size_t kMost = 16;  // of one cell, in different places
    if (!is_finite(vertices_[vertex].bent)) return;
    std::vector<std::size_t>& rows = cells_[cell_of(vertices_[vertex].bent, {})];
    const auto is_same = [&](std::size_t row) {
      return vertices_[row].position == vertices_[vertex].position;
    };
    if (rows.size() < kMost && std::ranges::none_of(rows, is_same)) rows.push_back(vertex);
  }

  void look_in(const Cell& cell, const Vec3& place, const Vertex*& best, float& least) const {
    const auto found = cells_.find(cell);
    if (found == cells_.end()) return;
    for (const std::size_t row : found->second) {
      const Vec3 apart = glm::abs(vertices_[row].bent - place);
      const float distance = std::max({apart.x, apart.y, apart.z});
      if (distance > least) continue;
      least = distance;
      best = &vertices_[row];
    }
  }

  std::vector<Vertex> vertices_;
  std::unordered_map<Cell, std::vector<std::size_t>, CellHash> cells_;
  float reach_ = 0;
};

Vec3 turned_back(const Mat4& bend, const Vec3& normal) {
  const Vec3 turned = glm::inverse(glm::mat3(bend)) * normal;
  const float length = glm::length(turned);
  return length > 0 && std::isfinite(length) ? turned / length : normal;
}

}  // namespace

BindPose::BindPose(const Scene& original, const Scene& edited, const NodePairs& pairs,
                   const PlaceComparison& places)
    : original_(original), edited_(edited), pairs_(pairs), places_(places) {
  for (const Skin& skin : original.skins) {
    if (skin.root) {
      const bool is_joint = std::ranges::find(skin.joints, *skin.root) != skin.joints.end();
      inverse_binds_.emplace(is_joint ? pairs.original_tree.parent(*skin.root) : *skin.root, Mat4(1));
    }
    for (std::size_t i = 0; i < skin.joints.size() && i < skin.inverse_binds.size(); ++i)
      inverse_binds_[skin.joints[i]] = skin.inverse_binds[i];
  }
}

std::optional<Transform> BindPose::place_of(Index node) const {
  const auto own = inverse_binds_.find(node);
  const auto above = inverse_binds_.find(pairs_.original_tree.parent(node));
  if (own == inverse_binds_.end() || above == inverse_binds_.end()) return std::nullopt;
  Transform place = to_transform(above->second * glm::inverse(own->second));
  place.scale = original_.nodes[node].transform.scale;
  return place;
}

Transform BindPose::without_bind(Index node, const Transform& rest, const Transform& edited) const {
  const auto bind = place_of(node);
  return bind && places_.same(*bind, edited) ? rest : edited;
}

/// The places of the nodes before any edit: programs bend meshes when they open them. A moved root takes
/// everything with it, skins too.
void BindPose::find_places() {
  if (!opened_.empty()) return;
  edited_places_ = world_matrices(edited_);
  opened_ = edited_places_;
  for (const Index node : pairs_.edited_tree.order()) {
    Transform place = edited_.nodes[node].transform;
    const Index own = pairs_.to_original[node];
    if (own != kNone && pairs_.original_tree.parent(own) != kNone) {
      const Transform& rest = original_.nodes[own].transform;
      if (!places_.same(rest, without_bind(own, rest, place))) place = place_of(own).value_or(rest);
    }
    const Index above = pairs_.edited_tree.parent(node);
    opened_[node] = (above != kNone ? opened_[above] : Mat4(1)) * to_matrix(place);
  }
  before_.assign(original_.nodes.size(), Mat4(1));
  for (const Index node : pairs_.original_tree.order()) {
    const Index partner = pairs_.to_edited[node];
    const Index above = pairs_.original_tree.parent(node);
    before_[node] = partner != kNone
                        ? opened_[partner]
                        : (above != kNone ? before_[above] : Mat4(1)) *
                              to_matrix(place_of(node).value_or(original_.nodes[node].transform));
  }
}

std::vector<Mat4> BindPose::bends_before(const Skin& skin) {
  find_places();
  std::vector<Mat4> bends(skin.joints.size(), Mat4(1));
  for (std::size_t i = 0; i < skin.joints.size() && i < skin.inverse_binds.size(); ++i)
    bends[i] = before_[skin.joints[i]] * skin.inverse_binds[i];
  return bends;
}

/// New joints move vertices to where most of the other joints do.
BindPose::Bends BindPose::bends_between(const Skin& before, const Skin& after) {
  Bends bends{.original = bends_before(before), .edited = {}, .opened = {}};
  std::unordered_map<Index, std::size_t> numbers;  // joints of the original by node of the edited scene
  for (std::size_t i = 0; i < before.joints.size() && i < before.inverse_binds.size(); ++i)
    if (const Index partner = pairs_.to_edited[before.joints[i]]; partner != kNone)
      numbers.emplace(partner, i);
  bends.edited.assign(after.joints.size(), Mat4(1));
  bends.opened.assign(after.joints.size(), most_common(bends.original));
  for (std::size_t i = 0; i < after.joints.size() && i < after.inverse_binds.size(); ++i) {
    bends.edited[i] = edited_places_[after.joints[i]] * after.inverse_binds[i];
    const auto number = numbers.find(after.joints[i]);
    if (number == numbers.end()) continue;
    const Mat4& own = before.inverse_binds[number->second];
    bends.opened[i] = bends.original[number->second];
    bends.same = bends.same && same_matrix(own, after.inverse_binds[i]);
    bends.exact = bends.exact && own == after.inverse_binds[i];
  }
  return bends;
}

Mesh BindPose::unbent(Index node, Index holder) {
  const Mesh& mesh = edited_.meshes[*edited_.nodes[holder].mesh];
  const auto own_skin = original_.nodes[node].skin;
  const auto skin = edited_.nodes[holder].skin;
  if (!own_skin || !skin) return mesh;
  Bends bends = bends_between(original_.skins[*own_skin], edited_.skins[*skin]);
  if (bends.exact) return mesh;
  if (bends.same) bends.edited = bends.opened;  // an unchanged bind does not bend the mesh
  return unbent(original_.meshes[*original_.nodes[node].mesh], mesh, bends);
}

std::vector<Mat4> BindPose::bends_after(Index node, Index holder) {
  Bends bends =
      bends_between(original_.skins[*original_.nodes[node].skin], edited_.skins[*edited_.nodes[holder].skin]);
  return bends.same ? std::move(bends.edited) : std::move(bends.opened);
}

std::vector<bool> BindPose::bound_anew(Index node, Index holder) const {
  const auto skin = edited_.nodes[holder].skin;
  const Skin& before = original_.skins[*original_.nodes[node].skin];
  std::vector<bool> anew(before.joints.size());
  if (!skin) return anew;
  const Skin& after = edited_.skins[*skin];
  std::unordered_map<Index, std::size_t> numbers;  // by node of the edited scene
  for (std::size_t i = 0; i < after.joints.size() && i < after.inverse_binds.size(); ++i)
    numbers.emplace(after.joints[i], i);
  for (std::size_t i = 0; i < before.joints.size() && i < before.inverse_binds.size(); ++i) {
    const auto number = numbers.find(pairs_.to_edited[before.joints[i]]);
    anew[i] =
        number != numbers.end() && !same_matrix(before.inverse_binds[i], after.inverse_binds[number->second]);
  }
  return anew;
}

Mesh BindPose::unbent(const Mesh& original, Mesh mesh, const Bends& bends) {
  const BentVertices bent(original, bends.original);
  for (Primitive& p : mesh.primitives) {
    const Primitive from = p;
    for (std::size_t i = 0; i < p.positions.size(); ++i) {
      const Vec3 place = placed(bend_of(from, i, bends.edited), from.positions[i]);
      const BentVertices::Vertex* same = bent.find(place);
      const Mat4 bend = same != nullptr ? same->bend : bend_of(from, i, bends.opened);
      const Vec3 straight = placed(glm::inverse(bend), place);
      if (same != nullptr)
        p.positions[i] = same->position;
      else if (is_finite(straight))
        p.positions[i] = straight;
      if (i < p.normals.size()) p.normals[i] = turned_back(bend, p.normals[i]);
    }
  }
  return mesh;
}

}  // namespace mw::edit
