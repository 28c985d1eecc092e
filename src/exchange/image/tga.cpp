#include <algorithm>

#include "pixels.h"

// Own code rather than a large image library: docs/scene.md, Textures.
namespace mw::exchange {
namespace {

struct TgaHeader {
  std::uint8_t id_length = 0;
  std::uint8_t color_map_type = 0;
  std::uint8_t image_type = 0;
  std::uint16_t color_map_first = 0;
  std::uint16_t color_map_length = 0;
  std::uint8_t color_map_depth = 0;
  std::uint16_t x_origin = 0;
  std::uint16_t y_origin = 0;
  std::uint16_t width = 0;
  std::uint16_t height = 0;
  std::uint8_t depth = 0;
  std::uint8_t descriptor = 0;
};

constexpr void fields(auto& io, Like<TgaHeader> auto& h) {
  io.field("id_length", h.id_length);
  io.field("color_map_type", h.color_map_type);
  io.field("image_type", h.image_type);
  io.field("color_map_first", h.color_map_first);
  io.field("color_map_length", h.color_map_length);
  io.field("color_map_depth", h.color_map_depth);
  io.field("x_origin", h.x_origin);
  io.field("y_origin", h.y_origin);
  io.field("width", h.width);
  io.field("height", h.height);
  io.field("depth", h.depth);
  io.field("descriptor", h.descriptor);
}

constexpr std::uint64_t kMapTypePlace = field_byte<TgaHeader>("color_map_type");
constexpr std::uint64_t kTypePlace = field_byte<TgaHeader>("image_type");
constexpr std::uint64_t kMapDepthPlace = field_byte<TgaHeader>("color_map_depth");
constexpr std::uint64_t kTgaWidthPlace = field_byte<TgaHeader>("width");
constexpr std::uint64_t kTgaHeightPlace = field_byte<TgaHeader>("height");
constexpr std::uint64_t kDepthPlace = field_byte<TgaHeader>("depth");
constexpr std::uint64_t kDescriptorPlace = field_byte<TgaHeader>("descriptor");

enum class Kind : std::uint8_t { mapped = 1, color = 2, grey = 3 };  // the low bits of image_type
constexpr std::uint8_t kRunLengths = 8;                              // added to it

constexpr std::uint8_t kAlphaBits = 0x0F;  // of the descriptor
constexpr std::uint8_t kFromRight = 0x10;
constexpr std::uint8_t kFromTop = 0x20;
constexpr std::uint8_t kInterleaved = 0xC0;

constexpr std::uint64_t kMaxRun = 128;

constexpr std::uint32_t bytes_for(std::uint8_t bits) {
  return (bits + 7U) / 8;
}

std::uint32_t number(ByteSpan bytes) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data(), bytes.size());
  return value;
}

class TgaReader {
 public:
  explicit TgaReader(ByteSpan bytes) : reader_(bytes) {}

  Result<Picture> read() {
    fields(reader_, header_);
    if (reader_.ok()) check_header();
    reader_.raw("image_id", header_.id_length);
    if (header_.color_map_type != 0) read_color_map();
    if (reader_.ok()) read_pixels();
    if (!reader_.ok()) return fail(reader_.error());
    mend_alpha();
    turn_upright();
    return std::move(picture_);
  }

 private:
  Kind kind() const { return Kind(header_.image_type & ~kRunLengths); }
  bool has_alpha_bits() const { return (header_.descriptor & kAlphaBits) != 0; }

  void check_header() {
    const std::uint8_t plain = header_.image_type & std::uint8_t(~kRunLengths);
    if (plain < 1 || plain > 3)
      return reader_.fail(kTypePlace, "image_type",
                          fmt::format("{} is not one of 1, 2, 3, 9, 10, 11", header_.image_type));
    if (kind() == Kind::mapped && header_.color_map_type == 0)
      return reader_.fail(kMapTypePlace, "color_map_type",
                          fmt::format("0, but image type {} needs a color map", header_.image_type));
    check_size(reader_, {kTgaWidthPlace, kTgaHeightPlace}, header_.width, header_.height);
    const std::uint8_t depth = header_.depth;
    const bool color = depth == 15 || depth == 16 || depth == 24 || depth == 32;
    const bool other = depth == 8 || depth == 16;  // an index, or a grey with or without alpha
    if (kind() == Kind::color ? !color : !other)
      reader_.fail(kDepthPlace, "depth",
                   fmt::format("{} bits are not possible in image type {}", depth, header_.image_type));
    if ((header_.descriptor & kInterleaved) != 0)
      reader_.fail(kDescriptorPlace, "descriptor", "interleaved rows are not supported");
  }

  /// True colour images may have a map too, which means nothing to them.
  void read_color_map() {
    const std::uint8_t depth = header_.color_map_depth;
    if (kind() == Kind::mapped && depth != 15 && depth != 16 && depth != 24 && depth != 32)
      return reader_.fail(kMapDepthPlace, "color_map_depth",
                          fmt::format("{} is not one of 15, 16, 24, 32", depth));
    const std::uint32_t stride = bytes_for(depth);
    const ByteSpan bytes = reader_.raw("color_map", std::uint64_t(header_.color_map_length) * stride);
    if (kind() != Kind::mapped) return;
    for (std::size_t at = 0; at < bytes.size(); at += stride)
      color_map_.push_back(color(bytes.subspan(at, stride), depth));
  }

