#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <unordered_map>

#include "validate.h"

namespace mw::wows::geometry {
namespace {

constexpr float kDensityTolerance = 0.005F;  // relative; one step of a half is up to 0.001

/// One of the two tables with what its rules need.
struct Table {
  std::span<const Mapping> mappings;
  std::function<Place(std::size_t, FieldOf<Mapping>)> place;
  std::vector<std::optional<std::uint64_t>> items;  // of each buffer, where it can be told
  std::string_view name;
};

/// How many items a buffer has: an encoded one says so itself.
template <class Items>
std::optional<std::uint64_t> item_count(const Buffer& data, const Result<Items>& decoded) {
  if (data.encoded) return data.element_count;
  if (decoded) return decoded->count;
  return std::nullopt;
}

Table vertex_table(const Check& check) {
  Table table{check.file.vertex_mappings,
              [&](std::size_t row, FieldOf<Mapping> field) { return check.vertex_mapping(row, field); },
              {},
              "vertex_mappings"};
  for (std::size_t row = 0; row < check.file.vertex_buffers.size(); ++row)
    table.items.push_back(item_count(check.file.vertex_buffers[row].data, check.decoded.vertices[row]));
  return table;
}

Table index_table(const Check& check) {
  Table table{check.file.index_mappings,
              [&](std::size_t row, FieldOf<Mapping> field) { return check.index_mapping(row, field); },
              {},
              "index_mappings"};
  for (std::size_t row = 0; row < check.file.index_buffers.size(); ++row)
    table.items.push_back(item_count(check.file.index_buffers[row].data, check.decoded.indices[row]));
  return table;
}

void check_rows(Check& check, const Table& table) {
  std::unordered_map<std::uint32_t, std::size_t> ids;
  for (std::size_t row = 0; row < table.mappings.size(); ++row) {
    const Mapping& mapping = table.mappings[row];
    const auto [first, is_new] = ids.try_emplace(mapping.id, row);
    if (!is_new)
      check.add(finding::MAPPING_ID_REPEATED, table.place(row, "id"), fmt::format("{:#010x}", mapping.id),
                first->second);
    if (mapping.buffer >= table.items.size()) {
      check.add(finding::MAPPING_BUFFER_OUT_OF_RANGE, table.place(row, "buffer"), mapping.buffer,
                table.items.size());
      continue;
    }
    const auto items = table.items[mapping.buffer];
    if (items && (mapping.offset > *items || mapping.count > *items - mapping.offset))
      check.add(finding::MAPPING_ITEMS_OUT_OF_RANGE, table.place(row, "count"), mapping.count, mapping.offset,
                *items);
    if (mapping.count == 0) check.add(finding::MAPPING_EMPTY, table.place(row, "count"));
  }
}

/// The rows of each buffer's mappings.
std::vector<std::vector<std::size_t>> rows_by_buffer(const Table& table) {
  std::vector<std::vector<std::size_t>> rows(table.items.size());
  for (std::size_t row = 0; row < table.mappings.size(); ++row)
    if (table.mappings[row].buffer < rows.size()) rows[table.mappings[row].buffer].push_back(row);
  return rows;
}

/// Sorted by where they begin, the mappings of a buffer must follow each other.
void check_cover(Check& check, const Table& table, std::size_t buffer, std::vector<std::size_t> rows) {
  std::ranges::stable_sort(rows, {}, [&](std::size_t row) { return table.mappings[row].offset; });
  std::uint64_t covered = 0;
  std::size_t furthest = 0;
  for (const std::size_t row : rows) {
    const Mapping& mapping = table.mappings[row];
    const std::uint64_t end = std::uint64_t(mapping.offset) + mapping.count;
    if (mapping.offset > covered)
      check.add(finding::MAPPING_GAP, table.place(row, "offset"), mapping.offset - covered, covered);
    else if (mapping.offset < covered && mapping.count > 0)
      check.add(finding::MAPPING_OVERLAP, table.place(row, "offset"), std::min(covered, end) - mapping.offset,
                row_path(table.name, furthest));
    if (end <= covered) continue;
    covered = end;
    furthest = row;
  }
  const std::uint64_t items = table.items[buffer].value_or(0);
  if (covered >= items) return;
  const Place place{
      row_path(table.name == "vertex_mappings" ? "vertex_buffers" : "index_buffers", buffer, "data")};
  check.add(finding::MAPPING_GAP, place, items - covered, covered);
}

void check_triangles(Check& check) {
  for (std::size_t row = 0; row < check.file.index_mappings.size(); ++row)
    if (check.file.index_mappings[row].count % 3 != 0)
      check.add(finding::INDICES_NOT_TRIANGLES, check.index_mapping(row, "count"),
                check.file.index_mappings[row].count);
}

std::string density_text(std::uint16_t packed) {
  return fmt::format("{:.5g}", half_to_float(packed));
}

/// True when the mesh can be looked at.
bool check_indices(Check& check, const Pair& pair, const std::vector<std::uint32_t>& indices) {
  const std::uint32_t vertices = check.file.vertex_mappings[pair.vertices].count;
  std::size_t bad = 0;
  std::uint32_t first = 0;
  for (const std::uint32_t index : indices)
    if (index >= vertices && bad++ == 0) first = index;
  if (bad > 0)
    check.add(finding::INDEX_OUT_OF_RANGE, check.index_mapping(pair.indices), bad, vertices,
              row_path("vertex_mappings", pair.vertices), first);
  return bad == 0;
}

/// Bones may mirror a mesh, so that skinned ones have it either way.
void check_winding(Check& check, const Pair& pair, const std::vector<std::uint32_t>& indices,
                   std::span<const Vertex> vertices) {
  const VertexLayout& layout = *check.decoded.layouts[check.file.vertex_mappings[pair.vertices].buffer];
  if (!layout.has(ElementKind::n) || layout.has(ElementKind::iii) || !is_proven(pair.by)) return;
  std::size_t agree = 0;
  std::size_t oppose = 0;
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const Vertex& a = vertices[indices[i]];
    const Vertex& b = vertices[indices[i + 1]];
    const Vertex& c = vertices[indices[i + 2]];
    const float side = glm::dot(glm::cross(b.position - a.position, c.position - a.position),
                                a.normal + b.normal + c.normal);
    agree += side > 0 ? 1 : 0;
    oppose += side < 0 ? 1 : 0;
  }
  if (oppose > 2 * agree)
    check.add(finding::MESH_REVERSED, check.index_mapping(pair.indices), oppose, indices.size() / 3);
}

void check_density(Check& check, const Pair& pair, const std::vector<std::uint32_t>& indices) {
  const std::uint16_t own = check.file.index_mappings[pair.indices].packed_density;
  const std::uint16_t other = check.file.vertex_mappings[pair.vertices].packed_density;
  const Place place = check.index_mapping(pair.indices, "packed_density");
  if (own != other)
    check.add(finding::PAIR_DENSITY_MISMATCH, place, density_text(own),
              row_path("vertex_mappings", pair.vertices), density_text(other));
  const auto vertices = mapped_vertices(check.file, check.decoded, pair.vertices);
  if (vertices) check_winding(check, pair, indices, *vertices);
  // Old files have 0 everywhere; of a pair that is not proven, the pairing may be to blame.
  if (own == 0 || !vertices || !is_proven(pair.by)) return;
  const std::uint16_t made = texel_density(*vertices, indices);
  const float stored = half_to_float(own);
  if (!(std::abs(stored - half_to_float(made)) <= kDensityTolerance * std::abs(stored)))
    check.add(finding::MESH_DENSITY_MISMATCH, place, density_text(own), density_text(made));
}

void check_pair(Check& check, const Pair& pair) {
  if (pair.by == PairedBy::guess)
    check.add(finding::PAIRING_AMBIGUOUS, check.index_mapping(pair.indices), pair.rivals,
              row_path("vertex_mappings", pair.vertices));
  else if (!is_proven(pair.by))
    check.add(finding::PAIR_ID_MISMATCH, check.index_mapping(pair.indices),
              row_path("vertex_mappings", pair.vertices), to_string(pair.by));
  const auto indices = mapped_indices(check.file, check.decoded, pair.indices);
  if (indices && check_indices(check, pair, *indices)) check_density(check, pair, *indices);
}

/// Vertices are not alone because of indices that cannot be read; those are told by their own findings.
bool all_indices_known(const Check& check) {
  return std::ranges::all_of(check.decoded.indices,
                             [](const Result<Indices>& indices) { return indices.has_value(); });
}

void check_unpaired(Check& check, const Pairing& pairing) {
  if (!all_indices_known(check)) return;
  for (const std::size_t row : pairing.unpaired_vertices) {
    const Mapping& mapping = check.file.vertex_mappings[row];
    check.add(finding::VERTICES_UNPAIRED, check.vertex_mapping(row), mapping.count,
              density_text(mapping.packed_density));
  }
  for (const std::size_t row : pairing.unpaired_indices) {
    const Mapping& mapping = check.file.index_mappings[row];
    const auto indices = mapped_indices(check.file, check.decoded, row);
    const std::string needed = indices && !indices->empty()
                                   ? std::to_string(std::uint64_t(std::ranges::max(*indices)) + 1)
                                   : "an unknown number of";
    check.add(finding::INDICES_UNPAIRED, check.index_mapping(row), mapping.count,
              density_text(mapping.packed_density), needed);
  }
}

/// Mappings that lie on each other by the thousand are told by MAPPING_OVERLAP; looking at each of their
/// meshes would take forever.
bool worth_pairing(const Check& check) {
  const auto total = [](std::span<const Mapping> mappings) {
    std::uint64_t items = 0;
    for (const Mapping& mapping : mappings) items += mapping.count;
    return items;
  };
  std::uint64_t items = 10'000;
  for (const Result<Vertices>& vertices : check.decoded.vertices) items += vertices ? vertices->count : 0;
  for (const Result<Indices>& indices : check.decoded.indices) items += indices ? indices->count : 0;
  return total(check.file.vertex_mappings) + total(check.file.index_mappings) <= 4 * items;
}

}  // namespace

void check_mappings(Check& check) {
  for (const Table& table : {vertex_table(check), index_table(check)}) {
    check_rows(check, table);
    const auto rows = rows_by_buffer(table);
    for (std::size_t buffer = 0; buffer < rows.size(); ++buffer)
      check_cover(check, table, buffer, rows[buffer]);
  }
  check_triangles(check);
}

void check_pairs(Check& check) {
  if (!worth_pairing(check)) return;
  const Pairing pairing = pair_mappings(check.file, check.decoded);
  for (const Pair& pair : pairing.pairs) check_pair(check, pair);
  check_unpaired(check, pairing);
}

}  // namespace mw::wows::geometry
