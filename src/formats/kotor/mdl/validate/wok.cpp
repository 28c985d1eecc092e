#include <fmt/format.h>
#include <meshwright/geometry/detail/weld.h>
#include <meshwright/kotor/walkmesh_format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <optional>

#include "mdl/build/derive.h"
#include "validate.h"

namespace mw::kotor::mdl {
namespace {

using Triangle = std::array<Vec3, 3>;

constexpr float kSameCorner =
    0.01F;  // corners of one triangle in both files; rounding of real pairs is below 1e-4

Vec3 lowest(std::span<const Vec3> vertices) {
  Vec3 low(INFINITY);
  for (const Vec3& vertex : vertices) low = glm::min(low, vertex);
  return low;
}

bool is_same_corner(const Vec3& a, const Vec3& b) {
  const Vec3 d = glm::abs(a - b);
  return d.x < kSameCorner && d.y < kSameCorner && d.z < kSameCorner;
}

/// Whether the corners are the same, whichever comes first.
bool is_same(const Triangle& a, const Triangle& b) {
  return std::ranges::all_of(a, [&](const Vec3& corner) {
    return std::ranges::any_of(b, [&](const Vec3& other) { return is_same_corner(corner, other); });
  });
}

/// Triangles of a WOK, found by where they are.
class TriangleIndex {
 public:
  explicit TriangleIndex(const walkmesh::File& wok) {
    for (std::size_t row = 0; row < wok.faces.size(); ++row) {
      const auto& [a, b, c] = wok.faces[row];
      if (!geometry::corners_exist(wok.faces[row], wok.vertices.size()) || row >= wok.materials.size())
        continue;
      const Triangle triangle{wok.vertices[a], wok.vertices[b], wok.vertices[c]};
      grid_.add(middle(triangle), std::uint32_t(entries_.size()));
      entries_.push_back({triangle, wok.materials[row]});
    }
  }

  /// The material of the same triangle; nothing without one.
  std::optional<std::uint32_t> find(const Triangle& triangle) const {
    std::optional<std::uint32_t> material;
    grid_.find_near(middle(triangle), [&](std::uint32_t entry) {
      if (is_same(triangle, entries_[entry].triangle)) material = entries_[entry].material;
      return material.has_value();
    });
    return material;
  }

 private:
  struct Entry {
    Triangle triangle;
    std::uint32_t material;
  };

  static Vec3 middle(const Triangle& triangle) {
    return geometry::centroid(triangle[0], triangle[1], triangle[2]);
  }

  static constexpr std::size_t kMostInCell = 64;  // many in one place are damage, and would be slow

  geometry::PointGrid grid_{kSameCorner, kMostInCell};
  std::vector<Entry> entries_;
};

/// How a model's walkmesh compares with a WOK when it is shifted by some vector.
struct Comparison {
  Tally missing;
  Tally materials;
  std::uint32_t material_there = 0;  // of the first that differs
};

Comparison compare(const Mesh& mesh, const TriangleIndex& index, const Vec3& shift) {
  Comparison result;
  for (std::size_t row = 0; row < mesh.faces.size(); ++row) {
    const Face& face = mesh.faces[row];
    if (!corners_exist(face, mesh.vertices.size())) continue;
    const auto& [a, b, c] = face.vertices;
    const auto material =
        index.find({mesh.vertices[a] + shift, mesh.vertices[b] + shift, mesh.vertices[c] + shift});
    if (!material) {
      result.missing.add(row);
    } else if (*material != face.material) {
      if (result.materials.wrong == 0) result.material_there = *material;
      result.materials.add(row);
    }
  }
  return result;
}

void report(const NodeCheck& check, const Comparison& result) {
  const Mesh& mesh = *check.node().mesh;
  const auto face = [&](std::size_t row) {
    return check.in(fmt::format("mesh.faces[{}]", row), mesh.header.faces.offset, sizeof(Face) * row);
  };
  const Tally& missing = result.missing;
  if (missing.wrong > 0)
    check.add(finding::WOK_FACE_MISSING, face(missing.first), missing.wrong, mesh.faces.size(),
              missing.first);
  const Tally& materials = result.materials;
  if (materials.wrong > 0)
    check.add(finding::WOK_MATERIAL_MISMATCH, face(materials.first), materials.wrong, mesh.faces.size(),
              materials.first, result.material_there, mesh.faces[materials.first].material);
}

/// A WOK is placed in its area, the model is not. The shift between them is the node's place, where the
/// layout has the room at the origin, or that of their lowest corners.
void check_wok(const NodeCheck& check, const walkmesh::File& wok) {
  const Mesh& mesh = *check.node().mesh;
  if (mesh.faces.size() != wok.faces.size())
    check.add(finding::WOK_FACE_COUNT_MISMATCH, check.in("mesh.faces", mesh.header.faces.offset),
              mesh.faces.size(), wok.faces.size());
  constexpr float kSamePosition = 1e-3F;
  const Vec3& told = wok.header.position;
  const Vec3& own = check.check.pose[check.row].position;
  if (!(glm::distance(told, own) <= kSamePosition))
    check.add(finding::WOK_POSITION_MISMATCH, check.at("position"), told.x, told.y, told.z, own.x, own.y,
              own.z);
  const TriangleIndex index(wok);
  Comparison best = compare(mesh, index, own);
  if (best.missing.wrong > 0) {
    const Comparison other = compare(mesh, index, lowest(wok.vertices) - lowest(mesh.vertices));
    if (other.missing.wrong < best.missing.wrong) best = other;
  }
  report(check, best);
}

}  // namespace

void validate_against(const File& file, const walkmesh::File& wok, Findings& findings) {
  Check check{file, findings, rest_pose(file.nodes), NumberedNodes(file.nodes)};
  const TreeCheck tree{file.nodes};
  bool found = false;
  for (std::size_t row = 0; row < file.nodes.size(); ++row) {
    if (!file.nodes[row].mesh || !file.nodes[row].mesh->aabb) continue;
    found = true;
    check_wok({check, tree, row}, wok);
  }
  if (!found) check.add(finding::WALKMESH_MISSING, {"nodes"});
}

}  // namespace mw::kotor::mdl
