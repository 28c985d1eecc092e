#include "extras.h"

#include <meshwright/core/json_writer.h>

#include <cmath>
#include <optional>
#include <unordered_map>

namespace mw::scene {
namespace {

/// A number of any kind. A real one is compared as the float it was stored as.
std::optional<double> number_of(const JsonValue& value) {
  if (const auto* i = value.get_if<std::int64_t>()) return double(*i);
  if (const auto* u = value.get_if<std::uint64_t>()) return double(*u);
  if (const auto* real = value.get_if<JsonReal>()) return double(real->narrow);
  return std::nullopt;
}

std::string to_text(const JsonValue& value) {
  if (const auto* text = value.get_if<std::string>()) return *text;
  JsonWriter json(JsonWriter::Style::compact);
  json.value(value);
  return json.take();
}

bool same_leaf(const Report& report, const JsonValue& a, const JsonValue& b) {
  const auto x = number_of(a);
  const auto y = number_of(b);
  if (x.has_value() != y.has_value()) return false;
  if (x && report.tolerance() > 0 && std::abs(*x - *y) <= report.tolerance()) return true;
  return to_text(a) == to_text(b);
}

void compare_values(Report& report, const std::string& where, const JsonValue& a, const JsonValue& b);

void compare_arrays(Report& report, const std::string& where, const JsonArray& a, const JsonArray& b) {
  report.count(where, a.size(), b.size());
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    compare_values(report, fmt::format("{}[{}]", where, i), a[i], b[i]);
}

void compare_values(Report& report, const std::string& where, const JsonValue& a, const JsonValue& b) {
  const auto* object_a = a.get_if<JsonObject>();
  const auto* object_b = b.get_if<JsonObject>();
  if (object_a != nullptr && object_b != nullptr) return compare_extras(report, where, *object_a, *object_b);
  const auto* array_a = a.get_if<JsonArray>();
  const auto* array_b = b.get_if<JsonArray>();
  if (array_a != nullptr && array_b != nullptr) return compare_arrays(report, where, *array_a, *array_b);
  if (!same_leaf(report, a, b)) report.add(where, to_text(a), to_text(b));
}

}  // namespace

void compare_extras(Report& report, const std::string& where, const Extras& a, const Extras& b) {
  if (a.empty() && b.empty()) return;
  std::unordered_map<std::string_view, const JsonValue*> in_b;
  for (const auto& [name, value] : b) in_b.emplace(name, &value);
  for (const auto& [name, value] : a) {
    const auto other = in_b.find(name);
    const std::string place = fmt::format("{}.{}", where, name);
    if (other == in_b.end()) {
      report.add(place, to_text(value), std::string(kMissing));
      continue;
    }
    compare_values(report, place, value, *other->second);
    in_b.erase(other);
  }
  for (const auto& [name, value] : b)
    if (in_b.contains(name))
      report.add(fmt::format("{}.{}", where, name), std::string(kMissing), to_text(value));
}

}  // namespace mw::scene
