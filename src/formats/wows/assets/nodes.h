#pragma once

#include <meshwright/wows/detail/assets_records.h>
#include <cstdint>
#include <vector>

/// How the nodes of a visual hang together.
namespace mw::wows::assets {

/// How the way up from a node ends.
enum class NodeEnd : std::uint8_t {
  root,     // at a node without a parent
  outside,  // at a parent that does not exist
  loop,     // at a node that was passed already
};

struct NodeWays {
  std::vector<NodeEnd> ends;       // one per node
  std::vector<std::size_t> loops;  // one node of each
};

/// Follows every node up. kNoParent is never a row, also where there are that many.
NodeWays find_ways(const std::vector<std::uint16_t>& parents);

}  // namespace mw::wows::assets
