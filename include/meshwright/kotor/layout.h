#pragma once

// Example:
//
//     #include <meshwright/kotor/layout.h>
//     #include <cstdio>
//
//     void list_rooms(std::string_view text) {
//       const auto layout = mw::kotor::read_layout(text);
//       if (!layout) return;
//       for (const auto& room : layout->rooms)
//         std::printf("%s at %g %g\n", room.name.c_str(), double(room.position.x), double(room.position.y));
//     }

#include <meshwright/core/error.h>
#include <meshwright/core/math.h>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The games' layout of an area (.lyt): its rooms and their places. Read only.
namespace mw::kotor {

struct Layout {
  /// A room, or a track or obstacle of a minigame. A room without a model has the name "****".
  struct Item {
    std::string name;
    Vec3 position{0};
  };
  struct DoorHook {
    std::string room;
    std::string name;
    std::int32_t unknown = 0;  // 0 in all 49 hooks of 6 real files
    Vec3 position{0};
    Vec4 orientation{0};  // as in the file
  };

  std::vector<Item> rooms;  // transitions of walkmeshes are rows of this
  std::vector<Item> tracks;
  std::vector<Item> obstacles;
  std::vector<DoorHook> door_hooks;

  /// By name in any case.
  std::optional<std::size_t> find_room(std::string_view name) const;
};

/// Whether a text begins as a layout does: with "beginlayout" on one of its first lines.
bool is_layout(std::string_view text);

/// Fails on a list with fewer lines than its count, on a line that does not belong to a layout, and on a text
/// without "beginlayout" or "donelayout". The text before and after these is ignored.
Result<Layout> read_layout(std::string_view text);

}  // namespace mw::kotor
