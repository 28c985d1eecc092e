#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/formats/detail/row_names.h>

#include <array>
#include <functional>
#include <span>

#include "place.h"

namespace mw {

/// A field of both documents that is a part of a triangle.
struct TrianglePair {
  FieldPlace place;
  Bytes a;
  Bytes b;
  FieldType type_a;
  FieldType type_b;
  std::uint32_t row = 0;  // of the first document, in the table at the top
};

/// Collects the fields of a triangle until it is complete: only then is it known whether they differ, or the
/// triangle begins at another of its corners.
class TriangleTurns {
 public:
  /// Gets every field that differs.
  using Tell = std::function<void(const TrianglePair& pair, bool is_turned)>;
  explicit TriangleTurns(Tell tell) : tell_(std::move(tell)) {}

  /// The place of the next field; its content may be overwritten.
  TrianglePair& next(TrianglePart part, const FieldPlace& place);
  /// Call this before any other field, and at the end.
  void settle();

 private:
  bool is_of_same_triangle(TrianglePart part, const FieldPlace& place) const;
  bool is_turned_by(std::size_t corners) const;
  std::span<const TrianglePair> held() const { return {held_.data(), count_}; }

  Tell tell_;
  TrianglePart part_ = TrianglePart::none;
  std::array<TrianglePair, 3> held_;  // their memory is used again
  std::size_t count_ = 0;
};

}  // namespace mw
