#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/core/field.h>
#include <meshwright/core/fixed_text.h>
#include <meshwright/core/json_value.h>
#include <meshwright/core/path.h>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw {

/// Reads records back from JSON by the same lists of fields that wrote them (see field.h).
///
/// As in Reader, the first failure sticks. A missing member, a value of the wrong kind or outside its field's
/// range, and a member nobody asked for are failures: nothing in an edited file is ignored silently.
class JsonReader {
 public:
  explicit JsonReader(const JsonValue& root) { enter(root); }

  template <LeafValue T>
  void field(std::string_view name, T& leaf) {
    PathScope scope(path_, name);
    if (const JsonValue* value = member(name)) leaf_value(*value, leaf);
  }

  void field(std::string_view name, Bytes& bytes);

  /// Texts in all the forms that JsonWriter gives them.
  void field(std::string_view name, std::string& text);
  template <std::size_t N>
  void field(std::string_view name, FixedText<N>& text) {
    std::string all;
    field(name, all);
    if (all.size() > N) {
      PathScope scope(path_, name);
      return fail("a text of " + std::to_string(all.size()) + " bytes does not fit " + std::to_string(N));
    }
    text = FixedText<N>(all);
  }

  template <class T>
    requires(!LeafValue<T>)
  void field(std::string_view name, T& record) {
    PathScope scope(path_, name);
    if (const JsonValue* value = member(name)) record_value(*value, record);
  }

  /// `blank` is what each row is before its fields are read: rows that need to know more than their JSON
  /// says.
  template <class T>
  void table(std::string_view name, std::vector<T>& rows, const T& blank = {}) {
    PathScope scope(path_, name);
    const JsonValue* value = member(name);
    const JsonArray* array = value != nullptr ? expect_array(*value) : nullptr;
    if (array == nullptr) return;
    rows.assign(array->size(), blank);
    for (std::size_t row = 0; row < rows.size() && ok(); ++row) {
      scope.set_row(row);
      if constexpr (LeafValue<T>)
        leaf_value((*array)[row], rows[row]);
      else
        record_value((*array)[row], rows[row]);
    }
  }

  bool has(std::string_view name) const;

  /// To be called after the last field: members left over are a failure.
  void finish() { leave(); }

  void fail(std::string message);
  bool ok() const { return !error_; }
  const Error& error() const { return *error_; }
  Path& path() { return path_; }

 private:
  struct Frame {
    const JsonObject* object;
    std::vector<bool> used;
    std::size_t next = 0;  // members mostly come in the order they are asked for
  };

  template <LeafValue T>
  void leaf_value(const JsonValue& value, T& leaf) {
    using Shape = Leaf<T>;
    if constexpr (Number<T>) {
      number(value, leaf);
    } else {
      const JsonArray* array = expect_array(value);
      if (array == nullptr) return;
      if (array->size() != Shape::count) return fail_length(Shape::count, array->size());
      for (std::size_t i = 0; i < Shape::count; ++i) number((*array)[i], Shape::at(leaf, i));
    }
  }

  template <class T>
  void record_value(const JsonValue& value, T& record) {
    if (!enter(value)) return;
    visit_fields(*this, record);
    leave();
  }

  template <Number T>
  void number(const JsonValue& value, T& out) {
    if constexpr (std::is_floating_point_v<T>) {
      real(value, out);
    } else if (const auto* natural = value.get_if<std::uint64_t>()) {
      std::in_range<T>(*natural) ? void(out = T(*natural)) : fail_range<T>(std::to_string(*natural));
    } else if (const auto* integer = value.get_if<std::int64_t>()) {
      std::in_range<T>(*integer) ? void(out = T(*integer)) : fail_range<T>(std::to_string(*integer));
    } else {
      fail_kind("an integer", value);
    }
  }

  template <Number T>
  void fail_range(const std::string& got) {
    fail(got + " is outside " + std::to_string(std::numeric_limits<T>::min()) + ".." +
         std::to_string(std::numeric_limits<T>::max()));
  }

  void real(const JsonValue& value, float& out);
  /// NaNs lose their payload.
  void real(const JsonValue& value, double& out);
  bool enter(const JsonValue& value);
  void leave();
  const JsonValue* member(std::string_view name);
  const JsonArray* expect_array(const JsonValue& value);
  void fail_kind(std::string_view expected, const JsonValue& got);
  void fail_length(std::size_t expected, std::size_t got);

  std::vector<Frame> frames_;
  Path path_;
  std::optional<Error> error_;
};

}  // namespace mw
