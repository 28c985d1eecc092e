#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/detail/bwm_build.h>

#include <cmath>

#include "bw2/bwm/fixtures.h"
#include "support/cases/corpus_cases.h"

namespace mw::bw2::bwm {
namespace {

std::vector<std::filesystem::path> real_files() {
  return test::corpus_files("bw2", ".bwm");
}

/// The one file that looks as if the game's makers wrote it. What is said of originals is measured on it.
std::vector<std::filesystem::path> originals() {
  std::vector<std::filesystem::path> files = real_files();
  std::erase_if(files, [](const auto& path) { return path.filename() != "m_norse_chieftains_grave.bwm"; });
  return files;
}

TEST(BwmCorpus, RoundTripIsByteIdentical) {
  test::expect_real_round_trip<Bwm>(real_files());
}

TEST(BwmCorpus, JsonGivesTheSameBytesBack) {
  test::expect_real_json_round_trip<Bwm>(real_files());
}

TEST(BwmCorpus, WritingTellsTheSameAsReading) {
  test::for_each_real<Bwm>(
      real_files(), [](const Bytes& bytes, const File&) { test::expect_writing_tells_the_same<Bwm>(bytes); });
}

TEST(BwmCorpus, EveryByteHasAName) {
  test::expect_real_bytes_named<Bwm>(real_files());
}

TEST(BwmCorpus, NoFileHasAnError) {
  test::expect_no_real_error<Bwm>(real_files());
}

TEST(BwmCorpus, OriginalsHaveNoFindingAtAll) {
  test::for_each_real<Bwm>(originals(), [](const Bytes&, const File& file) {
    EXPECT_EQ(likely_writer(file), "the game's own exporter (memory left in a declaration)");
    Findings findings;
    validate(file, findings);
    test::expect_no_finding(findings);
  });
}

TEST(BwmCorpus, DownToFiveAndUpAgainKeepsAllButTheCleaves) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const Bytes bytes = test::read_bytes(path);
    File file = read(bytes).value();
    ASSERT_TRUE(set_version(file, kVersion5)) << path;
    const Bytes five = write(file).value();
    ASSERT_TRUE(set_version(file, kVersion6)) << path;
    ASSERT_TRUE(set_version(file, kVersion5)) << path;
    EXPECT_EQ(write(file).value(), five) << path;
    EXPECT_TRUE(std::equal(five.begin() + 52, five.end(), bytes.begin() + 52)) << path;
  }
}

TEST(BwmCorpus, TrianglesStayInTheirMeshes) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const File file = read(test::read_bytes(path)).value();
    const std::vector<Range> refs = material_ref_ranges(file);
    for (std::size_t mesh = 0; mesh < file.meshes.size(); ++mesh) {
      for (std::uint64_t i = refs[mesh].begin; i < refs[mesh].end(); ++i) {
        const Triangles found = triangles(file, mesh, file.material_refs[i]);
        EXPECT_FALSE(found.rows.empty()) << path;
        EXPECT_EQ(found.outside, 0U) << path;
      }
    }
  }
}

/// A file as if it came from somewhere else: plain arrays, nothing derived.
ModelInput plain_arrays(const File& file) {
  ModelInput model;
  model.version = file.header.version;
  model.materials = file.materials;
  model.entities = file.entities;
  const std::vector<Vec3> points = positions(file);
  const std::vector<Vec3> normals = read_vectors(file, find_attributes(file, Usage::normal).at(0));
  const std::vector<Range> refs = material_ref_ranges(file);
  for (std::size_t m = 0; m < file.meshes.size(); ++m) {
    const Mesh& mesh = file.meshes[m];
    const auto begin = std::ptrdiff_t(mesh.vertex_offset);
    const auto end = begin + std::ptrdiff_t(mesh.vertex_count);
    MeshInput input;
    input.name = mesh.name.view();
    input.lod = mesh.lod;
    input.pivot = mesh.pivot;
    input.positions.assign(points.begin() + begin, points.begin() + end);
    input.normals.assign(normals.begin() + begin, normals.begin() + end);
    input.cleaves.assign(file.cleaves.begin() + begin, file.cleaves.begin() + end);
    for (const Attribute& attribute : find_attributes(file, Usage::uv)) {
      const std::vector<Vec3> uv = read_vectors(file, attribute);
      auto& set = input.uv_sets.emplace_back();
      for (auto i = begin; i < end; ++i) set.emplace_back(uv[std::size_t(i)].x, uv[std::size_t(i)].y);
    }
    for (std::uint64_t i = refs[m].begin; i < refs[m].end(); ++i) {
      PartInput part{file.material_refs[i].material, {}, {}};
      for (const Triangle& t : triangles(file, m, file.material_refs[i]).rows)
        for (const std::uint16_t corner : t) part.indices.push_back(corner - mesh.vertex_offset);
      input.parts.push_back(std::move(part));
    }
    model.meshes.push_back(std::move(input));
  }
  return model;
}

