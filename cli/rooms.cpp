#include "rooms.h"

#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/registry.h>
#include <algorithm>
#include <filesystem>
#include <map>

namespace mw::cli {
namespace {

/// Files beside a file, by their names in lower case.
std::map<std::string, std::string> files_beside(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(path).parent_path();
  std::map<std::string, std::string> files;
  std::error_code failed;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, failed), end; !failed && entry != end;
       entry.increment(failed))
    files.emplace(lower_case(entry->path().filename().string()),
                  (folder / entry->path().filename()).string());
  return files;
}

/// The walkmeshes of a layout's rooms, each once.
std::vector<std::string> walkmeshes_of(const Document& layout, std::vector<std::string>& missing) {
  const auto files = files_beside(layout.source().name);
  std::vector<std::string> found;
  const auto info = mw::info(layout);
  if (!info) return found;
  for (const auto& [key, value] : info->details) {
    if (key != "names" || value.get_if<JsonArray>() == nullptr) continue;
    for (const JsonValue& each : *value.get_if<JsonArray>()) {
      const auto* name = each.get_if<std::string>();
      if (name == nullptr || name->starts_with("****")) continue;
      const auto file = files.find(lower_case(*name) + ".wok");
      if (file == files.end())
        missing.push_back(*name);
      else if (std::ranges::find(found, file->second) == found.end())
        found.push_back(file->second);
    }
  }
  return found;
}

/// Puts the files of its rooms in place of a layout.
bool expand(const Document& layout, Arguments& arguments, std::vector<std::string>& files, Session& session) {
  const std::string& path = layout.source().name;
  if (arguments.options.has("layout")) {
    session.report_error(path, {.message = "is a layout, and --layout names one too"});
    return false;
  }
  std::vector<std::string> missing;
  const auto rooms = walkmeshes_of(layout, missing);
  if (rooms.empty()) {
    session.report_error(path, {.message = "no walkmesh of its rooms lies beside it"});
    return false;
  }
  if (!missing.empty())
    session.note(fmt::format("meshwright: {}: note: {} no walkmesh beside it: {}", display_name(path),
                             counted(missing.size(), "room has", "rooms have"), listed(missing)));
  arguments.options.set("layout", path);
  files.insert(files.end(), rooms.begin(), rooms.end());
  return true;
}

}  // namespace

std::optional<std::vector<Opened>> open_rooms(Arguments& arguments, Session& session) {
  Arguments plain = arguments;  // options of walkmeshes have no meaning for a layout
  plain.options = {};
  std::vector<std::string> files;
  for (const std::string& path : arguments.files) {
    if (lower_case(extension_of(path)) != ".lyt") {
      files.push_back(path);
      continue;
    }
    const auto layout = open_input(session, path, plain);
    if (!layout) return std::nullopt;
    if (!layout->document.format().lists_rooms)
      files.push_back(path);
    else if (!expand(layout->document, arguments, files, session))
      return std::nullopt;
  }
  arguments.files = files;
  std::vector<Opened> rooms;
  for (const std::string& path : arguments.files) {
    auto input = open_input(session, path, arguments);
    if (!input) return std::nullopt;
    rooms.push_back(*std::move(input));
  }
  return rooms;
}

}  // namespace mw::cli
