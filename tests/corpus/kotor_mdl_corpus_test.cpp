#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>

#include <set>

#include "kotor/mdl/fixtures.h"
#include "kotor/mdl/play.h"
#include "kotor_models.h"
#include "support/cases/corpus_cases.h"
#include "support/losses.h"

namespace mw::kotor::mdl {
namespace {

TEST(MdlCorpus, RoundTripIsByteIdentical) {
  test::expect_real_round_trip<Mdl>(real_models());
}

TEST(MdlCorpus, ModelsOfTheSecondGameRoundTripAndHaveNoError) {
  test::expect_real_round_trip<Mdl>(game_models());
  if (!game_models().empty()) {
    test::expect_real_json_round_trip<Mdl>(game_models());
    test::expect_no_real_error<Mdl>(game_models());
  }
}

TEST(MdlCorpus, LayOutGivesTheBytesOfEveryFile) {
  test::for_each_real<Mdl>(real_models(), [](const Pair& pair, File& file) {
    lay_out(file, family_of(file));
    test::expect_writes(file, pair);
  });
}

TEST(MdlCorpus, JsonGivesTheSameBytesBack) {
  test::expect_real_json_round_trip<Mdl>(real_models());
}

TEST(MdlCorpus, EveryByteHasAName) {
  test::expect_real_bytes_named<Mdl>(real_models());
}

TEST(MdlCorpus, WritingTellsTheSameAsReading) {
  test::for_each_real<Mdl>(
      real_models(), [](const Pair& pair, const File&) { test::expect_writing_tells_the_same<Mdl>(pair); });
}

/// But for the rooms whose MDX is lost, which lack it.
TEST(MdlCorpus, NoFileHasAnError) {
  test::expect_no_real_error<Mdl>(real_models(), [](const Finding& finding, const Pair& pair) {
    return !pair.mdx && finding.kind->code == "MDL_MDX_MISSING";
  });
}

/// What compilers derive from a mesh is right in every real file, or right enough that nobody can say
/// otherwise.
TEST(MdlCorpus, DerivedFieldsAreNotBlamed) {
  test::for_each_real<Mdl>(real_models(), [](const Pair&, const File& file) {
    for (const char* code : {"MDL_ADJACENCY_MISMATCH", "MDL_AVERAGE_MISMATCH", "MDL_BOX_MISMATCH",
                             "MDL_RADIUS_MISMATCH", "MDL_CONTROLLER_TYPE_UNKNOWN"})
      EXPECT_EQ(test::findings_of(file, code), std::vector<std::string>());
  });
}

/// One cause: an MDX that lost bytes makes findings of its size and of the vertices that are not where they
/// were.
TEST(MdlCorpus, ADamagedMdxIsToldAsSuch) {
  test::for_each_real<Mdl>(test::corpus_files("broken", ".mdl"), [](const Pair&, const File& file) {
    const std::vector<std::string_view> codes = test::codes_of(file);
    EXPECT_EQ(std::set<std::string_view>(codes.begin(), codes.end()),
              (std::set<std::string_view>{"MDL_MDX_SIZE_MISMATCH", "MDL_VERTEX_MISMATCH"}));
  });
}

TEST(MdlCorpus, FindingsAreWhereTheDumpSaysTheyAre) {
  test::for_each_real<Mdl>(real_models(), [](const Pair& pair, const File&) {
    test::Account account;
    const File file = Mdl::read_told(pair, account).value();
    Findings findings;
    validate(file, findings);
    test::expect_places_told(findings, account, "mdx.");
  });
}

TEST(MdlCorpus, RoomsAgreeWithTheirWalkmeshes) {
  const auto files = real_models();
  SKIP_WITHOUT_CORPUS(files);
  std::size_t compared = 0;
  for (const auto& path : files) {
    const std::filesystem::path name = path.stem().string() + ".wok";
    std::filesystem::path wok = path.parent_path() / name;
    if (!std::filesystem::exists(wok)) wok = path.parent_path().parent_path() / "wok" / name;
    if (!std::filesystem::exists(wok)) continue;
    Findings findings;
    validate_against(read(test::read_bytes(path), std::nullopt).value(),
                     walkmesh::read(test::read_bytes(wok)).value(), findings);
    SCOPED_TRACE(path);
    test::expect_no_finding(findings);
    ++compared;
  }
  EXPECT_GE(compared, 4U);
}

/// To the other game and back: not a byte changes, since K1 models have no dirt. Those of K2 may lose theirs.
TEST(MdlCorpus, ModelsOfTheFirstGameComeBackFromTheSecond) {
  test::for_each_real<Mdl>(test::corpus_files("kotor/mdl_k1", ".mdl"),
                           [](const Pair& pair, const File& file) {
                             const Converted k2 = convert(file, {Game::k2, Platform::pc});
                             const File read_k2 = write(k2.file).and_then(read_pair).value();
                             EXPECT_TRUE(k2.losses.empty());
                             test::expect_writes(convert(read_k2, {Game::k1, Platform::pc}).file, pair);
                           });
}

TEST(MdlCorpus, SkinsInRestAreAsStored) {
  const auto files = real_models();
  SKIP_WITHOUT_CORPUS(files);
  std::size_t skinned = 0;
  for (const auto& path : files) {
    const auto worst = worst_in_rest(read_pair(Mdl::load(path)).value());
    if (!worst) continue;
    EXPECT_LT(*worst, 1e-4F) << path;
    ++skinned;
  }
  EXPECT_GT(skinned, 0U);
}

TEST(MdlCorpus, TheSceneMovesAsThePoseDoes) {
  const auto files = real_models();
  SKIP_WITHOUT_CORPUS(files);
  std::size_t compared = 0;
  for (const auto& path : files) {
    File file = read_pair(Mdl::load(path)).value();
    constexpr std::size_t kEnough = 12;
    if (file.animations.size() > kEnough) file.animations.resize(kEnough);
    SCOPED_TRACE(path);
    compared += compare_with_scene(file);
  }
  EXPECT_GT(compared, 100U);
}

/// Two models with the skeleton of one supermodel, both of scale 1: what the one has, the other can inherit,
/// and the limbs turn alike.
TEST(MdlCorpus, AnimationsCanBeInheritedFromAModelOfTheSameSkeleton) {
  const auto files = real_models();
  SKIP_WITHOUT_CORPUS(files);
  const auto find = [&](std::string_view name) {
    return std::ranges::find_if(files, [&](const auto& file) { return file.stem() == name; });
  };
  const auto heir_path = find("k1cp__CP_CommF02");
  const auto giver_path = find("k1cp__m13aa_c01_char01");
  if (heir_path == files.end() || giver_path == files.end()) GTEST_SKIP() << "the two models are not here";
  File heir = read(test::read_bytes(*heir_path), std::nullopt).value();
  const File giver = read(test::read_bytes(*giver_path), std::nullopt).value();
  inherit_animations(heir, giver);
  ASSERT_EQ(heir.animations.size(), giver.animations.size());
  const auto row_of = [](const File& file, std::string_view name) {
    const auto node =
        std::ranges::find_if(file.nodes, [&](const Node& n) { return node_name(file, n) == name; });
    return std::size_t(node - file.nodes.begin());
  };
  for (std::size_t a = 0; a < heir.animations.size(); ++a) {
    const float time = heir.animations[a].header.length / 3;
    const auto ours = pose(heir, heir.animations[a], time);
    const auto theirs = pose(giver, giver.animations[a], time);
    for (const char* limb : {"pelvis_g", "torso_g", "lthigh_g", "rfoot_g", "rforearm_g", "lhand_g"}) {
      Mat4 one = ours.at(row_of(heir, limb));
      Mat4 other = theirs.at(row_of(giver, limb));
      one[3] = other[3] = Vec4(0, 0, 0, 1);  // they stand in slightly different places
      EXPECT_LT(test::difference(one, other), 1e-4F) << limb << " " << a;
    }
  }
}

TEST(MdlCorpus, ADamagedMdxIsReportedAndKept) {
  test::for_each_real<Mdl>(test::corpus_files("broken", ".mdl"), [](const Pair& pair, const File& file) {
    Findings findings;
    validate(file, findings);
    ASSERT_FALSE(findings.all().empty());
    EXPECT_EQ(findings.all()[0].kind->code, "MDL_MDX_SIZE_MISMATCH");
    EXPECT_EQ(write(file)->mdx, pair.mdx);
  });
}

}  // namespace
}  // namespace mw::kotor::mdl
