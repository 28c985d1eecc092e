#include <fmt/format.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <algorithm>
#include <cstring>

#include "decompile.h"
#include "differences.h"
#include "mdl/read/links.h"
#include "mdl_source/compile/parts.h"
#include "mdl_source/compile/tree.h"
#include "mdl_source/text/keywords.h"

namespace mw::kotor::mdl {
namespace {

using source::Note;
using source::Residual;

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

bool is_of_geometry(const Member& member) {
  return member.part.starts_with("mesh") && !is_kept(member);
}

/// Where a note about a member of a node stands. What lists have nothing to do with comes first.
std::vector<Note>& notes_for(const Member& member, Residual& residual) {
  if (is_of_keys(member)) return residual.keys->notes;
  return is_of_geometry(member) ? residual.geometry->notes : residual.notes;
}

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

  Losses run() {
    const Family family = family_of(file_);
    add_directions();
    auto assembly = assemble(model_, {});
    if (!assembly) return give_up(to_string(assembly.error()));
    if (!has_same_rows(*assembly)) return give_up("its nodes are not in the order of their tree");
    made_ = &assembly->file;
    assembly_ = &*assembly;
    compare_all(Phase::content);
    made_->names = file_.names;
    lay_out(*made_, family);
    if (losses_.empty()) compare_all(Phase::places);
    for_each_node([&](source::Node& node) { finish(node); });
    model_.residual.layout = {family, made_->header.mdl_size, made_->header.mdx_size};
    return std::move(losses_);
  }

 private:
  void for_each_node(const auto& visit) {
    for (source::Node& node : model_.nodes) visit(node);
    for (source::Animation& animation : model_.animations)
      for (source::Node& node : animation.nodes) visit(node);
  }

  /// What compiling has to know before it makes anything. With guards, though no notes are behind them yet,
  /// it derives nothing.
  void add_directions() {
    model_.residual.variant = file_.variant;
    model_.residual.tree = {tree_hash(model_.nodes), std::int64_t(model_.nodes.size())};
    model_.residual.without_mdx = !file_.has_mdx;
    for_each_node([&](source::Node& node) {
      node.residual.geometry.emplace();
      node.residual.keys.emplace();
    });
    annotate_trees();
    const std::uint64_t pose = pose_hash(model_.nodes);
    for (source::Node& node : model_.nodes)
      if (node.mesh) node.residual.geometry->hash = geometry_hash(*node.mesh, node.mesh->skin ? pose : 0);
  }

  /// Notes about a mesh that a description does not have hold whatever its lists are.
  void finish(source::Node& node) const {
    Residual& residual = node.residual;
    if (!node.mesh) std::ranges::move(residual.geometry->notes, std::back_inserter(residual.notes));
    if (!node.mesh || residual.geometry->notes.empty()) residual.geometry.reset();
    if (residual.keys->notes.empty())
      residual.keys.reset();
    else
      residual.keys->hash = keys_hash(node, model_.compress_quaternions != 0);
  }

  /// Some notes without the others would be worse than none.
  Losses give_up(std::string_view why) {
    drop_notes(model_);
    return {Loss(loss::NOTES_IMPOSSIBLE, "", why)};
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

  void compare_all(Phase phase) {
    compare_model(phase);
    const bool numbered = phase == Phase::content && !are_numbers_rows();
    for (std::size_t row = 0; row < file_.nodes.size(); ++row)
      compare(made_->nodes[row], file_.nodes[row], phase, numbered, model_.nodes[row].residual,
              fmt::format("nodes[{}]", row));
    if (phase == Phase::content) number_animations(*assembly_);
    for (std::size_t row = 0; row < file_.animations.size(); ++row) compare_animation(row, phase);
  }

  /// In a model with numbers of its own every node has its number in a note, so that it stays when nodes are
  /// added.
  bool are_numbers_rows() const {
    return std::ranges::all_of(file_.nodes, [&](const Node& node) {
      return node.header.number == std::size_t(&node - file_.nodes.data());
    });
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
      if (parents[row] != named[row] && parents[row] != kNoRow) nodes[row].residual.parent = parents[row];
      if (!has_word(type)) nodes[row].residual.type = type;
    }
  }

