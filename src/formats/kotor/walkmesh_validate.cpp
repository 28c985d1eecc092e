#include "walkmesh_validate.h"

#include <fmt/format.h>
#include <meshwright/core/error.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <unordered_map>

namespace mw::kotor::walkmesh {
namespace {

constexpr FindingKind kKinds[] = {
#define MW_FINDING(code, severity, message, meaning) \
  {"WALKMESH_" #code, Severity::severity, message, meaning},
#include "walkmesh_findings.def"
#undef MW_FINDING
};

Place row_place(std::string_view table, std::uint64_t offset, std::size_t stride, std::size_t row,
                std::string_view field = {}, std::size_t byte = 0) {
  std::string where = fmt::format("{}[{}]", table, row);
  if (!field.empty()) where.append(".").append(field);
  return {std::move(where), offset + row * stride + byte};
}

struct Extent {
  std::string_view name;
  std::uint64_t begin;
  std::uint64_t end;
};

std::vector<Extent> extents(const File& file) {
  std::vector<Extent> all = {{"header", 0, kHeaderSize}};
  for_each_table(file.header, file, [&](std::string_view name, auto, auto offset, const auto& rows) {
    if (!rows.empty()) all.push_back({name, offset, offset + rows.size() * sizeof(rows[0])});
  });
  return all;
}

std::uint64_t file_size(const File& file) {
  std::uint64_t size = 0;
  for (const Extent& extent : extents(file)) size = std::max(size, extent.end);
  for (const Unreferenced& gap : file.unreferenced) size = std::max(size, gap.offset + gap.bytes.size());
  return size;
}

void check_type(Check& check) {
  if (check.file.header.type > std::uint32_t(Type::area))
    check.add(Code::TYPE_UNKNOWN, {"type", 8}, check.file.header.type);
}

void check_table_order(Check& check) {
  const std::vector<Extent> tables = extents(check.file);
  for (std::size_t i = 2; i < tables.size(); ++i)
    if (tables[i].begin < tables[i - 1].begin)
      check.add(Code::TABLE_ORDER, {std::string(tables[i].name), tables[i].begin}, tables[i - 1].name);
}

void check_table_overlap(Check& check) {
  std::vector<Extent> tables = extents(check.file);
  std::ranges::stable_sort(tables, {}, &Extent::begin);
  for (std::size_t i = 0; i < tables.size(); ++i)
    for (std::size_t j = i + 1; j < tables.size() && tables[j].begin < tables[i].end; ++j)
      check.add(Code::TABLE_OVERLAP, {std::string(tables[j].name), tables[j].begin},
                std::min(tables[i].end, tables[j].end) - tables[j].begin, tables[i].name);
}

void check_empty_tables(Check& check) {
  const std::uint64_t size = file_size(check.file);
  for_each_table(
      check.file.header, check.file, [&](std::string_view name, auto, auto offset, const auto& rows) {
        if (rows.empty() && offset > size)
          check.add(Code::EMPTY_TABLE_OFFSET, {std::string(name)}, offset_text(offset), offset_text(size));
      });
}

void check_unreferenced(Check& check) {
  const auto& gaps = check.file.unreferenced;
  for (std::size_t i = 0; i < gaps.size(); ++i)
    check.add(Code::UNREFERENCED_BYTES, {fmt::format("{}[{}]", kUnreferenced, i), gaps[i].offset},
              gaps[i].bytes.size());
}

/// Tables that only areas have.
void check_object_tables(Check& check) {
  if (check.file.header.type != std::uint32_t(Type::object)) return;
  const auto report = [&](std::string_view name, std::uint32_t offset, std::size_t rows) {
    if (rows > 0) check.add(Code::OBJECT_HAS_AREA_TABLE, {std::string(name), offset}, rows);
  };
  const Header& header = check.file.header;
  report("aabb", header.aabb_offset, check.file.aabb.size());
  report("adjacency", header.adjacency_offset, check.file.adjacency.size());
  report("edges", header.edge_offset, check.file.edges.size());
  report("perimeters", header.perimeter_offset, check.file.perimeters.size());
}

void check_finite(Check& check, const Vec3& value, Place place) {
  if (!is_finite(value))
    check.add(Code::NOT_FINITE, std::move(place), fmt::format("({}, {}, {})", value.x, value.y, value.z));
}

void check_all_finite(Check& check) {
  const File& file = check.file;
  check_finite(check, file.header.relative_use[0], {"relative_use_1", 12});
  check_finite(check, file.header.relative_use[1], {"relative_use_2", 24});
  check_finite(check, file.header.absolute_use[0], {"absolute_use_1", 36});
  check_finite(check, file.header.absolute_use[1], {"absolute_use_2", 48});
  check_finite(check, file.header.position, {"position", 60});
  for (std::size_t i = 0; i < file.vertices.size(); ++i)
    if (!is_finite(file.vertices[i])) check_finite(check, file.vertices[i], check.vertex(i));
  for (std::size_t i = 0; i < file.normals.size(); ++i)
    if (!is_finite(file.normals[i])) check_finite(check, file.normals[i], check.normal(i));
  for (std::size_t i = 0; i < file.distances.size(); ++i)
    if (!std::isfinite(file.distances[i])) check.add(Code::NOT_FINITE, check.distance(i), file.distances[i]);
  for (std::size_t i = 0; i < file.aabb.size(); ++i) {
    const AabbNode& node = file.aabb[i];
    if (!is_finite(node.box_min)) check_finite(check, node.box_min, check.node(i, "box_min"));
    if (!is_finite(node.box_max)) check_finite(check, node.box_max, check.node(i, "box_max", 12));
  }
}

void check_area_hooks(Check& check) {
  constexpr std::string_view kNames[] = {"relative_use_1", "relative_use_2", "absolute_use_1",
                                         "absolute_use_2"};
  const Header& header = check.file.header;
  const Vec3 hooks[] = {header.relative_use[0], header.relative_use[1], header.absolute_use[0],
                        header.absolute_use[1]};
  for (std::size_t i = 0; i < 4; ++i)
    if (hooks[i] != Vec3(0))
      check.add(Code::HOOK_ON_AREA, {std::string(kNames[i]), 12 + 12 * i}, hooks[i].x, hooks[i].y,
                hooks[i].z);
}

void check_object_hooks(Check& check) {
  constexpr float kTolerance = 1e-3F;  // a millimetre, far above the rounding of room-sized coordinates
  const Header& header = check.file.header;
  if (header.relative_use[0] == Vec3(0) && header.relative_use[1] == Vec3(0))
    check.add(Code::HOOK_MISSING, {"relative_use_1", 12});
  for (std::size_t i = 0; i < 2; ++i) {
    if (header.absolute_use[i] == Vec3(0)) continue;  // left at zero in the one real PWK
    const float off = glm::distance(header.absolute_use[i], header.position + header.relative_use[i]);
    if (off > kTolerance)
      check.add(Code::HOOK_ABSOLUTE_MISMATCH, {fmt::format("absolute_use_{}", i + 1), 36 + 12 * i}, off);
  }
}

void check_hooks(Check& check) {
  if (check.file.header.type == std::uint32_t(Type::area))
    check_area_hooks(check);
  else
    check_object_hooks(check);
}

struct PositionHash {
  std::size_t operator()(const Vec3& v) const {
    const std::hash<float> hash;  // gives -0 and 0 the same value, as == does
    return hash(v.x) * 73856093 ^ hash(v.y) * 19349663 ^ hash(v.z) * 83492791;
  }
};

std::vector<std::uint32_t> weld(std::span<const Vec3> vertices) {
  std::unordered_map<Vec3, std::uint32_t, PositionHash> first_at;
  first_at.reserve(vertices.size());
  std::vector<std::uint32_t> welded(vertices.size());
  for (std::uint32_t i = 0; i < vertices.size(); ++i)
    welded[i] = is_finite(vertices[i]) ? first_at.try_emplace(vertices[i], i).first->second : i;
  return welded;
}

}  // namespace

bool Check::corners_exist(std::size_t face) const {
  return std::ranges::all_of(file.faces[face],
                             [&](std::uint32_t corner) { return corner < file.vertices.size(); });
}

Place Check::vertex(std::size_t row) const {
  return row_place("vertices", file.header.vertex_offset, 12, row);
}
Place Check::face(std::size_t row) const {
  return row_place("faces", file.header.face_offset, 12, row);
}
Place Check::face_corner(std::size_t row, std::size_t index) const {
  return row_place("faces", file.header.face_offset, 12, row, fmt::format("vertex[{}]", index), 4 * index);
}
Place Check::material(std::size_t row) const {
  return row_place("materials", file.header.material_offset, 4, row);
}
Place Check::normal(std::size_t row) const {
  return row_place("normals", file.header.normal_offset, 12, row);
}
Place Check::distance(std::size_t row) const {
  return row_place("distances", file.header.distance_offset, 4, row);
}
Place Check::adjacency(std::size_t row, std::size_t side) const {
  return row_place("adjacency", file.header.adjacency_offset, 12, row, fmt::format("side[{}]", side),
                   4 * side);
}
Place Check::edge(std::size_t row, std::string_view field, std::size_t byte) const {
  return row_place("edges", file.header.edge_offset, sizeof(Edge), row, field, byte);
}
Place Check::perimeter(std::size_t row) const {
  return row_place("perimeters", file.header.perimeter_offset, 4, row);
}
Place Check::node(std::size_t row, std::string_view field, std::size_t byte) const {
  return row_place("aabb", file.header.aabb_offset, sizeof(AabbNode), row, field, byte);
}

std::span<const FindingKind> finding_kinds() {
  return kKinds;
}

void validate(const File& file, Findings& findings, const SurfaceMaterials& surfaces) {
  Check check{file, findings, surfaces, walkable_prefix(file.materials, surfaces), weld(file.vertices)};
  check_type(check);
  check_table_overlap(check);
  check_table_order(check);
  check_empty_tables(check);
  check_unreferenced(check);
  check_object_tables(check);
  check_all_finite(check);
  check_hooks(check);
  check_faces(check);
  // The tables of areas; a placeable that has them anyway was told above.
  if (file.header.type == std::uint32_t(Type::object)) return;
  check_adjacency(check);
  check_edges(check);
  check_tree(check);
}

}  // namespace mw::kotor::walkmesh
