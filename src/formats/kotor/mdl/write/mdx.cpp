#include <fmt/format.h>
#include <algorithm>
#include <cstring>
#include <optional>

#include "mdl/rows.h"
#include "write.h"

namespace mw::kotor::mdl {
namespace {

/// The parts of a row that belong to no attribute, once it is sure that every attribute which the header
/// places in a row has as many rows, and that the rest fills what is left: only then do the numbers of the
/// header size an allocation, since they may come from an edited JSON.
std::optional<std::vector<RowCover::Part>> checked_gaps(Writer& writer, const Mesh& mesh, Platform platform,
                                                        std::uint64_t count, const VertexRows& rows) {
  RowCover cover(mesh.header.mdx_stride);
  for_each_attribute(mesh, platform, rows,
                     [&](std::string_view name, std::int32_t offset, const auto& values) {
                       using Value = std::remove_cvref_t<decltype(values[0])>;
                       const std::uint64_t expected = cover.take(offset, sizeof(Value)) ? count : 0;
                       if (values.size() != expected)
                         writer.fail(name, fmt::format("has {} rows, expected {}", values.size(), expected));
                     });
  std::vector<RowCover::Part> gaps = cover.gaps();
  std::uint64_t rest = 0;
  for (const RowCover::Part& gap : gaps) rest += gap.end - gap.begin;
  if (rows.rest.size() != rest * count)
    writer.fail("rest", fmt::format("has {} bytes, expected {}", rows.rest.size(), rest * count));
  if (!writer.ok()) return std::nullopt;
  return gaps;
}

/// Puts the rows of a mesh together.
Bytes join_rows(Writer& writer, const Mesh& mesh, Platform platform, std::size_t count,
                const VertexRows& rows) {
  const auto gaps = checked_gaps(writer, mesh, platform, count, rows);
  if (!gaps) return {};
  const std::size_t stride = mesh.header.mdx_stride;
  Bytes bytes(count * stride);
  for_each_attribute(mesh, platform, rows, [&](std::string_view, std::int32_t offset, const auto& values) {
    for (std::size_t row = 0; row < values.size(); ++row)
      std::memcpy(bytes.data() + row * stride + std::size_t(offset), &values[row], sizeof(values[row]));
  });
  const std::byte* from = rows.rest.data();
  for (std::size_t row = 0; row < count; ++row)
    for (const RowCover::Part& gap : *gaps) {
      std::memcpy(bytes.data() + row * stride + gap.begin, from, gap.end - gap.begin);
      from += gap.end - gap.begin;
    }
  return bytes;
}

void write_rows(Writer& writer, std::string_view name, const Mesh& mesh, Platform platform, std::size_t count,
                const VertexRows& rows) {
  const Bytes bytes = join_rows(writer, mesh, platform, count, rows);
  if (writer.is_traced() && mesh.header.mdx_stride > 0)
    tell_rows(writer, name, bytes, mesh, platform);
  else
    writer.raw(name, bytes);
}

void write_vertex_data(Writer& writer, const Mesh& mesh, Platform platform) {
  const VertexData& data = *mesh.mdx;
  writer.seek(mesh.tail.mdx_offset, "rows");
  write_rows(writer, "rows", mesh, platform, mesh.header.vertex_count, data.rows);
  if (data.sentinel) write_rows(writer, "sentinel", mesh, platform, 1, *data.sentinel);
  writer.raw("padding", data.padding);
}

void write_tree(Writer& writer, const std::vector<Node>& nodes, Platform platform) {
  PathScope scope(writer.path(), "nodes");
  for (std::size_t row = 0; row < nodes.size(); ++row) {
    scope.set_row(row);
    if (nodes[row].mesh && nodes[row].mesh->mdx) write_vertex_data(writer, *nodes[row].mesh, platform);
  }
}

}  // namespace

Result<Bytes> write_mdx(const File& file, const Trace* trace) {
  Writer writer(trace);
  write_tree(writer, file.nodes, file.variant.platform);
  {
    PathScope scope(writer.path(), "animations");
    for (std::size_t row = 0; row < file.animations.size(); ++row) {
      scope.set_row(row);
      write_tree(writer, file.animations[row].nodes, file.variant.platform);
    }
  }
  writer.unreferenced(file.mdx_unreferenced);
  return writer.finish();
}

}  // namespace mw::kotor::mdl
