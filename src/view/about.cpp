// Questions about a whole file: what it is, what is wrong with it, what it can become.
#include <meshwright/core/file_name.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/convert.h>
#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "parts.h"
#include "plain_words.h"

namespace mw::view {
namespace {

void write_texts(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts) {
  json.key(name);
  json.begin_array();
  for (const std::string& text : texts) json.value(without_options(text));
  json.end_array();
}

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

/// Made without a scene in between: the same thing in another form.
bool is_direct(const Format& from, const Format& to) {
  return &from == &to || to.id == "json" || from.text == &to || to.text == &from ||
         std::ranges::find(to.relatives, &from) != to.relatives.end();
}

std::size_t shared_letters(std::string_view a, std::string_view b) {
  return std::size_t(std::ranges::mismatch(a, b).in1 - a.begin());
}

/// Of the extensions of a format the one that goes with the file: a .pwk becomes a .pwk.ascii.
std::string_view extension_for(const Format& format, const std::string& own, const std::string& variant) {
  std::string_view best = format.extensions.front();
  for (const std::string_view extension : format.extensions)
    for (const std::string& like : {own, variant})
      if (shared_letters(extension, like) > std::max(shared_letters(best, like), std::size_t(1)))
        best = extension;
  return best;
}

/// What a reader wants most comes first: a glTF, then the file itself and its other forms.
int rank_of(const Format& from, const Format& to) {
  return to.id == "gltf" ? 0 : is_direct(from, to) ? 1 : to.id == "obj" ? 2 : 3;
}

/// What it can be downloaded as, under which name. What has no picture becomes nothing that is made of one.
/// Files of games that are made of a scene are left to the command: surfaces, materials and limits want
/// decisions.
void write_targets(JsonWriter& json, const Document& document, const std::string& variant) {
  const Format& from = document.format();
  const bool drawn = from.scene_needs.empty() && from.totals(document).triangles > 0;
  auto targets = targets_of(from);
  std::erase_if(targets, [&](const Format* to) {
    const bool of_a_game = to->sample != nullptr;
    return !is_direct(from, *to) && (!drawn || of_a_game);
  });
  std::ranges::stable_sort(targets, {}, [&](const Format* to) { return rank_of(from, *to); });
  json.key("targets");
  json.begin_array();
  for (const Format* format : targets) {
    const std::string_view extension =
        extension_for(*format, extension_of(document.source().name), "." + variant);
    json.begin_object();
    json.member("format", format->id);
    json.member("name", format->name);
    json.member("extension", extension);
    json.member("file", std::string(stem_of(document.source().name)) + std::string(extension));
    json.end_object();
  }
  json.end_array();
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
  json.member("has_findings", format.validate != nullptr);
  const auto found = info(document);
  write_info(json, found);
  std::vector<std::string> losses = document.losses;
  if (format.lists_rooms) std::ranges::copy(parts.rooms_without_floor(), std::back_inserter(losses));
  write_texts(json, "losses", losses);
  write_targets(json, document, found ? found->variant : "");
}

/// {} -> what the file is. Of one that could not be opened: why, and what was read before.
Result<Reply> ask_about(OpenedFile::Parts& parts, const JsonValue& /*words*/) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("file", parts.source.name);
  json.member("bytes", std::uint64_t(parts.source.blob.bytes().size()));
  json.key("error");
  parts.document ? json.value(nullptr) : json.raw_value(error_as_json(parts.error));
  if (parts.document) write_document(json, parts);
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
    for (const auto& [code, kind] : kinds_) {
      json_.begin_object();
      json_.member("code", code);
      json_.member("severity", to_string(kind.first->severity));
      json_.member("meaning", kind.first->meaning);
      json_.member("count", kind.second);
      json_.member("follows", own_.has_value() && !own_->contains(code));
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
  std::map<std::string_view, std::pair<const FindingKind*, std::uint64_t>> kinds_;
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

bool is_true(const JsonValue& words, std::string_view name) {
  const JsonValue* word = words.find(name);
  return word != nullptr && word->get_if<bool>() != nullptr && *word->get_if<bool>();
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

/// All that a scene can hold of a document: every level, and what is not drawn in the game.
OptionValues everything_of(const Format& format) {
  constexpr std::string_view kMore[] = {"armor", "collision", "hidden"};
  OptionValues options;
  for (const OptionKind& option : format.options) {
    if (!overlap(option.uses, Use::to_scene)) continue;
    if (option.name == "lod") options.set("lod", "all");
    if (std::ranges::find(kMore, option.name) != std::end(kMore)) options.set(option.name);
  }
  return options;
}

/// Of a scene also what had to be left out of it because it is damaged, as JSON.
std::string reply_of(const Conversion& made, const Format& from, const std::optional<std::string>& damage) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  write_texts(json, "losses", made.output.losses);
  json.member("companion_extension", made.output.companion_extension);
  json.key("words");
  json.begin_object();
  for (const auto& [name, meaning] : from.words) json.member(name, meaning);
  json.end_object();
  json.member("vertices", made.totals.vertices);
  json.member("triangles", made.totals.triangles);
  if (damage) {
    json.key("error");
    json.raw_value(*damage);
  }
  json.end_object();
  return json.take();
}

Result<Reply> converted(const Document& document, const Target& target,
                        const std::optional<std::string>& damage = std::nullopt) {
  return convert(document, target).map([&](Conversion made) {
    Reply reply{reply_of(made, document.format(), damage), std::move(made.output.bytes)};
    if (made.output.companion) reply.companion = *std::move(made.output.companion);
    return reply;
  });
}

/// What can be seen of a file whose companion is damaged.
Result<Reply> without_companion(const Document& document, const Target& target, const Error& damage) {
  const Format& format = document.format();
  if (!document.companion || format.read_alone == nullptr) return fail(damage);
  const auto alone = format.read_alone(document.source());
  if (!alone) return fail(damage);
  return converted(*alone, target, error_as_json(damage));
}

/// {} -> the whole scene as one .glb.
Result<Reply> ask_scene(OpenedFile::Parts& parts, const JsonValue& /*words*/) {
  const auto document = parts.opened();
  if (!document) return fail(document.error());
  Target target{.format = find_format("gltf"), .name = "scene.glb"};
  target.options = everything_of((*document)->format());
  target.options.set("lights");
  auto made = converted(**document, target, "null");
  if (!made) made = without_companion(**document, target, made.error());
  if (!made && !(*document)->format().scene_needs.empty())
    made.error().message = without_options(made.error().message) +
                           ": drop it together with the file of one of them to see that one dressed";
  return made;
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

/// {"name": "house.obj", "options": {"lod": "1"}} -> the file of that name, and its companion.
Result<Reply> ask_convert(OpenedFile::Parts& parts, const JsonValue& words) {
  const auto document = parts.opened();
  if (!document) return fail(document.error());
  const std::string name = text_in(words, "name");
  const Format* format = find_target(extension_of(name));
  if (format == nullptr) return fail({.message = name + " does not say what it should be"});
  Target target{.format = format, .name = name};
  const JsonValue* options = words.find("options");
  if (const auto* list = options != nullptr ? options->get_if<JsonObject>() : nullptr)
    for (const auto& [option, value] : *list)
      target.options.set(option, value.get_if<std::string>() != nullptr ? *value.get_if<std::string>() : "");
  return converted(**document, target);
}

}  // namespace

Question find_file_question(std::string_view name) {
  if (name == "about") return ask_about;
  if (name == "findings") return ask_findings;
  if (name == "scene") return ask_scene;
  if (name == "convert") return ask_convert;
  if (name == "file") return ask_file;
  return nullptr;
}

}  // namespace mw::view
