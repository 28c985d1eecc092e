#include <fmt/format.h>
#include <meshwright/core/detail/elementary.h>
#include <meshwright/kotor/surface_materials.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>
#include <optional>
#include <utility>

#include "shared/normal_slack.h"
#include "validate.h"

namespace mw::kotor::walkmesh {
namespace {

constexpr float kUnitNormal = 1e-3F;
constexpr float kSmallArea = 1e-6F;       // square units; a square millimetre
constexpr float kNormalTolerance = 1.0F;  // degrees
constexpr float kSurelyNear = 0.9999F;    // the cosine of 0.81 degrees; nearly all normals need no more
constexpr float kDownward = -1e-3F;       // z of the unit normal; vertical faces are not meant
constexpr float kDistanceTolerance = 5e-3F;

bool check_corners(Check& check, std::size_t face) {
  const Face& corners = check.file.faces[face];
  for (std::size_t i = 0; i < 3; ++i)
    if (corners[i] >= check.file.vertices.size())
      check.add(finding::FACE_VERTEX_OUT_OF_RANGE, check.face_corner(face, i), corners[i],
                check.file.vertices.size());
  return check.corners_exist(face);
}

/// True when the face has a direction.
bool check_area(Check& check, std::size_t face) {
  const Face& corners = check.file.faces[face];
  for (std::size_t i = 0; i < 3; ++i) {
    if (corners[i] != corners[(i + 1) % 3]) continue;
    check.add(finding::FACE_VERTEX_REPEATED, check.face_corner(face, (i + 1) % 3), corners[i]);
    return false;
  }
  const auto area =
      float(geometry::area(check.corner(face, 0), check.corner(face, 1), check.corner(face, 2)));
  if (!(area < kSmallArea)) return std::isfinite(area);
  check.add(finding::FACE_DEGENERATE, check.face(face), area);
  return false;
}

void check_direction(Check& check, std::size_t face, const Vec3& expected) {
  if (face < check.walkable && expected.z < kDownward)
    check.add(finding::FACE_DOWNWARD, check.face(face), fmt::format("{:.3f}", expected.z));
  else if (face < check.walkable && expected.z <= -kDownward)
    check.add(finding::FACE_UPRIGHT, check.face(face));
}

/// What rounded coordinates make of a needle's normal: degrees.
float slack_of(const Check& check, std::size_t face) {
  return glm::degrees(math::asin(
      std::min(1.0F, normal_slack(check.corner(face, 0), check.corner(face, 1), check.corner(face, 2)))));
}

void check_normal(Check& check, std::size_t face, const Vec3& expected) {
  const Vec3 normal = check.file.normals[face];
  const float length = glm::length(normal);
  if (!std::isfinite(length)) return;  // told by VALUE_NOT_FINITE
  if (std::abs(length - 1) > kUnitNormal) check.add(finding::NORMAL_NOT_UNIT, check.normal(face), length);
  if (length == 0) return;
  const float cosine = glm::dot(normal / length, expected);
  if (cosine > kSurelyNear) return;
  const float degrees = glm::degrees(math::acos(std::clamp(cosine, -1.0F, 1.0F)));
  const float slack = slack_of(check, face);
  if (degrees > 90 + slack)
    check.add(finding::NORMAL_REVERSED, check.normal(face), fmt::format("{:.1f}", degrees));
  else if (degrees > kNormalTolerance + slack)
    check.add(finding::NORMAL_MISMATCH, check.normal(face), fmt::format("{:.1f}", degrees));
}

void check_distance(Check& check, std::size_t face) {
  const float expected = geometry::plane_distance(check.file.normals[face], check.corner(face, 0));
  const float stored = check.file.distances[face];
  if (std::abs(stored - expected) > kDistanceTolerance)
    check.add(finding::DISTANCE_MISMATCH, check.distance(face), stored,
              expected + 0.0F);  // -0 is printed as 0
}

void check_geometry(Check& check, std::size_t face) {
  if (!check_corners(check, face)) return;
  check_distance(check, face);
  if (!check_area(check, face)) return;
  const Vec3 expected =
      geometry::unit_normal(check.corner(face, 0), check.corner(face, 1), check.corner(face, 2));
  check_direction(check, face, expected);
  check_normal(check, face, expected);
}

/// Only areas rely on the order: it is what adjacency is counted by. One face with a wrong material puts all
/// behind it out of order, so that what is told of is each run of faces that is in the way.
void check_order(Check& check) {
  const auto& materials = check.file.materials;
  const auto is_walkable = [&](std::uint32_t id) { return check.surfaces.is_walkable(id); };
  auto behind = std::size_t(std::ranges::count_if(materials, is_walkable)) - check.walkable;
  for (std::size_t face = check.walkable; behind > 0;) {
    const std::size_t run = face;
    while (!is_walkable(materials[face])) ++face;
    check.add(finding::WALKABLE_FACE_OUT_OF_ORDER, check.material(run), face - run, materials[run], behind);
    for (; face < materials.size() && is_walkable(materials[face]); ++face) --behind;
  }
}

void check_materials(Check& check) {
  const auto& materials = check.file.materials;
  const auto is_walkable = [&](std::uint32_t id) { return check.surfaces.is_walkable(id); };
  std::optional<std::uint32_t> known;  // neighbours are mostly of one material
  for (std::size_t face = 0; face < materials.size(); ++face) {
    if (materials[face] == known) continue;
    if (check.surfaces.find(materials[face]) == nullptr)
      check.add(finding::MATERIAL_UNKNOWN, check.material(face), materials[face]);
    else
      known = materials[face];
  }
  if (check.file.header.type != std::uint32_t(Type::area)) return;
  check_order(check);
  if (!materials.empty() && std::ranges::none_of(materials, is_walkable))
    check.add(finding::WALKABLE_FACE_MISSING, check.table("materials"), materials.size());
}

/// By position, so that faces on separate but coinciding vertices are found too.
void check_duplicates(Check& check) {
  std::vector<std::pair<Face, std::size_t>> keys;  // corners, ascending; face
  for (std::size_t face = 0; face < check.file.faces.size(); ++face) {
    if (!check.corners_exist(face)) continue;
    Face corners = check.file.faces[face];
    for (std::uint32_t& corner : corners) corner = check.welded[corner];
    std::ranges::sort(corners);
    keys.emplace_back(corners, face);
  }
  std::ranges::sort(keys);
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (keys[i].first == keys[i - 1].first)
      check.add(finding::FACE_REPEATED, check.face(keys[i].second), keys[i - 1].second);
}

void check_vertices(Check& check) {
  std::vector<bool> used(check.file.vertices.size());
  for (std::size_t face = 0; face < check.file.faces.size(); ++face)
    for (const std::uint32_t corner : check.file.faces[face])
      if (corner < used.size()) used[corner] = true;
  const auto report = [&](const FindingKind& kind, auto is_odd) {
    std::size_t count = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < used.size(); ++i)
      if (is_odd(i) && count++ == 0) first = i;
    if (count > 0) check.add(kind, check.vertex(first), count, first);
  };
  report(finding::VERTEX_UNUSED, [&](std::size_t i) { return !used[i]; });
  report(finding::VERTEX_REPEATED, [&](std::size_t i) { return check.welded[i] != i; });
}

}  // namespace

void check_faces(Check& check) {
  check_materials(check);
  for (std::size_t face = 0; face < check.file.faces.size(); ++face) check_geometry(check, face);
  check_duplicates(check);
  check_vertices(check);
}

}  // namespace mw::kotor::walkmesh
