#pragma once

#include <gtest/gtest.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/geometry_scene.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <string>

#include "support/cases/finding_cases.h"

/// What the tests of new .geometry files share, those on real files too.
namespace mw::wows::geometry::cases {

inline scene::Scene everything_of(const File& file, const ShapeNames& names = ShapeNames::built_in()) {
  const scene::Options options{.selection = {.all_lods = true, .collision = true, .armor = true}};
  return to_scene(file, options, names).value();
}

inline File made(const scene::Scene& scene, const MakeOptions& options = {}) {
  auto file = from_scene(scene, options);
  EXPECT_TRUE(file) << to_string(file.error());
  return file ? std::move(file->file) : File();
}

/// In the plane z = 0; it looks along z.
inline scene::Primitive corner_triangle() {
  scene::Primitive p{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  p.uvs[0] = {{0, 0}, {1, 0}, {0, 1}};
  return p;
}

inline scene::Scene one_mesh(scene::Primitive primitive, std::string name) {
  scene::Scene scene;
  scene.meshes.emplace_back();
  scene.meshes[0].primitives.push_back(std::move(primitive));
  add_node(scene, {.name = std::move(name), .mesh = 0});
  return scene;
}

inline std::string message_of(const scene::Scene& s, const MakeOptions& options = {}) {
  const auto file = from_scene(s, options);
  return file ? "no error" : to_string(file.error());
}

/// Cube of side 2 around a point, every face with four vertices of its own, as editors export it.
inline scene::Primitive cube(const Vec3& centre = Vec3(0)) {
  scene::Primitive p;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-1.0F, 1.0F}) {
      Vec3 n(0);
      n[axis] = side;
      Vec3 u(0);
      u[(axis + 1) % 3] = side;
      Vec3 v(0);
      v[(axis + 2) % 3] = 1;
      const auto first = scene::Index(p.positions.size());
      for (const Vec3& corner : {n - u - v, n + u - v, n + u + v, n - u + v}) {
        p.positions.push_back(centre + corner);
        p.normals.push_back(n);
      }
      for (const scene::Index k : {0U, 1U, 2U, 0U, 2U, 3U}) p.indices.push_back(first + k);
    }
  return p;
}

/// Written and read again, without any finding.
inline void expect_clean(const File& file) {
  const auto bytes = write(file);
  ASSERT_TRUE(bytes) << to_string(bytes.error());
  const auto again = read(*bytes);
  ASSERT_TRUE(again) << to_string(again.error());
  Findings findings;
  validate(*again, findings);
  for (const Finding& finding : findings.all())
    ADD_FAILURE() << finding.kind->code << " " << mw::test::describe(finding);
}

/// How far a component of a direction may move: cut to a byte by the game's rule, given length 1 again, and
/// cut once more. A step is 1/127.
inline constexpr float kCutTwice = 2.6F / 127;

inline scene::Index corner(const scene::Primitive& p, std::size_t i) {
  return p.indices.empty() ? scene::Index(i) : p.indices[i];
}

/// The corners of a triangle in the least order of its turns: the codec may begin it at another.
inline std::array<scene::Index, 3> triangle(const scene::Primitive& p, std::size_t i) {
  std::array<scene::Index, 3> turn = {corner(p, i), corner(p, i + 1), corner(p, i + 2)};
  std::array<scene::Index, 3> least = turn;
  for (int k = 0; k < 2; ++k) {
    std::ranges::rotate(turn, turn.begin() + 1);
    least = std::min(least, turn);
  }
  return least;
}

inline bool near(const auto& a, const auto& b, float tolerance) {
  for (int k = 0; k < std::remove_cvref_t<decltype(a)>::length(); ++k)
    if (!(std::abs(a[k] - b[k]) <= tolerance)) return false;
  return true;
}

/// Whether a binormal lies along its tangent, so that the sides of the frame are a matter of rounding.
inline bool has_no_side(const scene::Primitive& p, std::size_t row) {
  constexpr float kFlat = 0.1F;
  Vec3 binormal{0};
  bool given = false;
  for (const scene::CustomAttribute& custom : p.custom)
    for (int k = 0; k < 3; ++k)
      if (custom.name == "BINORMAL_" + std::to_string(k)) {
        binormal[k] = custom.values[row];
        given = true;
      }
  return given && std::abs(glm::dot(glm::cross(p.normals[row], Vec3(p.tangents[row])), binormal)) < kFlat;
}

inline void expect_same_tangents(const scene::Primitive& a, const scene::Primitive& b, float tolerance) {
  ASSERT_EQ(a.tangents.size(), b.tangents.size());
  for (std::size_t i = 0; i < a.tangents.size(); ++i) {
    ASSERT_TRUE(near(Vec3(a.tangents[i]), Vec3(b.tangents[i]), tolerance)) << i;
    if (!has_no_side(a, i)) ASSERT_EQ(a.tangents[i].w, b.tangents[i].w) << i;
  }
}

/// Everything but directions with every bit, and these within a tolerance.
inline void expect_same_mesh(const scene::Primitive& a, const scene::Primitive& b, float tolerance) {
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.uvs, b.uvs);
  EXPECT_TRUE(std::ranges::equal(a.normals, b.normals,
                                 [&](const Vec3& x, const Vec3& y) { return near(x, y, tolerance); }));
  expect_same_tangents(a, b, tolerance);
  ASSERT_EQ(a.custom.size(), b.custom.size());
  for (std::size_t i = 0; i < a.custom.size(); ++i) {
    EXPECT_EQ(a.custom[i].name, b.custom[i].name);
    EXPECT_EQ(a.custom[i].values, b.custom[i].values) << a.custom[i].name;
  }
  const auto corners = [](const scene::Primitive& p) {
    return p.indices.empty() ? p.positions.size() : p.indices.size();
  };
  ASSERT_EQ(corners(a), corners(b));
  for (std::size_t i = 0; i + 2 < corners(a); i += 3) ASSERT_EQ(triangle(a, i), triangle(b, i)) << i;
}

/// Nodes with their names, levels and roles, and what hangs on them, in their order.
inline void expect_same_models(const scene::Scene& a, const scene::Scene& b, float tolerance) {
  ASSERT_EQ(a.nodes.size(), b.nodes.size());
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    SCOPED_TRACE(a.nodes[i].name);
    EXPECT_EQ(a.nodes[i].name, b.nodes[i].name);
    EXPECT_EQ(a.nodes[i].lod, b.nodes[i].lod);
    EXPECT_EQ(a.nodes[i].role, b.nodes[i].role);
    ASSERT_EQ(a.nodes[i].mesh.has_value(), b.nodes[i].mesh.has_value());
    if (a.nodes[i].mesh)
      expect_same_mesh(a.meshes[*a.nodes[i].mesh].primitives[0], b.meshes[*b.nodes[i].mesh].primitives[0],
                       tolerance);
  }
}

}  // namespace mw::wows::geometry::cases
