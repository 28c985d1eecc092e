#include <meshwright/core/detail/text.h>

#include <algorithm>
#include <bit>

#include "blocks.h"
#include "pixels.h"

// Own code rather than a large image library: docs/scene.md, Textures.
namespace mw::exchange {
namespace {

constexpr std::string_view kMagic = "DDS ";

struct PixelFormat {
  std::uint32_t size = 0;
  std::uint32_t flags = 0;
  std::uint32_t four_cc = 0;
  std::uint32_t bit_count = 0;
  std::array<std::uint32_t, 4> masks{};  // red or luminance, green, blue, alpha
};

constexpr void fields(auto& io, Like<PixelFormat> auto& f) {
  io.field("size", f.size);
  io.field("flags", f.flags);
  io.field("four_cc", f.four_cc);
  io.field("bit_count", f.bit_count);
  io.field("masks", f.masks);
}

struct Header {
  std::uint32_t size = 0;
  std::uint32_t flags = 0;
  std::uint32_t height = 0;
  std::uint32_t width = 0;
  std::uint32_t pitch_or_linear_size = 0;
  std::uint32_t depth = 0;
  std::uint32_t mip_map_count = 0;
  std::array<std::uint32_t, 11> reserved{};
  PixelFormat pixel_format;
  std::array<std::uint32_t, 4> caps{};
  std::uint32_t reserved2 = 0;
};

constexpr void fields(auto& io, Like<Header> auto& h) {
  io.field("size", h.size);
  io.field("flags", h.flags);
  io.field("height", h.height);
  io.field("width", h.width);
  io.field("pitch_or_linear_size", h.pitch_or_linear_size);
  io.field("depth", h.depth);
  io.field("mip_map_count", h.mip_map_count);
  io.field("reserved", h.reserved);
  io.field("pixel_format", h.pixel_format);
  io.field("caps", h.caps);
  io.field("reserved2", h.reserved2);
}

/// Follows the header where four_cc is "DX10".
struct Extension {
  std::uint32_t dxgi_format = 0;
  std::uint32_t dimension = 0;
  std::uint32_t misc_flag = 0;
  std::uint32_t array_size = 0;
  std::uint32_t misc_flags_2 = 0;
};

constexpr void fields(auto& io, Like<Extension> auto& e) {
  io.field("dxgi_format", e.dxgi_format);
  io.field("dimension", e.dimension);
  io.field("misc_flag", e.misc_flag);
  io.field("array_size", e.array_size);
  io.field("misc_flags_2", e.misc_flags_2);
}

constexpr std::uint64_t kHeaderPlace = 4;  // after the magic
constexpr std::uint64_t kHeightPlace = kHeaderPlace + field_byte<Header>("height");
constexpr std::uint64_t kWidthPlace = kHeaderPlace + field_byte<Header>("width");
constexpr std::uint64_t kFlagsPlace = kHeaderPlace + field_byte<Header>("pixel_format.flags");
constexpr std::uint64_t kFourCcPlace = kHeaderPlace + field_byte<Header>("pixel_format.four_cc");
constexpr std::uint64_t kBitCountPlace = kHeaderPlace + field_byte<Header>("pixel_format.bit_count");
constexpr std::uint64_t kMasksPlace = kHeaderPlace + field_byte<Header>("pixel_format.masks");
constexpr std::uint64_t kDxgiFormatPlace =
    kHeaderPlace + record_size<Header>() + field_byte<Extension>("dxgi_format");

// PixelFormat::flags
constexpr std::uint32_t kHasAlpha = 0x1;
constexpr std::uint32_t kHasFourCc = 0x4;
constexpr std::uint32_t kIsRgb = 0x40;
constexpr std::uint32_t kIsLuminance = 0x20000;

constexpr std::uint32_t four_cc(std::string_view text) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value |= std::uint32_t(std::uint8_t(text[i])) << (8 * i);
  return value;
}

/// The layout of uncompressed pixels in the file.
struct Layout {
  std::uint32_t bit_count = 0;
  std::array<std::uint32_t, 4> masks{};
  bool luminance = false;  // the first mask is of all three colours
};

/// Blocks, or else pixels by their masks.
struct Storage {
  std::optional<BlockKind> blocks = {};
  Layout layout = {};
};

std::optional<BlockKind> blocks_of_four_cc(std::uint32_t value) {
  constexpr std::pair<std::string_view, BlockKind> kTable[] = {
      {"DXT1", BlockKind::bc1}, {"DXT2", BlockKind::bc2}, {"DXT3", BlockKind::bc2},
      {"DXT4", BlockKind::bc3}, {"DXT5", BlockKind::bc3}, {"ATI1", BlockKind::bc4},
      {"BC4U", BlockKind::bc4}, {"ATI2", BlockKind::bc5}, {"BC5U", BlockKind::bc5}};
  for (const auto& [text, kind] : kTable)
    if (four_cc(text) == value) return kind;
  return std::nullopt;
}

/// A number of DXGI_FORMAT with its common name, of those that real textures have.
std::string words_of_dxgi(std::uint32_t format) {
  constexpr std::pair<std::uint32_t, std::string_view> kNames[] = {
      {2, "32-bit floats"}, {10, "16-bit floats"}, {34, "16-bit floats"},
      {36, "R16G16_UINT"},  {81, "BC4 signed"},    {84, "BC5 signed"},
      {95, "BC6H"},         {96, "BC6H"},          {98, "BC7"},
      {99, "BC7"}};
  for (const auto& [number, name] : kNames)
    if (number == format) return fmt::format("{} ({})", name, number);
  return fmt::format("{}", format);
}

/// Numbers of DXGI_FORMAT; the second of each pair is its sRGB twin.
std::optional<Storage> storage_of_dxgi(std::uint32_t format) {
  constexpr std::array<std::uint32_t, 4> kRgba = {0xFF, 0xFF00, 0xFF0000, 0xFF000000};
  constexpr std::array<std::uint32_t, 4> kBgra = {0xFF0000, 0xFF00, 0xFF, 0xFF000000};
  constexpr std::array<std::uint32_t, 4> kBgrx = {0xFF0000, 0xFF00, 0xFF, 0};
  switch (format) {
    case 28:
    case 29:
      return Storage{.layout = {32, kRgba}};
    case 61:
      return Storage{.layout = {8, {0xFF, 0, 0, 0}, true}};
    case 71:
    case 72:
      return Storage{BlockKind::bc1};
    case 74:
    case 75:
      return Storage{BlockKind::bc2};
    case 77:
    case 78:
      return Storage{BlockKind::bc3};
    case 80:
      return Storage{BlockKind::bc4};
    case 83:
      return Storage{BlockKind::bc5};
    case 87:
    case 91:
      return Storage{.layout = {32, kBgra}};
    case 88:
    case 93:
      return Storage{.layout = {32, kBgrx}};
    default:
      return std::nullopt;
  }
}

/// One channel of a pixel's bits.
struct Channel {
  int shift = 0;
  std::uint32_t max = 0;  // 0 for a missing channel

