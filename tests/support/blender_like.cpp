#include "blender_like.h"
#include "support/losses.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <map>
#include <random>
#include <set>
#include <string>

namespace mw::test {
namespace {

using scene::Index;

template <class T>
void by_corner(std::vector<T>& rows, const std::vector<Index>& corners) {
  if (rows.empty()) return;
  std::vector<T> out;
  for (const Index corner : corners) out.push_back(rows[corner]);
  rows = std::move(out);
}

class Blender {
 public:
  explicit Blender(scene::Scene scene) : scene_(std::move(scene)) {}

  scene::Scene run() {
    scene_.name = "Scene";
    scene_.losses.clear();
    merge_skins();
    for (scene::Mesh& mesh : scene_.meshes) treat(mesh);
    for (scene::Node& node : scene_.nodes) treat(node);
    for (scene::Animation& animation : scene_.animations) treat(animation);
    reverse_materials();
    reverse_nodes();
    return std::move(scene_);
  }

 private:
  float noise(float most) { return std::uniform_real_distribution(-most, most)(random_); }

  void treat(scene::Mesh& mesh) {
    std::erase_if(mesh.primitives, [](const scene::Primitive& p) {
      return p.topology != scene::Topology::triangles || p.positions.empty();
    });
    for (scene::Primitive& p : mesh.primitives) treat(p);
  }

  /// Triangles with a corner twice and copies of others go; every corner gets a vertex, from the last on.
  void treat(scene::Primitive& p) {
    std::vector<Index> corners;
    std::set<std::array<Index, 3>> seen;
    const std::size_t count = (p.indices.empty() ? p.positions.size() : p.indices.size()) / 3;
    for (std::size_t t = 0; t < count; ++t) {
      std::array<Index, 3> triangle{};
      for (std::size_t k = 0; k < 3; ++k)
        triangle[k] = p.indices.empty() ? Index(t * 3 + k) : p.indices[t * 3 + k];
      std::array<Index, 3> sorted = triangle;
      std::ranges::sort(sorted);
      if (sorted[0] == sorted[1] || sorted[1] == sorted[2] || !seen.insert(sorted).second) continue;
      corners.insert(corners.end(), triangle.begin(), triangle.end());
    }
    std::vector<Index> order(corners.rbegin(), corners.rend());
    by_corner(p.positions, order);
    by_corner(p.normals, order);
    for (auto& uvs : p.uvs) by_corner(uvs, order);
    by_corner(p.colours, order);
    by_corner(p.joints, order);
    by_corner(p.weights, order);
    p.tangents.clear();
    p.custom.clear();
    p.extras.clear();
    p.indices.resize(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) p.indices[i] = Index(corners.size() - 1 - i);
    for (Vec3& normal : p.normals) {
      normal += Vec3(noise(0.005F), noise(0.005F), noise(0.005F));
      if (glm::length(normal) > 0) normal = glm::normalize(normal);
    }
    std::size_t next = 0;  // sets without gaps
    for (std::size_t set = 0; set < p.uvs.size(); ++set)
      if (!p.uvs[set].empty()) std::swap(p.uvs[next++], p.uvs[set]);
  }

  void treat(scene::Node& node) {
    if (node.mesh && scene_.meshes[*node.mesh].primitives.empty()) node.mesh.reset();
    if (!node.mesh) node.skin.reset();
    for (JsonMember& member : node.extras) as_text(member.second);
    if (node.skin) return;
    for (int k = 0; k < 4; ++k) node.transform.rotation[k] += noise(1e-6F);
    node.transform.rotation = glm::normalize(node.transform.rotation);
  }

  static void as_text(JsonValue& value) {
    if (const auto* number = value.get_if<std::uint64_t>(); number != nullptr && *number > 0x7FFFFFFF)
      value = std::to_string(*number);
    if (auto* list = value.get_if<JsonArray>())
      for (JsonValue& item : *list) as_text(item);
    if (auto* object = value.get_if<JsonObject>())
      for (JsonMember& member : *object) as_text(member.second);
  }

