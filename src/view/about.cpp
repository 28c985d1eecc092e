// Questions about a whole file: what it is and what is wrong with it.
#include <meshwright/core/file_name.h>
#include <meshwright/core/json_writer.h>
#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "made.h"
#include "parts.h"

namespace mw::view {
namespace {

/// Empty where it failed, and why.
void write_info(JsonWriter& json, const Result<Info>& found) {
  const Info info = found.value_or(Info());
  json.member("variant", info.variant);
  json.key("counts");
  json.begin_object();
  for (const auto& [name, count] : info.counts) json.member(name, count);
  json.end_object();
  json.key("details");
  json.begin_object();
  for (const auto& [name, value] : info.details) json.member(name, value);
  json.end_object();
  json.key("info_error");
  found ? json.value(nullptr) : json.raw_value(error_as_json(found.error()));
}

void write_layers(JsonWriter& json, OpenedFile::Parts& parts) {
  json.key("layers");
  json.begin_array();
  for (const Layer& layer : parts.layers()) {
    json.begin_object();
    json.member("name", file_name_of(layer.name));
    json.member("bytes", std::uint64_t(layer.blob.bytes().size()));
    json.member("fields", std::uint64_t(layer.fields.size()));
    json.member("left_out", std::uint64_t(layer.fields.left_out()));
    json.member("named", layer.coverage.named());
    json.member("unreferenced", layer.coverage.unreferenced());
    json.member("lines", std::uint64_t(layer.lines.size()));
    json.end_object();
  }
  json.end_array();
}

/// Whether there is a face that can be walked on: those of a crate are all in the way.
bool has_ways(const std::vector<Room>& rooms) {
  return std::ranges::any_of(rooms, [](const Room& room) {
    const std::vector<std::uint8_t>& walkable = room.surface->mesh.walkable;
    return std::ranges::any_of(walkable, [](std::uint8_t is) { return is != 0; });
  });
}

/// Which way the x, y and z of the file point in the picture.
void write_axes(JsonWriter& json, const scene::Axes& axes) {
  json.key("axes");
  json.begin_array();
  for (int i = 0; i < 3; ++i) {
    Vec3 unit(0);
    unit[i] = 1;
    const Vec3 direction = axes.point(unit) + Vec3(0);  // no -0
    json.begin_array();
    for (int k = 0; k < 3; ++k) json.value(direction[k]);
    json.end_array();
  }
  json.end_array();
}

void write_document(JsonWriter& json, OpenedFile::Parts& parts) {
  const Document& document = *parts.document;
  const Format& format = document.format();
  json.member("format", format.id);
  json.member("format_name", format.name);
  const bool may_be_walked = format.surface != nullptr || format.lists_rooms;
  const auto floors = may_be_walked ? parts.walkable_rooms() : Result<std::vector<Room>>(std::vector<Room>());
  json.member("walkable", format.surface != nullptr || (format.lists_rooms && floors));
  json.member("has_ways", floors && has_ways(*floors));
  json.member("lists_rooms", format.lists_rooms);
  json.field("front", format.front);
  write_axes(json, format.axes);
  json.member("first_level", format.first_level);
  json.member("has_fields", format.trace != nullptr);
  json.member("renames", format.rename != nullptr);
  json.member("has_findings", format.validate != nullptr);
  const auto found = info(document);
  write_info(json, found);
  Losses losses = document.losses;
  if (format.lists_rooms) losses.append(parts.rooms_without_floor());
  write_losses(json, std::move(losses));
  write_targets(json, document, found.value_or(Info()));
}

/// {} -> what the file is. Of one that could not be opened: why, and what was read before.
Result<Reply> ask_about(OpenedFile::Parts& parts, const JsonValue& /*words*/) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("file", parts.source.name);
  json.member("bytes", std::uint64_t(parts.source.blob.bytes().size()));
  json.key("error");
  parts.document ? json.value(nullptr) : json.raw_value(error_as_json(parts.error));
  json.member("is_part", parts.is_part);
  json.member("is_archive", parts.is_archive);
  json.member("is_cut", parts.is_cut);
  json.member("has_rest", parts.rest.has_value());
  if (parts.document) write_document(json, parts);
  if (parts.rest) {
    json.field("front", parts.rest->format().front);
    write_axes(json, parts.rest->format().axes);
  }
  write_layers(json, parts);
  json.end_object();
  return Reply{json.take()};
}

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

/// Writes the findings of a file, and of the rooms that it lists.
class FindingsAnswer {
 public:
  explicit FindingsAnswer(std::uint64_t each) : each_(each) {
    json_.begin_object();
    json_.key("findings");
    json_.begin_array();
  }

  /// `file` is the room; empty for what is opened itself.
  Result<void> add(const Document& document, const std::string& file) {
    Findings findings([&](const Finding& finding) {
      auto& [kind, count] = kinds_[finding.kind->code];
      kind = finding.kind;
      if (count++ < each_) write(document, finding, file);
    });
    return validate(document, findings);
  }

  /// Kinds that are none of these come of a damage that is told by itself.
  void set_own(std::set<std::string_view> codes) { own_ = std::move(codes); }

