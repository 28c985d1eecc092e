#include "assets.h"
#include "cli/output/progress.h"

#include <fmt/format.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>
#include <meshwright/files/output.h>
#include <meshwright/formats/registry.h>
#include <meshwright/wows/assets_resolve.h>
#include <meshwright/wows/name_hash.h>
#include <unistd.h>

#include <algorithm>

#include <meshwright/core/glob.h>

namespace mw::cli {
namespace {

namespace assets = wows::assets;

/// What is known of a path.
struct Row {
  std::string_view path;
  assets::ResourceId id;
  std::optional<assets::Location> location;
};

void print_row(const OpenedAssets& opened, const Row& row) {
  if (!opened.session.json()) return opened.session.print(escape_text(row.path) + "\n");
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("path", row.path);
  json.member("id", show_id(row.id));
  json.key("type");
  row.location ? json.value(type_name(opened.database, *row.location)) : json.value(nullptr);
  json.key("database");
  row.location ? json.value(row.location->database) : json.value(nullptr);
  json.key("record");
  row.location ? json.value(row.location->record) : json.value(nullptr);
  json.end_object();
  opened.session.print(json.take() + "\n");
}

/// Where the records of many paths are.
class Locations {
 public:
  Locations(const assets::Database& database, bool wanted) {
    if (wanted) resources_.emplace(database);
  }
  /// Nothing too when they are not wanted.
  std::optional<assets::Location> find(assets::ResourceId id) const {
    return resources_ ? resources_->find(id) : std::nullopt;
  }

 private:
  std::optional<assets::Resources> resources_;
};

/// Every path, or those that fit a pattern, a type or both, as they come.
Answer list_paths(const OpenedAssets& opened) {
  const std::string& wanted = opened.arguments.type;
  if (!wanted.empty() && assets::find_type(std::string_view(wanted)) == nullptr) {
    std::string names;
    for (const assets::TypeInfo& type : assets::types())
      names += (names.empty() ? "" : ", ") + std::string(type.name);
    return opened.fail({.message = fmt::format("no type is called {}, only {}", quote_word(wanted), names)});
  }
  const Locations locations(opened.database, !wanted.empty() || opened.session.json());
  assets::for_each_path(opened.database, [&](std::size_t row, std::string_view path) {
    if (!opened.arguments.what.empty() && !matches(opened.arguments.what, path)) return;
    const assets::ResourceId id{opened.database.paths()[row].id};
    const Row shown{path, id, locations.find(id)};
    if (!wanted.empty() && (!shown.location || type_name(opened.database, *shown.location) != wanted)) return;
    print_row(opened, shown);
  });
  return Answer::yes;
}

/// A text of the database by its id, with that.
bool print_string(const OpenedAssets& opened, assets::NameId id) {
  const auto text = opened.database.string(id);
  if (!text) return false;
  if (!opened.session.json()) {
    opened.session.print(fmt::format("\"{}\" {}\n", escape_text(*text), show_id(id)));
    return true;
  }
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("name", *text);
  json.member("id", show_id(id));
  json.end_object();
  opened.session.print(json.take() + "\n");
  return true;
}

/// Paths of which `fits(id, path)` is true. False when there is none.
bool print_paths(const OpenedAssets& opened, const auto& fits) {
  const Locations locations(opened.database, opened.session.json());
  bool found = false;
  assets::for_each_path(opened.database, [&](std::size_t row, std::string_view path) {
    const assets::ResourceId id{opened.database.paths()[row].id};
    if (!fits(id, path)) return;
    found = true;
    print_row(opened, {path, id, locations.find(id)});
  });
  return found;
}

/// Paths that end in a name, in any case of its letters, or have an id; and the text of an id.
Answer find_paths(const OpenedAssets& opened) {
  const std::string& what = opened.arguments.what;
  if (!assets::is_meant_as_id(what)) {
    const std::string wanted = lower_case(what);
    const auto ends_so = [&](assets::ResourceId, std::string_view path) {
      return lower_case(path).ends_with(wanted);
    };
    const assets::NameId name{wows::name_hash(what)};
    const bool is_name = opened.database.string(name) == what && print_string(opened, name);
    return print_paths(opened, ends_so) || is_name ? Answer::yes : Answer::no;
  }
  if (const auto name = assets::parse_name_id(what))
    return print_string(opened, *name) ? Answer::yes : Answer::no;
  const auto wanted = assets::parse_id(what);
  if (!wanted)
    return opened.fail({.message = fmt::format("{} is no id: 0x and sixteen hex digits are one of a path, 0x "
                                               "and eight one of a name",
                                               quote_word(what))});
  return print_paths(opened, [&](assets::ResourceId id, std::string_view) { return id == *wanted; })
             ? Answer::yes
             : Answer::no;
}

/// Shows on a terminal how far the work is.
class ProgressLine {
 public:
  explicit ProgressLine(const Arguments& arguments)
      : shown_(!arguments.quiet && ::isatty(STDERR_FILENO) == 1) {}
  ~ProgressLine() {
    if (used_) write_all(STDERR_FILENO, bytes_of("\r\x1b[K"));
  }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(std::uint64_t done, std::uint64_t all) {
    if (!shown_) return;
    used_ = true;
    write_all(STDERR_FILENO, bytes_of("\r" + verifying_text(done, all)));
  }

