#include <gtest/gtest.h>
#include <meshwright/scene/detail/levels.h>
#include <meshwright/scene/scene.h>

#include "support/losses.h"

namespace mw::scene {
namespace {

Scene with_all_roles() {
  Scene scene;
  const auto add = [&](Role role, std::uint32_t lod, int count) {
    for (int i = 0; i < count; ++i) {
      scene.meshes.push_back({.primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}});
      add_node(scene, {.mesh = Index(scene.meshes.size() - 1), .role = role, .lod = lod});
    }
  };
  add(Role::visual, 0, 2);
  add(Role::visual, 1, 3);
  add(Role::hidden, 0, 4);
  add(Role::collision, 0, 1);
  add(Role::armor, 0, 5);
  add_node(scene, {.name = "group", .role = Role::armor});  // no mesh: not counted
  return scene;
}

std::vector<std::string> losses(const Selection& selection) {
  Scene scene = with_all_roles();
  select(scene, selection);
  return test::lines_of(scene.losses);
}

using Lines = std::vector<std::string>;

TEST(Select, OneLineTellsWhatIsLeftOutAndHowToGetIt) {
  EXPECT_EQ(losses({}), Lines{"left out: 4 hidden meshes (--hidden), 1 collision mesh (--collision), 5 armor "
                              "meshes (--armor), 3 meshes of other levels (--lod all)"});
  EXPECT_EQ(losses({.hidden = true, .collision = true, .armor = true}),
            Lines{"left out: 3 meshes of other levels (--lod all)"});
  EXPECT_EQ(losses({.lod = 1, .hidden = true, .armor = true}),
            Lines{"left out: 1 collision mesh (--collision), 2 meshes of other levels (--lod all)"});
  EXPECT_EQ(losses({.all_lods = true, .hidden = true, .collision = true, .armor = true}), Lines{});
}

TEST(Levels, PartsThatLackOneAreNamed) {
  Scene scene;
  scene.meshes.emplace_back();
  const auto add = [&](const char* part, std::uint32_t lod, Role role = Role::visual) {
    add_node(scene, {.mesh = 0, .role = role, .lod = lod, .extras = {{"part", part}}});
  };
  add("bow", 0);
  add("bow", 2);
  add("stern", 0);
  add("deck", 1);
  add("plate", 0, Role::armor);                      // has no levels
  add_node(scene, {.name = "mast", .mesh = 0});      // belongs to no part
  add_node(scene, {.extras = {{"part", "group"}}});  // no mesh
  EXPECT_EQ(find_parts_without_level(scene, 2), (Lines{"deck", "stern"}));
  EXPECT_EQ(find_parts_without_level(scene, 0), Lines{"deck"});
  EXPECT_EQ(parts_without_level(find_parts_without_level(scene, 2), 2),
            "2 parts have no level 2: deck, stern");
  EXPECT_EQ(parts_without_level(Lines{"a\n"}, 1), "1 part has no level 1: a\\x0a");
}

}  // namespace
}  // namespace mw::scene
