#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/path.h>
#include <meshwright/core/detail/table_view.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/error.h>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw {

/// Bounds-checked cursor over a file held in memory.
///
/// The first failure sticks: later reads give zeros and do not move. So read a record field by field and
/// check once, after its last field. Every read names its field; error messages, the annotated dump and byte
/// coverage use the names. Without a trace attached a name costs nothing.
class Reader {
 public:
  explicit Reader(ByteSpan file, const Trace* trace = nullptr);

  ByteSpan file() const { return file_; }
  std::uint64_t position() const { return position_; }

  /// Moves the cursor. Any offset up to the end of the file is fine; beyond it is a failure.
  void seek(std::uint64_t offset, std::string_view field);

  /// Reads a number or a fixed row of numbers.
  template <LeafValue T>
  void field(std::string_view name, T& value) {
    const ByteSpan bytes = take(sizeof(T), name);
    if (bytes.empty()) {
      value = T{};
      return;
    }
    std::memcpy(&value, bytes.data(), sizeof(T));
    if (trace_ != nullptr) emit(name, bytes, field_type_of<T>());
  }

  /// Reads a nested record by its own list of fields.
  template <class T>
    requires(!LeafValue<T>)
  void field(std::string_view name, T& record) {
    PathScope scope(path_, name);
    visit_fields(*this, record);
  }

  /// Reads a text up to and including its NUL; fails without one.
  void c_string(std::string_view name, std::string& text);

  /// Reads `size` raw bytes.
  ByteSpan raw(std::string_view name, std::uint64_t size);

  /// Reads numbers whose type is known only at run time.
  ByteSpan items(std::string_view name, FieldType type);

  /// `stored` bytes that encode other numbers; a trace reports the numbers.
  void decoded(std::string_view name, FieldType type, ByteSpan numbers, std::uint64_t stored);

  /// Every count and offset of a file passes this check before any allocation. `count` rows of `stride` bytes
  /// at `offset` must lie in the file, and all tables together may claim at most kMaxClaim times the file
  /// (tables of a damaged file may overlap; a tiny file still cannot request gigabytes). Moves there and
  /// returns the bytes, or nothing after a failure. A table without rows may lie anywhere.
  ByteSpan claim(std::string_view name, std::uint64_t offset, std::uint64_t count, std::size_t stride);

  /// Counts memory that a record takes besides its tables towards the same limit, so that many small records
  /// cannot take many times their bytes.
  void charge(std::string_view name, std::uint64_t bytes);

  /// Whether a trace wants every field: bulk reads must then go field by field.
  bool is_traced() const { return trace_ != nullptr; }

  /// Reads a table: in one copy, or row by row when a trace is attached.
  template <class T>
    requires(LeafValue<T> || PlainRecord<T>)
  void table(std::string_view name, std::uint64_t offset, std::uint64_t count, std::vector<T>& rows) {
    const ByteSpan bytes = claim(name, offset, count, sizeof(T));
    rows.resize(bytes.size() / sizeof(T));
    if (rows.empty()) return;
    if (trace_ == nullptr) {
      std::memcpy(rows.data(), skip(bytes.size()).data(), bytes.size());
      return;
    }
    read_rows<T>(name, rows.size(), [&](std::size_t row, const T& value) { rows[row] = value; });
  }

  /// Checks a table and leaves it in place.
  template <class T>
    requires(LeafValue<T> || PlainRecord<T>)
  void table(std::string_view name, std::uint64_t offset, std::uint64_t count, TableView<T>& rows) {
    const ByteSpan bytes = claim(name, offset, count, sizeof(T));
    rows = TableView<T>(bytes);
    if (trace_ == nullptr) {
      skip(bytes.size());
      return;
    }
    read_rows<T>(name, rows.size(), [](std::size_t, const T&) {});
  }

  /// All that was never read, in file order; traced as `unreferenced[i]`. Call once, after the last read.
  std::vector<Unreferenced> take_unreferenced();

  bool ok() const { return !error_; }
  const Error& error() const { return *error_; }
  void fail(std::uint64_t offset, std::string_view field, std::string message,
            ErrorCode code = ErrorCode::invalid);
  Path& path() { return path_; }

  /// How many times over the tables of a file may claim its bytes, beside kClaimAllowance.
  static constexpr std::uint64_t kMaxClaim = 3;
  static constexpr std::uint64_t kClaimAllowance = 512 * 1024;

 private:
  // x86-64, ARM64 and WebAssembly are little-endian, and so are all three games' files.
  static_assert(std::endian::native == std::endian::little, "add a byte swap to field() and table()");

  struct Run {
    std::uint64_t begin;
    std::uint64_t end;
  };

  template <class T, class Store>
  void read_rows(std::string_view name, std::size_t count, Store store) {
    PathScope scope(path_, name);
    for (std::size_t row = 0; row < count; ++row) {
      scope.set_row(row);
      T value{};
      if constexpr (LeafValue<T>)
        field({}, value);
      else
        visit_fields(*this, value);
      store(row, value);
    }
  }

  /// Every field of every record passes through here.
  ByteSpan take(std::uint64_t size, std::string_view field) {
    if (error_ || size > file_.size() - position_) [[unlikely]]
      return refuse(size, field);
    return skip(size);
  }
  ByteSpan skip(std::uint64_t size) {
    const ByteSpan bytes = file_.subspan(position_, size);
    position_ += size;
    return bytes;
  }
  ByteSpan refuse(std::uint64_t size, std::string_view field);
  void jump(std::uint64_t offset);
  void charge_at(std::uint64_t offset, std::string_view name, std::uint64_t bytes);
  void emit(std::string_view name, ByteSpan bytes, FieldType type) const;

  ByteSpan file_;
  const Trace* trace_;
  std::uint64_t position_ = 0;
  std::uint64_t run_begin_ = 0;  // the last target of the cursor; [run_begin_, position_) has been read
  std::uint64_t claimed_ = 0;
  std::vector<Run> runs_;
  Path path_;
  std::optional<Error> error_;
};

}  // namespace mw
