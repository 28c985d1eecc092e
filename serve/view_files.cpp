#include "view_files.h"

#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/files/folder_neighbours.h>
#include <meshwright/formats/convert.h>
#include <algorithm>
#include <iterator>
#include <memory>
#include <set>

namespace mw::serve {
namespace {

namespace fs = std::filesystem;

/// Records the neighbours that a document asks for.
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

/// The neighbours that a file uses.
struct Used {
  std::vector<std::string> paths;
  bool are_rooms = false;
};

/// Files that the picture needs; a file that cannot be read needs none. A check of a layout asks for its
/// rooms.
Used used_by(const std::string& path, const std::string& root) {
  auto files = std::make_shared<FolderNeighbours>(
      FolderNeighbours::Options{.file = path, .named = {{"textures", root}, {"supermodel", root}}});
  const auto recording = std::make_shared<Recording>(files);
  const auto blob = files->open(path);
  if (!blob) return {};
  const auto document = open({.blob = *blob, .name = path, .neighbours = recording});
  if (!document) return {recording->paths};
  if (document->format().lists_rooms) {
    Findings ignored;
    (void)validate(*document, ignored);
  } else {
    (void)convert(*document, {.format = find_format("gltf"), .name = "scene.glb"});
  }
  return {recording->paths, document->format().lists_rooms};
}

/// With the neighbours of a layout's rooms. A layout is not a room: formats go by content, so a file with a
/// room's name may be a layout that lists itself.
std::vector<std::string> neighbours_of(const std::string& path, const std::string& root) {
  Used used = used_by(path, root);
  if (!used.are_rooms) return std::move(used.paths);
  const std::set<std::string> rooms(used.paths.begin(), used.paths.end());
  for (const std::string& room : rooms) {
    Used more = used_by(room, root);
    if (!more.are_rooms) std::ranges::move(more.paths, std::back_inserter(used.paths));
  }
  return std::move(used.paths);
}

/// The innermost folder that contains both.
fs::path common_folder(const fs::path& a, const fs::path& b) {
  fs::path common;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end() && *x == *y; ++x, ++y) common /= *x;
  return common;
}

}  // namespace

/// JSON cannot hold bytes that are not UTF-8: they are escaped.
std::string ViewFiles::name_of(const std::string& path) const {
  std::string name = fs::path(path).lexically_relative(common_).string();
  return is_utf8(name) ? name : escape_text(name);
}

void ViewFiles::name_all() {
  names_.clear();
  entries_.clear();
  for (const Entry& entry : opened_) {
    const std::string name = name_of(entry.path);
    if (entries_.emplace(name, entry).second) names_.push_back(name);
  }
}

void ViewFiles::take(const fs::directory_entry& entry, Listing& listing) {
  std::error_code gone;  // a link may lead nowhere
  const bool is_known = find_by_extension(extension_of(entry.path().string())) != nullptr;
  if (entry.is_symlink(gone)) {
    links_ += is_known || entry.is_directory(gone) ? 1 : 0;
  } else if (entry.is_directory(gone)) {
    listing.folders.push_back(entry.path());
  } else if (is_known && entry.is_regular_file(gone)) {
    cut_short_ = opened_.size() + listing.files.size() >= most_files_;
    if (!cut_short_) listing.files.push_back(entry.path().string());
  }
}

std::vector<std::string> ViewFiles::files_below(const fs::path& folder) {
  Listing listing{.folders = {folder}};
  while (!listing.folders.empty() && !cut_short_) {
    const fs::path next = std::move(listing.folders.back());
    listing.folders.pop_back();
    std::error_code error;
    for (auto entry = fs::directory_iterator(next, error);
         !error && entry != fs::directory_iterator() && !cut_short_; entry.increment(error))
      take(*entry, listing);
    if (error) ++unreadable_;
  }
  std::ranges::sort(listing.files);
  return std::move(listing.files);
}

Result<void> ViewFiles::add(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) return fail({.message = "cannot open: " + error.message()});
  const bool is_folder = fs::is_directory(real, error);
  const fs::path root = is_folder ? real : real.parent_path();
  for (std::string& each : is_folder ? files_below(real) : std::vector{real.string()})
    opened_.push_back({std::move(each), root.string()});
  common_ = (common_.empty() ? root : common_folder(common_, root)).string();
  name_all();
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
  std::set<std::string> listed = {name};
  const std::scoped_lock one_at_a_time(looking_);
  for (const std::string& path : neighbours_of(known->path, known->root)) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error || !is_within(real, known->root)) continue;
    const std::string called = name_of(real.string());
    if (!listed.insert(called).second) continue;
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

}  // namespace mw::serve