  explicit Channel(std::uint32_t mask) : shift(mask == 0 ? 0 : std::countr_zero(mask)), max(mask >> shift) {}
  bool is_run() const { return std::has_single_bit(std::uint64_t(max) + 1); }
  std::uint8_t of(std::uint32_t bits, std::uint8_t absent) const {
    return max == 0 ? absent : widened(bits >> shift & max, max);
  }
};

class DdsReader {
 public:
  explicit DdsReader(ByteSpan bytes) : reader_(bytes) {}

  Result<Picture> read() {
    if (text_of(reader_.raw("magic", kMagic.size())) != kMagic)
      reader_.fail(0, "magic", "the file does not begin with \"DDS \"");
    fields(reader_, header_);
    if (reader_.ok()) check_size(reader_, {kWidthPlace, kHeightPlace}, header_.width, header_.height);
    const Storage storage = read_storage();
    // Mip levels, faces and slices follow the first picture, so it is the same for all of them.
    if (reader_.ok() && storage.blocks)
      read_blocks(*storage.blocks);
    else if (reader_.ok())
      read_layout(storage.layout);
    if (!reader_.ok()) return fail(reader_.error());
    return std::move(picture_);
  }

 private:
  Storage read_storage() {
    const PixelFormat& format = header_.pixel_format;
    if (!reader_.ok()) return {};
    if ((format.flags & kHasFourCc) != 0) return storage_of_four_cc(format.four_cc);
    if ((format.flags & (kIsRgb | kIsLuminance)) == 0) {
      reader_.fail(kFlagsPlace, "pixel_format.flags",
                   fmt::format("0x{:x} means neither a code, nor RGB, nor luminance", format.flags));
      return {};
    }
    Layout layout{format.bit_count, format.masks, (format.flags & kIsLuminance) != 0};
    if ((format.flags & kHasAlpha) == 0) layout.masks[3] = 0;
    if (layout.luminance) layout.masks[1] = layout.masks[2] = 0;
    check_layout(layout);
    return {.layout = layout};
  }

