#include "mesh.h"

#include <array>

#include "extras.h"

namespace mw::scene {
namespace {

std::size_t corners(const Primitive& p) {
  return p.indices.empty() ? p.positions.size() : p.indices.size();
}

std::size_t vertex(const Primitive& p, std::size_t corner) {
  return p.indices.empty() ? corner : p.indices[corner];
}

std::string_view to_text(Topology topology) {
  constexpr std::array<std::string_view, 3> kNames = {"points", "lines", "triangles"};
  return kNames[std::size_t(topology)];
}

/// Two primitives with as many corners.
class CornerComparison {
 public:
  CornerComparison(Report& report, const Primitive& a, const Primitive& b)
      : report_(report), a_(a), b_(b), turned_(turned_corners()) {}

  /// `component(values, vertex, k)` gives the k-th of `width` numbers of a vertex.
  template <class Values>
  void compare(const std::string& where, const Values& in_a, const Values& in_b, int width,
               const auto& component, double noise = 0) {
    if (in_a.empty() != in_b.empty())
      return report_.add(where, in_a.empty() ? "none" : "present", in_b.empty() ? "none" : "present");
    if (in_a.empty()) return;
    double largest = 0;
    std::size_t differing = 0;
    for (std::size_t corner = 0; corner < corners(a_); ++corner) {
      bool differs = false;
      for (int k = 0; k < width; ++k) {
        const float x = component(in_a, vertex(a_, corner), k);
        const float y = component(in_b, vertex(b_, partner(corner)), k);
        if (report_.same(x, y, noise)) continue;
        differs = true;
        largest = std::max(largest, std::abs(double(x) - double(y)));
      }
      if (differs) ++differing;
    }
    if (differing > 0) add(where, differing, fmt::format(", by at most {}", float(largest)));
  }

  template <class T>
  void compare_vectors(const std::string& where, const std::vector<T>& in_a, const std::vector<T>& in_b,
                       double noise = 0) {
    compare(
        where, in_a, in_b, int(T::length()),
        [](const std::vector<T>& values, std::size_t row, int k) { return float(values[row][k]); }, noise);
  }

  /// The bones that move a corner: by identity, not by their number in the skin, and only those with an
  /// effect.
  void compare_joints(const std::string& where, const ShownMesh& shown_a, const ShownMesh& shown_b) {
    if (a_.joints.empty() != b_.joints.empty())
      return report_.add(where, a_.joints.empty() ? "none" : "present",
                         b_.joints.empty() ? "none" : "present");
    if (shown_a.joint_nodes.empty() != shown_b.joint_nodes.empty()) return;  // reported with the skin
    std::size_t differing = 0;
    for (std::size_t corner = 0; !a_.joints.empty() && corner < corners(a_); ++corner)
      if (bones(a_, shown_a, vertex(a_, corner)) != bones(b_, shown_b, vertex(b_, partner(corner))))
        ++differing;
    if (differing > 0) add(where, differing, {});
  }

 private:
  /// So many of all corners differ, by how much.
  void add(const std::string& where, std::size_t differing, const std::string& extent) {
    const std::size_t all = corners(a_);
    const std::string which = differing == all ? fmt::format("all {} corners", all)
                                               : fmt::format("{} of {} corners", differing, all);
    report_.add(where, fmt::format("{} corners", all), fmt::format("{} differ{}", differing, extent),
                fmt::format("{} differ{}", which, extent), differing == all);
  }

  std::size_t partner(std::size_t corner) const { return turned_.empty() ? corner : turned_[corner]; }

  static std::array<Index, 4> bones(const Primitive& p, const ShownMesh& shown, std::size_t row) {
    std::array<Index, 4> bones{};
    for (int k = 0; k < 4; ++k) {
      const std::uint16_t joint = p.joints[row][k];
      const bool moves = p.weights.empty() || p.weights[row][k] != 0;
      if (moves) bones[std::size_t(k)] = joint < shown.joint_nodes.size() ? shown.joint_nodes[joint] : joint;
    }
    return bones;
  }

