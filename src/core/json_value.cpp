#include <meshwright/core/json_value.h>

// The only place that sees the JSON library: its headers cost seconds to compile. It reports errors through
// the handler below, so it needs no exceptions.
#define JSON_NOEXCEPTION
#include <nlohmann/json.hpp>

#include <meshwright/core/text.h>
#include <optional>

namespace mw {
namespace {

/// Builds a JsonValue out of the parser's events.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return add({}); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(std::int64_t(value)); }
  bool number_unsigned(number_unsigned_t value) override { return add(std::uint64_t(value)); }
  bool number_float(number_float_t value, const string_t& text) override {
    return add(JsonReal{value, parse_float(text)});
  }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonObject()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(JsonArray()); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // The library's text begins with its own code: "[json.exception.parse_error.101] parse error at line …:
    // ".
    const std::string_view text = error.what();
    const auto start = text.find(": ");
    error_ = Error{.offset = position > 0 ? position - 1 : 0,
                   .field = {},
                   .message = "not JSON: " + std::string(start == text.npos ? text : text.substr(start + 2))};
    return false;
  }

  Result<JsonValue> take() {
    if (error_) return fail(*error_);
    return std::move(root_);
  }

 private:
  bool add(JsonValue value) {
    insert(std::move(value));
    return true;
  }

  bool open(JsonValue container) {
    if (open_.size() >= std::size_t(kMaxJsonDepth)) {
      error_ = Error{.message = "nested deeper than " + std::to_string(kMaxJsonDepth) + " levels"};
      return false;
    }
    open_.push_back(insert(std::move(container)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  /// Pointers to open containers stay valid: only the innermost one grows.
  JsonValue* insert(JsonValue value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    if (auto* array = open_.back()->get_if<JsonArray>()) return &array->emplace_back(std::move(value));
    auto* object = open_.back()->get_if<JsonObject>();
    return &object->emplace_back(std::move(key_), std::move(value)).second;
  }

  JsonValue root_;
  std::vector<JsonValue*> open_;
  std::string key_;
  std::optional<Error> error_;
};

}  // namespace

Result<JsonValue> parse_json(std::string_view text) {
  TreeBuilder builder;
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
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