  Rgba color(ByteSpan bytes, std::uint8_t depth) const {
    if (depth > 16) {
      const auto part = [&](std::size_t i) { return std::to_integer<std::uint8_t>(bytes[i]); };
      return {part(2), part(1), part(0), depth == 32 ? part(3) : std::uint8_t(255)};
    }
    const std::uint32_t bits = number(bytes);
    const bool transparent = depth == 16 && has_alpha_bits() && bits >> 15 == 0;
    return {widened(bits >> 10 & 31, 31), widened(bits >> 5 & 31, 31), widened(bits & 31, 31),
            std::uint8_t(transparent ? 0 : 255)};
  }

  Rgba grey(ByteSpan bytes) const {
    const auto value = std::to_integer<std::uint8_t>(bytes[0]);
    return {value, value, value,
            bytes.size() == 2 ? std::to_integer<std::uint8_t>(bytes[1]) : std::uint8_t(255)};
  }

  Rgba mapped(ByteSpan bytes) {
    const std::uint32_t index = number(bytes);
    const std::uint32_t first = header_.color_map_first;
    if (index >= first && index - first < color_map_.size()) return color_map_[index - first];
    PathScope scope(reader_.path(), "pixels", std::int64_t(picture_.pixels.size()));
    reader_.fail(
        std::uint64_t(bytes.data() - reader_.file().data()), {},
        fmt::format("entry {} is not in a color map of {} from {}", index, color_map_.size(), first));
    return {};
  }

  Rgba unpacked(ByteSpan bytes) {
    switch (kind()) {
      case Kind::mapped:
        return mapped(bytes);
      case Kind::grey:
        return grey(bytes);
      default:
        return color(bytes, header_.depth);
    }
  }

  void append(ByteSpan bytes, std::size_t stride) {
    for (std::size_t at = 0; at < bytes.size() && reader_.ok(); at += stride)
      picture_.pixels.push_back(unpacked(bytes.subspan(at, stride)));
  }

  void read_pixels() {
    picture_ = {header_.width, header_.height};
    const std::uint64_t count = std::uint64_t(header_.width) * header_.height;
    const std::uint32_t stride = bytes_for(header_.depth);
    if ((header_.image_type & kRunLengths) != 0) return read_packets(count, stride);
    const ByteSpan bytes = reader_.raw("pixels", count * stride);
    if (!reader_.ok()) return;
    picture_.pixels.reserve(count);
    append(bytes, stride);
  }

  /// Packets may cross rows: the format forbids it, its writers do it.
  void read_packets(std::uint64_t count, std::uint32_t stride) {
    const std::uint64_t fewest = (count + kMaxRun - 1) / kMaxRun * (1 + stride);
    const std::uint64_t left = reader_.file().size() - reader_.position();
    if (fewest > left)
      return reader_.fail(reader_.position(), "packets",
                          fmt::format("{} pixels take {} bytes or more, but only {} are left in the file",
                                      count, fewest, left));
    picture_.pixels.reserve(count);
    PathScope scope(reader_.path(), "packets");
    for (std::size_t row = 0; picture_.pixels.size() < count && reader_.ok(); ++row) {
      scope.set_row(row);
      read_packet(count - picture_.pixels.size(), stride);
    }
  }

  void read_packet(std::uint64_t wanted, std::uint32_t stride) {
    std::uint8_t head = 0;
    reader_.field("head", head);
    const std::uint64_t length = std::min<std::uint64_t>((head & 0x7FU) + 1U, wanted);
    if (head < 0x80) return append(reader_.raw("pixels", length * stride), stride);
    const ByteSpan bytes = reader_.raw("pixel", stride);
    if (!reader_.ok()) return;
    const Rgba pixel = unpacked(bytes);
    picture_.pixels.insert(picture_.pixels.end(), length, pixel);
  }

  /// Many tools write alpha and zero alpha bits, so alpha is used anyway; but if all of it is 0 too, it is
  /// ignored.
  void mend_alpha() {
    if (has_alpha_bits()) return;
    if (std::ranges::any_of(picture_.pixels, [](const Rgba& pixel) { return pixel.a != 0; })) return;
    for (Rgba& pixel : picture_.pixels) pixel.a = 255;
  }

  void turn_upright() {
    const auto width = std::ptrdiff_t(header_.width);
    const auto row = [&](std::uint32_t y) { return picture_.pixels.begin() + std::ptrdiff_t(y) * width; };
    if ((header_.descriptor & kFromTop) == 0)
      for (std::uint32_t y = 0; y < header_.height / 2U; ++y)
        std::swap_ranges(row(y), row(y) + width, row(header_.height - 1U - y));
    if ((header_.descriptor & kFromRight) != 0)
      for (std::uint32_t y = 0; y < header_.height; ++y) std::reverse(row(y), row(y) + width);
  }

  Reader reader_;
  TgaHeader header_;
  std::vector<Rgba> color_map_;
  Picture picture_;
};

}  // namespace

Result<Picture> read_tga(ByteSpan bytes) {
  return TgaReader(bytes).read();
}

}  // namespace mw::exchange
