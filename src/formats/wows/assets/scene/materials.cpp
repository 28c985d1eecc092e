#include "materials.h"

namespace mw::wows::assets {
namespace {

/// What a texture property means in the scene; others keep the database's word.
std::string role_of(const std::string& property) {
  if (property == "diffuseMap") return "base_color";
  if (property == "normalMap") return "normal";
  return property;
}

JsonValue path_or_id(const Reference& reference) {
  return reference.path.empty() ? JsonValue(show_id(reference.id)) : JsonValue(reference.path);
}

template <class T>
JsonValue numbers_of(const T& value) {
  JsonArray numbers;
  for (std::size_t i = 0; i < Leaf<T>::count; ++i) numbers.emplace_back(Leaf<T>::at(value, i));
  return numbers;
}

JsonValue value_of(std::uint8_t value) {
  return value != 0;
}
JsonValue value_of(std::int32_t value) {
  return std::int64_t(value);
}
JsonValue value_of(std::uint32_t value) {
  return std::uint64_t(value);
}
JsonValue value_of(float value) {
  return value;
}
JsonValue value_of(const auto& value) {
  return numbers_of(value);
}

/// Null for a value that does not exist.
template <class T>
JsonValue row_of(const Array<T>& values, std::size_t row) {
  return row < values.items.size() ? value_of(values.items[row]) : JsonValue();
}

JsonValue property_value(const Material& material, std::uint16_t property) {
  const std::size_t row = row_of_property(property);
  switch (PropertyKind(kind_of_property(property))) {
    case PropertyKind::boolean:
      return row_of(material.booleans, row);
    case PropertyKind::integer:
      return row_of(material.integers, row);
    case PropertyKind::natural:
      return row_of(material.naturals, row);
    case PropertyKind::real:
      return row_of(material.reals, row);
    case PropertyKind::vec2:
      return row_of(material.vec2s, row);
    case PropertyKind::vec3:
      return row_of(material.vec3s, row);
    case PropertyKind::vec4:
      return row_of(material.vec4s, row);
    case PropertyKind::matrix:
      return row_of(material.matrices, row);
    case PropertyKind::texture:
      break;
  }
  return {};
}

/// All that is no texture.
JsonObject properties_of(const NameTexts& names, const Material& material) {
  JsonObject properties;
  for (std::size_t i = 0; i < material.properties.items.size(); ++i) {
    const std::uint16_t property = material.properties.items[i];
    if (kind_of_property(property) != std::size_t(PropertyKind::texture))
      properties.emplace_back(names.show(material.names.items[i]), property_value(material, property));
  }
  return properties;
}

}  // namespace

scene::Material scene_material(const NameTexts& names, const MaterialUse& use, const std::string& name,
                               bool properties) {
  scene::Material material{.name = name};
  for (const TextureUse& texture : use.textures)
    material.textures.push_back({role_of(texture.property),
                                 texture.file.path.empty() ? show_id(texture.file.id) : texture.file.path});
  material.extras.emplace_back("mfm", path_or_id(use.file));
  if (!use.record) return material;
  if (!use.effect.id.is_none()) material.extras.emplace_back("fx", path_or_id(use.effect));
  material.extras.emplace_back("collision_flags", std::uint64_t(use.record->collision_flags));
  material.extras.emplace_back("sort_order", std::int64_t(use.record->sort_order));
  if (properties) material.extras.emplace_back("properties", properties_of(names, *use.record));
  return material;
}

}  // namespace mw::wows::assets
