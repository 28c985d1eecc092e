#pragma once

#include <gtest/gtest.h>
#include <meshwright/exchange/gltf.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/detail/apply_edits.h>
#include <meshwright/kotor/detail/mdl_pose.h>
#include <meshwright/kotor/mdl.h>

#include "support/documents.h"
#include "support/drawn.h"

/// Models made of scenes, by way of a GLB as other programs write them.
namespace mw::test {

/// What `convert scene.glb NAME OPTIONS` makes, opened again. Without a name that of the scene.
inline Result<Document> new_model(const scene::Scene& scene, const OptionValues& options = {},
                                  std::string name = {}, std::shared_ptr<Neighbours> neighbours = nullptr) {
  if (name.empty()) name = scene.name.empty() ? "new.mdl" : scene.name + ".mdl";
  const auto file = exchange::write_gltf(scene);
  if (!file) return fail(file.error());
  const auto glb = open({.blob = Blob(file->bytes), .name = "scene.glb", .neighbours = neighbours});
  if (!glb) return fail(glb.error());
  const auto made = convert(*glb, {.format = find_by_name(name), .name = name, .options = options});
  if (!made) return fail(made.error());
  auto document = opened(made->output, name);
  if (document) document->losses = made->output.losses;
  return document;
}

inline const kotor::mdl::File& model_in(const Document& document) {
  return *document.as<kotor::mdl::File>();
}

/// The codes of what `validate` finds.
inline std::vector<std::string> found_in(const Document& document) {
  Findings findings;
  EXPECT_TRUE(validate(document, findings));
  std::vector<std::string> codes;
  for (const Finding& finding : findings.all()) codes.push_back(std::string(finding.kind->code));
  return codes;
}

/// The row of the node of that name; the number of nodes without one.
inline std::size_t row_of(const kotor::mdl::File& file, std::string_view name) {
  std::size_t row = 0;
  while (row < file.nodes.size() && kotor::mdl::node_name(file, file.nodes[row]) != name) ++row;
  return row;
}

inline const kotor::mdl::Node& node_in(const Document& document, std::string_view name) {
  const kotor::mdl::File& file = model_in(document);
  return file.nodes.at(row_of(file, name));
}

inline std::vector<std::string> names_in(const Document& document) {
  std::vector<std::string> names;
  for (const kotor::mdl::Node& node : model_in(document).nodes)
    names.push_back(kotor::mdl::node_name(model_in(document), node));
  return names;
}

inline std::string error_of(const scene::Scene& scene, const OptionValues& options = {}) {
  const auto made = new_model(scene, options);
  return made ? "no error" : to_string(made.error());
}

/// The model of a scene, which draws what the scene draws and has nothing for `validate`.
inline Document same_model(const scene::Scene& scene, const OptionValues& options = {}) {
  const auto made = new_model(scene, options);
  EXPECT_TRUE(made) << to_string(made.error());
  if (!made) return opened(written_sample(*find_format("kotor-mdl"))).value();
  EXPECT_EQ(found_in(*made), std::vector<std::string>());
  expect_same_drawing(scene, whole_scene(*made).value());
  return *made;
}

/// Corner after corner, where a pose puts them.
inline std::vector<Vec3> posed_corners(const kotor::mdl::File& file, std::size_t row,
                                       const std::vector<Mat4>& pose) {
  const std::vector<Vec3> places = skinned_positions(file, row, pose);
  std::vector<Vec3> corners;
  for (const kotor::mdl::Face& face : file.nodes[row].mesh->faces)
    for (const std::uint16_t corner : face.vertices) corners.push_back(places.at(corner));
  return corners;
}

/// Nodes and vertices of two models with the same tree under two poses.
inline void expect_same_pose(const kotor::mdl::File& a, const std::vector<Mat4>& pose_a,
                             const kotor::mdl::File& b, const std::vector<Mat4>& pose_b,
                             std::size_t& compared) {
  for (std::size_t row = 0; row < a.nodes.size(); ++row) {
    const float far = std::max(1.0F, glm::length(Vec3(pose_a[row][3])));
    EXPECT_LT(difference(pose_a[row], pose_b[row]), 1e-4F * far) << kotor::mdl::node_name(a, a.nodes[row]);
    ++compared;
    if (!a.nodes[row].mesh || a.nodes[row].mesh->faces.empty() || a.nodes[row].mesh->saber) continue;
    ASSERT_TRUE(b.nodes[row].mesh);
    const std::vector<Vec3> in_a = posed_corners(a, row, pose_a);
    const std::vector<Vec3> in_b = posed_corners(b, row, pose_b);
    ASSERT_EQ(in_a.size(), in_b.size());
    std::size_t off = 0;
    for (std::size_t i = 0; i < in_a.size(); ++i)
      off += glm::distance(in_a[i], in_b[i]) <= 1e-4F * (1 + glm::length(in_a[i])) ? 0 : 1;
    EXPECT_EQ(off, 0U) << "of " << in_a.size() << " corners of " << kotor::mdl::node_name(a, a.nodes[row]);
    compared += in_a.size();
  }
}

/// In rest and in all animations: gives how many nodes and corners were compared.
inline std::size_t expect_same_poses(const kotor::mdl::File& a, const kotor::mdl::File& b) {
  std::size_t compared = 0;
  EXPECT_EQ(a.nodes.size(), b.nodes.size());
  EXPECT_EQ(a.animations.size(), b.animations.size());
  if (a.nodes.size() != b.nodes.size() || a.animations.size() != b.animations.size()) return 0;
  expect_same_pose(a, pose_in_rest(a), b, pose_in_rest(b), compared);
  for (const kotor::mdl::Animation& animation : a.animations) {
    const std::string_view name = animation.header.geometry.name.view();
    SCOPED_TRACE(name);
    const auto other = std::ranges::find_if(b.animations, [&](const kotor::mdl::Animation& each) {
      return each.header.geometry.name.view() == name;
    });
    if (other == b.animations.end()) {
      ADD_FAILURE() << "is not there";
      continue;
    }
    EXPECT_EQ(animation.header.length, other->header.length);
    const kotor::mdl::Motion in_a = motion_of(a, animation);
    const kotor::mdl::Motion in_b = motion_of(b, *other);
    for (const float part : {0.0F, 0.21F, 0.5F, 0.83F, 1.0F}) {
      const float time = part * animation.header.length;
      expect_same_pose(a, pose(a, in_a, time), b, pose(b, in_b, time), compared);
    }
  }
  return compared;
}

}  // namespace mw::test
