#pragma once

#include <meshwright/core/json_writer.h>
#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>

/// Answers as JSON: a record with a list of fields (field.h) becomes an object, a list an array, a list of
/// pairs whose first is a name an object, and a missing value null.
namespace mw {

/// A member that is left out if it is missing: `present(!notes.empty(), notes)`.
template <class T>
struct Present {
  const T* value;  // null: missing
};
template <class T>
Present<T> present(bool is_there, const T& value) {
  return {is_there ? &value : nullptr};
}
template <class T>
Present<T> present(const std::optional<T>& value) {
  return {value ? &*value : nullptr};
}

/// A list whose items come one by one: `produce` calls its argument with each.
template <class T>
struct Produced {
  std::function<void(const std::function<void(const T& item)>&)> produce;
};

/// The `io` of an answer's fields.
class AnswerWriter {
 public:
  explicit AnswerWriter(JsonWriter& json) : json_(json) {}

  template <class T>
  void field(std::string_view name, const T& value) {
    json_.key(name);
    write(value);
  }
  template <class T>
  void field(std::string_view name, const Present<T>& member) {
    if (member.value != nullptr) field(name, *member.value);
  }
  /// The members of another record, in this one; none of a missing record.
  template <class T>
  void members_of(const T& record) {
    if constexpr (requires { record.has_value(); }) {
      if (record) members_of(*record);
    } else {
      visit_fields(*this, record);
    }
  }
  /// Names and values by turns.
  template <class T, class... Rest>
  void members(std::string_view name, const T& value, const Rest&... rest) {
    field(name, value);
    if constexpr (sizeof...(rest) > 0) members(rest...);
  }

  template <class T>
  void write(const T& value) {
    if constexpr (Number<T> || std::same_as<T, bool> || std::same_as<T, std::nullptr_t> ||
                  std::same_as<T, JsonValue>)
      json_.value(value);
    else if constexpr (std::convertible_to<const T&, std::string_view>)
      json_.value(std::string_view(value));
    else if constexpr (requires { *value, value.has_value(); })
      value ? write(*value) : json_.value(nullptr);
    else if constexpr (LeafValue<T>)
      write_row(value);
    else if constexpr (requires { value.produce; })
      write_produced(value);
    else if constexpr (std::ranges::range<const T>)
      write_list(value);
    else
      write_record(value);
  }

 private:
  template <class T>
  void write_row(const T& row) {
    json_.begin_array(JsonWriter::Rows::one_line);
    for (std::size_t i = 0; i < Leaf<T>::count; ++i) json_.value(Leaf<T>::at(row, i));
    json_.end_array();
  }

  template <class List>
  void write_list(const List& list) {
    if constexpr (requires { std::string_view((*std::ranges::begin(list)).first); }) {
      json_.begin_object();
      for (const auto& [name, value] : list) field(name, value);
      json_.end_object();
    } else {
      json_.begin_array();
      for (const auto& value : list) write(value);
      json_.end_array();
    }
  }

  template <class T>
  void write_produced(const Produced<T>& list) {
    json_.begin_array();
    list.produce([this](const T& item) { write(item); });
    json_.end_array();
  }

  template <class T>
  void write_record(const T& record) {
    json_.begin_object();
    visit_fields(*this, record);
    json_.end_object();
  }

  JsonWriter& json_;
};

/// A line of JSON without its end: an object of names and values by turns.
template <class... Parts>
std::string json_line(const Parts&... names_and_values) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  AnswerWriter(json).members(names_and_values...);
  json.end_object();
  return json.take();
}

/// An answer that is a record, or a list.
template <class T>
std::string as_json(const T& answer) {
  JsonWriter json(JsonWriter::Style::compact);
  AnswerWriter(json).write(answer);
  return json.take();
}

}  // namespace mw
