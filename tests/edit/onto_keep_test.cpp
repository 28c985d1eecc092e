#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>

#include <cmath>
#include <glm/matrix.hpp>

#include "support/drawn.h"
#include "support/edited_model.h"
#include "support/edited_sample.h"
#include "support/losses.h"

/// What edits of models leave alone, and what scenes hold that no file should get.
namespace mw {
namespace {

using namespace test;
namespace mdl = kotor::mdl;

const mdl::File& file_in(const Document& document) {
  return *document.as<mdl::File>();
}

Document made_of(const Document& original, const auto& edit) {
  Scene scene = whole_scene(original).value();
  edit(scene);
  const auto made = apply_edits(scene, original);
  EXPECT_TRUE(made) << to_string(made.error());
  return made ? opened(write_edited(*made, original).value(), "sample.mdl").value() : original;
}

Mat4 bind_of(const Scene& scene, std::string_view bone) {
  for (std::size_t i = 0; i < scene.skins[0].joints.size(); ++i)
    if (scene.nodes[scene.skins[0].joints[i]].name == bone) return scene.skins[0].inverse_binds[i];
  ADD_FAILURE() << "no bone " << bone;
  return Mat4(0);
}

/// By name, where the skin was bound to each node.
std::map<std::string, std::pair<std::array<float, 4>, std::array<float, 3>>> binds_in(
    const Document& document) {
  const mdl::File& file = file_in(document);
  const mdl::Skin& skin = *file.nodes[row_called(file, "body_g")].mesh->skin;
  std::map<std::string, std::pair<std::array<float, 4>, std::array<float, 3>>> binds;
  for (const mdl::Node& node : file.nodes) {
    const Vec3& place = skin.tbones.at(node.header.name_index);
    binds[mdl::node_name(file, node)] = {skin.qbones.at(node.header.name_index), {place.x, place.y, place.z}};
  }
  return binds;
}

// Without the MDX.

Document without_mdx() {
  const Output whole = written_sample(*find_format("kotor-mdl"));
  return opened({.bytes = whole.bytes}, "sample.mdl").value();
}

TEST(OntoWithoutMdx, NoMeshCanChange) {
  constexpr std::string_view kWhy =
      ": would change, but most of a mesh is in the MDX, and no MDX was given; --mdx names it";
  EXPECT_EQ(after_edit_of(without_mdx(), "sample.mdl", moving("tail_g")).changes,
            Lines{"error: tail_g" + std::string(kWhy)});
  const auto removed = [](Scene& scene) { scene.nodes[node_called(scene, "tail_g")].mesh.reset(); };
  EXPECT_EQ(after_edit_of(without_mdx(), "sample.mdl", removed).changes.at(0),
            "error: tail_g" + std::string(kWhy));
  const auto added = [](Scene& scene) {
    scene::Node node{.name = "box", .mesh = scene.nodes[node_called(scene, "tail_g")].mesh};
    add_node(scene, node, scene.roots[0]);
  };
  EXPECT_TRUE(after_edit_of(without_mdx(), "sample.mdl", added).changes.at(0).ends_with(kWhy));
}

/// What lies behind a text of a mesh goes with it.
TEST(OntoLeftovers, OfAMeshThatIsRemovedAreGone) {
  const Document original = model_with(
      [](mdl::File& file) { file.nodes[row_called(file, "tail_g")].mesh->header.texture_1.chars[31] = 'x'; });
  const Outcome outcome = after_edit_of(
      original, "sample.mdl", [](Scene& scene) { scene.nodes[node_called(scene, "tail_g")].mesh.reset(); });
  EXPECT_EQ(outcome.changes, Lines{"mesh tail_g: removed"});
  EXPECT_EQ(outcome.losses, Lines());
}

/// What the scene has of the MDX is an edit for an original without.
TEST(OntoWithoutMdx, NorCanASceneWithItBeAppliedEditsIt) {
  const Scene whole = whole_scene(sample_of("kotor-mdl", "sample.mdl")).value();
  const auto made = apply_edits(whole, without_mdx());
  ASSERT_FALSE(made);
  EXPECT_TRUE(to_string(made.error()).ends_with("no MDX was given; --mdx names it"));
}

TEST(OntoWithoutMdx, AllElseCan) {
  const Document original = without_mdx();
  const Document moved = made_of(original, [](Scene& scene) {
    scene.nodes[node_called(scene, "neck_g")].transform.translation.x += 1;
    scene.nodes[node_called(scene, "tail_g")].name = "tail_h";
  });
  EXPECT_EQ(file_in(moved).header.mdx_size, file_in(original).header.mdx_size);
  for (std::size_t row = 0; row < file_in(original).nodes.size(); ++row) {
    const auto& before = file_in(original).nodes[row].mesh;
    const auto& after = file_in(moved).nodes[row].mesh;
    ASSERT_EQ(bool(before), bool(after));
    if (!before) continue;
    EXPECT_EQ(before->tail.mdx_offset, after->tail.mdx_offset);
    EXPECT_EQ(before->header.mdx_stride, after->header.mdx_stride);
    EXPECT_EQ(before->header.mdx_flags, after->header.mdx_flags);
  }
}

TEST(OntoWithoutMdx, ItsTextCannotChangeEither) {
  const Document text = find_format("kotor-mdl-ascii")->from_binary(without_mdx(), {}).value();
  EXPECT_EQ(after_edit_of(text, "sample.mdl.ascii", moving("tail_g")).changes,
            Lines{"error: tail_g: would change, but the text was made of a model without its MDX, where most "
                  "of a mesh is; --mdx names it"});
}

// Numbers.

auto placing_corner(const char* node, float x) {
  return [node, x](Scene& scene) { mesh_of(scene, node).primitives[0].positions[0].x = x; };
}

TEST(OntoNumbers, PlacesThatAreNoneAreRefused) {
  const auto error = [](std::string_view format, const std::string& name, const char* node, float x) {
    return after_edit(format, name, placing_corner(node, x)).changes.at(0);
  };
  for (const auto& [format, name] :
       {std::pair("kotor-mdl", "sample.mdl"), std::pair("kotor-mdl-ascii", "sample.mdl.ascii")}) {
    EXPECT_EQ(error(format, name, "tail_g", kNan), "error: tail_g: has a position that is not finite");
    const std::string far = error(format, name, "tail_g", 3e38F);
    EXPECT_TRUE(far.starts_with("error: tail_g: vertex 0 has the place (3e+38, ")) << far;
    EXPECT_TRUE(far.ends_with(", which no file of the game should have")) << far;
    EXPECT_FALSE(error(format, name, "tail_g", 1e9F).starts_with("error")) << name;
  }
  for (const auto& [format, name] :
       {std::pair("kotor-walkmesh", "sample.wok"), std::pair("kotor-walkmesh", "sample.pwk"),
        std::pair("kotor-walkmesh", "sample.dwk"), std::pair("kotor-walkmesh-ascii", "sample.wok.ascii")}) {
    EXPECT_EQ(error(format, name, "surface", kNan), "error: surface: has a position that is not finite");
    const std::string far = error(format, name, "surface", 3e38F);
    EXPECT_TRUE(far.starts_with("error: surface: has a corner at (3e+38, ")) << name << far;
  }
}

TEST(OntoNumbers, AllOthersToo) {
  const auto error = [](const auto& edit) {
    return after_edit("kotor-mdl", "sample.mdl", edit).changes.at(0);
  };
  const std::string why = ", which no file of the game should have";
  EXPECT_EQ(error([](Scene& scene) {
              scene.nodes[node_called(scene, "tail_g")].transform.translation = Vec3(2e20F);
            }),
            "error: tail_g: is at (2e+20, 2e+20, 2e+20)" + why);
  EXPECT_EQ(error([](Scene& scene) { mesh_of(scene, "tail_g").primitives[0].uvs[0][2] = Vec2(0, 1e30F); }),
            "error: tail_g: vertex 2 has the texture coordinates (0, 1e+30)" + why);
  EXPECT_EQ(error([](Scene& scene) { scene.animations[0].channels[0].values[0] = kNan; }),
            "error: pause1: has a key that is not finite");
  EXPECT_EQ(error([](Scene& scene) { scene.animations[0].channels[0].times[0] = -0.5F; }),
            "error: pause1.neck_g: has a key at the time -0.5, before its animation begins");
}

/// What the original has already is nobody's edit.
TEST(OntoNumbers, ThoseOfTheOriginalStay) {
  const Document original = model_with(
      [](mdl::File& file) { file.nodes[row_called(file, "body_g")].mesh->mdx->rows.uvs[0][0].x = 1e20F; });
  const Outcome outcome = after_edit_of(original, "sample.mdl", moving("tail_g"));
  EXPECT_EQ(outcome.changes, Lines{"mesh tail_g: 1 vertex moved"});
  for (const std::string& path : outcome.fields) EXPECT_NE(path.find("nodes[6]"), path.npos) << path;
}

// Bind poses.

TEST(OntoBinds, AMovedBoneKeepsThemAsTheSceneDoes) {
  const auto edit = [](Scene& scene) {
    scene.nodes[node_called(scene, "neck_g")].transform.translation.x += 0.5F;
  };
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", edit);
  EXPECT_EQ(outcome.changes, Lines{"node neck_g: moved"});
  EXPECT_EQ(outcome.losses, Lines());
  EXPECT_EQ(outcome.fields, (Lines{"nodes[2].data[1]", "nodes[2].position"}));
  EXPECT_EQ(bind_of(outcome.scene, "neck_g"),
            bind_of(whole_scene(sample_of("kotor-mdl", "a.mdl")).value(), "neck_g"));
}

/// As an editor does that leaves vertices where they are when a bone is moved.
TEST(OntoBinds, AMovedBoneThatIsBoundAnewIsSo) {
  const Document original = sample_of("kotor-mdl", "sample.mdl");
  const auto before = binds_in(original);
  const auto edit = [](Scene& scene) {
    const Index bone = node_called(scene, "neck_g");
    scene.nodes[bone].transform.translation.x += 0.5F;
    scene::Skin& skin = scene.skins[0];
    for (std::size_t i = 0; i < skin.joints.size(); ++i)
      if (skin.joints[i] == bone) skin.inverse_binds[i] = glm::inverse(world_matrices(scene)[bone]);
  };
  EXPECT_EQ(after_edit_of(original, "sample.mdl", edit).findings, Lines());
  const auto after = binds_in(made_of(original, edit));
  EXPECT_NE(after.at("neck_g"), before.at("neck_g"));
  EXPECT_EQ(after.at("hip_g"), before.at("hip_g"));
}

/// Skins of many real models were made in another pose than they rest in.
TEST(OntoBinds, AMovedVertexKeepsThem) {
  const Document original = model_with([](mdl::File& file) {
    mdl::Skin& skin = *file.nodes[row_called(file, "body_g")].mesh->skin;
    for (Vec3& place : skin.tbones) place.z += 0.25F;
  });
  const auto before = binds_in(original);
  EXPECT_EQ(binds_in(made_of(original, moving("body_g"))), before);
}

TEST(OntoBinds, NodesThatComeAndGoLeaveThemToTheOthers) {
  const Document original = model_with([](mdl::File& file) {
    mdl::Skin& skin = *file.nodes[row_called(file, "body_g")].mesh->skin;
    for (Vec3& place : skin.tbones) place.z += 0.25F;
  });
  const auto before = binds_in(original);
  const auto with_box = [](Scene& scene) { add_node(scene, {.name = "box"}, node_called(scene, "hip_g")); };
  auto after = binds_in(made_of(original, with_box));
  EXPECT_EQ(after.erase("box"), 1U);
  EXPECT_EQ(after, before);
  const Outcome added = after_edit_of(original, "sample.mdl", with_box);
  for (const char* bone : {"hip_g", "neck_g"})
    EXPECT_EQ(bind_of(added.scene, bone), bind_of(whole_scene(original).value(), bone));
  const std::size_t body = row_called(file_in(original), "body_g");
  const Document made = made_of(original, with_box);
  const mdl::File& file = file_in(made);
  const auto& rows = file.nodes[row_called(file, "body_g")].mesh->mdx->rows;
  EXPECT_EQ(rows.normals, file_in(original).nodes[body].mesh->mdx->rows.normals);
  EXPECT_EQ(rows.tangents, file_in(original).nodes[body].mesh->mdx->rows.tangents);
  EXPECT_EQ(rows.bones, file_in(original).nodes[body].mesh->mdx->rows.bones);
}

// Names.

Document model_with_a_blank() {
  return model_with([](mdl::File& file) { file.names[row_called(file, "hip_g")].text = "Generic 1"; });
}

TEST(OntoNames, OfOtherNodesStay) {
  const Document original = model_with_a_blank();
  const Outcome renamed = after_edit_of(original, "sample.mdl", [](Scene& scene) {
    scene.nodes[node_called(scene, "tail_g")].name = "tail_h";
  });
  EXPECT_EQ(renamed.changes, Lines{"node tail_g: renamed to tail_h"});
  EXPECT_EQ(renamed.losses, Lines());
  EXPECT_EQ(renamed.fields, Lines{"names[6]"});
  const Document added =
      made_of(original, [](Scene& scene) { add_node(scene, {.name = "box"}, scene.roots[0]); });
  EXPECT_EQ(row_called(file_in(added), "Generic 1"), row_called(file_in(original), "Generic 1"));
}

/// Other programs leave names of what they removed.
TEST(OntoNames, ThatNoNodeHasStay) {
  const Document original = model_with([](mdl::File& file) {
    file.names.push_back({0, "spare one"});
    for (mdl::Node& node : file.nodes) {
      if (!node.mesh || !node.mesh->skin) continue;
      mdl::Skin& skin = *node.mesh->skin;
      skin.bone_map.push_back(mdl::kNoBone);
      skin.header.bone_map_count = std::uint32_t(skin.bone_map.size());
      skin.qbones.push_back({0, 1, 0, 0});
      skin.tbones.emplace_back(1, 2, 3);
      skin.unknown_0x34.push_back(0);
    }
  });
  const auto names_after = [&](const Document& document, const auto& edit) {
    Lines names;
    const Document made = made_of(document, edit);
    for (const mdl::Name& name : file_in(made).names) names.push_back(name.text);
    return names;
  };
  Lines own;
  for (const mdl::Name& name : file_in(original).names) own.push_back(name.text);
  ASSERT_EQ(own.back(), "spare one");
  EXPECT_EQ(names_after(original, moving("tail_g")), own);
  const auto rename = [](Scene& scene) { scene.nodes[node_called(scene, "tail_g")].name = "tail_h"; };
  Lines wanted = own;
  std::ranges::replace(wanted, "tail_g", "tail_h");
  EXPECT_EQ(names_after(original, rename), wanted);
  const Outcome renamed = after_edit_of(original, "sample.mdl", rename);
  EXPECT_EQ(renamed.fields, Lines{"names[6]"});
  EXPECT_EQ(renamed.findings, Lines());
  const auto adding = [](Scene& scene) { add_node(scene, {.name = "box"}, scene.roots[0]); };
  const Lines added = names_after(original, adding);
  EXPECT_EQ(added.size(), own.size() + 1);
  EXPECT_EQ(added.back(), "spare one");
  EXPECT_EQ(after_edit_of(original, "sample.mdl", adding).findings, Lines());
}

/// Gives a model a name that no node has, before those of most.
void put_spare_name(mdl::File& file, std::uint16_t at) {
  file.names.insert(file.names.begin() + at, {0, "spare one"});
  const auto move = [&](mdl::Node& node) { node.header.name_index += node.header.name_index >= at ? 1 : 0; };
  for (mdl::Animation& animation : file.animations) std::ranges::for_each(animation.nodes, move);
  for (mdl::Node& node : file.nodes) {
    move(node);
    if (!node.mesh || !node.mesh->skin) continue;
    mdl::Skin& skin = *node.mesh->skin;
    skin.bone_map.insert(skin.bone_map.begin() + at, mdl::kNoBone);
    skin.header.bone_map_count = std::uint32_t(skin.bone_map.size());
    skin.qbones.insert(skin.qbones.begin() + at, {0, 1, 0, 0});
    skin.tbones.insert(skin.tbones.begin() + at, Vec3(1, 2, 3));
    skin.unknown_0x34.insert(skin.unknown_0x34.begin() + at, 0);
    for (std::uint16_t& name : skin.header.serials)
      if (name >= at && name + 1U < file.names.size()) ++name;
  }
}

TEST(OntoNames, ThatNoNodeHasKeepTheirRows) {
  const Document original = model_with([](mdl::File& file) { put_spare_name(file, 2); });
  ASSERT_EQ(file_in(original).names[2].text, "spare one");
  for (const auto& [from, to, field] :
       {std::tuple("tail_g", "tail_h", "names[7]"), std::tuple("neck_g", "nape_g", "names[3]")}) {
    const Outcome renamed = after_edit_of(original, "sample.mdl", [old = from, now = to](Scene& scene) {
      scene.nodes[node_called(scene, old)].name = now;
    });
    EXPECT_EQ(renamed.losses, Lines());
    EXPECT_EQ(renamed.fields, Lines{field});
    EXPECT_EQ(renamed.findings, Lines());
  }
  const Outcome added = after_edit_of(original, "sample.mdl",
                                      [](Scene& scene) { add_node(scene, {.name = "box"}, scene.roots[0]); });
  EXPECT_EQ(added.findings, Lines());
  EXPECT_EQ(file_in(*added.document).names.back().text, "spare one");
}

TEST(OntoNames, ThatNoNodeHasAreToldWhereThereIsNoRoom) {
  const Document original = model_with([](mdl::File& file) {
    for (mdl::Node& node : file.nodes)
      if (node.mesh) node.mesh.reset(), node.header.type = mdl::kNodeHeader;
    file.names.resize(0xFFFF, {0, std::string(64, 'x')});
  });
  const Outcome outcome = after_edit_of(
      original, "sample.mdl", [](Scene& scene) { add_node(scene, {.name = "box"}, scene.roots[0]); });
  EXPECT_EQ(outcome.losses, Lines{"1 name that no node has: a model has room for 65535"});
}

TEST(OntoNames, OfABoneIsAllThatChanges) {
  const Outcome outcome = after_edit("kotor-mdl-ascii", "sample.mdl.ascii", [](Scene& scene) {
    scene.nodes[node_called(scene, "neck_g")].name = "nape_g";
  });
  EXPECT_EQ(outcome.losses, Lines());
  const Document original = sample_of("kotor-mdl-ascii", "sample.mdl.ascii");
  Scene scene = whole_scene(original).value();
  scene.nodes[node_called(scene, "neck_g")].name = "nape_g";
  const Document text = apply_edits(scene, original).value().document;
  const auto fields = changed_fields(find_format("kotor-mdl")->from_text(original, {}).value(),
                                     find_format("kotor-mdl")->from_text(text, {}).value());
  EXPECT_EQ(fields, Lines{"names[2]"});
}

// Scales.

TEST(OntoScale, GoesIntoTheVertices) {
  for (const Vec3 scale : {Vec3(2), Vec3(2, 1, 0.5F), Vec3(-1, 1, 1)}) {
    const auto edit = [&](Scene& scene) {
      scene::Node& node = scene.nodes[node_called(scene, "tail_g")];
      node.transform.scale = scale;
      node.transform.translation.y += 1;
    };
    for (const auto& [format, name] :
         {std::pair("kotor-mdl", "sample.mdl"), std::pair("kotor-mdl-ascii", "sample.mdl.ascii")}) {
      const Outcome outcome = after_edit(format, name, edit);
      EXPECT_EQ(outcome.changes, Lines{"node tail_g: moved"});
      EXPECT_EQ(outcome.losses, Lines());
      EXPECT_EQ(outcome.findings, Lines());
      Scene wanted = whole_scene(sample_of(format, name)).value();
      edit(wanted);
      expect_same_drawing(wanted, outcome.scene);
    }
  }
}

/// A plane that is squeezed along one axis turns its normal towards it.
TEST(OntoScale, NormalsStayUprightOnTheirFaces) {
  for (const Vec3 scale : {Vec3(3, 1, 1), Vec3(1, 3, 1), Vec3(1, 1, 3)}) {
    Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [&](Scene& scene) {
      scene.nodes[node_called(scene, "tail_g")].transform.scale = scale;
    });
    Scene before = whole_scene(sample_of("kotor-mdl", "sample.mdl")).value();
    const scene::Primitive& old = mesh_of(before, "tail_g").primitives.at(0);
    const scene::Primitive& now = mesh_of(outcome.scene, "tail_g").primitives.at(0);
    ASSERT_EQ(now.normals.size(), old.normals.size());
    for (std::size_t i = 0; i < old.normals.size(); ++i) {
      const Vec3 wanted = glm::normalize(old.normals[i] / scale);
      EXPECT_LT(glm::distance(now.normals[i], wanted), 1e-3F) << i;
    }
  }
}

TEST(OntoScale, OfABoneIsLost) {
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", [](Scene& scene) {
    scene.nodes[node_called(scene, "neck_g")].transform.scale = Vec3(2);
  });
  EXPECT_EQ(outcome.losses,
            (Lines{"node neck_g: its scale, which goes into vertices and cannot into those of a skin",
                   "node neck_g: moved: not in what was made"}));
  EXPECT_EQ(outcome.fields, Lines());
}

