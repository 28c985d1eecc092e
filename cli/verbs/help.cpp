#include <fmt/format.h>
#include <fmt/ranges.h>
#include <meshwright/core/detail/text.h>

#include "cli/arguments/arguments.h"
#include "cli/arguments/suggest.h"

namespace mw::cli {

ExitCode run_help(const Arguments& arguments, Session& session) {
  const std::string& topic = arguments.topic;
  if (!topic.empty() && find_verb(topic) == nullptr) {
    std::string advice = did_you_mean(topic, verb_names());
    if (advice.empty()) advice = fmt::format("; the verbs are {}", fmt::join(verb_names(), ", "));
    session.note("meshwright: there is no verb " + escape_text(topic) + advice);
    return ExitCode::failed;
  }
  session.print(help_text(topic));
  return ExitCode::yes;
}

}  // namespace mw::cli
