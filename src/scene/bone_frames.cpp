#include <meshwright/scene/settle.h>

#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <string_view>
#include <unordered_map>

namespace mw::scene {
namespace {

using Turn = glm::dquat;

const Turn kNoTurn(1, 0, 0, 0);

/// Where the bones of a scene are bound, by their names; where they rest, for nodes that no skin binds.
/// Nothing for a name that several nodes have.
class Bound {
 public:
  explicit Bound(const Scene& scene) : places_(scene.nodes.size()) {
    for (const Skin& skin : scene.skins)
      for (std::size_t i = 0; i < skin.joints.size() && i < skin.inverse_binds.size(); ++i)
        places_[skin.joints[i]] = glm::inverse(glm::dmat4(skin.inverse_binds[i]));
    std::vector<Index> order = scene.roots;  // parents before their children
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Node& node = scene.nodes[order[i]];
      if (!places_[order[i]]) places_[order[i]] = glm::dmat4(to_matrix(node.transform));
      for (const Index child : node.children) {
        if (!places_[child])
          places_[child] = *places_[order[i]] * glm::dmat4(to_matrix(scene.nodes[child].transform));
        order.push_back(child);
      }
    }
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      const auto [known, is_new] = by_name_.try_emplace(scene.nodes[i].name, places_[i]);
      if (!is_new) known->second.reset();
    }
  }

  std::optional<glm::dmat4> find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? std::nullopt : found->second;
  }

 private:
  std::vector<std::optional<glm::dmat4>> places_;  // by node
  std::unordered_map<std::string_view, std::optional<glm::dmat4>> by_name_;
};

/// The rotation in a matrix; nothing where there is a scale too.
std::optional<Turn> turn_in(const glm::dmat4& matrix) {
  constexpr double kNear = 1e-3;  // Blender computes in single precision
  const glm::dmat3 axes(matrix);
  const glm::dmat3 squares = glm::transpose(axes) * axes;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      if (!(std::abs(squares[i][k] - (i == k ? 1 : 0)) <= kNear)) return std::nullopt;
  if (glm::determinant(axes) < 0) return std::nullopt;
  return glm::normalize(glm::quat_cast(axes));
}

bool is_turned(const Turn& turn) {
  constexpr double kLeast = 1e-6;  // of 1 - cosine of half the angle: a sixth of a degree
  return 1 - std::abs(turn.w) > kLeast;
}

class BackTurner {
 public:
  BackTurner(const Scene& original, const Scene& edited)
      : scene_(edited), turns_(edited.nodes.size(), kNoTurn), above_(edited.nodes.size(), kNoTurn) {
    const Bound bound(original);
    for (const Skin& skin : edited.skins)
      for (std::size_t i = 0; i < skin.joints.size() && i < skin.inverse_binds.size(); ++i) {
        const Node& bone = edited.nodes[skin.joints[i]];
        const auto before = bound.find(bone.name);
        if (!before || bone.mesh) continue;
        ++bones_;
        const auto turn = turn_in(glm::inverse(glm::dmat4(skin.inverse_binds[i]) * *before));
        if (!turn || !is_turned(*turn)) continue;
        ++turned_;
        turns_[skin.joints[i]] = *turn;
      }
    for (std::size_t i = 0; i < edited.nodes.size(); ++i)
      for (const Index child : edited.nodes[i].children) above_[child] = turns_[i];
  }

  bool most_are_turned() const { return 2 * turned_ > bones_; }

  Scene run() {
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) turn_back(scene_.nodes[i].transform, i);
    for (Skin& skin : scene_.skins)
      for (std::size_t i = 0; i < skin.joints.size() && i < skin.inverse_binds.size(); ++i)
        if (is_turned(turns_[skin.joints[i]]))
          skin.inverse_binds[i] =
              Mat4(glm::mat4_cast(turns_[skin.joints[i]]) * glm::dmat4(skin.inverse_binds[i]));
    for (Animation& animation : scene_.animations)
      for (Channel& channel : animation.channels) turn_back(channel);
    return std::move(scene_);
  }

 private:
  Vec3 placed(const Vec3& place, std::size_t node) const {
    return is_turned(above_[node]) ? Vec3(above_[node] * glm::dvec3(place)) : place;
  }

  Quat turned(const Quat& rotation, std::size_t node) const {
    if (!is_turned(above_[node]) && !is_turned(turns_[node])) return rotation;
    return Quat(above_[node] * Turn(rotation) * glm::conjugate(turns_[node]));
  }

  void turn_back(Transform& transform, std::size_t node) const {
    transform.translation = placed(transform.translation, node);
    transform.rotation = turned(transform.rotation, node);
  }

  /// Handles of keys are turned as keys are.
  void turn_back(Channel& channel) const {
    const std::span<float> values(channel.values);
    if (channel.target == Target::translation && channel.components == 3)
      for (std::size_t i = 0; i + 3 <= values.size(); i += 3) {
        const Vec3 place = placed({values[i], values[i + 1], values[i + 2]}, channel.node);
        for (int k = 0; k < 3; ++k) values[i + std::size_t(k)] = place[k];
      }
    if (channel.target == Target::rotation && channel.components == 4)
      for (std::size_t i = 0; i + 4 <= values.size(); i += 4) {
        const Quat now = turned({values[i + 3], values[i], values[i + 1], values[i + 2]}, channel.node);
        values[i] = now.x;
        values[i + 1] = now.y;
        values[i + 2] = now.z;
        values[i + 3] = now.w;
      }
  }

  Scene scene_;
  std::vector<Turn> turns_;  // by node: from its frame as it was to that of the edited scene
  std::vector<Turn> above_;  // the same of its parent
  std::size_t bones_ = 0;
  std::size_t turned_ = 0;
};

}  // namespace

std::optional<Scene> with_bones_turned_back(const Scene& original, const Scene& edited) {
  if (original.skins.empty() || edited.skins.empty()) return std::nullopt;
  BackTurner turner(original, edited);
  if (!turner.most_are_turned()) return std::nullopt;
  return turner.run();
}

}  // namespace mw::scene
