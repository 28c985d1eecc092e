#include <gtest/gtest.h>
#include <meshwright/exchange/detail/image.h>

#include "image_cases.h"
#include "image_fixtures.h"
#include "support/bytes.h"

namespace mw::exchange {
namespace {

using test::tga;
using test::TgaShape;

Pixels pixels_of_tga(const Bytes& bytes) {
  const auto picture = read_tga(bytes);
  EXPECT_TRUE(picture) << to_string(picture.error());
  return picture ? picture->pixels : Pixels();
}

std::string error_of_tga(const Bytes& bytes) {
  return test::message_of(read_tga(bytes));
}

std::vector<int> greys(const Bytes& bytes) {
  std::vector<int> values;
  for (const Rgba& pixel : pixels_of_tga(bytes)) {
    EXPECT_EQ(pixel, (Rgba{pixel.r, pixel.r, pixel.r})) << "not an opaque grey";
    values.push_back(pixel.r);
  }
  return values;
}

TEST(Tga, TrueColorIsBlueGreenRed) {
  const auto picture = read_tga(test::four_color_tga());
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->width, 2U);
  EXPECT_EQ(picture->height, 2U);
  EXPECT_EQ(picture->pixels, (Pixels{kRed, kGreen, kBlue, kWhite}));
}

TEST(Tga, EveryOriginComesUpright) {
  const auto from = [](int descriptor) {
    return greys(tga({.type = 3, .width = 2, .height = 4, .depth = 8, .descriptor = descriptor},
                     {1, 2, 3, 4, 5, 6, 7, 8}));
  };
  EXPECT_EQ(from(0x00), (std::vector{7, 8, 5, 6, 3, 4, 1, 2}));  // from the bottom left
  EXPECT_EQ(from(0x10), (std::vector{8, 7, 6, 5, 4, 3, 2, 1}));  // bottom right
  EXPECT_EQ(from(0x20), (std::vector{1, 2, 3, 4, 5, 6, 7, 8}));  // top left
  EXPECT_EQ(from(0x30), (std::vector{2, 1, 4, 3, 6, 5, 8, 7}));  // top right
}

TEST(Tga, PacketsMayCrossRowsAndTheEnd) {
  const TgaShape shape{.type = 11, .width = 3, .height = 3, .depth = 8, .descriptor = 0x20};
  EXPECT_EQ(greys(tga(shape, {0x83, 7, 0x01, 1, 2, 0x82, 5})), (std::vector{7, 7, 7, 7, 1, 2, 5, 5, 5}));
  EXPECT_EQ(greys(tga(shape, {0x83, 7, 0x7F, 1, 2, 3, 4, 5})), (std::vector{7, 7, 7, 7, 1, 2, 3, 4, 5}));
  EXPECT_EQ(greys(tga(shape, {0xFF, 7})), std::vector(9, 7));
}

TEST(Tga, RunLengthsOfEveryKindGiveWhatPlainPixelsGive) {
  const TgaShape plain{.type = 2, .width = 2, .height = 1, .descriptor = 0x20};
  TgaShape packed = plain;
  packed.type = 10;
  EXPECT_EQ(pixels_of_tga(tga(packed, {0x81, 1, 2, 3})), pixels_of_tga(tga(plain, {1, 2, 3, 1, 2, 3})));
  EXPECT_EQ(pixels_of_tga(tga(packed, {0x01, 1, 2, 3, 4, 5, 6})),
            pixels_of_tga(tga(plain, {1, 2, 3, 4, 5, 6})));
}

TEST(Tga, FifteenAndSixteenBits) {
  const auto two = [](int depth, int descriptor) {
    return pixels_of_tga(
        tga({.width = 2, .height = 1, .depth = depth, .descriptor = descriptor}, {0x00, 0x7C, 0xE3, 0x83}));
  };
  const Rgba odd{0, 255, 25};  // 3 of 31 is 24.7 of 255
  EXPECT_EQ(two(15, 0x20), (Pixels{kRed, odd}));
  EXPECT_EQ(two(16, 0x20), (Pixels{kRed, odd}));
  // The attribute bit counts only when the descriptor says so.
  EXPECT_EQ(two(16, 0x21), (Pixels{{255, 0, 0, 0}, odd}));
}

TEST(Tga, AlphaOfThirtyTwoBitsIsBelievedUnlessItIsAbsent) {
  const auto two = [](int alpha_bits, int first, int second) {
    const auto found =
        pixels_of_tga(tga({.width = 2, .height = 1, .depth = 32, .descriptor = 0x20 | alpha_bits},
                          {1, 2, 3, first, 4, 5, 6, second}));
    return std::pair(int(found.at(0).a), int(found.at(1).a));
  };
  EXPECT_EQ(two(8, 0, 128), std::pair(0, 128));
  EXPECT_EQ(two(0, 0, 128), std::pair(0, 128));
  EXPECT_EQ(two(0, 0, 0), std::pair(255, 255));
  EXPECT_EQ(two(8, 0, 0), std::pair(0, 0));
}

TEST(Tga, ColorMapsOfEveryDepth) {
  TgaShape shape{
      .type = 1, .width = 3, .height = 1, .depth = 8, .descriptor = 0x20, .map_first = 4, .map_length = 2};
  shape.map_depth = 24;
  EXPECT_EQ(pixels_of_tga(tga(shape, {0, 0, 255, 0, 255, 0, 5, 4, 5})), (Pixels{kGreen, kRed, kGreen}));
  shape.map_depth = 32;
  EXPECT_EQ(pixels_of_tga(tga(shape, {0, 0, 255, 9, 0, 255, 0, 255, 5, 4, 5})),
            (Pixels{kGreen, {255, 0, 0, 9}, kGreen}));
  shape.map_depth = 16;
  EXPECT_EQ(pixels_of_tga(tga(shape, {0x00, 0x7C, 0xE0, 0x03, 5, 4, 5})), (Pixels{kGreen, kRed, kGreen}));
  shape.map_depth = 15;
  shape.depth = 16;  // of the indices
  EXPECT_EQ(pixels_of_tga(tga(shape, {0x00, 0x7C, 0xE0, 0x03, 5, 0, 4, 0, 5, 0})),
            (Pixels{kGreen, kRed, kGreen}));
}

TEST(Tga, TheIdAndAMapThatNothingUsesAreSkipped) {
  EXPECT_EQ(pixels_of_tga(tga({.width = 1, .height = 1, .map_length = 2, .map_depth = 24, .id_length = 3},
                              {'a', 'b', 'c', 1, 2, 3, 4, 5, 6, 255, 0, 0})),
            Pixels{kBlue});
}

TEST(Tga, GreyMayHaveAlpha) {
  EXPECT_EQ(pixels_of_tga(tga({.type = 3, .width = 1, .height = 1, .depth = 16, .descriptor = 8}, {10, 20})),
            (Pixels{{10, 10, 10, 20}}));
}

TEST(Tga, BadFilesAreNamed) {
  EXPECT_EQ(error_of_tga({}), "0x00000000: id_length: needs 1 bytes, but only 0 are left in the file");
  const TgaShape one{.width = 1, .height = 1};
  const auto with = [&](auto change) {
    TgaShape shape = one;
    change(shape);
    return error_of_tga(tga(shape, {1, 2, 3}));
  };
  EXPECT_EQ(with([](TgaShape& s) { s.type = 0; }),
            "0x00000002: image_type: 0 is not one of 1, 2, 3, 9, 10, 11");
  EXPECT_EQ(with([](TgaShape& s) { s.type = 12; }),
            "0x00000002: image_type: 12 is not one of 1, 2, 3, 9, 10, 11");
  EXPECT_EQ(with([](TgaShape& s) { s.type = 1; }),
            "0x00000001: color_map_type: 0, but image type 1 needs a color map");
  EXPECT_EQ(with([](TgaShape& s) { s.width = 0; }), "0x0000000c: width: 0 is not between 1 and 16384");
  EXPECT_EQ(with([](TgaShape& s) { s.height = 16385; }),
            "0x0000000e: height: 16385 is not between 1 and 16384");
  EXPECT_EQ(with([](TgaShape& s) { s.width = 8192, s.height = 8193; }),
            "0x0000000c: width: 8192 x 8193 pixels are more than 67108864");
  EXPECT_EQ(with([](TgaShape& s) { s.depth = 8; }),
            "0x00000010: depth: 8 bits are not possible in image type 2");
  EXPECT_EQ(with([](TgaShape& s) { s.type = 3; }),
            "0x00000010: depth: 24 bits are not possible in image type 3");
  EXPECT_EQ(with([](TgaShape& s) { s.descriptor = 0x40; }),
            "0x00000011: descriptor: interleaved rows are not supported");
  EXPECT_EQ(with([](TgaShape& s) { s.id_length = 4; }),
            "0x00000012: image_id: needs 4 bytes, but only 3 are left in the file");
  EXPECT_EQ(with([](TgaShape& s) { s.width = 2; }),
            "0x00000012: pixels: needs 6 bytes, but only 3 are left in the file");
}

TEST(Tga, BadColorMapsAndPacketsAreNamed) {
  TgaShape mapped{
      .type = 1, .width = 2, .height = 1, .depth = 8, .map_first = 4, .map_length = 1, .map_depth = 24};
  EXPECT_EQ(error_of_tga(tga(mapped, {1, 2, 3, 4, 5})),
            "0x00000016: pixels[1]: entry 5 is not in a color map of 1 from 4");
  EXPECT_EQ(error_of_tga(tga(mapped, {1, 2, 3, 3, 4})),
            "0x00000015: pixels[0]: entry 3 is not in a color map of 1 from 4");
  EXPECT_EQ(error_of_tga(tga(mapped, {1, 2})),
            "0x00000012: color_map: needs 3 bytes, but only 2 are left in the file");
  mapped.map_depth = 8;
  EXPECT_EQ(error_of_tga(tga(mapped, {1, 2})), "0x00000007: color_map_depth: 8 is not one of 15, 16, 24, 32");
  const TgaShape packed{.type = 10, .width = 2, .height = 2};
  EXPECT_EQ(error_of_tga(tga(packed, {0x81, 1, 2, 3})),
            "0x00000016: packets[1].head: needs 1 bytes, but only 0 are left in the file");
  EXPECT_EQ(error_of_tga(tga(packed, {0x81, 1, 2, 3, 0x81, 1})),
            "0x00000017: packets[1].pixel: needs 3 bytes, but only 1 are left in the file");
  EXPECT_EQ(error_of_tga(tga(packed, {0x03, 1, 2, 3})),
            "0x00000013: packets[0].pixels: needs 12 bytes, but only 3 are left in the file");
}

/// 8192 x 8192 pixels are 256 MB; the file must be able to hold them before they are allocated.
TEST(Tga, AFewBytesCannotAskForAHugePicture) {
  EXPECT_EQ(
      error_of_tga(tga({.type = 11, .width = 8192, .height = 8192, .depth = 8}, {0xFF, 1, 0xFF, 1})),
      "0x00000012: packets: 67108864 pixels take 1048576 bytes or more, but only 4 are left in the file");
}

TEST(Tga, EveryTruncationIsAnError) {
  test::expect_every_cut_of_images_fails(test::tga_samples(), read_tga);
}

TEST(Tga, MutantsNeverCrash) {
  test::expect_image_mutants_survive(test::tga_samples(), read_tga);
}

}  // namespace
}  // namespace mw::exchange
