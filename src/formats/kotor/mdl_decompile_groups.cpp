#include "mdl_decompile.h"

namespace mw::kotor::mdl {

std::vector<std::uint32_t> smoothing_groups(const Mesh& mesh) {
  return std::vector<std::uint32_t>(mesh.faces.size(), 1);
}

}  // namespace mw::kotor::mdl
