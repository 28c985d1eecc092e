#include <gtest/gtest.h>
#include <meshwright/formats/onto.h>
#include <meshwright/kotor/mdl_source.h>
#include <meshwright/kotor/walkmesh.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/matrix.hpp>

#include "support/changed_fields.h"

/// Edits of samples: exactly what was edited is other in the file.
namespace mw {
namespace {

using Lines = std::vector<std::string>;
using scene::Index;
using scene::Scene;

/// All that comes of an edit.
struct Outcome {
  Lines changes;
  Lines losses;
  Lines fields;    // that are other than they were
  Lines findings;  // that the original does not have
  Scene scene;
};

Lines codes_in(const Document& document) {
  Findings findings;
  EXPECT_TRUE(validate(document, findings));
  Lines codes;
  for (const Finding& finding : findings.all()) codes.emplace_back(finding.kind->code);
  return codes;
}

Lines new_findings(const Document& before, const Document& after) {
  Lines known = codes_in(before);
  Lines fresh;
  for (const std::string& code : codes_in(after)) {
    const auto found = std::ranges::find(known, code);
    if (found != known.end())
      known.erase(found);
    else
      fresh.push_back(code);
  }
  return fresh;
}

Document sample_of(std::string_view id, const std::string& name) {
  return test::opened(test::written_sample(*find_format(id), name), name).value();
}

Outcome after_edit_of(const Document& original, const std::string& name, const auto& edit) {
  Scene scene = whole_scene(original).value();
  edit(scene);
  const auto made = put_onto(scene, original);
  if (!made) return {{"error: " + to_string(made.error())}, {}, {}, {}, {}};
  const auto output = write_onto(*made, original);
  if (!output) return {{"error: " + to_string(output.error())}, {}, {}, {}, {}};
  const Document again = test::opened(*output, name).value();
  Outcome outcome{{},
                  made->document.losses,
                  test::changed_fields(original, again),
                  new_findings(original, again),
                  whole_scene(again).value()};
  for (const Change& change : made->changes) outcome.changes.push_back(change.where + ": " + change.message);
  return outcome;
}

Outcome after_edit(std::string_view format, const std::string& name, const auto& edit) {
  return after_edit_of(sample_of(format, name), name, edit);
}

Index node_called(const Scene& scene, std::string_view name, bool with_mesh = false) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    if (scene.nodes[i].name == name && (!with_mesh || scene.nodes[i].mesh)) return Index(i);
  ADD_FAILURE() << "no node " << name;
  return 0;
}

scene::Mesh& mesh_of(Scene& scene, std::string_view node) {
  return scene.meshes[*scene.nodes[node_called(scene, node, true)].mesh];
}

/// Moves the vertices at the place of the first by 0.25 along x.
void move_vertex(scene::Mesh& mesh) {
  const Vec3 from = mesh.primitives[0].positions[0];
  for (scene::Primitive& p : mesh.primitives)
    for (Vec3& position : p.positions)
      if (position == from) position.x += 0.25F;
}

auto moving(const char* node) {
  return [node](Scene& scene) { move_vertex(mesh_of(scene, node)); };
}

/// Of a node that nothing is below.
void remove_node(Scene& scene, Index gone) {
  const auto forget = [gone](std::vector<Index>& numbers) {
    std::erase(numbers, gone);
    for (Index& number : numbers) number -= number > gone ? 1 : 0;
  };
  scene.nodes.erase(scene.nodes.begin() + gone);
  forget(scene.roots);
  for (scene::Node& node : scene.nodes) forget(node.children);
  for (scene::Skin& skin : scene.skins) forget(skin.joints);
}

// One vertex.

TEST(OntoBytes, AVertexOfAModelChangesItsMeshAlone) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", moving("tail_g"));
  EXPECT_EQ(outcome.changes, Lines{"mesh tail_g: 1 vertex moved"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.fields,
            (Lines{"mdx:nodes[6].rows[0].positions", "mdx:nodes[6].rows[0].tangents_1",
                   "mdx:nodes[6].rows[1].tangents_1", "mdx:nodes[6].rows[2].tangents_1",
                   "mdx:nodes[6].rows[3].tangents_1", "nodes[6].mesh.area", "nodes[6].mesh.average",
                   "nodes[6].mesh.dangly.vertices[0]", "nodes[6].mesh.faces[0].adjacent",
                   "nodes[6].mesh.faces[0].distance", "nodes[6].mesh.faces[0].normal", "nodes[6].mesh.radius",
                   "nodes[6].mesh.vertices[0]"}));
}

TEST(OntoBytes, NormalsOfASkinThatMovedAreRecomputed) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", moving("body_g"));
  EXPECT_EQ(outcome.changes, Lines{"mesh body_g: 1 vertex moved, normals recomputed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  for (const std::string& path : outcome.fields)
    EXPECT_TRUE(path.starts_with("nodes[7].mesh.") || path.starts_with("mdx:nodes[7].")) << path;
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

// Other edits of a model.

TEST(OntoBytes, ABoneInfluenceOfASkin) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    const scene::Node& holder = scene.nodes[node_called(scene, "body_g", true)];
    scene::Skin& skin = scene.skins[*holder.skin];
    skin.joints.push_back(node_called(scene, "hand"));
    skin.inverse_binds.push_back(glm::inverse(world_matrices(scene)[skin.joints.back()]));
    scene::Primitive& p = scene.meshes[*holder.mesh].primitives[0];
    p.joints[3] = {std::uint16_t(skin.joints.size() - 1), p.joints[3][0], 0, 0};
    p.weights[3] = {0.25F, 0.75F, 0, 0};
  });
  EXPECT_EQ(outcome.changes, Lines{"mesh body_g: 1 vertex with other weights"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  Lines weights;
  for (const std::string& path : outcome.fields) {
    EXPECT_TRUE(path.starts_with("nodes[7].mesh.") || path.starts_with("mdx:nodes[7].")) << path;
    EXPECT_TRUE(path.find("vertices") == path.npos && path.find("normals") == path.npos) << path;
    if (path.ends_with(".weights")) weights.push_back(path);
  }
  EXPECT_EQ(weights, Lines{"mdx:nodes[7].rows[3].weights"});
}

TEST(OntoBytes, AKeyOfAnAnimation) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene::Channel& channel = scene.animations[0].channels[0];
    channel.times.insert(channel.times.begin() + 1, channel.times[1] / 2);
    channel.values.insert(channel.values.begin() + 4, {0, 0, 0, 1});
  });
  EXPECT_EQ(outcome.changes, Lines{"animation pause1: 1 key in 1 channel changed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.scene.animations[0].channels[0].times.size(), 4U);
}

TEST(OntoBytes, AValueOfAKeyIsAllThatChanges) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    std::vector<float>& values = scene.animations[0].channels[0].values;
    std::copy_n(std::array<float, 4>{0, 0.6F, 0, 0.8F}.begin(), 4, values.begin() + 4);
  });
  EXPECT_EQ(outcome.changes, Lines{"animation pause1: 1 key in 1 channel changed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.fields, Lines{"animations[0].nodes[2].data[4]"});
}

TEST(OntoBytes, ANodeOfAModel) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene::Node hook{.name = "newhook"};
    hook.transform.translation = {1, 2, 3};
    add_node(scene, hook, node_called(scene, "neck_g"));
  });
  EXPECT_EQ(outcome.changes, Lines{"node newhook: added"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  const Index hook = node_called(outcome.scene, "newhook");
  EXPECT_EQ(outcome.scene.nodes[hook].transform.translation, Vec3(1, 2, 3));
  const auto& below = outcome.scene.nodes[node_called(outcome.scene, "neck_g")].children;
  EXPECT_TRUE(std::ranges::find(below, hook) != below.end());
}

TEST(OntoBytes, AMeshOfAModelThatIsRemoved) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene.nodes[node_called(scene, "tail_g")].mesh.reset();
  });
  EXPECT_EQ(outcome.changes, Lines{"mesh tail_g: removed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_FALSE(outcome.scene.nodes[node_called(outcome.scene, "tail_g")].mesh);
}

TEST(OntoBytes, AMaterialOfAModelIsItsTexture) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    for (scene::Material& material : scene.materials) {
      if (material.name != "mw_hide") continue;
      material.name = "mw_fur";
      for (scene::Texture& texture : material.textures)
        if (texture.name == "mw_hide") texture.name = "mw_fur";
    }
  });
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.changes,
            (Lines{"material mw_hide: renamed to mw_fur", "material mw_hide: other textures"}));
  EXPECT_EQ(outcome.fields, (Lines{"nodes[6].mesh.texture_1", "nodes[7].mesh.texture_1"}));
}

