#include <fmt/format.h>
#include <algorithm>
#include <cstring>

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

/// What compiling has made becomes, step by step, what it should be: first its content, which places depend
/// on, then, laid out, its places. Tables are only made as long as they should be.
void follow_content(const Member& made, const Member& real) {
  switch (real.kind) {
    case Member::Kind::rows:
      if (real.name == "padding" && real.placed) return;  // laying out makes it
      if (made.rows() != real.rows()) made.resize(real.rows());
      if (real.name == "child_rows" && real.rows() > 0)
        std::memcpy(made.row(0), real.row(0), real.rows() * real.table.stride);
      return;
    case Member::Kind::numbers:
    case Member::Kind::text:
    case Member::Kind::link:
      if (!real.placed) std::memcpy(made.data, real.data, real.size);
      return;
    default:
      return;
  }
}

class Annotator {
 public:
  Annotator(const File& file, source::Model& model) : file_(file), model_(model) {}

  void run() {
    family_ = family_of(file_);
    annotate_trees();
    const std::uint64_t pose = pose_hash(model_.nodes);
    for (source::Node& node : model_.nodes)
      if (node.mesh)
        add_line(node,
                 fmt::format("geometry {:016x}\n", geometry_hash(*node.mesh, node.mesh->skin ? pose : 0)));
    const std::string head = directions();
    model_.notes = {{0, head}};
    auto assembly = assemble(model_, {});
    model_.notes.clear();
    if (!assembly) return;  // cannot be told in a description; what can be stays
    made_ = &assembly->file;
    std::string text;
    compare_all(text, Phase::content);
    made_->names = file_.names;
    lay_out(*made_, family_);
    compare_all(text, Phase::places);
    finish_all();
    const std::string layout =
        fmt::format("layout {} {} {}\n", family_ == Family::kotor_blender ? "kotor-blender" : "original",
                    made_->header.mdl_size, made_->header.mdx_size);
    model_.notes = {{0, head + layout + text}};
  }

 private:
  void compare_all(std::string& text, Phase phase) {
    compare_model(text, phase);
    node_lines_.resize(file_.nodes.size());
    for (std::size_t row = 0; row < file_.nodes.size(); ++row)
      compare(made_->nodes[row], file_.nodes[row], phase, node_lines_[row]);
    animation_lines_.resize(file_.animations.size());
    for (std::size_t row = 0; row < file_.animations.size(); ++row)
      compare_animation(row, phase, animation_lines_[row]);
  }

  void finish_all() {
    for (std::size_t row = 0; row < file_.nodes.size(); ++row) add_lines(model_.nodes[row], node_lines_[row]);
    for (std::size_t row = 0; row < file_.animations.size(); ++row) {
      source::Animation& described = model_.animations[row];
      AnimationLines& lines = animation_lines_[row];
      if (!lines.own.empty()) described.notes = {{0, std::move(lines.own)}};
      for (std::size_t i = 0; i < lines.nodes.size(); ++i) add_lines(described.nodes[i], lines.nodes[i]);
    }
  }

  static void add_line(source::Node& node, std::string line) {
    if (node.notes.empty()) node.notes.emplace_back();
    node.notes.back().text += line;
  }

  std::string directions() const {
    std::string text = fmt::format("variant {}\n", to_string(file_.variant));
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

  /// The members of what was made and of what it should be.
  void compare_members(Phase phase, const auto& text_for) {
    for (std::size_t i = 0; i < real_members_.size(); ++i) {
      append_difference(made_members_[i], real_members_[i], phase, text_for(real_members_[i]));
      if (phase == Phase::content) follow_content(made_members_[i], real_members_[i]);
    }
  }

  void compare_model(std::string& text, Phase phase) {
    members_of(*made_, made_members_);
    members_of(file_, real_members_);
    compare_members(phase, [&](const Member&) -> std::string& { return text; });
    append_difference("name", made_->names, file_.names, phase, text);
    if (phase == Phase::content) return;
    if (made_->mdl_bytes != file_.mdl_bytes || made_->mdx_bytes != file_.mdx_bytes)
      text += fmt::format("at bytes {} {}\n", file_.mdl_bytes, file_.mdx_bytes);
    for (const Unreferenced& bytes : file_.unreferenced) append_bytes("at unreferenced", bytes, text);
    for (const Unreferenced& bytes : file_.mdx_unreferenced) append_bytes("at mdx_unreferenced", bytes, text);
  }

  struct AnimationLines {
    std::string own;
    std::vector<NodeLines> nodes;
  };

  void compare_animation(std::size_t row, Phase phase, AnimationLines& lines) {
    Animation& made = made_->animations[row];
    const Animation& real = file_.animations[row];
    members_of(made, made_members_);
    members_of(real, real_members_);
    compare_members(phase, [&](const Member&) -> std::string& { return lines.own; });
    lines.nodes.resize(real.nodes.size());
    for (std::size_t i = 0; i < real.nodes.size(); ++i)
      compare(made.nodes[i], real.nodes[i], phase, lines.nodes[i]);
  }

  void compare(Node& made, const Node& real, Phase phase, NodeLines& lines) {
    if (real.mesh && phase == Phase::content) lines.geometry.reserve(expected_size(*real.mesh));
    members_of(made, file_.variant, made_members_);
    members_of(real, file_.variant, real_members_);
    if (phase == Phase::content) match_parts(made, lines.geometry);
    compare_members(phase, [&](const Member& member) -> std::string& {
      return is_of_keys(member) ? lines.keys : in_geometry(member) ? lines.geometry : lines.kept;
    });
    if (!real.light) return;
    append_difference("light.textures", made.light->textures, real.light->textures, phase, lines.kept);
    if (phase == Phase::content) made.light->textures = real.light->textures;
  }

  /// Parts come and go before what they have is compared, as notes will have it.
  void match_parts(Node& made, std::string& text) {
    for (std::size_t i = 0; i < real_members_.size(); ++i) {
      const Member& real = real_members_[i];
      if (real.kind != Member::Kind::part && real.kind != Member::Kind::lists) continue;
      if (made_members_[i].rows() == real.rows()) continue;
      append_difference(made_members_[i], real, Phase::content, text);
      made_members_[i].resize(real.rows());
      members_of(made, file_.variant, made_members_);
    }
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
  void add_lines(source::Node& node, NodeLines& lines) const {
    std::string head;
    if (!node.notes.empty()) head = std::move(node.notes.back().text);
    std::string guard;
    if (node.mesh) {
      const std::size_t at = head.find("geometry ");
      guard = head.substr(at);
      head.resize(at);
    }
    node.notes.clear();
    const auto add_block = [&](std::string text) {
      if (!text.empty()) node.notes.push_back({0, std::move(text)});
    };
    add_block(std::move(head) + lines.kept + guard);
    add_block(std::move(lines.geometry));
    if (lines.keys.empty()) return;
    add_block(fmt::format("keys {:016x}\n", keys_hash(node, model_.compress_quaternions != 0)) + lines.keys);
  }

  const File& file_;
  source::Model& model_;
  Family family_ = Family::original;
  File* made_ = nullptr;
  Members made_members_;
  Members real_members_;
  std::vector<NodeLines> node_lines_;
  std::vector<AnimationLines> animation_lines_;
};

}  // namespace

void add_notes(const File& file, source::Model& model) {
  Annotator(file, model).run();
}

}  // namespace mw::kotor::mdl
