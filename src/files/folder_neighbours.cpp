#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/files/folder_neighbours.h>

#include <algorithm>
#include <filesystem>

#include "confined.h"

namespace mw {
namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

/// The folder of a file, or the folder itself.
std::string folder_meant_by(const std::string& path) {
  if (is_folder(path)) return path;
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// The names in a folder that equal this one except for case, in the order of their bytes.
std::vector<std::string> names_in_any_case(FolderIndex& index, const fs::path& folder,
                                           const std::string& name) {
  std::vector<std::string> names;
  const auto [begin, end] = index.in(folder.empty() ? "." : folder.string()).equal_range(lower_case(name));
  for (auto found = begin; found != end; ++found) names.push_back(found->second);
  std::ranges::sort(names);
  return names;
}

/// Resolves a relative path in a file of this folder: with the separators of either system, and each part in
/// upper or lower case. If there is no such file, the path unchanged.
std::string follow(FolderIndex& index, const fs::path& folder, const std::string& name) {
  std::error_code ignored;
  const fs::path plain = folder / name;
  if (fs::exists(plain, ignored)) return plain.string();
  std::string slashed = name;
  std::ranges::replace(slashed, '\\', '/');
  fs::path place = folder;
  for (const fs::path& part : fs::path(slashed)) {
    const fs::path next = place / part;
    if (!fs::exists(next, ignored)) {
      const auto names = names_in_any_case(index, place, part.string());
      if (names.empty()) return plain.string();
      place /= names.front();
    } else {
      place = next;
    }
  }
  return place.string();
}

/// The extension in the case of the file's own: a K5.MDL has a K5.MDX.
std::string in_case_of(std::string_view file, std::string_view extension) {
  const auto dot = file.rfind('.');
  const std::string_view own = dot == file.npos ? std::string_view() : file.substr(dot);
  const bool capitals =
      own.size() > 1 && std::ranges::none_of(own, [](char c) { return c >= 'a' && c <= 'z'; });
  std::string made(extension);
  if (capitals)
    std::ranges::transform(made, made.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? char(c - 32) : c; });
  return made;
}

/// The file name in a name that may have a path of either system before it, in lower case.
fs::path wanted_file(const std::string& name) {
  std::string wanted = lower_case(name);
  std::ranges::replace(wanted, '\\', '/');
  return fs::path(wanted).filename();
}

}  // namespace

std::string find_in_any_case(FolderIndex& index, const std::string& folder, const std::string& name) {
  const fs::path place(folder.empty() ? "." : folder);
  const auto names = names_in_any_case(index, place, name);
  if (names.empty()) return {};
  const auto exact = std::ranges::find(names, name);
  return (place / (exact != names.end() ? *exact : names.front())).string();
}

namespace {

/// The file of that path below a folder, each part in upper or lower case; empty without one. A path that
/// leaves the folder is not resolved.
std::string below(FolderIndex& index, const std::string& folder, const std::string& name) {
  fs::path place(folder);
  for (const fs::path& part : fs::path(name)) {
    if (part.is_absolute() || part == "..") return {};
    std::error_code ignored;
    const fs::path exact = place / part;
    const std::string found =
        fs::exists(exact, ignored) ? exact.string() : find_in_any_case(index, place.string(), part.string());
    if (found.empty()) return {};
    place = found;
  }
  std::error_code ignored;
  return fs::is_regular_file(place, ignored) ? place.string() : std::string();
}

}  // namespace

std::string FolderNeighbours::named(const NeighbourKind& kind) const {
  const auto found =
      std::ranges::find(options_.named, kind.name, &std::pair<std::string, std::string>::first);
  return found == options_.named.end() ? std::string() : found->second;
}

std::string FolderNeighbours::place(const NeighbourKind& kind) const {
  switch (kind.search) {
    case Search::beside:
    case Search::linked:
      return options_.file == "-" ? std::string() : folder_meant_by(options_.file);
    case Search::file:
    case Search::folder:
    case Search::below:
      return named(kind);
    case Search::file_or_folder:
    case Search::near_given:
      break;
  }
  const std::string path = named(kind);
  return path.empty() ? path : folder_meant_by(path);
}

/// Of several that differ only in case, the one that matches the file's own name; nothing else distinguishes
/// them.
Result<std::string> FolderNeighbours::beside(const NeighbourKind& kind) const {
  if (options_.file == "-") return std::string();
  const fs::path exact = replace_extension(options_.file, in_case_of(options_.file, kind.extensions.front()));
  std::error_code ignored;
  if (fs::exists(exact, ignored)) return exact.string();  // most often, and no folder of thousands is listed
  const auto names =
      names_in_any_case(*options_.index, folder_meant_by(options_.file), exact.filename().string());
  if (names.empty()) return std::string();
  if (names.size() == 1) return (exact.parent_path() / names[0]).string();
  return fail({.field = std::string(kind.name),
               .message = "both " + escape_text(names[0]) + " and " + escape_text(names[1]) +
                          " could be it; name the one that is meant"});
}

