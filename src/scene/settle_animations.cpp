#include <fmt/format.h>
#include <meshwright/core/listing.h>
#include <meshwright/core/text.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "settle_parts.h"

namespace mw::scene {
namespace {

/// What a channel moves. Custom ones also have a name.
using Key = std::tuple<Index, Target, std::string_view>;

std::size_t width_of(const Channel& channel) {
  return std::size_t(channel.components) * (channel.interpolation == Interpolation::cubic ? 3 : 1);
}

/// The value of a key; tangents stand around it.
std::span<const float> value_at(const Channel& channel, std::size_t row) {
  const std::size_t skip = channel.interpolation == Interpolation::cubic ? channel.components : 0;
  return std::span(channel.values).subspan(row * width_of(channel) + skip, channel.components);
}

/// Whether a key of one is that of the other; both have the same form. Tangents are not compared: Blender
/// reads none, and makes its own.
bool same_key(const Channel& a, std::size_t row, const Channel& b, std::size_t other, float tolerance) {
  if (!is_within(double(a.times[row]), double(b.times[other]), double(tolerance))) return false;
  const std::span<const float> before = value_at(a, row);
  const std::span<const float> after = value_at(b, other);
  float sign = 1;
  if (a.target == Target::rotation) {
    float dot = 0;
    for (std::size_t k = 0; k < before.size(); ++k) dot += before[k] * after[k];
    sign = dot < 0 ? -1.0F : 1.0F;
  }
  for (std::size_t k = 0; k < before.size(); ++k)
    if (std::isfinite(before[k]) && !is_within(double(before[k]), double(sign * after[k]), double(tolerance)))
      return false;
  return true;
}

/// How many keys of a channel have other tangents; both have the same keys.
std::size_t count_other_tangents(const Channel& a, const Channel& b, float tolerance) {
  if (a.interpolation != Interpolation::cubic) return 0;
  const std::size_t width = width_of(a);
  std::size_t count = 0;
  for (std::size_t row = 0; row < a.times.size(); ++row) {
    bool same = true;
    for (std::size_t k = row * width; k < (row + 1) * width; ++k)
      same = same && (!std::isfinite(a.values[k]) ||
                      is_within(double(a.values[k]), double(b.values[k]), double(tolerance)));
    count += same ? 0 : 1;
  }
  return count;
}

bool same_form(const Channel& a, const Channel& b) {
  return a.components == b.components && a.interpolation == b.interpolation;
}

bool same_channel(const Channel& a, const Channel& b, float tolerance) {
  if (!same_form(a, b) || a.times.size() != b.times.size()) return false;
  for (std::size_t row = 0; row < a.times.size(); ++row)
    if (!same_key(a, row, b, row, tolerance)) return false;
  return true;
}

/// Whether nothing moves: every value is the first.
bool is_still(const Channel& channel, float tolerance) {
  for (std::size_t row = 1; row < channel.times.size(); ++row)
    for (std::size_t k = 0; k < channel.components; ++k)
      if (!is_within(double(value_at(channel, row)[k]), double(value_at(channel, 0)[k]), double(tolerance)))
        return false;
  return true;
}

/// Whether a channel that does not move leaves its node where it rests.
bool is_rest(const Channel& channel, const Transform& rest, float tolerance) {
  if (channel.times.empty()) return true;
  if (channel.target == Target::custom || !is_still(channel, tolerance)) return false;
  std::array<float, 4> own = {rest.scale.x, rest.scale.y, rest.scale.z, 0};
  if (channel.target == Target::translation)
    own = {rest.translation.x, rest.translation.y, rest.translation.z, 0};
  if (channel.target == Target::rotation)
    own = {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
  Channel still = channel;
  still.interpolation = Interpolation::linear;
  still.times = {channel.times[0]};
  still.values.assign(own.begin(), own.begin() + channel.components);
  Channel first = still;
  for (std::size_t k = 0; k < channel.components; ++k) first.values[k] = value_at(channel, 0)[k];
  return same_channel(still, first, tolerance);
}

/// The edited keys, with those of the original that are the same.
Channel merged(const Channel& before, Channel after, float tolerance, std::size_t& changed) {
  const std::size_t width = width_of(after);
  std::size_t other = 0;
  std::size_t kept = 0;
  for (std::size_t row = 0; row < after.times.size() && same_form(before, after); ++row) {
    const float reach = tolerance * std::max(1.0F, after.times[row]);
    while (other < before.times.size() && before.times[other] < after.times[row] - reach) ++other;
    if (other == before.times.size() || !same_key(before, other, after, row, tolerance)) continue;
    after.times[row] = before.times[other];
    std::copy_n(before.values.begin() + std::ptrdiff_t(other * width), width,
                after.values.begin() + std::ptrdiff_t(row * width));
    ++kept;
  }
  changed = std::max(before.times.size(), after.times.size()) - kept;
  return after;
}

class AnimationSettler {
 public:
  AnimationSettler(const Scene& original, const Scene& edited, const std::vector<Index>& nodes,
                   const std::vector<Index>& nodes_of_original, const Tolerances& tolerances,
                   Settled& settled)
      : original_(original),
        edited_(edited),
        nodes_(nodes),
        nodes_of_original_(nodes_of_original),
        tolerances_(tolerances),
        settled_(settled) {}

  void run() {
    std::vector<bool> taken(edited_.animations.size());
    std::unordered_map<std::string_view, std::vector<Index>> by_name;
    bool any_moves = false;
    for (std::size_t i = 0; i < edited_.animations.size(); ++i) {
      by_name[without_number(edited_.animations[i].name)].push_back(Index(i));
      any_moves |= moves_nodes(edited_.animations[i]);
    }
    settled_.scene.animations.clear();
    for (const Animation& animation : original_.animations) {
      const Index partner = partner_of(animation, by_name, taken);
      if (partner != kNone) {
        taken[partner] = true;
        settle(animation, edited_.animations[partner]);
      } else if (any_moves && moves_nodes(animation)) {
        tell("animation-removed", animation, "removed");
      } else {
        keep(animation);
      }
    }
    for (std::size_t i = 0; i < edited_.animations.size(); ++i)
      if (!taken[i]) add(edited_.animations[i]);
  }

 private:
  static bool moves_nodes(const Animation& animation) {
    return std::ranges::any_of(animation.channels,
                               [](const Channel& channel) { return channel.target != Target::custom; });
  }

  static Index partner_of(const Animation& animation,
                          const std::unordered_map<std::string_view, std::vector<Index>>& by_name,
                          const std::vector<bool>& taken) {
    auto found = by_name.find(without_number(animation.name));
    if (found == by_name.end()) return kNone;
    for (const Index i : found->second)
      if (!taken[i]) return i;
    return kNone;
  }

  void tell(std::string_view what, const Animation& animation, std::string text) {
    settled_.changes.push_back({what, "animation " + escape_text(animation.name), std::move(text)});
  }

  void keep(const Animation& animation) {
    Animation out = animation;
    out.channels.clear();
    for (const Channel& channel : animation.channels) put(out, channel, nodes_of_original_[channel.node]);
    settled_.scene.animations.push_back(std::move(out));
  }

  static void put(Animation& out, Channel channel, Index node) {
    if (node == kNone) return;
    channel.node = node;
    out.channels.push_back(std::move(channel));
  }

  void settle(const Animation& before, const Animation& after) {
    Animation out = before;
    out.channels.clear();
    std::vector<std::string> changed;
    out.extras = settled_extras(before.extras, after.extras, tolerances_.number, changed);
    for (const std::string& name : changed)
      tell("animation-changed", before, "property " + escape_text(name) + " changed");
    settle_length(before, after, out);
    settle_channels(before, after, out);
    settled_.scene.animations.push_back(std::move(out));
  }

  /// Without the property that holds it the length is that of the keys.
  void settle_length(const Animation& before, const Animation& after, Animation& out) {
    float last = 0;
    for (const Channel& channel : after.channels)
      if (!channel.times.empty()) last = std::max(last, channel.times.back());
    if (after.length == last ||
        is_within(double(before.length), double(after.length), double(tolerances_.key)))
      return;
    out.length = after.length;
    tell("animation-changed", before, fmt::format("length {} instead of {}", after.length, before.length));
  }

  void settle_channels(const Animation& before, const Animation& after, Animation& out) {
    std::map<Key, Index> edited;
    for (std::size_t i = 0; i < after.channels.size(); ++i) {
      const Channel& channel = after.channels[i];
      if (nodes_[channel.node] != kNone)
        edited.emplace(Key{nodes_[channel.node], channel.target, channel.name}, Index(i));
    }
    std::vector<bool> taken(after.channels.size());
    take_custom(before, after, taken);
    counts_ = {};
    has_.clear();
    for (const Channel& channel : before.channels)
      has_.insert(Key{nodes_of_original_[channel.node], channel.target, channel.name});
    for (std::size_t i = 0; i < before.channels.size(); ++i)
      settle_channel(before.channels[i], same_custom_[i], after, edited, taken, out);
    for (std::size_t i = 0; i < after.channels.size(); ++i)
      if (!taken[i]) add_channel(after.channels[i], out);
    tell_counts(before);
  }

  /// Properties of one format name their node by its number, which other programs do not follow: one with the
  /// same keys is the same, whatever the number says.
  void take_custom(const Animation& before, const Animation& after, std::vector<bool>& taken) {
    std::multimap<std::string_view, Index> by_name;
    for (std::size_t i = 0; i < after.channels.size(); ++i)
      if (after.channels[i].target == Target::custom) by_name.emplace(after.channels[i].name, Index(i));
    constexpr int kMostCompared = 4096;  // of one name
    same_custom_.assign(before.channels.size(), false);
    for (std::size_t i = 0; i < before.channels.size(); ++i) {
      if (before.channels[i].target != Target::custom) continue;
      const auto [from, to] = by_name.equal_range(before.channels[i].name);
      int tries = kMostCompared;
      for (auto other = from; other != to && tries-- > 0; ++other) {
        if (taken[other->second] ||
            !same_channel(before.channels[i], after.channels[other->second], tolerances_.key))
          continue;
        same_custom_[i] = true;
        taken[other->second] = true;
        by_name.erase(other);
        break;
      }
    }
  }

  void settle_channel(const Channel& channel, bool same, const Animation& after,
                      const std::map<Key, Index>& edited, std::vector<bool>& taken, Animation& out) {
    const Index node = nodes_of_original_[channel.node];
    const auto found = edited.find(Key{node, channel.target, channel.name});
    const bool custom = channel.target == Target::custom;
    if (same) return put(out, channel, node);
    if (found == edited.end() || (custom && taken[found->second])) {
      if (custom || is_still(channel, tolerances_.key)) return put(out, channel, node);
      ++counts_.removed;
      return;
    }
    taken[found->second] = true;
    const Channel& other = after.channels[found->second];
    if (same_channel(channel, other, tolerances_.key)) {
      counts_.tangents += count_other_tangents(channel, other, tolerances_.key);
      return put(out, channel, node);
    }
    std::size_t keys = 0;
    Channel changed = merged(channel, other, tolerances_.key, keys);
    changed.name = channel.name;
    counts_.keys += keys;
    ++counts_.changed;
    put(out, std::move(changed), node);
  }

  void add_channel(const Channel& channel, Animation& out) {
    const Index node = nodes_[channel.node];
    if (node == kNone || is_rest(channel, settled_.scene.nodes[node].transform, tolerances_.key)) return;
    if (has_.contains(Key{node, channel.target, channel.name})) return;
    ++counts_.added;
    put(out, channel, node);
  }

  void tell_counts(const Animation& before) {
    std::vector<std::string> parts;
    if (counts_.changed > 0)
      parts.push_back(fmt::format("{} in {} changed", counted(counts_.keys, "key", "keys"),
                                  counted(counts_.changed, "channel", "channels")));
    if (counts_.added > 0) parts.push_back(counted(counts_.added, "channel", "channels") + " added");
    if (counts_.removed > 0) parts.push_back(counted(counts_.removed, "channel", "channels") + " removed");
    if (!parts.empty()) tell("animation-changed", before, fmt::format("{}", fmt::join(parts, ", ")));
    if (counts_.tangents > 0)
      settled_.notes.push_back(
          fmt::format("animation {}: the handles of {} stay as they were, though the scene has others",
                      escape_text(before.name), counted(counts_.tangents, "key", "keys")));
  }

  void add(const Animation& animation) {
    Animation out = animation;
    out.channels.clear();
    for (const Channel& channel : animation.channels) put(out, channel, nodes_[channel.node]);
    settled_.scene.animations.push_back(std::move(out));
    tell("animation-added", animation, "added");
  }

  struct Counts {
    std::size_t keys = 0;
    std::size_t changed = 0;  // channels
    std::size_t added = 0;
    std::size_t removed = 0;
    std::size_t tangents = 0;  // keys with others
  };

  const Scene& original_;
  const Scene& edited_;
  const std::vector<Index>& nodes_;
  const std::vector<Index>& nodes_of_original_;
  const Tolerances& tolerances_;
  Settled& settled_;
  std::vector<bool> same_custom_;  // by channel of the animation at hand
  std::set<Key> has_;              // what the animation at hand moves in the original
  Counts counts_;
};

}  // namespace

void settle_animations(const Scene& original, const Scene& edited, const std::vector<Index>& nodes,
                       const std::vector<Index>& nodes_of_original, const Tolerances& tolerances,
                       Settled& settled) {
  AnimationSettler(original, edited, nodes, nodes_of_original, tolerances, settled).run();
}

}  // namespace mw::scene
