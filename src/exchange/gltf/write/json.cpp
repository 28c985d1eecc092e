#include "json.h"

namespace mw::exchange {

std::string UniqueNames::take(const std::string& name) {
  const auto [known, added] = taken_.try_emplace(name, 0);
  if (added) return name;
  int& number = known->second;  // keeps its address when the table grows
  std::string unique;
  do unique = fmt::format("{}.{}", name, ++number);
  while (!taken_.try_emplace(unique, 0).second);
  return unique;
}

void GltfJson::numbers(std::string_view name, std::span<const float> numbers) {
  key(name);
  begin_array(Rows::one_line);
  for (const float number : numbers) value(number);
  end_array();
}

void GltfJson::indices(std::string_view name, std::span<const scene::Index> indices) {
  key(name);
  begin_array(Rows::one_line);
  for (const scene::Index index : indices) value(index);
  end_array();
}

void GltfJson::members(const scene::Extras& extras) {
  for (const auto& [name, item] : extras) member(name, item);
}

void GltfJson::extras(const scene::Extras& extras, const scene::Extras& more) {
  if (extras.empty() && more.empty()) return;
  key("extras");
  begin_object();
  members(extras);
  members(more);
  end_object();
}

scene::Extras GltfJson::name(UniqueNames& names, const std::string& name) {
  if (name.empty()) return {};
  const std::string unique = names.take(name);
  member("name", unique);
  if (unique == name) return {};
  return {{"name", JsonValue(name)}};
}

}  // namespace mw::exchange
