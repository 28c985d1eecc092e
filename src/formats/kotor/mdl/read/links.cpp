#include "links.h"

#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <utility>

#include "mdl/rest.h"

namespace mw::kotor::mdl {
namespace {

/// The rows of records by their offsets, the first of several at one.
class RowsByOffset {
 public:
  template <class Record>
  explicit RowsByOffset(const std::vector<Record>& records) {
    entries_.reserve(records.size());
    for (std::uint32_t row = 0; row < records.size(); ++row) entries_.emplace_back(records[row].offset, row);
    std::ranges::sort(entries_);
  }

  /// 0 stands for nothing, wherever records lie.
  void find(Link& link) const {
    if (link.row != kNoRow || link.offset == 0) return;
    const auto found = std::ranges::lower_bound(entries_, link.offset, {}, &Entry::first);
    if (found != entries_.end() && found->first == link.offset) link = {found->second};
  }

 private:
  using Entry = std::pair<std::uint32_t, std::uint32_t>;
  std::vector<Entry> entries_;
};

void find_rows(std::vector<Node>& nodes, const RowsByOffset& animations) {
  const auto is_odd = [](const Node& node) { return node.header.parent.row == kNoRow; };
  if (std::ranges::any_of(nodes, is_odd)) {
    const RowsByOffset rows(nodes);
    for (Node& node : nodes) rows.find(node.header.parent);
  }
  for (Node& node : nodes) animations.find(node.header.owner);
}

}  // namespace

std::vector<std::uint32_t> implied_parents(const std::vector<Node>& nodes) {
  std::vector<std::uint32_t> parents(nodes.size(), kNoRow);
  for (const Step step : tree_order(nodes)) parents[step.row] = step.parent;
  return parents;
}

void find_rows(File& file) {
  const RowsByOffset animations(file.animations);
  find_rows(file.nodes, animations);
  for (Animation& animation : file.animations) find_rows(animation.nodes, animations);
  RowsByOffset(file.nodes).find(file.names_header.head_node);
}

std::optional<std::uint32_t> head_row(const File& file) {
  const std::uint32_t row = file.names_header.head_node.row == kImplied ? 0 : file.names_header.head_node.row;
  return row < file.nodes.size() ? std::optional(row) : std::nullopt;
}

}  // namespace mw::kotor::mdl
