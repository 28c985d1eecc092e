#include <meshwright/wows/geometry_scene.h>

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/three_way.h>
#include <meshwright/scene/detail/numbers.h>
#include <algorithm>
#include <glm/geometric.hpp>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>

#include "geometry/make/from_scene.h"
#include "geometry/make/mesh.h"
#include "geometry/make/shape.h"
#include "onto_parts.h"

namespace mw::wows::geometry {
namespace {

using scene::Index;
using scene::Primitive;
using scene::Scene;

bool same_triangles(const Primitive& a, const Primitive& b) {
  return a.positions.size() == b.positions.size() && a.indices == b.indices;
}

/// As far as a .geometry goes.
bool same_mesh(const Primitive& old, const Primitive& now) {
  const auto same_custom = [&](const scene::CustomAttribute& custom) {
    const std::vector<float>* values = column(old, custom.name);
    return values == nullptr || same_rows(*values, custom.values);
  };
  return same_rows(old.positions, now.positions) && same_rows(old.normals, now.normals) &&
         same_rows(old.uvs[0], now.uvs[0]) && same_rows(old.uvs[1], now.uvs[1]) &&
         old.indices == now.indices && std::ranges::all_of(now.custom, same_custom);
}

/// Where the mesh of a node lies in the file.
struct Rows {
  std::size_t vertices = 0;
  std::size_t indices = 0;
};

/// By node. Several nodes of one id are its mappings in their order.
std::map<Index, Rows> find_rows(const File& file, const Scene& scene) {
  const auto by_id = [](const std::vector<Mapping>& mappings) {
    std::map<std::uint32_t, std::vector<std::size_t>> rows;
    for (std::size_t i = 0; i < mappings.size(); ++i) rows[mappings[i].id].push_back(i);
    return rows;
  };
  const auto vertices = by_id(file.vertex_mappings);
  const auto indices = by_id(file.index_mappings);
  std::map<std::uint32_t, std::size_t> seen;
  std::map<Index, Rows> found;
  for (Index node = 0; node < scene.nodes.size(); ++node) {
    const auto ids = ids_in(scene.nodes[node].extras);
    if (!ids || !scene.nodes[node].mesh) continue;
    const std::size_t number = seen[ids->vertices]++;
    const auto own = vertices.find(ids->vertices);
    const auto corners = indices.find(ids->indices);
    if (own == vertices.end() || corners == indices.end()) continue;
    if (number < std::min(own->second.size(), corners->second.size()))
      found.emplace(node, Rows{own->second[number], corners->second[number]});
  }
  return found;
}

/// What of a vertex is other.
struct VertexChange {
  bool any = false;
  bool frame = false;  // what its tangent follows from: its normal or texture coordinates
};

/// Only the numbers that are other than they were; the rest of a vertex stays.
VertexChange change_vertex(Vertex& vertex, const Primitive& old, const Primitive& now, std::size_t i,
                           const scene::Axes& axes) {
  VertexChange change;
  if (old.positions[i] != now.positions[i]) {
    set_position(vertex, now.positions[i], axes);
    change.any = true;
  }
  if (!old.normals.empty() && !now.normals.empty() && old.normals[i] != now.normals[i]) {
    set_normal(vertex, now.normals[i], axes);
    change = {.any = true, .frame = true};
  }
  for (std::size_t set = 0; set < 2; ++set) {
    if (old.uvs[set].empty() || now.uvs[set].empty() || old.uvs[set][i] == now.uvs[set][i]) continue;
    vertex.uv[set] = now.uvs[set][i];
    change = {.any = true, .frame = change.frame || set == 0};
  }
  for (const scene::CustomAttribute& custom : now.custom) {
    const std::vector<float>* values = column(old, custom.name);
    if (values == nullptr || same_bytes((*values)[i], custom.values[i])) continue;
    set_custom(vertex, custom.name, custom.values[i], axes);
    change.any = true;
  }
  return change;
}

bool is_left_handed(const Vertex& vertex) {
  return glm::dot(glm::cross(vertex.normal, vertex.tangent), vertex.binormal) < 0;
}

/// The vertices of a mesh as they are in the file, and which of them were changed.
struct ChangedMesh {
  Mesh mesh;
  std::vector<std::size_t> rows;  // that changed
};

ChangedMesh changed_mesh(const VertexLayout& layout, ByteSpan bytes, const Primitive& old,
                         const Primitive& now, const scene::Axes& axes) {
  ChangedMesh made{{unpack_vertices(layout, bytes), old.indices}, {}};
  std::vector<std::pair<std::size_t, bool>> turned;  // with whether they were left-handed
  const std::size_t count = std::min(made.mesh.vertices.size(), old.positions.size());
  for (std::size_t i = 0; i < count; ++i) {
    Vertex& vertex = made.mesh.vertices[i];
    const bool left = is_left_handed(vertex);
    const VertexChange change = change_vertex(vertex, old, now, i, axes);
    if (change.any) made.rows.push_back(i);
    if (!change.frame || !layout.has(ElementKind::t)) continue;
    vertex.tangent = Vec3(0);
    turned.emplace_back(i, left);
  }
  if (turned.empty()) return made;
  derive_tangents(made.mesh);
  for (const auto& [i, left] : turned)
    if (left) made.mesh.vertices[i].binormal = -made.mesh.vertices[i].binormal;
  return made;
}

/// Finds the rows of a mesh that a vertex of its edited form was, by all that a scene has of a vertex but its
/// tangent, which other programs make anew.
class SameVertices {
 public:
  SameVertices(const Primitive& old, const Primitive& now) : old_(old), now_(now) {
    for (const scene::CustomAttribute& custom : old.custom)
      if (const auto* values = column(now, custom.name)) columns_.emplace_back(&custom.values, values);
    for (std::size_t i = 0; i < old.positions.size(); ++i) {
      std::string plain = key(old, i, false);
      if (has_tangents()) turned_.emplace(with_tangent(plain, old, i), i);
      rows_.emplace(std::move(plain), i);
    }
  }

