#include <fmt/format.h>
#include <meshwright/core/file_name.h>
#include <meshwright/core/image_names.h>
#include <meshwright/core/listing.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/convert.h>
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

/// The last operand is OUT: with --force one room too many would be drawn over, and no program opens an SVG
/// that is called .png. Names that say nothing may be any.
bool is_for_svg(const std::string& output, Session& session) {
  const std::string extension = extension_of(output);
  const Format* said = find_by_name(output);
  if (said == nullptr && !is_one_of(kImages, extension) && extension != ".gif" && extension != ".pdf")
    return true;
  session.complain(
      output,
      {.message = said != nullptr
                      ? fmt::format("is called as {} is; the last operand is OUT, and a plan is an SVG",
                                    with_article(said->id))
                      : fmt::format("a plan is an SVG: call OUT {}",
                                    file_name_of(replace_extension(output, ".svg")))});
  return false;
}

}  // namespace

Answer run_plan(const Arguments& given, Session& session) {
  if (!is_for_svg(given.output, session)) return Answer::failed;
  const auto options = plan_options(given);
  if (!succeeded(session, "", options)) return Answer::failed;
  Arguments arguments = given;
  const auto files = open_rooms(arguments, session);
  if (!files) return Answer::failed;
  std::vector<Document> rooms;
  for (const Opened& input : *files) rooms.push_back(input.document);
  const auto identities = [&] {
    std::vector<FileIdentity> all;
    for (const Opened& input : *files)
      for (const FileIdentity& identity : input.files->identities()) all.push_back(identity);
    return all;
  };
  PendingOutput output(arguments, identities, session);
  if (!output.is_free()) return Answer::failed;
  const auto plan = draw_plan(rooms, *options);
  if (!succeeded(session, rooms.size() == 1 ? arguments.files[0] : "", plan)) return Answer::failed;
  for (const Opened& input : *files)
    if (!still_whole(session, input)) return Answer::failed;
  output.append(bytes_of(plan->svg));
  if (!output.commit({})) return Answer::failed;
  const std::string_view lacks = !options->way    ? ""
                                 : !plan->has_way ? ", no way"
                                 : plan->partial  ? ", part of the way"
                                                  : "";
  print_summary(arguments,
                fmt::format("{}: {}, {}{}", display_output(arguments.output),
                            counted(rooms.size(), "walkmesh", "walkmeshes"),
                            counted(plan->findings, "finding", "findings"), lacks),
                session);
  return lacks.empty() ? Answer::yes : Answer::no;
}

}  // namespace mw::cli