// Other bytes.

TEST(OntoPadding, OfTheMdxStays) {
  mdl::File file = mdl::sample({});
  mdl::lay_out(file, mdl::Family::original);
  std::size_t padded = 0;
  for (mdl::Node& node : file.nodes)
    if (node.mesh && node.mesh->mdx)
      for (std::byte& byte : node.mesh->mdx->padding) {
        byte = std::byte(0xAB);
        ++padded;
      }
  ASSERT_GT(padded, 0U);
  const mdl::Pair pair = mdl::write(file).value();
  const Document original = opened({.bytes = pair.mdl, .companion = pair.mdx}, "sample.mdl").value();
  const Outcome outcome = after_edit_of(original, "sample.mdl", moving("tail_g"));
  EXPECT_FALSE(outcome.fields.empty());
  for (const std::string& path : outcome.fields) EXPECT_EQ(path.find("padding"), path.npos) << path;
}

TEST(OntoKeys, OneBehindTheEndMakesTheAnimationLonger) {
  const auto edit = [](Scene& scene) {
    scene.animations[0].channels[0].times.back() += 1;
  };  // not its length
  const Outcome outcome = after_edit("kotor-mdl", "sample.mdl", edit);
  EXPECT_EQ(outcome.changes, Lines{"animation pause1: 1 key in 1 channel changed"});
  EXPECT_EQ(outcome.findings, Lines());
  EXPECT_EQ(outcome.scene.animations[0].length, 3);
  const Outcome said = after_edit("kotor-mdl", "sample.mdl", [&](Scene& scene) {
    edit(scene);
    scene.animations[0].length = 2.5F;
  });
  EXPECT_EQ(said.scene.animations[0].length, 2.5F);
}

}  // namespace
}  // namespace mw
