#include <fmt/format.h>

#include "cli/opened.h"

namespace mw::cli {
namespace {

Answer dump_one(const Opened& input, Session& session, const TextSink& print) {
  const auto dumped = session.json() ? dump_json(input.document, print) : dump_text(input.document, print);
  if (!succeeded(session, input.path(), dumped)) return Answer::failed;
  if (session.json()) session.print("\n");
  return still_whole(session, input) ? Answer::yes : Answer::failed;
}

}  // namespace

Answer run_dump(const Arguments& arguments, Session& session) {
  const TextSink print = [&](std::string_view text) { session.print(text); };
  Answer answer = Answer::yes;
  for (const std::string& path : arguments.files) {
    if (arguments.files.size() > 1 && !session.json()) print(session.bold(display_name(path)) + "\n");
    // Everything that was read before the failure, which has been reported already.
    const auto input = open_input(session, path, arguments, [&](const Source& source) {
      if (!session.json()) dump_unreadable(source, print);
    });
    answer = worst(answer, input ? dump_one(*input, session, print) : Answer::failed);
  }
  return answer;
}

}  // namespace mw::cli
