#include <fmt/format.h>

#include <deque>
#include <glm/geometric.hpp>

#include "opened.h"
#include "query_print.h"

namespace mw::cli {
namespace {

/// What is walked on: the surface's own faces, or pieces of them when something was taken away.
struct Ground {
  nav::Mesh mesh;
  std::vector<std::uint32_t> sources;  // faces of the surface; empty when they are the same
  nav::FaceTree floor;
  nav::Walk walk;

  Ground(nav::Mesh given, std::vector<std::uint32_t> from)
      : mesh(std::move(given)),
        sources(std::move(from)),
        floor(nav::FaceTree::build(mesh.positions, mesh.triangles, mesh.walkable)),
        walk(mesh) {}
};

Ground ground_of(const Surface& surface, const Query& query) {
  nav::Mesh mesh = surface.mesh;
  mesh.costs.assign(mesh.triangles.size(), 1);
  for (std::size_t face = 0; face < mesh.costs.size(); ++face)
    if (const auto cost = query.costs.find(surface.materials[face]); cost != query.costs.end())
      mesh.costs[face] = cost->second;
  if (query.radius == 0 && surface.footprints.empty()) return {std::move(mesh), {}};
  nav::Carved carved = nav::carve(nav::Walk(mesh), surface.footprints, query.radius);
  return {std::move(carved.mesh), std::move(carved.sources)};
}

/// How far from a floor an end of a way may be.
constexpr double kSnap = 1;

/// Without a height, the nearest point in plan.
std::optional<nav::Place> nearest_in_plan(const nav::Mesh& mesh, const Vec3& point) {
  std::optional<nav::NearestFace> best;
  for (std::uint32_t face = 0; face < mesh.triangles.size(); ++face) {
    const geometry::Corners& corners = mesh.triangles[face];
    if (!mesh.is_walkable(face) || !geometry::corners_exist(corners, mesh.positions.size())) continue;
    const auto flat = [&](std::size_t i) { return mesh.positions[corners[i]] * Vec3(1, 1, 0); };
    const glm::dvec3 on =
        nav::nearest_on_triangle(glm::dvec3(point.x, point.y, 0), flat(0), flat(1), flat(2));
    const double distance = glm::distance(on, glm::dvec3(point.x, point.y, 0));
    if (!(distance <= kSnap) || (best && distance >= best->distance)) continue;
    const auto corner = [&](std::size_t i) { return mesh.positions[corners[i]]; };
    const auto height = nav::height_on_triangle({on.x, on.y}, corner(0), corner(1), corner(2));
    if (height) best = nav::NearestFace{{face, on.x, on.y, *height}, distance};
  }
  return best ? std::optional(best->place) : std::nullopt;
}

std::optional<nav::Place> snap(const Ground& ground, const Point& point) {
  const double height = point.has_height ? double(point.at.z) : std::numeric_limits<double>::infinity();
  if (const auto place = ground.floor.highest_below(nav::plan_of(point.at), height)) return place;
  if (!point.has_height) return nearest_in_plan(ground.mesh, point.at);
  const auto nearest = ground.floor.nearest(point.at, kSnap);
  return nearest ? std::optional(nearest->place) : std::nullopt;
}

/// The nearest point to the goal on the island of a face.
std::optional<nav::Place> nearest_reachable(const Ground& ground, std::uint32_t from, const Point& goal) {
  std::vector<std::uint8_t> island(ground.mesh.triangles.size());
  for (std::uint32_t face = 0; face < island.size(); ++face)
    island[face] = ground.walk.connected(from, face) ? 1 : 0;
  const auto nearest =
      ground.floor.nearest(goal.at, std::numeric_limits<double>::infinity(), {.faces = island});
  return nearest ? std::optional(nearest->place) : std::nullopt;
}

Answer ask_path(const Query& query, const Surface& surface, AnswerPrinter& printer) {
  const Ground ground = ground_of(surface, query);
  const auto from = snap(ground, query.from);
  auto to = snap(ground, query.to);
  bool partial = false;
  if (from && query.partial && !(to && ground.walk.connected(from->face, to->face))) {
    Point goal = query.to;
    if (!goal.has_height) goal.at.z = float(to ? to->z : from->z);
    to = nearest_reachable(ground, from->face, goal);
    partial = true;
  }
  nav::WalkScratch scratch;
  nav::Path path;
  const bool found = from && to && ground.walk.find_path(*from, *to, {.exact = query.exact}, scratch, path);
  printer.path(found ? &path : nullptr, partial, ground.sources);
  return found && !partial ? Answer::yes : Answer::no;
}

Answer ask_sight(const Query& query, const Surface& surface, AnswerPrinter& printer) {
  const Ground ground = ground_of(surface, query);
  const auto from = snap(ground, query.from);
  const auto to = snap(ground, query.to);
  nav::WalkScratch scratch;
  nav::Sight sight;
  if (from) sight.end = *from;
  if (from && to) sight = ground.walk.look(*from, *to, scratch);
  printer.sight(sight);
  return sight.visible ? Answer::yes : Answer::no;
}

Result<nav::FaceTree> tree_of(const Query& query, const Surface& surface) {
  const nav::Mesh& mesh = surface.mesh;
  if (!query.stored_tree) return nav::FaceTree::build(mesh.positions, mesh.triangles);
  if (surface.tree.empty()) return fail({.message = "--stored-tree needs one file that has a tree of boxes"});
  return nav::FaceTree::of(surface.tree, surface.tree_root, mesh.positions, mesh.triangles);
}

Result<Answer> ask_ray(const Query& query, const Surface& surface, AnswerPrinter& printer) {
  const auto tree = tree_of(query, surface);
  if (!tree) return fail(tree.error());
  std::vector<std::uint8_t> counts(surface.materials.size(), 1);
  for (std::size_t face = 0; face < counts.size(); ++face) {
    const bool listed = query.materials.empty() ||
                        std::ranges::find(query.materials, surface.materials[face]) != query.materials.end();
    counts[face] = listed && (!query.walkable || surface.mesh.is_walkable(face)) ? 1 : 0;
  }
  const auto hit = tree->first_hit({.origin = query.from.at, .direction = query.direction},
                                   {.faces = counts, .front_only = query.front});
  printer.ray(query, hit);
  return hit ? Answer::yes : Answer::no;
}

Result<Answer> ask_place(const Query& query, const Surface& surface, AnswerPrinter& printer) {
  const nav::FaceTree floor =
      nav::FaceTree::build(surface.mesh.positions, surface.mesh.triangles, surface.mesh.walkable);
  const double height = query.to.has_height ? double(query.to.at.z) : std::numeric_limits<double>::infinity();
  const auto place = floor.highest_below(nav::plan_of(query.to.at), height);
  printer.place(place);
  return place ? Answer::yes : Answer::no;
}

Result<Answer> ask(const Arguments& arguments, const Query& query, const Surface& surface, Session& session) {
  AnswerPrinter printer(session, arguments, surface);
  if (arguments.question == "ray") return ask_ray(query, surface, printer);
  if (arguments.question == "locate") return ask_place(query, surface, printer);
  if (arguments.question == "path") return ask_path(query, surface, printer);
  return ask_sight(query, surface, printer);
}

}  // namespace

Answer run_query(const Arguments& arguments, Session& session) {
  const auto query = read_query(arguments);
  if (!query) {
    session.complain("", query.error());
    return Answer::failed;
  }
  std::vector<Opened> files;
  std::vector<Document> rooms;
  for (const std::string& path : arguments.files) {
    auto input = open_input(session, path, arguments);
    if (!input) return Answer::failed;
    rooms.push_back(input->document);
    files.push_back(*std::move(input));
  }
  std::deque<Opened> standing;
  std::vector<Obstacle> obstacles;
  for (const ObstaclePlace& place : query->obstacles) {
    auto input = open_input(session, place.file, arguments);
    if (!input) return Answer::failed;
    standing.push_back(*std::move(input));
    obstacles.push_back({&standing.back().document, place.position, place.degrees});
  }
  const auto surface = join_surfaces(rooms, obstacles);
  const std::string name = arguments.files.size() == 1 ? arguments.files[0] : "";
  if (!succeeded(session, name, surface)) return Answer::failed;
  for (const Opened& input : files)
    if (!still_whole(session, input)) return Answer::failed;
  const auto answer = ask(arguments, *query, *surface, session);
  return succeeded(session, name, answer) ? *answer : Answer::failed;
}

}  // namespace mw::cli
