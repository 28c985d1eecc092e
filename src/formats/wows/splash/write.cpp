#include <meshwright/core/detail/writer.h>
#include <meshwright/wows/splash.h>

namespace mw::wows::splash {
namespace {

void write_box(Writer& writer, const NamedBox& box) {
  std::uint32_t length = 0;
  writer.narrow("name_length", box.name.size(), length);
  writer.field("name_length", length);
  writer.items("name", {Scalar::text, length}, bytes_of(box.name));
  corner_fields(writer, box);
}

}  // namespace

Result<Bytes> write(const File& file, const Trace* trace) {
  Writer writer(trace);
  writer.seek(0, "count");
  std::uint32_t count = 0;
  writer.narrow("count", file.boxes.size(), count);
  writer.field("count", count);
  {
    PathScope scope(writer.path(), "boxes");
    for (std::size_t row = 0; row < file.boxes.size(); ++row) {
      scope.set_row(row);
      write_box(writer, file.boxes[row]);
    }
  }
  writer.unreferenced(file.unreferenced);
  return writer.finish();
}

}  // namespace mw::wows::splash
