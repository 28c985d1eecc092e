#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/bwm_scene.h>
#include <meshwright/bw2/detail/bwm_build.h>
#include <meshwright/core/detail/three_way.h>
#include <meshwright/edit/edits.h>
#include <meshwright/scene/detail/numbers.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <span>

#include "bounds.h"
#include "scene_parts.h"

namespace mw::bw2::bwm {
namespace {

/// An element of a vertex by what it is for; the second UV set is another than the first.
struct Slot {
  std::uint32_t id = 0;
  std::uint32_t number = 0;
  std::uint32_t format = 0;
  auto operator<=>(const Slot&) const = default;
};

/// The vertices of a file, whichever of its streams have their elements.
class Vertices {
 public:
  explicit Vertices(const File& file) {
    for (std::size_t stream = 0; stream < file.strides.size(); ++stream) add(file.strides[stream], stream);
  }

  std::size_t size() const { return size_; }
  bool is_whole() const { return whole_; }

  struct Place {
    std::size_t stream = 0;
    std::size_t offset = 0;  // bytes into a row
    std::size_t stride = 0;
    std::size_t bytes = 0;
  };
  const std::map<Slot, Place>& places() const { return places_; }

  static ByteSpan bytes_at(const File& file, const Place& place, std::size_t row) {
    return ByteSpan(file.strides[place.stream].data).subspan(row * place.stride + place.offset, place.bytes);
  }

 private:
  void add(const Stride& stride, std::size_t stream) {
    const auto size = vertex_size(stride);
    if (!size || *size == 0) {
      whole_ = false;
      return;
    }
    size_ = stream == 0 ? stride.data.size() / *size : std::min(size_, stride.data.size() / *size);
    std::size_t offset = 0;
    std::map<std::uint32_t, std::uint32_t> seen;
    for (const Element& element : stride.elements) {
      const std::size_t bytes = format_size(element.format).value_or(0);
      places_.try_emplace({element.id, seen[element.id]++, element.format},
                          Place{stream, offset, *size, bytes});
      offset += bytes;
    }
  }

  std::map<Slot, Place> places_;
  std::size_t size_ = 0;
  bool whole_ = true;
};

using Key = std::vector<std::byte>;

/// For each vertex the mesh that it belongs to.
std::vector<std::uint32_t> mesh_of_rows(const File& file, std::size_t rows) {
  std::vector<std::uint32_t> meshes(rows, std::uint32_t(file.meshes.size()));
  for (std::size_t mesh = 0; mesh < file.meshes.size(); ++mesh) {
    const std::size_t first = file.meshes[mesh].vertex_offset;
    const std::size_t end = std::min(rows, first + file.meshes[mesh].vertex_count);
    for (std::size_t row = first; row < end; ++row) meshes[row] = std::uint32_t(mesh);
  }
  return meshes;
}

/// What of a vertex the scene tells, in both files, and its mesh: levels may repeat vertices.
Key key_of(const File& file, const std::map<Slot, Vertices::Place>& places, const std::vector<Slot>& shared,
           std::size_t row, std::uint32_t mesh) {
  const ByteSpan number = std::as_bytes(std::span(&mesh, 1));
  Key key(number.begin(), number.end());
  for (const Slot& slot : shared) {
    const ByteSpan bytes = Vertices::bytes_at(file, places.at(slot), row);
    key.insert(key.end(), bytes.begin(), bytes.end());
  }
  return key;
}

/// Vertices of a file that are alike, and those that were made of its scene.
struct Alike {
  std::vector<std::size_t> rows;
  std::size_t in_scene = 0;
  std::size_t met = 0;
  bool changed = false;

