#include <gtest/gtest.h>
#include <meshwright/kotor/walkmesh.h>

#include "kotor/walkmesh_fixtures.h"
#include "support/corpus_cases.h"

namespace mw::kotor::walkmesh {
namespace {

std::vector<std::filesystem::path> real_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& [folder, extension] : {std::pair("kotor/wok", ".wok"), std::pair("kotor/pwk", ".pwk"),
                                          std::pair("kotor/room_pairs", ".wok")})
    for (const auto& path : test::corpus_files(folder, extension)) files.push_back(path);
  return files;
}

TEST(WalkmeshCorpus, RoundTripIsByteIdentical) {
  test::expect_real_round_trip<Walkmesh>(real_files());
}

TEST(WalkmeshCorpus, JsonGivesTheSameBytesBack) {
  test::expect_real_json_round_trip<Walkmesh>(real_files());
}

TEST(WalkmeshCorpus, EveryByteHasAName) {
  test::expect_real_bytes_named<Walkmesh>(real_files());
}

TEST(WalkmeshCorpus, WritingTellsOfTheSameFieldsAsReading) {
  test::for_each_real<Walkmesh>(real_files(), [](const Bytes& bytes, const File&) {
    test::expect_writing_tells_the_same<Walkmesh>(bytes);
  });
}

TEST(WalkmeshCorpus, AViewGivesTheFile) {
  test::for_each_real<Walkmesh>(real_files(), [](const Bytes& bytes, const File& file) {
    EXPECT_EQ(to_json(to_file(view(bytes).value())), to_json(file));
  });
}

TEST(WalkmeshCorpus, NoFileHasAnError) {
  test::expect_no_real_error<Walkmesh>(real_files());
}

TEST(WalkmeshCorpus, LayOutGivesTheOffsetsOfEveryFile) {
  test::for_each_real<Walkmesh>(real_files(), [](const Bytes& bytes, File& file) {
    lay_out(file);
    test::expect_writes(file, bytes);
  });
}

/// The rules of the builder give the stored tables back, whoever wrote them.
TEST(WalkmeshCorpus, DerivedTablesEqualTheStoredOnes) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const File file = read(test::read_bytes(path)).value();
    if (file.header.type != std::uint32_t(Type::area)) continue;
    const auto adjacency = derive_adjacency(file.faces, walkable_prefix(file.materials));
    EXPECT_EQ(adjacency, file.adjacency) << path;
    const Boundary boundary = derive_boundary(adjacency);
    EXPECT_EQ(boundary.perimeters, file.perimeters) << path;
    ASSERT_EQ(boundary.edges.size(), file.edges.size()) << path;
    for (std::size_t i = 0; i < file.edges.size(); ++i)
      EXPECT_EQ(boundary.edges[i].edge, file.edges[i].edge) << path;
  }
}

/// The original files' normals and distances, bit for bit but for a few in a thousand.
TEST(WalkmeshCorpus, NormalsOfTheOriginalsAreReproduced) {
  const auto files = test::corpus_files("kotor/room_pairs", ".wok");
  SKIP_WITHOUT_CORPUS(files);
  std::size_t rows = 0;
  std::size_t equal_normals = 0;
  std::size_t equal_distances = 0;
  for (const auto& path : files) {
    const File file = read(test::read_bytes(path)).value();
    for (std::size_t i = 0; i < file.faces.size(); ++i) {
      const auto corner = [&](std::size_t k) { return file.vertices[file.faces[i][k]]; };
      const Vec3 normal = geometry::unit_normal(corner(0), corner(1), corner(2));
      ++rows;
      equal_normals += normal == file.normals[i] ? 1 : 0;
      equal_distances += geometry::plane_distance(file.normals[i], corner(0)) == file.distances[i] ? 1 : 0;
    }
  }
  EXPECT_GE(equal_normals * 1000, rows * 990) << equal_normals << " of " << rows;
  EXPECT_EQ(equal_distances, rows);
}

}  // namespace
}  // namespace mw::kotor::walkmesh
