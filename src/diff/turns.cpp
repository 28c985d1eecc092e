#include "turns.h"

#include <algorithm>

namespace mw {
namespace {

/// Two spans of three equal pieces each, where the first `corners` pieces of one come last in the other.
bool is_turned(ByteSpan a, ByteSpan b, std::size_t corners) {
  const std::size_t shift = a.size() / 3 * corners;
  return a.size() == b.size() && a.size() % 3 == 0 &&
         std::ranges::equal(a.subspan(shift), b.first(b.size() - shift)) &&
         std::ranges::equal(a.first(shift), b.last(shift));
}

bool differs(const TrianglePair& pair) {
  return pair.a != pair.b;
}

}  // namespace

/// Numbers follow each other, three and three; records of corners are of one row.
bool TriangleTurns::is_of_same_triangle(TrianglePart part, const FieldPlace& place) const {
  if (count_ == 0 || count_ == held_.size() || part != part_) return false;
  const FieldPlace& first = held_.front().place;
  if (first.depth != place.depth || first.start != place.start) return false;
  const std::size_t last = place.depth - 1;
  if (!std::ranges::equal(first.outer(last), place.outer(last)) || first.table(last) != place.table(last))
    return false;
  if (part == TrianglePart::corners) return first.rows[last] == place.rows[last];
  return first.rows[last] % 3 == 0 && place.rows[last] == first.rows[last] + count_;
}

TrianglePair& TriangleTurns::next(TrianglePart part, const FieldPlace& place) {
  if (!is_of_same_triangle(part, place)) settle();
  part_ = part;
  held_[count_].place = place;
  return held_[count_++];
}

bool TriangleTurns::is_turned_by(std::size_t corners) const {
  if (part_ == TrianglePart::corners)
    return std::ranges::all_of(held(),
                               [&](const TrianglePair& each) { return is_turned(each.a, each.b, corners); });
  if (count_ != 3) return false;
  for (std::size_t i = 0; i < 3; ++i)
    if (held_[(i + corners) % 3].a != held_[i].b) return false;
  return true;
}

void TriangleTurns::settle() {
  if (std::ranges::any_of(held(), differs)) {
    const bool turned = is_turned_by(1) || is_turned_by(2);
    for (const TrianglePair& each : held())
      if (differs(each)) tell_(each, turned);
  }
  count_ = 0;
}

}  // namespace mw
