#include <fmt/format.h>
#include <meshwright/core/detail/answer.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/document.h>

#include "cli/opened.h"
#include "cli/output/write_output.h"

namespace mw::cli {
namespace {

/// "old=new"
Result<std::vector<std::pair<std::string, std::string>>> name_pairs(const std::vector<std::string>& words) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& word : words) {
    const std::size_t sign = word.find('=');
    if (sign == word.npos || sign == 0 || sign + 1 == word.size())
      return fail({.message = fmt::format("expected OLD=NEW, got \"{}\"", escape_text(word))});
    pairs.emplace_back(word.substr(0, sign), word.substr(sign + 1));
  }
  return pairs;
}

Result<NewNames> new_names(const Arguments& arguments) {
  auto pairs = name_pairs(arguments.names);
  if (!pairs) return fail(pairs.error());
  if (arguments.verb == "retexture") return NewNames{.textures = *std::move(pairs)};
  if (arguments.model_name.empty() && pairs->empty())
    return fail({.message = "rename needs --model NAME or --node OLD=NEW"});
  return NewNames{.model = arguments.model_name, .nodes = *std::move(pairs)};
}

std::string rename_summary(const Arguments& arguments, const Renamed& made) {
  if (!arguments.json)
    return fmt::format("{} -> {}: {}", display_name(arguments.files[0]), display_output(arguments.output),
                       counted(made.changes.size(), "place", "places"));
  return json_line("input", arguments.files[0], "output", arguments.output, "changes", made.changes, "losses",
                   made.output.losses);
}

}  // namespace

ExitCode run_rename(const Arguments& arguments, Session& session) {
  const auto names = new_names(arguments);
  if (!ok_or_report(session, "", names)) return ExitCode::failed;
  const auto input = open_input(session, arguments.files[0], arguments);
  if (!input) return ExitCode::failed;
  PendingOutput output(arguments, [&] { return input->files->identities(); }, session);
  if (!output.is_free()) return ExitCode::failed;
  const auto made = rename(input->document, *names);
  if (!check_not_truncated(session, *input) || !ok_or_report(session, input->path(), made))
    return ExitCode::failed;
  output.append(made->output.bytes);
  if (!output.commit(made->output)) return ExitCode::failed;
  if (!arguments.json && arguments.output != "-")
    for (const Change& change : made->changes)
      session.print(fmt::format("{}: {}\n", change.where, change.message));
  for (const Loss& loss : made->output.losses)
    session.note(fmt::format("meshwright: {}: lost: {}", display_name(input->path()), to_string(loss)));
  print_summary(arguments, rename_summary(arguments, *made), session);
  return ExitCode::yes;
}

}  // namespace mw::cli
