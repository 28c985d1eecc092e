#include <meshwright/scene/detail/role_names.h>
#include <meshwright/scene/diff.h>

#include <array>
#include <map>
#include <set>
#include <span>
#include <unordered_map>

#include "extras.h"
#include "mesh.h"
#include "nodes.h"
#include "report.h"

namespace mw::scene {
namespace {

std::string_view to_text(Role role) {
  return role_name(role);
}

std::string_view to_text(Alpha alpha) {
  constexpr std::array<std::string_view, 3> kNames = {"opaque", "mask", "blend"};
  return kNames[std::size_t(alpha)];
}

std::string_view to_text(LightKind kind) {
  constexpr std::array<std::string_view, 3> kNames = {"point", "directional", "spot"};
  return kNames[std::size_t(kind)];
}

std::string_view to_text(Target target) {
  constexpr std::array<std::string_view, 4> kNames = {"translation", "rotation", "scale", "custom"};
  return kNames[std::size_t(target)];
}

std::string_view to_text(Interpolation interpolation) {
  constexpr std::array<std::string_view, 3> kNames = {"step", "linear", "cubic"};
  return kNames[std::size_t(interpolation)];
}

std::string textures(const Material& material) {
  std::string text;
  for (const Texture& texture : material.textures) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", texture.role, texture.name);
    if (texture.uv != 0) text += fmt::format(" (uv {})", texture.uv);
  }
  return text;
}

class SceneComparison {
 public:
  SceneComparison(const Scene& a, const Scene& b, const DiffOptions& options)
      : a_(a), b_(b), match_(a, b), report_(options) {}

  Comparison run() {
    report_.text("name", a_.name, b_.name);
    compare_extras(report_, "extras", a_.extras, b_.extras);
    compare_nodes();
    compare_by_name(materials_, a_.materials, b_.materials, textures,
                    [this](const std::string& where, const Material& a, const Material& b) {
                      compare_material(where, a, b);
                    });
    compare_by_name(
        animations_, a_.animations, b_.animations, [](const Animation&) { return std::string(); },
        [this](const std::string& where, const Animation& a, const Animation& b) {
          compare_animation(where, a, b);
        });
    return {report_.take(), {nodes_, meshes_, materials_, animations_}};
  }

 private:
  /// Counts a pair as changed if `compare` reports a difference.
  void tally(Changes& changes, const auto& compare) {
    const std::size_t before = report_.size();
    compare();
    ++(report_.size() > before ? changes.changed : changes.same);
  }

  void compare_nodes() {
    for (const Index node : match_.tree_a.order()) {
      const Index other = match_.to_b[node];
      const std::string where = fmt::format("nodes[{}]", match_.tree_a.label(node));
      if (other != kNone) {
        tally(nodes_, [&] { compare_node(where, node, other); });
        continue;
      }
      ++nodes_.removed;
      if (a_.nodes[node].mesh) ++meshes_.removed;
      report_.add_one_sided(where, true);
    }
    for (const Index node : match_.tree_b.order()) {
      if (match_.to_a[node] != kNone) continue;
      ++nodes_.added;
      if (b_.nodes[node].mesh) ++meshes_.added;
      report_.add_one_sided(fmt::format("nodes[{}]", match_.tree_b.label(node)), false);
    }
  }

  std::string parent_name(const NodeTree& tree, const Scene& scene, Index node) const {
    const Index parent = tree.parent(node);
    return parent == kNone ? "none" : scene.nodes[parent].name;
  }

  void compare_node(const std::string& where, Index in_a, Index in_b) {
    const Node& a = a_.nodes[in_a];
    const Node& b = b_.nodes[in_b];
    const Index parent_b = match_.tree_b.parent(in_b);
    if (match_.tree_a.parent(in_a) != (parent_b == kNone ? kNone : match_.to_a[parent_b]))
      report_.add(where + ".parent", parent_name(match_.tree_a, a_, in_a),
                  parent_name(match_.tree_b, b_, in_b));
    report_.vector(where + ".translation", a.transform.translation, b.transform.translation);
    report_.vector(where + ".scale", a.transform.scale, b.transform.scale);
    compare_rotation(where + ".rotation", a.transform.rotation, b.transform.rotation);
    report_.text(where + ".role", to_text(a.role), to_text(b.role));
    if (a.lod != b.lod) report_.add(where + ".lod", std::to_string(a.lod), std::to_string(b.lod));
    compare_skins(where + ".skin", a, b);
    compare_mesh_of(where + ".mesh", a, b);
    report_.truth(where + ".light", a.light.has_value(), b.light.has_value());
    if (a.light && b.light) compare_light(where + ".light", a_.lights[*a.light], b_.lights[*b.light]);
    compare_extras(report_, where + ".extras", a.extras, b.extras);
  }

  void compare_rotation(const std::string& where, const Quat& a, const Quat& b) {
    report_.vector(where, Vec4(a.x, a.y, a.z, a.w), Vec4(b.x, b.y, b.z, b.w));
  }

