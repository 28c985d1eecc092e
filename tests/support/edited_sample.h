#pragma once

#include <gtest/gtest.h>
#include <meshwright/formats/detail/apply_edits.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "changed_fields.h"
#include "losses.h"

/// Samples whose scenes are edited, and what the edits do to their files.
namespace mw::test {

using Lines = std::vector<std::string>;
using scene::Index;
using scene::Scene;

inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// All that comes of an edit.
struct Outcome {
  Lines changes;
  Lines losses;
  Lines fields;    // that are other than they were
  Lines findings;  // that the original does not have
  Scene scene;
  Lines notes = {};
  std::optional<Document> document = {};  // what was written, read again
};

inline Lines codes_in(const Document& document) {
  Findings findings;
  EXPECT_TRUE(validate(document, findings));
  Lines codes;
  for (const Finding& finding : findings.all()) codes.emplace_back(finding.kind->code);
  return codes;
}

inline Lines new_findings(const Document& before, const Document& after) {
  const Lines codes = codes_in(before);
  std::multiset<std::string> known(codes.begin(), codes.end());
  Lines fresh;
  for (const std::string& code : codes_in(after)) {
    const auto found = known.find(code);
    if (found != known.end())
      known.erase(found);
    else
      fresh.push_back(code);
  }
  return fresh;
}

inline Document sample_of(std::string_view id, const std::string& name) {
  return opened(written_sample(*find_format(id), name), name).value();
}

Outcome after_edit_of(const Document& original, const std::string& name, const auto& edit) {
  Scene scene = whole_scene(original).value();
  edit(scene);
  const auto made = apply_edits(scene, original);
  if (!made) return {{"error: " + to_string(made.error())}, {}, {}, {}, {}};
  const auto output = write_edited(*made, original);
  if (!output) return {{"error: " + to_string(output.error())}, {}, {}, {}, {}};
  const Document again = opened(*output, name).value();
  Outcome outcome{{},
                  lines_of(made->document.losses),
                  changed_fields(original, again),
                  new_findings(original, again),
                  whole_scene(again).value(),
                  lines_of(made->notes),
                  again};
  for (const Change& change : made->changes) outcome.changes.push_back(change.where + ": " + change.message);
  return outcome;
}

Outcome after_edit(std::string_view format, const std::string& name, const auto& edit) {
  return after_edit_of(sample_of(format, name), name, edit);
}

inline Index node_called(const Scene& scene, std::string_view name, bool with_mesh = false) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    if (scene.nodes[i].name == name && (!with_mesh || scene.nodes[i].mesh)) return Index(i);
  ADD_FAILURE() << "no node " << name;
  return 0;
}

inline scene::Mesh& mesh_of(Scene& scene, std::string_view node) {
  return scene.meshes[*scene.nodes[node_called(scene, node, true)].mesh];
}

/// Moves the vertices at the place of the first by 0.25 along x.
inline void move_vertex(scene::Mesh& mesh) {
  const Vec3 from = mesh.primitives[0].positions[0];
  for (scene::Primitive& p : mesh.primitives)
    for (Vec3& position : p.positions)
      if (position == from) position.x += 0.25F;
}

inline auto moving(const char* node) {
  return [node](Scene& scene) { move_vertex(mesh_of(scene, node)); };
}

/// Of a node that nothing is below.
inline void remove_node(Scene& scene, Index gone) {
  const auto forget = [gone](std::vector<Index>& numbers) {
    std::erase(numbers, gone);
    for (Index& number : numbers) number -= number > gone ? 1 : 0;
  };
  scene.nodes.erase(scene.nodes.begin() + gone);
  forget(scene.roots);
  for (scene::Node& node : scene.nodes) forget(node.children);
  for (scene::Skin& skin : scene.skins) forget(skin.joints);
}

}  // namespace mw::test
