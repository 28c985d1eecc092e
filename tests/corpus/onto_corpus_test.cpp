#include <gtest/gtest.h>
#include <meshwright/exchange/gltf.h>
#include <meshwright/formats/onto.h>

#include "support/blender_like.h"
#include "support/bytes.h"
#include "support/corpus.h"
#include "support/documents.h"

namespace mw {
namespace {

struct Place {
  const char* folder;
  const char* extension;
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

/// The scene as it is after it was written as a GLB.
scene::Scene through_glb(const scene::Scene& scene) {
  const auto file = exchange::write_gltf(scene);
  return exchange::read_gltf(file.value().bytes).value();
}

void expect_same(const Output& file, const Document& original, const scene::Scene& edited) {
  const auto made = put_onto(edited, original);
  ASSERT_TRUE(made) << to_string(made.error());
  for (const Change& change : made->changes) ADD_FAILURE() << change.where << ": " << change.message;
  const auto output = write_onto(*made, original);
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
    expect_same(file, original, through_glb(*scene));
  });
}

/// What an export leaves out without being told otherwise was not removed by anybody.
TEST_P(OntoCorpus, GlbsWithoutOptionsGiveTheSameBytes) {
  for_each_real_file([](const Output& file, const Document& original) {
    const auto scene = to_scene(original);
    ASSERT_TRUE(scene) << to_string(scene.error());
    expect_same(file, original, through_glb(*scene));
  });
}

TEST_P(OntoCorpus, WhatBlenderDoesByItselfIsNoEdit) {
  for_each_real_file([](const Output& file, const Document& original) {
    const auto scene = whole_scene(original);
    ASSERT_TRUE(scene) << to_string(scene.error());
    expect_same(file, original, through_glb(test::blender_like(through_glb(*scene))));
  });
}

INSTANTIATE_TEST_SUITE_P(RealFiles, OntoCorpus, testing::ValuesIn(kPlaces));

}  // namespace
}  // namespace mw
