#include <algorithm>
#include <numeric>

#include "validate.h"

namespace mw::bw2::bwm {
namespace {

Range index_range(const auto& row) {
  return {row.index_offset, row.index_count};
}
Range vertex_range(const auto& row) {
  return {row.vertex_offset, row.vertex_count};
}

/// Rows that hold anything, in the order of their ranges.
std::vector<std::size_t> in_order(const std::vector<Range>& ranges) {
  std::vector<std::size_t> order(ranges.size());
  std::iota(order.begin(), order.end(), 0);
  std::erase_if(order, [&](std::size_t i) { return ranges[i].count == 0; });
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return ranges[i].begin; });
  return order;
}

/// Calls overlap(row, earlier row, items) and gap(begin, items) for what disturbs a row of ranges over
/// `whole`.
void compare_ranges(const std::vector<Range>& ranges, const Range& whole, auto overlap, auto gap) {
  std::uint64_t covered = whole.begin;
  std::size_t furthest = 0;
  for (const std::size_t i : in_order(ranges)) {
    const Range& range = ranges[i];
    if (range.begin < covered && covered > whole.begin)
      overlap(i, furthest, std::min(covered, range.end()) - range.begin);
    if (range.begin > covered) gap(covered, std::min(range.begin, whole.end()) - covered);
    if (range.end() <= covered) continue;
    covered = range.end();
    furthest = i;
  }
  if (covered < whole.end()) gap(covered, whole.end() - covered);
}

/// What is wrong with ranges of one kind, and the fields that begin them.
struct Kind {
  FieldOf<Mesh> mesh_field;
  FieldOf<MaterialRef> ref_field;
  const FindingKind& outside;
  const FindingKind& overlap;
  const FindingKind& gap;
};

/// The ranges of all meshes against the table they point into. Tells which meshes have theirs to themselves.
std::vector<bool> check_mesh_ranges(Check& check, const std::vector<Range>& ranges, std::uint64_t total,
                                    const Kind& kind, const auto& item_place) {
  std::vector<bool> own(ranges.size());
  std::vector<Range> inside = ranges;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    own[i] = ranges[i].end() <= total;
    if (own[i]) continue;
    check.add(kind.outside, check.mesh(i, kind.mesh_field), ranges[i].begin, ranges[i].end(), total);
    inside[i] = {};
  }
  compare_ranges(
      inside, {0, total},
      [&](std::size_t row, std::size_t earlier, std::uint64_t items) {
        own[row] = own[earlier] = false;
        check.add(kind.overlap, check.mesh(row, kind.mesh_field), items, earlier);
      },
      [&](std::uint64_t begin, std::uint64_t items) {
        check.add(kind.gap, item_place(begin), items, begin);
      });
  return own;
}

/// Vertices that are only counted have no place of their own.
Place vertex_place(const Check& check, std::uint64_t row) {
  if (row >= check.points.size()) return Check::header("vertex_count");
  return check.vertex(find_attributes(check.file, Usage::position).front(), row);
}

void check_all_ranges(Check& check) {
  std::vector<Range> indices;
  std::vector<Range> vertices;
  for (const Mesh& mesh : check.file.meshes) {
    indices.push_back(index_range(mesh));
    vertices.push_back(vertex_range(mesh));
  }
  const Kind index_kind = {"index_offset", "index_offset", finding::MESH_INDICES_OUT_OF_RANGE,
                           finding::MESH_INDEX_OVERLAP, finding::INDEX_GAP};
  const Kind vertex_kind = {"vertex_offset", "vertex_offset", finding::MESH_VERTICES_OUT_OF_RANGE,
                            finding::MESH_VERTEX_OVERLAP, finding::VERTEX_GAP};
  check.own_indices = check_mesh_ranges(check, indices, check.file.indices.size(), index_kind,
                                        [&](std::uint64_t row) { return check.index(row); });
  check.own_vertices = check_mesh_ranges(check, vertices, check.file.header.vertex_count, vertex_kind,
                                         [&](std::uint64_t row) { return vertex_place(check, row); });
}

/// The faces of a mesh of strips: those of all its indices, or of its references apart. Only meshes with one
/// reference have been seen, where both are the same.
bool face_count_fits(const Check& check, std::size_t row) {
  const Mesh& mesh = check.file.meshes[row];
  std::uint64_t faces = 0;
  for (std::uint64_t i = check.refs[row].begin; i < check.refs[row].end(); ++i)
    faces += face_count_of(check.type(), check.file.material_refs[i].index_count);
  return mesh.face_count == face_count_of(check.type(), mesh.index_count) ||
         (check.strips() && mesh.face_count == faces);
}

