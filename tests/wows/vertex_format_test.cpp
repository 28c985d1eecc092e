#include <gtest/gtest.h>
#include <meshwright/wows/detail/vertex_format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace mw::wows::geometry {
namespace {

std::string message(std::string_view name) {
  const auto layout = parse_vertex_format(name);
  return layout ? "no error" : to_string(layout.error());
}

TEST(VertexFormat, StridesOfAllKnownNames) {
  struct Case {
    const char* name;
    int stride;
  };
  constexpr Case kCases[] = {{"xyzpc", 12},
                             {"xyznpc", 16},
                             {"xyznuvpc", 20},
                             {"xyznuvrpc", 24},
                             {"xyznuvtbpc", 28},
                             {"xyznuviiiwwpc", 28},
                             {"xyznuvtbipc", 32},
                             {"xyznuvtboi", 32},
                             {"xyznuviiiwwr", 32},
                             {"xyznuv2tbpc", 32},
                             {"xyznuviiiwwtbpc", 36},
                             {"xyznuv2tbipc", 36},
                             {"xyznuv2iiiwwtbpc", 40},
                             {"xyznuv2pc", 24},
                             {"xyznuv2iiiwwpc", 32}};
  for (const Case& c : kCases) {
    const auto layout = parse_vertex_format("set3/" + std::string(c.name));
    ASSERT_TRUE(layout) << c.name;
    EXPECT_EQ(layout->stride, c.stride) << c.name;
  }
}

TEST(VertexFormat, OffsetsOfTheElements) {
  const auto layout = parse_vertex_format("set3/xyznuv2iiiwwtbpc").value();
  std::string text;
  for (const VertexElement& element : layout.elements)
    text += std::string(name_of(element.kind)) + " " + std::to_string(element.offset) + " ";
  EXPECT_EQ(text, "xyz 0 n 12 uv 16 uv2 20 iii 24 ww 28 t 32 b 36 ");
  EXPECT_EQ(parse_vertex_format("set1/xyznuvrpc")->stride, 22);
  EXPECT_EQ(parse_vertex_format("set1/xyznuvrpc")->set, 1);
}

TEST(VertexFormat, NamesThatMeanNothing) {
  EXPECT_EQ(message("xyznuv"), "format: \"xyznuv\": expected set3/ or set1/ and the elements of a vertex");
  EXPECT_EQ(message("set2/xyz"),
            "format: \"set2/xyz\": expected set3/ or set1/ and the elements of a vertex");
  EXPECT_EQ(message("set3/xyzq"), "format: \"set3/xyzq\": unknown element at \"q\"");
  EXPECT_EQ(message("set3/xyznn"), "format: \"set3/xyznn\": element \"n\" is repeated");
  EXPECT_EQ(message("set3/nuv"), "format: \"set3/nuv\": has no positions");
  EXPECT_EQ(message("set3/"), "format: \"set3/\": has no positions");
  EXPECT_EQ(message("set3/\x1b[m"), "format: \"set3/\\x1b[m\": unknown element at \"\\x1b[m\"");
}

TEST(VertexFormat, PacksAndUnpacksEveryElement) {
  const auto layout = parse_vertex_format("set3/xyznuv2iiiwwtbripc").value();
  Vertex vertex;
  vertex.position = {1, -2, 3.5F};
  vertex.normal = {0, 1, 0};
  vertex.uv = {glm::vec2(0.25F, 0.75F), glm::vec2(1.5F, -0.5F)};
  vertex.bones = {3, 6, 9};
  vertex.weights = {200, 50};
  vertex.tangent = {1, 0, 0};
  vertex.binormal = {0, 0, -1};
  vertex.radius = 0.125F;
  vertex.piece = 0xDEADBEEF;
  const Bytes bytes = pack_vertices(layout, std::span(&vertex, 1));
  ASSERT_EQ(bytes.size(), 48U);
  const auto at = [&](std::size_t i) { return std::to_integer<int>(bytes[i]); };
  EXPECT_EQ(std::vector({at(12), at(13), at(14), at(15)}), (std::vector{127, 254, 127, 0}));
  EXPECT_EQ(std::vector({at(24), at(25), at(26), at(27)}), (std::vector{9, 6, 3, 0}));
  EXPECT_EQ(std::vector({at(28), at(29), at(30), at(31)}), (std::vector{0, 50, 200, 0}));
  const Vertex again = unpack_vertices(layout, bytes).front();
  EXPECT_EQ(again.position, vertex.position);
  EXPECT_EQ(again.normal, vertex.normal);
  EXPECT_EQ(again.uv, vertex.uv);
  EXPECT_EQ(again.bones, vertex.bones);
  EXPECT_EQ(again.weights, vertex.weights);
  EXPECT_EQ(again.binormal, vertex.binormal);
  EXPECT_EQ(again.radius, vertex.radius);
  EXPECT_EQ(again.piece, vertex.piece);
  EXPECT_NEAR(bone_weights(again)[2], 5.0F / 255, 1e-6F);
  EXPECT_EQ(unpack_position(layout, bytes), vertex.position);
}

TEST(VertexFormat, UnitBytesCutAndComeBack) {
  for (int byte = 0; byte < 256; ++byte) EXPECT_EQ(pack_unit(unpack_unit(std::uint8_t(byte))), byte);
  EXPECT_EQ(pack_unit(0.999F), 253);  // 126.87 is cut
  EXPECT_EQ(pack_unit(-0.999F), 1);   // towards zero
  EXPECT_EQ(pack_unit(5), 255);
  EXPECT_EQ(pack_unit(-5), 0);
  EXPECT_EQ(pack_unit(std::numeric_limits<float>::quiet_NaN()), 127);
}

TEST(VertexFormat, EveryHalfComesBack) {
  for (std::uint32_t half = 0; half < 0x10000; ++half) {
    const float value = half_to_float(std::uint16_t(half));
    EXPECT_EQ(float_to_half(value), half);
    EXPECT_EQ(float_to_half_cut(value), half);
  }
  EXPECT_EQ(half_to_float(0x3C00), 1.0F);
  EXPECT_EQ(half_to_float(0xC000), -2.0F);
  EXPECT_EQ(half_to_float(0x0001), std::ldexp(1.0F, -24));
  EXPECT_EQ(half_to_float(0x7C00), std::numeric_limits<float>::infinity());
}

TEST(VertexFormat, HalvesRoundToNearestOrCut) {
  EXPECT_EQ(float_to_half(1 + 3.0F / 4096), 0x3C01);  // above the middle of two
  EXPECT_EQ(float_to_half_cut(1 + 3.0F / 4096), 0x3C00);
  EXPECT_EQ(float_to_half(1 + 1.0F / 2048), 0x3C00);  // the middle: to even
  EXPECT_EQ(float_to_half(1 + 3.0F / 2048), 0x3C02);
  EXPECT_EQ(float_to_half_cut(-1 - 3.0F / 4096), 0xBC00);
  EXPECT_EQ(float_to_half(65519), 0x7BFF);
  EXPECT_EQ(float_to_half(65520), 0x7C00);
  EXPECT_EQ(float_to_half_cut(70000), 0x7BFF);
  EXPECT_EQ(float_to_half(std::ldexp(1.0F, -26)), 0);
}

}  // namespace
}  // namespace mw::wows::geometry
