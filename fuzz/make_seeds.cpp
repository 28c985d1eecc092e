// make_seeds NAME FOLDER: writes the built-in samples of a format (its id with _ for -) for its fuzz target;
// small images for NAME "image".
#include <meshwright/files/output.h>
#include <meshwright/formats/registry.h>

#include <algorithm>
#include <span>
#include <string>

#include "exchange/image_fixtures.h"

namespace {

int write_images(const std::string& folder) {
  int number = 0;
  for (const auto& samples : {mw::test::tga_samples(), mw::test::dds_samples()})
    for (const mw::Bytes& sample : samples)
      if (!mw::write_file(folder + "/image" + std::to_string(++number), sample, {.force = true})) return 1;
  return 0;
}

/// A target takes one input: a file with a companion is its size in four bytes, the file and the companion.
mw::Bytes seed(const mw::Output& sample) {
  if (!sample.companion) return sample.bytes;
  const auto size = std::uint32_t(sample.bytes.size());
  const auto prefix = std::as_bytes(std::span(&size, 1));
  mw::Bytes bytes(prefix.begin(), prefix.end());
  bytes.insert(bytes.end(), sample.bytes.begin(), sample.bytes.end());
  bytes.insert(bytes.end(), sample.companion->begin(), sample.companion->end());
  return bytes;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  std::string id = words[1];
  if (id == "image") return write_images(words[2]);
  std::ranges::replace(id, '_', '-');
  const mw::Format* format = mw::find_format(id);
  if (format == nullptr) return 2;
  for (const std::string_view extension : format->extensions) {
    for (const char* name : {"/sample", "/skin"}) {
      const std::string path = std::string(words[2]) + name + std::string(extension);
      const auto sample = format->sample({.extension = extension, .name = path});
      if (!sample) return 1;
      if (!mw::write_file(path, seed(*sample), {.force = true})) return 1;
    }
  }
}
