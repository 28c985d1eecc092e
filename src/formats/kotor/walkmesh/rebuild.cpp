#include <fmt/format.h>
#include <meshwright/kotor/walkmesh.h>
#include <algorithm>
#include <cstring>

#include "mend.h"

namespace mw::kotor::walkmesh {
namespace {

/// The triangles of a file, each side with the transition that the edge list gives it.
Draft draft_of(const File& file) {
  Draft draft;
  draft.mesh.vertices = file.vertices;
  for (std::size_t face = 0; face < file.faces.size(); ++face) {
    draft.mesh.triangles.push_back({.corners = file.faces[face], .material = file.materials[face]});
    draft.sources.push_back(std::uint32_t(face));
  }
  for (const Edge& edge : file.edges)
    if (edge.edge / 3 < draft.mesh.triangles.size())
      draft.mesh.triangles[edge.edge / 3].transitions[edge.edge % 3] = edge.transition;
  return draft;
}

std::size_t count_transitions(const File& file) {
  return std::size_t(
      std::ranges::count_if(file.edges, [](const Edge& edge) { return edge.transition != kNoTransition; }));
}

/// Where more walkable faces meet than two can be neighbours, and where two meet that cannot.
void tell_odd_edges(const File& file, std::span<const std::uint32_t> sources, std::vector<Change>& changes) {
  const std::span<const Face> walkable(file.faces.data(), file.adjacency.size());
  geometry::for_each_edge(geometry::sorted_sides(walkable), [&](std::span<const geometry::Side> edge) {
    if (edge.front().is_point() || edge.size() < 2) return;
    const geometry::Side& first = edge.front();
    const std::string where = fmt::format("faces[{}]", sources[first.triangle()]);
    if (edge.size() > 2)
      changes.push_back({"edge-shared", where,
                         fmt::format("{} walkable faces meet at one edge: two each that run opposite ways "
                                     "are neighbours, in the order of their numbers",
                                     edge.size())});
    else if (file.adjacency[first.triangle()][first.index % 3] == kNoNeighbour &&
             first.triangle() != edge.back().triangle())
      changes.push_back({"edge-folded", where,
                         fmt::format("and faces[{}] run along one edge the same way: one folds over the "
                                     "other, and they are no neighbours",
                                     sources[edge.back().triangle()])});
  });
}

template <class Row>
std::size_t count_differences(const std::vector<Row>& before, const std::vector<Row>& after) {
  const std::size_t common = std::min(before.size(), after.size());
  std::size_t count = std::max(before.size(), after.size()) - common;
  for (std::size_t row = 0; row < common; ++row)
    count += std::memcmp(&before[row], &after[row], sizeof(Row)) != 0 ? 1 : 0;  // bits: -0 is not 0
  return count;
}

class TableComparer {
 public:
  TableComparer(const File& before, const File& after, std::vector<Change>& changes)
      : before_(before), after_(after), changes_(changes) {}

  void run() {
    compare("normals", before_.normals, after_.normals);
    compare("distances", before_.distances, after_.distances);
    compare("aabb", before_.aabb, after_.aabb);
    compare("adjacency", before_.adjacency, after_.adjacency);
    compare("edges", before_.edges, after_.edges);
    compare("perimeters", before_.perimeters, after_.perimeters);
    const std::size_t had = count_transitions(before_);
    const std::size_t has = count_transitions(after_);
    if (has < had)
      changes_.push_back(
          {"transition-lost", "edges",
           fmt::format("{} of {} transitions are on sides that are not open", had - has, had)});
  }

 private:
  template <class Row>
  void compare(const char* name, const std::vector<Row>& before, const std::vector<Row>& after) {
    const std::size_t different = count_differences(before, after);
    if (different > 0)
      changes_.push_back(
          {"table-rebuilt", name,
           fmt::format("{} of {} rows differ", different, std::max(before.size(), after.size()))});
  }

  const File& before_;
  const File& after_;
  std::vector<Change>& changes_;
};

std::vector<std::uint32_t> sources_in_order(const Draft& draft, const SurfaceMaterials& surfaces) {
  std::vector<std::uint32_t> materials;
  for (const Mesh::Triangle& triangle : draft.mesh.triangles) materials.push_back(triangle.material);
  std::vector<std::uint32_t> sources;
  for (const std::uint32_t row : walkable_first(materials, surfaces)) sources.push_back(draft.sources[row]);
  return sources;
}

/// Triangles of the draft are faces of the file as long as nothing was mended.
Error in_file(Error error) {
  constexpr std::string_view kDraft = "triangles[";
  if (error.field.starts_with(kDraft)) {
    error.field.replace(0, kDraft.size(), "faces[");
    error.advice = " (--fix leaves such faces out)";
  }
  return error;
}

void tell_order(std::span<const std::uint32_t> sources, std::vector<Change>& changes) {
  const auto moved = std::ranges::is_sorted_until(sources);
  if (moved != sources.end())
    changes.push_back(
        {"faces-ordered", fmt::format("faces[{}]", *moved), "faces are in a new order, walkable ones first"});
}

}  // namespace

Result<Rebuilt> rebuild(const File& file, const RebuildOptions& options, const SurfaceMaterials& surfaces) {
  Rebuilt result;
  Draft draft = draft_of(file);
  if (options.fix) mend(draft, options.tolerance, surfaces, result.changes);
  auto made = build(draft.mesh, Type(file.header.type), surfaces);
  if (!made) return fail(in_file(made.error()));
  made->header.relative_use = file.header.relative_use;
  made->header.absolute_use = file.header.absolute_use;
  made->header.position = file.header.position;
  result.file = *std::move(made);
  result.sources = sources_in_order(draft, surfaces);
  tell_order(result.sources, result.changes);
  tell_odd_edges(result.file, result.sources, result.changes);
  TableComparer(file, result.file, result.changes).run();
  return result;
}

}  // namespace mw::kotor::walkmesh
