#include <fmt/format.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>

#include "rows.h"
#include "variant.h"

namespace mw::kotor::mdl {
namespace {

std::array<std::uint16_t, 4> pack_bones(const std::array<float, 4>& bones) {
  std::array<std::uint16_t, 4> packed{};
  std::ranges::transform(bones, packed.begin(), [](float bone) {
    return bone >= 0 && bone < float(kNoBonePacked) ? std::uint16_t(bone) : kNoBonePacked;
  });
  return packed;
}

std::array<float, 4> unpack_bones(const std::array<std::uint16_t, 4>& bones) {
  std::array<float, 4> unpacked{};
  std::ranges::transform(bones, unpacked.begin(),
                         [](std::uint16_t bone) { return bone == kNoBonePacked ? kNoBone : float(bone); });
  return unpacked;
}

std::array<std::uint32_t, 3> pack_tangents(const std::array<float, 9>& t) {
  return {pack_vector({t[0], t[1], t[2]}), pack_vector({t[3], t[4], t[5]}), pack_vector({t[6], t[7], t[8]})};
}

std::array<float, 9> unpack_tangents(const std::array<std::uint32_t, 3>& packed) {
  std::array<float, 9> tangents{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 vector = unpack_vector(packed[i]);
    for (int axis = 0; axis < 3; ++axis) tangents[3 * i + std::size_t(axis)] = vector[axis];
  }
  return tangents;
}

/// Moves values to the other platform's type.
template <class From, class To, class Map>
void remap(std::vector<From>& from, std::vector<To>& to, Map map) {
  to.resize(from.size());
  std::ranges::transform(from, to.begin(), map);
  from.clear();
}

void convert_rows(VertexRows& rows, Platform platform) {
  rows.rest.clear();
  if (platform == Platform::xbox) {
    remap(rows.normals, rows.packed_normals, pack_vector);
    for (std::size_t set = 0; set < 4; ++set)
      remap(rows.tangents[set], rows.packed_tangents[set], pack_tangents);
    remap(rows.bones, rows.packed_bones, pack_bones);
  } else {
    remap(rows.packed_normals, rows.normals, unpack_vector);
    for (std::size_t set = 0; set < 4; ++set)
      remap(rows.packed_tangents[set], rows.tangents[set], unpack_tangents);
    remap(rows.packed_bones, rows.bones, unpack_bones);
  }
}

/// An attribute that the rows really have, by the field that places it.
struct PlacedAttribute {
  std::int32_t* offset;
  std::size_t size;  // on the target platform
};

/// Closes up the rows in the order they had. Attributes that were no part of the rows lose their place.
class RowRepacker {
 public:
  RowRepacker(Mesh& mesh, Platform from, Platform to)
      : mesh_(mesh), cover_(mesh.header.mdx_stride), from_(from), to_(to) {}

  /// Bytes of a row that had no attribute.
  std::size_t run() {
    MeshHeader& header = mesh_.header;
    add(header.mdx_positions, kMdxPositions, 12, 12);
    add(header.mdx_normals, kMdxNormals, 12, 4);
    add(header.mdx_colors, kMdxColors, 12, 12);
    for (std::size_t set = 0; set < 4; ++set) add(header.mdx_uvs[set], kMdxUv1 << set, 8, 8);
    for (std::size_t set = 0; set < 4; ++set) add(header.mdx_tangents[set], kMdxTangents1 << set, 36, 12);
    if (mesh_.skin) {
      add_unflagged(mesh_.skin->header.mdx_weights, 16, 16);
      add_unflagged(mesh_.skin->header.mdx_bones, 16, 8);
    }
    std::size_t lost = 0;
    for (const RowCover::Part& gap : cover_.gaps()) lost += gap.end - gap.begin;
    place();
    return lost;
  }

 private:
  void add(std::int32_t& offset, std::uint32_t bit, std::size_t pc, std::size_t xbox) {
    if ((mesh_.header.mdx_flags & bit) != 0 && add_unflagged(offset, pc, xbox)) return;
    mesh_.header.mdx_flags &= ~bit;
    offset = kNotInRow;
  }

  bool add_unflagged(std::int32_t& offset, std::size_t pc, std::size_t xbox) {
    if (!cover_.take(offset, from_ == Platform::pc ? pc : xbox)) {
      offset = kNotInRow;
      return false;
    }
    attributes_.push_back({&offset, to_ == Platform::pc ? pc : xbox});
    return true;
  }

  void place() {
    std::ranges::sort(attributes_, {}, [](const PlacedAttribute& attribute) { return *attribute.offset; });
    std::size_t stride = 0;
    for (const PlacedAttribute& attribute : attributes_) {
      *attribute.offset = std::int32_t(stride);
      stride += attribute.size;
    }
    mesh_.header.mdx_stride = std::uint32_t(stride);
  }