  /// The distance of the corners of a triangle of `b` from those of `a`, shifted by so many corners.
  double apart(std::size_t first, std::size_t turn) const {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& p = a_.positions[vertex(a_, first + k)];
      const Vec3& q = b_.positions[vertex(b_, first + (k + turn) % 3)];
      for (int i = 0; i < 3; ++i)
        if (!report_.same(p[i], q[i])) sum += std::abs(double(p[i]) - double(q[i]));
    }
    return sum;
  }

  /// For each corner of `a` the one of `b` to compare it with: compression may turn a triangle to begin
  /// elsewhere, and round its numbers as well.
  std::vector<std::size_t> turned_corners() const {
    if (a_.topology != Topology::triangles || b_.topology != Topology::triangles) return {};
    std::vector<std::size_t> turned(corners(a_));
    for (std::size_t first = 0; first + 2 < turned.size(); first += 3) {
      std::size_t turn = 0;
      for (const std::size_t other : {1, 2})
        if (apart(first, other) < apart(first, turn)) turn = other;
      for (std::size_t k = 0; k < 3; ++k) turned[first + k] = first + (k + turn) % 3;
    }
    return turned;
  }

  Report& report_;
  const Primitive& a_;
  const Primitive& b_;
  std::vector<std::size_t> turned_;
};

void compare_custom(Report& report, CornerComparison& each, const std::string& where, const Primitive& a,
                    const Primitive& b) {
  report.count(where, a.custom.size(), b.custom.size());
  for (std::size_t i = 0; i < std::min(a.custom.size(), b.custom.size()); ++i) {
    report.text(fmt::format("{}[{}].name", where, i), a.custom[i].name, b.custom[i].name);
    each.compare(fmt::format("{}[{}]", where, a.custom[i].name), a.custom[i].values, b.custom[i].values, 1,
                 [](const std::vector<float>& values, std::size_t row, int /*k*/) { return values[row]; });
  }
}

std::string_view material_name(const Scene& scene, const Primitive& p) {
  return p.material ? std::string_view(scene.materials[*p.material].name) : "none";
}

void compare_primitives(Report& report, const std::string& where, const ShownMesh& shown_a,
                        const Primitive& a, const ShownMesh& shown_b, const Primitive& b) {
  report.text(where + ".topology", to_text(a.topology), to_text(b.topology));
  report.text(where + ".material", material_name(shown_a.scene, a), material_name(shown_b.scene, b));
  compare_extras(report, where + ".extras", a.extras, b.extras);
  report.count(where + ".vertices", a.positions.size(), b.positions.size());
  report.count(where + ".corners", corners(a), corners(b));
  if (corners(a) != corners(b)) return;
  CornerComparison each(report, a, b);
  each.compare_vectors(where + ".positions", a.positions, b.positions);
  each.compare_vectors(where + ".normals", a.normals, b.normals);
  each.compare_vectors(where + ".tangents", a.tangents, b.tangents);
  for (std::size_t i = 0; i < a.uvs.size(); ++i)
    each.compare_vectors(fmt::format("{}.uvs[{}]", where, i), a.uvs[i], b.uvs[i]);
  each.compare_vectors(where + ".colours", a.colours, b.colours);
  each.compare_vectors(where + ".weights", a.weights, b.weights, kWeightNoise);
  each.compare_joints(where + ".joints", shown_a, shown_b);
  compare_custom(report, each, where + ".custom", a, b);
}

}  // namespace

void compare_meshes(Report& report, const std::string& where, const ShownMesh& a, const ShownMesh& b) {
  const auto& in_a = a.mesh.primitives;
  const auto& in_b = b.mesh.primitives;
  report.count(where + ".primitives", in_a.size(), in_b.size());
  for (std::size_t i = 0; i < std::min(in_a.size(), in_b.size()); ++i)
    compare_primitives(report, fmt::format("{}.primitives[{}]", where, i), a, in_a[i], b, in_b[i]);
  compare_extras(report, where + ".extras", a.mesh.extras, b.mesh.extras);
}

}  // namespace mw::scene
