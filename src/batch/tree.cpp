#include <meshwright/batch/tree.h>
#include <meshwright/core/file_name.h>
#include <meshwright/files/input.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace mw::batch {
namespace {

namespace fs = std::filesystem;

bool is_hidden(const fs::path& path) {
  return path.filename().native().starts_with('.');
}

/// Links resolved, as far as the path exists.
fs::path real(const std::string& path) {
  std::error_code failed;
  const fs::path found = fs::weakly_canonical(path, failed);
  return failed ? fs::path(path) : found;
}

bool says_what_it_holds(ByteSpan json) {
  constexpr std::size_t kBeginning = 256;
  return text_of(json).substr(0, kBeginning).find("\"format\"") != std::string_view::npos;
}

/// A file that is called .mdl and is none is a damaged one; a .json or .bin can be anybody's.
bool is_called_as_a_games(const std::string& path) {
  const std::string extension = extension_of(path);
  const Format* format = find_by_extension(extension);
  return format != nullptr && format->validate != nullptr && extension != ".bin";
}

}  // namespace

Result<const Format*> recognise_file(const std::string& path) {
  const auto file = InputFile::open(path);
  if (!file) return fail(file.error());
  const auto format = recognise(file->bytes());
  if (!format && is_called_as_a_games(path)) return fail(format.error());
  if (!format || ((*format)->id == "json" && !says_what_it_holds(file->bytes()))) return nullptr;
  return *format;
}

Result<std::vector<FoundFile>> list_tree(const std::string& folder, const std::string& but) {
  std::error_code failed;
  const fs::path root = real(folder);
  const fs::path excluded = but.empty() ? fs::path() : real(but);
  if (root == excluded)
    return fail({.message = "the outputs would lie among the inputs; name another folder"});
  fs::recursive_directory_iterator entry(root, failed);
  if (failed) return fail({.message = failed.message()});
  std::vector<FoundFile> files;
  for (const fs::recursive_directory_iterator end; entry != end; entry.increment(failed)) {
    const bool is_folder = entry->is_directory(failed);
    if (is_hidden(entry->path()) || entry->path() == excluded) {
      if (is_folder) entry.disable_recursion_pending();
      continue;
    }
    const std::string path = entry->path().lexically_relative(root).generic_string();
    if (entry->is_symlink(failed)) continue;
    if (is_folder && ::access(entry->path().c_str(), R_OK | X_OK) != 0) {
      files.push_back({path, 0, std::generic_category().message(errno)});
      entry.disable_recursion_pending();
    }
    if (!entry->is_regular_file(failed)) continue;
    const std::uint64_t bytes = entry->file_size(failed);
    files.push_back({path, failed ? 0 : bytes});
  }
  std::ranges::sort(files, {}, &FoundFile::path);
  return files;
}

}  // namespace mw::batch
