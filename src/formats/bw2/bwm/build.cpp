#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/detail/bwm_build.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/geometric.hpp>
#include <map>

namespace mw::bw2::bwm {
namespace {

constexpr std::size_t kInfluences = 4;  // bones a vertex
constexpr std::size_t kMaxUvSets = kMaxElements - 2;
constexpr std::size_t kLongestName = 63;  // and a NUL

Error mesh_error(std::size_t mesh, std::string_view array, std::string message) {
  return {.field = fmt::format("meshes[{}].{}", mesh, array), .message = std::move(message)};
}

/// Arrays that are there must have one row per vertex.
std::optional<Error> check_rows(const MeshInput& mesh, std::size_t index) {
  const std::size_t vertices = mesh.positions.size();
  std::optional<Error> error;
  const auto expect = [&](std::string_view name, std::size_t rows) {
    if (rows != 0 && rows != vertices && !error)
      error = mesh_error(index, name, fmt::format("has {} rows, but there are {} positions", rows, vertices));
  };
  expect("normals", mesh.normals.size());
  for (const auto& set : mesh.uv_sets) expect("uv_sets", set.size());
  expect("bones", mesh.bones.size());
  expect("weights", mesh.weights.size());
  expect("cleaves", mesh.cleaves.size());
  if (!error && mesh.uv_sets.size() > kMaxUvSets)
    error = mesh_error(
        index, "uv_sets",
        fmt::format("{} do not fit: a declaration has room for {}", mesh.uv_sets.size(), kMaxUvSets));
  if (!error && mesh.name.size() > kLongestName)
    error = mesh_error(index, "name", fmt::format("{} bytes do not fit {}", mesh.name.size(), kLongestName));
  const auto odd = std::ranges::find_if_not(mesh.positions, is_finite);
  if (!error && odd != mesh.positions.end())
    error = mesh_error(index, fmt::format("positions[{}]", odd - mesh.positions.begin()), "is not finite");
  const auto far = std::ranges::find_if_not(mesh.positions, is_within_reach);
  if (!error && far != mesh.positions.end())
    error = mesh_error(index, fmt::format("positions[{}]", far - mesh.positions.begin()),
                       fmt::format("is farther out than {:g}, where there are no bounds", kFarthestBound));
  return error;
}

std::optional<Error> check_parts(const ModelInput& model, const MeshInput& mesh, std::size_t index) {
  for (std::size_t i = 0; i < mesh.parts.size(); ++i) {
    const PartInput& part = mesh.parts[i];
    const std::string name = fmt::format("parts[{}]", i);
    if (part.material >= model.materials.size())
      return mesh_error(
          index, name,
          fmt::format("material {} >= material count {}", part.material, model.materials.size()));
    if (part.indices.size() % 3 != 0)
      return mesh_error(index, name,
                        fmt::format("{} indices are not three per triangle", part.indices.size()));
    for (const std::uint32_t corner : part.indices)
      if (corner >= mesh.positions.size())
        return mesh_error(index, name,
                          fmt::format("index {} >= vertex count {}", corner, mesh.positions.size()));
  }
  return std::nullopt;
}

/// In their order, each once: a mesh of many parts has many vertices that are none of a part's.
std::vector<std::uint32_t> used_vertices(const PartInput& part) {
  std::vector<std::uint32_t> used = part.indices;
  std::ranges::sort(used);
  const auto repeated = std::ranges::unique(used);
  used.erase(repeated.begin(), repeated.end());
  return used;
}

/// Puts together the vertices of all parts and the tables that point into them.
class Builder {
 public:
  explicit Builder(const ModelInput& model) : model_(model) {
    for (const MeshInput& mesh : model.meshes) uv_sets_ = std::max(uv_sets_, mesh.uv_sets.size());
    // The original declarations have one set or three.
    uv_sets_ = uv_sets_ <= 1 ? 1 : std::max<std::size_t>(uv_sets_, 3);
    skinned_ = model.type == Type::strip || !model.bones.empty();
  }

  File take() {
    File& file = file_;
    file.header.version = model_.version;
    file.header.type = std::uint32_t(model_.type);
    file.materials = model_.materials;
    file.bones = model_.bones;
    file.entities = model_.entities;
    for (const MeshInput& mesh : model_.meshes) add_mesh(mesh);
    finish_strides();
    if (model_.version == kVersion6) finish_cleaves();
    derive_bounds(file, model_.footprint);
    update_sizes(file);
    return std::move(file);
  }

