#include <fmt/format.h>
#include <meshwright/wows/geometry_edit.h>
#include <algorithm>
#include <utility>

namespace mw::wows::geometry {
namespace {

constexpr std::uint32_t kMaxNarrowIndex = 0xFFFF;

Error refuse(std::string_view field, std::string message) {
  return {.field = std::string(field), .message = std::move(message)};
}

std::optional<Error> check_mesh(const Mesh& mesh) {
  if (mesh.indices.size() % 3 != 0)
    return refuse("indices", fmt::format("{} are no triangles", mesh.indices.size()));
  const auto* bad = std::ranges::find_if(std::span(mesh.indices).data(),
                                         std::span(mesh.indices).data() + mesh.indices.size(),
                                         [&](std::uint32_t index) { return index >= mesh.vertices.size(); });
  if (bad != mesh.indices.data() + mesh.indices.size())
    return refuse("indices", fmt::format("index {} >= vertex count {}", *bad, mesh.vertices.size()));
  return std::nullopt;
}

/// The items of a mapping must be its own: no other mapping may begin or end among them.
std::optional<Error> check_own(std::span<const Mapping> mappings, std::string_view table, std::size_t row) {
  if (row >= mappings.size()) return refuse(table, fmt::format("there is no row {}", row));
  const Mapping& own = mappings[row];
  const std::uint64_t end = std::uint64_t(own.offset) + own.count;
  for (std::size_t other = 0; other < mappings.size(); ++other) {
    const Mapping& each = mappings[other];
    const bool apart = each.buffer != own.buffer || each.offset >= end ||
                       std::uint64_t(each.offset) + each.count <= own.offset;
    if (other != row && !apart) return refuse(table, fmt::format("rows {} and {} share items", row, other));
  }
  return std::nullopt;
}

/// Makes the mapping `count` items long and moves those behind it. 32 bits always hold the result's offsets,
/// since the buffer is made and measured before.
void resize_mapping(std::vector<Mapping>& mappings, std::size_t row, std::uint32_t count) {
  const Mapping own = mappings[row];
  for (std::size_t other = 0; other < mappings.size(); ++other)
    if (other != row && mappings[other].buffer == own.buffer &&
        mappings[other].offset >= std::uint64_t(own.offset) + own.count)
      mappings[other].offset += count - own.count;
  mappings[row].count = count;
}

Result<void> splice_vertices(File& file, std::size_t row, std::span<const Vertex> vertices) {
  const Mapping mapping = file.vertex_mappings[row];
  if (mapping.buffer >= file.vertex_buffers.size()) return fail(refuse("vertex_mappings", "has no buffer"));
  VertexBuffer& buffer = file.vertex_buffers[mapping.buffer];
  const auto layout = layout_of(buffer);
  if (!layout) return fail(layout.error());
  const auto decoded = decode(buffer, mapped_items(file.vertex_mappings, mapping.buffer));
  if (!decoded) return fail(decoded.error());
  if (mapping.offset > decoded->count || mapping.count > decoded->count - mapping.offset)
    return fail(refuse("vertex_mappings", "leaves its buffer"));
  const auto at = [&](std::size_t item) { return std::ptrdiff_t(item * decoded->stride); };
  const Bytes packed = pack_vertices(*layout, vertices);
  Bytes bytes(decoded->bytes.begin(), decoded->bytes.begin() + at(mapping.offset));
  bytes.insert(bytes.end(), packed.begin(), packed.end());
  bytes.insert(bytes.end(), decoded->bytes.begin() + at(std::size_t(mapping.offset) + mapping.count),
               decoded->bytes.end());
  auto made = make_vertex_data(bytes, decoded->stride, buffer.data.encoded);
  if (!made) return fail(made.error());
  buffer.data = *std::move(made);
  resize_mapping(file.vertex_mappings, row, std::uint32_t(vertices.size()));
  return {};
}

Result<void> splice_indices(File& file, std::size_t row, std::span<const std::uint32_t> indices) {
  const Mapping mapping = file.index_mappings[row];
  if (mapping.buffer >= file.index_buffers.size()) return fail(refuse("index_mappings", "has no buffer"));
  IndexBuffer& buffer = file.index_buffers[mapping.buffer];
  const auto decoded = decode(buffer, mapped_items(file.index_mappings, mapping.buffer));
  if (!decoded) return fail(decoded.error());
  if (mapping.offset > decoded->count || mapping.count > decoded->count - mapping.offset)
    return fail(refuse("index_mappings", "leaves its buffer"));
  std::vector<std::uint32_t> all;
  all.reserve(decoded->count + indices.size());
  for (std::size_t i = 0; i < mapping.offset; ++i) all.push_back((*decoded)[i]);
  all.insert(all.end(), indices.begin(), indices.end());
  for (std::size_t i = std::size_t(mapping.offset) + mapping.count; i < decoded->count; ++i)
    all.push_back((*decoded)[i]);
  const bool wide =
      decoded->index_size == 4 || (!all.empty() && *std::ranges::max_element(all) > kMaxNarrowIndex);
  auto made = make_index_data(all, wide ? 4 : 2, buffer.data.encoded);
  if (!made) return fail(made.error());
  buffer.data = *std::move(made);
  buffer.prototype.index_size = wide ? 4 : 2;
  buffer.prototype.list_type = std::uint16_t(wide ? ListType::list32 : ListType::list16);
  resize_mapping(file.index_mappings, row, std::uint32_t(indices.size()));
  return {};
}

/// Both halves of a mesh in a copy of the file, so that a failure changes nothing.
Result<File> with_mesh(const File& file, std::size_t vertex_row, std::size_t index_row, const Mesh& mesh) {
  if (auto error = check_own(file.vertex_mappings, "vertex_mappings", vertex_row))
    return fail(*std::move(error));
  if (auto error = check_own(file.index_mappings, "index_mappings", index_row))
    return fail(*std::move(error));
  File changed = file;
  if (auto done = splice_vertices(changed, vertex_row, mesh.vertices); !done) return fail(done.error());
  if (auto done = splice_indices(changed, index_row, mesh.indices); !done) return fail(done.error());
  return changed;
}

std::size_t vertex_buffer_of(File& file, std::string_view format, std::uint16_t stride, bool encoded) {
  const VertexLayout layout = *parse_vertex_format(format);
  for (std::size_t row = 0; row < file.vertex_buffers.size(); ++row)
    if (text_before_nul(file.vertex_buffers[row].format) == format) return row;
  VertexBuffer& buffer = file.vertex_buffers.emplace_back();
  buffer.format = std::string(format) + '\0';
  buffer.prototype.stride = stride;
  buffer.prototype.is_skinned = layout.has(ElementKind::iii) ? 1 : 0;
  buffer.prototype.is_bumped = layout.has(ElementKind::t) ? 1 : 0;
  buffer.data = *make_vertex_data({}, stride, encoded);
  return file.vertex_buffers.size() - 1;
}

/// A mapping of nothing at the end of a buffer.
Result<void> append_mapping(std::vector<Mapping>& mappings, std::string_view table, std::uint32_t id,
                            std::size_t buffer) {
  const std::uint64_t end = mapped_items(mappings, buffer);
  if (!std::in_range<std::uint32_t>(end) || !std::in_range<std::uint16_t>(buffer))
    return fail(refuse(table, fmt::format("no room for one behind {} items of buffer {}", end, buffer)));
  mappings.push_back({id, std::uint16_t(buffer), 0, std::uint32_t(end), 0});
  return {};
}

template <class Buffers>
void drop_unused(std::vector<Mapping>& mappings, Buffers& buffers, std::size_t buffer) {
  if (std::ranges::find(mappings, buffer, &Mapping::buffer) != mappings.end()) return;
  buffers.erase(buffers.begin() + std::ptrdiff_t(buffer));
  for (Mapping& mapping : mappings)
    if (mapping.buffer > buffer) --mapping.buffer;
}

/// The density goes by the vertices as the file holds them, which is how the stored ones come out bit for
/// bit.
Result<void> set_density(File& file, std::size_t vertex_row, std::size_t index_row, const Mesh& mesh) {
  const auto layout = layout_of(file.vertex_buffers[file.vertex_mappings[vertex_row].buffer]);
  if (!layout) return fail(layout.error());
  const auto stored = unpack_vertices(*layout, pack_vertices(*layout, mesh.vertices));
  const std::uint16_t density = texel_density(stored, mesh.indices);
  file.vertex_mappings[vertex_row].packed_density = density;
  file.index_mappings[index_row].packed_density = density;
  return {};
}

}  // namespace

Result<void> replace_mesh(File& file, std::size_t vertex_row, std::size_t index_row, const Mesh& mesh) {
  if (auto error = check_mesh(mesh)) return fail(*std::move(error));
  auto changed = with_mesh(file, vertex_row, index_row, mesh);
  if (!changed) return fail(changed.error());
  if (auto done = set_density(*changed, vertex_row, index_row, mesh); !done) return done;
  lay_out(*changed);
  file = *std::move(changed);
  return {};
}

Result<void> add_mesh(File& file, std::string_view shape, std::string_view format, const Mesh& mesh,
                      bool encoded) {
  const auto layout = parse_vertex_format(format);
  if (!layout) return fail(layout.error());
  const auto taken = [&](const Mapping& mapping) { return mapping.id == vertices_id(shape); };
  if (std::ranges::any_of(file.vertex_mappings, taken))
    return fail(refuse("vertex_mappings", fmt::format("there is a {} already", shape)));
  if (encoded && layout->stride % 4 != 0)
    return fail(refuse("format", fmt::format("the codec has no vertices of {} bytes", layout->stride)));
  File extended = file;
  const std::size_t buffer = vertex_buffer_of(extended, format, layout->stride, encoded);
  if (extended.index_buffers.empty()) {
    extended.index_buffers.emplace_back().data = *make_index_data({}, 2, encoded);
    extended.index_buffers.back().prototype.index_size = 2;
  }
  auto done = append_mapping(extended.vertex_mappings, "vertex_mappings", vertices_id(shape), buffer);
  if (done) done = append_mapping(extended.index_mappings, "index_mappings", indices_id(shape), 0);
  if (!done) return done;
  done =
      replace_mesh(extended, extended.vertex_mappings.size() - 1, extended.index_mappings.size() - 1, mesh);
  if (!done) return done;
  file = std::move(extended);
  return {};
}

Result<void> remove_mesh(File& file, std::size_t vertex_row, std::size_t index_row) {
  auto changed = with_mesh(file, vertex_row, index_row, {});
  if (!changed) return fail(changed.error());
  const std::size_t vertex_buffer = changed->vertex_mappings[vertex_row].buffer;
  const std::size_t index_buffer = changed->index_mappings[index_row].buffer;
  changed->vertex_mappings.erase(changed->vertex_mappings.begin() + std::ptrdiff_t(vertex_row));
  changed->index_mappings.erase(changed->index_mappings.begin() + std::ptrdiff_t(index_row));
  drop_unused(changed->vertex_mappings, changed->vertex_buffers, vertex_buffer);
  drop_unused(changed->index_mappings, changed->index_buffers, index_buffer);
  lay_out(*changed);
  file = *std::move(changed);
  return {};
}

}  // namespace mw::wows::geometry
