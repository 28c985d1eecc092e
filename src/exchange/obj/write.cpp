#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/exchange/obj.h>
#include <meshwright/scene/detail/numbers.h>
#include <meshwright/scene/detail/placed.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/rest.h>
#include <meshwright/scene/detail/role_names.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "image/texture_loss.h"
#include "losses.h"

namespace mw::exchange {
namespace {

using scene::Scene;

/// Names end at a space in OBJ.
std::string word(std::string_view name, std::string_view fallback) {
  std::string text(name.empty() ? fallback : name);
  std::ranges::replace_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }, '_');
  return text;
}

class ObjWriter {
 public:
  ObjWriter(const Scene& scene, const ObjOptions& options) : scene_(scene), options_(options) {}

  ObjFile write() {
    out_ = fmt::format("{}\n", kObjMark);
    if (!options_.mtl_uri.empty() && !scene_.materials.empty()) {
      out_ += "mtllib " + options_.mtl_uri + "\n";  // to the end of the line: file names may have blanks
      write_materials();
    }
    const std::vector<Mat4> places = world_matrices(scene_);
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i)
      if (scene_.nodes[i].mesh) write_node(scene_.nodes[i], scene_.nodes[i].skin ? Mat4(1) : places[i]);
    list_losses();
    const ByteSpan bytes = bytes_of(out_);
    const ByteSpan mtl = bytes_of(mtl_);
    return {{bytes.begin(), bytes.end()}, {mtl.begin(), mtl.end()}, std::move(losses_)};
  }

 private:
  void number(float value) {
    out_ += ' ';
    append_float(out_, value);
  }

  void write_node(const scene::Node& node, const Mat4& place) {
    const scene::Mesh& mesh = scene_.meshes[*node.mesh];
    out_ += "o " + word(node.name.empty() ? mesh.name : node.name, "node") + "\n";
    for (const scene::Primitive& primitive : mesh.primitives) write_primitive(primitive, place);
  }

  void write_primitive(scene::Primitive p, const Mat4& place) {
    odd_ += put_in_place(p, place);
    for (const Vec3& position : p.positions) write_vector("v", position);
    for (const Vec3& normal : p.normals) write_vector("vn", normal);
    for (const Vec2& uv : p.uvs[0]) {
      out_ += "vt";
      number(uv.x);
      number(1 - uv.y);
      out_ += '\n';
    }
    if (p.material) out_ += "usemtl " + word(scene_.materials[*p.material].name, "material") + "\n";
    write_corners(p);
    vertices_ += p.positions.size();
    normals_ += p.normals.size();
    uvs_ += p.uvs[0].size();
  }

  void write_vector(std::string_view keyword, const Vec3& v) {
    out_ += keyword;
    number(v.x);
    number(v.y);
    number(v.z);
    out_ += '\n';
  }

  void write_corners(const scene::Primitive& p) {
    const std::size_t count = p.indices.empty() ? p.positions.size() : p.indices.size();
    const std::size_t each = p.topology == scene::Topology::triangles ? 3
                             : p.topology == scene::Topology::lines   ? 2
                                                                      : 1;
    constexpr std::string_view kKeywords = "plf";
    for (std::size_t i = 0; i < count; i += each) {
      out_ += kKeywords[each - 1];
      for (std::size_t k = i; k < i + each; ++k) {
        out_ += ' ';
        write_corner(p, p.indices.empty() ? k : p.indices[k]);
      }
      out_ += '\n';
    }
  }

  /// OBJ counts from 1 through the whole file.
  void write_corner(const scene::Primitive& p, std::size_t index) {
    const bool face = p.topology == scene::Topology::triangles;
    const bool uv = face && !p.uvs[0].empty();
    const bool normal = face && !p.normals.empty();
    out_ += fmt::to_string(vertices_ + index + 1);
    if (!uv && !normal) return;
    out_ += '/';
    if (uv) out_ += fmt::to_string(uvs_ + index + 1);
    if (normal) out_ += "/" + fmt::to_string(normals_ + index + 1);
  }

  void write_materials() {
    for (const scene::Material& m : scene_.materials) {
      std::string text = "newmtl " + word(m.name, "material") + "\nKd";
      for (int i = 0; i < 3; ++i) append_float(text += ' ', m.base_color[i]);
      append_float(text += "\nd ", m.base_color.w);
      text += '\n';
      write_map(text, "map_Kd", m, "base_color");
      write_map(text, "map_Bump", m, "normal");
      mtl_ += text;
    }
  }

  void write_map(std::string& text, std::string_view keyword, const scene::Material& material,
                 std::string_view role) {
    for (const scene::Texture& texture : material.textures) {
      if (texture.role != role) continue;
      const auto image = options_.find_image ? options_.find_image(texture.name) : std::nullopt;
      if ((!image || !image->unread.empty()) && told_missing_.insert(texture.name).second)
        (image ? unread_[image->unread] : missing_).push_back(texture.name);
      text += fmt::format("{} {}\n", keyword, image && !image->uri.empty() ? image->uri : texture.name);
      return;
    }
  }

  void list_losses() {
    losses_ = scene_.losses;
    const auto lost = [&](bool has, const FindingKind& kind) {
      if (has) losses_.add(kind, "");
    };
    lost(scene_.nodes.size() > scene_.roots.size(), loss::OBJ_HIERARCHY_DROPPED);
    lost(!scene_.skins.empty(), loss::OBJ_SKINS_DROPPED);
    lost(!scene_.animations.empty(), loss::OBJ_ANIMATIONS_DROPPED);
    lost(!scene_.lights.empty(), loss::OBJ_LIGHTS_DROPPED);
    bool second_uv = false;
    bool more = false;
    for (const scene::Mesh& mesh : scene_.meshes) {
      for (const scene::Primitive& p : mesh.primitives) {
        second_uv |= !p.uvs[1].empty() || !p.uvs[2].empty() || !p.uvs[3].empty();
        more |= !p.colours.empty() || !p.tangents.empty() || !p.custom.empty();
      }
    }
    lost(second_uv, loss::OBJ_UV_SET_DROPPED);
    lost(more, loss::OBJ_ATTRIBUTES_DROPPED);
    list_node_losses();
    list_odd_numbers();
    list_material_losses();
    if (const auto names = extras_names(scene_); !names.empty())
      losses_.add(loss::OBJ_EXTRAS_DROPPED, "", listed(names));
  }

  /// Meshes of finer or coarser levels, or hidden ones, are written like all others.
  void list_node_losses() {
    std::set<std::uint32_t> levels;
    std::set<std::string_view> roles;
    for (const scene::Node& node : scene_.nodes) {
      if (!node.mesh) continue;
      levels.insert(node.lod);
      if (node.role == scene::Role::hidden || node.role == scene::Role::collision ||
          node.role == scene::Role::armor)
        roles.insert(scene::role_name(node.role));
    }
    if (levels.size() > 1) losses_.add(loss::OBJ_LEVELS_JOINED, "", fmt::join(levels, ", "));
    if (!roles.empty()) losses_.add(loss::OBJ_ROLES_DROPPED, "", fmt::join(roles, ", "));
  }

  void list_odd_numbers() {
    const auto tell = [&](std::size_t count, std::string_view one, std::string_view many) {
      if (count > 0)
        losses_.add(loss::OBJ_NUMBER_NOT_FINITE, "",
                    counted(count, std::string(one) + " is", std::string(many) + " are"));
    };
    tell(odd_.positions, "position", "positions");
    tell(odd_.normals, "normal", "normals");
    tell(odd_.uvs, "texture coordinate", "texture coordinates");
  }

  void list_material_losses() {
    if (scene_.materials.empty()) return;
    if (options_.mtl_uri.empty()) {
      losses_.add(loss::OBJ_MATERIALS_DROPPED, "");
      return;
    }
    std::set<std::string> roles;
    for (const scene::Material& material : scene_.materials)
      for (const scene::Texture& texture : material.textures)
        if (texture.role != "base_color" && texture.role != "normal") roles.insert(escape_text(texture.role));
    if (!roles.empty()) losses_.add(loss::OBJ_TEXTURE_ROLES_DROPPED, "", fmt::join(roles, ", "));
    if (const auto shown = shown_by_materials(scene_); !shown.empty())
      losses_.add(loss::OBJ_MATERIAL_VALUES_DROPPED, "", fmt::join(shown, ", "));
    if (!missing_.empty()) losses_.push_back(texture_loss(missing_, options_.searched));
    losses_.append(unread_texture_losses(unread_));
  }

  const Scene& scene_;
  const ObjOptions& options_;
  std::string out_;
  std::string mtl_;
  Losses losses_;
  std::vector<std::string> missing_;  // textures without an image, in their order
  UnreadTextures unread_;
  std::set<std::string> told_missing_;  // both
  std::size_t vertices_ = 0;
  std::size_t normals_ = 0;
  std::size_t uvs_ = 0;
  scene::OddVertices odd_;
};

}  // namespace

Result<ObjFile> write_obj(const Scene& scene, const ObjOptions& options) {
  if (auto error = find_contradiction(scene)) return fail(*std::move(error));
  if (scene.skins.empty()) return ObjWriter(scene, options).write();
  Scene at_rest = scene;
  bring_skins_to_rest(at_rest);
  return ObjWriter(at_rest, options).write();
}

}  // namespace mw::exchange
