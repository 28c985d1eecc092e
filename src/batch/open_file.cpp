#include <meshwright/batch/open_file.h>
#include <meshwright/files/folder_neighbours.h>

#include <memory>

namespace mw {

Result<Document> open_file(const std::string& path) {
  const auto files = std::make_shared<FolderNeighbours>(FolderNeighbours::Options{.file = path});
  return files->open(path).and_then(
      [&](const Blob& blob) { return open({.blob = blob, .name = path, .neighbours = files}); });
}

}  // namespace mw