 private:
  void add_mesh(const MeshInput& input) {
    Mesh mesh;
    mesh.index_offset = std::uint32_t(file_.indices.size());
    mesh.vertex_offset = std::uint32_t(positions_.size());
    mesh.pivot = input.pivot;
    mesh.lod = input.lod;
    mesh.name = FixedText<64>(input.name);
    mesh.material_ref_count = std::uint32_t(input.parts.size());
    std::vector<std::uint32_t> all;
    for (const PartInput& part : input.parts) all.insert(all.end(), part.indices.begin(), part.indices.end());
    const std::vector<Vec3> normals =
        input.normals.empty() ? derive_normals(input.positions, all) : input.normals;
    place_.resize(std::max(place_.size(), input.positions.size()));
    for (const PartInput& part : input.parts) add_part(input, normals, part, mesh);
    mesh.index_count = std::uint32_t(file_.indices.size()) - mesh.index_offset;
    mesh.vertex_count = std::uint32_t(positions_.size()) - mesh.vertex_offset;
    file_.meshes.push_back(mesh);
  }

  void add_part(const MeshInput& input, const std::vector<Vec3>& normals, const PartInput& part, Mesh& mesh) {
    MaterialRef ref;
    ref.material = part.material;
    ref.index_offset = std::uint32_t(file_.indices.size());
    ref.vertex_offset = std::uint32_t(positions_.size());
    ref.face_offset = mesh.face_count;
    ref.mask = part.mask.value_or(derive_mask(model_.materials[part.material]));
    for (const std::uint32_t vertex : used_vertices(part)) {
      place_[vertex] = std::uint16_t(positions_.size());
      add_vertex(input, normals, vertex);
    }
    std::vector<Triangle> rows;
    for (std::size_t i = 0; i < part.indices.size(); i += 3)
      rows.push_back({place_[part.indices[i]], place_[part.indices[i + 1]], place_[part.indices[i + 2]]});
    add_indices(rows);
    ref.index_count = std::uint32_t(file_.indices.size()) - ref.index_offset;
    ref.vertex_count = std::uint32_t(positions_.size()) - ref.vertex_offset;
    ref.face_count = std::uint32_t(face_count_of(model_.type, ref.index_count));
    mesh.face_count += ref.face_count;
    file_.material_refs.push_back(ref);
  }

  void add_indices(const std::vector<Triangle>& rows) {
    if (model_.type == Type::strip) {
      const std::vector<std::uint16_t> strip = make_strip(rows);
      file_.indices.insert(file_.indices.end(), strip.begin(), strip.end());
      return;
    }
    for (const Triangle& row : rows) file_.indices.insert(file_.indices.end(), row.begin(), row.end());
  }

  void add_vertex(const MeshInput& input, const std::vector<Vec3>& normals, std::size_t i) {
    positions_.push_back(input.positions[i]);
    normals_.push_back(normals[i]);
    append(vertices_, input.positions[i]);
    append(vertices_, normals[i]);
    for (std::size_t set = 0; set < uv_sets_; ++set) {
      // Where a mesh has fewer sets than the file, the original repeats its last.
      const std::size_t given = std::min(set + 1, input.uv_sets.size());
      const bool none = given == 0 || input.uv_sets[given - 1].empty();
      append(vertices_, none ? Vec2(0) : input.uv_sets[given - 1][i]);
    }
    cleaves_.push_back(input.cleaves.empty() ? std::optional<Vec3>() : input.cleaves[i]);
    bones_.push_back(input.bones.empty() ? std::array<std::uint8_t, 4>{} : input.bones[i]);
    weights_.push_back(input.weights.empty() ? std::array<float, 4>{1, 0, 0, 0} : input.weights[i]);
  }

  static void append(Bytes& bytes, const auto& value) {
    const auto raw = std::as_bytes(std::span(&value, 1));
    bytes.insert(bytes.end(), raw.begin(), raw.end());
  }

  void add_stride(std::vector<Element> elements, Bytes data) {
    Bytes garbage(garbage_size(elements.size()));
    file_.strides.push_back({std::move(elements), std::move(garbage), std::move(data)});
  }

  static Element element(Usage usage, ElementFormat format) {
    return {std::uint32_t(usage), std::uint32_t(format)};
  }

  void finish_strides() {
    file_.header.vertex_count = std::uint32_t(positions_.size());
    std::vector<Element> elements = {element(Usage::position, ElementFormat::f32x3),
                                     element(Usage::normal, ElementFormat::f32x3)};
    elements.insert(elements.end(), uv_sets_, element(Usage::uv, ElementFormat::f32x2));
    add_stride(std::move(elements), std::move(vertices_));
    if (!skinned_) return;
    for (std::size_t i = 0; i < kInfluences; ++i) {
      Bytes data;
      for (const auto& bones : bones_) append(data, bones[i]);
      add_stride({element(Usage::bone_index, ElementFormat::u8)}, std::move(data));
    }
    for (std::size_t i = 0; i < kInfluences; ++i) {
      Bytes data;
      for (const auto& weights : weights_) append(data, weights[i]);
      add_stride({element(Usage::bone_weight, ElementFormat::f32)}, std::move(data));
    }
  }

