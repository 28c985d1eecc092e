#include "validate.h"

#include <fmt/format.h>
#include <meshwright/core/error.h>
#include <meshwright/geometry/detail/weld.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

namespace mw::kotor::walkmesh {
namespace {

template <class T>
Place row_place(std::string_view table, const std::vector<T>& /*rows*/, std::uint64_t offset,
                std::size_t row) {
  return {fmt::format("{}[{}]", table, row), offset + row * sizeof(T)};
}

/// A field of a record.
template <class T>
Place inside(Place row, FieldOf<T> field) {
  return {fmt::format("{}.{}", row.where, field.name), *row.offset + field.byte};
}

/// One of the numbers of a row, which are 32 bits each.
Place inside(Place row, std::size_t index) {
  return {fmt::format("{}[{}]", row.where, index), *row.offset + sizeof(std::uint32_t) * index};
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
    check.add(finding::TYPE_UNKNOWN, place_of("type"), check.file.header.type);
}

void check_table_order(Check& check) {
  const std::vector<Extent> tables = extents(check.file);
  for (std::size_t i = 2; i < tables.size(); ++i)
    if (tables[i].begin < tables[i - 1].begin)
      check.add(finding::TABLE_OUT_OF_ORDER, {std::string(tables[i].name), tables[i].begin},
                tables[i - 1].name);
}

void check_table_overlap(Check& check) {
  std::vector<Extent> tables = extents(check.file);
  std::ranges::stable_sort(tables, {}, &Extent::begin);
  for (std::size_t i = 0; i < tables.size(); ++i)
    for (std::size_t j = i + 1; j < tables.size() && tables[j].begin < tables[i].end; ++j)
      check.add(finding::TABLE_OVERLAP, {std::string(tables[j].name), tables[j].begin},
                std::min(tables[i].end, tables[j].end) - tables[j].begin, tables[i].name);
}

void check_empty_tables(Check& check) {
  const std::uint64_t size = file_size(check.file);
  for_each_table(check.file.header, check.file,
                 [&](std::string_view name, auto, auto offset, const auto& rows) {
                   if (rows.empty() && offset > size)
                     check.add(finding::EMPTY_TABLE_OUT_OF_RANGE, {std::string(name)}, offset_text(offset),
                               offset_text(size));
                 });
}

void check_unreferenced(Check& check) {
  const auto& gaps = check.file.unreferenced;
  for (std::size_t i = 0; i < gaps.size(); ++i)
    check.add(finding::UNREFERENCED_BYTES, {fmt::format("{}[{}]", kUnreferenced, i), gaps[i].offset},
              gaps[i].bytes.size());
}

/// Tables that only areas have.
void check_object_tables(Check& check) {
  if (check.file.header.type != std::uint32_t(Type::object)) return;
  const auto report = [&](std::string_view name, std::size_t rows) {
    if (rows > 0) check.add(finding::OBJECT_TABLE_UNEXPECTED, check.table(name), rows);
  };
  report("aabb", check.file.aabb.size());
  report("adjacency", check.file.adjacency.size());
  report("edges", check.file.edges.size());
  report("perimeters", check.file.perimeters.size());
}

void check_finite(Check& check, const Vec3& value, Place place) {
  if (!is_finite(value))
    check.add(finding::VALUE_NOT_FINITE, std::move(place),
              fmt::format("({}, {}, {})", value.x, value.y, value.z));
}

/// Nothing in the games' files is farther away than some thousands.
bool is_far(const Vec3& place) {
  constexpr float kFarthest = 1e6F;
  const Vec3 off = glm::abs(place);
  return is_finite(place) && std::max({off.x, off.y, off.z}) > kFarthest;
}

void check_far(Check& check) {
  const auto tell = [&](const Vec3& value, Place place) {
    if (is_far(value))
      check.add(finding::VALUE_TOO_LARGE, std::move(place),
                fmt::format("({}, {}, {})", value.x, value.y, value.z));
  };
  tell(check.file.header.position, place_of("position"));
  for (std::size_t i = 0; i < check.file.vertices.size(); ++i)
    if (is_far(check.file.vertices[i])) tell(check.file.vertices[i], check.vertex(i));
}

struct Hook {
  FieldOf<Header> field;
  Vec3 place;
};

std::array<Hook, 4> hooks(const Header& header) {
  return {{{"relative_use_1", header.relative_use[0]},
           {"relative_use_2", header.relative_use[1]},
           {"absolute_use_1", header.absolute_use[0]},
           {"absolute_use_2", header.absolute_use[1]}}};
}

void check_all_finite(Check& check) {
  const File& file = check.file;
  for (const Hook& hook : hooks(file.header)) check_finite(check, hook.place, place_of(hook.field));
  check_finite(check, file.header.position, place_of("position"));
  for (std::size_t i = 0; i < file.vertices.size(); ++i)
    if (!is_finite(file.vertices[i])) check_finite(check, file.vertices[i], check.vertex(i));
  for (std::size_t i = 0; i < file.normals.size(); ++i)
    if (!is_finite(file.normals[i])) check_finite(check, file.normals[i], check.normal(i));
  for (std::size_t i = 0; i < file.distances.size(); ++i)
    if (!std::isfinite(file.distances[i]))
      check.add(finding::VALUE_NOT_FINITE, check.distance(i), file.distances[i]);
  for (std::size_t i = 0; i < file.aabb.size(); ++i) {
    const AabbNode& node = file.aabb[i];
    if (!is_finite(node.box_min)) check_finite(check, node.box_min, check.node(i, "box_min"));
    if (!is_finite(node.box_max)) check_finite(check, node.box_max, check.node(i, "box_max"));
  }
}

void check_area_hooks(Check& check) {
  for (const auto& [field, place] : hooks(check.file.header))
    if (place != Vec3(0))
      check.add(finding::AREA_HOOK_UNEXPECTED, place_of(field), place.x, place.y, place.z);
}

void check_object_hooks(Check& check) {
  constexpr float kTolerance = 1e-3F;  // a millimetre, far above the rounding of room-sized coordinates
  const Header& header = check.file.header;
  if (header.relative_use[0] == Vec3(0) && header.relative_use[1] == Vec3(0))
    check.add(finding::HOOK_MISSING, place_of("relative_use_1"));
  constexpr FieldOf<Header> kAbsolute[] = {"absolute_use_1", "absolute_use_2"};
  for (std::size_t i = 0; i < 2; ++i) {
    if (header.absolute_use[i] == Vec3(0)) continue;  // left at zero in the one real PWK
    const float off = glm::distance(header.absolute_use[i], header.position + header.relative_use[i]);
    if (off > kTolerance) check.add(finding::ABSOLUTE_HOOK_MISMATCH, place_of(kAbsolute[i]), off);
  }
}

void check_hooks(Check& check) {
  if (check.file.header.type == std::uint32_t(Type::area))
    check_area_hooks(check);
  else
    check_object_hooks(check);
}

}  // namespace

Place Check::table(std::string_view name) const {
  Place place{std::string(name)};
  for_each_table(file.header, file, [&](std::string_view each, auto, auto offset, const auto& rows) {
    if (each == name && !rows.empty()) place.offset = offset;
  });
  return place;
}
Place Check::vertex(std::size_t row) const {
  return row_place("vertices", file.vertices, file.header.vertex_offset, row);
}
Place Check::face(std::size_t row) const {
  return row_place("faces", file.faces, file.header.face_offset, row);
}
Place Check::face_corner(std::size_t row, std::size_t index) const {
  return inside(face(row), index);
}
Place Check::material(std::size_t row) const {
  return row_place("materials", file.materials, file.header.material_offset, row);
}
Place Check::normal(std::size_t row) const {
  return row_place("normals", file.normals, file.header.normal_offset, row);
}
Place Check::distance(std::size_t row) const {
  return row_place("distances", file.distances, file.header.distance_offset, row);
}
Place Check::adjacency(std::size_t row, std::size_t side) const {
  return inside(row_place("adjacency", file.adjacency, file.header.adjacency_offset, row), side);
}
Place Check::edge(std::size_t row) const {
  return row_place("edges", file.edges, file.header.edge_offset, row);
}
Place Check::edge(std::size_t row, FieldOf<Edge> field) const {
  return inside(edge(row), field);
}
Place Check::perimeter(std::size_t row) const {
  return row_place("perimeters", file.perimeters, file.header.perimeter_offset, row);
}
Place Check::node(std::size_t row) const {
  return row_place("aabb", file.aabb, file.header.aabb_offset, row);
}
Place Check::node(std::size_t row, FieldOf<AabbNode> field) const {
  return inside(node(row), field);
}

std::span<const FindingKind> finding_kinds() {
  return finding::kKinds;
}

void validate(const File& file, Findings& findings, const SurfaceMaterials& surfaces) {
  Check check{file, findings, surfaces, walkable_prefix(file.materials, surfaces),
              geometry::weld(file.vertices)};
  check_type(check);
  check_table_overlap(check);
  check_table_order(check);
  check_empty_tables(check);
  check_unreferenced(check);
  check_object_tables(check);
  check_all_finite(check);
  check_far(check);
  check_hooks(check);
  check_faces(check);
  // The tables of areas; a placeable that has them anyway was told above.
  if (file.header.type == std::uint32_t(Type::object)) return;
  check_adjacency(check);
  check_edges(check);
  check_tree(check);
}

}  // namespace mw::kotor::walkmesh
