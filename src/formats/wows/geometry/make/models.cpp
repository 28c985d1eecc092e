#include "models.h"

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/detail/numbers.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/wows/geometry.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <tuple>
#include <utility>

#include "geometry/hull.h"

namespace mw::wows::geometry {
namespace {

using scene::Index;
using scene::Primitive;
using Polygon = std::vector<std::uint32_t>;

const scene::Axes kModelAxes = scene::Axes::left_handed();

tl::unexpected<Error> refuse(const scene::Node& node, std::string message) {
  return fail({.field = escape_text(node.name), .message = std::move(message)});
}

std::vector<std::uint64_t> numbers_in(const scene::Node& node, std::string_view name) {
  std::vector<std::uint64_t> numbers;
  const JsonValue* value = scene::find(node.extras, name);
  const auto* list = value != nullptr ? value->get_if<JsonArray>() : nullptr;
  if (list == nullptr) return numbers;
  for (const JsonValue& item : *list) {
    const auto number = scene::integer_of(item);
    if (!number || *number < 0) return {};
    numbers.push_back(std::uint64_t(*number));
  }
  return numbers;
}

/// 0 without one that 16 bits hold.
std::uint16_t number_in(const scene::Node& node, std::string_view name) {
  const JsonValue* value = scene::find(node.extras, name);
  const auto number = value != nullptr ? scene::integer_of(*value) : std::nullopt;
  return number && std::in_range<std::uint16_t>(*number) ? std::uint16_t(*number) : std::uint16_t(0);
}

/// Normals of plates that bring none: those of their triangles.
void give_normals(Primitive& p) {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;
  for (std::size_t i = 0; i + 2 < p.indices.size(); i += 3) {
    const auto at = [&](std::size_t k) { return p.positions[p.indices[i + k]]; };
    const Vec3 cross = glm::cross(at(1) - at(0), at(2) - at(0));
    const float length = glm::length(cross);
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 own = p.normals.empty() ? Vec3(0) : p.normals[p.indices[i + k]];
      const bool usable = glm::length(own) > 0 && std::isfinite(glm::length(own));
      positions.push_back(at(k));
      normals.push_back(usable ? own : length > 0 ? cross / length : Vec3(0, 1, 0));
    }
  }
  p.indices.clear();
  p.positions = std::move(positions);
  p.normals = std::move(normals);
}

/// A body with one vertex for each place.
struct Body {
  std::vector<Vec3> corners;
  std::vector<Polygon> faces;
};

/// For each vertex its corner: those that a triangle has, in their order, one for each place.
std::vector<std::uint32_t> weld(const Primitive& p, std::vector<Vec3>& corners) {
  std::vector<bool> used(p.positions.size());
  for (const Index index : p.indices) used[index] = true;
  std::map<std::array<float, 3>, std::uint32_t> known;
  std::vector<std::uint32_t> corner_of(p.positions.size());
  for (std::size_t i = 0; i < p.positions.size(); ++i) {
    if (!used[i]) continue;
    const Vec3 place = kModelAxes.point(p.positions[i]);
    const auto [entry, is_new] =
        known.try_emplace({place.x, place.y, place.z}, std::uint32_t(corners.size()));
    if (is_new) corners.push_back(place);
    corner_of[i] = entry->second;
  }
  return corner_of;
}

/// The triangles in the file's winding, their corners by their places; those with a corner twice are left
/// out.
std::vector<Polygon> welded_triangles(const Primitive& p, std::vector<Vec3>& corners) {
  const std::vector<std::uint32_t> corner_of = weld(p, corners);
  std::vector<Polygon> triangles;
  for (std::size_t i = 0; i + 2 < p.indices.size(); i += 3) {
    const Polygon triangle = {corner_of[p.indices[i]], corner_of[p.indices[i + 2]],
                              corner_of[p.indices[i + 1]]};
    if (triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0])
      triangles.push_back(triangle);
  }
  return triangles;
}

/// The polygons whose fans the triangles are; nothing when they are not.
std::optional<std::vector<Polygon>> polygons_of(const std::vector<Polygon>& triangles,
                                                std::span<const std::uint64_t> counts) {
  std::vector<Polygon> polygons;
  std::size_t next = 0;
  for (const std::uint64_t count : counts) {
    if (count < 3 || count - 2 > triangles.size() - next) return std::nullopt;
    Polygon polygon = triangles[next];
    for (std::size_t i = 1; i < count - 2; ++i) {
      const Polygon& triangle = triangles[next + i];
      if (triangle[0] != polygon[0] || triangle[1] != polygon.back()) return std::nullopt;
      polygon.push_back(triangle[2]);
    }
    next += count - 2;
    polygons.push_back(std::move(polygon));
  }
  return next == triangles.size() && !polygons.empty() ? std::optional(std::move(polygons)) : std::nullopt;
}

