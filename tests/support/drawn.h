#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/scene/scene.h>
#include <algorithm>
#include <array>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <optional>
#include <string>
#include <vector>

#include "play.h"

namespace mw::test {

using DrawnTriangle = std::array<Vec3, 3>;

/// A vertex where glTF draws it.
inline Vec3 drawn_vertex(const scene::Scene& s, const scene::Node& node, const Mat4& own,
                         const std::vector<Mat4>& worlds, const scene::Primitive& p, std::size_t i) {
  const Vec4 place(p.positions[i], 1);
  if (!node.skin || p.weights.empty()) return Vec3(own * place);
  const scene::Skin& skin = s.skins[*node.skin];
  Vec4 sum(0);
  for (int k = 0; k < 4; ++k)
    if (p.weights[i][k] > 0)
      sum += p.weights[i][k] *
             (worlds[skin.joints[p.joints[i][k]]] * (skin.inverse_binds[p.joints[i][k]] * place));
  return Vec3(sum) / sum.w;
}

/// The triangles of a scene where glTF draws them, in rest or while an animation plays. Those of a node that
/// mirrors are turned around, so that their fronts stay fronts.
inline std::vector<DrawnTriangle> drawn(const scene::Scene& s, std::optional<std::size_t> animation = {},
                                        float time = 0) {
  const std::vector<Mat4> worlds = animation ? play(s, *animation, time) : world_matrices(s);
  std::vector<DrawnTriangle> triangles;
  for (std::size_t n = 0; n < s.nodes.size(); ++n) {
    if (!s.nodes[n].mesh) continue;
    for (const scene::Primitive& p : s.meshes[*s.nodes[n].mesh].primitives) {
      const std::size_t corners = p.indices.empty() ? p.positions.size() : p.indices.size();
      for (std::size_t i = 0; i + 2 < corners && p.topology == scene::Topology::triangles; i += 3) {
        DrawnTriangle& triangle = triangles.emplace_back();
        for (std::size_t k = 0; k < 3; ++k)
          triangle[k] =
              drawn_vertex(s, s.nodes[n], worlds[n], worlds, p, p.indices.empty() ? i + k : p.indices[i + k]);
        if (!s.nodes[n].skin && glm::determinant(glm::mat3(worlds[n])) < 0)
          std::swap(triangle[1], triangle[2]);
      }
    }
  }
  return triangles;
}

inline bool is_same_triangle(const DrawnTriangle& a, const DrawnTriangle& b, float tolerance) {
  for (std::size_t turn = 0; turn < 3; ++turn) {
    bool same = true;
    for (std::size_t k = 0; k < 3; ++k)
      same = same && glm::distance(a[k], b[(k + turn) % 3]) <= tolerance * (1 + glm::length(a[k]));
    if (same) return true;
  }
  return false;
}

/// The first triangle of one that the other does not have, with its winding; each counts once.
inline std::optional<DrawnTriangle> first_missing(const std::vector<DrawnTriangle>& wanted,
                                                  std::vector<DrawnTriangle> found, float tolerance) {
  for (const DrawnTriangle& triangle : wanted) {
    const auto same = std::ranges::find_if(
        found, [&](const DrawnTriangle& other) { return is_same_triangle(triangle, other, tolerance); });
    if (same == found.end()) return triangle;
    found.erase(same);
  }
  return std::nullopt;
}

/// Where two scenes draw differently, in rest or at several times of an animation; empty when nowhere.
inline std::string drawing_difference(const scene::Scene& wanted, const scene::Scene& found,
                                      float tolerance = 1e-4F) {
  const auto compare = [&](std::optional<std::size_t> animation, float time) -> std::string {
    const auto a = drawn(wanted, animation, time);
    const auto b = drawn(found, animation, time);
    const std::string when =
        animation ? fmt::format("{} at {}", wanted.animations[*animation].name, time) : "rest";
    if (a.size() != b.size()) return fmt::format("{}: {} triangles, not {}", when, b.size(), a.size());
    const auto missing = first_missing(a, b, tolerance);
    if (!missing) return {};
    const Vec3& at = (*missing)[0];
    return fmt::format("{}: no triangle at {} {} {}", when, at.x, at.y, at.z);
  };
  std::string difference = compare(std::nullopt, 0);
  if (wanted.animations.size() != found.animations.size())
    return fmt::format("{} animations, not {}", found.animations.size(), wanted.animations.size());
  for (std::size_t animation = 0; animation < wanted.animations.size(); ++animation)
    for (const float part : {0.0F, 0.21F, 0.5F, 0.83F, 1.0F})
      if (difference.empty()) difference = compare(animation, part * wanted.animations[animation].length);
  return difference;
}

/// While an animation plays. What it begins with need not be a rest that both can have.
inline void expect_same_motion(const scene::Scene& wanted, const scene::Scene& found, std::size_t animation) {
  for (const float part : {0.0F, 0.5F, 1.0F}) {
    const float time = part * wanted.animations.at(animation).length;
    const auto in_wanted = drawn(wanted, animation, time);
    const auto in_found = drawn(found, animation, time);
    EXPECT_FALSE(first_missing(in_wanted, in_found, 1e-4F)) << time;
    EXPECT_FALSE(first_missing(in_found, in_wanted, 1e-4F)) << time;
  }
}

inline void expect_same_drawing(const scene::Scene& wanted, const scene::Scene& found) {
  EXPECT_EQ(drawing_difference(wanted, found), "");
}

}  // namespace mw::test
