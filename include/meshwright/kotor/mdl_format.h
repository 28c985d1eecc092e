#pragma once

// Example:
//
//     #include <meshwright/kotor/mdl_format.h>
//
//     // A chain of three nodes. Who is whose parent follows from the children.
//     mw::kotor::mdl::File chain() {
//       mw::kotor::mdl::File file;
//       file.names = {{.text = "root"}, {.text = "arm"}, {.text = "hand"}};
//       file.nodes.resize(3);
//       for (std::uint16_t row = 0; row < 3; ++row)
//         file.nodes[row].header.number = file.nodes[row].header.name_index = row;
//       file.nodes[0].children = {1};
//       file.nodes[1].children = {2};
//       return file;
//     }

#include <meshwright/core/detail/boxed.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/fixed_text.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/math.h>
#include <meshwright/kotor/detail/mdl_mesh_format.h>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// The binary model of Knights of the Old Republic I and II (.mdl with its .mdx) as stored in the files.
/// Layout, evidence and open questions: docs/formats/kotor-mdl.md
namespace mw::kotor::mdl {

struct FileHeader {
  std::uint32_t zero = 0;      // a text model has letters here
  std::uint32_t mdl_size = 0;  // of the file, without this header
  std::uint32_t mdx_size = 0;
};
static_assert(sizeof(FileHeader) == kDataStart);

/// GeometryHeader::type
enum class GeometryType : std::uint8_t { model = 2, animation = 5 };

struct GeometryHeader {
  struct LargeRecord;                        // one field per line in JSON
  std::array<std::uint32_t, 2> functions{};  // addresses in the game's program; they identify the game
  FixedText<32> name;
  Link root_node;                // implied: the first of the nodes
  std::uint32_t node_count = 0;  // with the supermodel's nodes: not the number of nodes in the file
  std::array<std::uint32_t, 3> unknown_0x30{};
  std::array<std::uint32_t, 3> unknown_0x3c{};
  std::uint32_t reference_count = 0;
  std::uint8_t type = 0;  // GeometryType
  std::array<std::uint8_t, 3> padding{};
};
struct ModelHeader {
  struct LargeRecord;
  std::uint8_t classification = 0;
  std::uint8_t subclassification = 0;
  std::uint8_t unknown_0x02 = 0;
  std::uint8_t affected_by_fog = 0;
  std::uint32_t child_model_count = 0;
  Array animations;
  std::uint32_t parent_model = 0;  // can be a stale address: kept, never followed
  Vec3 box_min{0};
  Vec3 box_max{0};
  float radius = 0;
  float animation_scale = 1;
  FixedText<32> supermodel;
};
static_assert(sizeof(ModelHeader) == 88);

struct NamesHeader {
  Link head_node;  // where animations start: the neck in heads; implied: the root
  std::uint32_t unknown_0x04 = 0;
  std::uint32_t mdx_size = 0;
  std::uint32_t mdx_offset = 0;
  Array names;
};
/// All headers that every file has, one after another.
struct FileHeaders {
  FileHeader header;
  GeometryHeader geometry;
  ModelHeader model;
  NamesHeader names_header;
};

struct Event {
  float time = 0;  // seconds
  FixedText<32> name;
};
static_assert(sizeof(Event) == 36);

struct AnimationHeader {
  struct LargeRecord;
  GeometryHeader geometry;
  float length = 0;      // seconds
  float transition = 0;  // seconds
  FixedText<32> root_name;
  Array events;
  std::uint32_t unknown_0x84 = 0;
};
/// Bits of NodeHeader::type: which sub-headers follow the header, in this order.
enum NodeBit : std::uint16_t {
  kNodeHeader = 0x001,
  kNodeLight = 0x002,
  kNodeEmitter = 0x004,
  kNodeCamera = 0x008,  // has no sub-header
  kNodeReference = 0x010,
  kNodeMesh = 0x020,
  kNodeSkin = 0x040,
  kNodeAnim = 0x080,
  kNodeDangly = 0x100,
  kNodeAabb = 0x200,
  kNodeSaber = 0x800,
};

struct NodeHeader {
  struct LargeRecord;
  std::uint16_t type = kNodeHeader;  // NodeBit
  std::uint16_t number = 0;          // shared with the supermodel: how animations find their node
  std::uint16_t name_index = 0;
  std::uint16_t padding = 0;
  Link owner;   // row of animations; implied: its own animation, none for the model's
  Link parent;  // row of the tree; implied: the node whose child it is
  Vec3 position{0};
  std::array<float, 4> orientation{1, 0, 0, 0};  // w x y z
  Array children;
  Array controllers;
  Array data;
};
struct Controller {
  std::uint32_t type = 0;               // its meaning depends on the node's kind: controller_name()
  std::uint16_t unknown_0x04 = 0xFFFF;  // 16 for positions and 28 for orientations of animations
  std::uint16_t rows = 0;
  std::uint16_t time_index = 0;  // into the node's data
  std::uint16_t data_index = 0;
  std::uint8_t columns = 0;  // kBezier may be set
  std::array<std::uint8_t, 3> padding{};
};
static_assert(sizeof(Controller) == 16);

inline constexpr std::uint8_t kBezier = 0x10;  // three values per column: value, handle in, handle out
inline constexpr std::uint32_t kPositionController = 8;
inline constexpr std::uint32_t kOrientationController = 20;
inline constexpr std::uint32_t kScaleController = 36;

/// A text of any length, which a table of offsets refers to.
struct Name {
  std::uint32_t offset = 0;
  std::string text;
};

struct LightHeader {
  float flare_radius = 0;
  std::array<std::uint32_t, 3> unknown_0x04{};
  Array flare_sizes;
  Array flare_positions;
  Array flare_colors;
  Array flare_textures;
  std::uint32_t priority = 0;
  std::uint32_t ambient_only = 0;
  std::uint32_t dynamic_type = 0;
  std::uint32_t affect_dynamic = 0;
  std::uint32_t shadow = 0;
  std::uint32_t flare = 0;
  std::uint32_t fading = 0;
};
static_assert(sizeof(LightHeader) == 92);

struct Light {
  LightHeader header;
  std::vector<float> flare_sizes;
  std::vector<float> flare_positions;
  std::vector<Vec3> flare_colors;
  std::vector<Name> textures;
};

struct Emitter {
  struct LargeRecord;
  float dead_space = 0;
  float blast_radius = 0;
  float blast_length = 0;
  std::uint32_t branch_count = 0;
  float control_point_smoothing = 0;
  std::uint32_t x_grid = 0;
  std::uint32_t y_grid = 0;
  std::uint32_t spawn_type = 0;
  FixedText<32> update;
  FixedText<32> render;
  FixedText<32> blend;
  FixedText<32> texture;
  FixedText<16> chunk;
  std::uint32_t two_sided = 0;
  std::uint32_t loop = 0;
  std::uint16_t render_order = 0;
  std::uint8_t frame_blending = 0;
  FixedText<32> depth_texture;
  std::uint8_t padding = 0;
  std::uint32_t flags = 0;
};
static_assert(sizeof(Emitter) == 224);

struct Reference {
  FixedText<32> model;
  std::uint32_t reattachable = 0;
};
static_assert(sizeof(Reference) == 36);

struct Node {
  std::uint32_t offset = 0;  // its place
  NodeHeader header;
  std::vector<std::uint32_t> children;  // rows of the tree this node is in
  std::vector<Controller> controllers;
  std::vector<float> data;  // of the controllers; compressed orientations are bits, not numbers
  Boxed<Light> light;
  Boxed<Emitter> emitter;
  Boxed<Reference> reference;
  Boxed<Mesh> mesh;
};

struct Animation {
  std::uint32_t offset = 0;
  AnimationHeader header;
  std::vector<Event> events;
  std::vector<Node> nodes;  // depth first; the root is the first
};

/// An MDL and its MDX.
///
/// Writing takes counts from the tables and links from the rows; it keeps the offsets of blocks, so every
/// block stays in its place. lay_out() computes them again: a model that was built needs no offsets before.
struct File {
  Variant variant;
  FileHeader header;
  GeometryHeader geometry;
  ModelHeader model;
  NamesHeader names_header;
  std::vector<Name> names;
  std::vector<Animation> animations;
  std::vector<Node> nodes;  // depth first; the root is the first
  std::vector<Unreferenced> unreferenced;
  bool has_mdx = false;
  // Sizes of the files that were read or laid out, for comparison with the header's.
  std::uint64_t mdl_bytes = 0;
  std::uint64_t mdx_bytes = 0;
  std::vector<Unreferenced> mdx_unreferenced;
};

constexpr void fields(auto& io, Like<FileHeader> auto& header) {
  io.field("zero", header.zero);
  io.field("mdl_size", header.mdl_size);
  io.field("mdx_size", header.mdx_size);
}

constexpr void fields(auto& io, Like<GeometryHeader> auto& header) {
  io.field("functions", header.functions);
  io.field("name", header.name);
  io.field("root_node", header.root_node);
  io.field("node_count", header.node_count);
  io.field("unknown_0x30", header.unknown_0x30);
  io.field("unknown_0x3c", header.unknown_0x3c);
  io.field("reference_count", header.reference_count);
  io.field("type", header.type);
  io.field("padding", header.padding);
}

static_assert(record_size<GeometryHeader>() == 80);

constexpr void fields(auto& io, Like<ModelHeader> auto& header) {
  io.field("classification", header.classification);
  io.field("subclassification", header.subclassification);
  io.field("unknown_0x02", header.unknown_0x02);
  io.field("affected_by_fog", header.affected_by_fog);
  io.field("child_model_count", header.child_model_count);
  io.field("animations", header.animations);
  io.field("parent_model", header.parent_model);
  io.field("box_min", header.box_min);
  io.field("box_max", header.box_max);
  io.field("radius", header.radius);
  io.field("animation_scale", header.animation_scale);
  io.field("supermodel", header.supermodel);
}

constexpr void fields(auto& io, Like<NamesHeader> auto& header) {
  io.field("head_node", header.head_node);
  io.field("unknown_0x04", header.unknown_0x04);
  io.field("mdx_size", header.mdx_size);
  io.field("mdx_offset", header.mdx_offset);
  io.field("names", header.names);
}

static_assert(record_size<NamesHeader>() == 28);

/// The headers at the start of an MDL, of a File or of FileHeaders.
constexpr void header_fields(auto& io, auto& file) {
  io.field("file", file.header);
  io.field("geometry", file.geometry);
  io.field("model", file.model);
  io.field("names_header", file.names_header);
}

constexpr void fields(auto& io, Like<FileHeaders> auto& headers) {
  header_fields(io, headers);
}
static_assert(record_size<FileHeaders>() == kDataStart + 80 + 88 + 28);

constexpr void fields(auto& io, Like<Event> auto& event) {
  io.field("time", event.time);
  io.field("name", event.name);
}

constexpr void fields(auto& io, Like<AnimationHeader> auto& header) {
  io.field("geometry", header.geometry);
  io.field("length", header.length);
  io.field("transition", header.transition);
  io.field("root_name", header.root_name);
  io.field("events", header.events);
  io.field("unknown_0x84", header.unknown_0x84);
}

static_assert(record_size<AnimationHeader>() == 136);

constexpr void fields(auto& io, Like<NodeHeader> auto& header) {
  io.field("type", header.type);
  io.field("number", header.number);
  io.field("name_index", header.name_index);
  io.field("padding", header.padding);
  io.field("owner", header.owner);
  io.field("parent", header.parent);
  io.field("position", header.position);
  io.field("orientation", header.orientation);
  io.field("children", header.children);
  io.field("controllers", header.controllers);
  io.field("data", header.data);
}

static_assert(record_size<NodeHeader>() == 80);

constexpr void fields(auto& io, Like<Controller> auto& controller) {
  io.field("type", controller.type);
  io.field("unknown_0x04", controller.unknown_0x04);
  io.field("rows", controller.rows);
  io.field("time_index", controller.time_index);
  io.field("data_index", controller.data_index);
  io.field("columns", controller.columns);
  io.field("padding", controller.padding);
}

constexpr void fields(auto& io, Like<Name> auto& name) {
  io.field("offset", name.offset);
  io.field("text", name.text);
}

constexpr void fields(auto& io, Like<LightHeader> auto& header) {
  io.field("flare_radius", header.flare_radius);
  io.field("unknown_0x04", header.unknown_0x04);
  io.field("flare_sizes", header.flare_sizes);
  io.field("flare_positions", header.flare_positions);
  io.field("flare_colors", header.flare_colors);
  io.field("flare_textures", header.flare_textures);
  io.field("priority", header.priority);
  io.field("ambient_only", header.ambient_only);
  io.field("dynamic_type", header.dynamic_type);
  io.field("affect_dynamic", header.affect_dynamic);
  io.field("shadow", header.shadow);
  io.field("flare", header.flare);
  io.field("fading", header.fading);
}

constexpr void fields(auto& io, Like<Emitter> auto& emitter) {
  io.field("dead_space", emitter.dead_space);
  io.field("blast_radius", emitter.blast_radius);
  io.field("blast_length", emitter.blast_length);
  io.field("branch_count", emitter.branch_count);
  io.field("control_point_smoothing", emitter.control_point_smoothing);
  io.field("x_grid", emitter.x_grid);
  io.field("y_grid", emitter.y_grid);
  io.field("spawn_type", emitter.spawn_type);
  io.field("update", emitter.update);
  io.field("render", emitter.render);
  io.field("blend", emitter.blend);
  io.field("texture", emitter.texture);
  io.field("chunk", emitter.chunk);
  io.field("two_sided", emitter.two_sided);
  io.field("loop", emitter.loop);
  io.field("render_order", emitter.render_order);
  io.field("frame_blending", emitter.frame_blending);
  io.field("depth_texture", emitter.depth_texture);
  io.field("padding", emitter.padding);
  io.field("flags", emitter.flags);
}

constexpr void fields(auto& io, Like<Reference> auto& reference) {
  io.field("model", reference.model);
  io.field("reattachable", reference.reattachable);
}

}  // namespace mw::kotor::mdl
