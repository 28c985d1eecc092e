// Answers about a surface: as records, and for people.
#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/surface_query.h>

#include <algorithm>
#include <glm/geometric.hpp>

namespace mw {
namespace {

FaceRecord record_of_face(const Surface& surface, std::uint32_t face) {
  FaceRecord answered{.face = surface.faces[face], .material = surface.materials[face]};
  if (surface.parts.size() > 1) answered.room = surface.rooms[face];
  return answered;
}

/// The face of the surface that a face of the ground is, or is a piece of.
std::uint32_t source_of(const WalkSurface& ground, std::uint32_t face) {
  return ground.sources().empty() ? face : ground.sources()[face];
}

glm::dvec3 point_of(const nav::Place& place) {
  return {place.x, place.y, place.z};
}

/// The faces that a path crosses; those of several pieces once.
std::vector<std::uint32_t> crossed_faces(const nav::Path& path, const WalkSurface& ground) {
  std::vector<std::uint32_t> faces;
  for (const std::uint32_t face : path.faces) faces.push_back(source_of(ground, face));
  const auto repeated = std::ranges::unique(faces);
  faces.erase(repeated.begin(), repeated.end());
  return faces;
}

std::string shortest(double value) {
  std::string text;
  append_float(text, value);
  return text;
}

std::string in_words(const glm::dvec3& point) {
  return fmt::format("{},{},{}", shortest(point.x), shortest(point.y), shortest(point.z));
}

/// "face 12 (Stone)", of several files "face 12 of a.wok (Stone)".
std::string face_text(const FaceRecord& on, const SurfaceNames& names) {
  std::string text = fmt::format("face {}", on.face);
  if (on.room) text += " of " + names.files[*on.room];
  const std::string name = on.material < names.materials.size() ? names.materials[on.material] : "";
  return text + (name.empty() ? fmt::format(" (material {})", on.material)
                              : fmt::format(" ({})", escape_text(name)));
}

/// For an answer about moved ends.
std::string moved_text(const SnapDistance& moved) {
  const auto line = [](std::string_view end, double by) {
    return by > 0 ? fmt::format("the {} is not on the surface: moved by {}\n", end, shortest(by)) : "";
  };
  return line("start", moved.start) + line("goal", moved.goal);
}

constexpr const char* kNothing = "nothing to stand on\n";

}  // namespace

RayRecord record_of(const Surface& surface, const RayQuestion& question,
                    const std::optional<nav::RayHit>& hit) {
  if (!hit) return {};
  const glm::dvec3 direction(question.direction);
  return {RayRecord::Hit{.on = record_of_face(surface, hit->face),
                         .point = glm::dvec3(question.from) + direction * hit->t,
                         .distance = hit->t * glm::length(direction),
                         .front = hit->front,
                         .normal = surface.normal(hit->face)}};
}

FloorPlace floor_place(const Surface& surface, const nav::Place& place) {
  return {.on = record_of_face(surface, place.face), .z = place.z, .normal = surface.normal(place.face)};
}

NearestRecord record_of(const Surface& surface, const WalkSurface& ground,
                        const std::optional<nav::NearestFace>& nearest) {
  if (!nearest) return {};
  return {NearestRecord::Nearest{.on = record_of_face(surface, source_of(ground, nearest->place.face)),
                                 .point = point_of(nearest->place),
                                 .distance = nearest->distance}};
}

PathRecord record_of(const Surface& surface, const WalkSurface& ground, const PathAnswer& answer) {
  if (!answer.path) return {};
  FoundPath found{.partial = answer.partial,
                  .length = answer.path->length,
                  .surface_length = answer.path->surface_length,
                  .exact = answer.path->exact,
                  .moved = answer.moved};
  std::ranges::transform(answer.path->points, std::back_inserter(found.points), point_of);
  if (surface.parts.size() > 1) found.rooms.emplace();
  for (const std::uint32_t face : crossed_faces(*answer.path, ground)) {
    found.faces.push_back(surface.faces[face]);
    if (found.rooms) found.rooms->push_back(surface.rooms[face]);
  }
  return {std::move(found)};
}

SightRecord record_of(const Surface& surface, const SightAnswer& answer) {
  return {.visible = answer.sight.visible,
          .end = point_of(answer.sight.end),
          .moved = answer.moved,
          .wall = answer.wall ? std::optional(record_of_face(surface, *answer.wall)) : std::nullopt};
}

std::string to_text(const RayRecord& answer, const SurfaceNames& names) {
  const auto& hit = answer.hit;
  if (!hit) return "no hit\n";
  return fmt::format("{} at {}, {} away, from its {}\n", face_text(hit->on, names), in_words(hit->point),
                     shortest(hit->distance), hit->front ? "front" : "back");
}

std::string to_text(const LocateRecord& answer, const SurfaceNames& names) {
  const auto& place = answer.place;
  return place ? fmt::format("{} at height {}\n", face_text(place->on, names), shortest(place->z)) : kNothing;
}

std::string to_text(const NearestRecord& answer, const SurfaceNames& names) {
  const auto& nearest = answer.nearest;
  if (!nearest) return kNothing;
  return fmt::format("{} at {}, {} away\n", face_text(nearest->on, names), in_words(nearest->point),
                     shortest(nearest->distance));
}

std::string to_text(const PathRecord& answer, const SurfaceNames& /*names*/) {
  const auto& path = answer.path;
  if (!path) return "no way\n";
  std::string text;
  for (const glm::dvec3& point : path->points) text += in_words(point) + "\n";
  const std::string_view kind = path->partial ? "part of the way: " : path->exact ? "the shortest way: " : "";
  return text + moved_text(path->moved) +
         fmt::format("{}{} in plan, {} along the surface, over {} {}\n", kind, shortest(path->length),
                     shortest(path->surface_length), path->faces.size(),
                     path->faces.size() == 1 ? "face" : "faces");
}

std::string to_text(const SightRecord& answer, const SurfaceNames& names) {
  const std::string text = moved_text(answer.moved);
  if (answer.visible) return text + "in sight\n";
  const std::string end = in_words(answer.end);
  return text + (answer.wall ? fmt::format("not in sight: {} is in the way at {}\n",
                                           face_text(*answer.wall, names), end)
                             : fmt::format("not in sight: the surface ends at {}\n", end));
}

}  // namespace mw
