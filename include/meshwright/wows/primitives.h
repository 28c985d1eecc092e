#pragma once

// Example:
//
//     #include <meshwright/wows/primitives.h>
//     #include <cstdio>
//
//     void list_shapes(mw::ByteSpan bytes) {
//       namespace primitives = mw::wows::primitives;
//       const auto file = primitives::read(bytes);
//       if (!file) return void(std::puts(mw::to_string(file.error()).c_str()));
//       for (const auto& shape : primitives::shapes(*file))
//         std::printf("%s: %u vertices\n", shape.name.c_str(), shape.vertices->header.count);
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <meshwright/core/math.h>
#include <meshwright/core/trace.h>
#include <meshwright/wows/primitives_format.h>
#include <meshwright/wows/vertex_format.h>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mw {
class JsonText;
class JsonWriter;
}  // namespace mw

/// What can be done with a .primitives of World of Warships. Nothing here throws or touches a file.
namespace mw::wows::primitives {

bool sniff(ByteSpan bytes);

/// Fails only if the file cannot be represented: sections that do not end where their table begins, and
/// counts that exceed a section. `trace` gets every byte.
Result<File> read(ByteSpan bytes, const Trace* trace = nullptr);

/// What is left of a file that read() refuses.
struct PrimitivesRest {
  File file;
  Losses losses;  // the missing parts
};

/// The readable sections, by the table; without a table, by their first bytes. An incomplete shape has the
/// triangles whose vertices exist. Fails without any.
Result<PrimitivesRest> read_rest(ByteSpan bytes, const Trace* trace = nullptr);

/// Writes a file; an unchanged one gives the bytes it was read from. Padding of a wrong size is rebuilt.
Result<Bytes> write(const File& file, const Trace* trace = nullptr);

/// Readable, lossless JSON with vertices as numbers, and back.
void to_json(const File& file, JsonWriter& json);
std::string to_json(const File& file);
Result<File> from_json(const JsonText& json);

/// Reports all that is odd, in the file's order; codes in docs/ISSUES.md.
void validate(const File& file, Findings& findings);
std::span<const FindingKind> finding_kinds();

/// The elements of a vertex, by the name of its format ("xyznuvtb"); fails on an unknown one. Normals are
/// three floats in formats without tangents and bones, and otherwise a word; if only the other form fills the
/// section, it is used.
Result<geometry::VertexLayout> layout_of(const VertexData& data);

/// The vertices in plain numbers. Fails on an unknown format and on data that is too short.
Result<std::vector<geometry::Vertex>> unpack(const VertexData& data);
/// Vertices as the layout of their format has them.
Bytes pack(const geometry::VertexLayout& layout, std::span<const geometry::Vertex> vertices);

/// Vertices and indices of one name: the sections "TurretShape.vertices" and "TurretShape.indices".
struct Shape {
  std::string name;  // "TurretShape"; empty in files that call their sections just "vertices" and "indices"
  const VertexData* vertices = nullptr;
  const IndexData* indices = nullptr;
  std::size_t vertex_section = 0;  // rows
  std::size_t index_section = 0;
};

/// Those that have both, in the order of their vertices. The file must outlive them.
std::vector<Shape> shapes(const File& file);

/// Around all positions that are finite; nothing without any.
std::optional<Box> bounds(const File& file);

/// The built-in example: a pyramid in two levels of detail.
File sample();

}  // namespace mw::wows::primitives
