#include <fmt/format.h>
#include <meshwright/core/detail/field_value.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/image_names.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/detail/row_names.h>
#include <meshwright/formats/surface.h>
#include <meshwright/scene/detail/losses.h>
#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "archives.h"
#include "questions.h"
#include "questions_text.h"
#include "rest.h"

namespace mw::view {
namespace {

/// What a document that came from JSON would be written as has fields; its text has none.
std::pair<Blob, Blob> shown(const Source& source, const Document* document) {
  if (document == nullptr || &document->stored_as() == &document->format())
    return {source.blob, document != nullptr && document->companion ? document->companion->blob : Blob()};
  auto output = write(*document);
  if (!output) return {source.blob, Blob()};
  return {Blob(std::move(output->bytes)), Blob(std::move(output->companion).value_or(Bytes()))};
}

/// What a companion that is opened by itself belongs to: "hero.mdl" for "hero.mdx". Empty for all others.
std::string owner_of(const std::string& name) {
  const std::string extension = extension_of(name);
  for (const Format* format : formats())
    if (!format->companion.empty() && format->companion == extension)
      return replace_extension(file_name_of(name), format->extensions.front());
  return {};
}

/// Nothing is wrong with a companion or a texture that is opened by itself.
std::optional<Error> told_as_part(const std::string& name) {
  const std::string extension = extension_of(name);
  if (const std::string owner = owner_of(name); !owner.empty())
    return Error{.message = fmt::format("belongs to {} and is read with it only: open that file too", owner)};
  if (is_one_of(kReadImages, extension))
    return Error{.message = "is a texture: drop it together with the model that it belongs to"};
  if (is_one_of(kImages, extension))
    return Error{.message = "is a texture; " + tell_unread_image(extension) +
                            ": their models are shown without them"};
  return std::nullopt;
}

}  // namespace

std::unique_ptr<OpenedFile::State> open_state(std::shared_ptr<const DroppedFiles> files,
                                              const std::string& path) {
  auto state = std::make_unique<OpenedFile::State>();
  state->files = files;
  state->beside = std::make_shared<DroppedNeighbours>(files, path);
  auto source = source_in(files, path);
  state->source = source.value_or(Source{.blob = {}, .name = path});
  state->source.neighbours = state->beside;
  auto document = source ? open(state->source) : fail(source.error());
  if (document) {
    state->document = *std::move(document);
  } else {
    const auto part = told_as_part(path);
    const auto archive = told_as_archive(state->source.blob.bytes(), path);
    state->is_part = part.has_value();
    state->is_archive = !part && archive.has_value();
    if (!part && !archive) state->add_rest(document.error());
    state->error = part ? *part : archive ? *archive : std::move(document.error());
  }
  return state;
}

OpenedFile::OpenedFile(std::shared_ptr<const DroppedFiles> files, const std::string& path)
    : state_(open_state(std::move(files), path)) {}

OpenedFile::~OpenedFile() = default;

Result<Document> open_dropped(const std::shared_ptr<const DroppedFiles>& files, const std::string& path) {
  auto source = source_in(files, path);
  if (!source) return fail(source.error());
  return open(*std::move(source));
}

Result<Reply> OpenedFile::ask(std::string_view question, const JsonValue& words) {
  if (auto reply = ask_by_name(kFileQuestions, question, *state_, words)) return *std::move(reply);
  return fail({.message = fmt::format("there is no question \"{}\"", question)});
}

Result<const Document*> OpenedFile::State::opened() const {
  if (!document) return fail(error);
  return &*document;
}

void OpenedFile::State::set_drawn(Document part) {
  drawn = std::move(part);
  triangles_.reset();
  for (auto& extents : extents_) extents.reset();
}

void OpenedFile::State::add_rest(const Error& why) {
  auto left = rest_of(source, why);
  if (!left) return;
  rest = std::move(left->document);
  is_cut = left->is_cut;
  is_padded = left->is_padded;
}

const Document* OpenedFile::State::readable() const {
  return document ? &*document : rest ? &*rest : nullptr;
}

void OpenedFile::State::trace_all(const FileTraces& traces) const {
  // What was told before a failure stays told.
  if (document && document->format().trace != nullptr)
    (void)trace(*document, traces);
  else if (rest)
    trace_rest(*rest, source, traces);
  else
    (void)trace_bytes(source, traces);
}

void OpenedFile::State::add_layers() {
  auto [file, companion] = shown(source, readable());
  layers_.push_back({.name = source.name, .blob = std::move(file)});
  layers_.push_back(
      {.name = readable() != nullptr && readable()->companion ? readable()->companion->file : "",
       .blob = std::move(companion)});
  const auto listener = [&](std::size_t layer) {
    return Trace([this, layer](const TracedField& field) {
      layers_[layer].fields.add(field);
      layers_[layer].coverage.add(field);
    });
  };
  const Trace of_file = listener(0);
  const Trace of_companion = listener(1);
  trace_all({&of_file, &of_companion});
  if (layers_[1].fields.size() == 0 && layers_[1].blob.bytes().empty()) layers_.pop_back();
  for (Layer& layer : layers_) {
    layer.fields.finish();
    layer.lines = lines_of(layer.blob.bytes());
  }
}

const std::vector<Layer>& OpenedFile::State::layers() {
  if (layers_.empty()) add_layers();
  return layers_;
}

const TriangleTables& OpenedFile::State::triangles() {
  const Document* of = drawn ? &*drawn : readable();
  if (!triangles_) triangles_ = of != nullptr ? triangles_of(*of) : TriangleTables();
  return *triangles_;
}

const RowExtents& OpenedFile::State::extents(std::size_t layer) {
  std::optional<RowExtents>& found = extents_[layer];
  if (found) return *found;
  std::vector<std::string> tables = triangles().names(layer);
  const FieldMeanings* meanings = document ? document->format().meanings : nullptr;
  if (meanings != nullptr && layer == 0)
    tables.insert(tables.end(), meanings->named_tables.begin(), meanings->named_tables.end());
  return found.emplace(layers()[layer].fields, tables);
}

Walkable::Walkable(const Area& walked)
    : area(walked),
      ground(area.surface),
      faces(nav::FaceTree::build(area.surface.mesh.positions, area.surface.mesh.triangles)) {}

const Result<Area>& OpenedFile::State::found_area() {
  if (area_) return *area_;
  if (!document || document->format().surface == nullptr)
    return area_.emplace(document ? area_of(*document, files) : Area());
  return area_.emplace(document->format().surface(*document).map([&](const SurfacePart& part) {
    return Area{.floors = {{"", *document}}, .surface = join_parts({&part, 1})};
  }));
}

const std::vector<Room>& OpenedFile::State::rooms() {
  static const std::vector<Room> kNone;
  const Result<Area>& found = found_area();
  return found ? found->rooms : kNone;
}

Losses OpenedFile::State::rooms_without_floor() {
  Losses told;
  for (const Room& room : rooms())
    if (!room.no_floor.empty()) told.add(scene::loss::FLOOR_MISSING, room.path, room.path, room.no_floor);
  return told;
}

Result<const Area*> OpenedFile::State::area() {
  const auto opened_document = opened();
  if (!opened_document) return fail(opened_document.error());
  const Format& format = (*opened_document)->format();
  if (format.surface == nullptr && !format.lists_rooms)
    return fail({.message = fmt::format("is {}, which is no surface to ask", with_article(format.id))});
  const Result<Area>& found = found_area();
  if (!found) return fail(found.error());
  if (!found->floors.empty()) return &*found;
  const Losses failed = rooms_without_floor();
  return fail({.message = failed.empty() ? "none of its rooms was dropped with it" : failed.front().message});
}

Result<const Walkable*> OpenedFile::State::walkable() {
  if (walkable_) return walkable_.get();
  const auto found = area();
  if (!found) return fail(found.error());
  walkable_ = std::make_unique<Walkable>(**found);
  return walkable_.get();
}

std::vector<std::string> value_texts(OpenedFile::State& state, std::size_t layer,
                                     const std::vector<std::size_t>& fields) {
  const Layer& of = state.layers()[layer];
  std::vector<std::string> texts(fields.size());
  std::map<std::size_t, std::size_t> decoded;  // field -> place in the answer
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const FieldIndex::Row& row = of.fields.row(fields[i]);
    const ByteSpan bytes = of.blob.bytes();
    if (row.decoded || std::uint64_t(row.offset) + row.length > bytes.size()) {
      decoded[fields[i]] = i;
      continue;
    }
    if (!of.lines.empty() && row.scalar == Scalar::text) {
      texts[i] = shown_value(value_in_line(bytes.subspan(row.offset, row.length), of.fields.path(fields[i])));
      continue;
    }
    texts[i] = field_value_text({.offset = row.offset,
                                 .bytes = bytes.subspan(row.offset, row.length),
                                 .path = {},
                                 .type = {row.scalar, row.count}});
  }
  if (decoded.empty()) return texts;
  std::size_t number = 0;
  const Trace listen = [&](const TracedField& field) {
    if (const auto wanted = decoded.find(number++); wanted != decoded.end())
      texts[wanted->second] = field_value_text(field);
  };
  const Trace ignore = [](const TracedField&) {};
  state.trace_all(layer == 0 ? FileTraces{&listen, &ignore} : FileTraces{&ignore, &listen});
  return texts;
}

