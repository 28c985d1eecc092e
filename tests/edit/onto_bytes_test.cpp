#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/scene/detail/levels.h>
#include <meshwright/wows/geometry_scene.h>

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <numeric>

#include "support/edited_model.h"
#include "support/edited_sample.h"
#include "support/losses.h"

/// Edits of samples: exactly what was edited is other in the file.
namespace mw {
namespace {

using namespace test;

// One vertex.

TEST(OntoBytes, AVertexOfAModelChangesItsMeshAlone) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", moving("tail_g"));
  EXPECT_EQ(outcome.changes, Lines{"mesh tail_g: 1 vertex moved"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.fields,
            (Lines{"mdx:nodes[6].rows[0].positions", "mdx:nodes[6].rows[0].tangents_1",
                   "mdx:nodes[6].rows[1].tangents_1", "mdx:nodes[6].rows[2].tangents_1", "nodes[6].mesh.area",
                   "nodes[6].mesh.average", "nodes[6].mesh.dangly.vertices[0]",
                   "nodes[6].mesh.faces[0].adjacent", "nodes[6].mesh.faces[0].distance",
                   "nodes[6].mesh.faces[0].normal", "nodes[6].mesh.radius", "nodes[6].mesh.vertices[0]"}));
}

TEST(OntoBytes, NormalsOfASkinThatMovedAreRecomputed) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", moving("body_g"));
  EXPECT_EQ(outcome.changes, Lines{"mesh body_g: 1 vertex moved, normals recomputed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  for (const std::string& path : outcome.fields)
    EXPECT_TRUE(path.starts_with("nodes[7].mesh.") || path.starts_with("mdx:nodes[7].")) << path;
}

/// The sample as no compiler makes it: what follows from the triangles of these meshes is a little other.
Document model_of_another_tool() {
  return model_with([](kotor::mdl::File& file) {
    for (const char* name : {"tail_g", "body_g"}) {
      kotor::mdl::Mesh& mesh = *file.nodes[row_called(file, name)].mesh;
      mesh.header.radius += 1;
      mesh.header.box_max += Vec3(0.5F);
      mesh.tail.area += 2;
      for (kotor::mdl::Face& face : mesh.faces) {
        face.normal = -face.normal;
        face.adjacent = {kotor::mdl::kNoFace, 0, kotor::mdl::kNoFace};
      }
      for (Vec3& normal : mesh.mdx->rows.normals) normal = glm::normalize(normal + Vec3(0.1F, 0.2F, 0.3F));
      mesh.mdx->rows.normals.back() *= 0.5F;
      for (auto& frame : mesh.mdx->rows.tangents[0]) frame[0] += 0.25F;
      if (!mesh.skin) continue;
      mesh.skin->unknown_0x34.assign(mesh.skin->unknown_0x34.size(), 293'322'568);  // a leftover of memory
      mesh.skin->header.serials.back() = 4476;
    }
  });
}

TEST(OntoBytes, ATextureCoordinateChangesNothingButItsTangents) {
  const auto move_uv = [](const char* node) {
    return [node](Scene& scene) { mesh_of(scene, node).primitives[0].uvs[0][0].x += 0.25F; };
  };
  const Document original = model_of_another_tool();
  const Outcome tail = after_edit_of(original, "sample.mdl", move_uv("tail_g"));
  EXPECT_EQ(tail.changes, Lines{"mesh tail_g: 1 vertex with other texture coordinates"});
  EXPECT_EQ(tail.losses, Lines());
  EXPECT_EQ(tail.fields, (Lines{"mdx:nodes[6].rows[0].tangents_1", "mdx:nodes[6].rows[0].uvs_1",
                                "mdx:nodes[6].rows[1].tangents_1", "mdx:nodes[6].rows[2].tangents_1"}));
  const Outcome body = after_edit_of(original, "sample.mdl", move_uv("body_g"));
  EXPECT_EQ(body.changes, Lines{"mesh body_g: 1 vertex with other texture coordinates"});
  for (const std::string& path : body.fields)
    EXPECT_TRUE(path.ends_with("].tangents_1") || path == "mdx:nodes[7].rows[0].uvs_1") << path;
}

TEST(OntoBytes, AVertexTakesAlongWhatFollowsFromItAlone) {
  Lines faces;
  for (const std::string& path :
       after_edit_of(model_of_another_tool(), "sample.mdl", moving("body_g")).fields)
    if (path.find(".faces[") != path.npos) faces.push_back(path);
  const std::string face = "nodes[7].mesh.faces";
  EXPECT_EQ(faces, (Lines{face + "[0].adjacent", face + "[0].normal", face + "[16].adjacent",
                          face + "[16].normal", face + "[17].adjacent", face + "[17].distance",
                          face + "[17].normal", face + "[1].adjacent", face + "[1].normal",
                          face + "[6].adjacent", face + "[6].distance", face + "[6].normal"}));
}

TEST(OntoBytes, ATurnedNormalIsTaken) {
  const Vec3 turned = glm::normalize(Vec3(1, 2, 3));
  for (const std::size_t row : {6U, 7U}) {
    const char* node = row == 6 ? "tail_g" : "body_g";
    const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [&](Scene& scene) {
      mesh_of(scene, node).primitives[0].normals[1] = turned;
    });
    EXPECT_EQ(outcome.changes, Lines{fmt::format("mesh {}: 1 normal turned", node)});
    EXPECT_EQ(outcome.losses, Lines());
    EXPECT_EQ(outcome.fields, (Lines{fmt::format("mdx:nodes[{}].rows[1].normals", row),
                                     fmt::format("mdx:nodes[{}].rows[1].tangents_1", row)}));
    Scene scene = outcome.scene;
    EXPECT_EQ(mesh_of(scene, node).primitives[0].normals[1], turned);
  }
}

TEST(OntoBytes, TurnedNormalsOfAMovedVertexAreTaken) {
  const Vec3 turned = glm::normalize(Vec3(1, 2, 3));
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [&](Scene& scene) {
    move_vertex(mesh_of(scene, "tail_g"));
    mesh_of(scene, "tail_g").primitives[0].normals[0] = turned;
  });
  EXPECT_EQ(outcome.losses, Lines());
  Scene scene = outcome.scene;
  EXPECT_EQ(mesh_of(scene, "tail_g").primitives[0].normals[0], turned);
}

TEST(OntoBytes, AVertexOfARoomChangesItsFacesAndTheBoxesAboveThem) {
  const Outcome outcome = after_edit("kotor-walkmesh", "sample.wok", moving("surface"));
  EXPECT_EQ(outcome.changes, Lines{"mesh surface: 2 vertices moved"});  // of two materials
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.fields,
            (Lines{"aabb[10].box_max", "aabb[15].box_min", "aabb[8].box_max", "distances[66]",
                   "distances[67]", "normals[64]", "normals[66]", "normals[67]", "vertices[0]"}));
}

