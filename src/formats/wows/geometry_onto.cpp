#include <meshwright/wows/geometry_onto.h>

#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <meshwright/core/three_way.h>
#include <meshwright/geometry/box.h>
#include <meshwright/scene/record_extras.h>
#include <meshwright/scene/settle.h>
#include <algorithm>
#include <map>
#include <optional>

#include "geometry_from_scene.h"

namespace mw::wows::geometry {
namespace {

using scene::Index;
using scene::Primitive;
using scene::Scene;

template <class Row>
bool same_rows(const std::vector<Row>& a, const std::vector<Row>& b) {
  return std::ranges::equal(a, b, [](const Row& one, const Row& other) { return same_bytes(one, other); });
}

bool same_triangles(const Primitive& a, const Primitive& b) {
  return a.positions.size() == b.positions.size() && a.indices == b.indices;
}

std::optional<std::uint32_t> id_in(const scene::Node& node, std::string_view name) {
  const JsonValue* value = scene::find(node.extras, name);
  const auto number = value != nullptr ? scene::integer_of(*value) : std::nullopt;
  return number && std::in_range<std::uint32_t>(*number) ? std::optional(std::uint32_t(*number))
                                                         : std::nullopt;
}

/// Where a node of the scene lies in the file.
struct Rows {
  std::size_t vertices = 0;
  std::size_t indices = 0;
};

class Patcher {
 public:
  Patcher(const File& file, const Scene& before, const Scene& after, const std::vector<Index>& origins)
      : made_{file, {}}, before_(before), after_(after), origins_(origins) {}

  Result<Made> run() {
    find_after();
    if (auto done = change_meshes(); !done) return fail(done.error());
    if (auto done = remove_meshes(); !done) return fail(done.error());
    if (auto done = add_meshes(); !done) return fail(done.error());
    if (auto done = change_armor(); !done) return fail(done.error());
    change_collision();
    return std::move(made_);
  }

 private:
  void find_after() {
    of_before_.assign(before_.nodes.size(), scene::kNewNode);
    for (std::size_t i = 0; i < origins_.size(); ++i)
      if (origins_[i] != scene::kNewNode) of_before_[origins_[i]] = Index(i);
  }

  /// Null for a node that is gone or has no mesh any more.
  const scene::Mesh* mesh_after(Index node) const {
    if (of_before_[node] == scene::kNewNode) return nullptr;
    const auto mesh = after_.nodes[of_before_[node]].mesh;
    return mesh ? &after_.meshes[*mesh] : nullptr;
  }

  /// Several nodes of one id are its mappings in their order.
  std::optional<Rows> rows_of(Index node) {
    const auto vertices = id_in(before_.nodes[node], "vertices_id");
    const auto indices = id_in(before_.nodes[node], "indices_id");
    if (!vertices || !indices) return std::nullopt;
    const auto row = [](const std::vector<Mapping>& mappings, std::uint32_t id, std::size_t skip) {
      for (std::size_t i = 0; i < mappings.size(); ++i)
        if (mappings[i].id == id && skip-- == 0) return std::optional(i);
      return std::optional<std::size_t>();
    };
    std::size_t seen = 0;
    for (Index other = 0; other < node; ++other)
      if (id_in(before_.nodes[other], "vertices_id") == vertices && !gone_.contains(other)) ++seen;
    const auto vertex_row = row(made_.file.vertex_mappings, *vertices, seen);
    const auto index_row = row(made_.file.index_mappings, *indices, seen);
    if (!vertex_row || !index_row) return std::nullopt;
    return Rows{*vertex_row, *index_row};
  }

  bool is_mesh(Index node) const {
    return before_.nodes[node].mesh && id_in(before_.nodes[node], "vertices_id").has_value();
  }

  Result<void> change_meshes() {
    for (Index node = 0; node < before_.nodes.size(); ++node) {
      const scene::Mesh* mesh = is_mesh(node) ? mesh_after(node) : nullptr;
      if (mesh == nullptr) continue;
      const Primitive& old = before_.meshes[*before_.nodes[node].mesh].primitives.front();
      const auto now = whole_primitive(*mesh, before_.nodes[node].name);
      if (!now) return fail(now.error());
      const auto rows = rows_of(node);
      if (!rows) continue;
      const auto done =
          same_triangles(old, *now) ? change_vertices(*rows, old, *now) : replace(*rows, old, *now);
      if (!done) return done;
    }
    return {};
  }

  /// Whether the scene winds the triangles of a mesh as the file does not.
  bool is_turned(const Rows& rows, const Primitive& old) const {
    const auto indices = mapped_indices(made_.file, decode(made_.file), rows.indices);
    return !indices || !std::ranges::equal(*indices, old.indices);
  }

