#pragma once

#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/mdl_source.h>
#include <span>
#include <string>
#include <string_view>

/// The words of text models. What a node says in one line is listed once here, as fields of records are
/// (core/detail/field.h), and read and written by these lists. An `io` has
///
///   value(name, number or row of numbers)
///   text(name, fixed text or string)
///   flag(name, word, bit)
namespace mw::kotor::mdl::ascii {

// What texts begin with, and their nodes.
inline constexpr std::string_view kModelComment = "# MODEL ASCII";
inline constexpr std::string_view kGeometryComment = "# GEOM ASCII";

struct NodeKind {
  std::string_view name;
  std::uint16_t type;
};

inline constexpr NodeKind kNodeKinds[] = {
    {"dummy", kNodeHeader},
    {"light", kNodeHeader | kNodeLight},
    {"emitter", kNodeHeader | kNodeEmitter},
    {"camera", kNodeHeader | kNodeCamera},
    {"reference", kNodeHeader | kNodeReference},
    {"trimesh", kNodeHeader | kNodeMesh},
    {"skin", kNodeHeader | kNodeMesh | kNodeSkin},
    {"animmesh", kNodeHeader | kNodeMesh | kNodeAnim},
    {"danglymesh", kNodeHeader | kNodeMesh | kNodeDangly},
    {"aabb", kNodeHeader | kNodeMesh | kNodeAabb},
    {"lightsaber", kNodeHeader | kNodeMesh | kNodeSaber},
};

struct Classification {
  std::string_view name;
  std::uint8_t value;
};

inline constexpr Classification kClassifications[] = {
    {"other", 0}, {"effect", 1},        {"tile", 2},         {"character", 4},
    {"door", 8},  {"lightsaber", 0x10}, {"placeable", 0x20}, {"flyer", 0x40},
};

/// "\"placable\" is none: other, effect, ... or flyer".
inline std::string none_of_kinds(std::string_view word) {
  std::string text = quote_word(word) + " is none: ";
  for (const Classification& each : kClassifications)
    text += std::string(&each == &kClassifications[0]             ? ""
                        : &each == std::end(kClassifications) - 1 ? " or "
                                                                  : ", ") +
            std::string(each.name);
  return text;
}

/// Bits of Emitter::flags, from the lowest.
inline constexpr std::string_view kEmitterFlags[] = {
    "p2p",          "p2p_sel",       "affectedByWind", "m_isTinted",    "bounce",
    "random",       "inherit",       "inheritvel",     "inherit_local", "splat",
    "inherit_part", "depth_texture", "emitterflag13"};

/// Words that other programs write and that say nothing here; rows that follow them are passed over.
inline constexpr std::string_view kPassedOver[] = {
    "average",      "bumpmapped_texture", "center",     "extra_data",     "filedependancy",
    "inheritcolor", "layoutposition",     "lensflares", "lightmaptverts", "multimaterial",
    "name",         "roomlinks",          "shininess",  "specular",       "tilefade",
    "unknown",      "wirecolor",          "texindices0"};

inline constexpr std::string_view kTextureWords[] = {"bitmap", "bitmap2", "texture2", "texture3"};

constexpr void properties(auto& io, Like<source::Mesh> auto& mesh) {
  io.value("diffuse", mesh.diffuse);
  io.value("ambient", mesh.ambient);
  io.value("transparencyhint", mesh.transparency_hint);
  io.value("animateuv", mesh.animate_uv);
  io.value("uvdirectionx", mesh.uv_direction[0]);
  io.value("uvdirectiony", mesh.uv_direction[1]);
  io.value("uvjitter", mesh.uv_jitter);
  io.value("uvjitterspeed", mesh.uv_jitter_speed);
  io.value("lightmapped", mesh.lightmapped);
  io.value("rotatetexture", mesh.rotate_texture);
  io.value("m_bIsBackgroundGeometry", mesh.background_geometry);
  io.value("shadow", mesh.shadow);
  io.value("beaming", mesh.beaming);
  io.value("render", mesh.render);
  io.value("dirt_enabled", mesh.dirt.enabled);
  io.value("dirt_texture", mesh.dirt.texture);
  io.value("dirt_worldspace", mesh.dirt.coordinate_space);
  io.value("hologram_donotdraw", mesh.dirt.hide_in_holograms);
  io.value("tangentspace", mesh.tangent_space);
  io.optional("inv_count", mesh.counter);
  for (std::size_t i = 0; i < std::size(kTextureWords); ++i) io.text(kTextureWords[i], mesh.textures[i]);
}

constexpr void properties(auto& io, Like<source::Dangly> auto& dangly) {
  io.value("displacement", dangly.displacement);
  io.value("tightness", dangly.tightness);
  io.value("period", dangly.period);
}

constexpr void properties(auto& io, Like<LightHeader> auto& light) {
  io.value("lightpriority", light.priority);
  io.value("ambientonly", light.ambient_only);
  io.value("nDynamicType", light.dynamic_type);
  io.value("affectDynamic", light.affect_dynamic);
  io.value("shadow", light.shadow);
  io.value("flare", light.flare);
  io.value("fadingLight", light.fading);
  io.value("flareradius", light.flare_radius);
}

constexpr void properties(auto& io, Like<Emitter> auto& emitter) {
  io.value("deadspace", emitter.dead_space);
  io.value("blastRadius", emitter.blast_radius);
  io.value("blastLength", emitter.blast_length);
  io.value("numBranches", emitter.branch_count);
  io.value("controlptsmoothing", emitter.control_point_smoothing);
  io.value("xgrid", emitter.x_grid);
  io.value("ygrid", emitter.y_grid);
  io.value("spawntype", emitter.spawn_type);
  io.text("update", emitter.update);
  io.text("render", emitter.render);
  io.text("blend", emitter.blend);
  io.text("texture", emitter.texture);
  io.text("chunkName", emitter.chunk);
  io.value("twosidedtex", emitter.two_sided);
  io.value("loop", emitter.loop);
  io.value("renderorder", emitter.render_order);
  io.value("m_bFrameBlending", emitter.frame_blending);
  io.text("m_sDepthTextureName", emitter.depth_texture);
  for (std::size_t bit = 0; bit < std::size(kEmitterFlags); ++bit)
    io.flag(kEmitterFlags[bit], emitter.flags, 1U << bit);
}

constexpr void properties(auto& io, Like<Reference> auto& reference) {
  io.text("refModel", reference.model);
  io.value("reattachable", reference.reattachable);
}

/// Lines of a model outside of its nodes, but for the names in them.
constexpr void properties(auto& io, Like<source::Model> auto& model) {
  io.value("classification_unk1", model.subclassification);
  io.value("ignorefog", model.ignore_fog);
  io.value("setanimationscale", model.animation_scale);
  io.value("compress_quaternions", model.compress_quaternions);
  io.value("headlink", model.headlink);
}

constexpr void bounds(auto& io, Like<source::Model> auto& model) {
  io.value("bmin", model.box_min);
  io.value("bmax", model.box_max);
  io.optional("radius", model.radius);
}

constexpr void properties(auto& io, Like<source::Animation> auto& animation) {
  io.value("length", animation.length);
  io.value("transtime", animation.transition);
}

}  // namespace mw::kotor::mdl::ascii
