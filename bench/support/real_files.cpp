#include "real_files.h"

#include <fmt/format.h>
#include <meshwright/wows/geometry.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "bwm_landscape.h"
#include "landscape.h"
#include "models.h"

namespace mw::bench {
namespace {

namespace fs = std::filesystem;
namespace mdl = kotor::mdl;
namespace geometry = wows::geometry;

constexpr std::size_t kSmallestModel = 40'000;

fs::path corpus() {
  const char* root = std::getenv("MESHWRIGHT_CORPUS");
  return root == nullptr ? fs::path() : fs::path(root);
}

Bytes content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const ByteSpan bytes = bytes_of(text);
  return {bytes.begin(), bytes.end()};
}

/// All files of an extension in these folders, by their names.
std::vector<fs::path> files_in(std::initializer_list<std::string_view> folders, std::string_view extension) {
  std::vector<fs::path> files;
  for (const std::string_view folder : folders) {
    const fs::path path = corpus() / folder;
    if (corpus().empty() || !fs::is_directory(path)) continue;
    for (const auto& entry : fs::directory_iterator(path))
      if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::vector<RealFile> contents(const std::vector<fs::path>& paths) {
  std::vector<RealFile> files;
  for (const fs::path& path : paths) files.push_back({path.stem().string(), content(path)});
  return files;
}

std::vector<RealModel> models_in(std::initializer_list<std::string_view> folders) {
  std::vector<RealModel> models;
  for (const fs::path& path : files_in(folders, ".mdl")) {
    fs::path mdx = path;
    mdx.replace_extension(".mdx");
    RealModel& model = models.emplace_back(path.stem().string(), mdl::Pair{.mdl = content(path), .mdx = {}});
    if (fs::exists(mdx)) model.pair.mdx = content(mdx);
  }
  return models;
}

/// A grid of a ship's side, as large as a real mesh.
geometry::Mesh grid(int side) {
  geometry::Mesh mesh;
  for (int z = 0; z <= side; ++z)
    for (int x = 0; x <= side; ++x) {
      geometry::Vertex& vertex = mesh.vertices.emplace_back();
      vertex.position = {float(x) * 0.1F, std::sin(float(x + z)), float(z) * 0.1F};
      vertex.normal = {0, 1, 0};
      vertex.tangent = {1, 0, 0};
      vertex.binormal = {0, 0, 1};
      vertex.uv[0] = {float(x) / float(side), float(z) / float(side)};
    }
  const auto at = [&](int x, int z) { return std::uint32_t(z * (side + 1) + x); };
  for (int z = 0; z < side; ++z)
    for (int x = 0; x < side; ++x)
      for (const std::uint32_t corner :
           {at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x, z), at(x + 1, z + 1), at(x + 1, z)})
        mesh.indices.push_back(corner);
  return mesh;
}

Bytes generated_geometry(int meshes, int side) {
  geometry::File file;
  const geometry::Mesh mesh = grid(side);
  std::vector<std::string> names;
  for (int i = 0; i < meshes; ++i) names.push_back(fmt::format("Part{}Shape", i));
  std::vector<geometry::NewMesh> added;
  for (const std::string& name : names) added.push_back({name, "set3/xyznuvtbpc", mesh});
  if (!add_meshes(file, added, true)) std::abort();
  return geometry::write(file).value();
}

}  // namespace

std::string_view kind_of_files() {
  return files_in({"kotor/wok"}, ".wok").empty() ? "generated" : "real";
}

std::vector<RealFile> real_walkmeshes() {
  std::vector<RealFile> files = contents(files_in({"kotor/wok"}, ".wok"));
  if (!files.empty()) return files;
  for (const double kilobytes : {12, 20, 30, 40, 60, 89})
    files.push_back({fmt::format("room of {} KB", kilobytes), landscape(kilobytes / 1000)});
  return files;
}

std::vector<RealFile> real_geometries() {
  std::vector<RealFile> files = contents(files_in({"wows"}, ".geometry"));
  if (!files.empty()) return files;
  for (const auto& [meshes, side] : {std::pair(2, 20), std::pair(6, 40), std::pair(12, 60)})
    files.push_back({fmt::format("{} meshes", meshes), generated_geometry(meshes, side)});
  return files;
}

std::vector<RealFile> real_bwms() {
  std::vector<RealFile> files = contents(files_in({"bw2"}, ".bwm"));
  if (files.empty()) files.push_back({"landscape", bwm_landscape(80)});
  return files;
}

std::vector<RealModel> every_real_model() {
  return models_in({"kotor/mdl_k1", "kotor/mdl_k2", "kotor/room_pairs"});
}

std::vector<RealModel> real_models() {
  std::vector<RealModel> models = models_in({"kotor/mdl_k1", "kotor/mdl_k2"});
  std::erase_if(models, [](const RealModel& model) {
    return !model.pair.mdx || model.size() <= kSmallestModel || !mdl::read(model.pair.mdl, *model.pair.mdx);
  });
  if (!models.empty()) return models;
  models.push_back({"large room", room(16)});
  models.push_back({"larger room", room(40)});
  models.push_back({"creature", creature(45)});
  models.push_back({"small creature", creature(3)});
  models.push_back({"door", room(1)});
  return models;
}

std::filesystem::path folder_in_memory() {
  const std::filesystem::path shared = "/dev/shm";
  std::error_code ignored;
  return std::filesystem::is_directory(shared, ignored) ? shared : std::filesystem::temp_directory_path();
}

}  // namespace mw::bench
