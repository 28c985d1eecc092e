#include <fmt/format.h>
#include <meshwright/core/json_writer.h>

#include "opened.h"

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
    if (finding.position) {
      json.member("line", finding.position->line);
      json.member("column", finding.position->column);
    }
    json.member("message", finding.message);
    json.end_object();
    return session.print(json.take() + "\n");
  }
  const std::string offset = finding.offset     ? fmt::format(" ({})", offset_text(*finding.offset))
                             : finding.position ? fmt::format(" ({})", to_string(*finding.position))
                                                : "";
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

}  // namespace

/// Findings are printed as they come.
Answer validate_input(const Opened& input, const Arguments& arguments, Session& session,
                      const std::function<Result<void>(const Document&, Findings&)>& how) {
  Findings findings([&](const Finding& finding) { print_finding(session, input.path(), finding); });
  const auto validated = how(input.document, findings);
  if (!still_whole(session, input) || !succeeded(session, input.path(), validated)) return Answer::failed;
  print_totals(session, input.path(), findings);
  const bool warnings_count = arguments.fail_on == "warning";
  const bool bad =
      findings.count(Severity::error) > 0 || (warnings_count && findings.count(Severity::warning) > 0);
  return bad ? Answer::no : Answer::yes;
}

Answer run_validate(const Arguments& arguments, Session& session) {
  return for_each_input(arguments, session, [](const Opened& input, const Arguments& given, Session& to) {
    return validate_input(input, given, to, validate);
  });
}

}  // namespace mw::cli
