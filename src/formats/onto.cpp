#include <meshwright/formats/onto.h>

#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/registry.h>
#include <meshwright/scene/settle.h>
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

/// What formats round: normals and texture coordinates of 16 bits, weights of 8.
constexpr scene::Tolerances kRounding = {.position = 1e-5F, .uv = 2e-3F, .weight = 0.01F, .number = 1e-5F};

std::vector<Change>::iterator find_change(std::vector<Change>& changes, std::string_view what,
                                          std::string_view where) {
  return std::ranges::find_if(
      changes, [&](const Change& change) { return change.what == what && change.where == where; });
}

/// Looks at what was made with the eyes of an edit: what the scene still has otherwise was not taken. Normals
/// of a changed mesh are the format's own.
Result<void> tell_remainder(const scene::Scene& edited, const OptionValues& options, PutOnto& made) {
  const auto now = whole_scene(made.document, options);
  if (!now) return fail(now.error());
  for (const Change& rest : scene::settle(*now, edited, kRounding).changes) {
    const auto mesh = find_change(made.changes, "mesh-changed", rest.where);
    if (rest.what == "normals-changed" && mesh != made.changes.end()) {
      mesh->message += ", normals recomputed";
      const auto normals = find_change(made.changes, rest.what, rest.where);
      if (normals != made.changes.end()) made.changes.erase(normals);
    } else if (rest.what != "normals-changed" ||
               find_change(made.changes, rest.what, rest.where) != made.changes.end()) {
      made.document.losses.push_back(fmt::format("{}: {}: not in what was made", rest.where, rest.message));
    }
  }
  return {};
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

Result<PutOnto> put_onto(const scene::Scene& edited, const Document& original, const OptionValues& options) {
  const Format& format = original.format();
  if (auto error = find_contradiction(edited)) return fail(*std::move(error));
  const auto before = whole_scene(original, options);
  if (!before) return fail(before.error());
  scene::Settled settled = scene::settle(*before, edited);
  if (settled.changes.empty()) return PutOnto{original, {}, std::move(settled.notes)};
  if (format.onto == nullptr)
    return fail({.message = fmt::format("is {}, which takes no edits", with_article(format.id))});
  if (auto error = find_contradiction(settled.scene)) return fail(*std::move(error));
  auto document = format.onto(original, {*before, settled.scene, settled.origins, options});
  if (!document) return fail(document.error());
  PutOnto made{*std::move(document), std::move(settled.changes), std::move(settled.notes)};
  if (auto told = tell_remainder(edited, options, made); !told) return fail(told.error());
  return made;
}

Result<Output> write_onto(const PutOnto& made, const Document& original) {
  const ByteSpan bytes = original.source().blob.bytes();
  if (!made.changes.empty() || bytes.empty() || &original.stored_as() != &original.format())
    return write(made.document);
  Output output{.bytes = Bytes(bytes.begin(), bytes.end())};
  if (original.companion) {
    const ByteSpan beside = original.companion->blob.bytes();
    output.companion = Bytes(beside.begin(), beside.end());
    output.companion_extension = original.format().companion;
  }
  return output;
}

}  // namespace mw
