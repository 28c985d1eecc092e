// Counts the faces of a walkmesh by surface material.
#include <meshwright/files/input.h>
#include <meshwright/kotor/surface_materials.h>
#include <meshwright/kotor/walkmesh.h>

#include <iostream>
#include <map>

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: list_materials FILE.wok\n";
    return 2;
  }
  const auto input = mw::InputFile::open(words[1]);
  const auto file =
      input.and_then([](const mw::InputFile& f) { return mw::kotor::walkmesh::read(f.bytes()); });
  if (!file) {
    std::cerr << words[1] << ": " << to_string(file.error()) << "\n";
    return 2;
  }
  std::map<std::uint32_t, int> faces;
  for (const std::uint32_t material : file->materials) ++faces[material];
  std::cout << file->faces.size() << " faces, " << mw::kotor::walkmesh::walkable_prefix(file->materials)
            << " walkable\n";
  for (const auto& [id, number] : faces) {
    const auto* material = mw::kotor::SurfaceMaterials::built_in().find(id);
    std::cout << (material != nullptr ? material->name : "unknown") << ": " << number << "\n";
  }
}
