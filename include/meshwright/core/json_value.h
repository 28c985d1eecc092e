#pragma once

// Example:
//
//     #include <meshwright/core/json_value.h>
//     #include <cstdio>
//
//     void print_name(std::string_view text) {
//       const auto json = mw::parse_json(text);
//       const mw::JsonValue* name = json ? json->find("name") : nullptr;
//       if (const auto* known = name != nullptr ? name->get_if<std::string>() : nullptr)
//         std::printf("%s\n", known->c_str());
//     }

#include <meshwright/core/json_text.h>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mw {

class JsonValue;

/// A number that was not an integer in the text. Both roundings of that text are kept: rounding twice, to
/// double and then to float, would not always give the nearest float.
struct JsonReal {
  double wide = 0;
  float narrow = 0;
};

using JsonArray = std::vector<JsonValue>;
using JsonMember = std::pair<std::string, JsonValue>;
/// Members in the order of the text.
using JsonObject = std::vector<JsonMember>;

/// A parsed JSON text, or one put together to be printed.
class JsonValue {
 public:
  using Data = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, JsonReal, std::string,
                            JsonArray, JsonObject>;

  JsonValue() = default;
  JsonValue(bool value) : data_(value) {}
  JsonValue(std::int64_t value) : data_(value) {}
  JsonValue(std::uint64_t value) : data_(value) {}
  JsonValue(float value) : data_(JsonReal{value, value}) {}
  JsonValue(JsonReal value) : data_(value) {}
  JsonValue(std::string value) : data_(std::move(value)) {}
  JsonValue(std::string_view value) : data_(std::string(value)) {}
  JsonValue(const char* value) : data_(std::string(value)) {}
  JsonValue(JsonArray value) : data_(std::move(value)) {}
  JsonValue(JsonObject value) : data_(std::move(value)) {}

  template <class T>
  const T* get_if() const {
    return std::get_if<T>(&data_);
  }
  template <class T>
  T* get_if() {
    return std::get_if<T>(&data_);
  }
  const Data& data() const { return data_; }

  /// The member of that name; null when this is no object or has none.
  const JsonValue* find(std::string_view key) const;

  /// "an object", "a string", … for messages.
  std::string_view kind() const;

 private:
  Data data_;
};

/// Parses one JSON text, an object or an array, into values that need it no longer. Made for small trees:
/// large files are read from a JsonText. The error's offset is the byte where the text stops making sense.
Result<JsonValue> parse_json(std::string_view text);

}  // namespace mw
