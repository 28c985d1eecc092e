#include <gtest/gtest.h>
#include <meshwright/formats/detail/apply_edits.h>
#include <meshwright/kotor/walkmesh.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "support/blender_like.h"
#include "support/bytes.h"
#include "support/changed_fields.h"
#include "support/corpus.h"
#include "support/documents.h"
#include "support/losses.h"
#include "support/through_glb.h"

namespace mw {
namespace {

struct Place {
  const char* folder;
  const char* extension;

  friend void PrintTo(const Place& place, std::ostream* out) {
    *out << place.folder << "/*" << place.extension;
  }
};
constexpr Place kPlaces[] = {
    {"kotor/mdl_k1", ".mdl"}, {"kotor/mdl_k2", ".mdl"},     {"kotor/room_pairs", ".mdl"},
    {"kotor/wok", ".wok"},    {"kotor/room_pairs", ".wok"}, {"kotor/pwk", ".pwk"},
    {"bw2", ".bwm"},          {"wows", ".geometry"}};

Output file_at(std::filesystem::path path) {
  Output file{.bytes = test::read_bytes(path)};
  path.replace_extension(".mdx");
  if (std::filesystem::exists(path)) file.companion = test::read_bytes(path);
  return file;
}

void expect_same(const Output& file, const Document& original, const scene::Scene& edited) {
  const auto made = apply_edits(edited, original);
  ASSERT_TRUE(made) << to_string(made.error());
  for (const Change& change : made->changes) ADD_FAILURE() << change.where << ": " << change.message;
  const auto output = write_edited(*made, original);
  ASSERT_TRUE(output);
  EXPECT_TRUE(output->bytes == file.bytes);
  EXPECT_TRUE(output->companion == file.companion);
}

struct OntoCorpus : testing::TestWithParam<Place> {
  /// `then(file, document)` for every real file of a folder.
  static void for_each_real_file(const auto& then) {
    const auto files = test::corpus_files(GetParam().folder, GetParam().extension);
    SKIP_WITHOUT_CORPUS(files);
    for (const auto& path : files) {
      SCOPED_TRACE(path);
      const Output file = file_at(path);
      const auto original = test::opened(file, path.filename().string());
      ASSERT_TRUE(original) << to_string(original.error());
      then(file, *original);
    }
  }
};

TEST_P(OntoCorpus, GlbsOfRealFilesGiveTheSameBytes) {
  for_each_real_file([](const Output& file, const Document& original) {
    const auto scene = whole_scene(original);
    ASSERT_TRUE(scene) << to_string(scene.error());
    expect_same(file, original, test::through_glb(*scene));
  });
}

/// What an export leaves out without being told otherwise was not removed by anybody.
TEST_P(OntoCorpus, GlbsWithoutOptionsGiveTheSameBytes) {
  for_each_real_file([](const Output& file, const Document& original) {
    const auto scene = to_scene(original);
    ASSERT_TRUE(scene) << to_string(scene.error());
    expect_same(file, original, test::through_glb(*scene));
  });
}

TEST_P(OntoCorpus, WhatBlenderDoesByItselfIsNoEdit) {
  for_each_real_file([](const Output& file, const Document& original) {
    const auto scene = whole_scene(original);
    ASSERT_TRUE(scene) << to_string(scene.error());
    expect_same(file, original, test::through_glb(test::blender_like(test::through_glb(*scene))));
  });
}

namespace walkmesh = kotor::walkmesh;

/// Paths of all that may be other when the corners of some faces moved.
class Reach {
 public:
  Reach(const walkmesh::File& file, const Vec3& place) : file_(file) {
    for (std::size_t i = 0; i < file.vertices.size(); ++i)
      if (file.vertices[i] == place) paths_.insert("vertices[" + std::to_string(i) + "]");
    for (std::size_t i = 0; i < file.faces.size(); ++i) {
      const bool touched =
          std::ranges::any_of(file.faces[i], [&](auto corner) { return file.vertices[corner] == place; });
      if (!touched) continue;
      faces_.insert(std::int32_t(i));
      paths_.insert("normals[" + std::to_string(i) + "]");
      paths_.insert("distances[" + std::to_string(i) + "]");
    }
    if (!file.aabb.empty()) add_boxes(file.header.aabb_root);
  }

  const std::set<std::string>& paths() const { return paths_; }

 private:
  bool add_boxes(std::uint32_t row) {
    const walkmesh::AabbNode& node = file_.aabb[row];
    bool touched = faces_.contains(node.face);
    if (node.face == walkmesh::kNoFace) {
      touched = add_boxes(node.left);
      touched |= add_boxes(node.right);
    }
    for (const char* side : {"box_min", "box_max"})
      if (touched) paths_.insert("aabb[" + std::to_string(row) + "]." + side);
    return touched;
  }

  const walkmesh::File& file_;
  std::set<std::int32_t> faces_;
  std::set<std::string> paths_;
};

std::vector<std::string> findings_of(const Document& document) {
  Findings findings;
  EXPECT_TRUE(validate(document, findings));
  std::vector<std::string> lines;
  for (const Finding& finding : findings.all()) lines.emplace_back(finding.kind->code);
  return lines;
}

/// Moves what is at one vertex of a surface by a centimetre upwards.
void move_vertices_at(scene::Scene& scene, const Vec3& place) {
  const Vec3 from(place.x, place.z, -place.y);  // to Y up
  for (scene::Mesh& mesh : scene.meshes)
    for (scene::Primitive& p : mesh.primitives)
      for (Vec3& position : p.positions)
        if (p.topology == scene::Topology::triangles && position == from) position.y += 0.01F;
}

void expect_small_change(const Output& file, const Document& original, const Vec3& place) {
  auto scene = whole_scene(original);
  ASSERT_TRUE(scene);
  move_vertices_at(*scene, place);
  const auto made = apply_edits(test::through_glb(*scene), original);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_TRUE(made->document.losses.empty());
  const auto output = write_edited(*made, original);
  ASSERT_TRUE(output) << to_string(output.error());
  EXPECT_EQ(output->bytes.size(), file.bytes.size());
  const Document again = test::opened(*output, original.source().name).value();
  const walkmesh::File before = walkmesh::to_file(*original.as<walkmesh::View>());
  const Reach reach(before, place);
  const auto changed = test::changed_fields(original, again);
  EXPECT_FALSE(changed.empty());
  for (const std::string& path : changed) EXPECT_TRUE(reach.paths().contains(path)) << path;
  EXPECT_EQ(findings_of(again), findings_of(original));
}

using OntoWalkmeshCorpus = OntoCorpus;

TEST_P(OntoWalkmeshCorpus, AVertexMovesItsFacesAndTheBoxesAboveThem) {
  for_each_real_file([](const Output& file, const Document& original) {
    const walkmesh::File own = walkmesh::to_file(*original.as<walkmesh::View>());
    for (const std::size_t face : {std::size_t(0), own.faces.size() / 2, own.faces.size() - 1})
      expect_small_change(file, original, own.vertices[own.faces[face][1]]);
  });
}

INSTANTIATE_TEST_SUITE_P(RealFiles, OntoWalkmeshCorpus, testing::Values(kPlaces[3], kPlaces[4], kPlaces[5]));

INSTANTIATE_TEST_SUITE_P(RealFiles, OntoCorpus, testing::ValuesIn(kPlaces));

}  // namespace
}  // namespace mw
