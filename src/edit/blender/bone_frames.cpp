#include <meshwright/edit/detail/blender.h>
#include <meshwright/scene/detail/tree.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "bone_tips.h"
#include "keys.h"

namespace mw::edit {
namespace {

using Turn = glm::dquat;

const Turn kNoTurn(1, 0, 0, 0);

/// The places of a scene's bones in Blender, by their names: each relative to its parent by their inverse
/// binds, or by its rest if one of the two has none. Nothing for a name of several nodes.
class Bound {
 public:
  explicit Bound(const Scene& scene) : binds_(scene.nodes.size()), places_(scene.nodes.size()) {
    const std::vector<Index> parents = parents_in(scene);
    for (const Skin& skin : scene.skins) take(skin, parents);
    for (const Skin& skin : scene.skins)
      for (std::size_t i = 0; i < skin.joints.size() && i < skin.inverse_binds.size(); ++i)
        own_.emplace(scene.nodes[skin.joints[i]].name, skin.inverse_binds[i]);
    for (const Index node : nodes_in_order(scene)) {
      const Index parent = parents[node];
      const bool has_parent = parent != kNoParent;
      const bool bound = has_parent && binds_[parent] && binds_[node];
      const glm::dmat4 own = bound ? *binds_[parent] * glm::inverse(*binds_[node])
                                   : glm::dmat4(to_matrix(scene.nodes[node].transform));
      places_[node] = has_parent ? places_[parent] * own : own;
    }
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      const auto [known, is_new] = by_name_.try_emplace(scene.nodes[i].name, places_[i]);
      if (!is_new) known->second.reset();
    }
  }

  /// Whether a bone of that name has this inverse bind, so it was not bound again.
  bool has(std::string_view name, const Mat4& bind) const {
    constexpr float kNear = 1e-4F;
    int tries = 64;  // as many skins as this share a bone in no real model
    const auto is_near = [&](const Mat4& other) {
      for (int k = 0; k < 4; ++k)
        if (!(glm::distance(other[k], bind[k]) <= kNear)) return false;
      return true;
    };
    const auto [begin, end] = own_.equal_range(name);
    for (auto entry = begin; entry != end && tries-- > 0; ++entry)
      if (is_near(entry->second)) return true;
    return false;
  }

  std::optional<glm::dmat4> find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? std::nullopt : found->second;
  }

 private:
  /// The nodes above the bones of a skin count as bound at the origin of its measurements.
  void take(const Skin& skin, const std::vector<Index>& parents) {
    if (skin.root) {
      const bool is_bone = std::ranges::find(skin.joints, *skin.root) != skin.joints.end();
      const Index above = is_bone ? parents[*skin.root] : *skin.root;
      if (above != kNoParent && !binds_[above]) binds_[above] = glm::dmat4(1);
    }
    for (std::size_t i = 0; i < skin.joints.size() && i < skin.inverse_binds.size(); ++i)
      binds_[skin.joints[i]] = glm::dmat4(skin.inverse_binds[i]);
  }

  std::vector<std::optional<glm::dmat4>> binds_;  // by node
  std::vector<glm::dmat4> places_;                // by node
  std::unordered_map<std::string_view, std::optional<glm::dmat4>> by_name_;
  std::unordered_multimap<std::string_view, Mat4> own_;  // inverse binds by the names of bones
};

/// The rotation in a matrix; nothing if it has a scale too.
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

/// The turn without the errors of single precision, if it maps axes to axes. Those of Blender's usual import
/// do; those made by hand hardly ever.
std::optional<Turn> as_quarters(const Turn& turn) {
  glm::dmat3 axes = glm::mat3_cast(turn);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      const double whole = std::round(axes[i][k]);
      if (std::abs(axes[i][k] - whole) > 1e-3) return std::nullopt;
      axes[i][k] = whole;
    }
  return glm::normalize(glm::quat_cast(axes));
}

/// By node of the edited scene the edit of the node above its bones: an armature that is moved or turned
/// takes them along, and none of them is turned in place.
std::vector<glm::dmat4> moves_of_armatures(const Scene& edited, const Bound& bound) {
  std::vector<bool> is_bone(edited.nodes.size());  // or below one
  for (const Skin& skin : edited.skins)
    for (const Index joint : skin.joints) is_bone[joint] = true;
  const std::vector<Index> parents = parents_in(edited);
  const std::vector<Mat4> places = world_matrices(edited);
  std::vector<glm::dmat4> moves(edited.nodes.size(), glm::dmat4(1));
  for (const Index node : nodes_in_order(edited)) {
    const Index parent = parents[node];
    if (parent != kNoParent) {
      is_bone[node] = is_bone[node] || is_bone[parent];
      moves[node] = moves[parent];
    }
    const auto before = is_bone[node] ? std::nullopt : bound.find(edited.nodes[node].name);
    if (before) moves[node] = glm::dmat4(places[node]) * glm::inverse(*before);
  }
  return moves;
}

