#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "mdl_derive.h"
#include "mdl_validate.h"

namespace mw::kotor::mdl {
namespace {

/// Corners of a triangle in thousandths, lowest first, so that two copies of one triangle are equal.
using Grid = std::array<std::int64_t, 3>;
using Triangle = std::array<Grid, 3>;

/// A WOK is placed in its area: its vertices include a shift that the model's do not. Corners are compared from
/// the lowest corner of all, which the shift does not change.
Triangle triangle_of(const std::array<Vec3, 3>& corners, const Vec3& origin) {
  constexpr float kStep = 500;  // of a unit; rounding of large coordinates stays below it
  Triangle triangle;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 p = (corners[i] - origin) * kStep;
    for (int axis = 0; axis < 3; ++axis)
      triangle[i][std::size_t(axis)] = std::isfinite(p[axis]) ? std::int64_t(std::floor(p[axis] + 0.5F)) : 0;
  }
  std::ranges::sort(triangle);
  return triangle;
}

Vec3 lowest(std::span<const Vec3> vertices) {
  Vec3 low(INFINITY);
  for (const Vec3& vertex : vertices) low = glm::min(low, vertex);
  return low;
}

/// Where a triangle may be that rounding has moved by one step in some coordinate is not searched for: real pairs
/// are copies of each other, and agree to 1e-4.
class WokCheck {
 public:
  WokCheck(const NodeCheck& check, const walkmesh::File& wok) : check_(check), mesh_(*check.node().mesh), wok_(wok) {}

  void run() {
    if (mesh_.faces.size() != wok_.faces.size())
      check_.add(Code::WOK_FACE_COUNT, check_.in("mesh.faces", mesh_.header.faces.offset), mesh_.faces.size(),
                 wok_.faces.size());
    collect();
    Tally missing;
    Tally materials;
    std::uint32_t there = 0;
    const Vec3 origin = lowest(mesh_.vertices);
    for (std::size_t row = 0; row < mesh_.faces.size(); ++row) {
      const Face& face = mesh_.faces[row];
      if (!corners_exist(face, mesh_.vertices.size())) continue;
      const auto& [a, b, c] = face.vertices;
      const auto found = faces_.find(triangle_of({mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]}, origin));
      if (found == faces_.end()) {
        missing.add(row);
      } else if (found->second != face.material) {
        if (materials.wrong == 0) there = found->second;
        materials.add(row);
      }
    }
    report(missing, materials, there);
  }

 private:
  void collect() {
    const Vec3 origin = lowest(wok_.vertices);
    for (std::size_t row = 0; row < wok_.faces.size(); ++row) {
      const auto& [a, b, c] = wok_.faces[row];
      const std::size_t count = wok_.vertices.size();
      if (a >= count || b >= count || c >= count || row >= wok_.materials.size()) continue;
      faces_.emplace(triangle_of({wok_.vertices[a], wok_.vertices[b], wok_.vertices[c]}, origin), wok_.materials[row]);
    }
  }

  void report(const Tally& missing, const Tally& materials, std::uint32_t there) {
    const auto face = [&](std::size_t row) {
      return check_.in(fmt::format("mesh.faces[{}]", row), mesh_.header.faces.offset, sizeof(Face) * row);
    };
    if (missing.wrong > 0)
      check_.add(Code::WOK_FACE, face(missing.first), missing.wrong, mesh_.faces.size(), missing.first);
    if (materials.wrong > 0)
      check_.add(Code::WOK_MATERIAL, face(materials.first), materials.wrong, mesh_.faces.size(), materials.first, there,
                 mesh_.faces[materials.first].material);
  }

  const NodeCheck& check_;
  const Mesh& mesh_;
  const walkmesh::File& wok_;
  std::map<Triangle, std::uint32_t> faces_;
};

}  // namespace

void validate_against(const File& file, const walkmesh::File& wok, Findings& findings) {
  Check check{file, findings, {}};
  const TreeCheck tree{file.nodes};
  bool found = false;
  for (std::size_t row = 0; row < file.nodes.size(); ++row) {
    if (!file.nodes[row].mesh || !file.nodes[row].mesh->aabb) continue;
    found = true;
    WokCheck({check, tree, row}, wok).run();
  }
  if (!found) check.add(Code::WOK_NO_WALKMESH, {"nodes"});
}

}  // namespace mw::kotor::mdl
