#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/scene/diff.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

namespace mw::scene {
namespace {

/// Path of names of every node; the second of two equal ones gets a number.
std::map<std::string, Index> paths(const Scene& scene) {
  std::map<std::string, Index> paths;
  std::vector<std::pair<Index, std::string>> pending;
  for (auto root = scene.roots.rbegin(); root != scene.roots.rend(); ++root) pending.emplace_back(*root, "");
  while (!pending.empty()) {
    const auto [index, above] = pending.back();
    pending.pop_back();
    const Node& node = scene.nodes[index];
    const std::string path = above.empty() ? node.name : above + "/" + node.name;
    std::string unique = path;
    for (int n = 2; !paths.try_emplace(unique, index).second; ++n) unique = fmt::format("{}#{}", path, n);
    for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
      pending.emplace_back(*child, unique);
  }
  return paths;
}

std::string to_text(const Extras& extras) {
  JsonWriter json(JsonWriter::Style::compact);
  json.value(JsonValue(extras));
  return json.take();
}

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;  // NOLINT(bugprone-suspicious-memory-comparison)
}

std::string yes_no(bool value) {
  return value ? "yes" : "no";
}

class Comparison {
 public:
  Comparison(const Scene& a, const Scene& b) : a_(a), b_(b) {}

  std::vector<Difference> run() {
    compare_counts();
    compare_nodes();
    compare_materials();
    compare_animations();
    return std::move(found_);
  }

 private:
  void add(std::string where, std::string a, std::string b) {
    found_.push_back({std::move(where), std::move(a), std::move(b)});
  }

  void compare_count(std::string_view name, std::size_t a, std::size_t b) {
    if (a != b) add(fmt::format("{}.count", name), std::to_string(a), std::to_string(b));
  }

  void compare_text(const std::string& where, const std::string& a, const std::string& b) {
    if (a != b) add(where, a, b);
  }

  void compare_counts() {
    compare_count("nodes", a_.nodes.size(), b_.nodes.size());
    compare_count("meshes", a_.meshes.size(), b_.meshes.size());
    compare_count("materials", a_.materials.size(), b_.materials.size());
    compare_count("skins", a_.skins.size(), b_.skins.size());
    compare_count("animations", a_.animations.size(), b_.animations.size());
    compare_count("lights", a_.lights.size(), b_.lights.size());
  }

  void compare_nodes() {
    const auto in_a = paths(a_);
    const auto in_b = paths(b_);
    for (const auto& [path, index] : in_a) {
      const auto other = in_b.find(path);
      if (other == in_b.end())
        add(fmt::format("nodes[{}]", path), "present", "missing");
      else
        compare_node(fmt::format("nodes[{}]", path), a_.nodes[index], b_.nodes[other->second]);
    }
    for (const auto& [path, index] : in_b)
      if (!in_a.contains(path)) add(fmt::format("nodes[{}]", path), "missing", "present");
  }

  void compare_node(const std::string& where, const Node& a, const Node& b) {
    const auto differ = [&](const Vec3& x, const Vec3& y, std::string_view name) {
      if (x != y)
        add(fmt::format("{}.{}", where, name), fmt::format("{}, {}, {}", x.x, x.y, x.z),
            fmt::format("{}, {}, {}", y.x, y.y, y.z));
    };
    differ(a.transform.translation, b.transform.translation, "translation");
    differ(a.transform.scale, b.transform.scale, "scale");
    const Quat& p = a.transform.rotation;
    const Quat& q = b.transform.rotation;
    if (p != q)
      add(where + ".rotation", fmt::format("{}, {}, {}, {}", p.x, p.y, p.z, p.w),
          fmt::format("{}, {}, {}, {}", q.x, q.y, q.z, q.w));
    if (a.mesh.has_value() != b.mesh.has_value())
      add(where + ".mesh", yes_no(a.mesh.has_value()), yes_no(b.mesh.has_value()));
    else if (a.mesh)
      compare_mesh(where + ".mesh", a_.meshes[*a.mesh], b_.meshes[*b.mesh]);
    if (a.skin.has_value() != b.skin.has_value())
      add(where + ".skin", yes_no(a.skin.has_value()), yes_no(b.skin.has_value()));
    compare_text(where + ".extras", to_text(a.extras), to_text(b.extras));
  }

  void compare_mesh(const std::string& where, const Mesh& a, const Mesh& b) {
    compare_count(where + ".primitives", a.primitives.size(), b.primitives.size());
    for (std::size_t i = 0; i < std::min(a.primitives.size(), b.primitives.size()); ++i)
      compare_primitive(fmt::format("{}.primitives[{}]", where, i), a.primitives[i], b.primitives[i]);
  }

  static std::size_t corners(const Primitive& p) {
    return p.indices.empty() ? p.positions.size() : p.indices.size();
  }

