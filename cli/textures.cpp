#include "textures.h"

#include <meshwright/core/text.h>
#include <meshwright/files/input.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "session.h"

namespace mw::cli {
namespace {

namespace fs = std::filesystem;

/// The best first: what glTF takes as it is, then what loses nothing on the way to it.
constexpr std::array<std::string_view, 5> kExtensions = {".png", ".jpg", ".jpeg", ".tga", ".dds"};

using Images = std::map<std::string, fs::path>;  // by lower-case file name

Images list_images(const std::string& folder) {
  Images images;
  std::error_code ignored;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(folder, options, ignored), end; entry != end;
       entry.increment(ignored)) {
    if (!entry->is_regular_file(ignored)) continue;
    const auto [at, added] = images.emplace(lower_case(entry->path().filename().string()), entry->path());
    // Of two with one name always the same, whatever order the system lists them in.
    if (!added && entry->path() < at->second) at->second = entry->path();
  }
  return images;
}

/// How the output refers to its images.
struct Reference {
  bool link;
  bool load;  // OBJ links anything, so nothing needs to be looked into
  fs::path folder;
};

Reference reference_of(const std::string& output, std::string_view target) {
  const bool obj = target == "obj";
  return {obj || extension_of(output) == ".gltf", !obj, fs::absolute(output).parent_path()};
}

FoundImage found_image(const fs::path& path, const Reference& reference) {
  FoundImage image{.file = path.string(), .extension = extension_of(path.string())};
  if (reference.link) image.path = fs::proximate(path, reference.folder).generic_string();
  if (!reference.load) return image;
  const auto file = InputFile::open(image.file);
  if (file) image.bytes.assign(file->bytes().begin(), file->bytes().end());
  const auto fail = [&](const std::string& why) { image.problem = escape_text(image.file) + ": " + why; };
  if (!file)
    fail(to_string(file.error()));
  else if (file->shrank())
    fail("was cut short by another program while being read");
  return image;
}

/// The file name in a texture's name, which may have a path of either system before it.
fs::path wanted_file(const std::string& texture) {
  std::string name = lower_case(texture);
  std::ranges::replace(name, '\\', '/');
  return fs::path(name).filename();
}

}  // namespace

decltype(SceneOutputOptions::find_image) image_finder(const std::string& folder, const std::string& output,
                                                      std::string_view target) {
  if (folder.empty()) return {};
  return [images = list_images(folder),
          reference = reference_of(output, target)](const std::string& name) -> std::optional<FoundImage> {
    const fs::path wanted = wanted_file(name);
    for (const std::string_view extension : kExtensions) {
      // A file names its texture with the extension of its game, or with none.
      for (const std::string& stem : {wanted.stem().string(), wanted.string()}) {
        const auto found = images.find(stem + std::string(extension));
        if (found != images.end()) return found_image(found->second, reference);
      }
    }
    return std::nullopt;
  };
}

}  // namespace mw::cli
