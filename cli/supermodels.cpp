#include "supermodels.h"

#include <filesystem>

namespace mw::cli {

Supermodels::Supermodels(std::string file_or_folder) : path_(std::move(file_or_folder)) {
  std::error_code ignored;
  const std::filesystem::path path(path_);
  folder_ = std::filesystem::is_directory(path, ignored) ? path_ : path.parent_path().string();
  if (folder_.empty()) folder_ = ".";
}

void Supermodels::add_to(Source& source, std::vector<FileIdentity>& opened) const {
  if (path_.empty()) return;
  source.supermodel_place = folder_;
  source.find_supermodel = [this, &opened, first = path_ != folder_](
                               const std::string& name) mutable -> Result<std::optional<Bytes>> {
    const std::string path = first ? path_ : find_in_any_case(folder_, name + ".mdl");
    first = false;
    if (path.empty()) return std::nullopt;
    const auto file = InputFile::open(path);
    if (!file) return fail({file.error().offset, "supermodel " + display_name(path), file.error().message});
    if (const auto identity = file->identity()) opened.push_back(*identity);
    Bytes bytes(file->bytes().begin(), file->bytes().end());
    if (file->shrank())
      return fail({.message = "supermodel " + display_name(path) + " was cut short by another program"});
    return bytes;
  };
}

}  // namespace mw::cli
