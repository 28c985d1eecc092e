#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>

#include <filesystem>

#include "kotor/mdl/fixtures.h"
#include "support/command.h"

namespace mw::test {
namespace {

namespace mdl = kotor::mdl;

void save(const mdl::File& file, const std::string& path) {
  const mdl::Pair pair = mdl::written(mdl::laid_out(file));
  write_text(path, std::string(text_of(pair.mdl)));
  write_text(std::filesystem::path(path).replace_extension(".mdx").string(), std::string(text_of(*pair.mdx)));
}

/// An heir in one folder, what it inherits from in another.
struct Family {
  TemporaryFolder folder;
  std::string heir = folder / "heir.mdl";
  std::string models = folder / "models";
  std::string glb = folder / "out.glb";

  explicit Family(std::string_view supermodel = "mw_creature") {
    std::filesystem::create_directory(models);
    save(mdl::heir(supermodel), heir);
  }

  std::string in_models(const std::string& name) const { return models + "/" + name; }
  Outcome convert(const std::string& supermodel) const {
    return meshwright(
        {"convert", "-f", "--json", heir, glb, "--supermodel", supermodel, "--collision", "--lights"});
  }
  std::vector<std::string> animations() const {
    std::vector<std::string> names;
    const std::string gltf = folder / "out.gltf";
    EXPECT_EQ(meshwright({"convert", "-f", glb, gltf}).code, 0);
    const auto json = parse_json(read_text(gltf)).value();
    if (const JsonValue* list = json.find("animations"))
      for (const JsonValue& animation : *list->get_if<JsonArray>())
        names.push_back(*animation.find("name")->get_if<std::string>());
    return names;
  }
};

using Names = std::vector<std::string>;

TEST(CliSupermodel, IsFoundInAFolderInAnyCase) {
  const Family family;
  save(mdl::sample({}), family.in_models("MW_Creature.MDL"));
  const Outcome outcome = family.convert(family.models);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(family.animations(), (Names{"pause1", "walk"}));
}

TEST(CliSupermodel, MayBeAFileOfAnyName) {
  const Family family;
  save(mdl::sample({}), family.in_models("renamed.mdl"));
  EXPECT_EQ(family.convert(family.in_models("renamed.mdl")).err, "");
  EXPECT_EQ(family.animations(), (Names{"pause1", "walk"}));
}

/// A file that stands in for the supermodel and has the same one itself: no cycle.
TEST(CliSupermodel, AStandInMayHaveTheSameSupermodel) {
  const Family family;
  save(mdl::heir("mw_creature", "mw_stand_in"), family.in_models("stand_in.mdl"));
  save(mdl::sample({}), family.in_models("mw_creature.mdl"));
  EXPECT_EQ(family.convert(family.in_models("stand_in.mdl")).err,
            "meshwright: " + family.heir +
                ": lost: supermodel mw_creature is given by a model that calls itself mw_stand_in; its "
                "animations may be others\n");
  EXPECT_EQ(family.animations(), (Names{"pause1", "walk"}));
}

TEST(CliSupermodel, FollowsTheChainFromAFolderAndFromAFile) {
  const Family family("mw_middle");
  mdl::File middle = mdl::heir("mw_creature", "mw_middle");
  middle.animations.push_back(mdl::sample({}).animations[1]);
  middle.animations[0].header.geometry.name = FixedText<32>("hop");
  save(middle, family.in_models("mw_middle.mdl"));
  save(mdl::sample({}), family.in_models("mw_creature.mdl"));
  for (const std::string& place : {family.models, family.in_models("mw_middle.mdl")}) {
    EXPECT_EQ(family.convert(place).err, "");
    EXPECT_EQ(family.animations(), (Names{"hop", "pause1", "walk"}));
  }
}

TEST(CliSupermodel, WithoutTheOptionNothingIsInherited) {
  const Family family;
  EXPECT_EQ(meshwright({"convert", family.heir, family.glb}).code, 0);
  EXPECT_EQ(family.animations(), Names{});
}

TEST(CliSupermodel, OneThatIsMissingIsALoss) {
  const Family family;
  const Outcome outcome = family.convert(family.models);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "meshwright: " + family.heir + ": lost: supermodel mw_creature is not in " +
                             family.models + "; its animations are missing\n");
  EXPECT_NE(outcome.out.find(R"("losses":[{"code":"MDL_SUPERMODEL_MISSING","severity":"warning",)"
                             R"("subject":"mw_creature","message":"supermodel mw_creature is not in )"),
            std::string::npos);
}

TEST(CliSupermodel, ACycleEnds) {
  const Family family("a");
  save(mdl::heir("b", "a"), family.in_models("a.mdl"));
  save(mdl::heir("a", "b"), family.in_models("b.mdl"));
  const Outcome outcome = family.convert(family.models);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err,
            "meshwright: " + family.heir + ": lost: the chain of supermodels has no end; it is left at a\n");
}

