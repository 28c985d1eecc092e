#pragma once

#include <meshwright/wows/detail/assets_records.h>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

/// The types of records in assets.bin, and which layout each version of them has.
namespace mw::wows::assets {

enum class Type : std::uint8_t {
  material,
  visual,
  skeleton,
  model,
  point_light,
  effect,
  velocity_field,
  effect_preset,
  effect_metadata,
  atlas_contour,
};

struct TypeInfo {
  Type type;
  std::string_view name;       // "skeleton"
  std::string_view prototype;  // "SkeletonExtenderPrototype": its hash is the magic of the type's database
  std::uint32_t magic;
  std::uint32_t stride;  // bytes of a record, as the game registers it; one layout differs (Model14)
};

/// In the order in which the game registers them.
std::span<const TypeInfo> types();
const TypeInfo& info_of(Type type);
/// Null for an unknown one.
const TypeInfo* find_type(std::uint32_t magic);
const TypeInfo* find_type(std::string_view name);

/// The layout of a database's records: the alternative of `Record` that they are read as.
enum class Layout : std::uint8_t {
  raw,
  material,
  visual,
  skeleton,
  model,
  model_14,
  point_light,
  effect,
  velocity_field,
  effect_preset,
  effect_metadata,
  atlas_contour,
};

/// The game whose layouts are used to read records of an unknown version.
enum class Assume : std::uint8_t { nothing, game_0_10, game_14_1 };

/// "0.10", "14.1"; nothing for another word.
std::optional<Assume> find_assumption(std::string_view word);

/// The layout of a checksum of a type's database; nothing for an unknown one.
std::optional<Layout> find_layout(Type type, std::uint32_t checksum);
Layout assumed_layout(Type type, Assume assume);
/// A checksum of this layout, the newest of several; for databases that are built.
std::uint32_t checksum_of(Layout layout);
Type type_of(Layout layout);
/// Bytes of a record; 0 for raw ones.
std::uint64_t stride_of(Layout layout);

/// Calls `use(std::type_identity<T>())` with the record of a layout.
auto with_record(Layout layout, const auto& use) {
  switch (layout) {
    case Layout::material:
      return use(std::type_identity<Material>());
    case Layout::visual:
      return use(std::type_identity<Visual>());
    case Layout::skeleton:
      return use(std::type_identity<SkeletonExtender>());
    case Layout::model:
      return use(std::type_identity<Model>());
    case Layout::model_14:
      return use(std::type_identity<Model14>());
    case Layout::point_light:
      return use(std::type_identity<PointLight>());
    case Layout::effect:
      return use(std::type_identity<Effect>());
    case Layout::velocity_field:
      return use(std::type_identity<VelocityField>());
    case Layout::effect_preset:
      return use(std::type_identity<EffectPreset>());
    case Layout::effect_metadata:
      return use(std::type_identity<EffectMetadata>());
    case Layout::atlas_contour:
      return use(std::type_identity<AtlasContour>());
    case Layout::raw:
      break;
  }
  return use(std::type_identity<Raw>());
}

}  // namespace mw::wows::assets
