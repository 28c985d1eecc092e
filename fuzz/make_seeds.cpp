// make_seeds NAME FOLDER: writes the built-in samples of a format (its id with _ for -) for its fuzz target.
#include <meshwright/files/output.h>
#include <meshwright/formats/registry.h>

#include <algorithm>
#include <string>

int main(int count, char** words) {
  if (count != 3) return 2;
  std::string id = words[1];
  std::ranges::replace(id, '_', '-');
  const mw::Format* format = mw::find_format(id);
  if (format == nullptr) return 2;
  for (const std::string_view extension : format->extensions) {
    const auto sample = format->sample({.extension = extension});
    if (!sample) return 1;
    const std::string path = std::string(words[2]) + "/sample" + std::string(extension);
    if (!mw::write_file(path, sample->bytes, {.force = true})) return 1;
  }
}
