#include <fmt/format.h>
#include <meshwright/core/detail/elementary.h>
#include <meshwright/geometry/detail/triangle.h>
#include <meshwright/geometry/detail/weld.h>
#include <meshwright/kotor/detail/mdl_build.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <numeric>

#include "parts.h"
#include "tree.h"

namespace mw::kotor::mdl {
namespace {

constexpr std::size_t kSets = 4;
constexpr std::uint32_t kEmpty = 0xFFFFFFFF;
/// Vertices with the same rows that a corner is compared with. Groups alone make no more than 32.
constexpr std::size_t kMostAlike = 256;

/// A corner of a face: the rows of its position and of each set of texture coordinates.
using Corner = std::array<std::uint32_t, 1 + kSets>;

const std::array<std::uint32_t, 3>& uv_corners(const source::Mesh& mesh, std::size_t set, std::size_t face) {
  return set == 0 ? mesh.faces[face].uvs : mesh.uv_sets[set].corners[face];
}

/// Whether the corners of a set are all there: those of the first are in the faces.
bool has_corners(const source::Mesh& mesh, std::size_t set) {
  return set == 0 || mesh.uv_sets[set].corners.size() == mesh.faces.size();
}

class Splitter {
 public:
  Splitter(const source::Mesh& mesh, std::optional<float> crease, const std::string& where)
      : mesh_(mesh), where_(where) {
    if (crease) cosine_ = math::cos(*crease * std::numbers::pi_v<float> / 180);
  }

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
                        fmt::format("its faces make more than {} vertices", kMaxVertices)));
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
    number_corners();
    firsts_.assign(3 * mesh_.faces.size(), kEmpty);
    for (std::size_t face = 0; face < mesh_.faces.size(); ++face) {
      if (split_.positions.size() > kMaxVertices) return;
      std::array<std::uint16_t, 3>& triangle = split_.triangles.emplace_back();
      for (std::size_t corner = 0; corner < 3; ++corner)
        triangle[corner] = std::uint16_t(vertex_of(face, corner));
    }
  }

  /// Corners with the same rows get the same number. They are sorted by one column after another, in a time
  /// that no choice of rows makes longer.
  void number_corners() {
    for (std::size_t face = 0; face < mesh_.faces.size(); ++face)
      for (std::size_t corner = 0; corner < 3; ++corner) corners_.push_back(corner_of(face, corner));
    std::vector<std::uint32_t> order(corners_.size());
    std::iota(order.begin(), order.end(), 0U);
    sort_by(order, 0, mesh_.vertices.size());
    for (std::size_t set = 0; set < kSets; ++set)
      if (!mesh_.uv_sets[set].uvs.empty()) sort_by(order, 1 + set, mesh_.uv_sets[set].uvs.size());
    numbers_.resize(corners_.size());
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i > 0 && corners_[order[i]] != corners_[order[i - 1]]) ++number;
      numbers_[order[i]] = number;
    }
  }

  void sort_by(std::vector<std::uint32_t>& order, std::size_t column, std::size_t rows) const {
    std::vector<std::uint32_t> next(rows + 1);
    for (const Corner& corner : corners_) ++next[corner[column] + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<std::uint32_t> sorted(order.size());
    for (const std::uint32_t corner : order) sorted[next[corners_[corner][column]]++] = corner;
    order = std::move(sorted);
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
    const std::size_t at = 3 * face + corner;
    const bool shares = mesh_.faces[face].group != 0;
    std::uint32_t* last = &firsts_[numbers_[at]];
    std::size_t looked_at = 0;
    for (std::uint32_t vertex = *last; shares && vertex != kEmpty; vertex = *last) {
      if (is_smooth(creators_[vertex], face)) return vertex;
      if (++looked_at == kMostAlike) return add(corners_[at], face);
      last = &next_[vertex];
    }
    if (shares) *last = std::uint32_t(split_.positions.size());
    return add(corners_[at], face);
  }

  bool is_smooth(std::size_t a, std::size_t b) const {
    if ((mesh_.faces[a].group & mesh_.faces[b].group) == 0) return false;
    return !cosine_ || glm::dot(normal_of(a), normal_of(b)) >= *cosine_;
  }

  Vec3 normal_of(std::size_t face) const {
    const auto [a, b, c] = mesh_.faces[face].vertices;
    return geometry::unit_normal(mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]);
  }

  std::uint32_t add(const Corner& rows, std::size_t face) {
    split_.positions.push_back(mesh_.vertices[rows[0]]);
    split_.origins.push_back(rows[0]);
    for (std::size_t set = 0; set < kSets; ++set)
      if (!mesh_.uv_sets[set].uvs.empty()) split_.uvs[set].push_back(mesh_.uv_sets[set].uvs[rows[1 + set]]);
    creators_.push_back(std::uint32_t(face));
    next_.push_back(kEmpty);
    return std::uint32_t(split_.positions.size() - 1);
  }

  const source::Mesh& mesh_;
  const std::string& where_;
  SplitMesh split_;
  std::array<std::vector<std::uint32_t>, 1 + kSets> alike_;  // for each row the first that looks the same
  std::vector<Corner> corners_;                              // of the faces
  std::vector<std::uint32_t> numbers_;                       // of the corners
  std::vector<std::uint32_t> firsts_;                        // by number: its first vertex
  std::vector<std::uint32_t> next_;                          // by vertex: the next of its number
  std::vector<std::uint32_t> creators_;                      // by vertex: the face that made it
  std::optional<float> cosine_;                              // of the crease
};

}  // namespace

bool has_vertex_rows(const source::Mesh& mesh) {
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

bool shares_smoothly(std::span<const source::Face> faces, std::size_t vertices) {
  std::vector<const source::Face*> creators(vertices);
  for (const source::Face& face : faces)
    for (const std::uint32_t vertex : face.vertices) {
      if (vertex >= vertices) return false;
      const source::Face*& creator = creators[vertex];
      if (creator != nullptr && creator != &face && (creator->group & face.group) == 0) return false;
      if (creator == nullptr) creator = &face;
    }
  return true;
}

Result<SplitMesh> split(const source::Mesh& mesh, Splitting splitting, std::optional<float> crease,
                        const std::string& where) {
  return Splitter(mesh, crease, where).run(splitting);
}

}  // namespace mw::kotor::mdl
