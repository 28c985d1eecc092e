#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/core/writer.h>

namespace mw::bw2::bwm {
namespace {

/// The header with its counts made from the tables.
Header counted_header(Writer& writer, const File& file) {
  Header header = file.header;
  writer.narrow("material_count", file.materials.size(), header.material_count);
  writer.narrow("mesh_count", file.meshes.size(), header.mesh_count);
  writer.narrow("bone_count", file.bones.size(), header.bone_count);
  writer.narrow("entity_count", file.entities.size(), header.entity_count);
  writer.narrow("circle_count", file.circles.size(), header.circle_count);
  writer.narrow("hull_count", file.hull.size(), header.hull_count);
  writer.narrow("stride_count", file.strides.size(), header.stride_count);
  // Without its formats a file's indices are among the bytes behind the declarations, and their count is all
  // we know.
  if (decodes(file)) writer.narrow("index_count", file.indices.size(), header.index_count);
  return header;
}

void write_stride(Writer& writer, const Stride& stride) {
  if (stride.elements.size() > kMaxElements) {
    writer.fail("elements", fmt::format("{} do not fit a declaration, which has room for {}",
                                        stride.elements.size(), kMaxElements));
    return;
  }
  const std::size_t expected = garbage_size(stride.elements.size());
  if (stride.garbage.size() != expected)
    writer.fail("garbage", fmt::format("has {} bytes, but {} elements leave {}", stride.garbage.size(),
                                       stride.elements.size(), expected));
  writer.field("count", std::uint32_t(stride.elements.size()));
  for (const Element& element : stride.elements) fields(writer, element);
  writer.raw("garbage", stride.garbage);
}

void write_data(Writer& writer, const Stride& stride, std::uint64_t vertices) {
  const std::uint64_t expected = vertices * *vertex_size(stride);
  if (stride.data.size() != expected)
    writer.fail("strides", fmt::format("have {} bytes of vertex data where {} vertices have {}",
                                       stride.data.size(), vertices, expected));
  writer.raw("vertices", stride.data);
}

void write_rows(Writer& writer, std::string_view name, const auto& rows) {
  writer.raw(name, std::as_bytes(std::span(rows)));
}

void write_contents(Writer& writer, const File& file) {
  for (const Stride& stride : file.strides) write_data(writer, stride, file.header.vertex_count);
  write_rows(writer, "indices", file.indices);
  if (file.header.version == kVersion6) {
    std::uint32_t cleave_count = 0;
    writer.narrow("cleave_count", file.cleaves.size(), cleave_count);
    writer.field("cleave_count", cleave_count);
    write_rows(writer, "cleaves", file.cleaves);
  } else if (!file.cleaves.empty()) {
    writer.fail("cleaves",
                fmt::format("version {} has none, version {} does", file.header.version, kVersion6));
  }
}

std::uint64_t metadata_end(const File& file) {
  std::uint64_t end = kHeaderSize;
  for_each_table(file.header, file, [&](std::string_view, std::uint64_t, const auto& rows) {
    end += rows.size() * sizeof(rows[0]);
  });
  return end + file.strides.size() * kStrideSize;
}

std::uint64_t file_end(const File& file) {
  std::uint64_t end = metadata_end(file);
  for (const Stride& stride : file.strides) end += stride.data.size();
  end += file.indices.size() * sizeof(file.indices[0]) + file.cleaves.size() * sizeof(file.cleaves[0]);
  if (file.header.version == kVersion6 && decodes(file)) end += sizeof(std::uint32_t);
  for (const Unreferenced& gap : file.unreferenced) end += gap.bytes.size();
  return end;
}

}  // namespace

Result<Bytes> write(const File& file) {
  Writer writer;
  writer.seek(0, "header");
  const Header header = counted_header(writer, file);
  fields(writer, header);
  for_each_table(file.header, file, [&](std::string_view name, std::uint64_t, const auto& rows) {
    write_rows(writer, name, rows);
  });
  if (file.material_refs.size() != material_ref_total(file.meshes))
    writer.fail("material_refs", fmt::format("has {} rows, but the meshes count {}",
                                             file.material_refs.size(), material_ref_total(file.meshes)));
  for (const Stride& stride : file.strides) write_stride(writer, stride);
  if (decodes(file)) write_contents(writer, file);
  for (const Unreferenced& gap : file.unreferenced) {
    writer.seek(gap.offset, kUnreferenced);
    writer.raw(kUnreferenced, gap.bytes);
  }
  return writer.finish();
}

void update_sizes(File& file) {
  file.header.metadata_size = std::uint32_t(metadata_end(file) - kBeforeMetadata);
  file.header.size = std::uint32_t(file_end(file) - kBeforeSize);
}

}  // namespace mw::bw2::bwm
