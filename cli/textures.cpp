#include "textures.h"

#include <meshwright/core/text.h>
#include <meshwright/files/input.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>

#include "session.h"

namespace mw::cli {
namespace {

namespace fs = std::filesystem;

/// What may be embedded in glTF, best first.
struct Kind {
  std::string_view extension;
  std::string_view mime;
};
constexpr std::array<Kind, 3> kKinds = {
    {{".png", "image/png"}, {".jpg", "image/jpeg"}, {".jpeg", "image/jpeg"}}};

using Images = std::map<std::string, fs::path>;  // by lower-case file name

Images list_images(const std::string& folder) {
  Images images;
  std::error_code ignored;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(folder, options, ignored), end; entry != end;
       entry.increment(ignored))
    if (entry->is_regular_file(ignored))
      images.emplace(lower_case(entry->path().filename().string()), entry->path());
  return images;
}

std::optional<FoundImage> load(const fs::path& path, std::string_view mime, const std::string& output) {
  FoundImage image{.mime = std::string(mime)};
  if (extension_of(output) != ".glb") {
    const fs::path folder = fs::absolute(output).parent_path();
    image.uri = fs::proximate(path, folder).generic_string();
    return image;
  }
  const auto file = InputFile::open(path.string());
  if (!file) return std::nullopt;
  image.bytes.assign(file->bytes().begin(), file->bytes().end());
  return image;
}

}  // namespace

decltype(SceneOutputOptions::find_image) image_finder(const std::string& folder, const std::string& output) {
  if (folder.empty()) return {};
  return [images = list_images(folder), output](const std::string& name) -> std::optional<FoundImage> {
    const fs::path wanted(lower_case(name));
    for (const Kind& kind : kKinds) {
      // A file names its texture with the extension of its game, or with none.
      for (const std::string& stem : {wanted.stem().string(), wanted.filename().string()}) {
        const auto found = images.find(stem + std::string(kind.extension));
        if (found != images.end()) return load(found->second, kind.mime, output);
      }
    }
    return std::nullopt;
  };
}

}  // namespace mw::cli
