#include "common_options.h"

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>

#include <charconv>

namespace mw::rows {

std::string problem_of_lod(std::string_view value) {
  const bool number =
      !value.empty() && value.size() < 4 && value.find_first_not_of("0123456789") == value.npos;
  if (number || value == "all") return {};
  return "expected a number or \"all\", got " + escape_text(value);
}

std::string problem_of_crease(std::string_view value) {
  const auto degrees = parse_any_float(value);
  if (degrees && *degrees >= 0 && *degrees <= 180) return {};
  return fmt::format("expected degrees from 0 to 180, got {}", escape_text(value));
}

scene::Options scene_options(const SceneWishes& wishes) {
  const OptionValues& options = wishes.options;
  const std::string_view lod = options.get("lod");
  scene::Options made{.raw_axes = options.has("raw-axes"), .rows = wishes.rows};
  made.selection = {.all_lods = lod == "all",
                    .hidden = options.has("hidden"),
                    .collision = options.has("collision"),
                    .armor = options.has("armor")};
  std::uint32_t level = 0;
  if (!lod.empty() && std::from_chars(lod.data(), lod.data() + lod.size(), level).ec == std::errc())
    made.selection.lod = level;
  return made;
}

}  // namespace mw::rows
