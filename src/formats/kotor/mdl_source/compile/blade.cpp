#include "blade.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <utility>

#include "mdl/scene/parts.h"
#include "mdl/unit.h"
#include "mdl_author/from_scene/from_scene.h"

namespace mw::kotor::mdl {
namespace {

constexpr std::size_t kAcross = 4;  // vertices from the hilt to the tip
constexpr std::size_t kStrip = 2 * kAcross;
constexpr std::size_t kHalf = kSaberVertices / 2;
constexpr std::size_t kFaces = 12;

/// Of the right half; those of the left one go round the other way.
constexpr std::array<std::array<std::size_t, 3>, 6> kDrawn = {
    {{0, 4, 5}, {1, 0, 5}, {1, 5, 2}, {2, 5, 6}, {3, 2, 6}, {3, 6, 7}}};

/// One half of the corners: the inner edge from the hilt to the tip, then the outer one.
using Strip = std::array<std::uint32_t, kStrip>;

class BladeMaker {
 public:
  explicit BladeMaker(const source::Mesh& corners) : corners_(corners) {}

  std::optional<source::Mesh> run() {
    if (corners_.vertices.size() != 2 * kStrip || corners_.faces.size() != kFaces || !part())
      return std::nullopt;
    auto right = strip_of(0);
    auto left = strip_of(1);
    if (!right || !left) return std::nullopt;
    if (!is_right(*right, 0) && is_right(*left, 1)) std::swap(right, left);
    return blade(*right, *left);
  }

 private:
  /// Tells the vertices of the two halves apart: faces connect those of one.
  bool part() {
    if (std::ranges::any_of(corners_.faces, [](const source::Face& face) {
          return std::ranges::any_of(face.vertices,
                                     [](std::uint32_t vertex) { return vertex >= 2 * kStrip; });
        }))
      return false;
    half_.fill(1);
    for (const std::uint32_t vertex : corners_.faces[0].vertices) half_[vertex] = 0;
    for (std::size_t pass = 0; pass < kFaces; ++pass)
      for (const source::Face& face : corners_.faces)
        if (std::ranges::any_of(face.vertices, [&](std::uint32_t vertex) { return half_[vertex] == 0; }))
          for (const std::uint32_t vertex : face.vertices) half_[vertex] = 0;
    return std::ranges::count(half_, 0) == std::ptrdiff_t(kStrip);
  }

  /// Nothing when the half has not four vertices where the other one has some too.
  std::optional<Strip> strip_of(std::uint8_t half) const {
    std::vector<std::uint32_t> inner;
    std::vector<std::uint32_t> outer;
    for (std::uint32_t vertex = 0; vertex < 2 * kStrip; ++vertex)
      if (half_[vertex] == half) (is_shared(vertex) ? inner : outer).push_back(vertex);
    if (inner.size() != kAcross) return std::nullopt;
    const auto height = [&](std::uint32_t vertex) { return corners_.vertices[vertex].z; };
    std::ranges::stable_sort(inner, {}, height);
    std::ranges::stable_sort(outer, {}, height);
    Strip strip{};
    std::ranges::copy(outer, std::ranges::copy(inner, strip.begin()).out);
    return strip;
  }

  bool is_shared(std::uint32_t vertex) const {
    for (std::uint32_t other = 0; other < 2 * kStrip; ++other)
      if (half_[other] != half_[vertex] && corners_.vertices[other] == corners_.vertices[vertex]) return true;
    return false;
  }

  /// Whether the faces of a strip go round as those of the right half do.
  bool is_right(const Strip& strip, std::uint8_t half) const {
    const auto at = [&](std::uint32_t vertex) { return corners_.vertices[vertex]; };
    Vec3 sum(0);
    for (const source::Face& face : corners_.faces)
      if (half_[face.vertices[0]] == half)
        sum += glm::cross(at(face.vertices[1]) - at(face.vertices[0]),
                          at(face.vertices[2]) - at(face.vertices[0]));
    return glm::dot(sum, glm::cross(at(strip[4]) - at(strip[0]), at(strip[5]) - at(strip[0]))) > 0;
  }

