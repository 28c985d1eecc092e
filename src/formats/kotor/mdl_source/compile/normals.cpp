#include <meshwright/core/detail/elementary.h>
#include <meshwright/geometry/detail/triangle.h>
#include <meshwright/geometry/detail/weld.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "blade.h"
#include "mdl/rest.h"
#include "mdl/unit.h"
#include "parts.h"

namespace mw::kotor::mdl {
namespace {

using DVec3 = glm::dvec3;

constexpr std::uint8_t kCharacter = 4;       // ModelHeader::classification
constexpr float kSeam = 1e-4F;               // how far apart vertices of two meshes may be that are one seam
constexpr std::size_t kMostPairs = 1 << 22;  // that are looked at for one position

double angle_at(const Vec3& corner, const Vec3& a, const Vec3& b) {
  const DVec3 u = DVec3(a) - DVec3(corner);
  const DVec3 v = DVec3(b) - DVec3(corner);
  const double lengths = glm::length(u) * glm::length(v);
  return lengths > 0 ? math::acos(std::clamp(glm::dot(u, v) / lengths, -1.0, 1.0)) : 0;
}

/// Sums the normals of the faces of one mesh at its vertices.
class NormalSums {
 public:
  NormalSums(const MeshPlace& place, const CompileOptions& options)
      : mesh_(*place.mesh),
        groups_(place.split->groups),
        options_(options),
        first_(geometry::weld(mesh_.vertices)) {
    if (options.crease) cosine_ = math::cos(double(*options.crease) * std::numbers::pi / 180);
    collect_corners();
    collect_vertices();
  }

  /// The row of the first vertex at the position of another.
  std::uint32_t position_of(std::size_t vertex) const { return first_[vertex]; }
  std::size_t vertices_at(std::uint32_t position) const {
    return vertex_begins_[position + 1] - vertex_begins_[position];
  }
  bool has_faces(std::uint32_t position) const { return begins_[position] < begins_[position + 1]; }

  /// Of all faces at a position.
  DVec3 whole(std::uint32_t position) const {
    DVec3 sum(0);
    for (const Corner& corner : corners_at(position)) sum += corner.weighted;
    return sum;
  }

  /// For each vertex the sum of the faces that are smooth with its own.
  std::vector<DVec3> smooth() const {
    std::vector<Own> own(mesh_.vertices.size());
    for (const Corner& corner : corners_) own[corner.vertex].add(corner, groups_[corner.face]);
    std::vector<DVec3> sums(own.size());
    for (std::uint32_t vertex = 0; vertex < own.size(); ++vertex) sums[vertex] = own[vertex].without_group;
    for (std::uint32_t position = 0; position < own.size(); ++position) {
      const auto vertices = vertices_of(position);
      if (options_.crease && corners_at(position).size() * vertices.size() <= kMostPairs)
        add_by_angle(position, own, sums);
      else
        add_by_groups(position, own, sums);
    }
    return sums;
  }

 private:
  struct Corner {
    std::uint32_t face;
    std::uint32_t vertex;
    DVec3 weighted;
  };
  /// What a vertex has of its own faces.
  struct Own {
    std::uint32_t groups = 0;
    DVec3 direction{0};
    DVec3 without_group{0};  // of faces that are smooth with nothing

    void add(const Corner& corner, std::uint32_t group) {
      groups |= group;
      direction += corner.weighted;
      if (group == 0) without_group += corner.weighted;
    }
  };
  /// All faces at a position that are in the same groups.
  struct Word {
    std::uint32_t groups = 0;
    DVec3 sum{0};
  };

  std::span<const Corner> corners_at(std::uint32_t position) const {
    return std::span(corners_).subspan(begins_[position], begins_[position + 1] - begins_[position]);
  }
  std::span<const std::uint32_t> vertices_of(std::uint32_t position) const {
    return std::span(by_position_).subspan(vertex_begins_[position], vertices_at(position));
  }

  /// Words are few where faces are many, so that this takes no longer the more faces share a position.
  void add_by_groups(std::uint32_t position, const std::vector<Own>& own, std::vector<DVec3>& sums) const {
    const std::vector<Word> words = words_at(position);
    std::vector<std::uint32_t> vertices(vertices_of(position).begin(), vertices_of(position).end());
    std::ranges::stable_sort(vertices, {}, [&](std::uint32_t vertex) { return own[vertex].groups; });
    std::uint32_t last = 0;
    DVec3 sum(0);
    std::size_t left = kMostPairs;
    for (const std::uint32_t vertex : vertices) {
      const std::uint32_t groups = own[vertex].groups;
      if (groups != last && left >= words.size()) {
        sum = DVec3(0);
        for (const Word& word : words)
          if ((word.groups & groups) != 0) sum += word.sum;
        left -= words.size();
      }
      last = groups;
      if (groups != 0) sums[vertex] += sum;
    }
  }

  std::vector<Word> words_at(std::uint32_t position) const {
    std::vector<Word> words;
    for (const Corner& corner : corners_at(position))
      words.push_back({groups_[corner.face], corner.weighted});
    std::ranges::stable_sort(words, {}, &Word::groups);
    std::size_t count = 0;
    for (const Word& word : words) {
      if (count == 0 || words[count - 1].groups != word.groups)
        words[count++] = word;
      else
        words[count - 1].sum += word.sum;
    }
    words.resize(count);
    return words;
  }

