#pragma once

// Example:
//
//     #include <meshwright/bw2/bwm_format.h>
//     #include <cstdio>
//
//     void list_textures(const mw::bw2::bwm::File& file) {
//       for (const auto& material : file.materials)
//         mw::bw2::bwm::for_each_texture(material, [](std::string_view role, const auto& texture) {
//           std::printf("%.*s: %.64s\n", int(role.size()), role.data(), texture.chars.data());
//         });
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/fixed_text.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/math.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

/// The model of Black & White 2 (.bwm) as stored in the file: little-endian, packed, its sections one after
/// another without a table of offsets. Layout, evidence and open questions: docs/formats/bw2-bwm.md
namespace mw::bw2::bwm {

inline constexpr std::string_view kSignature = "LiOnHeAdMODEL";
inline constexpr std::uint32_t kMagic = 0x2B00B1E5;

/// Header::version. Version 5 is version 6 without cleaves.
inline constexpr std::uint32_t kVersion5 = 5;
inline constexpr std::uint32_t kVersion6 = 6;

/// Header::type: how the indices are to be read.
enum class Type : std::uint32_t {
  list = 2,   // static models
  strip = 3,  // skins
};

struct Sphere {
  Vec3 centre{0};
  float radius = 0;
};

/// Upright; its base is at the lowest vertex.
struct Cylinder {
  Vec3 base{0};
  float height = 0;
  float radius = 0;
};

struct Header {
  FixedText<40> signature{kSignature};
  std::uint32_t size = 0;  // of the file without the signature and this field
  std::uint32_t magic = kMagic;
  std::uint32_t version = kVersion6;
  std::uint32_t metadata_size = 0;  // the start of the vertex data, minus 56
  Sphere sphere;                    // the smallest around all vertices
  Vec3 box_min{0};
  Vec3 box_max{0};
  Cylinder cylinder;               // the narrowest around all vertices
  std::uint32_t unknown_0x74 = 0;  // 0..2
  float volume = 0;                // of the cylinder
  std::uint32_t material_count = 0;
  std::uint32_t mesh_count = 0;
  std::uint32_t bone_count = 0;
  std::uint32_t entity_count = 0;
  std::uint32_t circle_count = 0;
  std::uint32_t hull_count = 0;
  Sphere footprint_sphere;         // around all vertices, centred in the hull's points
  std::uint32_t unknown_0xa4 = 0;  // 0 in the three files seen
  std::uint32_t vertex_count = 0;
  std::uint32_t stride_count = 0;
  std::uint32_t type = std::uint32_t(Type::list);
  std::uint32_t index_count = 0;
};
inline constexpr std::uint32_t kHeaderSize = 184;
static_assert(sizeof(Header) == kHeaderSize);

/// What Header::size and Header::metadata_size do not count.
inline constexpr std::uint32_t kBeforeSize = 44;
inline constexpr std::uint32_t kBeforeMetadata = 56;

/// Textures by role, each a .dds or empty.
struct Material {
  FixedText<64> diffuse;
  FixedText<64> light;
  FixedText<64> growth;
  FixedText<64> specular;
  FixedText<64> additional;  // animated: fire, blossom, or a cube map
  FixedText<64> normal;
  FixedText<64> name;  // the material's name in the authoring program
};
static_assert(sizeof(Material) == 448);

/// Rows are the authoring program's X, Y and Z; the game's up is Y, so that no rotation is (1,0,0) (0,0,1)
/// (0,1,0).
struct Frame {
  Vec3 x_axis{1, 0, 0};
  Vec3 y_axis{0, 0, 1};
  Vec3 z_axis{0, 1, 0};
  Vec3 position{0};
};
static_assert(sizeof(Frame) == 48);

/// A bone is its frame.
using Bone = Frame;

struct Mesh {
  std::uint32_t face_count = 0;
  std::uint32_t index_offset = 0;  // in items, as all that follow
  std::uint32_t index_count = 0;
  std::uint32_t vertex_offset = 0;
  std::uint32_t vertex_count = 0;
  Frame pivot;  // not applied to the vertices, which are in model space
  Sphere sphere;
  Vec3 box_min{0};
  Vec3 box_max{0};
  Cylinder cylinder;
  std::uint32_t unknown_0x80 = 2;  // 2 in the two meshes of the one original file, 1 or 2 elsewhere
  float volume = 0;                // of the cylinder
  std::uint32_t material_ref_count = 0;
  std::uint32_t garbage_0x8c = 0;  // differs without meaning in the original file; kept
  std::uint32_t lod = 1;           // 1 is the finest
  FixedText<64> name;
  std::array<std::uint32_t, 2> unknown_0xd4{};  // 0 in the eight meshes seen
};
static_assert(sizeof(Mesh) == 220);

/// A part of a mesh with one material. All references of the first mesh, then all of the second, and so on.
struct MaterialRef {
  std::uint32_t material = 0;
  std::uint32_t index_offset = 0;  // absolute, as in Mesh
  std::uint32_t index_count = 0;
  std::uint32_t vertex_offset = 0;  // absolute
  std::uint32_t vertex_count = 0;
  std::uint32_t face_offset = 0;  // counted from the first face of the mesh
  std::uint32_t face_count = 0;
  std::uint32_t mask = 0;  // nibbles, it seems by UV set: 0x50F and 0xF0F0F in the original file
};
static_assert(sizeof(MaterialRef) == 32);

/// A named place: smoke, a door.
struct Entity {
  Frame frame;
  FixedText<256> name;
};
static_assert(sizeof(Entity) == 304);

/// One of the discs that cover the footprint.
struct Circle {
  float x = 0;
  float z = 0;
  float radius = 0;
};
static_assert(sizeof(Circle) == 12);

/// Element::id: the meaning of a part of a vertex.
enum class Usage : std::uint32_t { position = 0, normal = 1, uv = 2, bone_index = 6, bone_weight = 7 };

/// Element::format: the type of a part of a vertex.
enum class ElementFormat : std::uint32_t { f32 = 0, f32x2 = 1, f32x3 = 2, u32 = 3, u8 = 4 };

struct Element {
  std::uint32_t id = 0;      // Usage
  std::uint32_t format = 0;  // ElementFormat
  bool operator==(const Element&) const = default;
};
static_assert(sizeof(Element) == 8);

/// A block of vertex data: the layout of one vertex, and the data of all vertices.
struct Stride {
  std::vector<Element> elements;
  Bytes garbage;  // fills the declaration up to kStrideSize
  Bytes data;     // vertex_count rows
};
inline constexpr std::uint32_t kStrideSize = 136;  // of a declaration
inline constexpr std::uint32_t kMaxElements = 16;
/// The space left after so many elements.
constexpr std::size_t garbage_size(std::size_t elements) {
  return kStrideSize - 4 - sizeof(Element) * elements;
}

/// A whole file. Writing takes the counts of the header from the tables; it keeps `size` and `metadata_size`,
/// which update_sizes() sets.
///
/// If a declaration has an unknown format (see decodes()), the end of its vertices is unknown: the vertex
/// data and all bytes after it are in `unreferenced`.
struct File {
  Header header;
  std::vector<Material> materials;
  std::vector<Mesh> meshes;
  std::vector<MaterialRef> material_refs;
  std::vector<Bone> bones;
  std::vector<Entity> entities;
  std::vector<Circle> circles;
  std::vector<Vec3> hull;  // convex in x and z, counter-clockwise in (x, z); y is that of the vertex
  std::vector<Stride> strides;
  std::vector<std::uint16_t> indices;  // absolute
  std::vector<Vec3> cleaves;           // version 6 only; one per vertex in the original file, purpose unknown
  std::vector<Unreferenced> unreferenced;
};

constexpr void fields(auto& io, Like<Sphere> auto& sphere) {
  io.field("centre", sphere.centre);
  io.field("radius", sphere.radius);
}

constexpr void fields(auto& io, Like<Cylinder> auto& cylinder) {
  io.field("base", cylinder.base);
  io.field("height", cylinder.height);
  io.field("radius", cylinder.radius);
}

/// What JSON keeps of the header beside the tables' counts and the two sizes.
constexpr void bounds_fields(auto& io, Like<Header> auto& header) {
  io.field("sphere", header.sphere);
  io.field("box_min", header.box_min);
  io.field("box_max", header.box_max);
  io.field("cylinder", header.cylinder);
  io.field("unknown_0x74", header.unknown_0x74);
  io.field("volume", header.volume);
}

constexpr void fields(auto& io, Like<Header> auto& header) {
  io.field("signature", header.signature);
  io.field("size", header.size);
  io.field("magic", header.magic);
  io.field("version", header.version);
  io.field("metadata_size", header.metadata_size);
  bounds_fields(io, header);
  io.field("material_count", header.material_count);
  io.field("mesh_count", header.mesh_count);
  io.field("bone_count", header.bone_count);
  io.field("entity_count", header.entity_count);
  io.field("circle_count", header.circle_count);
  io.field("hull_count", header.hull_count);
  io.field("footprint_sphere", header.footprint_sphere);
  io.field("unknown_0xa4", header.unknown_0xa4);
  io.field("vertex_count", header.vertex_count);
  io.field("stride_count", header.stride_count);
  io.field("type", header.type);
  io.field("index_count", header.index_count);
}

/// Calls visit(role, texture) for each.
constexpr void for_each_texture(auto& material, auto visit) {
  visit("diffuse", material.diffuse);
  visit("light", material.light);
  visit("growth", material.growth);
  visit("specular", material.specular);
  visit("additional", material.additional);
  visit("normal", material.normal);
}

constexpr void fields(auto& io, Like<Material> auto& material) {
  for_each_texture(material, [&](std::string_view role, auto& texture) { io.field(role, texture); });
  io.field("name", material.name);
}

constexpr void fields(auto& io, Like<Frame> auto& frame) {
  io.field("x_axis", frame.x_axis);
  io.field("y_axis", frame.y_axis);
  io.field("z_axis", frame.z_axis);
  io.field("position", frame.position);
}

constexpr void fields(auto& io, Like<Mesh> auto& mesh) {
  io.field("face_count", mesh.face_count);
  io.field("index_offset", mesh.index_offset);
  io.field("index_count", mesh.index_count);
  io.field("vertex_offset", mesh.vertex_offset);
  io.field("vertex_count", mesh.vertex_count);
  io.field("pivot", mesh.pivot);
  io.field("sphere", mesh.sphere);
  io.field("box_min", mesh.box_min);
  io.field("box_max", mesh.box_max);
  io.field("cylinder", mesh.cylinder);
  io.field("unknown_0x80", mesh.unknown_0x80);
  io.field("volume", mesh.volume);
  io.field("material_ref_count", mesh.material_ref_count);
  io.field("garbage_0x8c", mesh.garbage_0x8c);
  io.field("lod", mesh.lod);
  io.field("name", mesh.name);
  io.field("unknown_0xd4", mesh.unknown_0xd4);
}

constexpr void fields(auto& io, Like<MaterialRef> auto& ref) {
  io.field("material", ref.material);
  io.field("index_offset", ref.index_offset);
  io.field("index_count", ref.index_count);
  io.field("vertex_offset", ref.vertex_offset);
  io.field("vertex_count", ref.vertex_count);
  io.field("face_offset", ref.face_offset);
  io.field("face_count", ref.face_count);
  io.field("mask", ref.mask);
}

constexpr void fields(auto& io, Like<Entity> auto& entity) {
  io.field("frame", entity.frame);
  io.field("name", entity.name);
}

constexpr void fields(auto& io, Like<Circle> auto& circle) {
  io.field("x", circle.x);
  io.field("z", circle.z);
  io.field("radius", circle.radius);
}

constexpr void fields(auto& io, Like<Element> auto& element) {
  io.field("id", element.id);
  io.field("format", element.format);
}

/// The references have no count of their own: each mesh counts its part.
inline std::uint64_t material_ref_total(const std::vector<Mesh>& meshes) {
  std::uint64_t total = 0;
  for (const Mesh& mesh : meshes) total += mesh.material_ref_count;
  return total;
}

/// Calls visit(name, count, rows) for each table between the header and the declarations, in file order; the
/// meshes must exist before the references are visited. The counts are fields of `header`, except that of the
/// references, which is computed from the meshes.
constexpr void for_each_table(auto& header, auto& tables, auto visit) {
  visit("materials", header.material_count, tables.materials);
  visit("meshes", header.mesh_count, tables.meshes);
  const std::uint64_t refs = material_ref_total(tables.meshes);
  visit("material_refs", refs, tables.material_refs);
  visit("bones", header.bone_count, tables.bones);
  visit("entities", header.entity_count, tables.entities);
  visit("circles", header.circle_count, tables.circles);
  visit("hull", header.hull_count, tables.hull);
}

}  // namespace mw::bw2::bwm
