#pragma once

#include <fmt/format.h>
#include <meshwright/core/detail/path.h>
#include <meshwright/wows/assets.h>
#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "shared/pointers.h"

/// From the bytes of a database to its records.
namespace mw::wows::assets {

using wows::ends_with_its_nul;
using wows::resolve;

/// Which bytes of a file something refers to: one bit per byte.
class ByteSet {
 public:
  explicit ByteSet(std::uint64_t size) : words_(std::size_t((size + 63) / 64)), size_(size) {}

  void add(std::uint64_t offset, std::uint64_t count);
  /// Runs of bytes that were never added, in their order.
  void for_each_gap(const std::function<void(std::uint64_t offset, std::uint64_t count)>& use) const;

 private:
  std::uint64_t find(bool present, std::uint64_t from) const;

  std::vector<std::uint64_t> words_;
  std::uint64_t size_;
};

/// What decoding may take. Records of a damaged file can lead to the same rows by the million: those that
/// would take more than `claim` bytes together are refused.
struct DecodeLimits {
  std::uint64_t claim = 0;
  ByteSet* covered = nullptr;  // told of what is decoded
  bool is_over = false;        // whether the last record was refused for this

  /// The arrays of the record that is being decoded.
  struct Claimed {
    std::uint64_t offset;
    std::uint64_t size;
  };
  std::vector<Claimed> pending = {};

  /// For a whole file, or the part of it that one record may use.
  static DecodeLimits of(std::uint64_t size, ByteSet* covered = nullptr) {
    constexpr std::uint64_t kTimes = 8;
    constexpr std::uint64_t kAllowance = 512 * 1024;
    return {kTimes * size + kAllowance, covered};
  }
};

/// The `io` that reads a record of a database. Pointers are followed only within the database. The first
/// failure sticks.
class RecordReader {
 public:
  RecordReader(ByteSpan file, const DatabaseView& view, DecodeLimits& limits)
      : file_(file), begin_(view.begin), end_(view.end()), limits_(limits) {}

  /// Reads the record at `base`, whose fixed part is known to lie in the database.
  template <class T>
  void read(std::uint64_t base, T& record) {
    const auto outer = std::pair(base_, cursor_);
    base_ = cursor_ = base;
    layout(*this, record);
    std::tie(base_, cursor_) = outer;
  }

  template <class T>
  void field(std::string_view, T& value) {
    std::memcpy(&value, file_.data() + cursor_, sizeof(T));
    cursor_ += sizeof(T);
  }
  void count(std::string_view name, auto& value) { field(name, value); }
  template <std::size_t N>
  void padding(std::string_view name, Padding<N>& bytes) {
    field(name, bytes);
  }
  template <class T>
  void array(std::string_view name, Array<T>& array, const auto& count) {
    field(name, array.pointer);
    if (error_ || count == 0) return;
    if (std::cmp_less(count, 0)) return fail(name, fmt::format("a count of {}", count));
    rows(name, array, std::uint64_t(count));
  }
  void part(std::string_view name, auto& part) {
    PathScope scope(path_, name);
    const std::uint64_t outer = base_;
    base_ = cursor_;
    layout(*this, part);
    base_ = outer;
  }
  void text(std::string_view name, Text& text) {
    const std::uint64_t outer = base_;
    base_ = cursor_;
    field(name, text.size);
    field(name, text.padding);
    array(name, text.chars, text.size);
    base_ = outer;
  }

  const std::optional<Error>& error() const { return error_; }

 private:
  template <class T>
  static constexpr std::uint64_t kStride = [] {
    if constexpr (LeafValue<T>)
      return std::uint64_t(sizeof(T));
    else
      return kFixedSize<T>;
  }();

  /// Of a pointer that was just read.
  void fail(std::string_view name, std::string message) {
    if (!error_) error_ = Error{cursor_ - sizeof(std::int64_t), path_.text(name), std::move(message)};
  }

  template <class T>
  void rows(std::string_view name, Array<T>& array, std::uint64_t count) {
    const auto offset = claim(name, array.pointer, count, kStride<T>);
    if (!offset) return;
    array.items.resize(std::size_t(count));
    if constexpr (LeafValue<T>) {
      std::memcpy(array.items.data(), file_.data() + *offset, std::size_t(count) * sizeof(T));
    } else {
      PathScope scope(path_, name);
      for (std::size_t row = 0; row < array.items.size() && !error_; ++row) {
        scope.set_row(row);
        read(*offset + row * kStride<T>, array.items[row]);
      }
    }
  }

  std::optional<std::uint64_t> claim(std::string_view name, std::int64_t pointer, std::uint64_t count,
                                     std::uint64_t stride);

  ByteSpan file_;
  std::uint64_t begin_;
  std::uint64_t end_;
  DecodeLimits& limits_;
  std::uint64_t base_ = 0;
  std::uint64_t cursor_ = 0;
  Path path_;
  std::optional<Error> error_;
};

/// Decodes a record that exists; its fixed part is told to `limits.covered` even when its pointers fail.
Result<Record> decode(ByteSpan file, const DatabaseView& view, std::uint64_t row, DecodeLimits& limits);

/// The record at a location, which may not exist.
Result<Record> decode(const Database& database, const Location& location, DecodeLimits& limits);

/// The fixed part of a record as it is.
Raw raw_record(ByteSpan file, const DatabaseView& view, std::uint64_t row);

}  // namespace mw::wows::assets
