#include "geometry_read_models.h"

#include <fmt/format.h>

#include "geometry_places.h"

namespace mw::wows::geometry {
namespace {

/// The gate of a list inside a model's data: `count` rows of at least `least` bytes each must fit before its
/// `end`, and the memory they take, `row_size` each, is charged.
bool admits(Reader& reader, std::string_view name, std::uint64_t end, std::uint64_t count,
            std::uint64_t least, std::uint64_t row_size) {
  if (!reader.ok()) return false;
  if (reader.position() > end || count > (end - reader.position()) / least) {
    reader.fail(reader.position(), name,
                fmt::format("{} rows of {} bytes or more do not fit: the data ends at {}", count, least,
                            offset_text(end)));
    return false;
  }
  reader.charge(name, count * row_size);
  return reader.ok();
}

/// A list of leaves or plain records with its count before it.
template <class T>
void read_list(Reader& reader, std::string_view count_name, std::string_view name, std::uint64_t end,
               std::vector<T>& rows) {
  std::uint32_t count = 0;
  reader.field(count_name, count);
  if (admits(reader, name, end, count, sizeof(T), 0)) reader.table(name, reader.position(), count, rows);
}

void read_rest(Reader& reader, std::uint64_t end, Bytes& rest) {
  if (!reader.ok()) return;
  if (reader.position() > end) {
    reader.fail(reader.position(), "data", fmt::format("runs past its end at {}", offset_text(end)));
    return;
  }
  const ByteSpan bytes = reader.raw("rest", end - reader.position());
  rest.assign(bytes.begin(), bytes.end());
}

constexpr std::uint64_t kLeastFace = 4;    // a count
constexpr std::uint64_t kLeastHull = 12;   // three counts
constexpr std::uint64_t kLeastPlate = 32;  // key, box, count

void read_face(Reader& reader, std::uint64_t end, bool flags, HullFace& face) {
  std::uint32_t count = 0;
  reader.field("corner_count", count);
  if (!admits(reader, "vertices", end, count, 8, 0)) return;
  reader.table("vertices", reader.position(), count, face.vertices);
  reader.table("edges", reader.position(), count, face.edges);
  if (flags) reader.field("flag", face.flag);
}

void read_hull(Reader& reader, std::uint64_t end, bool flags, Hull& hull) {
  read_list(reader, "vertex_count", "vertices", end, hull.vertices);
  read_list(reader, "edge_count", "edges", end, hull.edges);
  std::uint32_t count = 0;
  reader.field("face_count", count);
  if (!admits(reader, "faces", end, count, kLeastFace, sizeof(HullFace))) return;
  hull.faces.resize(count);
  PathScope scope(reader.path(), "faces");
  for (std::size_t row = 0; row < count && reader.ok(); ++row) {
    scope.set_row(row);
    read_face(reader, end, flags, hull.faces[row]);
  }
}

void read_hulls(Reader& reader, std::uint64_t end, CollisionModel& model) {
  std::uint32_t count = 0;
  reader.field("hull_count", count);
  if (!admits(reader, "hulls", end, count, kLeastHull, sizeof(Hull))) return;
  model.hulls.resize(count);
  PathScope scope(reader.path(), "hulls");
  for (std::size_t row = 0; row < count && reader.ok(); ++row) {
    scope.set_row(row);
    read_hull(reader, end, has_flags(model.version), model.hulls[row]);
  }
}

void read_plate(Reader& reader, std::uint64_t end, ArmorPlate& plate) {
  reader.field("material", plate.material);
  reader.field("layer", plate.layer);
  reader.field("box_min", plate.box_min);
  reader.field("box_max", plate.box_max);
  read_list(reader, "vertex_count", "vertices", end, plate.vertices);
}

}  // namespace

void read_model(Reader& reader, std::uint64_t end, CollisionModel& model) {
  reader.field("version", model.version);
  if (model.version == kCollisionVersion || model.version == kOldCollisionVersion)
    read_hulls(reader, end, model);
  read_rest(reader, end, model.rest);
}

void read_model(Reader& reader, std::uint64_t end, ArmorModel& model) {
  reader.field("id", model.id);
  reader.field("box_min", model.box_min);
  reader.field("box_max", model.box_max);
  std::uint32_t count = 0;
  reader.field("plate_count", count);
  if (admits(reader, "plates", end, count, kLeastPlate, sizeof(ArmorPlate))) {
    model.plates.resize(count);
    PathScope scope(reader.path(), "plates");
    for (std::size_t row = 0; row < count && reader.ok(); ++row) {
      scope.set_row(row);
      read_plate(reader, end, model.plates[row]);
    }
  }
  read_rest(reader, end, model.rest);
}

}  // namespace mw::wows::geometry
