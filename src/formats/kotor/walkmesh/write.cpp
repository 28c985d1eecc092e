#include <fmt/format.h>
#include <meshwright/core/detail/writer.h>
#include <meshwright/kotor/walkmesh.h>

namespace mw::kotor::walkmesh {
namespace {

/// The header with its counts made from the tables.
Header counted_header(Writer& writer, const File& file) {
  Header header = file.header;
  writer.narrow("vertex_count", file.vertices.size(), header.vertex_count);
  writer.narrow("face_count", file.faces.size(), header.face_count);
  writer.narrow("aabb_count", file.aabb.size(), header.aabb_count);
  writer.narrow("adjacency_count", file.adjacency.size(), header.adjacency_count);
  writer.narrow("edge_count", file.edges.size(), header.edge_count);
  writer.narrow("perimeter_count", file.perimeters.size(), header.perimeter_count);
  return header;
}

}  // namespace

Result<Bytes> write(const File& file, const Trace* trace) {
  Writer writer(trace);
  writer.seek(0, "header");
  const Header header = counted_header(writer, file);
  writer.raw("magic", bytes_of(kMagic));
  fields(writer, header);
  for_each_table(header, file, [&](std::string_view name, auto count, auto offset, const auto& rows) {
    if (rows.size() != count)
      writer.fail(name, fmt::format("has {} rows, but there are {} faces", rows.size(), count));
    writer.table(name, offset, rows);
  });
  writer.unreferenced(file.unreferenced);
  return writer.finish();
}

void lay_out(File& file) {
  std::uint64_t position = kHeaderSize;
  const bool area = file.header.type == std::uint32_t(Type::area);
  for_each_table(file.header, file, [&](std::string_view, auto&, std::uint32_t& offset, auto& rows) {
    // Placeables leave the offsets of the tables they lack at 0; areas point empty tables at the next one.
    offset = rows.empty() && !area ? 0 : std::uint32_t(position);
    position += rows.size() * sizeof(rows[0]);
  });
  file.unreferenced.clear();
}

}  // namespace mw::kotor::walkmesh
