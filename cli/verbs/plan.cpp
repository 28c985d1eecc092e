#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/formats/plan.h>

#include "cli/arguments/query_options.h"
#include "cli/opened.h"
#include "cli/output/write_output.h"
#include "cli/rooms.h"

namespace mw::cli {
namespace {

Result<PlanOptions> plan_options(const Arguments& arguments) {
  if (arguments.asked.all().empty()) return PlanOptions{};
  if (!arguments.asked.has("from") || !arguments.asked.has("to"))
    return fail({.message = "a way needs --from and --to"});
  Arguments asked = arguments;
  asked.question = "path";
  const auto query = read_query(asked);
  if (!query) return fail(query.error());
  return PlanOptions{
      .way = PlanOptions::Ends{query->from, query->to}, .how = query->way, .ground = query->ground};
}

}  // namespace

ExitCode run_plan(const Arguments& given, Session& session) {
  if (!ok_or_report(session, given.output, check_plan_name(given.output))) return ExitCode::failed;
  const auto options = plan_options(given);
  if (!ok_or_report(session, "", options)) return ExitCode::failed;
  Arguments arguments = given;
  const auto files = open_rooms(arguments, session);
  if (!files) return ExitCode::failed;
  std::vector<Document> rooms;
  for (const Opened& input : *files) rooms.push_back(input.document);
  const auto identities = [&] {
    std::vector<FileIdentity> all;
    for (const Opened& input : *files)
      for (const FileIdentity& identity : input.files->identities()) all.push_back(identity);
    return all;
  };
  PendingOutput output(arguments, identities, session);
  if (!output.is_free()) return ExitCode::failed;
  const auto plan = draw_plan(rooms, *options);
  if (!ok_or_report(session, rooms.size() == 1 ? arguments.files[0] : "", plan)) return ExitCode::failed;
  for (const Opened& input : *files)
    if (!check_not_truncated(session, input)) return ExitCode::failed;
  output.append(bytes_of(plan->svg));
  if (!output.commit({})) return ExitCode::failed;
  const std::string_view lacks = !options->way    ? ""
                                 : !plan->has_way ? ", no way"
                                 : plan->partial  ? ", part of the way"
                                                  : "";
  print_summary(arguments,
                fmt::format("{}: {}, {}{}", display_output(arguments.output),
                            counted(rooms.size(), "walkmesh", "walkmeshes"),
                            counted(plan->findings, "finding", "findings"), lacks),
                session);
  return lacks.empty() ? ExitCode::yes : ExitCode::no;
}

}  // namespace mw::cli
