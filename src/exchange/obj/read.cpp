#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/text_reader.h>
#include <meshwright/exchange/obj.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <set>
#include <unordered_map>

#include "losses.h"

namespace mw::exchange {
namespace {

using scene::Index;
using scene::Scene;

constexpr TextRules kObjRules = {.comments = TextRules::Comments::anywhere, .continued = true};
constexpr TextRules kMtlRules = {.comments = TextRules::Comments::anywhere};

/// An .mtl, and the lines of it that could not be understood.
struct MtlFile {
  std::vector<scene::Material> materials;
  std::vector<Error> errors;
};

/// Reads numbers from the line; nothing, with an error, if a word is not a number.
template <std::size_t N>
std::optional<std::array<float, N>> read_numbers(TextReader& text, std::string_view keyword, MtlFile& file) {
  std::array<float, N> numbers{};
  for (float& number : numbers) {
    const std::string_view word = text.word();
    const auto parsed = parse_any_float(word);
    if (!parsed) {
      std::string message =
          word.empty() ? "a number is missing" : fmt::format("{} is not a number", quote_word(word));
      file.errors.push_back(text.error_at(text.position_of(word), keyword, std::move(message)));
      return std::nullopt;
    }
    number = *parsed;
  }
  return numbers;
}

void read_material_line(TextReader& text, std::string_view keyword, MtlFile& file) {
  scene::Material& material = file.materials.back();
  if (keyword == "Kd") {
    if (const auto rgb = read_numbers<3>(text, keyword, file))
      material.base_color = {(*rgb)[0], (*rgb)[1], (*rgb)[2], material.base_color.w};
  } else if (keyword == "d") {
    if (const auto opacity = read_numbers<1>(text, keyword, file)) material.base_color.w = (*opacity)[0];
    if (material.base_color.w < 1) material.alpha = scene::Alpha::blend;
  } else if (keyword == "map_Kd") {
    material.textures.push_back({"base_color", std::string(text.rest_of_line())});
  } else if (keyword == "map_Bump" || keyword == "map_bump" || keyword == "bump") {
    material.textures.push_back({"normal", std::string(text.rest_of_line())});
  }
}

/// Malformed lines of an .mtl are reported and skipped: the geometry does not depend on them.
MtlFile read_mtl(std::string_view mtl) {
  TextReader text(mtl, kMtlRules);
  MtlFile file;
  while (text.next_line()) {
    const std::string_view keyword = text.word();
    if (keyword == "newmtl")
      file.materials.push_back({.name = std::string(text.rest_of_line())});
    else if (!file.materials.empty())
      read_material_line(text, keyword, file);
  }
  return file;
}

constexpr Index kAbsent = 0xFFFFFFFF;

struct Corner {
  Index position = kAbsent;
  Index uv = kAbsent;
  Index normal = kAbsent;
  Index smooth = kAbsent;  // without a normal: a row of the normals of smoothing groups
  auto operator<=>(const Corner&) const = default;
};

/// Faces of one material under one name, being collected.
struct Group {
  scene::Primitive primitive;
  std::map<Corner, Index> seen;
  std::vector<std::pair<Index, Index>> smooth;  // vertices with normals from smoothing groups, and the rows
};

/// The same, once all faces are known that make the normals.
struct SmoothVertices {
  Index mesh;
  std::size_t primitive;
  std::vector<std::pair<Index, Index>> rows;
};

bool is_marked(std::string_view text) {
  return text.substr(0, text.find_first_of("\r\n")) == kObjMark;
}

class ObjReader {
 public:
  ObjReader(ByteSpan bytes, const LoadFile& load)
      : whole_(text_of(bytes)), text_(whole_, kObjRules), load_(load) {}

  Result<Scene> read() {
    while (text_.next_line()) read_line();
    if (positions_.empty() && !is_marked(whole_)) text_.fail({}, "", "no vertex in it");
    if (!text_.ok()) return fail(text_.error());
    finish_object();
    finish_smooth();
    list_losses();
    if (scene_.meshes.empty() && !positions_.empty())
      scene_.losses.add(loss::OBJ_VERTICES_UNUSED, "", positions_.size());
    return std::move(scene_);
  }

