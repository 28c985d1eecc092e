#include <gtest/gtest.h>
#include <meshwright/wows/detail/assets_findings.h>

#include "planted.h"
#include "support/cases/place_cases.h"

namespace mw::wows::assets {
namespace {

using Case = test::FindingCase<Planted>;

std::vector<Case> header_cases() {
  return {
      {"ASSETS_VERSION_UNKNOWN", [](Planted& p) { p.put(4, 0x01010001U); },
       "header.version 0x00000004: 0x01010001, expected 0x01010000", [](Planted& p) { p.put(8, 7U); }},
      {"ASSETS_CHECKSUM_MISMATCH", [](Planted& p) { p.put(8, 5U); },
       "header.checksum 0x00000008: 0x00000005, but MurmurHash3 of what follows is 0xd328702d and CRC32 "
       "0xcb343bf3",
       [](Planted& p) { p.put(4, 5U); }},
      {"ASSETS_CHECKSUM_UNUSUAL", [](Planted& p) { p.put(8, p.crc32()); },
       "header.checksum 0x00000008: it is the CRC32 of what follows, not MurmurHash3",
       [](Planted& p) { p.put(8, p.crc32() + 1); }},
      {"ASSETS_PADDING_NOT_ZERO", [](Planted& p) { p.put(16 + 0x44, 1U); },
       "body.padding_0x44 0x00000054: bytes between fields are not 0", [](Planted& p) { p.put(8, 1U); }},
      {"ASSETS_UNREFERENCED_BYTES", [](Planted& p) { p.bytes.resize(p.bytes.size() + 3); },
       "unreferenced[0] 0x00001b4f: 3 bytes that nothing points at", [](Planted& p) { p.put(8, 1U); }},
  };
}

std::vector<Case> string_cases() {
  return {
      {"ASSETS_STRING_SLOT_SHIFTED",
       [](Planted& p) { p.put(p.string_bucket(p.displaced_string() - 1), std::uint64_t(0)); },
       "strings.buckets[3].key 0x00000088: its way begins at slot 2, but a slot on it is empty",
       [](Planted& p) { p.put(p.string_bucket(p.last_of_a_run()), std::uint64_t(0)); }},
      {"ASSETS_STRING_KEY_REPEATED",
       [](Planted& p) { p.put(p.string_bucket(12), p.get<std::uint32_t>(p.string_bucket(11))); },
       "strings.buckets[12].key 0x000000d0: key 0x4858745d is in slot 11 already",
       [](Planted& p) { p.put(p.string_bucket(12), p.get<std::uint32_t>(p.string_bucket(11)) + 1); }},
      {"ASSETS_STRING_OFFSET_OUT_OF_RANGE", [](Planted& p) { p.put(p.string_value(11), p.text_size()); },
       "strings.values[11] 0x00000244: offset 561 >= size of the texts 561",
       [](Planted& p) { p.put(p.string_value(11), p.text_size() - 1); }},
      {"ASSETS_STRING_NOT_TERMINATED",
       [](Planted& p) { p.put(p.texts() + p.text_size() - 1, std::uint8_t('x')); },
       "strings.values[50] 0x000002e0: no NUL among the 6 bytes from offset 555 on",
       [](Planted& p) { p.put(p.texts() + p.text_size() - 2, std::uint8_t('x')); }},
      {"ASSETS_STRING_HASH_MISMATCH", [](Planted& p) { p.put(p.texts(), std::uint8_t('D')); },
       "strings.values[47] 0x000002d4: key 0x820f0280, but the text's hash is 0x3c0434ff",
       [](Planted& p) { p.put(p.string_bucket(11) + 4, 0x80000001U); }},
      {"ASSETS_STRING_SLOTS_TOO_FEW",
       [](Planted& p) {
         for (std::size_t slot = 0; slot < 53; ++slot) p.put(p.string_bucket(slot) + 4, 0x80000000U);
       },
       "body.string_capacity 0x00000010: all 53 slots are taken",
       [](Planted& p) {
         for (std::size_t slot = 1; slot < 53; ++slot) p.put(p.string_bucket(slot) + 4, 0x80000000U);
       }},
  };
}

std::vector<Case> resource_cases() {
  return {
      {"ASSETS_RESOURCE_SLOT_SHIFTED",
       [](Planted& p) { p.clear(p.resource_bucket(p.displaced_resource() - 1), 16); },
       "resources.buckets[22].key 0x0000067d: its way begins at slot 21, but a slot on it is empty",
       [](Planted& p) { p.clear(p.resource_bucket(p.lonely_resource()), 16); }},
      {"ASSETS_RESOURCE_KEY_REPEATED",
       [](Planted& p) {
         p.put(p.resource_bucket(p.displaced_resource()),
               p.get<std::uint64_t>(p.resource_bucket(p.displaced_resource() - 1)));
       },
       "resources.buckets[22].key 0x0000067d: key 0xa354d0cc1fed028e is in slot 21 already",
       [](Planted& p) {
         p.put(p.resource_bucket(p.displaced_resource()),
               p.get<std::uint64_t>(p.resource_bucket(p.displaced_resource() - 1)) + 53);
       }},
      {"ASSETS_RESOURCE_DATABASE_OUT_OF_RANGE", [](Planted& p) { p.put(p.turret_value(), pack({0, 10, 0})); },
       "resources.values[34] 0x000008f5: database 10 >= database count 10",
       [](Planted& p) { p.put(p.turret_value(), pack({0, 9, 0})); }},
      {"ASSETS_RESOURCE_RECORD_OUT_OF_RANGE", [](Planted& p) { p.put(p.turret_value(), pack({0, 3, 2})); },
       "resources.values[34] 0x000008f5: record 2 >= record count 2",
       [](Planted& p) { p.put(p.turret_value(), pack({0, 3, 1})); }},
      {"ASSETS_RESOURCE_STATE_UNUSUAL", [](Planted& p) { p.put(p.turret_value(), pack({1, 3, 0})); },
       "resources.values[34] 0x000008f5: state 1: deleted",
       [](Planted& p) { p.put(p.turret_value(), pack({0, 3, 1})); }},
      {"ASSETS_RESOURCE_PATH_MISSING",
       [](Planted& p) { p.put(p.path_entry(kSampleTurret), std::uint64_t(99)); },
       "resources.buckets[34].key 0x0000073d: no path has this id",
       [](Planted& p) { p.put(p.path_entry(kSampleGeometry), std::uint64_t(99)); }},
      {"ASSETS_RESOURCE_TYPE_MISMATCH", [](Planted& p) { p.put(p.turret_value(), pack({0, 1, 0})); },
       "resources.values[34] " + offset_text(Planted::turret_value()) +
           ": \"turret.model\" leads to a record of type visual",
       [](Planted& p) { p.put(p.turret_value(), pack({0, 3, 1})); }},
      {"ASSETS_RESOURCE_RECORD_REPEATED", [](Planted& p) { p.put(p.turret_value(), pack({0, 3, 1})); },
       "resources.values[34] " + offset_text(Planted::turret_value()) + ": slot 33 leads to the same record",
       [](Planted& p) { p.put(p.turret_value(), pack({1, 3, 1})); }},
      {"ASSETS_RESOURCE_SLOTS_TOO_FEW",
       [](Planted& p) {
         for (std::size_t slot = 0; slot < 53; ++slot) p.put(p.resource_bucket(slot) + 8, std::uint64_t(1));
       },
       "body.resource_capacity 0x00000038: all 53 slots are taken",
       [](Planted& p) {
         for (std::size_t slot = 1; slot < 53; ++slot) p.put(p.resource_bucket(slot) + 8, std::uint64_t(1));
       }},
  };
}

std::vector<Case> path_cases() {
  return {
      {"ASSETS_PATH_NAME_OUT_OF_RANGE", [](Planted& p) { p.put(p.path_entry(kSampleTurret) + 0x10, 1025U); },
       "paths[26].name_size 0x00000c91: a name of 1025 bytes at pointer 696",
       [](Planted& p) { p.put(p.path_entry(kSampleTurret) + 0x10, 1024U); }},
      {"ASSETS_PATH_NAME_NOT_TERMINATED", [](Planted& p) { p.put(p.path_entry(kSampleTurret) + 0x10, 12U); },
       "paths[26].name 0x00000f49: its 12 bytes do not end with their only NUL",
       [](Planted& p) { p.put(p.path_entry(kSampleTurret), std::uint64_t(5)); }},
      {"ASSETS_PATH_PARENT_MISSING",
       [](Planted& p) { p.put(p.path_entry(kSampleTurret) + 8, std::uint64_t(99)); },
       "paths[26].parent 0x00000c89: no path has the id 0x0000000000000063",
       [](Planted& p) { p.put(p.path_entry(kSampleTurret) + 8, path_hash("content")); }},
      {"ASSETS_PATH_PARENT_REPEATED",
       [](Planted& p) { p.put(p.path_entry("content") + 8, path_hash("content/gameplay/sample")); },
       "paths[0].parent 0x00000949: the way up comes back to where it was",
       [](Planted& p) { p.put(p.path_entry("content") + 8, path_hash("")); }},
      {"ASSETS_PATH_ID_MISMATCH", [](Planted& p) { p.put(p.path_entry(kSampleTurret), std::uint64_t(99)); },
       "paths[26].id 0x00000c81: id 0x0000000000000063, but CityHash64 of "
       "\"content/gameplay/sample/turret/turret.model\" is 0x570fc7fdb526e5fc",
       [](Planted& p) { p.put(p.path_entry(kSampleTurret) + 0x14, 1U); }},
      {"ASSETS_PATH_ID_REPEATED",
       [](Planted& p) { p.put(p.path_entry(kSampleTurret), path_hash(kSampleGeometry)); },
       "paths[26].id 0x00000c81: row 22 has the id 0x42e47d46af9f879a already",
       [](Planted& p) { p.put(p.path_entry(kSampleTurret), path_hash(kSampleGeometry) + 1); }},
  };
}

/// Faults of the header, the hash tables and the paths.
std::vector<Case> table_cases() {
  return test::joined<Case>({header_cases(), string_cases(), resource_cases(), path_cases()});
}

/// Faults of the databases and of any record.
std::vector<Case> database_cases() {
  return {
      {"ASSETS_DATABASE_TYPE_UNKNOWN", [](Planted& p) { p.put(p.entry(Type::model), 1U); },
       "databases[3].magic 0x00001022: magic 0x00000001 is the hash of no known type",
       [](Planted& p) { p.put(p.entry(Type::model) + 4, 1U); }},
      {"ASSETS_DATABASE_TYPE_REPEATED",
       [](Planted& p) { p.put(p.entry(Type::effect_preset), info_of(Type::effect).magic); },
       "databases[7].magic 0x00001082: database 5 holds this type already",
       [](Planted& p) { p.put(p.entry(Type::effect_preset), 5U); }},
      {"ASSETS_DATABASE_LAYOUT_UNKNOWN", [](Planted& p) { p.put(p.entry(Type::model) + 4, 1U); },
       "databases[3].checksum 0x00001026: checksum 0x00000001 is none of the known versions of "
       "ModelPrototype",
       [](Planted& p) { p.put(p.entry(Type::model) + 4, 0x6DB0AEF0U); }},
      {"ASSETS_DATABASE_RECORDS_OUT_OF_RANGE",
       [](Planted& p) { p.put(p.data(Type::effect), std::uint64_t(3)); },
       "databases[5].count 0x00001a2d: 3 records of 16 bytes at 16 do not fit its 48 bytes",
       [](Planted& p) { p.put(p.data(Type::effect), std::uint64_t(1)); }},
      {"ASSETS_DATABASE_OVERLAP",
       [](Planted& p) {
         const std::uint64_t size = p.entry(Type::visual) + 8;
         p.put(size, p.get<std::uint32_t>(size) + 8);
       },
       "databases[2].pointer 0x0000101a: its data begins inside that of database 1",
       [](Planted& p) {
         const std::uint64_t size = p.entry(Type::visual) + 8;
         p.put(size, p.get<std::uint32_t>(size) - 4);
       }},
      {"ASSETS_RECORD_ARRAY_OVERLAP", [](Planted& p) { p.put(p.visual() + 0x20, std::int64_t(8)); },
       "databases[1].records[0].matrices.pointer 0x00001465: leads to 216 bytes that are records themselves",
       [](Planted& p) { p.put(p.visual() + 0x20, std::int64_t(2 * 0x70)); }},
      {"ASSETS_DATABASE_POINTER_UNUSUAL",
       [](Planted& p) { p.put(p.data(Type::effect) + 8, std::int64_t(0)); },
       "databases[5].record_pointer 0x00001a35: the records begin at 0, expected 16",
       [](Planted& p) { p.put(p.data(Type::effect), std::uint64_t(1)); }},
      {"ASSETS_RECORD_NOT_DECODABLE", [](Planted& p) { p.put(p.visual() + 0x60, std::int64_t(1) << 40); },
       "databases[1].records[0].render_sets 0x000014a5: 4 rows of 40 bytes at pointer 1099511627776 leave "
       "the database, which is 0x00001435 to 0x0000185d",
       [](Planted& p) { p.put(p.visual() + 0x38, std::uint8_t(7)); }},
      {"ASSETS_RECORD_UNUSED", [](Planted& p) { p.put(p.turret_value(), pack({0, 3, 1})); },
       "databases[3].count 0x000018d5: no resource leads to 1 of its 2 records, record 0 the first",
       [](Planted& p) {
         p.put(p.turret_value() + 0, pack({0, 3, 0}) | 0U);
         p.put(8, 1U);
       }},
      {"ASSETS_NAME_MISSING", [](Planted& p) { p.put(p.item(p.visual(), 0x18, 3), 77U); },
       "databases[1].records[0].names[3] 0x00001555: no text has the hash 0x0000004d",
       [](Planted& p) { p.put(p.item(p.visual(), 0x18, 3), 0U); }},
      {"ASSETS_NUMBER_NOT_FINITE", [](Planted& p) { p.put(p.item(p.visual(), 0x20, 3), 0x7FC00000U); },
       "databases[1].records[0].matrices[3] 0x00001621: NaN or infinite",
       [](Planted& p) { p.put(p.item(p.visual(), 0x20, 3), 0x7F7FFFFFU); }},
      {"ASSETS_TEXT_NOT_TERMINATED", [](Planted& p) { p.put(p.parameter(), 9U); },
       "databases[8].records[0].parameters[0].name.size 0x00001acd: its 9 characters do not end with their "
       "only NUL",
       [](Planted& p) { p.put(p.parameter() + 0x10, 1.0F); }},
  };
}

std::vector<Case> node_cases() {
  return {
      {"ASSETS_NODE_PARENT_OUT_OF_RANGE",
       [](Planted& p) { p.put(p.item(p.visual(), 0x28, 1), std::uint16_t(6)); },
       "databases[1].records[0].parents[1] 0x000016e3: node 6 >= node count 6",
       [](Planted& p) { p.put(p.item(p.visual(), 0x28, 1), kNoParent); }},
      {"ASSETS_NODE_PARENT_REPEATED",
       [](Planted& p) { p.put(p.item(p.visual(), 0x28, 1), std::uint16_t(3)); },
       "databases[1].records[0].parents[1] 0x000016e3: the way up comes back to where it was",
       [](Planted& p) { p.put(p.item(p.visual(), 0x28, 3), std::uint16_t(0)); }},
      {"ASSETS_NODE_MAP_OUT_OF_RANGE",
       [](Planted& p) { p.put(p.item(p.visual(), 0x10, 0), std::uint16_t(6)); },
       "databases[1].records[0].map_nodes[0] 0x0000153d: node 6 >= node count 6",
       [](Planted& p) { p.put(p.item(p.visual(), 0x10, 0), std::uint16_t(3)); }},
      {"ASSETS_NODE_MAP_MISMATCH",
       [](Planted& p) {
         const auto node = p.get<std::uint16_t>(p.item(p.visual(), 0x10, 1));
         p.put(p.item(p.visual(), 0x10, 0), node);
       },
       "databases[1].records[0].map_nodes[0] 0x0000153d: leads to node 5, which is called "
       "\"barrel_mouth_BlendBone\"",
       [](Planted& p) { p.put(p.item(p.visual(), 0x10, 0), std::uint16_t(9)); }},
      {"ASSETS_VISUAL_GEOMETRY_MISSING", [](Planted& p) { p.put(p.visual() + 0x30, std::uint64_t(5)); },
       "databases[1].records[0].geometry 0x00001475: no path has the id 0x0000000000000005",
       [](Planted& p) { p.put(p.visual() + 0x30, path_hash(kSampleTurret)); }},
      {"ASSETS_VISUAL_GEOMETRY_MISSING", [](Planted& p) { p.put(p.visual() + 0x30, std::uint64_t(0)); },
       "databases[1].records[0].geometry 0x00001475: no path has the id 0x0000000000000000",
       [](Planted& p) {
         p.put(p.visual() + 0x30, std::uint64_t(0));
         p.put(p.visual() + 0x3A, std::uint16_t(0));
       }},
      {"ASSETS_VISUAL_GEOMETRY_UNUSUAL",
       [](Planted& p) { p.put(p.visual() + 0x30, path_hash("content/gameplay")); },
       "databases[1].records[0].geometry 0x00001475: \"gameplay\" is no .geometry",
       [](Planted& p) { p.put(p.visual() + 0x30, path_hash("content/gameplay/sample/boat/boat.geometry")); }},
  };
}

std::vector<Case> render_set_cases() {
  return {
      {"ASSETS_RENDER_SET_MESH_MISSING", [](Planted& p) { p.put(p.render_set(1) + 0x0C, 0U); },
       "databases[1].records[0].render_sets[1].indices 0x00001721: no id of its indices",
       [](Planted& p) { p.put(p.render_set(1) + 0x0C, 1U); }},
      {"ASSETS_LOD_EXTENT_OUT_OF_RANGE", [](Planted& p) { p.put(p.lod(0), -1.0F); },
       "databases[1].records[0].lods[0].extent 0x000017a1: -1 is below 0",
       [](Planted& p) { p.put(p.lod(0), 0.0F); }},
      {"ASSETS_TEXTURE_PATH_MISSING",
       [](Planted& p) { p.put(p.array(p.metal(), 0x40) + 8, std::uint64_t(5)); },
       "databases[0].records[0].textures[1] 0x00001389: no path has the id 0x0000000000000005",
       [](Planted& p) { p.put(p.array(p.metal(), 0x40) + 8, std::uint64_t(0)); }},
      {"ASSETS_EFFECT_PATH_MISSING", [](Planted& p) { p.put(p.metal() + 0x68, std::uint64_t(5)); },
       "databases[0].records[0].effect 0x00001142: no path has the id 0x0000000000000005",
       [](Planted& p) { p.put(p.metal() + 0x68, std::uint64_t(0)); }},
      {"ASSETS_VELOCITY_FIELD_SIZE_MISMATCH",
       [](Planted& p) { p.put(record_offset(p.whole(), "content/gameplay/sample/effects/wind.vf"), 3U); },
       "databases[6].records[0].size 0x00001a6d: 4 values for 3 x 1 x 2 places",
       [](Planted& p) { p.put(record_offset(p.whole(), "content/gameplay/sample/effects/wind.vf"), 1U); }},
      {"ASSETS_VISUAL_BOX_INVERTED", [](Planted& p) { p.put(p.visual() + 0x44, 1.75F); },
       "databases[1].records[0].min 0x00001485: minimum 1.75 above maximum 1.5",
       [](Planted& p) { p.put(p.visual() + 0x44, 1.5F); }},
      {"ASSETS_RENDER_SET_REPEATED",
       [](Planted& p) { p.put(p.render_set(2), p.get<std::uint32_t>(p.render_set(0))); },
       "databases[1].records[0].render_sets[2].name 0x0000173d: render set 0 is called \"TurretShape\" too",
       [](Planted& p) { p.put(p.render_set(2) + 8, p.get<std::uint32_t>(p.render_set(0) + 8)); }},
      {"ASSETS_RENDER_SET_NODE_MISSING",
       [](Planted& p) { p.put(p.item(p.render_set(2), 0x20, 1), p.get<std::uint32_t>(p.render_set(0))); },
       "databases[1].records[0].render_sets[2].nodes[1] 0x00001799: the visual has no node \"TurretShape\"",
       [](Planted& p) {
         p.put(p.item(p.render_set(2), 0x20, 1), p.get<std::uint32_t>(p.item(p.render_set(2), 0x20, 0)));
       }},
      {"ASSETS_RENDER_SET_MATERIAL_MISSING",
       [](Planted& p) { p.put(p.render_set(1) + 0x10, path_hash(kSampleTurret)); },
       "databases[1].records[0].render_sets[1].material 0x00001725: no material has the id "
       "0x570fc7fdb526e5fc",
       [](Planted& p) { p.put(p.render_set(1) + 0x10, std::uint64_t(0)); }},
      {"ASSETS_LOD_RENDER_SET_MISSING",
       [](Planted& p) { p.put(p.item(p.lod(1), 8, 0), p.get<std::uint32_t>(p.item(p.visual(), 0x18, 0))); },
       "databases[1].records[0].lods[1].render_sets[0] 0x000017cd: the visual has no render set \"turret\"",
       [](Planted& p) { p.put(p.item(p.lod(1), 8, 0), p.get<std::uint32_t>(p.render_set(0))); }},
      {"ASSETS_LOD_EXTENT_OUT_OF_ORDER", [](Planted& p) { p.put(p.lod(1), 49.0F); },
       "databases[1].records[0].lods[1].extent 0x000017b1: 49 after 50",
       [](Planted& p) { p.put(p.lod(1), 50.0F); }},
      {"ASSETS_MODEL_VISUAL_MISSING", [](Planted& p) { p.put(p.model(), path_hash(kSampleTurret)); },
       "databases[3].records[0].visual 0x000018e5: no visual has the id 0x570fc7fdb526e5fc",
       [](Planted& p) { p.put(p.model(), path_hash("content/gameplay/sample/boat/boat.visual")); }},
      {"ASSETS_MODEL_SKELETON_MISSING",
       [](Planted& p) { p.put(p.item(p.model(), 0x10, 0), std::uint64_t(5)); },
       "databases[3].records[0].skeletons[0] 0x00001935: no skeleton has the id 0x0000000000000005",
       [](Planted& p) { p.put(p.item(p.model(), 0x18, 0), std::uint64_t(5)); }},
      {"ASSETS_MODEL_MISC_TYPE_UNKNOWN", [](Planted& p) { p.put(p.model() + 9, std::uint8_t(5)); },
       "databases[3].records[0].misc_type 0x000018ee: 5, known are 0 to 4",
       [](Planted& p) { p.put(p.model() + 9, std::uint8_t(4)); }},
      {"ASSETS_DYE_MATERIAL_MISSING", [](Planted& p) { p.put(p.item(p.dye(), 0x18, 1), std::uint64_t(5)); },
       "databases[3].records[1].dyes[0].materials[1] 0x00001975: no material has the id 0x0000000000000005",
       [](Planted& p) { p.put(p.item(p.dye(), 0x18, 1), p.get<std::uint64_t>(p.item(p.dye(), 0x18, 0))); }},
      {"ASSETS_PROPERTY_KIND_UNKNOWN",
       [](Planted& p) { p.put(p.item(p.metal(), 0x18, 0), std::uint16_t(9)); },
       "databases[0].records[0].properties[0] 0x0000135e: kind 9, known are 0 to 8",
       [](Planted& p) { p.put(p.item(p.metal(), 0x18, 0), std::uint16_t(8)); }},
      {"ASSETS_PROPERTY_VALUE_OUT_OF_RANGE",
       [](Planted& p) { p.put(p.item(p.metal(), 0x18, 0), std::uint16_t(0x34)); },
       "databases[0].records[0].properties[0] 0x0000135e: value 3 >= 3 values of kind 4",
       [](Planted& p) { p.put(p.item(p.metal(), 0x18, 0), std::uint16_t(0x24)); }},
  };
}

/// Faults of visuals, models and materials.
std::vector<Case> record_cases() {
  return test::joined<Case>({node_cases(), render_set_cases()});
}

/// Fields of wind, all but the first of which lead to the first's values.
Bytes shared_winds(int winds) {
  Builder builder;
  VelocityField wind;
  wind.size = {1, 1, 1};
  wind.values.items.resize(200'000);
  for (int i = 0; i < winds; ++i) builder.add("w" + std::to_string(i), i == 0 ? wind : VelocityField());
  Planted planted{std::move(builder).build().value()};
  const std::uint64_t first = record_offset(opened(planted.bytes), "w0");
  const auto pointer = planted.get<std::int64_t>(first + 0x10);
  for (int i = 1; i < winds; ++i) {
    planted.put(first + std::uint64_t(i) * 0x18 + 0x0C, 200'000U);
    planted.put(first + std::uint64_t(i) * 0x18 + 0x10, pointer - i * 0x18);
  }
  return planted.bytes;
}

/// That many databases, all of them empty.
Bytes crowded(std::uint32_t databases) {
  Bytes bytes = tiny();
  const auto pointer = std::int64_t(bytes.size() - 16);
  bytes.resize(bytes.size() + databases * sizeof(DatabaseEntry));
  test::put(bytes, 16 + 0x50, databases);
  test::put(bytes, 16 + 0x58, pointer);
  return bytes;
}

/// Faults that take another file.
std::vector<Case> other_cases() {
  return {
      {"ASSETS_PATH_DEPTH_TOO_LARGE", [](Planted& p) { p.bytes = nested(65, "a"); },
       "paths[64].parent 0x00000878: more than 64 folders above it",
       [](Planted& p) { p.bytes = nested(64, "a"); }},
      {"ASSETS_PATH_SIZE_TOO_LARGE", [](Planted& p) { p.bytes = nested(5, std::string(1000, 'n')); },
       "paths[4].parent 0x000000f8: more than 4096 bytes with the folders above it",
       [](Planted& p) { p.bytes = nested(4, std::string(1000, 'n')); }},
      {"ASSETS_RECORD_SIZE_TOO_LARGE", [](Planted& p) { p.bytes = shared_winds(10); },
       "databases[6].records[9] 0x00000aa6: with what the records before it lead to, more than 8 times the "
       "file",
       [](Planted& p) { p.bytes = shared_winds(9); }},
      {"ASSETS_DATABASE_COUNT_TOO_LARGE", [](Planted& p) { p.bytes = crowded(65); },
       "body.database_count 0x00000060: 65 databases, but resources can lead to 64 only",
       [](Planted& p) { p.bytes = crowded(64); }},
  };
}

TEST(AssetsValidate, FindsFaultsOfOtherFiles) {
  test::expect_findings(other_cases(), Planted::sample());
}

TEST(AssetsValidate, TheSampleHasNoFindings) {
  Findings findings;
  validate(Planted::sample(), findings);
  for (const Finding& finding : findings.all())
    ADD_FAILURE() << finding.kind->code << " " << test::describe(finding);
}

TEST(AssetsValidate, EveryCodeIsTested) {
  test::expect_all_tested(finding_kinds(), table_cases(), database_cases(), record_cases(), other_cases());
  test::expect_grammar(finding_kinds(), "ASSETS_");
}

TEST(AssetsValidate, PlacesAreThoseOfTheDump) {
  test::expect_places_of_the_dump(table_cases(), Planted::sample());
  test::expect_places_of_the_dump(database_cases(), Planted::sample());
  test::expect_places_of_the_dump(record_cases(), Planted::sample());
}

/// All that lies in a folder which is not listed would say the same as the folder itself.
TEST(AssetsValidate, AMissingFolderIsToldOnce) {
  Planted planted = Planted::sample();
  planted.put(planted.path_entry("content/gameplay") + 8, std::uint64_t(99));
  EXPECT_EQ(test::findings_of(planted, "ASSETS_PATH_PARENT_MISSING").size(), 1U);
}

/// A table without an empty slot makes every lookup of what is not there a walk through all of it: those of
/// thousands of names must not.
TEST(AssetsValidate, AFullTableDoesNotMakeItSlow) {
  Builder builder;
  SkeletonExtender skeleton;
  for (std::uint32_t i = 0; i < 60000; ++i) skeleton.names.items.push_back({i * 7919 + 1});
  skeleton.parents.items = skeleton.names.items;
  skeleton.matrices.items.resize(skeleton.names.items.size());
  for (int i = 0; i < 90000; ++i) builder.add_name(std::to_string(i));
  builder.add("a.skel", skeleton);
  Planted planted{std::move(builder).build().value()};
  const std::uint32_t capacity = opened(planted.bytes).body().string_capacity;
  for (std::uint32_t slot = 0; slot < capacity; ++slot)
    planted.put(112 + slot * 8 + 4, StringBucket::kOccupied);
  Findings findings([](const Finding&) {});
  validate(planted, findings);
  EXPECT_GT(findings.count(Severity::warning), 0U);
}

/// After every record of a file that is nearly all records, and not too often.
TEST(AssetsValidate, TellsHowFarItIs) {
  Builder builder;
  for (int i = 0; i < 5000; ++i) builder.add("a" + std::to_string(i), Effect());
  const Database database = opened(std::move(builder).build().value());
  const std::uint64_t data = 10 * 16 + 5000 * 16;
  std::vector<std::uint64_t> done;
  std::uint64_t all = 0;
  Findings findings;
  validate(database, findings, [&](std::uint64_t step, std::uint64_t of) {
    all = of;
    done.push_back(step);
  });
  EXPECT_TRUE(std::ranges::is_sorted(done));
  EXPECT_EQ(done.back(), all);
  EXPECT_EQ(all, 53 * 12 + Builder::capacity_for(5000) * 20 + 5000 * 32 + data);
  EXPECT_LE(done.size(), 1001U);
  EXPECT_GT(std::ranges::count_if(done, [&](std::uint64_t step) { return step > all - data; }), 100);
}

/// Names that are not there are told of in every record, however slow the file's table makes a lookup.
TEST(AssetsValidate, AFullTableHidesNoMissingName) {
  Builder builder;
  for (int i = 0; i < 90000; ++i) builder.add_name(std::to_string(i));
  for (std::uint32_t i = 0; i < 40; ++i) {
    SkeletonExtender skeleton;
    skeleton.names.items = {{i + 1}};
    skeleton.parents.items = {builder.add_name("1")};
    skeleton.matrices.items.resize(1);
    builder.add("a" + std::to_string(i), skeleton);
  }
  Planted planted{std::move(builder).build().value()};
  const std::uint32_t capacity = opened(planted.bytes).body().string_capacity;
  for (std::uint32_t slot = 0; slot < capacity; ++slot)
    planted.put(112 + slot * 8 + 4, StringBucket::kOccupied);
  EXPECT_EQ(test::findings_of(planted, "ASSETS_NAME_MISSING").size(), 40U);
  test::expect_contains(to_json(planted), {R"("parents": ["1"])"});
}

/// With more nodes than a parent can name, the last of these is still no parent.
TEST(AssetsValidate, NoParentIsNoRow) {
  constexpr std::size_t kNodes = 0x10001;
  Builder builder;
  Visual visual;
  visual.names.items.assign(kNodes, builder.add_name("node"));
  visual.map_names.items = visual.names.items;
  visual.map_nodes.items.assign(kNodes, 0);
  visual.matrices.items.resize(kNodes);
  visual.parents.items.assign(kNodes, kNoParent);
  visual.parents.items[0xFFFF] = 1;
  builder.add("a.visual", visual);
  const Planted planted{std::move(builder).build().value()};
  EXPECT_TRUE(test::findings_of(planted, "ASSETS_NODE_PARENT_REPEATED").empty());
}

TEST(AssetsValidate, FindsEveryPlantedFaultOfTheTables) {
  test::expect_findings(table_cases(), Planted::sample());
}

TEST(AssetsValidate, FindsEveryPlantedFaultOfTheDatabases) {
  test::expect_findings(database_cases(), Planted::sample());
}

TEST(AssetsValidate, FindsEveryPlantedFaultOfTheRecords) {
  test::expect_findings(record_cases(), Planted::sample());
}

}  // namespace
}  // namespace mw::wows::assets