  void treat(scene::Animation& animation) {
    animation.extras.clear();
    std::erase_if(animation.channels,
                  [](const scene::Channel& channel) { return channel.target == scene::Target::custom; });
    float last = 0;
    for (scene::Channel& channel : animation.channels) {
      for (float& value : channel.values) value += noise(1e-6F) * std::max(1.0F, std::abs(value));
      last = std::max(last, channel.times.back());
    }
    animation.length = last;
  }

  /// Into the pose in which the bones are.
  static void bend(scene::Primitive& p, const scene::Skin& skin, const std::vector<Mat4>& places) {
    for (std::size_t i = 0; i < p.positions.size() && i < p.joints.size(); ++i) {
      Mat4 sum(0);
      float whole = 0;
      for (int k = 0; k < 4; ++k) {
        const std::size_t joint = p.joints[i][k];
        sum += p.weights[i][k] * places[skin.joints[joint]] * skin.inverse_binds[joint];
        whole += p.weights[i][k];
      }
      if (!(whole > 0)) continue;
      p.positions[i] = Vec3(sum / whole * Vec4(p.positions[i], 1));
      if (i < p.normals.size()) p.normals[i] = glm::normalize(glm::mat3(sum / whole) * p.normals[i]);
    }
  }

  void merge_skins() {
    if (scene_.skins.empty()) return;
    const std::vector<Mat4> places = world_matrices(scene_);
    std::set<Index> bent;
    for (const scene::Node& node : scene_.nodes)
      if (node.skin && node.mesh && bent.insert(*node.mesh).second)
        for (scene::Primitive& p : scene_.meshes[*node.mesh].primitives)
          bend(p, scene_.skins[*node.skin], places);
    scene::Skin one;
    std::map<Index, std::uint16_t> numbers;
    for (const scene::Skin& skin : scene_.skins)
      for (const Index joint : skin.joints)
        if (numbers.emplace(joint, std::uint16_t(one.joints.size())).second) {
          one.joints.push_back(joint);
          one.inverse_binds.push_back(glm::inverse(places[joint]));
        }
    for (const scene::Node& node : scene_.nodes) {
      if (!node.skin || !node.mesh) continue;
      for (scene::Primitive& p : scene_.meshes[*node.mesh].primitives)
        for (scene::U16Vec4& joints : p.joints)
          for (int k = 0; k < 4; ++k) joints[k] = numbers[scene_.skins[*node.skin].joints[joints[k]]];
    }
    for (scene::Node& node : scene_.nodes)
      if (node.skin) node.skin = 0;
    scene_.skins = {std::move(one)};
  }

  void reverse_materials() {
    const auto count = Index(scene_.materials.size());
    std::ranges::reverse(scene_.materials);
    for (scene::Mesh& mesh : scene_.meshes)
      for (scene::Primitive& p : mesh.primitives)
        if (p.material) p.material = count - 1 - *p.material;
  }

  void reverse_nodes() {
    const auto count = Index(scene_.nodes.size());
    const auto turn = [&](Index& node) { node = count - 1 - node; };
    std::ranges::reverse(scene_.nodes);
    for (scene::Node& node : scene_.nodes) std::ranges::for_each(node.children, turn);
    std::ranges::for_each(scene_.roots, turn);
    std::ranges::reverse(scene_.roots);
    for (scene::Skin& skin : scene_.skins) std::ranges::for_each(skin.joints, turn);
    for (scene::Animation& animation : scene_.animations)
      for (scene::Channel& channel : animation.channels) turn(channel.node);
  }

  scene::Scene scene_;
  std::minstd_rand random_{1};
};

}  // namespace

scene::Scene blender_like(scene::Scene scene) {
  return Blender(std::move(scene)).run();
}

}  // namespace mw::test