 private:
  void read_line() {
    const std::string_view keyword = text_.word();
    if (keyword == "v") return read_vector("v", positions_);
    if (keyword == "vn") return read_vector("vn", normals_);
    if (keyword == "vt") return read_uv();
    if (keyword == "f") return read_face();
    if (keyword == "l") return read_line_strip();
    if (keyword == "p") return read_points();
    if (keyword == "o" || keyword == "g") return begin_object(text_.rest_of_line());
    if (keyword == "usemtl") return use_material(text_.rest_of_line());
    if (keyword == "mtllib") return load_materials(text_.rest_of_line());
    if (keyword == "s") return begin_smoothing(text_.word());
    constexpr std::size_t kMostListed = 10;
    if (unknown_.size() < kMostListed) unknown_.emplace(keyword);
  }

  /// "off" and 0 mean no group.
  void begin_smoothing(std::string_view word) { smoothing_ = Index(parse_integer(word).value_or(0)); }

  /// Anywhere in the file: faces before the first of them are in no group. Searched only when needed.
  bool has_groups() {
    if (has_groups_) return *has_groups_;
    has_groups_ = false;
    TextReader text(whole_, kObjRules);
    while (!*has_groups_ && text.next_line()) has_groups_ = text.word() == "s";
    return *has_groups_;
  }

  /// The row that the faces around a vertex in one group add to; each face outside all groups has its own.
  Index smooth_row(Index position) {
    const std::pair key = smoothing_ != 0 ? std::pair(smoothing_, position) : std::pair(Index(0), faces_);
    const auto [found, added] = smooth_rows_.try_emplace(key, Index(smooth_normals_.size()));
    if (added) smooth_normals_.emplace_back(0);
    return found->second;
  }

  void add_to_smooth(const std::vector<Corner>& corners) {
    if (std::ranges::none_of(corners, [](const Corner& c) { return c.smooth != kAbsent; })) return;
    const auto at = [&](std::size_t i) { return glm::dvec3(positions_[corners[i].position]); };
    glm::dvec3 normal(0);  // twice the area long: larger faces count more
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
      normal += glm::cross(at(i) - at(0), at(i + 1) - at(0));
    std::set<Index> rows;
    for (const Corner& corner : corners)
      if (corner.smooth != kAbsent) rows.insert(corner.smooth);
    for (const Index row : rows) smooth_normals_[row] += normal;
  }

  void finish_smooth() {
    for (const SmoothVertices& vertices : smooth_vertices_) {
      scene::Primitive& p = scene_.meshes[vertices.mesh].primitives[vertices.primitive];
      for (const auto& [vertex, row] : vertices.rows) {
        const glm::dvec3& sum = smooth_normals_[row];
        const double length = glm::length(sum);
        if (length > 0 && std::isfinite(length)) p.normals[vertex] = Vec3(sum / length);
      }
    }
  }

  void list_losses() {
    if (!unknown_.empty()) {
      std::vector<std::string> words;
      for (const std::string& word : unknown_) words.push_back(quote_word(word));
      scene_.losses.add(loss::OBJ_LINES_DROPPED, "", fmt::join(words, ", "));
    }
    const auto filled = [&](std::size_t count, const FindingKind& kind) {
      if (count > 0) scene_.losses.add(kind, "", counted(count, "vertex has", "vertices have"));
    };
    filled(without_uv_, loss::OBJ_UV_MISSING);
    filled(without_normal_, loss::OBJ_NORMAL_MISSING);
  }

  template <class T>
  void read_vector(std::string_view keyword, std::vector<T>& out) {
    text_.field(keyword, out.emplace_back());
  }

  void read_uv() {
    read_vector("vt", uvs_);
    uvs_.back().y = 1 - uvs_.back().y;
  }