void check_mesh(Check& check, std::size_t row) {
  const Mesh& mesh = check.file.meshes[row];
  if (!mesh.name.has_nul())
    check.add(finding::TEXT_NOT_TERMINATED, check.mesh(row, "name"), mesh.name.chars.size());
  if (mesh.index_count == 0) check.add(finding::MESH_EMPTY, check.mesh(row, "index_count"));
  if (!check.strips() && mesh.index_count % 3 != 0)
    check.add(finding::INDICES_NOT_TRIANGLES, check.mesh(row, "index_count"), mesh.index_count);
  if (!face_count_fits(check, row))
    check.add(finding::MESH_FACE_COUNT_MISMATCH, check.mesh(row, "face_count"), mesh.face_count,
              face_count_of(check.type(), mesh.index_count), mesh.index_count);
  if (mesh.lod < 1 || mesh.lod > 4)
    check.add(finding::MESH_LOD_OUT_OF_RANGE, check.mesh(row, "lod"), mesh.lod);
  if (mesh.material_ref_count == 0)
    check.add(finding::MESH_MATERIAL_MISSING, check.mesh(row, "material_ref_count"));
  if (mesh.unknown_0x80 > 2)
    check.add(finding::UNKNOWN_FIELD_OUT_OF_RANGE, check.mesh(row, "unknown_0x80"), mesh.unknown_0x80,
              "0..2");
  for (const std::uint32_t word : mesh.unknown_0xd4)
    if (word != 0) check.add(finding::UNKNOWN_FIELD_OUT_OF_RANGE, check.mesh(row, "unknown_0xd4"), word, "0");
}

void check_ref_ranges(Check& check, std::size_t row, std::size_t mesh_row) {
  const MaterialRef& ref = check.file.material_refs[row];
  const Mesh& mesh = check.file.meshes[mesh_row];
  const auto compare = [&](std::string_view what, const FindingKind& code, const Range& own,
                           const Range& whole, std::uint64_t total, Place place) {
    if (own.end() > total)
      check.add(finding::REF_ITEMS_OUT_OF_RANGE, std::move(place), what, own.begin, own.end(), total);
    else if (own.count > 0 && !whole.contains(own))
      check.add(code, std::move(place), own.begin, own.end(), whole.begin, whole.end());
  };
  compare("indices", finding::REF_INDICES_OUTSIDE_MESH, index_range(ref), index_range(mesh),
          check.file.indices.size(), check.ref(row, "index_offset"));
  compare("vertices", finding::REF_VERTICES_OUTSIDE_MESH, vertex_range(ref), vertex_range(mesh),
          check.file.header.vertex_count, check.ref(row, "vertex_offset"));
}

void check_ref(Check& check, std::size_t row, std::uint64_t face_offset) {
  const MaterialRef& ref = check.file.material_refs[row];
  if (ref.material >= check.file.materials.size())
    check.add(finding::REF_MATERIAL_OUT_OF_RANGE, check.ref(row, "material"), ref.material,
              check.file.materials.size());
  if (ref.face_count != face_count_of(check.type(), ref.index_count))
    check.add(finding::REF_FACE_COUNT_MISMATCH, check.ref(row, "face_count"), ref.face_count,
              face_count_of(check.type(), ref.index_count), ref.index_count);
  if (ref.face_offset != face_offset)
    check.add(finding::REF_FACE_OFFSET_MISMATCH, check.ref(row, "face_offset"), ref.face_offset, face_offset);
  if (ref.mask == 0) check.add(finding::REF_MASK_MISSING, check.ref(row, "mask"));
}

/// The ranges of a mesh's references against each other and the mesh. True when they are apart.
bool check_ref_cover(Check& check, std::size_t mesh_row, const Range& whole, auto range_of,
                     const Kind& kind) {
  const Range rows = check.refs[mesh_row];
  if (rows.count == 0) return false;
  std::vector<Range> ranges;
  for (std::uint64_t i = rows.begin; i < rows.end(); ++i) {
    const Range range = range_of(check.file.material_refs[i]);
    ranges.push_back(whole.contains(range) ? range : Range{});
  }
  bool apart = true;
  compare_ranges(
      ranges, whole,
      [&](std::size_t row, std::size_t earlier, std::uint64_t items) {
        apart = false;
        check.add(kind.overlap, check.ref(rows.begin + row, kind.ref_field), items, rows.begin + earlier);
      },
      [&](std::uint64_t begin, std::uint64_t items) {
        check.add(kind.gap, check.mesh(mesh_row, kind.mesh_field), items, begin);
      });
  return apart;
}

