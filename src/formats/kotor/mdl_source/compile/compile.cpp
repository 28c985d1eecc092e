#include <meshwright/kotor/mdl_compile.h>

#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <algorithm>
#include <optional>
#include <string>

#include "notes.h"
#include "parts.h"
#include "tree.h"

namespace mw::kotor::mdl {
namespace {

/// Bytes that the tables of a record may grow by, beside 16 per byte of its notes.
constexpr std::size_t kGrowth = 1024;

/// Does what the notes say to a model that was made without them.
class Follower {
 public:
  Follower(const source::Model& model, const CompileOptions& options, Assembly& assembly)
      : model_(model), options_(options), assembly_(assembly), file_(assembly.file) {}

  Result<void> run() {
    read_directions();
    if (auto done = follow(Phase::content); !done) return done;
    lay_out(file_, family_);
    if (has_places_ && !edited_ && file_.header.mdl_size == mdl_size_ && file_.header.mdx_size == mdx_size_)
      return follow(Phase::places);
    return {};
  }

 private:
  void read_directions() {
    for_each_note(model_.notes, [&](Note note) {
      if (note.path == "layout") {
        family_ = note.word() == "kotor-blender" ? Family::kotor_blender : Family::original;
        mdl_size_ = std::uint64_t(parse_integer(note.word()).value_or(0));
        mdx_size_ = std::uint64_t(parse_integer(note.word()).value_or(0));
      }
      if (note.path == "tree") {
        same_tree_ = note.word() == fmt::format("{:016x}", tree_hash(model_.nodes));
        old_nodes_ = parse_integer(note.word()).value_or(0);
      }
      return true;
    });
    edited_ |= !same_tree_;
  }

  Result<void> follow(Phase phase) {
    phase_ = phase;
    if (auto done = follow_model(); !done) return done;
    if (phase == Phase::content) numbered_.assign(file_.nodes.size(), false);
    for (std::size_t row = 0; row < file_.nodes.size(); ++row) {
      const source::Node& from = model_.nodes[assembly_.order[row]];
      row_ = row;
      if (auto done = follow_node(from, file_.nodes[row], assembly_.exact[row],
                                  fmt::format("nodes[{}]", assembly_.order[row]));
          !done)
        return done;
    }
    if (phase == Phase::content) number_added();
    for (std::size_t row = 0; row < file_.animations.size(); ++row)
      if (auto done = follow_animation(row); !done) return done;
    return {};
  }

  /// Where notes have the numbers of nodes, one that somebody added gets a number that no other has.
  void number_added() {
    std::uint32_t highest = 0;
    for (std::size_t row = 0; row < numbered_.size(); ++row)
      if (numbered_[row]) highest = std::max<std::uint32_t>(highest, file_.nodes[row].header.number);
    for (std::size_t row = 0; row < numbered_.size() && highest != 0; ++row)
      if (!numbered_[row] && highest < 0xFFFF) file_.nodes[row].header.number = std::uint16_t(++highest);
    number_animations(assembly_);
  }

  static Error nonsense(const Note& note, const std::string& where) {
    return wrong(note.line, where, fmt::format("the note {} makes no sense here", quote_word(note.path)));
  }

  /// Whether a note is about what is being followed now; takes off the word that says so.
  bool is_due(Note& note) {
    const bool place = is_about_place(note);
    has_places_ |= place;
    return place == (phase_ == Phase::places);
  }

  Result<void> follow_model() {
    members_of(file_, members_);
    NoteFollower follower(members_, kGrowth + 16 * text_size(model_.notes));
    std::optional<Error> error;
    for_each_note(model_.notes, [&](Note note) {
      if (!is_due(note) || is_about_whole(note)) return true;
      if (!follow_model(note, follower)) error = nonsense(note, "model");
      return !error;
    });
    if (error) return fail(*std::move(error));
    return {};
  }

  static bool is_about_whole(const Note& note) {
    return note.path == "variant" || note.path == "layout" || note.path == "tree" || note.path == "mdx";
  }

  bool follow_model(Note note, NoteFollower& follower) {
    if (note.path == "bytes") {
      const auto mdl = parse_integer(note.word());
      const auto mdx = parse_integer(note.word());
      if (!mdl || !mdx || *mdl < 0 || *mdx < 0) return false;
      file_.mdl_bytes = std::uint64_t(*mdl);
      file_.mdx_bytes = std::uint64_t(*mdx);
      return true;
    }
    if (note.path == "unreferenced") return follow_bytes(note, file_.unreferenced);
    if (note.path == "mdx_unreferenced") return follow_bytes(note, file_.mdx_unreferenced);
    if (note.path == "name" && !same_tree_) return true;
    if (note.path == "geometry.node_count") {
      if (options_.supermodel != nullptr) return true;
      if (!same_tree_) return count_nodes(note);
    }
    if (note.path == "name") return follower.follow_names(note, phase_, file_.names);
    return follower.follow(note, phase_);
  }

  /// The count has nodes of the supermodel in it; others came or went.
  bool count_nodes(Note note) {
    const auto count = parse_integer(note.word());
    if (!count) return false;
    const std::int64_t now = *count + std::int64_t(file_.nodes.size()) - old_nodes_;
    if (old_nodes_ > 0 && now > 0 && now <= 0xFFFF) file_.geometry.node_count = std::uint32_t(now);
    return true;
  }

