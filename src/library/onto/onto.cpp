#include <meshwright/formats/onto.h>

#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <meshwright/edit/blender.h>
#include <meshwright/edit/edits.h>
#include <meshwright/edit/text.h>
#include <meshwright/formats/registry.h>
#include <meshwright/scene/transform.h>
#include <meshwright/scene/tree.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

#include "shown.h"

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

/// What was asked for, by what was changed where.
class Asked {
 public:
  explicit Asked(const std::vector<Change>& changes) {
    for (std::size_t i = 0; i < changes.size(); ++i) {
      rows_.emplace(key_of(changes[i], changes[i].where, true), i);
      rows_.emplace(key_of(changes[i], changes[i].where, false), i);
    }
  }

  std::optional<std::size_t> find(const Change& rest, const std::string& where) const {
    return find(key_of(rest, where, says_which(rest)));
  }
  std::optional<std::size_t> find(std::string_view what, const std::string& where) const {
    return find(Key{std::string(what), where, {}});
  }

 private:
  using Key = std::array<std::string, 3>;

  /// Of these several may be at one place, and their message tells which; others count what is left.
  static bool says_which(const Change& change) {
    return change.what == "property-changed" || change.what == "material-changed" ||
           (change.what == "animation-changed" && !change.message.ends_with(" changed")) ||
           (change.what == "animation-changed" && change.message.starts_with("property "));
  }
  static Key key_of(const Change& change, const std::string& where, bool with_message) {
    return {std::string(change.what), where, with_message ? change.message : std::string()};
  }
  std::optional<std::size_t> find(const Key& key) const {
    const auto row = rows_.find(key);
    return row != rows_.end() ? std::optional(row->second) : std::nullopt;
  }

  std::map<Key, std::size_t> rows_;
};

/// Meshes that several nodes show are copied, one for each.
std::optional<Error> find_excess(const scene::Scene& scene) {
  constexpr std::size_t kMostCopies = 4'194'304;
  std::vector<bool> met(scene.meshes.size());
  std::size_t copies = 0;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const auto mesh = scene.nodes[i].mesh;
    if (!mesh) continue;
    for (const scene::Primitive& p : scene.meshes[*mesh].primitives)
      copies += met[*mesh] ? p.positions.size() : 0;
    met[*mesh] = true;
    if (copies > kMostCopies)
      return Error{.field = fmt::format("nodes[{}]", i),
                   .message = fmt::format("copies of meshes have more than {} vertices", kMostCopies),
                   .code = ErrorCode::too_large};
  }
  return std::nullopt;
}

/// What of a mesh is not finite; empty without.
std::string_view odd_part_of(const scene::Mesh& mesh) {
  const auto is_odd = [](const auto& v) {
    for (int k = 0; k < v.length(); ++k)
      if (!std::isfinite(v[k])) return true;
    return false;
  };
  for (const scene::Primitive& p : mesh.primitives) {
    if (std::ranges::any_of(p.positions, is_odd)) return "a position";
    if (std::ranges::any_of(p.normals, is_odd)) return "a normal";
    for (const std::vector<glm::vec2>& uvs : p.uvs)
      if (std::ranges::any_of(uvs, is_odd)) return "a texture coordinate";
    if (std::ranges::any_of(p.weights, is_odd)) return "a weight";
  }
  return {};
}

bool has_finite_place(const scene::Transform& place) {
  return scene::is_finite(to_matrix(place));
}

bool has_finite_keys(const scene::Animation& animation) {
  const auto finite = [](float number) { return std::isfinite(number); };
  return std::ranges::all_of(animation.channels, [&](const scene::Channel& channel) {
    return std::ranges::all_of(channel.times, finite) && std::ranges::all_of(channel.values, finite);
  });
}

