#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/edit/detail/lift.h>
#include <meshwright/formats/convert.h>

#include "support/edited_model.h"
#include "support/edited_sample.h"
#include "support/losses.h"

/// OBJ holds meshes alone: what it cannot hold is no edit.
namespace mw {
namespace {

using namespace test;

std::string obj_of(const Document& document, const std::string& lod = {}) {
  Target target{.format = find_format("obj"), .name = "-"};
  if (!lod.empty()) target.options.set("lod", lod);
  const auto made = convert(document, target);
  return made ? std::string(text_of(made->output.bytes)) : "error: " + to_string(made.error());
}

struct Brought {
  Lines changes;
  Lines losses;
  Lines notes;
  Output output;
};

Brought brought_back(const std::string& obj, const Document& original, const std::string& name) {
  const ByteSpan bytes = bytes_of(obj);
  const auto edited = open({.blob = Blob(Bytes(bytes.begin(), bytes.end())), .name = "edited.obj"});
  if (!edited) return {{"error: " + to_string(edited.error())}, {}, {}, {}};
  auto made = convert(*edited, {.format = &original.format(), .name = name, .onto = &original});
  if (!made) return {{"error: " + to_string(made.error())}, {}, {}, {}};
  Brought brought{{}, lines_of(made->output.losses), lines_of(made->notes), std::move(made->output)};
  for (const Change& change : made->changes) brought.changes.push_back(change.where + ": " + change.message);
  return brought;
}

constexpr std::pair<const char*, const char*> kOriginals[] = {
    {"kotor-mdl", "sample.mdl"},         {"kotor-mdl", "skin.mdl"}, {"kotor-walkmesh", "sample.wok"},
    {"kotor-walkmesh", "sample.pwk"},    {"bw2-bwm", "sample.bwm"}, {"bw2-bwm", "skin.bwm"},
    {"wows-geometry", "sample.geometry"}};

TEST(OntoObj, AnUntouchedObjChangesNothing) {
  for (const auto& [format, name] : kOriginals) {
    const Document original = sample_of(format, name);
    const Brought brought = brought_back(obj_of(original), original, name);
    EXPECT_EQ(brought.changes, Lines()) << name;
    const ByteSpan bytes = original.source().blob.bytes();
    EXPECT_TRUE(std::ranges::equal(brought.output.bytes, bytes)) << name;
  }
}

/// Moves the first vertex of an object by 0.25 along x, and all of it that lie where that did.
std::string with_moved_vertex(std::string obj, const std::string& object) {
  const std::size_t at = obj.find("\nv ", obj.find("o " + object + "\n"));
  const std::string line = obj.substr(at + 1, obj.find('\n', at + 1) - at - 1);
  const std::size_t blank = line.find(' ', 2);
  const std::string moved =
      "v " + std::to_string(std::stof(line.substr(2, blank - 2)) + 0.25F) + line.substr(blank);
  const std::size_t end = std::min(obj.find("\no ", at), obj.size());
  for (std::size_t found = obj.find("\n" + line + "\n", at); found < end;
       found = obj.find("\n" + line + "\n", found + 1))
    obj.replace(found + 1, line.size(), moved);
  return obj;
}

std::string first_object(const std::string& obj) {
  const std::size_t at = obj.find("\no ") + 3;
  return obj.substr(at, obj.find('\n', at) - at);
}

/// Only what was done is done: nothing that OBJ lacks goes with it.
TEST(OntoObj, AMovedVertexIsTheOnlyChange) {
  for (const auto& [format, name] : kOriginals) {
    const Document original = sample_of(format, name);
    const std::string obj = obj_of(original);
    const Brought brought = brought_back(with_moved_vertex(obj, first_object(obj)), original, name);
    ASSERT_EQ(brought.changes.size(), 1U)
        << name << ": " << fmt::format("{}", fmt::join(brought.changes, "; "));
    EXPECT_TRUE(brought.changes[0].starts_with("mesh ")) << brought.changes[0];
    EXPECT_NE(brought.changes[0].find("moved"), std::string::npos) << brought.changes[0];
    const Document again = opened(brought.output, name).value();
    const Scene before = whole_scene(original).value();
    const Scene after = whole_scene(again).value();
    EXPECT_EQ(after.nodes.size(), before.nodes.size()) << name;
    EXPECT_EQ(after.lights.size(), before.lights.size()) << name;
    EXPECT_EQ(after.animations.size(), before.animations.size()) << name;
    EXPECT_EQ(after.skins.size(), before.skins.size()) << name;
    EXPECT_EQ(new_findings(original, again), Lines()) << name;
  }
}

/// A house of which two vertices differ in their second texture coordinates alone, which OBJ does not hold.
Document with_two_alike() {
  const Outcome made = after_edit_of(sample_of("bw2-bwm", "sample.bwm"), "sample.bwm", [](Scene& scene) {
    scene::Primitive& p = mesh_of(scene, "m_sample_house").primitives[0];
    const std::size_t other = p.positions.size() / 2;
    p.positions[other] = p.positions[0];
    p.normals[other] = p.normals[0];
    p.uvs[0][other] = p.uvs[0][0];
    p.uvs[1][other] = p.uvs[1][0] + Vec2(0.5F);
  });
  return made.document.value();
}

TEST(OntoObj, VerticesThatAreAlikeInObjKeepWhatItLacks) {
  const Document original = with_two_alike();
  const std::string obj = obj_of(original);
  const std::size_t at = obj.find("\nv ", obj.find("\nv ") + 1);  // the second
  std::string edited = obj;
  edited.replace(at, obj.find(' ', at + 3) - at, "\nv 17.5");
  const Brought brought = brought_back(edited, original, "sample.bwm");
  EXPECT_EQ(brought.changes, Lines{"mesh m_sample_house: 1 vertex moved"});
  EXPECT_EQ(brought.notes,
            Lines{"mesh m_sample_house: lacks second texture coordinates in the scene; those of the "
                  "original stay"});
  Scene before = whole_scene(original).value();
  Scene after = whole_scene(opened(brought.output, "sample.bwm").value()).value();
  const scene::Primitive& p = mesh_of(before, "m_sample_house").primitives[0];
  const scene::Primitive& q = mesh_of(after, "m_sample_house").primitives[0];
  EXPECT_EQ(q.uvs, p.uvs);
  EXPECT_EQ(q.normals, p.normals);
  EXPECT_NE(q.positions[1], p.positions[1]);
}

/// Edits are found in the scene's axes and beside the original's normals: these options could only be wrong.
TEST(OntoObj, OptionsThatEditsDoNotKnowAreRefused) {
  const Document original = sample_of("kotor-mdl", "sample.mdl");
  const std::string obj = obj_of(original);
  const ByteSpan bytes = bytes_of(obj);
  const auto edited = open({.blob = Blob(Bytes(bytes.begin(), bytes.end())), .name = "edited.obj"});
  const auto refusal = [&](const std::string& option, const std::string& value) {
    Target target{.format = &original.format(), .name = "sample.mdl", .onto = &original};
    target.options.set(option, value);
    const auto made = convert(*edited, target);
    return made ? "" : to_string(made.error());
  };
  EXPECT_EQ(refusal("raw-axes", ""),
            "raw-axes: has no meaning onto an original: edits are taken in the axes of the scene");
  EXPECT_EQ(refusal("crease", "30"),
            "crease: has no meaning onto an original: normals that were not edited stay");
}

TEST(OntoObj, AnObjectThatIsGoneIsRemoved) {
  const Document original = sample_of("kotor-mdl", "sample.mdl");
  std::string obj = obj_of(original);
  const std::string object = first_object(obj);
  const std::size_t begin = obj.find("o " + object + "\n");
  // Its vertices stay, as other objects count theirs from the first of the file.
  for (std::size_t at = obj.find("\nf ", begin); at != obj.npos && at < obj.find("\no ", begin);
       at = obj.find("\nf ", begin))
    obj.replace(at + 1, obj.find('\n', at + 1) - at - 1, "# gone");
  const Brought brought = brought_back(obj, original, "sample.mdl");
  ASSERT_EQ(brought.changes.size(), 1U) << fmt::format("{}", fmt::join(brought.changes, "; "));
  EXPECT_TRUE(brought.changes[0].ends_with("removed")) << brought.changes[0];
  EXPECT_NE(brought.changes[0].find(object), std::string::npos) << brought.changes[0];
}

TEST(OntoObj, AnotherNameIsARename) {
  const Document original = sample_of("kotor-mdl", "sample.mdl");
  std::string obj = obj_of(original);
  const std::string object = first_object(obj);
  obj.replace(obj.find("o " + object + "\n"), object.size() + 2, "o renamed");
  EXPECT_EQ(brought_back(obj, original, "sample.mdl").changes,
            Lines{"node " + object + ": renamed to renamed"});
}

TEST(OntoObj, AnObjectThatCameIsAdded) {
  const Document original = sample_of("kotor-mdl", "sample.mdl");
  const std::string obj = obj_of(original) + "o extra\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\n";
  EXPECT_EQ(brought_back(obj, original, "sample.mdl").changes,
            (Lines{"node extra: added", "mesh extra: added"}));
}

/// OBJ knows materials by their names: several of one name are no edits of each other.
TEST(OntoObj, MaterialsOfOneNameStayApart) {
  Scene original;
  original.materials = {{.name = "glass", .base_color = Vec4(1, 1, 1, 0.5F)}, {.name = "glass"}};
  original.materials[1].textures.push_back({.role = "base_color", .name = "t"});
  original.materials[0].textures = original.materials[1].textures;
  for (const scene::Index material : {0U, 1U}) {
    original.meshes.push_back({.primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, float(material)}},
                                               .material = material}}});
    add_node(original, {.name = material == 0 ? "a" : "b", .mesh = material});
  }
  const Scene same = edit::lifted(original, original);
  EXPECT_EQ(same.materials[0].base_color, original.materials[0].base_color);
  EXPECT_EQ(same.materials[1].base_color, original.materials[1].base_color);
  Scene edited = original;
  edited.materials[0].base_color = edited.materials[1].base_color = Vec4(0, 1, 0, 1);
  EXPECT_EQ(edit::lifted(original, edited).materials[0].base_color, Vec4(0, 1, 0, 1));
}

