#include <fmt/format.h>
#include <meshwright/core/reader.h>
#include <meshwright/wows/splash.h>

namespace mw::wows::splash {
namespace {

constexpr std::uint64_t kLeastRow = 28;  // a length and a box

void read_box(Reader& reader, NamedBox& row) {
  std::uint32_t length = 0;
  reader.field("name_length", length);
  row.name = text_of(reader.raw("name", length));
  reader.field("min", row.box.min);
  reader.field("max", row.box.max);
}

}  // namespace

Result<std::vector<NamedBox>> read(ByteSpan bytes, const Trace* trace) {
  Reader reader(bytes, trace);
  std::uint32_t count = 0;
  reader.field("count", count);
  const std::uint64_t left = bytes.size() - reader.position();
  if (count > left / kLeastRow)
    reader.fail(0, "count", fmt::format("{} boxes do not fit the {} bytes that are left", count, left));
  reader.charge("boxes", std::uint64_t(count) * sizeof(NamedBox));
  std::vector<NamedBox> boxes(reader.ok() ? count : 0);
  {
    PathScope scope(reader.path(), "boxes");
    for (std::size_t row = 0; row < boxes.size() && reader.ok(); ++row) {
      scope.set_row(row);
      read_box(reader, boxes[row]);
    }
  }
  if (reader.ok() && reader.position() != bytes.size())
    reader.fail(reader.position(), "boxes",
                fmt::format("{} bytes behind the last box", bytes.size() - reader.position()));
  if (!reader.ok()) return fail(reader.error());
  return boxes;
}

}  // namespace mw::wows::splash
