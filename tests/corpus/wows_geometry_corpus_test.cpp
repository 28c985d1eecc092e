#include <gtest/gtest.h>
#include <meshwright/wows/detail/geometry_parts.h>
#include <meshwright/wows/primitives.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <set>
#include <tuple>

#include "support/cases/corpus_cases.h"
#include "wows/geometry/fixtures.h"

namespace mw::wows::geometry {
namespace {

std::vector<std::filesystem::path> real_files() {
  return test::corpus_files("wows", ".geometry");
}

TEST(GeometryCorpus, RoundTripIsByteIdentical) {
  test::expect_real_round_trip<Geometry>(real_files());
}

TEST(GeometryCorpus, EveryFileIsRecognised) {
  test::for_each_real<Geometry>(real_files(),
                                [](const Bytes& bytes, const File&) { EXPECT_TRUE(sniff(bytes)); });
}

TEST(GeometryCorpus, JsonGivesTheSameBytesBack) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  std::size_t kept_streams = 0;
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const Bytes bytes = test::read_bytes(path);
    const std::string text = to_json(read(bytes).value());
    kept_streams += text.find("\"payload\"") != text.npos ? 1 : 0;
    EXPECT_EQ(text.find("_bytes\""), text.npos);  // every element of every vertex is a plain number
    EXPECT_EQ(test::first_difference(test::whole_from<Geometry>(text).value(), bytes), "");
  }
  EXPECT_LE(kept_streams, files.size() / 20);  // encoding again gives nearly all streams
}

TEST(GeometryCorpus, WritingTellsTheSameAsReading) {
  test::for_each_real<Geometry>(real_files(), [](const Bytes& bytes, const File&) {
    test::expect_writing_tells_the_same<Geometry>(bytes);
  });
}

TEST(GeometryCorpus, EveryByteHasAName) {
  test::expect_real_bytes_named<Geometry>(real_files());
}

/// Two thousand cuts over all files, each in an allocation of its own.
TEST(GeometryCorpus, EveryCutIsAnErrorNeverACrash) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  std::mt19937 random(1);
  const std::size_t cuts = 2000 / files.size() + 1;
  for (const auto& path : files) {
    const Bytes bytes = test::read_bytes(path);
    for (std::size_t cut = 0; cut < cuts; ++cut) {
      const std::size_t size = random() % bytes.size();
      EXPECT_FALSE(read(test::prefix(bytes, size))) << path << " cut at " << size;
    }
  }
}

TEST(GeometryCorpus, NoFileHasAnError) {
  test::expect_no_real_error<Geometry>(real_files());
}

TEST(GeometryCorpus, TheBrokenFileSaysWhatIsWrong) {
  std::vector<std::filesystem::path> files = test::corpus_files("broken", ".geometry");
  SKIP_WITHOUT_CORPUS(files);
  const Bytes bytes = test::read_bytes(files.front());
  const auto file = read(bytes);
  ASSERT_TRUE(file);
  EXPECT_EQ(write(*file).value(), bytes);
  Findings findings;
  validate(*file, findings);
  ASSERT_EQ(findings.count(Severity::error), 1U);
  EXPECT_EQ(findings.all()[0].kind->code, "GEOMETRY_INDEX_SIZE_UNKNOWN");
  EXPECT_EQ(findings.all()[0].where, "index_buffers[0].index_size");
}

TEST(GeometryCorpus, LayOutGivesThePointersOfEveryFile) {
  test::for_each_real<Geometry>(real_files(), [](const Bytes& bytes, File& file) {
    lay_out(file);
    test::expect_writes(file, bytes);
  });
}

TEST(GeometryCorpus, DensitiesAreReproducedBitForBit) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  std::size_t meshes = 0;
  for (const auto& path : files) {
    const File file = read(test::read_bytes(path)).value();
    const Decoded decoded = decode(file);
    for (const Pair& pair : pair_mappings(file, decoded).pairs) {
      const std::uint16_t stored = file.index_mappings[pair.indices].packed_density;
      if (stored == 0) continue;
      ++meshes;
      EXPECT_EQ(texel_density(mapped_vertices(file, decoded, pair.vertices).value(),
                              mapped_indices(file, decoded, pair.indices).value()),
                stored)
          << path << " index mapping " << pair.indices;
    }
  }
  EXPECT_GT(meshes, 250U);
}

