#include <fmt/format.h>
#include <meshwright/core/detail/reader.h>
#include <meshwright/wows/splash.h>
#include <algorithm>

namespace mw::wows::splash {
namespace {

constexpr std::uint32_t kLongestName = 255;  // of a box by which a file is recognised

void read_box(Reader& reader, NamedBox& box) {
  std::uint32_t length = 0;
  reader.field("name_length", length);
  box.name = text_of(reader.items("name", {Scalar::text, length}));
  corner_fields(reader, box);
}

void read_boxes(Reader& reader, std::vector<NamedBox>& boxes) {
  PathScope scope(reader.path(), "boxes");
  for (std::size_t row = 0; row < boxes.size() && reader.ok(); ++row) {
    scope.set_row(row);
    read_box(reader, boxes[row]);
  }
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= kLongestName &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7F; });
}

}  // namespace

/// Every box must look like one, as far as the file goes. Other files can begin like a small one, so that
/// what follows the last box, and numbers that are none, are only borne with where names are as in original
/// files.
bool sniff(ByteSpan bytes) {
  Reader reader(bytes);
  std::uint32_t count = 0;
  reader.field("count", count);
  if (count == 0 || count > bytes.size() / kLeastBox) return false;
  bool usual = false;
  bool finite = true;
  for (std::uint32_t row = 0; row < count; ++row) {
    NamedBox box;
    read_box(reader, box);
    if (!reader.ok()) return row > 0;  // cut short
    if (!is_name(box.name)) return false;
    finite = finite && is_finite(box.min) && is_finite(box.max);
    usual = usual || box.name.starts_with(kUsualPrefix);
  }
  return usual || (finite && reader.position() == bytes.size());
}

Result<File> read(ByteSpan bytes, const Trace* trace) {
  Reader reader(bytes, trace);
  File file;
  std::uint32_t count = 0;
  reader.field("count", count);
  const std::uint64_t left = bytes.size() - reader.position();
  if (count > left / kLeastBox)
    reader.fail(0, "count", fmt::format("{} boxes do not fit the {} bytes that are left", count, left),
                ErrorCode::truncated);
  reader.charge("boxes", std::uint64_t(count) * sizeof(NamedBox));
  if (reader.ok()) file.boxes.resize(count);
  read_boxes(reader, file.boxes);
  if (!reader.ok()) return fail(reader.error());
  file.unreferenced = reader.take_unreferenced();
  return file;
}

}  // namespace mw::wows::splash
