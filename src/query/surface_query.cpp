#include <meshwright/core/detail/elementary.h>
#include <meshwright/formats/surface_query.h>
#include <meshwright/nav/detail/carve.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

namespace mw {
namespace {

nav::Mesh with_costs(const Surface& surface, const std::map<std::uint32_t, float>& costs) {
  nav::Mesh mesh = surface.mesh;
  mesh.costs.assign(mesh.triangles.size(), 1);
  for (std::size_t face = 0; face < mesh.costs.size(); ++face)
    if (const auto cost = face < surface.materials.size() ? costs.find(surface.materials[face]) : costs.end();
        cost != costs.end())
      mesh.costs[face] = cost->second;
  return mesh;
}

/// The rest of the surface; `sources` stays empty if nothing was removed.
nav::Mesh ground_of(const Surface& surface, const WalkOptions& options, std::vector<std::uint32_t>& sources) {
  nav::Mesh mesh = with_costs(surface, options.costs);
  if (options.radius == 0 && surface.footprints.empty()) return mesh;
  nav::Carved carved = nav::carve(nav::Walk(mesh), surface.footprints, options.radius);
  sources = std::move(carved.sources);
  return std::move(carved.mesh);
}

double height_of(const QueryPoint& spot) {
  return spot.has_height ? double(spot.at.z) : WalkSurface::kAnywhere;
}

std::optional<nav::Place> place_of(const std::optional<nav::NearestFace>& nearest) {
  return nearest ? std::optional(nearest->place) : std::nullopt;
}

Result<nav::FaceTree> tree_of(const Surface& surface, bool stored) {
  const nav::Mesh& mesh = surface.mesh;
  if (!stored) return nav::FaceTree::build(mesh.positions, mesh.triangles);
  if (surface.tree.empty())
    return fail({.field = "stored-tree",
                 .message = "needs one file that has a tree of boxes",
                 .code = ErrorCode::option});
  return nav::FaceTree::of(surface.tree, surface.tree_root, mesh.positions, mesh.triangles);
}

}  // namespace

WalkSurface::WalkSurface(const Surface& surface, const WalkOptions& options)
    : mesh_(ground_of(surface, options, sources_)),
      floor_(nav::FaceTree::build(mesh_.positions, mesh_.triangles, mesh_.walkable)),
      walk_(mesh_) {}

std::optional<nav::NearestFace> WalkSurface::nearest_in_plan(const Vec3& point, double within) const {
  std::optional<nav::NearestFace> best;
  for (std::uint32_t face = 0; face < mesh_.triangles.size(); ++face) {
    const geometry::Corners& corners = mesh_.triangles[face];
    if (!mesh_.is_walkable(face) || !geometry::corners_exist(corners, mesh_.positions.size())) continue;
    const auto flat = [&](std::size_t i) { return mesh_.positions[corners[i]] * Vec3(1, 1, 0); };
    const glm::dvec3 on =
        nav::nearest_on_triangle(glm::dvec3(point.x, point.y, 0), flat(0), flat(1), flat(2));
    const double distance = glm::distance(on, glm::dvec3(point.x, point.y, 0));
    if (!(distance <= within) || (best && distance >= best->distance)) continue;
    const auto corner = [&](std::size_t i) { return mesh_.positions[corners[i]]; };
    const auto height = nav::height_on_triangle({on.x, on.y}, corner(0), corner(1), corner(2));
    if (height) best = nav::NearestFace{{face, on.x, on.y, *height}, distance};
  }
  return best;
}

std::optional<nav::NearestFace> WalkSurface::nearest(const QueryPoint& spot, double within) const {
  return spot.has_height ? floor_.nearest(spot.at, within) : nearest_in_plan(spot.at, within);
}

std::optional<nav::Place> WalkSurface::snap(const QueryPoint& spot) const {
  if (const auto place = floor_.highest_below(nav::point2_of(spot.at), height_of(spot))) return place;
  return place_of(nearest(spot, kSnap));
}

std::optional<nav::Place> WalkSurface::nearest_reachable(std::uint32_t from, const Vec3& goal) const {
  std::vector<std::uint8_t> island(mesh_.triangles.size());
  for (std::uint32_t face = 0; face < island.size(); ++face)
    island[face] = walk_.connected(from, face) ? 1 : 0;
  return place_of(floor_.nearest(goal, WalkSurface::kAnywhere, {.faces = island}));
}

std::vector<std::uint32_t> WalkSurface::islands() const {
  std::vector<std::uint32_t> islands(mesh_.triangles.size(), nav::Walk::kNone);
  std::vector<std::uint32_t> numbers(islands.size(), nav::Walk::kNone);
  std::uint32_t next = 0;
  for (std::uint32_t face = 0; face < islands.size(); ++face) {
    if (!walk_.has(face)) continue;
    std::uint32_t& number = numbers[walk_.island(face)];
    if (number == nav::Walk::kNone) number = next++;
    islands[face] = number;
  }
  return islands;
}

namespace {

/// The distance of a spot from its place on the ground. Falling down to the ground does not count as a move.
double moved_by(const QueryPoint& spot, const std::optional<nav::Place>& place) {
  if (!place) return 0;
  const glm::dvec3 off = glm::dvec3(place->x, place->y, place->z) - glm::dvec3(spot.at);
  if (off.x == 0 && off.y == 0 && !(off.z > nav::height_allowance(double(spot.at.z)))) return 0;
  return spot.has_height ? glm::length(off) : math::hypot(off.x, off.y);
}

}  // namespace

PathAnswer find_path(const WalkSurface& ground, const QueryPoint& from, const QueryPoint& to,
                     const PathOptions& options) {
  const auto start = ground.snap(from);
  auto end = ground.snap(to);
  PathAnswer way;
  if (start && options.partial && !(end && ground.walk().connected(start->face, end->face))) {
    Vec3 goal = to.at;
    if (!to.has_height) goal.z = float(end ? end->z : start->z);
    end = ground.nearest_reachable(start->face, goal);
    way.partial = true;
  }
  way.moved = {moved_by(from, start), way.partial ? 0 : moved_by(to, end)};
  nav::WalkScratch scratch;
  nav::Path path;
  if (start && end && ground.walk().find_path(*start, *end, {.exact = options.exact}, scratch, path))
    way.path = std::move(path);
  return way;
}

SightAnswer find_sight(const WalkSurface& ground, const QueryPoint& from, const QueryPoint& to) {
  const auto start = ground.snap(from);
  const auto end = ground.snap(to);
  SightAnswer answer{.sight = {}, .moved = {moved_by(from, start), moved_by(to, end)}};
  if (start) answer.sight.end = *start;
  nav::WalkScratch scratch;
  if (start && end) answer.sight = ground.walk().look(*start, *end, scratch);
  return answer;
}

SightAnswer find_sight_over(const WalkSurface& ground, const Surface& surface, const QueryPoint& from,
                            const QueryPoint& to, double eyes) {
  const auto start = ground.snap(from);
  const auto end = ground.snap(to);
  SightAnswer answer{.sight = {}, .moved = {moved_by(from, start), moved_by(to, end)}};
  const auto eye = [&](const nav::Place& place) { return Vec3(place.x, place.y, place.z + eyes); };
  if (start) answer.sight.end = {start->face, start->x, start->y, start->z + eyes};
  if (!start || !end) return answer;
  const RayQuestion ray{.from = eye(*start), .direction = eye(*end) - eye(*start), .reach = 1};
  const auto wall = *first_hit(surface, ray);  // fails for stored trees only
  const glm::dvec3 way = glm::dvec3(ray.direction) * (wall ? wall->t : 1);
  answer.sight = {.visible = !wall,
                  .end = {end->face, ray.from.x + way.x, ray.from.y + way.y, ray.from.z + way.z}};
  if (wall) answer.wall = wall->face;
  return answer;
}

namespace {

std::optional<nav::RayHit> within(std::optional<nav::RayHit> hit, const RayQuestion& question) {
  return hit && hit->t <= question.reach ? hit : std::nullopt;
}

/// The faces that a ray may hit; empty: all of them. `made` holds lists that were computed here.
std::span<const std::uint8_t> faces_asked_for(const RayQuestion& question,
                                              std::span<const std::uint32_t> materials,
                                              std::span<const std::uint8_t> walkable,
                                              std::vector<std::uint8_t>& made) {
  if (question.materials.empty() && !question.walkable) return {};
  if (question.materials.empty() && !walkable.empty()) return walkable;
  made.resize(materials.size());
  for (std::size_t face = 0; face < made.size(); ++face) {
    const bool listed = question.materials.empty() ||
                        std::ranges::find(question.materials, materials[face]) != question.materials.end();
    made[face] = listed && (!question.walkable || (face < walkable.size() && walkable[face] != 0)) ? 1 : 0;
  }
  return made;
}

}  // namespace

std::optional<nav::Place> locate(const Surface& surface, const QueryPoint& spot) {
  const nav::Mesh& mesh = surface.mesh;
  return nav::FaceTree::build(mesh.positions, mesh.triangles, mesh.walkable)
      .highest_below(nav::point2_of(spot.at), height_of(spot));
}

Result<std::optional<nav::RayHit>> first_hit(const Surface& surface, const RayQuestion& question) {
  const auto tree = tree_of(surface, question.stored_tree);
  if (!tree) return fail(tree.error());
  std::vector<std::uint8_t> made;
  const auto counts = faces_asked_for(question, surface.materials, surface.mesh.walkable, made);
  return within(tree->first_hit({.origin = question.from, .direction = question.direction},
                                {.faces = counts, .front_only = question.front}),
                question);
}

SurfaceTree::SurfaceTree(const Surface& surface)
    : materials_(surface.materials),
      walkable_(surface.mesh.walkable),
      faces_(nav::FaceTree::build(surface.mesh.positions, surface.mesh.triangles)),
      floor_(nav::FaceTree::build(surface.mesh.positions, surface.mesh.triangles, surface.mesh.walkable)),
      stored_(tree_of(surface, true)) {}

std::optional<nav::Place> SurfaceTree::locate(const QueryPoint& spot) const {
  return floor_.highest_below(nav::point2_of(spot.at), height_of(spot));
}

Result<std::optional<nav::RayHit>> SurfaceTree::first_hit(const RayQuestion& question) const {
  if (question.stored_tree && !stored_) return fail(stored_.error());
  std::vector<std::uint8_t> made;
  const auto counts = faces_asked_for(question, materials_, walkable_, made);
  return within((question.stored_tree ? *stored_ : faces_)
                    .first_hit({.origin = question.from, .direction = question.direction},
                               {.faces = counts, .front_only = question.front}),
                question);
}

}  // namespace mw
