#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "fixtures.h"
#include "support/losses.h"

namespace mw::kotor::mdl {
namespace {

TEST(MdlSample, ValidatesCleanInEveryVariant) {
  for (const Variant variant : kVariants) {
    Findings findings;
    validate(read_pair(written(sample(variant))).value(), findings);
    for (const Finding& finding : findings.all())
      ADD_FAILURE() << to_string(variant) << " " << finding.kind->code << " " << finding.where << ": "
                    << finding.message;
  }
}

TEST(MdlConvert, ToTheOtherGameAndBackIsTheSame) {
  const File k1 = sample({Game::k1, Platform::pc});
  const Converted k2 = convert(k1, {Game::k2, Platform::pc});
  EXPECT_TRUE(k2.losses.empty());
  EXPECT_EQ(written(k2.file).mdl, written(sample({Game::k2, Platform::pc})).mdl);
  EXPECT_EQ(written(k2.file).mdx, written(k1).mdx);
  const Converted back = convert(k2.file, {Game::k1, Platform::pc});
  EXPECT_TRUE(back.losses.empty());
  EXPECT_EQ(written(back.file).mdl, written(k1).mdl);
}

TEST(MdlConvert, DirtIsLostInTheFirstGame) {
  File k2 = sample({Game::k2, Platform::pc});
  body(k2).dirt.enabled = 1;
  const Converted k1 = convert(k2, {Game::k1, Platform::pc});
  EXPECT_EQ(k1.losses,
            (std::vector<std::string>{"body_g: dirt and hologram settings, which only KotOR II has"}));
}

TEST(MdlConvert, TheXboxRoundsNormalsAndDropsTheSecondCopyOfVertices) {
  const File pc = sample({});
  const Converted xbox = convert(pc, {Game::k1, Platform::xbox});
  EXPECT_EQ(xbox.losses,
            (std::vector<std::string>{
                "3 meshes, the first is tail_g: normals and tangents are rounded to 11, 11 and 10 bits"}));
  const auto read_again = read_pair(written(xbox.file));
  ASSERT_TRUE(read_again);
  EXPECT_EQ(read_again->nodes[kBody].mesh->header.mdx_stride, 12U + 4 + 8 + 12 + 16 + 8);
  const Converted back = convert(*read_again, {Game::k1, Platform::pc});
  EXPECT_TRUE(back.losses.empty());
  const Mesh& before = *pc.nodes[kBody].mesh;
  const Mesh& after = *back.file.nodes[kBody].mesh;
  EXPECT_EQ(after.vertices, before.vertices);
  EXPECT_EQ(after.mdx->rows.positions, before.mdx->rows.positions);
  EXPECT_EQ(after.mdx->rows.uvs[0], before.mdx->rows.uvs[0]);
  EXPECT_EQ(after.mdx->rows.weights, before.mdx->rows.weights);
  EXPECT_EQ(after.mdx->rows.bones, before.mdx->rows.bones);
  EXPECT_EQ(after.skin->bone_map, before.skin->bone_map);
  for (std::size_t i = 0; i < before.mdx->rows.normals.size(); ++i)
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_NEAR(after.mdx->rows.normals[i][axis], before.mdx->rows.normals[i][axis], 0.001F);
}

TEST(MdlConvert, BytesThatHaveNoPlaceAreListed) {
  File file = sample({});
  Mesh& mesh = tail(file);
  mesh.header.mdx_stride += 4;
  mesh.mdx->rows.rest = Bytes(16);
  mesh.mdx->sentinel->rest = Bytes(4);
  file.unreferenced = {{file.header.mdl_size + 12ULL, Bytes(5)}};
  const Converted xbox = convert(file, {Game::k1, Platform::xbox});
  const auto lost = [&](std::string_view what) { return mw::test::count(xbox.losses, what) > 0; };
  EXPECT_TRUE(lost("tail_g: 4 bytes of each vertex row that have no attribute"));
  EXPECT_TRUE(lost("bytes that nothing refers to, since the blocks are placed anew"));
  EXPECT_TRUE(write(xbox.file));
  const Converted alone =
      convert(read(written(sample({})).mdl, std::nullopt).value(), {Game::k1, Platform::xbox});
  EXPECT_EQ(alone.losses[0], "3 meshes, the first is tail_g: the MDL's own vertices, which differ");
}

TEST(MdlConvert, WithoutItsMdxAnXboxModelHasNoPositions) {
  const Converted xbox = convert(sample({}), {Game::k1, Platform::xbox});
  const File alone = read(written(xbox.file).mdl, std::nullopt).value();
  const Losses losses = convert(alone, {Game::k1, Platform::pc}).losses;
  EXPECT_EQ(mw::test::count(
                losses, "3 meshes, the first is tail_g: positions of its vertices, which only the MDX has"),
            1);
}

TEST(MdlVariant, NamesAndBack) {
  for (const Variant variant : kVariants) EXPECT_EQ(parse_variant(to_string(variant)), variant);
  EXPECT_FALSE(parse_variant("k3-pc"));
}

TEST(MdlPacked, VectorsComeBackWithinHalfAStep) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> any(-1, 1);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 v{any(random), any(random), any(random)};
    const Vec3 back = unpack_vector(pack_vector(v));
    EXPECT_NEAR(back.x, v.x, 0.5F / 1023 + 1e-6F);
    EXPECT_NEAR(back.y, v.y, 0.5F / 1023 + 1e-6F);
    EXPECT_NEAR(back.z, v.z, 0.5F / 511 + 1e-6F);
  }
  EXPECT_EQ(pack_vector({0, 0, 0}), 0U);
  EXPECT_EQ(unpack_vector(pack_vector({-1, 1, -1})), Vec3(-1, 1, -1));
}

