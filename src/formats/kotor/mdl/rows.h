#pragma once

#include <meshwright/core/detail/reader.h>
#include <meshwright/kotor/mdl_format.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

/// Where the attributes of a mesh lie in a row of its MDX; shared by reading, writing and checking.
namespace mw::kotor::mdl {

/// Calls visit(name, offset in the row or kNotInRow, values) for each attribute; those of the other platform
/// are in no row.
template <class Rows>
void for_each_attribute(const Mesh& mesh, Platform platform, Rows& rows, auto visit) {
  const MeshHeader& header = mesh.header;
  const auto on = [&](Platform wanted, std::int32_t offset) {
    return platform == wanted ? offset : kNotInRow;
  };
  const auto at = [&](std::uint32_t bit, std::int32_t offset) {
    return (header.mdx_flags & bit) != 0 ? offset : kNotInRow;
  };
  visit("positions", at(kMdxPositions, header.mdx_positions), rows.positions);
  const std::int32_t normals = at(kMdxNormals, header.mdx_normals);
  visit("normals", on(Platform::pc, normals), rows.normals);
  visit("packed_normals", on(Platform::xbox, normals), rows.packed_normals);
  visit("colors", at(kMdxColors, header.mdx_colors), rows.colors);
  constexpr std::array<std::string_view, 4> kUvs = {"uvs_1", "uvs_2", "uvs_3", "uvs_4"};
  constexpr std::array<std::string_view, 4> kTangents = {"tangents_1", "tangents_2", "tangents_3",
                                                         "tangents_4"};
  constexpr std::array<std::string_view, 4> kPacked = {"packed_tangents_1", "packed_tangents_2",
                                                       "packed_tangents_3", "packed_tangents_4"};
  for (std::size_t set = 0; set < 4; ++set)
    visit(kUvs[set], at(kMdxUv1 << set, header.mdx_uvs[set]), rows.uvs[set]);
  for (std::size_t set = 0; set < 4; ++set) {
    const std::int32_t offset = at(kMdxTangents1 << set, header.mdx_tangents[set]);
    visit(kTangents[set], on(Platform::pc, offset), rows.tangents[set]);
    visit(kPacked[set], on(Platform::xbox, offset), rows.packed_tangents[set]);
  }
  visit("weights", mesh.skin ? mesh.skin->header.mdx_weights : kNotInRow, rows.weights);
  const std::int32_t bones = mesh.skin ? mesh.skin->header.mdx_bones : kNotInRow;
  visit("bones", on(Platform::pc, bones), rows.bones);
  visit("packed_bones", on(Platform::xbox, bones), rows.packed_bones);
}

/// Which bytes of a row have an attribute. An attribute that sticks out of the row, or lies on another, is
/// not taken: its bytes stay with the other or with the rest.
class RowCover {
 public:
  explicit RowCover(std::uint32_t stride) : stride_(stride) {}

  struct Part {
    std::uint64_t begin;
    std::uint64_t end;
  };

  bool take(std::int32_t offset, std::size_t size) {
    if (offset < 0) return false;
    const Part part{std::uint64_t(offset), std::uint64_t(offset) + size};
    const auto overlaps = [&](const Part& other) { return part.begin < other.end && other.begin < part.end; };
    if (part.end > stride_ || std::ranges::any_of(parts_, overlaps)) return false;
    parts_.push_back(part);
    return true;
  }

  /// The bytes nobody took, in their order.
  std::vector<Part> gaps() const {
    std::vector<Part> sorted = parts_;
    std::ranges::sort(sorted, {}, &Part::begin);
    sorted.push_back({stride_, stride_});
    std::vector<Part> gaps;
    std::uint64_t covered = 0;
    for (const Part& part : sorted) {
      if (part.begin > covered) gaps.push_back({covered, part.begin});
      covered = part.end;
    }
    return gaps;
  }

 private:
  std::uint64_t stride_;
  std::vector<Part> parts_;
};

/// One attribute or gap of a row, to be told of by a Reader or a Writer.
template <class Io>
struct RowPart {
  std::string_view name;
  std::uint64_t offset;
  std::uint64_t size;
  void (*tell)(Io& io, std::string_view name, ByteSpan bytes);
};

template <class Io>
std::vector<RowPart<Io>> row_parts(const Mesh& mesh, Platform platform) {
  std::vector<RowPart<Io>> parts;
  RowCover cover(mesh.header.mdx_stride);
  const VertexRows none;
  for_each_attribute(
      mesh, platform, none, [&](std::string_view name, std::int32_t offset, const auto& values) {
        using Value = std::remove_cvref_t<decltype(values[0])>;
        if (!cover.take(offset, sizeof(Value))) return;
        parts.push_back(
            {name, std::uint64_t(offset), sizeof(Value), [](Io& io, std::string_view field, ByteSpan bytes) {
               Value value;
               std::memcpy(&value, bytes.data(), sizeof(Value));
               io.field(field, value);
             }});
      });
  for (const RowCover::Part& gap : cover.gaps())
    parts.push_back(
        {"rest", gap.begin, gap.end - gap.begin, [](Io& io, std::string_view field, ByteSpan bytes) {
           if constexpr (requires { io.raw(field, bytes.size()); })
             io.raw(field, bytes.size());
           else
             io.raw(field, bytes);
         }});
  std::ranges::sort(parts, {}, &RowPart<Io>::offset);
  return parts;
}

/// The byte of a row at which an attribute, or the first of the "rest", begins; 0 for one that is in no row.
inline std::uint64_t byte_in_row(const Mesh& mesh, Platform platform, std::string_view name) {
  const auto parts = row_parts<Reader>(mesh, platform);
  const auto found = std::ranges::find(parts, name, &RowPart<Reader>::name);
  return found == parts.end() ? 0 : found->offset;
}

/// Names every value of the rows at the cursor, which are these bytes.
template <class Io>
void tell_rows(Io& io, std::string_view name, ByteSpan bytes, const Mesh& mesh, Platform platform) {
  const std::vector<RowPart<Io>> parts = row_parts<Io>(mesh, platform);
  const std::size_t stride = mesh.header.mdx_stride;
  PathScope scope(io.path(), name);
  for (std::size_t row = 0; row < bytes.size() / stride; ++row) {
    scope.set_row(row);
    for (const RowPart<Io>& part : parts)
      part.tell(io, part.name, bytes.subspan(row * stride + part.offset, part.size));
  }
}

/// Whether the MDX holds rows for the mesh at all.
inline bool wants_rows(const Mesh& mesh) {
  return mesh.header.mdx_stride > 0 && mesh.header.vertex_count > 0;
}

}  // namespace mw::kotor::mdl