  /// The rows that go with the next one of the scene: one each in their order. Where parts share vertices the
  /// scene has more, and all rows go with the first that changed.
  std::span<const std::size_t> take(bool changes) {
    const std::size_t number = met++;
    if (rows.size() == in_scene) return std::span(rows).subspan(number, changes ? 1 : 0);
    const bool first = changes && !changed;
    changed |= changes;
    return std::span(rows).first(first ? rows.size() : 0);
  }
};

/// Gives the vertices of a file what changed in those that were made of its scene. False where one of them
/// is not found in the file.
bool move_vertices(File& own, const File& before, const File& after) {
  const Vertices own_rows(own);
  const Vertices rows(before);
  if (!own_rows.is_whole() || !rows.is_whole()) return false;
  std::vector<Slot> shared;
  for (const auto& [slot, place] : rows.places())
    if (own_rows.places().contains(slot)) shared.push_back(slot);
  const std::vector<std::uint32_t> own_meshes = mesh_of_rows(own, own_rows.size());
  const std::vector<std::uint32_t> meshes = mesh_of_rows(before, rows.size());
  std::map<Key, Alike> by_key;
  for (std::size_t row = 0; row < own_rows.size(); ++row)
    by_key[key_of(own, own_rows.places(), shared, row, own_meshes[row])].rows.push_back(row);
  std::vector<Key> keys;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    keys.push_back(key_of(before, rows.places(), shared, row, meshes[row]));
    ++by_key[keys.back()].in_scene;
  }
  for (std::size_t row = 0; row < rows.size(); ++row) {
    Alike& alike = by_key.at(keys[row]);
    const bool changes = keys[row] != key_of(after, rows.places(), shared, row, meshes[row]);
    if (changes && alike.rows.empty()) return false;
    for (const std::size_t partner : alike.take(changes)) {
      for (const Slot& slot : shared) {
        const Vertices::Place& place = own_rows.places().at(slot);
        const ByteSpan value = Vertices::bytes_at(after, rows.places().at(slot), row);
        std::ranges::copy(value, own.strides[place.stream].data.begin() +
                                     std::ptrdiff_t(partner * place.stride + place.offset));
      }
    }
  }
  return true;
}

bool same_triangles(const File& a, const File& b) {
  const auto same_range = [](const Mesh& one, const Mesh& other) {
    return one.index_offset == other.index_offset && one.index_count == other.index_count &&
           one.vertex_offset == other.vertex_offset && one.vertex_count == other.vertex_count;
  };
  return same_rows(a.indices, b.indices) && same_rows(a.material_refs, b.material_refs) &&
         std::ranges::equal(a.meshes, b.meshes, same_range) && Vertices(a).size() == Vertices(b).size() &&
         Vertices(a).places().size() == Vertices(b).places().size();
}

/// Those that nobody computed stay as they are, all of them.
template <class Row>
void merge_bounds_of(Row& own, const Row& before, const Row& after) {
  const Row old = own;
  merge_record(own, before, after);
  if (!lacks_bounds(old)) return;
  own.sphere = old.sphere;
  own.box_min = old.box_min;
  own.box_max = old.box_max;
  own.cylinder = old.cylinder;
  own.volume = old.volume;
}

void merge_bounds(File& own, File before) {
  File after = own;
  const bool footprint = (!own.hull.empty() || !own.circles.empty()) && footprint_follows(before);
  derive_bounds(before, footprint);
  derive_bounds(after, footprint);
  merge_bounds_of(own.header, before.header, after.header);
  for (std::size_t i = 0; i < own.meshes.size(); ++i)
    merge_bounds_of(own.meshes[i], before.meshes[i], after.meshes[i]);
  merge_rows(own.hull, before.hull, after.hull);
  merge_rows(own.circles, before.circles, after.circles);
  own.header.hull_count = std::uint32_t(own.hull.size());
  own.header.circle_count = std::uint32_t(own.circles.size());
}

/// Names, levels and pivots of meshes, which stand for themselves.
void merge_words(File& own, const File& before, const File& after) {
  for (std::size_t i = 0; i < own.meshes.size(); ++i) {
    Mesh& mesh = own.meshes[i];
    if (!same_bytes(before.meshes[i].name, after.meshes[i].name)) mesh.name = after.meshes[i].name;
    if (before.meshes[i].lod != after.meshes[i].lod) mesh.lod = after.meshes[i].lod;
    merge_record(mesh.pivot, before.meshes[i].pivot, after.meshes[i].pivot);
  }
  merge_rows(own.materials, before.materials, after.materials);
  merge_rows(own.entities, before.entities, after.entities);
  own.header.material_count = std::uint32_t(own.materials.size());
  own.header.entity_count = std::uint32_t(own.entities.size());
}

/// Grow and shrink with the tables. One that was wrong before is wrong by as much as it was.
void merge_sizes(File& own, File before) {
  File after = own;
  update_sizes(before);
  update_sizes(after);
  own.header.metadata_size += after.header.metadata_size - before.header.metadata_size;
  own.header.size += after.header.size - before.header.size;
  for (Unreferenced& gap : own.unreferenced) {
    gap.offset += after.header.size;
    gap.offset -= before.header.size;
  }
}

}  // namespace

Result<Made> apply_edits(const File& file, const edit::EditedScene& edits) {
  const scene::Scene& before = edits.before;
  const scene::Scene& after = edits.after;
  const scene::Origins own{before, edits.origins};
  if (auto error = find_unusable(after, &own)) return fail(*std::move(error));
  const auto old = make_model(before, file.header.version, Normals::as_they_are);
  if (!old) return fail(old.error());
  const auto made = make_model(after, file.header.version, Normals::as_they_are);
  if (!made) return fail(made.error());
  const bool fits = old->file.meshes.size() == file.meshes.size() && same_triangles(old->file, made->file);
  Made result{file, {}};
  if (!fits || !move_vertices(result.file, old->file, made->file))
    return from_scene(after, file.header.version);
  merge_words(result.file, old->file, made->file);
  if (!std::ranges::equal(file.strides, result.file.strides, {}, &Stride::data, &Stride::data))
    merge_bounds(result.file, file);
  merge_sizes(result.file, file);
  result.losses = scene::tell_flattened(after);  // nodes of a .bwm have no scales
  if (made->long_names > old->long_names)
    result.losses.push_back(tell_long_names(made->long_names - old->long_names));
  return result;
}

}  // namespace mw::bw2::bwm