/// Without any name every mesh has exactly one partner, that of its name where one is known, and of its
/// density.
TEST(GeometryCorpus, IdsPairEveryMesh) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  std::size_t named = 0;
  std::size_t meshes = 0;
  for (const auto& path : files) {
    const File file = read(test::read_bytes(path)).value();
    const Decoded decoded = decode(file);
    const Pairing by_name = pair_mappings(file, decoded);
    const Pairing by_ids = pair_mappings(file, decoded, ShapeNames());
    EXPECT_EQ(by_name.pairs.size(), file.index_mappings.size()) << path;
    ASSERT_EQ(by_ids.pairs.size(), by_name.pairs.size()) << path;
    for (std::size_t i = 0; i < by_name.pairs.size(); ++i) {
      const Pair& pair = by_ids.pairs[i];
      EXPECT_EQ(pair.by, PairedBy::ids) << path << " " << i;
      EXPECT_EQ(file.vertex_mappings[pair.vertices].packed_density,
                file.index_mappings[pair.indices].packed_density)
          << path << " " << i;
      EXPECT_EQ(pair.vertices, by_name.pairs[i].vertices) << path << " " << i;
      ++meshes;
      if (by_name.pairs[i].by != PairedBy::name) continue;
      ++named;
      EXPECT_EQ(pair.name_length, by_name.pairs[i].shape.size()) << path << " " << by_name.pairs[i].shape;
    }
  }
  EXPECT_GT(meshes, 300U);
  EXPECT_GT(named, 180U);
  std::printf("%zu meshes are paired by their ids, %zu of them have a name\n", meshes, named);
}

/// What is left when ids tell nothing: all but a few meshes are paired the same, and those that are not, or
/// not for sure, were never called proven.
TEST(GeometryCorpus, FitAndNormalsPairNearlyAsIdsDo) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  std::size_t same = 0;
  std::size_t other = 0;
  for (const auto& path : files) {
    const File file = read(test::read_bytes(path)).value();
    const Decoded decoded = decode(file);
    const Pairing by_ids = pair_mappings(file, decoded);
    const Pairing by_fit = pair_mappings(with_other_ids(file), decoded);
    ASSERT_EQ(by_fit.pairs.size(), by_ids.pairs.size()) << path;
    for (std::size_t i = 0; i < by_ids.pairs.size(); ++i) {
      EXPECT_FALSE(is_proven(by_fit.pairs[i].by)) << path;
      ++(by_fit.pairs[i].vertices == by_ids.pairs[i].vertices ? same : other);
    }
  }
  EXPECT_GT(same, 300U);
  EXPECT_LT(other, 5U);
}

/// Levels by ids alone agree with those that names tell; none occurs twice in a part, and coarser ones have
/// no more triangles.
TEST(GeometryCorpus, LevelsFollowFromTheIds) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  std::size_t levels = 0;
  std::size_t alone = 0;
  std::size_t by_size = 0;
  std::size_t steps = 0;
  std::size_t steps_down = 0;
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const File file = read(test::read_bytes(path)).value();
    const Decoded decoded = decode(file);
    const Pairing named = pair_mappings(file, decoded);
    const Pairing pairing = pair_mappings(file, decoded, ShapeNames());
    std::vector<int> seen(pairing.pairs.size());
    for (const Part& part : find_parts(file, pairing)) {
      for (std::size_t i = 0; i < part.meshes.size(); ++i) {
        const PartMesh& mesh = part.meshes[i];
        ++seen[mesh.pair];
        ++(mesh.by == LevelBy::alone ? alone : levels);
        by_size += mesh.by == LevelBy::size ? 1 : 0;
        const std::string& shape = named.pairs[mesh.pair].shape;
        if (!shape.empty() && mesh.by != LevelBy::alone) {
          EXPECT_EQ(mesh.level, std::uint32_t(level_of_detail(shape))) << shape;
        }
        if (i == 0) continue;
        EXPECT_GT(mesh.level, part.meshes[i - 1].level);
        const auto triangles = [&](const PartMesh& of) {
          return file.index_mappings[pairing.pairs[of.pair].indices].count;
        };
        ++steps;
        steps_down += triangles(mesh) <= triangles(part.meshes[i - 1]) ? 1 : 0;
      }
    }
    EXPECT_EQ(std::ranges::count(seen, 1), std::ptrdiff_t(seen.size()));
  }
  std::printf("%zu meshes have a level, %zu of them by size; %zu are alone; %zu of %zu steps go down\n",
              levels, by_size, alone, steps_down, steps);
  EXPECT_GT(levels, 280U);
  EXPECT_GE(steps_down * 100, steps * 98);
}

