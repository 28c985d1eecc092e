#pragma once

#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/fixed_text.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/scene.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Records of a file as extras of a scene, from their lists of fields, and back.
namespace mw::scene {

/// Types of fields that only hold places in the file, and mean nothing in a scene.
template <class T>
inline constexpr bool kOnlyPlaces = false;

/// An integer in extras: a number if 32 signed bits hold it, "0x80000001" beyond. Other programs keep these
/// two; Blender makes texts of larger numbers.
JsonValue extras_integer(std::int64_t value);
/// Of a number or of such a text; also of the decimal text that Blender makes.
std::optional<std::int64_t> integer_of(const JsonValue& value);
/// Of a number, or of a text for a number that JSON lacks ("NaN").
std::optional<float> float_of(const JsonValue& value);

/// Of a text field in any of its forms in extras: plain, with the bytes after its NUL, or in hex if it is not
/// UTF-8.
std::optional<std::string> field_text(const JsonValue& value);

/// Whether two values print alike.
bool same_value(const JsonValue& a, const JsonValue& b);
const JsonValue* find(const Extras& extras, std::string_view name);
/// The names of all extras of a scene and its parts, each once: a list of losses for formats without extras.
std::vector<std::string> extras_names(const Scene& scene);

/// The `io` that makes extras of a record.
class ExtrasMaker {
 public:
  template <LeafValue T>
  void field(std::string_view name, const T& leaf) {
    using Shape = Leaf<T>;
    if constexpr (Number<T>) {
      add(name, number(leaf));
    } else {
      JsonArray list;
      list.reserve(Shape::count);
      for (std::size_t i = 0; i < Shape::count; ++i) list.push_back(number(Shape::at(leaf, i)));
      add(name, std::move(list));
    }
  }

  template <std::size_t N>
  void field(std::string_view name, const FixedText<N>& text) {
    const ShownText shown = show_text(text.view(), text.tail());
    if (!shown.bytes.empty())
      add(name, JsonObject{{"bytes", shown.bytes}});
    else if (!shown.tail.empty())
      add(name, JsonObject{{"text", shown.text}, {"tail", shown.tail}});
    else
      add(name, shown.text);
  }

  template <class T>
    requires(!LeafValue<T>)
  void field(std::string_view name, const T& record) {
    if constexpr (!kOnlyPlaces<T>) {
      ExtrasMaker inner;
      visit_fields(inner, record);
      add(name, inner.take());
    }
  }

  Extras take() { return std::move(members_); }

 private:
  template <Number T>
  static JsonValue number(T value) {
    if constexpr (std::is_floating_point_v<T>) {
      return float(value);
    } else {
      return extras_integer(std::int64_t(value));
    }
  }

  void add(std::string_view name, JsonValue value) { members_.emplace_back(name, std::move(value)); }

  Extras members_;
};

/// The `io` that reads a record's fields from extras. Missing values, or values of another kind, change
/// nothing.
class ExtrasTaker {
 public:
  explicit ExtrasTaker(const Extras& extras) : extras_(extras) {}

  template <LeafValue T>
  void field(std::string_view name, T& leaf) {
    using Shape = Leaf<T>;
    const JsonValue* value = find(extras_, name);
    if (value == nullptr) return;
    if constexpr (Number<T>) {
      take(*value, leaf);
    } else {
      const auto* list = value->get_if<JsonArray>();
      if (list == nullptr || list->size() != Shape::count) return;
      for (std::size_t i = 0; i < Shape::count; ++i) take((*list)[i], Shape::at(leaf, i));
    }
  }

  template <std::size_t N>
  void field(std::string_view name, FixedText<N>& text) {
    const JsonValue* value = find(extras_, name);
    if (value == nullptr) return;
    if (const auto* plain = value->get_if<std::string>()) {
      text = FixedText<N>(*plain);
    } else if (const JsonValue* bytes = value->find("bytes")) {
      take_hex("", *bytes, text);
    } else if (const JsonValue* shown = value->find("text"); shown != nullptr && value->find("tail")) {
      const auto* word = shown->get_if<std::string>();
      if (word != nullptr) take_hex(*word, *value->find("tail"), text);
    }
  }

  template <class T>
    requires(!LeafValue<T>)
  void field(std::string_view name, T& record) {
    const JsonValue* value = find(extras_, name);
    const auto* object = value != nullptr ? value->get_if<JsonObject>() : nullptr;
    if (object == nullptr) return;
    ExtrasTaker inner(*object);
    visit_fields(inner, record);
  }

 private:
  template <Number T>
  static void take(const JsonValue& value, T& number) {
    if constexpr (std::is_floating_point_v<T>) {
      if (const auto taken = float_of(value)) number = *taken;
    } else {
      const auto taken = integer_of(value);
      if (taken && std::in_range<T>(*taken)) number = T(*taken);
    }
  }

  template <std::size_t N>
  static void take_hex(std::string_view before, const JsonValue& hex, FixedText<N>& text) {
    const auto* digits = hex.get_if<std::string>();
    const auto bytes = digits != nullptr ? from_hex(*digits) : std::nullopt;
    if (bytes) text = FixedText<N>(std::string(before) + std::string(text_of(*bytes)));
  }

  const Extras& extras_;
};

/// All fields of a record.
template <class T>
Extras record_extras(const T& record) {
  ExtrasMaker maker;
  visit_fields(maker, record);
  return maker.take();
}

/// The members in which one differs from the other; both have the same.
Extras differing(Extras extras, const Extras& usual);

/// The `io` that makes extras of the fields in which a record differs from a usual one. Fields with equal
/// bytes, nearly all, are skipped before any value is made of them.
template <class Record>
  requires std::is_trivially_copyable_v<Record>
class UnusualFields {
 public:
  UnusualFields(const Record& record, const Record& usual, std::span<const std::string_view> left_out)
      : record_(record), usual_(usual), left_out_(left_out) {}

  template <class T>
  void field(std::string_view name, const T& value) {
    const T& usual = in_usual(value);
    const bool same = std::memcmp(static_cast<const void*>(&value), &usual, sizeof(T)) == 0;
    if (same || std::ranges::find(left_out_, name) != left_out_.end()) return;
    for (JsonMember& member : differing(made(name, value), made(name, usual)))
      members_.push_back(std::move(member));
  }

  Extras take() { return std::move(members_); }

 private:
  /// The same field there, at the same offset.
  template <class T>
  const T& in_usual(const T& value) const {
    const auto offset =
        reinterpret_cast<const std::byte*>(&value) - reinterpret_cast<const std::byte*>(&record_);
    return *reinterpret_cast<const T*>(reinterpret_cast<const std::byte*>(&usual_) + offset);
  }

  static Extras made(std::string_view name, const auto& value) {
    ExtrasMaker maker;
    maker.field(name, value);
    return maker.take();
  }

  const Record& record_;
  const Record& usual_;
  std::span<const std::string_view> left_out_;
  Extras members_;
};

/// The unusual fields, without those of the names that are left out.
template <class T>
Extras record_extras(const T& record, const T& usual, std::span<const std::string_view> left_out = {}) {
  UnusualFields<T> unusual(record, usual, left_out);
  visit_fields(unusual, record);
  return unusual.take();
}

/// Sets the fields that are in extras.
template <class T>
void read_record(const Extras& extras, T& record) {
  ExtrasTaker taker(extras);
  visit_fields(taker, record);
}

}  // namespace mw::scene
