#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/wows/assets.h>
#include <meshwright/wows/primitives.h>
#include <meshwright/wows/splash.h>

#include <string>

#include "model_documents.h"
#include "verb_growth.h"

/// Every verb that a format has, over larger and larger files of it.
namespace mw {
namespace {

using test::VerbGrowth;

Document opened_text(const std::string& text) {
  const ByteSpan bytes = bytes_of(text);
  auto document = open({.blob = Blob(Bytes(bytes.begin(), bytes.end())), .name = "a"});
  EXPECT_TRUE(document) << to_string(document.error());
  return *std::move(document);
}

/// Texts are opened as they are, too.
struct Texts {
  std::string verbs;
  std::size_t conversions;
};

Texts texts_grow(const auto& text_of, std::size_t size) {
  const std::string once = text_of(size);
  const std::string four_times = text_of(4 * size);
  VerbGrowth growth(opened_text(once), opened_text(four_times));
  growth.expect_reading("read", once, four_times);
  const std::string verbs = growth.run();
  return {verbs, growth.conversions()};
}

Document database(std::size_t size) {
  wows::assets::Builder builder;
  for (std::size_t i = 0; i < size; ++i) {
    const std::string name = "content/ship/s" + std::to_string(i) + "/s" + std::to_string(i);
    wows::assets::Visual visual;
    visual.names.items = {builder.add_name("node" + std::to_string(i))};
    visual.map_names.items = visual.names.items;
    visual.map_nodes.items = {0};
    visual.matrices.items = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    visual.parents.items = {wows::assets::kNoParent};
    visual.geometry = builder.add_path(name + ".geometry");
    builder.add(name + ".visual", std::move(visual));
  }
  return *open({.blob = Blob(std::move(builder).build().value()), .name = "assets.bin"});
}

TEST(GrowthOfFormats, Assets) {
  VerbGrowth growth(database(200), database(800));
  EXPECT_EQ(growth.run(), "info validate dump json json-in diff");
}

TEST(GrowthOfFormats, Primitives) {
  namespace primitives = wows::primitives;
  const auto make = [](std::size_t size) {
    const primitives::File sample = primitives::sample();
    primitives::File file;
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t part : {0, 1}) {
        primitives::Section section = sample.sections[part];
        section.name = "Part" + std::to_string(i) + (part == 0 ? "Shape.indices" : "Shape.vertices");
        file.sections.push_back(std::move(section));
      }
    return Document(*find_format("wows-primitives"), std::move(file));
  };
  test::expect_all_verbs(make, 100);
}

TEST(GrowthOfFormats, Splash) {
  namespace splash = wows::splash;
  const auto make = [](std::size_t size) {
    splash::File file;
    for (std::size_t i = 0; i < size; ++i)
      file.boxes.push_back({"CM_SB_part_" + std::to_string(i), {float(i), 0, 0}, {float(i) + 1, 1, 1}});
    return Document(*find_format("wows-splash"), std::move(file));
  };
  test::expect_all_verbs(make, 200);
}

TEST(GrowthOfFormats, Layouts) {
  const auto text = [](std::size_t size) {
    std::string rooms;
    for (std::size_t i = 0; i < size; ++i) rooms += "room_" + std::to_string(i) + " 0.0 0.0 0.0\n";
    return "beginlayout\nroomcount " + std::to_string(size) + "\n" + rooms +
           "trackcount 0\nobstaclecount 0\ndoorhookcount 0\ndonelayout\n";
  };
  EXPECT_EQ(texts_grow(text, 1000).verbs, "read info validate dump scene-diff");
}

std::string as_text(const Document& document, std::string_view format) {
  const Bytes bytes = convert(document, {.format = find_format(format)}).value().output.bytes;
  return std::string(text_of(bytes));
}

TEST(GrowthOfFormats, AsciiModels) {
  namespace mdl = kotor::mdl;
  const auto text = [](std::size_t size) {
    mdl::File file = mdl::sample({});
    for (std::size_t i = 0; i < size; ++i) {
      mdl::Node& copy = file.nodes.emplace_back(mdl::Node(file.nodes[test::kTail]));
      copy.children.clear();
      copy.header.number = copy.header.name_index = std::uint16_t(file.names.size());
      file.names.push_back({0, "part" + std::to_string(i)});
      file.nodes[0].children.push_back(std::uint32_t(file.nodes.size() - 1));
    }
    return as_text(test::laid_out(std::move(file)), "kotor-mdl-ascii");
  };
  const Texts grown = texts_grow(text, 100);
  EXPECT_EQ(grown.verbs, "read info validate dump scene-diff");
  EXPECT_GE(grown.conversions, 3U);
}

TEST(GrowthOfFormats, AsciiWalkmeshes) {
  namespace walkmesh = kotor::walkmesh;
  const auto text = [](std::size_t size) {
    walkmesh::Mesh mesh;
    for (std::size_t i = 0; i <= size; ++i) {
      mesh.vertices.emplace_back(float(i), 0, 0);
      mesh.vertices.emplace_back(float(i), 1, 0);
    }
    for (std::uint32_t i = 0; i < size; ++i)
      mesh.triangles.push_back({.corners = {2 * i, 2 * i + 2, 2 * i + 3}, .material = 4});
    return as_text(
        Document(*find_format("kotor-walkmesh"), walkmesh::build(mesh, walkmesh::Type::area).value()),
        "kotor-walkmesh-ascii");
  };
  const Texts grown = texts_grow(text, 500);
  EXPECT_EQ(grown.verbs, "read info validate dump scene-diff");
  EXPECT_GE(grown.conversions, 3U);
}

/// A triangle per node, each with a name, a material and a mesh of its own.
scene::Scene triangles(std::size_t size) {
  scene::Scene scene;
  for (std::size_t i = 0; i < size; ++i) {
    const std::string name = "part" + std::to_string(i);
    const auto row = scene::Index(i);
    scene.materials.push_back({.name = name});
    scene::Primitive p;
    p.positions = {{float(i), 0, 0}, {float(i), 0, 1}, {float(i) + 1, 0, 0}};
    p.normals = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
    p.indices = {0, 1, 2};
    p.material = row;
    scene.meshes.push_back({.name = name, .primitives = {p}});
    scene.nodes.push_back({.name = name, .mesh = row});
    scene.roots.push_back(row);
  }
  return scene;
}

TEST(GrowthOfFormats, ScenesOfOtherPrograms) {
  for (const std::string_view id : {"gltf", "obj"}) {
    SCOPED_TRACE(id);
    const auto make = [&](std::size_t size) { return Document(*find_format(id), triangles(size)); };
    VerbGrowth growth(make(300), make(1200));
    EXPECT_EQ(growth.run(), "info scene-diff");
    EXPECT_GE(growth.conversions(), 3U);
  }
}

}  // namespace
}  // namespace mw