  /// The first with the same tangent, or else the first.
  std::optional<std::size_t> find(std::size_t row) const {
    const std::string plain = key(now_, row, true);
    if (has_tangents())
      if (const auto found = turned_.find(with_tangent(plain, now_, row)); found != turned_.end())
        return found->second;
    const auto found = rows_.find(plain);
    return found != rows_.end() ? std::optional(found->second) : std::nullopt;
  }

 private:
  bool has_tangents() const { return !old_.tangents.empty() && !now_.tangents.empty(); }
  static std::string with_tangent(std::string key, const Primitive& p, std::size_t row) {
    const Vec4 tangent = p.tangents[row] + Vec4(0);  // -0 is 0
    return key += text_of(std::as_bytes(std::span(&tangent, 1)));
  }
  std::string key(const Primitive& p, std::size_t row, bool edited) const {
    std::string key;
    const auto add = [&](const auto& value) { key += text_of(std::as_bytes(std::span(&value, 1))); };
    add(p.positions[row]);
    if (!old_.normals.empty() && !now_.normals.empty()) add(p.normals[row]);
    for (std::size_t set = 0; set < p.uvs.size(); ++set)
      if (!old_.uvs[set].empty() && !now_.uvs[set].empty()) add(p.uvs[set][row]);
    for (const auto& [before, after] : columns_) add((*(edited ? after : before))[row]);
    return key;
  }

  const Primitive& old_;
  const Primitive& now_;
  std::vector<std::pair<const std::vector<float>*, const std::vector<float>*>> columns_;
  std::unordered_map<std::string, std::size_t> rows_;    // the first of each
  std::unordered_map<std::string, std::size_t> turned_;  // by their tangents too
};

class Patcher {
 public:
  Patcher(const File& file, const Edit& edit) : file_(file), made_{file, {}, {}}, edit_(edit) {}

  Result<Made> run() {
    rows_ = find_rows(file_, edit_.before);
    if (auto done = change_meshes(); !done) return fail(done.error());
    if (auto done = remove_meshes(); !done) return fail(done.error());
    if (auto done = add_new_meshes(); !done) return fail(done.error());
    if (auto done = put_models_onto(made_.file, edit_); !done) return fail(done.error());
    const File& file = made_.file;
    if (file.vertex_buffers.empty() && file.armor_models.empty() && file.collision_models.empty())
      return fail({.message = "no triangles are left to make a .geometry from"});
    return std::move(made_);
  }

