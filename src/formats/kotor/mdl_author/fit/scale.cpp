#include <fmt/format.h>
#include <meshwright/core/detail/elementary.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl_from_scene.h>
#include <meshwright/scene/detail/numbers.h>
#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <map>

#include "fit.h"

namespace mw::kotor::mdl {
namespace {

using scene::Index;

constexpr double kNoScale = 1e-5;  // a scale that differs by less is none

bool is_near(const glm::dmat3& a, const glm::dmat3& b, double most) {
  for (int column = 0; column < 3; ++column)
    for (int row = 0; row < 3; ++row)
      if (!(std::abs(a[column][row] - b[column][row]) <= most)) return false;
  return true;
}

/// What is left of the places of a node's children when the scales above them are taken away.
struct Rest {
  glm::dmat3 all{1};            // to be applied to what is below: vertices, places of children
  glm::dquat turn{1, 0, 0, 0};  // of rotations below, where it mirrors
  bool none = true;             // it is 1
  bool even = true;             // all axes alike
};

Rest rest_of(const glm::dmat3& all) {
  Rest rest{.all = all};
  rest.none = is_near(all, glm::dmat3(1), kNoScale);
  if (rest.none) return rest;
  const double determinant = glm::determinant(all);
  const double size = math::cbrt(std::abs(determinant));
  if (!(size > 1e-9)) {
    rest.even = false;
    return rest;
  }
  const glm::dmat3 turned = all / (determinant < 0 ? -size : size);
  rest.even = is_near(glm::transpose(turned) * turned, glm::dmat3(1), 1e-4);
  if (rest.even && !is_near(turned, glm::dmat3(1), kNoScale)) rest.turn = glm::quat_cast(turned);
  return rest;
}

bool is_nothing(float scale) {
  return !(std::abs(scale) > 1e-9F);
}

glm::dmat3 scale_matrix(const Vec3& scale) {
  glm::dmat3 matrix(1);
  for (int axis = 0; axis < 3; ++axis) matrix[axis][axis] = double(scale[axis]);
  return matrix;
}

Loss told_uneven(std::size_t channels) {
  return {loss::SCALE_UNEVEN, "",
          counted(channels, "channel of scales differs", "channels of scales differ")};
}

/// Makes the scales of a channel alike along all axes, when those of its node are taken away; gives whether
/// they were not.
bool make_even(scene::Channel& channel, const Vec3& node) {
  bool uneven = false;
  for (std::size_t i = 0; i + 3 <= channel.values.size(); i += 3) {
    Vec3 scale(channel.values[i], channel.values[i + 1], channel.values[i + 2]);
    for (int axis = 0; axis < 3; ++axis)
      if (!is_nothing(node[axis])) scale[axis] /= node[axis];
    const float mean = (scale.x + scale.y + scale.z) / 3;
    uneven = uneven || std::abs(scale.x - mean) + std::abs(scale.y - mean) > 1e-4F;
    if (scale.x != scale.y || scale.y != scale.z) scale = Vec3(mean);
    std::copy_n(&scale.x, 3, channel.values.data() + i);
  }
  return uneven;
}

/// Of the keys of each node that has such.
std::map<Index, Vec3> largest_scales(const scene::Scene& scene) {
  std::map<Index, Vec3> largest;
  for (const scene::Animation& animation : scene.animations)
    for (const scene::Channel& channel : animation.channels) {
      if (channel.target != scene::Target::scale || channel.components != 3) continue;
      Vec3& scale = largest.try_emplace(channel.node, Vec3(0)).first->second;
      const bool cubic = channel.interpolation == scene::Interpolation::cubic;
      for (std::size_t i = cubic ? 3 : 0; i + 3 <= channel.values.size(); i += cubic ? 9 : 3)
        for (std::size_t k = 0; k < 3; ++k)
          if (std::abs(channel.values[i + k]) > std::abs(scale[int(k)]))
            scale[int(k)] = channel.values[i + k];
    }
  return largest;
}

class ScaleRemover {
 public:
  explicit ScaleRemover(FitContext& context)
      : context_(context), scene_(context.scene), above_(scene_.nodes.size()), scales_(scene_.nodes.size()) {}

