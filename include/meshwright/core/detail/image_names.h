#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

/// What files of images end with, in small letters.
namespace mw {

inline constexpr std::string_view kImages[] = {".png", ".jpg",  ".jpeg", ".tga", ".dds",
                                               ".tpc", ".webp", ".ktx2", ".bmp"};

/// The best first: formats that glTF accepts, then formats that convert without loss.
inline constexpr std::span<const std::string_view> kReadImages = std::span(kImages).first<5>();
/// Other formats of the games: searched only to report them.
inline constexpr std::span<const std::string_view> kUnreadImages = std::span(kImages).subspan<5, 1>();
/// The file names under which a texture is searched.
inline constexpr std::span<const std::string_view> kTextureImages = std::span(kImages).first<6>();

constexpr bool is_one_of(std::span<const std::string_view> extensions, std::string_view extension) {
  return std::ranges::find(extensions, extension) != extensions.end();
}

inline std::string tell_unread_image(std::string_view extension) {
  return "textures of this kind (" + std::string(extension) + ") are not read yet";
}

}  // namespace mw
