#include "shown.h"

#include <meshwright/core/text.h>
#include <meshwright/scene/record_extras.h>
#include <meshwright/scene/tree.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace mw {
namespace {

constexpr std::string_view kNode = "node ";
constexpr std::string_view kMesh = "mesh ";
constexpr std::string_view kProperty = "property ";
constexpr std::string_view kChanged = " changed";

bool is_nothing(const JsonValue& value) {
  const auto number = scene::float_of(value);
  const auto* flag = value.get_if<bool>();
  const auto* text = value.get_if<std::string>();
  return (number && *number == 0) || (flag != nullptr && !*flag) || (text != nullptr && text->empty());
}

bool same_property(const JsonValue& a, const JsonValue& b) {
  const auto* list = a.get_if<JsonArray>();
  const auto* other = b.get_if<JsonArray>();
  if (list != nullptr && other != nullptr) return std::ranges::equal(*list, *other, same_property);
  const auto one = scene::float_of(a);
  const auto two = scene::float_of(b);
  if (one && two) return std::abs(*one - *two) <= 1e-5F * std::max(std::abs(*one), std::abs(*two));
  return scene::same_value(a, b);
}

/// What records usually have: 0, 1 (colours, flags), no text.
bool may_be_usual(const JsonValue& value) {
  if (const auto* list = value.get_if<JsonArray>()) return std::ranges::all_of(*list, may_be_usual);
  const auto number = scene::float_of(value);
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
    return scene::float_of(value) ? 1 : 2;
  };
  return kind(a) == kind(b);
}

/// Members of a record that are as usual are in no scene: one that the original has and that is gone became
/// so, and one that neither has is so where it is nothing. A value that the format could not take is gone
/// too, and is none that is usual.
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

/// Of the only node of that name that has it.
const JsonValue* property_of(const scene::Scene& scene, const Looks& looks, const std::string& node,
                             std::string_view property) {
  const JsonValue* found = nullptr;
  for (const scene::Index each : looks.all(node)) {
    for (const JsonMember& member : scene.nodes[each].extras) {
      if (escape_text(member.first) != property) continue;
      if (found != nullptr) return nullptr;
      found = &member.second;
    }
  }
  return found;
}

}  // namespace

Shown::Shown(const scene::Scene& now, const Wanted& wanted)
    : original_scene_(wanted.original),
      settled_scene_(wanted.settled),
      now_scene_(now),
      original_(wanted.original),
      settled_(wanted.settled),
      now_(now),
      parents_(parents_in(wanted.settled)) {}

bool Shown::shows(const Change& rest) const {
  for (const std::string_view kind : {kNode, kMesh})
    if (rest.where.starts_with(kind)) return shows_node(rest, rest.where.substr(kind.size()));
  return false;
}

bool Shown::shows_node(const Change& rest, const std::string& name) const {
  if (rest.what == "node-moved" && rest.message == "moved") return now_.same(name, settled_);
  if (rest.what == "node-removed") return now_.has_triangles(name) && !now_.same(name, original_);
  if (rest.message == "added") return settled_.has_triangles(name) && now_.same(settled_);
  if (rest.message == "below another parent") return now_.same(settled_) && is_below_nothing(name);
  if (rest.what != "property-changed" || !rest.message.starts_with(kProperty)) return false;
  const std::size_t length = rest.message.size() - kProperty.size() - kChanged.size();
  return shows_property(name, rest.message.substr(kProperty.size(), length));
}

/// A node that what was made has no place for, and whose triangles it has.
bool Shown::is_below_nothing(const std::string& name) const {
  const auto node = settled_.find(name);
  const scene::Index above = node ? parents_[*node] : scene::kNoParent;
  if (above == scene::kNoParent) return is_below_root(name);
  const std::string parent = escape_text(settled_scene_.nodes[above].name);
  return settled_.has_triangles(parent) && !now_.find(parent);
}

/// Where a file has but one node at the top.
bool Shown::is_below_root(const std::string& name) const {
  const auto node = now_.find(name);
  return node && std::ranges::any_of(now_scene_.roots, [&](scene::Index root) {
           const std::vector<scene::Index>& children = now_scene_.nodes[root].children;
           return std::ranges::find(children, *node) != children.end();
         });
}

bool Shown::shows_property(const std::string& node, const std::string& property) const {
  const JsonValue* wanted = property_of(settled_scene_, settled_, node, property);
  if (wanted == nullptr || wanted->get_if<JsonObject>() == nullptr) return false;
  return shows_value(property_of(original_scene_, original_, node, property),
                     property_of(now_scene_, now_, node, property), *wanted);
}

}  // namespace mw