struct Truth {
  std::string primitives;
  std::string geometry;
};

std::filesystem::path corpus_file(const std::string& name) {
  const auto all = test::corpus_files("wows", std::filesystem::path(name).extension());
  const auto found = std::ranges::find(all, name, [](const auto& path) { return path.filename().string(); });
  return found == all.end() ? std::filesystem::path() : *found;
}

/// Both forms of one shape.
struct Shape {
  std::vector<Vertex> legacy;
  std::vector<std::uint32_t> legacy_indices;
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;
  Bytes packed;  // the bytes of `vertices`
  VertexLayout layout;
};

std::vector<Shape> shapes_of(const primitives::File& truth, const File& file) {
  std::vector<Shape> found;
  const Decoded decoded = decode(file);
  for (const primitives::Shape& legacy : primitives::shapes(truth)) {
    ShapeNames names;
    names.add(legacy.name);
    for (const Pair& pair : pair_mappings(file, decoded, names).pairs) {
      if (pair.shape != legacy.name) continue;
      Shape& shape = found.emplace_back();
      shape.legacy = primitives::unpack(*legacy.vertices).value();
      shape.legacy_indices = legacy.indices->indices;
      shape.vertices = mapped_vertices(file, decoded, pair.vertices).value();
      shape.indices = mapped_indices(file, decoded, pair.indices).value();
      const Mapping& mapping = file.vertex_mappings[pair.vertices];
      const ByteSpan bytes = decoded.vertices[mapping.buffer]->slice(mapping);
      shape.packed.assign(bytes.begin(), bytes.end());
      shape.layout = decoded.layouts[mapping.buffer].value();
    }
  }
  return found;
}

