#pragma once

#include <meshwright/core/neighbours.h>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The options of a format, and the uses that each applies to. Help texts, completions and the errors for
/// options without a meaning all come from these lists.
namespace mw {

/// An operation on a document; as a set, the operations that an option applies to.
enum class Use : std::uint16_t {
  none = 0,
  info = 1 << 0,
  validate = 1 << 1,
  dump = 1 << 2,
  roundtrip = 1 << 3,
  diff = 1 << 4,
  sample = 1 << 5,
  rewrite = 1 << 6,     // written again in its own format
  json = 1 << 7,        // written as JSON
  to_scene = 1 << 8,    // the start of a conversion through the scene
  from_scene = 1 << 9,  // and its end
  query = 1 << 10,      // queried as a surface
  assets = 1 << 11,     // searched as a database
  compile = 1 << 12,    // from a text to the binary form of the same thing
  decompile = 1 << 13,  // and back
  rebuild = 1 << 14,    // its derived tables rebuilt
  plan = 1 << 15,       // drawn as a map
};

constexpr Use operator|(Use a, Use b) {
  return Use(std::uint16_t(a) | std::uint16_t(b));
}
constexpr bool overlap(Use a, Use b) {
  return (std::uint16_t(a) & std::uint16_t(b)) != 0;
}

inline constexpr Use kAnyUse = Use(0xFFFF);

/// Everything that a file is opened for.
inline constexpr Use kReading = Use::info | Use::validate | Use::dump | Use::roundtrip | Use::rewrite |
                                Use::json | Use::to_scene | Use::compile | Use::decompile;

struct OptionKind {
  std::string_view name;     // "game"
  std::string_view operand;  // "k1|k2"; empty for one that is given or not
  std::string_view help;
  Use uses = Use::none;
  std::span<const std::string_view> values = {};  // the accepted values; empty: `problem` checks
  /// The error in a value; empty if it is valid.
  std::string (*problem)(std::string_view value) = nullptr;
};

/// A neighbour that a format requests, and for which uses.
struct NeighbourUse {
  NeighbourKind kind;
  Use uses = Use::none;
  bool for_textures = false;  // only where textures are named
};

/// The options that were given, by their names.
class OptionValues {
 public:
  void set(std::string_view name, std::string value = {});
  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// Empty without it.
  std::string_view get(std::string_view name) const;
  std::span<const std::pair<std::string, std::string>> all() const { return values_; }

 private:
  const std::string* find(std::string_view name) const;

  std::vector<std::pair<std::string, std::string>> values_;
};

}  // namespace mw
