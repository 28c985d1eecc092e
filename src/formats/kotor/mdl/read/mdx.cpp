#include <algorithm>
#include <cstring>

#include "mdl/rows.h"
#include "read.h"

namespace mw::kotor::mdl {
namespace {

/// A mesh with rows in the MDX, and where they start.
struct Placed {
  Mesh* mesh;
  std::size_t animation;  // the one it is part of, or kNoAnimation
  std::size_t row;        // of its node
  std::uint64_t begin;
  std::uint64_t end;    // behind the rows
  std::uint64_t limit;  // where the next mesh starts, or the file ends
};

constexpr std::size_t kNoAnimation = std::size_t(-1);

/// Rows that stick out of the MDX are left out, whatever the reason.
void collect(std::vector<Node>& nodes, std::size_t animation, std::uint64_t mdx_size,
             std::vector<Placed>& placed) {
  for (std::size_t row = 0; row < nodes.size(); ++row) {
    if (!nodes[row].mesh || !wants_rows(*nodes[row].mesh)) continue;
    Mesh& mesh = *nodes[row].mesh;
    const std::uint64_t begin = mesh.tail.mdx_offset;
    const std::uint64_t end = begin + std::uint64_t(mesh.header.mdx_stride) * mesh.header.vertex_count;
    if (end <= mdx_size) placed.push_back({&mesh, animation, row, begin, end, mdx_size});
  }
}

void find_limits(std::vector<Placed>& placed) {
  std::ranges::stable_sort(placed, {}, &Placed::begin);
  for (std::size_t i = placed.size(); i-- > 1;) {
    const bool same = placed[i - 1].begin == placed[i].begin;
    placed[i - 1].limit = same ? placed[i].limit : placed[i].begin;
  }
}

/// Takes rows apart in one go for each attribute.
void split_rows(ByteSpan bytes, std::size_t count, const Mesh& mesh, Platform platform, VertexRows& rows) {
  const std::size_t stride = mesh.header.mdx_stride;
  RowCover cover(mesh.header.mdx_stride);
  for_each_attribute(mesh, platform, rows, [&](std::string_view, std::int32_t offset, auto& values) {
    using Value = std::remove_reference_t<decltype(values[0])>;
    if (!cover.take(offset, sizeof(Value))) return;
    values.resize(count);
    const std::byte* from = bytes.data() + offset;
    for (std::size_t row = 0; row < count; ++row)
      std::memcpy(&values[row], from + row * stride, sizeof(Value));
  });
  const std::vector<RowCover::Part> gaps = cover.gaps();
  std::size_t rest = 0;
  for (const RowCover::Part& gap : gaps) rest += gap.end - gap.begin;
  rows.rest.reserve(count * rest);
  for (std::size_t row = 0; row < count; ++row)
    for (const RowCover::Part& gap : gaps) {
      const ByteSpan part = bytes.subspan(row * stride + gap.begin, gap.end - gap.begin);
      rows.rest.insert(rows.rest.end(), part.begin(), part.end());
    }
}

void read_rows(Reader& reader, std::string_view name, std::size_t count, const Mesh& mesh, Platform platform,
               VertexRows& rows) {
  const std::uint64_t begin = reader.position();
  const std::uint64_t size = std::uint64_t(count) * mesh.header.mdx_stride;
  const ByteSpan bytes = reader.file().subspan(begin, size);
  split_rows(bytes, count, mesh, platform, rows);
  if (reader.is_traced())
    tell_rows(reader, name, bytes, mesh, platform);
  else
    reader.raw(name, size);
}

void read_vertex_data(Reader& reader, const Placed& placed, Platform platform) {
  Mesh& mesh = *placed.mesh;
  const std::uint64_t stride = mesh.header.mdx_stride;
  reader.claim("rows", placed.begin, mesh.header.vertex_count, stride);
  if (!reader.ok()) return;
  VertexData& data = mesh.mdx.emplace();
  read_rows(reader, "rows", mesh.header.vertex_count, mesh, platform, data.rows);
  if (placed.end > placed.limit) return;
  if (placed.limit - placed.end >= stride)
    read_rows(reader, "sentinel", 1, mesh, platform, data.sentinel.emplace());
  reader.charge("padding", placed.limit - placed.end);
  const ByteSpan padding = reader.raw("padding", placed.limit - reader.position());
  data.padding.assign(padding.begin(), padding.end());
}

}  // namespace

Result<void> read_mdx(File& file, Reader& mdl, Reader& mdx) {
  file.has_mdx = true;
  file.mdx_bytes = mdx.file().size();
  std::vector<Placed> placed;
  collect(file.nodes, kNoAnimation, mdx.file().size(), placed);
  for (std::size_t row = 0; row < file.animations.size(); ++row)
    collect(file.animations[row].nodes, row, mdx.file().size(), placed);
  find_limits(placed);
  mdl.charge("mdx", placed.size() * sizeof(VertexData));
  for (const Placed& mesh : placed) {
    if (!mdl.ok() || !mdx.ok()) break;
    const bool animated = mesh.animation != kNoAnimation;
    if (animated) mdx.path().push("animations", std::int64_t(mesh.animation));
    {
      PathScope node(mdx.path(), "nodes", std::int64_t(mesh.row));
      read_vertex_data(mdx, mesh, file.variant.platform);
    }
    if (animated) mdx.path().pop();
  }
  if (!mdl.ok()) return fail(mdl.error());
  if (!mdx.ok()) return fail(mdx.error());
  file.mdx_unreferenced = mdx.take_unreferenced();
  return {};
}

}  // namespace mw::kotor::mdl
