#include <meshwright/core/text_reader.h>
#include <meshwright/wows/name_hash.h>
#include <meshwright/wows/shape_names.h>
#include <vector>

namespace mw::wows {
namespace {

constexpr std::string_view kVertices = ".vertices";
constexpr std::string_view kIndices = ".indices";
constexpr std::string_view kLevel = "_lod";

constexpr std::string_view kParts[] = {"Bow", "MidFront", "MidBack", "Stern", "Mid"};
constexpr std::string_view kKinds[] = {"", "_wire", "_hide", "_DeckHouse", "_Net", "_net"};
constexpr std::string_view kSeams[] = {"_crack_", "_patch_"};
constexpr std::string_view kObjects[] = {"Turret", "Gun_Deck", "Propeller_mesh", "body", "tail",  "friction",
                                         "glass",  "hull",     "mesh",           "net",  "rotor", "wires",
                                         "wire"};
constexpr std::string_view kLevels[] = {"", "_lod1", "_lod2", "_lod3", "_lod4"};

std::string joined(std::string_view a, std::string_view b, std::string_view c = {}, std::string_view d = {}) {
  return std::string(a).append(b).append(c).append(d);
}

/// Names without their level of detail.
std::vector<std::string> stems() {
  std::vector<std::string> all;
  for (const std::string_view part : kParts) {
    for (const std::string_view kind : kKinds) {
      all.push_back(joined(part, kind));
      for (const std::string_view seam : kSeams)
        for (const std::string_view other : kParts)
          if (other != part) all.push_back(joined(part, seam, other, kind));
    }
  }
  for (const std::string_view object : kObjects)
    for (const std::string_view kind : kKinds) all.push_back(joined(object, kind));
  return all;
}

ShapeNames make_built_in() {
  ShapeNames names;
  for (const std::string& stem : stems())
    for (const std::string_view level : kLevels) names.add(joined(stem, level, "Shape"));
  names.add("Mesh");
  return names;
}

const std::string* find(const std::unordered_map<std::uint32_t, std::string>& names, std::uint32_t id) {
  const auto found = names.find(id);
  return found == names.end() ? nullptr : &found->second;
}

}  // namespace

std::uint32_t vertices_id(std::string_view shape) {
  return name_hash(joined(shape, kVertices));
}
std::uint32_t indices_id(std::string_view shape) {
  return name_hash(joined(shape, kIndices));
}

const ShapeNames& ShapeNames::built_in() {
  static const ShapeNames kNames = make_built_in();
  return kNames;
}

void ShapeNames::add(std::string_view shape) {
  for (const std::string_view tail : {kVertices, kIndices})
    if (shape.ends_with(tail)) shape.remove_suffix(tail.size());
  vertices_.try_emplace(vertices_id(shape), shape);
  indices_.try_emplace(indices_id(shape), shape);
}

void ShapeNames::add_lines(std::string_view text) {
  TextReader reader(text, {.comments = TextRules::Comments::lines});
  while (reader.next_line()) add(reader.rest_of_line());
}

const std::string* ShapeNames::by_vertices(std::uint32_t id) const {
  return find(vertices_, id);
}
const std::string* ShapeNames::by_indices(std::uint32_t id) const {
  return find(indices_, id);
}

int level_of_detail(std::string_view shape) {
  const auto at = shape.rfind(kLevel);
  if (at == shape.npos || at + kLevel.size() >= shape.size()) return 0;
  const char digit = shape[at + kLevel.size()];
  return digit >= '0' && digit <= '9' ? digit - '0' : 0;
}

}  // namespace mw::wows
