#include <meshwright/scene/detail/transform.h>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

namespace mw::scene {

Transform to_transform(const Mat4& matrix) {
  Vec3 scale(glm::length(Vec3(matrix[0])), glm::length(Vec3(matrix[1])), glm::length(Vec3(matrix[2])));
  glm::mat3 axes(matrix);
  if (glm::dot(glm::cross(axes[0], axes[1]), axes[2]) < 0) scale.x = -scale.x;
  for (int i = 0; i < 3; ++i) axes[i] = scale[i] != 0 ? axes[i] / scale[i] : Vec3(0);
  return {Vec3(matrix[3]), glm::normalize(glm::quat_cast(axes)), scale};
}

void make_unit(std::span<float, 4> rotation) {
  constexpr double kRounding = 1e-5;
  constexpr double kNoDirection = 1e-6;
  double square = 0;
  for (const float part : rotation) square += double(part) * double(part);
  const double length = std::sqrt(square);
  if (!std::isfinite(length) || length < kNoDirection || std::abs(length - 1) < kRounding) return;
  for (float& part : rotation) part = float(double(part) / length);
}

void make_rotations_unit(Scene& scene) {
  for (Node& node : scene.nodes) {
    Quat& turn = node.transform.rotation;
    std::array<float, 4> parts = {turn.x, turn.y, turn.z, turn.w};
    make_unit(parts);
    turn = Quat(parts[3], parts[0], parts[1], parts[2]);
  }
  for (Animation& animation : scene.animations)
    for (Channel& channel : animation.channels) {
      if (channel.target != Target::rotation || channel.interpolation == Interpolation::cubic) continue;
      for (std::size_t i = 0; i + 4 <= channel.values.size(); i += 4)
        make_unit(std::span(channel.values).subspan(i).first<4>());
    }
}

bool is_finite(const Mat4& matrix) {
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row)
      if (!std::isfinite(matrix[column][row])) return false;
  return true;
}

}  // namespace mw::scene
