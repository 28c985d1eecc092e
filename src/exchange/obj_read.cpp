#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <meshwright/exchange/obj.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace mw::exchange {
namespace {

using scene::Index;
using scene::Scene;

/// Takes the next word off the front of a line.
std::string_view next_word(std::string_view& line) {
  const auto start = line.find_first_not_of(" \t\r");
  if (start == line.npos) return line = {};
  const auto end = std::min(line.find_first_of(" \t\r", start), line.size());
  const std::string_view word = line.substr(start, end - start);
  line.remove_prefix(end);
  return word;
}

std::string_view rest_of(std::string_view line) {
  const auto start = line.find_first_not_of(" \t\r");
  if (start == line.npos) return {};
  return line.substr(start, line.find_last_not_of(" \t\r") + 1 - start);
}

/// Calls visit(line number, offset, line) for each line, comments and blanks left out.
template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
  for (std::size_t start = 0; start < text.size();) {
    const auto end = std::min(text.find('\n', start), text.size());
    std::string_view line = text.substr(start, end - start);
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(" \t\r") != line.npos && !visit(start, line)) return;
    start = end + 1;
  }
}

constexpr Index kNone = 0xFFFFFFFF;

struct Corner {
  Index position = kNone;
  Index uv = kNone;
  Index normal = kNone;
  auto operator<=>(const Corner&) const = default;
};

/// Faces of one material under one name, being collected.
struct Group {
  scene::Primitive primitive;
  std::map<Corner, Index> seen;
};

class Reader {
 public:
  explicit Reader(const LoadFile& load) : load_(load) {}

  Result<Scene> read(ByteSpan bytes) {
    for_each_line(text_of(bytes), [&](std::size_t offset, std::string_view line) {
      offset_ = offset;
      read_line(line);
      return !error_;
    });
    if (!error_ && positions_.empty()) error("", "no vertex in it");
    if (error_) return fail(*error_);
    finish_object();
    if (scene_.meshes.empty())
      scene_.losses.push_back(fmt::format("{} vertices belong to no face, line or point", positions_.size()));
    return std::move(scene_);
  }

 private:
  void error(std::string field, std::string message) {
    if (!error_) error_ = Error{.offset = offset_, .field = std::move(field), .message = std::move(message)};
  }

  void read_line(std::string_view line) {
    const std::string_view keyword = next_word(line);
    if (keyword == "v") return read_vector<3>(line, "v", positions_);
    if (keyword == "vn") return read_vector<3>(line, "vn", normals_);
    if (keyword == "vt") return read_vector<2>(line, "vt", uvs_);
    if (keyword == "f") return read_face(line);
    if (keyword == "l") return read_line_strip(line);
    if (keyword == "p") return read_points(line);
    if (keyword == "o" || keyword == "g") return begin_object(rest_of(line));
    if (keyword == "usemtl") return use_material(rest_of(line));
    if (keyword == "mtllib") return load_materials(rest_of(line));
  }