 private:
  /// A buffer of the file whose vertices change.
  struct EditedBuffer {
    VertexLayout layout;
    std::size_t stride = 0;
    Bytes bytes;
  };

  /// Those whose triangles change come last, since they move the vertices of others.
  Result<void> change_meshes() {
    std::vector<std::pair<Index, Primitive>> other_triangles;
    for (const auto& [node, rows] : rows_) {
      const scene::Mesh* mesh = edit_.mesh_after(node);
      if (mesh == nullptr) continue;
      const std::string& name = edit_.before.nodes[node].name;
      auto now = whole_primitive(*mesh, name);
      if (!now) return fail(now.error());
      const Primitive& old = before(node);
      if (same_mesh(old, *now)) continue;
      const auto problem = problem_of(*now);
      if (problem && !problem_of(old)) return fail({.field = escape_text(name), .message = *problem});
      if (auto layout = layout_of(buffer_of(rows))) uvs_.note(name, *now, *layout);
      if (!same_triangles(old, *now))
        other_triangles.emplace_back(node, *std::move(now));
      else if (auto done = change_vertices(node, rows, *now); !done)
        return done;
    }
    uvs_.tell(made_.losses);
    if (auto done = write_buffers(); !done) return done;
    for (const auto& [node, now] : other_triangles)
      if (auto done = replace(node, rows_.at(node), now); !done) return done;
    return {};
  }

  const VertexBuffer& buffer_of(const Rows& rows) const {
    return file_.vertex_buffers[file_.vertex_mappings[rows.vertices].buffer];
  }

  const Primitive& before(Index node) const {
    return edit_.before.meshes[*edit_.before.nodes[node].mesh].primitives.front();
  }

  /// All buffers are decoded once, and only when one of them changes.
  const Decoded& decoded() {
    if (!decoded_) decoded_ = decode(file_);
    return *decoded_;
  }

  Result<EditedBuffer*> edited(std::size_t buffer) {
    const auto known = edited_.find(buffer);
    if (known != edited_.end()) return &known->second;
    const auto& layout = decoded().layouts[buffer];
    if (!layout) return fail(layout.error());
    const auto& vertices = decoded().vertices[buffer];
    if (!vertices) return fail(vertices.error());
    EditedBuffer made{*layout, vertices->stride, Bytes(vertices->bytes.begin(), vertices->bytes.end())};
    return &edited_.emplace(buffer, std::move(made)).first->second;
  }

  Result<void> change_vertices(Index node, const Rows& rows, const Primitive& now) {
    const Mapping mapping = file_.vertex_mappings[rows.vertices];
    if (auto whole = mapped_vertex_bytes(file_, decoded(), rows.vertices); !whole) return fail(whole.error());
    const auto buffer = edited(mapping.buffer);
    if (!buffer) return fail(buffer.error());
    const auto& [layout, stride, all] = **buffer;
    const auto bytes = std::span((*buffer)->bytes).subspan(mapping.offset * stride, mapping.count * stride);
    const Storage storage = Storage::of(edit_.before.nodes[node], layout);
    const ChangedMesh changed = changed_mesh(layout, bytes, before(node), now, storage.axes());
    for (const std::size_t i : changed.rows)
      pack_vertex(layout, changed.mesh.vertices[i], bytes.subspan(i * stride, stride));
    return change_density(rows, unpack_vertices(layout, bytes));
  }

  /// Where texture coordinates or sizes are others now; 0 in old files.
  Result<void> change_density(const Rows& rows, const std::vector<Vertex>& vertices) {
    File& file = made_.file;
    if (file.vertex_mappings[rows.vertices].packed_density == 0) return {};
    const auto indices = mapped_indices(file_, decoded(), rows.indices);
    if (!indices) return fail(indices.error());
    const std::uint16_t density = texel_density(vertices, *indices);
    file.vertex_mappings[rows.vertices].packed_density = density;
    file.index_mappings[rows.indices].packed_density = density;
    return {};
  }

