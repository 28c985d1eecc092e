#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/wows/geometry.h>

#include <random>

#include "geometry_fixtures.h"
#include "support/bytes.h"

namespace mw::wows::geometry {
namespace {

/// What reads comes back, validates to the end, and some of it goes through JSON. False when it does not
/// read.
bool survives(const Bytes& bytes, std::uint32_t seed, std::size_t& findings_made) {
  const auto file = read(bytes);
  if (!file) return false;
  EXPECT_EQ(written(*file), bytes) << "seed " << seed;
  Findings findings;
  validate(*file, findings);
  findings_made += findings.all().size();
  if (seed % 16 != 0) return true;
  const auto json = parse_json(to_json(*file));
  EXPECT_TRUE(json) << "seed " << seed;
  const auto again = from_json(*json).and_then(write);
  EXPECT_TRUE(again) << "seed " << seed << " " << (again ? "" : to_string(again.error()));
  EXPECT_TRUE(again && *again == bytes) << "seed " << seed;
  return true;
}

TEST(GeometryMutants, NoneCrashesAndWhatReadsComesBack) {
  constexpr std::uint32_t kMutants = 20000;
  const Bytes originals[] = {written(one_triangle(false)), written(one_triangle(true)),
                             written(sample(SampleData::plain)), written(sample(SampleData::encoded))};
  std::size_t readable = 0;
  std::size_t findings = 0;
  for (std::uint32_t seed = 0; seed < kMutants && !HasFailure(); ++seed)
    readable += survives(test::mutant(originals[seed % std::size(originals)], seed), seed, findings) ? 1 : 0;
  // The damage must reach both sides, or this test shows nothing.
  EXPECT_GT(readable, kMutants / 8);
  EXPECT_LT(readable, kMutants * 9 / 10);
  EXPECT_GT(findings, kMutants / 4);
}

/// Damage inside the encoded streams only: the container always reads, the decoder must refuse or give
/// something.
TEST(GeometryMutants, DamagedStreamsAreDecodedOrRefused) {
  constexpr std::uint32_t kMutants = 5000;
  const File original = sample(SampleData::encoded);
  std::size_t refused = 0;
  std::size_t decoded = 0;
  std::size_t findings = 0;
  for (std::uint32_t seed = 0; seed < kMutants && !HasFailure(); ++seed) {
    std::mt19937 random(seed);
    File file = original;
    Bytes& stream =
        seed % 2 == 0 ? file.vertex_buffers[seed % 3].data.bytes : file.index_buffers[0].data.bytes;
    for (int change = 0; change < 3; ++change) stream[random() % stream.size()] = std::byte(random());
    if (seed % 5 == 0) stream.resize(random() % stream.size());
    lay_out(file);
    const Bytes bytes = written(file);
    EXPECT_TRUE(survives(bytes, seed, findings)) << "seed " << seed;
    const Decoded all = decode(file);
    for (const auto& vertices : all.vertices) ++(vertices ? decoded : refused);
    for (const auto& indices : all.indices) ++(indices ? decoded : refused);
  }
  EXPECT_GT(refused, kMutants / 20);
  EXPECT_GT(decoded, kMutants);
}

}  // namespace
}  // namespace mw::wows::geometry
