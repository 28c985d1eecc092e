#pragma once

// Example:
//
//     #include <meshwright/exchange/gltf.h>
//
//     mw::Result<mw::Bytes> as_glb(const mw::scene::Scene& scene) {
//       auto file = mw::exchange::write_gltf(scene);
//       if (!file) return mw::fail(file.error());
//       return std::move(file->bytes);
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/scene/scene.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// glTF 2.0 (.glb, .gltf) in and out of the scene. Conventions and what is kept where: docs/scene.md
namespace mw::exchange {

/// An image for a texture's name: its bytes to be embedded, or where it lies to be linked.
struct Image {
  std::string mime;  // "image/png" or "image/jpeg"
  Bytes bytes = {};
  std::string uri = {};  // as the output is to name it
  // Where one of these is said the texture stays a name:
  std::string problem = {};  // why what was found cannot be used
  std::string unread = {};   // what the name of an image of a kind that is not read yet ends with
};
/// The bytes of a file as glTF takes them: PNG and JPEG stay as they are, TGA and DDS become PNG. The
/// extension (".tga") tells TGA, which has no signature.
Result<Image> image_for_gltf(ByteSpan bytes, std::string_view extension);
/// Finds the image of a texture; nothing when there is none.
using FindImage = std::function<std::optional<Image>(const std::string& name)>;

struct GltfOptions {
  /// URI of the .bin of a .gltf, relative to it. Empty: one .glb that holds everything.
  std::string bin_uri = {};
  /// EXT_meshopt_compression; normals, tangents, weights and colours in few bits (KHR_mesh_quantization).
  bool compress = false;
  /// KHR_lights_punctual; otherwise lights are kept in the extras of their nodes. Games light a scene in
  /// their own way: most viewers show a room's lights as a white picture.
  bool lights = false;
  FindImage find_image = {};
  std::string searched = {};  // where find_image looks, for messages
};

struct GltfFile {
  Bytes bytes;
  Bytes bin = {};                        // of a .gltf
  std::vector<std::string> losses = {};  // what glTF cannot hold, and what had to be mended for it
};

/// Fails on a scene that contradicts itself.
Result<GltfFile> write_gltf(const scene::Scene& scene, const GltfOptions& options = {});

/// Gives the bytes of a file that a .gltf names.
using LoadFile = std::function<Result<Bytes>(const std::string& path)>;

/// Reads a .glb or .gltf, compressed or not. Fails on what is not valid glTF as far as it is used.
Result<scene::Scene> read_gltf(ByteSpan bytes, const LoadFile& load = {});

/// Whether the bytes begin as a .glb, or as JSON with an asset.
bool sniff_gltf(ByteSpan bytes);

}  // namespace mw::exchange
