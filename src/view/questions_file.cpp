// Questions about a whole file: what it is and what is wrong with it.
#include <meshwright/core/detail/file_name.h>
#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "questions.h"
#include "questions_export.h"

namespace mw::view {
namespace {

std::vector<answer::LayerTotals> layers_of(OpenedFile::State& state) {
  std::vector<answer::LayerTotals> layers;
  for (const Layer& layer : state.layers())
    layers.push_back({.name = file_name_of(layer.name),
                      .bytes = layer.blob.bytes().size(),
                      .fields = layer.fields.size(),
                      .left_out = layer.fields.left_out(),
                      .named = layer.coverage.named(),
                      .unreferenced = layer.coverage.unreferenced(),
                      .lines = layer.lines.size()});
  return layers;
}

/// Whether there is a face that can be walked on: those of a crate are all in the way.
bool has_ways(const Area& area) {
  return std::ranges::any_of(area.surface.mesh.walkable, [](std::uint8_t is) { return is != 0; });
}

answer::Orientation orientation_of(const Format& format) {
  answer::Orientation orientation{.front = format.front};
  for (int i = 0; i < 3; ++i) {
    Vec3 unit(0);
    unit[i] = 1;
    orientation.axes[std::size_t(i)] = format.axes.point(unit) + Vec3(0);  // no -0
  }
  return orientation;
}

answer::Contents contents_of(OpenedFile::State& state) {
  const Document& document = *state.document;
  const Format& format = document.format();
  const auto area = state.area();
  const auto found = info(document);
  const Info known = found.value_or(Info());
  Losses losses = document.losses;
  if (format.lists_rooms) losses.append(state.rooms_without_floor());
  return {.format = format.id,
          .format_name = format.name,
          .walkable = format.surface != nullptr || area,
          .has_ways = area && has_ways(**area),
          .lists_rooms = format.lists_rooms,
          .orientation = orientation_of(format),
          .first_level = format.first_level,
          .has_fields = format.trace != nullptr,
          .renames = format.rename != nullptr,
          .has_findings = format.validate != nullptr,
          .variant = known.variant,
          .counts = known.counts,
          .details = known.details,
          .info_error = found ? std::nullopt : std::optional(failure_of(found.error())),
          .losses = without_advice(losses),
          .targets = download_targets(document, known)};
}

}  // namespace

/// {} -> what the file is. Of one that could not be opened: why, and what was read before.
Result<Answered<answer::About>> ask_about(OpenedFile::State& state, const JsonValue& /*words*/) {
  answer::About about{.file = state.source.name,
                      .bytes = state.source.blob.bytes().size(),
                      .is_part = state.is_part,
                      .is_archive = state.is_archive,
                      .is_cut = state.is_cut,
                      .has_rest = state.rest.has_value(),
                      .layers = layers_of(state)};
  if (state.document)
    about.contents = contents_of(state);
  else
    about.error = failure_of(state.error);
  if (state.rest) about.rest = orientation_of(state.rest->format());
  return about;
}

namespace {

/// The companion's fields are called by its extension: "mdx.nodes[1].rows[6]".
std::string in_companion(const Document& document, const Finding& finding) {
  const std::string_view extension = document.format().companion;
  if (extension.empty() || !document.companion) return {};
  const std::string prefix = std::string(extension.substr(1)) + ".";
  return finding.where.starts_with(prefix) ? finding.where.substr(prefix.size()) : "";
}

struct KindCount {
  const FindingKind* kind = nullptr;
  std::uint64_t count = 0;
};

/// The place of a kind among all: tables say first what others follow from.
std::size_t place_of(const FindingKind& kind) {
  std::size_t place = 0;
  for (const Format* format : formats())
    if (format->finding_kinds != nullptr)
      for (const FindingKind& each : format->finding_kinds()) {
        if (each.code == kind.code) return place;
        ++place;
      }
  return place;
}

/// What to read first: errors, then warnings, then what is only worth knowing; but a warning that so many
/// rows have that the errors of later tables may follow from it comes before these.
void put_in_order(std::vector<KindCount>& kinds) {
  constexpr std::uint64_t kMany = 10;
  std::ranges::stable_sort(kinds, {}, [](const KindCount& each) { return place_of(*each.kind); });
  const auto rank = [&, all = kinds](const KindCount& each) {
    const auto self = std::ranges::find(all, each.kind, &KindCount::kind);
    const bool is_cause = std::any_of(self, all.end(), [&](const KindCount& later) {
      return later.kind->severity == Severity::error && later.count >= kMany && each.count * 2 >= later.count;
    });
    return each.kind->severity == Severity::warning && is_cause ? -1 : int(each.kind->severity);
  };
  std::ranges::stable_sort(kinds, {}, rank);
}

/// The findings of a file, and of the rooms that it lists.
class FindingsAnswer {
 public:
  explicit FindingsAnswer(std::uint64_t each) : each_(each) {}

  /// `file` is the room; empty for what is opened itself.
  Result<void> add(const Document& document, const std::string& file) {
    Findings findings([&](const Finding& finding) {
      auto& [kind, count] = kinds_[finding.kind->code];
      kind = finding.kind;
      if (count++ < each_) add(document, finding, file);
    });
    return validate(document, findings);
  }

