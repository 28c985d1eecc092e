#include <gtest/gtest.h>
#include <meshwright/exchange/gltf.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/detail/apply_edits.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh_ascii.h>

#include <algorithm>
#include <random>

#include "support/documents.h"
#include "support/edited_sample.h"
#include "support/losses.h"

namespace mw {
namespace {

using test::sample_of;

struct Case {
  const char* format;
  const char* name;
};
constexpr Case kCases[] = {{"kotor-mdl", "sample.mdl"},
                           {"kotor-mdl-ascii", "sample.mdl.ascii"},
                           {"kotor-walkmesh", "sample.wok"},
                           {"kotor-walkmesh", "sample.pwk"},
                           {"kotor-walkmesh-ascii", "sample.wok.ascii"},
                           {"kotor-walkmesh-ascii", "sample.pwk.ascii"},
                           {"bw2-bwm", "sample.bwm"},
                           {"bw2-bwm", "sample.skin.bwm"},
                           {"wows-geometry", "sample.geometry"}};

/// Moves the first vertex of the first mesh that is drawn, at all corners where it is.
Vec3 move_a_vertex(scene::Scene& scene) {
  for (const scene::Node& node : scene.nodes) {
    if (!node.mesh || node.role == scene::Role::hidden) continue;
    scene::Primitive& p = scene.meshes[*node.mesh].primitives[0];
    if (p.topology != scene::Topology::triangles) continue;
    const Vec3 before = p.positions[p.indices.empty() ? 0 : p.indices[0]];
    const Vec3 after = before + Vec3(0.25F, 0, 0);
    for (scene::Primitive& each : scene.meshes[*node.mesh].primitives)
      for (Vec3& position : each.positions)
        if (position == before) position = after;
    return after;
  }
  return Vec3(0);
}

bool has_vertex(const scene::Scene& scene, const Vec3& place) {
  return std::ranges::any_of(scene.meshes, [&](const scene::Mesh& mesh) {
    return std::ranges::any_of(mesh.primitives, [&](const scene::Primitive& p) {
      return std::ranges::find(p.positions, place) != p.positions.end();
    });
  });
}

TEST(Onto, SamplesComeBackAsTheyWere) {
  for (const auto& [format, name] : kCases) {
    SCOPED_TRACE(name);
    const Document original = sample_of(format, name);
    const auto made = apply_edits(whole_scene(original).value(), original);
    ASSERT_TRUE(made) << to_string(made.error());
    EXPECT_TRUE(made->changes.empty());
    EXPECT_TRUE(std::ranges::equal(write_edited(*made, original)->bytes, original.source().blob.bytes()));
  }
}

TEST(Onto, AMovedVertexIsThereAndNothingElseIsOther) {
  for (const auto& [format, name] : kCases) {
    SCOPED_TRACE(name);
    const Document original = sample_of(format, name);
    scene::Scene edited = whole_scene(original).value();
    const Vec3 place = move_a_vertex(edited);
    const auto made = apply_edits(edited, original);
    ASSERT_TRUE(made) << to_string(made.error());
    ASSERT_EQ(made->changes.size(), 1U);
    EXPECT_EQ(made->changes[0].what, "mesh-changed");
    const auto again = whole_scene(made->document);
    ASSERT_TRUE(again) << to_string(again.error());
    EXPECT_TRUE(has_vertex(*again, place));
    EXPECT_EQ(again->nodes.size(), edited.nodes.size());
    // Put onto what came out, the edited scene moves nothing any more. Normals are the format's own.
    const auto twice = apply_edits(edited, made->document);
    ASSERT_TRUE(twice);
    for (const Change& change : twice->changes)
      EXPECT_TRUE(change.what != "mesh-changed" || change.message.find("moved") == std::string::npos)
          << change.where << ": " << change.message;
    Findings findings;
    ASSERT_TRUE(validate(made->document, findings));
    EXPECT_EQ(findings.count(Severity::error), 0U);
  }
}

/// Every sample's scene onto every other: an error, or a file that can be written.
TEST(Onto, ScenesThatFitNothingAreTakenOrRefused) {
  for (const auto& [format, name] : kCases) {
    const Document original = sample_of(format, name);
    for (const auto& [other_format, other_name] : kCases) {
      SCOPED_TRACE(std::string(other_name) + " onto " + name);
      const auto made = apply_edits(whole_scene(sample_of(other_format, other_name)).value(), original);
      if (!made) {
        EXPECT_FALSE(made.error().message.empty());
        continue;
      }
      EXPECT_TRUE(made->changes.empty() || std::string_view(name) != other_name);
      const auto output = write_edited(*made, original);
      EXPECT_TRUE(output ? !output->bytes.empty() : !output.error().message.empty());
    }
  }
}

/// GLBs with faults in them, as far as they can be read, onto every sample.
TEST(Onto, MutantsOfScenesAreTakenOrRefused) {
  std::vector<Document> originals;
  std::vector<Bytes> files;
  for (const auto& [format, name] : kCases) {
    originals.push_back(sample_of(format, name));
    files.push_back(exchange::write_gltf(whole_scene(originals.back()).value()).value().bytes);
  }
  constexpr std::uint32_t kMutants = 1500;
  std::size_t taken = 0;
  std::size_t refused = 0;
  for (std::uint32_t seed = 0; seed < kMutants; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Bytes file = files[seed % files.size()];
    for (int i = 0; i < 3; ++i) file[20 + random() % (file.size() - 20)] = std::byte(random() % 128);
    const auto scene = exchange::read_gltf(file);
    if (!scene) continue;
    const Document& original = originals[(seed / files.size()) % originals.size()];
    const auto made = apply_edits(*scene, original);
    (made ? taken : refused) += 1;
    if (!made) {
      EXPECT_FALSE(made.error().message.empty());
    } else {
      const auto output = write_edited(*made, original);
      if (!output) {
        EXPECT_FALSE(output.error().message.empty());
        continue;
      }
      const auto again = test::opened(*output, original.source().name);
      EXPECT_TRUE(again) << to_string(again.error());
    }
  }
  EXPECT_GT(taken, kMutants / 20);
  EXPECT_GT(refused, 0U);
}

TEST(Onto, ATextOfADoorWithItsStatesIsRefused) {
  const Document closed = sample_of("kotor-walkmesh-ascii", "sample.dwk.ascii");
  auto text = *closed.as<kotor::walkmesh::ascii::Text>();
  const auto mesh = std::ranges::find_if(text.nodes, &kotor::walkmesh::ascii::Node::is_mesh);
  kotor::walkmesh::ascii::Node open = *mesh;
  open.name = "sample_DWK_wg_open1";
  text.nodes.push_back(open);
  const Document original(closed.format(), text, {.blob = {}, .name = "sample.dwk.ascii"});
  scene::Scene edited = whole_scene(original).value();
  move_a_vertex(edited);
  const auto made = apply_edits(edited, original);
  ASSERT_FALSE(made);
  EXPECT_EQ(to_string(made.error()), "has 2 meshes; --onto takes a text with one, or the compiled walkmesh");
}

TEST(Onto, ASceneWithoutNodesIsNoEdit) {
  const auto made = apply_edits({}, sample_of("kotor-mdl", "sample.mdl"));
  ASSERT_FALSE(made);
  EXPECT_EQ(to_string(made.error()), "has no nodes");
}

/// What is said of a mesh with 30,000 vertices that so many nodes show, and the first node of all where
/// asked.
std::string error_of_copies(int nodes, bool first_too) {
  const Document original = sample_of("kotor-mdl", "sample.mdl");
  scene::Scene edited = whole_scene(original).value();
  scene::Primitive p{.indices = {0, 1, 2}};
  p.positions.resize(30'000);
  edited.meshes.push_back({.primitives = {p}});
  const auto mesh = scene::Index(edited.meshes.size() - 1);
  if (first_too) edited.nodes[0].mesh = mesh;
  for (int i = 0; i < nodes; ++i) add_node(edited, {.name = "copy", .mesh = mesh});
  const auto made = apply_edits(edited, original);
  return made ? "no error" : made.error().message;
}

/// A small file may show one mesh many times; the first node counts as the others do.
TEST(Onto, CopiesOfMeshesAreCounted) {
  const std::string too_many = "copies of meshes have more than 4194304 vertices";
  EXPECT_EQ(error_of_copies(200, false), too_many);
  EXPECT_EQ(error_of_copies(140, true), too_many);
}

/// Nothing was edited, but the bytes of a text are not those of a model.
TEST(Onto, ATextOntoWhichABinaryIsMadeIsCompiled) {
  const Document text = sample_of("kotor-mdl-ascii", "sample.mdl.ascii");
  const Document model = sample_of("kotor-mdl", "sample.mdl");
  const Document scene =
      test::opened({.bytes = exchange::write_gltf(whole_scene(model).value()).value().bytes}, "a.glb")
          .value();
  const auto made =
      convert(scene, {.format = find_format("kotor-mdl"), .name = "a.mdl", .onto = &text}).value();
  EXPECT_TRUE(made.changes.empty());
  const auto again = test::opened(made.output, "a.mdl");
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(again->format().id, "kotor-mdl");
  EXPECT_TRUE(made.output.companion);
}

/// What compiling a text cannot know is told whether or not something was edited.
TEST(Onto, WhatATextLosesOnTheWayToItsBinaryIsTold) {
  OptionValues plain;
  plain.set("plain", "");
  Document model = sample_of("kotor-mdl", "sample.mdl");
  kotor::mdl::File heir = *model.as<kotor::mdl::File>();
  heir.model.supermodel = FixedText<32>("s_female02");
  const Document binary(*find_format("kotor-mdl"), std::move(heir));
  const Document text = find_format("kotor-mdl-ascii")->from_binary(binary, plain).value();
  for (const bool edited : {false, true}) {
    scene::Scene scene = whole_scene(text).value();
    if (edited) std::ranges::find(scene.nodes, "tail_g", &scene::Node::name)->transform.translation.x += 1;
    const Document glb = test::opened({.bytes = exchange::write_gltf(scene).value().bytes}, "a.glb").value();
    const auto made =
        convert(glb, {.format = find_format("kotor-mdl"), .name = "a.mdl", .onto = &text}).value();
    EXPECT_EQ(made.changes.empty(), !edited);
    EXPECT_EQ(test::count(made.output.losses,
                          "the numbers of nodes that the supermodel \"s_female02\" has too, without "
                          "which its animations move others; --supermodel says where it is"),
              1);
  }
}

TEST(Onto, FormatsThatTakeNoEditsSaySo) {
  const Document original = sample_of("wows-splash", "sample.splash");
  scene::Scene edited = whole_scene(original).value();
  edited.nodes[0].name = "other";
  edited.nodes[0].extras = {{"number", std::uint64_t(1)}};
  const auto made = apply_edits(edited, original);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "is a wows-splash, which takes no edits");
}

TEST(Onto, TheOriginalMustBeOfTheFormatOfTheOutput) {
  const Document original = sample_of("bw2-bwm", "sample.bwm");
  const auto made =
      convert(original, {.format = find_format("kotor-mdl"), .name = "a.mdl", .onto = &original});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "is a bw2-bwm, and the output a kotor-mdl");
}

}  // namespace
}  // namespace mw
