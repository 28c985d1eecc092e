#include <fmt/format.h>
#include <meshwright/core/coverage.h>
#include <meshwright/core/field_value.h>
#include <meshwright/core/json_writer.h>

#include "verbs.h"

namespace mw::cli {
namespace {

void print_field(Session& session, const TracedField& field) {
  session.print(fmt::format("{} {:>7}  {:<28} {:<7} {}\n", offset_text(field.offset), field.bytes.size(),
                            field.path, to_string(field.type), field_value_text(field)));
}

Result<void> dump_text(const Opened& input, Session& session, Coverage& coverage) {
  session.print(fmt::format("{:<10} {:>7}  {:<28} {:<7} {}\n", "offset", "length", "field", "type", "value"));
  const auto traced = input.format->trace(input.source(), [&](const TracedField& field) {
    coverage.add(field);
    print_field(session, field);
  });
  if (!traced) return traced;
  session.print(fmt::format("{} bytes: {} named, {} unreferenced\n", input.file.bytes().size(),
                            coverage.named(), coverage.unreferenced()));
  return {};
}

Result<void> dump_json(const Opened& input, Session& session, Coverage& coverage) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("file", input.name);
  json.member("format", input.format->id);
  json.key("fields");
  json.begin_array();
  const auto traced = input.format->trace(input.source(), [&](const TracedField& field) {
    coverage.add(field);
    json.begin_object();
    json.member("offset", field.offset);
    json.member("length", std::uint64_t(field.bytes.size()));
    json.member("path", field.path);
    json.member("type", to_string(field.type));
    json.member("value", field_value(field));
    json.end_object();
    session.print(json.take());
  });
  if (!traced) return traced;
  json.end_array();
  json.key("coverage");
  json.begin_object();
  json.member("bytes", std::uint64_t(input.file.bytes().size()));
  json.member("named", coverage.named());
  json.member("unreferenced", coverage.unreferenced());
  json.end_object();
  json.end_object();
  session.print(json.take() + "\n");
  return {};
}

Answer dump_one(const std::string& path, Session& session) {
  const auto input = open_input(session, path);
  if (!input) return Answer::failed;
  Coverage coverage;
  const auto dumped =
      session.json() ? dump_json(*input, session, coverage) : dump_text(*input, session, coverage);
  if (!dumped) {
    session.complain(path, dumped.error());
    return Answer::failed;
  }
  return still_whole(session, path, input->file) ? Answer::yes : Answer::failed;
}

}  // namespace

Answer run_dump(const Arguments& arguments, Session& session) {
  Answer answer = Answer::yes;
  for (const std::string& path : arguments.files) answer = worst(answer, dump_one(path, session));
  return answer;
}

}  // namespace mw::cli
