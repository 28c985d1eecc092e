#pragma once

#include <meshwright/core/detail/writer.h>

#include "decode.h"

/// From records to the bytes of a database.
namespace mw::wows::assets {

/// The `io` that writes the fixed part of a record.
class FixedPartWriter {
 public:
  explicit FixedPartWriter(Writer& writer) : writer_(writer) {}

  void field(std::string_view name, const auto& value) { writer_.field(name, value); }
  void count(std::string_view name, const auto& value) { writer_.field(name, value); }
  template <std::size_t N>
  void padding(std::string_view name, const Padding<N>& bytes) {
    writer_.field(name, bytes);
  }
  void array(std::string_view name, const auto& array, const auto& /*count*/) {
    PathScope scope(writer_.path(), name);
    writer_.field("pointer", array.pointer);
  }
  void part(std::string_view name, const auto& part) {
    PathScope scope(writer_.path(), name);
    layout(*this, part);
  }
  void text(std::string_view name, const Text& text) {
    PathScope scope(writer_.path(), name);
    writer_.field("size", text.size);
    writer_.field("padding_0x04", text.padding);
    writer_.field("pointer", text.chars.pointer);
  }

 private:
  Writer& writer_;
};

/// An `io` that knows at every pointer what that is relative to; `Derived::rows(name, base, array)` does the
/// rest.
template <class Derived>
class PointerWalk {
 public:
  explicit PointerWalk(std::uint64_t base) : base_(base), cursor_(base) {}

  template <class T>
  void field(std::string_view, T&) {
    cursor_ += sizeof(T);
  }
  template <class T>
  void count(std::string_view, T&) {
    cursor_ += sizeof(T);
  }
  template <class T>
  void padding(std::string_view, T&) {
    cursor_ += sizeof(T);
  }
  void array(std::string_view name, auto& array, auto& count) {
    cursor_ += sizeof(std::int64_t);
    derived().rows(name, base_, array, count);
  }
  void part(std::string_view name, auto& part) {
    const std::uint64_t outer = base_;
    base_ = cursor_;
    derived().enter(name, [&] { layout(derived(), part); });
    base_ = outer;
  }
  void text(std::string_view name, auto& text) {
    derived().chars(name, cursor_, text);
    cursor_ += kTextSize;
  }

 private:
  Derived& derived() { return static_cast<Derived&>(*this); }

  std::uint64_t base_;
  std::uint64_t cursor_;
};

/// Moves to where a pointer leads. False when that is before the file's start, which is an error.
bool go_to(Writer& writer, std::string_view name, std::uint64_t base, std::int64_t pointer);

/// Writes what the pointers of a record lead to.
class ContentWriter : public PointerWalk<ContentWriter> {
 public:
  ContentWriter(Writer& writer, std::uint64_t base) : PointerWalk(base), writer_(writer) {}

  template <class T>
  void rows(std::string_view name, std::uint64_t base, const Array<T>& array, const auto& /*count*/) {
    if (array.items.empty() || !go_to(writer_, name, base, array.pointer)) return;
    if constexpr (LeafValue<T>) {
      writer_.rows(name, array.items);
    } else {
      const std::uint64_t first = writer_.position();
      PathScope scope(writer_.path(), name);
      for (std::size_t row = 0; row < array.items.size(); ++row) {
        scope.set_row(row);
        write_at(first + row * kFixedSize<T>, name, array.items[row]);
      }
    }
  }
  void enter(std::string_view name, const auto& inside) {
    PathScope scope(writer_.path(), name);
    inside();
  }
  void chars(std::string_view name, std::uint64_t base, const Text& text);

  /// A whole record.
  template <class T>
  void write_at(std::uint64_t base, std::string_view name, const T& record) {
    writer_.seek(base, name);
    FixedPartWriter fixed(writer_);
    layout(fixed, record);
    ContentWriter content(writer_, base);
    layout(content, record);
  }

 private:
  Writer& writer_;
};

/// Writes a record and what it leads to.
template <class T>
void write_record(Writer& writer, std::uint64_t base, const T& record) {
  if constexpr (std::is_same_v<T, Raw>) {
    writer.seek(base, "records");
    writer.raw({}, record.bytes);
  } else {
    ContentWriter(writer, base).write_at(base, "records", record);
  }
}

/// How much the parts of a file before its databases take.
struct TableSizes {
  std::uint64_t string_capacity;
  std::uint64_t text_size;
  std::uint64_t resource_capacity;
  std::uint64_t path_count;
  std::uint64_t name_size;  // of all paths
  std::uint64_t database_count;
};

/// Where the parts that no pointer of the body leads to begin.
struct PlacedTables {
  std::uint64_t paths;
  std::uint64_t names;
  std::uint64_t databases;
  std::uint64_t data;
};

/// Places the tables one after another in the order of the known file.
PlacedTables place_tables(const TableSizes& sizes, Body& body);

/// Places what the pointers of a record lead to one after another from `next` on, and counts it.
class RecordPlacer : public PointerWalk<RecordPlacer> {
 public:
  RecordPlacer(std::uint64_t base, std::uint64_t& next) : PointerWalk(base), next_(next) {}

  template <class T>
  void rows(std::string_view /*name*/, std::uint64_t base, Array<T>& array, auto& count) {
    using Count = std::remove_reference_t<decltype(count)>;
    count = Count(array.items.size());
    fits_ = fits_ && std::cmp_equal(count, array.items.size());
    array.pointer = array.items.empty() ? 0 : std::int64_t(next_ - base);
    if constexpr (LeafValue<T>) {
      next_ += array.items.size() * sizeof(T);
    } else {
      const std::uint64_t first = next_;
      next_ += array.items.size() * kFixedSize<T>;
      for (std::size_t row = 0; row < array.items.size(); ++row)
        fits_ = place(first + row * kFixedSize<T>, next_, array.items[row]) && fits_;
    }
  }
  void enter(std::string_view /*name*/, const auto& inside) { inside(); }
  void chars(std::string_view name, std::uint64_t base, Text& text) {
    rows(name, base, text.chars, text.size);
  }

  /// False when a count does not fit its field.
  template <class T>
  static bool place(std::uint64_t base, std::uint64_t& next, T& record) {
    RecordPlacer placer(base, next);
    layout(placer, record);
    return placer.fits_;
  }

 private:
  std::uint64_t& next_;
  bool fits_ = true;
};

}  // namespace mw::wows::assets
