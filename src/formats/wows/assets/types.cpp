#include <meshwright/wows/detail/assets_types.h>
#include <algorithm>
#include <array>
#include <iterator>

namespace mw::wows::assets {
namespace {

constexpr TypeInfo kTypes[] = {
    {Type::material, "material", "MaterialPrototype", 0x5069C471, 0x78},
    {Type::visual, "visual", "VisualPrototype", 0x480DC57B, 0x70},
    {Type::skeleton, "skeleton", "SkeletonExtenderPrototype", 0x1AE023FF, 0x20},
    {Type::model, "model", "ModelPrototype", 0xA9576F28, 0x28},
    {Type::point_light, "point-light", "PointLightPrototype", 0x0D3665A4, 0x70},
    {Type::effect, "effect", "EffectPrototype", 0xEB23E0AF, 0x10},
    {Type::velocity_field, "velocity-field", "VelocityFieldPrototype", 0xAFD4A63F, 0x18},
    {Type::effect_preset, "effect-preset", "EffectPresetPrototype", 0x42E15336, 0x10},
    {Type::effect_metadata, "effect-metadata", "EffectMetadataPrototype", 0xDFC8F8E0, 0x10},
    {Type::atlas_contour, "atlas-contour", "AtlasContourProto", 0xF64359AA, 0x10},
};

struct Version {
  Layout layout;
  Type type;
  std::uint32_t checksum;
};

/// Those that working readers know, older ones first. Which of them share a layout is their word too.
constexpr Version kVersions[] = {
    {Layout::material, Type::material, 0x6E219A74},
    {Layout::material, Type::material, 0x6B02BB5A},  // 0.11.8
    {Layout::material, Type::material, 0xA95414D5},  // 0.11.10
    {Layout::visual, Type::visual, 0xA29E751E},      // 0.10.1
    {Layout::visual, Type::visual, 0x3167064B},      // 14.1
    {Layout::skeleton, Type::skeleton, 0x03FA1261},
    {Layout::skeleton, Type::skeleton, 0x459958AE},
    {Layout::model, Type::model, 0x6DB0AEF0},     // 0.10.1
    {Layout::model, Type::model, 0xF0BD188C},     // 0.10.8
    {Layout::model, Type::model, 0x798F2F7C},     // 13.4
    {Layout::model, Type::model, 0xE7886B44},     // 13.8
    {Layout::model_14, Type::model, 0xD6B11569},  // 14.1
    {Layout::point_light, Type::point_light, 0xD1F0F3C1},
    {Layout::effect, Type::effect, 0xD041C0A5},
    {Layout::effect, Type::effect, 0x25A116B1},
    {Layout::effect, Type::effect, 0xF82985FD},
    {Layout::velocity_field, Type::velocity_field, 0xA8EAE726},
    {Layout::effect_preset, Type::effect_preset, 0x5AA510BB},
    {Layout::effect_metadata, Type::effect_metadata, 0x125E012A},
    {Layout::atlas_contour, Type::atlas_contour, 0x4981DDB0},
};

}  // namespace

std::span<const TypeInfo> types() {
  return kTypes;
}

const TypeInfo& info_of(Type type) {
  return kTypes[std::size_t(type)];
}

const TypeInfo* find_type(std::uint32_t magic) {
  const auto* found = std::ranges::find(kTypes, magic, &TypeInfo::magic);
  return found == std::end(kTypes) ? nullptr : found;
}

const TypeInfo* find_type(std::string_view name) {
  const auto* found = std::ranges::find(kTypes, name, &TypeInfo::name);
  return found == std::end(kTypes) ? nullptr : found;
}

std::optional<Assume> find_assumption(std::string_view word) {
  if (word == "0.10") return Assume::game_0_10;
  if (word == "14.1") return Assume::game_14_1;
  return std::nullopt;
}

std::optional<Layout> find_layout(Type type, std::uint32_t checksum) {
  const auto* found = std::ranges::find_if(kVersions, [&](const Version& version) {
    return version.type == type && version.checksum == checksum;
  });
  if (found == std::end(kVersions)) return std::nullopt;
  return found->layout;
}

Layout assumed_layout(Type type, Assume assume) {
  if (assume == Assume::nothing) return Layout::raw;
  if (type == Type::model && assume == Assume::game_14_1) return Layout::model_14;
  return std::ranges::find(kVersions, type, &Version::type)->layout;
}

std::uint32_t checksum_of(Layout layout) {
  std::uint32_t newest = 0;
  for (const Version& version : kVersions)
    if (version.layout == layout) newest = version.checksum;
  return newest;
}

Type type_of(Layout layout) {
  return std::ranges::find(kVersions, layout, &Version::layout)->type;
}

std::uint64_t stride_of(Layout layout) {
  return with_record(layout, []<class T>(std::type_identity<T>) -> std::uint64_t {
    if constexpr (std::is_same_v<T, Raw>)
      return 0;
    else
      return kFixedSize<T>;
  });
}

}  // namespace mw::wows::assets
