#include "opened.h"

#include <fmt/format.h>
#include <meshwright/formats/convert.h>
#include <filesystem>

#include "large_pages.h"

namespace mw::cli {

std::vector<std::pair<std::string, std::string>> named_neighbours(const OptionValues& options) {
  std::vector<std::pair<std::string, std::string>> named;
  for (const Format* format : formats())
    for (const NeighbourUse& use : format->neighbours)
      if (options.has(use.kind.name)) named.emplace_back(use.kind.name, options.get(use.kind.name));
  return named;
}

std::optional<Opened> open_input(Session& session, const std::string& path, const Arguments& arguments,
                                 const std::function<void(const Source&)>& unreadable) {
  auto files = std::make_shared<FolderNeighbours>(
      FolderNeighbours::Options{.file = path,
                                .named = named_neighbours(arguments.options),
                                .output = arguments.output,
                                .allow_outside = arguments.allow_outside,
                                .outside_advice = "--allow-outside permits it"});
  const auto blob = files->open(path);
  if (!ok_or_report(session, path, blob)) return std::nullopt;
  use_large_pages_for(blob->bytes().size());
  const Format* const said = arguments.from.empty() ? nullptr : find_target(arguments.from);
  const Source source{.blob = *blob, .name = path, .neighbours = files, .format = said};
  auto document = open(source);
  if (!ok_or_report(session, path, document)) {
    if (unreadable) unreadable(source);
    return std::nullopt;
  }
  const auto misuse = arguments.verb == "convert"
                          ? std::nullopt
                          : find_misuse(arguments.options, *document, find_verb(arguments.verb)->uses);
  if (misuse) {
    session.report_error(
        path, {.message = fmt::format("--{} {}", misuse->option, misuse->why), .code = ErrorCode::option});
    return std::nullopt;
  }
  return Opened{*std::move(document), std::move(files)};
}

bool check_not_truncated(Session& session, const Opened& input) {
  const auto path = input.files->shrunk();
  if (path) session.report_error(*path, {.message = "was cut short by another program while being read"});
  return !path;
}

ExitCode for_each_input(const Arguments& arguments, Session& session,
                        ExitCode (*run)(const Opened& input, const Arguments& arguments, Session& session)) {
  ExitCode answer = ExitCode::yes;
  for (const std::string& path : arguments.files) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
      if (!arguments.from.empty()) {
        session.report_error(path, {.field = "--from", .message = "is for single files; this is a folder"});
        return ExitCode::failed;
      }
      answer = worst(answer, for_each_below(path, arguments, session, run));
      continue;
    }
    const auto input = open_input(session, path, arguments);
    answer = worst(answer, input ? run(*input, arguments, session) : ExitCode::failed);
  }
  return answer;
}

}  // namespace mw::cli
