#include <meshwright/core/text.h>
#include <meshwright/files/folder_index.h>

#include <filesystem>

namespace mw {
namespace {

namespace fs = std::filesystem;

FolderIndex::Files list_files(const std::string& folder) {
  FolderIndex::Files files;
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

}  // namespace

const FolderIndex::Files& FolderIndex::below(const std::string& folder) {
  const std::lock_guard lock(mutex_);
  const auto [found, added] = folders_.try_emplace(folder);
  if (added) found->second = list_files(folder);
  return found->second;
}

}  // namespace mw
