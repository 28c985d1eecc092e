#include "face_tree_builder.h"

#include <utility>

namespace mw::nav {

FaceTree::FaceTree() : root_(0) {}
FaceTree::~FaceTree() = default;
FaceTree::FaceTree(FaceTree&& other) noexcept = default;
FaceTree& FaceTree::operator=(FaceTree&& other) noexcept = default;

FaceTree FaceTree::build(std::span<const Vec3> positions, std::span<const geometry::Corners> triangles,
                         std::span<const std::uint8_t> chosen) {
  return FaceTreeBuilder(positions, triangles).build(chosen);
}

namespace {

constexpr std::size_t kMostBins = 16;

/// A cost of n faces: blocks are tested as a whole.
float blocks_of(std::size_t faces) {
  return float((faces + kLanes - 1) / kLanes);
}

/// Where to split bins so that the sum of area times blocks is least.
std::size_t cheapest(std::span<const QuadBox> boxes, std::span<const std::size_t> counts) {
  std::array<float, kMostBins> right_cost{};
  QuadBox box;
  std::size_t count = 0;
  for (std::size_t bin = boxes.size() - 1; bin > 0; --bin) {
    box.add(boxes[bin]);
    count += counts[bin];
    right_cost[bin] = box.half_area() * blocks_of(count);
  }
  box = {};
  count = 0;
  std::size_t best = boxes.size() / 2;
  float least_cost = kFarAway;
  for (std::size_t bin = 1; bin < boxes.size(); ++bin) {
    box.add(boxes[bin - 1]);
    count += counts[bin - 1];
    const float cost = box.half_area() * blocks_of(count) + right_cost[bin];
    if (!(cost < least_cost)) continue;
    least_cost = cost;
    best = bin;
  }
  return best;
}

}  // namespace

struct FaceTreeBuilder::Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  QuadBox box = {};
  QuadBox middles = {};  // twice their bounds

  std::size_t size() const { return end - begin; }
  void take(const QuadBox& face) {
    box.add(face);
    middles.add(face.middle());
  }
};

/// Faces whose middle falls into a bin below `bin` go to the left.
struct FaceTreeBuilder::Split {
  int axis = 0;
  float origin = 0;
  float scale = 0;
  std::size_t bin = 0;

  std::size_t bin_of(const QuadBox& face) const {
    return std::size_t(int((face.middle()[axis] - origin) * scale));
  }
};

FaceTree FaceTreeBuilder::build(std::span<const std::uint8_t> chosen) {
  const Range whole = collect(chosen);
  tree_.faces_ = whole.size();
  if (whole.size() == 0) return std::move(tree_);
  tree_.nodes_.reserve(whole.size() / 16 + 1);
  tree_.blocks_.reserve(whole.size() / 4 + 1);
  tree_.root_ = add(whole, 0);
  return std::move(tree_);
}

bool FaceTreeBuilder::is_sound(const geometry::Corners& corners) const {
  return geometry::corners_exist(corners, positions_.size()) && is_finite(positions_[corners[0]]) &&
         is_finite(positions_[corners[1]]) && is_finite(positions_[corners[2]]);
}

FaceTreeBuilder::Range FaceTreeBuilder::collect(std::span<const std::uint8_t> chosen) {
  Range whole;
  faces_.resize(triangles_.size());
  const Choice choice{.faces = chosen};
  for (std::size_t face = 0; face < triangles_.size(); ++face) {
    if (!choice.takes(std::uint32_t(face)) || !is_sound(triangles_[face])) continue;
    QuadBox box;
    for (const std::uint32_t corner : triangles_[face]) box.add(quad(positions_[corner]));
    whole.take(box);
    box.set_face(std::uint32_t(face));
    faces_[whole.end++] = box;
  }
  faces_.resize(whole.end);
  note_scale(whole.box);
  return whole;
}

/// Boxes are grown by a millionth of the largest coordinate: more than rounding anywhere in a search.
void FaceTreeBuilder::note_scale(const QuadBox& box) {
  for (int axis = 0; axis < 3; ++axis)
    if (box.min[axis] <= box.max[axis])
      tree_.scale_ = std::max({tree_.scale_, std::abs(float(box.min[axis])), std::abs(float(box.max[axis]))});
  growth_ = tree_.scale_ * 0x1p-20F;
}

