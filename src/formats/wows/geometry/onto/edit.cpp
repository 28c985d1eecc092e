#include <fmt/format.h>
#include <meshwright/wows/geometry.h>
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <unordered_set>
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

/// Items of a buffer that make room for others.
struct Room {
  std::uint32_t offset = 0;
  std::uint32_t count = 0;
};

/// `mapped` is how many items the mappings of the buffer reach over.
Result<void> splice(VertexBuffer& buffer, std::uint64_t mapped, Room room, ByteSpan packed) {
  const auto decoded = decode(buffer, mapped);
  if (!decoded) return fail(decoded.error());
  if (room.offset > decoded->count || room.count > decoded->count - room.offset)
    return fail(refuse("vertex_mappings", "leaves its buffer"));
  const auto at = [&](std::size_t item) { return std::ptrdiff_t(item * decoded->stride); };
  Bytes bytes;
  bytes.reserve(decoded->bytes.size() + packed.size());
  bytes.assign(decoded->bytes.begin(), decoded->bytes.begin() + at(room.offset));
  bytes.insert(bytes.end(), packed.begin(), packed.end());
  bytes.insert(bytes.end(), decoded->bytes.begin() + at(std::size_t(room.offset) + room.count),
               decoded->bytes.end());
  auto made = make_vertex_data(bytes, decoded->stride, buffer.data.encoded);
  if (!made) return fail(made.error());
  buffer.data = *std::move(made);
  return {};
}

Result<void> splice(IndexBuffer& buffer, std::uint64_t mapped, Room room,
                    std::span<const std::uint32_t> indices) {
  const auto decoded = decode(buffer, mapped);
  if (!decoded) return fail(decoded.error());
  if (room.offset > decoded->count || room.count > decoded->count - room.offset)
    return fail(refuse("index_mappings", "leaves its buffer"));
  std::vector<std::uint32_t> all;
  all.reserve(decoded->count + indices.size());
  for (std::size_t i = 0; i < room.offset; ++i) all.push_back((*decoded)[i]);
  all.insert(all.end(), indices.begin(), indices.end());
  for (std::size_t i = std::size_t(room.offset) + room.count; i < decoded->count; ++i)
    all.push_back((*decoded)[i]);
  const bool wide =
      decoded->index_size == 4 || (!all.empty() && *std::ranges::max_element(all) > kMaxNarrowIndex);
  auto made = make_index_data(all, wide ? 4 : 2, buffer.data.encoded);
  if (!made) return fail(made.error());
  buffer.data = *std::move(made);
  buffer.prototype.index_size = wide ? 4 : 2;
  buffer.prototype.list_type = std::uint16_t(wide ? ListType::list32 : ListType::list16);
  return {};
}

Result<void> splice_vertices(File& file, std::size_t row, std::span<const Vertex> vertices) {
  const Mapping mapping = file.vertex_mappings[row];
  if (mapping.buffer >= file.vertex_buffers.size()) return fail(refuse("vertex_mappings", "has no buffer"));
  VertexBuffer& buffer = file.vertex_buffers[mapping.buffer];
  const auto layout = layout_of(buffer);
  if (!layout) return fail(layout.error());
  auto done = splice(buffer, mapped_items(file.vertex_mappings, mapping.buffer),
                     {mapping.offset, mapping.count}, pack_vertices(*layout, vertices));
  if (done) resize_mapping(file.vertex_mappings, row, std::uint32_t(vertices.size()));
  return done;
}

