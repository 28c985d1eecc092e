#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/trace.h>

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "place.h"

namespace mw {

/// The values of all fields of one shape. Little more than their bytes: rows that follow each other make one
/// run.
class Column {
 public:
  struct Element {
    ByteSpan bytes;
    Scalar scalar = Scalar::u8;
    std::size_t number = 0;  // in the column

    FieldType type() const { return {scalar, bytes.size() / size_of(scalar)}; }
  };

  void add(const FieldPlace& place, const TracedField& field);
  /// Call this once, before any search.
  void finish();

  /// The value at these rows, if there is one; marks it.
  const Element* take(std::span<const std::uint32_t> rows);

  using UseLeft =
      std::function<void(std::span<const std::uint32_t> rows, std::uint32_t count, const Element& first)>;
  /// Reports every run of rows that were never taken, or each such row: the rows of its first value, their
  /// number, and the first value.
  void for_each_left(bool one_by_one, const UseLeft& use) const;

 private:
  struct Run {
    std::array<std::uint32_t, FieldPlace::kDeepest> rows{};  // of its first value
    std::uint32_t count = 0;
    std::uint32_t size = 0;    // bytes of a value
    std::size_t begin = 0;     // in bytes_
    std::uint32_t number = 0;  // of its first value
    Scalar scalar = Scalar::u8;
  };
  bool continues(const Run& run, const FieldPlace& place, const TracedField& field) const;
  bool holds(const Run& run, std::span<const std::uint32_t> rows) const;
  Element element(const Run& run, std::uint32_t index) const;

  std::size_t depth_ = 0;
  std::vector<Run> runs_;
  Bytes bytes_;
  std::vector<bool> taken_;
  std::uint32_t count_ = 0;
  std::size_t last_ = 0;  // the run of the last value taken: the next is in it or just after
  Element found_;
};

/// All fields of a document.
class FieldStore {
 public:
  void add(const FieldPlace& place, const TracedField& field);
  void finish();
  Column* find(std::string_view shape);
  bool has_companion() const { return has_companion_; }
  /// In the order in which they came.
  const std::vector<std::pair<std::string, Column*>>& columns() const { return order_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<std::string, Column, Hash, std::equal_to<>> columns_;
  std::vector<std::pair<std::string, Column*>> order_;
  bool has_companion_ = false;
};

}  // namespace mw
