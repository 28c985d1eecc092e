#include <meshwright/core/detail/text.h>
#include <meshwright/scene/detail/record_extras.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "blender/bone_tips.h"
#include "find.h"
#include "keys.h"

namespace mw::edit {
namespace {

/// What a channel moves. Custom ones also have a name.
using ChannelKey = std::tuple<Index, Target, std::string_view>;

/// Those that are not bones themselves.
std::vector<bool> nodes_below_bones(const Scene& scene) {
  std::vector<bool> is_bone(scene.nodes.size());
  for (const Skin& skin : scene.skins)
    for (const Index joint : skin.joints) is_bone[joint] = true;
  std::vector<bool> below(scene.nodes.size());
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    for (const Index child : scene.nodes[i].children) below[child] = is_bone[i] && !is_bone[child];
  return below;
}

class AnimationEditFinder {
 public:
  AnimationEditFinder(EditedScene& found, const Scene& edited, const std::vector<Index>& nodes_of_original,
                      const Tolerances& tolerances)
      : found_(found),
        original_(found.before),
        edited_(edited),
        nodes_(found.numbers.nodes),
        nodes_of_original_(nodes_of_original),
        tolerances_(tolerances),
        below_bone_(nodes_below_bones(edited)) {}

  void run() {
    const bool any_moves = std::ranges::any_of(edited_.animations, moves_nodes);
    std::vector<bool> taken(edited_.animations.size());
    std::vector<Index> partners(original_.animations.size(), kNone);
    match(partners, taken, std::identity());
    match(partners, taken, without_number);
    match_keys(partners, taken);
    found_.numbers.animations.assign(edited_.animations.size(), kNone);
    found_.after.animations.clear();
    for (std::size_t i = 0; i < partners.size(); ++i) {
      if (partners[i] != kNone) {
        compare(Index(i), partners[i]);
      } else if (any_moves && moves_nodes(original_.animations[i])) {
        add_edit({.kind = EditKind::animation_removed, .before = Index(i)});
        continue;
      } else {
        keep(original_.animations[i]);
      }
      found_.animation_origins.push_back(Index(i));
    }
    for (std::size_t i = 0; i < edited_.animations.size(); ++i) {
      if (taken[i]) continue;
      add(Index(i));
      found_.animation_origins.push_back(kNewNode);
    }
    found_.ignored.insert(found_.ignored.begin(), handles_.begin(), handles_.end());
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
    constexpr std::size_t kMostCompared = 64;  // of those with one end time and the same number of channels
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

  /// The time of the last key that moves something: other programs drop constant keys.
  float last_move(const Animation& animation) const {
    float last = 0;
    for (const Channel& channel : animation.channels)
      if (channel.target != Target::custom && !channel.times.empty() && !is_still(channel, tolerances_.key))
        last = std::max(last, channel.times.back());
    return last;
  }

  /// Whether all moving channels are the same, and most of the original's channels exist.
  bool has_same_keys(const Animation& before, const Animation& after) {
    Animation ignored;
    edit_channels(before, after, ignored);
    const auto moving = std::ranges::count_if(
        before.channels, [](const Channel& channel) { return channel.target != Target::custom; });
    return counts_.edits.changed == 0 && counts_.edits.added == 0 && counts_.edits.removed == 0 &&
           2 * counts_.same > std::size_t(moving);
  }

  void add_edit(Edit edit) {
    edit.subject = Subject::animation;
    found_.edits.push_back(std::move(edit));
  }

  void keep(const Animation& animation) {
    Animation out = animation;
    out.channels.clear();
    for (const Channel& channel : animation.channels) put(out, channel, nodes_of_original_[channel.node]);
    found_.after.animations.push_back(std::move(out));
  }

  static void put(Animation& out, Channel channel, Index node) {
    if (node == kNone) return;
    channel.node = node;
    out.channels.push_back(std::move(channel));
  }

  void compare(Index origin, Index number) {
    const Animation& before = original_.animations[origin];
    const Animation& after = edited_.animations[number];
    const Edit edit{.before = origin, .after = Index(found_.after.animations.size()), .edited = number};
    found_.numbers.animations[number] = edit.after;
    const auto add_edit_of = [&](EditKind kind, std::string key, const KeyCounts& counts) {
      Edit more = edit;
      more.kind = kind;
      more.key = std::move(key);
      more.keys = counts;
      add_edit(std::move(more));
    };
    Animation out = before;
    out.channels.clear();
    if (!after.name.empty() && without_number(after.name) != without_number(before.name)) {
      add_edit_of(EditKind::animation_renamed, {}, {});
      out.name = after.name;
    }
    std::vector<std::string> changed;
    out.extras = edited_extras(before.extras, after.extras, tolerances_.number, changed);
    for (std::string& name : changed) add_edit_of(EditKind::property, std::move(name), {});
    if (has_other_length(before, after)) {
      add_edit_of(EditKind::animation_length, {}, {});
      out.length = after.length;
    }
    edit_channels(before, after, out);
    const KeyCounts& counts = counts_.edits;
    if (counts.changed + counts.added + counts.removed > 0) add_edit_of(EditKind::keys_changed, {}, counts);
    if (counts_.tangents > 0) handles_.push_back({IgnoredKind::handles, origin, counts_.tangents});
    found_.after.animations.push_back(std::move(out));
  }

  static float last_key(const Animation& animation) {
    float last = 0;
    for (const Channel& channel : animation.channels)
      if (!channel.times.empty()) last = std::max(last, channel.times.back());
    return last;
  }

  /// Without the property that holds it the length is that of the keys: it grows with them only.
  bool has_other_length(const Animation& before, const Animation& after) const {
    const float last = last_key(after);
    const bool grows = last > std::max(before.length, last_key(before)) * (1 + tolerances_.key);
    return !is_within(double(before.length), double(after.length), double(tolerances_.key)) &&
           (after.length != last || grows);
  }

  void edit_channels(const Animation& before, const Animation& after, Animation& out) {
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
      edit_channel(before.channels[i], same_custom_[i], after, edited, taken, out);
    for (std::size_t i = 0; i < after.channels.size(); ++i)
      if (!taken[i]) add_channel(after.channels[i], out);
  }

  /// Properties of one format name their node by its number, which other programs do not update: a property
  /// with the same keys is the same, whatever its number.
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

  void edit_channel(const Channel& channel, bool same, const Animation& after,
                    const std::map<ChannelKey, Index>& edited, std::vector<bool>& taken, Animation& out) {
    const Index node = nodes_of_original_[channel.node];
    const auto found = edited.find(ChannelKey{node, channel.target, channel.name});
    const bool custom = channel.target == Target::custom;
    if (same) return put(out, channel, node);
    if (found == edited.end() || (custom && taken[found->second])) {
      if (custom || is_still(channel, tolerances_.key)) return put(out, channel, node);
      ++counts_.edits.removed;
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
    counts_.edits.keys += keys;
    ++counts_.edits.changed;
    put(out, std::move(changed), node);
  }

  /// Blender computes the place of a single key from the whole pose, as it does those of nodes.
  float tolerance_of(const Channel& before, const Channel& after) const {
    const bool is_place =
        before.target == Target::translation && before.times.size() == 1 && after.times.size() == 1;
    return is_place ? std::max(tolerances_.key, tolerances_.place) : tolerances_.key;
  }

  void add_channel(const Channel& channel, Animation& out) {
    const Index node = nodes_[channel.node];
    if (node == kNone || is_rest(channel, found_.after.nodes[node].transform, tolerances_.key)) return;
    if (has_.contains(ChannelKey{node, channel.target, channel.name})) return;
    ++counts_.edits.added;
    put(out, channel, node);
  }

  void add(Index number) {
    const Animation& animation = edited_.animations[number];
    Animation out = animation;
    out.channels.clear();
    for (const Channel& channel : animation.channels) put(out, channel, nodes_[channel.node]);
    const auto place = Index(found_.after.animations.size());
    found_.numbers.animations[number] = place;
    found_.after.animations.push_back(std::move(out));
    add_edit({.kind = EditKind::animation_added, .after = place, .edited = number});
  }

  struct Counts {
    KeyCounts edits;
    std::size_t same = 0;      // channels that move nodes
    std::size_t tangents = 0;  // keys with others
  };

  EditedScene& found_;
  const Scene& original_;
  const Scene& edited_;
  const std::vector<Index>& nodes_;
  const std::vector<Index>& nodes_of_original_;
  const Tolerances& tolerances_;
  std::vector<bool> below_bone_;   // by node of the edited scene
  bool is_turned_ = false;         // the animation at hand has keys in the frames of bones
  std::vector<bool> same_custom_;  // by channel of the animation at hand
  std::set<ChannelKey> has_;       // the targets of the current animation in the original
  Counts counts_;
  std::vector<Ignored> handles_;
};

/// New names of the original's nodes by the old ones, in lower case, which no node has kept.
std::map<std::string, std::string> new_names(const EditedScene& found,
                                             const std::vector<Index>& of_original) {
  std::map<std::string, std::string> names;
  std::set<std::string> kept;
  for (std::size_t i = 0; i < found.before.nodes.size(); ++i) {
    if (of_original[i] == kNone) continue;
    const std::string before = lower_case(found.before.nodes[i].name);
    const std::string& now = found.after.nodes[of_original[i]].name;
    names.try_emplace(before, now);
    if (lower_case(now) == before) kept.insert(before);
  }
  for (const std::string& name : kept) names.erase(name);
  return names;
}

/// The name of an animation's start node; null without one.
const std::string* start_of(const Animation& animation, std::string_view property) {
  const JsonValue* start = find(animation.extras, property);
  return start != nullptr ? start->get_if<std::string>() : nullptr;
}

}  // namespace

void find_animation_edits(EditedScene& found, const Scene& edited,
                          const std::vector<Index>& nodes_of_original, const Tolerances& tolerances) {
  AnimationEditFinder(found, edited, nodes_of_original, tolerances).run();
}

void follow_renamed_starts(EditedScene& found, const std::vector<Index>& nodes_of_original,
                           std::string_view property) {
  if (property.empty()) return;
  const std::map<std::string, std::string> names = new_names(found, nodes_of_original);
  for (std::size_t i = 0; i < found.after.animations.size(); ++i) {
    const Index origin = found.animation_origins[i];
    if (origin == kNewNode) continue;
    Animation& animation = found.after.animations[i];
    const std::string* name = start_of(animation, property);
    const std::string* before = start_of(found.before.animations[origin], property);
    if (name == nullptr || before == nullptr || *name != *before) continue;
    const auto now = names.find(lower_case(*name));
    if (now == names.end()) continue;
    std::ranges::find(animation.extras, property, &JsonMember::first)->second = now->second;
    ignore(found.ignored, IgnoredKind::renamed_start, Index(i));
  }
}

}  // namespace mw::edit
