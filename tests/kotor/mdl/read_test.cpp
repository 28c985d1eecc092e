#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>

#include <algorithm>
#include <functional>

#include "fixtures.h"
#include "support/allocations.h"
#include "support/cases/format_cases.h"

namespace mw::kotor::mdl {
namespace {

using test::prefix;
using test::put;

// Where things are in one_node(): headers to 208, a name offset at 208, the name at 212, the node at 216.
constexpr std::size_t kOneNodeSize = 296;

TEST(MdlRead, SmallestFileIsARootNode) {
  const Pair pair = written(one_node());
  EXPECT_EQ(pair.mdl.size(), kOneNodeSize);
  EXPECT_FALSE(pair.mdx);
  const auto file = read(pair.mdl, std::nullopt);
  ASSERT_TRUE(file);
  ASSERT_EQ(file->nodes.size(), 1U);
  EXPECT_EQ(node_name(*file, file->nodes[0]), "dot");
  EXPECT_EQ(file->nodes[0].offset, 204U);
  EXPECT_EQ(file->variant, (Variant{Game::k1, Platform::pc}));
  EXPECT_TRUE(file->animations.empty());
  EXPECT_TRUE(file->unreferenced.empty());
}

TEST(MdlRead, EveryPartOfTheSample) {
  for (const Variant variant : kVariants) {
    auto file = read_pair(written(sample(variant)));
    ASSERT_TRUE(file) << to_string(variant);
    EXPECT_EQ(file->variant, variant);
    ASSERT_EQ(file->nodes.size(), 9U);
    EXPECT_EQ(file->nodes[kRoot].children, (std::vector<std::uint32_t>{kHip, kBody, kFloor}));
    EXPECT_EQ(file->nodes[kLamp].light->textures[0].text, "mw_flare");
    EXPECT_EQ(file->nodes[kSparks].emitter->update.view(), "Fountain");
    EXPECT_EQ(file->nodes[kHand].reference->model.view(), "fx_ref");
    EXPECT_EQ(tail(*file).dangly->constraints, (std::vector<float>{0, 0, 255, 255}));
    EXPECT_EQ(body(*file).header.vertex_count, 12);
    EXPECT_EQ(body(*file).mdx->rows.positions.size(), 12U);
    EXPECT_EQ(body(*file).mdx->sentinel->positions[0], Vec3(1e6F));
    EXPECT_EQ(body(*file).skin->qbones.size(), 9U);
    EXPECT_EQ(floor(*file).aabb->nodes.size(), 15U);
    ASSERT_EQ(file->animations.size(), 2U);
    EXPECT_EQ(file->animations[1].events[1].time, 0.75F);
    EXPECT_EQ(file->animations[1].nodes[kHip].controllers[0].columns, 3 | kBezier);
    const bool pc = variant.platform == Platform::pc;
    EXPECT_EQ(body(*file).vertices.size(), pc ? 12U : 0U);
    EXPECT_EQ(body(*file).mdx->rows.bones.size(), pc ? 12U : 0U);
    EXPECT_EQ(body(*file).mdx->rows.packed_bones.size(), pc ? 0U : 12U);
  }
}

TEST(MdlRead, EveryTruncationOfTheMdlIsAnErrorNeverACrash) {
  for (const Variant variant : kVariants) {
    const Pair whole = written(sample(variant));
    test::expect_every_cut_fails(whole.mdl, [&](const Bytes& cut) { return read(cut, *whole.mdx); });
  }
}

TEST(MdlRead, CutsSayWhereAndAreOfTheKindOfCuts) {
  const Pair whole = written(sample({}));
  test::expect_cut_messages(
      whole.mdl,
      {{700,
        "0x0000026d: animations[0].nodes[2]: 1 rows of 80 bytes do not fit: the file ends at 0x000002bc"},
       {1500, "0x00000591: nodes[1]: 1 rows of 80 bytes do not fit: the file ends at 0x000005dc"},
       {3000, "0x00000dde: nodes[5]: 1 rows of 80 bytes do not fit: the file ends at 0x00000bb8"}},
      [&](const Bytes& cut) { return read(cut, *whole.mdx); });
  constexpr std::size_t kHeaders = 208;  // shorter ones are of no known game
  for (std::size_t size = kHeaders; size < whole.mdl.size(); ++size) {
    const auto cut = read(prefix(whole.mdl, size), *whole.mdx);
    ASSERT_FALSE(cut) << "cut at " << size;
    EXPECT_TRUE(test::is_code_of_cut(cut.error().code)) << size << ": " << to_string(cut.error());
  }
}

/// Each tree of a file is walked by itself: nodes of one may be those of another.
TEST(MdlRead, AnimationsMayShareTheirNodes) {
  Pair pair = written(sample({}));
  const File sound = read_pair(pair).value();
  constexpr std::size_t kFirstRoot = 0x165;
  constexpr std::size_t kSecondRoot = 0x30D;
  put(pair, kSecondRoot, sound.animations[0].nodes[0].offset);
  const auto shared = read_pair(pair);
  ASSERT_TRUE(shared) << to_string(shared.error());
  ASSERT_EQ(shared->animations[1].nodes.size(), sound.animations[0].nodes.size());
  put(pair, kFirstRoot, sound.nodes[0].offset);
  put(pair, kSecondRoot, sound.nodes[0].offset);
  const auto all = read_pair(pair);
  ASSERT_TRUE(all) << to_string(all.error());
  for (const Animation& animation : all->animations) {
    ASSERT_EQ(animation.nodes.size(), sound.nodes.size());
    for (std::size_t row = 0; row < sound.nodes.size(); ++row) {
      EXPECT_EQ(animation.nodes[row].offset, sound.nodes[row].offset);
      EXPECT_EQ(animation.nodes[row].children, sound.nodes[row].children);
    }
  }
}

/// A short MDX is no reason not to open the MDL. What is left of the MDX is kept.
TEST(MdlRead, EveryTruncationOfTheMdxStillOpens) {
  for (const Variant variant : kVariants) {
    const Pair whole = written(sample(variant));
    for (std::size_t size = 0; size < whole.mdx->size(); ++size) {
      const Pair cut{whole.mdl, prefix(*whole.mdx, size)};
      const auto file = read_pair(cut);
      ASSERT_TRUE(file) << "cut at " << size;
      EXPECT_EQ(file->nodes.size(), 9U);
      EXPECT_EQ(written(*file).mdx, cut.mdx) << "cut at " << size;
      Findings findings;
      validate(*file, findings);
      EXPECT_GT(findings.count(Severity::error), 0U) << "cut at " << size;
    }
  }
}

TEST(MdlRead, WithoutAnMdxTheMdlStillOpens) {
  const Pair pair = written(sample({}));
  const auto file = read(pair.mdl, std::nullopt);
  ASSERT_TRUE(file);
  EXPECT_FALSE(file->has_mdx);
  EXPECT_EQ(file->nodes[kBody].mesh->vertices.size(), 12U);
  EXPECT_FALSE(file->nodes[kBody].mesh->mdx);
  EXPECT_EQ(file->nodes[kFloor].mesh->aabb->nodes.size(), 15U);
  const Pair again = written(*file);
  EXPECT_EQ(again.mdl, pair.mdl);
  EXPECT_FALSE(again.mdx);
}

TEST(MdlRead, MalformationsAreNamed) {
  constexpr test::WordCase kCases[] = {
      {"a text model", 0, 0x0A23,
       "0x00000000: file.zero: expected 0, got \"#\\x0a\\x00\\x00\": not a binary model"},
      {"root outside", 52, 0x1000,
       "0x0000100c: nodes[0]: 1 rows of 80 bytes do not fit: the file ends at 0x00000128"},
      {"root at the end", 52, 216,
       "0x000000e4: nodes[0]: 1 rows of 80 bytes do not fit: the file ends at 0x00000128"},
      {"animations outside", 104, 50,
       "0x000000d8: animation_offsets: 50 rows of 4 bytes do not fit: the file ends at 0x00000128"},
      {"animation is no animation", 104, 1,
       "0x0100000c: animations[0].nodes[0]: 1 rows of 80 bytes do not fit: the file ends at 0x00000128"},
      {"names outside", 200, 0x7FFFFFFF,
       "0x000000d0: name_offsets: 2147483647 rows of 4 bytes do not fit: the file ends at 0x00000128"},
      {"name outside", 208, 0x500,
       "0x000000d4: names[0]: offset 0x0000050c is past the end of the file (0x00000128)"},
      {"children outside", 216 + 48, 2,
       "0x00000128: nodes[0]: 2 rows of 4 bytes do not fit: the file ends at 0x00000128"},
      {"controllers outside", 216 + 60, 30,
       "0x0000000c: nodes[0].controllers: 30 rows of 16 bytes do not fit: the file ends at 0x00000128"},
      {"data outside", 216 + 72, 80,
       "0x0000000c: nodes[0].data: 80 rows of 4 bytes do not fit: the file ends at 0x00000128"},
      {"mesh where no mesh is", 216, 0x21,
       "0x00000128: nodes[0].mesh.functions: needs 8 bytes, but only 0 are left in the file"},
      {"light where no light is", 216, 0x03,
       "0x00000128: nodes[0].light.flare_radius: needs 4 bytes, but only 0 are left in the file"},
      {"emitter where no emitter is", 216, 0x05,
       "0x00000128: nodes[0].emitter.dead_space: needs 4 bytes, but only 0 are left in the file"},
      {"reference where no reference is", 216, 0x11,
       "0x00000128: nodes[0].reference.model: needs 32 bytes, but only 0 are left in the file"},
  };
  const Bytes whole = written(one_node()).mdl;
  ASSERT_EQ(whole.size(), kOneNodeSize);
  test::expect_word_messages(whole, kCases, [](const Bytes& bytes) { return read(bytes, std::nullopt); });
}

TEST(MdlRead, TablesOfMeshesOutsideTheFileAreNamed) {
  struct Case {
    const char* name;
    std::uint16_t row;
    std::size_t byte;  // in the node
    const char* field;
  };
  constexpr Case kCases[] = {
      {"faces", kBody, 80 + 12, "nodes[7].mesh.faces"},
      {"index counts", kBody, 80 + 180, "nodes[7].mesh.index_counts"},
      {"index offsets", kBody, 80 + 192, "nodes[7].mesh.index_offsets"},
      {"inverted counters", kBody, 80 + 204, "nodes[7].mesh.inverted_counters"},
      {"vertices", kBody, 80 + 328, "nodes[7].mesh.vertices"},
      {"bone map", kBody, 80 + 356, "nodes[7].mesh.skin.bone_map"},
      {"qbones", kBody, 80 + 364, "nodes[7].mesh.skin.qbones"},
      {"tbones", kBody, 80 + 376, "nodes[7].mesh.skin.tbones"},
      {"fourth array", kBody, 80 + 388, "nodes[7].mesh.skin.unknown_0x34"},
      {"constraints", kTail, 80 + 336, "nodes[6].mesh.dangly.constraints"},
      {"cloth", kTail, 80 + 356, "nodes[6].mesh.dangly.vertices"},
      {"tree", kFloor, 80 + 332, "nodes[8].mesh.aabb.nodes[0]"},
      {"flare sizes", kLamp, 80 + 20, "nodes[3].light.flare_sizes"},
      {"flare positions", kLamp, 80 + 32, "nodes[3].light.flare_positions"},
      {"flare colors", kLamp, 80 + 44, "nodes[3].light.flare_colors"},
      {"flare textures", kLamp, 80 + 56, "nodes[3].light.texture_offsets"},
  };
  const File file = sample({});
  for (const Case& c : kCases) {
    Bytes bytes = written(file).mdl;
    put(bytes, file.nodes[c.row].offset + kDataStart + c.byte, std::uint32_t(0x7FFFFFF0));
    const auto damaged = read(bytes, std::nullopt);
    ASSERT_FALSE(damaged) << c.name;
    EXPECT_EQ(damaged.error().field, c.field) << c.name;
  }
}

/// Every word of the file, set to every value that parsers trip over: an error or a clean read, never more.
TEST(MdlRead, BoundaryValuesInEveryWord) {
  constexpr std::uint32_t kValues[] = {0, 1, 12, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF4, 0xFFFFFFFF};
  const Pair whole = written(sample({}));
  const auto offsets = test::words(0, whole.mdl.size() - 3);
  EXPECT_GT(test::expect_words_survive<Mdl>(whole, offsets, kValues).readable, 1000U);
}

/// More values in the headers and in every node's header, which decide more, in all variants; only validated,
/// since writing them all too takes long.
TEST(MdlRead, BoundaryValuesInEveryHeaderWordValidate) {
  constexpr std::uint32_t kValues[] = {0,      1,       2,          0x7F,       0x80,       0xFF,      0x100,
                                       0xFFFF, 0x10000, 0x3FFFFFFF, 0x55555556, 0x7FFFFFFF, 0xFFFFFFFE};
  for (const Variant variant : kVariants) {
    const File original = sample(variant);
    const Pair whole = written(original);
    std::vector<std::size_t> offsets = test::words(0, 208);
    for (const Node& node : original.nodes)
      for (const std::size_t byte : test::words(0, 500)) offsets.push_back(node.offset + kDataStart + byte);
    std::erase_if(offsets, [&](std::size_t offset) { return offset + 4 > whole.mdl.size(); });
    std::ranges::sort(offsets);  // most nodes are shorter, and the next one begins within
    offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
    for (const std::size_t offset : offsets) {
      for (const std::uint32_t value : kValues) {
        Pair pair = whole;
        put(pair.mdl, offset, value);
        const auto file = read_pair(pair);
        if (!file) continue;
        Findings findings;
        validate(*file, findings);
      }
    }
  }
}

TEST(MdlRead, CyclesAndSharedChildrenEnd) {
  for (const std::size_t child : {kRoot, kHip, kNeck, kFloor}) {
    File file = sample({});
    file.nodes[kNeck].children.push_back(std::uint32_t(child));
    lay_out(file, Family::original);
    const Pair pair = written(file);
    const auto again = read_pair(pair);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->nodes.size(), 9U);
    EXPECT_EQ(written(*again).mdl, pair.mdl);
  }
}

TEST(MdlRead, AabbCyclesEnd) {
  for (const std::uint32_t child : {0U, 1U, 7U}) {
    File file = sample({});
    floor(file).aabb->nodes[1].right = child;
    const Pair pair = written(file);
    const auto again = read_pair(pair);
    ASSERT_TRUE(again);
    EXPECT_LE(again->nodes[kFloor].mesh->aabb->nodes.size(), 15U);
    EXPECT_EQ(written(*again).mdl, pair.mdl);
  }
}

TEST(MdlRead, AChainOfAMillionNodesIsReadWithoutRecursion) {
  constexpr std::uint32_t kLength = 1000000;
  const Bytes bytes = written(chain(kLength)).mdl;
  const auto file = test::within_memory(bytes.size(), [&] { return read(bytes, std::nullopt); });
  ASSERT_TRUE(file);
  EXPECT_EQ(file->nodes.size(), kLength);
  EXPECT_EQ(file->nodes[kLength - 2].children, (std::vector<std::uint32_t>{kLength - 1}));
}

TEST(MdlRead, AFileCannotAskForMoreMemoryThanItIsWorth) {
  if (!test::AllocationCounter::counts()) GTEST_SKIP() << "needs AddressSanitizer";
  const File original = chain(20000);
  const Bytes whole = written(original).mdl;
  const auto size = std::uint32_t(whole.size());
  const auto node = [&](std::size_t row, std::size_t byte) {
    return original.nodes[row].offset + kDataStart + byte;
  };
  struct Case {
    const char* name;
    std::function<void(Bytes&)> damage;
  };
  const Case cases[] = {
      {"names all over", [&](Bytes& b) { put(b, 196, 0U), put(b, 200, size / 4 - 3); }},
      {"a node with all children",
       [&](Bytes& b) { put(b, node(0, 44), 0U), put(b, node(0, 48), size / 4 - 3); }},
      {"animations all over", [&](Bytes& b) { put(b, 100, 0U), put(b, 104, size / 4 - 3); }},
      {"data in every node",
       [&](Bytes& b) {
         for (std::size_t row = 0; row < 20000; ++row)
           put(b, node(row, 68), 0U), put(b, node(row, 72), size / 4 - 3);
       }},
      {"meshes in every node",
       [&](Bytes& b) {
         for (std::size_t row = 0; row < 20000; ++row) put(b, node(row, 0), std::uint16_t(0x3E1));
       }},
      {"children that overlap", [&](Bytes& b) {
         for (std::size_t row = 0; row < 20000; ++row) put(b, node(row, 44), row), put(b, node(row, 48), 40U);
       }}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Bytes bytes = whole;
    c.damage(bytes);
    (void)test::within_memory(2 * bytes.size(), [&] { return read(bytes, ByteSpan(bytes)); });  // or fails
  }
  for (const Variant variant : kVariants) {
    const Pair good = written(sample(variant));
    EXPECT_TRUE(test::within_memory(good.mdl.size() + good.mdx->size(), [&] { return read_pair(good); }));
  }
}

TEST(MdlRead, TraceNamesEveryByteAndChangesNothing) {
  for (const Variant variant : kVariants)
    test::expect_every_byte_named<Mdl>(
        written(sample(variant)),
        {"nodes[7].mesh.faces[3].normal", "animations[1].events[0].name", "names[8]",
         "mdx.nodes[7].rows[11].positions", "mdx.nodes[7].sentinel[0].weights",
         "nodes[8].mesh.aabb.nodes[4].plane", "nodes[2].child_offsets[1]"});
}

TEST(MdlRead, SniffsByContent) {
  const Bytes bytes = written(one_node()).mdl;
  EXPECT_TRUE(sniff(bytes));
  EXPECT_FALSE(sniff(prefix(bytes, 91)));
  EXPECT_FALSE(sniff(Bytes(4096)));
  EXPECT_FALSE(sniff(
      bytes_of("# MODEL ASCII, and so on for more than ninety bytes, as a text model would go on and on "
               "and on")));
  Bytes unknown = bytes;
  put(unknown, 12, std::uint32_t(1));
  EXPECT_TRUE(sniff(unknown));
  put(unknown, 4, std::uint32_t(1));
  EXPECT_FALSE(sniff(unknown));
}

}  // namespace
}  // namespace mw::kotor::mdl
