#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "geometry_places.h"
#include "geometry_validate.h"

namespace mw::wows::geometry {
namespace {

constexpr float kUnitTolerance = 0.03F;
constexpr float kBoxTolerance = 1e-3F;
constexpr float kInwardTolerance = 1e-3F;

/// Walks through a model's data, so that findings can name their byte.
struct Cursor {
  std::string path;
  std::uint64_t offset;

  Place place(std::string_view field, std::uint64_t byte) const {
    return {path + std::string(field), offset + byte};
  }
};

Cursor data_cursor(std::string_view table, std::int64_t pointer, std::size_t row, std::int64_t data_pointer) {
  const auto offset = resolve(row_offset(pointer, row, sizeof(ModelPrototype)), data_pointer);
  return {row_path(table, row, ""), offset.value_or(0)};
}

float off_by(const Box& a, const Box& b) {
  const Vec3 low = glm::abs(a.min - b.min);
  const Vec3 high = glm::abs(a.max - b.max);
  return std::max({low.x, low.y, low.z, high.x, high.y, high.z});
}

/// Counts numbers that are not finite; one finding for all of them.
class FiniteTally {
 public:
  void add(const Vec3& v, const Place& place) {
    if (is_finite(v)) return;
    if (count_++ == 0) first_ = {place, fmt::format("({}, {}, {})", v.x, v.y, v.z)};
  }
  void report(Check& check) const {
    if (count_ > 0) check.add(Code::NOT_FINITE, first_.first, count_, first_.second);
  }
  bool clean() const { return count_ == 0; }

