#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>

#include <cstdio>
#include <set>

#include "file_cases.h"
#include "fixtures.h"
#include "mesh_cases.h"
#include "motion_cases.h"
#include "number_cases.h"
#include "support/cases/finding_cases.h"

namespace mw::kotor::mdl {
namespace {

using test::expect_findings;

/// All that concern a model alone.
const std::vector<Case>& model_cases() {
  static const std::vector<Case> cases =
      test::joined<Case>({header_cases(), tree_cases(), face_cases(), measure_cases(), vertex_row_cases(),
                          skin_cases(), dangly_cases(), controller_cases(), animation_cases(), aabb_cases(),
                          resource_cases(), finite_cases(), finite_part_cases(), bone_table_cases()});
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
  return file;
}

/// A room and its own walkmesh.
struct Room {
  File model = sample({});
  walkmesh::File wok = wok_of(floor(model));

  Room() { wok.header.position = model.nodes[kFloor].header.position; }
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
      {"MDL_WOK_POSITION_MISMATCH", [](Room& r) { r.wok.header.position += Vec3(0, 2, 0); },
       "nodes[8].position 0x0000191a: the WOK says (0, 2, 0), the node is at (0, 0, 0)",
       [](Room& r) { r.wok.header.position += Vec3(0, 0.0009F, 0); }},
  };
  return cases;
}

/// A model and the supermodel that it has its nodes from.
struct Heir {
  File model = sample({});
  File above = sample({});

  Heir() {
    model.model.supermodel = FixedText<32>("S_Beast");
    above.geometry.name = FixedText<32>("s_beast");
  }
};
void validate(const Heir& heir, Findings& findings) {
  validate(heir.model, heir.above, findings);
}
std::string to_json(const Heir& heir) {
  return to_json(heir.model) + to_json(heir.above);
}

const std::vector<test::FindingCase<Heir>>& heir_cases() {
  static const std::vector<test::FindingCase<Heir>> cases = {
      {"MDL_SUPERMODEL_NUMBER_MISMATCH", [](Heir& h) { h.above.nodes[kNeck].header.number = 68; },
       "nodes[2].number 0x000005ef: 1 of 9 nodes that the supermodel has too have another number there, the "
       "first is \"neck_g\": 2, there 68",
       [](Heir& h) {
         h.above.nodes[kNeck].header.number = 68;
         h.above.names[h.above.nodes[kNeck].header.name_index].text = "neck_h";
       }},
      {"MDL_SUPERMODEL_NAME_MISMATCH", [](Heir& h) { h.above.geometry.name = FixedText<32>("s_bird"); },
       "model.supermodel 0x00000094: names \"S_Beast\", but the supermodel given is \"s_bird\"",
       [](Heir& h) { h.above.geometry.name = FixedText<32>("S_BEAST"); }},
  };
  return cases;
}

/// Found above the models themselves (library/document_test.cpp).
struct FoundElsewhere {
  std::string_view code;
};
constexpr FoundElsewhere kElsewhere[] = {{"MDL_OTHER_GAME_FITS"}, {"MDL_FILE_NAME_MISMATCH"}};

TEST(MdlValidate, EveryCodeHasATriggerAndANearMiss) {
  expect_findings(model_cases(), sample({}));
  expect_findings(room_cases(), Room());
  expect_findings(heir_cases(), Heir());
}

TEST(MdlValidate, NoCodeIsWithoutATest) {
  test::expect_all_tested(finding_kinds(), model_cases(), room_cases(), heir_cases(), kElsewhere);
}

/// Findings are where the bytes of a model are called so, when it is read unchanged or written changed.
void expect_places(const Findings& findings, const File& plain, const File& changed) {
  test::Account account;
  EXPECT_TRUE(Mdl::read_told(written(plain), account));
  // Some of the changes cannot be written; what was told until then counts.
  (void)write(changed, {account.file(), account.companion()});
  test::expect_places_told(findings, account, "mdx.");
}

TEST(MdlValidate, EveryPlaceIsAPathOfTheDump) {
  for (const Case& c : model_cases()) {
    SCOPED_TRACE(c.code);
    const File file = test::changed(sample({}), c.trigger);
    Findings findings;
    validate(file, findings);
    expect_places(findings, sample({}), file);
  }
  for (const auto& c : room_cases()) {
    SCOPED_TRACE(c.code);
    const Room room = test::changed(Room(), c.trigger);
    Findings findings;
    validate(room, findings);
    expect_places(findings, Room().model, room.model);
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
  expect_places(findings, sample({}), file);
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
  for (const Case& c : model_cases()) {
    const File file = test::changed(sample({}), c.trigger);
    Findings findings;
    validate(file, findings);
    for (const Finding& finding : findings.all()) {
      EXPECT_EQ(finding.name, name_at(file, finding.where)) << c.code << " " << test::describe(finding);
      names.insert(finding.name);
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

/// One that is too short has nothing to compare with behind its end.
TEST(MdlValidate, AnIndexListMayNotEndEarly) {
  File file = sample({});
  std::vector<std::uint16_t>& list = body(file).index_lists.at(0).vertices;
  ASSERT_TRUE(test::findings_of(file, "MDL_INDEX_LIST_MISMATCH").empty());
  list.pop_back();
  const auto found = test::findings_of(file, "MDL_INDEX_LIST_MISMATCH");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].find(fmt::format("1 of {}", list.size() + 1)), std::string::npos) << found[0];
}

}  // namespace
}  // namespace mw::kotor::mdl
