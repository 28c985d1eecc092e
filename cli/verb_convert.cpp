#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/listing.h>
#include <meshwright/formats/convert.h>
#include <chrono>
#include <filesystem>

#include "opened.h"
#include "write_output.h"

namespace mw::cli {
namespace {

/// The output's format: what --to says, else what its name says.
Result<const Format*> target_of(const Arguments& arguments, const Format& from) {
  const bool said = !arguments.to.empty();
  const Format* format = said ? find_target(arguments.to) : find_by_name(arguments.output);
  if (format != nullptr) return format;
  if (said) return fail(cannot_become(from, arguments.to));
  std::string choices;
  for (const Format* target : targets_of(from))
    choices += (choices.empty() ? "" : ", ") + std::string(target->id);
  return fail(
      {.message = "cannot tell from the output's name what it should become; --to says it: " + choices});
}

Result<Conversion> converted(const Arguments& arguments, const Document& document, const Format& target,
                             PendingOutput& output) {
  if (const auto misuse = find_misuse(arguments.options, document, target))
    return fail({.message = fmt::format("--{} {}", misuse->option, misuse->why)});
  return convert(document, {.format = &target, .name = arguments.output, .options = arguments.options},
                 [&](ByteSpan piece) { output.append(piece); });
}

std::string summary(const Arguments& arguments, std::string_view format, const Conversion& conversion,
                    double seconds) {
  const Totals& totals = conversion.totals;
  if (!arguments.json) {
    return fmt::format(
        "{} -> {}: {}, {}, {}", display_name(arguments.files[0]), display_output(arguments.output), format,
        counted(totals.vertices, "vertex", "vertices"), counted(totals.triangles, "triangle", "triangles"));
  }
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("input", arguments.files[0]);
  json.member("output", arguments.output);
  json.member("format", format);
  json.member("meshes", totals.meshes);
  json.member("vertices", totals.vertices);
  json.member("triangles", totals.triangles);
  json.member("seconds", seconds);
  json.key("losses");
  json.begin_array();
  for (const std::string& loss : conversion.output.losses) json.value(loss);
  json.end_array();
  if (!conversion.notes.empty()) {
    json.key("notes");
    json.begin_array();
    for (const std::string& note : conversion.notes) json.value(note);
    json.end_array();
  }
  json.end_object();
  return json.take();
}

/// A room can lack hundreds of textures; what else is lost comes before them.
void tell_losses(const std::string& path, const std::vector<std::string>& losses, Session& session) {
  constexpr std::size_t kMost = 10;
  const std::string prefix = "meshwright: " + display_name(path) + ": lost: ";
  const std::size_t told = losses.size() <= kMost + 1 ? losses.size() : kMost;
  for (std::size_t i = 0; i < told; ++i) session.note(prefix + losses[i]);
  if (told < losses.size())
    session.note(prefix + fmt::format("{} more, which --json lists", losses.size() - told));
}

/// `assets.bin:PATH` means a model of that file, unless a file is called so.
Arguments with_model(Arguments arguments) {
  std::string& file = arguments.files[0];
  const auto colon = file.rfind(':');
  std::error_code ignored;
  if (colon == file.npos || std::filesystem::exists(file, ignored) ||
      !std::filesystem::exists(file.substr(0, colon), ignored))
    return arguments;
  arguments.options.set("model", file.substr(colon + 1));
  file.resize(colon);
  return arguments;
}

}  // namespace

Answer run_convert(const Arguments& given, Session& session) {
  const auto start = std::chrono::steady_clock::now();
  const Arguments arguments = with_model(given);
  const auto input = open_input(session, arguments.files[0], arguments);
  if (!input) return Answer::failed;
  PendingOutput output(arguments, [&] { return input->files->identities(); }, session);
  if (!output.is_free()) return Answer::failed;
  const auto target = target_of(arguments, input->document.format());
  if (!succeeded(session, input->path(), target)) return Answer::failed;
  const auto conversion = converted(arguments, input->document, **target, output);
  if (!still_whole(session, *input) || !succeeded(session, input->path(), conversion)) return Answer::failed;
  if (!output.commit(conversion->output)) return Answer::failed;
  tell_losses(input->path(), conversion->output.losses, session);
  for (const std::string& note : conversion->notes)
    session.note("meshwright: " + display_name(input->path()) + ": note: " + note);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  print_summary(arguments, summary(arguments, (*target)->id, *conversion, seconds.count()), session);
  return Answer::yes;
}

}  // namespace mw::cli
