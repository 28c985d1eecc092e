#pragma once

#include <gtest/gtest.h>
#include <meshwright/kotor/detail/mdl_pose.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_scene.h>

#include <map>

#include "support/play.h"

namespace mw::kotor::mdl {

/// The animations of a model as its scene has them against pose(): gives how many nodes were compared.
inline std::size_t compare_with_scene(const File& file) {
  const scene::Scene s = to_scene(file, {.raw_axes = true, .selection = {.hidden = true}});
  std::map<std::pair<std::string, std::uint64_t>, std::vector<std::size_t>> nodes;
  for (std::size_t i = 0; i < s.nodes.size(); ++i)
    if (!s.nodes[i].extras.empty() && s.nodes[i].extras[0].first == "number")
      nodes[{s.nodes[i].name, *s.nodes[i].extras[0].second.get_if<std::uint64_t>()}].push_back(i);
  std::size_t compared = 0;
  for (std::size_t a = 0; a < file.animations.size(); ++a) {
    const Motion motion = motion_of(file, file.animations[a]);
    for (const float part : {-0.5F, 0.0F, 0.21F, 0.5F, 0.83F, 1.0F, 2.0F}) {
      const float time = part * file.animations[a].header.length;
      const std::vector<Mat4> ours = pose(file, motion, time);
      const std::vector<Mat4> theirs = test::play(s, a, time);
      for (std::size_t row = 0; row < file.nodes.size(); ++row) {
        const auto found = nodes.find({node_name(file, file.nodes[row]), file.nodes[row].header.number});
        if (found == nodes.end() || found->second.size() != 1) continue;
        const float off = test::difference(ours[row], theirs[found->second[0]]);
        const float far = glm::length(Vec3(ours[row][3]));
        EXPECT_LT(off, 1e-4F * std::max(1.0F, far))
            << s.animations[a].name << " " << time << " " << found->first.first;
        ++compared;
      }
    }
  }
  return compared;
}

/// How far the vertices of skins are, in rest, from where their nodes put them; nothing without a skin.
inline std::optional<float> worst_in_rest(const File& file) {
  const std::vector<Mat4> rest = pose_in_rest(file);
  std::optional<float> worst;
  for (std::size_t row = 0; row < file.nodes.size(); ++row) {
    const auto& mesh = file.nodes[row].mesh;
    if (!mesh || !mesh->skin || !mesh->mdx) continue;
    const std::vector<Vec3> moved = skinned_positions(file, row, rest);
    const std::vector<Vec3>& stored = mesh->mdx->rows.positions;
    EXPECT_EQ(moved.size(), stored.size());
    for (std::size_t i = 0; i < moved.size(); ++i) {
      const Vec3 place(rest[row] * Vec4(stored[i], 1));
      worst = std::max(worst.value_or(0), glm::distance(moved[i], place));
    }
  }
  return worst;
}

}  // namespace mw::kotor::mdl
