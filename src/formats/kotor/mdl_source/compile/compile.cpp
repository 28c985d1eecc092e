#include <meshwright/kotor/mdl_source.h>

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>

#include "apply.h"
#include "parts.h"
#include "tree.h"

namespace mw::kotor::mdl {
namespace {

using source::Note;

/// Puts what the notes say into a model that was made without them.
class Follower {
 public:
  Follower(const source::Model& model, const CompileOptions& options, Assembly& assembly)
      : model_(model), options_(options), assembly_(assembly), file_(assembly.file) {}

  Result<void> run() {
    const auto& [hash, nodes] = model_.residual.tree.value_or(source::ModelResidual::Tree{});
    same_tree_ = !model_.residual.tree || hash == tree_hash(model_.nodes);
    old_nodes_ = nodes;
    edited_ = !same_tree_;
    if (auto done = follow_all(); !done) return done;
    const auto layout = model_.residual.layout.value_or(source::ModelResidual::Layout{});
    lay_out(file_, layout.family);
    places_ = true;
    if (has_places_ && !edited_ && file_.header.mdl_size == layout.mdl_size &&
        file_.header.mdx_size == layout.mdx_size)
      return follow_all();
    return {};
  }

 private:
  Result<void> follow_all() {
    if (auto done = follow_model(); !done) return done;
    if (!places_) numbered_.assign(file_.nodes.size(), false);
    for (std::size_t row = 0; row < file_.nodes.size(); ++row) {
      const source::Node& from = model_.nodes[assembly_.order[row]];
      row_ = row;
      if (auto done = follow_node(from, file_.nodes[row], assembly_.exact[row],
                                  fmt::format("nodes[{}]", assembly_.order[row]));
          !done)
        return done;
    }
    if (!places_) number_added();
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

  static Error nonsense(const Note& note, std::uint64_t lines_before, const std::string& where) {
    const std::string what = note.kind == Note::Kind::tail       ? "tail"
                             : note.kind == Note::Kind::reserved ? "reserved"
                                                                 : note.path();
    return wrong(note.line + lines_before, where,
                 fmt::format("the note {} makes no sense here", quote_word(what)));
  }

  /// Applies those notes that are due.
  Result<void> follow_notes(const std::vector<Note>& notes, NoteApplier& applier, const std::string& where,
                            const auto& apply) {
    for (const Note& note : notes) {
      has_places_ |= note.place;
      if (note.place != places_ || note.kind == Note::Kind::idle || apply(note)) continue;
      return fail(nonsense(note, applier.lines_before(), where));
    }
    return {};
  }

  Result<void> follow_model() {
    members_of(file_, members_);
    NoteApplier applier(members_, growth_for(model_.residual.text_size));
    return follow_notes(model_.residual.notes, applier, "model",
                        [&](const Note& note) { return follow_model(note, applier); });
  }

  bool follow_model(const Note& note, NoteApplier& applier) {
    const bool known = note.kind != Note::Kind::unknown;
    if (is_called(note, "", "name")) return !same_tree_ || applier.apply_name(note, file_.names);
    if (is_called(note, "geometry", "node_count") && options_.supermodel != nullptr) return true;
    if (is_called(note, "geometry", "node_count") && known && !same_tree_) return count_nodes(note);
    if (is_called(note, "", "bytes") && known) return set_sizes(note);
    if (is_called(note, "", "unreferenced") && known) return add_bytes(note, file_.unreferenced), true;
    if (is_called(note, "", "mdx_unreferenced") && known)
      return add_bytes(note, file_.mdx_unreferenced), true;
    return applier.apply(note);
  }

  bool set_sizes(const Note& note) {
    std::array<std::uint64_t, 2> sizes{};
    std::memcpy(sizes.data(), note.bytes.data(), sizeof(sizes));
    file_.mdl_bytes = sizes[0];
    file_.mdx_bytes = sizes[1];
    return true;
  }

  /// The count has nodes of the supermodel in it; others came or went.
  bool count_nodes(const Note& note) {
    std::uint32_t count = 0;
    std::memcpy(&count, note.bytes.data(), sizeof(count));
    const std::int64_t now = count + std::int64_t(file_.nodes.size()) - old_nodes_;
    if (old_nodes_ > 0 && now > 0 && now <= 0xFFFF) file_.geometry.node_count = std::uint32_t(now);
    return true;
  }

  Result<void> follow_animation(std::size_t row) {
    row_ = file_.nodes.size();
    Animation& animation = file_.animations[row];
    const source::Animation& from = model_.animations[row];
    const std::string where = fmt::format("animations[{}]", row);
    members_of(animation, members_);
    NoteApplier applier(members_, growth_for(from.residual.text_size));
    if (auto done = follow_notes(from.residual.notes, applier, where,
                                 [&](const Note& note) { return applier.apply(note); });
        !done)
      return done;
    const std::vector<std::uint32_t>& order = assembly_.animated_order[row];
    for (std::size_t i = 0; i < animation.nodes.size(); ++i)
      if (auto done = follow_node(from.nodes[order[i]], animation.nodes[i], false,
                                  fmt::format("{}.nodes[{}]", where, order[i]));
          !done)
        return done;
    return {};
  }

  static bool is_called(const Note& note, std::string_view part, std::string_view name) {
    return note.part == part && note.name == name;
  }

  /// Numbers and names that no longer fit the tree, or that the user asks to be made again; numbers of a
  /// motion of textures that was off, and no number at all, once it is on.
  bool is_outdated(const Note& note, const source::Node& from) const {
    if (is_called(note, "", "name_index")) return !same_tree_;
    if (is_called(note, "", "number")) return options_.supermodel != nullptr;
    return from.mesh && from.mesh->animate_uv != 0 && note.path().starts_with("mesh.uv_");
  }

  Result<void> follow_node(const source::Node& from, Node& node, bool exact, const std::string& where) {
    const source::Residual& residual = from.residual;
    if (residual.empty()) return {};
    members_of(node, file_.variant, members_);
    NoteApplier applier(members_, growth_for(residual.text_size));
    const auto follow = [&](const std::vector<Note>& notes, bool hold) {
      return follow_notes(notes, applier, where, [&](const Note& note) {
        return !hold || is_outdated(note, from) || follow_in_node(note, applier, node);
      });
    };
    const auto follow_guarded = [&](const source::GuardedNotes& guarded, bool hold) {
      edited_ |= !hold;
      return follow(guarded.notes, hold);
    };
    if (auto done = follow(residual.notes, true); !done) return done;
    if (residual.geometry)
      if (auto done = follow_guarded(*residual.geometry, exact); !done) return done;
    if (residual.keys) {
      const bool hold = residual.keys->hold(keys_hash(from, model_.compress_quaternions != 0));
      if (auto done = follow_guarded(*residual.keys, hold); !done) return done;
    }
    if (!places_ && node.mesh) return check_faces(from, *node.mesh, where);
    return {};
  }

  /// Notes about faces say which vertices they have, too. As in lists, each must be there.
  static Result<void> check_faces(const source::Node& from, const Mesh& mesh, const std::string& where) {
    const std::size_t vertices = mesh.saber ? mesh.saber->vertices.size() : positions_of(mesh).size();
    for (std::size_t face = 0; face < mesh.faces.size(); ++face)
      for (const std::uint16_t vertex : mesh.faces[face].vertices)
        if (vertex >= vertices)
          return fail(wrong(from.residual.line, fmt::format("{}.faces[{}]", where, face),
                            fmt::format("the notes say vertex {} >= count {}", vertex, vertices)));
    return {};
  }

  bool follow_in_node(const Note& note, NoteApplier& applier, Node& node) {
    if (is_called(note, "", "number") && row_ < numbered_.size()) numbered_[row_] = true;
    if (node.light && is_called(note, "light", "textures"))
      return applier.apply_name(note, node.light->textures);
    // What parts a node has is no member, but said by the type of its residual.
    const bool done = !is_called(note, "", "type") && applier.apply(note);
    if (applier.parts_changed()) {
      members_of(node, file_.variant, members_);
      applier.forget_members();
    }
    return done;
  }

  const source::Model& model_;
  const CompileOptions& options_;
  Assembly& assembly_;
  File& file_;
  Members members_;
  bool places_ = false;  // what is followed now; before it is content
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
  result.losses.append(converted.losses);
  return result;
}

}  // namespace mw::kotor::mdl
