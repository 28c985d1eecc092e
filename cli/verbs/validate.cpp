#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <vector>

#include "cli/opened.h"
#include "cli/output/print_json.h"

namespace mw::cli {
namespace {

/// "a.wok: error WALKMESH_TYPE_UNKNOWN"
std::string headline(const Session& session, const std::string& path, const FindingKind& kind) {
  return fmt::format("{}: {} {}", display_name(path),
                     session.coloured(kind.severity, to_string(kind.severity)), kind.code);
}

void print_finding(Session& session, const std::string& path, const Finding& finding) {
  if (session.json()) {
    const bool is_in_text = finding.position.has_value();
    const TextPosition position = finding.position.value_or(TextPosition());
    return session.print_json("file", path, "code", finding.kind->code, "severity",
                              to_string(finding.kind->severity), "where", finding.where, "offset",
                              finding.offset, "line", present(is_in_text, position.line), "column",
                              present(is_in_text, position.column), "name",
                              present(!finding.name.empty(), finding.name), "message", finding.message);
  }
  const std::string offset = finding.offset     ? fmt::format(" ({})", offset_text(*finding.offset))
                             : finding.position ? fmt::format(" ({})", to_string(*finding.position))
                                                : "";
  const std::string name = finding.name.empty() ? "" : fmt::format(" \"{}\"", escape_text(finding.name));
  session.print(fmt::format("{} at {}{}{}: {}\n", headline(session, path, *finding.kind), finding.where, name,
                            offset, escape_text(finding.message)));
}

/// Prints the findings of a file: for programs, and with --all, as they come. For people errors first, then
/// warnings, and of each kind only the first few: one cause often makes many, which would hide the others.
class Printer {
 public:
  Printer(Session& session, const std::string& path, bool all)
      : session_(session), path_(path), all_(all || session.json()) {}

  void print(const Finding& finding) {
    auto kind = std::ranges::find(kinds_, finding.kind, &Printed::kind);
    if (kind == kinds_.end()) kind = kinds_.insert(kind, {finding.kind, 0});
    if (all_)
      print_finding(session_, path_, finding);
    else if (kind->count < kFirst)
      kept_.push_back(finding);
    ++kind->count;
  }

  /// What was kept, and of how many kinds there were more, in the order of the first of each.
  void finish() const {
    for (const Severity severity : {Severity::error, Severity::warning, Severity::info}) {
      for (const Finding& finding : kept_)
        if (finding.kind->severity == severity) print_finding(session_, path_, finding);
      for (const Printed& printed : kinds_)
        if (!all_ && printed.kind->severity == severity && printed.count > kFirst)
          session_.print(fmt::format("{}: … and {} more (--all shows them)\n",
                                     headline(session_, path_, *printed.kind), printed.count - kFirst));
    }
  }

 private:
  static constexpr std::size_t kFirst = 3;

  struct Printed {
    const FindingKind* kind;
    std::size_t count;
  };

  Session& session_;
  const std::string& path_;
  bool all_;
  std::vector<Printed> kinds_;  // as many as a format has kinds, at most
  std::vector<Finding> kept_;   // a few of each kind
};

FindingCounts counts_of(const Findings& findings) {
  return {.files = 1,
          .errors = findings.count(Severity::error),
          .warnings = findings.count(Severity::warning),
          .infos = findings.count(Severity::info)};
}

/// Of one file, or of all below a folder.
void print_counts(Session& session, std::string_view kind, const std::string& path,
                  const FindingCounts& counts) {
  const bool is_folder = kind == "folder";
  if (session.json())
    return session.print_json(kind, path, "files", present(is_folder, counts.files), "errors", counts.errors,
                              "warnings", counts.warnings, "infos", counts.infos);
  session.print(fmt::format("{}: {}{}, {}, {}\n", display_name(path),
                            is_folder ? counted(counts.files, "file", "files") + ", " : "",
                            counted(counts.errors, "error", "errors"),
                            counted(counts.warnings, "warning", "warnings"),
                            counted(counts.infos, "info", "infos")));
}

}  // namespace

void print_folder_counts(Session& session, const std::string& folder, const FindingCounts& counts) {
  print_counts(session, "folder", folder, counts);
}

ExitCode validate_input(const Opened& input, const Arguments& arguments, Session& session,
                        const std::function<Result<void>(const Document&, Findings&)>& how) {
  Printer printer(session, input.path(), arguments.all);
  Findings findings([&](const Finding& finding) { printer.print(finding); });
  const auto validated = how(input.document, findings);
  if (!check_not_truncated(session, input)) return ExitCode::failed;
  printer.finish();
  if (!ok_or_report(session, input.path(), validated)) return ExitCode::failed;
  const FindingCounts counts = counts_of(findings);
  print_counts(session, "file", input.path(), counts);
  session.found.files += 1;
  session.found.errors += counts.errors;
  session.found.warnings += counts.warnings;
  session.found.infos += counts.infos;
  const bool warnings_count = arguments.fail_on == "warning";
  const bool bad =
      findings.count(Severity::error) > 0 || (warnings_count && findings.count(Severity::warning) > 0);
  return bad ? ExitCode::no : ExitCode::yes;
}

ExitCode run_validate(const Arguments& arguments, Session& session) {
  return for_each_input(arguments, session, [](const Opened& input, const Arguments& given, Session& to) {
    return validate_input(input, given, to, validate);
  });
}

}  // namespace mw::cli
