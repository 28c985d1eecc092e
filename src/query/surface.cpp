#include <fmt/format.h>
#include <meshwright/core/detail/elementary.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/registry.h>
#include <meshwright/formats/surface.h>
#include <meshwright/geometry/detail/box.h>
#include <meshwright/nav/detail/join.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace mw {
namespace {

Result<SurfacePart> part_of(const Document& document) {
  if (document.format().surface == nullptr)
    return fail(
        {.message = fmt::format("is {}, which is no surface to ask", with_article(document.format().id))});
  return document.format().surface(document);
}

/// The name of the document in an error about it.
Error about(const Document& document, Error error) {
  error.field = document.source().name + (error.field.empty() ? "" : ": " + error.field);
  return error;
}

nav::Joined join_at(std::span<const SurfacePart> parts, std::span<const Vec3> shifts) {
  std::vector<nav::Part> placed;
  for (std::size_t i = 0; i < parts.size(); ++i)
    placed.push_back({&parts[i].mesh, shifts.empty() ? Vec3(0) : shifts[i]});
  return nav::join(placed);
}

/// Whether the middles of the parts are farther from their positions than from the origin, on the whole.
bool are_about_origins(std::span<const SurfacePart> parts, std::span<const Vec3> positions) {
  double farther = 0;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (const auto box = geometry::bounds(parts[i].mesh.positions)) {
      const Vec3 middle = (box->min + box->max) * 0.5F;
      farther += glm::distance(middle, positions[i]) - glm::length(middle);
    }
  return farther > 0;
}

/// Each face blocks by itself: together they need not be convex. An upright one is a line.
std::vector<nav::Footprint> footprints_of(const SurfacePart& part, const Obstacle& obstacle) {
  const double angle = obstacle.degrees * std::numbers::pi / 180;
  const double sine = math::sin(angle);
  const double cosine = math::cos(angle);
  std::vector<nav::Footprint> footprints;
  for (const geometry::Corners& corners : part.mesh.triangles) {
    if (!geometry::corners_exist(corners, part.mesh.positions.size())) continue;
    nav::Footprint footprint{.outline = {}, .bottom = 1e30, .top = -1e30};
    bool finite = true;
    for (const std::uint32_t corner : corners) {
      const Vec3 at = obstacle.tilt * (obstacle.scale * part.mesh.positions[corner]);
      finite = finite && is_finite(at);
      footprint.outline.push_back({cosine * at.x - sine * at.y + obstacle.position.x,
                                   sine * at.x + cosine * at.y + obstacle.position.y});
      const double height = double(at.z) + obstacle.position.z;
      footprint.bottom = std::min(footprint.bottom, height);
      footprint.top = std::max(footprint.top, height);
    }
    if (finite) footprints.push_back(std::move(footprint));
  }
  return footprints;
}

Result<void> add_obstacle(const Obstacle& obstacle, Surface& surface) {
  const auto part = part_of(*obstacle.document);
  if (!part) return fail(about(*obstacle.document, part.error()));
  const auto footprints = footprints_of(*part, obstacle);
  // A walkmesh without faces, as of an open door, blocks nothing. Damage must not block either.
  if (footprints.empty() && !part->mesh.triangles.empty())
    return fail(about(*obstacle.document,
                      {.message = fmt::format("none of its {} faces has three corners to stand on",
                                              part->mesh.triangles.size())}));
  surface.footprints.insert(surface.footprints.end(), footprints.begin(), footprints.end());
  return {};
}

void take_joined(nav::Joined joined, std::span<const SurfacePart> parts, Surface& surface) {
  for (std::size_t part = 0; part < parts.size(); ++part)
    for (std::size_t face = 0; face < parts[part].mesh.triangles.size(); ++face) {
      surface.rooms.push_back(std::uint32_t(part));
      surface.faces.push_back(std::uint32_t(face));
      surface.materials.push_back(parts[part].materials[face]);
    }
  surface.mesh = std::move(joined.mesh);
  surface.seams = joined.seams;
}

/// Where the rows of each part are in the whole.
void take_rooms(std::span<const SurfacePart> parts, std::span<const Vec3> positions, Surface& surface) {
  std::uint32_t face = 0;
  std::uint32_t position = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    SurfaceRoom& room = surface.parts.emplace_back();
    room.first_face = face;
    room.first_position = position;
    room.faces = std::uint32_t(parts[i].mesh.triangles.size());
    room.positions = std::uint32_t(parts[i].mesh.positions.size());
    room.tables = parts[i].tables;
    // A side that does not exist must not become one of the next room.
    for (const SurfaceEdge& edge : parts[i].edges)
      room.edges.push_back(
          {edge.side / 3 < room.faces ? 3 * face + edge.side : SurfaceEdge::kNoSide, edge.room});
    for (const Vec3& hook : parts[i].hooks) room.hooks.push_back(surface.moved ? hook + positions[i] : hook);
    face += room.faces;
    position += room.positions;
    surface.colours.insert(parts[i].colours.begin(), parts[i].colours.end());
  }
}

