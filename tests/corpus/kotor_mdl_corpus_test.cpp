#include <gtest/gtest.h>
#include <meshwright/core/coverage.h>
#include <meshwright/core/json_value.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_supermodel.h>
#include <meshwright/kotor/walkmesh.h>

#include "kotor/mdl_play.h"
#include "support/bytes.h"
#include "support/corpus.h"

namespace mw::kotor::mdl {
namespace {

struct RealPair {
  std::filesystem::path path;
  Bytes mdl;
  std::optional<Bytes> mdx;

  std::optional<ByteSpan> mdx_span() const { return mdx ? std::optional<ByteSpan>(*mdx) : std::nullopt; }
};

RealPair load(const std::filesystem::path& path) {
  RealPair pair{path, test::read_bytes(path), std::nullopt};
  std::filesystem::path mdx = path;
  if (std::filesystem::exists(mdx.replace_extension(".mdx"))) pair.mdx = test::read_bytes(mdx);
  return pair;
}

std::vector<std::filesystem::path> real_files() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"kotor/mdl_k1", "kotor/mdl_k2", "kotor/room_pairs"})
    for (const auto& path : test::corpus_files(folder, ".mdl")) files.push_back(path);
  return files;
}

TEST(MdlCorpus, RoundTripIsByteIdentical) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const RealPair pair = load(path);
    const Pair again = read(pair.mdl, pair.mdx_span()).and_then(write).value();
    EXPECT_EQ(again.mdl, pair.mdl) << path;
    EXPECT_EQ(again.mdx, pair.mdx) << path;
  }
}

TEST(MdlCorpus, LayOutGivesTheBytesOfEveryFile) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const RealPair pair = load(path);
    File file = read(pair.mdl, pair.mdx_span()).value();
    lay_out(file, family_of(file));
    const Pair again = write(file).value();
    EXPECT_EQ(again.mdl, pair.mdl) << path;
    EXPECT_EQ(again.mdx, pair.mdx) << path;
  }
}

TEST(MdlCorpus, JsonGivesTheSameBytesBack) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const RealPair pair = load(path);
    const auto json = parse_json(to_json(read(pair.mdl, pair.mdx_span()).value()));
    const Pair again = from_json(json.value()).and_then(write).value();
    EXPECT_EQ(again.mdl, pair.mdl) << path;
    EXPECT_EQ(again.mdx, pair.mdx) << path;
  }
}

TEST(MdlCorpus, EveryByteHasAName) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const RealPair pair = load(path);
    Coverage mdl;
    Coverage mdx;
    const Trace trace = [&](const TracedField& field) { mdl.add(field); };
    const Trace mdx_trace = [&](const TracedField& field) { mdx.add(field); };
    ASSERT_TRUE(read(pair.mdl, pair.mdx_span(), {&trace, &mdx_trace})) << path;
    EXPECT_EQ(mdl.named(), pair.mdl.size()) << path;
    EXPECT_EQ(mdx.named(), pair.mdx ? pair.mdx->size() : 0) << path;
  }
}

/// But for the rooms whose MDX is lost, which lack it.
TEST(MdlCorpus, NoFileHasAnError) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const RealPair pair = load(path);
    Findings findings;
    validate(read(pair.mdl, pair.mdx_span()).value(), findings);
    for (const Finding& finding : findings.all()) {
      if (!pair.mdx && finding.kind->code == "MDL_MDX_MISSING") continue;
      EXPECT_NE(finding.kind->severity, Severity::error)
          << path << " " << finding.kind->code << " " << finding.where << ": " << finding.message;
    }
  }
}

TEST(MdlCorpus, RoomsAgreeWithTheirWalkmeshes) {
  const auto files = real_files();
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
    for (const Finding& finding : findings.all())
      ADD_FAILURE() << path << " " << finding.kind->code << " " << finding.where << ": " << finding.message;
    ++compared;
  }
  EXPECT_GE(compared, 4U);
}

/// To the other game and back: not a byte changes, since K1 models have no dirt. Those of K2 may lose theirs.
TEST(MdlCorpus, ModelsOfTheFirstGameComeBackFromTheSecond) {
  const auto files = test::corpus_files("kotor/mdl_k1", ".mdl");
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const RealPair pair = load(path);
    const File file = read(pair.mdl, pair.mdx_span()).value();
    const Converted k2 = convert(file, {Game::k2, Platform::pc});
    const Pair as_k2 = write(k2.file).value();
    const File read_k2 = read(as_k2.mdl, *as_k2.mdx).value();
    const Pair back = write(convert(read_k2, {Game::k1, Platform::pc}).file).value();
    EXPECT_TRUE(k2.losses.empty()) << path;
    EXPECT_EQ(back.mdl, pair.mdl) << path;
    EXPECT_EQ(back.mdx, pair.mdx) << path;
  }
}

TEST(MdlCorpus, SkinsInRestAreAsStored) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  std::size_t skinned = 0;
  for (const auto& path : files) {
    const RealPair pair = load(path);
    const auto worst = worst_in_rest(read(pair.mdl, pair.mdx_span()).value());
    if (!worst) continue;
    EXPECT_LT(*worst, 1e-4F) << path;
    ++skinned;
  }
  EXPECT_GT(skinned, 0U);
}

TEST(MdlCorpus, TheSceneMovesAsThePoseDoes) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  std::size_t compared = 0;
  for (const auto& path : files) {
    const RealPair pair = load(path);
    File file = read(pair.mdl, pair.mdx_span()).value();
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
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  const auto find = [&](std::string_view name) {
    return std::ranges::find_if(files, [&](const auto& file) { return file.stem() == name; });
  };
  const auto heir_path = find("k1cp__CP_CommF02");
  const auto giver_path = find("k1cp__m13aa_c01_char01");
  if (heir_path == files.end() || giver_path == files.end()) GTEST_SKIP() << "the two models are not here";
  File heir = read(load(*heir_path).mdl, std::nullopt).value();
  const File giver = read(load(*giver_path).mdl, std::nullopt).value();
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
  const auto files = test::corpus_files("broken", ".mdl");
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    const RealPair pair = load(path);
    const auto file = read(pair.mdl, pair.mdx_span());
    ASSERT_TRUE(file) << path;
    Findings findings;
    validate(*file, findings);
    ASSERT_FALSE(findings.all().empty());
    EXPECT_EQ(findings.all()[0].kind->code, "MDL_MDX_SIZE");
    EXPECT_EQ(write(*file)->mdx, pair.mdx) << path;
  }
}

}  // namespace
}  // namespace mw::kotor::mdl