  void finish_cleaves() {
    file_.cleaves = derive_cleaves(positions_, normals_);
    for (std::size_t i = 0; i < cleaves_.size(); ++i)
      if (cleaves_[i]) file_.cleaves[i] = *cleaves_[i];
  }

  const ModelInput& model_;
  std::vector<std::uint16_t> place_;  // in the file, of each vertex that the part at hand uses
  std::size_t uv_sets_ = 0;
  bool skinned_ = false;
  File file_;
  Bytes vertices_;
  std::vector<Vec3> positions_;
  std::vector<Vec3> normals_;
  std::vector<std::optional<Vec3>> cleaves_;
  std::vector<std::array<std::uint8_t, 4>> bones_;
  std::vector<std::array<float, 4>> weights_;
};

/// How many vertices the file will have: those that parts share count once for each.
std::size_t count_vertices(const ModelInput& model) {
  std::size_t total = 0;
  for (const MeshInput& mesh : model.meshes)
    for (const PartInput& part : mesh.parts) total += used_vertices(part).size();
  return total;
}

std::optional<Error> check(const ModelInput& model) {
  if (model.version != kVersion5 && model.version != kVersion6)
    return Error{.field = "version", .message = fmt::format("{} is neither 5 nor 6", model.version)};
  for (std::size_t i = 0; i < model.meshes.size(); ++i) {
    if (auto error = check_rows(model.meshes[i], i)) return error;
    if (auto error = check_parts(model, model.meshes[i], i)) return error;
  }
  const std::size_t vertices = count_vertices(model);
  if (vertices > kMaxVertices)
    return Error{.field = "meshes",
                 .message = fmt::format("{} vertices are more than the {} that 16-bit indices reach; "
                                        "simplify the model or split it into several files",
                                        vertices, kMaxVertices)};
  return std::nullopt;
}

}  // namespace

bool is_within_reach(const Vec3& position) {
  const auto within = [](float number) { return std::abs(number) <= kFarthestBound; };
  return within(position.x) && within(position.y) && within(position.z);
}

Result<File> build(const ModelInput& model) {
  if (auto error = check(model)) return fail(*std::move(error));
  return Builder(model).take();
}

std::uint32_t derive_mask(const Material& material) {
  if (!material.growth.view().empty()) return 0xF0F0F;
  return material.light.view().empty() ? 0xF : 0x50F;
}

std::vector<Vec3> derive_normals(std::span<const Vec3> positions, std::span<const std::uint32_t> indices) {
  std::vector<Vec3> normals(positions.size(), Vec3(0));
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const Vec3& a = positions[indices[i]];
    const Vec3 area = glm::cross(positions[indices[i + 1]] - a, positions[indices[i + 2]] - a);
    for (std::size_t k = 0; k < 3; ++k) normals[indices[i + k]] += area;
  }
  for (Vec3& normal : normals) {
    const float length = glm::length(normal);
    normal = length > 0 ? normal / length : Vec3(0, 1, 0);
  }
  return normals;
}

std::vector<Vec3> derive_cleaves(std::span<const Vec3> positions, std::span<const Vec3> normals) {
  std::vector<Vec3> cleaves(positions.size(), Vec3(0));
  if (normals.size() != positions.size()) return cleaves;
  std::map<std::array<float, 3>, Vec3> sums;
  const auto key = [&](std::size_t i) { return std::array{positions[i].x, positions[i].y, positions[i].z}; };
  const auto usable = [&](std::size_t i) { return is_finite(positions[i]) && is_finite(normals[i]); };
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (usable(i)) sums.try_emplace(key(i), 0).first->second += normals[i];
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (!usable(i)) continue;
    const Vec3 sum = sums[key(i)];
    const float length = glm::length(sum);
    if (length > 0) cleaves[i] = -sum / length * kCleaveLength;
  }
  return cleaves;
}

std::vector<std::uint16_t> make_strip(std::span<const Triangle> triangles) {
  std::vector<std::uint16_t> strip;
  for (const Triangle& t : triangles) {
    const std::size_t size = strip.size();
    const auto follows = [&](std::size_t first) {
      const std::size_t a =
          size % 2 == 0 ? size - 2 : size - 1;  // odd triangles swap their first two corners
      const std::size_t b = size % 2 == 0 ? size - 1 : size - 2;
      return strip[a] == t[first] && strip[b] == t[(first + 1) % 3];
    };
    if (size >= 3) {
      const std::size_t first = follows(0) ? 0 : follows(1) ? 1 : follows(2) ? 2 : 3;
      if (first < 3) {
        strip.push_back(t[(first + 2) % 3]);
        continue;
      }
      strip.push_back(strip.back());
      strip.push_back(t[0]);
      if (strip.size() % 2 == 1) strip.push_back(t[0]);
    }
    strip.insert(strip.end(), t.begin(), t.end());
  }
  return strip;
}

}  // namespace mw::bw2::bwm