/// Splits the child with the largest box until there are eight.
std::uint32_t FaceTreeBuilder::add(const Range& range, std::size_t level) {
  if (range.size() <= kLanes) return add_block(range);
  std::array<Range, kLanes> children;
  children[0] = range;
  std::size_t count = 1;
  while (count < kLanes) {
    Range* largest = nullptr;
    for (std::size_t i = 0; i < count; ++i)
      if (children[i].size() > kLanes &&
          (largest == nullptr || children[i].box.half_area() > largest->box.half_area()))
        largest = &children[i];
    if (largest == nullptr) break;
    split(*largest, children[count++], level);
  }
  const std::uint32_t row = add_node();
  for (std::size_t i = 0; i < count; ++i) {
    set_box(row, i, children[i].box);
    const std::uint32_t child = add(children[i], level + 1);
    tree_.nodes_[row].children[i] = child;
  }
  return row;
}

/// Keeps the left part in `range`.
void FaceTreeBuilder::split(Range& range, Range& right, std::size_t level) {
  // If faces cannot be separated by their middles, halves end the tree in time: 32 levels of them are enough
  // for any number.
  constexpr std::size_t kLevelsByArea = 40;
  static_assert(kLevelsByArea + 32 < FaceTree::kMostLevels);
  const auto best = level < kLevelsByArea ? best_split(range) : std::nullopt;
  best ? partition(range, right, *best) : halve(range, right);
}

std::optional<FaceTreeBuilder::Split> FaceTreeBuilder::best_split(const Range& range) const {
  const Quad size = range.middles.max - range.middles.min;
  Split split;
  if (size[1] > size[0]) split.axis = 1;
  if (size[2] > size[split.axis]) split.axis = 2;
  const float length = size[split.axis];
  const std::size_t bins = range.size() < 64 ? kMostBins / 2 : kMostBins;
  split.origin = range.middles.min[split.axis];
  split.scale = float(bins) * 0.9999F / length;
  if (!(length > 0) || !std::isfinite(length) || !std::isfinite(split.scale)) return std::nullopt;
  std::array<QuadBox, kMostBins> boxes;
  std::array<std::size_t, kMostBins> counts{};
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const std::size_t bin = split.bin_of(faces_[i]);
    boxes[bin].add(faces_[i]);
    ++counts[bin];
  }
  // The first and the last bin have faces, so that both parts do.
  split.bin = cheapest(std::span(boxes).first(bins), std::span(counts).first(bins));
  return split;
}

void FaceTreeBuilder::partition(Range& range, Range& right, const Split& split) {
  Range left{.begin = range.begin, .end = range.begin};
  right = {.begin = range.end, .end = range.end};
  while (left.end < right.begin) {
    const QuadBox face = faces_[left.end];
    if (split.bin_of(face) < split.bin) {
      left.take(face);
      ++left.end;
    } else {
      right.take(face);
      --right.begin;
      faces_[left.end] = faces_[right.begin];
      faces_[right.begin] = face;
    }
  }
  range = left;
}

void FaceTreeBuilder::halve(Range& range, Range& right) const {
  const std::size_t middle = range.begin + range.size() / 2;
  right = bounded(middle, range.end);
  range = bounded(range.begin, middle);
}

FaceTreeBuilder::Range FaceTreeBuilder::bounded(std::size_t begin, std::size_t end) const {
  Range range{.begin = begin, .end = end};
  for (std::size_t i = begin; i < end; ++i) range.take(faces_[i]);
  return range;
}

std::uint32_t FaceTreeBuilder::add_block(const Range& range) {
  std::array<std::uint32_t, kLanes> faces{};
  for (std::size_t i = 0; i < range.size(); ++i) faces[i] = faces_[range.begin + i].face();
  return add_block(std::span(faces).first(range.size()));
}

std::uint32_t FaceTreeBuilder::add_block(std::span<const std::uint32_t> faces) {
  FaceTree::Block& block = tree_.blocks_.emplace_back();
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const bool has_face = lane < faces.size();
    block.faces[lane] = has_face ? faces[lane] : kNoFace;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Vec3 place = has_face ? positions_[triangles_[faces[lane]][corner]] : Vec3(NAN);
      for (std::size_t axis = 0; axis < 3; ++axis) block.corners[3 * corner + axis][lane] = place[int(axis)];
    }
  }
  return kLeaf | std::uint32_t(tree_.blocks_.size() - 1);
}

std::uint32_t FaceTreeBuilder::add_node() {
  FaceTree::Node& node = tree_.nodes_.emplace_back();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    node.planes[2 * axis].fill(kFarAway);
    node.planes[2 * axis + 1].fill(-kFarAway);
  }
  node.children.fill(kNoChild);
  return std::uint32_t(tree_.nodes_.size() - 1);
}

void FaceTreeBuilder::set_box(std::uint32_t node, std::size_t lane, const QuadBox& box) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    tree_.nodes_[node].planes[2 * axis][lane] = box.min[int(axis)] - growth_;
    tree_.nodes_[node].planes[2 * axis + 1][lane] = box.max[int(axis)] + growth_;
  }
}

}  // namespace mw::nav
