#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/path.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/error.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw {

/// Collects the pieces of a file, each at its offset, and joins them in finish().
///
/// Pieces may come in any order and may overlap where they agree, since damaged files have overlapping
/// tables. Pieces that disagree, and bytes that no piece covers, are errors: such a file cannot be written
/// without a loss. As in Reader, the first failure sticks and every value names its field.
///
/// With a trace attached it reports every field as Reader would, so that a file can be dumped from its
/// structures, wherever these came from. The bytes of such a field are valid only during the call.
class Writer {
 public:
  explicit Writer(const Trace* trace = nullptr) : trace_(trace) {}

  std::uint64_t position() const { return position_; }

  /// Starts a new piece at `offset`.
  void seek(std::uint64_t offset, std::string_view field);

  template <LeafValue T>
  void field(std::string_view name, const T& value) {
    // A piece has the name of its first field, for messages about conflicts.
    const ByteSpan bytes = std::as_bytes(std::span(&value, 1));
    trace_ == nullptr ? put(name, bytes) : append(name, bytes, field_type_of<T>());
  }

  template <class T>
    requires(!LeafValue<T>)
  void field(std::string_view name, const T& record) {
    PathScope scope(path_, name);
    visit_fields(*this, record);
  }

  /// `value` as a field of type T; an error if it does not fit.
  template <Number T>
  void narrow(std::string_view name, std::uint64_t value, T& out) {
    if (std::in_range<T>(value)) {
      out = T(value);
    } else {
      fail_to_fit(name, value, sizeof(T));
    }
  }

  void raw(std::string_view name, ByteSpan bytes) { append(name, bytes, {Scalar::bytes, bytes.size()}); }

  /// The bytes of numbers whose type is known only at run time.
  void items(std::string_view name, FieldType type, ByteSpan bytes) { append(name, bytes, type); }

  /// Bytes that encode other numbers; a trace reports the numbers.
  void decoded(std::string_view name, FieldType type, ByteSpan numbers, ByteSpan stored);

  /// The text and a NUL.
  void c_string(std::string_view name, const std::string& text);

  /// Rows of leaves or plain records, in one piece. An empty table has no bytes and so no place.
  template <class T>
    requires(LeafValue<T> || PlainRecord<T>)
  void table(std::string_view name, std::uint64_t offset, const std::vector<T>& rows) {
    if (rows.empty()) return;
    seek(offset, name);
    this->rows(name, rows);
  }

  /// The same after the last piece.
  template <class T>
    requires(LeafValue<T> || PlainRecord<T>)
  void rows(std::string_view name, const std::vector<T>& rows) {
    if (trace_ == nullptr) return put(name, std::as_bytes(std::span(rows)));
    PathScope scope(path_, name);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      scope.set_row(row);
      if constexpr (LeafValue<T>)
        field({}, rows[row]);
      else
        visit_fields(*this, rows[row]);
    }
  }

  /// The bytes that Reader::take_unreferenced gave.
  void unreferenced(const std::vector<Unreferenced>& gaps);

  bool is_traced() const { return trace_ != nullptr; }
  Path& path() { return path_; }

  void fail(std::string_view field, std::string message, ErrorCode code = ErrorCode::invalid);
  bool ok() const { return !error_; }

  /// The whole file, or the first failure.
  Result<Bytes> finish();

 private:
  struct Piece {
    std::uint64_t offset;  // in the file
    std::uint64_t begin;   // in bytes_
    std::uint64_t size;
    std::string_view name;
  };

  void append(std::string_view name, ByteSpan bytes, FieldType type);
  void put(std::string_view name, ByteSpan bytes);
  void fail_to_fit(std::string_view name, std::uint64_t value, std::size_t field_size);
  std::optional<Error> place(Bytes& file, const Piece& piece, std::uint64_t covered,
                             std::string_view before) const;

  const Trace* trace_;
  Bytes bytes_;
  std::vector<Piece> pieces_;
  std::uint64_t position_ = 0;
  Path path_;
  std::optional<Error> error_;
};

}  // namespace mw
