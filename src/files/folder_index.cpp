#include <meshwright/core/detail/text.h>
#include <meshwright/files/detail/folder_index.h>
#include <meshwright/files/detail/walk.h>

#include <filesystem>

namespace mw {
namespace {

namespace fs = std::filesystem;

FolderIndex::Files list_files(const std::string& folder) {
  FolderIndex::Files files;
  const auto visit = [&](const fs::directory_entry& entry) {
    std::error_code unknown;
    if (!entry.is_regular_file(unknown)) return true;
    const std::string path = entry.path().string();
    const auto [at, added] = files.emplace(lower_case(entry.path().filename().string()), path);
    if (!added && fs::path(path) < fs::path(at->second)) at->second = path;
    return true;
  };
  walk(folder, visit, [](const fs::path&, const std::error_code&) {});  // has nothing that could be found
  return files;
}

FolderIndex::Names list_names(const std::string& folder) {
  FolderIndex::Names names;
  std::error_code unreadable;
  for (fs::directory_iterator entry(folder, unreadable), end; entry != end; entry.increment(unreadable)) {
    std::string name = entry->path().filename().string();
    std::string key = lower_case(name);
    names.emplace(std::move(key), std::move(name));
  }
  return names;
}

}  // namespace

const FolderIndex::Files& FolderIndex::below(const std::string& folder) {
  const std::lock_guard lock(mutex_);
  const auto [found, added] = folders_.try_emplace(folder);
  if (added) found->second = list_files(folder);
  return found->second;
}

const FolderIndex::Names& FolderIndex::in(const std::string& folder) {
  const std::lock_guard lock(mutex_);
  const auto [found, added] = names_.try_emplace(folder);
  if (added) found->second = list_names(folder);
  return found->second;
}

}  // namespace mw
