#include "findings.h"

#include <meshwright/core/detail/text.h>
#include <meshwright/geometry/detail/triangle.h>
#include <algorithm>

namespace mw::plan {
namespace {

struct Row {
  std::string_view table;
  std::uint32_t number = 0;
};

/// "faces[12].vertex" is row 12 of faces; nothing for other paths.
std::optional<Row> row_in(std::string_view where) {
  const auto open = where.find('[');
  const auto close = where.find(']');
  if (open == where.npos || close == where.npos || close < open) return std::nullopt;
  const auto number = parse_integer(where.substr(open + 1, close - open - 1));
  if (!number || *number < 0 || *number > 0x7FFFFFFF / 3) return std::nullopt;
  return Row{where.substr(0, open), std::uint32_t(*number)};
}

/// The middle of a face of a room, or of one of its sides if the finding names it.
std::optional<Vec3> middle_of(std::uint32_t face, std::optional<std::uint32_t> side, const Surface& surface,
                              const SurfaceRoom& room) {
  const nav::Mesh& mesh = surface.mesh;
  if (face >= room.faces) return std::nullopt;
  const geometry::Corners& corners = mesh.triangles[room.first_face + face];
  if (!geometry::corners_exist(corners, mesh.positions.size())) return std::nullopt;
  const auto corner = [&](std::uint32_t i) { return mesh.positions[corners[i % 3]]; };
  return side ? (corner(*side) + corner(*side + 1)) * 0.5F
              : geometry::centroid(corner(0), corner(1), corner(2));
}

std::optional<Vec3> place_of_row(const SurfaceTable& table, std::uint32_t row, const Surface& surface,
                                 const SurfaceRoom& room) {
  switch (table.rows) {
    case SurfaceTable::Rows::faces:
      return middle_of(row, std::nullopt, surface, room);
    case SurfaceTable::Rows::positions:
      if (row >= room.positions) return std::nullopt;
      return surface.mesh.positions[room.first_position + row];
    case SurfaceTable::Rows::edges:
      if (row >= room.edges.size() || room.edges[row].side == SurfaceEdge::kNoSide) return std::nullopt;
      return middle_of(room.edges[row].side / 3 - room.first_face, room.edges[row].side % 3, surface, room);
    case SurfaceTable::Rows::listed:
      break;
  }
  return row < table.faces.size() ? middle_of(table.faces[row], std::nullopt, surface, room) : std::nullopt;
}

std::optional<Vec3> place_of(const Finding& finding, const Surface& surface, const SurfaceRoom& room) {
  const auto row = row_in(finding.where);
  if (!row) return std::nullopt;
  const auto table = std::ranges::find(room.tables, row->table, &SurfaceTable::name);
  if (table == room.tables.end()) return std::nullopt;
  const auto place = place_of_row(*table, row->number, surface, room);
  return place && is_finite(*place) ? place : std::nullopt;
}

}  // namespace

Result<std::vector<Marked>> findings_of(std::span<const Document> rooms, const Surface& surface) {
  std::vector<Marked> marked;
  for (std::size_t room = 0; room < rooms.size(); ++room) {
    Findings findings;
    if (const auto done = validate(rooms[room], findings); !done) return fail(done.error());
    for (const Finding& finding : findings.all())
      marked.push_back({finding, room, place_of(finding, surface, surface.parts[room])});
  }
  std::ranges::stable_sort(marked, {}, [](const Marked& each) { return each.finding.kind->severity; });
  return marked;
}

}  // namespace mw::plan
