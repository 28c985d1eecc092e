#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/wows/geometry.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <tuple>
#include <utility>

#include "support/drawn.h"
#include "support/edited_sample.h"
#include "support/losses.h"

/// What of an edit is told as lost or noted, and what is not.
namespace mw {
namespace {

using namespace test;

auto placing(const char* node, const Vec3& place) {
  return [=](Scene& scene) { scene.nodes[node_called(scene, node)].transform.translation = place; };
}

/// A format without places of nodes has them in its vertices.
TEST(OntoLosses, PlacesThatAreInTheVerticesNowAreNotLost) {
  for (const auto& [format, name, node] : {std::tuple("kotor-walkmesh", "sample.wok", "surface"),
                                           std::tuple("bw2-bwm", "sample.bwm", "m_sample_house")}) {
    SCOPED_TRACE(name);
    Outcome outcome = after_edit(format, name, placing(node, {0, 3, 0}));
    EXPECT_EQ(outcome.changes, Lines{std::string("node ") + node + ": moved"});
    EXPECT_EQ(outcome.losses, Lines());
    const Document original = sample_of(format, name);
    Scene before = whole_scene(original).value();
    EXPECT_EQ(mesh_of(outcome.scene, node).primitives[0].positions[0],
              mesh_of(before, node).primitives[0].positions[0] + Vec3(0, 3, 0));
  }
}

TEST(OntoLosses, ARotationOfNoLengthIsRefused) {
  for (const auto& [format, name, node] : {std::tuple("kotor-walkmesh", "sample.wok", "surface"),
                                           std::tuple("bw2-bwm", "sample.bwm", "m_sample_house"),
                                           std::tuple("wows-geometry", "sample.geometry", "bodyShape")}) {
    const Outcome outcome = after_edit(format, name, [called = node](Scene& scene) {
      scene.nodes[node_called(scene, called)].transform.rotation = Quat(0, 0, 0, 0);
    });
    EXPECT_EQ(outcome.changes, Lines{std::string("error: ") + node + ": has a rotation of length 0"}) << name;
  }
}

TEST(OntoLosses, AttributesOfANewMeshThatAModelHasNoPlaceForAreLost) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene::Primitive p;
    p.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    p.normals.assign(3, Vec3(0, 0, 1));
    p.indices = {0, 1, 2};
    p.colours.assign(3, Vec4(1, 0, 0, 1));
    p.custom = {{"WIND", {0, 0, 1}}, {"CONSTRAINT", {0, 0, 255}}};
    scene.meshes.push_back({.name = "flag"});
    scene.meshes.back().primitives.push_back(std::move(p));
    add_node(scene, {.name = "flag", .mesh = Index(scene.meshes.size() - 1)}, scene.roots[0]);
  });
  EXPECT_EQ(outcome.changes, (Lines{"node flag: added", "mesh flag: added"}));
  EXPECT_EQ(outcome.losses, (Lines{"colours of vertices, which models are not made with: flag",
                                   "attributes of vertices that a model has no place for: _WIND of flag"}));
}

/// What is lost is told, and not what came with it.
TEST(OntoLosses, OfLooksThatAreTakenInPartTheRestIsTold) {
  const Outcome material = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    for (scene::Material& each : scene.materials) {
      if (each.name != "mw_hide") continue;
      each.base_color = {1, 0.25F, 0, 0.5F};
      each.emissive = {0.5F, 0, 0};
    }
  });
  EXPECT_EQ(material.changes, (Lines{"material mw_hide: other colour", "material mw_hide: other alpha",
                                     "material mw_hide: other emission"}));
  EXPECT_EQ(material.losses, Lines{"material mw_hide: other colour: not in what was made"});
  const Outcome light = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene.lights.at(0).colour = {1, 0, 0};
    scene.lights[0].intensity *= 4;
  });
  EXPECT_EQ(light.changes, (Lines{"light lamp: other colour", "light lamp: other brightness"}));
  EXPECT_EQ(light.losses, Lines{"light lamp: other brightness: not in what was made"});
  EXPECT_EQ(light.scene.lights.at(0).colour, Vec3(1, 0, 0));
}

TEST(OntoLosses, APlaceThatIsNowhereIsLost) {
  EXPECT_EQ(after_edit("wows-geometry", "sample.geometry", placing("Turret_lod1Shape", {0, 3, 0})).losses,
            Lines{"node Turret_lod1Shape: moved: not in what was made"});
}

/// What is above meshes looks like all of them together.
TEST(OntoLosses, ThePlaceOfANodeAboveMeshesIsLostWithTheirs) {
  for (const std::string node : {"armor", "model"})
    EXPECT_EQ(after_edit("wows-geometry", "sample.geometry", placing(node.c_str(), {0, 3, 0})).losses,
              Lines{"node " + node + ": moved: not in what was made"});
}

