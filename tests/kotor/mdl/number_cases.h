#pragma once

#include <meshwright/kotor/mdl.h>

#include <limits>

#include "fixtures.h"
#include "mesh_cases.h"

/// What validation finds in names, and in numbers that are none or are nowhere.
namespace mw::kotor::mdl {

inline constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

/// Names that the games find files by, and kinds of models.
inline std::vector<Case> resource_cases() {
  const auto named = [](std::string_view text) { return FixedText<32>(text); };
  return {
      {"MDL_SUPERMODEL_IS_ITSELF", [=](File& f) { f.model.supermodel = named("MW_Creature"); },
       "model.supermodel 0x00000094: \"MW_Creature\" is the model itself",
       [=](File& f) { f.model.supermodel = named("mw_creature2"); }},
      {"MDL_CLASSIFICATION_UNKNOWN", [](File& f) { f.model.classification = 0x0C; },
       "model.classification 0x0000005c: 12 is no kind of model",
       [](File& f) { f.model.classification = 0x40; }},
      {"MDL_CLASSIFICATION_UNKNOWN", [](File& f) { f.model.classification = 0x80; },
       "model.classification 0x0000005c: 128 is no kind of model",
       [](File& f) { f.model.classification = 0; }},
      {"MDL_RESOURCE_NAME_TOO_LONG", [=](File& f) { f.model.supermodel = named("S_Female0123456789"); },
       "model.supermodel 0x00000094: \"S_Female0123456789\" has 18 bytes; the games find files by 16",
       [=](File& f) { f.model.supermodel = named("S_Female01234567"); }},
      {"MDL_RESOURCE_NAME_TOO_LONG", [=](File& f) { f.geometry.name = named("mw_creature_012345"); },
       "geometry.name 0x00000014: \"mw_creature_012345\" has 18 bytes; the games find files by 16",
       [=](File& f) { f.geometry.name = named("mw_creature_0123"); }},
      {"MDL_RESOURCE_NAME_TOO_LONG", [=](File& f) { body(f).header.texture_1 = named("mw_hide_234567890"); },
       "nodes[7].mesh.texture_1 0x00001296: \"mw_hide_234567890\" has 17 bytes; the games find files by 16",
       [=](File& f) { body(f).header.texture_1 = named("mw_hide_23456789"); }},
      {"MDL_NODE_NUMBER_SHARED",
       [](File& f) {
         f.animations.clear();
         f.nodes[kNeck].header.number = 1;
       },
       "nodes[2].number 0x000005ef: number 1 is also that of nodes[1] \"hip_g\", and nothing animates the "
       "model",
       [](File& f) { f.nodes[kNeck].header.number = 1; }},
      {"MDL_ANIMATION_ROOT_MISSING", [=](File& f) { f.animations[0].header.root_name = named("hips"); },
       "animations[0].root_name 0x00000195: \"hips\" is no node of the model",
       [=](File& f) { f.animations[0].header.root_name = named("HIP_G"); }},
      // The latest key is not in the last row.
      {"MDL_ANIMATION_KEY_OUT_OF_RANGE", [](File& f) { f.animations[0].nodes[kNeck].data[1] = 9; },
       "animations[0].nodes[2].controllers[0].time_index 0x000002c5: orientation: last key at 9, after the "
       "animation's end at 2",
       [](File& f) { f.animations[0].nodes[kNeck].data[1] = 1.9F; }},
  };
}

/// Numbers that are none.
inline std::vector<Case> finite_cases() {
  return {
      {"MDL_VALUE_NOT_FINITE", [](File& f) { f.model.animation_scale = kNotANumber; },
       "model.animation_scale 0x00000090: animation_scale is not a finite number",
       [](File& f) { f.model.animation_scale = 0; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { f.model.radius = INFINITY; },
       "model.radius 0x0000008c: radius is not a finite number", [](File& f) { f.model.radius = 0; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { f.model.box_min.y = kNotANumber; },
       "model.box_min 0x00000074: box_min is not a finite number", [](File& f) { f.model.box_min.y = -9; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { f.model.box_max.y = kNotANumber; },
       "model.box_max 0x00000080: box_max is not a finite number", [](File& f) { f.model.box_max.y = 9; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).header.radius = kNotANumber; },
       "nodes[7].mesh.radius 0x0000126a: radius is not a finite number",
       [](File& f) { body(f).header.radius = 0; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).header.box_min.x = kNotANumber; },
       "nodes[7].mesh.box_min 0x00001252: box_min is not a finite number",
       [](File& f) { body(f).header.box_min.x = 0; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).header.box_max.x = kNotANumber; },
       "nodes[7].mesh.box_max 0x0000125e: box_max is not a finite number",
       [](File& f) { body(f).header.box_max.x = 0; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).mdx->rows.uvs[0][4].y = kNotANumber; },
       "mdx.nodes[7].rows[4].uvs_1 0x000005a8: texture coordinate is not a finite number",
       [](File& f) { body(f).mdx->rows.uvs[0][4].y = -1e30F; }},  // real files have it, UV_TOO_LARGE tells
      {"MDL_UV_TOO_LARGE",
       [](File& f) {
         body(f).mdx->rows.uvs[0][4].y = -1e20F;
         body(f).mdx->rows.uvs[0][5].x = 2e6F;
       },
       "mdx.nodes[7].rows[4].uvs_1 0x000005a8: 2 of 12 texture coordinates are beyond 1,000,000, the first "
       "is "
       "4, with 1e+20",
       [](File& f) { body(f).mdx->rows.uvs[0][4].y = -1e6F; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).mdx->rows.tangents[0][4][8] = INFINITY; },
       "mdx.nodes[7].rows[4].tangents_1 0x000005b0: tangent is not a finite number",
       [](File& f) { body(f).mdx->rows.tangents[0][4][8] = 0.5F; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { f.nodes[kHip].data[1] = kNotANumber; },
       "nodes[1].data[1] 0x000011ce: key of position is not a finite number",
       [](File& f) { f.nodes[kHip].data[1] = 3; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { f.nodes[kHip].data[0] = kNotANumber; },
       "nodes[1].data[0] 0x000011ca: time of position is not a finite number",
       [](File& f) { f.nodes[kHip].data[0] = 0.5F; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).header.diffuse.y = kNotANumber; },
       "nodes[7].mesh.diffuse 0x0000127a: diffuse is not a finite number",
       [](File& f) { body(f).header.diffuse.y = 0; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).header.ambient.z = INFINITY; },
       "nodes[7].mesh.ambient 0x00001286: ambient is not a finite number",
       [](File& f) { body(f).header.ambient.z = 0; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).faces[1].normal.x = kNotANumber; },
       "nodes[7].mesh.faces[1].normal 0x00001552: normal of a face is not a finite number",
       [](File& f) { body(f).faces[1].normal.x += 1e-4F; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).faces[1].distance = kNotANumber; },
       "nodes[7].mesh.faces[1].distance 0x0000155e: distance of a face is not a finite number",
       [](File& f) { body(f).faces[1].distance = 0; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).skin->tbones[kHip].y = kNotANumber; },
       "nodes[7].mesh.skin.tbones[1] 0x000014ae: place of hip_g is not a finite number",
       [](File& f) { body(f).skin->tbones[kHip].y = 9; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { f.animations[0].header.transition = kNotANumber; },
       "animations[0].transition 0x00000191: transition is not a finite number",
       [](File& f) { f.animations[0].header.transition = -1; }},
      {"MDL_ORIENTATION_NOT_UNIT", [](File& f) { std::fill_n(f.nodes[kHip].data.begin() + 5, 4, 0.0F); },
       "nodes[1].data[5] 0x000011de: quaternion of length 0",
       [](File& f) { f.nodes[kHip].data[8] *= 1.009F; }},
      {"MDL_VALUE_TOO_LARGE", [](File& f) { f.nodes[kNeck].header.position.x = -1e30F; },
       "nodes[2].position 0x000005fd: position 1e+30 is farther away than anything in the games",
       [](File& f) { f.nodes[kNeck].header.position.x = 1e6F; }},
      {"MDL_VALUE_TOO_LARGE", [](File& f) { f.nodes[kHip].data[1] = -1e30F; },
       "nodes[1].data[1] 0x000011ce: key of position 1e+30 is farther away than anything in the games",
       [](File& f) { f.nodes[kHip].data[1] = 1e6F; }},
      {"MDL_VALUE_TOO_LARGE",
       [](File& f) { body(f).vertices[2].y = body(f).mdx->rows.positions[2].y = 1e30F; },
       "mdx.nodes[7].rows[2].positions 0x000004c8: position 1e+30 is farther away than anything in the games",
       [](File& f) { body(f).vertices[2].y = body(f).mdx->rows.positions[2].y = 1e5F; }},
  };
}

