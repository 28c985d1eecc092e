#include <fmt/format.h>
#include <meshwright/core/json_reader.h>
#include <meshwright/core/text.h>
#include <algorithm>

namespace mw {

void JsonReader::fail(std::string message) {
  if (!error_) error_ = Error{.field = path_.text(), .message = std::move(message)};
}

void JsonReader::fail_kind(std::string_view expected, const JsonValue& got) {
  fail(fmt::format("expected {}, got {}", expected, got.kind()));
}

void JsonReader::fail_length(std::size_t expected, std::size_t got) {
  fail(fmt::format("expected {} numbers, got {}", expected, got));
}

bool JsonReader::enter(const JsonValue& value) {
  const auto* object = value.get_if<JsonObject>();
  if (object == nullptr) {
    fail_kind("an object", value);
    return false;
  }
  frames_.push_back({object, std::vector<bool>(object->size())});
  return true;
}

void JsonReader::leave() {
  if (frames_.empty()) return;
  const Frame& frame = frames_.back();
  const auto unused = std::ranges::find(frame.used, false);
  if (ok() && unused != frame.used.end()) {
    const std::string& name = (*frame.object)[std::size_t(unused - frame.used.begin())].first;
    fail(fmt::format("unknown or repeated member \"{}\"", escape_text(name)));
  }
  frames_.pop_back();
}

const JsonValue* JsonReader::member(std::string_view name) {
  if (!ok() || frames_.empty()) return nullptr;
  Frame& frame = frames_.back();
  const std::size_t count = frame.object->size();
  for (std::size_t step = 0; step < count; ++step) {
    const std::size_t index = (frame.next + step) % count;
    if (frame.used[index] || (*frame.object)[index].first != name) continue;
    frame.used[index] = true;
    frame.next = index + 1;
    return &(*frame.object)[index].second;
  }
  fail("missing");
  return nullptr;
}

bool JsonReader::has(std::string_view name) const {
  if (frames_.empty()) return false;
  return std::ranges::any_of(*frames_.back().object,
                             [&](const JsonMember& member) { return member.first == name; });
}

void JsonReader::field(std::string_view name, std::string& text) {
  PathScope scope(path_, name);
  const JsonValue* found = member(name);
  if (found == nullptr) return;
  if (const auto* string = found->get_if<std::string>()) {
    text = *string;
    return;
  }
  if (found->get_if<JsonObject>() == nullptr) return fail_kind("a string", *found);
  enter(*found);
  Bytes bytes;
  if (has("bytes")) {
    text.clear();
    field("bytes", bytes);
  } else {
    field("text", text);
    field("tail", bytes);
  }
  text += text_of(bytes);
  leave();
}

void JsonReader::field(std::string_view name, Bytes& bytes) {
  PathScope scope(path_, name);
  const JsonValue* found = member(name);
  if (found == nullptr) return;
  const auto* digits = found->get_if<std::string>();
  if (digits == nullptr) return fail_kind("a string of hex digits", *found);
  if (auto decoded = from_hex(*digits))
    bytes = *std::move(decoded);
  else
    fail("expected an even number of hex digits");
}

const JsonArray* JsonReader::expect_array(const JsonValue& value) {
  const auto* array = value.get_if<JsonArray>();
  if (array == nullptr) fail_kind("an array", value);
  return array;
}

void JsonReader::real(const JsonValue& value, float& out) {
  if (const auto* number = value.get_if<JsonReal>()) {
    out = number->narrow;
  } else if (const auto* natural = value.get_if<std::uint64_t>()) {
    out = float(*natural);
  } else if (const auto* integer = value.get_if<std::int64_t>()) {
    out = float(*integer);
  } else if (const auto* word = value.get_if<std::string>(); word != nullptr && parse_float_word(*word)) {
    out = *parse_float_word(*word);
  } else {
    fail_kind("a number", value);
  }
}

void JsonReader::real(const JsonValue& value, double& out) {
  if (const auto* number = value.get_if<JsonReal>()) {
    out = number->wide;
    return;
  }
  float narrow = 0;
  real(value, narrow);
  out = narrow;
  if (const auto* natural = value.get_if<std::uint64_t>()) out = double(*natural);
  if (const auto* integer = value.get_if<std::int64_t>()) out = double(*integer);
}

}  // namespace mw
