#include <fmt/format.h>
#include <meshwright/core/json_writer.h>

#include "verbs.h"

namespace mw::cli {
namespace {

void print_finding(Session& session, const std::string& path, const Finding& finding) {
  if (session.json()) {
    JsonWriter json(JsonWriter::Style::compact);
    json.begin_object();
    json.member("file", path);
    json.member("code", finding.kind->code);
    json.member("severity", to_string(finding.kind->severity));
    json.member("where", finding.where);
    json.key("offset");
    finding.offset ? json.value(*finding.offset) : json.value(nullptr);
    json.member("message", finding.message);
    json.end_object();
    return session.print(json.take() + "\n");
  }
  const std::string offset = finding.offset ? fmt::format(" ({})", offset_text(*finding.offset)) : "";
  session.print(fmt::format("{}: {} {} at {}{}: {}\n", display_name(path),
                            session.coloured(finding.kind->severity, to_string(finding.kind->severity)),
                            finding.kind->code, finding.where, offset, finding.message));
}

void print_totals(Session& session, const std::string& path, const Findings& findings) {
  const std::size_t errors = findings.count(Severity::error);
  const std::size_t warnings = findings.count(Severity::warning);
  const std::size_t infos = findings.count(Severity::info);
  if (session.json()) {
    JsonWriter json(JsonWriter::Style::compact);
    json.begin_object();
    json.member("file", path);
    json.member("errors", std::uint64_t(errors));
    json.member("warnings", std::uint64_t(warnings));
    json.member("infos", std::uint64_t(infos));
    json.end_object();
    return session.print(json.take() + "\n");
  }
  const auto counted = [](std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
  };
  session.print(fmt::format("{}: {}, {}, {}\n", display_name(path), counted(errors, "error"),
                            counted(warnings, "warning"), counted(infos, "info")));
}

Answer validate_one(const std::string& path, const Arguments& arguments, Session& session) {
  const auto input = open_input(session, path, arguments.companion);
  if (!input) return Answer::failed;
  if (input->format->validate == nullptr) return refuse(session, *input, "validated");
  std::optional<InputFile> wok;
  if (!open_optional(session, arguments.wok, wok)) return Answer::failed;
  Source source = input->source();
  if (wok) source.walkmesh = wok->bytes();
  std::optional<InputFile> surfaces;
  if (!open_optional(session, arguments.surfaces, surfaces)) return Answer::failed;
  if (surfaces) source.surfaces = surfaces->bytes();
  const auto findings = input->format->validate(source);
  if (!still_whole(session, *input) || (wok && !still_whole(session, arguments.wok, *wok)))
    return Answer::failed;
  if (!findings) {
    session.complain(path, findings.error());
    return Answer::failed;
  }
  for (const Finding& finding : findings->all()) print_finding(session, path, finding);
  print_totals(session, path, *findings);
  const bool warnings_count = arguments.fail_on == "warning";
  const bool bad =
      findings->count(Severity::error) > 0 || (warnings_count && findings->count(Severity::warning) > 0);
  return bad ? Answer::no : Answer::yes;
}

}  // namespace

Answer run_validate(const Arguments& arguments, Session& session) {
  Answer answer = Answer::yes;
  for (const std::string& path : arguments.files)
    answer = worst(answer, validate_one(path, arguments, session));
  return answer;
}

}  // namespace mw::cli