  source::Mesh blade(const Strip& right, const Strip& left) const {
    source::Mesh mesh = corners_;
    mesh.vertices.clear();
    for (source::UvSet& set : mesh.uv_sets) set = {};
    const std::vector<glm::vec2> uvs = uvs_of_corners();
    for (const Strip* strip : {&right, &left})
      for (std::size_t i = 0; i < kHalf; ++i) {
        const std::uint32_t vertex = (*strip)[i < kStrip ? i : i % kAcross];
        mesh.vertices.push_back(corners_.vertices[vertex]);
        mesh.uv_sets[0].uvs.push_back(uvs[vertex]);
      }
    mesh.faces = usual_blade_faces();
    for (std::size_t row = 0; row < kFaces; ++row) mesh.faces[row].material = corners_.faces[row].material;
    return mesh;
  }

  std::vector<glm::vec2> uvs_of_corners() const {
    const std::vector<glm::vec2>& from = corners_.uv_sets[0].uvs;
    std::vector<glm::vec2> uvs(2 * kStrip, glm::vec2(0));
    for (const source::Face& face : corners_.faces)
      for (std::size_t corner = 0; corner < 3; ++corner)
        if (face.uvs[corner] < from.size()) uvs[face.vertices[corner]] = from[face.uvs[corner]];
    return uvs;
  }

  const source::Mesh& corners_;
  std::array<std::uint8_t, 2 * kStrip> half_{};
};

/// What differs between a blade and the strips that are drawn of it.
class BladeFollower {
 public:
  BladeFollower(source::Mesh& blade, const scene::Primitive& drawn) : blade_(blade), drawn_(drawn) {}

  bool run() {
    if (blade_.vertices.size() != kSaberVertices) return true;  // compiling refuses it
    if (has_corners_in_order()) {
      for (std::size_t corner = 0; corner < kCorners; ++corner) follow(corner);
      return true;
    }
    return is_same() || make_anew();
  }

 private:
  static constexpr std::size_t kCorners = 2 * kStrip;

  /// Of a corner that is drawn; blade_of() has their order.
  static std::size_t vertex_of(std::size_t corner) {
    constexpr std::array<std::size_t, 4> kRows = {0, 1, 23, 22};
    return kRows[corner / kAcross] * kAcross + corner % kAcross;
  }

  bool has_uvs() const {
    return blade_.uv_sets[0].uvs.size() == kSaberVertices && drawn_.uvs[0].size() == drawn_.positions.size();
  }

  bool has_corners_in_order() const {
    Saber whole;
    whole.vertices.resize(kSaberVertices);
    return drawn_.positions.size() == kCorners &&
           drawn_.indices == blade_of(whole, scene::Axes::z_up()).indices;
  }

  void follow(std::size_t corner) {
    const std::size_t vertex = vertex_of(corner);
    put(blade_.vertices, vertex, to_game(drawn_.positions[corner]));
    if (!has_uvs()) return;
    const Vec2& now = drawn_.uvs[0][corner];
    const Vec2& own = blade_.uv_sets[0].uvs[vertex];
    if (now != Vec2(own.x, 1 - own.y)) put(blade_.uv_sets[0].uvs, vertex, Vec2(now.x, 1 - now.y));
  }

  /// With those of the rows that repeat the inner edge.
  template <class Value>
  static void put(std::vector<Value>& values, std::size_t vertex, const Value& value) {
    const Value old = std::exchange(values[vertex], value);
    const std::size_t begin = vertex / kHalf * kHalf;
    if (vertex - begin >= kAcross) return;
    for (std::size_t i = vertex + kStrip; i < begin + kHalf; i += kAcross)
      if (values[i] == old) values[i] = value;
  }