class BackTurner {
 public:
  BackTurner(const Scene& original, const Scene& edited)
      : edited_(edited), turns_(edited.nodes.size(), kNoTurn), above_(edited.nodes.size(), kNoTurn) {
    const Bound bound(original);
    const std::vector<glm::dmat4> moves = moves_of_armatures(edited, bound);
    for (const Animation& animation : original.animations)
      for (const Channel& channel : animation.channels)
        before_.try_emplace({animation.name, original.nodes[channel.node].name, channel.target}, &channel);
    for (const Skin& skin : edited.skins)
      for (std::size_t i = 0; i < skin.joints.size() && i < skin.inverse_binds.size(); ++i) {
        const Node& bone = edited.nodes[skin.joints[i]];
        const auto before = bound.find(bone.name);
        if (!before || bone.mesh) continue;
        ++bones_;
        if (bound.has(bone.name, skin.inverse_binds[i])) continue;
        const auto turn =
            turn_in(glm::inverse(glm::dmat4(skin.inverse_binds[i]) * moves[skin.joints[i]] * *before));
        if (!turn || !is_turned(*turn)) continue;
        ++turned_;
        const auto quarters = as_quarters(*turn);
        quarters_ += quarters ? 1 : 0;
        turns_[skin.joints[i]] = quarters.value_or(*turn);
      }
    for (std::size_t i = 0; i < edited.nodes.size(); ++i)
      for (const Index child : edited.nodes[i].children) above_[child] = turns_[i];
  }

  /// Most bones, or several by quarter turns: Blender does not turn bones that already point well.
  bool is_blenders_work() const { return 2 * turned_ > bones_ || (quarters_ > 1 && 2 * quarters_ > turned_); }

  Scene run() const {
    Scene scene = edited_;
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) turn_back(scene.nodes[i].transform, i);
    for (Skin& skin : scene.skins)
      for (std::size_t i = 0; i < skin.joints.size() && i < skin.inverse_binds.size(); ++i)
        if (is_turned(turns_[skin.joints[i]]))
          skin.inverse_binds[i] =
              Mat4(glm::mat4_cast(turns_[skin.joints[i]]) * glm::dmat4(skin.inverse_binds[i]));
    for (Animation& animation : scene.animations)
      for (Channel& channel : animation.channels) turn_back(channel, animation.name);
    return scene;
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

  /// As they are, or converted from the frame of a tip: the form with more keys of the original.
  void turn_back(Channel& channel, std::string_view animation) const {
    constexpr float kNear = 1e-4F;
    const Channel* before = may_be_at_a_tip(channel) ? found_before(channel, animation) : nullptr;
    const Channel raw = before != nullptr ? channel : Channel();
    turn_back(channel);
    if (before == nullptr) return;
    Channel out = out_of_tip(*before, raw, above_[channel.node]);
    if (count_same_keys(*before, out, kNear) > count_same_keys(*before, channel, kNear))
      channel = std::move(out);
  }

  static bool is_plain(const Channel& channel) {
    return is_place_or_rotation(channel) && channel.interpolation != Interpolation::cubic;
  }

  bool may_be_at_a_tip(const Channel& channel) const {
    return is_plain(channel) && is_turned(above_[channel.node]) && !is_turned(turns_[channel.node]);
  }

  const Channel* found_before(const Channel& channel, std::string_view animation) const {
    const auto found = before_.find({animation, edited_.nodes[channel.node].name, channel.target});
    return found != before_.end() && is_plain(*found->second) ? found->second : nullptr;
  }

  /// Handles are turned like their keys.
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

  const Scene& edited_;
  std::vector<Turn> turns_;  // by node: from its original frame to that of the edited scene
  std::vector<Turn> above_;  // the same of its parent
  std::map<std::tuple<std::string_view, std::string_view, Target>, const Channel*> before_;
  std::size_t bones_ = 0;
  std::size_t turned_ = 0;
  std::size_t quarters_ = 0;  // turned by quarters
};

}  // namespace

std::optional<Scene> with_bones_turned_back(const Scene& original, const Scene& edited) {
  if (original.skins.empty() || edited.skins.empty()) return std::nullopt;
  const BackTurner turner(original, edited);
  if (!turner.is_blenders_work()) return std::nullopt;
  return turner.run();
}

}  // namespace mw::edit
