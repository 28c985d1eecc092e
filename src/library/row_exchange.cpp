#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/image_names.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/uri.h>
#include <meshwright/exchange/gltf.h>
#include <meshwright/exchange/obj.h>
#include <meshwright/scene/detail/crease.h>
#include <meshwright/scene/detail/tree.h>

#include <algorithm>

#include "common_options.h"
#include "verbs.h"

namespace mw::rows {
namespace gltf_and_obj {
namespace {

constexpr std::string_view kGltfExtensions[] = {".glb", ".gltf"};
constexpr std::string_view kObjExtensions[] = {".obj"};

constexpr OptionKind kCrease{.name = "crease",
                             .operand = "DEGREES",
                             .help = kCreaseHelp,
                             .uses = Use::to_scene,
                             .values = {},
                             .problem = problem_of_crease};

constexpr OptionKind kGltfOptions[] = {
    kCrease,
    {.name = "compress",
     .operand = {},
     .help = "Write compressed glTF (EXT_meshopt_compression)",
     .uses = Use::from_scene},
    {.name = "lights",
     .operand = {},
     .help = "Lights as glTF lights (KHR_lights_punctual); otherwise they are in extras",
     .uses = Use::from_scene},
};

/// The numbers are then in the axes of the target format.
constexpr OptionKind kObjOptions[] = {kCrease, kRawAxes};

enum Beside : std::size_t { kLinked, kTextures };
constexpr NeighbourUse kNeighbours[] = {
    {{.name = "linked", .operand = {}, .help = {}, .search = Search::linked}, kReading},
    {{.name = "textures",
      .operand = "DIR",
      .help = "Folder to find the textures in: PNG, JPEG, TGA, DDS, in any case",
      .search = Search::folder,
      .extensions = kTextureImages},
     Use::from_scene,
     true},
};

/// Gives the bytes of a file that this one names by a relative path: a .gltf its .bin.
exchange::LoadFile loader(const Source& source) {
  return [neighbours = source.neighbours](const std::string& path) -> Result<Bytes> {
    const auto blob = load_neighbour(neighbours.get(), kNeighbours[kLinked].kind, path);
    if (!blob) return fail(blob.error());
    if (!*blob) return fail({.message = "cannot open: there is nothing beside this file"});
    const ByteSpan bytes = (*blob)->bytes();
    return Bytes(bytes.begin(), bytes.end());
  };
}

/// glTF links PNG and JPEG only; images converted to PNG are embedded.
exchange::Image gltf_image(const Neighbour& found, bool link) {
  const auto problem = [&](const Error& error) {
    return exchange::Image{.mime = {}, .problem = escape_text(found.file) + ": " + to_string(error)};
  };
  const auto blob = found.load();
  if (!blob) return problem(blob.error());
  auto image = exchange::image_for_gltf(blob->bytes(), extension_of(found.file));
  if (!image) return problem(image.error());
  const bool same = std::ranges::equal(image->bytes, blob->bytes());
  if (link && !found.link.empty() && same) return {.mime = image->mime, .uri = percent_encoded(found.link)};
  return *std::move(image);
}

/// OBJ links every readable image, so none needs to be opened.
exchange::Image obj_image(const Neighbour& found, bool /*link*/) {
  return {.mime = {}, .uri = found.link};
}

/// Empty if images are not searched.
std::string place_of_images(const WriteRequest& request) {
  return request.neighbours != nullptr ? request.neighbours->place(kNeighbours[kTextures].kind) : "";
}

exchange::FindImage image_finder(const WriteRequest& request, bool link,
                                 exchange::Image (*adapt)(const Neighbour& found, bool link)) {
  if (place_of_images(request).empty()) return {};
  return [neighbours = request.neighbours, link,
          adapt](const std::string& name) -> std::optional<exchange::Image> {
    const auto found = neighbours->find(kNeighbours[kTextures].kind, name);
    if (!found) return exchange::Image{.mime = {}, .problem = to_string(found.error())};
    if (!*found) return std::nullopt;
    const std::string extension = extension_of((*found)->file);
    if (is_one_of(kUnreadImages, extension)) return exchange::Image{.mime = {}, .unread = extension};
    return adapt(**found, link);
  };
}

/// "folder/room.gltf" -> "room.bin"
std::string beside(std::string_view path, std::string_view extension) {
  return replace_extension(file_name_of(path), extension);
}

JsonArray names(const auto& items) {
  JsonArray list;
  for (const auto& item : items) list.push_back(item.name);
  return list;
}

std::string_view kind_of(const scene::Node& node) {
  if (node.mesh) return node.skin ? "skin" : "mesh";
  return node.light ? "light" : "node";
}

std::vector<TreeNode> tree_of(const scene::Scene& scene) {
  std::vector<TreeNode> tree;
  const std::vector<scene::Index> parents = parents_in(scene);
  std::vector<std::uint32_t> depths(scene.nodes.size());
  for (const scene::Index index : nodes_in_order(scene)) {
    if (parents[index] != scene::kNoParent) depths[index] = depths[parents[index]] + 1;
    const scene::Node& node = scene.nodes[index];
    tree.push_back({.name = node.name, .kind = kind_of(node), .depth = depths[index]});
  }
  return tree;
}

Info info_of(const scene::Scene& scene, std::string_view variant) {
  const scene::Totals totals = scene::totals(scene);
  Info info;
  info.variant = variant;
  info.counts = {{"nodes", totals.nodes},
                 {"meshes", totals.meshes},
                 {"vertices", totals.vertices},
                 {"triangles", totals.triangles},
                 {"materials", scene.materials.size()},
                 {"skins", scene.skins.size()},
                 {"animations", scene.animations.size()},
                 {"lights", scene.lights.size()}};
  info.bounds = scene::bounds(scene);
  info.details = {{"materials", names(scene.materials)}, {"animations", names(scene.animations)}};
  info.tree = tree_of(scene);
  return info;
}

Totals totals(const Document& document) {
  const scene::Totals totals = scene::totals(mirror<scene::Scene>(document));
  return {totals.meshes, totals.vertices, totals.triangles};
}

/// These formats have no mirror of their own: their documents hold the scene.
Result<scene::Scene> to_scene(const Document& document, const SceneWishes& wishes) {
  const OptionValues& options = wishes.options;
  scene::Scene scene = mirror<scene::Scene>(document);
  if (options.has("crease")) scene::add_normals(scene, parse_any_float(options.get("crease")).value_or(180));
  return scene;
}

template <const Format& format>
Result<Document> from_scene(scene::Scene scene, const SceneRequest& /*request*/) {
  return Document(format, std::move(scene));
}

template <const Format& format, auto read>
Result<Document> read_scene(const Source& source, const FileTraces& /*traces*/) {
  return read(source.blob.bytes(), loader(source)).map([&](scene::Scene scene) {
    return Document(format, std::move(scene), source);
  });
}

Result<Info> gltf_info(const Document& document) {
  const bool binary = text_of(document.source().blob.bytes()).starts_with("glTF");
  return info_of(mirror<scene::Scene>(document), binary ? "glb" : "gltf");
}

Result<Output> write_gltf(const Document& document, const WriteRequest& request) {
  const bool two_files = extension_of(request.name) == ".gltf";
  exchange::GltfOptions options{.compress = request.options.has("compress"),
                                .lights = request.options.has("lights"),
                                .find_image = image_finder(request, two_files, gltf_image),
                                .searched = place_of_images(request)};
  if (two_files) options.bin_uri = percent_encoded(beside(request.name, ".bin"));
  return exchange::write_gltf(mirror<scene::Scene>(document), options).map([&](exchange::GltfFile file) {
    Output output{
        .bytes = std::move(file.bytes), .companion_extension = ".bin", .losses = std::move(file.losses)};
    if (two_files && !file.bin.empty()) output.companion = std::move(file.bin);
    return output;
  });
}

Result<Info> obj_info(const Document& document) {
  return info_of(mirror<scene::Scene>(document), "obj");
}

Result<Output> write_obj(const Document& document, const WriteRequest& request) {
  const bool alone = request.name.empty() || request.name == "-";  // it has no neighbours
  const exchange::ObjOptions options{.mtl_uri = alone ? "" : beside(request.name, ".mtl"),
                                     .find_image = image_finder(request, true, obj_image),
                                     .searched = place_of_images(request)};
  return exchange::write_obj(mirror<scene::Scene>(document), options).map([](exchange::ObjFile file) {
    Output output{
        .bytes = std::move(file.bytes), .companion_extension = ".mtl", .losses = std::move(file.losses)};
    if (!file.mtl.empty()) output.companion = std::move(file.mtl);
    return output;
  });
}

}  // namespace

// These two pass through the scene only: they have no mirror to validate, dump or rewrite.
const Format kGltf = {
    .id = "gltf",
    .name = "glTF 2.0",
    .extensions = kGltfExtensions,
    .options = kGltfOptions,
    .neighbours = kNeighbours,
    .keeps_bytes = false,
    .has_skeletons = true,
    .sniff = exchange::sniff_gltf,
    .read = read_scene<kGltf, exchange::read_gltf>,
    .from_scene = from_scene<kGltf>,
    .info = gltf_info,
    .totals = totals,
    .write = write_gltf,
    .to_scene = to_scene,
};

const Format kObj = {
    .id = "obj",
    .name = "Wavefront OBJ",
    .extensions = kObjExtensions,
    .options = kObjOptions,
    .neighbours = kNeighbours,
    .keeps_bytes = false,
    .has_meshes_only = true,
    .sniff = exchange::sniff_obj,
    .read = read_scene<kObj, exchange::read_obj>,
    .from_scene = from_scene<kObj>,
    .info = obj_info,
    .totals = totals,
    .write = write_obj,
    .to_scene = to_scene,
};

}  // namespace gltf_and_obj
}  // namespace mw::rows
