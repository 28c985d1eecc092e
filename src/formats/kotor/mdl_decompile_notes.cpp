#include <fmt/format.h>
#include <algorithm>

#include "mdl_compile_notes.h"
#include "mdl_compile_parts.h"
#include "mdl_compile_tree.h"
#include "mdl_decompile.h"

namespace mw::kotor::mdl {
namespace {

/// Members of a mesh that its triangles have nothing to do with.
bool is_kept(const Member& member) {
  if (member.part == "mesh.dirt" || member.part == "mesh.anim") return true;
  if (member.part != "mesh") return false;
  constexpr std::string_view kKept[] = {"functions",
                                        "texture_1",
                                        "texture_2",
                                        "texture_3",
                                        "texture_4",
                                        "unknown_0xd4",
                                        "unknown_0xe0",
                                        "uv_direction",
                                        "uv_jitter",
                                        "uv_jitter_speed",
                                        "padding",
                                        "unknown",
                                        "inverted_counters",
                                        "diffuse",
                                        "ambient",
                                        "transparency_hint",
                                        "animate_uv",
                                        "lightmapped",
                                        "rotate_texture",
                                        "background_geometry",
                                        "shadow",
                                        "beaming",
                                        "render"};
  return !member.placed && member.kind != Member::Kind::part &&
         std::ranges::find(kKept, member.name) != std::end(kKept);
}

bool is_of_keys(const Member& member) {
  return member.part.empty() && (member.name == "controllers" || member.name == "data" ||
                                 member.name == "position" || member.name == "orientation");
}

/// Lines about one node, in the order in which they are followed.
struct NodeLines {
  std::string kept;
  std::string geometry;
  std::string keys;
};

class Annotator {
 public:
  Annotator(const File& file, source::Model& model) : file_(file), model_(model), laid_out_(file) {}

  void run() {
    family_ = family_of(file_);
    for (Node& node : laid_out_.nodes)
      if (node.mesh && node.mesh->mdx) node.mesh->mdx->padding.clear();  // laying out makes zeros of it
    lay_out(laid_out_, family_);
    annotate_trees();
    const std::uint64_t pose = pose_hash(model_.nodes);
    for (source::Node& node : model_.nodes)
      if (node.mesh)
        add_line(node,
                 fmt::format("geometry {:016x}\n", geometry_hash(*node.mesh, node.mesh->skin ? pose : 0)));
    std::string text = directions();
    model_.notes = {{0, text}};
    const auto assembly = assemble(model_, {});
    if (!assembly) {
      // Cannot be told in a description; what can be stays.
      model_.notes.clear();
      return;
    }
    made_ = &assembly->file;
    annotate_model(text);
    for (std::size_t row = 0; row < file_.nodes.size(); ++row)
      annotate(model_.nodes[row], made_->nodes[row], file_.nodes[row], laid_out_.nodes[row]);
    for (std::size_t row = 0; row < file_.animations.size(); ++row) annotate_animation(row);
    model_.notes = {{0, std::move(text)}};
  }

 private:
  static void add_line(source::Node& node, std::string line) {
    if (node.notes.empty()) node.notes.emplace_back();
    node.notes.back().text += line;
  }

  std::string directions() const {
    std::string text = fmt::format("variant {}\n", to_string(file_.variant));
    text += fmt::format("layout {} {} {}\n", family_ == Family::kotor_blender ? "kotor-blender" : "original",
                        laid_out_.header.mdl_size, laid_out_.header.mdx_size);
    text += fmt::format("tree {:016x}\n", tree_hash(model_.nodes));
    if (!file_.has_mdx) text += "mdx 0\n";
    return text;
  }

  /// What nodes are, where their words do not tell.
  void annotate_trees() {
    annotate_tree(model_.nodes, file_.nodes);
    for (std::size_t row = 0; row < file_.animations.size(); ++row)
      annotate_tree(model_.animations[row].nodes, file_.animations[row].nodes);
  }

  static void annotate_tree(std::vector<source::Node>& nodes, const std::vector<Node>& real) {
    const std::vector<std::uint32_t> named = parents_by_name(nodes);
    std::vector<std::uint32_t> parents(nodes.size(), kNoRow);
    for (std::uint32_t row = 0; row < real.size(); ++row)
      for (const std::uint32_t child : real[row].children)
        if (child < parents.size() && parents[child] == kNoRow && child != 0) parents[child] = row;
    for (std::size_t row = 0; row < nodes.size(); ++row) {
      if (parents[row] != named[row] && parents[row] != kNoRow)
        add_line(nodes[row], fmt::format("parent {}\n", parents[row]));
      if (!is_plain_type(real[row].header.type))
        add_line(nodes[row], fmt::format("type {}\n", real[row].header.type));
    }
  }

  static bool is_plain_type(std::uint16_t type) {
    constexpr std::uint16_t kPlain[] = {0x001, 0x003, 0x005, 0x009, 0x011, 0x021,
                                        0x061, 0x0A1, 0x121, 0x221, 0x821};
    return std::ranges::find(kPlain, type) != std::end(kPlain);
  }