TEST(OntoBytes, AKeyBehindTheEndMakesTheAnimationLonger) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene::Animation& animation = scene.animations[0];
    animation.channels[0].times.back() += 1;
    animation.length = animation.channels[0].times.back();
  });
  EXPECT_EQ(outcome.changes, (Lines{"animation pause1: length 3 instead of 2",
                                    "animation pause1: 1 key in 1 channel changed"}));
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
}

TEST(OntoBytes, AMaterialOfAModelThatIsRenamedOnly) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    for (scene::Material& material : scene.materials)
      if (material.name == "mw_hide") material = {.name = "mw_fur"};
  });
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.changes, Lines{"material mw_hide: renamed to mw_fur"});
  EXPECT_EQ(outcome.fields, (Lines{"nodes[6].mesh.texture_1", "nodes[7].mesh.texture_1"}));
}

TEST(OntoBytes, AnotherNameOfANode) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene.nodes[node_called(scene, "neck_g")].name = "nape_g";
  });
  EXPECT_EQ(outcome.changes, Lines{"node neck_g: renamed to nape_g"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
  Lines others = outcome.fields;
  std::erase_if(others, [](const std::string& path) { return path.ends_with(".tangents_1"); });
  EXPECT_EQ(others, (Lines{"names[2]", "nodes[7].mesh.area"}));  // the skin that it is a bone of
}

Lines parents_in(const kotor::mdl::source::Model& model, std::string_view node) {
  Lines parents;
  for (const auto& animation : model.animations)
    for (const auto& each : animation.nodes)
      if (each.name == node) parents.push_back(each.parent);
  return parents;
}

/// The text of a model after an edit of its sample, which names parents and bones.
kotor::mdl::source::Model text_after(const auto& edit) {
  const Document original = sample_of("kotor-mdl-ascii", "sample.mdl.ascii");
  Scene scene = whole_scene(original).value();
  edit(scene);
  const auto made = put_onto(scene, original);
  EXPECT_TRUE(made) << to_string(made.error());
  return made ? *made->document.template as<kotor::mdl::source::Model>() : kotor::mdl::source::Model();
}

void put_below(Scene& scene, Index node, Index parent) {
  for (scene::Node& each : scene.nodes) std::erase(each.children, node);
  scene.nodes[parent].children.push_back(node);
}

TEST(OntoBytes, AnimationsHaveTheTreeOfTheModel) {
  const auto edit = [](Scene& scene) {
    put_below(scene, node_called(scene, "neck_g"), node_called(scene, "tail_g"));
  };
  const auto model = text_after(edit);
  EXPECT_EQ(parents_in(model, "neck_g"), Lines(parents_in(model, "neck_g").size(), "tail_g"));
  EXPECT_FALSE(parents_in(model, "neck_g").empty());
  EXPECT_EQ(parents_in(model, "tail_g").size(), parents_in(model, "neck_g").size());
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", edit);
  EXPECT_EQ(outcome.changes, Lines{"node neck_g: below another parent"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
}

/// Its weights and children go to the one above.
TEST(OntoBytes, ABoneThatIsRemoved) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    const Index bone = node_called(scene, "neck_g");
    const Index above = node_called(scene, "hip_g");
    for (const Index child : std::vector<Index>(scene.nodes[bone].children)) put_below(scene, child, above);
    for (scene::Skin& skin : scene.skins)
      for (Index& joint : skin.joints) joint = joint == bone ? above : joint;
    for (scene::Animation& animation : scene.animations) {
      std::erase_if(animation.channels, [&](const scene::Channel& each) { return each.node == bone; });
      for (scene::Channel& channel : animation.channels) channel.node -= channel.node > bone ? 1 : 0;
    }
    remove_node(scene, bone);
  });
  ASSERT_FALSE(outcome.changes.empty());
  EXPECT_EQ(outcome.changes[0], "node neck_g: removed");
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
}

