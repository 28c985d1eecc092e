#pragma once

// Example:
//
//     #include <meshwright/bw2/bwm.h>
//     #include <cstdio>
//
//     void count_triangles(mw::ByteSpan bytes) {
//       const auto file = mw::bw2::bwm::read(bytes);
//       if (!file) return void(std::puts(mw::to_string(file.error()).c_str()));
//       std::printf("%llu triangles\n", (unsigned long long)mw::bw2::bwm::triangle_count(*file));
//     }

#include <meshwright/bw2/bwm_format.h>
#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <meshwright/core/math.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mw {
class JsonText;
class JsonWriter;
}  // namespace mw

/// What can be done with a model of Black & White 2. Nothing here throws or touches a file. Making new models
/// is in bwm_build.h.
namespace mw::bw2::bwm {

/// Whether the bytes begin as a model does.
bool sniff(ByteSpan bytes);

/// Reads a file. Fails only if it cannot be represented: a wrong signature, a table that does not fit the
/// file, a declaration with more elements than it has space for. Every other oddity is left to validate().
/// `trace` gets every byte.
Result<File> read(ByteSpan bytes, const Trace* trace = nullptr);

/// Writes a file; an unchanged file gives the bytes it was read from. Fails if the tables do not fit
/// together: references that no mesh counts, vertex data of another size than its declaration. `trace` gets
/// the same as from read().
Result<Bytes> write(const File& file, const Trace* trace = nullptr);

/// Sets Header::size and Header::metadata_size from the tables.
void update_sizes(File& file);

/// Readable, lossless JSON, and back. A JSON without "size" gets its sizes computed.
void to_json(const File& file, JsonWriter& json);
std::string to_json(const File& file);
Result<File> from_json(const JsonText& json);

/// Reports all that is odd, in the file's order; codes in docs/ISSUES.md.
void validate(const File& file, Findings& findings);
std::span<const FindingKind> finding_kinds();

/// Converts the file to version 5 or 6. Version 5 drops the cleaves; for version 6 derive_cleaves() makes
/// them (bwm_build.h). Returns what was lost or invented, in words. Fails on another version.
Result<Losses> set_version(File& file, std::uint32_t version);

// Vertices

/// Bytes of an element; nothing for an unknown format.
std::optional<std::uint32_t> format_size(std::uint32_t format);
/// Bytes of a vertex in one stride; nothing if it has an unknown format.
std::optional<std::uint32_t> vertex_size(const Stride& stride);
/// Whether all formats are known, so that the vertices, indices and cleaves could be read.
bool decodes(const File& file);
/// "position", "uv"; "unknown" for an id without a known meaning.
std::string_view usage_name(std::uint32_t id);

/// One element of the vertices, found in the strides.
struct Attribute {
  std::size_t stride = 0;
  std::size_t element = 0;
  std::uint32_t offset = 0;  // in a vertex of that stride
  std::uint32_t format = 0;  // ElementFormat
};

/// All elements of that usage, in file order: the UV sets, the four bone indices.
std::vector<Attribute> find_attributes(const File& file, Usage usage);

/// The values of one element for all vertices; missing components are 0, u8 and u32 are converted.
std::vector<Vec3> read_vectors(const File& file, const Attribute& attribute);
/// The same for elements of one number, or the first of several.
std::vector<float> read_scalars(const File& file, const Attribute& attribute);

/// The positions of all vertices; empty without such an element.
std::vector<Vec3> positions(const File& file);

// Triangles

using Triangle = std::array<std::uint16_t, 3>;

/// A run of items: indices or vertices.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t count = 0;
  std::uint64_t end() const { return begin + count; }
  bool contains(const Range& other) const { return begin <= other.begin && other.end() <= end(); }
  bool contains(std::uint64_t item) const { return begin <= item && item < end(); }
};

struct Triangles {
  std::vector<Triangle> rows;
  std::uint64_t shift = 0;    // the offset of the strip after the declared range: 0 or 2
  std::uint64_t outside = 0;  // triangles that leave the vertex range, among the rows all the same
};

/// The triangles of a run of indices. `run` ends at the end of the indices.
///
/// Lists: three by three. Strips: each index from the third on makes a triangle with the two before it; odd
/// ones swap their first two corners; those with a repeated corner only join pieces and are dropped. If a
/// triangle of a strip leaves `vertices`, the run two indices later is tried and used if it fits: some files
/// count that way.
Triangles triangles(std::span<const std::uint16_t> indices, Type type, const Range& run,
                    const Range& vertices);

/// The same for one reference of a file, by the vertex range of its mesh.
Triangles triangles(const File& file, std::size_t mesh, const MaterialRef& ref);
/// Where in the indices each of these triangles begins.
std::vector<std::uint32_t> begins_of(const File& file, const MaterialRef& ref, const Triangles& triangles);

/// Of each mesh, where its references begin in File::material_refs and how many there really are.
std::vector<Range> material_ref_ranges(const File& file);

/// The number of faces of so many indices.
std::uint64_t face_count_of(Type type, std::uint64_t indices);

/// Triangles of all references together. If references of a damaged file overlap so often that unrolling
/// their strips would take long, the corners that only join pieces are counted too.
std::uint64_t triangle_count(const File& file);

/// Bounds of the vertices that are finite; nothing without any.
std::optional<Box> bounds(const File& file);

/// Who probably wrote a file (docs/formats/bw2-bwm.md).
std::string_view likely_writer(const File& file);

/// The built-in examples: a house, and a worm with bones.
enum class Sample : std::uint8_t { house, skin };
File sample(Sample which);

// Facts about a model besides its tables.

struct Info {
  std::string_view kind;  // "static model (triangle lists)"
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
  std::uint64_t uv_sets = 0;
  std::optional<Box> bounds;
  std::string_view likely_writer;  // docs/formats/bw2-bwm.md
};
Info info(const File& file);

/// By Header::type; "unknown" for an unknown one.
std::string_view kind_of(const File& file);

struct TextureUse {
  std::string_view role;  // "diffuse"
  std::string_view file;
};
/// The roles of a material that are filled; it must outlive them.
std::vector<TextureUse> textures_of(const Material& material);

}  // namespace mw::bw2::bwm