  Result<void> write_buffers() {
    bool resized = false;
    for (const auto& [number, edited] : edited_) {
      VertexBuffer& buffer = made_.file.vertex_buffers[number];
      auto data = make_vertex_data(edited.bytes, edited.stride, buffer.data.encoded);
      if (!data) return fail(data.error());
      resized |= data->bytes.size() != buffer.data.bytes.size();
      buffer.data = *std::move(data);
    }
    if (resized) lay_out(made_.file);
    return {};
  }

  /// Whether the scene winds the triangles of a mesh as the file does not.
  bool is_turned(const Rows& rows, const Primitive& old) {
    const auto indices = mapped_indices(file_, decoded(), rows.indices);
    return !indices || !std::ranges::equal(*indices, old.indices);
  }

  Result<void> replace(Index node, const Rows& rows, const Primitive& now) {
    const auto& buffer = made_.file.vertex_buffers[made_.file.vertex_mappings[rows.vertices].buffer];
    const auto layout = layout_of(buffer);
    if (!layout) return fail(layout.error());
    Storage storage = Storage::of(edit_.before.nodes[node], *layout);
    storage.turned = is_turned(rows, before(node));
    auto mesh = mesh_of(now, *layout, storage);
    if (!mesh) return fail(mesh.error());
    const auto stored = mapped_vertices(file_, decoded(), rows.vertices);
    if (!stored) return fail(stored.error());
    const SameVertices same(before(node), now);
    for (std::size_t i = 0; i < mesh->vertices.size(); ++i)
      if (const auto row = same.find(i); row && *row < stored->size()) mesh->vertices[i] = (*stored)[*row];
    return replace_mesh(made_.file, rows.vertices, rows.indices, *mesh);
  }

  Result<void> remove_meshes() {
    for (auto entry = rows_.begin(); entry != rows_.end();) {
      if (edit_.mesh_after(entry->first) != nullptr) {
        ++entry;
        continue;
      }
      const Rows gone = entry->second;
      if (auto done = remove_mesh(made_.file, gone.vertices, gone.indices); !done) return done;
      entry = rows_.erase(entry);
      for (auto& [node, rows] : rows_) {
        rows.vertices -= rows.vertices > gone.vertices ? 1 : 0;
        rows.indices -= rows.indices > gone.indices ? 1 : 0;
      }
    }
    return {};
  }

  Result<void> add_new_meshes() {
    ShapeMaker shapes(edit_.after, Materials::joined);
    for (const auto& [node, rows] : rows_)
      if (const auto ids = ids_in(edit_.before.nodes[node].extras))
        shapes.reserve(*ids, edit_.before.nodes[node].name);
    VertexBudget budget;
    for (std::size_t i = 0; i < edit_.after.nodes.size(); ++i) {
      if (!edit_.adds_mesh(i)) continue;
      const scene::Node node = with_name(edit_.after, i);
      if (node.role == scene::Role::hidden || node.role == scene::Role::helper) continue;
      if (auto done = budget.spend(node, edit_.after.meshes[*node.mesh]); !done) return done;
      made_.built.push_back(Index(i));
      if (node.role == scene::Role::armor || node.role == scene::Role::collision) continue;
      if (auto done = shapes.add(node, edit_.place(i)); !done) return done;
      if (scene::flattens(edit_.place(i))) made_.losses.push_back(scene::tell_flattened(node));
    }
    made_.losses.append(shapes.losses());
    shapes.list_dropped(made_.losses);
    if (shapes.empty()) return {};
    const bool encoded = !made_.file.vertex_buffers.empty() && made_.file.vertex_buffers.front().data.encoded;
    return shapes.put_into(made_.file, encoded);
  }

  const File& file_;
  Made made_;
  const Edit& edit_;
  UvLosses uvs_;                // of meshes that the file has
  std::map<Index, Rows> rows_;  // by node of the scene before
  std::optional<Decoded> decoded_;
  std::map<std::size_t, EditedBuffer> edited_;
};

}  // namespace

Result<Made> apply_edits(const File& file, const edit::EditedScene& edits) {
  const scene::Origins own{edits.before, edits.origins};
  if (auto error = scene::find_unusable_transform(edits.after, &own)) return fail(*std::move(error));
  const Edit edit(edits.before, edits.after, edits.origins);
  return Patcher(file, edit).run();
}

}  // namespace mw::wows::geometry