/// Plates are numbered in their order: with the first gone the second has its number.
TEST(OntoLosses, APlateThatIsRemovedIsNotTheOneThatHasItsNumber) {
  const Outcome outcome = after_edit("wows-geometry", "sample.geometry",
                                     [](Scene& scene) { remove_node(scene, node_called(scene, "plate_0")); });
  EXPECT_EQ(outcome.changes, Lines{"node plate_0: removed"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.findings, Lines());
}

/// Every .geometry with plates has a node above them.
TEST(OntoLosses, ANodeThatIsMadeAgainIsNotRemoved) {
  const Outcome outcome = after_edit("wows-geometry", "sample.geometry", [](Scene& scene) {
    const Index armor = node_called(scene, "armor");
    std::vector<Index>& below = scene.nodes[node_called(scene, "model")].children;
    below.insert(below.end(), scene.nodes[armor].children.begin(), scene.nodes[armor].children.end());
    scene.nodes[armor].children.clear();
    remove_node(scene, armor);
  });
  EXPECT_EQ(outcome.changes.front(), "node armor: removed");
  EXPECT_EQ(outcome.losses, Lines{"node armor: removed: not in what was made"});
}

/// Its triangles are where they should be, but it is below its old parent.
TEST(OntoLosses, AnotherParentThatNoFileHasIsLost) {
  const Outcome outcome = after_edit("wows-geometry", "sample.geometry", [](Scene& scene) {
    const Index plate = node_called(scene, "plate_0");
    std::erase(scene.nodes[node_called(scene, "armor")].children, plate);
    scene.nodes[node_called(scene, "model")].children.push_back(plate);
  });
  EXPECT_EQ(outcome.changes, Lines{"node plate_0: below another parent"});
  EXPECT_EQ(outcome.losses, Lines{"node plate_0: below another parent: not in what was made"});
}

// What has no nodes of its own has their triangles.

void put_below_a_mirror(Scene& scene) {
  scene::Node mirror{.name = "mirror"};
  mirror.transform.scale = {-1, 1, 1};
  mirror.children = std::exchange(scene.roots, {Index(scene.nodes.size())});
  scene.nodes.push_back(std::move(mirror));
}

/// The mesh of another node, beside it.
auto copying(const char* node) {
  return [=](Scene& scene) {
    scene::Node copy = scene.nodes[node_called(scene, node, true)];
    copy.name += "_copy";
    copy.children.clear();
    copy.transform.translation.y += 20;
    add_node(scene, copy, scene.roots[0]);
  };
}

constexpr std::tuple<const char*, const char*, const char*> kWithoutNodes[] = {
    {"kotor-walkmesh", "sample.wok", "surface"}, {"kotor-walkmesh-ascii", "sample.wok.ascii", "surface"}};

TEST(OntoLosses, TrianglesThatAreInAnotherNodeAreNotLost) {
  for (const auto& [format, name, node] : kWithoutNodes) {
    SCOPED_TRACE(name);
    Scene wanted = whole_scene(sample_of(format, name)).value();
    put_below_a_mirror(wanted);
    const Outcome mirrored = after_edit(format, name, put_below_a_mirror);
    EXPECT_EQ(mirrored.changes.front(), "node mirror: added");
    expect_same_drawing(wanted, mirrored.scene);
    for (const std::string& loss : mirrored.losses) EXPECT_EQ(loss.find("not in what"), loss.npos) << loss;
    wanted = whole_scene(sample_of(format, name)).value();
    copying(node)(wanted);
    const Outcome copied = after_edit(format, name, copying(node));
    expect_same_drawing(wanted, copied.scene);
    EXPECT_EQ(copied.losses, Lines());
  }
}

TEST(OntoLosses, AHookThatAWalkmeshHasNoPlaceForIsLost) {
  const Outcome outcome =
      after_edit("kotor-walkmesh", "sample.wok", [](Scene& scene) { add_node(scene, {.name = "hook"}); });
  EXPECT_EQ(outcome.losses, Lines{"node hook: added: not in what was made"});
  const Outcome box = after_edit("kotor-walkmesh", "sample.wok", [](Scene& scene) {
    scene.meshes.push_back({.primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}});
    add_node(scene, {.name = "box", .mesh = Index(scene.meshes.size() - 1)});
  });
  EXPECT_EQ(box.losses,
            (Lines{"1 mesh that is no walkmesh is left out; the property role = walkmesh makes one",
                   "node box: added: not in what was made", "mesh box: added: not in what was made"}));
}