  /// Kinds that are none of these come of a damage that is told by itself.
  void set_own(std::set<std::string_view> codes) { own_ = std::move(codes); }

  answer::Findings take() {
    std::vector<KindCount> kinds;
    for (const auto& [code, kind] : kinds_) kinds.push_back(kind);
    put_in_order(kinds);
    for (const auto& [kind, count] : kinds)
      answer_.kinds.push_back({.code = kind->code,
                               .severity = to_string(kind->severity),
                               .meaning = kind->meaning,
                               .count = count,
                               .follows = own_.has_value() && !own_->contains(kind->code)});
    return std::move(answer_);
  }

 private:
  void add(const Document& document, const Finding& finding, const std::string& file) {
    const std::string inside = in_companion(document, finding);
    answer_.findings.push_back({.file = file,
                                .layer = inside.empty() ? 0U : 1U,
                                .path = inside.empty() ? finding.where : inside,
                                .code = finding.kind->code,
                                .severity = to_string(finding.kind->severity),
                                .where = finding.where,
                                .name = finding.name,
                                .offset = finding.offset,
                                .position = finding.position,
                                .message = finding.message});
  }

  const std::uint64_t each_;
  std::map<std::string_view, KindCount> kinds_;
  std::optional<std::set<std::string_view>> own_;
  answer::Findings answer_;
};

/// The kinds of findings that a file has without its companion; nothing where it cannot be read so.
std::optional<std::set<std::string_view>> kinds_alone(const Document& document) {
  const Format& format = document.format();
  if (!document.companion || format.read_alone == nullptr) return std::nullopt;
  const auto alone = format.read_alone(document.source());
  if (!alone) return std::nullopt;
  std::set<std::string_view> codes;
  Findings findings([&](const Finding& finding) { codes.insert(finding.kind->code); });
  if (!validate(*alone, findings)) return std::nullopt;
  return codes;
}

/// What its format can use, whether or not something was asked so far that needs it.
void wish_for_all(OpenedFile::State& state) {
  if (!state.document) return;
  for (const NeighbourUse& use : state.document->format().neighbours)
    if (use.kind.search == mw::Search::file && overlap(use.uses, Use::validate | Use::to_scene))
      (void)state.beside->find(use.kind, {});  // that it was searched is remembered
}

}  // namespace

/// {"each": 100, "rooms": true, "damaged": false} -> the findings, of each kind so many, of a layout also
/// those of its rooms; "kinds" counts all. Of a file whose companion is known to be "damaged" it tells which
/// kinds only follow from that.
Result<Answered<answer::Findings>> ask_findings(OpenedFile::State& state, const JsonValue& words) {
  const auto document = state.opened();
  if (!document) return fail(document.error());
  FindingsAnswer answer(natural_in(words, "each", 100));
  if (auto done = answer.add(**document, ""); !done) return fail(done.error());
  if (is_true(words, "damaged"))
    if (auto own = kinds_alone(**document)) answer.set_own(*std::move(own));
  if (is_true(words, "rooms"))
    for (const Room& room : state.rooms())
      // What cannot be opened or checked is told where the room itself is looked at.
      if (const auto opened = open_dropped(state.files, room.path)) (void)answer.add(*opened, room.path);
  return answer.take();
}

/// {} -> the bytes of the file and of its companion, as they were dropped.
Result<Answered<answer::FileNames>> ask_file(OpenedFile::State& state, const JsonValue& /*words*/) {
  const auto copy = [](const Blob& blob) { return Bytes(blob.bytes().begin(), blob.bytes().end()); };
  const bool two = state.document && state.document->companion;
  return Answered(answer::FileNames{state.source.name, two ? state.document->companion->file : ""},
                  copy(state.source.blob), two ? copy(state.document->companion->blob) : Bytes());
}

/// {"files": ["hero.mdx", "tree.mdx"]} -> which of them this file uses, or would if they were dropped with
/// it.
Result<Answered<answer::Uses>> ask_uses(OpenedFile::State& state, const JsonValue& words) {
  std::vector<std::string> paths;
  const JsonValue* files = words.find("files");
  if (const auto* list = files != nullptr ? files->get_if<JsonArray>() : nullptr; list != nullptr)
    for (const JsonValue& file : *list)
      if (const auto* path = file.get_if<std::string>()) paths.push_back(*path);
  wish_for_all(state);
  std::vector<std::string> used = state.beside->used_of(paths);
  if (state.document)
    for (std::string& room : rooms_among(*state.document, paths))
      if (std::ranges::find(used, room) == used.end()) used.push_back(std::move(room));
  return answer::Uses{std::move(used)};
}

/// {} -> what the file asked for by name so far, among the files that were dropped with it, and is not there.
Result<Answered<answer::Lacks>> ask_lacks(OpenedFile::State& state, const JsonValue& /*words*/) {
  answer::Lacks answer;
  for (const auto& [kind, name] : state.beside->lacks()) answer.lacks.push_back({kind, name});
  return answer;
}

}  // namespace mw::view