  std::string take() {
    json_.end_array();
    json_.key("kinds");
    json_.begin_array();
    std::vector<KindCount> kinds;
    for (const auto& [code, kind] : kinds_) kinds.push_back(kind);
    put_in_order(kinds);
    for (const auto& [kind, count] : kinds) {
      json_.begin_object();
      json_.member("code", kind->code);
      json_.member("severity", to_string(kind->severity));
      json_.member("meaning", kind->meaning);
      json_.member("count", count);
      json_.member("follows", own_.has_value() && !own_->contains(kind->code));
      json_.end_object();
    }
    json_.end_array();
    json_.end_object();
    return json_.take();
  }

 private:
  void write(const Document& document, const Finding& finding, const std::string& file) {
    const std::string inside = in_companion(document, finding);
    json_.begin_object();
    json_.member("file", file);
    json_.member("layer", inside.empty() ? 0 : 1);
    json_.member("path", inside.empty() ? finding.where : inside);
    json_.member("code", finding.kind->code);
    json_.member("severity", to_string(finding.kind->severity));
    json_.member("where", finding.where);
    json_.member("name", finding.name);
    json_.key("offset");
    finding.offset ? json_.value(*finding.offset) : json_.value(nullptr);
    if (finding.position) {
      json_.member("line", finding.position->line);
      json_.member("column", finding.position->column);
    }
    json_.member("message", finding.message);
    json_.end_object();
  }

  const std::uint64_t each_;
  std::map<std::string_view, KindCount> kinds_;
  std::optional<std::set<std::string_view>> own_;
  JsonWriter json_{JsonWriter::Style::compact};
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

/// {"each": 100, "rooms": true, "damaged": false} -> the findings, of each kind so many, of a layout also
/// those of its rooms; "kinds" counts all. Of a file whose companion is known to be "damaged" it tells which
/// kinds only follow from that.
Result<Reply> ask_findings(OpenedFile::Parts& parts, const JsonValue& words) {
  const auto document = parts.opened();
  if (!document) return fail(document.error());
  FindingsAnswer answer(natural_in(words, "each", 100));
  if (auto done = answer.add(**document, ""); !done) return fail(done.error());
  if (is_true(words, "damaged"))
    if (auto own = kinds_alone(**document)) answer.set_own(*std::move(own));
  if (is_true(words, "rooms"))
    for (const Room& room : parts.rooms())
      // What cannot be opened or checked is told where the room itself is looked at.
      if (const auto opened = open_dropped(parts.files, room.path)) (void)answer.add(*opened, room.path);
  return Reply{answer.take()};
}

/// {} -> the bytes of the file and of its companion, as they were dropped.
Result<Reply> ask_file(OpenedFile::Parts& parts, const JsonValue& /*words*/) {
  const auto copy = [](const Blob& blob) { return Bytes(blob.bytes().begin(), blob.bytes().end()); };
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("file", parts.source.name);
  const bool two = parts.document && parts.document->companion;
  json.member("companion", two ? parts.document->companion->file : "");
  json.end_object();
  return Reply{json.take(), copy(parts.source.blob), two ? copy(parts.document->companion->blob) : Bytes()};
}

/// What its format can use, whether or not something was asked so far that needs it.
void wish_for_all(OpenedFile::Parts& parts) {
  if (!parts.document) return;
  for (const NeighbourUse& use : parts.document->format().neighbours)
    if (use.kind.search == mw::Search::file && overlap(use.uses, Use::validate | Use::to_scene))
      (void)parts.beside->find(use.kind, {});
}

/// {"files": ["hero.mdx", "tree.mdx"]} -> which of them this file uses, or would if they were dropped with
/// it.
Result<Reply> ask_uses(OpenedFile::Parts& parts, const JsonValue& words) {
  std::vector<std::string> paths;
  const JsonValue* files = words.find("files");
  if (const auto* list = files != nullptr ? files->get_if<JsonArray>() : nullptr; list != nullptr)
    for (const JsonValue& file : *list)
      if (const auto* path = file.get_if<std::string>()) paths.push_back(*path);
  wish_for_all(parts);
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.key("uses");
  json.begin_array();
  std::vector<std::string> used = parts.beside->used_of(paths);
  if (parts.document)
    for (std::string& room : rooms_among(*parts.document, paths))
      if (std::ranges::find(used, room) == used.end()) used.push_back(std::move(room));
  for (const std::string& path : used) json.value(path);
  json.end_array();
  json.end_object();
  return Reply{json.take()};
}

/// {} -> what the file asked for by name so far, among the files that were dropped with it, and is not there.
Result<Reply> ask_lacks(OpenedFile::Parts& parts, const JsonValue& /*words*/) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.key("lacks");
  json.begin_array();
  for (const auto& [kind, name] : parts.beside->lacks()) {
    json.begin_object();
    json.member("kind", kind);
    json.member("name", name);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return Reply{json.take()};
}

}  // namespace

Question find_file_question(std::string_view name) {
  if (name == "about") return ask_about;
  if (name == "findings") return ask_findings;
  if (name == "file") return ask_file;
  if (name == "uses") return ask_uses;
  if (name == "lacks") return ask_lacks;
  return nullptr;
}

}  // namespace mw::view