Result<std::vector<SurfacePart>> parts_of(std::span<const Document> rooms) {
  std::vector<SurfacePart> parts;
  for (const Document& room : rooms) {
    auto part = rooms.size() > 1 ? room_part(room) : part_of(room);
    if (!part) return fail(rooms.size() > 1 ? about(room, part.error()) : part.error());
    parts.push_back(*std::move(part));
  }
  return parts;
}

}  // namespace

std::string_view Surface::material_name(std::uint32_t face) const {
  const std::uint32_t id = materials[face];
  return id < material_names.size() ? std::string_view(material_names[id]) : std::string_view();
}

Vec3 Surface::normal(std::uint32_t face) const {
  const geometry::Corners& corners = mesh.triangles[face];
  if (!geometry::corners_exist(corners, mesh.positions.size())) return Vec3(0);
  const auto corner = [&](std::size_t i) { return glm::dvec3(mesh.positions[corners[i]]); };
  const glm::dvec3 across = glm::cross(corner(1) - corner(0), corner(2) - corner(0));
  const double length = glm::length(across);
  return length > 0 && std::isfinite(length) ? Vec3(across / length) : Vec3(0);
}

Result<SurfacePart> room_part(const Document& room) {
  auto part = part_of(room);
  if (part && !part->is_room)
    return fail({.message = "is no room of an area", .advice = "; name it with --obstacle"});
  return part;
}

Surface join_parts(std::span<const SurfacePart> parts, std::span<const Vec3> positions) {
  Surface surface;
  if (parts.empty()) return surface;
  nav::Joined joined = join_at(parts, {});
  if (!positions.empty()) {
    nav::Joined moved = join_at(parts, positions);
    surface.moved =
        moved.seams != joined.seams ? moved.seams > joined.seams : are_about_origins(parts, positions);
    if (surface.moved) joined = std::move(moved);
  }
  take_joined(std::move(joined), parts, surface);
  take_rooms(parts, positions, surface);
  surface.material_names = parts.front().material_names;
  if (parts.size() > 1) return surface;
  surface.tree = parts.front().tree;
  surface.tree_root = parts.front().tree_root;
  if (surface.moved)
    for (geometry::TreeNode& node : surface.tree)
      node.box = {node.box.min + positions[0], node.box.max + positions[0]};
  return surface;
}

Result<Surface> join_surfaces(std::span<const Document> rooms, std::span<const Obstacle> obstacles) {
  if (rooms.empty()) return Surface();
  const auto parts = parts_of(rooms);
  if (!parts) return fail(parts.error());
  const auto positions = rooms[0].format().room_positions(rooms);
  if (!positions) return fail(positions.error());
  Surface surface = join_parts(*parts, *positions);
  for (const Obstacle& obstacle : obstacles)
    if (const auto done = add_obstacle(obstacle, surface); !done) return fail(done.error());
  return surface;
}

}  // namespace mw
