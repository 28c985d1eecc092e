#include <fmt/format.h>
#include <algorithm>
#include <cstring>

#include "decompile.h"
#include "mdl/read/links.h"
#include "mdl_source/compile/notes.h"
#include "mdl_source/compile/parts.h"
#include "mdl_source/compile/tree.h"
#include "mdl_source/text/keywords.h"

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
      if (real.laid) return;
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

  std::vector<std::string> run() {
    family_ = family_of(file_);
    annotate_trees();
    const std::string head = directions();
    model_.notes = {{0, head}};
    add_guards();
    auto assembly = assemble(model_, {});
    if (!assembly) return give_up(to_string(assembly.error()));
    if (!has_same_rows(*assembly)) return give_up("its nodes are not in the order of their tree");
    made_ = &assembly->file;
    assembly_ = &*assembly;
    std::string text;
    compare_all(text, Phase::content);
    made_->names = file_.names;
    lay_out(*made_, family_);
    if (losses_.empty()) compare_all(text, Phase::places);
    finish_all();
    const std::string layout =
        fmt::format("layout {} {} {}\n", family_ == Family::kotor_blender ? "kotor-blender" : "original",
                    made_->header.mdl_size, made_->header.mdx_size);
    model_.notes = {{0, head + layout + text}};
    return std::move(losses_);
  }

 private:
  /// Guards without notes, so that compiling derives nothing. They are written anew when all notes are known.
  void add_guards() {
    pose_ = pose_hash(model_.nodes);
    for (source::Node& node : model_.nodes)
      if (node.mesh) add_line(node, geometry_guard(node, ""));
  }

  std::string geometry_guard(const source::Node& node, std::string_view notes) const {
    return guard_line(kGeometryGuard, geometry_hash(*node.mesh, node.mesh->skin ? pose_ : 0), notes);
  }

  /// Some notes without the others would be worse than none.
  std::vector<std::string> give_up(std::string_view why) {
    model_.notes.clear();
    for (source::Node& node : model_.nodes) node.notes.clear();
    for (source::Animation& animation : model_.animations) {
      animation.notes.clear();
      for (source::Node& node : animation.nodes) node.notes.clear();
    }
    return {fmt::format("every note, so that compiling makes all anew: {}", why)};
  }

  /// Whether what was made can be compared row by row.
  bool has_same_rows(const Assembly& assembly) const {
    const auto is_in_order = [](const std::vector<std::uint32_t>& order, std::size_t rows) {
      return order.size() == rows && std::ranges::is_sorted(order);
    };
    if (!is_in_order(assembly.order, file_.nodes.size())) return false;
    for (std::size_t row = 0; row < file_.animations.size(); ++row)
      if (!is_in_order(assembly.animated_order[row], file_.animations[row].nodes.size())) return false;
    return true;
  }

  void compare_all(std::string& text, Phase phase) {
    compare_model(text, phase);
    node_lines_.resize(file_.nodes.size());
    if (phase == Phase::content) ask_for_numbers();
    for (std::size_t row = 0; row < file_.nodes.size(); ++row)
      compare(made_->nodes[row], file_.nodes[row], phase, node_lines_[row], fmt::format("nodes[{}]", row));
    if (phase == Phase::content) number_animations(*assembly_);
    animation_lines_.resize(file_.animations.size());
    for (std::size_t row = 0; row < file_.animations.size(); ++row)
      compare_animation(row, phase, animation_lines_[row]);
  }

  /// In a model with numbers of its own every node has its number in a note, so that it stays when nodes are
  /// added: a wrong one makes a difference.
  void ask_for_numbers() {
    const auto is_row = [&](const Node& node) {
      return node.header.number == std::size_t(&node - file_.nodes.data());
    };
    if (std::ranges::all_of(file_.nodes, is_row)) return;
    for (std::size_t row = 0; row < file_.nodes.size(); ++row)
      made_->nodes[row].header.number = std::uint16_t(~file_.nodes[row].header.number);
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
    text += fmt::format("tree {:016x} {}\n", tree_hash(model_.nodes), model_.nodes.size());
    if (!file_.has_mdx) text += "mdx 0\n";
    return text;
  }

  /// What nodes are, where their words do not tell.
  void annotate_trees() {
    const auto has_word = [](std::uint16_t type) {
      return std::ranges::find(ascii::kNodeKinds, type, &ascii::NodeKind::type) !=
             std::end(ascii::kNodeKinds);
    };
    annotate_tree(model_.nodes, file_.nodes, has_word);
    for (std::size_t row = 0; row < file_.animations.size(); ++row)
      annotate_tree(model_.animations[row].nodes, file_.animations[row].nodes,
                    [](std::uint16_t type) { return type == kNodeHeader; });
  }

  static void annotate_tree(std::vector<source::Node>& nodes, const std::vector<Node>& real,
                            const auto& has_word) {
    const std::vector<std::uint32_t> named = parents_by_name(nodes);
    const std::vector<std::uint32_t> parents = implied_parents(real);
    for (std::size_t row = 0; row < nodes.size(); ++row) {
      const std::uint16_t type = real[row].header.type;
      if (parents[row] != named[row] && parents[row] != kNoRow)
        add_line(nodes[row], fmt::format("{} {}\n", kTreeParent, parents[row]));
      if (!has_word(type)) add_line(nodes[row], fmt::format("{} {}\n", kTreeType, type));
    }
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
      compare(made.nodes[i], real.nodes[i], phase, lines.nodes[i],
              fmt::format("animations[{}].nodes[{}]", row, i));
  }

  void compare(Node& made, const Node& real, Phase phase, NodeLines& lines, const std::string& where) {
    if (real.mesh && phase == Phase::content) lines.geometry.reserve(expected_size(*real.mesh));
    members_of(made, file_.variant, made_members_);
    members_of(real, file_.variant, real_members_);
    if (phase == Phase::content) match_parts(made, lines.geometry);
    if (!std::ranges::equal(made_members_, real_members_, &Member::is_like)) {
      lines = {};
      losses_.push_back(fmt::format("{}: its notes, since its parts are not those of its type {:#x}", where,
                                    real.header.type));
      return;
    }
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
      if (i >= made_members_.size() || !made_members_[i].is_like(real)) return;
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
    if (node.mesh) head.resize(head.find(kGeometryGuard));
    std::string guard;
    if (node.mesh && !lines.geometry.empty()) guard = geometry_guard(node, lines.geometry);
    node.notes.clear();
    const auto add_block = [&](std::string text) {
      if (!text.empty()) node.notes.push_back({0, std::move(text)});
    };
    add_block(std::move(head) + lines.kept + guard);
    add_block(std::move(lines.geometry));
    if (lines.keys.empty()) return;
    add_block(guard_line(kKeysGuard, keys_hash(node, model_.compress_quaternions != 0), lines.keys) +
              lines.keys);
  }

  const File& file_;
  source::Model& model_;
  Family family_ = Family::original;
  std::uint64_t pose_ = 0;
  std::vector<std::string> losses_;
  Assembly* assembly_ = nullptr;
  File* made_ = nullptr;  // its model
  Members made_members_;
  Members real_members_;
  std::vector<NodeLines> node_lines_;
  std::vector<AnimationLines> animation_lines_;
};

}  // namespace

std::vector<std::string> add_notes(const File& file, source::Model& model) {
  return Annotator(file, model).run();
}

}  // namespace mw::kotor::mdl
