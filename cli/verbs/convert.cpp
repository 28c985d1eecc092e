#include <fmt/format.h>
#include <meshwright/core/detail/answer.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/convert.h>
#include <chrono>
#include <filesystem>

#include "cli/opened.h"
#include "cli/output/write_output.h"

namespace mw::cli {
namespace {

/// The output's format: that of --to, else that of its name.
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

Result<Conversion> converted(const Arguments& arguments, const Document& document, const Document* onto,
                             const Format& target, PendingOutput& output) {
  const auto misuse = onto == nullptr ? find_misuse(arguments.options, document, target) : std::nullopt;
  if (misuse)
    return fail({.message = fmt::format("--{} {}", misuse->option, misuse->why), .code = ErrorCode::option});
  const Target wanted{
      .format = &target, .name = arguments.output, .options = arguments.options, .onto = onto};
  return convert(document, wanted, [&](ByteSpan piece) {
    if (!arguments.dry_run) output.append(piece);
  });
}

/// One line for each thing that is other than in the original.
void tell_changes(const Conversion& conversion, Session& session) {
  for (const Change& change : conversion.changes)
    session.print(fmt::format("{}: {}\n", change.where, escape_text(change.message)));
  if (conversion.changes.empty()) session.print("nothing changed\n");
}

std::string summary(const Arguments& arguments, std::string_view format, const Conversion& conversion,
                    double seconds) {
  const Totals& totals = conversion.totals;
  if (!arguments.json) {
    return fmt::format(
        "{} -> {}: {}, {}, {}", display_name(arguments.files[0]), display_output(arguments.output), format,
        counted(totals.vertices, "vertex", "vertices"), counted(totals.triangles, "triangle", "triangles"));
  }
  return json_line("input", arguments.files[0], "output", arguments.output, "format", format, "meshes",
                   totals.meshes, "vertices", totals.vertices, "triangles", totals.triangles, "seconds",
                   seconds, "losses", conversion.output.losses, "notes",
                   present(!conversion.notes.empty(), conversion.notes), "changes",
                   present(!arguments.onto.empty(), conversion.changes));
}

/// A room can lack hundreds of textures; other losses come before them.
void tell_losses(const std::string& path, const Losses& losses, Session& session) {
  constexpr std::size_t kMost = 10;
  const std::string prefix = "meshwright: " + display_name(path) + ": lost: ";
  const std::size_t told = losses.size() <= kMost + 1 ? losses.size() : kMost;
  for (std::size_t i = 0; i < told; ++i) session.note(prefix + to_string(losses[i]));
  if (told < losses.size())
    session.note(prefix + fmt::format("{} more, which --json lists", losses.size() - told));
}

/// `assets.bin:PATH` means a model of that file, unless a file has that name.
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

ExitCode run_convert(const Arguments& given, Session& session) {
  const auto start = std::chrono::steady_clock::now();
  const Arguments arguments = with_model(given);
  if (arguments.dry_run && arguments.onto.empty()) {
    session.report_error("", {.message = "--dry-run has no meaning without --onto"});
    return ExitCode::failed;
  }
  const auto input = open_input(session, arguments.files[0], arguments);
  if (!input) return ExitCode::failed;
  std::optional<Opened> original;
  Arguments of_original = arguments;
  of_original.from.clear();
  if (!arguments.onto.empty() && !(original = open_input(session, arguments.onto, of_original)))
    return ExitCode::failed;
  PendingOutput output(arguments, [&] { return input->files->identities(); }, session);
  if (!arguments.dry_run && !output.is_free()) return ExitCode::failed;
  const auto target = target_of(arguments, input->document.format());
  if (!ok_or_report(session, input->path(), target)) return ExitCode::failed;
  const Document* onto = original ? &original->document : nullptr;
  const auto conversion = converted(arguments, input->document, onto, **target, output);
  if (!check_not_truncated(session, *input) || (original && !check_not_truncated(session, *original)))
    return ExitCode::failed;
  if (!ok_or_report(session, input->path(), conversion)) return ExitCode::failed;
  if (!arguments.dry_run && !output.commit(conversion->output)) return ExitCode::failed;
  if (original && !arguments.json && arguments.output != "-") tell_changes(*conversion, session);
  tell_losses(input->path(), conversion->output.losses, session);
  for (const Loss& note : conversion->notes)
    session.note("meshwright: " + display_name(input->path()) + ": note: " + to_string(note));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  print_summary(arguments, summary(arguments, (*target)->id, *conversion, seconds.count()), session);
  return ExitCode::yes;
}

}  // namespace mw::cli
