#include <fmt/format.h>
#include <meshwright/core/detail/json_reader.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "number.h"

namespace mw {
namespace {

template <class T>
bool parse_whole(std::string_view digits, T& out) {
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return status == std::errc() && end == digits.data() + digits.size();
}

}  // namespace

void JsonReader::fail_at(std::uint32_t entry, std::string message) {
  if (!error_) error_ = Error{places_.offset(entry), path_.text(), std::move(message)};
}

void JsonReader::fail(std::string message) {
  if (!frames_.empty()) return fail_at(member_, std::move(message));
  if (!error_) error_ = Error{.field = path_.text(), .message = std::move(message)};
}

void JsonReader::fail_kind(std::string_view expected) {
  fail_at(entry_, fmt::format("expected {}, got {}", expected, places_.kind(entry_)));
}

void JsonReader::fail_length(std::size_t expected) {
  fail_at(entry_, fmt::format("expected {} numbers, got {}", expected, json_.count(entry_)));
}

void JsonReader::fail_integer(const std::string& range) {
  if (places_.kind(entry_) != "an integer") return fail_kind("an integer");
  fail_at(entry_, fmt::format("{} is outside {}", places_.number(entry_), range));
}

/// A member that was read before is a repeated one.
void JsonReader::fail_left_over(std::uint32_t key, const Frame& frame) {
  const std::string name = json_.string(key);
  const auto first = members_.begin() + std::ptrdiff_t(frame.first_member);
  const bool repeated = std::any_of(first, members_.end(), [&](const Member& member) {
    return member.used && json_.string(member.key) == name;
  });
  fail_at(key, fmt::format("{} member \"{}\"", repeated ? "repeated" : "unknown", escape_text(name)));
}

bool JsonReader::enter() {
  if (json_.kind(entry_) != Kind::object) {
    fail_kind("an object");
    return false;
  }
  frames_.push_back({entry_, json_.behind(entry_)});
  member_ = entry_++;
  return true;
}

void JsonReader::leave() {
  if (frames_.empty()) return;
  Frame& frame = frames_.back();
  if (frame.first_member == kNotListed && ok() && entry_ < frame.end) list_members(frame);
  if (frame.first_member != kNotListed) {
    const auto unused = std::find_if(members_.begin() + std::ptrdiff_t(frame.first_member), members_.end(),
                                     [](const Member& member) { return !member.used; });
    if (ok() && unused != members_.end()) fail_left_over(unused->key, frame);
    members_.resize(frame.first_member);
  }
  entry_ = frame.end;
  frames_.pop_back();
}

void JsonReader::list_members(Frame& frame) {
  frame.first_member = members_.size();
  for (std::uint32_t key = frame.object + 1; key < frame.end; key = json_.behind(key + 1))
    members_.push_back({key, key < entry_});
}

bool JsonReader::find_member(std::string_view name) {
  if (!ok() || frames_.empty()) return false;
  Frame& frame = frames_.back();
  if (frame.first_member == kNotListed) list_members(frame);
  const std::size_t count = members_.size() - frame.first_member;
  for (std::size_t step = 0; step < count; ++step) {
    const std::size_t index = (frame.next + step) % count;
    Member& member = members_[frame.first_member + index];
    if (member.used || !json_.is_string(member.key, name)) continue;
    member.used = true;
    frame.next = index + 1;
    member_ = entry_ = member.key + 1;
    return true;
  }
  fail_at(frame.object, "missing");
  return false;
}

bool JsonReader::has(std::string_view name) {
  if (is_next(name)) return true;
  if (!ok() || frames_.empty()) return false;
  Frame& frame = frames_.back();
  if (frame.first_member == kNotListed) list_members(frame);
  return std::any_of(members_.begin() + std::ptrdiff_t(frame.first_member), members_.end(),
                     [&](const Member& member) { return json_.is_string(member.key, name); });
}

void JsonReader::hex_field(std::string_view name, std::uint32_t& id) {
  constexpr std::size_t kDigits = 8;
  PathScope scope(path_, name);
  if (!member(name)) return;
  if (json_.kind(entry_) != Kind::string) return leaf_value(id);
  const std::string text(json_.string(entry_));
  const char* end = text.data() + text.size();
  if (text.size() != kDigits + 2 || !text.starts_with("0x") ||
      std::from_chars(text.data() + 2, end, id, 16).ptr != end)
    return fail("expected 0x and eight hex digits");
  ++entry_;
}

void JsonReader::field(std::string_view name, std::string& text) {
  PathScope scope(path_, name);
  if (member(name)) text_value(text);
}

void JsonReader::text_value(std::string& text) {
  if (json_.kind(entry_) == Kind::string) {
    text = json_.string(entry_++);
    return;
  }
  if (json_.kind(entry_) != Kind::object) return fail_kind("a string");
  enter();
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
  if (!member(name)) return;
  if (json_.kind(entry_) != Kind::string) return fail_kind("a string of hex digits");
  if (auto decoded = from_hex(json_.raw_string(entry_)))
    bytes = *std::move(decoded);
  else
    fail("expected an even number of hex digits");
  ++entry_;
}

bool JsonReader::expect_array() {
  if (json_.kind(entry_) == Kind::array) return true;
  fail_kind("an array");
  return false;
}

bool JsonReader::long_integer(std::uint64_t& out) {
  return json_.kind(entry_) == Kind::number && parse_whole(places_.number(entry_), out);
}
bool JsonReader::long_integer(std::int64_t& out) {
  return json_.kind(entry_) == Kind::number && parse_whole(places_.number(entry_), out);
}

template <class T>
void JsonReader::real_value(T& out) {
  if (json_.kind(entry_) <= Kind::number) {
    const std::string_view digits = places_.number(entry_);
    out = parse_json_real<T>(digits);
    if (std::isinf(out)) fail_at(entry_, fmt::format("{} is too large for its field", digits));
  } else if (const auto word =
                 json_.kind(entry_) == Kind::string ? parse_float_word(json_.string(entry_)) : std::nullopt) {
    out = *word;
  } else {
    fail_kind("a number");
  }
}

void JsonReader::real(float& out) {
  real_value(out);
}
void JsonReader::real(double& out) {
  real_value(out);
}

}  // namespace mw
