#include <algorithm>

#include "validate.h"

namespace mw::kotor::walkmesh {
namespace {

void check_edge_entry(Check& check, std::size_t row, std::vector<std::uint32_t>& listed_at) {
  const Edge& edge = check.file.edges[row];
  if (edge.transition < kNoTransition)
    check.add(finding::TRANSITION_OUT_OF_RANGE, check.edge(row, "transition"), edge.transition);
  if (edge.edge >= listed_at.size())
    return check.add(finding::EDGE_OUT_OF_RANGE, check.edge(row, "edge"), edge.edge,
                     check.file.adjacency.size());
  if (const std::uint32_t first = listed_at[edge.edge]; first != 0)
    check.add(finding::EDGE_REPEATED, check.edge(row, "edge"), edge.edge, first - 1);
  else
    listed_at[edge.edge] = std::uint32_t(row + 1);
  const std::int32_t neighbour = check.file.adjacency[edge.edge / 3][edge.edge % 3];
  if (neighbour == kNoNeighbour) return;
  if (edge.transition > kNoTransition)
    check.add(finding::TRANSITION_UNREACHABLE, check.edge(row, "transition"), edge.transition, edge.edge,
              neighbour);
  else
    check.add(finding::EDGE_NOT_OPEN, check.edge(row, "edge"), edge.edge, neighbour);
}

void check_edge_list(Check& check) {
  std::vector<std::uint32_t> listed_at(check.file.adjacency.size() * 3);  // row + 1, 0 when not listed
  for (std::size_t row = 0; row < check.file.edges.size(); ++row) check_edge_entry(check, row, listed_at);
  for (std::size_t side = 0; side < listed_at.size(); ++side)
    if (listed_at[side] == 0 && check.file.adjacency[side / 3][side % 3] == kNoNeighbour)
      check.add(finding::EDGE_MISSING, check.adjacency(side / 3, side % 3), side % 3, side / 3);
}

/// The edges [begin, end) must chain end to start, the last to the first.
void check_loop(Check& check, std::size_t begin, std::size_t end) {
  const auto exists = [&](std::uint32_t side) {
    return side / 3 < check.file.faces.size() && check.corners_exist(side / 3);
  };
  for (std::size_t row = begin; row < end; ++row) {
    const std::size_t next_row = row + 1 == end ? begin : row + 1;
    const std::uint32_t side = check.file.edges[row].edge;
    const std::uint32_t next = check.file.edges[next_row].edge;
    if (!exists(side) || !exists(next)) continue;
    const std::uint32_t from = check.side_end(side);
    const std::uint32_t to = check.side_start(next);
    if (check.welded[from] != check.welded[to])
      check.add(finding::PERIMETER_NOT_CLOSED, check.edge(row), row, from, next_row, to);
  }
}

void check_perimeters(Check& check) {
  const std::size_t edges = check.file.edges.size();
  std::size_t begin = 0;
  for (std::size_t row = 0; row < check.file.perimeters.size(); ++row) {
    const std::size_t end = check.file.perimeters[row];
    if (end <= begin || end > edges) {
      check.add(finding::PERIMETER_END_OUT_OF_RANGE, check.perimeter(row), end, begin + 1, edges);
      continue;
    }
    check_loop(check, begin, end);
    begin = end;
  }
  const std::uint32_t last = check.file.perimeters.empty() ? 0 : check.file.perimeters.back();
  if (last != edges) check.add(finding::PERIMETER_LAST_MISMATCH, check.table("perimeters"), last, edges);
}

}  // namespace

void check_edges(Check& check) {
  check_edge_list(check);
  check_perimeters(check);
}

}  // namespace mw::kotor::walkmesh