/// True when each reference of a mesh has its indices to itself.
bool check_ref_covers(Check& check, std::size_t mesh_row) {
  const Mesh& mesh = check.file.meshes[mesh_row];
  const Kind vertices = {"vertex_offset", "vertex_offset", finding::REF_VERTICES_OUTSIDE_MESH,
                         finding::REF_VERTEX_OVERLAP, finding::REF_VERTEX_GAP};
  const Kind indices = {"index_offset", "index_offset", finding::REF_INDICES_OUTSIDE_MESH,
                        finding::REF_INDEX_OVERLAP, finding::REF_INDEX_GAP};
  const auto vertices_of = [](const MaterialRef& ref) { return vertex_range(ref); };
  const auto indices_of = [](const MaterialRef& ref) { return index_range(ref); };
  check_ref_cover(check, mesh_row, vertex_range(mesh), vertices_of, vertices);
  return check_ref_cover(check, mesh_row, index_range(mesh), indices_of, indices);
}

/// Tells of the indices in a run that are not in `allowed`; each index of the file only once.
void check_run(Check& check, const Range& run, const Range& allowed, const FindingKind& code) {
  std::uint64_t count = 0;
  std::size_t first = 0;
  for (std::size_t i = run.begin; i < run.end(); ++i)
    if (!allowed.contains(check.file.indices[i]) && count++ == 0) first = i;
  if (count == 0) return;
  if (code.code == finding::INDEX_OUT_OF_RANGE.code)
    check.add(code, check.index(first), count, allowed.end(), check.file.indices[first]);
  else
    check.add(code, check.index(first), count, allowed.begin, allowed.end(), check.file.indices[first]);
}

void check_strip(Check& check, std::size_t mesh_row, std::size_t row) {
  const Triangles found = triangles(check.file, mesh_row, check.file.material_refs[row]);
  const Place place = check.ref(row, "index_offset");
  if (found.outside > 0) check.add(finding::STRIP_OUTSIDE_MESH, place, found.outside);
  if (found.shift > 0) check.add(finding::STRIP_SHIFTED, place, found.shift);
}

void check_list(Check& check, std::size_t mesh_row, std::size_t row) {
  const MaterialRef& ref = check.file.material_refs[row];
  const Range mesh_vertices = vertex_range(check.file.meshes[mesh_row]);
  const Range vertices = vertex_range(ref);
  if (mesh_vertices.contains(vertices))
    check_run(check, index_range(ref), vertices, finding::INDEX_OUTSIDE_REF);
  std::uint64_t count = 0;
  std::size_t first = 0;
  const std::vector<Triangle> rows = triangles(check.file, mesh_row, ref).rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Triangle& t = rows[i];
    if ((t[0] == t[1] || t[1] == t[2] || t[0] == t[2]) && count++ == 0) first = i;
  }
  if (count > 0) check.add(finding::FACE_DEGENERATE, check.index(ref.index_offset + 3 * first), count, first);
}

/// What the indices of a mesh lead to. Only where no other mesh has the same indices, so that the work stays
/// linear in a file whose ranges all lie on each other.
void check_mesh_indices(Check& check, std::size_t mesh_row, bool refs_apart) {
  const Mesh& mesh = check.file.meshes[mesh_row];
  if (!check.own_indices[mesh_row] || vertex_range(mesh).end() > check.file.header.vertex_count) return;
  if (!check.strips()) check_run(check, index_range(mesh), vertex_range(mesh), finding::INDEX_OUTSIDE_MESH);
  if (!refs_apart) return;
  for (std::uint64_t i = check.refs[mesh_row].begin; i < check.refs[mesh_row].end(); ++i) {
    if (!index_range(mesh).contains(index_range(check.file.material_refs[i]))) continue;
    check.strips() ? check_strip(check, mesh_row, i) : check_list(check, mesh_row, i);
  }
}

}  // namespace

void check_meshes(Check& check) {
  const File& file = check.file;
  if (file.meshes.empty()) check.add(finding::MESH_MISSING, Check::header("mesh_count"));
  check_all_ranges(check);
  check_run(check, {0, file.indices.size()}, {0, file.header.vertex_count}, finding::INDEX_OUT_OF_RANGE);
  for (std::size_t mesh = 0; mesh < file.meshes.size(); ++mesh) {
    check_mesh(check, mesh);
    std::uint64_t faces = 0;
    for (std::uint64_t i = check.refs[mesh].begin; i < check.refs[mesh].end(); ++i) {
      check_ref_ranges(check, i, mesh);
      check_ref(check, i, faces);
      faces += face_count_of(check.type(), file.material_refs[i].index_count);
    }
    check_mesh_indices(check, mesh, check_ref_covers(check, mesh));
  }
}

}  // namespace mw::bw2::bwm
