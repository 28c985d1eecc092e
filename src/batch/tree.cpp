#include <meshwright/batch/batch.h>
#include <meshwright/batch/detail/tree.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/files/detail/walk.h>
#include <meshwright/files/input.h>

#include <algorithm>
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

/// A report of an earlier run may lie anywhere.
bool says_what_it_holds(ByteSpan json) {
  constexpr std::size_t kBeginning = 256;
  return !is_report(text_of(json)) &&
         text_of(json).substr(0, kBeginning).find("\"format\"") != std::string_view::npos;
}

/// A file named .mdl with other content is a damaged model; a .json or .bin may have any content.
bool is_called_as_a_games(const std::string& path) {
  const std::string extension = extension_of(path);
  const Format* format = find_by_extension(extension);
  return format != nullptr && format->validate != nullptr && extension != ".bin";
}

}  // namespace

Result<const Format*> recognise_file(const std::string& path) {
  const auto file = InputFile::open(path);
  if (!file) return fail(file.error());
  const auto format = recognise(file->bytes(), path);
  if (!format && is_called_as_a_games(path)) return fail(format.error());
  if (!format || ((*format)->id == "json" && !says_what_it_holds(file->bytes()))) return nullptr;
  return *format;
}

Result<std::vector<FoundFile>> list_tree(const std::string& folder, const std::string& but) {
  const fs::path root = real(folder);
  const fs::path excluded = but.empty() ? fs::path() : real(but);
  if (root == excluded)
    return fail({.message = "the outputs would lie among the inputs; name another folder"});
  std::vector<FoundFile> files;
  const auto below = [&](const fs::path& path) { return path.lexically_relative(root).generic_string(); };
  const auto visit = [&](const fs::directory_entry& entry) {
    std::error_code failed;
    if (is_hidden(entry.path()) || entry.path() == excluded || entry.is_symlink(failed)) return false;
    if (!entry.is_regular_file(failed)) return true;
    const std::uint64_t bytes = entry.file_size(failed);
    files.push_back({below(entry.path()), failed ? 0 : bytes});
    return true;
  };
  std::error_code of_root;
  walk(root, visit, [&](const fs::path& path, const std::error_code& why) {
    if (path == root)
      of_root = why;
    else
      files.push_back({below(path), 0, why.message()});
  });
  if (of_root) return fail({.message = of_root.message()});
  std::ranges::sort(files, {}, &FoundFile::path);
  return files;
}

}  // namespace mw::batch