  void compare_primitive(const std::string& where, const Primitive& a, const Primitive& b) {
    compare_count(where + ".vertices", a.positions.size(), b.positions.size());
    compare_count(where + ".corners", corners(a), corners(b));
    if (corners(a) != corners(b)) return;
    // Corner by corner, so that vertices joined or split on the way do not count as moved.
    turned_ = turned_corners(a, b);
    compare_values(where + ".positions", a, b, a.positions, b.positions);
    compare_values(where + ".normals", a, b, a.normals, b.normals);
    compare_values(where + ".tangents", a, b, a.tangents, b.tangents);
    for (std::size_t i = 0; i < a.uvs.size(); ++i)
      compare_values(fmt::format("{}.uvs[{}]", where, i), a, b, a.uvs[i], b.uvs[i]);
    compare_values(where + ".colours", a, b, a.colours, b.colours);
    compare_values(where + ".weights", a, b, a.weights, b.weights);
    compare_count(where + ".joints", a.joints.size(), b.joints.size());
    const auto name = [](const Scene& scene, const Primitive& p) {
      return p.material ? scene.materials[*p.material].name : std::string();
    };
    compare_text(where + ".material", name(a_, a), name(b_, b));
  }

  /// For each corner of `a` the one of `b` to compare it with: compression may turn a triangle to begin
  /// elsewhere.
  static std::vector<std::size_t> turned_corners(const Primitive& a, const Primitive& b) {
    if (a.topology != Topology::triangles || b.topology != Topology::triangles) return {};
    const auto position = [](const Primitive& p, std::size_t corner) {
      return p.positions[p.indices.empty() ? corner : p.indices[corner]];
    };
    std::vector<std::size_t> turned(corners(a));
    for (std::size_t first = 0; first < turned.size(); first += 3) {
      std::size_t turn = 0;
      const auto matches = [&](std::size_t by) {
        for (std::size_t k = 0; k < 3; ++k)
          if (!same_bits(position(a, first + k), position(b, first + (k + by) % 3))) return false;
        return true;
      };
      for (std::size_t by = 0; by < 3; ++by) {
        if (!matches(by)) continue;
        turn = by;
        break;
      }
      for (std::size_t k = 0; k < 3; ++k) turned[first + k] = first + (k + turn) % 3;
    }
    return turned;
  }

  template <class T>
  void compare_values(const std::string& where, const Primitive& a, const Primitive& b,
                      const std::vector<T>& in_a, const std::vector<T>& in_b) {
    if (in_a.empty() != in_b.empty())
      return add(where, in_a.empty() ? "none" : "present", in_b.empty() ? "none" : "present");
    if (in_a.empty()) return;
    float largest = 0;
    std::size_t differing = 0;
    const auto at = [](const Primitive& p, const std::vector<T>& values, std::size_t corner) {
      return values[p.indices.empty() ? corner : p.indices[corner]];
    };
    for (std::size_t i = 0; i < corners(a); ++i) {
      const T x = at(a, in_a, i);
      const T y = at(b, in_b, turned_.empty() ? i : turned_[i]);
      if (same_bits(x, y) || x == y) continue;
      ++differing;
      for (int k = 0; k < T::length(); ++k) largest = std::max(largest, std::abs(x[k] - y[k]));
    }
    if (differing > 0)
      add(where, fmt::format("{} corners", corners(a)),
          fmt::format("{} differ, by at most {}", differing, largest));
  }

  void compare_materials() {
    for (std::size_t i = 0; i < std::min(a_.materials.size(), b_.materials.size()); ++i) {
      const Material& a = a_.materials[i];
      const Material& b = b_.materials[i];
      const std::string where = fmt::format("materials[{}]", i);
      compare_text(where + ".name", a.name, b.name);
      if (a.base_color != b.base_color) add(where + ".base_color", "one", "another");
      if (a.two_sided != b.two_sided) add(where + ".two_sided", yes_no(a.two_sided), yes_no(b.two_sided));
      compare_text(where + ".textures", textures(a), textures(b));
    }
  }

  static std::string textures(const Material& material) {
    std::string text;
    for (const Texture& texture : material.textures)
      text += fmt::format("{}{}={}", text.empty() ? "" : ", ", texture.role, texture.name);
    return text;
  }

  /// By name: glTF keeps animations that move nothing apart, so that their order may change.
  void compare_animations() {
    std::multimap<std::string, const Animation*> in_b;
    for (const Animation& animation : b_.animations) in_b.emplace(animation.name, &animation);
    for (std::size_t i = 0; i < a_.animations.size(); ++i) {
      const Animation& animation = a_.animations[i];
      const auto other = in_b.lower_bound(animation.name);
      if (other == in_b.end() || other->first != animation.name) {
        add(fmt::format("animations[{}]", animation.name), "present", "missing");
        continue;
      }
      compare_animation(fmt::format("animations[{}]", animation.name), animation, *other->second);
      in_b.erase(other);
    }
    for (const auto& [name, animation] : in_b) add(fmt::format("animations[{}]", name), "missing", "present");
  }

  void compare_animation(const std::string& where, const Animation& a, const Animation& b) {
    if (a.length != b.length) add(where + ".length", fmt::to_string(a.length), fmt::to_string(b.length));
    compare_count(where + ".channels", a.channels.size(), b.channels.size());
    for (std::size_t k = 0; k < std::min(a.channels.size(), b.channels.size()); ++k)
      if (a.channels[k].times != b.channels[k].times || a.channels[k].values != b.channels[k].values)
        add(fmt::format("{}.channels[{}]", where, k), fmt::format("{} keys", a.channels[k].times.size()),
            fmt::format("{} keys, with other values", b.channels[k].times.size()));
  }

  const Scene& a_;
  const Scene& b_;
  std::vector<std::size_t> turned_;
  std::vector<Difference> found_;
};

}  // namespace

std::vector<Difference> diff(const Scene& a, const Scene& b) {
  return Comparison(a, b).run();
}

}  // namespace mw::scene
