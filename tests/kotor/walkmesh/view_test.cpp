#include <gtest/gtest.h>
#include <meshwright/kotor/walkmesh.h>

#include "fixtures.h"

namespace mw::kotor::walkmesh {
namespace {

using test::put;

/// Files of every shape: all tables, few of them, gaps, tables on each other, bytes at the end.
std::vector<Bytes> files() {
  std::vector<Bytes> all;
  for (const Sample which : kSamples) all.push_back(written(sample(which)));
  all.push_back(written(reversed_with_gaps()));
  all.push_back(written(one_triangle()));
  put(all.back(), 88, std::uint32_t(172));  // materials on the faces
  put(all.back(), 92, std::uint32_t(0));    // normals on the magic
  all.push_back(written(one_triangle()));
  put(all.back(), 72, std::uint32_t(0));  // no vertices
  all.back().resize(all.back().size() + 7);
  return all;
}

TEST(WalkmeshView, GivesTheFileThatReadingGives) {
  for (const Bytes& bytes : files()) {
    const File file = to_file(view(bytes).value());
    EXPECT_EQ(to_json(file), to_json(read(bytes).value()));
    EXPECT_EQ(written(file), bytes);
  }
}

TEST(WalkmeshView, OfAFileGivesTheFileBack) {
  for (const Bytes& bytes : files()) {
    const File file = read(bytes).value();
    EXPECT_EQ(to_json(to_file(view(file))), to_json(file));
  }
}

/// A file that was changed has the counts of what was read.
TEST(WalkmeshView, OfAFileHasTheCountsOfItsTables) {
  File file = one_triangle();
  file.vertices.push_back({9, 9, 9});
  file.edges.clear();
  const View of_file = view(file);
  EXPECT_EQ(of_file.header.vertex_count, 4U);
  EXPECT_EQ(of_file.header.edge_count, 0U);
  EXPECT_EQ(of_file.vertices[3], Vec3(9, 9, 9));
  EXPECT_TRUE(of_file.bytes.empty());
}

TEST(WalkmeshView, CopiesNothing) {
  const Bytes bytes = written(sample(Sample::room));
  const View of_bytes = view(bytes).value();
  EXPECT_EQ(of_bytes.bytes.data(), bytes.data());
  EXPECT_EQ(of_bytes.vertices.bytes().data(), bytes.data() + of_bytes.header.vertex_offset);
  const File file = read(bytes).value();
  EXPECT_EQ(view(file).faces.bytes().data(), std::as_bytes(std::span(file.faces)).data());
}

}  // namespace
}  // namespace mw::kotor::walkmesh
