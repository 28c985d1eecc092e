#pragma once

// Example:
//
//     #include <meshwright/scene/axes.h>
//
//     // A point above the origin, of a game whose z axis points up.
//     mw::Vec3 above() { return mw::scene::Axes::z_up().point({0, 0, 1}); }  // (0, 1, 0)

#include <meshwright/core/math.h>

#include <utility>

namespace mw::scene {

/// Maps a format's space to the scene's: a permutation and sign change of the axes, so coordinates lose no
/// bit. Each format's `to_scene` names one of these and applies it to everything; no other code turns or
/// mirrors.
class Axes {
 public:
  /// The unchanged numbers: right-handed, Y up.
  static constexpr Axes same() { return {Kind::same}; }
  /// Right-handed, Z up (Knights of the Old Republic): (x, y, z) becomes (x, z, -y).
  static constexpr Axes z_up() { return {Kind::z_up}; }
  /// Left-handed, Y up: the z axis is mirrored, which also turns the winding of every triangle.
  static constexpr Axes left_handed() { return {Kind::left_handed}; }

  Vec3 point(const Vec3& p) const {
    switch (kind_) {
      case Kind::z_up:
        return {p.x, p.z, -p.y};
      case Kind::left_handed:
        return {p.x, p.y, -p.z};
      case Kind::same:
        break;
    }
    return p;
  }

  /// The inverse: a point of the scene in the axes of the file.
  Vec3 back(const Vec3& p) const { return kind_ == Kind::z_up ? Vec3(p.x, -p.z, p.y) : point(p); }

  /// A tangent with its handedness, which a mirror turns around.
  Vec4 tangent(const Vec4& t) const { return {point(Vec3(t)), kind_ == Kind::left_handed ? -t.w : t.w}; }

  Vec3 scale(const Vec3& s) const { return kind_ == Kind::z_up ? Vec3(s.x, s.z, s.y) : s; }

  /// The vector part of a quaternion turns with the axes; a mirror also reverses the sense of the turn.
  Quat rotation(const Quat& q) const {
    const Vec3 axis = point({q.x, q.y, q.z});
    return kind_ == Kind::left_handed ? Quat(q.w, -axis.x, -axis.y, -axis.z)
                                      : Quat(q.w, axis.x, axis.y, axis.z);
  }

  /// M in the new axes: C M C^-1.
  Mat4 matrix(const Mat4& m) const {
    Mat4 change(0);
    for (int i = 0; i < 3; ++i) {
      Vec3 unit(0);
      unit[i] = 1;
      change[i] = Vec4(point(unit), 0);
    }
    change[3][3] = 1;
    return change * m * glm::transpose(change);
  }

  /// Whether triangles must have two corners swapped.
  bool turns_winding() const { return kind_ == Kind::left_handed; }

  template <class Triangle>
  Triangle winding(Triangle t) const {
    if (turns_winding()) std::swap(t[1], t[2]);
    return t;
  }

 private:
  enum class Kind : unsigned char { same, z_up, left_handed };
  constexpr Axes(Kind kind) : kind_(kind) {}
  Kind kind_;
};

}  // namespace mw::scene
