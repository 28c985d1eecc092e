#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/text_reader.h>
#include <meshwright/kotor/layout.h>

#include <algorithm>

namespace mw::kotor {
namespace {

constexpr TextRules kRules{.comments = TextRules::Comments::lines};

void read_item(TextReader& text, Layout::Item& item) {
  item.name = text.word("name");
  text.field("position", item.position);
}

void read_item(TextReader& text, Layout::DoorHook& hook) {
  hook.room = text.word("room");
  hook.name = text.word("name");
  text.field("unknown", hook.unknown);
  text.field("position", hook.position);
  text.field("orientation", hook.orientation);
}

/// As many lines as the count says, each with one of them.
void read_list(TextReader& text, std::string_view name, auto& list) {
  const std::size_t count = text.line_count(fmt::format("{}count", name));
  for (std::size_t i = 0; i < count && text.ok(); ++i) {
    const std::string field = fmt::format("{}[{}]", name, i);
    if (!text.require_line(field)) return;
    // A count that is too high would take the next list for items.
    const std::string_view word = text.peek();
    if (lower_case(word).ends_with("count") || same_in_any_case(word, "donelayout"))
      return text.fail(
          text.position(), field,
          fmt::format("expected {} lines of {}s, got {} before {}", count, name, i, quote_word(word)));
    read_item(text, list.emplace_back());
  }
}

/// False at the end of the layout.
bool read_line(TextReader& text, Layout& layout) {
  if (text.accept("donelayout")) return false;
  if (text.accept("roomcount"))
    read_list(text, "room", layout.rooms);
  else if (text.accept("trackcount"))
    read_list(text, "track", layout.tracks);
  else if (text.accept("obstaclecount"))
    read_list(text, "obstacle", layout.obstacles);
  else if (text.accept("doorhookcount"))
    read_list(text, "doorhook", layout.door_hooks);
  else
    text.fail(text.position(), "layout", fmt::format("{} is no list of a layout", quote_word(text.peek())));
  return text.ok();
}

/// Moves behind "beginlayout".
bool find_begin(TextReader& text, int lines) {
  for (int line = 0; line < lines && text.next_line(); ++line)
    if (text.accept("beginlayout")) return true;
  return false;
}

constexpr int kFirstLines = 16;

}  // namespace

std::optional<std::size_t> Layout::find_room(std::string_view name) const {
  const auto same = [&](const Item& room) { return same_in_any_case(room.name, name); };
  const auto found = std::ranges::find_if(rooms, same);
  if (found == rooms.end()) return std::nullopt;
  return std::size_t(found - rooms.begin());
}

bool is_layout(std::string_view text) {
  TextReader reader(text, kRules);
  return find_begin(reader, kFirstLines);
}

Result<Layout> read_layout(std::string_view text) {
  TextReader reader(text, kRules);
  Layout layout;
  if (!find_begin(reader, kFirstLines))
    reader.fail({}, "layout", fmt::format("no beginlayout in its first {} lines", kFirstLines));
  while (reader.ok() && reader.require_line("donelayout"))
    if (!read_line(reader, layout)) break;
  if (!reader.ok()) return fail(reader.error());
  return layout;
}

}  // namespace mw::kotor
