#include <gtest/gtest.h>
#include <meshwright/formats/document.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/kotor/walkmesh_ascii.h>
#include <meshwright/kotor/walkmesh_scene.h>

#include <cstring>

#include "kotor/walkmesh/fixtures.h"
#include "support/cases/corpus_cases.h"

namespace mw::kotor::walkmesh {
namespace {

std::vector<std::filesystem::path> real_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& [folder, extension] : {std::pair("kotor/wok", ".wok"), std::pair("kotor/pwk", ".pwk"),
                                          std::pair("kotor/room_pairs", ".wok")})
    for (const auto& path : test::corpus_files(folder, extension)) files.push_back(path);
  return files;
}

std::vector<std::filesystem::path> real_game_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& [folder, extension] :
       {std::pair("kotor/wok_k2", ".wok"), std::pair("kotor/pwk", ".pwk"), std::pair("kotor/dwk", ".dwk")})
    for (const auto& path : test::game_files(folder, extension)) files.push_back(path);
  return files;
}

TEST(WalkmeshCorpus, FilesOfTheSecondGameRoundTripAndHaveNoError) {
  test::expect_real_round_trip<Walkmesh>(real_game_files());
  if (!real_game_files().empty()) {
    test::expect_real_json_round_trip<Walkmesh>(real_game_files());
    test::expect_no_real_error<Walkmesh>(real_game_files());
  }
}

/// 30 doors: a file that ends in 0 is closed and has a hook on either side, the first at -y but for
/// `dor_lrk01`; 1 is open and has the first of them, 2 the second. Absolute hooks are the relative ones and
/// the position.
TEST(WalkmeshCorpus, DoorsHaveTheHooksOfTheirState) {
  const auto files = test::game_files("kotor/dwk", ".dwk");
  test::for_each_real<Walkmesh>(files, [](const Bytes&, const File& file) {
    const Header& header = file.header;
    EXPECT_EQ(header.type, std::uint32_t(Type::object));
    EXPECT_TRUE(file.aabb.empty() && file.adjacency.empty() && file.edges.empty() && file.perimeters.empty());
    for (std::size_t i = 0; i < 2; ++i) {
      const Vec3 off = glm::abs(header.absolute_use[i] - header.relative_use[i] - header.position);
      EXPECT_LT(std::max({off.x, off.y, off.z}), 1e-5F) << i;
    }
  });
  for (const auto& path : files) {
    const Header header = read(test::read_bytes(path))->header;
    const char state = path.stem().string().back();
    SCOPED_TRACE(path);
    if (state == '0')
      EXPECT_LT(header.relative_use[0].y * header.relative_use[1].y, 0);
    else
      EXPECT_EQ(header.relative_use[1], Vec3(0));
    const bool turned = path.stem().string().find("dor_lrk01") != std::string::npos;
    const float side = turned ? -header.relative_use[0].y : header.relative_use[0].y;
    EXPECT_EQ(side < 0, state != '2') << side;
  }
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

template <class Row>
bool same_bits(const std::vector<Row>& a, const std::vector<Row>& b) {
  if (a.size() != b.size() || a.empty()) return a.size() == b.size();
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(Row)) == 0;
}

/// Rebuilt and mended, every real file is sound, and its adjacency, edges and perimeters are the stored
/// bytes.
TEST(WalkmeshCorpus, RebuildingGivesTheStoredTables) {
  test::for_each_real<Walkmesh>(real_files(), [](const Bytes&, const File& file) {
    const Rebuilt rebuilt = rebuild(file).value();
    EXPECT_TRUE(same_bits(rebuilt.file.vertices, file.vertices));
    EXPECT_TRUE(same_bits(rebuilt.file.faces, file.faces));
    EXPECT_TRUE(same_bits(rebuilt.file.adjacency, file.adjacency));
    EXPECT_TRUE(same_bits(rebuilt.file.edges, file.edges));
    EXPECT_TRUE(same_bits(rebuilt.file.perimeters, file.perimeters));
    for (const bool fix : {false, true}) {
      Findings findings;
      validate(rebuild(file, {.fix = fix})->file, findings);
      EXPECT_EQ(findings.count(Severity::error), 0U);
    }
  });
}

/// Whether two trees have the same faces and children in the same rows, and the same planes.
bool same_tree(const std::vector<AabbNode>& a, const std::vector<AabbNode>& b) {
  return std::ranges::equal(a, b, [](const AabbNode& x, const AabbNode& y) {
    return x.face == y.face && x.left == y.left && x.right == y.right && x.plane == y.plane;
  });
}