/// Properties that are as usual are not in the scene of what was made.
TEST(OntoLosses, PropertiesThatBecomeAsUsualAreNotLost) {
  const auto typing = [](const char* node, const char* mesh) {
    return [=](Scene& scene) {
      for (JsonMember& member : scene.nodes[node_called(scene, node)].extras)
        if (member.first == "mesh") member.second = mesh;
    };
  };
  const auto losses = [&](const char* mesh) {
    return after_edit("kotor-mdl", "sample.mdl", typing("tail_g", mesh)).losses;
  };
  EXPECT_EQ(losses("{'shadow': 0, 'render': 0}"), Lines());
  EXPECT_EQ(losses("{'shadow': 1, 'render': 0}"), Lines());
  EXPECT_EQ(losses("{'shade': 1, 'render': 0}"),
            Lines{"node tail_g: property mesh changed: not in what was made"});
  const Document hidden =
      after_edit("kotor-mdl", "sample.mdl", typing("tail_g", "{'render': 0}")).document.value();
  const Outcome shown = after_edit_of(hidden, "sample.mdl", typing("tail_g", "{'render': 1}"));
  EXPECT_EQ(shown.changes, Lines{"node tail_g: property mesh changed"});
  EXPECT_EQ(shown.losses, Lines());
  // The file gets what is usual instead of what it cannot hold.
  for (const char* render : {"256", "-1", "2.5", "'yes'", "[1]", "True"})
    EXPECT_EQ(
        after_edit_of(hidden, "sample.mdl", typing("tail_g", fmt::format("{{'render': {}}}", render).c_str()))
            .losses,
        Lines{"node tail_g: property mesh changed: not in what was made"})
        << render;
  const Document dark =
      after_edit("kotor-mdl", "sample.mdl", typing("tail_g", "{'diffuse': [0.5, 0.5, 0.5], 'render': 0}"))
          .document.value();
  EXPECT_EQ(after_edit_of(dark, "sample.mdl", typing("tail_g", "{'diffuse': [1, 1, 1], 'render': 0}")).losses,
            Lines());
}

// A text of which nothing could be changed.

/// The text with a comment, which no writing of it has.
Document with_comment(const Document& text, const std::string& name) {
  const OptionValues none;
  const Bytes plain = write(text, {.options = none}).value().bytes;
  const std::string bytes = "# made by hand\n" + std::string(text_of(plain));
  const ByteSpan span = bytes_of(bytes);
  return opened({.bytes = Bytes(span.begin(), span.end())}, name).value();
}

TEST(OntoLosses, ATextThatNoEditCameIntoKeepsItsBytes) {
  for (const auto& [format, name] : {std::pair("kotor-mdl-ascii", "sample.mdl.ascii"),
                                     std::pair("kotor-walkmesh-ascii", "sample.wok.ascii")}) {
    SCOPED_TRACE(name);
    const Document original = with_comment(sample_of(format, name), name);
    const auto bytes_after = [&](const auto& edit) {
      Scene scene = whole_scene(original).value();
      edit(scene);
      const AppliedEdits made = apply_edits(scene, original).value();
      EXPECT_EQ(made.changes.size(), 1U);
      return write_edited(made, original).value().bytes;
    };
    const ByteSpan own = original.source().blob.bytes();
    const Bytes lost = bytes_after([](Scene& scene) { scene.extras.emplace_back("zz", std::string("1")); });
    EXPECT_TRUE(std::ranges::equal(lost, own));
    const char* node = format == std::string("kotor-mdl-ascii") ? "tail_g" : "surface";
    EXPECT_FALSE(std::ranges::equal(bytes_after(moving(node)), own));
  }
}

// What is left of a .geometry.

void remove_all_but(Scene& scene, scene::Role role) {
  for (std::size_t i = scene.nodes.size(); i-- > 0;)
    if (scene.nodes[i].mesh && scene.nodes[i].role != role) remove_node(scene, Index(i));
}

TEST(OntoLosses, AGeometryOfArmorOrHullsAloneCanBeRead) {
  for (const auto& [role, drawn] :
       {std::pair(scene::Role::armor, "plate_0"), std::pair(scene::Role::collision, "hull_0")}) {
    Outcome outcome =
        after_edit("wows-geometry", "sample.geometry", [&](Scene& scene) { remove_all_but(scene, role); });
    ASSERT_TRUE(outcome.document) << outcome.changes[0];
    EXPECT_EQ(outcome.document->format().id, "wows-geometry");
    EXPECT_EQ(outcome.findings, Lines());
    EXPECT_FALSE(mesh_of(outcome.scene, drawn).primitives.empty());
  }
}

// What is other in the scene and stays as it was.

Lines notes_of(std::string_view format, const std::string& name, const auto& edit) {
  const Outcome outcome = after_edit(format, name, edit);
  EXPECT_EQ(outcome.changes, Lines());
  return outcome.notes;
}