  Storage storage_of_four_cc(std::uint32_t code) {
    if (code == four_cc("DX10")) {
      Extension extension;
      fields(reader_, extension);
      const auto storage = storage_of_dxgi(extension.dxgi_format);
      if (!storage)
        reader_.fail(kDxgiFormatPlace, "dxgi_format",
                     fmt::format("{} is not supported", words_of_dxgi(extension.dxgi_format)));
      return storage.value_or(Storage{});
    }
    const auto kind = blocks_of_four_cc(code);
    const ByteSpan text = std::as_bytes(std::span(&code, 1));
    if (!kind)
      reader_.fail(kFourCcPlace, "pixel_format.four_cc",
                   fmt::format("\"{}\" is not supported", escape_text(text_of(text))));
    return {kind};
  }

  void check_layout(const Layout& layout) {
    const std::uint32_t bits = layout.bit_count;
    if (bits != 16 && bits != 24 && bits != 32 && !(bits == 8 && layout.luminance))
      reader_.fail(kBitCountPlace, "pixel_format.bit_count", fmt::format("{} is not supported", bits));
    if ((layout.masks[0] | layout.masks[1] | layout.masks[2]) == 0)
      reader_.fail(kMasksPlace, "pixel_format.masks", "no colour has any bits");
    PathScope scope(reader_.path(), "pixel_format");
    PathScope row(reader_.path(), "masks");
    for (std::size_t i = 0; i < layout.masks.size(); ++i) {
      row.set_row(i);
      if (!Channel(layout.masks[i]).is_run())
        reader_.fail(kMasksPlace + 4 * i, {}, fmt::format("0x{:x} is not one run of bits", layout.masks[i]));
    }
  }

  void read_blocks(BlockKind kind) {
    const std::uint32_t across = (header_.width + 3) / 4;
    const std::uint32_t down = (header_.height + 3) / 4;
    const std::size_t size = block_size(kind);
    const ByteSpan bytes = reader_.raw("blocks", std::uint64_t(across) * down * size);
    if (!reader_.ok()) return;
    allocate();
    for (std::size_t i = 0; i < std::size_t(across) * down; ++i)
      place(decode_block(kind, bytes.subspan(i * size, size)), std::uint32_t(i % across) * 4,
            std::uint32_t(i / across) * 4);
  }

  /// Blocks at the right and the bottom may reach over the picture's edge.
  void place(const Block& block, std::uint32_t left, std::uint32_t top) {
    const std::uint32_t width = std::min(4U, header_.width - left);
    for (std::uint32_t y = 0; y < std::min(4U, header_.height - top); ++y)
      std::copy_n(block.begin() + y * 4, width,
                  picture_.pixels.begin() + std::ptrdiff_t(std::size_t(top + y) * header_.width + left));
  }

  /// Rows follow each other without padding, whatever the pitch: its writers disagree about it.
  void read_layout(const Layout& layout) {
    const std::uint32_t stride = layout.bit_count / 8;
    const std::uint64_t count = std::uint64_t(header_.width) * header_.height;
    const ByteSpan bytes = reader_.raw("pixels", count * stride);
    if (!reader_.ok()) return;
    allocate();
    const Channel red(layout.masks[0]);
    const Channel green(layout.masks[1]);
    const Channel blue(layout.masks[2]);
    const Channel alpha(layout.masks[3]);
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, bytes.data() + i * stride, stride);
      const std::uint8_t r = red.of(bits, 0);
      picture_.pixels[i] = {r, green.of(bits, layout.luminance ? r : 0),
                            blue.of(bits, layout.luminance ? r : 0), alpha.of(bits, 255)};
    }
  }

  void allocate() {
    picture_ = {header_.width, header_.height};
    picture_.pixels.resize(std::size_t(header_.width) * header_.height);
  }

  Reader reader_;
  Header header_;
  Picture picture_;
};

}  // namespace

Result<Picture> read_dds(ByteSpan bytes) {
  return DdsReader(bytes).read();
}

}  // namespace mw::exchange