/// Through a text of either dialect and back, nothing that is kept changes a bit.
TEST(WalkmeshCorpus, TextsKeepEveryBit) {
  test::for_each_real<Walkmesh>(real_files(), [](const Bytes&, const File& file) {
    for (const auto dialect : {ascii::NodeKind::aabb, ascii::NodeKind::trimesh}) {
      const std::string text = ascii::write(ascii::decompile(file, {.dialect = dialect}));
      const auto read = ascii::read(bytes_of(text));
      ASSERT_TRUE(read) << to_string(read.error());
      const auto made = ascii::compile(*read, {.type = Type(file.header.type)});
      ASSERT_TRUE(made) << to_string(made.error());
      EXPECT_TRUE(same_bits(made->file.vertices, file.vertices));
      EXPECT_TRUE(same_bits(made->file.faces, file.faces));
      EXPECT_TRUE(same_bits(made->file.materials, file.materials));
      EXPECT_TRUE(same_bits(made->file.edges, file.edges));
      EXPECT_EQ(made->file.header.relative_use, file.header.relative_use);
      EXPECT_EQ(made->file.header.position, file.header.position);
    }
  });
}

TEST(WalkmeshCorpus, RealTextsCompileWithoutAnError) {
  const auto files = test::corpus_files("kotor/ascii", ".ascii");
  SKIP_WITHOUT_CORPUS(files);
  std::size_t compiled = 0;
  for (const auto& path : files) {
    const Bytes bytes = test::read_bytes(path);
    if (!ascii::sniff(bytes)) continue;
    const auto text = ascii::read(bytes);
    ASSERT_TRUE(text) << path << to_string(text.error());
    EXPECT_TRUE(text->remarks.empty()) << path;
    const auto made = ascii::compile(*text);
    ASSERT_TRUE(made) << path;
    Findings findings;
    validate(made->file, findings);
    EXPECT_EQ(findings.count(Severity::error), 0U) << path;
    ++compiled;
  }
  EXPECT_EQ(compiled, 2U);
}

/// The original rooms: what the model's walkmesh becomes is what the game's own tool made of it. Their places
/// in the layout are not here: the shift of the first vertex of a face tells them.
TEST(WalkmeshCorpus, RoomModelsBecomeTheirWalkmeshes) {
  const auto files = test::corpus_files("kotor/room_pairs", ".wok");
  SKIP_WITHOUT_CORPUS(files);
  std::size_t corners = 0;
  std::size_t exact_corners = 0;
  std::size_t nodes = 0;
  std::size_t exact_nodes = 0;
  std::size_t trees = 0;
  for (const auto& path : files) {
    const File wok = read(test::read_bytes(path)).value();
    const auto model =
        mdl::read(test::read_bytes(std::filesystem::path(path).replace_extension(".mdl")), std::nullopt)
            .value();
    const File flat = from_model(model)->file;
    const Vec3 off = wok.vertices[wok.faces[0][0]] - flat.vertices[flat.faces[0][0]];
    const Vec3 room = Vec3(glm::round(glm::dvec3(off) * 1e4) / 1e4);
    const File made = from_model(model, room)->file;
    EXPECT_EQ(made.materials, wok.materials) << path;
    EXPECT_EQ(made.header.position, wok.header.position) << path;
    ASSERT_EQ(made.faces.size(), wok.faces.size()) << path;
    for (std::size_t face = 0; face < wok.faces.size(); ++face)
      for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 a = made.vertices[made.faces[face][i]];
        const Vec3 b = wok.vertices[wok.faces[face][i]];
        ++corners;
        exact_corners += a == b ? 1 : 0;
        EXPECT_LT(glm::length(a - b), 0.001F) << path << " face " << face;
      }
    trees += same_tree(made.aabb, wok.aabb) ? 1 : 0;
    for (std::size_t row = 0; row < wok.aabb.size(); ++row) {
      ++nodes;
      exact_nodes += std::memcmp(&made.aabb[row], &wok.aabb[row], sizeof(AabbNode)) == 0 ? 1 : 0;
    }
    Findings findings;
    validate(made, findings);
    EXPECT_EQ(findings.count(Severity::error), 0U) << path;
  }
  EXPECT_EQ(trees, files.size());
  // The others lie on transitions, whose corners were snapped to those of the room beyond.
  EXPECT_GE(exact_corners * 100, corners * 97) << exact_corners << " of " << corners;
  EXPECT_EQ(exact_nodes, nodes);
}

/// Trees by the original rule: those of the originals come back node for node where no centroids are equal.
TEST(WalkmeshCorpus, TreesOfTheOriginals) {
  const auto files = test::corpus_files("kotor/room_pairs", ".wok");
  SKIP_WITHOUT_CORPUS(files);
  std::size_t trees = 0;
  std::size_t nodes = 0;
  std::size_t equal = 0;
  for (const auto& path : files) {
    const File wok = read(test::read_bytes(path)).value();
    const File made = rebuild(wok)->file;
    trees += same_tree(made.aabb, wok.aabb) ? 1 : 0;
    for (std::size_t row = 0; row < wok.aabb.size(); ++row, ++nodes)
      equal += same_tree({made.aabb[row]}, {wok.aabb[row]}) ? 1 : 0;
  }
  EXPECT_GE(equal * 100, nodes * 75) << equal << " of " << nodes << ", " << trees << " whole trees";
}

}  // namespace
}  // namespace mw::kotor::walkmesh
