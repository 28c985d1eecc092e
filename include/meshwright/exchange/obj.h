#pragma once

// Example:
//
//     #include <meshwright/exchange/obj.h>
//     #include <cstdio>
//
//     void count_meshes(mw::ByteSpan bytes) {
//       const auto scene = mw::exchange::read_obj(bytes);
//       if (scene)
//         std::printf("%zu meshes\n", scene->meshes.size());
//       else
//         std::puts(to_string(scene.error()).c_str());  // line 12, column 7: v: "x" is not a number
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/core/loss.h>
#include <meshwright/exchange/gltf.h>
#include <meshwright/scene/scene.h>

#include <string>
#include <string_view>
#include <vector>

/// Reads and writes the scene as Wavefront OBJ with its MTL: triangles, lines and points with positions,
/// normals, one UV set and simple materials. No hierarchy, skin, animation or light.
namespace mw::exchange {

struct ObjOptions {
  std::string mtl_uri = {};  // the future path of the .mtl, relative to the .obj; empty without one
  FindImage find_image = {};
  std::string searched = {};  // where find_image searches, for messages
};

struct ObjFile {
  Bytes bytes;
  Bytes mtl = {};
  Losses losses = {};
};

/// Vertices are written in their nodes' places, those of skins as their joints place them in rest. Numbers
/// that are not finite become 0, and are counted in the losses. UVs have their origin at the bottom left, as
/// in OBJ.
Result<ObjFile> write_obj(const scene::Scene& scene, const ObjOptions& options = {});

/// Faces of more than three corners are cut into fans. If corners lack normals and the file has smoothing
/// groups (`s`), the groups give the normals: faces of a group are smooth, those outside (`s off`) are flat.
/// `load` gives the .mtl; without it materials are names only. Malformed lines of an .mtl are losses, not
/// failures.
Result<scene::Scene> read_obj(ByteSpan bytes, const LoadFile& load = {});

/// The comment that files of write_obj() begin with. A scene without meshes is such a file and nothing else.
inline constexpr std::string_view kObjMark = "# Meshwright";

/// Whether the first line that says something is one of OBJ's, or the first of all is kObjMark.
bool sniff_obj(ByteSpan bytes);

}  // namespace mw::exchange
