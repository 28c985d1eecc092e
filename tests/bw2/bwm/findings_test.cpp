#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "fixtures.h"
#include "support/cases/finding_cases.h"
#include "support/cases/place_cases.h"

/// What findings say together: how many one cause makes, where they are and what they are called.
namespace mw::bw2::bwm {
namespace {

/// One cause, one finding: bounds that are all left out are not told of one by one.
TEST(BwmValidate, BoundsThatAreLeftOutAreToldOnce) {
  const std::function<void(File&)> parts[] = {
      [](File& f) { f.header.sphere = {{0, 0, 0}, 1e-6F}; },
      [](File& f) { f.header.sphere = {{1e-6F, 0, 0}, 0}; },
      [](File& f) { f.header.box_min = {0, -1e-6F, 0}; },
      [](File& f) { f.header.box_max = {0, 0, 1e-6F}; },
      [](File& f) { f.header.cylinder.height = 1e-6F; },
      [](File& f) { f.header.volume = 1e-6F; },
  };
  File file = sample(Sample::house);
  clear_bounds(file.header);
  EXPECT_EQ(test::codes_of(file), (std::vector<std::string_view>{"BWM_BOUNDS_MISSING"}));
  for (const auto& part : parts) {
    File with = file;
    part(with);
    EXPECT_EQ(test::codes_of(with),
              (std::vector<std::string_view>{"BWM_BOX_MISMATCH", "BWM_SPHERE_TOO_SMALL",
                                             "BWM_CYLINDER_HEIGHT_MISMATCH", "BWM_CYLINDER_TOO_SMALL"}));
  }
}

/// Whichever side of the hull is the closing one, from its last corner to its first.
TEST(BwmValidate, AVertexBeyondAnySideOfTheHullIsFound) {
  const File house = sample(Sample::house);
  const std::size_t corners = house.hull.size();
  ASSERT_EQ(corners, 4U);
  for (std::size_t side = 0; side < corners; ++side) {
    File file = house;
    Vec3& a = file.hull[side];
    Vec3& b = file.hull[(side + 1) % corners];
    const Vec3 across(b.z - a.z, 0, a.x - b.x);  // to the right, out of a hull that is counter-clockwise
    const Vec3 inward = -across / std::hypot(across.x, across.z);
    a += inward;
    b += inward;
    for (std::size_t first = 0; first < corners; ++first) {
      const auto found = test::findings_of(file, "BWM_VERTEX_OUTSIDE_HULL");
      ASSERT_EQ(found.size(), 1U) << "side " << side << ", first " << first;
      EXPECT_TRUE(found[0].ends_with("vertices lie outside, the farthest by 1")) << found[0];
      EXPECT_TRUE(test::findings_of(file, "BWM_HULL_NOT_CONVEX").empty());
      std::ranges::rotate(file.hull, file.hull.begin() + 1);
    }
  }
}

/// A corner that is cut off by half a unit either way: the side that cuts it is shorter than a unit.
TEST(BwmValidate, AVertexBeyondAShortSideOfTheHullIsFound) {
  const File house = sample(Sample::house);
  const std::size_t corners = house.hull.size();
  for (std::size_t corner = 0; corner < corners; ++corner) {
    File file = house;
    const Vec3 at = file.hull[corner];
    const auto towards = [&](const Vec3& other) {
      const Vec3 way = other - at;
      return at + way * (0.5F / std::hypot(way.x, way.z));
    };
    const Vec3 before = towards(file.hull[(corner + corners - 1) % corners]);
    file.hull[corner] = towards(file.hull[(corner + 1) % corners]);
    file.hull.insert(file.hull.begin() + std::ptrdiff_t(corner), before);
    for (std::size_t first = 0; first <= corners; ++first) {
      const auto found = test::findings_of(file, "BWM_VERTEX_OUTSIDE_HULL");
      ASSERT_EQ(found.size(), 1U) << "corner " << corner << ", first " << first;
      EXPECT_NE(found[0].find("the farthest by 0.3535"), std::string::npos) << found[0];
      std::ranges::rotate(file.hull, file.hull.begin() + 1);
    }
  }
}

/// Rows behind the first, of tables whose cases have only that: their bytes are those of the dump.
TEST(BwmValidate, LaterRowsAreWhereTheDumpHasThem) {
  File house = sample(Sample::house);
  house.entities.resize(3);
  house.header.entity_count = 3;
  for (Entity& entity : house.entities) entity.frame = house.meshes[0].pivot;
  house.entities[2].frame.x_axis *= 2;
  house.entities[0].name = house.entities[2].name = FixedText<256>("door");
  update_sizes(house);
  Findings findings;
  validate(house, findings);
  const test::ToldPlaces told(house);
  std::vector<std::string> places;
  for (const Finding& finding : findings.all()) {
    places.push_back(finding.where + " " + finding.name);
    EXPECT_TRUE(told.has(finding.where, *finding.offset)) << test::describe(finding);
  }
  EXPECT_EQ(places, (std::vector<std::string>{"entities[1].name ", "entities[2].frame door"}));

  File worm = sample(Sample::skin);
  worm.bones[2].x_axis *= 2;
  const auto found = test::findings_of(worm, "BWM_FRAME_NOT_ORTHONORMAL");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].starts_with("bones[2] 0x000003d4: ")) << found[0];
}

/// Meshes, materials and entities have names; what has none is called by its row only.
TEST(BwmValidate, FindingsNameWhatTheyAreIn) {
  File file = sample(Sample::house);
  file.meshes[1].lod = 9;
  file.materials[1].growth = FixedText<64>("moss.png");
  file.material_refs[1].mask = 0;
  Findings findings;
  validate(file, findings);
  std::map<std::string_view, std::string> names;
  for (const Finding& finding : findings.all()) names[finding.kind->code] = finding.name;
  EXPECT_EQ(names, (std::map<std::string_view, std::string>{
                       {"BWM_MESH_LOD_OUT_OF_RANGE", std::string(file.meshes[1].name.view())},
                       {"BWM_TEXTURE_NOT_DDS", "_roof_"},
                       {"BWM_REF_MASK_MISSING", ""}}));
  EXPECT_NE(names["BWM_MESH_LOD_OUT_OF_RANGE"], "");
}

}  // namespace
}  // namespace mw::bw2::bwm
