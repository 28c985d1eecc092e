#include <gtest/gtest.h>
#include <meshwright/exchange/detail/image.h>

#include "image_cases.h"
#include "image_fixtures.h"
#include "support/bytes.h"

namespace mw::exchange {
namespace {

using test::dds;

constexpr Rgba kNothing{0, 0, 0, 0};

Pixels pixels_of_dds(const Bytes& bytes) {
  const auto picture = read_dds(bytes);
  EXPECT_TRUE(picture) << to_string(picture.error());
  return picture ? picture->pixels : Pixels(16);
}

std::string error_of_dds(const Bytes& bytes) {
  return test::message_of(read_dds(bytes));
}

Pixels first_row(const Bytes& bytes) {
  Pixels all = pixels_of_dds(bytes);
  all.resize(4);
  return all;
}

std::vector<int> alphas(const Bytes& bytes, std::size_t count) {
  std::vector<int> values;
  for (const Rgba& pixel : pixels_of_dds(bytes)) values.push_back(pixel.a);
  values.resize(count);
  return values;
}

TEST(Dds, Dxt1WithFourColors) {
  // Red is the greater number: the others are thirds. A row is indices 0, 2, 3, 1.
  const Pixels row = {kRed, {170, 0, 85}, {85, 0, 170}, kBlue};
  const Pixels all = pixels_of_dds(test::four_column_dds());
  ASSERT_EQ(all.size(), 16U);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], row[i % 4]) << i;
}

TEST(Dds, Dxt1WithThreeColorsAndNothing) {
  const Bytes bytes = dds({.four_cc = "DXT1"}, {0x1F, 0x00, 0x00, 0xF8, 0xE4, 0, 0x55, 0xFF});
  const Pixels all = pixels_of_dds(bytes);
  EXPECT_EQ(Pixels(all.begin(), all.begin() + 4), (Pixels{kBlue, kRed, {128, 0, 128}, kNothing}));
  EXPECT_EQ(Pixels(all.begin() + 4, all.begin() + 8), Pixels(4, kBlue));
  EXPECT_EQ(Pixels(all.begin() + 8, all.begin() + 12), Pixels(4, kRed));
  EXPECT_EQ(Pixels(all.begin() + 12, all.end()), Pixels(4, kNothing));
}

/// Equal ends are not "the first is greater": the fourth colour is nothing, the last two alphas are 0 and
/// 255.
TEST(Dds, EqualEnds) {
  EXPECT_EQ(first_row(dds({.four_cc = "DXT1"}, {0x00, 0xF8, 0x00, 0xF8, 0xE4, 0, 0, 0})),
            (Pixels{kRed, kRed, kRed, kNothing}));
  // Indices 0, 1, 2, 5, 6 and 7 of three bits each.
  const Bytes alpha =
      dds({.four_cc = "DXT5"}, {90, 90, 0x88, 0xEA, 0x03, 0, 0, 0, 0x00, 0xF8, 0x00, 0xF8, 0, 0, 0, 0});
  EXPECT_EQ(alphas(alpha, 6), (std::vector<int>{90, 90, 90, 90, 0, 255}));
}

TEST(Dds, ColorsOfFiveAndSixBits) {
  // 0x8410: red 16 of 31 is 131.6, green 32 of 63 is 129.5, blue 16 of 31.
  EXPECT_EQ(pixels_of_dds(dds({.four_cc = "DXT1"}, {0x10, 0x84, 0, 0, 0, 0, 0, 0}))[0],
            (Rgba{132, 130, 132}));
}

TEST(Dds, Dxt3HasFourBitsOfAlphaAndAlwaysFourColors) {
  const Bytes bytes =
      dds({.four_cc = "DXT3"}, {0x10, 0xF8, 0, 0, 0, 0, 0, 0, 0x1F, 0x00, 0x00, 0xF8, 0xE4, 0, 0, 0});
  EXPECT_EQ(first_row(bytes),
            (Pixels{{0, 0, 255, 0}, {255, 0, 0, 17}, {85, 0, 170, 136}, {170, 0, 85, 255}}));
}

