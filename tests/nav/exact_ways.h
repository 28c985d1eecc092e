#pragma once

#include <meshwright/nav/mesh.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

/// Sight and shortest ways by brute force and in whole numbers, from nothing but the mesh: what the layer's
/// answers are held against.
namespace mw::nav {

struct Whole {
  std::int64_t x = 0;
  std::int64_t y = 0;
  bool operator==(const Whole&) const = default;
};

inline int side_of(const Whole& a, const Whole& b, const Whole& c) {
  const std::int64_t area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  return area > 0 ? 1 : area < 0 ? -1 : 0;
}

inline bool touch(const Whole& a, const Whole& b, const Whole& c, const Whole& d) {
  if (side_of(a, b, c) * side_of(a, b, d) > 0 || side_of(c, d, a) * side_of(c, d, b) > 0) return false;
  return std::max(a.x, b.x) >= std::min(c.x, d.x) && std::max(c.x, d.x) >= std::min(a.x, b.x) &&
         std::max(a.y, b.y) >= std::min(c.y, d.y) && std::max(c.y, d.y) >= std::min(a.y, b.y);
}

class ExactWays {
 public:
  /// Positions times `parts` are whole numbers; lengths are those of the mesh.
  explicit ExactWays(const Mesh& mesh, double parts = 1) : mesh_(mesh), parts_(parts) {
    for (const Vec3& position : mesh.positions)
      corners_.push_back(
          {std::int64_t(double(position.x) * parts), std::int64_t(double(position.y) * parts)});
    find_nodes();
    seen_.assign(nodes_.size() * nodes_.size(), kUnknown);
  }

  /// Whether the line from a point of some faces to a point of others stays on the surface.
  bool visible(const std::vector<std::size_t>& from, const Whole& a, const std::vector<std::size_t>& to,
               const Whole& b) const {
    std::vector<std::size_t> pending = from;
    std::vector<bool> reached(mesh_.triangles.size());
    for (const std::size_t face : from) reached[face] = true;
    for (std::size_t i = 0; i < pending.size(); ++i) {
      const std::size_t face = pending[i];
      if (std::ranges::find(to, face) != to.end()) return true;
      for (std::size_t side = 0; side < 3; ++side) {
        const std::int32_t across = mesh_.neighbours[face][side];
        if (across < 0 || reached[std::size_t(across / 3)]) continue;
        const Whole& c = corners_[mesh_.triangles[face][side]];
        const Whole& d = corners_[mesh_.triangles[face][(side + 1) % 3]];
        if (!touch(a, b, c, d)) continue;
        reached[std::size_t(across / 3)] = true;
        pending.push_back(std::size_t(across / 3));
      }
    }
    return false;
  }

  /// The length in plan of the shortest way; infinite without one. Dijkstra over all that see each other.
  double shortest(std::size_t from_face, const Whole& from, std::size_t to_face, const Whole& to) const {
    std::vector<Node> nodes = nodes_;
    nodes.push_back({from, {from_face}});
    nodes.push_back({to, {to_face}});
    constexpr double kFar = std::numeric_limits<double>::infinity();
    std::vector<double> length(nodes.size(), kFar);
    std::vector<bool> done(nodes.size());
    length[nodes.size() - 2] = 0;
    for (;;) {
      std::size_t best = nodes.size();
      for (std::size_t i = 0; i < nodes.size(); ++i)
        if (!done[i] && length[i] < kFar && (best == nodes.size() || length[i] < length[best])) best = i;
      if (best == nodes.size() || best == nodes.size() - 1) return length.back();
      done[best] = true;
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        const double step =
            std::hypot(double(nodes[i].at.x - nodes[best].at.x), double(nodes[i].at.y - nodes[best].at.y)) /
            parts_;
        if (done[i] || length[best] + step >= length[i]) continue;
        if (sees(nodes, best, i)) length[i] = length[best] + step;
      }
    }
  }

 private:
  /// A corner, and those of its faces that hang together around it: where two parts of the surface touch in a
  /// point there is no way from the one to the other.
  struct Node {
    Whole at;
    std::vector<std::size_t> faces;
  };

  /// Of two corners it is found out once.
  bool sees(const std::vector<Node>& nodes, std::size_t a, std::size_t b) const {
    const bool known = a < nodes_.size() && b < nodes_.size();
    if (known && seen_[a * nodes_.size() + b] != kUnknown) return seen_[a * nodes_.size() + b] == kSeen;
    const bool seen = visible(nodes[a].faces, nodes[a].at, nodes[b].faces, nodes[b].at);
    if (known) seen_[a * nodes_.size() + b] = seen_[b * nodes_.size() + a] = seen ? kSeen : kHidden;
    return seen;
  }

  bool has_corner(std::size_t face, std::uint32_t corner) const {
    return std::ranges::find(mesh_.triangles[face], corner) != mesh_.triangles[face].end();
  }

  void find_nodes() {
    std::vector<std::vector<std::size_t>> around(corners_.size());
    for (std::size_t face = 0; face < mesh_.triangles.size(); ++face)
      for (const std::uint32_t corner : mesh_.triangles[face])
        if (mesh_.is_walkable(face)) around[corner].push_back(face);
    for (std::uint32_t corner = 0; corner < corners_.size(); ++corner) {
      while (!around[corner].empty()) {
        Node node{corners_[corner], {around[corner].back()}};
        for (std::size_t i = 0; i < node.faces.size(); ++i)
          for (std::size_t side = 0; side < 3; ++side) {
            const std::size_t face = node.faces[i];
            const std::int32_t across = mesh_.neighbours[face][side];
            const geometry::Corners& corners = mesh_.triangles[face];
            const bool at_side = corners[side] == corner || corners[(side + 1) % 3] == corner;
            if (across < 0 || !at_side || !has_corner(std::size_t(across / 3), corner)) continue;
            if (std::ranges::find(node.faces, std::size_t(across / 3)) == node.faces.end())
              node.faces.push_back(std::size_t(across / 3));
          }
        std::erase_if(around[corner], [&](std::size_t face) {
          return std::ranges::find(node.faces, face) != node.faces.end();
        });
        nodes_.push_back(std::move(node));
      }
    }
  }

  static constexpr char kUnknown = 0;
  static constexpr char kSeen = 1;
  static constexpr char kHidden = 2;

  const Mesh& mesh_;
  double parts_;
  mutable std::vector<char> seen_;
  std::vector<Whole> corners_;
  std::vector<Node> nodes_;
};

}  // namespace mw::nav
