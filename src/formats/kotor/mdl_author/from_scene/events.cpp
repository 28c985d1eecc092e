#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/typed_extras.h>
#include <algorithm>

#include "from_scene.h"
#include "mdl/motion.h"
#include "mdl_source/compile/parts.h"
#include "mdl_source/decompile/decompile.h"

namespace mw::kotor::mdl {
namespace {

/// The property in any of its forms, as the list that to_scene() makes; what is no event goes to `strange`.
JsonArray listed_events(const JsonValue& value, std::vector<std::string>& strange) {
  if (const auto* list = value.get_if<JsonArray>()) return *list;
  const auto* text = value.get_if<std::string>();
  if (text == nullptr) {
    strange.emplace_back(value.kind());
    return {};
  }
  if (const auto python = scene::parse_python(*text))
    if (const auto* list = python->get_if<JsonArray>()) return *list;
  scene::TypedRows typed = scene::parse_rows(*text, {{"time", 0.0F}, {"name", ""}});
  for (const std::string& piece : typed.strange) strange.push_back(quote_word(piece));
  return std::move(typed.rows);
}

}  // namespace

SceneEvents events_in(const scene::Animation& animation) {
  const JsonValue* value = scene::find(animation.extras, "events");
  if (value == nullptr) return {};
  SceneEvents read;
  std::vector<std::string> strange;
  std::vector<std::string> cut;
  std::vector<std::string> renamed;
  for (const JsonValue& item : listed_events(*value, strange)) {
    const JsonValue* time = item.find("time");
    const JsonValue* name = item.find("name");
    const auto seconds = time != nullptr ? scene::float_of(*time) : std::nullopt;
    const auto word = name != nullptr ? scene::field_text(*name) : std::nullopt;
    if (!seconds || !word) {
      strange.emplace_back(item.kind());
      continue;
    }
    if (word->size() > kNameRoom) cut.push_back(*word);
    const std::string own = word->substr(0, kNameRoom);
    const std::string made = own.empty() ? own : as_word(own);
    if (made != own) renamed.push_back(fmt::format("{} becomes {}", escape_text(own), made));
    read.events.push_back({*seconds, FixedText<32>(made)});
  }
  const std::string name = escape_text(animation.name);
  if (!strange.empty()) read.losses.add(loss::EVENT_INVALID, animation.name, name, listed(strange));
  if (!cut.empty()) read.losses.add(loss::EVENT_NAME_CUT, animation.name, name, kNameRoom, listed(cut));
  if (!renamed.empty()) read.losses.add(loss::EVENT_NAME_CHANGED, animation.name, name, listed(renamed));
  return read;
}

Losses tell_outside(const std::vector<source::Animation>& written) {
  Losses losses;
  for (const source::Animation& animation : written) {
    std::vector<std::string> outside;
    for (const Event& event : animation.events)
      if (!(event.time >= 0 && event.time <= animation.length + kTimeTolerance))
        outside.push_back(fmt::format("{} at {}", escape_text(event.name.view()), event.time));
    if (!outside.empty())
      losses.add(loss::EVENT_OUTSIDE, animation.name, escape_text(animation.name), animation.length,
                 listed(outside));
  }
  return losses;
}

void make_events_a_list(scene::Animation& animation, Losses& losses) {
  const auto found = std::ranges::find(animation.extras, "events", &JsonMember::first);
  if (found == animation.extras.end()) return;
  const SceneEvents read = events_in(animation);
  JsonArray list;
  for (const Event& event : read.events)
    list.push_back(JsonObject{{"time", event.time}, {"name", event.name.view()}});
  found->second = std::move(list);
  losses.append(read.losses);
}

}  // namespace mw::kotor::mdl