  /// OBJ counts from 1, or backwards from the last with negative numbers.
  Index resolve(std::string_view keyword, std::string_view word, std::size_t count, const char* kind) {
    const std::int64_t number = parse_integer(word).value_or(0);
    const std::int64_t index = number < 0 ? std::int64_t(count) + number : number - 1;
    if (index >= 0 && index < std::int64_t(count)) return Index(index);
    text_.fail(text_.position_of(word), keyword,
               fmt::format("{} is not one of {} {}", quote_word(word), count, kind));
    return 0;
  }

  Corner read_corner(std::string_view keyword, std::string_view word) {
    Corner corner;
    const auto first = word.find('/');
    const auto second = first == word.npos ? word.npos : word.find('/', first + 1);
    corner.position = resolve(keyword, word.substr(0, first), positions_.size(), "vertices");
    if (first == word.npos) return corner;
    const std::string_view uv = word.substr(first + 1, second == word.npos ? word.npos : second - first - 1);
    if (!uv.empty()) corner.uv = resolve(keyword, uv, uvs_.size(), "texture coordinates");
    if (second != word.npos && second + 1 < word.size())
      corner.normal = resolve(keyword, word.substr(second + 1), normals_.size(), "normals");
    return corner;
  }

  std::vector<Index> read_corners(std::string_view keyword, Group& group) {
    std::vector<Index> indices;
    while (!text_.at_line_end()) indices.push_back(vertex(group, read_corner(keyword, text_.word())));
    return indices;
  }

  std::vector<Index> read_face_corners(Group& group) {
    std::vector<Corner> corners;
    while (!text_.at_line_end()) {
      Corner corner = read_corner("f", text_.word());
      if (corner.normal == kAbsent && text_.ok() && has_groups()) corner.smooth = smooth_row(corner.position);
      corners.push_back(corner);
    }
    if (text_.ok()) add_to_smooth(corners);
    ++faces_;
    std::vector<Index> indices;
    for (const Corner& corner : corners) indices.push_back(vertex(group, corner));
    return indices;
  }

  void read_face() {
    Group& group = current(scene::Topology::triangles);
    const std::vector<Index> corners = read_face_corners(group);
    if (corners.size() < 3)
      return text_.fail(text_.position(), "f", fmt::format("{} corners do not make a face", corners.size()));
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
      group.primitive.indices.insert(group.primitive.indices.end(), {corners[0], corners[i], corners[i + 1]});
  }

  void read_line_strip() {
    Group& group = current(scene::Topology::lines);
    const std::vector<Index> corners = read_corners("l", group);
    for (std::size_t i = 0; i + 1 < corners.size(); ++i)
      group.primitive.indices.insert(group.primitive.indices.end(), {corners[i], corners[i + 1]});
  }

  void read_points() {
    Group& group = current(scene::Topology::points);
    for (const Index corner : read_corners("p", group)) group.primitive.indices.push_back(corner);
  }

  Index vertex(Group& group, const Corner& corner) {
    if (!text_.ok()) return 0;
    scene::Primitive& p = group.primitive;
    const auto [found, added] = group.seen.try_emplace(corner, Index(p.positions.size()));
    if (!added) return found->second;
    p.positions.push_back(positions_[corner.position]);
    fill_up(p.uvs[0], p.positions.size(), corner.uv, uvs_, without_uv_);
    if (corner.smooth != kAbsent) {
      group.smooth.emplace_back(found->second, corner.smooth);
      p.normals.resize(p.positions.size());
    } else {
      fill_up(p.normals, p.positions.size(), corner.normal, normals_, without_normal_);
    }
    return found->second;
  }

  /// An attribute that some corners lack is filled up, so that all vertices have it.
  template <class T>
  static void fill_up(std::vector<T>& out, std::size_t count, Index row, const std::vector<T>& rows,
                      std::size_t& without) {
    if (row == kAbsent) {
      if (out.empty()) return;
      out.emplace_back(0);
      ++without;
      return;
    }
    without += count - 1 - out.size();
    out.resize(count - 1);
    out.push_back(rows[row]);
  }

