#include <meshwright/wows/assets.h>
#include <meshwright/wows/detail/name_hash.h>

#include <algorithm>
#include <initializer_list>

namespace mw::wows::assets {
namespace {

constexpr std::string_view kTurretFolder = "content/gameplay/sample/turret/";
constexpr std::string_view kBoatFolder = "content/gameplay/sample/boat/";
constexpr std::string_view kEffectFolder = "content/gameplay/sample/effects/";

std::string in(std::string_view folder, std::string_view file) {
  return std::string(folder) + std::string(file);
}

Matrix moved(float x, float y, float z) {
  return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1};
}

/// A bone at a place of the model: in the model it stands at the origin, and mirrors z, as the game's do.
Matrix bone_at(float x, float y, float z) {
  return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, -x, -y, -z, 1};
}

struct SampleNode {
  std::string_view name;
  std::uint16_t parent;
  Matrix matrix;
};

/// Nodes, and the table that finds them by their names.
void set_nodes(Builder& builder, Visual& visual, std::initializer_list<SampleNode> nodes) {
  std::vector<std::pair<NameId, std::uint16_t>> by_name;
  for (const SampleNode& node : nodes) {
    by_name.emplace_back(builder.add_name(node.name), std::uint16_t(visual.names.items.size()));
    visual.names.items.push_back(by_name.back().first);
    visual.parents.items.push_back(node.parent);
    visual.matrices.items.push_back(node.matrix);
  }
  std::ranges::sort(by_name);
  for (const auto& [name, node] : by_name) {
    visual.map_names.items.push_back(name);
    visual.map_nodes.items.push_back(node);
  }
}

std::vector<NameId> names_of(Builder& builder, std::initializer_list<std::string_view> texts) {
  std::vector<NameId> ids;
  for (const std::string_view text : texts) ids.push_back(builder.add_name(text));
  return ids;
}

struct SampleSet {
  std::string_view shape;
  std::string_view material;  // its file, without folder and extension
  std::initializer_list<std::string_view> nodes;
  bool skinned = false;
};

RenderSet render_set(Builder& builder, std::string_view folder, const SampleSet& set) {
  RenderSet made;
  made.name = builder.add_name(set.shape);
  made.material_name = builder.add_name(set.material);
  made.vertices = builder.add_name(in(set.shape, ".vertices"));
  made.indices = builder.add_name(in(set.shape, ".indices"));
  made.material = builder.add_path(in(folder, in(set.material, ".mfm")));
  made.skinned = set.skinned ? 1 : 0;
  made.nodes.items = names_of(builder, set.nodes);
  return made;
}

Lod level(Builder& builder, float extent, std::initializer_list<std::string_view> shapes) {
  Lod lod;
  lod.extent = extent;
  lod.casts_shadow = 1;
  lod.render_sets.items = names_of(builder, shapes);
  return lod;
}

/// Adds a property of a kind; its value goes behind that kind's others.
void add_property(Builder& builder, Material& material, std::string_view name, PropertyKind kind,
                  auto& values, const auto& value) {
  material.names.items.push_back(builder.add_name(name));
  material.properties.items.push_back(
      std::uint16_t(std::size_t(kind) | std::size_t(values.items.size()) << 4U));
  values.items.push_back(value);
}

void add_texture(Builder& builder, Material& material, std::string_view property, std::string_view file) {
  add_property(builder, material, property, PropertyKind::texture, material.textures,
               builder.add_path(in("content/gameplay/sample/textures/", file)));
}

/// A material with a property of every kind.
void add_metal(Builder& builder) {
  Material metal;
  add_texture(builder, metal, "diffuseMap", "turret_a.dds");
  add_texture(builder, metal, "normalMap", "turret_n.dds");
  add_texture(builder, metal, "metallicGlossMap", "turret_mg.dds");
  add_property(builder, metal, "doubleSided", PropertyKind::boolean, metal.booleans, std::uint8_t(0));
  add_property(builder, metal, "alphaReference", PropertyKind::integer, metal.integers, 128);
  add_property(builder, metal, "g_useDetail", PropertyKind::natural, metal.naturals, 1U);
  add_property(builder, metal, "g_gloss", PropertyKind::real, metal.reals, 0.25F);
  add_property(builder, metal, "g_detailScale", PropertyKind::vec2, metal.vec2s, Vec2(4, 8));
  add_property(builder, metal, "g_ambient", PropertyKind::vec3, metal.vec3s, Vec3(0.5F, 0.5F, 0.25F));
  add_property(builder, metal, "g_tint", PropertyKind::vec4, metal.vec4s, Vec4(1, 0.75F, 0.5F, 1));
  add_property(builder, metal, "g_uvTransform", PropertyKind::matrix, metal.matrices, moved(0, 0, 0));
  metal.effect = builder.add_path("shaders/std_effects/ship_material.fx");
  metal.sort_order = -1;
  builder.add(in(kTurretFolder, "turret_metal.mfm"), metal);
}

void add_plain_material(Builder& builder, std::string_view folder, std::string_view name,
                        std::string_view texture) {
  Material material;
  add_texture(builder, material, "diffuseMap", texture);
  material.effect = builder.add_path("shaders/std_effects/lightonly.fx");
  material.collision_flags = 1;
  builder.add(in(folder, in(name, ".mfm")), material);
}

