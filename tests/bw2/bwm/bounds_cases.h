#pragma once

#include <meshwright/bw2/bwm.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "fixtures.h"
#include "support/cases/finding_cases.h"

/// What validation finds in a house's entities, bounds and footprint. Where its tables lie is told in
/// validate_test.cpp.
namespace mw::bw2::bwm {

using Case = test::FindingCase<File>;

/// Overwrites a part of a vertex: position at byte 0 of stride 0, normal at 12, UV from 24 on.
template <class T>
void set_vertex(File& file, std::size_t stride, std::size_t row, std::size_t byte, const T& value) {
  const std::size_t at = row * *vertex_size(file.strides[stride]) + byte;
  ASSERT_LE(at + sizeof(T), file.strides[stride].data.size());
  std::memcpy(file.strides[stride].data.data() + at, &value, sizeof(T));
}

inline std::vector<Case> entity_cases() {
  return {
      {"BWM_BONES_UNUSED", [](File& f) { f.bones.resize(1); },
       "bone_count 0x00000084: 1 bones, but no declaration has bone indices",
       [](File& f) { f.bones.resize(1), f.strides[0].elements[4].id = 6; }},

      {"BWM_FRAME_NOT_ORTHONORMAL", [](File& f) { f.entities[0].frame.y_axis *= 1 + 0x1p-6F; },
       "entities[0].frame 0x00000670: its axes are off unit length or right angles by 0.015625",
       [](File& f) { f.entities[0].frame.y_axis *= 1.009F; }},
      {"BWM_PIVOT_HANDEDNESS_UNUSUAL",
       [](File& f) { f.meshes[1].pivot.y_axis = {0, 1, 0}, f.meshes[1].pivot.z_axis = {0, 0, 1}; },
       "meshes[1].pivot 0x00000528: determinant +1, in the original file -1",
       [](File& f) { f.entities[0].frame.y_axis = {0, 1, 0}, f.entities[0].frame.z_axis = {0, 0, 1}; }},
      {"BWM_PIVOT_HANDEDNESS_UNUSUAL", [](File& f) { f.meshes[1].pivot.z_axis *= -1e-6F; },
       "meshes[1].pivot 0x00000528: determinant +1, in the original file -1",
       [](File& f) { f.meshes[1].pivot.z_axis = f.meshes[1].pivot.x_axis; }},  // determinant 0
      {"BWM_ENTITY_NAME_MISSING", [](File& f) { f.entities[0].name = {}; },
       "entities[0].name 0x000006a0: no name", [](File& f) { f.entities[0].name = FixedText<256>("x"); }},

  };
}

inline std::vector<Case> bounds_cases() {
  return {
      {"BWM_BOUNDS_MISSING", [](File& f) { clear_bounds(f.meshes[1]); },
       "meshes[1].sphere 0x00000558: box, sphere and cylinder are zero",
       [](File& f) { clear_bounds(f.meshes[1]), f.meshes[1].volume = 1; }},
      {"BWM_BOUNDS_MISSING", [](File& f) { clear_bounds(f.header); },
       "sphere 0x00000038: box, sphere and cylinder are zero",
       [](File& f) {
         clear_bounds(f.header);
         for (std::size_t vertex = 0; vertex < f.header.vertex_count; ++vertex)
           set_vertex(f, 0, vertex, 0, Vec3(0));  // a point, which they hold
       }},
      {"BWM_BOX_INVERTED", [](File& f) { std::swap(f.meshes[0].box_min, f.meshes[0].box_max); },
       "meshes[0].box_min 0x0000048c: minimum exceeds maximum on axis x",
       [](File& f) { f.meshes[0].box_min = f.meshes[0].box_max; }},
      {"BWM_BOX_MISMATCH", [](File& f) { f.header.box_max.y += 0x1p-8F; },
       "box_min 0x00000048: off the vertices by 0.00390625", [](File& f) { f.header.box_max.y = 6.003F; }},
      {"BWM_SPHERE_TOO_SMALL", [](File& f) { f.meshes[1].sphere.radius -= 0x1p-8F; },
       "meshes[1].sphere 0x00000558: a vertex lies 0.00390625 outside",
       [](File& f) { f.meshes[1].sphere.radius -= 0.003F; }},
      {"BWM_SPHERE_TOO_LARGE", [](File& f) { f.header.sphere.radius *= 1.06F; },
       "sphere.radius 0x00000044: radius 6.1034794, 5.758219 would do around (0, 2.856, 0)",
       [](File& f) { f.header.sphere.radius *= 1.05F; }},
      {"BWM_CYLINDER_TOO_SMALL", [](File& f) { f.header.cylinder.radius -= 0x1p-8F; },
       "cylinder.radius 0x00000070: a vertex lies 0.003783226 outside",
       [](File& f) { f.header.cylinder.radius -= 0.003F; }},
      {"BWM_CYLINDER_TOO_LARGE", [](File& f) { f.meshes[0].cylinder.radius *= 1.06F; },
       "meshes[0].cylinder.radius 0x000004b4: radius 6.0429296, 5.700877 would do around x 0, z 0",
       [](File& f) { f.meshes[0].cylinder.radius *= 1.05F; }},
      {"BWM_CYLINDER_HEIGHT_MISMATCH", [](File& f) { f.meshes[0].cylinder.base.y += 0x1p-8F; },
       "meshes[0].cylinder 0x000004a4: from 0.00390625 to 6.0039062, but the vertices are from 0 to 6",
       [](File& f) { f.meshes[0].cylinder.base.y += 0.0029F; }},
      {"BWM_VOLUME_MISMATCH", [](File& f) { f.header.volume *= 1.003F; },
       "volume 0x00000078: volume 614.44885, expected 612.637", [](File& f) { f.header.volume *= 1.002F; }},
      {"BWM_FOOTPRINT_SPHERE_MISMATCH", [](File& f) { f.header.footprint_sphere.radius += 0x1p-8F; },
       "footprint_sphere 0x00000094: off by 0.00390625",
       [](File& f) { f.header.footprint_sphere.radius += 0.003F; }},

  };
}

inline std::vector<Case> footprint_cases() {
  return {
      {"BWM_HULL_MISSING", [](File& f) { f.hull.clear(); },
       "hull_count 0x00000090: a static model without a hull",
       [](File& f) {
         f.hull.clear();
         f.header.type = 3;
       }},
      {"BWM_HULL_POINTS_TOO_FEW", [](File& f) { f.hull.resize(2); },
       "hull[0] 0x000007e8: 2 points enclose nothing", [](File& f) { f.hull.resize(3); }},
      {"BWM_HULL_REVERSED", [](File& f) { std::ranges::reverse(f.hull); },
       "hull[0] 0x000007e8: runs clockwise in (x, z)",
       [](File& f) { std::ranges::rotate(f.hull, f.hull.begin() + 1); }},
      {"BWM_HULL_NOT_CONVEX", [](File& f) { f.hull.insert(f.hull.begin() + 1, {4.5F - 0x1p-8F, 0, 0}); },
       "hull[1] 0x000007f4: turns inward by 0.00390625",
       [](File& f) { f.hull.insert(f.hull.begin() + 1, {4.498F, 0, 0}); }},
      {"BWM_HULL_OUT_OF_ORDER",
       [](File& f) {
         const std::vector<Vec3> once = f.hull;
         f.hull.insert(f.hull.end(), once.begin(), once.end());
       },
       "hull[0] 0x000007e8: goes 2 times around",
       [](File& f) { f.hull.insert(f.hull.begin() + 1, {4, 0, 0}); }},  // once, with a dent
      {"BWM_HULL_OUT_OF_ORDER", [](File& f) { std::swap(f.hull[1], f.hull[2]); },
       "hull[0] 0x000007e8: goes 0 times around",
       [](File& f) {
         for (std::size_t corner = 0; corner < 8; corner += 2)  // each corner twice
           f.hull.insert(f.hull.begin() + std::ptrdiff_t(corner), f.hull[corner]);
       }},
      {"BWM_VERTEX_OUTSIDE_HULL",
       [](File& f) {
         for (Vec3& point : f.hull) point.x *= 0.998F;
       },
       "hull[0] 0x000007e8: 8 vertices lie outside, the farthest by 0.0089998245",
       [](File& f) {
         for (Vec3& point : f.hull) point.x *= 0.9987F;
       }},
      {"BWM_CIRCLES_MISSING", [](File& f) { f.circles.clear(); },
       "circle_count 0x0000008c: a hull, but no circles", [](File& f) { f.circles.resize(1); }},
      {"BWM_CIRCLE_RADIUS_NOT_POSITIVE", [](File& f) { f.circles[1].radius = 0; },
       "circles[1] 0x000007ac: radius 0 is not positive", [](File& f) { f.circles[1].radius = 1e-6F; }},
      {"BWM_CIRCLE_OUTSIDE_MODEL", [](File& f) { f.circles[1] = {9.504F, 0, 5}; },
       "circles[1] 0x000007ac: lies beside the model", [](File& f) { f.circles[1] = {9.502F, 0, 5}; }},
      {"BWM_CIRCLE_OUTSIDE_MODEL", [](File& f) { f.circles[1] = {0, 8.504F, 5}; },
       "circles[1] 0x000007ac: lies beside the model", [](File& f) { f.circles[1] = {0, 8.502F, 5}; }},

      {"BWM_CLEAVE_COUNT_MISMATCH", [](File& f) { f.cleaves.pop_back(); },
       "cleave_count 0x00001308: 51 cleaves for 52 vertices",
       [](File& f) { f.cleaves.pop_back(), f.header.vertex_count = 51; }},
      {"BWM_CLEAVE_LENGTH_OUT_OF_RANGE", [](File& f) { f.cleaves[3] = {0, 1.0015F, 0}; },
       "cleaves[3] 0x00001330: 1 are longer than 1, the first has 1.0015",
       [](File& f) { f.cleaves[3] = {0, 1.0009F, 0}; }},
      {"BWM_CLEAVE_NOT_SHARED", [](File& f) { f.cleaves[51] += 1e-4F; },
       "cleaves[51] 0x00001570: 1 vertices differ from another in the same place, the first is 51",
       [](File& f) { f.cleaves[51] += 5e-5F; }},
  };
}

}  // namespace mw::bw2::bwm
