#include <fmt/format.h>
#include <meshwright/core/listing.h>
#include <meshwright/core/text.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "keys.h"
#include "parts.h"

namespace mw::scene {
namespace {

/// What a channel moves. Custom ones also have a name.
using ChannelKey = std::tuple<Index, Target, std::string_view>;

/// Those that are no bones themselves.
std::vector<bool> nodes_below_bones(const Scene& scene) {
  std::vector<bool> is_bone(scene.nodes.size());
  for (const Skin& skin : scene.skins)
    for (const Index joint : skin.joints) is_bone[joint] = true;
  std::vector<bool> below(scene.nodes.size());
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    for (const Index child : scene.nodes[i].children) below[child] = is_bone[i] && !is_bone[child];
  return below;
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
        settled_(settled),
        below_bone_(nodes_below_bones(edited)) {}

  void run() {
    const bool any_moves = std::ranges::any_of(edited_.animations, moves_nodes);
    std::vector<bool> taken(edited_.animations.size());
    std::vector<Index> partners(original_.animations.size(), kNone);
    match(partners, taken, std::identity());
    match(partners, taken, without_number);
    match_keys(partners, taken);
    settled_.scene.animations.clear();
    for (std::size_t i = 0; i < partners.size(); ++i) {
      const Animation& animation = original_.animations[i];
      if (partners[i] != kNone) {
        settle(animation, edited_.animations[partners[i]]);
      } else if (any_moves && moves_nodes(animation)) {
        tell("animation-removed", animation, "removed");
        continue;
      } else {
        keep(animation);
      }
      settled_.animation_origins.push_back(Index(i));
    }
    for (std::size_t i = 0; i < edited_.animations.size(); ++i) {
      if (taken[i]) continue;
      add(edited_.animations[i]);
      settled_.animation_origins.push_back(kNewNode);
    }
  }

 private:
  static bool moves_nodes(const Animation& animation) {
    return std::ranges::any_of(animation.channels,
                               [](const Channel& channel) { return channel.target != Target::custom; });
  }

  /// Those that have one name as `shortened` gives it, in their order.
  void match(std::vector<Index>& partners, std::vector<bool>& taken, auto shortened) const {
    std::unordered_map<std::string_view, std::vector<Index>> by_name;  // the first at the end
    for (std::size_t i = edited_.animations.size(); i-- > 0;)
      if (!taken[i]) by_name[shortened(std::string_view(edited_.animations[i].name))].push_back(Index(i));
    for (std::size_t i = 0; i < partners.size(); ++i) {
      const auto found = by_name.find(shortened(std::string_view(original_.animations[i].name)));
      if (partners[i] != kNone || found == by_name.end() || found->second.empty()) continue;
      partners[i] = found->second.back();
      taken[partners[i]] = true;
      found->second.pop_back();
    }
  }

  /// Those that were renamed: they have the same keys.
  void match_keys(std::vector<Index>& partners, std::vector<bool>& taken) {
    constexpr std::size_t kMostCompared = 64;  // of those that end at one time, and of no more channels
    std::multimap<float, Index> by_end;
    for (std::size_t i = 0; i < edited_.animations.size(); ++i)
      if (const float end = last_move(edited_.animations[i]); !taken[i] && std::isfinite(end))
        by_end.emplace(end, Index(i));
    for (std::size_t i = 0; i < partners.size() && !by_end.empty(); ++i) {
      const Animation& animation = original_.animations[i];
      if (partners[i] != kNone || !moves_nodes(animation)) continue;
      const float end = last_move(animation);
      const float reach = tolerances_.key * std::max(1.0F, end);
      std::size_t channels = kMostCompared * animation.channels.size();
      for (auto other = by_end.lower_bound(end - reach); other != by_end.end() && other->first <= end + reach;
           ++other) {
        const std::size_t more =
            std::max(animation.channels.size(), edited_.animations[other->second].channels.size());
        if (more > channels) break;
        channels -= more;
        if (!has_same_keys(animation, edited_.animations[other->second])) continue;
        partners[i] = other->second;
        taken[other->second] = true;
        by_end.erase(other);
        break;
      }
    }
  }

  /// The time of the last key of what moves: other programs drop what is still.
  float last_move(const Animation& animation) const {
    float last = 0;
    for (const Channel& channel : animation.channels)
      if (channel.target != Target::custom && !channel.times.empty() && !is_still(channel, tolerances_.key))
        last = std::max(last, channel.times.back());
    return last;
  }

  /// Whether all that moves is the same, and most of the original's channels are there.
  bool has_same_keys(const Animation& before, const Animation& after) {
    Animation ignored;
    settle_channels(before, after, ignored);
    const auto moving = std::ranges::count_if(
        before.channels, [](const Channel& channel) { return channel.target != Target::custom; });
    return counts_.changed == 0 && counts_.added == 0 && counts_.removed == 0 &&
           2 * counts_.same > std::size_t(moving);
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
    if (!after.name.empty() && without_number(after.name) != without_number(before.name)) {
      tell("animation-renamed", before, "renamed to " + escape_text(after.name));
      out.name = after.name;
    }
    std::vector<std::string> changed;
    out.extras = settled_extras(before.extras, after.extras, tolerances_.number, changed);
    for (const std::string& name : changed)
      tell("animation-changed", before, "property " + escape_text(name) + " changed");
    settle_length(before, after, out);
    settle_channels(before, after, out);
    tell_counts(before);
    settled_.scene.animations.push_back(std::move(out));
  }

  static float last_key(const Animation& animation) {
    float last = 0;
    for (const Channel& channel : animation.channels)
      if (!channel.times.empty()) last = std::max(last, channel.times.back());
    return last;
  }

  /// Without the property that holds it the length is that of the keys: it grows with them only.
  void settle_length(const Animation& before, const Animation& after, Animation& out) {
    const float last = last_key(after);
    const bool grows = last > std::max(before.length, last_key(before)) * (1 + tolerances_.key);
    if (is_within(double(before.length), double(after.length), double(tolerances_.key)) ||
        (after.length == last && !grows))
      return;
    out.length = after.length;
    tell("animation-changed", before, fmt::format("length {} instead of {}", after.length, before.length));
  }

  void settle_channels(const Animation& before, const Animation& after, Animation& out) {
    std::map<ChannelKey, Index> edited;
    for (std::size_t i = 0; i < after.channels.size(); ++i) {
      const Channel& channel = after.channels[i];
      if (nodes_[channel.node] != kNone)
        edited.emplace(ChannelKey{nodes_[channel.node], channel.target, channel.name}, Index(i));
    }
    std::vector<bool> taken(after.channels.size());
    take_custom(before, after, taken);
    counts_ = {};
    has_.clear();
    for (const Channel& channel : before.channels)
      has_.insert(ChannelKey{nodes_of_original_[channel.node], channel.target, channel.name});
    is_turned_ = has_turned_keys(before, after, edited);
    for (std::size_t i = 0; i < before.channels.size(); ++i)
      settle_channel(before.channels[i], same_custom_[i], after, edited, taken, out);
    for (std::size_t i = 0; i < after.channels.size(); ++i)
      if (!taken[i]) add_channel(after.channels[i], out);
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

  /// Whether some rotation below a bone is in the bone's frame beyond doubt.
  bool has_turned_keys(const Animation& before, const Animation& after,
                       const std::map<ChannelKey, Index>& edited) const {
    return std::ranges::any_of(before.channels, [&](const Channel& channel) {
      const auto found =
          edited.find(ChannelKey{nodes_of_original_[channel.node], channel.target, channel.name});
      if (channel.target != Target::rotation || found == edited.end()) return false;
      const Channel other = without_repeated_key(channel, after.channels[found->second], tolerances_.key);
      return below_bone_[other.node] &&
             out_of_bone(channel, other, false, tolerances_.key).values != other.values;
    });
  }

  void settle_channel(const Channel& channel, bool same, const Animation& after,
                      const std::map<ChannelKey, Index>& edited, std::vector<bool>& taken, Animation& out) {
    const Index node = nodes_of_original_[channel.node];
    const auto found = edited.find(ChannelKey{node, channel.target, channel.name});
    const bool custom = channel.target == Target::custom;
    if (same) return put(out, channel, node);
    if (found == edited.end() || (custom && taken[found->second])) {
      if (custom || is_still(channel, tolerances_.key)) return put(out, channel, node);
      ++counts_.removed;
      return;
    }
    taken[found->second] = true;
    const Channel from = without_repeated_key(channel, after.channels[found->second], tolerances_.key);
    const Channel other =
        below_bone_[from.node] ? out_of_bone(channel, from, is_turned_, tolerances_.key) : from;
    if (same_channel(channel, other, tolerance_of(channel, other))) {
      counts_.tangents += count_other_tangents(channel, other, tolerances_.key);
      counts_.same += custom ? 0 : 1;
      return put(out, channel, node);
    }
    std::size_t keys = 0;
    Channel changed = merged(channel, other, tolerances_.key, keys);
    changed.name = channel.name;
    counts_.keys += keys;
    ++counts_.changed;
    put(out, std::move(changed), node);
  }

  /// Blender works the place of a single key out of the whole pose, as it does those of nodes.
  float tolerance_of(const Channel& before, const Channel& after) const {
    const bool is_place =
        before.target == Target::translation && before.times.size() == 1 && after.times.size() == 1;
    return is_place ? std::max(tolerances_.key, tolerances_.place) : tolerances_.key;
  }

  void add_channel(const Channel& channel, Animation& out) {
    const Index node = nodes_[channel.node];
    if (node == kNone || is_rest(channel, settled_.scene.nodes[node].transform, tolerances_.key)) return;
    if (has_.contains(ChannelKey{node, channel.target, channel.name})) return;
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
    std::size_t same = 0;  // channels that move nodes
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
  std::vector<bool> below_bone_;   // by node of the edited scene
  bool is_turned_ = false;         // the animation at hand has keys in the frames of bones
  std::vector<bool> same_custom_;  // by channel of the animation at hand
  std::set<ChannelKey> has_;       // what the animation at hand moves in the original
  Counts counts_;
};

}  // namespace

void settle_animations(const Scene& original, const Scene& edited, const std::vector<Index>& nodes,
                       const std::vector<Index>& nodes_of_original, const Tolerances& tolerances,
                       Settled& settled) {
  AnimationSettler(original, edited, nodes, nodes_of_original, tolerances, settled).run();
}

}  // namespace mw::scene
