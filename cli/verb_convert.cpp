#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <algorithm>
#include <chrono>

#include "supermodels.h"
#include "textures.h"
#include "write_output.h"

namespace mw::cli {
namespace {

constexpr std::string_view kJson = "json";

/// What came out of a conversion.
struct Converted {
  Output output;
  std::string_view companion;  // extension of the second file
  std::string_view format;     // id
  Totals totals;
  std::vector<FileIdentity> opened = {};  // beside the input
};

/// Files that options name.
struct MoreFiles {
  std::optional<InputFile> names;
  std::optional<InputFile> surfaces;

  void add_to(Source& source) const {
    if (names) source.shape_names = text_of(names->bytes());
    if (surfaces) source.surfaces = surfaces->bytes();
  }
};

/// Whether a file of the native format can be written as that.
bool can_become(const Format& native, std::string_view target) {
  if (target == kJson) return native.to_json != nullptr;
  const Format* format = find_format(target);
  if (format == nullptr) return false;
  return (format == &native && native.rewrite != nullptr) ||
         (native.to_scene != nullptr && format->from_scene != nullptr);
}

/// What the input's format can become, for a message.
std::string choices(const Format& native) {
  std::string list = native.to_json != nullptr ? "json" : "";
  for (const Format* format : formats())
    if (can_become(native, format->id)) list += (list.empty() ? "" : ", ") + std::string(format->id);
  return list;
}

/// The id of the output's format: what --to says, else what the extension says. `native` is the format that
/// the input holds, whose own extensions are understood too.
Result<std::string_view> target_of(const Arguments& arguments, const Format& native) {
  std::string_view target = arguments.to;
  if (target.empty()) {
    const std::string extension = extension_of(arguments.output);
    const Format* format = find_scene_format(extension);
    if (extension == ".json")
      target = kJson;
    else if (std::ranges::find(native.extensions, extension) != native.extensions.end())
      target = native.id;
    else if (format != nullptr)
      target = format->id;
    else
      return fail({.message = fmt::format(
                       "cannot tell from the output's name what it should become; --to says it: {}",
                       choices(native))});
  }
  if (arguments.bwm_version != 0 && native.id != "bw2-bwm" && target != "bw2-bwm")
    return fail({.message = fmt::format("--bwm-version: a {} has no such version", native.id)});
  if (!arguments.supermodel.empty() && (native.id != "kotor-mdl" || target == kJson || target == native.id))
    return fail({.message = "--supermodel: only of use for a kotor-mdl that becomes gltf or obj"});
  if (!arguments.surfaces.empty() && native.id != "kotor-walkmesh")
    return fail({.message = "--surfaces: only of use for a kotor-walkmesh"});
  if (can_become(native, target)) return target;
  return fail({.message = fmt::format("a {} cannot become {}, only {}", native.id, target, choices(native))});
}

Source source_of(const Output& output, std::string_view name = {}) {
  Source source{output.bytes, name};
  if (output.companion) source.companion = *output.companion;
  return source;
}

/// A .wok that is only called .pwk does not become one.
Result<void> check_variant(const Arguments& arguments, const Format& format, const Output& output) {
  if (format.extensions.size() == 1) return {};
  const std::string extension = extension_of(arguments.output);
  if (std::ranges::find(format.extensions, extension) == format.extensions.end()) return {};
  const auto info = format.info(source_of(output, arguments.output));
  if (!info) return fail(info.error());
  if ("." + info->variant == extension) return {};
  return fail({.message = fmt::format("the input is a {}, which a new name does not change", info->variant)});
}

scene::Options scene_options(const Arguments& arguments) {
  scene::Options options{.raw_axes = arguments.raw_axes};
  scene::Selection& selection = options.selection;
  selection = {.all_lods = arguments.lod == "all",
               .hidden = arguments.hidden,
               .collision = arguments.collision,
               .armor = arguments.armor};
  if (!arguments.lod.empty() && !selection.all_lods) selection.lod = std::uint32_t(std::stoul(arguments.lod));
  return options;
}

Result<Converted> through_scene(const Arguments& arguments, const MoreFiles& more, const Format& format,
                                Source source, std::string_view target) {
  more.add_to(source);
  const Supermodels supermodels(arguments.supermodel);
  std::vector<FileIdentity> opened;
  supermodels.add_to(source, opened);
  const auto scene = format.to_scene(source, scene_options(arguments));
  if (!scene) return fail(scene.error());
  const SceneOutputOptions options{.name = arguments.output,
                                   .compress = arguments.compress,
                                   .bwm_version = arguments.bwm_version,
                                   .find_image = image_finder(arguments.textures, arguments.output, target)};
  auto output = find_format(target)->from_scene(*scene, options);
  if (!output) return fail(output.error());
  const scene::Totals totals = scene::totals(*scene);
  const std::string_view companion = output->companion_extension;
  return Converted{.output = *std::move(output),
                   .companion = companion,
                   .format = target,
                   .totals = {totals.meshes, totals.vertices, totals.triangles},
                   .opened = std::move(opened)};
}

Result<Converted> finish(const Arguments& arguments, const MoreFiles& more, const Format& format,
                         Output native, std::string_view target) {
  if (target != kJson && target != format.id)
    return through_scene(arguments, more, format, source_of(native), target);
  const auto totals = format.totals(source_of(native));
  if (!totals) return fail(totals.error());
  if (target != kJson) {
    if (auto fits = check_variant(arguments, format, native); !fits) return fail(fits.error());
    return Converted{std::move(native), format.companion, target, *totals};
  }
  const auto json = format.to_json(source_of(native));
  if (!json) return fail(json.error());
  const ByteSpan text = bytes_of(*json);
  Output output{Bytes(text.begin(), text.end()), std::nullopt, std::move(native.losses)};
  return Converted{std::move(output), {}, target, *totals};
}

RewriteOptions rewrite_options(const Arguments& arguments) {
  return {false, arguments.game, arguments.platform, arguments.bwm_version};
}

Result<Converted> convert_json(const Arguments& arguments, const MoreFiles& more, ByteSpan bytes) {
  const auto json = JsonText::parse(text_of(bytes));
  if (!json) return fail(json.error());
  const auto format = format_of_json(*json);
  if (!format) return fail(format.error());
  const auto target = target_of(arguments, **format);
  if (!target) return fail(target.error());
  auto native = (*format)->from_json(*json);
  if (!native) return fail(native.error());
  if (!arguments.game.empty() || !arguments.platform.empty() || arguments.bwm_version != 0) {
    native = (*format)->rewrite(source_of(*native), rewrite_options(arguments));
    if (!native) return fail(native.error());
  }
  return finish(arguments, more, **format, *std::move(native), *target);
}

Result<Converted> convert_native(const Arguments& arguments, const MoreFiles& more, const Opened& input) {
  const auto target = target_of(arguments, *input.format);
  if (!target) return fail(target.error());
  const bool own = *target == kJson || (*target == input.format->id && input.format->rewrite != nullptr);
  if (!own) return through_scene(arguments, more, *input.format, input.source(), *target);
  auto native = input.format->rewrite(input.source(), rewrite_options(arguments));
  if (!native) return fail(native.error());
  return finish(arguments, more, *input.format, *std::move(native), *target);
}

std::string summary(const Arguments& arguments, const Converted& converted, double seconds) {
  if (!arguments.json) {
    return fmt::format("{} -> {}: {}, {} vertices, {} triangles", display_name(arguments.name),
                       arguments.output == "-" ? "(stdout)" : display_name(arguments.output),
                       converted.format, converted.totals.vertices, converted.totals.triangles);
  }
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("input", arguments.name);
  json.member("output", arguments.output);
  json.member("format", converted.format);
  json.member("meshes", converted.totals.meshes);
  json.member("vertices", converted.totals.vertices);
  json.member("triangles", converted.totals.triangles);
  json.member("seconds", seconds);
  json.key("losses");
  json.begin_array();
  for (const std::string& loss : converted.output.losses) json.value(loss);
  json.end_array();
  json.end_object();
  return json.take();
}

/// A room can lack hundreds of textures; what else is lost comes before them.
void tell_losses(const Arguments& arguments, const std::vector<std::string>& losses, Session& session) {
  constexpr std::size_t kMost = 10;
  const std::string prefix = "meshwright: " + display_name(arguments.name) + ": lost: ";
  const std::size_t told = losses.size() <= kMost + 1 ? losses.size() : kMost;
  for (std::size_t i = 0; i < told; ++i) session.note(prefix + losses[i]);
  if (told < losses.size())
    session.note(prefix + fmt::format("{} more, which --json lists", losses.size() - told));
}

/// The input; without a format when it is JSON.
std::optional<Opened> open_any(const Arguments& arguments, Session& session) {
  auto file = open_bytes(session, arguments.name);
  if (!file) return std::nullopt;
  const bool ours = looks_like_json(file->bytes()) && !recognise(file->bytes());  // a .gltf is JSON too
  if (ours) return Opened{std::move(*file), nullptr, arguments.name};
  return open_input(session, std::move(*file), arguments.name, arguments.companion);
}

}  // namespace

Answer run_convert(const Arguments& arguments, Session& session) {
  const auto start = std::chrono::steady_clock::now();
  const auto input = open_any(arguments, session);
  if (!input) return Answer::failed;
  MoreFiles more;
  if (!open_optional(session, arguments.names, more.names) ||
      !open_optional(session, arguments.surfaces, more.surfaces))
    return Answer::failed;
  const auto converted = input->format == nullptr ? convert_json(arguments, more, input->file.bytes())
                                                  : convert_native(arguments, more, *input);
  if (!still_whole(session, *input)) return Answer::failed;
  if (!converted) {
    session.complain(arguments.name, converted.error());
    return Answer::failed;
  }
  tell_losses(arguments, converted->output.losses, session);
  std::vector<FileIdentity> inputs = input->identities();
  inputs.insert(inputs.end(), converted->opened.begin(), converted->opened.end());
  for (const auto* file : {&more.names, &more.surfaces})
    if (*file && (*file)->identity()) inputs.push_back(*(*file)->identity());
  if (!write_output(arguments, converted->output, converted->companion, inputs, session))
    return Answer::failed;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  print_summary(arguments, summary(arguments, *converted, seconds.count()), session);
  return Answer::yes;
}

}  // namespace mw::cli