constexpr float kThreeDecimals = 5e-4F;

void expect_near(const Vec3& a, const Vec3& b, const std::filesystem::path& path) {
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(a[axis], b[axis], kThreeDecimals) << path;
}

void expect_near(const Sphere& a, const Sphere& b, const std::filesystem::path& path) {
  expect_near(a.centre, b.centre, path);
  EXPECT_NEAR(a.radius, b.radius, kThreeDecimals) << path;
}

void expect_near(const Cylinder& a, const Cylinder& b, const std::filesystem::path& path) {
  expect_near(a.base, b.base, path);
  EXPECT_NEAR(a.height, b.height, kThreeDecimals) << path;
  EXPECT_NEAR(a.radius, b.radius, kThreeDecimals) << path;
}

/// The builder gives an original's own bounds, hull, circles, masks and face counts back from its plain
/// arrays.
TEST(BwmCorpus, OriginalsAreBuiltAnew) {
  const auto files = originals();
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const File file = read(test::read_bytes(path)).value();
    const File built = build(plain_arrays(file)).value();
    EXPECT_EQ(built.hull, file.hull) << path;
    ASSERT_EQ(built.circles.size(), file.circles.size()) << path;
    for (std::size_t i = 0; i < file.circles.size(); ++i) {
      EXPECT_EQ(built.circles[i].x, file.circles[i].x) << path << " " << i;
      EXPECT_EQ(built.circles[i].z, file.circles[i].z) << path << " " << i;
      EXPECT_EQ(built.circles[i].radius, file.circles[i].radius) << path << " " << i;
    }
    EXPECT_EQ(built.header.box_min, file.header.box_min) << path;
    EXPECT_EQ(built.header.box_max, file.header.box_max) << path;
    expect_near(built.header.sphere, file.header.sphere, path);
    expect_near(built.header.footprint_sphere, file.header.footprint_sphere, path);
    expect_near(built.header.cylinder, file.header.cylinder, path);
    EXPECT_NEAR(built.header.volume, file.header.volume, 1e-3) << path;
    EXPECT_EQ(built.header.size, file.header.size) << path;
    EXPECT_EQ(built.header.metadata_size, file.header.metadata_size) << path;
    ASSERT_EQ(built.meshes.size(), file.meshes.size()) << path;
    for (std::size_t i = 0; i < file.meshes.size(); ++i) {
      const Mesh& a = built.meshes[i];
      const Mesh& b = file.meshes[i];
      EXPECT_EQ(a.face_count, b.face_count) << path;
      EXPECT_EQ(a.index_offset, b.index_offset) << path;
      EXPECT_EQ(a.vertex_offset, b.vertex_offset) << path;
      EXPECT_EQ(a.box_min, b.box_min) << path;
      EXPECT_EQ(a.box_max, b.box_max) << path;
      EXPECT_EQ(a.unknown_0x80, b.unknown_0x80) << path;
      expect_near(a.sphere, b.sphere, path);
      expect_near(a.cylinder, b.cylinder, path);
      EXPECT_NEAR(a.volume, b.volume, 1e-3) << path;
    }
    for (std::size_t i = 0; i < file.material_refs.size(); ++i)
      EXPECT_EQ(built.material_refs[i].mask, file.material_refs[i].mask) << path;
    EXPECT_EQ(built.strides[0].data, file.strides[0].data) << path;
    EXPECT_EQ(built.indices, file.indices) << path;
    EXPECT_EQ(built.cleaves, file.cleaves) << path;
  }
}

/// Computed anew, the header, the hull and the circles are the same bytes; of the meshes' bounds only last
/// bits differ.
TEST(BwmCorpus, DerivedBoundsAreTheOriginalsOwn) {
  const auto files = originals();
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const Bytes bytes = test::read_bytes(path);
    File file = read(bytes).value();
    derive_bounds(file, true);
    const Bytes derived = write(file).value();
    ASSERT_EQ(derived.size(), bytes.size()) << path;
    const std::size_t meshes = kHeaderSize + file.materials.size() * sizeof(Material);
    const std::size_t behind = meshes + file.meshes.size() * sizeof(Mesh);
    std::size_t differ = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (derived[i] == bytes[i]) continue;
      EXPECT_TRUE(i >= meshes && i < behind) << path << " byte " << i;
      ++differ;
    }
    EXPECT_LE(differ, 32U) << path;
  }
}

TEST(BwmCorpus, ThePlaceholderGetsOneClearLine) {
  auto files = test::corpus_files("broken", ".bwm");
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const Bytes bytes = test::read_bytes(path);
    EXPECT_EQ(to_string(read(bytes).error()), "0x00000000: signature: all " + std::to_string(bytes.size()) +
                                                  " bytes are zero: a placeholder without a model");
  }
}

}  // namespace
}  // namespace mw::bw2::bwm