TEST(CliSupermodel, ABrokenOneIsAnError) {
  const Family family;
  write_text(family.in_models("mw_creature.mdl"), "not a model");
  const Outcome broken = family.convert(family.models);
  EXPECT_EQ(broken.code, 2);
  EXPECT_EQ(broken.err, "meshwright: " + family.heir + ": supermodel " + family.in_models("mw_creature.mdl") +
                            ": 0x00000000: not a known format: it starts with the text \"not a mo\"\n");
  EXPECT_FALSE(std::filesystem::exists(family.glb));
  const Outcome missing = family.convert(family.in_models("nowhere.mdl"));
  EXPECT_EQ(missing.code, 2);
  EXPECT_NE(missing.err.find("supermodel " + family.in_models("nowhere.mdl")), std::string::npos)
      << missing.err;
}

TEST(CliSupermodel, IsNeverReplacedByTheOutput) {
  const Family family;
  const std::string file = family.in_models("mw_creature.mdl");
  save(mdl::sample({}), file);
  const std::string before = read_text(file);
  for (const std::string& supermodel : {family.models, file}) {
    const Outcome outcome =
        meshwright({"convert", "-f", family.heir, file, "--to", "gltf", "--supermodel", supermodel});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "meshwright: " + file + ": is the input itself; write to another file\n");
  }
  EXPECT_EQ(read_text(file), before);
}

TEST(CliSupermodel, IsRefusedWhereItHasNoPlace) {
  const Family family;
  const Outcome json =
      meshwright({"convert", family.heir, family.folder / "out.json", "--supermodel", family.models});
  EXPECT_EQ(json.code, 2);
  EXPECT_EQ(json.err,
            "meshwright: " + family.heir + ": --supermodel has no meaning when a kotor-mdl becomes json\n");
  const std::string wok = family.folder / "room.wok";
  EXPECT_EQ(meshwright({"sample", "kotor-walkmesh", wok}).code, 0);
  EXPECT_EQ(meshwright({"convert", wok, family.glb, "--supermodel", family.models}).code, 2);
  EXPECT_EQ(meshwright({"info", family.heir, "--supermodel", family.models}).err,
            "meshwright: --supermodel is an option of validate, convert, batch, not of info; try `meshwright "
            "info --help`\n");
}

/// Models are held against it (CliValidate has what is found).
TEST(CliSupermodel, OneThatIsMissingCannotBeHeldAgainst) {
  const Family family;
  const Outcome outcome = meshwright({"validate", family.heir, "--supermodel", family.models});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "meshwright: " + family.heir + ": supermodel: \"mw_creature\" is not in " + family.models + "\n");
}

TEST(CliSupermodel, WorksFromTheModelsJsonToo) {
  const Family family;
  save(mdl::sample({}), family.in_models("mw_creature.mdl"));
  const std::string json = family.folder / "heir.json";
  EXPECT_EQ(meshwright({"convert", family.heir, json}).code, 0);
  EXPECT_EQ(
      meshwright({"convert", json, family.glb, "--supermodel", family.models, "--collision", "--lights"}).err,
      "");
  EXPECT_EQ(family.animations(), (Names{"pause1", "walk"}));
}

/// From the model into a .glb, and from that into a .gltf.
TEST(CliSupermodel, ItAndTheHeadNodeSurviveInTheExtras) {
  const Family family;
  EXPECT_EQ(meshwright({"convert", family.heir, family.glb}).code, 0);
  EXPECT_EQ(meshwright({"convert", family.glb, family.folder / "out.gltf"}).code, 0);
  const auto gltf = parse_json(read_text(family.folder / "out.gltf")).value();
  const JsonValue* extras = gltf.find("scenes")->get_if<JsonArray>()->at(0).find("extras");
  ASSERT_NE(extras, nullptr);
  EXPECT_EQ(*extras->find("supermodel")->get_if<std::string>(), "mw_creature");
  EXPECT_EQ(*extras->find("head_node")->get_if<std::string>(), "mw_heir");
}

TEST(CliSupermodel, InfoNamesIt) {
  const Family family;
  EXPECT_NE(meshwright({"info", family.heir}).out.find("  supermodel     mw_creature\n"), std::string::npos);
}

}  // namespace
}  // namespace mw::test
