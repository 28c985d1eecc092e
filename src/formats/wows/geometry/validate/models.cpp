#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "geometry/hull.h"
#include "geometry/places.h"
#include "validate.h"

namespace mw::wows::geometry {
namespace {

constexpr float kUnitTolerance = 0.03F;
constexpr float kBoxTolerance = 1e-3F;

/// A record of a model's data and where it lies, so that findings can name their byte.
template <class Record>
struct Spot {
  const Record& record;
  std::string path;
  std::uint64_t offset;

  Place whole() const { return {path, offset}; }
  Place part(std::string_view name) const {
    return {fmt::format("{}.{}", path, name), offset + data_byte(record, name)};
  }
  /// A row of a list, or a field of that row.
  template <class Row>
  Place row(std::string_view list, std::size_t index, FieldOf<Row> field = {}) const {
    Place place = part(list);
    place.where += fmt::format("[{}]", index);
    if (!field.name.empty()) place.where.append(".").append(field.name);
    *place.offset += std::uint64_t(index) * sizeof(Row) + field.byte;
    return place;
  }
};

template <class Model>
Spot<Model> model_spot(std::string_view table, std::int64_t pointer, std::size_t row, const Model& model) {
  const auto offset = resolve(row_offset<ModelPrototype>(pointer, row), model.prototype.data_pointer);
  return {model, row_path(table, row), offset.value_or(0)};
}

/// Calls visit(spot) for each of the records that follow each other from the list's place on. `version` is
/// what data_fields() of such a record asks for beside it.
template <class Model, class Record>
void for_each_record(const Spot<Model>& outer, std::string_view list, const std::vector<Record>& records,
                     auto visit, auto... version) {
  std::uint64_t offset = *outer.part(list).offset;
  for (std::size_t row = 0; row < records.size(); ++row) {
    visit(Spot<Record>{records[row], fmt::format("{}.{}[{}]", outer.path, list, row), offset});
    offset += data_byte(records[row], {}, version...);
  }
}

float off_by(const Box& a, const Box& b) {
  const Vec3 low = glm::abs(a.min - b.min);
  const Vec3 high = glm::abs(a.max - b.max);
  return std::max({low.x, low.y, low.z, high.x, high.y, high.z});
}

/// Counts numbers that are not finite; one finding for all of them.
class FiniteTally {
 public:
  void add(const Vec3& v, const auto& place_of) {
    if (is_finite(v)) return;
    if (count_++ == 0) first_ = {place_of(), fmt::format("({}, {}, {})", v.x, v.y, v.z)};
  }
  void report(Check& check) const {
    if (count_ > 0) check.add(finding::VALUE_NOT_FINITE, first_.first, count_, first_.second);
  }
  bool clean() const { return count_ == 0; }

