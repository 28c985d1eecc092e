#pragma once

// Example:
//
//     #include <meshwright/wows/geometry.h>
//     #include <cstdio>
//
//     void print_formats(mw::ByteSpan bytes) {
//       namespace geometry = mw::wows::geometry;
//       const auto file = geometry::read(bytes);
//       if (!file) return void(std::puts(mw::to_string(file.error()).c_str()));
//       for (const auto& buffer : file->vertex_buffers) std::puts(buffer.format.c_str());
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/math.h>
#include <meshwright/wows/detail/vertex_format.h>
#include <meshwright/wows/geometry_format.h>
#include <meshwright/wows/shape_names.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mw {
class JsonText;
class JsonWriter;
}  // namespace mw

/// What can be done with a .geometry of World of Warships. Nothing here throws or touches a file.
/// Pairs of mappings: geometry_pairs.h. Changing a file: geometry.h.
namespace mw::wows::geometry {

/// Whether the bytes begin like a .geometry, which has no magic.
bool sniff(ByteSpan bytes);

/// Reads a file; encoded buffers stay encoded. Fails only if it cannot be represented: a table or a buffer
/// outside the file, a model whose data does not hold its counts. `trace` gets every byte.
Result<File> read(ByteSpan bytes, const Trace* trace = nullptr);

/// Writes a file; an unchanged one gives the bytes it was read from. Fails if the pieces do not fit together:
/// pieces that share bytes and disagree, bytes that nothing covers. `trace` gets the same as from read().
Result<Bytes> write(const File& file, const Trace* trace = nullptr);

/// Places everything one after another in the order of the original files, and drops the bytes that nothing
/// referred to. For files that were built, or whose parts have grown.
void lay_out(File& file);

/// Readable, lossless JSON with decoded vertices and indices, and back. A JSON without "layout" is laid out
/// again.
void to_json(const File& file, JsonWriter& json);
std::string to_json(const File& file);
Result<File> from_json(const JsonText& json);

/// Reports all that is odd, in the file's order; codes in docs/ISSUES.md.
void validate(const File& file, Findings& findings);
std::span<const FindingKind> finding_kinds();

/// The text of a format or model name, without its NUL.
std::string_view text_before_nul(std::string_view text);

/// Memory that is written once and never zeroed before.
class Block {
 public:
  Block() = default;
  explicit Block(std::size_t size) : data_(std::make_unique_for_overwrite<std::byte[]>(size)), size_(size) {}
  ByteSpan bytes() const { return {data_.get(), size_}; }
  std::span<std::byte> span() { return {data_.get(), size_}; }

 private:
  std::unique_ptr<std::byte[]> data_;
  std::size_t size_ = 0;
};

/// The vertices of a buffer, decoded: whole vertices of `stride` bytes. A plain buffer stays in place, so the
/// file must outlive them.
struct Vertices {
  Block decoded;
  ByteSpan bytes;
  std::size_t stride = 0;
  std::size_t count = 0;

  ByteSpan operator[](std::size_t row) const { return bytes.subspan(row * stride, stride); }
  /// The rows of a mapping; empty if it leaves the buffer.
  ByteSpan slice(const Mapping& mapping) const;
};

/// The indices of a buffer, decoded; of two or four bytes each.
struct Indices {
  Block decoded;
  ByteSpan bytes;
  std::size_t index_size = 2;
  std::size_t count = 0;

  std::uint32_t operator[](std::size_t row) const;
  /// The indices of a mapping; empty if it leaves the buffer.
  std::vector<std::uint32_t> slice(const Mapping& mapping) const;
};

/// Decode a buffer. `most` is the number of items that the mappings use: an encoded buffer that claims more
/// is refused before any allocation, and so is one whose stream is too short for its claim.
Result<Vertices> decode(const VertexBuffer& buffer, std::uint64_t most);
Result<Indices> decode(const IndexBuffer& buffer, std::uint64_t most);

/// How many items of a buffer the mappings use, counted from its start.
std::uint64_t mapped_items(std::span<const Mapping> mappings, std::size_t buffer);

/// All buffers of a file; those that cannot be decoded hold their error.
struct Decoded {
  std::vector<Result<Vertices>> vertices;
  std::vector<Result<Indices>> indices;
  std::vector<Result<VertexLayout>> layouts;  // one per vertex buffer; an error also if the stride differs