  Result<void> replace(const Rows& rows, const Primitive& old, const Primitive& now) {
    const auto& buffer = made_.file.vertex_buffers[made_.file.vertex_mappings[rows.vertices].buffer];
    const auto layout = layout_of(buffer);
    if (!layout) return fail(layout.error());
    auto mesh = mesh_of(now, Mat4(1), *layout, is_turned(rows, old));
    if (!mesh) return fail(mesh.error());
    return replace_mesh(made_.file, rows.vertices, rows.indices, *mesh);
  }

  /// Only the numbers that are other than they were; the rest of a vertex stays.
  static bool change_vertex(Vertex& vertex, const Primitive& old, const Primitive& now, std::size_t i) {
    bool changed = false;
    if (old.positions[i] != now.positions[i]) {
      set_position(vertex, now.positions[i]);
      changed = true;
    }
    if (!old.normals.empty() && !now.normals.empty() && old.normals[i] != now.normals[i]) {
      set_normal(vertex, now.normals[i]);
      changed = true;
    }
    for (std::size_t set = 0; set < 2; ++set) {
      if (old.uvs[set].empty() || now.uvs[set].empty() || old.uvs[set][i] == now.uvs[set][i]) continue;
      vertex.uv[set] = now.uvs[set][i];
      changed = true;
    }
    for (std::size_t k = 0; k < std::min(old.custom.size(), now.custom.size()); ++k) {
      if (same_bytes(old.custom[k].values[i], now.custom[k].values[i])) continue;
      set_custom(vertex, now.custom[k].name, now.custom[k].values[i]);
      changed = true;
    }
    return changed;
  }

  Result<void> change_vertices(const Rows& rows, const Primitive& old, const Primitive& now) {
    File& file = made_.file;
    const Mapping mapping = file.vertex_mappings[rows.vertices];
    VertexBuffer& buffer = file.vertex_buffers[mapping.buffer];
    const auto layout = layout_of(buffer);
    if (!layout) return fail(layout.error());
    const auto decoded = decode(buffer, mapped_items(file.vertex_mappings, mapping.buffer));
    if (!decoded) return fail(decoded.error());
    Bytes bytes(decoded->bytes.begin(), decoded->bytes.end());
    std::vector<Vertex> vertices;
    bool changed = false;
    for (std::size_t i = 0; i < mapping.count && i < old.positions.size(); ++i) {
      const auto row = std::span(bytes).subspan((mapping.offset + i) * decoded->stride, decoded->stride);
      Vertex vertex = unpack_vertex(*layout, row);
      if (change_vertex(vertex, old, now, i)) {
        pack_vertex(*layout, vertex, row);
        changed = true;
      }
      vertices.push_back(vertex);
    }
    if (!changed) return {};
    auto data = make_vertex_data(bytes, decoded->stride, buffer.data.encoded);
    if (!data) return fail(data.error());
    const bool resized = data->bytes.size() != buffer.data.bytes.size();
    buffer.data = *std::move(data);
    change_density(rows, old);
    if (resized) lay_out(file);
    return {};
  }

  /// Where texture coordinates or sizes are others now; 0 in old files.
  void change_density(const Rows& rows, const Primitive& old) {
    File& file = made_.file;
    if (file.vertex_mappings[rows.vertices].packed_density == 0) return;
    const Decoded decoded = decode(file);
    const auto vertices = mapped_vertices(file, decoded, rows.vertices);
    const auto indices = mapped_indices(file, decoded, rows.indices);
    if (!vertices || !indices || old.positions.empty()) return;
    const std::uint16_t density = texel_density(*vertices, *indices);
    file.vertex_mappings[rows.vertices].packed_density = density;
    file.index_mappings[rows.indices].packed_density = density;
  }

  Result<void> remove_meshes() {
    for (Index node = 0; node < before_.nodes.size(); ++node) {
      if (!is_mesh(node) || mesh_after(node) != nullptr) continue;
      const auto rows = rows_of(node);
      if (!rows) continue;
      if (auto done = remove_mesh(made_.file, rows->vertices, rows->indices); !done) return done;
      gone_.emplace(node, true);
    }
    return {};
  }

  Result<void> add_meshes() {
    const std::vector<Mat4> places = world_matrices(after_);
    for (std::size_t i = 0; i < after_.nodes.size(); ++i) {
      const scene::Node& node = after_.nodes[i];
      const bool drawn = node.role == scene::Role::visual;
      if (origins_[i] != scene::kNewNode || !node.mesh || !drawn) continue;
      const auto primitive = whole_primitive(after_.meshes[*node.mesh], node.name);
      if (!primitive) return fail(primitive.error());
      const std::string format = format_for(*primitive);
      const auto layout = parse_vertex_format(format);
      if (!layout) return fail(layout.error());
      const auto mesh = mesh_of(*primitive, places[i], *layout);
      if (!mesh) return fail(mesh.error());
      const bool encoded =
          !made_.file.vertex_buffers.empty() && made_.file.vertex_buffers.front().data.encoded;
      if (auto done = add_mesh(made_.file, shape_name(node), format, *mesh, encoded); !done) return done;
    }
    return {};
  }

