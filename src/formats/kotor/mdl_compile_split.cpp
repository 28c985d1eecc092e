#include <fmt/format.h>
#include <meshwright/geometry/weld.h>
#include <meshwright/kotor/mdl_build.h>
#include <algorithm>
#include <numeric>

#include "mdl_compile_parts.h"
#include "mdl_compile_tree.h"

namespace mw::kotor::mdl {
namespace {

constexpr std::size_t kSets = 4;
constexpr std::uint32_t kEmpty = 0xFFFFFFFF;

/// A corner of a face: the rows of its position and of each set of texture coordinates.
using Corner = std::array<std::uint32_t, 1 + kSets>;

const std::array<std::uint32_t, 3>& uv_corners(const source::Mesh& mesh, std::size_t set, std::size_t face) {
  return set == 0 ? mesh.faces[face].uvs : mesh.uv_sets[set].corners[face];
}

/// Whether the corners of a set are all there; a second set without corners of its own has those of the
/// first.
bool has_corners(const source::Mesh& mesh, std::size_t set) {
  return set == 0 || mesh.uv_sets[set].corners.size() == mesh.faces.size();
}

class Splitter {
 public:
  Splitter(const source::Mesh& mesh, const std::string& where) : mesh_(mesh), where_(where) {}

  Result<SplitMesh> run(Splitting splitting) {
    if (auto error = check()) return fail(*std::move(error));
    split_.triangles.reserve(mesh_.faces.size());
    for (const source::Face& face : mesh_.faces) {
      split_.groups.push_back(face.group);
      split_.materials.push_back(face.material);
    }
    splitting == Splitting::kept ? keep() : divide(splitting == Splitting::by_value);
    if (split_.positions.size() > kMaxVertices)
      return fail(wrong(mesh_.vertex_lines.head, where_ + ".verts",
                        fmt::format("{} vertices are more than {}", split_.positions.size(), kMaxVertices)));
    return std::move(split_);
  }

 private:
  std::optional<Error> check() const {
    if (mesh_.faces.size() > kMaxFaces)
      return wrong(mesh_.face_lines.head, where_ + ".faces",
                   fmt::format("{} faces are more than {}", mesh_.faces.size(), kMaxFaces));
    for (std::size_t set = 1; set < kSets; ++set)
      if (!mesh_.uv_sets[set].uvs.empty() && !has_corners(mesh_, set))
        return wrong(
            mesh_.uv_sets[set].uv_lines.head, fmt::format("{}.texindices{}", where_, set),
            fmt::format("{} rows for {} faces", mesh_.uv_sets[set].corners.size(), mesh_.faces.size()));
    for (std::size_t face = 0; face < mesh_.faces.size(); ++face)
      if (auto error = check_face(face)) return error;
    return std::nullopt;
  }

  std::optional<Error> check_face(std::size_t face) const {
    const auto at = [&](const source::Lines& lines, std::uint32_t index, std::string_view what,
                        std::size_t count) {
      return wrong(lines.of(face), fmt::format("{}.faces[{}]", where_, face),
                   fmt::format("{} {} >= count {}", what, index, count));
    };
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::uint32_t vertex = mesh_.faces[face].vertices[corner];
      if (vertex >= mesh_.vertices.size())
        return at(mesh_.face_lines, vertex, "vertex", mesh_.vertices.size());
      for (std::size_t set = 0; set < kSets; ++set) {
        const source::UvSet& uvs = mesh_.uv_sets[set];
        if (uvs.uvs.empty()) continue;
        const std::uint32_t uv = uv_corners(mesh_, set, face)[corner];
        if (uv >= uvs.uvs.size())
          return at(set == 0 ? mesh_.face_lines : uvs.corner_lines, uv, "texture coordinate", uvs.uvs.size());
      }
    }
    return std::nullopt;
  }

  /// Rows of the lists are vertices.
  void keep() {
    split_.positions = mesh_.vertices;
    split_.origins.resize(mesh_.vertices.size());
    std::iota(split_.origins.begin(), split_.origins.end(), 0U);
    for (std::size_t set = 0; set < kSets; ++set)
      if (mesh_.uv_sets[set].uvs.size() == mesh_.vertices.size()) split_.uvs[set] = mesh_.uv_sets[set].uvs;
    for (const source::Face& face : mesh_.faces)
      split_.triangles.push_back({std::uint16_t(face.vertices[0]), std::uint16_t(face.vertices[1]),
                                  std::uint16_t(face.vertices[2])});
  }

