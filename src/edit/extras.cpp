#include <meshwright/core/detail/text.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/typed_extras.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "find.h"

namespace mw::edit {
namespace {

/// Ids and flags are different numbers if one bit differs. Programs that hold numbers in single precision
/// round them.
bool same_integer(std::int64_t original, const JsonValue& edited) {
  if (const auto integer = integer_of(edited)) return original == *integer;
  const auto* real = edited.get_if<JsonReal>();
  return real != nullptr && (real->wide == double(original) || real->wide == double(float(original)));
}

/// Of any form of a number: "0x80000001", "NaN", true.
std::optional<double> number_meant(const JsonValue& value) {
  if (const auto* flag = value.get_if<bool>()) return *flag ? 1 : 0;
  if (const auto integer = integer_of(value)) return double(*integer);
  if (const auto* real = value.get_if<JsonReal>()) return real->wide;
  if (const auto number = float_of(value)) return double(*number);
  return std::nullopt;
}

bool same_number(double a, double b, float tolerance) {
  if (a == b || (!std::isfinite(a) && !std::isfinite(b))) return true;
  return std::abs(a - b) <= double(tolerance) * std::max(std::abs(a), std::abs(b));
}

bool same_list(const JsonArray& original, const JsonArray& edited, float tolerance) {
  return std::ranges::equal(
      original, edited, [&](const JsonValue& a, const JsonValue& b) { return same_extra(a, b, tolerance); });
}

bool same_members(const JsonObject& original, const JsonObject& edited, float tolerance) {
  std::unordered_map<std::string_view, const JsonValue*> by_name;
  for (const auto& [name, value] : original) by_name.emplace(name, &value);
  return std::ranges::all_of(edited, [&](const JsonMember& member) {
    const auto before = by_name.find(member.first);
    return before != by_name.end() && same_extra(*before->second, member.second, tolerance);
  });
}

/// A list of records that was typed as a text.
std::optional<JsonValue> typed_list(const JsonArray& original, std::string_view text) {
  const auto* like = original.empty() ? nullptr : original.front().get_if<JsonObject>();
  if (like == nullptr) return std::nullopt;
  TypedRows typed = parse_rows(text, *like);
  if (typed.rows.empty() || !typed.strange.empty()) return std::nullopt;
  return JsonValue(std::move(typed.rows));
}

/// A text in the place of a list or an object, as that.
std::optional<JsonValue> structured(const JsonValue& original, const JsonValue& edited) {
  const auto* text = edited.get_if<std::string>();
  const auto* list = original.get_if<JsonArray>();
  if (text == nullptr || (list == nullptr && original.get_if<JsonObject>() == nullptr)) return std::nullopt;
  auto value = parse_python(*text);
  if (value && (value->get_if<JsonArray>() != nullptr) == (list != nullptr)) return value;
  return list != nullptr ? typed_list(*list, *text) : std::nullopt;
}

/// Members by name, of several with one name the first.
class Members {
 public:
  explicit Members(JsonObject& all) : all_(all) {
    for (std::size_t i = 0; i < all.size(); ++i) rows_.emplace(all[i].first, i);
  }

  JsonValue* find(const std::string& name) {
    const auto row = rows_.find(name);
    return row != rows_.end() ? &all_[row->second].second : nullptr;
  }
  void add(const JsonMember& member) {
    rows_.emplace(member.first, all_.size());
    all_.push_back(member);
  }

 private:
  JsonObject& all_;
  std::unordered_map<std::string, std::size_t> rows_;
};

/// With the missing members of the edited one.
JsonValue completed(const JsonValue& original, const JsonValue& edited) {
  if (const auto value = structured(original, edited)) return completed(original, *value);
  const auto* before = original.get_if<JsonObject>();
  const auto* after = edited.get_if<JsonObject>();
  if (before == nullptr || after == nullptr) return edited;
  JsonObject all = *before;
  Members members(all);
  for (const JsonMember& member : *after) {
    if (JsonValue* value = members.find(member.first))
      *value = completed(*value, member.second);
    else
      members.add(member);
  }
  return all;
}

/// The rest of a list whose items were all removed; the original has none.
bool is_empty(const JsonValue& value) {
  const auto* list = value.get_if<JsonArray>();
  const auto* text = value.get_if<std::string>();
  return (list != nullptr && list->empty()) || (text != nullptr && text->empty());
}

}  // namespace

bool same_extra(const JsonValue& original, const JsonValue& edited, float tolerance) {
  if (edited.get_if<std::monostate>() != nullptr) return true;
  if (const auto value = structured(original, edited)) return same_extra(original, *value, tolerance);
  const auto* list_a = original.get_if<JsonArray>();
  const auto* list_b = edited.get_if<JsonArray>();
  if (list_a != nullptr && list_b != nullptr) return same_list(*list_a, *list_b, tolerance);
  const auto* object_a = original.get_if<JsonObject>();
  const auto* object_b = edited.get_if<JsonObject>();
  if (object_a != nullptr && object_b != nullptr) return same_members(*object_a, *object_b, tolerance);
  if (const auto integer = integer_of(original); integer && (integer_of(edited) || edited.get_if<JsonReal>()))
    return same_integer(*integer, edited);
  const auto a = number_meant(original);
  const auto b = number_meant(edited);
  if (a && b) return same_number(*a, *b, tolerance);
  return same_value(original, edited);
}

Extras edited_extras(const Extras& original, const Extras& edited, float tolerance,
                     std::vector<std::string>& changed) {
  Extras all = original;
  Members members(all);
  for (const JsonMember& member : edited) {
    JsonValue* before = members.find(member.first);
    if (before != nullptr ? same_extra(*before, member.second, tolerance) : is_empty(member.second)) continue;
    changed.push_back(member.first);
    if (before == nullptr)
      members.add(member);
    else
      *before = completed(*before, member.second);
  }
  return all;
}

}  // namespace mw::edit
