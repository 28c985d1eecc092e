#include <meshwright/exchange/detail/image.h>
#include <meshwright/exchange/gltf.h>

namespace mw::exchange {
namespace {

constexpr std::string_view kPng = "image/png";

Result<Image> as_png(const Result<Picture>& picture) {
  if (!picture) return fail(picture.error());
  return write_png(*picture).map([](Bytes png) { return Image{std::string(kPng), std::move(png)}; });
}

}  // namespace

Result<Image> image_for_gltf(ByteSpan bytes, std::string_view extension) {
  const std::string_view text = text_of(bytes);
  const auto as_it_is = [&](std::string_view mime) {
    return Image{std::string(mime), Bytes(bytes.begin(), bytes.end())};
  };
  if (text.starts_with("\x89PNG\r\n\x1A\n")) return as_it_is(kPng);
  if (text.starts_with("\xFF\xD8\xFF")) return as_it_is("image/jpeg");
  if (extension == ".tga") return as_png(read_tga(bytes));
  if (extension == ".dds" || text.starts_with("DDS ")) return as_png(read_dds(bytes));
  return fail({.offset = 0, .field = "signature", .message = "neither PNG nor JPEG"});
}

}  // namespace mw::exchange