  void run() {
    const std::vector<Index> parents = parents_in(scene_);
    std::vector<Rest> own(scene_.nodes.size());
    for (const Index node : nodes_in_order(scene_)) {
      if (parents[node] != kNoParent) above_[node] = own[parents[node]];
      own[node] = remove_from(node);
    }
    for (scene::Animation& animation : scene_.animations)
      for (scene::Channel& channel : animation.channels) change(channel);
    if (uneven_ > 0)
      context_.losses.add(loss::CHANNEL_BELOW_UNEVEN_SCALE, "",
                          counted(uneven_, "channel of an animation is", "channels of animations are"));
    if (uneven_scales_ > 0) context_.losses.push_back(told_uneven(uneven_scales_));
  }

 private:
  /// Gives what is left for the vertices and the children.
  Rest remove_from(Index index) {
    scene::Node& node = scene_.nodes[index];
    const Rest& above = above_[index];
    scales_[index] = node.transform.scale;
    const glm::dquat before(node.transform.rotation);
    glm::dquat after = before;
    if (!above.none) {
      node.transform.translation = Vec3(above.all * glm::dvec3(node.transform.translation));
      if (above.turn != glm::dquat(1, 0, 0, 0)) {
        after = above.turn * before * glm::conjugate(above.turn);
        node.transform.rotation = Quat(after);
      }
    }
    node.transform.scale = Vec3(1);
    const glm::dmat3 own = scale_matrix(scales_[index]);
    if (above.none && is_near(own, glm::dmat3(1), kNoScale)) return {};
    const Rest rest =
        rest_of(glm::mat3_cast(glm::conjugate(after)) * above.all * glm::mat3_cast(before) * own);
    if (node.mesh && !node.skin && !rest.none)
      for (scene::Primitive& p : scene_.meshes[*node.mesh].primitives)
        move_vertices(p, [&](std::size_t) { return glm::dmat4(rest.all); });
    if (node.mesh && !node.skin && scene::flattens(Mat4(glm::dmat4(rest.all))))
      context_.losses.push_back(scene::tell_flattened(node));
    return rest;
  }

  void change(scene::Channel& channel) {
    const Rest& above = above_[channel.node];
    // The scale of the rest is in the vertices already.
    if (channel.target == scene::Target::scale) {
      uneven_scales_ += make_even(channel, scales_[channel.node]) ? 1 : 0;
      return;
    }
    const bool moves = channel.target == scene::Target::translation;
    if (above.none || (!moves && channel.target != scene::Target::rotation)) return;
    if (!above.even) ++uneven_;
    const std::size_t width = channel.components;
    for (std::size_t i = 0; i + width <= channel.values.size(); i += width) {
      float* v = channel.values.data() + i;
      if (moves) {
        const Vec3 moved(above.all * glm::dvec3(v[0], v[1], v[2]));
        std::copy_n(&moved.x, 3, v);
      } else {
        const glm::dquat turned =
            above.turn * glm::dquat(v[3], v[0], v[1], v[2]) * glm::conjugate(above.turn);
        const std::array<float, 4> numbers{float(turned.x), float(turned.y), float(turned.z),
                                           float(turned.w)};
        std::ranges::copy(numbers, v);
      }
    }
  }

  FitContext& context_;
  scene::Scene& scene_;
  std::vector<Rest> above_;   // by node
  std::vector<Vec3> scales_;  // by node, as they were
  std::size_t uneven_ = 0;
  std::size_t uneven_scales_ = 0;
};

/// Of normals under a matrix: right also where it flattens something.
glm::dmat3 cofactors(const glm::dmat3& m) {
  return {glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1])};
}

Vec3 turned(const glm::dmat3& matrix, const Vec3& direction) {
  const glm::dvec3 moved = matrix * glm::dvec3(direction);
  const double length = glm::length(moved);
  return length > 0 ? Vec3(moved / length) : direction;
}

}  // namespace

void grow_from_nothing(FitContext& context, const std::vector<bool>& except) {
  for (const auto& [index, largest] : largest_scales(context.scene)) {
    if (index < except.size() && except[index]) continue;
    scene::Node& node = context.scene.nodes[index];
    bool grown = false;
    for (int axis = 0; axis < 3; ++axis) {
      float& scale = node.transform.scale[axis];
      if (!is_nothing(scale) || is_nothing(largest[axis])) continue;
      scale = largest[axis];
      grown = true;
    }
    if (grown) context.losses.add(loss::SCALE_AT_REST_CHANGED, node.name, escape_text(node.name));
  }
}

