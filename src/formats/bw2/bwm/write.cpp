#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/core/detail/writer.h>
#include <type_traits>

#include "elements.h"

namespace mw::bw2::bwm {
namespace {

/// The header with its counts made from the tables. The references are counted by the meshes.
Header counted_header(Writer& writer, const File& file) {
  Header header = file.header;
  for_each_table(header, file, [&](std::string_view name, auto& count, const auto& rows) {
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(count)>>)
      writer.narrow(name, rows.size(), count);
    else if (rows.size() != count)
      writer.fail(name, fmt::format("has {} rows, but the meshes count {}", rows.size(), count));
  });
  writer.narrow("strides", file.strides.size(), header.stride_count);
  // Without its formats a file's indices are among the bytes behind the declarations, and their count is all
  // we know.
  if (decodes(file)) writer.narrow("indices", file.indices.size(), header.index_count);
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
  writer.rows("elements", stride.elements);
  writer.raw("garbage", stride.garbage);
}

void write_data(Writer& writer, const Stride& stride, std::uint64_t vertices) {
  const std::uint64_t expected = vertices * *vertex_size(stride);
  if (stride.data.size() != expected)
    writer.fail("vertices", fmt::format("have {} bytes where {} vertices have {}", stride.data.size(),
                                        vertices, expected));
  if (!writer.is_traced()) return writer.raw("vertices", stride.data);
  ByteSpan left = stride.data;
  for_each_number(writer.path(), stride, [&](FieldType type) {
    const std::size_t size = size_of(type.scalar) * type.count;
    writer.items({}, type, left.first(size));
    left = left.subspan(size);
  });
}

void write_strides(Writer& writer, const std::vector<Stride>& strides, auto write_one) {
  PathScope scope(writer.path(), "strides");
  for (std::size_t row = 0; row < strides.size(); ++row) {
    scope.set_row(row);
    write_one(strides[row]);
  }
}

void write_contents(Writer& writer, const File& file) {
  write_strides(writer, file.strides,
                [&](const Stride& stride) { write_data(writer, stride, file.header.vertex_count); });
  writer.rows("indices", file.indices);
  if (file.header.version == kVersion6) {
    std::uint32_t cleave_count = 0;
    writer.narrow("cleave_count", file.cleaves.size(), cleave_count);
    writer.field("cleave_count", cleave_count);
    writer.rows("cleaves", file.cleaves);
  } else if (!file.cleaves.empty()) {
    writer.fail("cleaves",
                fmt::format("version {} has none, version {} does", file.header.version, kVersion6));
  }
}

std::uint64_t metadata_end(const File& file) {
  std::uint64_t end = kHeaderSize;
  for_each_table(file.header, file, [&](std::string_view, auto, const auto& rows) {
    end += std::uint64_t(rows.size()) * sizeof(rows[0]);
  });
  return end + std::uint64_t(file.strides.size()) * kStrideSize;
}

std::uint64_t file_end(const File& file) {
  std::uint64_t end = metadata_end(file);
  for (const Stride& stride : file.strides) end += stride.data.size();
  end += std::uint64_t(file.indices.size()) * sizeof(file.indices[0]);
  end += std::uint64_t(file.cleaves.size()) * sizeof(file.cleaves[0]);
  if (file.header.version == kVersion6 && decodes(file)) end += sizeof(std::uint32_t);
  for (const Unreferenced& gap : file.unreferenced) end += gap.bytes.size();
  return end;
}

}  // namespace

Result<Bytes> write(const File& file, const Trace* trace) {
  Writer writer(trace);
  writer.seek(0, "header");
  const Header header = counted_header(writer, file);
  fields(writer, header);
  for_each_table(header, file,
                 [&](std::string_view name, auto, const auto& rows) { writer.rows(name, rows); });
  write_strides(writer, file.strides, [&](const Stride& stride) { write_stride(writer, stride); });
  if (decodes(file)) write_contents(writer, file);
  writer.unreferenced(file.unreferenced);
  return writer.finish();
}

void update_sizes(File& file) {
  file.header.metadata_size = std::uint32_t(metadata_end(file) - kBeforeMetadata);
  file.header.size = std::uint32_t(file_end(file) - kBeforeSize);
}

}  // namespace mw::bw2::bwm
