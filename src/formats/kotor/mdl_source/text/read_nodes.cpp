#include <fmt/format.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>

#include "read.h"

namespace mw::kotor::mdl::ascii {
namespace {

bool is_none(std::string_view name) {
  return same_in_any_case(name, "NULL");
}

void add_parts(source::Node& node) {
  if ((node.type & kNodeLight) != 0) node.light.emplace();
  if ((node.type & kNodeEmitter) != 0) node.emitter.emplace();
  if ((node.type & kNodeReference) != 0) node.reference.emplace();
  if ((node.type & kNodeMesh) == 0) return;
  source::Mesh& mesh = node.mesh.emplace();
  if ((node.type & kNodeSkin) != 0) mesh.skin.emplace();
  if ((node.type & kNodeDangly) != 0) mesh.dangly.emplace();
}

/// "tverts", "tverts1", ... : which set of texture coordinates; 4 for another word.
std::size_t set_of(const Keyword& keyword, std::string_view stem) {
  const std::string_view word = keyword.view();
  if (!word.starts_with(stem)) return 4;
  if (word.size() == stem.size()) return 0;
  const char digit = word[stem.size()];
  return word.size() == stem.size() + 1 && digit >= '0' && digit <= '3' ? std::size_t(digit - '0') : 4;
}

template <class Vector>
bool read_vector(NumberRow& row, Vector& value) {
  for (int axis = 0; axis < Vector::length(); ++axis)
    if (!row.next(value[axis])) return false;
  return true;
}

/// Up to the end of the row or a comment.
bool append_numbers(NumberRow& row, std::vector<double>& numbers) {
  for (double number = 0; !row.at_end(); numbers.push_back(number))
    if (!row.next(number)) return row.word().starts_with('#');
  return true;
}

/// Nothing but a comment follows.
bool ends_here(NumberRow& row) {
  return row.at_end() || row.take_word().starts_with('#');
}

/// Texture coordinates have a third column in texts of some programs, which says nothing.
bool read_uv(NumberRow& row, glm::vec2& uv) {
  if (!read_vector(row, uv)) return false;
  NumberRow third = row;
  if (float depth = 0; third.next(depth)) row = third;
  return true;
}

bool read_corners(NumberRow& row, std::array<std::uint32_t, 3>& corners) {
  return row.next(corners[0]) && row.next(corners[1]) && row.next(corners[2]);
}

}  // namespace

source::Node NodeParser::read(std::string where) {
  TextReader& reader = lines_.reader();
  where_ = std::move(where);
  source::Node node;
  node.line = reader.position().line;
  const std::string_view kind = reader.word("node");
  const auto* row = std::ranges::find_if(
      kNodeKinds, [&](const NodeKind& each) { return same_in_any_case(each.name, kind); });
  if (row == std::end(kNodeKinds))
    reader.fail(reader.position_of(kind), where_,
                fmt::format("there is no kind of node {}", quote_word(kind)));
  else
    node.type = row->type;
  node.name = reader.word("node");
  add_parts(node);
  unknown_.clear();
  lines_.send_notes_to(node);
  while (lines_.next()) {
    position_ = reader.position();
    const Keyword keyword(reader.word());
    if (keyword.is("endnode")) return node;
    if (keyword.is("node") || keyword.is("endmodelgeom") || keyword.is("doneanim")) {
      reader.fail(position_, where_, "endnode is missing");
      return node;
    }
    if (!statement(node, keyword)) pass_over(keyword);
  }
  if (reader.ok()) reader.fail(reader.position(), where_, "endnode is missing");
  return node;
}

bool NodeParser::statement(source::Node& node, const Keyword& keyword) {
  if (keyword.is("parent")) {
    const std::string_view name = lines_.reader().word("parent");
    node.parent = is_none(name) ? "" : name;
    node.parent_line = position_.line;
    return true;
  }
  if (property(node, keyword)) return true;
  if (node.mesh && mesh_list(*node.mesh, keyword)) return true;
  if (node.light && light_list(*node.light, keyword)) return true;
  return controller(node, keyword);
}

bool NodeParser::property(source::Node& node, const Keyword& keyword) {
  PropertyReader io(lines_.reader(), keyword);
  if (node.light) properties(io, node.light->header);
  if (node.emitter) properties(io, *node.emitter);
  if (node.reference) properties(io, *node.reference);
  if (node.mesh) {
    properties(io, *node.mesh);
    if (!io.taken() && other_spelling(*node.mesh, keyword)) return true;
    for (std::size_t i = 0; i < std::size(kTextureWords); ++i)
      if (keyword.is(kTextureWords[i])) node.mesh->texture_lines[i] = position_.line;
    if (node.mesh->dangly) properties(io, *node.mesh->dangly);
  }
  if (!io.too_long().empty())
    remark(source::Remark::Kind::text_too_long, position_, io.too_long(), io.room(), io.too_long().size());
  return io.taken();
}

/// What other programs call something; it is written as properties() has it.
bool NodeParser::other_spelling(source::Mesh& mesh, const Keyword& keyword) {
  if (keyword.is("m_blsBackgroundGeometry"))
    lines_.reader().field("m_blsBackgroundGeometry", mesh.background_geometry);
  else if (keyword.is("texture0"))
    read_texture(mesh, 0);
  else if (keyword.is("texture1") || keyword.is("lightmap"))
    read_texture(mesh, 1);
  else
    return false;
  return true;
}

void NodeParser::read_texture(source::Mesh& mesh, std::size_t which) {
  mesh.textures[which] = lines_.reader().word();
  mesh.texture_lines[which] = position_.line;
}

/// Counts and the rows that follow must not disagree, but what is there counts.
void NodeParser::check_count(std::string_view name, std::uint64_t line, std::optional<std::size_t> count,
                             std::size_t found) {
  if (count && *count != found) remark(source::Remark::Kind::count_mismatch, {line, 1}, name, *count, found);
}

std::optional<std::size_t> NodeParser::count(std::string_view name) {
  TextReader& reader = lines_.reader();
  if (reader.at_line_end() || reader.peek().starts_with('#')) return std::nullopt;
  return reader.line_count(place(name));
}

void NodeParser::fail_row(std::string_view name, std::size_t row, NumberRow& numbers, std::string_view what) {
  TextPosition position = lines_.row_position();
  position.column += numbers.column();
  const std::string_view word = numbers.word();
  std::string message = fmt::format("{} is missing", what);
  if (!word.empty()) {
    // A number that is none here is one that a row or a bit cannot have.
    const bool number = parse_any_double(word).has_value();
    message = number && word.starts_with('-')
                  ? fmt::format("{} is below 0", quote_word(word))
                  : fmt::format("{} is not {}", quote_word(word), number ? "a whole number" : what);
  }
  lines_.reader().fail(position, fmt::format("{}[{}]", place(name), row), std::move(message));
}

template <class Row>
void NodeParser::list(std::string_view name, source::Lines& lines, std::vector<Row>& rows,
                      std::size_t least_bytes, const auto& read) {
  TextReader& reader = lines_.reader();
  lines = {.head = position_.line};
  if (!rows.empty()) remark(source::Remark::Kind::repeated_list, position_, name);
  rows.clear();
  std::optional<TextPosition> longer;  // the first row with more numbers than count
  const auto wanted = count(name);
  if (wanted) rows.reserve(std::min(*wanted, reader.bytes_left() / least_bytes));
  while (lines_.next()) {
    if (!lines_.at_row()) {
      if (!reader.accept("endlist")) lines_.put_back();
      break;
    }
    lines.add(rows.size(), reader.position().line);
    NumberRow row = lines_.row();
    if (!read(row, rows.emplace_back())) {
      rows.pop_back();
      return fail_row(name, rows.size(), row, "a number");
    }
    if (!ends_here(row) && !longer) longer = lines_.row_position();
  }
  if (longer) remark(source::Remark::Kind::numbers_left_over, *longer, name);
  check_count(name, lines.head, wanted, rows.size());
}

bool NodeParser::mesh_list(source::Mesh& mesh, const Keyword& keyword) {
  if (keyword.is("verts")) {
    list("verts", mesh.vertex_lines, mesh.vertices, 6, read_vector<Vec3>);
  } else if (keyword.is("faces")) {
    list("faces", mesh.face_lines, mesh.faces, 16, [](NumberRow& row, source::Face& face) {
      return read_corners(row, face.vertices) && row.next(face.group) && read_corners(row, face.uvs) &&
             row.next(face.material);
    });
  } else if (const std::size_t set = set_of(keyword, "tverts"); set < 4) {
    list("tverts", mesh.uv_sets[set].uv_lines, mesh.uv_sets[set].uvs, 4, read_uv);
  } else if (const std::size_t other = set_of(keyword, "texindices"); other > 0 && other < 4) {
    list("texindices", mesh.uv_sets[other].corner_lines, mesh.uv_sets[other].corners, 6, read_corners);
  } else if (keyword.is("weights") && mesh.skin) {
    read_weights(*mesh.skin);
  } else if (keyword.is("constraints") && mesh.dangly) {
    list("constraints", mesh.dangly->lines, mesh.dangly->constraints, 2,
         [](NumberRow& row, float& value) { return row.next(value); });
  } else if (keyword.is("aabb")) {
    list("aabb", mesh.aabb_lines, mesh.aabb, 14, [](NumberRow& row, source::AabbRow& box) {
      return read_vector(row, box.min) && read_vector(row, box.max) && row.next(box.face);
    });
  } else if (keyword.is("roomlinks")) {
    list("roomlinks", mesh.room_link_lines, mesh.room_links, 4,
         [](NumberRow& row, source::RoomLink& link) { return row.next(link.edge) && row.next(link.room); });
  } else {
    return false;
  }
  return true;
}

bool NodeParser::light_list(Light& light, const Keyword& keyword) {
  source::Lines lines;
  const auto number = [](NumberRow& row, float& value) { return row.next(value); };
  if (keyword.is("texturenames"))
    read_names(light.textures);
  else if (keyword.is("flaresizes"))
    list("flaresizes", lines, light.flare_sizes, 2, number);
  else if (keyword.is("flarepositions"))
    list("flarepositions", lines, light.flare_positions, 2, number);
  else if (keyword.is("flarecolorshifts"))
    list("flarecolorshifts", lines, light.flare_colors, 6, read_vector<Vec3>);
  else
    return false;
  return true;
}

/// Names may be any words, so that only their count tells how many there are.
void NodeParser::read_names(std::vector<Name>& names) {
  TextReader& reader = lines_.reader();
  names.clear();
  const std::uint64_t line = position_.line;
  const auto wanted = count("texturenames");
  while (names.size() < wanted.value_or(0) && lines_.next()) {
    if (same_in_any_case(reader.peek(), "endnode")) {
      lines_.put_back();
      break;
    }
    names.push_back({0, std::string(reader.word())});
  }
  check_count("texturenames", line, wanted, names.size());
}

void NodeParser::read_weights(source::Skin& skin) {
  TextReader& reader = lines_.reader();
  bones_.clear();
  if (!skin.ends.empty()) remark(source::Remark::Kind::repeated_list, position_, "weights");
  skin = {};
  skin.lines.head = position_.line;
  const auto wanted = count("weights");
  while ((!wanted || skin.ends.size() < *wanted) && lines_.next()) {
    if (reader.accept("endlist")) break;
    if (same_in_any_case(reader.peek(), "endnode")) {
      lines_.put_back();
      break;
    }
    skin.lines.add(skin.ends.size(), reader.position().line);
    weight_row(skin, skin.ends.size());
    if (!reader.ok()) return;
  }
  check_count("weights", skin.lines.head, wanted, skin.ends.size());
}

void NodeParser::weight_row(source::Skin& skin, std::size_t row) {
  NumberRow words = lines_.row();
  while (!words.at_end()) {
    const std::string_view name = words.take_word();
    if (name.starts_with('#')) break;
    auto bone = bones_.find(name);
    if (bone == bones_.end()) {
      bone = bones_.emplace(name, std::uint32_t(skin.bones.size())).first;
      skin.bones.emplace_back(name);
    }
    source::BoneWeight& weight = skin.weights.emplace_back();
    weight.bone = bone->second;
    if (!words.next(weight.weight)) {
      skin.weights.resize(skin.ends.empty() ? 0 : skin.ends.back());
      return fail_row("weights", row, words, "a weight");
    }
  }
  skin.ends.push_back(std::uint32_t(skin.weights.size()));
}

bool NodeParser::controller(source::Node& node, const Keyword& keyword) {
  std::string_view name = keyword.view();
  source::Keys keys;
  keys.keyed = name.ends_with("key");
  if (keys.keyed) name.remove_suffix(3);
  keys.bezier = keys.keyed && name.ends_with("bezier");
  if (keys.bezier) name.remove_suffix(6);
  const auto found = find_controller(name);
  if (!found) return false;
  keys.controller = *found;
  keys.lines.head = position_.line;
  keys.keyed ? read_keys(keys, keyword.view()) : read_value(keys, keyword.view());
  if (lines_.reader().ok()) node.controllers.push_back(std::move(keys));
  return true;
}

void NodeParser::read_value(source::Keys& keys, std::string_view name) {
  NumberRow row = lines_.row();
  if (!append_numbers(row, keys.numbers) || keys.numbers.empty()) return fail_row(name, 0, row, "a number");
  keys.width = std::uint32_t(keys.numbers.size());
}

void NodeParser::read_keys(source::Keys& keys, std::string_view name) {
  TextReader& reader = lines_.reader();
  numbers_.clear();
  const auto wanted = count(name);
  std::optional<TextPosition> longer;
  bool ended = false;
  std::size_t rows = 0;
  for (; lines_.next(); ++rows) {
    if (!lines_.at_row()) {
      ended = reader.accept("endlist");
      if (!ended) lines_.put_back();
      break;
    }
    keys.lines.add(rows, reader.position().line);
    NumberRow row = lines_.row();
    const std::size_t start = numbers_.size();
    const bool understood = append_numbers(row, numbers_);
    if (rows == 0) keys.width = std::uint32_t(numbers_.size());
    if (!understood || numbers_.size() - start < keys.width || keys.width < 2)
      return fail_row(name, rows, row, "a number");
    if (numbers_.size() - start > keys.width && !longer) longer = lines_.row_position();
    numbers_.resize(start + keys.width);
  }
  keys.numbers.assign(numbers_.begin(), numbers_.end());
  if (longer) remark(source::Remark::Kind::numbers_left_over, *longer, name);
  if (!wanted && !ended) remark(source::Remark::Kind::missing_end, {keys.lines.head, 1}, "endlist");
  check_count(name, keys.lines.head, wanted, rows);
}

/// Rows of what is not known are passed over with it.
void NodeParser::pass_over(const Keyword& keyword) {
  const auto known = [&](std::string_view name) { return keyword.is(name); };
  model_.passed_over.statements += keyword.is("endlist") ? 0 : 1;
  if (!std::ranges::any_of(kPassedOver, known) && !keyword.is("endlist") &&
      unknown_.emplace(keyword.view()).second)
    remark(source::Remark::Kind::unknown_keyword, position_, keyword.view());
  if (keyword.is("multimaterial") || keyword.is("weights") || keyword.is("texturenames"))
    pass_over_words(count(keyword.view()).value_or(0));
  while (lines_.next())
    if (!lines_.at_row()) return lines_.put_back();
}

/// Rows that begin with words, of a list that the node at hand cannot have.
void NodeParser::pass_over_words(std::size_t rows) {
  for (; rows > 0 && lines_.next(); --rows)
    if (same_in_any_case(lines_.reader().peek(), "endnode")) return lines_.put_back();
}

void NodeParser::remark(source::Remark::Kind kind, TextPosition position, std::string_view subject,
                        std::uint64_t expected, std::uint64_t found) {
  model_.remarks.push_back({kind, position, where_, std::string(subject), expected, found});
}

}  // namespace mw::kotor::mdl::ascii
