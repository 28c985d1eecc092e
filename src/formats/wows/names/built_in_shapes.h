#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mw::wows {

/// What ids are the hashes of, beside the name of a shape.
enum class IdOf : std::uint8_t { vertices, indices };

/// ".vertices" or ".indices"
std::string_view tail_of(IdOf which);

/// The names of shapes that this project ships, by their ids. There are some 4,300; a table holds their ids
/// and numbers only, and a name is put together when it is asked for.
class BuiltInShapes {
 public:
  static const BuiltInShapes& table();

  /// The name of the shape with that id; empty when none has it.
  std::string find(IdOf which, std::uint32_t id) const;

  /// Whether the name with that id is one of those that were found by trying.
  bool is_found(std::uint32_t indices_id) const;

 private:
  BuiltInShapes();

  /// The place of an id: where it is, or the free one where it would be.
  std::size_t slot_of(const std::vector<std::uint16_t>& slots, IdOf which, std::uint32_t id) const;

  std::vector<std::array<std::uint32_t, 2>> ids_;      // of each name
  std::array<std::vector<std::uint16_t>, 2> numbers_;  // of the names, by their hashed ids; kNone where free
};

}  // namespace mw::wows
