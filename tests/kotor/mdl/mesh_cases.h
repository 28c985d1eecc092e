#pragma once

#include <meshwright/kotor/mdl.h>

#include <cmath>

#include "fixtures.h"
#include "support/cases/finding_cases.h"

/// What validation finds in meshes, their rows and skins.
namespace mw::kotor::mdl {

using Case = test::FindingCase<File>;

inline constexpr Variant kXbox{Game::k1, Platform::xbox};

/// A skin of so many bones, none of which has a vertex but the first two.
inline void add_bones(File& file, std::size_t count) {
  file.names.resize(50);
  body(file).skin->bone_map.assign(50, kNoBone);
  for (std::size_t slot = 0; slot < count; ++slot) body(file).skin->bone_map[slot + 9] = float(slot);
}

/// Draws the second face of the tail with vertices of its own, so far from those of the first in a row.
inline void split_tail(File& file, float apart) {
  Mesh& mesh = tail(file);
  for (const std::size_t vertex : {1U, 2U}) {
    const Vec3 moved = mesh.vertices[vertex] + Vec3(0, apart, 0);
    mesh.vertices.push_back(moved);
    mesh.mdx->rows.positions.push_back(moved);
  }
  mesh.header.vertex_count = 6;
  mesh.faces[1].vertices = {4, 5, 3};
}

/// Sets the average of the tail: of four places, two high and two low in y, where one of each has two
/// corners.
inline void average_tail(File& file, float y) {
  tail(file).header.average.y = y;
}

/// Faces, the copies of their vertices and their neighbours.
inline std::vector<Case> face_cases() {
  return {
      {"MDL_FACE_VERTEX_OUT_OF_RANGE", [](File& f) { body(f).faces[3].vertices[1] = 12; },
       "nodes[7].mesh.faces[3].vertices[1] 0x000015ae: vertex 12 >= vertex count 12",
       [](File& f) { body(f).faces[3].vertices[1] = 11; }},
      {"MDL_INDEX_LIST_MISMATCH", [](File& f) { body(f).index_lists[0].vertices[4] = 7; },
       "nodes[7].mesh.index_lists[0].vertices[4] 0x00001856: 1 of 60 indices differ from the faces, the "
       "first is 4",
       [](File& f) { body(f).index_lists[0].vertices[4] = body(f).faces[1].vertices[1] = 7; }},
      {"MDL_INDEX_LIST_COUNT_MISMATCH", [](File& f) { body(f).index_lists.clear(); },
       "nodes[7].mesh.index_counts.count 0x000012f2: 0 lists, expected 1",
       [](File& f) { body(f).index_lists.clear(), body(f).faces.clear(); }},
      {"MDL_VERTEX_MISMATCH", [](File& f) { body(f).vertices[2].x += 0.5F; },
       "nodes[7].mesh.vertices[2] 0x000017ce: 1 of 12 vertices differ from the MDX, the first is 2, by 0.5",
       [](File& f) { body(f).vertices[2].x += 0.5F, body(f).mdx->rows.positions[2].x += 0.5F; }},
      {"MDL_FACE_NORMAL_MISMATCH", [](File& f) { body(f).faces[4].normal.x += 0.015F; },
       "nodes[7].mesh.faces[4].normal 0x000015b2: 1 of 20 face normals are not those of their triangles, the "
       "first is 4",
       [](File& f) { body(f).faces[4].normal.x += 0.009F; }},
      {"MDL_FACE_DISTANCE_MISMATCH", [](File& f) { body(f).faces[4].distance += 0.0015F; },
       "nodes[7].mesh.faces[4].distance 0x000015be: 1 of 20 face distances are not those of their planes, "
       "the first is 4",
       [](File& f) { body(f).faces[4].distance += 0.0009F; }},
      {"MDL_ADJACENCY_OUT_OF_RANGE", [](File& f) { body(f).faces[4].adjacent[0] = 20; },
       "nodes[7].mesh.faces[4].adjacent[0] 0x000015c6: face 20 >= face count 20",
       [](File& f) { body(f).faces[4].adjacent[0] = 19; }},
      {"MDL_ADJACENCY_OUT_OF_RANGE", [](File& f) { body(f).faces[4].adjacent[2] = 20; },
       "nodes[7].mesh.faces[4].adjacent[2] 0x000015ca: face 20 >= face count 20",
       [](File& f) { body(f).faces[4].adjacent[2] = 19; }},
      {"MDL_ADJACENCY_OUT_OF_RANGE", [](File& f) { body(f).faces[4].adjacent[0] = kNoFace - 1; },
       "nodes[7].mesh.faces[4].adjacent[0] 0x000015c6: face 65534 >= face count 20",
       [](File& f) { body(f).faces[4].adjacent[0] = kNoFace; }},
      {"MDL_ADJACENCY_OF_ITSELF", [](File& f) { body(f).faces[4].adjacent[1] = 4; },
       "nodes[7].mesh.faces[4].adjacent[1] 0x000015c8: face 4 is its own neighbour",
       [](File& f) { body(f).faces[4].adjacent[1] = 5; }},
      {"MDL_ADJACENCY_MISMATCH", [](File& f) { body(f).faces[0].adjacent[0] = 17; },
       "nodes[7].mesh.faces[0].adjacent 0x00001546: 1 of 60 neighbours do not reach the side they are named "
       "at, the first is of face 0",
       [](File& f) { body(f).faces[0].adjacent[0] = kNoFace; }},
      // Of the six slots of two faces two name a neighbour.
      {"MDL_ADJACENCY_MISMATCH", [](File& f) { split_tail(f, 0.0011F); },
       "nodes[6].mesh.faces[0].adjacent 0x000010a2: 2 of 2 neighbours do not reach the side they are named "
       "at, the first is of face 0",
       [](File& f) { split_tail(f, 0.0009F); }},
  };
}

/// What a mesh says of its size: box, radius, average and area.
inline std::vector<Case> measure_cases() {
  return {
      {"MDL_BOX_MISMATCH", [](File& f) { body(f).header.box_max.x += 0x1p-13F; },
       "nodes[7].mesh.box_min 0x00001252: off by 0.00012207031 from the box of its vertices and the origin",
       [](File& f) { body(f).header.box_max.x += 0.00009F; }},
      {"MDL_BOX_INVERTED", [](File& f) { body(f).header.box_min.y = 9; },
       "nodes[7].mesh.box_min 0x00001252: the minimum is above the maximum on y",
       [](File& f) { body(f).header.box_min.y = body(f).header.box_max.y; }},
      {"MDL_BOX_INVERTED", [](File& f) { f.model.box_min.z = f.model.box_max.z + 1; },
       "model.box_min 0x00000074: the minimum is above the maximum on z",
       [](File& f) { f.model.box_min.z = f.model.box_max.z; }},
      {"MDL_RADIUS_NEGATIVE", [](File& f) { body(f).header.radius = -3; },
       "nodes[7].mesh.radius 0x0000126a: -3 is below 0", [](File& f) { body(f).header.radius = 0; }},
      {"MDL_RADIUS_NEGATIVE", [](File& f) { f.model.radius = -3; }, "model.radius 0x0000008c: -3 is below 0",
       [](File& f) { f.model.radius = 0; }},
      {"MDL_ANIMATION_SCALE_OUT_OF_RANGE", [](File& f) { f.model.animation_scale = 0; },
       "model.animation_scale 0x00000090: 0 is not above 0", [](File& f) { f.model.animation_scale = 0.1F; }},
      {"MDL_RADIUS_MISMATCH", [](File& f) { body(f).header.radius += 0x1p-13F; },
       "nodes[7].mesh.radius 0x0000126a: 0.7181924, expected 0.7180703",
       [](File& f) { body(f).header.radius += 0.00009F; }},
      // From -0.3 (low places twice) to -0.2 (high places twice).
      {"MDL_AVERAGE_MISMATCH", [](File& f) { average_tail(f, -0.19F); },
       "nodes[6].mesh.average 0x00000f16: off by 0.010000005 from every mean of the vertices",
       [](File& f) { average_tail(f, -0.1985F); }},
      {"MDL_AVERAGE_MISMATCH", [](File& f) { average_tail(f, -0.31F); },
       "nodes[6].mesh.average 0x00000f16: off by 0.00999999 from every mean of the vertices",
       [](File& f) { average_tail(f, -0.3015F); }},
      // Without its second face one low place has no corner: it counts or does not.
      {"MDL_AVERAGE_MISMATCH", [](File& f) { tail(f).faces.pop_back(), average_tail(f, -0.16F); },
       "nodes[6].mesh.average 0x00000f16: off by 0.006666675 from every mean of the vertices",
       [](File& f) { tail(f).faces.pop_back(), average_tail(f, -0.1667F); }},
      {"MDL_AVERAGE_MISMATCH", [](File& f) { body(f).header.average.x = std::nanf(""); },
       "nodes[7].mesh.average 0x0000126e: off by inf from every mean of the vertices",
       [](File& f) { body(f).vertices[0].x = body(f).mdx->rows.positions[0].x = std::nanf(""); }},
      {"MDL_AREA_MISMATCH", [](File& f) { body(f).tail.area += 0x1p-8F; },
       "nodes[7].mesh.area 0x0000137a: 3.0039062, expected 3", [](File& f) { body(f).tail.area += 0.0029F; }},
      {"MDL_AREA_MISMATCH", [](File& f) { floor(f).tail.area = 0; },
       "nodes[8].mesh.area 0x00001a96: 0, expected 16",
       [](File& f) { body(f).tail.area = 0; }},  // skins may have none
  };
}

/// The rows of the MDX and what the header says of them.
inline std::vector<Case> vertex_row_cases() {
  return {
      {"MDL_TEXTURE_COUNT_MISMATCH", [](File& f) { body(f).header.texture_count = 2; },
       "nodes[7].mesh.texture_count 0x00001370: 2, but the rows have 1 sets of texture coordinates",
       [](File& f) { body(f).header.texture_count = 2, body(f).header.mdx_flags |= kMdxUv2; }},
      {"MDL_LIGHTMAP_FLAG_MISMATCH", [](File& f) { body(f).header.lightmapped = 1; },
       "nodes[7].mesh.lightmapped 0x00001372: lightmapped is 1, but a second set of texture coordinates is "
       "not there",
       [](File& f) { body(f).header.lightmapped = 1, body(f).header.mdx_flags |= kMdxUv2; }},
      {"MDL_MDX_ATTRIBUTE_OUT_OF_RANGE", [](File& f) { body(f).header.mdx_normals = 89; },
       "nodes[7].mesh.mdx_normals 0x00001346: normals at byte 89 does not fit a row of 100 bytes, or lies on "
       "another attribute",
       [](File& f) { body(f).header.mdx_normals = 100, body(f).header.mdx_stride = 112; }},
      {"MDL_MDX_FLAG_MISMATCH", [](File& f) { body(f).header.mdx_flags &= ~std::uint32_t(kMdxNormals); },
       "nodes[7].mesh.mdx_flags 0x0000133e: the flags say normals are not there, their offset says otherwise",
       [](File& f) {
         body(f).header.mdx_flags &= ~std::uint32_t(kMdxNormals);
         body(f).header.mdx_normals = kNotInRow;
       }},
      {"MDL_MDX_ROW_BYTES_UNUSED",
       [](File& f) {
         body(f).header.mdx_stride += 4;
         body(f).mdx->rows.rest = Bytes(48);
       },
       "mdx.nodes[7].rows[0].rest 0x00000464: 4 bytes of each row belong to no attribute",
       [](File& f) { body(f).mdx->padding = Bytes(48); }},
      {"MDL_SENTINEL_MISSING", [](File& f) { tail(f).mdx->sentinel.reset(); },
       "nodes[6].mesh.mdx_offset 0x0000102a: no row behind the last vertex",
       [](File& f) { tail(f).mdx->padding.clear(); }},
      {"MDL_SENTINEL_UNKNOWN", [](File& f) { body(f).mdx->sentinel->positions[0] = {1e6F, 1e6F, 1e7F}; },
       "mdx.nodes[7].sentinel[0].positions 0x000008b0: the row behind the last vertex starts with 1000000, "
       "1000000, 10000000",
       [](File& f) { body(f).mdx->sentinel->positions[0] = Vec3(1e7F); }},
      {"MDL_NORMAL_NOT_UNIT", [](File& f) { body(f).mdx->rows.normals[3] *= 1 + 0x1p-6F; },
       "mdx.nodes[7].rows[3].normals 0x00000538: 1 of 12 normals are not of length 1, the first is 3, of "
       "length 1.015625",
       [](File& f) { body(f).mdx->rows.normals[3] *= 1.009F; }},
      {"MDL_TANGENT_MIRRORED",
       [](File& f) {
         for (std::size_t i = 0; i < 3; ++i) body(f).mdx->rows.tangents[0][5][i] *= -1;
       },
       "mdx.nodes[7].rows[5].tangents_1 0x00000614: 1 of 12 tangent frames are right-handed, the first is 5",
       [](File& f) {
         for (std::size_t i = 0; i < 6; ++i) body(f).mdx->rows.tangents[0][5][i] *= -1;
       }},
      {"MDL_TANGENT_MIRRORED",
       [](File& f) {
         for (std::size_t i = 0; i < 3; ++i) body(f).mdx->rows.tangents[0][5][i] *= -1e-3F;
       },
       "mdx.nodes[7].rows[5].tangents_1 0x00000614: 1 of 12 tangent frames are right-handed, the first is 5",
       [](File& f) {
         for (std::size_t i = 0; i < 3; ++i) body(f).mdx->rows.tangents[0][5][i] = 0;
       }},
      // Right-handed, but for a hundredth in one plane: which way round is noise.
      {"MDL_TANGENT_MIRRORED",
       [](File& f) { body(f).mdx->rows.tangents[0][5] = {1, 0, 0.06F, 0, 1, 0, 1, 0, 0}; },
       "mdx.nodes[7].rows[5].tangents_1 0x00000614: 1 of 12 tangent frames are right-handed, the first is 5",
       [](File& f) { body(f).mdx->rows.tangents[0][5] = {1, 0, 0.04F, 0, 1, 0, 1, 0, 0}; }},
  };
}

/// Bones and weights.
inline std::vector<Case> skin_cases() {
  return {
      {"MDL_BONE_MAP_COUNT_MISMATCH", [](File& f) { body(f).skin->bone_map.push_back(kNoBone); },
       "nodes[7].mesh.skin.bone_map_count 0x000013a2: 10 entries for 9 names",
       [](File& f) { body(f).skin->bone_map.push_back(kNoBone), f.names.emplace_back(); }},
      {"MDL_BONE_SLOT_UNKNOWN", [](File& f) { body(f).mdx->rows.bones[4][1] = 2; },
       "mdx.nodes[7].rows[4].bones 0x000005e4: 1 of 48 weights are of bones the map does not have, the first "
       "is vertex 4, slot 2",
       [](File& f) { body(f).mdx->rows.bones[4][2] = 2; }},
      {"MDL_BONE_SLOT_UNKNOWN",
       [](File& f) {
         f = sample(kXbox);
         body(f).mdx->rows.packed_bones[4][1] = 2;
       },
       "mdx.nodes[7].rows[4].packed_bones 0x00000344: 1 of 48 weights are of bones the map does not have, "
       "the first "
       "is vertex 4, slot 2",
       [](File& f) {
         f = sample(kXbox);
         body(f).mdx->rows.packed_bones[4][2] = 2;
       }},
      {"MDL_WEIGHT_SUM_MISMATCH", [](File& f) { body(f).mdx->rows.weights[0][0] = 0.9985F; },
       "mdx.nodes[7].rows[0].weights 0x00000444: 1 of 12 vertices have weights that do not add up to 1, the "
       "first is 0, with 0.9985",
       [](File& f) { body(f).mdx->rows.weights[0][0] = 0.9991F; }},
      {"MDL_BONES_TOO_MANY", [](File& f) { add_bones(f, 19); },
       "nodes[7].mesh.skin.serials 0x000013ca: 19 bones, more than the 18 that the skin's own table lists",
       [](File& f) { add_bones(f, 18); }},
      {"MDL_BONE_UNUSED", [](File& f) { body(f).skin->bone_map[kLamp] = 2; },
       "nodes[7].mesh.skin.bone_map[3] 0x000013fa: 1 bones have no vertex, the first is \"lamp\"",
       [](File& f) { body(f).skin->bone_map[kLamp] = 2, body(f).mdx->rows.bones[4][1] = 2; }},
      {"MDL_BIND_POSE_MISMATCH", [](File& f) { body(f).skin->tbones[kNeck].x += 0x1p-6F; },
       "nodes[7].mesh.skin.tbones[2] 0x000014ba: 1 bones are not bound where they rest, the first is "
       "\"neck_g\", off by 0.015625",
       [](File& f) { body(f).skin->tbones[kNeck].x += 0.009F; }},
      {"MDL_BIND_POSE_MISMATCH", [](File& f) { body(f).skin->qbones[kNeck][0] *= 1 - 0x1p-6F; },
       "nodes[7].mesh.skin.tbones[2] 0x000014ba: 1 bones are not bound where they rest, the first is "
       "\"neck_g\", off by 0.015625",
       [](File& f) { body(f).skin->tbones[kLamp].x += 0.25F; }},                            // no bone
      {"MDL_BIND_POSE_MISMATCH", [](File& f) { body(f).skin->tbones[kHip].x += 0x1p-6F; },  // slot 0
       "nodes[7].mesh.skin.tbones[1] 0x000014ae: 1 bones are not bound where they rest, the first is "
       "\"hip_g\", off by 0.015625",
       [](File& f) { body(f).skin->tbones[kHip].x += 0.009F; }},
  };
}

/// Constraints of meshes that dangle.
inline std::vector<Case> dangly_cases() {
  return {
      {"MDL_CONSTRAINT_COUNT_MISMATCH", [](File& f) { tail(f).dangly->constraints.pop_back(); },
       "nodes[6].mesh.dangly.constraints.count 0x00001036: 3 constraints for 4 vertices",
       [](File& f) { tail(f).dangly->constraints.pop_back(), tail(f).header.vertex_count = 3; }},
      {"MDL_CONSTRAINTS_TOO_WIDE",
       [](File& f) {
         tail(f).dangly->constraints.clear();
         tail(f).dangly->wide_constraints = {0, 0, 255, 255};
       },
       "nodes[6].mesh.dangly.wide_constraints 0x0000104e: constraints are written as 8 bytes each",
       [](File& f) { tail(f).dangly->constraints = {0, 0, 255, 254}; }},
      {"MDL_DANGLY_VERTEX_MISMATCH", [](File& f) { tail(f).dangly->vertices[1].z += 1; },
       "nodes[6].mesh.dangly.vertices[1] 0x0000106a: 1 of 4 vertices differ from the mesh's, the first is 1",
       [](File& f) { tail(f).dangly->vertices[1].z += 1, tail(f).vertices[1].z += 1; }},
  };
}

}  // namespace mw::kotor::mdl
