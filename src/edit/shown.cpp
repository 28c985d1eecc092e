#include "shown.h"

#include <meshwright/scene/detail/record_extras.h>

#include <algorithm>
#include <cmath>

namespace mw::edit {
namespace {

bool is_nothing(const JsonValue& value) {
  const auto number = float_of(value);
  const auto* flag = value.get_if<bool>();
  const auto* text = value.get_if<std::string>();
  return (number && *number == 0) || (flag != nullptr && !*flag) || (text != nullptr && text->empty());
}

bool same_property(const JsonValue& a, const JsonValue& b) {
  const auto* list = a.get_if<JsonArray>();
  const auto* other = b.get_if<JsonArray>();
  if (list != nullptr && other != nullptr) return std::ranges::equal(*list, *other, same_property);
  const auto one = float_of(a);
  const auto two = float_of(b);
  if (one && two) return std::abs(*one - *two) <= 1e-5F * std::max(std::abs(*one), std::abs(*two));
  return same_value(a, b);
}

/// What records usually have: 0, 1 (colours, flags), no text.
bool may_be_usual(const JsonValue& value) {
  if (const auto* list = value.get_if<JsonArray>()) return std::ranges::all_of(*list, may_be_usual);
  const auto number = float_of(value);
  return is_nothing(value) || (number && *number == 1);
}

/// Whether both are numbers, or flags, or texts, or as many of them.
bool same_kind(const JsonValue& a, const JsonValue& b) {
  const auto* list = a.get_if<JsonArray>();
  const auto* other = b.get_if<JsonArray>();
  if (list != nullptr && other != nullptr) return std::ranges::equal(*list, *other, same_kind);
  if (list != nullptr || other != nullptr) return false;
  const auto kind = [](const JsonValue& value) {
    if (value.get_if<bool>() != nullptr) return 0;
    return float_of(value) ? 1 : 2;
  };
  return kind(a) == kind(b);
}

/// Scenes leave out usual members of a record. If the original has one that is now missing, it became usual;
/// if neither has it, an empty value is the usual one. A value that the format refused is missing too, but is
/// not usual.
bool shows_value(const JsonValue* original, const JsonValue* now, const JsonValue& wanted) {
  const auto member = [](const JsonValue* value, std::string_view name) {
    return value != nullptr ? value->find(name) : nullptr;
  };
  if (const auto* members = wanted.get_if<JsonObject>())
    return std::ranges::all_of(*members, [&](const JsonMember& each) {
      return shows_value(member(original, each.first), member(now, each.first), each.second);
    });
  if (now != nullptr) return same_property(*now, wanted);
  if (original == nullptr) return is_nothing(wanted);
  return same_kind(*original, wanted) && may_be_usual(wanted) && !same_property(*original, wanted);
}

}  // namespace

Shown::Shown(const EditedScene& edits, const EditedScene& rest)
    : edits_(edits),
      now_scene_(rest.before),
      original_(edits.before),
      wanted_(edits.after),
      now_(rest.before),
      parents_(parents_in(edits.after)),
      is_there_(edits.after.nodes.size()) {
  for (std::size_t i = 0; i < edits.numbers.nodes.size(); ++i) {
    const Index wanted = edits.numbers.nodes[i];
    const Index now = rest.numbers.nodes[i];
    if (wanted != kNone && now != kNone && rest.origins[now] != kNewNode) is_there_[wanted] = true;
  }
}

bool Shown::shows(const Edit& rest, const Edit& wanted) const {
  switch (rest.kind) {
    case EditKind::node_moved:
      return now_.same(rest.before, wanted_, wanted.after);
    case EditKind::node_removed:
      return now_.has_triangles(rest.before) && !now_.same(rest.before, original_, wanted.before);
    case EditKind::node_added:
    case EditKind::mesh_added:
      return wanted_.has_triangles(wanted.after) && now_.same(wanted_);
    case EditKind::node_reparented:
      return now_.same(wanted_) && is_below_nothing(rest, wanted);
    case EditKind::property:
      return rest.subject == Subject::node && shows_property(rest, wanted);
    default:
      return false;
  }
}

/// A node that the file cannot hold, although it has the node's triangles.
bool Shown::is_below_nothing(const Edit& rest, const Edit& wanted) const {
  const Index above = parents_[wanted.after];
  if (above == kNone) return is_below_root(rest.before);
  return wanted_.has_triangles(above) && !is_there_[above];
}

/// Where a file has but one node at the top.
bool Shown::is_below_root(Index node_now) const {
  return std::ranges::any_of(now_scene_.roots, [&](Index root) {
    const std::vector<Index>& children = now_scene_.nodes[root].children;
    return std::ranges::find(children, node_now) != children.end();
  });
}

bool Shown::shows_property(const Edit& rest, const Edit& wanted) const {
  const JsonValue* value = find(edits_.after.nodes[wanted.after].extras, wanted.key);
  if (value == nullptr || value->get_if<JsonObject>() == nullptr) return false;
  const JsonValue* before =
      wanted.before != kNone ? find(edits_.before.nodes[wanted.before].extras, wanted.key) : nullptr;
  return shows_value(before, find(now_scene_.nodes[rest.before].extras, wanted.key), *value);
}

}  // namespace mw::edit
