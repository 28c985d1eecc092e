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
#include <meshwright/core/loss.h>
#include <meshwright/scene/scene.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Reads and writes the scene as glTF 2.0 (.glb, .gltf). docs/scene.md has the conventions and the place of
/// everything.
namespace mw::exchange {

/// An image for a texture's name: its bytes to embed, or its path to link.
struct Image {
  std::string mime;  // "image/png" or "image/jpeg"
  Bytes bytes = {};
  std::string uri = {};  // as the output is to name it
  // With one of these the texture stays a name:
  std::string problem = {};  // why the file cannot be used
  std::string unread = {};   // the extension of an image format that is not read yet
};
/// The bytes of a file as glTF requires them: PNG and JPEG stay as they are, TGA and DDS become PNG. TGA has
/// no signature; the extension (".tga") identifies it.
Result<Image> image_for_gltf(ByteSpan bytes, std::string_view extension);
/// Finds the image of a texture; nothing without one.
using FindImage = std::function<std::optional<Image>(const std::string& name)>;

struct GltfOptions {
  /// URI of the .bin of a .gltf, relative to it. Empty: one .glb that holds everything.
  std::string bin_uri = {};
  /// EXT_meshopt_compression; normals, tangents, weights and colours in few bits (KHR_mesh_quantization).
  bool compress = false;
  /// KHR_lights_punctual; otherwise lights are stored in the extras of their nodes. Games light a scene in
  /// their own way: in most viewers a room's lights make the picture white.
  bool lights = false;
  FindImage find_image = {};
  std::string searched = {};  // where find_image searches, for messages
};

struct GltfFile {
  Bytes bytes;
  Bytes bin = {};      // of a .gltf
  Losses losses = {};  // what glTF cannot hold, and repairs for it
};

/// Fails on a scene that contradicts itself.
Result<GltfFile> write_gltf(const scene::Scene& scene, const GltfOptions& options = {});

/// Gives the bytes of a file that a .gltf names.
using LoadFile = std::function<Result<Bytes>(const std::string& path)>;

/// Reads a .glb or .gltf, compressed or not. Fails on invalid glTF in the parts that it uses.
Result<scene::Scene> read_gltf(ByteSpan bytes, const LoadFile& load = {});

/// The kinds of losses of glTF, OBJ and their images.
std::span<const FindingKind> loss_kinds();

/// Whether the bytes begin as a .glb, or as JSON with an asset.
bool sniff_gltf(ByteSpan bytes);

}  // namespace mw::exchange