/// The sample with what other tools make of its tree: branches the other way round, and boxes with more room.
Document room_of_another_tool() {
  auto room = kotor::walkmesh::sample(kotor::walkmesh::Sample::room);
  for (kotor::walkmesh::AabbNode& node : room.aabb) {
    std::swap(node.left, node.right);
    node.box_min -= Vec3(0.5F);
    node.box_max += Vec3(0.5F);
  }
  return test::opened({.bytes = kotor::walkmesh::write(room).value()}, "other.wok").value();
}

TEST(OntoBytes, ARoomOfAnotherToolKeepsItsTree) {
  const Outcome outcome = after_edit_of(room_of_another_tool(), "other.wok", moving("surface"));
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.fields,
            (Lines{"aabb[10].box_max", "aabb[15].box_min", "aabb[8].box_max", "distances[66]",
                   "distances[67]", "normals[64]", "normals[66]", "normals[67]", "vertices[0]"}));
}

/// As far as it can be told: rows that are no tree stay as they are.
TEST(OntoBytes, ATreeThatIsNoneStays) {
  auto room = kotor::walkmesh::sample(kotor::walkmesh::Sample::room);
  room.aabb[0].right = 0;
  const Document original = test::opened({.bytes = kotor::walkmesh::write(room).value()}, "ring.wok").value();
  EXPECT_EQ(
      after_edit_of(original, "ring.wok", moving("surface")).fields,
      (Lines{"distances[66]", "distances[67]", "normals[64]", "normals[66]", "normals[67]", "vertices[0]"}));
}