  /// A mesh that several nodes show is compared once for each partner.
  void compare_mesh_of(const std::string& where, const Node& a, const Node& b) {
    report_.truth(where, a.mesh.has_value(), b.mesh.has_value());
    if (a.mesh && !b.mesh) ++meshes_.removed;
    if (!a.mesh && b.mesh) ++meshes_.added;
    if (!a.mesh || !b.mesh || !compared_.emplace(*a.mesh, *b.mesh).second) return;
    tally(meshes_, [&] {
      compare_meshes(report_, where, {a_, a_.meshes[*a.mesh], joints_of(a)},
                     {b_, b_.meshes[*b.mesh], joints_of_b(b)});
    });
  }

  std::span<const Index> joints_of(const Node& node) const {
    return node.skin ? std::span<const Index>(a_.skins[*node.skin].joints) : std::span<const Index>();
  }

  /// In the numbers of the first scene.
  std::span<const Index> joints_of_b(const Node& node) {
    if (!node.skin) return {};
    const auto [known, added] = joints_in_a_.try_emplace(*node.skin);
    if (added)
      for (const Index joint : b_.skins[*node.skin].joints) known->second.push_back(match_.to_a[joint]);
    return known->second;
  }

  /// A skin that several nodes have is compared once for each partner.
  void compare_skins(const std::string& where, const Node& in_a, const Node& in_b) {
    report_.truth(where, in_a.skin.has_value(), in_b.skin.has_value());
    if (!in_a.skin || !in_b.skin || !compared_skins_.emplace(*in_a.skin, *in_b.skin).second) return;
    const Skin& a = a_.skins[*in_a.skin];
    const Skin& b = b_.skins[*in_b.skin];
    report_.text(where + ".name", a.name, b.name);
    report_.count(where + ".joints", a.joints.size(), b.joints.size());
    report_.text(where + ".root", a.root ? match_.tree_a.label(*a.root) : "none",
                 b.root ? match_.tree_b.label(*b.root) : "none");
    std::unordered_map<Index, std::size_t> joint_in_b;
    for (std::size_t k = 0; k < b.joints.size(); ++k) joint_in_b.emplace(match_.to_a[b.joints[k]], k);
    for (std::size_t k = 0; k < a.joints.size(); ++k) {
      const std::string joint = fmt::format("{}.joints[{}]", where, a_.nodes[a.joints[k]].name);
      const auto other = joint_in_b.find(a.joints[k]);
      if (other == joint_in_b.end())
        report_.add_one_sided(joint, true);
      else
        report_.vector(joint + ".inverse_bind", a.inverse_binds[k], b.inverse_binds[other->second]);
    }
    compare_extras(report_, where + ".extras", a.extras, b.extras);
  }

  void compare_light(const std::string& where, const Light& a, const Light& b) {
    report_.text(where + ".name", a.name, b.name);
    report_.text(where + ".kind", to_text(a.kind), to_text(b.kind));
    report_.vector(where + ".colour", a.colour, b.colour);
    report_.number(where + ".intensity", a.intensity, b.intensity);
    report_.truth(where + ".range", a.range.has_value(), b.range.has_value());
    if (a.range && b.range) report_.number(where + ".range", *a.range, *b.range);
    report_.number(where + ".inner_cone", a.inner_cone, b.inner_cone);
    report_.number(where + ".outer_cone", a.outer_cone, b.outer_cone);
    compare_extras(report_, where + ".extras", a.extras, b.extras);
  }

  void compare_material(const std::string& where, const Material& a, const Material& b) {
    report_.vector(where + ".base_color", a.base_color, b.base_color);
    report_.vector(where + ".emissive", a.emissive, b.emissive);
    report_.number(where + ".metallic", a.metallic, b.metallic);
    report_.number(where + ".roughness", a.roughness, b.roughness);
    report_.text(where + ".alpha", to_text(a.alpha), to_text(b.alpha));
    report_.number(where + ".alpha_cutoff", a.alpha_cutoff, b.alpha_cutoff);
    report_.truth(where + ".two_sided", a.two_sided, b.two_sided);
    report_.text(where + ".textures", textures(a), textures(b));
    compare_extras(report_, where + ".extras", a.extras, b.extras);
  }

  /// Pairs things of one name that are alike in `likeness`, then the rest by name, both in their order. Not
  /// by their place: glTF stores animations that move nothing separately, so the order of all may change.
  template <class T>
  static std::vector<Index> pair_by_name(const std::vector<T>& in_a, const std::vector<T>& in_b,
                                         const auto& likeness) {
    std::vector<Index> partners(in_a.size(), kNone);
    std::vector<bool> used(in_b.size());
    const auto pair = [&](const auto& key_of) {
      std::unordered_map<std::string, std::vector<Index>> left;
      for (std::size_t i = in_b.size(); i-- > 0;)
        if (!used[i]) left[key_of(in_b[i])].push_back(Index(i));
      for (std::size_t i = 0; i < in_a.size(); ++i) {
        if (partners[i] != kNone) continue;
        const auto found = left.find(key_of(in_a[i]));
        if (found == left.end() || found->second.empty()) continue;
        partners[i] = found->second.back();
        used[partners[i]] = true;
        found->second.pop_back();
      }
    };
    pair([&](const T& item) { return item.name + '\0' + likeness(item); });
    pair([](const T& item) { return item.name; });
    return partners;
  }

