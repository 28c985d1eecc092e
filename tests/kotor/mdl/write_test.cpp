#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>

#include "fixtures.h"
#include "support/cases/format_cases.h"

namespace mw::kotor::mdl {
namespace {

std::string write_error(const File& file) {
  return test::message_of(write(file));
}

void expect_comes_back(const File& file) {
  test::expect_comes_back<Mdl>(written(file));
}

TEST(MdlWrite, SamplesComeBackByteForByte) {
  for (const Variant variant : kVariants) expect_comes_back(sample(variant));
}

TEST(MdlWrite, OddButReadableLayoutsComeBackToo) {
  // A gap in front of the last block, and a tail.
  File file = sample({});
  const std::uint32_t end = file.header.mdl_size;
  floor(file).aabb->nodes.back().offset = end;
  file.unreferenced = {{file.header.mdl_size + 52ULL, Bytes(7, std::byte(0xAB))}};
  const std::uint32_t old = sample({}).nodes[kFloor].mesh->aabb->nodes.back().offset + kDataStart;
  file.unreferenced.insert(file.unreferenced.begin(), {old, Bytes(40, std::byte(0xCD))});
  expect_comes_back(file);

  // Second counts that disagree, texts with bytes behind their NUL, padding that is not zero.
  file = sample({});
  file.nodes[kHip].header.children.reserved = 77;
  body(file).header.faces.reserved = 1;
  body(file).header.texture_1.chars[31] = 'x';
  file.geometry.padding = {1, 2, 3};
  file.nodes[kTail].controllers[0].padding = {9, 8, 7};
  body(file).mdx->padding = Bytes(body(file).mdx->padding.size(), std::byte(0x55));
  expect_comes_back(file);

  // Two nodes that share their controllers and data.
  file = sample({});
  file.nodes[kNeck].header.controllers.offset = file.nodes[kHip].header.controllers.offset;
  const auto gap = [&](std::uint32_t offset, std::size_t size) {
    file.unreferenced.push_back({offset + std::uint64_t(kDataStart), Bytes(size)});
  };
  gap(sample({}).nodes[kNeck].header.controllers.offset, 32);
  expect_comes_back(file);
}

TEST(MdlWrite, RowsKeepBytesThatHaveNoAttribute) {
  File file = sample({});
  Mesh& mesh = tail(file);
  mesh.header.mdx_flags &= ~std::uint32_t(kMdxNormals);
  mesh.header.mdx_normals = kNotInRow;
  mesh.mdx->rows.normals.clear();
  mesh.mdx->sentinel->normals.clear();
  mesh.mdx->rows.rest = Bytes(4 * 12, std::byte(0x42));
  mesh.mdx->sentinel->rest = Bytes(12, std::byte(0x43));
  expect_comes_back(file);
  const auto again = read_pair(written(file));
  EXPECT_EQ(again->nodes[kTail].mesh->mdx->rows.rest, Bytes(48, std::byte(0x42)));
}

TEST(MdlWrite, DoubleConstraintsAreKept) {
  File file = sample({});
  Dangly& dangly = *tail(file).dangly;
  dangly.constraints.clear();
  dangly.wide_constraints = {0, 1.5, 254.25, 255};
  lay_out(file, Family::original);
  expect_comes_back(file);
  const auto again = read_pair(written(file));
  EXPECT_EQ(again->nodes[kTail].mesh->dangly->wide_constraints, (std::vector<double>{0, 1.5, 254.25, 255}));
}

TEST(MdlWrite, BladesComeBack) {
  File file = sample({});
  Node& node = file.nodes[kTail];
  Mesh& mesh = *node.mesh;
  node.header.type = kNodeHeader | kNodeMesh | kNodeSaber;
  mesh.dangly.reset();
  mesh.mdx.reset();
  mesh.header.mdx_stride = 0;
  mesh.header.mdx_flags = 0;
  mesh.header.vertex_count = kSaberVertices;
  mesh.vertices.assign(kSaberVertices, Vec3(1, 2, 3));
  Saber& saber = mesh.saber.emplace();
  saber.vertices = mesh.vertices;
  saber.normals.assign(kSaberVertices, Vec3(0, 0, 1));
  saber.uvs.assign(kSaberVertices, glm::vec2(0.25F, 0.5F));
  saber.header.inverted_counters = {95, 94};
  mesh.index_counts.clear();
  mesh.index_offsets.clear();
  mesh.index_lists.clear();
  for (const Family family : {Family::original, Family::kotor_blender}) {
    lay_out(file, family);
    expect_comes_back(file);
  }
}

TEST(MdlWrite, AnimMeshAndCameraComeBack) {
  File file = sample({});
  file.nodes[kHand].header.type = kNodeHeader | kNodeCamera;
  file.nodes[kHand].reference.reset();
  file.nodes[kTail].header.type = kNodeHeader | kNodeMesh | kNodeAnim;
  tail(file).dangly.reset();
  tail(file).anim.emplace().sample_period = 0.5F;
  lay_out(file, Family::original);
  expect_comes_back(file);
  EXPECT_EQ(read_pair(written(file))->nodes[kTail].mesh->anim->sample_period, 0.5F);
}

TEST(MdlWrite, TellsTheSameAsReading) {
  for (const Variant variant : kVariants) test::expect_writing_tells_the_same<Mdl>(written(sample(variant)));
  test::expect_writing_tells_the_same<Mdl>(written(one_node()));
  File file = sample({});
  file.unreferenced = {{file_offset(file.header.mdl_size), Bytes(7, std::byte(0xAB))}};
  file.mdx_unreferenced = {{written(file).mdx->size(), Bytes(3, std::byte(0xCD))}};
  file.nodes[kTail].header.parent = {kNoRow, 0x7FFFFFFF};
  test::expect_writing_tells_the_same<Mdl>(written(file));
}

TEST(MdlWrite, BothFamiliesTileTheFile) {
  for (const Variant variant : kVariants) {
    for (const Family family : {Family::original, Family::kotor_blender}) {
      File file = sample(variant);
      lay_out(file, family);
      const Pair pair = written(file);
      const auto again = read_pair(pair);
      ASSERT_TRUE(again);
      EXPECT_TRUE(again->unreferenced.empty());
      EXPECT_TRUE(again->mdx_unreferenced.empty());
      EXPECT_EQ(family_of(*again), family);
      File anew = *again;
      lay_out(anew, family);
      EXPECT_EQ(written(anew).mdl, pair.mdl);
      EXPECT_EQ(written(anew).mdx, pair.mdx);
      Findings findings;
      validate(*again, findings);
      EXPECT_TRUE(findings.all().empty());
    }
  }
}

TEST(MdlWrite, PaddingOfTheOriginalFamilyIsTheRemainder) {
  const File file = sample({});
  for (const std::size_t row : {std::size_t(kTail), std::size_t(kBody), std::size_t(kFloor)}) {
    const Mesh& mesh = *file.nodes[row].mesh;
    const std::uint32_t end = mesh.tail.mdx_offset + mesh.header.mdx_stride * (mesh.header.vertex_count + 1U);
    const bool last = row == kBody;  // skins come last
    EXPECT_EQ(mesh.mdx->padding.size(), last ? 0 : end % 16) << row;
  }
}

TEST(MdlWrite, SaysWhatDoesNotFit) {
  File file = sample({});
  body(file).vertices.pop_back();
  EXPECT_EQ(write_error(file), "nodes[7].mesh.vertices: has 11 rows, but there are 12 vertices");
  file = sample({});
  body(file).mdx->rows.weights.pop_back();
  EXPECT_EQ(write_error(file), "nodes[7].weights: has 11 rows, expected 12");
  file = sample({});
  body(file).mdx->rows.rest = Bytes(3);
  EXPECT_EQ(write_error(file), "nodes[7].rest: has 3 bytes, expected 0");
  file = sample({});
  body(file).index_lists.clear();
  EXPECT_EQ(write_error(file), "nodes[7].mesh.index_lists: has 0 lists, but there are 1 counts and offsets");
  file = sample({});
  body(file).index_counts[0] = 3;
  EXPECT_EQ(write_error(file), "nodes[7].mesh.index_lists: list 0 has 60 rows, but index_counts says 3");
  file = sample({});
  file.nodes[0].children[0] = 99;
  EXPECT_EQ(write_error(file), "nodes[0].children: row 99 >= count 9");
  file = sample({});
  floor(file).aabb->nodes[0].left = 99;
  EXPECT_EQ(write_error(file), "nodes[8].mesh.aabb.nodes[0].left: row 99 >= count 15");
  file = sample({});
  file.nodes[kHip].data.push_back(1);
  EXPECT_NE(write_error(file).find("shares bytes with"), std::string::npos) << write_error(file);
  file = sample({});
  file.names[2].text = "a\0b";
  file.names[2].text.push_back('\0');
  EXPECT_EQ(write_error(file), "names[2]: a text that ends at a NUL cannot hold one");
}

}  // namespace
}  // namespace mw::kotor::mdl
