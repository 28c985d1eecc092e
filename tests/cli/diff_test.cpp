#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/kotor/mdl.h>

#include <cstdlib>
#include <filesystem>

#include "support/command.h"

namespace mw {
namespace {

using test::meshwright;
using test::Outcome;
using test::read_text;
using test::shell;
using test::write_text;

namespace mdl = kotor::mdl;

std::string text_of_bytes(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Two models in a folder: the sample, and one without its hand, with another light and all placed anew.
class CliDiff : public testing::Test {
 protected:
  void SetUp() override {
    mdl::File file = mdl::sample({});
    mdl::lay_out(file, mdl::Family::original);
    save(file, "old");
    file.nodes.erase(file.nodes.begin() + 5);
    file.nodes[1].children = {2, 5};
    file.nodes[0].children = {1, 6, 7};
    file.nodes[3].header.position.x += 0.5F;
    for (Vec3& position : file.nodes[5].mesh->mdx->rows.positions) position.z += 0.125F;
    mdl::lay_out(file, mdl::Family::kotor_blender);
    save(file, "new");
  }

  void save(const mdl::File& file, const std::string& name) {
    const mdl::Pair pair = mdl::write(file).value();
    write_text(folder / (name + ".mdl"), text_of_bytes(pair.mdl));
    write_text(folder / (name + ".mdx"), text_of_bytes(*pair.mdx));
  }

  Outcome diff(std::vector<std::string> options) {
    options.insert(options.begin(), "diff");
    options.insert(options.end(), {old_file, new_file});
    return meshwright(options);
  }

  test::TemporaryFolder folder;
  std::string old_file = folder / "old.mdl";
  std::string new_file = folder / "new.mdl";
};

std::size_t line_count(const std::string& text) {
  return std::size_t(std::ranges::count(text, '\n'));
}

TEST_F(CliDiff, SaysFirstHowMuchThenWhat) {
  const Outcome brief = diff({"--ignore", "layout"});
  EXPECT_EQ(brief.code, 1);
  EXPECT_EQ(brief.err, "");
  EXPECT_EQ(
      brief.out,
      "7 differences\n"
      "  nodes (danglymesh)   1 changed\n"
      "  nodes (dummy)        1 changed, 2 same\n"
      "  nodes (light)        1 changed\n"
      "  nodes (reference)    1 removed\n"
      "nodes[hand]: reference | missing\n"
      "nodes[hip_g].children.count: 3 | 2\n"
      "nodes[lamp].position: (0, 0, 0.25) | (0.5, 0, 0.25)\n"
      "companion.nodes[tail_g].rows[].positions: 4 rows differ by at most 0.125, the first: (-0.125, 0, "
      "0) | (-0.125, 0, 0.125)\n"
      "--all tells every row\n");
}

/// The layout is counted, and told only when there is nothing else or all is asked for.
TEST_F(CliDiff, TheLayoutStepsBack) {
  const Outcome brief = diff({});
  EXPECT_EQ(brief.code, 1);
  EXPECT_EQ(brief.out.find("offset"), brief.out.npos) << brief.out;
  EXPECT_NE(brief.out.find(" of them in the layout\n"), brief.out.npos);
  // One line of seven stands for four rows.
  EXPECT_NE(brief.out.find(fmt::format("\nand {} more: --all tells them\n", std::stoull(brief.out) - 7)),
            brief.out.npos)
      << brief.out;
  EXPECT_LE(line_count(brief.out), 15U);
  const Outcome all = diff({"--all"});
  EXPECT_EQ(all.code, 1);
  EXPECT_NE(all.out.find("nodes[lamp].children.offset: "), all.out.npos);
  EXPECT_NE(all.out.find("companion.nodes[tail_g].rows[3].positions: "), all.out.npos);
  const std::uint64_t count = std::stoull(all.out);
  EXPECT_EQ(line_count(all.out), count + 5);
  const Outcome tolerant = diff({"--tolerance", "0.125", "--ignore", "layout"});
  EXPECT_EQ(tolerant.out.substr(0, 14), "3 differences\n");
}

TEST_F(CliDiff, OnlyLayoutIsToldAsSuch) {
  meshwright({"convert", old_file, folder / "a.json"});
  std::string json = read_text(folder / "a.json");
  const std::size_t kept = json.find("\"kept\"");
  ASSERT_NE(kept, json.npos);
  write_text(folder / "b.json", json.replace(kept, 6, "\"kotor-blender\""));
  const Outcome layout = meshwright({"diff", old_file, folder / "b.json"});
  EXPECT_EQ(layout.code, 1);
  EXPECT_NE(layout.out.find("offset: "), layout.out.npos) << layout.out;
  EXPECT_LE(line_count(layout.out), 42U);
  const Outcome none = meshwright({"diff", "--ignore", "layout", old_file, folder / "b.json"});
  EXPECT_EQ(none.code, 0);
  EXPECT_EQ(none.out, "identical\n");
}

TEST_F(CliDiff, ThroughTheScene) {
  const Outcome scene = diff({"--scene"});
  EXPECT_EQ(scene.code, 1);
  EXPECT_EQ(scene.out,
            "8 differences\n"
            "  nodes                1 removed, 2 changed, 6 same\n"
            "  meshes               1 changed, 1 same\n"
            "nodes[mw_creature/hip_g/hand]: present | missing\n"
            "extras.unused_names: missing | {\"5\":\"hand\"}\n"
            "nodes[mw_creature/hip_g/neck_g/lamp].translation: 0, 0.25, -0 | 0.5, 0.25, -0\n"
            "nodes[mw_creature/hip_g/neck_g/lamp].extras.controllers.position: missing | [0,0,0.25]\n"
            "nodes[mw_creature/hip_g/tail_g].mesh.primitives[0].positions: 6 corners | 6 differ, by at most "
            "0.125\n"
            // Bounds that the new vertices did not get are kept as they are.
            "nodes[mw_creature/hip_g/tail_g].extras.mesh.box_min: missing | [-0.125,-0.5,-0.25]\n"
            "nodes[mw_creature/hip_g/tail_g].extras.mesh.box_max: missing | [0.125,0,0]\n"
            "nodes[mw_creature/hip_g/tail_g].extras.mesh.average: missing | [0,-0.25,-0.125]\n");
  EXPECT_EQ(diff({"--scene", "--tolerance", "0.5"}).out.substr(0, 14), "6 differences\n");
}

TEST_F(CliDiff, JsonHasTheValuesAndASummary) {
  const auto json = parse_json(diff({"--json", "--ignore", "layout"}).out);
  ASSERT_TRUE(json);
  EXPECT_FALSE(*json->find("identical")->get_if<bool>());
  const JsonValue& summary = *json->find("summary");
  EXPECT_FALSE(*summary.find("through_scene")->get_if<bool>());
  EXPECT_EQ(*summary.find("differences")->get_if<std::uint64_t>(), 7U);
  EXPECT_EQ(*summary.find("layout")->get_if<std::uint64_t>(), 0U);
  std::string changed;
  for (const JsonValue& row : *summary.find("changes")->get_if<JsonArray>()) {
    const auto number = [&](const char* key) { return *row.find(key)->get_if<std::uint64_t>(); };
    if (number("added") + number("removed") + number("changed") > 0)
      changed += *row.find("what")->get_if<std::string>() + " " + std::to_string(number("added")) +
                 std::to_string(number("removed")) + std::to_string(number("changed")) +
                 std::to_string(number("same")) + "\n";
  }
  EXPECT_EQ(changed,
            "nodes (danglymesh) 0010\nnodes (dummy) 0012\nnodes (light) 0010\nnodes (reference) 0100\n");
  const auto& differences = *json->find("differences")->get_if<JsonArray>();
  ASSERT_EQ(differences.size(), 7U);
  const auto text = [](const JsonValue& difference, const char* key) {
    return *difference.find(key)->get_if<std::string>();
  };
  EXPECT_EQ(text(differences[1], "where"), "nodes[lamp].position");
  EXPECT_EQ(text(differences[1], "a"), "(0, 0, 0.25)");
  EXPECT_EQ(text(differences[1], "b"), "(0.5, 0, 0.25)");
}

/// More differences than are kept are asked for again.
TEST_F(CliDiff, AllMeansAll) {
  mdl::File file = mdl::sample({});
  mdl::Node& body = file.nodes[7];
  body.mesh->vertices.assign(12000, Vec3(0));
  body.mesh->header.vertex_count = 12000;
  body.mesh->mdx.reset();
  file.has_mdx = false;
  mdl::lay_out(file, mdl::Family::original);
  const auto save_alone = [&](const std::string& name) {
    write_text(folder / name, text_of_bytes(mdl::write(file).value().mdl));
  };
  save_alone("many.mdl");
  for (Vec3& vertex : body.mesh->vertices) vertex.y = 1;
  save_alone("moved.mdl");
  const Outcome all = meshwright({"diff", "--all", folder / "many.mdl", folder / "moved.mdl"});
  EXPECT_EQ(all.out.substr(0, 18), "12000 differences\n");
  EXPECT_EQ(line_count(all.out), 12002U);
  const auto json = parse_json(meshwright({"diff", "--json", folder / "many.mdl", folder / "moved.mdl"}).out);
  ASSERT_TRUE(json);
  EXPECT_EQ(json->find("differences")->get_if<JsonArray>()->size(), 12000U);
  const Outcome brief = meshwright({"diff", folder / "many.mdl", folder / "moved.mdl"});
  EXPECT_EQ(
      brief.out,
      "12000 differences\n  nodes (skin)         1 changed\n"
      "nodes[body_g].mesh.vertices[]: 12000 rows differ by at most 1, the first: (0, 0, 0) | (0, 1, 0)\n"
      "--all tells every row\n");
}

TEST_F(CliDiff, OptionsThatMeanNothingAreRefused) {
  const Outcome scene = diff({"--scene", "--ignore", "layout"});
  EXPECT_EQ(scene.code, 2);
  EXPECT_EQ(scene.err, "meshwright: " + old_file + " and " + new_file +
                           ": --ignore layout has no meaning through the scene, which has none\n");
  EXPECT_EQ(scene.out, "");
  EXPECT_EQ(diff({"--tolerance", "-1"}).code, 2);
  EXPECT_EQ(diff({"--ignore", "names"}).code, 2);
}

bool has_git() {
  return shell("git --version").code == 0;
}

/// A repository whose history has one version of each file.
class GitDiff : public CliDiff {
 protected:
  void SetUp() override {
    CliDiff::SetUp();
    if (!has_git()) GTEST_SKIP() << "there is no git";
    std::filesystem::create_directory(folder / "repo");
    std::filesystem::copy_file(old_file, folder / "repo/creature.mdl");
    std::filesystem::copy_file(folder / "old.mdx", folder / "repo/creature.mdx");
    write_text(folder / "repo/.gitattributes", "*.mdl diff=meshwright\n*.wok diff=meshwright\n*.mdx -diff\n");
    write_text(folder / "repo/broken.wok", "BWM V1.0");
    ASSERT_EQ(git("init -q . && $GIT add -A && $GIT commit -qm one").code, 0);
  }

  /// With the driver of the documentation, and no settings of the user.
  Outcome git(const std::string& words) {
    const std::string set =
        "HOME=/nonexistent GIT_CONFIG_NOSYSTEM=1 git -c user.name=a -c user.email=a@b "
        "-c diff.meshwright.command=\"$MESHWRIGHT diff --ignore layout --git\"";
    return shell("cd " + (folder / "repo") + " && GIT='" + set + "' && GIT=\"eval $GIT\" && $GIT " + words);
  }
};

TEST_F(GitDiff, ShowsWhatChanged) {
  std::filesystem::copy_file(new_file, folder / "repo/creature.mdl",
                             std::filesystem::copy_options::overwrite_existing);
  const Outcome changed = git("diff");
  EXPECT_EQ(changed.code, 0) << changed.err;
  EXPECT_EQ(changed.out,
            "meshwright diff creature.mdl\n"
            "3 differences\n"
            "  nodes (dummy)        1 changed, 2 same\n"
            "  nodes (light)        1 changed\n"
            "  nodes (reference)    1 removed\n"
            "nodes[hand]: reference | missing\n"
            "nodes[hip_g].children.count: 3 | 2\n"
            "nodes[lamp].position: (0, 0, 0.25) | (0.5, 0, 0.25)\n");
  EXPECT_EQ(changed.err, "");
}

TEST_F(GitDiff, ShowsFilesThatCameOrWent) {
  meshwright({"sample", "kotor-walkmesh", folder / "repo/room.wok"});
  ASSERT_EQ(git("add -A && $GIT rm -q --cached creature.mdl").code, 0);
  const Outcome staged = git("diff --cached");
  EXPECT_EQ(staged.code, 0) << staged.err;
  EXPECT_NE(staged.out.find("meshwright diff creature.mdl\nremoved: a kotor-mdl of "), staged.out.npos)
      << staged.out;
  EXPECT_NE(staged.out.find("meshwright diff room.wok\nadded: a kotor-walkmesh of 19332 bytes\n"),
            staged.out.npos);
}

/// One file that cannot be read does not end the whole diff.
TEST_F(GitDiff, GoesOnAfterAFileThatCannotBeRead) {
  write_text(folder / "repo/broken.wok", "BWM V1.0 again");
  std::filesystem::copy_file(new_file, folder / "repo/creature.mdl",
                             std::filesystem::copy_options::overwrite_existing);
  const Outcome both = git("diff");
  EXPECT_EQ(both.code, 0);
  EXPECT_NE(both.out.find("meshwright diff broken.wok\nthe files differ\nmeshwright diff creature.mdl\n"),
            both.out.npos)
      << both.out;
  EXPECT_NE(both.err.find("meshwright: "), both.err.npos);
}

}  // namespace
}  // namespace mw