  bool is_at(std::size_t corner, std::size_t drawn) const {
    constexpr float kSame = 1e-4F;
    const std::size_t vertex = vertex_of(corner);
    if (glm::distance(blade_.vertices[vertex], to_game(drawn_.positions[drawn])) > kSame) return false;
    if (!has_uvs()) return true;
    const Vec2& uv = drawn_.uvs[0][drawn];
    return glm::distance(blade_.uv_sets[0].uvs[vertex], Vec2(uv.x, 1 - uv.y)) <= kSame;
  }

  /// In another order, as editors leave them.
  bool is_same() const {
    if (drawn_.indices.size() != 3 * kFaces) return false;
    std::vector<char> found(kCorners);
    for (std::size_t drawn = 0; drawn < drawn_.positions.size(); ++drawn) {
      bool known = false;
      for (std::size_t corner = 0; corner < kCorners; ++corner)
        if (is_at(corner, drawn)) known = found[corner] = 1;
      if (!known) return false;
    }
    return std::ranges::count(found, 0) == 0;
  }

  bool make_anew() {
    source::Node node;
    node.type = kNodeHeader | kNodeMesh | kNodeSaber;
    source::Mesh& corners = node.mesh.emplace();
    for (const Vec3& position : drawn_.positions) corners.vertices.push_back(to_game(position));
    for (const Vec2& uv : drawn_.uvs[0]) corners.uv_sets[0].uvs.emplace_back(uv.x, 1 - uv.y);
    for (std::size_t i = 0; i + 2 < drawn_.indices.size(); i += 3) {
      source::Face& face = corners.faces.emplace_back();
      face.vertices = {drawn_.indices[i], drawn_.indices[i + 1], drawn_.indices[i + 2]};
      face.uvs = face.vertices;
    }
    const auto whole = whole_blade(node);
    if (!whole) return false;
    blade_.vertices = whole->vertices;
    if (has_uvs()) blade_.uv_sets[0].uvs = whole->uv_sets[0].uvs;
    return true;
  }

  source::Mesh& blade_;
  const scene::Primitive& drawn_;
};

}  // namespace

bool follow_drawn_blade(source::Mesh& blade, const scene::Primitive& drawn) {
  return BladeFollower(blade, drawn).run();
}

/// Three vertices each, and the last one back.
std::vector<source::Face> usual_blade_faces() {
  std::vector<source::Face> faces(kFaces);
  for (std::uint32_t row = 0; row < kFaces; ++row) {
    source::Face& face = faces[row];
    face.vertices = {3 * row, 3 * row + 1, 3 * row + 2};
    if (row + 1 == kFaces) face.vertices = {33, 32, 31};
    face.group = 0;
    face.uvs = face.vertices;
  }
  return faces;
}

std::optional<source::Mesh> whole_blade(const source::Node& node) {
  const bool disguised = node.type == (kNodeHeader | kNodeMesh) && node.name.size() > kBladePrefix.size() &&
                         node.name.starts_with(kBladePrefix);
  if (!node.mesh || ((node.type & kNodeSaber) == 0 && !disguised)) return std::nullopt;
  return BladeMaker(*node.mesh).run();
}

void derive_blade_normals(Saber& saber) {
  if (saber.vertices.size() != kSaberVertices) return;
  saber.normals.assign(kSaberVertices, Vec3(0));
  for (const std::size_t begin : {std::size_t(0), kHalf}) {
    std::array<glm::dvec3, kStrip> sums{};
    for (const auto& triangle : kDrawn) {
      const auto at = [&](std::size_t corner) {
        return glm::dvec3(saber.vertices[begin + triangle[corner]]);
      };
      const glm::dvec3 sum = glm::cross(at(1) - at(0), at(2) - at(0)) * (begin == 0 ? 1.0 : -1.0);
      for (const std::size_t vertex : triangle) sums[vertex] += sum;
    }
    for (std::size_t i = 0; i < kHalf; ++i) saber.normals[begin + i] = unit(sums[i % kAcross]);
  }
}

}  // namespace mw::kotor::mdl
