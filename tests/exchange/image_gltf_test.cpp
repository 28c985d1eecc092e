#include <gtest/gtest.h>
#include <meshwright/exchange/gltf.h>

#include "image_fixtures.h"

namespace mw::exchange {
namespace {

std::string mime(ByteSpan bytes, std::string_view extension) {
  const auto image = image_for_gltf(bytes, extension);
  return image ? image->mime : to_string(image.error());
}

TEST(ImageForGltf, ContentTellsMoreThanTheExtension) {
  const std::string_view png = "\x89PNG\r\n\x1A\n";
  const std::string_view jpeg = "\xFF\xD8\xFF";
  for (const char* extension : {".png", ".jpg", ".tga", ".dds"}) {
    EXPECT_EQ(mime(bytes_of(png), extension), "image/png");
    EXPECT_EQ(mime(bytes_of(jpeg), extension), "image/jpeg");
  }
  EXPECT_EQ(mime(test::four_column_dds(), ".png"), "image/png");
  EXPECT_EQ(text_of(image_for_gltf(bytes_of(jpeg), ".jpg")->bytes), jpeg);
}

TEST(ImageForGltf, TgaAndDdsBecomePng) {
  for (const auto& [bytes, extension] :
       {std::pair(test::four_color_tga(), ".tga"), std::pair(test::four_column_dds(), ".dds")}) {
    const auto image = image_for_gltf(bytes, extension);
    ASSERT_TRUE(image);
    EXPECT_TRUE(text_of(image->bytes).starts_with("\x89PNG\r\n\x1A\n"));
    EXPECT_EQ(image->mime, "image/png");
  }
}

TEST(ImageForGltf, WhatIsWrongIsNamed) {
  EXPECT_EQ(mime(bytes_of("GIF89a"), ".png"), "0x00000000: signature: neither PNG nor JPEG");
  EXPECT_EQ(mime({}, ".jpg"), "0x00000000: signature: neither PNG nor JPEG");
  EXPECT_EQ(mime({}, ".tga"), "0x00000000: id_length: needs 1 bytes, but only 0 are left in the file");
  EXPECT_EQ(mime(bytes_of("DXT "), ".dds"), "0x00000000: magic: the file does not begin with \"DDS \"");
}

}  // namespace
}  // namespace mw::exchange
