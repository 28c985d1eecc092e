#include <meshwright/geometry/triangle.h>
#include <meshwright/geometry/weld.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "mdl_compile_parts.h"
#include "mdl_rest.h"

namespace mw::kotor::mdl {
namespace {

using DVec3 = glm::dvec3;

constexpr std::uint8_t kCharacter = 4;  // ModelHeader::classification
constexpr float kSeam = 1e-4F;          // how far apart vertices of two meshes may be that are one seam
constexpr std::size_t kMostPairs =
    1 << 16;  // of a vertex and a face at one position, before all are one group

Vec3 unit(const DVec3& vector) {
  const double length = glm::length(vector);
  return length > 0 && length < 1e300 ? Vec3(vector / length) : Vec3(1, 0, 0);
}

double angle_at(const Vec3& corner, const Vec3& a, const Vec3& b) {
  const DVec3 u = DVec3(a) - DVec3(corner);
  const DVec3 v = DVec3(b) - DVec3(corner);
  const double lengths = glm::length(u) * glm::length(v);
  return lengths > 0 ? std::acos(std::clamp(glm::dot(u, v) / lengths, -1.0, 1.0)) : 0;
}

/// Sums the normals of the faces of one mesh at its vertices.
class NormalSums {
 public:
  NormalSums(const MeshPlace& place, const CompileOptions& options)
      : mesh_(*place.mesh),
        groups_(place.split->groups),
        options_(options),
        first_(geometry::weld(mesh_.vertices)) {
    if (options.crease) cosine_ = std::cos(double(*options.crease) * std::numbers::pi / 180);
    collect_corners();
    for (std::uint32_t vertex = 0; vertex < mesh_.vertices.size(); ++vertex) ++vertices_at_[first_[vertex]];
  }

  /// The row of the first vertex at the position of another.
  std::uint32_t position_of(std::size_t vertex) const { return first_[vertex]; }
  std::uint32_t vertices_at(std::uint32_t position) const { return vertices_at_[position]; }

  /// Of all faces at a position.
  DVec3 whole(std::uint32_t position) const {
    DVec3 sum(0);
    for (std::size_t i = begins_[position]; i < begins_[position + 1]; ++i) sum += corners_[i].weighted;
    return sum;
  }

  DVec3 smooth(std::uint32_t vertex) const {
    const std::uint32_t position = first_[vertex];
    const std::size_t faces = begins_[position + 1] - begins_[position];
    if (faces * vertices_at_[position] > kMostPairs) return whole(position);
    std::uint32_t mask = 0;
    DVec3 direction(0);
    for_own(vertex, [&](const Corner& corner) {
      mask |= groups_[corner.face];
      direction += corner.weighted;
    });
    DVec3 sum(0);
    for (std::size_t i = begins_[position]; i < begins_[position + 1]; ++i) {
      const Corner& corner = corners_[i];
      if (corner.vertex == vertex || ((groups_[corner.face] & mask) != 0 && !is_crease(corner, direction)))
        sum += corner.weighted;
    }
    return sum;
  }

 private:
  struct Corner {
    std::uint32_t face;
    std::uint32_t vertex;
    DVec3 weighted;
  };

  void collect_corners() {
    const std::size_t count = mesh_.vertices.size();
    begins_.assign(count + 1, 0);
    vertices_at_.assign(count, 0);
    for (const Face& face : mesh_.faces)
      for (const std::uint16_t vertex : face.vertices) ++begins_[first_[vertex] + 1];
    for (std::size_t i = 0; i < count; ++i) begins_[i + 1] += begins_[i];
    corners_.resize(3 * mesh_.faces.size());
    std::vector<std::size_t> next(begins_.begin(), begins_.end());
    for (std::uint32_t face = 0; face < mesh_.faces.size(); ++face)
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::uint16_t vertex = mesh_.faces[face].vertices[corner];
        corners_[next[first_[vertex]]++] = {face, vertex,
                                            DVec3(mesh_.faces[face].normal) * weight(face, corner)};
      }
  }

  double weight(std::uint32_t face, std::size_t corner) const {
    const auto at = [&](std::size_t i) {
      return mesh_.vertices[mesh_.faces[face].vertices[(corner + i) % 3]];
    };
    const double area = geometry::area(at(0), at(1), at(2));
    switch (options_.weighting) {
      case CompileOptions::Weighting::angle:
        return area > 0 ? angle_at(at(0), at(1), at(2)) : 0;
      case CompileOptions::Weighting::none:
        return area > 0 ? 1 : 0;
      default:
        return area;
    }
  }

  void for_own(std::uint32_t vertex, const auto& visit) const {
    const std::uint32_t position = first_[vertex];
    for (std::size_t i = begins_[position]; i < begins_[position + 1]; ++i)
      if (corners_[i].vertex == vertex) visit(corners_[i]);
  }

