#pragma once

// Example:
//
//     #include <meshwright/batch/open_file.h>
//     #include <cstdio>
//
//     void print_triangles(const std::string& path) {
//       const auto document = mw::open_file(path);
//       if (!document) return;
//       const auto scene = mw::to_scene(*document);
//       if (scene) std::printf("%llu\n", static_cast<unsigned long long>(totals(*scene).triangles));
//     }

#include <meshwright/core/error.h>
#include <meshwright/formats/document.h>

#include <string>

namespace mw {

/// Opens a file of any format with its neighbours: the MDX of a model, the LYT and supermodel that it names,
/// textures. Files outside of its folder are not read.
Result<Document> open_file(const std::string& path);

}  // namespace mw