/// Numbers that are none, which an edit brought. Where the file has such itself they are its own business.
std::optional<Error> find_no_numbers(const edit::EditedScene& edits) {
  const scene::Scene& before = edits.before;
  const scene::Scene& after = edits.after;
  const auto refuse = [](const std::string& name, std::string_view what) {
    return Error{.field = escape_text(name), .message = fmt::format("has {} that is not finite", what)};
  };
  for (std::size_t i = 0; i < after.nodes.size(); ++i) {
    const scene::Node& node = after.nodes[i];
    const scene::Node* old = edits.origins[i] == scene::kNewNode ? nullptr : &before.nodes[edits.origins[i]];
    if (!has_finite_place(node.transform) && (old == nullptr || has_finite_place(old->transform)))
      return refuse(node.name, "a place");
    const bool kept = old != nullptr && old->mesh && node.mesh && *old->mesh == *node.mesh;
    const std::string_view odd = node.mesh && !kept ? odd_part_of(after.meshes[*node.mesh]) : "";
    if (!odd.empty() && (old == nullptr || !old->mesh || odd_part_of(before.meshes[*old->mesh]).empty()))
      return refuse(node.name, odd);
  }
  if (!std::ranges::all_of(before.animations,
                           [](const auto& animation) { return has_finite_keys(animation); }))
    return std::nullopt;
  for (const scene::Animation& animation : after.animations)
    if (!has_finite_keys(animation)) return refuse(animation.name, "a key");
  return std::nullopt;
}

/// The places of changes as what was made calls them, by the places that the original has.
std::multimap<std::string, std::string> places_after(const std::vector<Change>& changes) {
  constexpr std::string_view kNode = "node ";
  constexpr std::string_view kRenamed = "renamed to ";
  std::multimap<std::string, std::string> places;
  for (const Change& change : changes) {
    places.emplace(change.where, change.where);
    if (change.what == "animation-renamed")
      places.emplace("animation " + change.message.substr(kRenamed.size()), change.where);
    if (change.what != "node-renamed") continue;
    for (const std::string_view kind : {"node ", "mesh ", "light "})
      places.emplace(std::string(kind) + change.message.substr(kRenamed.size()),
                     std::string(kind) + change.where.substr(kNode.size()));
  }
  return places;
}

/// A node that was removed but for its place, which stays.
void tell_bare(const std::string& name, std::vector<Change>& changes) {
  const auto removed = std::ranges::find_if(changes, [&](const Change& change) {
    return change.what == "node-removed" && change.where == "node " + name;
  });
  if (removed != changes.end()) *removed = {"mesh-removed", "mesh " + name, "removed"};
}

/// As changes spell them.
std::set<std::string> places_of(const scene::Scene& scene, const std::vector<scene::Index>& nodes) {
  std::set<std::string> places;
  for (const scene::Index node : nodes)
    for (const std::string_view kind : {"node ", "mesh "})
      places.insert(std::string(kind) + escape_text(scene.nodes[node].name));
  return places;
}

/// The changes that would take the renamings back. A node and its skin can be two objects in a scene and one
/// in the file: when one was renamed, the other seems to have its old name again.
std::set<std::pair<std::string, std::string>> renamed_back(const std::vector<Change>& changes) {
  constexpr std::string_view kNode = "node ";
  constexpr std::string_view kRenamed = "renamed to ";
  std::set<std::pair<std::string, std::string>> back;
  for (const Change& change : changes)
    if (change.where.starts_with(kNode) && change.message.starts_with(kRenamed))
      back.emplace(std::string(kNode) + change.message.substr(kRenamed.size()),
                   std::string(kRenamed) + change.where.substr(kNode.size()));
  return back;
}

void tell_recomputed(std::string_view what, Change& change) {
  const std::string words = fmt::format(", {} recomputed", what);
  if (change.message.find(words) == std::string::npos) change.message += words;
}

