#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/formats/registry.h>

#include "cli/opened.h"
#include "cli/output/print_json.h"

namespace mw::cli {
namespace {

/// How many errors validation finds: a file that reads can be broken all the same.
std::size_t count_errors(const Document& document) {
  if (document.format().validate == nullptr) return 0;
  Findings findings([](const Finding&) {});
  return validate(document, findings) ? findings.count(Severity::error) : 0;
}

struct InfoAnswer {
  const Opened& input;
  const Info& info;
  bool tree;
  std::size_t errors;
};

void fields(auto& io, const InfoAnswer& answer) {
  const Info& info = answer.info;
  io.field("file", answer.input.path());
  io.field("format", answer.input.document.format().id);
  io.field("variant", info.variant);
  io.field("bytes", answer.input.size());
  io.field("counts", info.counts);
  io.field("bounds", info.bounds);
  for (const auto& [name, value] : info.details) io.field(name, value);
  io.field("errors", present(answer.errors > 0, answer.errors));
  io.field("tree", present(answer.tree, info.tree));
}

void print_text(const InfoAnswer& answer, Session& session) {
  const auto& [input, info, tree, errors] = answer;
  session.print(fmt::format("{}\n", session.bold(display_name(input.path()))));
  session.print(fmt::format("  {:<14} {} ({})\n", "format", input.document.format().name, info.variant));
  session.print(fmt::format("  {:<14} {}\n", "bytes", input.size()));
  session.print(to_text(info));
  if (errors > 0)
    session.print(
        fmt::format("  {:<14} {}; validate tells them\n", "problems", counted(errors, "error", "errors")));
  if (tree) session.print("  tree\n" + to_text(info.tree));
}

ExitCode info_one(const Opened& input, const Arguments& arguments, Session& session) {
  const auto found = info(input.document);
  if (!check_not_truncated(session, input) || !ok_or_report(session, input.path(), found))
    return ExitCode::failed;
  if (arguments.tree && found->tree.empty()) {
    const std::string_view id = input.document.format().id;
    session.report_error(input.path(), {.message = fmt::format("--tree has no meaning for {} without nodes",
                                                               with_article(id))});
    return ExitCode::failed;
  }
  for (const Loss& loss : input.document.losses)
    session.note("meshwright: " + display_name(input.path()) + ": " + to_string(loss));
  const InfoAnswer answer{input, *found, arguments.tree, count_errors(input.document)};
  session.json() ? session.print(as_json(answer) + "\n") : print_text(answer, session);
  return ExitCode::yes;
}

}  // namespace

ExitCode run_info(const Arguments& arguments, Session& session) {
  return for_each_input(arguments, session, info_one);
}

}  // namespace mw::cli
