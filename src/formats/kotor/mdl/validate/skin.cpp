#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <set>

#include "validate.h"

namespace mw::kotor::mdl {
namespace {

constexpr float kWeightTolerance = 1e-3F;
constexpr float kBindTolerance = 1e-2F;

/// Bone slots and weights of a vertex, whichever the platform.
std::vector<std::array<float, 4>> slots_of(const VertexRows& rows) {
  if (rows.packed_bones.empty()) return rows.bones;
  std::vector<std::array<float, 4>> slots;
  for (const auto& packed : rows.packed_bones) {
    std::array<float, 4>& slot = slots.emplace_back();
    std::ranges::transform(packed, slot.begin(),
                           [](std::uint16_t bone) { return bone == kNoBonePacked ? kNoBone : float(bone); });
  }
  return slots;
}

class SkinCheck {
 public:
  explicit SkinCheck(const NodeCheck& check)
      : check_(check), mesh_(*check.node().mesh), skin_(*mesh_.skin), names_(check.check.file.names.size()) {
    if (skin_.packed_bone_map.empty()) map_ = skin_.bone_map;
    for (const std::uint16_t slot : skin_.packed_bone_map)
      map_.push_back(slot == kNoBonePacked ? kNoBone : float(slot));
    for (const float slot : map_)
      if (slot >= 0) slots_.insert(slot);
  }

  void run() {
    check_counts();
    check_table();
    if (mesh_.mdx) check_weights();
    // Bones of an animation's node would be those of the model's: no file has any.
    if (check_.tree.animation == nullptr) check_bind_pose();
  }

 private:
  void check_counts() {
    if (map_.size() != names_)
      check_.add(finding::BONE_MAP_COUNT_MISMATCH, check_.at("mesh.skin.bone_map_count"), map_.size(),
                 names_);
    const std::size_t listed = skin_.header.serials.size();
    if (slots_.size() > listed)
      check_.add(finding::BONES_TOO_MANY, check_.at("mesh.skin.serials"), slots_.size(), listed);
  }

  /// The table is the map the other way round, where a slot has a bone; behind the last it is garbage.
  void check_table() {
    std::map<float, std::size_t> first;
    for (std::size_t name = 0; name < map_.size(); ++name) {
      if (!(map_[name] >= 0)) continue;
      const auto [found, is_new] = first.emplace(map_[name], name);
      if (!is_new) {
        check_.add(finding::BONE_SLOT_REPEATED, in_map(name), map_[name], name_of(found->second),
                   name_of(name));
        continue;
      }
      const auto& serials = skin_.header.serials;
      const auto slot = std::size_t(std::min(map_[name], float(serials.size())));
      if (slot < serials.size() && float(slot) == map_[name] && serials[slot] != name)
        check_.add(finding::BONE_TABLE_MISMATCH,
                   element(check_.at("mesh.skin.serials"), slot, sizeof(serials[slot])), slot,
                   name_of(serials[slot]), name_of(name));
    }
  }

  bool is_packed() const { return check_.check.file.variant.platform == Platform::xbox; }

  /// The entry of a name.
  Place in_map(std::size_t name) const {
    const Place map = check_.in(is_packed() ? "mesh.skin.packed_bone_map" : "mesh.skin.bone_map",
                                skin_.header.bone_map_offset);
    return element(map, name, is_packed() ? sizeof(skin_.packed_bone_map[0]) : sizeof(skin_.bone_map[0]));
  }

  void check_weights() {
    const std::vector<std::array<float, 4>>& weights = mesh_.mdx->rows.weights;
    const std::vector<std::array<float, 4>> slots = slots_of(mesh_.mdx->rows);
    const std::size_t count = std::min(weights.size(), slots.size());
    std::set<float> used;
    Tally missing;
    float missing_slot = 0;
    Tally sums;
    Tally negative;
    bool all_own = true;
    for (std::size_t vertex = 0; vertex < count; ++vertex) {
      if (!is_own_row(mesh_, vertex)) {
        all_own = false;
        continue;
      }
      float sum = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        sum += weights[vertex][i];
        const float slot = slots[vertex][i];
        if (weights[vertex][i] == 0) continue;
        // NaN has no order: a set must not see it.
        if (!std::isnan(slot)) used.insert(slot);
        if (!std::isnan(slot) && slots_.contains(slot)) continue;
        if (missing.wrong == 0) missing_slot = slot;
        missing.add(vertex);
      }
      if (!has_finite(weights[vertex])) continue;  // told by VALUE_NOT_FINITE
      if (!(std::abs(sum - 1) <= kWeightTolerance)) sums.add(vertex);
      if (*std::ranges::min_element(weights[vertex]) < 0) negative.add(vertex);
    }
    report(missing, missing_slot, sums, count);
    if (negative.wrong > 0)
      check_.add(finding::WEIGHT_NEGATIVE, check_.in_row(negative.first, "weights"), negative.wrong, count,
                 negative.first, *std::ranges::min_element(weights[negative.first]));
    if (count > 0 && all_own) check_unused(used);
  }