  void add_by_angle(std::uint32_t position, const std::vector<Own>& own, std::vector<DVec3>& sums) const {
    for (const std::uint32_t vertex : vertices_of(position))
      for (const Corner& corner : corners_at(position)) {
        if ((groups_[corner.face] & own[vertex].groups) == 0) continue;
        if (corner.vertex == vertex || !is_crease(corner, own[vertex].direction))
          sums[vertex] += corner.weighted;
      }
  }

  void collect_vertices() {
    vertex_begins_.assign(first_.size() + 1, 0);
    for (const std::uint32_t position : first_) ++vertex_begins_[position + 1];
    for (std::size_t i = 0; i < first_.size(); ++i) vertex_begins_[i + 1] += vertex_begins_[i];
    by_position_.resize(first_.size());
    std::vector<std::size_t> next(vertex_begins_.begin(), vertex_begins_.end());
    for (std::uint32_t vertex = 0; vertex < first_.size(); ++vertex)
      by_position_[next[first_[vertex]]++] = vertex;
  }

  void collect_corners() {
    const std::size_t count = mesh_.vertices.size();
    begins_.assign(count + 1, 0);
    for (const Face& face : mesh_.faces)
      for (const std::uint16_t vertex : face.vertices) ++begins_[first_[vertex] + 1];
    for (std::size_t i = 0; i < count; ++i) begins_[i + 1] += begins_[i];
    corners_.resize(3 * mesh_.faces.size());
    std::vector<std::size_t> next(begins_.begin(), begins_.end());
    for (std::uint32_t face = 0; face < mesh_.faces.size(); ++face)
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::uint16_t vertex = mesh_.faces[face].vertices[corner];
        corners_[next[first_[vertex]]++] = {face, vertex, DVec3(normal_of(face)) * weight(face, corner)};
      }
  }

  /// Not the face's own: a mesh that has notes has that from them, later.
  Vec3 normal_of(std::uint32_t face) const {
    const auto [a, b, c] = mesh_.faces[face].vertices;
    return geometry::unit_normal(mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]);
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

  bool is_crease(const Corner& corner, const DVec3& direction) const {
    const DVec3 normal(normal_of(corner.face));
    return glm::dot(normal, direction) < cosine_ * glm::length(direction);
  }

  const Mesh& mesh_;
  const std::vector<std::uint32_t>& groups_;
  const CompileOptions& options_;
  double cosine_ = -1;
  std::vector<std::uint32_t> first_;
  std::vector<std::size_t> vertex_begins_;  // by position, into by_position_
  std::vector<std::uint32_t> by_position_;  // vertices
  std::vector<std::size_t> begins_;         // by position, into corners_
  std::vector<Corner> corners_;
};

/// Whether the description has no normal for a vertex of a mesh whose normals are made.
bool makes_normal(const MeshPlace& place, std::size_t vertex) {
  if (!place.derived || place.split->normals.empty()) return place.derived;
  const float length = glm::length(place.split->normals[vertex]);
  return !(length > 0) || !std::isfinite(length);
}

/// Those that the description has, to the last bit where their length is 1; what of them is no direction
/// stays as it was made.
void take_normals(const MeshPlace& place, std::vector<Vec3>& normals) {
  constexpr double kUnit = 1e-4;  // what is nearer was rounded
  for (std::size_t vertex = 0; vertex < place.split->normals.size(); ++vertex) {
    const Vec3& given = place.split->normals[vertex];
    const double length = glm::length(DVec3(given));
    if (std::abs(length - 1) <= kUnit)
      normals[vertex] = given;
    else if (std::isfinite(length) && length > 0)
      normals[vertex] = unit(DVec3(given));
  }
}

/// Where meshes of a character meet, and one of them is a skin, all have one normal. Positions are compared
/// in the rest pose. Meshes that keep their normals, or were given some, count too, and keep them.
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
      if (!sums.has_faces(place.position)) continue;
      const Vec3 normal = rotate(pose_[mesh.row].rotation, unit(sums.whole(place.position)));
      meeting.sum += DVec3(normal) * double(sums.vertices_at(place.position));
      meeting.skin |= bool(mesh.mesh->skin);
      meeting.several |= meeting.mesh != kNoRow && meeting.mesh != place.mesh;
      meeting.mesh = place.mesh;
    }
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (const Meeting& meeting = meetings[shared_[i]]; meeting.skin && meeting.several)
        if (makes_normal(meshes_[places_[i].mesh], places_[i].position)) share(places_[i], meeting.sum);
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
        if (makes_normal(meshes_[mesh], vertex)) normals[vertex] = normals[position];
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
  const auto is_derived = [](const MeshPlace& place) { return place.derived; };
  const auto is_skin = [](const MeshPlace& place) { return bool(place.mesh->skin); };
  if (std::ranges::none_of(meshes, is_derived)) return;
  const bool seams = file.model.classification == kCharacter && std::ranges::any_of(meshes, is_skin);
  std::vector<MeshPlace> places;
  std::vector<NormalSums> sums;
  sums.reserve(meshes.size());
  for (const MeshPlace& place : meshes) {
    if (place.derived && place.mesh->saber) derive_blade_normals(*place.mesh->saber);
    if ((!place.derived && !seams) || place.mesh->saber) continue;
    places.push_back(place);
    sums.emplace_back(place, options);
    if (!place.derived || !place.mesh->mdx) continue;
    std::vector<Vec3>& normals = place.mesh->mdx->rows.normals;
    std::ranges::transform(sums.back().smooth(), normals.begin(), unit);
    take_normals(place, normals);
  }
  if (seams) Seams(file, places, sums).apply();
}

}  // namespace mw::kotor::mdl