  template <class T>
  void compare_by_name(Changes& changes, const std::vector<T>& in_a, const std::vector<T>& in_b,
                       const auto& likeness, const auto& compare) {
    const std::vector<Index> partners = pair_by_name(in_a, in_b, likeness);
    std::vector<bool> used(in_b.size());
    for (std::size_t i = 0; i < in_a.size(); ++i) {
      const std::string where = label(changes.what, in_a[i].name, i);
      if (partners[i] == kNone) {
        ++changes.removed;
        report_.add_one_sided(where, true);
        continue;
      }
      used[partners[i]] = true;
      tally(changes, [&] { compare(where, in_a[i], in_b[partners[i]]); });
    }
    for (std::size_t i = 0; i < in_b.size(); ++i) {
      if (used[i]) continue;
      ++changes.added;
      report_.add_one_sided(label(changes.what, in_b[i].name, i), false);
    }
  }

  static std::string label(std::string_view what, std::string_view name, std::size_t row) {
    return name.empty() ? fmt::format("{}[{}]", what, row) : fmt::format("{}[{}]", what, name);
  }

  /// What a channel moves, in the numbers of the first scene.
  struct Moved {
    Index node;
    Target target;
    std::string_view name;
    auto operator<=>(const Moved&) const = default;
  };

  std::string label(const Channel& channel, const Scene& scene) const {
    const std::string_view what = channel.target == Target::custom ? channel.name : to_text(channel.target);
    return fmt::format("channels[{}.{}]", scene.nodes[channel.node].name, what);
  }

  void compare_animation(const std::string& where, const Animation& a, const Animation& b) {
    report_.number(where + ".length", a.length, b.length);
    compare_extras(report_, where + ".extras", a.extras, b.extras);
    std::multimap<Moved, const Channel*> in_b;
    for (const Channel& channel : b.channels)
      in_b.emplace(Moved{match_.to_a[channel.node], channel.target, channel.name}, &channel);
    for (const Channel& channel : a.channels) {
      const std::string place = fmt::format("{}.{}", where, label(channel, a_));
      const auto other = in_b.lower_bound({channel.node, channel.target, channel.name});
      if (other == in_b.end() || other->first != Moved{channel.node, channel.target, channel.name}) {
        report_.add(place, fmt::format("{} keys", channel.times.size()), std::string(kMissing));
        continue;
      }
      compare_channel(place, channel, *other->second);
      in_b.erase(other);
    }
    for (const auto& [moved, channel] : in_b)
      report_.add(fmt::format("{}.{}", where, label(*channel, b_)), std::string(kMissing),
                  fmt::format("{} keys", channel->times.size()));
  }

  void compare_channel(const std::string& where, const Channel& a, const Channel& b) {
    report_.text(where + ".interpolation", to_text(a.interpolation), to_text(b.interpolation));
    if (a.times.size() != b.times.size() || a.values.size() != b.values.size())
      return report_.add(where, fmt::format("{} keys", a.times.size()),
                         fmt::format("{} keys", b.times.size()));
    compare_keys(where + ".times", a.times, b.times);
    compare_keys(where + ".values", a.values, b.values);
  }

  void compare_keys(const std::string& where, const std::vector<float>& a, const std::vector<float>& b) {
    std::size_t differing = 0;
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (report_.same(a[i], b[i])) continue;
      ++differing;
      largest = std::max(largest, std::abs(double(a[i]) - double(b[i])));
    }
    if (differing > 0)
      report_.add(where, fmt::format("{} numbers", a.size()),
                  fmt::format("{} differ, by at most {}", differing, float(largest)));
  }

  const Scene& a_;
  const Scene& b_;
  NodeMatch match_;
  Report report_;
  std::set<std::pair<Index, Index>> compared_;
  std::set<std::pair<Index, Index>> compared_skins_;
  std::unordered_map<Index, std::vector<Index>> joints_in_a_;  // of skins of the second scene
  Changes nodes_{.what = "nodes"};
  Changes meshes_{.what = "meshes"};
  Changes materials_{.what = "materials"};
  Changes animations_{.what = "animations"};
};

}  // namespace

Comparison compare(const Scene& a, const Scene& b, const DiffOptions& options) {
  return SceneComparison(a, b, options).run();
}

std::vector<Difference> diff(const Scene& a, const Scene& b, const DiffOptions& options) {
  return compare(a, b, options).differences;
}

}  // namespace mw::scene