  void report(const Tally& missing, float slot, const Tally& sums, std::size_t count) {
    if (missing.wrong > 0)
      check_.add(finding::BONE_SLOT_UNKNOWN,
                 check_.in_row(missing.first, is_packed() ? "packed_bones" : "bones"), missing.wrong,
                 4 * count, missing.first, slot);
    if (sums.wrong == 0) return;
    float sum = 0;
    for (const float weight : mesh_.mdx->rows.weights[sums.first]) sum += weight;
    check_.add(finding::WEIGHT_SUM_MISMATCH, check_.in_row(sums.first, "weights"), sums.wrong, count,
               sums.first, sum);
  }

  void check_unused(const std::set<float>& used) {
    Tally tally;
    for (std::size_t name = 0; name < map_.size(); ++name)
      if (map_[name] >= 0 && !used.contains(map_[name])) tally.add(name);
    if (tally.wrong > 0)
      check_.add(finding::BONE_UNUSED, in_map(tally.first), tally.wrong, name_of(tally.first));
  }

  std::string name_of(std::size_t name) const {
    return name < names_ ? check_.check.file.names[name].text : fmt::format("(name {})", name);
  }

  /// The rows of bones with a bind pose, in ascending order. Looks at the skin's own tables only: there may
  /// be as many skins as nodes.
  std::vector<std::uint32_t> bound_rows() const {
    const Rows& rows = check_.check.rows_by_name;
    const std::size_t named = std::min({map_.size(), skin_.qbones.size(), skin_.tbones.size(), rows.size()});
    std::vector<std::uint32_t> bound;
    for (std::size_t name = 0; name < named; ++name)
      if (map_[name] >= 0 && rows[name]) bound.push_back(*rows[name]);
    std::ranges::sort(bound);
    return bound;
  }

  /// Bind poses are inverse(bone) * skin node for every bone, in the rest pose.
  void check_bind_pose() {
    const std::vector<Node>& nodes = check_.check.file.nodes;
    const Rigid& skin = check_.check.pose[check_.row];
    Tally tally;
    Tally odd;
    Tally odd_turns;
    float first_off = 0;
    for (const std::uint32_t row : bound_rows()) {
      const std::size_t name = nodes[row].header.name_index;
      if (!is_finite(skin_.tbones[name])) odd.add(name);
      if (!has_finite(skin_.qbones[name])) odd_turns.add(name);
      const float off = bind_error(inverse(check_.check.pose[row]) * skin, name);
      if (off <= kBindTolerance) continue;
      if (tally.wrong == 0) first_off = off;
      tally.add(name);
    }
    const auto in_tbones = [&](std::size_t name) {
      return element(check_.in("mesh.skin.tbones", skin_.header.tbones.offset), name, sizeof(Vec3));
    };
    if (odd.wrong > 0)
      check_.add(finding::VALUE_NOT_FINITE, in_tbones(odd.first),
                 fmt::format("place of {}", name_of(odd.first)));
    if (odd_turns.wrong > 0)
      check_.add(finding::VALUE_NOT_FINITE,
                 element(check_.in("mesh.skin.qbones", skin_.header.qbones.offset), odd_turns.first,
                         sizeof(skin_.qbones[0])),
                 fmt::format("turn of {}", name_of(odd_turns.first)));
    if (tally.wrong > 0)
      check_.add(finding::BIND_POSE_MISMATCH, in_tbones(tally.first), tally.wrong, name_of(tally.first),
                 first_off);
  }

  /// A quaternion and its negative are one rotation.
  float bind_error(const Rigid& expected, std::size_t name) const {
    const std::array<float, 4>& q = skin_.qbones[name];
    float same = 0;
    float opposite = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      same = std::max(same, std::abs(q[i] - expected.rotation[i]));
      opposite = std::max(opposite, std::abs(q[i] + expected.rotation[i]));
    }
    const float off = glm::distance(skin_.tbones[name], expected.position);
    const float worst = std::max(std::min(same, opposite), off);
    return std::isnan(worst) ? INFINITY : worst;
  }

  const NodeCheck& check_;
  const Mesh& mesh_;
  const Skin& skin_;
  std::size_t names_;
  std::vector<float> map_;
  std::set<float> slots_;
};

}  // namespace

void check_skin(const NodeCheck& check) {
  SkinCheck(check).run();
}

void check_dangly(const NodeCheck& check) {
  const Mesh& mesh = *check.node().mesh;
  const Dangly& dangly = *mesh.dangly;
  const bool wide = !dangly.wide_constraints.empty();
  const std::size_t count = std::max(dangly.constraints.size(), dangly.wide_constraints.size());
  if (count != mesh.header.vertex_count)
    check.add(finding::CONSTRAINT_COUNT_MISMATCH, check.at("mesh.dangly.constraints.count"), count,
              mesh.header.vertex_count);
  if (wide)
    check.add(finding::CONSTRAINTS_TOO_WIDE,
              check.in("mesh.dangly.wide_constraints", dangly.header.constraints.offset));
  Tally tally;
  const std::size_t vertices = std::min(mesh.vertices.size(), dangly.vertices.size());
  for (std::size_t vertex = 0; vertex < vertices; ++vertex)
    if (!(dangly.vertices[vertex] == mesh.vertices[vertex])) tally.add(vertex);
  if (tally.wrong > 0)
    check.add(
        finding::DANGLY_VERTEX_MISMATCH,
        element(check.in("mesh.dangly.vertices", dangly.header.vertices_offset), tally.first, sizeof(Vec3)),
        tally.wrong, vertices, tally.first);
}

}  // namespace mw::kotor::mdl