Result<void> splice_indices(File& file, std::size_t row, std::span<const std::uint32_t> indices) {
  const Mapping mapping = file.index_mappings[row];
  if (mapping.buffer >= file.index_buffers.size()) return fail(refuse("index_mappings", "has no buffer"));
  auto done = splice(file.index_buffers[mapping.buffer], mapped_items(file.index_mappings, mapping.buffer),
                     {mapping.offset, mapping.count}, indices);
  if (done) resize_mapping(file.index_mappings, row, std::uint32_t(indices.size()));
  return done;
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

template <class Buffers>
void drop_unused(std::vector<Mapping>& mappings, Buffers& buffers, std::size_t buffer) {
  if (std::ranges::find(mappings, buffer, &Mapping::buffer) != mappings.end()) return;
  buffers.erase(buffers.begin() + std::ptrdiff_t(buffer));
  for (Mapping& mapping : mappings)
    if (mapping.buffer > buffer) --mapping.buffer;
}

/// The density goes by the vertices as the file holds them, which is how the stored ones come out bit for
/// bit.
std::uint16_t density_of(const VertexLayout& layout, const Bytes& packed,
                         std::span<const std::uint32_t> indices) {
  return texel_density(unpack_vertices(layout, packed), indices);
}

/// A density of 0 stays: old files have none.
Result<void> set_density(File& file, std::size_t vertex_row, std::size_t index_row, const Mesh& mesh) {
  if (file.vertex_mappings[vertex_row].packed_density == 0) return {};
  const auto layout = layout_of(file.vertex_buffers[file.vertex_mappings[vertex_row].buffer]);
  if (!layout) return fail(layout.error());
  const std::uint16_t density = density_of(*layout, pack_vertices(*layout, mesh.vertices), mesh.indices);
  file.vertex_mappings[vertex_row].packed_density = density;
  file.index_mappings[index_row].packed_density = density;
  return {};
}

/// Adds meshes at the ends of their buffers, each of which is made anew once.
class MeshAdder {
 public:
  MeshAdder(const File& file, bool encoded) : file_(file), encoded_(encoded) {
    for (const Mapping& mapping : file_.vertex_mappings) taken_.insert(mapping.id);
  }

  Result<void> add(const NewMesh& added) {
    const auto format = parse_vertex_format(added.format);
    if (!format) return fail(format.error());
    if (!taken_.insert(vertices_id(added.shape)).second)
      return fail(refuse("vertex_mappings", fmt::format("there is a {} already", added.shape)));
    if (encoded_ && format->stride % 4 != 0)
      return fail(refuse("format", fmt::format("the codec has no vertices of {} bytes", format->stride)));
    if (auto error = check_mesh(added.mesh)) return fail(*std::move(error));
    const std::size_t buffer = buffer_of(added.format, format->stride);
    const auto layout = layout_of(file_.vertex_buffers[buffer]);
    if (!layout) return fail(layout.error());
    prepare_index_buffer();
    const Bytes packed = pack_vertices(*layout, added.mesh.vertices);
    const std::uint16_t density = density_of(*layout, packed, added.mesh.indices);
    auto& vertices = vertices_.try_emplace(buffer, file_.vertex_mappings, buffer).first->second;
    auto& indices = indices_.try_emplace(0, file_.index_mappings, 0).first->second;
    auto done = vertices.map(file_.vertex_mappings, "vertex_mappings", vertices_id(added.shape), buffer,
                             added.mesh.vertices.size(), density);
    if (done)
      done = indices.map(file_.index_mappings, "index_mappings", indices_id(added.shape), 0,
                         added.mesh.indices.size(), density);
    vertices.items.insert(vertices.items.end(), packed.begin(), packed.end());
    indices.items.insert(indices.items.end(), added.mesh.indices.begin(), added.mesh.indices.end());
    return done;
  }

  Result<File> finish() {
    for (const auto& [buffer, addition] : vertices_)
      if (auto done = splice(file_.vertex_buffers[buffer], addition.end, {std::uint32_t(addition.end), 0},
                             addition.items);
          !done)
        return fail(done.error());
    for (const auto& [buffer, addition] : indices_)
      if (auto done = splice(file_.index_buffers[buffer], addition.end, {std::uint32_t(addition.end), 0},
                             addition.items);
          !done)
        return fail(done.error());
    lay_out(file_);
    return std::move(file_);
  }

 private:
  /// What goes to the end of one buffer.
  template <class Items>
  struct Addition {
    Addition(std::span<const Mapping> mappings, std::size_t buffer) : end(mapped_items(mappings, buffer)) {}

    /// Maps that many items behind those that were added before.
    Result<void> map(std::vector<Mapping>& mappings, std::string_view table, std::uint32_t id,
                     std::size_t buffer, std::size_t count, std::uint16_t density) {
      const std::uint64_t offset = end + added;
      if (!std::in_range<std::uint32_t>(offset + count) || !std::in_range<std::uint16_t>(buffer))
        return fail(
            refuse(table, fmt::format("no room for one behind {} items of buffer {}", offset, buffer)));
      mappings.push_back({id, std::uint16_t(buffer), density, std::uint32_t(offset), std::uint32_t(count)});
      added += count;
      return {};
    }

    std::uint64_t end;  // of what the buffer holds already, in items
    std::uint64_t added = 0;
    Items items = {};
  };

  std::size_t buffer_of(std::string_view format, std::uint16_t stride) {
    const auto known = buffers_.find(format);
    if (known != buffers_.end()) return known->second;
    const std::size_t buffer = vertex_buffer_of(file_, format, stride, encoded_);
    buffers_.emplace(format, buffer);
    return buffer;
  }

  void prepare_index_buffer() {
    if (!file_.index_buffers.empty()) return;
    file_.index_buffers.emplace_back().data = *make_index_data({}, 2, encoded_);
    file_.index_buffers.back().prototype.index_size = 2;
  }

  File file_;
  bool encoded_;
  std::unordered_set<std::uint32_t> taken_;                  // ids
  std::map<std::string, std::size_t, std::less<>> buffers_;  // by format
  std::map<std::size_t, Addition<Bytes>> vertices_;          // by buffer
  std::map<std::size_t, Addition<std::vector<std::uint32_t>>> indices_;
};

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

Result<void> add_meshes(File& file, std::span<const NewMesh> meshes, bool encoded) {
  MeshAdder adder(file, encoded);
  for (const NewMesh& mesh : meshes)
    if (auto done = adder.add(mesh); !done) return done;
  auto changed = adder.finish();
  if (!changed) return fail(changed.error());
  file = *std::move(changed);
  return {};
}

Result<void> add_mesh(File& file, std::string_view shape, std::string_view format, const Mesh& mesh,
                      bool encoded) {
  const NewMesh added{shape, format, mesh};
  return add_meshes(file, {&added, 1}, encoded);
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