  /// The members of what was made and of what it should be.
  void compare_members(Phase phase, bool numbered, const auto& notes_for) {
    for (std::size_t i = 0; i < real_members_.size(); ++i) {
      const Member& real = real_members_[i];
      if (numbered && real.part.empty() && real.name == "number")
        notes_for(real).push_back(note_of_value(real, phase));
      else
        add_differences(made_members_[i], real, phase, notes_for(real));
      if (phase == Phase::content) follow_content(made_members_[i], real);
    }
  }

  void compare_model(Phase phase) {
    std::vector<Note>& notes = model_.residual.notes;
    members_of(*made_, made_members_);
    members_of(file_, real_members_);
    compare_members(phase, false, [&](const Member&) -> std::vector<Note>& { return notes; });
    add_differences("", "name", made_->names, file_.names, phase, notes);
    if (phase == Phase::content) return;
    if (made_->mdl_bytes != file_.mdl_bytes || made_->mdx_bytes != file_.mdx_bytes)
      notes.push_back(note_of_sizes(file_.mdl_bytes, file_.mdx_bytes));
    for (const Unreferenced& bytes : file_.unreferenced)
      notes.push_back(note_of_bytes("unreferenced", bytes));
    for (const Unreferenced& bytes : file_.mdx_unreferenced)
      notes.push_back(note_of_bytes("mdx_unreferenced", bytes));
  }

  void compare_animation(std::size_t row, Phase phase) {
    Animation& made = made_->animations[row];
    const Animation& real = file_.animations[row];
    source::Animation& described = model_.animations[row];
    members_of(made, made_members_);
    members_of(real, real_members_);
    compare_members(phase, false,
                    [&](const Member&) -> std::vector<Note>& { return described.residual.notes; });
    for (std::size_t i = 0; i < real.nodes.size(); ++i)
      compare(made.nodes[i], real.nodes[i], phase, false, described.nodes[i].residual,
              fmt::format("animations[{}].nodes[{}]", row, i));
  }

  void compare(Node& made, const Node& real, Phase phase, bool numbered, Residual& residual,
               const std::string& where) {
    members_of(made, file_.variant, made_members_);
    members_of(real, file_.variant, real_members_);
    if (phase == Phase::content) match_parts(made, residual.geometry->notes);
    if (!std::ranges::equal(made_members_, real_members_, &Member::is_like)) {
      for (std::vector<Note>* notes : {&residual.notes, &residual.geometry->notes, &residual.keys->notes})
        notes->clear();
      losses_.add(loss::NOTES_OF_NODE_IMPOSSIBLE, where, where, real.header.type);
      return;
    }
    compare_members(phase, numbered,
                    [&](const Member& member) -> std::vector<Note>& { return notes_for(member, residual); });
    if (!real.light) return;
    add_differences("light", "textures", made.light->textures, real.light->textures, phase, residual.notes);
    if (phase == Phase::content) made.light->textures = real.light->textures;
  }

  /// Parts come and go before what they have is compared, as notes will have it.
  void match_parts(Node& made, std::vector<Note>& notes) {
    for (std::size_t i = 0; i < real_members_.size(); ++i) {
      const Member& real = real_members_[i];
      if (i >= made_members_.size() || !made_members_[i].is_like(real)) return;
      if (real.kind != Member::Kind::part && real.kind != Member::Kind::lists) continue;
      if (made_members_[i].rows() == real.rows()) continue;
      add_differences(made_members_[i], real, Phase::content, notes);
      made_members_[i].resize(real.rows());
      members_of(made, file_.variant, made_members_);
    }
  }

  const File& file_;
  source::Model& model_;
  Losses losses_;
  Assembly* assembly_ = nullptr;
  File* made_ = nullptr;  // its model
  Members made_members_;
  Members real_members_;
};

}  // namespace

void drop_notes(source::Model& model) {
  model.residual = {};
  for (source::Node& node : model.nodes) node.residual = {};
  for (source::Animation& animation : model.animations) {
    animation.residual = {};
    for (source::Node& node : animation.nodes) node.residual = {};
  }
}

Losses add_notes(const File& file, source::Model& model) {
  return Annotator(file, model).run();
}

}  // namespace mw::kotor::mdl
