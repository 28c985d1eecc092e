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

#include <meshwright/core/error.h>
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

/// A parsed JSON text, or one assembled for printing.
class JsonValue {
 public:
  using Data = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, JsonReal, std::string,
                            JsonArray, JsonObject>;

  // Every scene has values in it. What copies and destroys them is compiled once, in json/value.cpp: inside
  // each of its users it was a tenth of the time to compile the library.
  JsonValue() noexcept;
  JsonValue(const JsonValue& other);
  JsonValue(JsonValue&& other) noexcept;
  JsonValue& operator=(const JsonValue& other);
  JsonValue& operator=(JsonValue&& other) noexcept;
  ~JsonValue();

  JsonValue(bool value);
  JsonValue(std::int64_t value);
  JsonValue(std::uint64_t value);
  JsonValue(float value);
  JsonValue(JsonReal value);
  JsonValue(std::string value);
  JsonValue(std::string_view value);
  JsonValue(const char* value);
  JsonValue(JsonArray value);
  JsonValue(JsonObject value);

  template <class T>
  const T* get_if() const {
    return std::get_if<T>(&data_);
  }
  template <class T>
  T* get_if() {
    return std::get_if<T>(&data_);
  }
  const Data& data() const { return data_; }

  /// The member of that name; null if this is not an object or lacks it.
  const JsonValue* find(std::string_view key) const;

  /// "an object", "a string", … for messages.
  std::string_view kind() const;

 private:
  Data data_;
};

/// Parses one JSON text, an object or an array, into values that do not refer to it. Made for small trees:
/// read large files from a JsonText. The error's offset is the first invalid byte.
Result<JsonValue> parse_json(std::string_view text);

}  // namespace mw

extern template class std::vector<mw::JsonValue>;
extern template class std::vector<mw::JsonMember>;