TEST(Dds, Dxt5AlphaWithSixValuesBetween) {
  // Indices 0 to 7 in three bits each: 0xFAC688.
  const Bytes bytes = dds({.four_cc = "DXT5"}, {252, 0, 0x88, 0xC6, 0xFA, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(alphas(bytes, 8), (std::vector{252, 0, 216, 180, 144, 108, 72, 36}));
}

TEST(Dds, Dxt5AlphaWithFourValuesBetween) {
  const Bytes bytes = dds({.four_cc = "DXT5"}, {1, 252, 0x88, 0xC6, 0xFA, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(alphas(bytes, 8), (std::vector{1, 252, 51, 101, 152, 202, 0, 255}));  // 51.2, 101.4, 151.6, 201.8
}

TEST(Dds, OneChannelIsGreyAndTwoAreANormal) {
  const Bytes grey = dds({.four_cc = "ATI1"}, {252, 0, 0x88, 0xC6, 0xFA, 0, 0, 0});
  EXPECT_EQ(first_row(grey), (Pixels{{252, 252, 252}, {0, 0, 0}, {216, 216, 216}, {180, 180, 180}}));
  const Bytes two = dds({.four_cc = "ATI2"}, {255, 128, 0x08, 0, 0, 0, 0, 0, 128, 128, 0, 0, 0, 0, 0, 0});
  // Along x nothing is left for z; with x and y in the middle z is 1.
  EXPECT_EQ(first_row(two), (Pixels{{255, 128, 128}, {128, 128, 255}, {255, 128, 128}, {255, 128, 128}}));
  EXPECT_EQ(pixels_of_dds(dds({.four_cc = "BC5U"}, {255, 128, 8, 0, 0, 0, 0, 0, 128, 128, 0, 0, 0, 0, 0, 0})),
            pixels_of_dds(two));
}

TEST(Dds, BlocksAreCutAtTheEdge) {
  // Four blocks of one colour each.
  const Pixels all = pixels_of_dds(dds({.width = 5, .height = 6, .four_cc = "DXT1"},
                                       {0x00, 0xF8, 0, 0, 0, 0, 0, 0, 0xE0, 0x07, 0, 0, 0, 0, 0, 0,  //
                                        0x1F, 0x00, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0}));
  ASSERT_EQ(all.size(), 30U);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool right = i % 5 == 4;
    const bool low = i / 5 >= 4;
    EXPECT_EQ(all[i], low ? (right ? kWhite : kBlue) : (right ? kGreen : kRed)) << i;
  }
}

TEST(Dds, UncompressedByAnyMasks) {
  const auto one = [](std::uint32_t flags, std::uint32_t bits, std::array<std::uint32_t, 4> masks,
                      std::initializer_list<int> bytes) {
    const auto found = pixels_of_dds(
        dds({.width = 1, .height = 1, .flags = flags, .bit_count = bits, .masks = masks}, bytes));
    return found.at(0);
  };
  EXPECT_EQ(one(0x41, 32, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}, {1, 2, 3, 4}), (Rgba{3, 2, 1, 4}));
  EXPECT_EQ(one(0x41, 32, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}, {1, 2, 3, 4}), (Rgba{1, 2, 3, 4}));
  // One colour is enough, whichever.
  EXPECT_EQ(one(0x40, 32, {0xFF, 0, 0, 0}, {7, 8, 9, 10}), (Rgba{7, 0, 0}));
  EXPECT_EQ(one(0x40, 32, {0, 0xFF, 0, 0}, {7, 8, 9, 10}), (Rgba{0, 7, 0}));
  EXPECT_EQ(one(0x40, 32, {0, 0, 0xFF, 0}, {7, 8, 9, 10}), (Rgba{0, 0, 7}));
  // Without the flag there is no alpha, whatever its mask.
  EXPECT_EQ(one(0x40, 32, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}, {1, 2, 3, 4}), (Rgba{3, 2, 1}));
  EXPECT_EQ(one(0x40, 24, {0xFF0000, 0xFF00, 0xFF, 0}, {1, 2, 3}), (Rgba{3, 2, 1}));
  EXPECT_EQ(one(0x40, 16, {0xF800, 0x7E0, 0x1F, 0}, {0xE0, 0x07}), kGreen);
  EXPECT_EQ(one(0x41, 16, {0x7C00, 0x3E0, 0x1F, 0x8000}, {0x00, 0x7C}), (Rgba{255, 0, 0, 0}));
  EXPECT_EQ(one(0x41, 16, {0xF00, 0xF0, 0xF, 0xF000}, {0x21, 0x43}), (Rgba{51, 34, 17, 68}));
  // Ten bits: 512 of 1023 is 127.6.
  EXPECT_EQ(one(0x41, 32, {0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000}, {0, 2, 0, 0x40}), (Rgba{128, 0, 0, 85}));
  EXPECT_EQ(one(0x20000, 8, {0xFF, 0, 0, 0}, {77}), (Rgba{77, 77, 77}));
  EXPECT_EQ(one(0x20001, 16, {0xFF, 0, 0, 0xFF00}, {77, 9}), (Rgba{77, 77, 77, 9}));
}