 private:
  std::size_t count_ = 0;
  std::pair<Place, std::string> first_;
};

void check_plate_normals(Check& check, const Spot<ArmorPlate>& at) {
  std::size_t count = 0;
  std::size_t first = 0;
  float first_length = 0;
  const std::vector<ArmorVertex>& vertices = at.record.vertices;
  for (std::size_t row = 0; row < vertices.size(); ++row) {
    const auto& n = vertices[row].normal;
    const float length = glm::length(Vec3(unpack_unit(n[0]), unpack_unit(n[1]), unpack_unit(n[2])));
    if (std::abs(length - 1) <= kUnitTolerance || count++ > 0) continue;
    first = row;
    first_length = length;
  }
  if (count > 0)
    check.add(finding::NORMAL_NOT_UNIT, at.row<ArmorVertex>("vertices", first, "normal"), count,
              fmt::format("{:.3f}", first_length));
}

void check_plate(Check& check, const Spot<ArmorPlate>& at) {
  const ArmorPlate& plate = at.record;
  if (plate.layer == 0 || plate.material == 0)
    check.add(finding::PLATE_KEY_OUT_OF_RANGE, at.part("material"), plate.layer, plate.material);
  if (plate.vertices.empty()) return check.add(finding::PLATE_EMPTY, at.part("vertex_count"));
  if (plate.vertices.size() % 3 != 0)
    check.add(finding::PLATE_NOT_TRIANGLES, at.part("vertex_count"), plate.vertices.size());
  Box box{Vec3(INFINITY), Vec3(-INFINITY)};
  FiniteTally finite;
  for (std::size_t row = 0; row < plate.vertices.size(); ++row) {
    const Vec3& position = plate.vertices[row].position;
    finite.add(position, [&] { return at.row<ArmorVertex>("vertices", row, "position"); });
    box = united(box, {position, position});
  }
  finite.report(check);
  const float off = off_by(box, {plate.box_min, plate.box_max});
  if (finite.clean() && !(off <= kBoxTolerance))
    check.add(finding::PLATE_BOX_MISMATCH, at.part("box_min"), off, plate.vertices.size());
  check_plate_normals(check, at);
}

void check_armor_box(Check& check, const Spot<ArmorModel>& at) {
  const ArmorModel& model = at.record;
  if (model.plates.empty()) return;
  Box box{Vec3(INFINITY), Vec3(-INFINITY)};
  for (const ArmorPlate& plate : model.plates)
    if (!plate.vertices.empty()) box = united(box, {plate.box_min, plate.box_max});
  const float off = off_by(box, {model.box_min, model.box_max});
  if (!(off <= kBoxTolerance)) check.add(finding::ARMOR_BOX_MISMATCH, at.part("box_min"), off);
}

void check_rest(Check& check, const auto& at) {
  if (!at.record.rest.empty())
    check.add(finding::MODEL_UNREFERENCED_BYTES, at.part("rest"), at.record.rest.size());
}

/// The corners and edges of a face exist, and the edges join the corners.
bool check_face_rows(Check& check, const Hull& hull, const Spot<HullFace>& at) {
  const HullFace& face = at.record;
  bool sound = face.vertices.size() >= 3;
  if (!sound) check.add(finding::HULL_FACE_CORNERS_TOO_FEW, at.part("corner_count"), face.vertices.size());
  for (std::size_t i = 0; i < face.vertices.size(); ++i) {
    if (face.vertices[i] < hull.vertices.size()) continue;
    check.add(finding::HULL_VERTEX_OUT_OF_RANGE, at.row<std::uint32_t>("vertices", i), face.vertices[i],
              hull.vertices.size());
    sound = false;
  }
  for (std::size_t i = 0; i < std::min(face.edges.size(), face.vertices.size()); ++i) {
    if (face.edges[i] >= hull.edges.size()) {
      check.add(finding::HULL_EDGE_OUT_OF_RANGE, at.row<std::uint32_t>("edges", i), face.edges[i],
                hull.edges.size());
      continue;
    }
    const HullEdge& edge = hull.edges[face.edges[i]];
    const auto a = std::int64_t(face.vertices[i]);
    const auto b = std::int64_t(face.vertices[(i + 1) % face.vertices.size()]);
    if ((edge[0] != a || edge[1] != b) && (edge[0] != b || edge[1] != a))
      check.add(finding::HULL_EDGE_MISMATCH, at.row<std::uint32_t>("edges", i), face.edges[i], a, b);
  }
  return sound;
}

void check_face_direction(Check& check, const Hull& hull, const Vec3& centre, const Spot<HullFace>& at) {
  const float inside = inward_depth(hull, centre, at.record);
  if (inside > kInwardTolerance) check.add(finding::HULL_FACE_REVERSED, at.whole(), inside);
}

void check_edges(Check& check, const Spot<Hull>& at) {
  const Hull& hull = at.record;
  for (std::size_t row = 0; row < hull.edges.size(); ++row)
    for (const std::int32_t vertex : hull.edges[row])
      if (vertex < 0 || std::size_t(vertex) >= hull.vertices.size())
        check.add(finding::HULL_VERTEX_OUT_OF_RANGE, at.row<HullEdge>("edges", row), vertex,
                  hull.vertices.size());
}

void check_faces(Check& check, const Spot<Hull>& at, bool has_flags) {
  const Hull& hull = at.record;
  const Vec3 centre = centre_of(hull);
  const auto visit = [&](const Spot<HullFace>& face) {
    if (check_face_rows(check, hull, face)) check_face_direction(check, hull, centre, face);
    if (has_flags && face.record.flag > 1)
      check.add(finding::HULL_FLAG_UNKNOWN, face.part("flag"), face.record.flag);
  };
  for_each_record(at, "faces", hull.faces, visit, has_flags);
}

void check_hull(Check& check, const Spot<Hull>& at, bool has_flags) {
  const Hull& hull = at.record;
  const auto count = [](const auto& rows) { return std::int64_t(rows.size()); };
  const std::int64_t euler = count(hull.vertices) - count(hull.edges) + count(hull.faces);
  if (euler != 2)
    check.add(finding::HULL_NOT_CLOSED, at.whole(), hull.vertices.size(), hull.edges.size(),
              hull.faces.size(), euler);
  FiniteTally finite;
  for (std::size_t row = 0; row < hull.vertices.size(); ++row)
    finite.add(hull.vertices[row], [&] { return at.row<Vec3>("vertices", row); });
  finite.report(check);
  check_edges(check, at);
  check_faces(check, at, has_flags);
}

}  // namespace

void check_armor(Check& check) {
  const std::size_t there = check.file.armor_models.size();
  if (check.file.missing_armor > 0)
    check.add(finding::ARMOR_COUNT_TOO_LARGE, Place{"armor_count", field_byte<Header>("armor_count")},
              there + check.file.missing_armor, there);
  for (std::size_t row = 0; row < check.file.armor_models.size(); ++row) {
    const ArmorModel& model = check.file.armor_models[row];
    const Spot<ArmorModel> at = model_spot("armor_models", check.file.header.armor_pointer, row, model);
    if (model.unreadable) {
      const Error problem = find_armor_problem(model.rest).value_or(Error{});
      check.add(finding::ARMOR_NOT_DECODABLE, at.part("rest"), model.rest.size(), problem.offset.value_or(0),
                problem.field, problem.message);
      continue;
    }
    if (model.id != kArmorId)
      check.add(finding::ARMOR_ID_UNKNOWN, at.part("id"), fmt::format("{:#x}", model.id),
                fmt::format("{:#x}", kArmorId));
    check_armor_box(check, at);
    for_each_record(at, "plates", model.plates,
                    [&](const Spot<ArmorPlate>& plate) { check_plate(check, plate); });
    check_rest(check, at);
  }
}

void check_collision(Check& check) {
  for (std::size_t row = 0; row < check.file.collision_models.size(); ++row) {
    const CollisionModel& model = check.file.collision_models[row];
    const Spot<CollisionModel> at =
        model_spot("collision_models", check.file.header.collision_pointer, row, model);
    if (!knows_hulls(model.version)) {
      check.add(finding::COLLISION_VERSION_UNKNOWN, at.part("version"), fmt::format("{:#x}", model.version),
                model.rest.size());
      continue;
    }
    const bool has_flags = model.version == kCollisionVersion;
    for_each_record(
        at, "hulls", model.hulls, [&](const Spot<Hull>& hull) { check_hull(check, hull, has_flags); },
        has_flags);
    check_rest(check, at);
  }
}

}  // namespace mw::wows::geometry
