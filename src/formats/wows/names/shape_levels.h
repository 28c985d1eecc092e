#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Which meshes are levels of detail of one another, told by their ids alone.
namespace mw::wows {

/// What is known of a mesh.
struct LevelClue {
  std::uint32_t indices_id = 0;
  std::size_t name_length = 0;  // 0: not known, so that it has no levels
  std::uint32_t triangles = 0;
};

/// Meshes whose names differ only in their levels.
struct LevelGroup {
  struct Member {
    std::size_t mesh = 0;
    std::uint32_t level = 0;
  };
  std::vector<Member> members;  // finest first, every level once
  /// Two levels without the finest: their names could be the other way around as well, so the mesh with more
  /// triangles is taken for the finer one.
  bool by_size = false;
};

/// Finds the groups of two or more meshes. Names of levels are <stem>_lodNShape, <stem>_lodShapeN or
/// <stem>_lodN with one digit, and <stem>Shape or <stem> is level 0. A mesh that would belong to several is
/// left alone.
std::vector<LevelGroup> find_level_groups(std::span<const LevelClue> meshes);

}  // namespace mw::wows
