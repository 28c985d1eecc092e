#pragma once

#include <meshwright/core/detail/trace.h>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mw::view {

/// Every field of a file in little room: about 40 bytes each, so that a file with a million fields can be
/// looked into without being read again. Paths share what they have in common with the one before.
class FieldIndex {
 public:
  struct Row {
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    std::uint32_t count = 0;
    std::uint32_t line = 0;  // 0 where the file is no text
    Scalar scalar = Scalar::u8;
    bool decoded = false;  // its value is not in its bytes

    bool operator==(const Row&) const = default;
  };
  static constexpr std::size_t kNone = ~std::size_t(0);
  /// Fields beyond so many are counted, not kept.
  static constexpr std::size_t kMost = 12'000'000;

  void add(const TracedField& field);
  /// To be called after the last.
  void finish();

  std::size_t size() const { return rows_.size(); }
  std::size_t left_out() const { return left_out_; }
  const Row& row(std::size_t number) const { return rows_[number]; }
  std::string path(std::size_t number) const;
  void each(const std::function<void(std::size_t number, std::string_view path)>& visit) const;

  /// The shortest field that has this byte; kNone for a byte without one.
  std::size_t field_at(std::uint64_t offset) const;
  /// Whether another has the same fields in the same places, or only fields of the same paths.
  bool same_places(const FieldIndex& other) const;
  bool same_paths(const FieldIndex& other) const;

  /// Those with bytes in a part of the file, by their offsets.
  std::vector<std::size_t> fields_in(std::uint64_t begin, std::uint64_t end, std::size_t most) const;

 private:
  static constexpr std::size_t kWhole = 32;  // each path of so many is kept whole

  void append(std::string& path, std::size_t number) const;

  std::vector<Row> rows_;
  std::vector<std::uint32_t> starts_;  // in pool_: one byte for how many characters stay, then the others
  std::string pool_;
  std::string last_;
  std::vector<std::uint32_t> order_;     // by offset
  std::vector<std::uint64_t> furthest_;  // the end of all up to here in that order
  std::size_t left_out_ = 0;
};

/// A run of bytes.
struct ByteRange {
  std::uint32_t begin = ~std::uint32_t(0);
  std::uint32_t end = 0;
};

/// Where each row of some tables lies, with everything below it.
class RowExtents {
 public:
  RowExtents(const FieldIndex& index, std::span<const std::string> tables);

  /// Of "faces[12]"; nothing for a row without bytes, such as one that is unpacked from a compressed buffer.
  std::optional<ByteRange> find(std::string_view row) const;

 private:
  std::unordered_map<std::string, std::vector<ByteRange>> tables_;
};

}  // namespace mw::view
