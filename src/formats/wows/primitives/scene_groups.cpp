#include "scene_groups.h"

#include <algorithm>
#include <span>

namespace mw::wows::primitives {
namespace {

class GroupChooser {
 public:
  /// Groups of a damaged file can lie on each other by the thousand.
  GroupChooser(const IndexData& data, std::size_t vertices)
      : data_(data), vertices_(vertices), room_(4 * (data.indices.size() + vertices) + 1000) {}

  DrawnGroups choose() {
    if (data_.groups.empty()) take({0, std::uint32_t(data_.indices.size() / 3), 0, 0});
    for (const Group& group : data_.groups) take(group);
    return std::move(chosen_);
  }

 private:
  void take(const Group& group) {
    const std::uint64_t end = group.first_index + std::uint64_t(3) * group.triangle_count;
    if (end > data_.indices.size()) {
      ++chosen_.outside;
      return;
    }
    if (!take_room(end - group.first_index)) return;
    DrawnGroup drawn{group.first_index, end, 0, vertices_};
    if (data_.groups.size() > 1 && has_own_vertices(group, end)) {
      drawn.first_vertex = group.first_vertex;
      drawn.vertex_count = group.vertex_count;
    }
    if (take_room(drawn.vertex_count)) chosen_.list.push_back(drawn);
  }

  bool take_room(std::uint64_t items) {
    const bool fits = items <= room_;
    chosen_.crowded += fits ? 0 : 1;
    room_ -= fits ? items : 0;
    return fits;
  }

  bool has_own_vertices(const Group& group, std::uint64_t end_index) const {
    const std::uint64_t end = std::uint64_t(group.first_vertex) + group.vertex_count;
    const auto indices = std::span(data_.indices).subspan(group.first_index, end_index - group.first_index);
    return end <= vertices_ && std::ranges::all_of(indices, [&](std::uint32_t index) {
             return index >= group.first_vertex && index < end;
           });
  }

  const IndexData& data_;
  const std::size_t vertices_;
  std::uint64_t room_;  // how many more items the groups may have
  DrawnGroups chosen_;
};

}  // namespace

DrawnGroups drawn_groups(const IndexData& data, std::size_t vertices) {
  return GroupChooser(data, vertices).choose();
}

}  // namespace mw::wows::primitives