/// Numbers that are none in rows, parts and lists.
inline std::vector<Case> finite_part_cases() {
  return {
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).mdx->rows.normals[4].y = kNotANumber; },
       "mdx.nodes[7].rows[4].normals 0x0000059c: normal is not a finite number",
       [](File& f) { body(f).mdx->rows.normals[4].y = 9; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).mdx->rows.weights[4][1] = kNotANumber; },
       "mdx.nodes[7].rows[4].weights 0x000005d4: weight is not a finite number",
       [](File& f) { body(f).mdx->rows.weights[4][1] = 9; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { f.animations[0].header.length = kNotANumber; },
       "animations[0].length 0x0000018d: length is not a finite number",
       [](File& f) { f.animations[0].header.length = -1; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).skin->qbones[kHip][2] = INFINITY; },
       "nodes[7].mesh.skin.qbones[1] 0x00001422: turn of hip_g is not a finite number",
       [](File& f) { body(f).skin->qbones[kHip][2] = 9; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { body(f).header.average.z = kNotANumber; },
       "nodes[7].mesh.average 0x0000126e: average is not a finite number",
       [](File& f) { body(f).tail.area = kNotANumber; }},
      {"MDL_AREA_NOT_A_NUMBER", [](File& f) { body(f).tail.area = -kNotANumber; },
       "nodes[7].mesh.area 0x0000137a: the area is not a number", [](File& f) { body(f).tail.area = -1; }},
      // Real files have garbage in those of textures that do not move.
      {"MDL_VALUE_NOT_FINITE",
       [](File& f) { body(f).header.uv_jitter = kNotANumber, body(f).header.animate_uv = 1; },
       "nodes[7].mesh.uv_jitter 0x00001332: uv_jitter is not a finite number",
       [](File& f) { body(f).header.uv_jitter = kNotANumber; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { f.nodes[kLamp].light->header.flare_radius = INFINITY; },
       "nodes[3].light.flare_radius 0x00000695: flare_radius is not a finite number",
       [](File& f) { f.nodes[kLamp].light->header.flare_radius = 9; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { f.nodes[kLamp].light->flare_colors[0].y = kNotANumber; },
       "nodes[3].light.flare_colors[0] 0x00000706: a row of flare_colors is not a finite number",
       [](File& f) { f.nodes[kLamp].light->flare_colors[0].y = 9; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { f.nodes[kSparks].emitter->blast_length = kNotANumber; },
       "nodes[4].emitter.blast_length 0x000007fe: blast_length is not a finite number",
       [](File& f) { f.nodes[kSparks].emitter->blast_length = 9; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { tail(f).dangly->header.period = kNotANumber; },
       "nodes[6].mesh.dangly.period 0x00001046: period is not a finite number",
       [](File& f) { tail(f).dangly->header.period = 9; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { tail(f).dangly->constraints[2] = kNotANumber; },
       "nodes[6].mesh.dangly.constraints[2] 0x00001056: a row of constraints is not a finite number",
       [](File& f) { tail(f).dangly->constraints[2] = 9; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { floor(f).aabb->nodes[1].box_max.x = kNotANumber; },
       "nodes[8].mesh.aabb.nodes[1].box_max 0x00001ade: box is not a finite number",
       [](File& f) { floor(f).aabb->nodes[1].box_max.x = 99; }},
  };
}

/// The map of bones against its table, and weights.
inline std::vector<Case> bone_table_cases() {
  return {
      {"MDL_WEIGHT_NEGATIVE", [](File& f) { body(f).mdx->rows.weights[4] = {1.25F, -0.25F, 0, 0}; },
       "mdx.nodes[7].rows[4].weights 0x000005d4: 1 of 12 vertices have a weight below 0, the first is 4, "
       "with "
       "-0.25",
       [](File& f) { body(f).mdx->rows.weights[4] = {1, -0.0F, 0, 0}; }},
      {"MDL_BONE_SLOT_REPEATED", [](File& f) { body(f).skin->bone_map[kLamp] = 1; },
       "nodes[7].mesh.skin.bone_map[3] 0x000013fa: slot 1 is that of \"neck_g\" and of \"lamp\"",
       [](File& f) { body(f).skin->bone_map[kLamp] = 2; }},
      {"MDL_BONE_TABLE_MISMATCH", [](File& f) { body(f).skin->header.serials[1] = 3; },
       "nodes[7].mesh.skin.serials[1] 0x000013cc: slot 1 is \"lamp\" in the table, \"neck_g\" in the map",
       [](File& f) { body(f).skin->header.serials[2] = 3; }},  // no bone has that slot
  };
}

}  // namespace mw::kotor::mdl