TEST(MdlPacked, EveryQuaternionWordOfAUnitComesBack) {
  // The word of the identity in all compressed models: x and y at 1023, z at 511.
  EXPECT_EQ(unpack_quaternion(1023U | 1023U << 11 | 511U << 22), (std::array<float, 4>{0, 0, 0, 1}));
  std::mt19937 random(8);
  std::normal_distribution<float> any;
  for (int i = 0; i < 1000; ++i) {
    std::array<float, 4> q{any(random), any(random), any(random), any(random)};
    const float length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (float& part : q) part /= length;
    const std::uint32_t word = pack_quaternion(q);
    const std::array<float, 4> back = unpack_quaternion(word);
    const float sign = q[3] < 0 ? -1.0F : 1.0F;
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(back[axis], sign * q[axis], 0.6F / 511);
    EXPECT_EQ(pack_quaternion(back), word);
  }
}

TEST(MdlControllers, NamesDependOnTheKindOfNode) {
  EXPECT_EQ(controller_name(kNodeHeader, 8), "position");
  EXPECT_EQ(controller_name(kNodeHeader | kNodeMesh, 100), "selfillumcolor");
  EXPECT_EQ(controller_name(kNodeHeader | kNodeMesh, 132), "alpha");
  EXPECT_EQ(controller_name(kNodeHeader | kNodeLight, 100), "verticaldisplacement");
  EXPECT_EQ(controller_name(kNodeHeader | kNodeEmitter, 100), "drag");
  EXPECT_EQ(controller_name(kNodeHeader | kNodeEmitter, 132), "p2p_bezier3");
  EXPECT_EQ(controller_name(kNodeHeader, 100), "");
}

TEST(MdlInfo, TellsWritersApart) {
  File file = sample({});
  EXPECT_EQ(likely_writer(file), "MDLEdit, or a tool that writes as it does");
  file.nodes[kTail].controllers[0].padding = {1, 0, 0};
  EXPECT_EQ(likely_writer(file), "the games' own compiler");
  file.geometry.padding = {0x31, 0x96, 0xBD};
  EXPECT_EQ(likely_writer(file), "mdlops");
  file = sample({});
  lay_out(file, Family::kotor_blender);
  EXPECT_EQ(likely_writer(file), "KotorBlender");
}

TEST(MdlInfo, BoundsAreOfTheRestPose) {
  File file = sample({});
  file.nodes[kFloor].header.position = {0, 0, -3};
  const auto box = bounds(file);
  ASSERT_TRUE(box);
  EXPECT_EQ(box->min, Vec3(-2, -2, -3));
  EXPECT_EQ(box->max, Vec3(2, 2, 1.25F));
  EXPECT_FALSE(bounds(one_node()));
}

}  // namespace
}  // namespace mw::kotor::mdl
