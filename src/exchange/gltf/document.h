#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/math.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// The parts of a glTF document that its writer and its reader share: constants, views and accessors.
namespace mw::exchange {

inline constexpr std::uint32_t kGlbMagic = 0x46546C67;  // "glTF"
inline constexpr std::uint32_t kGlbVersion = 2;
inline constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
inline constexpr std::uint32_t kBinChunk = 0x004E4942;   // "BIN"
inline constexpr std::size_t kGlbHeaderSize = 12;
inline constexpr std::size_t kChunkHeaderSize = 8;

inline constexpr std::string_view kLights = "KHR_lights_punctual";
inline constexpr std::string_view kQuantization = "KHR_mesh_quantization";
inline constexpr std::string_view kMeshopt = "EXT_meshopt_compression";

/// What an accessor's numbers are; the values are glTF's.
enum class Component : std::uint32_t { i8 = 5120, u8 = 5121, i16 = 5122, u16 = 5123, u32 = 5125, f32 = 5126 };

constexpr std::size_t size_of(Component component) {
  switch (component) {
    case Component::i8:
    case Component::u8:
      return 1;
    case Component::i16:
    case Component::u16:
      return 2;
    case Component::u32:
    case Component::f32:
      break;
  }
  return 4;
}

/// The target of a view; the values are glTF's, 0 without one.
enum class ViewTarget : std::uint32_t { none = 0, vertices = 34962, indices = 34963 };

/// How a view is compressed.
enum class MeshoptMode : std::uint8_t { none, attributes, triangles, indices };

struct BufferView {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint32_t stride = 0;  // 0: packed
  ViewTarget target = ViewTarget::none;
  // Of a compressed view: the place of the encoded bytes, and the number of rows of `stride` in them.
  MeshoptMode mode = MeshoptMode::none;
  std::uint64_t encoded_offset = 0;
  std::uint64_t encoded_length = 0;
  std::uint64_t count = 0;
};

struct Accessor {
  std::uint32_t view = 0;
  std::uint64_t offset = 0;
  Component component = Component::f32;
  bool normalised = false;
  std::uint64_t count = 0;
  std::uint32_t width = 1;                         // numbers an element: SCALAR 1, VEC3 3, MAT4 16
  std::optional<std::array<Vec3, 2>> bounds = {};  // as many of their numbers as the element has
};

constexpr std::string_view type_name(std::uint32_t width) {
  switch (width) {
    case 2:
      return "VEC2";
    case 3:
      return "VEC3";
    case 4:
      return "VEC4";
    case 16:
      return "MAT4";
    default:
      return "SCALAR";
  }
}

inline constexpr std::array<std::string_view, 4> kTargetNames = {"translation", "rotation", "scale",
                                                                 "custom"};
inline constexpr std::array<std::string_view, 3> kInterpolationNames = {"STEP", "LINEAR", "CUBICSPLINE"};
inline constexpr std::array<std::string_view, 3> kAlphaNames = {"OPAQUE", "MASK", "BLEND"};
inline constexpr std::array<std::string_view, 3> kLightNames = {"point", "directional", "spot"};

}  // namespace mw::exchange