  Group& current(scene::Topology topology) {
    Group& group = groups_[{material_, topology}];
    group.primitive.topology = topology;
    if (material_ != kAbsent) group.primitive.material = material_;
    return group;
  }

  void begin_object(std::string_view name) {
    finish_object();
    name_ = name;
  }

  void finish_object() {
    scene::Mesh mesh{.name = name_};
    for (auto& [key, group] : groups_) {
      if (group.primitive.indices.empty()) continue;
      if (!group.smooth.empty())
        smooth_vertices_.push_back(
            {Index(scene_.meshes.size()), mesh.primitives.size(), std::move(group.smooth)});
      mesh.primitives.push_back(std::move(group.primitive));
    }
    groups_.clear();
    if (mesh.primitives.empty()) return;
    add_node(scene_, {.name = name_, .mesh = Index(scene_.meshes.size())});
    scene_.meshes.push_back(std::move(mesh));
  }

  void use_material(std::string_view name) {
    const auto [found, added] = rows_by_name_.try_emplace(std::string(name), Index(scene_.materials.size()));
    if (added) scene_.materials.push_back({.name = found->first});
    material_ = found->second;
  }

  /// A library that is named again has nothing new.
  void load_materials(std::string_view name) {
    if (!libraries_.emplace(name).second) return;
    const auto tell = [&](const Error& error) {
      scene_.losses.add(loss::OBJ_MTL_UNREADABLE, std::string(name), escape_text(name), to_string(error));
    };
    const auto bytes = load_ ? load_(std::string(name)) : Result<Bytes>(fail({.message = "not loaded"}));
    if (!bytes) return tell(bytes.error());
    MtlFile file = read_mtl(text_of(*bytes));
    std::ranges::for_each(file.errors, tell);
    for (scene::Material& material : file.materials) {
      rows_by_name_.try_emplace(material.name, Index(scene_.materials.size()));
      scene_.materials.push_back(std::move(material));
    }
  }

  std::string_view whole_;
  TextReader text_;
  const LoadFile& load_;
  Scene scene_;
  std::vector<Vec3> positions_;
  std::vector<Vec3> normals_;
  std::vector<Vec2> uvs_;
  std::map<std::pair<Index, scene::Topology>, Group> groups_;
  std::string name_;
  Index material_ = kAbsent;
  std::unordered_map<std::string, Index> rows_by_name_;  // of materials; the first of a name counts
  std::set<std::string, std::less<>> libraries_;
  std::set<std::string, std::less<>> unknown_;  // keywords
  std::size_t without_uv_ = 0;                  // vertices that were filled up
  std::size_t without_normal_ = 0;
  std::optional<bool> has_groups_;
  Index smoothing_ = 0;
  Index faces_ = 0;
  std::map<std::pair<Index, Index>, Index> smooth_rows_;  // by group and position, or by 0 and face
  std::vector<glm::dvec3> smooth_normals_;
  std::vector<SmoothVertices> smooth_vertices_;
};

}  // namespace

bool sniff_obj(ByteSpan bytes) {
  constexpr std::array<std::string_view, 10> kKeywords = {"v", "vt", "vn",     "f",      "o",
                                                          "g", "s",  "mtllib", "usemtl", "l"};
  const std::string_view start = text_of(bytes.first(std::min<std::size_t>(bytes.size(), 65536)));
  // Floats may begin like a line of text ("v 0A"); an OBJ has no control characters.
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < ' ' &&
           std::string_view("\t\n\v\f\r\x1a").find(c) == std::string_view::npos;
  };
  if (std::ranges::any_of(start, is_control)) return false;
  if (is_marked(start)) return true;
  TextReader text(start, kObjRules);
  return text.next_line() && std::ranges::find(kKeywords, text.word()) != kKeywords.end();
}

Result<Scene> read_obj(ByteSpan bytes, const LoadFile& load) {
  return ObjReader(bytes, load).read();
}

}  // namespace mw::exchange
