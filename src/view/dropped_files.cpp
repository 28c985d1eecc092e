#include "dropped_files.h"

#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/image_names.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/registry.h>
#include <algorithm>
#include <set>

namespace mw::view {
namespace {

/// "folder/a.mdl" -> "folder/"
std::string_view folder_of(std::string_view path) {
  return path.substr(0, path.size() - file_name_of(path).size());
}

/// The drop of files that are asked about before they are there.
constexpr std::uint32_t kComing = ~std::uint32_t(0);

/// Letters of an extension in a help text: "LYT", "2DA".
std::string extension_meant(std::string_view operand) {
  return operand == "FILE" || operand == "DIR" ? "" : "." + lower_case(operand);
}

}  // namespace

Result<Blob> DroppedFiles::File::blob() const {
  if (loaded_) return *loaded_;
  auto found = load_();
  if (!found) return found;
  load_ = nullptr;
  return loaded_.emplace(*std::move(found));
}

void DroppedFiles::add(std::string path, Blob blob) {
  const File* before = find(path);  // what takes its place came with the same files
  const std::uint32_t drop = before == nullptr ? 0 : before->drop;
  add(std::move(path), [given = std::move(blob)] { return Result<Blob>(given); }, drop);
}

void DroppedFiles::add(std::string path, Load load, std::uint32_t drop) {
  const auto [known, is_new] = by_path_.emplace(path, files_.size());
  if (!is_new) {
    files_[known->second] = File(std::move(path), std::move(load), drop);
    return;
  }
  by_name_[lower_case(file_name_of(path))].push_back(files_.size());
  by_stem_[lower_case(stem_of(path))].push_back(files_.size());
  files_.emplace_back(std::move(path), std::move(load), drop);
}

const DroppedFiles::File* DroppedFiles::find(std::string_view path) const {
  const auto found = by_path_.find(std::string(path));
  return found == by_path_.end() ? nullptr : &files_[found->second];
}

std::vector<const DroppedFiles::File*> DroppedFiles::at(const Places& places, std::string_view key) const {
  std::vector<const File*> files;
  const auto found = places.find(lower_case(key));
  if (found != places.end())
    for (const std::size_t place : found->second) files.push_back(&files_[place]);
  return files;
}

std::vector<const DroppedFiles::File*> DroppedFiles::called(std::string_view name) const {
  return at(by_name_, name);
}

std::vector<const DroppedFiles::File*> DroppedFiles::with_stem(std::string_view stem) const {
  return at(by_stem_, stem);
}

Result<Source> source_in(const std::shared_ptr<const DroppedFiles>& files, const std::string& path) {
  const DroppedFiles::File* file = files->find(path);
  auto blob = file != nullptr ? file->blob() : Blob();
  if (!blob) return fail(blob.error());
  return Source{
      .blob = *std::move(blob), .name = path, .neighbours = std::make_shared<DroppedNeighbours>(files, path)};
}

DroppedNeighbours::DroppedNeighbours(std::shared_ptr<const DroppedFiles> files, std::string path)
    : files_(std::move(files)), path_(std::move(path)) {}

const DroppedFiles::File* DroppedNeighbours::meant(const NeighbourKind& kind, const std::string& name) const {
  switch (kind.search) {
    case Search::beside:
      return with_stem(stem_of(path_), kind);
    case Search::linked:
    case Search::below:
      return at_path(name);
    case Search::file:
      return meant_by(kind);
    case Search::folder:
    case Search::file_or_folder:
    case Search::near_given:
      break;
  }
  return called(name, kind);
}

Result<std::optional<Neighbour>> DroppedNeighbours::find(const NeighbourKind& kind, const std::string& name) {
  wishes_.try_emplace({kind.name, name}, kind);
  const DroppedFiles::File* file = meant(kind, name);
  if (file == nullptr || file->path == path_) return std::nullopt;
  return Neighbour{.file = file->path,
                   .load = [files = files_, path = file->path] { return files->find(path)->blob(); }};
}

std::vector<std::string> DroppedNeighbours::used_of(const std::vector<std::string>& paths) const {
  auto more = std::make_shared<DroppedFiles>(*files_);
  for (const std::string& path : paths)
    if (!is_one_of(kUnreadImages, extension_of(path)) && more->find(path) == nullptr)
      more->add(path, [] { return Result<Blob>(); }, kComing);
  const DroppedNeighbours with(more, path_);
  std::set<std::string_view> meant_paths;
  for (const auto& [wish, kind] : wishes_)
    if (const DroppedFiles::File* file = with.meant(kind, wish.second); file != nullptr)
      meant_paths.insert(file->path);
  std::vector<std::string> used;
  for (const std::string& path : paths)
    if (path != path_ && !is_one_of(kUnreadImages, extension_of(path)) && meant_paths.contains(path))
      used.push_back(path);
  return used;
}

std::vector<DroppedNeighbours::Lack> DroppedNeighbours::lacks() const {
  std::vector<Lack> found;
  for (const auto& [wish, kind] : wishes_)
    if (!wish.second.empty() && meant(kind, wish.second) == nullptr)
      found.push_back({wish.first, wish.second});
  return found;
}

std::string DroppedNeighbours::place(const NeighbourKind& /*kind*/) const {
  return "the files that were dropped";
}

/// The best extension first; one of the same folder before another.
const DroppedFiles::File* DroppedNeighbours::with_stem(std::string_view stem,
                                                       const NeighbourKind& kind) const {
  const auto files = files_->with_stem(stem);
  for (const std::string_view extension : kind.extensions)
    for (const bool same_folder : {true, false})
      for (const DroppedFiles::File* file : files)
        if ((!same_folder || folder_of(file->path) == folder_of(path_)) &&
            extension_of(file->path) == extension)
          return file;
  return nullptr;
}

/// With its extension, or by one of those that a name may lack.
const DroppedFiles::File* DroppedNeighbours::called(std::string_view name, const NeighbourKind& kind) const {
  if (const auto files = files_->called(file_name_of(name)); !files.empty()) return files.front();
  if (const auto* file = with_stem(file_name_of(name), kind)) return file;
  return with_stem(stem_of(name), kind);
}

const DroppedFiles::File* DroppedNeighbours::at_path(std::string_view path) const {
  const std::string wanted = std::string(folder_of(path_)) + std::string(path);
  const auto files = files_->called(file_name_of(path));
  for (const DroppedFiles::File* file : files)
    if (same_in_any_case(file->path, wanted)) return file;
  return files.empty() ? nullptr : files.front();
}

/// The one file with an extension of the kind: in the file's own folder and drop, in that folder, in that
/// drop, or anywhere. Of several there is no telling, unless one is called as the file is.
const DroppedFiles::File* DroppedNeighbours::only_one(const NeighbourKind& kind) const {
  if (const auto* file = with_stem(stem_of(path_), kind)) return file;
  const DroppedFiles::File* self = files_->find(path_);
  constexpr std::pair<bool, bool> kNearness[] = {{true, true}, {true, false}, {false, true}, {false, false}};
  for (const auto [same_folder, same_drop] : kNearness) {
    const DroppedFiles::File* found = nullptr;
    std::size_t count = 0;
    for (const DroppedFiles::File& file : files_->all()) {
      if (same_folder && folder_of(file.path) != folder_of(path_)) continue;
      if (same_drop && self != nullptr && file.drop != self->drop) continue;
      if (std::ranges::find(kind.extensions, extension_of(file.path)) == kind.extensions.end()) continue;
      found = &file;
      ++count;
    }
    if (count == 1) return found;
  }
  return nullptr;
}

/// Whether it came with the file itself, or was the only one with that extension that came then.
bool DroppedNeighbours::is_near(const DroppedFiles::File& file, std::string_view extension) const {
  const DroppedFiles::File* self = files_->find(path_);
  if (self == nullptr || self->drop == file.drop) return true;
  return std::ranges::count_if(files_->all(), [&](const DroppedFiles::File& each) {
           return each.drop == file.drop && extension_of(each.path) == extension;
         }) == 1;
}

/// Nobody says on a page which file is the table of surfaces or the layout. A kind that names extensions
/// means any file that has them. Otherwise it is the one with the extension that the help names: of files
/// that are opened themselves only the one of the same name, and of another drop only one that was the only
/// one there, since a whole folder of tables was not meant. Where the help names none, the file is called as
/// the option is: assets.bin.
const DroppedFiles::File* DroppedNeighbours::meant_by(const NeighbourKind& kind) const {
  if (!kind.extensions.empty()) return only_one(kind);
  const std::string extension = extension_meant(kind.operand);
  const bool opened_itself = !extension.empty() && find_by_extension(extension) != nullptr;
  for (const DroppedFiles::File& file : files_->all()) {
    const bool named = extension.empty() ? same_in_any_case(stem_of(file.path), kind.name)
                                         : extension_of(file.path) == extension;
    if (!named) continue;
    if (same_in_any_case(stem_of(file.path), stem_of(path_))) return &file;
    if (!opened_itself && (extension.empty() || is_near(file, extension))) return &file;
  }
  return nullptr;
}

}  // namespace mw::view
