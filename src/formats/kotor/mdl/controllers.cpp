#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <cmath>

namespace mw::kotor::mdl {
namespace {

struct ControllerName {
  std::uint32_t type;
  std::string_view name;
};

constexpr ControllerName kAnyNode[] = {
    {kPositionController, "position"}, {kOrientationController, "orientation"}, {kScaleController, "scale"}};

constexpr ControllerName kMesh[] = {{100, "selfillumcolor"}, {132, "alpha"}};

constexpr ControllerName kLight[] = {
    {76, "color"}, {88, "radius"}, {96, "shadowradius"}, {100, "verticaldisplacement"}, {140, "multiplier"}};

constexpr ControllerName kEmitter[] = {{80, "alphaend"},
                                       {84, "alphastart"},
                                       {88, "birthrate"},
                                       {92, "bounce_co"},
                                       {96, "combinetime"},
                                       {100, "drag"},
                                       {104, "fps"},
                                       {108, "frameend"},
                                       {112, "framestart"},
                                       {116, "grav"},
                                       {120, "lifeexp"},
                                       {124, "mass"},
                                       {128, "p2p_bezier2"},
                                       {132, "p2p_bezier3"},
                                       {136, "particlerot"},
                                       {140, "randvel"},
                                       {144, "sizestart"},
                                       {148, "sizeend"},
                                       {152, "sizestart_y"},
                                       {156, "sizeend_y"},
                                       {160, "spread"},
                                       {164, "threshold"},
                                       {168, "velocity"},
                                       {172, "xsize"},
                                       {176, "ysize"},
                                       {180, "blurlength"},
                                       {184, "lightningdelay"},
                                       {188, "lightningradius"},
                                       {192, "lightningscale"},
                                       {196, "lightningsubdiv"},
                                       {200, "lightningzigzag"},
                                       {216, "alphamid"},
                                       {220, "percentstart"},
                                       {224, "percentmid"},
                                       {228, "percentend"},
                                       {232, "sizemid"},
                                       {236, "sizemid_y"},
                                       {240, "m_frandombirthrate"},
                                       {252, "targetsize"},
                                       {256, "numcontrolpts"},
                                       {260, "controlptradius"},
                                       {264, "controlptdelay"},
                                       {268, "tangentspread"},
                                       {272, "tangentlength"},
                                       {284, "colormid"},
                                       {380, "colorend"},
                                       {392, "colorstart"},
                                       {502, "detonate"}};

std::string_view name_in(std::span<const ControllerName> names, std::uint32_t type) {
  const auto found = std::ranges::find(names, type, &ControllerName::type);
  return found == names.end() ? std::string_view() : found->name;
}

float unpack_part(std::uint32_t word, unsigned shift, unsigned bits) {
  const int half = 1 << (bits - 1);
  int value = int((word >> shift) & ((1U << bits) - 1));
  if (value >= half) value -= 2 * half;
  return std::max(-1.0F, float(value) / float(half - 1));
}

std::uint32_t pack_part(float value, unsigned shift, unsigned bits) {
  const float most = float((1 << (bits - 1)) - 1);
  const float clamped = std::isnan(value) ? 0.0F : std::clamp(value, -1.0F, 1.0F);
  return (std::uint32_t(std::int32_t(std::lround(clamped * most))) & ((1U << bits) - 1)) << shift;
}

}  // namespace

std::string_view controller_name(std::uint16_t node_type, std::uint32_t controller_type) {
  if (const auto name = name_in(kAnyNode, controller_type); !name.empty()) return name;
  if ((node_type & kNodeLight) != 0) return name_in(kLight, controller_type);
  if ((node_type & kNodeEmitter) != 0) return name_in(kEmitter, controller_type);
  if ((node_type & kNodeMesh) != 0) return name_in(kMesh, controller_type);
  return {};
}

std::optional<ControllerKind> find_controller(std::string_view name) {
  struct Names {
    std::uint16_t node_type;
    std::span<const ControllerName> names;
  };
  const Names all[] = {
      {kNodeHeader, kAnyNode}, {kNodeMesh, kMesh}, {kNodeLight, kLight}, {kNodeEmitter, kEmitter}};
  for (const auto& [node_type, names] : all)
    for (const ControllerName& each : names)
      if (each.name.size() == name.size() && same_in_any_case(each.name, name))
        return ControllerKind{node_type, each.type};
  return std::nullopt;
}

bool is_compressed(const Controller& controller) {
  return controller.type == kOrientationController && controller.columns == 2;
}

std::size_t controller_columns(const Controller& controller) {
  if (is_compressed(controller)) return 1;
  const std::size_t columns = controller.columns & (kBezier - 1U);
  return (controller.columns & kBezier) != 0 ? 3 * columns : columns;
}

std::array<float, 4> unpack_quaternion(std::uint32_t word) {
  const float x = float(word & 0x7FF) / 1023.0F - 1;
  const float y = float((word >> 11) & 0x7FF) / 1023.0F - 1;
  const float z = float(word >> 22) / 511.0F - 1;
  const float sum = x * x + y * y + z * z;
  return {x, y, z, sum < 1 ? std::sqrt(1 - sum) : 0.0F};
}

std::uint32_t pack_quaternion(const std::array<float, 4>& quaternion) {
  constexpr float kNegative = -1e-6F;  // what the original compiler still takes for zero
  const float sign = quaternion[3] <= kNegative ? -1.0F : 1.0F;
  const auto part = [&](std::size_t index, float half, long most) {
    return std::uint32_t(std::clamp(std::lround((sign * quaternion[index] + 1) * half), 0L, most));
  };
  return part(0, 1023, 0x7FF) | part(1, 1023, 0x7FF) << 11 | part(2, 511, 0x3FF) << 22;
}

Vec3 unpack_vector(std::uint32_t word) {
  return {unpack_part(word, 0, 11), unpack_part(word, 11, 11), unpack_part(word, 22, 10)};
}

std::uint32_t pack_vector(const Vec3& vector) {
  return pack_part(vector.x, 0, 11) | pack_part(vector.y, 11, 11) | pack_part(vector.z, 22, 10);
}

}  // namespace mw::kotor::mdl