/// Looks at what was made with the eyes of an edit: what was changed and is still otherwise in the edited
/// scene was not taken. Normals of a changed mesh are the format's own, and so are attributes of its vertices
/// that follow from others (binormals).
Result<void> tell_remainder(const Wanted& scenes, const OptionValues& options, PutOnto& made) {
  const auto now = whole_scene(made.document, options);
  if (!now) return fail(now.error());
  const auto places = places_after(made.changes);
  const Asked asked(made.changes);
  std::set<std::size_t> dropped;
  const Shown shown(*now, scenes);
  const auto back = renamed_back(made.changes);
  const edit::EditedScene remaining = edit::find_edits(*now, scenes.edited, kRounding, kKnown);
  for (const edit::Edit& each : remaining.edits) {
    const Change rest = to_change(each, remaining);
    if (rest.message == "added" && scenes.built.contains(rest.where)) continue;
    if (back.contains({rest.where, rest.message})) continue;
    const auto place = places.find(rest.where);
    if (place == places.end()) continue;
    const auto wanted = asked.find(rest, place->second);
    const auto mesh = asked.find("mesh-changed", place->second);
    if (rest.what == "normals-changed" && mesh) {
      tell_recomputed("normals", made.changes[*mesh]);
      if (wanted) dropped.insert(*wanted);
    } else if (rest.what == "attributes-changed" && mesh && !wanted) {
      tell_recomputed("attributes", made.changes[*mesh]);
    } else if (wanted && !shown.shows(rest)) {
      made.document.losses.push_back(fmt::format("{}: {}: not in what was made", rest.where, rest.message));
    }
  }
  for (const std::size_t row : std::views::reverse(dropped))
    made.changes.erase(made.changes.begin() + std::ptrdiff_t(row));
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

Result<PutOnto> put_onto(const scene::Scene& given, const Document& original, const OptionValues& options) {
  const Format& format = original.format();
  if (auto error = find_contradiction(given)) return fail(*std::move(error));
  const auto before = whole_scene(original, options);
  if (!before) return fail(before.error());
  if (given.nodes.empty()) return fail({.message = "has no nodes"});
  if (auto error = find_excess(given)) return fail(*std::move(error));
  const auto turned_back = edit::with_bones_turned_back(*before, given);
  const scene::Scene& edited = turned_back ? *turned_back : given;
  const edit::EditedScene edits = edit::find_edits(*before, edited, {}, kKnown);
  PutOnto made{original, {}, {}};
  for (const edit::Ignored& ignored : edits.ignored) made.notes.push_back(to_string(ignored, edits));
  if (turned_back)
    made.notes.emplace_back(
        "bones that are turned where they are, as Blender's import does, are turned back");
  if (edits.found_meshes == 0 && !before->meshes.empty() && !edits.edits.empty())
    made.notes.push_back(
        fmt::format("none of the meshes of {} is in the scene", escape_text(original.source().name)));
  if (edits.edits.empty()) return made;
  if (format.onto == nullptr)
    return fail({.message = fmt::format("is {}, which takes no edits", with_article(format.id)),
                 .code = ErrorCode::unsupported});
  if (auto error = find_contradiction(edits.after)) return fail(*std::move(error));
  if (auto error = find_no_numbers(edits)) return fail(*std::move(error));
  std::vector<scene::Index> built;
  std::vector<scene::Index> bare;
  auto document = format.onto(
      original, {*before, edits.after, edits.origins, edits.animation_origins, options, &built, &bare});
  if (!document) return fail(document.error());
  made.document = *std::move(document);
  for (const edit::Edit& each : edits.edits) made.changes.push_back(to_change(each, edits));
  for (const scene::Index node : bare) tell_bare(escape_text(before->nodes[node].name), made.changes);
  const Wanted wanted{*before, edited, edits.after, places_of(edits.after, built)};
  if (auto told = tell_remainder(wanted, options, made); !told) return fail(told.error());
  return made;
}

Result<Output> write_onto(const PutOnto& made, const Document& original) {
  const ByteSpan bytes = original.source().blob.bytes();
  const WriteRequest how{.name = original.source().name, .options = OptionValues()};
  if (bytes.empty() || &original.stored_as() != &original.format()) return write(made.document, how);
  if (!made.changes.empty()) {
    auto anew = write(made.document, how);
    if (!anew || original.format().keeps_bytes) return anew;
    // A text that says the same is spelled as it was: no edit came into it.
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