/// A model of which a position, a normal and a texture coordinate are no numbers.
Document with_odd_numbers() {
  return model_with([](kotor::mdl::File& file) {
    auto& rows = file.nodes[row_called(file, "tail_g")].mesh->mdx->rows;
    rows.positions[0].y = kNan;
    rows.normals[1] = Vec3(kNan);
    rows.uvs[0][2].x = kNan;
  });
}

TEST(OntoObj, WhatIsNoNumberIsNoEdit) {
  const Document original = with_odd_numbers();
  const std::string obj = obj_of(original);
  EXPECT_EQ(obj.find("nan"), obj.npos);
  const Brought brought = brought_back(obj, original, "sample.mdl");
  EXPECT_EQ(brought.changes, Lines());
  const ByteSpan bytes = original.source().blob.bytes();
  EXPECT_TRUE(std::ranges::equal(brought.output.bytes, bytes));
}

/// A model without meshes is an OBJ without vertices.
TEST(OntoObj, AnObjWithoutMeshesChangesNothing) {
  const Document layout = sample_of("kotor-layout", "sample.lyt");
  EXPECT_TRUE(obj_of(layout).starts_with("# Meshwright\n"));
  const ByteSpan bytes = bytes_of(std::string_view("# Meshwright\n"));
  const auto again = open({.blob = Blob(Bytes(bytes.begin(), bytes.end())), .name = "x.obj"});
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(again->format().id, "obj");
}

}  // namespace
}  // namespace mw
