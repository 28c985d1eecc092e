#pragma once

#include <meshwright/wows/primitives.h>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mw::wows::primitives {

/// A run of indices that becomes a primitive, with the vertices that it has.
struct DrawnGroup {
  std::uint64_t first_index = 0;
  std::uint64_t end_index = 0;
  std::size_t first_vertex = 0;
  std::size_t vertex_count = 0;
};

struct DrawnGroups {
  std::vector<DrawnGroup> list;
  std::size_t outside = 0;  // groups that run past the indices
  std::size_t crowded = 0;  // groups that lie on too many others
};

/// The groups of a shape with that many vertices: all triangles are one where none is told. A group has all
/// vertices of the shape when it is the only one, or uses others than its own.
DrawnGroups drawn_groups(const IndexData& data, std::size_t vertices);

}  // namespace mw::wows::primitives
