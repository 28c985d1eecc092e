// Says how many faces and vertices a walkmesh has.
#include <meshwright/files/input.h>
#include <meshwright/kotor/walkmesh.h>

#include <cstdio>

int main(int count, char** words) {
  if (count != 2) {
    std::puts("usage: count_faces FILE.wok");
    return 2;
  }
  const auto input = mw::InputFile::open(words[1]);
  if (!input) {
    std::puts(to_string(input.error()).c_str());
    return 1;
  }
  const auto file = mw::kotor::walkmesh::read(input->bytes());
  if (!file) {
    std::puts(to_string(file.error()).c_str());
    return 1;
  }
  std::printf("%zu faces, %zu vertices\n", file->faces.size(), file->vertices.size());
}