  /// In the order of first use: faces, and their corners.
  void divide(bool by_value) {
    if (by_value) find_alike();
    slots_.assign(std::bit_ceil(6 * mesh_.faces.size() + 1), kEmpty);
    for (std::size_t face = 0; face < mesh_.faces.size(); ++face) {
      std::array<std::uint16_t, 3>& triangle = split_.triangles.emplace_back();
      for (std::size_t corner = 0; corner < 3; ++corner)
        triangle[corner] = std::uint16_t(vertex_of(face, corner));
    }
  }

  void find_alike() {
    alike_[0] = geometry::weld(mesh_.vertices);
    for (std::size_t set = 0; set < kSets; ++set) {
      std::vector<Vec3> uvs;
      for (const glm::vec2& uv : mesh_.uv_sets[set].uvs) uvs.emplace_back(uv, 0.0F);
      alike_[1 + set] = geometry::weld(uvs);
    }
  }

  Corner corner_of(std::size_t face, std::size_t corner) const {
    Corner rows{};
    rows[0] = mesh_.faces[face].vertices[corner];
    for (std::size_t set = 0; set < kSets; ++set)
      if (!mesh_.uv_sets[set].uvs.empty()) rows[1 + set] = uv_corners(mesh_, set, face)[corner];
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i] < alike_[i].size()) rows[i] = alike_[i][rows[i]];
    return rows;
  }

  std::uint32_t vertex_of(std::size_t face, std::size_t corner) {
    const Corner rows = corner_of(face, corner);
    const std::uint32_t group = mesh_.faces[face].group;
    if (group == 0) return add(rows, group);
    std::uint32_t& first = slot_of(rows);
    std::uint32_t* last = &first;
    for (std::uint32_t at = first; at != kEmpty; at = next_[at]) {
      if ((creators_[at] & group) != 0) return at;
      last = &next_[at];  // at most 32 of them: no two have a bit in common
    }
    const auto made = std::uint32_t(split_.positions.size());
    *last = made;
    return add(rows, group);
  }

  std::uint32_t& slot_of(const Corner& rows) {
    std::uint64_t hash = 0;
    for (const std::uint32_t row : rows) hash = (hash ^ row) * 0x9E3779B97F4A7C15U ^ (hash >> 29);
    std::size_t slot = std::size_t(hash ^ (hash >> 32)) & (slots_.size() - 1);
    while (slots_[slot] != kEmpty && corners_[slots_[slot]] != rows) slot = (slot + 1) & (slots_.size() - 1);
    return slots_[slot];
  }

  std::uint32_t add(const Corner& rows, std::uint32_t group) {
    split_.positions.push_back(mesh_.vertices[rows[0]]);
    split_.origins.push_back(rows[0]);
    for (std::size_t set = 0; set < kSets; ++set)
      if (!mesh_.uv_sets[set].uvs.empty()) split_.uvs[set].push_back(mesh_.uv_sets[set].uvs[rows[1 + set]]);
    corners_.push_back(rows);
    creators_.push_back(group);
    next_.push_back(kEmpty);
    return std::uint32_t(split_.positions.size() - 1);
  }

  const source::Mesh& mesh_;
  const std::string& where_;
  SplitMesh split_;
  std::array<std::vector<std::uint32_t>, 1 + kSets> alike_;  // for each row the first that looks the same
  std::vector<std::uint32_t> slots_;                         // hash table of first vertices by corner
  std::vector<Corner> corners_;                              // of each vertex
  std::vector<std::uint32_t> creators_;                      // the groups of the face that made it
  std::vector<std::uint32_t> next_;                          // the next vertex with the same corner
};

}  // namespace

bool is_split(const source::Mesh& mesh) {
  if (mesh.faces.empty()) return false;
  for (std::size_t set = 1; set < kSets; ++set)
    if (!mesh.uv_sets[set].uvs.empty() && !has_corners(mesh, set)) return false;
  for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
    const source::Face& row = mesh.faces[face];
    if (row.uvs != row.vertices) return false;
    for (std::size_t set = 1; set < kSets; ++set)
      if (!mesh.uv_sets[set].uvs.empty() && mesh.uv_sets[set].corners[face] != row.vertices) return false;
  }
  return std::ranges::all_of(mesh.uv_sets, [&](const source::UvSet& set) {
    return set.uvs.empty() || set.uvs.size() == mesh.vertices.size();
  });
}

Result<SplitMesh> split(const source::Mesh& mesh, Splitting splitting, const std::string& where) {
  return Splitter(mesh, where).run(splitting);
}

}  // namespace mw::kotor::mdl