  Result<void> follow_animation(std::size_t row) {
    row_ = file_.nodes.size();
    Animation& animation = file_.animations[row];
    const source::Animation& from = model_.animations[row];
    const std::string where = fmt::format("animations[{}]", row);
    members_of(animation, members_);
    NoteFollower follower(members_, kGrowth + 16 * text_size(from.notes));
    std::optional<Error> error;
    for_each_note(from.notes, [&](Note note) {
      if (is_due(note) && !follower.follow(note, phase_)) error = nonsense(note, where);
      return !error;
    });
    if (error) return fail(*std::move(error));
    const std::vector<std::uint32_t>& order = assembly_.animated_order[row];
    for (std::size_t i = 0; i < animation.nodes.size(); ++i)
      if (auto done = follow_node(from.nodes[order[i]], animation.nodes[i], false,
                                  fmt::format("{}.nodes[{}]", where, order[i]));
          !done)
        return done;
    return {};
  }

  bool holds(const source::Node& from, std::string_view guard, bool exact) const {
    if (guard == kGeometryGuard) return exact;
    return guard_holds(from.notes, guard, [&] { return keys_hash(from, model_.compress_quaternions != 0); });
  }

  /// Numbers and names that no longer fit the tree, or that the user asks to be made anew.
  bool is_outdated(const Note& note) const {
    if (note.path == "name_index") return !same_tree_;
    return note.path == "number" && options_.supermodel != nullptr;
  }

  Result<void> follow_node(const source::Node& from, Node& node, bool exact, const std::string& where) {
    if (from.notes.empty()) return {};
    members_of(node, file_.variant, members_);
    NoteFollower follower(members_, kGrowth + 16 * text_size(from.notes));
    std::optional<Error> error;
    bool holds = true;
    for_each_note(from.notes, [&](Note note) {
      if (is_direction(note.path)) return true;
      if (is_guard(note.path)) {
        holds = this->holds(from, note.path, exact);
        edited_ |= !holds;
        return true;
      }
      if (!is_due(note) || !holds || is_outdated(note) || is_idle_uv(note, from)) return true;
      if (!follow_in_node(note, follower, node)) error = nonsense(note, where);
      if (follower.parts_changed()) {
        members_of(node, file_.variant, members_);
        follower.forget_members();
      }
      return !error;
    });
    if (error) return fail(*std::move(error));
    if (phase_ == Phase::content && node.mesh) return check_faces(from, *node.mesh, where);
    return {};
  }

  /// Notes about faces say which vertices they have, too. As in lists, each must be there.
  static Result<void> check_faces(const source::Node& from, const Mesh& mesh, const std::string& where) {
    const std::size_t vertices = mesh.saber ? mesh.saber->vertices.size() : positions_of(mesh).size();
    for (std::size_t face = 0; face < mesh.faces.size(); ++face)
      for (const std::uint16_t vertex : mesh.faces[face].vertices)
        if (vertex >= vertices)
          return fail(wrong(from.notes.front().line, fmt::format("{}.faces[{}]", where, face),
                            fmt::format("the notes say vertex {} >= count {}", vertex, vertices)));
    return {};
  }

  bool follow_in_node(const Note& note, NoteFollower& follower, Node& node) {
    if (note.path == "type") return false;  // what parts a node has is a direction
    if (note.path == "number" && row_ < numbered_.size()) numbered_[row_] = true;
    if (node.light && note.path == "light.textures")
      return follower.follow_names(note, phase_, node.light->textures);
    return follower.follow(note, phase_);
  }

  /// Numbers of a motion of textures that was off, and no number at all, say nothing once it is on.
  static bool is_idle_uv(const Note& note, const source::Node& from) {
    return note.path.starts_with("mesh.uv_") && from.mesh && from.mesh->animate_uv != 0;
  }

  const source::Model& model_;
  const CompileOptions& options_;
  Assembly& assembly_;
  File& file_;
  Members members_;
  Phase phase_ = Phase::content;
  Family family_ = Family::original;
  std::uint64_t mdl_size_ = 0;
  std::uint64_t mdx_size_ = 0;
  bool same_tree_ = true;
  std::int64_t old_nodes_ = 0;  // how many there were when the notes were made
  std::vector<bool> numbered_;  // for each node: a note has its number
  std::size_t row_ = 0;         // of the model's node at hand
  bool has_places_ = false;     // some note is about a place
  bool edited_ = false;         // something that notes are about is not what it was
};

}  // namespace

namespace {

/// Texts of other programs list only what moves; the games want the way from the root to it too.
Result<std::optional<source::Model>> with_ancestors(const source::Model& model) {
  const auto unlisted = unlisted_ancestors(model);
  if (!unlisted) return fail(unlisted.error());
  std::optional<source::Model> whole;
  for (std::size_t i = 0; i < model.animations.size(); ++i) {
    if ((*unlisted)[i].empty()) continue;
    if (!whole) whole = model;
    add_ancestors(model, (*unlisted)[i], whole->animations[i]);
  }
  return whole;
}

}  // namespace

Result<Compiled> compile(const source::Model& described, const CompileOptions& options) {
  const auto whole = with_ancestors(described);
  if (!whole) return fail(whole.error());
  const source::Model& model = *whole ? **whole : described;
  auto assembly = assemble(model, options);
  if (!assembly) return fail(assembly.error());
  if (auto done = Follower(model, options, *assembly).run(); !done) return fail(done.error());
  // Notes are about the variant that the model had.
  const Variant made = assembly->file.variant;
  const Variant wanted{options.game.value_or(made.game), options.platform.value_or(made.platform)};
  Compiled result{std::move(assembly->file), std::move(assembly->losses), std::move(assembly->order)};
  if (wanted == made) return result;
  Converted converted = convert(result.file, wanted);
  result.file = std::move(converted.file);
  result.losses.insert(result.losses.end(), converted.losses.begin(), converted.losses.end());
  return result;
}

}  // namespace mw::kotor::mdl
