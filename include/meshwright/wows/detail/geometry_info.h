#pragma once

#include <meshwright/core/math.h>
#include <meshwright/wows/detail/geometry_parts.h>
#include <meshwright/wows/geometry.h>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a .geometry holds, in numbers.
namespace mw::wows::geometry {

/// The content of the mappings, without decoding anything.
struct Counts {
  std::uint64_t meshes = 0;
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
};
Counts count(const File& file);

/// The form of the buffers in the file.
enum class Encoding : std::uint8_t { raw, encoded, mixed };
Encoding encoding_of(const File& file);
std::string_view to_string(Encoding encoding);

/// A pair of mappings.
struct MeshInfo {
  std::string shape;  // empty if its name is unknown
  std::string name;   // the same, or one made from the ids
  std::string part;
  std::uint32_t vertices_id = 0;
  std::uint32_t indices_id = 0;
  std::uint32_t level = 0;
  LevelBy level_by = LevelBy::alone;
  std::uint32_t vertices = 0;
  std::uint32_t triangles = 0;
  std::size_t vertex_buffer = 0;
  PairedBy paired_by = PairedBy::name;
};

/// What the meshes of one level of a part have together.
struct LevelInfo {
  std::uint32_t level = 0;
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
};

struct PartInfo {
  std::string name;
  NameFrom name_from = NameFrom::ids;
  std::vector<LevelInfo> levels;  // finest first
};

struct Info {
  Counts counts;
  std::vector<MeshInfo> meshes;  // in the order of their indices in the file
  std::vector<PartInfo> parts;   // in the order of their first meshes
  std::uint64_t unpaired = 0;    // mappings without a partner
  std::uint64_t armor_plates = 0;
  std::uint64_t hulls = 0;
  Encoding encoding = Encoding::raw;
  std::vector<std::string_view> vertex_formats;  // of each vertex buffer; the file must outlive them
  std::optional<Box> bounds;
};

/// Decodes the buffers and pairs the mappings.
Info info(const File& file, const ShapeNames& names = ShapeNames::built_in());

}  // namespace mw::wows::geometry