/// A file names another with the extension of its game, or without one.
std::string FolderNeighbours::in_tree(const NeighbourKind& kind, const std::string& folder,
                                      const std::string& name) {
  const FolderIndex::Files& files = options_.index->below(folder);
  const fs::path wanted = wanted_file(name);
  for (const std::string_view extension : kind.extensions) {
    for (const std::string& stem : {wanted.stem().string(), wanted.string()}) {
      const auto found = files.find(stem + std::string(extension));
      if (found != files.end()) return found->second;
    }
  }
  return {};
}

FolderNeighbours::FolderNeighbours(Options options) : options_(std::move(options)) {
  if (options_.index == nullptr) options_.index = std::make_shared<FolderIndex>();
}

/// Beside a file that the user names; in a folder, and below it.
std::string FolderNeighbours::in_folder_or_below(const NeighbourKind& kind, const std::string& path,
                                                 const std::string& name) {
  const std::string file = name + std::string(kind.extensions.front());
  std::string there = find_in_any_case(*options_.index, folder_meant_by(path), file);
  return there.empty() && is_folder(path) ? in_tree(kind, path, name) : there;
}

/// Nothing without one. A file that the user names is always allowed; it need not be a regular file.
Result<FolderNeighbours::Found> FolderNeighbours::search(const NeighbourKind& kind, const std::string& name) {
  const std::string path = named(kind);
  const auto found = [](std::string there) { return Found{std::move(there), false}; };
  switch (kind.search) {
    case Search::beside:
      return path.empty() ? beside(kind).map(found) : Found{path, true};
    case Search::linked:
      return options_.file == "-" ? Found{}
                                  : found(follow(*options_.index, folder_meant_by(options_.file), name));
    case Search::file:
      return Found{path, true};
    case Search::folder:
      return path.empty() ? Found{} : found(in_tree(kind, path, name));
    case Search::below:
      return path.empty() ? Found{} : found(below(*options_.index, path, name));
    case Search::file_or_folder:
      return is_folder(path) ? found(in_folder_or_below(kind, path, name)) : Found{path, true};
    case Search::near_given:
      break;
  }
  return path.empty() ? Found{} : found(in_folder_or_below(kind, path, name));
}

/// Those of the file and of the user: nothing else is read only because a file names it.
std::vector<std::string> FolderNeighbours::folders_for(const NeighbourKind& kind) const {
  std::vector<std::string> folders;
  if (options_.file != "-") folders.push_back(folder_meant_by(options_.file));
  if (std::string near = place(kind); !near.empty()) folders.push_back(std::move(near));
  for (const auto& [name, path] : options_.named)
    if (is_folder(path)) folders.push_back(path);
  return folders;
}

std::string FolderNeighbours::link_to(const std::string& path) const {
  if (options_.output.empty() || options_.output == "-") return {};
  std::error_code failed;
  const fs::path output = fs::absolute(options_.output, failed);
  if (failed) return {};
  const fs::path link = fs::proximate(path, output.parent_path(), failed);
  return failed ? std::string() : link.generic_string();
}

Result<std::optional<Neighbour>> FolderNeighbours::find(const NeighbourKind& kind, const std::string& name) {
  const auto found = search(kind, name);
  if (!found) return fail(found.error());
  const std::string& path = found->path;
  if (path.empty()) return std::nullopt;
  Neighbour neighbour{.file = path, .link = link_to(path), .load = {}};
  if (found->named_by_user)
    neighbour.load = [this, path] { return open(path); };
  else
    neighbour.load = [this, path, folders = folders_for(kind)] { return open_named(path, folders); };
  return neighbour;
}

/// An open file that reports to its account, when it is closed, whether it stayed complete.
struct FolderNeighbours::Held {
  InputFile file;
  std::shared_ptr<Account> account;

  Held(InputFile opened, std::shared_ptr<Account> its_account)
      : file(std::move(opened)), account(std::move(its_account)) {
    account->file = &file;
  }
  ~Held() {
    account->shrank = file.shrank();
    account->file = nullptr;
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
};

/// The bytes are freed with the last blob.
Blob FolderNeighbours::hold(const std::string& path, InputFile file) {
  const auto account = std::make_shared<Account>(Account{.path = path, .identity = file.identity()});
  opened_.push_back(account);
  if (options_.opened) options_.opened(path, file.bytes());
  const auto held = std::make_shared<const Held>(std::move(file), account);
  return Blob(held, held->file.bytes());
}

Result<Blob> FolderNeighbours::open(const std::string& path) {
  return InputFile::open(path).map([&](InputFile file) { return hold(path, std::move(file)); });
}

Result<Blob> FolderNeighbours::open_named(const std::string& path, std::vector<std::string> folders) {
  std::optional<Confines> confines;
  if (!options_.allow_outside) confines = {.folders = std::move(folders), .advice = options_.outside_advice};
  return open_confined(path, confines)
      .and_then([](const Descriptor& descriptor) { return InputFile::from_descriptor(descriptor.get()); })
      .map([&](InputFile file) { return hold(path, std::move(file)); });
}

std::vector<FileIdentity> FolderNeighbours::identities() const {
  std::vector<FileIdentity> all;
  for (const auto& account : opened_)
    if (account->identity) all.push_back(*account->identity);
  return all;
}

std::optional<std::string> FolderNeighbours::shrunk() const {
  for (const auto& account : opened_)
    if (account->shrank || (account->file != nullptr && account->file->shrank())) return account->path;
  return std::nullopt;
}

}  // namespace mw
