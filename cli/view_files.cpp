#include "view_files.h"

#include <fmt/format.h>
#include <meshwright/core/file_name.h>
#include <meshwright/files/folder_neighbours.h>
#include <meshwright/formats/convert.h>
#include <algorithm>
#include <filesystem>
#include <memory>

namespace mw::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 50'000;

/// Keeps account of the neighbours that a document asks for.
class Recording : public Neighbours {
 public:
  explicit Recording(std::shared_ptr<FolderNeighbours> files) : files_(std::move(files)) {}

  Result<std::optional<Neighbour>> find(const NeighbourKind& kind, const std::string& name) override {
    auto found = files_->find(kind, name);
    if (found && *found) paths.push_back((*found)->file);
    return found;
  }
  std::string place(const NeighbourKind& kind) const override { return files_->place(kind); }

  std::vector<std::string> paths;

 private:
  std::shared_ptr<FolderNeighbours> files_;
};

bool is_within(const fs::path& path, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

/// Of what the picture needs; a file that cannot be read needs nothing.
std::vector<std::string> neighbours_of(const std::string& path, const std::string& root) {
  auto files = std::make_shared<FolderNeighbours>(
      FolderNeighbours::Options{.file = path, .named = {{"textures", root}, {"supermodel", root}}});
  const auto recording = std::make_shared<Recording>(files);
  const auto blob = files->open(path);
  if (!blob) return {};
  const auto document = open({.blob = *blob, .name = path, .neighbours = recording});
  if (document) (void)convert(*document, {.format = find_format("gltf"), .name = "scene.glb"});
  return recording->paths;
}

}  // namespace

void ViewFiles::add_file(const std::string& name, const std::string& path, const std::string& root) {
  if (!entries_.emplace(name, Entry{path, root}).second) return;
  names_.push_back(name);
}

Result<void> ViewFiles::add(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) return fail({.message = "cannot open: " + error.message()});
  if (!fs::is_directory(real, error)) {
    add_file(real.filename().string(), real.string(), real.parent_path().string());
    return {};
  }
  std::vector<std::string> found;
  for (auto entry =
           fs::recursive_directory_iterator(real, fs::directory_options::skip_permission_denied, error);
       !error && entry != fs::recursive_directory_iterator() && found.size() < kMostFiles;
       entry.increment(error))
    if (entry->is_regular_file(error) && !entry->is_symlink(error) &&
        find_by_extension(extension_of(entry->path().string())) != nullptr)
      found.push_back(fs::relative(entry->path(), real, error).string());
  std::ranges::sort(found);
  for (const std::string& name : found) add_file(name, (real / name).string(), real.string());
  return {};
}

Result<ViewFiles::Entry> ViewFiles::entry(const std::string& name) const {
  const std::scoped_lock lock(mutex_);
  const auto found = entries_.find(name);
  if (found == entries_.end()) return fail({.message = "is none of the opened files"});
  return found->second;
}

std::uint64_t ViewFiles::size_of(const std::string& name) const {
  const auto known = entry(name);
  std::error_code error;
  const auto size = known ? fs::file_size(known->path, error) : 0;
  return error ? 0 : size;
}

Result<std::vector<std::string>> ViewFiles::needed_for(const std::string& name) {
  const auto known = entry(name);
  if (!known) return fail(known.error());
  std::vector<std::string> needed = {name};
  for (const std::string& path : neighbours_of(known->path, known->root)) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error || !is_within(real, known->root)) continue;
    const std::string called = fs::relative(real, known->root, error).string();
    if (std::ranges::find(needed, called) != needed.end()) continue;
    const std::scoped_lock lock(mutex_);
    entries_.emplace(called, Entry{real.string(), known->root});
    needed.push_back(called);
  }
  return needed;
}

Result<Bytes> ViewFiles::read(const std::string& name) const {
  const auto known = entry(name);
  if (!known) return fail(known.error());
  std::error_code error;
  const fs::path real = fs::canonical(known->path, error);
  if (error || !is_within(real, known->root) || !fs::is_regular_file(real, error))
    return fail({.message = "is no longer what was opened"});
  return InputFile::open(real.string()).map([](const InputFile& file) {
    return Bytes(file.bytes().begin(), file.bytes().end());
  });
}

}  // namespace mw::cli