Result<std::size_t> layer_in(OpenedFile::State& state, const JsonValue& words) {
  const std::uint64_t layer = natural_in(words, "layer");
  if (layer < state.layers().size()) return std::size_t(layer);
  return fail({.field = "layer", .message = "the file has no such part"});
}

std::string text_in(const JsonValue& words, std::string_view name) {
  const JsonValue* word = words.find(name);
  const auto* text = word != nullptr ? word->get_if<std::string>() : nullptr;
  return text != nullptr ? *text : "";
}

bool is_true(const JsonValue& words, std::string_view name) {
  const JsonValue* word = words.find(name);
  return word != nullptr && word->get_if<bool>() != nullptr && *word->get_if<bool>();
}

std::uint64_t natural_in(const JsonValue& words, std::string_view name, std::uint64_t fallback) {
  const JsonValue* word = words.find(name);
  if (word == nullptr) return fallback;
  if (const auto* number = word->get_if<std::uint64_t>()) return *number;
  if (const auto* number = word->get_if<std::int64_t>(); number != nullptr && *number >= 0)
    return std::uint64_t(*number);
  return fallback;
}

Result<Vec3> point_in(const JsonValue& words, std::string_view name) {
  const JsonValue* word = words.find(name);
  const auto* list = word != nullptr ? word->get_if<JsonArray>() : nullptr;
  if (list == nullptr || list->size() != 3)
    return fail({.field = std::string(name), .message = "is no list of three numbers"});
  Vec3 point(0);
  for (int i = 0; i < 3; ++i) {
    const JsonValue& part = (*list)[std::size_t(i)];
    if (const auto* real = part.get_if<JsonReal>()) point[i] = real->narrow;
    if (const auto* number = part.get_if<std::int64_t>()) point[i] = float(*number);
    if (const auto* number = part.get_if<std::uint64_t>()) point[i] = float(*number);
  }
  return point;
}

answer::Failure failure_of(const Error& error) {
  Error plain = error;
  plain.advice.clear();  // the page has no options
  const auto& at = error.position;
  return {.offset = error.offset,
          .line = at ? std::optional<std::uint64_t>(at->line) : std::nullopt,
          .column = at ? std::optional<std::uint64_t>(at->column) : std::nullopt,
          .field = error.field,
          .message = plain.message,
          .text = to_string(plain)};
}

std::string error_as_json(const Error& error) {
  return as_json(failure_of(error));
}

}  // namespace mw::view
