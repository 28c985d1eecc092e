#pragma once

#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/fixed_text.h>
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

/// Merges a change into a file: `before` and `after` were made in the same way, without the change and with
/// it. Values that are equal in both keep those of the file.
namespace mw {

template <class T>
bool same_bytes(const T& a, const T& b) {
  static_assert(std::is_trivially_copyable_v<T>);
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Row by row.
template <class Row>
bool same_rows(const std::vector<Row>& a, const std::vector<Row>& b) {
  return std::ranges::equal(a, b, [](const Row& one, const Row& other) { return same_bytes(one, other); });
}

/// The `io` that copies the changed fields of one record into another of the same type. Fields are identified
/// by their place in the record.
template <class Record>
class FieldMerger {
 public:
  FieldMerger(Record& own, const Record& before, const Record& after)
      : own_(reinterpret_cast<std::byte*>(&own)),
        before_(reinterpret_cast<const std::byte*>(&before)),
        after_(reinterpret_cast<const std::byte*>(&after)) {}

  template <LeafValue T>
  void field(std::string_view /*name*/, const T& value) {
    merge(&value, sizeof(T));
  }
  template <std::size_t N>
  void field(std::string_view /*name*/, const FixedText<N>& text) {
    merge(&text, sizeof(text));
  }
  template <class T>
    requires(!LeafValue<T>)
  void field(std::string_view /*name*/, const T& inner) {
    visit_fields(*this, inner);
  }

 private:
  void merge(const void* member, std::size_t size) {
    const auto at = std::size_t(static_cast<const std::byte*>(member) - before_);
    if (std::memcmp(before_ + at, after_ + at, size) != 0) std::memcpy(own_ + at, after_ + at, size);
  }

  std::byte* own_;
  const std::byte* before_;
  const std::byte* after_;
};

/// Field by field.
template <class Record>
void merge_record(Record& own, const Record& before, const Record& after) {
  static_assert(std::is_trivially_copyable_v<Record>);
  FieldMerger<Record> merger(own, before, after);
  visit_fields(merger, before);
}

/// Row by row, and field by field in records, if all three have the same number; otherwise all of `after`, if
/// it differs from `before` at all.
template <class Row>
void merge_rows(std::vector<Row>& own, const std::vector<Row>& before, const std::vector<Row>& after) {
  if (same_rows(before, after)) return;
  if (own.size() != before.size() || own.size() != after.size()) {
    own = after;
    return;
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    if constexpr (LeafValue<Row>) {
      if (!same_bytes(before[i], after[i])) own[i] = after[i];
    } else {
      merge_record(own[i], before[i], after[i]);
    }
  }
}

}  // namespace mw
