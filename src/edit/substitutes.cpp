#include "substitutes.h"

#include <algorithm>

namespace mw::edit {
namespace {

bool lacks_attribute_of(const Primitive& own, const Primitive& from) {
  const auto lacks = [](const auto& before, const auto& after) { return !before.empty() && after.empty(); };
  const auto is_lacking = [&](const CustomAttribute& custom) {
    return std::ranges::find(from.custom, custom.name, &CustomAttribute::name) == from.custom.end();
  };
  return lacks(own.tangents, from.tangents) || lacks(own.colours, from.colours) ||
         lacks(own.weights, from.weights) || std::ranges::any_of(own.custom, is_lacking);
}

}  // namespace

Substitutes::Substitutes(const MeshComparison& compare) : compare_(compare) {
  const std::vector<Primitive>& all = compare.original.primitives;
  for (std::size_t other = 0; other < compare.edited.primitives.size(); ++other) {
    bool lacks = false;
    for (std::size_t own = 0; own < all.size() && !lacks; ++own)
      lacks = compare.edited_sets[other].size() < compare.original_sets[own].size() ||
              lacks_attribute_of(all[own], compare.edited.primitives[other]);
    needed_.push_back(lacks);
  }
}

Corner Substitutes::find(Index primitive, Corner other) {
  if (primitive < compare_.original.primitives.size()) {
    const Corner here = compare_.at_same_place(primitive, other);
    if (here.vertex != kNone) return here;
  }
  if (!tree_) tree_.emplace(compare_.original);
  const auto found = tree_->nearest(compare_.edited.primitives[other.primitive].positions[other.vertex]);
  return found ? Corner{found->primitive, found->vertex} : Corner();
}

}  // namespace mw::edit