 private:
  std::size_t count_ = 0;
  std::pair<Place, std::string> first_;
};

constexpr std::uint64_t kPlateHead = 32;  // key, box, count
constexpr std::uint64_t kArmorHead = 32;

void check_plate_normals(Check& check, const ArmorPlate& plate, const Cursor& cursor) {
  std::size_t count = 0;
  std::size_t first = 0;
  float first_length = 0;
  for (std::size_t row = 0; row < plate.vertices.size(); ++row) {
    const auto& n = plate.vertices[row].normal;
    const float length = glm::length(Vec3(unpack_unit(n[0]), unpack_unit(n[1]), unpack_unit(n[2])));
    if (std::abs(length - 1) <= kUnitTolerance || count++ > 0) continue;
    first = row;
    first_length = length;
  }
  if (count > 0)
    check.add(Code::NORMAL_NOT_UNIT,
              cursor.place(fmt::format(".vertices[{}].normal", first), kPlateHead + 16 * first + 12), count,
              fmt::format("{:.3f}", first_length));
}

void check_plate(Check& check, const ArmorPlate& plate, const Cursor& cursor) {
  if (plate.layer == 0 || plate.material == 0)
    check.add(Code::PLATE_KEY, cursor.place(".material", 0), plate.layer, plate.material);
  if (plate.vertices.empty()) return check.add(Code::PLATE_EMPTY, cursor.place(".vertices", 28));
  if (plate.vertices.size() % 3 != 0)
    check.add(Code::PLATE_NOT_TRIANGLES, cursor.place(".vertices", 28), plate.vertices.size());
  Box box{Vec3(INFINITY), Vec3(-INFINITY)};
  FiniteTally finite;
  for (std::size_t row = 0; row < plate.vertices.size(); ++row) {
    const Vec3& position = plate.vertices[row].position;
    finite.add(position, cursor.place(fmt::format(".vertices[{}].position", row), kPlateHead + 16 * row));
    box = united(box, {position, position});
  }
  finite.report(check);
  const float off = off_by(box, {plate.box_min, plate.box_max});
  if (finite.clean() && !(off <= kBoxTolerance))
    check.add(Code::PLATE_BOX, cursor.place(".box_min", 4), off, plate.vertices.size());
  check_plate_normals(check, plate, cursor);
}

void check_armor_box(Check& check, const ArmorModel& model, const Cursor& cursor) {
  if (model.plates.empty()) return;
  Box box{Vec3(INFINITY), Vec3(-INFINITY)};
  for (const ArmorPlate& plate : model.plates)
    if (!plate.vertices.empty()) box = united(box, {plate.box_min, plate.box_max});
  const float off = off_by(box, {model.box_min, model.box_max});
  if (!(off <= kBoxTolerance)) check.add(Code::ARMOR_BOX, cursor.place(".box_min", 4), off);
}

void check_rest(Check& check, const Cursor& cursor, const Bytes& rest) {
  if (!rest.empty()) check.add(Code::MODEL_REST, cursor.place(".rest", 0), rest.size());
}

/// The corners and edges of a face exist, and the edges join the corners.
bool check_face_rows(Check& check, const Hull& hull, const HullFace& face, const Cursor& cursor) {
  bool sound = face.vertices.size() >= 3;
  if (!sound) check.add(Code::HULL_FACE_SMALL, cursor.place("", 0), face.vertices.size());
  for (std::size_t i = 0; i < face.vertices.size(); ++i) {
    if (face.vertices[i] < hull.vertices.size()) continue;
    check.add(Code::HULL_VERTEX_RANGE, cursor.place(fmt::format(".vertices[{}]", i), 4 + 4 * i),
              face.vertices[i], hull.vertices.size());
    sound = false;
  }
  for (std::size_t i = 0; i < face.edges.size(); ++i) {
    const Place place = cursor.place(fmt::format(".edges[{}]", i), 4 + 4 * (face.vertices.size() + i));
    if (face.edges[i] >= hull.edges.size()) {
      check.add(Code::HULL_EDGE_RANGE, place, face.edges[i], hull.edges.size());
      continue;
    }
    const HullEdge& edge = hull.edges[face.edges[i]];
    const auto a = std::int64_t(face.vertices[i]);
    const auto b = std::int64_t(face.vertices[(i + 1) % face.vertices.size()]);
    if ((edge[0] != a || edge[1] != b) && (edge[0] != b || edge[1] != a))
      check.add(Code::HULL_EDGE_MISMATCH, place, face.edges[i], a, b);
  }
  return sound;
}

/// Newell's normal: faces may have corners in a line.
Vec3 face_normal(const Hull& hull, const HullFace& face) {
  Vec3 sum{0};
  for (std::size_t i = 0; i < face.vertices.size(); ++i) {
    const Vec3& a = hull.vertices[face.vertices[i]];
    const Vec3& b = hull.vertices[face.vertices[(i + 1) % face.vertices.size()]];
    sum += glm::cross(a, b);
  }
  return sum;
}

void check_face_direction(Check& check, const Hull& hull, const HullFace& face, const Vec3& centre,
                          const Cursor& cursor) {
  const Vec3 normal = face_normal(hull, face);
  const float length = glm::length(normal);
  if (!(length > 0) || !std::isfinite(length)) return;
  const float inside = glm::dot(hull.vertices[face.vertices[0]] - centre, normal / length);
  if (inside < -kInwardTolerance) check.add(Code::HULL_FACE_INWARD, cursor.place("", 0), -inside);
}

Vec3 centre_of(const Hull& hull) {
  Vec3 sum{0};
  for (const Vec3& vertex : hull.vertices) sum += vertex;
  return sum / float(std::max<std::size_t>(hull.vertices.size(), 1));
}

void check_edges(Check& check, const Hull& hull, const Cursor& cursor, std::uint64_t at) {
  for (std::size_t row = 0; row < hull.edges.size(); ++row)
    for (const std::int32_t vertex : hull.edges[row])
      if (vertex < 0 || std::size_t(vertex) >= hull.vertices.size())
        check.add(Code::HULL_VERTEX_RANGE, cursor.place(fmt::format(".edges[{}]", row), at + 8 * row), vertex,
                  hull.vertices.size());
}

/// Moves the cursor behind the hull.
void check_hull(Check& check, const Hull& hull, bool flags, const Cursor& cursor, std::uint64_t& offset) {
  const auto count = [](const auto& rows) { return std::int64_t(rows.size()); };
  const std::int64_t euler = count(hull.vertices) - count(hull.edges) + count(hull.faces);
  if (euler != 2)
    check.add(Code::HULL_EULER, cursor.place("", 0), hull.vertices.size(), hull.edges.size(),
              hull.faces.size(), euler);
  FiniteTally finite;
  for (std::size_t row = 0; row < hull.vertices.size(); ++row)
    finite.add(hull.vertices[row], cursor.place(fmt::format(".vertices[{}]", row), 4 + 12 * row));
  finite.report(check);
  const std::uint64_t edges_at = 8 + 12 * hull.vertices.size();
  check_edges(check, hull, cursor, edges_at);
  offset += edges_at + 8 * hull.edges.size() + 4;
  const Vec3 centre = centre_of(hull);
  for (std::size_t row = 0; row < hull.faces.size(); ++row) {
    const HullFace& face = hull.faces[row];
    const Cursor at{fmt::format("{}.faces[{}]", cursor.path, row), offset};
    if (check_face_rows(check, hull, face, at)) check_face_direction(check, hull, face, centre, at);
    offset += 4 + 8 * face.vertices.size();
    if (flags && face.flag > 1) check.add(Code::HULL_FLAG, {at.path + ".flag", offset}, face.flag);
    offset += flags ? 4 : 0;
  }
}

}  // namespace

void check_armor(Check& check) {
  for (std::size_t row = 0; row < check.file.armor_models.size(); ++row) {
    const ArmorModel& model = check.file.armor_models[row];
    Cursor cursor =
        data_cursor("armor_models", check.file.header.armor_pointer, row, model.prototype.data_pointer);
    if (model.id != kArmorId)
      check.add(Code::ARMOR_ID, cursor.place(".id", 0), fmt::format("{:#x}", model.id),
                fmt::format("{:#x}", kArmorId));
    check_armor_box(check, model, cursor);
    std::uint64_t offset = cursor.offset + kArmorHead;
    for (std::size_t plate = 0; plate < model.plates.size(); ++plate) {
      check_plate(check, model.plates[plate], {fmt::format("{}.plates[{}]", cursor.path, plate), offset});
      offset += kPlateHead + 16 * model.plates[plate].vertices.size();
    }
    check_rest(check, {cursor.path, offset}, model.rest);
  }
}

void check_collision(Check& check) {
  for (std::size_t row = 0; row < check.file.collision_models.size(); ++row) {
    const CollisionModel& model = check.file.collision_models[row];
    const Cursor cursor = data_cursor("collision_models", check.file.header.collision_pointer, row,
                                      model.prototype.data_pointer);
    if (model.version != kCollisionVersion && model.version != kOldCollisionVersion) {
      check.add(Code::COLLISION_VERSION, cursor.place(".version", 0), fmt::format("{:#x}", model.version),
                model.rest.size());
      continue;
    }
    std::uint64_t offset = cursor.offset + 8;
    for (std::size_t hull = 0; hull < model.hulls.size(); ++hull) {
      const Cursor at{fmt::format("{}.hulls[{}]", cursor.path, hull), offset};
      check_hull(check, model.hulls[hull], has_flags(model.version), at, offset);
    }
    check_rest(check, {cursor.path, offset}, model.rest);
  }
}

}  // namespace mw::wows::geometry