 private:
  bool shown_;
  bool used_ = false;
};

void print_checksum(const OpenedAssets& opened, assets::ChecksumKind kind) {
  if (!opened.session.json())
    return opened.session.print(fmt::format(
        "{}: checksum 0x{:08x}: {}\n", display_name(opened.input.path()), opened.database.header().checksum,
        kind == assets::ChecksumKind::none ? "neither Murmur3 nor CRC32" : to_string(kind)));
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("file", opened.input.path());
  json.member("checksum", fmt::format("0x{:08x}", opened.database.header().checksum));
  json.member("checksum_kind", to_string(kind));
  json.end_object();
  opened.session.print(json.take() + "\n");
}

Answer verify(const OpenedAssets& opened) {
  const assets::Checksum checksum = assets::find_checksum(opened.database);
  print_checksum(opened, checksum.kind);
  const auto check = [&](const Document&, Findings& findings) -> Result<void> {
    ProgressLine line(opened.arguments);
    const auto show = [&](std::uint64_t done, std::uint64_t all) { line.show(done, all); };
    assets::validate(opened.database, findings, show, checksum);
    return {};
  };
  const Answer answer = validate_input(opened.input, opened.arguments, opened.session, check);
  const bool wrong = checksum.kind == assets::ChecksumKind::none;
  return answer == Answer::yes && wrong ? Answer::no : answer;
}

struct Action {
  std::string_view name;
  std::string_view needs;  // what WHAT must be; empty when it may be missing
  bool takes_what;
  Answer (*run)(const OpenedAssets& opened);
};

constexpr Action kActions[] = {
    {"ls", "", true, list_paths},
    {"find", "a name or an id", true, find_paths},
    {"get", "a path or an id", true, get_record},
    {"resolve", "a path or an id", true, resolve_model},
    {"verify", "", false, verify},
};

/// What is wrong with the words of the command line; empty when nothing is.
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

std::string_view type_name(const assets::Database& database, const assets::Location& location) {
  if (location.database >= database.database_count()) return "unknown";
  const assets::TypeInfo* type = database.database(location.database).type;
  return type == nullptr ? "unknown" : type->name;
}

Answer run_assets(const Arguments& arguments, Session& session) {
  const auto* action = std::ranges::find(kActions, arguments.action, &Action::name);
  if (const std::string misuse = misuse_of(arguments, *action); !misuse.empty()) {
    session.complain("", {.message = misuse});
    return Answer::failed;
  }
  const auto input = open_input(session, arguments.files[0], arguments);
  if (!input) return Answer::failed;
  const auto document = changed(input->document, arguments.options);
  if (!succeeded(session, input->path(), document)) return Answer::failed;
  const auto* database = document->as<assets::Database>();
  if (database == nullptr) {
    session.complain(input->path(),
                     {.message = fmt::format("is a {}, not a wows-assets", input->document.format().id)});
    return Answer::failed;
  }
  const Answer answer = action->run({*input, *database, arguments, session});
  return still_whole(session, *input) ? answer : Answer::failed;
}

}  // namespace mw::cli
