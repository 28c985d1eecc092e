#include <meshwright/scene/transform.h>
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

bool is_finite(const Mat4& matrix) {
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row)
      if (!std::isfinite(matrix[column][row])) return false;
  return true;
}

}  // namespace mw::scene
