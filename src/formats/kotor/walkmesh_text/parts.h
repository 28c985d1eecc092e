#pragma once

#include <meshwright/kotor/walkmesh_ascii.h>

/// What validating and compiling a text share.
namespace mw::kotor::walkmesh::ascii {

/// A dummy that is a hook: of which state of a door, and which of the four places of the header.
struct Hook {
  std::optional<DoorState> state;
  bool absolute = false;
  std::size_t number = 0;
};
std::optional<Hook> hook_named(std::string_view name);
std::string hook_name(std::string_view file, const Hook& hook);

/// "_wg_open1" at the end of a node's name; nothing for any other name.
std::optional<DoorState> state_named(std::string_view name);

/// Whether boxes are a tree in pre-order with each of so many faces in one leaf.
bool is_tree(std::span<const BoxRow> boxes, std::size_t faces);

}  // namespace mw::kotor::walkmesh::ascii
