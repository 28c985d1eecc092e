#include "mend.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/geometric.hpp>

#include "losses.h"

namespace mw::exchange {
namespace {

// The Khronos validator accepts unit vectors within 0.00674, and weights within about 2e-7 times their
// number; the limits here leave a margin to both.
constexpr float kUnitTolerance = 0.005F;
constexpr double kWeightTolerance = 1e-7;
// Sums that miss 1 by less are scaled silently: they come from decimals (1e-6 in k1cp__c_hutt.mdl).
constexpr double kToldWeight = 1e-4;

bool is_unit(const Vec3& v) {
  constexpr float kShortest = (1 - kUnitTolerance) * (1 - kUnitTolerance);
  constexpr float kLongest = (1 + kUnitTolerance) * (1 + kUnitTolerance);
  const float square = glm::dot(v, v);
  return (square >= kShortest) & (square <= kLongest);  // false for NaN; without a branch
}

bool is_tangent(const Vec4& t) {
  return is_unit(Vec3(t)) && std::abs(t.w) == 1;
}

Vec3 unit_or(const Vec3& v, const Vec3& fallback) {
  const float length = glm::length(v);
  return std::isfinite(length) && length > 0 ? v / length : fallback;
}

void mend_position(Vec3& position, Mends& mends) {
  if (is_finite(position)) return;
  ++mends.positions;
  position = Vec3(0);
}

void mend_normal(Vec3& normal, Mends& mends) {
  if (is_unit(normal)) return;
  ++mends.normals;
  normal = unit_or(normal, {0, 1, 0});
}

void mend_tangent(Vec4& tangent, Mends& mends) {
  if (is_tangent(tangent)) return;
  ++mends.tangents;
  tangent = Vec4(unit_or(Vec3(tangent), {1, 0, 0}), tangent.w < 0 ? -1 : 1);
}

void mend_number(float& number, Mends& mends) {
  if (std::isfinite(number)) return;
  ++mends.numbers;
  number = 0;
}

bool weights_add_up(const Vec4& w, double tolerance = kWeightTolerance) {
  int used = 0;
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    if (!(w[i] >= 0)) return false;
    used += w[i] > 0 ? 1 : 0;
    sum += double(w[i]);
  }
  return used > 0 && std::abs(sum - 1) <= tolerance * used;
}

void mend_weights(Vec4& w, Mends& mends) {
  if (weights_add_up(w)) return;
  if (!weights_add_up(w, kToldWeight)) ++mends.weights;
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    if (!std::isfinite(w[i]) || w[i] < 0) w[i] = 0;
    sum += double(w[i]);
  }
  if (!(sum > 0)) {
    w = {1, 0, 0, 0};
    return;
  }
  for (int i = 0; i < 4; ++i) w[i] = float(double(w[i]) / sum);
}

void mend_skinning(scene::Primitive& p, Mends& mends) {
  if (p.joints.empty() || p.weights.empty()) {
    p.joints.clear();  // one without the other means nothing
    p.weights.clear();
  }
  for (std::size_t i = 0; i < p.weights.size(); ++i) {
    mend_weights(p.weights[i], mends);
    for (int k = 0; k < 4; ++k)
      if (!(p.weights[i][k] > 0)) p.joints[i][k] = 0;
  }
}

/// No exit from the loop, so that the compiler can check many numbers at once.
template <class Row>
bool all_finite(const std::vector<Row>& rows) {
  constexpr std::uint32_t kExponent = 0x7F800000;
  const auto* numbers = reinterpret_cast<const float*>(rows.data());
  const std::size_t count = rows.size() * sizeof(Row) / sizeof(float);
  std::uint32_t odd = 0;
  for (std::size_t i = 0; i < count; ++i)
    odd |= (std::bit_cast<std::uint32_t>(numbers[i]) & kExponent) == kExponent ? 1U : 0U;
  return odd == 0;
}

bool joints_follow_weights(const scene::Primitive& p) {
  if (p.joints.size() != p.weights.size()) return false;
  for (std::size_t i = 0; i < p.weights.size(); ++i) {
    if (!weights_add_up(p.weights[i])) return false;
    for (int k = 0; k < 4; ++k)
      if (!(p.weights[i][k] > 0) && p.joints[i][k] != 0) return false;
  }
  return true;
}

/// As all_finite: no exit from the loop.
bool all_unit(const std::vector<Vec3>& vectors) {
  std::uint32_t odd = 0;
  for (const Vec3& v : vectors) odd |= is_unit(v) ? 0U : 1U;
  return odd == 0;
}

/// Most primitives need no mending, and then no copy.
bool is_allowed(const scene::Primitive& p) {
  return all_finite(p.positions) && all_unit(p.normals) && std::ranges::all_of(p.tangents, is_tangent) &&
         std::ranges::all_of(p.uvs, all_finite<Vec2>) && all_finite(p.colours) &&
         std::ranges::all_of(p.custom, [](const auto& custom) { return all_finite(custom.values); }) &&
         joints_follow_weights(p);
}

}  // namespace

std::optional<scene::Primitive> mended(const scene::Primitive& primitive, Mends& mends) {
  if (is_allowed(primitive)) return std::nullopt;
  scene::Primitive p = primitive;
  for (Vec3& position : p.positions) mend_position(position, mends);
  for (Vec3& normal : p.normals) mend_normal(normal, mends);
  for (Vec4& tangent : p.tangents) mend_tangent(tangent, mends);
  for (auto& set : p.uvs)
    for (Vec2& uv : set)
      for (int k = 0; k < 2; ++k) mend_number(uv[k], mends);
  for (Vec4& colour : p.colours)
    for (int k = 0; k < 4; ++k) mend_number(colour[k], mends);
  for (scene::CustomAttribute& custom : p.custom)
    for (float& value : custom.values) mend_number(value, mends);
  mend_skinning(p, mends);
  return p;
}

Losses Mends::describe() const {
  Losses lines;
  const auto line = [&](std::size_t count, const FindingKind& kind) {
    if (count > 0) lines.add(kind, "", count);
  };
  line(positions, loss::GLTF_POSITION_NOT_FINITE);
  line(normals, loss::GLTF_NORMAL_NOT_UNIT);
  line(tangents, loss::GLTF_TANGENT_NOT_UNIT);
  line(weights, loss::GLTF_WEIGHTS_NOT_ONE);
  line(numbers, loss::GLTF_NUMBER_NOT_FINITE);
  return lines;
}

}  // namespace mw::exchange