  bool is_crease(const Corner& corner, const DVec3& direction) const {
    if (!options_.crease) return false;
    const DVec3 normal(mesh_.faces[corner.face].normal);
    return glm::dot(normal, direction) < cosine_ * glm::length(direction);
  }

  const Mesh& mesh_;
  const std::vector<std::uint32_t>& groups_;
  const CompileOptions& options_;
  double cosine_ = -1;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> vertices_at_;
  std::vector<std::size_t> begins_;  // by position, into corners
  std::vector<Corner> corners_;
};

std::vector<Vec3>& normals_of(Mesh& mesh) {
  return mesh.saber ? mesh.saber->normals : mesh.mdx->rows.normals;
}

/// Where meshes of a character meet, and one of them is a skin, all have one normal. Positions are compared
/// in the rest pose.
class Seams {
 public:
  Seams(const File& file, std::span<const MeshPlace> meshes, const std::vector<NormalSums>& sums)
      : meshes_(meshes), sums_(sums), pose_(rest_pose(file.nodes)), changed_(meshes.size()) {
    for (std::uint32_t mesh = 0; mesh < meshes.size(); ++mesh)
      if (meshes[mesh].mesh->header.render != 0 && meshes[mesh].mesh->mdx) collect(mesh);
    shared_ = geometry::weld(points_, kSeam);
  }

  void apply() {
    std::vector<Meeting> meetings(points_.size());
    for (std::size_t i = 0; i < points_.size(); ++i) {
      Meeting& meeting = meetings[shared_[i]];
      const Place& place = places_[i];
      const MeshPlace& mesh = meshes_[place.mesh];
      const NormalSums& sums = sums_[place.mesh];
      const Vec3 normal = rotate(pose_[mesh.row].rotation, unit(sums.whole(place.position)));
      meeting.sum += DVec3(normal) * double(sums.vertices_at(place.position));
      meeting.skin |= bool(mesh.mesh->skin);
      meeting.several |= meeting.mesh != kNoRow && meeting.mesh != place.mesh;
      meeting.mesh = place.mesh;
    }
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (const Meeting& meeting = meetings[shared_[i]]; meeting.skin && meeting.several)
        share(places_[i], meeting.sum);
    for (std::size_t mesh = 0; mesh < meshes_.size(); ++mesh)
      if (!changed_[mesh].empty()) spread(std::uint32_t(mesh));
  }

 private:
  struct Place {
    std::uint32_t mesh;
    std::uint32_t position;
  };
  struct Meeting {
    DVec3 sum{0};
    std::uint32_t mesh = kNoRow;
    bool skin = false;
    bool several = false;
  };

  void collect(std::uint32_t mesh) {
    const std::vector<Vec3>& vertices = meshes_[mesh].mesh->vertices;
    for (std::uint32_t vertex = 0; vertex < vertices.size(); ++vertex) {
      if (sums_[mesh].position_of(vertex) != vertex) continue;
      points_.push_back(mdl::apply(pose_[meshes_[mesh].row], vertices[vertex]));
      places_.push_back({mesh, vertex});
    }
  }

  /// At the first vertex of the position; the others follow it in spread().
  void share(const Place& place, const DVec3& sum) {
    const Rigid back = inverse(pose_[meshes_[place.mesh].row]);
    meshes_[place.mesh].mesh->mdx->rows.normals[place.position] = rotate(back.rotation, unit(sum));
    std::vector<bool>& changed = changed_[place.mesh];
    changed.resize(meshes_[place.mesh].mesh->vertices.size());
    changed[place.position] = true;
  }

  void spread(std::uint32_t mesh) {
    std::vector<Vec3>& normals = meshes_[mesh].mesh->mdx->rows.normals;
    for (std::uint32_t vertex = 0; vertex < normals.size(); ++vertex)
      if (const std::uint32_t position = sums_[mesh].position_of(vertex); changed_[mesh][position])
        normals[vertex] = normals[position];
  }

  std::span<const MeshPlace> meshes_;
  const std::vector<NormalSums>& sums_;
  std::vector<Rigid> pose_;
  std::vector<Vec3> points_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> shared_;
  std::vector<std::vector<bool>> changed_;
};

}  // namespace

void derive_normals(File& file, std::span<const MeshPlace> meshes, const CompileOptions& options) {
  std::vector<NormalSums> sums;
  sums.reserve(meshes.size());
  bool skins = false;
  for (const MeshPlace& place : meshes) {
    sums.emplace_back(place, options);
    skins |= bool(place.mesh->skin);
    if (!place.mesh->saber && !place.mesh->mdx) continue;
    std::vector<Vec3>& normals = normals_of(*place.mesh);
    for (std::uint32_t vertex = 0; vertex < normals.size(); ++vertex)
      normals[vertex] = unit(sums.back().smooth(vertex));
  }
  if (skins && file.model.classification == kCharacter) Seams(file, meshes, sums).apply();
}

}  // namespace mw::kotor::mdl