  Mesh& mesh_;
  RowCover cover_;
  Platform from_;
  Platform to_;
  std::vector<PlacedAttribute> attributes_;
};

class Conversion {
 public:
  Conversion(const File& file, Variant target) : result_{file, {}}, from_(file.variant), to_(target) {}

  Converted run() {
    File& file = result_.file;
    const Family family = family_of(file);
    file.variant = to_;
    file.geometry.functions = functions_of(to_).model;
    convert_tree(file.nodes);
    for (Animation& animation : file.animations) {
      animation.header.geometry.functions = functions_of(to_).animation;
      convert_tree(animation.nodes);
    }
    list_losses();
    if (!file.unreferenced.empty() || !file.mdx_unreferenced.empty())
      result_.losses.add(loss::BYTES_DROPPED, "");
    lay_out(file, family);
    return std::move(result_);
  }

 private:
  void convert_tree(std::vector<Node>& nodes) {
    for (Node& node : nodes)
      if (node.mesh) convert_mesh(node_name(result_.file, node), node.header.type, *node.mesh);
  }

  void convert_mesh(const std::string& name, std::uint16_t type, Mesh& mesh) {
    mesh.header.functions = mesh_functions(to_, type);
    if (to_.game == Game::k1) drop_dirt(name, mesh);
    if (to_.platform == from_.platform) return;
    convert_skin(mesh);
    const bool wanted = wants_rows(mesh);
    const std::size_t lost = RowRepacker(mesh, from_.platform, to_.platform).run();
    if (wanted && lost > 0) lose(loss::VERTEX_BYTES_DROPPED, name, lost);
    if (mesh.mdx) {
      convert_rows(mesh.mdx->rows, to_.platform);
      if (mesh.mdx->sentinel) convert_rows(*mesh.mdx->sentinel, to_.platform);
      const bool packed = !mesh.mdx->rows.packed_normals.empty();
      if (packed) lose(loss::VECTORS_ROUNDED, name);
    }
    convert_vertices(name, mesh);
  }

  void drop_dirt(const std::string& name, Mesh& mesh) {
    const MeshDirt dirt = std::exchange(mesh.dirt, {});
    if (from_.game == Game::k2 && (dirt.enabled != 0 || dirt.hide_in_holograms != 0))
      lose(loss::DIRT_DROPPED, name);
  }

  void convert_skin(Mesh& mesh) {
    if (!mesh.skin) return;
    Skin& skin = *mesh.skin;
    if (to_.platform == Platform::xbox)
      remap(skin.bone_map, skin.packed_bone_map, [](float bone) { return pack_bones({bone})[0]; });
    else
      remap(skin.packed_bone_map, skin.bone_map, [](std::uint16_t bone) { return unpack_bones({bone})[0]; });
  }

  /// The PC has a second copy of the positions in the MDL.
  void convert_vertices(const std::string& name, Mesh& mesh) {
    if (to_.platform == Platform::xbox) {
      const bool copied = mesh.mdx && mesh.mdx->rows.positions == mesh.vertices;
      if (!copied && !mesh.vertices.empty()) lose(loss::OWN_VERTICES_DROPPED, name);
      mesh.vertices.clear();
      mesh.vertices_offset = 0;
      return;
    }
    if (mesh.mdx) mesh.vertices = mesh.mdx->rows.positions;
    if (mesh.saber) mesh.vertices = mesh.saber->vertices;
    if (mesh.vertices.size() == mesh.header.vertex_count) return;
    lose(loss::POSITIONS_DROPPED, name);
    mesh.vertices.resize(mesh.header.vertex_count);
  }

  void lose(const FindingKind& kind, const std::string& name, std::size_t bytes = 0) {
    const auto same = std::ranges::find_if(
        lost_, [&](const Lost& lost) { return lost.kind == &kind && lost.bytes == bytes; });
    if (same == lost_.end())
      lost_.push_back({&kind, name, bytes});
    else
      ++same->meshes;
  }

  /// A model has up to hundreds of meshes, which mostly lose the same.
  void list_losses() {
    for (const Lost& lost : lost_)
      result_.losses.add(
          *lost.kind, lost.meshes == 1 ? lost.name : "",
          lost.meshes == 1 ? lost.name : fmt::format("{} meshes, the first is {}", lost.meshes, lost.name),
          lost.bytes);
  }

  /// What one or several meshes lose.
  struct Lost {
    const FindingKind* kind;
    std::string name;  // of the first
    std::size_t bytes;
    std::size_t meshes = 1;
  };

  Converted result_;
  std::vector<Lost> lost_;
  Variant from_;
  Variant to_;
};

}  // namespace

Converted convert(const File& file, Variant target) {
  return Conversion(file, target).run();
}

}  // namespace mw::kotor::mdl
