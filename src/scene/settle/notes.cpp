#include <fmt/format.h>
#include <meshwright/core/listing.h>
#include <meshwright/core/text.h>

#include <algorithm>

#include "parts.h"

namespace mw::scene {

void Notes::add(std::string_view kind, std::string_view name, std::string_view text) {
  const auto same =
      std::ranges::find_if(lines_, [&](const Line& line) { return line.kind == kind && line.text == text; });
  if (same != lines_.end())
    ++same->others;
  else
    lines_.push_back({kind, std::string(name), text});
}

void Notes::list(std::vector<std::string>& notes) const {
  for (const Line& line : lines_) {
    const std::string others =
        line.others > 0 ? " and " + counted(line.others, "other", "others") : std::string();
    notes.push_back(fmt::format("{} {}{}: {}", line.kind, escape_text(line.name), others, line.text));
  }
}

}  // namespace mw::scene