/// Sides keep where they lead, whether or not the line that shows it was moved as well.
TEST(OntoBytes, ASideThatLeadsSomewhereStillDoesWhenItMoves) {
  for (const bool with_line : {false, true}) {
    const Outcome outcome = after_edit("kotor-walkmesh", "sample.wok", [&](Scene& scene) {
      const auto line = std::ranges::find_if(
          scene.nodes, [](const scene::Node& node) { return node.name.starts_with("transition_"); });
      ASSERT_TRUE(line != scene.nodes.end());
      const Vec3 from = scene.meshes[*line->mesh].primitives[0].positions[0];
      for (scene::Mesh& mesh : scene.meshes)
        for (scene::Primitive& p : mesh.primitives)
          for (Vec3& position : p.positions)
            if (position == from && (with_line || p.topology == scene::Topology::triangles))
              position.y += 0.5F;
    });
    EXPECT_EQ(outcome.losses, Lines());
    EXPECT_EQ(outcome.findings, Lines());
    EXPECT_FALSE(outcome.fields.empty());
    for (const std::string& path : outcome.fields) EXPECT_FALSE(path.starts_with("edges")) << path;
  }
}

TEST(OntoBytes, AVertexOfALevelOfAHouseChangesThatLevel) {
  const Outcome outcome = after_edit("bw2-bwm", "sample.bwm", moving("m_sample_house_far"));
  EXPECT_EQ(outcome.changes, Lines{"mesh m_sample_house_far: 2 vertices moved"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.fields, (Lines{"meshes[1].sphere.centre", "strides[0].vertices[26].position",
                                   "strides[0].vertices[43].position"}));
}

TEST(OntoBytes, AVertexOfAWormKeepsItsBones) {
  const Outcome outcome = after_edit("bw2-bwm", "sample.skin.bwm", moving("worm"));
  EXPECT_EQ(outcome.changes, Lines{"mesh worm: 1 vertex moved"});
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.fields,
            (Lines{"box_max", "cylinder.base", "cylinder.radius", "meshes[0].box_max",
                   "meshes[0].cylinder.base", "meshes[0].cylinder.radius", "meshes[0].sphere.centre",
                   "meshes[0].sphere.radius", "meshes[0].volume", "sphere.centre", "sphere.radius",
                   "strides[0].vertices[0].position", "volume"}));
}

