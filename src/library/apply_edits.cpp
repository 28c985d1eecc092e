#include <meshwright/formats/detail/apply_edits.h>

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/edit/detail/blender.h>
#include <meshwright/edit/detail/text.h>
#include <meshwright/edit/detail/verify.h>
#include <meshwright/edit/edits.h>
#include <meshwright/formats/registry.h>

#include <algorithm>
#include <utility>

namespace mw {
namespace {

/// Options that add to a scene, and the value that adds most.
constexpr std::pair<std::string_view, std::string_view> kEverything[] = {
    {"hidden", ""}, {"collision", ""}, {"armor", ""}, {"lod", "all"}};

bool takes(const Format& format, std::string_view option) {
  return std::ranges::any_of(format.options, [&](const OptionKind& kind) {
    return kind.name == option && overlap(kind.uses, Use::to_scene);
  });
}

/// What formats round: texture coordinates of 16 bits, weights of 8, orientations of 32.
constexpr edit::Tolerances kRounding = {
    .position = 1e-5F, .uv = 2e-3F, .weight = 0.01F, .key = 2e-3F, .number = 1e-5F};

/// Names that formats give to numbers of nodes and to parts.
constexpr std::string_view kNumbers[] = {"number", "vertices_id", "bone"};
constexpr edit::KnownExtras kKnown = {.numbers = kNumbers, .part = "part", .start = "root"};

Losses notes_of(const edit::EditedScene& edits, bool turned_back, const Document& original) {
  Losses notes;
  for (const edit::Ignored& ignored : edits.ignored) notes.push_back(to_loss(ignored, edits));
  if (turned_back) notes.push_back(edit::bones_turned_back());
  if (edits.found_meshes == 0 && !edits.before.meshes.empty() && !edits.edits.empty())
    notes.push_back(edit::meshes_missing(original.source().name));
  return notes;
}

/// Applies the edits to a document of the format, and reports those that it does not show.
Result<AppliedEdits> applied(const edit::EditedScene& edits, const scene::Scene& edited,
                             const Document& original, const OptionValues& options) {
  auto patched = original.format().apply_edits(original, edits);
  if (!patched) return fail(patched.error());
  auto made = whole_scene(patched->document, options);
  if (!made) return fail(made.error());
  const edit::Verified verified =
      edit::verify(edits, patched->states, edited, *std::move(made), kRounding, kKnown);
  AppliedEdits applied{std::move(patched->document), to_changes(edits, verified.outcomes), {}};
  for (const std::size_t row : verified.missing)
    applied.document.losses.push_back(not_applied(verified.rest.edits[row], verified.rest));
  return applied;
}

}  // namespace

Result<scene::Scene> whole_scene(const Document& document, const OptionValues& options) {
  OptionValues all;
  for (const auto& [name, value] : options.all())
    if (takes(document.format(), name)) all.set(name, value);
  for (const auto& [name, value] : kEverything)
    if (takes(document.format(), name)) all.set(name, std::string(value));
  return to_scene(document, all);
}

Result<AppliedEdits> apply_edits(const scene::Scene& given, const Document& original,
                                 const OptionValues& options) {
  const Format& format = original.format();
  if (auto error = find_contradiction(given)) return fail(*std::move(error));
  auto before = whole_scene(original, options);
  if (!before) return fail(before.error());
  if (given.nodes.empty()) return fail({.message = "has no nodes"});
  if (auto error = edit::find_excess(given)) return fail(*std::move(error));
  const auto turned_back = edit::with_bones_turned_back(*before, given);
  const scene::Scene& edited = turned_back ? *turned_back : given;
  const edit::EditedScene edits = edit::find_edits(*std::move(before), edited, {}, kKnown);
  Losses notes = notes_of(edits, turned_back.has_value(), original);
  if (edits.edits.empty()) return AppliedEdits{original, {}, std::move(notes)};
  if (format.apply_edits == nullptr)
    return fail({.message = fmt::format("is {}, which takes no edits", with_article(format.id)),
                 .code = ErrorCode::unsupported});
  if (auto error = find_contradiction(edits.after)) return fail(*std::move(error));
  if (auto error = edit::find_not_finite(edits)) return fail(*std::move(error));
  auto made = applied(edits, edited, original, options);
  if (made) made->notes = std::move(notes);
  return made;
}

Result<Output> write_edited(const AppliedEdits& made, const Document& original) {
  const ByteSpan bytes = original.source().blob.bytes();
  const WriteRequest how{.name = original.source().name, .options = OptionValues()};
  if (bytes.empty() || &original.stored_as() != &original.format()) return write(made.document, how);
  if (!made.changes.empty()) {
    auto anew = write(made.document, how);
    if (!anew || original.format().keeps_bytes) return anew;
    // A text with the same meaning keeps its spelling: it has no edits.
    const auto own = write(original, how);
    if (!own || own->bytes != anew->bytes) return anew;
  }
  Output output{.bytes = Bytes(bytes.begin(), bytes.end())};
  if (original.companion) {
    const ByteSpan beside = original.companion->blob.bytes();
    output.companion = Bytes(beside.begin(), beside.end());
    output.companion_extension = original.format().companion;
  }
  return output;
}

}  // namespace mw