  // Plates and hulls are nodes below one that stands for their model.

  bool differs(Index node) const {
    const scene::Mesh* now = mesh_after(node);
    const scene::Mesh& old = before_.meshes[*before_.nodes[node].mesh];
    if (now == nullptr || now->primitives.size() != old.primitives.size()) return true;
    const Primitive& a = old.primitives.front();
    const Primitive& b = now->primitives.front();
    return !same_rows(a.positions, b.positions) || !same_rows(a.normals, b.normals) || a.indices != b.indices;
  }

  bool role_changed(scene::Role role) const {
    for (Index node = 0; node < before_.nodes.size(); ++node)
      if (before_.nodes[node].role == role && before_.nodes[node].mesh && differs(node)) return true;
    for (std::size_t i = 0; i < after_.nodes.size(); ++i)
      if (origins_[i] == scene::kNewNode && after_.nodes[i].role == role && after_.nodes[i].mesh) return true;
    return false;
  }

  /// The plates that changed, in the place of those that they were; others as they are.
  Result<void> change_armor() {
    if (!role_changed(scene::Role::armor)) return {};
    std::vector<ArmorPlate> old;
    for (const ArmorModel& model : made_.file.armor_models)
      for (const ArmorPlate& plate : model.plates)
        if (plate.vertices.size() >= 3) old.push_back(plate);
    std::vector<ArmorPlate> plates;
    std::size_t row = 0;
    for (Index node = 0; node < before_.nodes.size(); ++node) {
      if (before_.nodes[node].role != scene::Role::armor || !before_.nodes[node].mesh) continue;
      const std::size_t own = row++;
      if (!differs(node) && own < old.size()) {
        plates.push_back(old[own]);
      } else if (const scene::Mesh* mesh = mesh_after(node)) {
        if (const auto primitive = whole_primitive(*mesh, {}))
          plates.push_back(plate_of(after_.nodes[of_before_[node]], *primitive));
      }
    }
    for (std::size_t i = 0; i < after_.nodes.size(); ++i) {
      const scene::Node& node = after_.nodes[i];
      if (origins_[i] != scene::kNewNode || node.role != scene::Role::armor || !node.mesh) continue;
      if (const auto primitive = whole_primitive(after_.meshes[*node.mesh], {}))
        plates.push_back(plate_of(node, *primitive));
    }
    return set_armor(made_.file, std::move(plates));
  }

  void change_collision() {
    if (!role_changed(scene::Role::collision)) return;
    std::vector<Hull> old;
    for (const CollisionModel& model : made_.file.collision_models)
      old.insert(old.end(), model.hulls.begin(), model.hulls.end());
    std::vector<Hull> hulls;
    std::size_t row = 0;
    for (Index node = 0; node < before_.nodes.size(); ++node) {
      if (before_.nodes[node].role != scene::Role::collision || !before_.nodes[node].mesh) continue;
      const std::size_t own = row++;
      const scene::Mesh* mesh = mesh_after(node);
      if (mesh == nullptr) continue;
      const auto primitive = whole_primitive(*mesh, {});
      if (!differs(node) && own < old.size())
        hulls.push_back(old[own]);
      else if (primitive)
        hulls.push_back(own < old.size() ? moved_hull(old[own], *primitive) : hull_of(*primitive));
    }
    for (std::size_t i = 0; i < after_.nodes.size(); ++i) {
      const scene::Node& node = after_.nodes[i];
      if (origins_[i] != scene::kNewNode || node.role != scene::Role::collision || !node.mesh) continue;
      if (const auto primitive = whole_primitive(after_.meshes[*node.mesh], {}))
        hulls.push_back(hull_of(*primitive));
    }
    set_collision(made_.file, std::move(hulls));
  }

  /// With its faces and edges where only corners moved.
  static Hull moved_hull(const Hull& old, const Primitive& now) {
    Hull fresh = hull_of(now);
    if (fresh.vertices.size() != old.vertices.size()) return fresh;
    Hull hull = old;
    hull.vertices = std::move(fresh.vertices);
    return hull;
  }

  Made made_;
  const Scene& before_;
  const Scene& after_;
  const std::vector<Index>& origins_;
  std::vector<Index> of_before_;
  std::map<Index, bool> gone_;  // nodes whose mappings were removed
};

}  // namespace

Result<Made> put_onto(const File& file, const Scene& before, const Scene& after,
                      const std::vector<Index>& origins) {
  return Patcher(file, before, after, origins).run();
}

}  // namespace mw::wows::geometry
