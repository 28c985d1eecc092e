#include <gtest/gtest.h>
#include <meshwright/wows/geometry.h>

#include <random>

#include "fixtures.h"
#include "support/cases/format_cases.h"

namespace mw::wows::geometry {
namespace {

TEST(GeometryMutants, NoneCrashesAndWhatReadsComesBack) {
  const test::Survivors survivors = test::expect_mutants_survive<Geometry>(
      test::mutants_of({written(one_triangle(false)), written(one_triangle(true)),
                        written(sample(SampleData::plain)), written(sample(SampleData::encoded))}));
  EXPECT_GT(survivors.readable, test::kMutants / 8);
  EXPECT_GT(survivors.findings, test::kMutants / 4);
}

/// Damage inside the encoded streams only: the container always reads, the decoder must refuse or give
/// something.
TEST(GeometryMutants, DamagedStreamsAreDecodedOrRefused) {
  constexpr std::uint32_t kMutants = 5000;
  const File original = sample(SampleData::encoded);
  std::size_t refused = 0;
  std::size_t decoded = 0;
  test::Survivors survivors;
  for (std::uint32_t seed = 0; seed < kMutants && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    File file = original;
    Bytes& stream =
        seed % 2 == 0 ? file.vertex_buffers[seed % 3].data.bytes : file.index_buffers[0].data.bytes;
    for (int change = 0; change < 3; ++change) stream[random() % stream.size()] = std::byte(random());
    if (seed % 5 == 0) stream.resize(random() % stream.size());
    lay_out(file);
    const Bytes bytes = written(file);
    EXPECT_TRUE(test::expect_survives<Geometry>(bytes, survivors));
    if (seed % 16 == 0) test::expect_same_through_json<Geometry>(bytes);
    const Decoded all = decode(file);
    for (const auto& vertices : all.vertices) ++(vertices ? decoded : refused);
    for (const auto& indices : all.indices) ++(indices ? decoded : refused);
  }
  EXPECT_GT(refused, kMutants / 20);
  EXPECT_GT(decoded, kMutants);
}

}  // namespace
}  // namespace mw::wows::geometry
