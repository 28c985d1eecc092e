#pragma once

#include <meshwright/kotor/walkmesh.h>

/// The triangles of a walkmesh while rebuild() works on them.
namespace mw::kotor::walkmesh {

struct Draft {
  Mesh mesh;
  std::vector<std::uint32_t> sources;  // for each triangle the face it was
};

/// What rebuild() mends with `fix`; each change is added to the list.
void mend(Draft& draft, float tolerance, const SurfaceMaterials& surfaces, std::vector<Change>& changes);

}  // namespace mw::kotor::walkmesh
