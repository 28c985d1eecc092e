#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/math.h>
#include <meshwright/wows/assets_format.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The records of assets.bin. Each lists its parts once, in file order, in `layout`: numbers (`field`),
/// counts of the arrays that follow (`count`), bytes between (`padding`), pointers to arrays (`array`), and
/// parts that pointers inside are relative to (`part`, `text`). Reading, writing, placing and JSON are all an
/// `io` of it.
///
/// Every layout here rests on other programs that read the file; see docs/formats/wows-assets.md.
namespace mw::wows::assets {

using Matrix = std::array<float, 16>;  // the translation is 12 to 14

/// Rows elsewhere in the database, and the pointer to them: relative to the record or part that holds it.
template <class T>
struct Array {
  std::int64_t pointer = 0;
  std::vector<T> items = {};
};

template <std::size_t N>
using Padding = std::array<std::uint8_t, N>;

/// A text elsewhere in the database.
struct Text {
  std::uint32_t size = 0;
  Padding<4> padding = {};
  Array<std::uint8_t> chars = {};  // the NUL is one of them
};
inline constexpr std::uint64_t kTextSize = 0x10;

/// A draw call of a visual: its mesh, material and bones.
struct RenderSet {
  NameId name;
  NameId material_name;
  NameId vertices;  // the ids of mappings in the .geometry
  NameId indices;
  ResourceId material;  // the .mfm
  std::uint8_t skinned = 0;
  std::uint8_t node_count = 0;
  Padding<6> padding = {};
  Array<NameId> nodes;  // the bone palette: bone indices of vertices, divided by 3, are rows of it
};

constexpr void layout(auto& io, Like<RenderSet> auto& set) {
  io.field("name", set.name);
  io.field("material_name", set.material_name);
  io.field("vertices", set.vertices);
  io.field("indices", set.indices);
  io.field("material", set.material);
  io.field("skinned", set.skinned);
  io.count("node_count", set.node_count);
  io.padding("padding_0x1a", set.padding);
  io.array("nodes", set.nodes, set.node_count);
}

struct Lod {
  float extent = 0;
  std::uint8_t casts_shadow = 0;
  Padding<1> padding = {};
  std::uint16_t render_set_count = 0;
  Array<NameId> render_sets;
};

constexpr void layout(auto& io, Like<Lod> auto& lod) {
  io.field("extent", lod.extent);
  io.field("casts_shadow", lod.casts_shadow);
  io.padding("padding_0x05", lod.padding);
  io.count("render_set_count", lod.render_set_count);
  io.array("render_sets", lod.render_sets, lod.render_set_count);
}

inline constexpr std::uint16_t kNoParent = 0xFFFF;

/// The appearance of a model: nodes, and the meshes on them.
struct Visual {
  std::uint32_t node_count = 0;
  Padding<4> padding_0x04 = {};
  Array<NameId> map_names;  // finds nodes by their names
  Array<std::uint16_t> map_nodes;
  Array<NameId> names;
  Array<Matrix> matrices;
  Array<std::uint16_t> parents;
  ResourceId geometry;
  std::uint8_t underwater = 0;
  std::uint8_t abovewater = 0;
  std::uint16_t render_set_count = 0;
  std::uint8_t lod_count = 0;
  Padding<3> padding_0x3d = {};
  Vec3 min{0};
  Padding<4> padding_0x4c = {};
  Vec3 max{0};
  Padding<4> padding_0x5c = {};
  Array<RenderSet> render_sets;
  Array<Lod> lods;
};

constexpr void layout(auto& io, Like<Visual> auto& visual) {
  io.count("node_count", visual.node_count);
  io.padding("padding_0x04", visual.padding_0x04);
  io.array("map_names", visual.map_names, visual.node_count);
  io.array("map_nodes", visual.map_nodes, visual.node_count);
  io.array("names", visual.names, visual.node_count);
  io.array("matrices", visual.matrices, visual.node_count);
  io.array("parents", visual.parents, visual.node_count);
  io.field("geometry", visual.geometry);
  io.field("underwater", visual.underwater);
  io.field("abovewater", visual.abovewater);
  io.count("render_set_count", visual.render_set_count);
  io.count("lod_count", visual.lod_count);
  io.padding("padding_0x3d", visual.padding_0x3d);
  io.field("min", visual.min);
  io.padding("padding_0x4c", visual.padding_0x4c);
  io.field("max", visual.max);
  io.padding("padding_0x5c", visual.padding_0x5c);
  io.array("render_sets", visual.render_sets, visual.render_set_count);
  io.array("lods", visual.lods, visual.lod_count);
}

/// Replaces a material by others: a camouflage.
struct Dye {
  NameId matter;
  NameId replaces;
  std::uint32_t tint_count = 0;
  Padding<4> padding = {};
  Array<NameId> tints;
  Array<ResourceId> materials;
};

constexpr void layout(auto& io, Like<Dye> auto& dye) {
  io.field("matter", dye.matter);
  io.field("replaces", dye.replaces);
  io.count("tint_count", dye.tint_count);
  io.padding("padding_0x0c", dye.padding);
  io.array("tints", dye.tints, dye.tint_count);
  io.array("materials", dye.materials, dye.tint_count);
}

/// 0 structural, 1 necessary, 2 optional, 3 redundant, 4 undefined.
inline constexpr std::uint8_t kMostMiscType = 4;

struct Model {
  ResourceId visual;
  std::uint8_t skeleton_count = 0;
  std::uint8_t misc_type = 0;
  std::uint8_t animation_count = 0;
  std::uint8_t dye_count = 0;
  Padding<4> padding = {};
  Array<ResourceId> skeletons;  // extenders
  Array<ResourceId> animations;
  Array<Dye> dyes;
};

constexpr void layout(auto& io, Like<Model> auto& model) {
  io.field("visual", model.visual);
  io.count("skeleton_count", model.skeleton_count);
  io.field("misc_type", model.misc_type);
  io.count("animation_count", model.animation_count);
  io.count("dye_count", model.dye_count);
  io.padding("padding_0x0c", model.padding);
  io.array("skeletons", model.skeletons, model.skeleton_count);
  io.array("animations", model.animations, model.animation_count);
  io.array("dyes", model.dyes, model.dye_count);
}

/// A model since game version 14.1, which has no extenders of its skeleton.
struct Model14 {
  ResourceId visual;
  std::uint8_t misc_type = 0;
  std::uint8_t animation_count = 0;
  std::uint8_t dye_count = 0;
  Padding<5> padding = {};
  Array<ResourceId> animations;
  Array<Dye> dyes;
};

constexpr void layout(auto& io, Like<Model14> auto& model) {
  io.field("visual", model.visual);
  io.field("misc_type", model.misc_type);
  io.count("animation_count", model.animation_count);
  io.count("dye_count", model.dye_count);
  io.padding("padding_0x0b", model.padding);
  io.array("animations", model.animations, model.animation_count);
  io.array("dyes", model.dyes, model.dye_count);
}

/// The kinds of a material's properties, in the order of their arrays.
enum class PropertyKind : std::uint8_t { boolean, integer, natural, real, texture, vec2, vec3, vec4, matrix };
inline constexpr std::size_t kPropertyKinds = 9;

/// A property of a material: its kind in the low four bits, its row in that kind's array above.
constexpr std::size_t kind_of_property(std::uint16_t property) {
  return property & 0xFU;
}
constexpr std::size_t row_of_property(std::uint16_t property) {
  return property >> 4U;
}

struct Material {
  std::uint16_t property_count = 0;
  std::array<std::uint8_t, kPropertyKinds> counts = {};
  Padding<5> padding = {};
  Array<NameId> names;
  Array<std::uint16_t> properties;
  Array<std::uint8_t> booleans;
  Array<std::int32_t> integers;
  Array<std::uint32_t> naturals;
  Array<float> reals;
  Array<ResourceId> textures;
  Array<Vec2> vec2s;
  Array<Vec3> vec3s;
  Array<Vec4> vec4s;
  Array<Matrix> matrices;
  ResourceId effect;  // the .fx
  std::uint32_t collision_flags = 0;
  std::int32_t sort_order = 0;
};

constexpr void layout(auto& io, Like<Material> auto& material) {
  io.count("property_count", material.property_count);
  io.count("boolean_count", material.counts[0]);
  io.count("integer_count", material.counts[1]);
  io.count("natural_count", material.counts[2]);
  io.count("real_count", material.counts[3]);
  io.count("texture_count", material.counts[4]);
  io.count("vec2_count", material.counts[5]);
  io.count("vec3_count", material.counts[6]);
  io.count("vec4_count", material.counts[7]);
  io.count("matrix_count", material.counts[8]);
  io.padding("padding_0x0b", material.padding);
  io.array("names", material.names, material.property_count);
  io.array("properties", material.properties, material.property_count);
  io.array("booleans", material.booleans, material.counts[0]);
  io.array("integers", material.integers, material.counts[1]);
  io.array("naturals", material.naturals, material.counts[2]);
  io.array("reals", material.reals, material.counts[3]);
  io.array("textures", material.textures, material.counts[4]);
  io.array("vec2s", material.vec2s, material.counts[5]);
  io.array("vec3s", material.vec3s, material.counts[6]);
  io.array("vec4s", material.vec4s, material.counts[7]);
  io.array("matrices", material.matrices, material.counts[8]);
  io.field("effect", material.effect);
  io.field("collision_flags", material.collision_flags);
  io.field("sort_order", material.sort_order);
}

/// Nodes that a model adds to its visual's.
struct SkeletonExtender {
  std::uint16_t flag = 0;
  std::uint16_t node_count = 0;
  Padding<4> padding = {};
  Array<NameId> names;
  Array<NameId> parents;
  Array<Matrix> matrices;
};

constexpr void layout(auto& io, Like<SkeletonExtender> auto& skeleton) {
  io.field("flag", skeleton.flag);
  io.count("node_count", skeleton.node_count);
  io.padding("padding_0x04", skeleton.padding);
  io.array("names", skeleton.names, skeleton.node_count);
  io.array("parents", skeleton.parents, skeleton.node_count);
  io.array("matrices", skeleton.matrices, skeleton.node_count);
}

/// Points of a curve: a time, and N numbers.
template <std::size_t N>
struct Points {
  std::int32_t count = 0;
  Padding<4> padding = {};
  Array<std::array<float, N + 1>> points;
};

template <std::size_t N>
struct Curve {
  float period = 0;
  std::uint8_t repeat = 0;
  Padding<11> padding = {};
  Points<N> points;
};

template <class T>
inline constexpr bool kIsPoints = false;
template <std::size_t N>
inline constexpr bool kIsPoints<Points<N>> = true;
template <class T>
inline constexpr bool kIsCurve = false;
template <std::size_t N>
inline constexpr bool kIsCurve<Curve<N>> = true;

template <class T>
  requires kIsPoints<std::remove_const_t<T>>
constexpr void layout(auto& io, T& points) {
  io.count("count", points.count);
  io.padding("padding_0x04", points.padding);
  io.array("points", points.points, points.count);
}

template <class T>
  requires kIsCurve<std::remove_const_t<T>>
constexpr void layout(auto& io, T& curve) {
  io.field("period", curve.period);
  io.field("repeat", curve.repeat);
  io.padding("padding_0x05", curve.padding);
  io.part("points", curve.points);
}

struct PointLight {
  Curve<4> colour_curve;
  Curve<1> radius_curve;
  Vec4 colour{0};
  Vec3 position{0};
  Padding<4> padding_0x5c = {};
  float radius = 0;
  std::uint32_t min_quality = 0;
  std::uint8_t colour_animated = 0;
  std::uint8_t radius_animated = 0;
  Padding<6> padding_0x6a = {};
};

constexpr void layout(auto& io, Like<PointLight> auto& light) {
  io.part("colour_curve", light.colour_curve);
  io.part("radius_curve", light.radius_curve);
  io.field("colour", light.colour);
  io.field("position", light.position);
  io.padding("padding_0x5c", light.padding_0x5c);
  io.field("radius", light.radius);
  io.field("min_quality", light.min_quality);
  io.field("colour_animated", light.colour_animated);
  io.field("radius_animated", light.radius_animated);
  io.padding("padding_0x6a", light.padding_0x6a);
}

struct VelocityField {
  std::array<std::uint32_t, 3> size = {};
  std::uint32_t value_count = 0;
  Array<std::uint16_t> values;
};

constexpr void layout(auto& io, Like<VelocityField> auto& velocity) {
  io.field("size", velocity.size);
  io.count("value_count", velocity.value_count);
  io.array("values", velocity.values, velocity.value_count);
}

struct EffectPreset {
  ResourceId high;
  ResourceId low;
};

constexpr void layout(auto& io, Like<EffectPreset> auto& preset) {
  io.field("high", preset.high);
  io.field("low", preset.low);
}

struct Parameter {
  Text name;
  float min = 0;
  float max = 0;
  float initial = 0;
  Padding<4> padding = {};
};

constexpr void layout(auto& io, Like<Parameter> auto& parameter) {
  io.text("name", parameter.name);
  io.field("min", parameter.min);
  io.field("max", parameter.max);
  io.field("default", parameter.initial);
  io.padding("padding_0x1c", parameter.padding);
}

struct EffectMetadata {
  std::uint32_t parameter_count = 0;
  Padding<4> padding = {};
  Array<Parameter> parameters;
};

constexpr void layout(auto& io, Like<EffectMetadata> auto& metadata) {
  io.count("parameter_count", metadata.parameter_count);
  io.padding("padding_0x04", metadata.padding);
  io.array("parameters", metadata.parameters, metadata.parameter_count);
}

struct Contour {
  std::uint32_t point_count = 0;
  Padding<4> padding = {};
  Array<Vec2> points;
};

constexpr void layout(auto& io, Like<Contour> auto& contour) {
  io.count("point_count", contour.point_count);
  io.padding("padding_0x04", contour.padding);
  io.array("points", contour.points, contour.point_count);
}

struct AtlasContour {
  std::uint32_t contour_count = 0;
  Padding<4> padding = {};
  Array<Contour> contours;
};

constexpr void layout(auto& io, Like<AtlasContour> auto& atlas) {
  io.count("contour_count", atlas.contour_count);
  io.padding("padding_0x04", atlas.padding);
  io.array("contours", atlas.contours, atlas.contour_count);
}

/// Not decoded by any program so far.
struct Effect {
  std::array<std::uint8_t, 16> bytes = {};
};

constexpr void layout(auto& io, Like<Effect> auto& effect) {
  io.field("bytes", effect.bytes);
}

/// A record of unknown layout, or with invalid pointers: its fixed part.
struct Raw {
  Bytes bytes;
};

using Record = std::variant<Raw, Material, Visual, SkeletonExtender, Model, Model14, PointLight, Effect,
                            VelocityField, EffectPreset, EffectMetadata, AtlasContour>;

/// An `io` that measures the fixed part of a record.
class RecordMeasure {
 public:
  template <class T>
  constexpr void field(std::string_view, const T&) {
    size_ += sizeof(T);
  }
  template <class T>
  constexpr void count(std::string_view, const T&) {
    size_ += sizeof(T);
  }
  template <std::size_t N>
  constexpr void padding(std::string_view, const Padding<N>&) {
    size_ += N;
  }
  constexpr void array(std::string_view, const auto&, const auto&) { size_ += sizeof(std::int64_t); }
  constexpr void part(std::string_view, const auto& part) { layout(*this, part); }
  constexpr void text(std::string_view, const Text&) { size_ += kTextSize; }

  constexpr std::uint64_t size() const { return size_; }

 private:
  std::uint64_t size_ = 0;
};

/// Bytes of a record's fixed part: the stride of its database or array.
template <class T>
inline constexpr std::uint64_t kFixedSize = [] {
  RecordMeasure measure;
  const T record{};
  layout(measure, record);
  return measure.size();
}();

// Those of the types are tested against the sizes that the game registers; these are the rows of arrays, and
// parts.
static_assert(kFixedSize<RenderSet> == 0x28);
static_assert(kFixedSize<Lod> == 0x10);
static_assert(kFixedSize<Dye> == 0x20);
static_assert(kFixedSize<Parameter> == 0x20);
static_assert(kFixedSize<Contour> == 0x10);
static_assert(kFixedSize<Points<4>> == 0x10);
static_assert(kFixedSize<Curve<4>> == 0x20);
static_assert(kFixedSize<Curve<1>> == 0x20);

}  // namespace mw::wows::assets
