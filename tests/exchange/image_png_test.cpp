#include <gtest/gtest.h>
#include <meshwright/exchange/detail/image.h>
#include <png.h>

#include <random>

namespace mw::exchange {
namespace {

/// What libpng makes of it; it checks every sum and every length.
struct Decoded {
  std::string error;
  Picture picture;
  bool has_alpha = false;
};

Decoded decoded(const Bytes& bytes) {
  Decoded result;
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) != 0) {
    result.has_alpha = (image.format & PNG_FORMAT_FLAG_ALPHA) != 0;
    image.format = PNG_FORMAT_RGBA;
    result.picture = {image.width, image.height};
    result.picture.pixels.resize(std::size_t(image.width) * image.height);
    png_image_finish_read(&image, nullptr, result.picture.pixels.data(), 0, nullptr);
  }
  if (image.warning_or_error != 0) result.error = image.message;
  png_image_free(&image);
  return result;
}

/// Rows that suit the different filters, then noise.
Picture varied(std::uint32_t width, std::uint32_t height, bool opaque) {
  std::mt19937 random(1);
  Picture picture{width, height};
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      Rgba pixel{std::uint8_t(x), std::uint8_t(y), std::uint8_t(x * y), std::uint8_t(x + y)};
      if (y % 5 == 3) pixel = {7, 7, 7, 7};
      if (y % 5 == 4) pixel = {std::uint8_t(random()), std::uint8_t(random()), 0, std::uint8_t(random())};
      if (opaque) pixel.a = 255;
      picture.pixels.push_back(pixel);
    }
  }
  return picture;
}

TEST(Png, AnotherDecoderSeesTheSamePixels) {
  const std::pair<std::uint32_t, std::uint32_t> sizes[] = {{1, 1}, {1, 9}, {9, 1}, {37, 23}, {300, 200}};
  for (const auto& [width, height] : sizes) {
    for (const bool opaque : {true, false}) {
      const Picture picture = varied(width, height, opaque);
      const auto png = write_png(picture);
      ASSERT_TRUE(png) << to_string(png.error());
      const Decoded again = decoded(*png);
      EXPECT_EQ(again.error, "");
      EXPECT_EQ(again.has_alpha, !opaque);
      EXPECT_EQ(again.picture.width, width);
      EXPECT_EQ(again.picture.height, height);
      EXPECT_EQ(again.picture.pixels, picture.pixels);
    }
  }
}

TEST(Png, FiltersMakeSmoothPicturesSmall) {
  Picture slope{256, 256};
  for (int y = 0; y < 256; ++y)
    for (int x = 0; x < 256; ++x)
      slope.pixels.push_back({std::uint8_t(x), std::uint8_t(y), std::uint8_t(x + y)});
  EXPECT_LT(write_png(slope)->size(), 2000U);  // of 196608; without filters 186638
  EXPECT_EQ(decoded(*write_png(slope)).picture.pixels, slope.pixels);
}

/// Where colours fall from pixel to pixel, differences are as small as where they rise.
TEST(Png, FallingColoursAreAsSmallAsRisingOnes) {
  const auto size_of = [](bool falling) {
    Picture picture{256, 64};
    for (std::uint32_t i = 0; i < 256 * 64; ++i) {
      const std::uint32_t x = falling ? 255 - i % 256 : i % 256;
      const std::uint32_t wave = (i / 256) * 7 % 32;
      picture.pixels.push_back({std::uint8_t(x), std::uint8_t(x / 2 + wave), std::uint8_t(255 - wave), 255});
    }
    return write_png(picture).value().size();
  };
  EXPECT_LT(double(size_of(true)), 1.1 * double(size_of(false)));
}

TEST(Png, APictureThatContradictsItselfIsRefused) {
  EXPECT_EQ(to_string(write_png({2, 2, {{}, {}, {}}}).error()),
            "pixels: 3 of them do not make a picture of 2 x 2");
  EXPECT_EQ(to_string(write_png({}).error()), "pixels: 0 of them do not make a picture of 0 x 0");
}

}  // namespace
}  // namespace mw::exchange
