#include "nodes.h"

namespace mw::wows::assets {

NodeWays find_ways(const std::vector<std::uint16_t>& parents) {
  enum class State : std::uint8_t { unknown, on_the_way, known };
  std::vector<State> states(parents.size());
  NodeWays ways{.ends = std::vector<NodeEnd>(parents.size()), .loops = {}};
  std::vector<std::size_t> way;
  for (std::size_t node = 0; node < parents.size(); ++node) {
    way.clear();
    NodeEnd end = NodeEnd::root;
    for (std::size_t at = node;;) {
      if (states[at] == State::known) {
        end = ways.ends[at];
        break;
      }
      if (states[at] == State::on_the_way) {
        end = NodeEnd::loop;
        ways.loops.push_back(at);
        break;
      }
      states[at] = State::on_the_way;
      way.push_back(at);
      if (parents[at] == kNoParent) break;
      if (parents[at] >= parents.size()) {
        end = NodeEnd::outside;
        break;
      }
      at = parents[at];
    }
    for (const std::size_t passed : way) {
      states[passed] = State::known;
      ways.ends[passed] = end;
    }
  }
  return ways;
}

}  // namespace mw::wows::assets