/// What the legacy file says, packed by our own encoder, gives the bytes of the newer file: positions,
/// indices, texture coordinates and, to the step, normals.
TEST(GeometryCorpus, LegacyModelsGiveTheSameMesh) {
  const Truth kTruths[] = {{"CM001.primitives", "CM001_0.10.11.geometry"},
                           {"CPA003_Shell_CS.primitives", "CPA003_Shell_CS_0.10.2.geometry"}};
  if (corpus_file(kTruths[0].primitives).empty()) GTEST_SKIP() << "no real files here";
  std::size_t compared = 0;
  for (const auto& [legacy, newer] : kTruths) {
    const auto truth = primitives::read(test::read_bytes(corpus_file(legacy)));
    ASSERT_TRUE(truth) << legacy;
    for (const Shape& shape : shapes_of(*truth, read(test::read_bytes(corpus_file(newer))).value())) {
      EXPECT_EQ(shape.indices, shape.legacy_indices) << newer;
      ASSERT_EQ(shape.vertices.size(), shape.legacy.size()) << newer;
      for (std::size_t i = 0; i < shape.vertices.size(); ++i) {
        EXPECT_EQ(shape.vertices[i].position, shape.legacy[i].position) << newer << " " << i;
        for (int k = 0; k < 3; ++k)
          EXPECT_LT(std::abs(shape.vertices[i].normal[k] - shape.legacy[i].normal[k]), 1.0F / 127)
              << newer << " " << i;
      }
      const Bytes packed = pack_vertices(shape.layout, shape.legacy);
      std::size_t same = 0;
      for (std::size_t at = 0; at < packed.size(); ++at) same += packed[at] == shape.packed[at] ? 1 : 0;
      EXPECT_EQ(same, packed.size()) << newer;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 4U);
}

/// This gun was changed between the two files, so most of it is the same and not all.
TEST(GeometryCorpus, AChangedLegacyModelSharesMostPositions) {
  const auto path = corpus_file("JGM055_100mm65_Type98.primitives");
  if (path.empty()) GTEST_SKIP() << "no real files here";
  const auto truth = primitives::read(test::read_bytes(path)).value();
  const File file = read(test::read_bytes(corpus_file("JGM055_100mm65_Type98.geometry"))).value();
  const std::vector<Shape> shapes = shapes_of(truth, file);
  ASSERT_EQ(shapes.size(), 1U);
  const auto key = [](const Vec3& v) { return std::tuple(v.x, v.y, v.z); };
  std::set<std::tuple<float, float, float>> positions;
  for (const Vertex& vertex : shapes[0].vertices) positions.insert(key(vertex.position));
  std::size_t found = 0;
  for (const Vertex& vertex : shapes[0].legacy) found += positions.contains(key(vertex.position)) ? 1 : 0;
  EXPECT_GE(found * 10, shapes[0].legacy.size() * 9);
}

/// The same model, once plain and once encoded by a later version of the game.
TEST(GeometryCorpus, PlainAndEncodedGiveTheSameMesh) {
  const auto plain_path = corpus_file("CM001_p2g_0.10.2.geometry");
  if (plain_path.empty()) GTEST_SKIP() << "no real files here";
  const File plain = read(test::read_bytes(plain_path)).value();
  const File encoded = read(test::read_bytes(corpus_file("CM001_p2g_0.11.5.geometry"))).value();
  ASSERT_FALSE(plain.vertex_buffers[0].data.encoded);
  ASSERT_TRUE(encoded.vertex_buffers[0].data.encoded);
  const Decoded a = decode(plain);
  const Decoded b = decode(encoded);
  EXPECT_TRUE(std::ranges::equal(a.vertices[0]->bytes, b.vertices[0]->bytes));
  // The codec may turn a triangle, not its winding.
  const auto turned = [](std::vector<std::uint32_t> indices) {
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
      const auto first = indices.begin() + std::ptrdiff_t(i);
      std::rotate(first, std::min_element(first, first + 3), first + 3);
    }
    return indices;
  };
  EXPECT_EQ(turned(mapped_indices(plain, a, 0).value()), turned(mapped_indices(encoded, b, 0).value()));
  EXPECT_EQ(plain.vertex_mappings[0].id, encoded.vertex_mappings[0].id);
}

/// Every encoded buffer, encoded again from its items, decodes to the same items; nearly all give the same
/// stream.
TEST(GeometryCorpus, EncodingAgainGivesTheStreams) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  std::size_t vertex_streams = 0;
  std::size_t index_streams = 0;
  std::size_t other_streams = 0;
  for (const auto& path : files) {
    const File file = read(test::read_bytes(path)).value();
    const Decoded decoded = decode(file);
    for (std::size_t i = 0; i < file.vertex_buffers.size(); ++i) {
      if (!file.vertex_buffers[i].data.encoded) continue;
      const auto again = make_vertex_data(decoded.vertices[i]->bytes, decoded.vertices[i]->stride, true);
      EXPECT_EQ(again->bytes, file.vertex_buffers[i].data.bytes) << path;
      ++vertex_streams;
    }
    for (std::size_t i = 0; i < file.index_buffers.size(); ++i) {
      if (!file.index_buffers[i].data.encoded) continue;
      const auto all = decoded.indices[i]->slice({0, 0, 0, 0, std::uint32_t(decoded.indices[i]->count)});
      const auto again = make_index_data(all, decoded.indices[i]->index_size, true);
      ++(again->bytes == file.index_buffers[i].data.bytes ? index_streams : other_streams);
    }
  }
  EXPECT_GT(vertex_streams, 40U);
  EXPECT_GT(index_streams, 35U);
  EXPECT_LE(other_streams, 2U);
}

}  // namespace
}  // namespace mw::wows::geometry