/// Whether every side of a face is a side of exactly one other face, which goes along it the other way.
bool is_closed(const Body& body) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
  for (const Polygon& face : body.faces)
    for (std::size_t i = 0; i < face.size(); ++i) ++sides[{face[i], face[(i + 1) % face.size()]}];
  return std::ranges::all_of(sides, [&](const auto& side) {
    const auto back = sides.find({side.first.second, side.first.first});
    return back != sides.end() && back->second == 1;
  });
}

bool looks_outward(const Hull& hull) {
  const Vec3 centre = centre_of(hull);
  return std::ranges::none_of(
      hull.faces, [&](const HullFace& face) { return inward_depth(hull, centre, face) > kInwardTolerance; });
}

}  // namespace

std::pair<std::uint16_t, std::uint16_t> key_in(const scene::Node& node) {
  return {number_in(node, "layer"), number_in(node, "material")};
}

Result<ArmorPlate> plate_of(const scene::Node& node, const Primitive& primitive) {
  if (auto problem = scene::problem_of(primitive.positions, "position"))
    return refuse(node, *std::move(problem));
  Primitive corners = primitive;
  give_normals(corners);
  ArmorPlate plate;
  std::tie(plate.layer, plate.material) = key_in(node);
  for (std::size_t i = 0; i < corners.positions.size(); ++i) {
    ArmorVertex& vertex = plate.vertices.emplace_back();
    vertex.position = kModelAxes.point(corners.positions[i]);
    const Vec3 normal = kModelAxes.point(corners.normals[i]);
    for (int k = 0; k < 3; ++k) vertex.normal[std::size_t(k)] = pack_unit(normal[k]);
  }
  const auto unknown = numbers_in(node, "unknown_0x0f");
  if (unknown.size() == plate.vertices.size())
    for (std::size_t i = 0; i < unknown.size(); ++i)
      plate.vertices[i].unknown_0x0f = std::uint8_t(unknown[i]);
  return plate;
}

Result<void> check_key(const scene::Node& node, const ArmorPlate& plate) {
  if (plate.layer != 0 && plate.material != 0) return {};
  return refuse(node,
                "a plate of armor needs the properties layer and material, whole numbers from 1 to 65535");
}

Result<ArmorPlate> new_plate(const scene::Node& node, const Primitive& primitive) {
  auto plate = plate_of(node, primitive);
  if (!plate) return plate;
  if (auto known = check_key(node, *plate); !known) return fail(known.error());
  return plate;
}

std::vector<Vec3> hull_corners(const Primitive& p) {
  std::vector<Vec3> corners;
  for (const Vec3& position : p.positions) corners.push_back(kModelAxes.point(position));
  return corners;
}

Result<Hull> new_hull(const scene::Node& node, const Primitive& p) {
  if (auto problem = scene::problem_of(p.positions, "position")) return refuse(node, *std::move(problem));
  Body body;
  const std::vector<Polygon> triangles = welded_triangles(p, body.corners);
  auto polygons = polygons_of(triangles, numbers_in(node, "face_corners"));
  body.faces = polygons ? *std::move(polygons) : triangles;
  if (body.faces.empty() || !is_closed(body)) return refuse(node, "a hull of collision has no open sides");
  Hull hull = make_hull(body.corners, body.faces);
  const auto sum =
      std::int64_t(hull.vertices.size()) - std::int64_t(hull.edges.size()) + std::int64_t(hull.faces.size());
  if (sum != 2)
    return refuse(node, fmt::format("a hull of collision is one body without holes, but its vertices - edges "
                                    "+ faces are {}, not 2",
                                    sum));
  if (!looks_outward(hull)) return refuse(node, "a hull of collision is convex, and its faces look outward");
  const auto flags = numbers_in(node, "face_flags");
  if (flags.size() == hull.faces.size())
    for (std::size_t i = 0; i < flags.size(); ++i) hull.faces[i].flag = std::uint32_t(flags[i]);
  return hull;
}

}  // namespace mw::wows::geometry