TEST(OntoLosses, SkinsThatComeAndGoAreNoted) {
  EXPECT_EQ(notes_of("kotor-mdl", "sample.mdl",
                     [](Scene& scene) {
                       scene::Node& node = scene.nodes[node_called(scene, "body_g", true)];
                       node.skin.reset();
                       for (scene::Primitive& p : mesh_of(scene, "body_g").primitives) {
                         p.joints.clear();
                         p.weights.clear();
                       }
                     }),
            Lines{"mesh body_g: has no skin in the scene; that of the original stays"});
  EXPECT_EQ(notes_of("kotor-mdl", "sample.mdl",
                     [](Scene& scene) {
                       scene.nodes[node_called(scene, "tail_g", true)].skin = 0;
                       for (scene::Primitive& p : mesh_of(scene, "tail_g").primitives) {
                         p.joints.assign(p.positions.size(), scene::U16Vec4(0));
                         p.weights.assign(p.positions.size(), Vec4(1, 0, 0, 0));
                       }
                     }),
            Lines{"mesh tail_g: its skin is not taken, the original has none"});
}

struct NotedEdit {
  const char* format;
  const char* name;
  const char* node;
};
constexpr NotedEdit kNoted[] = {{"kotor-mdl", "sample.mdl", "tail_g"},
                                {"bw2-bwm", "sample.bwm", "m_sample_house"},
                                {"wows-geometry", "sample.geometry", "bodyShape"}};

TEST(OntoLosses, TextureCoordinatesThatAreGoneAreNoted) {
  for (const auto& [format, name, node] : kNoted)
    EXPECT_EQ(notes_of(format, name,
                       [&](Scene& scene) {
                         for (scene::Primitive& p : mesh_of(scene, node).primitives)
                           for (auto& uvs : p.uvs) uvs.clear();
                       }),
              Lines{std::string("mesh ") + node +
                    ": lacks texture coordinates in the scene; those of the original stay"});
}

TEST(OntoLosses, MaterialsThatAreGoneAreNoted) {
  for (const auto& [format, name, node] : {kNoted[0], kNoted[1]})
    EXPECT_EQ(
        notes_of(format, name, [&](Scene& scene) { mesh_of(scene, node).primitives[0].material.reset(); }),
        Lines{std::string("mesh ") + node +
              ": has triangles without a material in the scene; that of the original stays"});
}

TEST(OntoLosses, AnotherFilesSceneIsNoted) {
  const Document original = sample_of("bw2-bwm", "sample.bwm");
  Scene scene;
  scene.meshes.emplace_back();
  scene.meshes[0].primitives.push_back({.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
  add_node(scene, {.name = "stranger", .mesh = 0});
  const auto made = apply_edits(scene, original);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->notes, Lines{"none of the meshes of sample.bwm is in the scene"});
}

/// A skin and the node where it hangs have one name. What is as usual is left out of scenes.
TEST(OntoLosses, APropertyOfASkinThatIsAsUsualNowIsNotLost) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    for (scene::Node& node : scene.nodes)
      if (node.name == "body_g")
        for (JsonMember& member : node.extras)
          if (member.first == "mesh")
            for (JsonMember& each : *member.second.get_if<JsonObject>())
              if (each.first == "shadow") each.second = std::uint64_t(0);
  });
  EXPECT_EQ(outcome.changes, Lines{"node body_g: property mesh changed"});
  EXPECT_EQ(outcome.losses, Lines());
}

/// Binormals that do not follow from the rest are in the scene, and made anew where the texture moves.
TEST(OntoLosses, AttributesThatFollowFromAnEditAreNotLost) {
  namespace geometry = wows::geometry;
  geometry::File file = geometry::sample(geometry::SampleData::plain);
  const geometry::Decoded decoded = decode(file);
  geometry::Mesh mesh{mapped_vertices(file, decoded, 0).value(), mapped_indices(file, decoded, 0).value()};
  for (geometry::Vertex& vertex : mesh.vertices)
    vertex.binormal = glm::normalize(vertex.binormal + 0.5F * vertex.tangent);
  ASSERT_TRUE(replace_mesh(file, 0, 0, mesh));
  const Document original = opened({.bytes = write(file).value()}, "a.geometry").value();
  const scene::Scene before = whole_scene(original).value();
  const auto node = std::ranges::find_if(before.nodes, [&](const scene::Node& each) {
    return each.mesh && !before.meshes[*each.mesh].primitives[0].custom.empty();
  });
  ASSERT_NE(node, before.nodes.end());
  const Outcome outcome = after_edit_of(original, "a.geometry", [&](Scene& scene) {
    Vec2& uv = scene.meshes[*node->mesh].primitives[0].uvs[0][0];
    uv += Vec2(0.25F, -0.5F);
  });
  ASSERT_EQ(outcome.changes.size(), 1U);
  EXPECT_TRUE(
      outcome.changes[0].ends_with(": 1 vertex with other texture coordinates, attributes recomputed"))
      << outcome.changes[0];
  EXPECT_EQ(outcome.losses, Lines());
}

}  // namespace
}  // namespace mw