  /// The layout and decoded vertices of a buffer, if there are both.
  bool readable(std::size_t vertex_buffer) const;
};
Decoded decode(const File& file);

/// The layout of a buffer by its format's name, checked against the stride.
Result<VertexLayout> layout_of(const VertexBuffer& buffer);

/// The vertices or indices of a mapping in plain numbers.
Result<ByteSpan> mapped_vertex_bytes(const File& file, const Decoded& decoded, std::size_t row);
Result<std::vector<Vertex>> mapped_vertices(const File& file, const Decoded& decoded, std::size_t row);
Result<std::vector<std::uint32_t>> mapped_indices(const File& file, const Decoded& decoded, std::size_t row);

/// Put items into a buffer, encoded (codec versions 0, as in all original files) or plain. Fails if the codec
/// cannot hold them: a stride that is not a multiple of 4, indices that are not triangles.
Result<Buffer> make_vertex_data(ByteSpan vertices, std::size_t stride, bool encoded);
Result<Buffer> make_index_data(std::span<const std::uint32_t> indices, std::size_t index_size, bool encoded);

/// Texels per unit of a mesh, as mappings store it: the median over its triangles of sqrt(uv area / area), as
/// a half float. 0 without a triangle that has both areas. Indices beyond the vertices are left out.
std::uint16_t texel_density(std::span<const Vertex> vertices, std::span<const std::uint32_t> indices);

/// Bounds of all decoded vertices, plates and hulls that are finite; nothing without any.
std::optional<Box> bounds(const File& file, const Decoded& decoded);

/// The built-in example: a turret in two levels of detail, a wire and a skinned barrel, with armor and a
/// hull.
enum class SampleData : std::uint8_t { plain, encoded };
File sample(SampleData data);

// Edits a .geometry. Each function leaves a writable file: it rebuilds changed buffers, plain or encoded as
// before, moves mappings after the change, computes densities and boxes, and lays everything out. A function
// that fails leaves the file unchanged.

/// A mesh: three indices per triangle, each below the number of vertices.
struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;
};

/// Replaces the vertices and indices of a pair of mappings. Fails if other mappings share their items, if the
/// buffers cannot be decoded, and on an index without a vertex.
Result<void> replace_mesh(File& file, std::size_t vertex_row, std::size_t index_row, const Mesh& mesh);

/// Adds a mesh under a shape's name to the first vertex buffer of that format; makes one if it is missing,
/// encoded if `encoded`. The indices go to the first index buffer. Both buffers are rebuilt: use add_meshes
/// for many meshes, since one at a time takes quadratic time.
Result<void> add_mesh(File& file, std::string_view shape, std::string_view format, const Mesh& mesh,
                      bool encoded);

/// A mesh to add.
struct NewMesh {
  std::string_view shape;   // its name
  std::string_view format;  // of its vertices
  const Mesh& mesh;
};

/// Adds many at once, in their order: each buffer is rebuilt once for all of them.
Result<void> add_meshes(File& file, std::span<const NewMesh> meshes, bool encoded);

/// Removes a pair of mappings and their items, and buffers without mappings.
Result<void> remove_mesh(File& file, std::size_t vertex_row, std::size_t index_row);

/// Replaces all armor by plates, as one model of the usual name. No plates: no armor. The boxes of the plates
/// are computed; fails on a plate whose vertices are not triangles.
Result<void> set_armor(File& file, std::vector<ArmorPlate> plates);

/// A hull from its corners and faces, with the edges that its faces share.
Hull make_hull(std::span<const Vec3> vertices, std::span<const std::vector<std::uint32_t>> faces);

/// Puts hulls in the place of all collision, as one model of the usual name. No hulls: no collision.
void set_collision(File& file, std::vector<Hull> hulls);

}  // namespace mw::wows::geometry