  template <int N, class T>
  void read_vector(std::string_view line, const char* keyword, std::vector<T>& out) {
    T value(0);
    for (int i = 0; i < N; ++i) {
      const std::string_view word = next_word(line);
      const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value[i]);
      if (status == std::errc::invalid_argument || word.empty() || end != word.data() + word.size())
        return error(keyword, fmt::format("\"{}\" is not a number", escape_text(word)));
    }
    if constexpr (N == 2) value.y = 1 - value.y;
    out.push_back(value);
  }

  /// OBJ counts from 1, or backwards from the last with negative numbers.
  Index resolve(std::string_view word, std::size_t count, const char* kind) {
    std::int64_t number = 0;
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool parsed = status == std::errc() && end == word.data() + word.size();
    const std::int64_t index = number < 0 ? std::int64_t(count) + number : number - 1;
    if (!parsed || index < 0 || index >= std::int64_t(count)) {
      error("f", fmt::format("\"{}\" is not one of {} {}", escape_text(word), count, kind));
      return 0;
    }
    return Index(index);
  }

  Corner read_corner(std::string_view word) {
    Corner corner;
    const auto first = word.find('/');
    const auto second = first == word.npos ? word.npos : word.find('/', first + 1);
    corner.position = resolve(word.substr(0, first), positions_.size(), "vertices");
    if (first == word.npos) return corner;
    const std::string_view uv = word.substr(first + 1, second == word.npos ? word.npos : second - first - 1);
    if (!uv.empty()) corner.uv = resolve(uv, uvs_.size(), "texture coordinates");
    if (second != word.npos && second + 1 < word.size())
      corner.normal = resolve(word.substr(second + 1), normals_.size(), "normals");
    return corner;
  }

  std::vector<Index> read_corners(std::string_view line, Group& group) {
    std::vector<Index> indices;
    for (std::string_view word = next_word(line); !word.empty() && !error_; word = next_word(line))
      indices.push_back(vertex(group, read_corner(word)));
    return indices;
  }

  void read_face(std::string_view line) {
    Group& group = current(scene::Topology::triangles);
    const std::vector<Index> corners = read_corners(line, group);
    if (!error_ && corners.size() < 3)
      return error("f", fmt::format("{} corners do not make a face", corners.size()));
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
      group.primitive.indices.insert(group.primitive.indices.end(), {corners[0], corners[i], corners[i + 1]});
  }

  void read_line_strip(std::string_view line) {
    Group& group = current(scene::Topology::lines);
    const std::vector<Index> corners = read_corners(line, group);
    for (std::size_t i = 0; i + 1 < corners.size(); ++i)
      group.primitive.indices.insert(group.primitive.indices.end(), {corners[i], corners[i + 1]});
  }

  void read_points(std::string_view line) {
    Group& group = current(scene::Topology::points);
    for (const Index corner : read_corners(line, group)) group.primitive.indices.push_back(corner);
  }

  Index vertex(Group& group, const Corner& corner) {
    if (error_) return 0;
    scene::Primitive& p = group.primitive;
    const auto [found, added] = group.seen.try_emplace(corner, Index(p.positions.size()));
    if (!added) return found->second;
    p.positions.push_back(positions_[corner.position]);
    // An attribute that some corners lack is filled up, so that all vertices have it.
    if (corner.uv != kNone) {
      p.uvs[0].resize(p.positions.size() - 1);
      p.uvs[0].push_back(uvs_[corner.uv]);
    } else if (!p.uvs[0].empty()) {
      p.uvs[0].emplace_back(0);
    }
    if (corner.normal != kNone) {
      p.normals.resize(p.positions.size() - 1);
      p.normals.push_back(normals_[corner.normal]);
    } else if (!p.normals.empty()) {
      p.normals.emplace_back(0);
    }
    return found->second;
  }

  Group& current(scene::Topology topology) {
    Group& group = groups_[{material_, topology}];
    group.primitive.topology = topology;
    if (material_ != kNone) group.primitive.material = material_;
    return group;
  }

  void begin_object(std::string_view name) {
    finish_object();
    name_ = name;
  }

  void finish_object() {
    scene::Mesh mesh{.name = name_};
    for (auto& [key, group] : groups_)
      if (!group.primitive.indices.empty()) mesh.primitives.push_back(std::move(group.primitive));
    groups_.clear();
    if (mesh.primitives.empty()) return;
    add_node(scene_, {.name = name_, .mesh = Index(scene_.meshes.size())});
    scene_.meshes.push_back(std::move(mesh));
  }

  void use_material(std::string_view name) {
    const auto found = std::ranges::find(scene_.materials, name, &scene::Material::name);
    material_ = Index(found - scene_.materials.begin());
    if (found == scene_.materials.end()) scene_.materials.push_back({.name = std::string(name)});
  }

  void load_materials(std::string_view name) {
    const auto bytes = load_ ? load_(std::string(name)) : Result<Bytes>(fail({.message = "not loaded"}));
    if (!bytes) {
      scene_.losses.push_back(fmt::format("{}: {}", escape_text(name), to_string(bytes.error())));
      return;
    }
    scene::Material* material = nullptr;
    for_each_line(text_of(*bytes), [&](std::size_t, std::string_view line) {
      read_material_line(line, material);
      return true;
    });
  }

  void read_material_line(std::string_view line, scene::Material*& material) {
    const std::string_view keyword = next_word(line);
    if (keyword == "newmtl") {
      material = &scene_.materials.emplace_back();
      material->name = rest_of(line);
    } else if (material == nullptr) {
      return;
    } else if (keyword == "Kd" || keyword == "d") {
      const int first = keyword == "d" ? 3 : 0;
      for (int i = first; i < (keyword == "d" ? 4 : 3); ++i) {
        const std::string_view word = next_word(line);
        std::from_chars(word.data(), word.data() + word.size(), material->base_colour[i]);
      }
      if (material->base_colour.w < 1) material->alpha = scene::Alpha::blend;
    } else if (keyword == "map_Kd") {
      material->textures.push_back({"base_color", std::string(rest_of(line))});
    } else if (keyword == "map_Bump" || keyword == "map_bump" || keyword == "bump") {
      material->textures.push_back({"normal", std::string(rest_of(line))});
    }
  }

  const LoadFile& load_;
  Scene scene_;
  std::vector<Vec3> positions_;
  std::vector<Vec3> normals_;
  std::vector<Vec2> uvs_;
  std::map<std::pair<Index, scene::Topology>, Group> groups_;
  std::string name_;
  Index material_ = kNone;
  std::size_t offset_ = 0;
  std::optional<Error> error_;
};

}  // namespace

bool sniff_obj(ByteSpan bytes) {
  constexpr std::array<std::string_view, 10> kKeywords = {"v", "vt", "vn",     "f",      "o",
                                                          "g", "s",  "mtllib", "usemtl", "l"};
  bool found = false;
  for_each_line(text_of(bytes.first(std::min<std::size_t>(bytes.size(), 65536))),
                [&](std::size_t, std::string_view line) {
                  found = std::ranges::find(kKeywords, next_word(line)) != kKeywords.end();
                  return false;
                });
  return found;
}

Result<Scene> read_obj(ByteSpan bytes, const LoadFile& load) {
  return Reader(load).read(bytes);
}

}  // namespace mw::exchange