TEST(OntoBytes, AllPropertiesThatAreLostAreTold) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    auto& extras = scene.nodes[node_called(scene, "tail_g")].extras;
    extras.emplace_back("zz", std::string("1"));
    extras.emplace_back("yy", std::string("2"));
  });
  EXPECT_EQ(outcome.losses, (Lines{"node tail_g: property zz changed: not in what was made",
                                   "node tail_g: property yy changed: not in what was made"}));
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

TEST(OntoBytes, ALevelOfAHouseThatIsRemoved) {
  const Outcome outcome = after_edit("bw2-bwm", "sample.bwm", [](Scene& scene) {
    remove_node(scene, node_called(scene, "m_sample_house_far"));
  });
  EXPECT_EQ(outcome.changes, Lines());  // one level may be all that was exported
  EXPECT_EQ(outcome.fields, Lines());
  EXPECT_EQ(outcome.losses, Lines());
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
  EXPECT_EQ(outcome.changes, Lines());  // one level may be all that was exported
  EXPECT_EQ(outcome.fields, Lines());
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
  EXPECT_EQ(edited("hull_0", [](scene::Primitive& p) { p.positions[0] = {0, 0.9F, 0}; }),
            Lines{"error: hull_0: a hull of collision is convex, and its faces look outward"});
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
