#include "built_in_shapes.h"

#include <meshwright/wows/detail/name_hash.h>
#include <iterator>

#include "found_stems.h"

namespace mw::wows {
namespace {

constexpr std::string_view kParts[] = {"Bow", "MidFront", "MidBack", "Stern", "Mid"};
constexpr std::string_view kKinds[] = {"", "_wire", "_hide", "_DeckHouse", "_Net", "_net"};
constexpr std::string_view kSeams[] = {"_crack_", "_patch_"};
constexpr std::string_view kObjects[] = {"Turret", "Gun_Deck", "Propeller_mesh", "body", "tail",  "friction",
                                         "glass",  "hull",     "mesh",           "net",  "rotor", "wires",
                                         "wire"};
constexpr std::string_view kEnds[] = {"Shape",      "_lod1Shape", "_lod2Shape", "_lod3Shape", "_lod4Shape",
                                      "_lodShape1", "_lodShape2", "_lodShape3", "_lodShape4"};

/// What a name begins with: an object, a part of a ship, or the seam between two: "Bow" "_crack_" "Mid".
using Stem = std::array<std::string_view, 3>;
constexpr std::size_t kStemCount =
    std::size(kObjects) + std::size(kParts) * (1 + std::size(kSeams) * (std::size(kParts) - 1));

consteval std::array<Stem, kStemCount> make_stems() {
  std::array<Stem, kStemCount> stems;
  std::size_t count = 0;
  for (const std::string_view object : kObjects) stems[count++] = {object};
  for (const std::string_view part : kParts) {
    stems[count++] = {part};
    for (const std::string_view seam : kSeams)
      for (const std::string_view other : kParts)
        if (other != part) stems[count++] = {part, seam, other};
  }
  return stems;
}
constexpr std::array<Stem, kStemCount> kStems = make_stems();

constexpr std::string_view kAlone = "Mesh";  // a name without a stem, a kind or a level
constexpr std::size_t kKnownCount = kStemCount * std::size(kEnds) * std::size(kKinds) + 1;
constexpr std::size_t kNameCount = kKnownCount + std::size(kFoundStems) * std::size(kEnds);

void append_found(std::string& text, std::size_t number) {
  text += kFoundStems[number / std::size(kEnds)];
  text += kEnds[number % std::size(kEnds)];
}

/// Appends the name of that number: "Bow" "_crack_" "Mid" "_wire" "_lod1Shape".
void append_name(std::string& text, std::size_t number) {
  if (number >= kKnownCount) return append_found(text, number - kKnownCount);
  if (number + 1 == kKnownCount) {
    text += kAlone;
    return;
  }
  for (const std::string_view piece : kStems[number % kStemCount]) text += piece;
  number /= kStemCount;
  text += kKinds[number / std::size(kEnds)];
  text += kEnds[number % std::size(kEnds)];
}

constexpr std::uint16_t kNone = 0xFFFF;
constexpr std::size_t kSlots = 16384;
static_assert(kSlots > 2 * kNameCount && kNameCount < kNone);  // so that a free slot is soon found

}  // namespace

std::string_view tail_of(IdOf which) {
  return which == IdOf::vertices ? ".vertices" : ".indices";
}

const BuiltInShapes& BuiltInShapes::table() {
  static const BuiltInShapes kTable;
  return kTable;
}

BuiltInShapes::BuiltInShapes() : ids_(kNameCount) {
  for (std::vector<std::uint16_t>& slots : numbers_) slots.assign(kSlots, kNone);
  std::string name;
  for (std::size_t number = 0; number < kNameCount; ++number) {
    name.clear();
    append_name(name, number);
    const std::size_t length = name.size();
    for (const IdOf which : {IdOf::vertices, IdOf::indices}) {
      name.resize(length);
      name += tail_of(which);
      const std::uint32_t id = ids_[number][std::size_t(which)] = name_hash(name);
      std::vector<std::uint16_t>& slots = numbers_[std::size_t(which)];
      std::uint16_t& slot = slots[slot_of(slots, which, id)];
      if (slot == kNone) slot = std::uint16_t(number);  // known names come before found ones
    }
  }
}

std::size_t BuiltInShapes::slot_of(const std::vector<std::uint16_t>& slots, IdOf which,
                                   std::uint32_t id) const {
  std::size_t slot = id % kSlots;
  while (slots[slot] != kNone && ids_[slots[slot]][std::size_t(which)] != id) slot = (slot + 1) % kSlots;
  return slot;
}

bool BuiltInShapes::is_found(std::uint32_t indices_id) const {
  const std::vector<std::uint16_t>& slots = numbers_[std::size_t(IdOf::indices)];
  const std::uint16_t number = slots[slot_of(slots, IdOf::indices, indices_id)];
  return number != kNone && number >= kKnownCount;
}

std::string BuiltInShapes::find(IdOf which, std::uint32_t id) const {
  const std::vector<std::uint16_t>& slots = numbers_[std::size_t(which)];
  const std::uint16_t number = slots[slot_of(slots, which, id)];
  std::string name;
  if (number != kNone) append_name(name, number);
  return name;
}

}  // namespace mw::wows
