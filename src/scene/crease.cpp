#include <meshwright/core/detail/elementary.h>
#include <meshwright/geometry/detail/weld.h>
#include <meshwright/scene/detail/crease.h>

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <numbers>
#include <utility>

namespace mw::scene {
namespace {

/// The rows that new vertices are copies of.
template <class T>
std::vector<T> copies(const std::vector<T>& rows, const std::vector<Index>& origins, std::size_t width = 1) {
  std::vector<T> made;
  if (rows.empty()) return made;
  made.reserve(origins.size() * width);
  for (const Index origin : origins)
    made.insert(made.end(), rows.begin() + std::ptrdiff_t(origin * width),
                rows.begin() + std::ptrdiff_t((origin + 1) * width));
  return made;
}

/// The normals of one primitive.
class Creaser {
 public:
  Creaser(Primitive& primitive, double cosine) : p_(primitive), cosine_(cosine) {}

  void run() {
    if (p_.indices.empty())
      for (std::size_t i = 0; i < p_.positions.size(); ++i) p_.indices.push_back(Index(i));
    places_ = geometry::weld(p_.positions);
    find_faces();
    for (std::size_t corner = 0; corner < p_.indices.size(); ++corner)
      p_.indices[corner] = vertex(p_.indices[corner], normal(corner));
    const std::size_t before = p_.positions.size();
    p_.positions = copies(p_.positions, origins_);
    p_.tangents = copies(p_.tangents, origins_);
    for (auto& uvs : p_.uvs) uvs = copies(uvs, origins_);
    p_.colours = copies(p_.colours, origins_);
    p_.joints = copies(p_.joints, origins_);
    p_.weights = copies(p_.weights, origins_);
    for (CustomAttribute& attribute : p_.custom)
      attribute.values = copies(attribute.values, origins_, attribute.values.size() / before);
    p_.normals = std::move(normals_);
  }

 private:
  struct Face {
    glm::dvec3 area{0};       // along the normal, as long as twice the area
    glm::dvec3 direction{0};  // of length 1; 0 for a face without an area
  };

  /// Each face once per place that it touches; one whose corners coincide counts there once per corner.
  void find_faces() {
    faces_.resize(p_.indices.size() / 3);
    at_.resize(p_.positions.size());
    for (std::size_t face = 0; face < faces_.size(); ++face) {
      const glm::dvec3 a = position(3 * face);
      const glm::dvec3 area = glm::cross(position(3 * face + 1) - a, position(3 * face + 2) - a);
      const double length = glm::length(area);
      if (length > 0 && std::isfinite(length)) faces_[face] = {area, area / length};
      for (std::size_t corner = 3 * face; corner < 3 * face + 3; ++corner)
        at_[places_[p_.indices[corner]]].push_back(Index(face));
    }
    sums_.resize(at_.size());
    for (std::size_t place = 0; place < at_.size(); ++place)
      for (const Index face : at_[place]) sums_[place] += faces_[face].area;
  }

  glm::dvec3 position(std::size_t corner) const { return p_.positions[p_.indices[corner]]; }

  Vec3 normal(std::size_t corner) const {
    constexpr std::size_t kMost = 1024;
    const glm::dvec3& own = faces_[corner / 3].direction;
    const std::uint32_t place = places_[p_.indices[corner]];
    glm::dvec3 sum(0);
    if (at_[place].size() > kMost || own == glm::dvec3(0))
      sum = sums_[place];
    else
      for (const Index face : at_[place])
        if (glm::dot(faces_[face].direction, own) >= cosine_) sum += faces_[face].area;
    const double length = glm::length(sum);
    if (length > 0) return Vec3(sum / length);
    return own == glm::dvec3(0) ? Vec3(0, 0, 1) : Vec3(own);
  }

  /// The new vertex of an old one with that normal.
  Index vertex(Index old, const Vec3& normal) {
    const auto [found, is_new] =
        made_.emplace(std::pair(old, std::array{normal.x, normal.y, normal.z}), Index(origins_.size()));
    if (is_new) {
      origins_.push_back(old);
      normals_.push_back(normal);
    }
    return found->second;
  }

  Primitive& p_;
  double cosine_;
  std::vector<std::uint32_t> places_;
  std::vector<Face> faces_;
  std::vector<std::vector<Index>> at_;  // faces by the place of their corners
  std::vector<glm::dvec3> sums_;        // of all of these
  std::map<std::pair<Index, std::array<float, 3>>, Index> made_;
  std::vector<Index> origins_;
  std::vector<Vec3> normals_;
};

}  // namespace

void add_normals(Scene& scene, float crease) {
  // A little more, so that faces at exactly the angle are smooth in spite of rounding.
  constexpr double kRounding = 1e-6;
  const double cosine = math::cos(double(crease) * std::numbers::pi / 180) - kRounding;
  for (Mesh& mesh : scene.meshes)
    for (Primitive& primitive : mesh.primitives)
      if (primitive.topology == Topology::triangles && primitive.normals.empty() &&
          !primitive.positions.empty())
        Creaser(primitive, crease >= 180 ? -2 : cosine).run();
}

}  // namespace mw::scene
