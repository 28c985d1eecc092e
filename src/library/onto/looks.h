#pragma once

#include <meshwright/scene/scene.h>

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mw {

/// Where the triangles of a scene are, for each node those below it together. Two scenes may put one and the
/// same triangles there by places of nodes or by their vertices.
class Looks {
 public:
  explicit Looks(const scene::Scene& scene);

  /// Whether a node of this scene and one of the other show the same triangles in the same places. False for
  /// a name that one of them has not once, and for nodes without triangles.
  bool same(const std::string& name, const Looks& other) const;
  /// The same of all triangles together.
  bool same(const Looks& other) const;
  bool has_triangles(const std::string& name) const;
  /// The only node of that name.
  std::optional<scene::Index> find(const std::string& name) const;
  /// All of that name: a skin and the node where it hangs may share one.
  std::span<const scene::Index> all(const std::string& name) const;

 private:
  /// Of corners: how many there are, their sum, and those of their products.
  struct Sum {
    std::array<double, 10> numbers{};

    void add(const Vec3& corner);
    void add(const Sum& other);
    bool same(const Sum& other) const;
  };

  void add_mesh(const scene::Mesh& mesh, const Mat4& place, Sum& sum) const;

  std::vector<Sum> sums_;  // by node
  Sum all_;
  std::map<std::string, std::vector<scene::Index>, std::less<>> by_name_;  // as changes spell it
};

}  // namespace mw
