#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/registry.h>
#include <meshwright/wows/detail/assets_rows.h>
#include <meshwright/wows/detail/name_hash.h>

#include <algorithm>

#include "cli/opened.h"
#include "cli/output/print_json.h"
#include "cli/output/progress.h"

namespace mw::cli {
namespace {

namespace assets = wows::assets;

/// What an action works on.
struct OpenedAssets {
  const Opened& input;
  const assets::Database& database;
  const Arguments& arguments;
  Session& session;

  ExitCode fail(const Error& error) const {
    session.report_error(input.path(), error);
    return ExitCode::failed;
  }
};

/// Prints paths as they are found; "no" without any.
ExitCode print_paths(const OpenedAssets& opened, assets::PathFilter filter) {
  Session& session = opened.session;
  filter.with_records = session.json();
  const auto found = assets::for_each_row(opened.database, filter, [&](const assets::PathRow& row) {
    session.print((session.json() ? as_json(row) : escape_text(row.path)) + "\n");
  });
  if (!found) return opened.fail(found.error());
  return *found > 0 ? ExitCode::yes : ExitCode::no;
}

/// Every path, or those that match a pattern, a type or both.
ExitCode list_paths(const OpenedAssets& opened) {
  const assets::PathFilter filter{.pattern = opened.arguments.what, .type = opened.arguments.type};
  return print_paths(opened, filter) == ExitCode::failed ? ExitCode::failed : ExitCode::yes;
}

/// A text of the database by its id, with that.
bool print_string(const OpenedAssets& opened, assets::NameId id) {
  const auto text = opened.database.string(id);
  if (!text) return false;
  if (opened.session.json())
    opened.session.print_json("name", *text, "id", show_id(id));
  else
    opened.session.print(fmt::format("\"{}\" {}\n", escape_text(*text), show_id(id)));
  return true;
}

/// Paths that end in a name, in any case of its letters, or have an id; and the text of an id.
ExitCode find_paths(const OpenedAssets& opened) {
  const std::string& what = opened.arguments.what;
  if (!assets::is_meant_as_id(what)) {
    const assets::NameId name{wows::name_hash(what)};
    const bool is_name = opened.database.string(name) == what && print_string(opened, name);
    const ExitCode answer = print_paths(opened, {.ending = what});
    return is_name ? ExitCode::yes : answer;
  }
  if (const auto name = assets::parse_name_id(what))
    return print_string(opened, *name) ? ExitCode::yes : ExitCode::no;
  if (const auto wanted = assets::parse_id(what)) return print_paths(opened, {.id = *wanted});
  return opened.fail({.message = fmt::format("{} is no id: 0x and sixteen hex digits are one of a path, 0x "
                                             "and eight one of a name",
                                             quote_word(what))});
}

ExitCode get_record(const OpenedAssets& opened) {
  Session& session = opened.session;
  const auto style = session.json() ? JsonWriter::Style::compact : JsonWriter::Style::pretty;
  const auto record = assets::show_record(opened.database, opened.arguments.what, style);
  if (!record) return opened.fail(record.error());
  if (!record->unknown_version.empty())
    session.note(fmt::format("meshwright: {}: {} is {}", display_name(opened.input.path()),
                             escape_text(opened.arguments.what), record->unknown_version));
  session.print(record->json + "\n");
  return ExitCode::yes;
}

/// From a .geometry back to the records that show it: each visual, then its models.
ExitCode print_users(const OpenedAssets& opened, const assets::Paths& paths, assets::ResourceId id) {
  const std::vector<assets::User> users = assets::users_of(opened.database, std::span(&id, 1));
  const auto print = [&](std::string_view kind, assets::ResourceId user) {
    const assets::Reference reference{user, paths.path(user)};
    if (opened.session.json())
      return opened.session.print_json("path", reference.path, "id", show_id(user), "type", kind);
    opened.session.print(fmt::format("  {:<12} {}\n", kind, to_string(reference)));
  };
  for (const assets::User& user : users) {
    print("visual", user.visual);
    for (const assets::ResourceId model : user.models) print("model", model);
  }
  return users.empty() ? ExitCode::no : ExitCode::yes;
}

ExitCode resolve_model(const OpenedAssets& opened) {
  Session& session = opened.session;
  const std::string& what = opened.arguments.what;
  const auto id = assets::id_of(what);
  if (!id) return opened.fail(id.error());
  const assets::Paths paths(opened.database);
  if (!opened.database.find(*id) && paths.row_of(*id)) return print_users(opened, paths, *id);
  if (!opened.database.find(*id)) return opened.fail(assets::no_record(opened.database, what, *id));
  const auto chain = assets::resolve(opened.database, what);
  if (!chain) return opened.fail(chain.error());
  JsonWriter json(JsonWriter::Style::compact);
  if (session.json()) to_json(*chain, json);
  session.print(session.json() ? json.take() + "\n"
                               : session.bold(escape_text(what)) + "\n" + to_text(*chain));
  return ExitCode::yes;
}

void print_checksum(const OpenedAssets& opened, assets::ChecksumKind kind) {
  if (!opened.session.json())
    return opened.session.print(fmt::format(
        "{}: checksum 0x{:08x}: {}\n", display_name(opened.input.path()), opened.database.header().checksum,
        kind == assets::ChecksumKind::none ? "neither Murmur3 nor CRC32" : to_string(kind)));
  opened.session.print_json("file", opened.input.path(), "checksum",
                            fmt::format("0x{:08x}", opened.database.header().checksum), "checksum_kind",
                            to_string(kind));
}

ExitCode verify(const OpenedAssets& opened) {
  const assets::Checksum checksum = assets::find_checksum(opened.database);
  print_checksum(opened, checksum.kind);
  const auto check = [&](const Document&, Findings& findings) -> Result<void> {
    Progress line(Progress::form(opened.arguments.quiet));
    const auto show = [&](std::uint64_t done, std::uint64_t all) { line.draw(verifying_text(done, all)); };
    assets::validate(opened.database, findings, show, checksum);
    return {};
  };
  const ExitCode answer = validate_input(opened.input, opened.arguments, opened.session, check);
  const bool wrong = checksum.kind == assets::ChecksumKind::none;
  return answer == ExitCode::yes && wrong ? ExitCode::no : answer;
}

struct Action {
  std::string_view name;
  std::string_view needs;  // the kind of WHAT; empty if it may be missing
  bool takes_what;
  ExitCode (*run)(const OpenedAssets& opened);
};

constexpr Action kActions[] = {
    {"ls", "", true, list_paths},
    {"find", "a name or an id", true, find_paths},
    {"get", "a path or an id", true, get_record},
    {"resolve", "a path or an id", true, resolve_model},
    {"verify", "", false, verify},
};

/// The error in the words of the command line; empty if they are valid.
std::string misuse_of(const Arguments& arguments, const Action& action) {
  if (!action.needs.empty() && arguments.what.empty())
    return fmt::format("assets {} needs {} behind the file", action.name, action.needs);
  if (!action.takes_what && !arguments.what.empty())
    return fmt::format("assets {} takes nothing behind the file", action.name);
  if (!arguments.type.empty() && action.name != "ls") return "--type has a meaning for assets ls only";
  if (arguments.all && action.name != "verify") return "--all has a meaning for assets verify only";
  if (arguments.fail_on != Arguments().fail_on && action.name != "verify")
    return "--fail-on has a meaning for assets verify only";
  return {};
}

}  // namespace

ExitCode run_assets(const Arguments& arguments, Session& session) {
  const auto* action = std::ranges::find(kActions, arguments.action, &Action::name);
  if (const std::string misuse = misuse_of(arguments, *action); !misuse.empty()) {
    session.report_error("", {.message = misuse});
    return ExitCode::failed;
  }
  const auto input = open_input(session, arguments.files[0], arguments);
  if (!input) return ExitCode::failed;
  const auto document = changed(input->document, arguments.options);
  if (!ok_or_report(session, input->path(), document)) return ExitCode::failed;
  const auto* database = document->as<assets::Database>();
  if (database == nullptr) {
    session.report_error(input->path(),
                         {.message = fmt::format("is a {}, not a wows-assets", input->document.format().id)});
    return ExitCode::failed;
  }
  const ExitCode answer = action->run({*input, *database, arguments, session});
  return check_not_truncated(session, *input) ? answer : ExitCode::failed;
}

}  // namespace mw::cli