/// What geometry::sample holds: two levels of a turret, its ropes and a barrel that hangs on two bones.
void add_turret(Builder& builder) {
  Visual visual;
  set_nodes(builder, visual,
            {{"turret", kNoParent, moved(0, 0, 0)},
             {"mount", 0, moved(0, 0.4F, 1)},
             {"barrel_base", 1, moved(0, 0, 0)},
             {"barrel_mouth", 2, moved(0, 0, 2)},
             {"barrel_base_BlendBone", 2, bone_at(0, 0.4F, 1)},
             {"barrel_mouth_BlendBone", 3, bone_at(0, 0.4F, 3)}});
  visual.geometry = builder.add_path(kSampleGeometry);
  visual.abovewater = 1;
  visual.min = {-1, 0, -1};
  visual.max = {1, 1.5F, 3};
  for (const SampleSet& set :
       {SampleSet{"TurretShape", "turret_metal", {"turret"}},
        SampleSet{"Turret_wireShape", "turret_rope", {"turret"}},
        SampleSet{"bodyShape", "turret_metal", {"barrel_base_BlendBone", "barrel_mouth_BlendBone"}, true},
        SampleSet{"Turret_lod1Shape", "turret_metal", {"turret"}}})
    visual.render_sets.items.push_back(render_set(builder, kTurretFolder, set));
  visual.lods.items = {level(builder, 50, {"TurretShape", "Turret_wireShape", "bodyShape"}),
                       level(builder, 400, {"Turret_lod1Shape"})};

  SkeletonExtender skeleton;
  skeleton.names.items = names_of(builder, {"HP_flag"});
  skeleton.parents.items = names_of(builder, {"turret"});
  skeleton.matrices.items = {moved(0, 1, 0)};

  Model model;
  model.visual = builder.add(in(kTurretFolder, "turret.visual"), visual);
  model.skeletons.items = {builder.add(in(kTurretFolder, "turret.skel_ext"), skeleton)};
  model.animations.items = {builder.add_path(in(kTurretFolder, "turret_fire.anim"))};
  builder.add(kSampleTurret, model);
}

/// A model whose paint can be changed.
void add_boat(Builder& builder) {
  Visual visual;
  set_nodes(builder, visual, {{"boat", kNoParent, moved(0, 0, 0)}});
  visual.geometry = builder.add_path(in(kBoatFolder, "boat.geometry"));
  visual.underwater = visual.abovewater = 1;
  visual.min = {-1, -0.5F, -4};
  visual.max = {1, 0.5F, 4};
  visual.render_sets.items = {render_set(builder, kBoatFolder, {"BoatShape", "boat_paint", {"boat"}})};
  visual.lods.items = {level(builder, 100, {"BoatShape"})};

  Dye dye;
  dye.matter = builder.add_name("paint");
  dye.replaces = builder.add_name("boat_paint");
  dye.tints.items = names_of(builder, {"day", "night"});
  dye.materials.items = {builder.add_path(in(kBoatFolder, "boat_day.mfm")),
                         builder.add_path(in(kBoatFolder, "boat_night.mfm"))};

  Model model;
  model.visual = builder.add(in(kBoatFolder, "boat.visual"), visual);
  model.misc_type = 1;
  model.dyes.items = {dye};
  builder.add(kSampleBoat, model);
}

Text text_of_chars(std::string_view chars) {
  Text text;
  text.chars.items.assign(chars.begin(), chars.end());
  text.chars.items.push_back(0);
  return text;
}

/// One record of every other type.
void add_effects(Builder& builder) {
  PointLight light;
  light.colour_curve.period = 2;
  light.colour_curve.repeat = 1;
  light.colour_curve.points.points.items = {{0, 1, 1, 1, 1}, {1, 1, 0.5F, 0, 1}};
  light.radius_curve.points.points.items = {{0, 4}};
  light.colour = {1, 0.75F, 0.5F, 1};
  light.position = {0, 2, 0};
  light.radius = 4;
  light.colour_animated = 1;
  builder.add(in(kEffectFolder, "lamp.light"), light);

  VelocityField field;
  field.size = {2, 1, 2};
  field.values.items = {0, 0x3C00, 0x3800, 0xBC00};
  builder.add(in(kEffectFolder, "wind.vf"), field);

  EffectMetadata metadata;
  Parameter parameter;
  parameter.name = text_of_chars("intensity");
  parameter.max = 1;
  parameter.initial = 0.5F;
  metadata.parameters.items = {parameter};
  builder.add(in(kEffectFolder, "smoke.meta"), metadata);

  AtlasContour atlas;
  Contour contour;
  contour.points.items = {{0, 0}, {1, 0}, {0.5F, 1}};
  atlas.contours.items = {contour, Contour{}};
  builder.add(in(kEffectFolder, "smoke.contour"), atlas);

  Effect effect;
  effect.bytes = {1, 2, 3, 4};
  const ResourceId high = builder.add(in(kEffectFolder, "smoke.effect"), effect);
  const ResourceId low = builder.add(in(kEffectFolder, "smoke_low.effect"), Effect{});
  builder.add(in(kEffectFolder, "smoke.preset"), EffectPreset{high, low});
}

}  // namespace

Bytes sample() {
  Builder builder;
  add_metal(builder);
  add_plain_material(builder, kTurretFolder, "turret_rope", "rope_a.dds");
  add_plain_material(builder, kBoatFolder, "boat_paint", "boat_a.dds");
  add_plain_material(builder, kBoatFolder, "boat_day", "boat_day_a.dds");
  add_plain_material(builder, kBoatFolder, "boat_night", "boat_night_a.dds");
  add_turret(builder);
  add_boat(builder);
  add_effects(builder);
  return std::move(builder).build().value_or(Bytes());  // all of it is ours, so that it cannot fail
}

}  // namespace mw::wows::assets