/// The encoded buffer has another size, so that what lies behind it is elsewhere.
TEST(OntoBytes, AVertexOfATurretChangesItsRowsOfTheBuffer) {
  const Outcome outcome = after_edit("wows-geometry", "sample.geometry", moving("Turret_lod1Shape"));
  EXPECT_EQ(outcome.changes, Lines{"mesh Turret_lod1Shape: 3 vertices moved"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.fields, (Lines{"vertex_buffers[0].data.payload", "vertex_buffers[0].data[48].xyz",
                                   "vertex_buffers[0].data[56].xyz", "vertex_buffers[0].data[64].xyz"}));
}

TEST(OntoBytes, AVertexOfAPlateOrAHullIsTheOnlyOne) {
  EXPECT_EQ(after_edit("wows-geometry", "sample.geometry", moving("plate_1")).fields,
            (Lines{"armor_models[0].plates[1].vertices[0].position",
                   "armor_models[0].plates[1].vertices[3].position"}));
  EXPECT_EQ(after_edit("wows-geometry", "sample.geometry", moving("hull_0")).fields,
            Lines{"collision_models[0].hulls[0].vertices[0]"});
}

TEST(OntoBytes, AVertexOfATextModelIsOneLineOfTheText) {
  const Outcome outcome = after_edit("kotor-mdl-ascii", "sample.mdl.ascii", moving("tail_g"));
  EXPECT_EQ(outcome.changes, Lines{"mesh tail_g: 1 vertex moved"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.fields, Lines{"nodes[6].verts[0]"});
}

// Of the others.

TEST(OntoBytes, ATriangleOfARoomThatIsRemoved) {
  const Outcome outcome = after_edit("kotor-walkmesh", "sample.wok", [](Scene& scene) {
    mesh_of(scene, "surface").primitives[1].indices.resize(9);
  });
  EXPECT_EQ(outcome.changes, Lines{"mesh surface: 1 triangle removed"});
  EXPECT_EQ(outcome.losses, Lines());
}

TEST(OntoBytes, AMaterialOfARoomIsItsSurface) {
  const Outcome outcome = after_edit("kotor-walkmesh", "sample.wok", [](Scene& scene) {
    scene.materials[*mesh_of(scene, "surface").primitives[1].material].name = "Grass";
  });
  EXPECT_EQ(outcome.changes, Lines{"material Water: renamed to Grass"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
}

/// The scene had all levels, and says so: one that is missing was removed.
TEST(OntoBytes, ALevelOfAHouseThatIsRemoved) {
  const Outcome outcome = after_edit("bw2-bwm", "sample.bwm", [](Scene& scene) {
    remove_node(scene, node_called(scene, "m_sample_house_far"));
  });
  EXPECT_EQ(outcome.changes, Lines{"node m_sample_house_far: removed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(levels(outcome.scene), std::vector<std::uint32_t>{0});
}

/// Of a scene with one level nobody knows whether the others were there.
TEST(OntoBytes, ALevelThatWasNotExportedIsNotRemoved) {
  for (const auto& [format, name, far_level] :
       {std::array{"bw2-bwm", "sample.bwm", "m_sample_house_far"},
        std::array{"wows-geometry", "sample.geometry", "Turret_lod1Shape"}}) {
    const Outcome outcome = after_edit(format, name, [far = far_level](Scene& scene) {
      remove_node(scene, node_called(scene, far));
      for (scene::Node& node : scene.nodes)
        std::erase_if(node.extras, [](const JsonMember& member) { return member.first == scene::kLevels; });
    });
    EXPECT_EQ(outcome.changes, Lines()) << name;
    EXPECT_EQ(outcome.fields, Lines()) << name;
  }
}

TEST(OntoBytes, AMaterialOfAHouse) {
  const Outcome outcome = after_edit("bw2-bwm", "sample.bwm", [](Scene& scene) {
    scene.materials[*mesh_of(scene, "m_sample_house").primitives[1].material].name = "_tiles_";
  });
  EXPECT_EQ(outcome.changes, Lines{"material _roof_: renamed to _tiles_"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.fields, Lines{"materials[1].name"});
}

TEST(OntoBytes, ALevelOfATurretThatIsRemoved) {
  const Outcome outcome = after_edit("wows-geometry", "sample.geometry", [](Scene& scene) {
    remove_node(scene, node_called(scene, "Turret_lod1Shape"));
  });
  EXPECT_EQ(outcome.changes, Lines{"node Turret_lod1Shape: removed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(levels(outcome.scene), std::vector<std::uint32_t>{0});
}

TEST(OntoBytes, APartOfATurretThatIsRemoved) {
  const Outcome outcome = after_edit("wows-geometry", "sample.geometry", [](Scene& scene) {
    remove_node(scene, node_called(scene, "bodyShape"));
  });
  EXPECT_EQ(outcome.changes, Lines{"node bodyShape: removed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.scene.nodes.size(), 9U);
}

TEST(OntoBytes, APlaceOfAShapeHasNoPlaceInTheFile) {
  const Outcome outcome = after_edit("wows-geometry", "sample.geometry", [](Scene& scene) {
    scene.nodes[node_called(scene, "bodyShape")].transform.translation = {0, 9, 0};
  });
  EXPECT_EQ(outcome.changes, Lines{"node bodyShape: moved"});
  EXPECT_EQ(outcome.losses, Lines{"node bodyShape: moved: not in what was made"});
  EXPECT_EQ(outcome.fields, Lines());
}

// What is new in a .geometry, by the rules of new files.

scene::Primitive cube_of(float size) {
  scene::Primitive p;
  for (int i = 0; i < 8; ++i)
    p.positions.emplace_back(size * float(i & 1), size * float(i >> 1 & 1), size * float(i >> 2 & 1));
  p.indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
               2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  for (const Vec3& position : p.positions) p.uvs[0].emplace_back(position.x / size, position.y / size);
  return p;
}

/// A root, 100 along x.
auto adding(scene::Primitive primitive, scene::Role role, scene::Extras extras = {},
            const char* name = "newcomer") {
  return [=](Scene& scene) {
    scene::Node node{.name = name, .role = role};
    node.mesh = Index(scene.meshes.size());
    node.transform.translation = {100, 0, 0};
    node.extras = extras;
    scene.meshes.push_back({.name = name});
    scene.meshes.back().primitives.push_back(primitive);
    add_node(scene, std::move(node));
  };
}

const scene::Extras kKey = {{"layer", std::uint64_t(3)}, {"material", std::uint64_t(77)}};

Outcome with_new_one(scene::Primitive primitive, scene::Role role, scene::Extras extras = {},
                     const char* name = "newcomer") {
  return after_edit("wows-geometry", "sample.geometry",
                    adding(std::move(primitive), role, std::move(extras), name));
}

float most_x(Scene& scene, std::string_view node) {
  float most = -INFINITY;
  for (const Vec3& position : mesh_of(scene, node).primitives[0].positions) most = std::max(most, position.x);
  return most;
}

TEST(OntoBytes, NewMeshesPlatesAndHullsAreWhereTheirNodesPutThem) {
  Outcome plate = with_new_one(cube_of(1), scene::Role::armor, kKey);
  EXPECT_EQ(plate.changes, (Lines{"node newcomer: added", "mesh newcomer: added"}));
  EXPECT_EQ(plate.losses, Lines());
  EXPECT_EQ(plate.findings, Lines());
  EXPECT_EQ(most_x(plate.scene, "plate_2"), 101);
  Outcome hull = with_new_one(cube_of(2), scene::Role::collision);
  EXPECT_EQ(hull.losses, Lines());
  EXPECT_EQ(hull.findings, Lines());
  EXPECT_EQ(most_x(hull.scene, "hull_1"), 102);
  Outcome drawn = with_new_one(cube_of(3), scene::Role::visual, {}, "Turret_new");
  EXPECT_EQ(drawn.changes, (Lines{"node Turret_new: added", "mesh Turret_new: added"}));
  EXPECT_EQ(drawn.losses, Lines());
  EXPECT_EQ(drawn.findings, Lines());
  const auto is_far = [&](const scene::Node& node) {
    return node.mesh && drawn.scene.meshes[*node.mesh].primitives[0].positions[0].x == 100;
  };
  EXPECT_EQ(std::ranges::count_if(drawn.scene.nodes, is_far), 1);
}

TEST(OntoBytes, NewMeshesPlatesAndHullsObeyTheRulesOfNewFiles) {
  scene::Primitive open = cube_of(1);
  open.indices.resize(open.indices.size() - 3);
  EXPECT_EQ(with_new_one(open, scene::Role::collision).changes,
            Lines{"error: newcomer: a hull of collision has no open sides"});
  EXPECT_EQ(with_new_one(cube_of(1), scene::Role::armor, {kKey[0]}).changes,
            Lines{"error: newcomer: a plate of armor needs the properties layer and material, whole numbers "
                  "from 1 to 65535"});
  scene::Primitive bones = cube_of(1);
  for (const char* name : {"BONE_0", "BONE_1", "BONE_2", "WEIGHT_0", "WEIGHT_1"})
    bones.custom.push_back({name, std::vector<float>(8)});
  bones.custom[0].values[3] = 86;
  EXPECT_EQ(with_new_one(bones, scene::Role::visual).changes,
            Lines{"error: newcomer: has bone 86; a vertex holds whole numbers from 0 to 85"});
  scene::Primitive sets = cube_of(1);
  for (std::size_t set = 0; set < 3; ++set) sets.uvs[set].resize(8);
  EXPECT_EQ(with_new_one(sets, scene::Role::visual).changes,
            Lines{"error: newcomer: has 3 sets of texture coordinates; a vertex holds 2"});
  EXPECT_EQ(with_new_one(cube_of(1), scene::Role::visual, {}, "body").changes,
            Lines{"error: body: becomes bodyShape, as bodyShape does; every mesh needs a name of its own"});
}

TEST(OntoBytes, ChangedMeshesObeyTheRulesToo) {
  const auto edited = [](const char* node, const auto& edit) {
    return after_edit("wows-geometry", "sample.geometry",
                      [&](Scene& scene) { edit(mesh_of(scene, node).primitives[0]); })
        .changes;
  };
  EXPECT_EQ(edited("bodyShape", [](scene::Primitive& p) { p.positions[0].x = INFINITY; }),
            Lines{"error: bodyShape: has a position that is not finite"});
  EXPECT_EQ(edited("bodyShape", [](scene::Primitive& p) { p.uvs[0][0].x = 1e6F; }),
            Lines{"error: bodyShape: has a texture coordinate of 1000000; a vertex holds up to 65504"});
  EXPECT_EQ(edited("plate_0", [](scene::Primitive& p) { p.positions[0].x = INFINITY; }),
            Lines{"error: plate_0: has a position that is not finite"});
  for (const char* node : {"bodyShape", "plate_0", "hull_0"})
    EXPECT_EQ(edited(node, [](scene::Primitive& p) { p.positions[0].x = 3e38F; }),
              Lines{std::string("error: ") + node + ": has a position beyond 1e+15"});
  EXPECT_EQ(edited("hull_0", [](scene::Primitive& p) { p.positions[0] = {0, 0.9F, 0}; }),
            Lines{"error: hull_0: a hull of collision is convex, and its faces look outward"});
}

TEST(OntoBytes, PlacesBeyondAllBoundsAreRefused) {
  EXPECT_EQ(after_edit("wows-geometry", "sample.geometry",
                       [](Scene& scene) {
                         scene.nodes[node_called(scene, "bodyShape")].transform.translation.x = 1e20F;
                       })
                .changes,
            Lines{"error: bodyShape: has a place beyond 1e+15"});
}

/// What is wrong with one node excuses no other.
TEST(OntoBytes, ANodeMayStayBeyondAllBoundsOnlyWhereItWas) {
  const Document sample = sample_of("wows-geometry", "sample.geometry");
  const auto& file = *sample.as<wows::geometry::File>();
  Scene before = whole_scene(sample).value();
  const Index body = node_called(before, "bodyShape");
  before.nodes[body].transform.translation.x = 1e20F;
  std::vector<Index> origins(before.nodes.size());
  std::iota(origins.begin(), origins.end(), Index(0));
  Scene after = before;
  EXPECT_TRUE(wows::geometry::apply_edits(file, {.before = before, .after = after, .origins = origins}));
  const Index other = node_called(before, "plate_0");
  after.nodes[other].transform.translation.x = 1e20F;
  const auto made = wows::geometry::apply_edits(file, {.before = before, .after = after, .origins = origins});
  ASSERT_FALSE(made);
  EXPECT_EQ(to_string(made.error()), "plate_0: has a place beyond 1e+15");
}

TEST(OntoBytes, AScaleOfZeroOfANewMeshIsTold) {
  const Outcome outcome = after_edit("wows-geometry", "sample.geometry", [](Scene& scene) {
    adding(cube_of(3), scene::Role::visual, {}, "Turret_new")(scene);
    scene.nodes[node_called(scene, "Turret_new")].transform.scale = Vec3(1, 0, 1);
  });
  EXPECT_TRUE(std::ranges::count(outcome.losses, "Turret_new: a scale of 0 leaves its triangles no area"));
}

TEST(OntoBytes, LayersAndMaterialsOfPlates) {
  const auto setting = [](const char* name, std::uint64_t value) {
    return after_edit("wows-geometry", "sample.geometry", [&](Scene& scene) {
      for (auto& [key, old] : scene.nodes[node_called(scene, "plate_1")].extras)
        if (key == name) old = JsonValue(value);
    });
  };
  const Outcome layer = setting("layer", 9);
  EXPECT_EQ(layer.losses, Lines());
  EXPECT_EQ(layer.fields, Lines{"armor_models[0].plates[1].layer"});
  const Outcome material = setting("material", 12);
  EXPECT_EQ(material.losses, Lines());
  EXPECT_EQ(material.fields, Lines{"armor_models[0].plates[1].material"});
  EXPECT_EQ(setting("material", 65536).changes,
            Lines{"error: plate_1: a plate of armor needs the properties layer and material, whole numbers "
                  "from 1 to 65535"});
}

TEST(OntoBytes, TangentsFollowNormalsAndTextureCoordinates) {
  const Outcome outcome = after_edit("wows-geometry", "sample.geometry", [](Scene& scene) {
    for (Vec2& uv : mesh_of(scene, "Turret_lod1Shape").primitives[0].uvs[0]) uv = {uv.y, uv.x};
  });
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_TRUE(
      std::ranges::any_of(outcome.fields, [](const std::string& path) { return path.ends_with(".t"); }));
  EXPECT_TRUE(
      std::ranges::any_of(outcome.fields, [](const std::string& path) { return path.ends_with(".b"); }));
}

}  // namespace
}  // namespace mw