  void annotate_model(std::string& text) {
    members_of(*made_, made_members_);
    members_of(file_, real_members_);
    members_of(laid_out_, placed_members_);
    for (std::size_t i = 0; i < real_members_.size(); ++i) {
      append_difference(made_members_[i], real_members_[i], Phase::content, text);
      append_difference(placed_members_[i], real_members_[i], Phase::places, text);
    }
    append_difference("name", made_->names, file_.names, Phase::content, text);
    append_difference("name", laid_out_.names, file_.names, Phase::places, text);
    if (laid_out_.mdl_bytes != file_.mdl_bytes || laid_out_.mdx_bytes != file_.mdx_bytes)
      text += fmt::format("at bytes {} {}\n", file_.mdl_bytes, file_.mdx_bytes);
    for (const Unreferenced& bytes : file_.unreferenced) append_bytes("at unreferenced", bytes, text);
    for (const Unreferenced& bytes : file_.mdx_unreferenced) append_bytes("at mdx_unreferenced", bytes, text);
  }

  void annotate_animation(std::size_t row) {
    source::Animation& described = model_.animations[row];
    const Animation& real = file_.animations[row];
    members_of(made_->animations[row], made_members_);
    members_of(real, real_members_);
    members_of(laid_out_.animations[row], placed_members_);
    std::string text;
    for (std::size_t i = 0; i < real_members_.size(); ++i) {
      append_difference(made_members_[i], real_members_[i], Phase::content, text);
      append_difference(placed_members_[i], real_members_[i], Phase::places, text);
    }
    if (!text.empty()) described.notes = {{0, std::move(text)}};
    for (std::size_t i = 0; i < real.nodes.size(); ++i)
      annotate(described.nodes[i], made_->animations[row].nodes[i], real.nodes[i],
               laid_out_.animations[row].nodes[i]);
  }

  /// `made` is what compiling makes of the description; its parts are made to come and go as notes will do
  /// it.
  void annotate(source::Node& described, const Node& made, const Node& real, const Node& placed) {
    NodeLines lines;
    if (real.mesh) lines.geometry.reserve(expected_size(*real.mesh));
    members_of(made, file_.variant, made_members_);
    members_of(real, file_.variant, real_members_);
    members_of(placed, file_.variant, placed_members_);
    for (std::size_t i = 0; i < real_members_.size(); ++i) {
      const Member& member = real_members_[i];
      if (member.kind == Member::Kind::part || member.kind == Member::Kind::lists) {
        append_difference(made_members_[i], member, Phase::content, lines.geometry);
        if (made_members_[i].rows() != member.rows()) {
          made_members_[i].resize(member.rows());
          members_of(made, file_.variant, made_members_);
        }
        continue;
      }
      std::string& text = is_of_keys(member) ? lines.keys : in_geometry(member) ? lines.geometry : lines.kept;
      append_difference(made_members_[i], member, Phase::content, text);
      append_difference(placed_members_[i], member, Phase::places, text);
    }
    if (real.light) {
      append_difference("light.textures", made.light->textures, real.light->textures, Phase::content,
                        lines.kept);
      append_difference("light.textures", placed.light->textures, real.light->textures, Phase::places,
                        lines.kept);
    }
    add_lines(described, lines);
  }

  /// Two letters per byte, and some for the paths.
  static std::size_t expected_size(const Mesh& mesh) {
    const std::size_t rows = mesh.mdx ? mesh.mdx->rows.normals.size() : 0;
    return 1024 + 80 * mesh.faces.size() +
           rows * (30 + 90 * std::size_t(mesh.header.mdx_flags >= kMdxTangents1));
  }

  static bool in_geometry(const Member& member) {
    return member.part.starts_with("mesh") && !is_kept(member);
  }

  /// What lists have nothing to do with comes first.
  void add_lines(source::Node& node, const NodeLines& lines) const {
    std::string head;
    if (!node.notes.empty()) head = std::move(node.notes.back().text);
    std::string guard;
    if (node.mesh) {
      const std::size_t at = head.find("geometry ");
      guard = head.substr(at);
      head.resize(at);
    }
    std::string text = std::move(head);
    text.reserve(text.size() + lines.kept.size() + guard.size() + lines.geometry.size() + lines.keys.size() +
                 32);
    text += lines.kept;
    text += guard;
    text += lines.geometry;
    if (!lines.keys.empty()) {
      text += fmt::format("keys {:016x}\n", keys_hash(node, model_.compress_quaternions != 0));
      text += lines.keys;
    }
    node.notes.clear();
    if (!text.empty()) node.notes.push_back({0, std::move(text)});
  }

  const File& file_;
  source::Model& model_;
  File laid_out_;
  Family family_ = Family::original;
  const File* made_ = nullptr;
  Members made_members_;
  Members real_members_;
  Members placed_members_;
};

}  // namespace

void add_notes(const File& file, source::Model& model) {
  Annotator(file, model).run();
}

}  // namespace mw::kotor::mdl
