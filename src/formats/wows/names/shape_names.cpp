#include <meshwright/core/detail/text_reader.h>
#include <meshwright/wows/detail/name_hash.h>
#include <meshwright/wows/shape_names.h>

#include "built_in_shapes.h"

namespace mw::wows {
namespace {

constexpr std::string_view kLevel = "_lod";
constexpr std::string_view kShape = "Shape";

std::uint32_t id_of(std::string_view shape, IdOf which) {
  return name_hash(std::string(shape).append(tail_of(which)));
}

/// The built-in names come first: a user's list is for those that are not known.
std::string find(const std::unordered_map<std::uint32_t, std::string>& names, const BuiltInShapes* built_in,
                 IdOf which, std::uint32_t id) {
  std::string shape = built_in != nullptr ? built_in->find(which, id) : std::string();
  if (!shape.empty()) return shape;
  const auto found = names.find(id);
  return found == names.end() ? std::string() : found->second;
}

}  // namespace

std::uint32_t vertices_id(std::string_view shape) {
  return id_of(shape, IdOf::vertices);
}
std::uint32_t indices_id(std::string_view shape) {
  return id_of(shape, IdOf::indices);
}

const ShapeNames& ShapeNames::built_in() {
  static const ShapeNames kNames(&BuiltInShapes::table());
  return kNames;
}

void ShapeNames::add(std::string_view shape) {
  for (const IdOf which : {IdOf::vertices, IdOf::indices})
    if (shape.ends_with(tail_of(which))) shape.remove_suffix(tail_of(which).size());
  vertices_.try_emplace(vertices_id(shape), shape);
  indices_.try_emplace(indices_id(shape), shape);
}

void ShapeNames::add_lines(std::string_view text) {
  TextReader reader(text, {.comments = TextRules::Comments::lines});
  while (reader.next_line()) add(reader.rest_of_line());
}

std::string ShapeNames::by_vertices(std::uint32_t id) const {
  return find(vertices_, built_in_, IdOf::vertices, id);
}
std::string ShapeNames::by_indices(std::uint32_t id) const {
  return find(indices_, built_in_, IdOf::indices, id);
}

bool ShapeNames::is_found(std::string_view shape) const {
  const std::uint32_t id = indices_id(shape);
  return built_in_ != nullptr && built_in_->is_found(id) && !indices_.contains(id);
}

LevelName level_name_of(std::string_view shape) {
  const auto digit_at = [&](std::size_t place) {
    return place < shape.size() && shape[place] >= '0' && shape[place] <= '9';
  };
  const auto at = shape.rfind(kLevel);
  if (at != shape.npos) {
    std::size_t digit = at + kLevel.size();
    if (shape.substr(digit).starts_with(kShape)) digit += kShape.size();
    if (digit_at(digit)) return {shape.substr(0, at), shape[digit] - '0'};
  }
  if (shape.size() > kShape.size() && shape.ends_with(kShape)) shape.remove_suffix(kShape.size());
  return {shape, 0};
}

int level_of_detail(std::string_view shape) {
  return level_name_of(shape).level;
}

}  // namespace mw::wows