TEST(Dds, TheNewerHeader) {
  const auto one = [](std::uint32_t dxgi) {
    return pixels_of_dds(dds({.width = 1, .height = 1, .four_cc = "DX10", .dxgi = dxgi}, {1, 2, 3, 4})).at(0);
  };
  for (const std::uint32_t rgba : {28U, 29U}) EXPECT_EQ(one(rgba), (Rgba{1, 2, 3, 4}));
  for (const std::uint32_t bgra : {87U, 91U}) EXPECT_EQ(one(bgra), (Rgba{3, 2, 1, 4}));
  for (const std::uint32_t bgrx : {88U, 93U}) EXPECT_EQ(one(bgrx), (Rgba{3, 2, 1}));
  EXPECT_EQ(one(61), (Rgba{1, 1, 1}));
  const std::initializer_list<int> block = {200,  100,  0x88, 0xC6, 0xFA, 0, 0, 0,
                                            0x1F, 0x00, 0x00, 0xF8, 0xE4, 0, 0, 0};
  constexpr std::pair<std::uint32_t, std::string_view> kSame[] = {{71, "DXT1"}, {72, "DXT1"}, {74, "DXT3"},
                                                                  {75, "DXT3"}, {77, "DXT5"}, {78, "DXT5"},
                                                                  {80, "ATI1"}, {83, "ATI2"}};
  for (const auto& [dxgi, code] : kSame)
    EXPECT_EQ(pixels_of_dds(dds({.four_cc = "DX10", .dxgi = dxgi}, block)),
              pixels_of_dds(dds({.four_cc = code}, block)))
        << dxgi;
}

TEST(Dds, OnlyTheFirstPictureIsTaken) {
  Bytes cube = test::four_column_dds();
  const Bytes face(cube.end() - 8, cube.end());
  for (int more = 0; more < 5; ++more) cube.insert(cube.end(), face.rbegin(), face.rend());
  test::put(cube, 112, std::uint32_t(0xFE00));  // caps: all six faces
  EXPECT_EQ(pixels_of_dds(cube), pixels_of_dds(test::four_column_dds()));
}

TEST(Dds, BadFilesAreNamed) {
  EXPECT_EQ(error_of_dds({}), "0x00000000: magic: needs 4 bytes, but only 0 are left in the file");
  EXPECT_EQ(error_of_dds(Bytes(200)), "0x00000000: magic: the file does not begin with \"DDS \"");
  EXPECT_EQ(error_of_dds(dds({.width = 0, .four_cc = "DXT1"}, {})),
            "0x00000010: width: 0 is not between 1 and 16384");
  EXPECT_EQ(error_of_dds(dds({.height = 0xFFFFFFFF, .four_cc = "DXT1"}, {})),
            "0x0000000c: height: 4294967295 is not between 1 and 16384");
  EXPECT_EQ(error_of_dds(dds({.width = 16384, .height = 16384, .four_cc = "DXT1"}, {})),
            "0x00000010: width: 16384 x 16384 pixels are more than 67108864");
  EXPECT_EQ(error_of_dds(dds({.width = 8192, .height = 8192, .four_cc = "DXT1"}, {1, 2})),
            "0x00000080: blocks: needs 33554432 bytes, but only 2 are left in the file");
  EXPECT_EQ(error_of_dds(dds({.four_cc = "RX\nB"}, {})),
            "0x00000054: pixel_format.four_cc: \"RX\\x0aB\" is not supported");
  EXPECT_EQ(error_of_dds(dds({.four_cc = "DX10", .dxgi = 98}, {})),
            "0x00000080: dxgi_format: BC7 (98) is not supported");
  EXPECT_EQ(error_of_dds(dds({}, {})),
            "0x00000050: pixel_format.flags: 0x0 means neither a code, nor RGB, nor luminance");
}

TEST(Dds, BadMasksAreNamed) {
  const auto with = [](std::uint32_t flags, std::uint32_t bits, std::array<std::uint32_t, 4> masks) {
    return error_of_dds(
        dds({.width = 1, .height = 1, .flags = flags, .bit_count = bits, .masks = masks}, {}));
  };
  EXPECT_EQ(with(0x40, 8, {0xE0, 0x1C, 3, 0}), "0x00000058: pixel_format.bit_count: 8 is not supported");
  EXPECT_EQ(with(0x40, 64, {1, 1, 1, 0}), "0x00000058: pixel_format.bit_count: 64 is not supported");
  EXPECT_EQ(with(0x40, 32, {0, 0, 0, 0xFF}), "0x0000005c: pixel_format.masks: no colour has any bits");
  EXPECT_EQ(with(0x41, 32, {0, 0, 0, 0xFF}), "0x0000005c: pixel_format.masks: no colour has any bits");
  EXPECT_EQ(with(0x40, 32, {0xFF, 0xF0F00, 0, 0}),
            "0x00000060: pixel_format.masks[1]: 0xf0f00 is not one run of bits");
  EXPECT_EQ(with(0x40, 24, {0xFF, 0xFF00, 0xFF0000, 0}),
            "0x00000080: pixels: needs 3 bytes, but only 0 are left in the file");
}

TEST(Dds, EveryTruncationIsAnError) {
  test::expect_every_cut_of_images_fails(test::dds_samples(), read_dds);
}

TEST(Dds, MutantsNeverCrash) {
  test::expect_image_mutants_survive(test::dds_samples(), read_dds);
}

}  // namespace
}  // namespace mw::exchange
