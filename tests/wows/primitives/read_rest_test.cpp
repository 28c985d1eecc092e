#include <gtest/gtest.h>

#include "fixtures.h"
#include "support/losses.h"

// What is left of a .primitives that cannot be read.
namespace mw::wows::primitives {
namespace {

Bytes first_of(const Bytes& bytes, std::size_t size) {
  return {bytes.begin(), bytes.begin() + std::ptrdiff_t(size)};
}

std::size_t triangle_count(const File& file) {
  std::size_t count = 0;
  for (const Shape& shape : shapes(file)) count += shape.indices->indices.size() / 3;
  return count;
}

std::size_t without_table(const Bytes& bytes) {
  std::uint32_t size = 0;
  std::memcpy(&size, bytes.data() + bytes.size() - sizeof size, sizeof size);
  return bytes.size() - sizeof size - size;
}

TEST(PrimitivesRest, SectionsAreFoundWithoutTheTable) {
  const File whole = sample();
  const Bytes bytes = write(whole).value();
  const Bytes cut = first_of(bytes, without_table(bytes));
  EXPECT_FALSE(read(cut));
  const auto left = read_rest(cut);
  ASSERT_TRUE(left) << to_string(left.error());
  EXPECT_EQ(triangle_count(left->file), triangle_count(whole));
  EXPECT_EQ(bounds(left->file)->max, bounds(whole)->max);
  ASSERT_EQ(left->losses.size(), 1U);
  EXPECT_TRUE(left->losses[0].message.starts_with("the table at the end of the file is missing"))
      << left->losses[0].message;
}

/// The groups tell which vertices and indices are of one shape, in whatever order they lie.
TEST(PrimitivesRest, VerticesAndIndicesOfOneShapeAreJoined) {
  const auto section = [](std::string name, auto content) {
    return Section{.name = std::move(name), .content = std::move(content)};
  };
  const auto vertices = [](std::uint32_t count) {
    return VertexData{.header = {FixedText<64>("xyznuvtb"), count}, .bytes = Bytes(32 * count)};
  };
  const auto indices = [](std::uint32_t count) {
    return IndexData{.type = FixedText<64>(kNarrowList),
                     .indices = {0, 1, count - 1},
                     .groups = {{0, 1, 0, count}},
                     .rest = {}};
  };
  File file;
  file.sections = {section("a.indices", indices(5)), section("b.vertices", vertices(9)),
                   section("a.vertices", vertices(5)), section("b.indices", indices(9))};
  const Bytes bytes = write(file).value();
  const auto left = read_rest(first_of(bytes, without_table(bytes)));
  ASSERT_TRUE(left) << to_string(left.error());
  const std::vector<Shape> found = shapes(left->file);
  ASSERT_EQ(found.size(), 2U);
  for (const Shape& shape : found) EXPECT_EQ(shape.indices->indices.back() + 1, shape.vertices->header.count);
}

TEST(PrimitivesRest, OfAShapeThatIsCutTheTrianglesAreThereWhoseVerticesAre) {
  VertexData vertices{.header = {FixedText<64>("xyznuvtb"), 6}, .bytes = Bytes(32 * 6)};
  IndexData indices{.type = FixedText<64>(kNarrowList),
                    .indices = {0, 1, 2, 3, 4, 5, 2, 1, 0},
                    .groups = {{0, 3, 0, 6}},
                    .rest = {}};
  File file;
  file.sections = {{.name = "indices", .content = indices}, {.name = "vertices", .content = vertices}};
  const Bytes bytes = write(file).value();
  const auto left = read_rest(first_of(bytes, without_table(bytes) - 32 * 2));  // 4 vertices are left
  ASSERT_TRUE(left) << to_string(left.error());
  ASSERT_EQ(shapes(left->file).size(), 1U);
  EXPECT_EQ(shapes(left->file)[0].indices->indices, (std::vector<std::uint32_t>{0, 1, 2, 2, 1, 0}));
  EXPECT_EQ(shapes(left->file)[0].vertices->header.count, 4U);
}

TEST(PrimitivesRest, ADamagedSectionSaysNothingOfTheOthers) {
  const File whole = sample();
  Bytes bytes = write(whole).value();
  std::size_t row = 0;
  std::size_t begin = 4;
  while (!std::holds_alternative<IndexData>(whole.sections[row].content)) {
    const auto& data = std::get<VertexData>(whole.sections[row].content);
    begin += sizeof(VertexHeader) + data.bytes.size() + whole.sections[row].padding.size();
    ++row;
  }
  test::put(bytes, begin + 64, std::uint32_t(1'000'000));  // so many indices
  EXPECT_FALSE(read(bytes));
  const auto left = read_rest(bytes);
  ASSERT_TRUE(left) << to_string(left.error());
  EXPECT_EQ(shapes(left->file).size(), shapes(whole).size() - 1);
  EXPECT_EQ(left->file.sections.size(), whole.sections.size()) << "rows stay where they are";
  EXPECT_EQ(left->losses, std::vector<std::string>{"1 of 4 sections cannot be read and is left out"});
}

TEST(PrimitivesRest, OfOtherBytesNothingIsLeft) {
  EXPECT_FALSE(read_rest(Bytes(100)));
  EXPECT_FALSE(read_rest(first_of(write(sample()).value(), 4)));
}

TEST(PrimitivesRest, MutantsAndCutsSurvive) {
  const Bytes whole = write(sample()).value();
  for (std::size_t end = 0; end < whole.size(); ++end) (void)read_rest(first_of(whole, end));
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    Bytes damaged = whole;
    std::uint32_t state = seed * 2654435761U + 1;
    for (int i = 0; i < 4; ++i) {
      state = state * 1664525U + 1013904223U;
      damaged[state % damaged.size()] = std::byte(state >> 24);
    }
    damaged.resize(damaged.size() - (seed % 3 == 0 ? seed % damaged.size() : 0));
    if (const auto left = read_rest(damaged)) (void)triangle_count(left->file);
  }
}

}  // namespace
}  // namespace mw::wows::primitives
