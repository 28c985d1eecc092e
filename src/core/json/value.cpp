#include <meshwright/core/json_text.h>
#include <meshwright/core/json_value.h>
#include <charconv>
#include <cmath>
#include <optional>

#include "number.h"

template class std::vector<mw::JsonValue>;
template class std::vector<mw::JsonMember>;

namespace mw {

JsonValue::JsonValue() noexcept = default;
JsonValue::JsonValue(const JsonValue& other) = default;
JsonValue::JsonValue(JsonValue&& other) noexcept = default;
JsonValue& JsonValue::operator=(const JsonValue& other) = default;
JsonValue& JsonValue::operator=(JsonValue&& other) noexcept = default;
JsonValue::~JsonValue() = default;

JsonValue::JsonValue(bool value) : data_(value) {}
JsonValue::JsonValue(std::int64_t value) : data_(value) {}
JsonValue::JsonValue(std::uint64_t value) : data_(value) {}
JsonValue::JsonValue(float value) : data_(JsonReal{value, value}) {}
JsonValue::JsonValue(JsonReal value) : data_(value) {}
JsonValue::JsonValue(std::string value) : data_(std::move(value)) {}
JsonValue::JsonValue(std::string_view value) : data_(std::string(value)) {}
JsonValue::JsonValue(const char* value) : data_(std::string(value)) {}
JsonValue::JsonValue(JsonArray value) : data_(std::move(value)) {}
JsonValue::JsonValue(JsonObject value) : data_(std::move(value)) {}

namespace {

/// Builds the values of a parsed text. Goes no deeper than the parser did.
class TreeBuilder {
 public:
  explicit TreeBuilder(const JsonText& json) : json_(json), places_(json) {}

  JsonValue value(std::uint32_t entry) {
    switch (json_.kind(entry)) {
      case JsonText::Kind::object:
        return object(entry);
      case JsonText::Kind::array:
        return array(entry);
      case JsonText::Kind::string:
        return json_.string(entry);
      case JsonText::Kind::truth:
        return json_.word(entry) != 0;
      case JsonText::Kind::null:
        return {};
      default:
        return number(entry);
    }
  }

  const std::optional<Error>& error() const { return error_; }

 private:
  JsonValue object(std::uint32_t entry) {
    JsonObject members;
    for (std::uint32_t key = entry + 1; key < json_.behind(entry); key = json_.behind(key + 1))
      members.emplace_back(json_.string(key), value(key + 1));
    return members;
  }

  JsonValue array(std::uint32_t entry) {
    JsonArray items;
    items.reserve(json_.count(entry));
    for (std::uint32_t item = entry + 1; item < json_.behind(entry); item = json_.behind(item))
      items.push_back(value(item));
    return items;
  }

  /// Integers stay integers, except -0, which has a sign only as a real.
  JsonValue number(std::uint32_t entry) {
    const JsonText::Kind kind = json_.kind(entry);
    if (kind == JsonText::Kind::natural) return std::uint64_t(json_.word(entry));
    if (kind == JsonText::Kind::negative && json_.word(entry) > 0) return -std::int64_t(json_.word(entry));
    const std::string_view digits = places_.number(entry);
    if (kind == JsonText::Kind::number) {
      if (const auto natural = whole<std::uint64_t>(digits)) return *natural;
      if (const auto integer = whole<std::int64_t>(digits)) return *integer;
    }
    const JsonReal real{parse_json_real<double>(digits), parse_json_real<float>(digits)};
    if (std::isinf(real.wide) && !error_)
      error_ = Error{.offset = places_.offset(entry),
                     .message = "not JSON: a number too large for a double",
                     .code = ErrorCode::syntax};
    return real;
  }

  template <class T>
  static std::optional<T> whole(std::string_view digits) {
    T value = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (status != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
  }

  const JsonText& json_;
  JsonPlaces places_;
  std::optional<Error> error_;
};

}  // namespace

Result<JsonValue> parse_json(std::string_view text) {
  const auto json = JsonText::parse(text);
  if (!json) return fail(json.error());
  TreeBuilder builder(*json);
  JsonValue root = builder.value(0);
  if (builder.error()) return fail(*builder.error());
  return root;
}

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto* object = get_if<JsonObject>();
  if (object == nullptr) return nullptr;
  for (const auto& [name, value] : *object)
    if (name == key) return &value;
  return nullptr;
}

std::string_view JsonValue::kind() const {
  switch (data_.index()) {
    case 0:
      return "null";
    case 1:
      return "a truth value";
    case 2:
    case 3:
      return "an integer";
    case 4:
      return "a number";
    case 5:
      return "a string";
    case 6:
      return "an array";
    default:
      return "an object";
  }
}

}  // namespace mw
