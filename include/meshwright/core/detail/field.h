#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <string>
#include <string_view>
#include <type_traits>

/// How a record of a file describes itself.
///
/// Each record lists its fields once, in file order, in a free function found by argument-dependent lookup:
///
///     constexpr void fields(auto& io, Like<Edge> auto& edge) {
///       io.field("edge", edge.edge);
///       io.field("transition", edge.transition);
///     }
///
/// Reader, Writer, JsonWriter and JsonReader are all an `io`, so bytes in, bytes out, JSON in, JSON out and
/// the names in errors and dumps cannot drift apart. Where a field lies in its record is asked of the same
/// list: `field_byte<Edge>("transition")` is 4.
namespace mw {

/// T is U, const or not: one `fields` serves reading and writing.
template <class T, class U>
concept Like = std::same_as<std::remove_const_t<T>, U>;

template <class T>
concept Number = std::is_arithmetic_v<T> && !std::same_as<T, bool> && !std::same_as<T, char>;

enum class Scalar : std::uint8_t { u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64, text, bytes };

std::string_view to_string(Scalar scalar);
/// Bytes of one.
std::uint64_t size_of(Scalar scalar);

/// What a leaf of the file consists of: `count` scalars in a row.
struct FieldType {
  Scalar scalar = Scalar::u8;
  std::uint64_t count = 1;
};

/// "u32", "f32x3", "text", "bytes"
std::string to_string(FieldType type);

template <Number T>
constexpr Scalar scalar_of() {
  if constexpr (std::same_as<T, float>) return Scalar::f32;
  if constexpr (std::same_as<T, double>) return Scalar::f64;
  if constexpr (std::same_as<T, std::uint8_t>) return Scalar::u8;
  if constexpr (std::same_as<T, std::int8_t>) return Scalar::i8;
  if constexpr (std::same_as<T, std::uint16_t>) return Scalar::u16;
  if constexpr (std::same_as<T, std::int16_t>) return Scalar::i16;
  if constexpr (std::same_as<T, std::uint32_t>) return Scalar::u32;
  if constexpr (std::same_as<T, std::int32_t>) return Scalar::i32;
  if constexpr (std::same_as<T, std::uint64_t>) return Scalar::u64;
  if constexpr (std::same_as<T, std::int64_t>) return Scalar::i64;
}

/// Leaves: numbers, short fixed rows of them, and texts (fixed_text.h). `at` reaches a component for both
/// constness.
template <class T>
struct Leaf;

template <Number T>
struct Leaf<T> {
  using Component = T;
  static constexpr Scalar scalar = scalar_of<T>();
  static constexpr std::size_t count = 1;
  static constexpr auto& at(auto& value, std::size_t /*index*/) { return value; }
};

template <Number T, std::size_t N>
struct Leaf<std::array<T, N>> {
  using Component = T;
  static constexpr Scalar scalar = scalar_of<T>();
  static constexpr std::size_t count = N;
  static constexpr auto& at(auto& value, std::size_t index) { return value[index]; }
};

template <glm::length_t N, Number T>
struct Leaf<glm::vec<N, T>> {
  using Component = T;
  static constexpr Scalar scalar = scalar_of<T>();
  static constexpr std::size_t count = N;
  static constexpr auto& at(auto& value, std::size_t index) { return value[glm::length_t(index)]; }
};

/// A value stored in the file as its own bytes, so a plain copy reads or writes it.
template <class T>
concept LeafValue = requires { typename Leaf<std::remove_const_t<T>>::Component; } &&
                    sizeof(T) == Leaf<std::remove_const_t<T>>::count *
                                     sizeof(typename Leaf<std::remove_const_t<T>>::Component);

template <LeafValue T>
constexpr FieldType field_type_of() {
  using Shape = Leaf<std::remove_const_t<T>>;
  return {Shape::scalar, Shape::count};
}

/// Whether `fields(io, record)` exists.
template <class Io, class T>
concept HasFields = requires(Io& io, T& record) { fields(io, record); };

/// Calls a record's list of fields; without one the compiler says just that.
template <class Io, class T>
constexpr void visit_fields(Io& io, T& record) {
  constexpr bool kHasFields = HasFields<Io, T>;  // not the concept itself: its message would take ten lines
  static_assert(kHasFields, "this record has no list of fields; see field.h");
  if constexpr (kHasFields) fields(io, record);
}

/// An `io` that finds where a field begins, by its name or its path ("geometry.name").
class FieldFinder {
 public:
  constexpr explicit FieldFinder(std::string_view wanted) : wanted_(wanted) {}

  template <LeafValue T>
  constexpr void field(std::string_view name, const T& /*value*/) {
    if (name == wanted_) found_ = true;
    if (!found_) position_ += sizeof(T);
  }

  template <class T>
    requires(!LeafValue<T>)
  constexpr void field(std::string_view name, const T& record) {
    if (name == wanted_) found_ = true;
    if (found_) return;
    const std::string_view outer = wanted_;
    const bool inside = wanted_.starts_with(name) && wanted_.substr(name.size()).starts_with('.');
    wanted_ = inside ? wanted_.substr(name.size() + 1) : kNothing;
    visit_fields(*this, record);
    if (!found_) wanted_ = outer;
  }

  constexpr bool found() const { return found_; }
  /// Bytes before the field; of the whole record if it was not found.
  constexpr std::uint64_t position() const { return position_; }

 private:
  static constexpr std::string_view kNothing = "\n";  // no field has this name

  std::string_view wanted_;
  std::uint64_t position_ = 0;
  bool found_ = false;
};

/// Not constexpr: that a field of this name is not in the list stops the compiler here.
void no_field_of_this_name();

/// The byte of a record at which the field of that name begins.
template <class Record>
consteval std::uint64_t field_byte(std::string_view name) {
  FieldFinder finder(name);
  Record record{};  // a const one, g++ 12 cannot fill in a constructor
  visit_fields(finder, record);
  if (!finder.found()) no_field_of_this_name();
  return finder.position();
}

/// The total size of all fields of a record.
template <class Record>
consteval std::uint64_t record_size() {
  FieldFinder finder("");
  Record record{};  // a const one, g++ 12 cannot fill in a constructor
  visit_fields(finder, record);
  return finder.position();
}

/// A record that can be copied whole: its `sizeof` is its stride in the file (a static_assert for each checks
/// it).
template <class T>
concept PlainRecord = !LeafValue<T> && std::is_trivially_copyable_v<T>;

}  // namespace mw
