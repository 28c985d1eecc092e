#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_findings.h>
#include <meshwright/kotor/walkmesh.h>

#include <cstdio>
#include <limits>
#include <set>

#include "mdl_fixtures.h"
#include "mdl_mesh_cases.h"
#include "support/finding_cases.h"

namespace mw::kotor::mdl {
namespace {

using test::expect_findings;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// The sample's root with a tail of so many further nodes.
void deepen(File& file, std::size_t levels) {
  file.nodes.resize(1);
  file.nodes[0].children.clear();
  for (std::size_t level = 1; level < levels; ++level) {
    Node node = file.nodes[0];
    node.header.number = std::uint16_t(level);
    node.offset = std::uint32_t(100000 + level);
    file.nodes.back().children = {std::uint32_t(level)};
    file.nodes.push_back(node);
  }
}

constexpr std::uint32_t kLightRadius = 88;

/// Gives the one moving node of the first animation another controller and the number of another node.
void animate_neck_as(File& file, std::uint32_t controller, std::uint16_t number) {
  Node& node = file.animations[0].nodes[kNeck];
  node.controllers[0].type = controller;
  node.header.number = number;
}

const std::vector<Case>& file_cases() {
  static const std::vector<Case> cases = {
      {"MDL_FILE_SIZE_MISMATCH", [](File& f) { f.header.mdl_size += 1; },
       "file.mdl_size 0x00000004: the header says 7907 bytes follow it, the file has 7906",
       [](File& f) { f.header.mdl_size += 1, f.mdl_bytes += 1; }},
      {"MDL_MDX_MISSING", [](File& f) { f.has_mdx = false; },
       "file.mdx_size 0x00000008: the header says an MDX of 2324 bytes belongs to it, and there is none",
       [](File& f) { f.has_mdx = false, f.header.mdx_size = f.names_header.mdx_size = 0; }},
      {"MDL_MDX_SIZE_MISMATCH", [](File& f) { f.mdx_bytes -= 1; },
       "file.mdx_size 0x00000008: the header says the MDX has 2324 bytes, it has 2323",
       [](File& f) { f.mdx_bytes -= 1, f.header.mdx_size -= 1; }},
      {"MDL_NAMES_MDX_SIZE_MISMATCH", [](File& f) { f.names_header.mdx_size += 1; },
       "names_header.mdx_size 0x000000bc: the file header says 2324 bytes, the names header 2325",
       [](File& f) { f.names_header.mdx_size += 1, f.header.mdx_size += 1; }},
      {"MDL_MDX_ROWS_OUT_OF_RANGE", [](File& f) { body(f).mdx.reset(); },
       "nodes[7].mesh.mdx_offset 0x00001382: rows 0x400 to 0x8b0 are outside the MDX of 2324 bytes",
       [](File& f) { body(f).mdx.reset(), f.has_mdx = false; }},
      {"MDL_UNREFERENCED_BYTES", [](File& f) { f.mdx_unreferenced = {{4000, Bytes(3)}}; },
       "mdx.unreferenced[0] 0x00000fa0: 3 bytes that nothing refers to",
       [](File& f) { body(f).mdx->padding = Bytes(3); }},
      {"MDL_ARRAY_COUNT_MISMATCH", [](File& f) { body(f).header.faces.reserved = 1; },
       "nodes[7].mesh.faces.reserved 0x0000124e: count 0, but 1 are reserved",
       [](File& f) {
         body(f).faces.pop_back();
         body(f).header.faces.reserved = body(f).header.faces.count = 19;
       }},
      {"MDL_FUNCTION_UNKNOWN", [](File& f) { f.geometry.functions[0] = 1; },
       "geometry.functions 0x0000000c: function 1 is of no known game; read as k1-pc",
       [](File& f) { f.geometry.functions[1] = 1; }},
      {"MDL_FUNCTION_MISMATCH", [](File& f) { f.animations[1].header.geometry.functions[0] = 4284816; },
       "animations[1].geometry.functions 0x000002e5: functions 4284816 and 4451552, expected 4273392 and "
       "4451552 for "
       "k1-pc",
       [](File& f) { f.geometry.functions[0] = 1; }},
      {"MDL_FUNCTION_MISMATCH", [](File& f) { body(f).header.functions[0] += 1; },
       "nodes[7].mesh.functions 0x0000123e: functions 4216593 and 4216608, expected 4216592 and 4216608 for "
       "k1-pc",
       [](File& f) {
         f = sample(kXbox);  // whose functions of meshes are not known
         body(f).header.functions[0] += 1;
       }},
      {"MDL_GEOMETRY_TYPE_MISMATCH", [](File& f) { f.geometry.type = 5; },
       "geometry.type 0x00000058: type 5, expected 2", [](File& f) { f.geometry.padding = {5, 5, 5}; }},
      {"MDL_SUPERMODEL_NEEDED", [](File& f) { f.model.supermodel = FixedText<32>("S_Female02"); },
       "model.supermodel 0x00000094: animations are inherited from \"S_Female02\", which was not looked at",
       [](File& f) { f.model.supermodel = FixedText<32>("null"); }},
      {"MDL_NAME_TOO_LONG", [](File& f) { f.names[3].text = std::string(32, 'x'); },
       "names[3] 0x0000010d: has 32 bytes, more than 31",
       [](File& f) { f.names[3].text = std::string(31, 'x'); }},
      {"MDL_ROOT_NODE_MISSING", [](File& f) { f.nodes.clear(); },
       "geometry.root_node 0x00000034: there is no root node", [](File& f) { deepen(f, 1); }},
      {"MDL_NAME_INDEX_OUT_OF_RANGE", [](File& f) { f.nodes[kNeck].header.name_index = 9; },
       "nodes[2].name_index 0x000005f1: name 9 >= name count 9",
       [](File& f) { f.nodes[kNeck].header.name_index = 8; }},
      {"MDL_NODE_NUMBER_REPEATED", [](File& f) { f.nodes[kNeck].header.number = 1; },
       "nodes[2].number 0x000005ef: number 1 is also that of nodes[1] \"hip_g\"",
       [](File& f) { f.nodes[kNeck].header.number = 500; }},
      {"MDL_NODE_TYPE_UNKNOWN", [](File& f) { f.nodes[kRoot].header.type = 0x401; },
       "nodes[0].type 0x00000535: type 0x401 is not one of the known kinds",
       [](File& f) { f.nodes[kRoot].header.type = kNodeHeader | kNodeCamera; }},
      {"MDL_NODE_PARENT_MISMATCH", [](File& f) { f.nodes[kNeck].header.parent = {kRoot}; },
       "nodes[2].parent 0x000005f9: parent 0x529, but it is a child of the node at 0x585",
       [](File& f) {
         f.nodes[kNeck].header.parent = {kRoot};
         std::erase(f.nodes[kHip].children, kNeck);
         f.nodes[kRoot].children.push_back(kNeck);
       }},
      {"MDL_NODE_OWNER_MISMATCH", [](File& f) { f.animations[1].nodes[2].header.owner = {0}; },
       "animations[1].nodes[2].owner 0x00000465: owner 0x131, expected 0x2d9",
       [](File& f) {
         f.animations[1].offset = 5000;
         for (Node& node : f.animations[1].nodes) node.header.owner = {kNoRow, 5000};
       }},
      {"MDL_NODE_CYCLE", [](File& f) { f.nodes[kNeck].children.push_back(kHip); },
       "nodes[2].child_offsets[2] 0x00000645: child nodes[1] \"hip_g\" is the node itself or above it",
       [](File& f) { f.nodes[kNeck].children.push_back(kFloor); }},
      {"MDL_NODE_SHARED", [](File& f) { f.nodes[kNeck].children.push_back(kFloor); },
       "nodes[0].child_offsets[2] 0x0000058d: child nodes[8] \"walkmesh\" is also a child of nodes[2] "
       "\"neck_g\"",
       [](File& f) { f.nodes[kNeck].children.push_back(kNeck); }},
      {"MDL_NODE_TOO_DEEP", [](File& f) { deepen(f, 65); },
       "nodes[0] 0x00000535: 65 levels deep, more than 64", [](File& f) { deepen(f, 64); }},
      {"MDL_HEAD_NODE_MISSING", [](File& f) { f.names_header.head_node = {kNoRow, 1}; },
       "names_header.head_node 0x000000b4: 0x1 is no node of the model",
       [](File& f) { f.names_header.head_node = {kNeck}; }},
      {"MDL_VALUE_NOT_FINITE", [](File& f) { f.nodes[kNeck].header.position.x = kNan; },
       "nodes[2].position 0x000005fd: position is not a finite number",
       [](File& f) { f.nodes[kNeck].header.position.x = std::numeric_limits<float>::max(); }},
      {"MDL_ORIENTATION_NOT_UNIT", [](File& f) { f.nodes[kHand].header.orientation = {1.0015F, 0, 0, 0}; },
       "nodes[5].orientation 0x00000dfa: quaternion of length 1.0015",
       [](File& f) { f.nodes[kHand].header.orientation = {1.0009F, 0, 0, 0}; }},
  };
  return cases;
}

const std::vector<Case>& motion_cases() {
  static const std::vector<Case> cases = {
      {"MDL_CONTROLLER_TYPE_UNKNOWN", [](File& f) { f.nodes[kTail].controllers[2].type = 128; },
       "nodes[6].controllers[2].type 0x00001136: controller 128 is not known for this kind of node",
       [](File& f) { f.nodes[kTail].controllers[2].type = kScaleController; }},
      {"MDL_CONTROLLER_TYPE_UNKNOWN", [](File& f) { animate_neck_as(f, kLightRadius, kNeck); },
       "animations[0].nodes[2].controllers[0].type 0x000002bd: controller 88 is not known for this kind of "
       "node",
       [](File& f) { animate_neck_as(f, kLightRadius, kLamp); }},
      {"MDL_CONTROLLER_TYPE_UNKNOWN", [](File& f) { animate_neck_as(f, kLightRadius, kHand); },
       "animations[0].nodes[2].controllers[0].type 0x000002bd: controller 88 is not known for this kind of "
       "node",
       [](File& f) { animate_neck_as(f, kLightRadius, 50); }},  // a node of the supermodel
      // A number that two nodes have: the one with the name is meant, and without such a one nobody knows.
      {"MDL_CONTROLLER_TYPE_UNKNOWN",
       [](File& f) {
         f.nodes[kHip].header.number = kLamp;
         animate_neck_as(f, kLightRadius, kLamp);
         f.animations[0].nodes[kNeck].header.name_index = f.nodes[kHip].header.name_index;
       },
       "animations[0].nodes[2].controllers[0].type 0x000002bd: controller 88 is not known for this kind of "
       "node",
       [](File& f) {
         f.nodes[kHip].header.number = kLamp;
         animate_neck_as(f, kLightRadius, kLamp);
         f.animations[0].nodes[kNeck].header.name_index = f.nodes[kLamp].header.name_index;
       }},
      {"MDL_CONTROLLER_TYPE_UNKNOWN",
       [](File& f) {
         f.nodes[kHip].header.number = kHand;
         animate_neck_as(f, kLightRadius, kHand);
         f.animations[0].nodes[kNeck].header.name_index = f.nodes[kHand].header.name_index;
       },
       "animations[0].nodes[2].controllers[0].type 0x000002bd: controller 88 is not known for this kind of "
       "node",
       [](File& f) {
         f.nodes[kHip].header.number = kHand;
         animate_neck_as(f, kLightRadius, kHand);
       }},
      {"MDL_CONTROLLER_DATA_OUT_OF_RANGE", [](File& f) { f.nodes[kHip].controllers[1].data_index = 6; },
       "nodes[1].controllers[1].data_index 0x000011c4: orientation needs data up to 10, the node has 9",
       [](File& f) { f.nodes[kHip].controllers[1].data_index = 6, f.nodes[kHip].data.push_back(1); }},
      {"MDL_CONTROLLER_KEYS_MISSING", [](File& f) { f.nodes[kHip].controllers[0].rows = 0; },
       "nodes[1].controllers[0].rows 0x000011b0: position has no keys",
       [](File& f) { f.nodes[kHip].controllers[0].rows = 2; }},
      {"MDL_CONTROLLER_COLUMNS_MISMATCH", [](File& f) { f.nodes[kHip].controllers[0].columns = 2; },
       "nodes[1].controllers[0].columns 0x000011b6: position has 2 columns, expected 3",
       [](File& f) { f.nodes[kHip].controllers[1].columns = 2; }},  // a compressed orientation
      {"MDL_CONTROLLER_COLUMNS_MISMATCH", [](File& f) { f.nodes[kHip].controllers[0].columns = 8; },
       "nodes[1].controllers[0].columns 0x000011b6: position has 8 columns, expected 3",
       [](File& f) { f.nodes[kHip].controllers[0].columns = 9; }},  // a curve
      {"MDL_CONTROLLER_TIMES_OUT_OF_ORDER", [](File& f) { f.animations[0].nodes[kNeck].data[1] = 0; },
       "animations[0].nodes[2].controllers[0].time_index 0x000002c5: orientation: key 1 at 0 is not after "
       "the one before it, at 0",
       [](File& f) { f.animations[0].nodes[kNeck].data[1] = 1e-6F; }},
      {"MDL_CONTROLLER_DATA_UNUSED", [](File& f) { f.nodes[kHip].data.push_back(1); },
       "nodes[1].data[9] 0x000011ee: 1 of 10 data values belong to no controller",
       [](File& f) {
         f.nodes[kHip].controllers.push_back(
             {.type = kScaleController, .rows = 1, .time_index = 9, .data_index = 10, .columns = 1});
         f.nodes[kHip].data.insert(f.nodes[kHip].data.end(), {0, 1});
       }},
      {"MDL_ANIMATION_NODE_UNKNOWN", [](File& f) { f.animations[0].nodes[kNeck].header.number = 50; },
       "animations[0].nodes[2].number 0x0000026f: number 50 (\"neck_g\") is no node of the model",
       [](File& f) { f.animations[0].nodes[kNeck].header.number = f.nodes[kHand].header.number = 50; }},
      {"MDL_ANIMATION_KEY_OUT_OF_RANGE", [](File& f) { f.animations[0].header.length = 1.9985F; },
       "animations[0].nodes[2].controllers[0].time_index 0x000002c5: orientation: last key at 2, after the "
       "animation's end at 1.9985",
       [](File& f) { f.animations[0].header.length = 1.9991F; }},
      {"MDL_ANIMATION_ENDS_EARLY", [](File& f) { f.animations[0].header.length = 2.0015F; },
       "animations[0].length 0x0000018d: last key at 2, the animation's end is at 2.0015",
       [](File& f) { f.animations[0].header.length = 2.0009F; }},
      {"MDL_ANIMATION_LENGTH_OUT_OF_RANGE", [](File& f) { f.animations[0].header.length = -1; },
       "animations[0].length 0x0000018d: length -1", [](File& f) { f.animations[0].header.length = 0; }},
      {"MDL_ANIMATION_REPEATED",
       [](File& f) { f.animations[1].header.geometry.name = FixedText<32>("pause1"); },
       "animations[1].geometry.name 0x000002ed: \"pause1\" is also the name of animation 0",
       [](File& f) { f.animations[1].header.geometry.name = FixedText<32>("pause2"); }},
      {"MDL_EVENT_TIME_OUT_OF_RANGE", [](File& f) { f.animations[1].events[1].time = 1.0015F; },
       "animations[1].events[1].time 0x00000391: \"snd_footstep\" at 1.0015 is outside the animation's 1 "
       "seconds",
       [](File& f) { f.animations[1].events[1].time = 1.0009F; }},
      {"MDL_EVENT_TIME_OUT_OF_RANGE", [](File& f) { f.animations[1].events[1].time = -0.25F; },
       "animations[1].events[1].time 0x00000391: \"snd_footstep\" at -0.25 is outside the animation's 1 "
       "seconds",
       [](File& f) { f.animations[1].events[1].time = 0; }},
      {"MDL_AABB_MISSING", [](File& f) { floor(f).aabb->nodes.clear(); },
       "nodes[8].mesh.aabb 0x00001aa6: a walkmesh without a tree",
       [](File& f) { floor(f).aabb->nodes.clear(), floor(f).faces.clear(); }},
      {"MDL_AABB_COUNT_MISMATCH", [](File& f) { floor(f).aabb->nodes.push_back({}); },
       "nodes[8].mesh.aabb.nodes[0] 0x00001aaa: 16 nodes, expected 15 for 8 faces",
       [](File& f) {
         floor(f).aabb->nodes.resize(17);
         floor(f).faces.push_back(floor(f).faces[0]);
       }},
      {"MDL_AABB_CYCLE", [](File& f) { floor(f).aabb->nodes[1].left = 0; },
       "nodes[8].mesh.aabb.nodes[1].left 0x00001aea: child 0 was reached already",
       [](File& f) { std::swap(floor(f).aabb->nodes[1].left, floor(f).aabb->nodes[1].right); }},
      {"MDL_AABB_CYCLE", [](File& f) { floor(f).aabb->nodes[1].left = 14; },
       "nodes[8].mesh.aabb.nodes[12].right 0x00001ca6: child 14 was reached already",
       [](File& f) { floor(f).aabb->nodes[1].left = 15; }},  // that does not exist
      {"MDL_AABB_FACE_OUT_OF_RANGE", [](File& f) { floor(f).aabb->nodes.back().face = 8; },
       "nodes[8].mesh.aabb.nodes[14].face 0x00001cfa: face 8, but there are 8",
       [](File& f) { floor(f).aabb->nodes[3].face = 7; }},
      {"MDL_AABB_FACE_REPEATED",
       [](File& f) { floor(f).aabb->nodes.back().face = floor(f).aabb->nodes[3].face; },
       "nodes[8].mesh.aabb.nodes[14].face 0x00001cfa: face 0 is in leaf 3 too",
       [](File& f) { std::swap(floor(f).aabb->nodes.back().face, floor(f).aabb->nodes[3].face); }},
      {"MDL_AABB_FACE_MISSING", [](File& f) { floor(f).aabb->nodes.back().face = 8; },
       "nodes[8].mesh.aabb.nodes[0] 0x00001aaa: 1 faces are in no leaf, the first is 7",
       [](File& f) { std::swap(floor(f).aabb->nodes.back().face, floor(f).aabb->nodes[3].face); }},
      {"MDL_AABB_PLANE_UNKNOWN", [](File& f) { floor(f).aabb->nodes[0].plane = 3; },
       "nodes[8].mesh.aabb.nodes[0].plane 0x00001ace: plane 3 of an inner node",
       [](File& f) { floor(f).aabb->nodes[0].plane = kPlaneNegativeZ; }},
      {"MDL_AABB_PLANE_UNKNOWN", [](File& f) { floor(f).aabb->nodes[3].plane = 1; },
       "nodes[8].mesh.aabb.nodes[3].plane 0x00001b46: plane 1 of a leaf",
       [](File& f) { floor(f).aabb->nodes[0].right = kNoChild; }},  // no leaf yet
      {"MDL_AABB_BOX_MISMATCH", [](File& f) { floor(f).aabb->nodes[0].box_max.x -= 0x1p-9F; },
       "nodes[8].mesh.aabb.nodes[0] 0x00001aaa: child 1 sticks out of the box by 0.001953125",
       [](File& f) { floor(f).aabb->nodes[0].box_max.x -= 0.0009F; }},
  };
  return cases;
}

/// The sample's floor as a room's own walkmesh, somewhere in its area.
walkmesh::File wok_of(const Mesh& mesh) {
  walkmesh::Mesh triangles;
  for (const Vec3& vertex : mesh.vertices) triangles.vertices.push_back(vertex + Vec3(100, 50, 0));
  for (const Face& face : mesh.faces)
    triangles.triangles.push_back(
        {.corners = {face.vertices[0], face.vertices[1], face.vertices[2]}, .material = face.material});
  walkmesh::File file = walkmesh::build(triangles, walkmesh::Type::area).value();
  file.header.position = {100, 50, 0};
  return file;
}

/// A room and its own walkmesh.
struct Room {
  File model = sample({});
  walkmesh::File wok = wok_of(floor(model));
};
void validate(const Room& room, Findings& findings) {
  validate_against(room.model, room.wok, findings);
}
std::string to_json(const Room& room) {
  return to_json(room.model) + walkmesh::to_json(room.wok);
}

const std::vector<test::FindingCase<Room>>& room_cases() {
  static const std::vector<test::FindingCase<Room>> cases = {
      {"MDL_WALKMESH_MISSING", [](Room& r) { floor(r.model).aabb.reset(); },
       "nodes: the model has no walkmesh to compare with the WOK",
       [](Room& r) { floor(r.model).aabb->nodes.clear(); }},
      {"MDL_WOK_FACE_COUNT_MISMATCH", [](Room& r) { r.wok.faces.pop_back(); },
       "nodes[8].mesh.faces 0x00001d02: 8 faces, the WOK has 7",
       [](Room& r) { r.wok.faces.pop_back(), floor(r.model).faces.pop_back(); }},
      {"MDL_WOK_FACE_MISSING", [](Room& r) { r.wok.vertices[4].z += 0.011F; },
       "nodes[8].mesh.faces[0] 0x00001d02: 6 of 8 faces have no like in the WOK, the first is 0",
       [](Room& r) { r.wok.vertices[4].z += 0.009F; }},
      {"MDL_WOK_FACE_MISSING", [](Room& r) { r.wok.vertices[4].z += 0.5F; },
       "nodes[8].mesh.faces[0] 0x00001d02: 6 of 8 faces have no like in the WOK, the first is 0",
       [](Room& r) {
         for (Vec3& vertex : r.wok.vertices) vertex += Vec3(3, 3, 0.0001F);  // moved as a whole
       }},
      {"MDL_WOK_MATERIAL_MISMATCH", [](Room& r) { r.wok.materials[2] = 1; },
       "nodes[8].mesh.faces[2] 0x00001d42: 1 of 8 faces have another material in the WOK, the first is 2: 1 "
       "there, 4 here",
       [](Room& r) { r.wok.materials[2] = floor(r.model).faces[2].material = 1; }},
  };
  return cases;
}

TEST(MdlValidate, EveryCodeHasATriggerAndANearMiss) {
  for (const auto* cases : {&file_cases(), &mesh_cases(), &motion_cases()})
    expect_findings(*cases, sample({}));
  expect_findings(room_cases(), Room());
}

TEST(MdlValidate, NoCodeIsWithoutATest) {
  test::expect_all_tested(finding_kinds(), file_cases(), mesh_cases(), motion_cases(), room_cases());
}

/// What the bytes of a model are called, when it is read unchanged and when it is written changed.
std::vector<test::Told> told_of(const File& plain, const File& changed) {
  test::Account account;
  EXPECT_TRUE(Mdl::read_told(written(plain), account));
  // Some of the changes cannot be written; what was told until then counts.
  (void)write(changed, {account.file(), account.companion()});
  return account.sorted();
}

TEST(MdlValidate, EveryPlaceIsAPathOfTheDump) {
  for (const auto* cases : {&file_cases(), &mesh_cases(), &motion_cases()}) {
    for (const Case& c : *cases) {
      SCOPED_TRACE(c.code);
      const File file = test::changed(sample({}), c.trigger);
      Findings findings;
      validate(file, findings);
      test::expect_places_told(findings, told_of(sample({}), file), "mdx.");
    }
  }
  for (const auto& c : room_cases()) {
    SCOPED_TRACE(c.code);
    const Room room = test::changed(Room(), c.trigger);
    Findings findings;
    validate(room, findings);
    test::expect_places_told(findings, told_of(Room().model, room.model), "mdx.");
  }
}

TEST(MdlValidate, CodesArePublic) {
  File file = sample({});
  body(file).tail.area += 1;
  Findings findings;
  validate(file, findings);
  ASSERT_EQ(findings.all().size(), 1U);
  EXPECT_EQ(findings.all()[0].kind, &finding::AREA_MISMATCH);
  EXPECT_EQ(finding::AREA_MISMATCH.code, "MDL_AREA_MISMATCH");
}

/// Arrays of all parts are looked at, not only those of nodes and meshes.
TEST(MdlValidate, SecondCountsOfPartsAreCompared) {
  File file = sample({});
  body(file).skin->header.tbones.reserved = 1;
  tail(file).dangly->header.constraints.reserved = 1;
  file.nodes[kLamp].light->header.flare_colors.reserved = 1;
  file.animations[0].header.events.reserved = 1;
  file.model.animations.reserved = 1;
  Findings findings;
  validate(file, findings);
  std::vector<std::string> places;
  for (const Finding& finding : findings.all()) places.push_back(finding.where);
  EXPECT_EQ(places, (std::vector<std::string>{"model.animations.reserved", "animations[0].events.reserved",
                                              "nodes[3].light.flare_colors.reserved",
                                              "nodes[6].mesh.dangly.constraints.reserved",
                                              "nodes[7].mesh.skin.tbones.reserved"}));
  test::expect_places_told(findings, told_of(sample({}), file), "mdx.");
}

/// "nodes[3].mesh" and "animations[1].nodes[3].mesh" to the names of what the rows are; empty for other
/// places.
std::string name_at(const File& file, std::string_view where) {
  unsigned animation = 0;
  unsigned row = 0;
  const std::string path(where.substr(where.starts_with("mdx.") ? 4 : 0));
  if (std::sscanf(path.c_str(), "nodes[%u]", &row) == 1) return node_name(file, file.nodes[row]);
  const int read = std::sscanf(path.c_str(), "animations[%u].nodes[%u]", &animation, &row);
  if (read == 2) return node_name(file, file.animations[animation].nodes[row]);
  return read == 1 ? std::string(file.animations[animation].header.geometry.name.view()) : "";
}

TEST(MdlValidate, EveryFindingNamesItsNodeOrAnimation) {
  std::set<std::string> names;
  for (const auto* cases : {&file_cases(), &mesh_cases(), &motion_cases()}) {
    for (const Case& c : *cases) {
      const File file = test::changed(sample({}), c.trigger);
      Findings findings;
      validate(file, findings);
      for (const Finding& finding : findings.all()) {
        EXPECT_EQ(finding.name, name_at(file, finding.where)) << c.code << " " << test::describe(finding);
        names.insert(finding.name);
      }
    }
  }
  for (const char* name : {"", "hip_g", "neck_g", "tail_g", "body_g", "walkmesh", "pause1", "walk"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(MdlValidate, AWalkmeshAgreesWithItsCopy) {
  Findings findings;
  validate(Room(), findings);
  EXPECT_TRUE(findings.all().empty());
}

TEST(MdlValidate, GoesOnAfterTheFirstFinding) {
  File file = sample({});
  file.geometry.functions[0] = 1;
  file.nodes[kNeck].children.push_back(kHip);
  body(file).faces[0].vertices[0] = 99;
  file.animations[1].events[0].time = 9;
  floor(file).aabb->nodes[0].plane = 3;
  for (const char* code : {"MDL_FUNCTION_UNKNOWN", "MDL_NODE_CYCLE", "MDL_FACE_VERTEX_OUT_OF_RANGE",
                           "MDL_EVENT_TIME_OUT_OF_RANGE", "MDL_AABB_PLANE_UNKNOWN"})
    EXPECT_FALSE(test::findings_of(file, code).empty()) << code;
}

TEST(MdlValidate, LongChainsEnd) {
  constexpr std::uint32_t kLength = 50000;
  EXPECT_EQ(test::findings_of(chain(kLength), "MDL_NODE_TOO_DEEP").size(), 1U);
}

}  // namespace
}  // namespace mw::kotor::mdl
