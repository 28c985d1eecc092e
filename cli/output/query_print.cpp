#include "query_print.h"

#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>

#include <algorithm>
#include <glm/geometric.hpp>

namespace mw::cli {
namespace {

std::string shortest(double value) {
  std::string text;
  append_float(text, value);
  return text;
}

std::string in_words(const nav::Place& place) {
  return fmt::format("{},{},{}", shortest(place.x), shortest(place.y), shortest(place.z));
}

/// The faces that a path crosses; those of several pieces once.
std::vector<std::uint32_t> passed(const nav::Path& path, const std::vector<std::uint32_t>& sources) {
  std::vector<std::uint32_t> faces;
  for (const std::uint32_t face : path.faces) faces.push_back(sources.empty() ? face : sources[face]);
  const auto repeated = std::ranges::unique(faces);
  faces.erase(repeated.begin(), repeated.end());
  return faces;
}

void write_point(JsonWriter& json, double x, double y, double z) {
  json.begin_array(JsonWriter::Rows::one_line);
  for (const double part : {x, y, z}) json.value(part);
  json.end_array();
}

}  // namespace

/// One JSON object, which begins with the files.
class AnswerPrinter::Line {
 public:
  explicit Line(AnswerPrinter& printer) : printer_(printer) {
    json.begin_object();
    const std::vector<std::string>& files = printer.arguments_.files;
    if (files.size() == 1) {
      json.member("file", files[0]);
    } else {
      json.key("files");
      json.begin_array();
      for (const std::string& file : files) json.value(file);
      json.end_array();
    }
  }
  ~Line() {
    json.end_object();
    printer_.session_.print(json.take() + "\n");
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  /// `face` is its number in its file; of several files, `room` is the row of the one.
  void face(std::uint32_t face) {
    json.member("face", printer_.surface_.faces[face]);
    if (printer_.arguments_.files.size() > 1) json.member("room", printer_.surface_.rooms[face]);
  }
  /// What a table says of faces.
  void row(std::string_view key, const std::vector<std::uint32_t>& faces,
           const std::vector<std::uint32_t>& table) {
    json.key(key);
    json.begin_array();
    for (const std::uint32_t face : faces) json.value(table[face]);
    json.end_array();
  }
  void normal(std::uint32_t face) {
    const Vec3 normal = printer_.surface_.normal(face);
    json.key("normal");
    write_point(json, normal.x, normal.y, normal.z);
  }
  void material(std::uint32_t face) { json.member("material", printer_.surface_.materials[face]); }

  JsonWriter json{JsonWriter::Style::compact};

 private:
  AnswerPrinter& printer_;
};

/// "face 12 (Stone)", of several files "face 12 of a.wok (Stone)".
std::string AnswerPrinter::face_text(std::uint32_t face) const {
  std::string text = fmt::format("face {}", surface_.faces[face]);
  if (arguments_.files.size() > 1) text += " of " + display_name(arguments_.files[surface_.rooms[face]]);
  const std::string_view name = surface_.material_name(face);
  return text + (name.empty() ? fmt::format(" (material {})", surface_.materials[face])
                              : fmt::format(" ({})", escape_text(name)));
}

void AnswerPrinter::ray(const RayQuestion& question, const std::optional<nav::RayHit>& hit) {
  const double length = glm::length(glm::dvec3(question.direction));
  const double t = hit ? hit->t : 0;
  const glm::dvec3 point = glm::dvec3(question.from) + glm::dvec3(question.direction) * t;
  if (session_.json()) {
    Line line(*this);
    line.json.member("hit", hit.has_value());
    if (!hit) return;
    line.face(hit->face);
    line.json.key("point");
    write_point(line.json, point.x, point.y, point.z);
    line.json.member("distance", t * length);
    line.json.member("front", hit->front);
    line.normal(hit->face);
    return line.material(hit->face);
  }
  if (!hit) return session_.print("no hit\n");
  session_.print(fmt::format("{} at {}, {} away, from its {}\n", face_text(hit->face),
                             in_words({0, point.x, point.y, point.z}), shortest(t * length),
                             hit->front ? "front" : "back"));
}

void AnswerPrinter::place(const std::optional<nav::Place>& place) {
  if (session_.json()) {
    Line line(*this);
    if (!place) {
      for (const char* key : {"face", "z", "normal", "material"}) line.json.member(key, nullptr);
      return;
    }
    line.face(place->face);
    line.json.member("z", place->z);
    line.normal(place->face);
    return line.material(place->face);
  }
  if (!place) return session_.print("nothing to stand on\n");
  session_.print(fmt::format("{} at height {}\n", face_text(place->face), shortest(place->z)));
}

void AnswerPrinter::nearest(const std::optional<nav::NearestFace>& nearest,
                            const std::vector<std::uint32_t>& sources) {
  const nav::Place place = nearest ? nearest->place : nav::Place{};
  const std::uint32_t face = sources.empty() || !nearest ? place.face : sources[place.face];
  if (session_.json()) {
    Line line(*this);
    if (!nearest) {
      for (const char* key : {"face", "point", "distance", "material"}) line.json.member(key, nullptr);
      return;
    }
    line.face(face);
    line.json.key("point");
    write_point(line.json, place.x, place.y, place.z);
    line.json.member("distance", nearest->distance);
    return line.material(face);
  }
  if (!nearest) return session_.print("nothing to stand on\n");
  session_.print(
      fmt::format("{} at {}, {} away\n", face_text(face), in_words(place), shortest(nearest->distance)));
}

/// For an answer about moved ends.
void AnswerPrinter::tell_moved(const SnapDistance& moved) {
  const auto tell = [&](std::string_view end, double by) {
    if (by > 0) session_.print(fmt::format("the {} is not on the surface: moved by {}\n", end, shortest(by)));
  };
  tell("start", moved.start);
  tell("goal", moved.goal);
}

void AnswerPrinter::path(const PathAnswer& way, const std::vector<std::uint32_t>& sources) {
  const std::vector<std::uint32_t> faces = way.path ? passed(*way.path, sources) : sources;
  if (!session_.json()) {
    if (!way.path) return session_.print("no way\n");
    for (const nav::Place& point : way.path->points) session_.print(in_words(point) + "\n");
    tell_moved(way.moved);
    const std::string_view kind = way.partial       ? "part of the way: "
                                  : way.path->exact ? "the shortest way: "
                                                    : "";
    return session_.print(fmt::format("{}{} in plan, {} along the surface, over {} {}\n", kind,
                                      shortest(way.path->length), shortest(way.path->surface_length),
                                      faces.size(), faces.size() == 1 ? "face" : "faces"));
  }
  Line line(*this);
  line.json.member("found", way.path.has_value());
  if (!way.path) return;
  line.json.member("partial", way.partial);
  line.json.key("points");
  line.json.begin_array();
  for (const nav::Place& point : way.path->points) write_point(line.json, point.x, point.y, point.z);
  line.json.end_array();
  line.json.member("length", way.path->length);
  line.json.member("surface_length", way.path->surface_length);
  line.row("faces", faces, surface_.faces);
  if (arguments_.files.size() > 1) line.row("rooms", faces, surface_.rooms);
  line.json.member("exact", way.path->exact);
  line.json.member("start_moved", way.moved.start);
  line.json.member("goal_moved", way.moved.goal);
}

void AnswerPrinter::sight(const SightAnswer& answer) {
  const nav::Place& end = answer.sight.end;
  if (session_.json()) {
    Line line(*this);
    line.json.member("visible", answer.sight.visible);
    line.json.key("end");
    write_point(line.json, end.x, end.y, end.z);
    line.json.member("start_moved", answer.moved.start);
    return line.json.member("goal_moved", answer.moved.goal);
  }
  tell_moved(answer.moved);
  if (answer.sight.visible) return session_.print("in sight\n");
  session_.print(answer.wall ? fmt::format("not in sight: {} is in the way at {}\n", face_text(*answer.wall),
                                           in_words(end))
                             : fmt::format("not in sight: the surface ends at {}\n", in_words(end)));
}

}  // namespace mw::cli
