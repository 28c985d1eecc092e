#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/detail/bwm_findings.h>

#include <cmath>
#include <cstring>

#include "bounds_cases.h"
#include "fixtures.h"
#include "support/cases/finding_cases.h"
#include "support/cases/place_cases.h"

namespace mw::bw2::bwm {
namespace {

using test::expect_findings;

template <std::size_t N>
FixedText<N> full_text() {
  return FixedText<N>(std::string(N, 'x'));
}

/// Takes the declaration's element away, with its data.
void drop_element(File& file, std::size_t element) {
  Stride& stride = file.strides[0];
  const std::uint32_t size = *format_size(stride.elements[element].format);
  const std::uint32_t row = *vertex_size(stride);
  std::uint32_t offset = 0;
  for (std::size_t i = 0; i < element; ++i) offset += *format_size(stride.elements[i].format);
  for (std::size_t i = stride.data.size() / row; i-- > 0;) {
    const auto at = stride.data.begin() + std::ptrdiff_t(i * row + offset);
    stride.data.erase(at, at + size);
  }
  stride.elements.erase(stride.elements.begin() + std::ptrdiff_t(element));
  stride.garbage.resize(garbage_size(stride.elements.size()));
}

/// Makes two strips of 47 indices of a mesh's one, and says so many faces.
void split_strip(File& file, std::uint32_t face_count) {
  file.meshes[0].face_count = face_count;
  file.meshes[0].material_ref_count = 2;
  file.material_refs.resize(2, file.material_refs[0]);
  file.material_refs[0].index_count = file.material_refs[1].index_count = 47;
  file.material_refs[1].index_offset = 47;
}

/// As some tools leave a file: the header says two materials and meshes, and nothing but zeros follows.
void fill_with_zeros(File& file) {
  const Header header = file.header;
  file = File{};
  file.header = header;
  file.materials.resize(2);
  file.meshes.resize(2);
  for (Mesh& mesh : file.meshes) std::memset(static_cast<void*>(&mesh), 0, sizeof(mesh));
  file.unreferenced = {{184 + 2 * 448 + 2 * 220, Bytes(100)}};
}

// The house: 2 materials at 0xb8, 2 meshes at 0x438 with 26 vertices and 42 indices each, 4 references at
// 0x5f0 (10 and 4 faces a mesh), an entity at 0x670, 6 circles at 0x7a0, 4 hull points at 0x7e8, 1 stride at
// 0x818, vertices at 0x8a0, indices at 0x1260, cleave count at 0x1308.
std::vector<Case> header_cases() {
  return {
      {"BWM_CONTENTS_ZERO_FILLED", fill_with_zeros,
       "materials 0x000000b8: all 1436 bytes behind the header are zero",
       [](File& f) {
         fill_with_zeros(f);
         f.unreferenced[0].bytes.back() = std::byte(1);
       }},
      {"BWM_CONTENTS_ZERO_FILLED",
       [](File& f) {
         fill_with_zeros(f);
         f.indices.resize(4);
       },
       "materials 0x000000b8: all 1436 bytes behind the header are zero",
       [](File& f) {
         fill_with_zeros(f);
         f.indices = {0, 0, 0, 1};
       }},
      {"BWM_SIGNATURE_TAIL_NOT_ZERO", [](File& f) { f.header.signature.chars[39] = 'x'; },
       "signature 0x0000000d: bytes other than zero follow the signature",
       [](File& f) { f.header.signature.chars[12] = 'x'; }},  // its own last letter
      {"BWM_MAGIC_UNKNOWN", [](File& f) { f.header.magic = 0x2B00B1E6; },
       "magic 0x0000002c: magic 0x2b00b1e6, expected 0x2b00b1e5",
       [](File& f) { f.header.version = 5; }},  // the field behind it
      {"BWM_VERSION_UNKNOWN", [](File& f) { f.header.version = 7; },
       "version 0x00000030: version 7 is neither 5 nor 6", [](File& f) { f.header.version = 5; }},
      {"BWM_TYPE_UNKNOWN", [](File& f) { f.header.type = 1; },
       "type 0x000000b0: type 1 is neither 2 (triangle lists) nor 3 (triangle strips)",
       [](File& f) { f.header.type = 3; }},
      {"BWM_SIZE_MISMATCH", [](File& f) { ++f.header.size; }, "size 0x00000028: size 5457, expected 5456",
       [](File& f) {
         ++f.header.size;
         f.unreferenced = {{0x157c, Bytes(1)}};
       }},
      {"BWM_METADATA_SIZE_MISMATCH",
       [](File& f) {
         f.strides.resize(2, f.strides[0]);
         update_sizes(f);
         ++f.header.metadata_size;
       },
       "metadata_size 0x00000034: metadata size 2289, expected 2288",
       [](File& f) {
         f.strides.resize(2, f.strides[0]);
         update_sizes(f);
         f.header.metadata_size += 2;  // one byte a declaration
       }},
      {"BWM_STRIDE_SIZE_MISMATCH", [](File& f) { f.header.metadata_size += 548 - 136; },
       "metadata_size 0x00000034: the metadata size leaves 548 bytes per declaration, expected 136",
       [](File& f) { f.header.metadata_size -= 136; }},  // nothing is left of the declaration
      {"BWM_UNKNOWN_FIELD_OUT_OF_RANGE", [](File& f) { f.header.unknown_0x74 = 3; },
       "unknown_0x74 0x00000074: value 3, expected 0..2", [](File& f) { f.header.unknown_0x74 = 2; }},
      {"BWM_UNREFERENCED_BYTES", [](File& f) { f.unreferenced = {{0x157c, Bytes(3)}}; },
       "unreferenced[0] 0x0000157c: 3 bytes that belong to nothing",
       [](File& f) { f.cleaves.emplace_back(0); }},
  };
}

std::vector<Case> material_cases() {
  return {
      {"BWM_VALUE_NOT_FINITE", [](File& f) { set_vertex(f, 0, 7, 4, NAN); },
       "strides[0].vertices[7].position 0x000009f0: NaN or infinite in 1 of 52 rows",
       [](File& f) { set_vertex(f, 0, 7, 4, 3e38F); }},
      {"BWM_POSITION_OUT_OF_RANGE", [](File& f) { set_vertex(f, 0, 7, 4, 1e30F); },
       "strides[0].vertices[7].position 0x000009f0: 1 of 52 positions are beyond 100,000, the first is (4, "
       "1e+30, -3)",
       [](File& f) { set_vertex(f, 0, 7, 4, 100'000.0F); }},
      {"BWM_UV_TOO_LARGE", [](File& f) { set_vertex(f, 0, 7, 24, -1e20F); },
       "strides[0].vertices[7].uv[0] 0x00000a08: 1 of 52 texture coordinates are beyond 1,000,000, the first "
       "is "
       "(-1e+20, 2)",
       [](File& f) { set_vertex(f, 0, 7, 24, -1e6F); }},
      {"BWM_MESH_REVERSED",
       [](File& f) {
         for (std::size_t i = 0; i + 2 < f.meshes[0].index_count; i += 3)
           std::swap(f.indices[f.meshes[0].index_offset + i], f.indices[f.meshes[0].index_offset + i + 1]);
       },
       "meshes[0] 0x00000438: 14 of 14 triangles look against their normals",
       [](File& f) { std::swap(f.indices[0], f.indices[1]); }},
      {"BWM_TEXT_NOT_TERMINATED", [](File& f) { f.entities[0].name = full_text<256>(); },
       "entities[0].name 0x000006a0: no NUL in its 256 bytes",
       [](File& f) { f.entities[0].name = FixedText<256>(std::string(255, 'x')); }},
      {"BWM_VERTEX_DATA_MISSING", [](File& f) { f.strides.clear(); },
       "vertex_count 0x000000a8: 52 vertices, but no declaration has an element",
       [](File& f) {
         f.strides.clear();
         f.header.vertex_count = 0;
       }},

      {"BWM_TEXTURE_NOT_DDS", [](File& f) { f.materials[1].specular = FixedText<64>("gloss.tga"); },
       "materials[1].specular 0x00000338: \"gloss.tga\" does not end in .dds",
       [](File& f) { f.materials[1].specular = FixedText<64>("GLOSS.DDS"); }},
      {"BWM_MATERIAL_UNUSED", [](File& f) { f.material_refs[1].material = f.material_refs[3].material = 0; },
       "materials[1] 0x00000278: no mesh refers to it", [](File& f) { f.material_refs[1].material = 0; }},
      {"BWM_MATERIAL_TEXTURE_MISSING", [](File& f) { f.materials[0].diffuse = f.materials[0].light = {}; },
       "materials[0] 0x000000b8: no texture in any role", [](File& f) { f.materials[0].diffuse = {}; }},

  };
}

std::vector<Case> mesh_cases() {
  return {
      {"BWM_MESH_MISSING",
       [](File& f) {
         f.meshes.clear();
         f.material_refs.clear();
       },
       "mesh_count 0x00000080: the file has no mesh",
       [](File& f) {
         f.meshes.resize(1);
         f.material_refs.resize(2);
       }},
      {"BWM_MESH_EMPTY", [](File& f) { f.meshes[1].index_count = 0; },
       "meshes[1].index_count 0x0000051c: no indices", [](File& f) { f.meshes[1].index_count = 1; }},
      {"BWM_MESH_INDICES_OUT_OF_RANGE", [](File& f) { f.meshes[1].index_count = 43; },
       "meshes[1].index_offset 0x00000518: indices 42 to 85 of 84",
       [](File& f) { f.meshes[1].index_offset = 41, f.meshes[1].index_count = 43; }},
      {"BWM_MESH_VERTICES_OUT_OF_RANGE", [](File& f) { f.meshes[1].vertex_offset = 0xFFFFFFFF; },
       "meshes[1].vertex_offset 0x00000520: vertices 4294967295 to 4294967321 of 52",
       [](File& f) { f.meshes[1].vertex_offset = 25, f.meshes[1].vertex_count = 27; }},
      {"BWM_MESH_INDEX_OVERLAP", [](File& f) { f.meshes[1].index_offset = 39; },
       "meshes[1].index_offset 0x00000518: shares 3 indices with meshes[0]",
       [](File& f) { f.meshes[0].index_count = f.meshes[1].index_offset = 39; }},
      {"BWM_MESH_VERTEX_OVERLAP", [](File& f) { f.meshes[0].vertex_count = 27; },
       "meshes[1].vertex_offset 0x00000520: shares 1 vertices with meshes[0]",
       [](File& f) { f.meshes[0].vertex_count = f.meshes[1].vertex_offset = 25; }},
      {"BWM_INDEX_GAP", [](File& f) { f.meshes[0].index_count = 39; },
       "indices[39] 0x000012ae: 3 indices from 39 on belong to no mesh",
       [](File& f) { f.meshes[1].index_offset = 39, f.meshes[1].index_count = 45; }},
      {"BWM_VERTEX_GAP", [](File& f) { f.meshes[1].vertex_count = 20; },
       "strides[0].vertices[46].position 0x00001140: 6 vertices from 46 on belong to no mesh",
       [](File& f) {
         f.meshes[0].vertex_count = f.meshes[1].vertex_offset = 20;
         f.meshes[1].vertex_count = 32;
       }},
      {"BWM_MESH_FACE_COUNT_MISMATCH", [](File& f) { f.meshes[0].face_count = 15; },
       "meshes[0].face_count 0x00000438: face count 15, expected 14 for 42 indices",
       [](File& f) { f.meshes[0].index_count = 44; }},  // two thirds of a face
      {"BWM_INDICES_NOT_TRIANGLES", [](File& f) { f.meshes[1].index_count = 41; },
       "meshes[1].index_count 0x0000051c: 41 indices are not three per triangle",
       [](File& f) { f.meshes[1].index_count = 39; }},
      {"BWM_MESH_LOD_OUT_OF_RANGE", [](File& f) { f.meshes[1].lod = 5; },
       "meshes[1].lod 0x000005a4: level of detail 5 is outside 1..4", [](File& f) { f.meshes[1].lod = 4; }},
      {"BWM_MESH_LOD_OUT_OF_RANGE", [](File& f) { f.meshes[1].lod = 0; },
       "meshes[1].lod 0x000005a4: level of detail 0 is outside 1..4", [](File& f) { f.meshes[1].lod = 1; }},
      {"BWM_MESH_MATERIAL_MISSING",
       [](File& f) {
         f.meshes[1].material_ref_count = 0;
         f.material_refs.resize(2);
       },
       "meshes[1].material_ref_count 0x0000059c: no material reference",
       [](File& f) {
         f.meshes[1].material_ref_count = 1;
         f.material_refs.resize(3);
       }},

  };
}

std::vector<Case> reference_cases() {
  return {
      {"BWM_REF_MATERIAL_OUT_OF_RANGE", [](File& f) { f.material_refs[3].material = 2; },
       "material_refs[3].material 0x00000650: material 2 >= material count 2",
       [](File& f) { f.material_refs[2].material = 1; }},
      {"BWM_REF_ITEMS_OUT_OF_RANGE", [](File& f) { f.material_refs[3].vertex_count = 9; },
       "material_refs[3].vertex_offset 0x0000065c: vertices 44 to 53 of 52",
       [](File& f) { f.material_refs[2].vertex_count = 26; }},
      {"BWM_REF_INDICES_OUTSIDE_MESH", [](File& f) { f.material_refs[2].index_offset = 41; },
       "material_refs[2].index_offset 0x00000634: indices 41 to 71 leave those of the mesh, 42 to 84",
       [](File& f) { f.material_refs[2].index_offset = 54; }},
      {"BWM_REF_INDICES_OUTSIDE_MESH",
       [](File& f) { f.material_refs[2].index_offset = 0, f.material_refs[2].index_count = 1; },
       "material_refs[2].index_offset 0x00000634: indices 0 to 1 leave those of the mesh, 42 to 84",
       [](File& f) { f.material_refs[2].index_offset = 0, f.material_refs[2].index_count = 0; }},
      {"BWM_REF_VERTICES_OUTSIDE_MESH", [](File& f) { f.material_refs[2].vertex_offset = 25; },
       "material_refs[2].vertex_offset 0x0000063c: vertices 25 to 43 leave those of the mesh, 26 to 52",
       [](File& f) { f.material_refs[2].vertex_offset = 34; }},
      {"BWM_REF_INDEX_OVERLAP", [](File& f) { f.material_refs[0].index_count = 33; },
       "material_refs[1].index_offset 0x00000614: shares 3 indices with material_refs[0]",
       [](File& f) { f.material_refs[0].index_count = f.material_refs[1].index_offset = 33; }},
      {"BWM_REF_INDEX_GAP", [](File& f) { f.material_refs[1].index_count = 9; },
       "meshes[0].index_offset 0x0000043c: 3 indices of the mesh belong to no reference, from 39 on",
       [](File& f) {
         f.material_refs[0].index_count = f.material_refs[1].index_offset = 27;
         f.material_refs[1].index_count = 15;
       }},
      {"BWM_REF_VERTEX_OVERLAP", [](File& f) { f.material_refs[0].vertex_count = 20; },
       "material_refs[1].vertex_offset 0x0000061c: shares 2 vertices with material_refs[0]",
       [](File& f) {
         f.material_refs[0].vertex_count = f.material_refs[1].vertex_offset = 20;
         f.material_refs[1].vertex_count = 6;
       }},
      {"BWM_REF_VERTEX_GAP", [](File& f) { f.material_refs[1].vertex_count = 6; },
       "meshes[0].vertex_offset 0x00000444: 2 vertices of the mesh belong to no reference, from 24 on",
       [](File& f) {
         f.material_refs[0].vertex_count = f.material_refs[1].vertex_offset = 16;
         f.material_refs[1].vertex_count = 10;
       }},
      {"BWM_REF_FACE_COUNT_MISMATCH", [](File& f) { f.material_refs[1].face_count = 5; },
       "material_refs[1].face_count 0x00000628: face count 5, expected 4 for 12 indices",
       [](File& f) { f.material_refs[1].index_count = 14; }},
      {"BWM_REF_FACE_OFFSET_MISMATCH", [](File& f) { f.material_refs[3].face_offset = 24; },
       "material_refs[3].face_offset 0x00000664: face offset 24, expected 10",
       [](File& f) { f.material_refs[2].index_count = 33, f.material_refs[3].face_offset = 11; }},
      {"BWM_REF_MASK_MISSING", [](File& f) { f.material_refs[1].mask = 0; },
       "material_refs[1].mask 0x0000062c: the mask is 0", [](File& f) { f.material_refs[1].mask = 1; }},

  };
}

std::vector<Case> vertex_cases() {
  return {
      {"BWM_INDEX_OUT_OF_RANGE", [](File& f) { f.indices[80] = 52; },
       "indices[80] 0x00001300: 1 indices >= vertex count 52, the first is 52",
       [](File& f) { f.indices[80] = 51; }},
      {"BWM_INDEX_OUTSIDE_MESH", [](File& f) { f.indices[3] = 26; },
       "indices[3] 0x00001266: 1 indices leave the mesh's vertices 0 to 26, the first is 26",
       [](File& f) { f.indices[3] = 25; }},
      {"BWM_INDEX_OUTSIDE_REF", [](File& f) { f.indices[3] = 18; },
       "indices[3] 0x00001266: 1 indices leave the reference's vertices 0 to 18, the first is 18",
       [](File& f) { f.indices[3] = 17; }},
      {"BWM_FACE_DEGENERATE", [](File& f) { f.indices[34] = f.indices[33]; },
       "indices[33] 0x000012a2: 1 triangles repeat a corner, the first is face 1",
       [](File& f) { f.indices[34] = f.indices[31]; }},  // another corner of the same polygon
      {"BWM_FACE_DEGENERATE", [](File& f) { f.indices[35] = f.indices[34]; },
       "indices[33] 0x000012a2: 1 triangles repeat a corner, the first is face 1",
       [](File& f) { f.indices[35] = f.indices[31]; }},
      {"BWM_FACE_DEGENERATE", [](File& f) { f.indices[35] = f.indices[33]; },
       "indices[33] 0x000012a2: 1 triangles repeat a corner, the first is face 1",
       [](File& f) { f.indices[33] = f.indices[31]; }},

      {"BWM_ELEMENT_ID_UNKNOWN", [](File& f) { f.strides[0].elements[4].id = 3; },
       "strides[0].elements[4].id 0x0000083c: id 3 has no known meaning",
       [](File& f) { f.strides[0].elements[4].id = 7; }},
      {"BWM_ELEMENT_FORMAT_UNKNOWN", [](File& f) { f.strides[0].elements[4].format = 5; },
       "strides[0].elements[4].format 0x00000840: format 5 has no known size",
       [](File& f) { f.strides[0].elements[4].format = 4; }},
      {"BWM_ELEMENT_FORMAT_UNUSUAL",
       [](File& f) { std::swap(f.strides[0].elements[1].format, f.strides[0].elements[2].format); },
       "strides[0].elements[1].format 0x00000828: normal in format 1, expected 2",
       [](File& f) { f.strides[0].elements[4] = {3, 0}; }},
      {"BWM_POSITION_MISSING", [](File& f) { drop_element(f, 0); },
       "strides 0x00000818: no declaration has a position", [](File& f) { drop_element(f, 2); }},
      {"BWM_NORMAL_MISSING", [](File& f) { drop_element(f, 1); },
       "strides 0x00000818: no declaration has a normal", [](File& f) { drop_element(f, 2); }},
      {"BWM_NORMAL_NOT_UNIT", [](File& f) { set_vertex(f, 0, 9, 12, Vec3(0, 0.985F, 0)); },
       "strides[0].vertices[9].normal 0x00000a5c: 1 of 52 normals are not of length 1, the first has 0.985",
       [](File& f) { set_vertex(f, 0, 9, 12, Vec3(0, 0.991F, 0)); }},
  };
}

const std::vector<Case>& house_cases() {
  static const std::vector<Case> cases =
      test::joined<Case>({header_cases(), material_cases(), mesh_cases(), reference_cases(), vertex_cases(),
                          entity_cases(), bounds_cases(), footprint_cases()});
  return cases;
}

// The worm: 42 vertices in rings of six, 3 bones at 0x374, strides at 0x404, 94 indices.
const std::vector<Case>& skin_cases() {
  static const std::vector<Case> cases = {
      {"BWM_STRIP_OUTSIDE_MESH", [](File& f) { f.meshes[0].vertex_count = 41; },
       "material_refs[0].index_offset 0x00000358: 3 triangles leave the mesh's vertices, here and two "
       "indices later",
       [](File& f) { f.indices[10] = 41; }},
      {"BWM_STRIP_SHIFTED",
       [](File& f) {
         f.indices.insert(f.indices.begin(), {60, 61});
         f.header.vertex_count = 62;
         for (Stride& stride : f.strides) stride.data.resize(62 * *vertex_size(stride));
       },
       "material_refs[0].index_offset 0x00000358: the strip begins 2 indices later than declared",
       [](File& f) { f.indices.insert(f.indices.end(), {60, 61}); }},
      {"BWM_MESH_FACE_COUNT_MISMATCH", [](File& f) { split_strip(f, 91); },
       "meshes[0].face_count 0x00000278: face count 91, expected 92 for 94 indices",
       [](File& f) { split_strip(f, 90); }},  // those of the two strips by themselves
      {"BWM_BONE_ELEMENTS_UNPAIRED", [](File& f) { f.strides.pop_back(); },
       "strides 0x00000404: 4 bone indices, but 3 weights",
       [](File& f) {
         f.strides.pop_back();
         f.strides.erase(f.strides.begin() + 1);
       }},
      {"BWM_BONE_INDEX_OUT_OF_RANGE", [](File& f) { set_vertex(f, 1, 5, 0, std::uint8_t(3)); },
       "strides[1].vertices[5].bone_index 0x00000e11: 1 vertices follow a bone >= bone count 3, the first "
       "bone 3",
       [](File& f) { set_vertex(f, 1, 5, 0, std::uint8_t(2)); }},
      {"BWM_BONE_INDEX_OUT_OF_RANGE",
       [](File& f) { set_vertex(f, 4, 5, 0, std::uint8_t(200)), set_vertex(f, 8, 5, 0, 0.1F); },
       "strides[4].vertices[5].bone_index 0x00000e8f: 1 vertices follow a bone >= bone count 3, the first "
       "bone 200",
       [](File& f) { set_vertex(f, 4, 5, 0, std::uint8_t(200)); }},  // with weight 0
      {"BWM_WEIGHT_SUM_NOT_ONE", [](File& f) { set_vertex(f, 5, 5, 0, 0.985F); },
       "strides[5].vertices[5].bone_weight 0x00000ec8: the weights of 1 of 42 vertices do not add up to 1, "
       "the first to 0.985",
       [](File& f) { set_vertex(f, 5, 5, 0, 0.991F); }},
  };
  return cases;
}

TEST(BwmValidate, EachCodeOfAStaticModelIsTriggeredAndNarrowlyMissed) {
  expect_findings(house_cases(), sample(Sample::house));
}

TEST(BwmValidate, EachCodeOfASkinIsTriggeredAndNarrowlyMissed) {
  expect_findings(skin_cases(), sample(Sample::skin));
}

TEST(BwmValidate, PlacesAreThoseOfTheDump) {
  test::expect_places_of_the_dump(house_cases(), sample(Sample::house));
  test::expect_places_of_the_dump(skin_cases(), sample(Sample::skin));
}

/// No original skin says which way a strip begins: one corner more at its front turns all of it.
TEST(BwmValidate, StripsMayWindEitherWay) {
  File file = sample(Sample::skin);
  for (Mesh& mesh : file.meshes)
    std::reverse(file.indices.begin() + mesh.index_offset,
                 file.indices.begin() + mesh.index_offset + mesh.index_count);
  EXPECT_EQ(test::findings_of(file, "BWM_MESH_REVERSED"), std::vector<std::string>());
  EXPECT_EQ(test::findings_of(sample(Sample::skin), "BWM_MESH_REVERSED"), std::vector<std::string>());
}

TEST(BwmValidate, CodesFollowOneGrammar) {
  test::expect_grammar(finding_kinds(), "BWM_");
  EXPECT_EQ(finding::BOX_MISMATCH.code, "BWM_BOX_MISMATCH");
}

TEST(BwmValidate, NoCodeIsWithoutATest) {
  test::expect_all_tested(finding_kinds(), house_cases(), skin_cases());
}

TEST(BwmValidate, AZeroFilledFileGetsOneLine) {
  Bytes bytes = written(sample(Sample::house));
  std::fill(bytes.begin() + kHeaderSize, bytes.end(), std::byte(0));
  const auto file = read(bytes);
  ASSERT_TRUE(file);
  EXPECT_EQ(written(*file), bytes);
  Findings findings;
  validate(*file, findings);
  ASSERT_EQ(findings.all().size(), 1U);
  EXPECT_EQ(findings.all()[0].kind->code, "BWM_CONTENTS_ZERO_FILLED");
}

/// NaN anywhere: told, and nothing else goes astray over it.
TEST(BwmValidate, NotFiniteIsFoundInEveryTable) {
  const std::vector<std::pair<test::Change<File>, std::string>> cases = {
      {[](File& f) { f.header.sphere.radius = NAN; }, "sphere"},
      {[](File& f) { f.header.box_min.x = INFINITY; }, "box_min"},
      {[](File& f) { f.header.cylinder.height = NAN; }, "cylinder"},
      {[](File& f) { f.header.volume = NAN; }, "volume"},
      {[](File& f) { f.header.footprint_sphere.centre.y = NAN; }, "footprint_sphere"},
      {[](File& f) { f.meshes[1].box_max.z = NAN; }, "meshes[1].box_max"},
      {[](File& f) { f.meshes[1].pivot.x_axis.x = NAN; }, "meshes[1].pivot"},
      {[](File& f) { f.meshes[1].pivot.y_axis.x = NAN; }, "meshes[1].pivot"},
      {[](File& f) { f.meshes[1].pivot.z_axis.x = NAN; }, "meshes[1].pivot"},
      {[](File& f) { f.entities[0].frame.position.x = NAN; }, "entities[0].frame"},
      {[](File& f) { f.circles[2].z = NAN; }, "circles[2]"},
      {[](File& f) { f.hull[3].z = NAN; }, "hull[3]"},
      {[](File& f) { set_vertex(f, 0, 3, 12, NAN); }, "strides[0].vertices[3].normal"},
      {[](File& f) { set_vertex(f, 0, 3, 28, NAN); }, "strides[0].vertices[3].uv[0]"},
      {[](File& f) { f.cleaves[4].x = -INFINITY; }, "cleaves[4]"},
  };
  for (const auto& [change, where] : cases) {
    const auto found =
        test::findings_of(test::changed(sample(Sample::house), change), "BWM_VALUE_NOT_FINITE");
    ASSERT_EQ(found.size(), 1U) << where;
    EXPECT_TRUE(found[0].starts_with(where + " 0x")) << found[0];
  }
}

}  // namespace
}  // namespace mw::bw2::bwm
