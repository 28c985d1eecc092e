#include <fmt/format.h>

#include "cli/opened.h"

namespace mw::cli {
namespace {

ExitCode dump_one(const Opened& input, Session& session, const TextSink& print) {
  const auto dumped = session.json() ? dump_json(input.document, print) : dump_text(input.document, print);
  if (!ok_or_report(session, input.path(), dumped)) return ExitCode::failed;
  if (session.json()) session.print("\n");
  return check_not_truncated(session, input) ? ExitCode::yes : ExitCode::failed;
}

}  // namespace

ExitCode run_dump(const Arguments& arguments, Session& session) {
  const TextSink print = [&](std::string_view text) { session.print(text); };
  ExitCode answer = ExitCode::yes;
  for (const std::string& path : arguments.files) {
    if (arguments.files.size() > 1 && !session.json()) print(session.bold(display_name(path)) + "\n");
    // Everything that was read before the failure, which has been reported already.
    const auto input = open_input(session, path, arguments, [&](const Source& source) {
      if (!session.json()) dump_unreadable(source, print);
    });
    answer = worst(answer, input ? dump_one(*input, session, print) : ExitCode::failed);
  }
  return answer;
}

}  // namespace mw::cli
