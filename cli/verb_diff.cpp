#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/diff.h>

#include "opened.h"

namespace mw::cli {
namespace {

void print_json(Session& session, const Arguments& arguments,
                const std::vector<scene::Difference>& differences) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("a", arguments.files[0]);
  json.member("b", arguments.files[1]);
  json.member("identical", differences.empty());
  json.key("differences");
  json.begin_array();
  for (const scene::Difference& difference : differences) {
    json.begin_object();
    json.member("where", difference.where);
    json.member("a", difference.a);
    json.member("b", difference.b);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  session.print(json.take() + "\n");
}

void print_text(Session& session, const std::vector<scene::Difference>& differences) {
  if (differences.empty()) return session.print("identical\n");
  for (const scene::Difference& difference : differences)
    session.print(fmt::format("{}: {} | {}\n", session.bold(escape_text(difference.where)),
                              escape_text(difference.a), escape_text(difference.b)));
  session.print(fmt::format("{} difference{}\n", differences.size(), differences.size() == 1 ? "" : "s"));
}

}  // namespace

Answer run_diff(const Arguments& arguments, Session& session) {
  const auto a = open_input(session, arguments.files[0], arguments);
  const auto b = open_input(session, arguments.files[1], arguments);
  if (!a || !b) return Answer::failed;
  const auto differences = diff(a->document, b->document);
  if (!still_whole(session, *a) || !still_whole(session, *b)) return Answer::failed;
  if (!succeeded(session, a->path() + " and " + b->path(), differences)) return Answer::failed;
  session.json() ? print_json(session, arguments, *differences) : print_text(session, *differences);
  return differences->empty() ? Answer::yes : Answer::no;
}

}  // namespace mw::cli
