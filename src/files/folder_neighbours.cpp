#include <meshwright/core/file_name.h>
#include <meshwright/core/text.h>
#include <meshwright/files/folder_neighbours.h>

#include <algorithm>
#include <filesystem>

namespace mw {
namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

/// The folder that is meant by a file in it or by itself.
std::string folder_of(const std::string& path) {
  if (is_folder(path)) return path;
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// All files of a folder and below it. Of two with one name always the same, whatever order the system lists
/// them in.
std::map<std::string, std::string> list_files(const std::string& folder) {
  std::map<std::string, std::string> files;
  std::error_code ignored;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(folder, options, ignored), end; entry != end;
       entry.increment(ignored)) {
    if (!entry->is_regular_file(ignored)) continue;
    const std::string path = entry->path().string();
    const auto [at, added] = files.emplace(lower_case(entry->path().filename().string()), path);
    if (!added && fs::path(path) < fs::path(at->second)) at->second = path;
  }
  return files;
}

/// The file name in a name that may have a path of either system before it, in lower case.
fs::path wanted_file(const std::string& name) {
  std::string wanted = lower_case(name);
  std::ranges::replace(wanted, '\\', '/');
  return fs::path(wanted).filename();
}

}  // namespace

std::string find_in_any_case(const std::string& folder, const std::string& name) {
  const fs::path place(folder.empty() ? "." : folder);
  std::string found;
  std::error_code ignored;
  for (fs::directory_iterator entry(place, ignored), end; entry != end; entry.increment(ignored)) {
    const std::string here = entry->path().filename().string();
    if (lower_case(here) != lower_case(name)) continue;
    if (found.empty() || here == name || (found != name && here < found)) found = here;
  }
  return found.empty() ? found : (place / found).string();
}

namespace {

/// The file of that path below a folder, each part in any case of its letters; empty without one. A path that
/// leaves the folder leads nowhere.
std::string below(const std::string& folder, const std::string& name) {
  fs::path place(folder);
  for (const fs::path& part : fs::path(name)) {
    if (part.is_absolute() || part == "..") return {};
    std::error_code ignored;
    const fs::path exact = place / part;
    const std::string found =
        fs::exists(exact, ignored) ? exact.string() : find_in_any_case(place.string(), part.string());
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
      return options_.file == "-" ? std::string() : folder_of(options_.file);
    case Search::file:
    case Search::folder:
    case Search::below:
      return named(kind);
    case Search::file_or_folder:
    case Search::near_given:
      break;
  }
  const std::string path = named(kind);
  return path.empty() ? path : folder_of(path);
}

std::string FolderNeighbours::beside(const NeighbourKind& kind) const {
  if (options_.file == "-") return {};
  const fs::path exact = replace_extension(options_.file, kind.extensions.front());
  std::error_code ignored;
  if (fs::is_regular_file(exact, ignored)) return exact.string();
  return find_in_any_case(exact.parent_path().string(), exact.filename().string());
}

/// A file names another with the extension of its game, or with none.
std::string FolderNeighbours::in_tree(const NeighbourKind& kind, const std::string& folder,
                                      const std::string& name) {
  const auto [tree, added] = trees_.try_emplace(folder);
  if (added) tree->second = list_files(folder);
  const fs::path wanted = wanted_file(name);
  for (const std::string_view extension : kind.extensions) {
    for (const std::string& stem : {wanted.stem().string(), wanted.string()}) {
      const auto found = tree->second.find(stem + std::string(extension));
      if (found != tree->second.end()) return found->second;
    }
  }
  return {};
}

std::string FolderNeighbours::in_folder(const NeighbourKind& kind, const std::string& path,
                                        const std::string& name) {
  return find_in_any_case(folder_of(path), name + std::string(kind.extensions.front()));
}

/// Empty when there is none.
std::string FolderNeighbours::path_of(const NeighbourKind& kind, const std::string& name) {
  const std::string path = named(kind);
  switch (kind.search) {
    case Search::beside:
      return path.empty() ? beside(kind) : path;
    case Search::linked:
      return options_.file == "-" ? std::string() : (fs::path(folder_of(options_.file)) / name).string();
    case Search::file:
      return path;
    case Search::folder:
      return path.empty() ? path : in_tree(kind, path, name);
    case Search::below:
      return path.empty() ? path : below(path, name);
    case Search::file_or_folder:
      return path.empty() || !is_folder(path) ? path : in_folder(kind, path, name);
    case Search::near_given:
      break;
  }
  return path.empty() ? path : in_folder(kind, path, name);
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
  const std::string path = path_of(kind, name);
  if (path.empty()) return std::nullopt;
  return Neighbour{.file = path, .link = link_to(path), .load = [this, path] { return open(path); }};
}

/// An open file that tells its account, when it is closed, whether it stayed whole.
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

/// The bytes go with the last blob.
Result<Blob> FolderNeighbours::open(const std::string& path) {
  auto file = InputFile::open(path);
  if (!file) return fail(file.error());
  const auto account = std::make_shared<Account>(Account{.path = path, .identity = file->identity()});
  opened_.push_back(account);
  const auto held = std::make_shared<const Held>(*std::move(file), account);
  return Blob(held, held->file.bytes());
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