void remove_scales(FitContext& context) {
  ScaleRemover(context).run();
}

namespace {

/// Of animations, where no node has one.
void even_scales(FitContext& context) {
  std::size_t uneven = 0;
  for (scene::Animation& animation : context.scene.animations)
    for (scene::Channel& channel : animation.channels)
      if (channel.target == scene::Target::scale && channel.components == 3)
        uneven += make_even(channel, Vec3(1)) ? 1 : 0;
  if (uneven > 0) context.losses.push_back(told_uneven(uneven));
}

/// Bones of the first skins, and what they hang on.
std::vector<bool> nodes_above_bones(const scene::Scene& scene, std::size_t skins) {
  const std::vector<Index> parents = parents_in(scene);
  std::vector<bool> above(scene.nodes.size());
  for (std::size_t i = 0; i < std::min(skins, scene.skins.size()); ++i)
    for (Index up : scene.skins[i].joints)
      for (; up != kNoParent && !above[up]; up = parents[up]) above[up] = true;
  return above;
}

}  // namespace

FittedEdits fit_edits(const scene::Scene& before, scene::Scene after, std::vector<Index> origins) {
  FittedEdits result;
  FitContext context{.scene = std::move(after), .name = {}};
  BareNodes bare = remove_bare_nodes(context.scene, before, origins);
  result.bare = std::move(bare.staying);
  result.gone = std::move(bare.gone);
  drop_weightless_skins(context, before.skins.size());
  take_new_properties(context, origins, before.lights.size());
  const std::vector<bool> has_bones = nodes_above_bones(context.scene, before.skins.size());
  grow_from_nothing(context, has_bones);
  const std::vector<glm::dmat4> places = places_in(context.scene);
  bool scaled = false;
  for (const Index index : nodes_in_order(context.scene)) {
    scene::Node& node = context.scene.nodes[index];
    const bool own = !is_near(scale_matrix(node.transform.scale), glm::dmat3(1), kNoScale);
    if (own && has_bones[index])
      result.losses.add(loss::SCALE_OF_BONE_DROPPED, node.name, escape_text(node.name));
    if (!own || has_bones[index]) node.transform.scale = Vec3(1);
    scaled = scaled || (own && !has_bones[index]);
  }
  if (scaled)
    remove_scales(context);
  else
    even_scales(context);
  bind_new_skins(context, before.skins.size(), places);
  bring_skins_to_their_nodes(context, before, origins);
  straighten_keys(context);
  put_below_the_root(context.scene, before, origins);
  result.scene = std::move(context.scene);
  result.origins = std::move(origins);
  result.losses.append(context.losses);
  return result;
}

void move_vertices(scene::Primitive& p, const std::function<glm::dmat4(std::size_t)>& matrix_of) {
  const bool mirrors = !p.positions.empty() && glm::determinant(glm::dmat3(matrix_of(0))) < 0;
  const double sign = mirrors ? -1 : 1;  // cofactors point the other way under a mirror
  for (std::size_t i = 0; i < p.positions.size(); ++i) {
    const glm::dmat4 matrix = matrix_of(i);
    p.positions[i] = Vec3(matrix * glm::dvec4(p.positions[i], 1));
    if (i < p.normals.size()) p.normals[i] = turned(sign * cofactors(glm::dmat3(matrix)), p.normals[i]);
    if (i < p.tangents.size())
      p.tangents[i] =
          Vec4(turned(glm::dmat3(matrix), Vec3(p.tangents[i])), mirrors ? -p.tangents[i].w : p.tangents[i].w);
  }
  if (!mirrors) return;
  if (p.indices.empty())
    for (std::size_t i = 0; i < p.positions.size(); ++i) p.indices.push_back(Index(i));
  for (std::size_t i = 0; i + 2 < p.indices.size(); i += 3) std::swap(p.indices[i + 1], p.indices[i + 2]);
}

}  // namespace mw::kotor::mdl
