#include <gtest/gtest.h>
#include <meshwright/wows/detail/name_hash.h>

#include "fixtures.h"
#include "support/cases/format_cases.h"

namespace mw::wows::assets {
namespace {

TEST(AssetsWrite, TheSampleComesBack) {
  test::expect_comes_back<Assets>(sample_bytes());
  test::expect_comes_back<Assets>(tiny());
}

TEST(AssetsWrite, EveryByteHasAName) {
  test::expect_every_byte_named<Assets>(sample_bytes(),
                                        {"header.checksum",
                                         "body.path_count",
                                         "strings.buckets[0].tag",
                                         "strings.values[5]",
                                         "strings.texts[0]",
                                         "resources.buckets[0].key",
                                         "resources.values[0]",
                                         "paths[3].name",
                                         "paths[3].name_pointer",
                                         "databases[1].checksum",
                                         "databases[1].count",
                                         "databases[1].records[0].geometry",
                                         "databases[1].records[0].names.pointer",
                                         "databases[1].records[0].names[3]",
                                         "databases[1].records[0].matrices[1]",
                                         "databases[1].records[0].render_sets[2].nodes[1]",
                                         "databases[1].records[0].lods[0].render_sets[0]",
                                         "databases[3].records[1].dyes[0].tints[1]",
                                         "databases[4].records[0].colour_curve.points.points[1]",
                                         "databases[8].records[0].parameters[0].name",
                                         "databases[8].records[0].parameters[0].name.size",
                                         "databases[9].records[0].contours[0].points[2]"});
  test::expect_every_byte_named<Assets>(tiny());
}

TEST(AssetsWrite, TellsTheSameAsReading) {
  test::expect_writing_tells_the_same<Assets>(sample_bytes());
}

/// Each text with the NUL that ends it, and nothing of the next.
TEST(AssetsWrite, TextsAreToldOneByOne) {
  const Bytes bytes = sample_bytes();
  test::Account account;
  Assets::write_told(opened(bytes), account);
  std::size_t texts = 0;
  for (const test::Told& told : account.sorted()) {
    if (!told.path.starts_with("strings.texts[")) continue;
    const std::string_view text = text_of(ByteSpan(bytes).subspan(told.offset, told.value.size()));
    EXPECT_EQ(text.find('\0'), text.size() - 1) << told.path;
    ++texts;
  }
  EXPECT_GT(texts, 5U);
}

/// Bytes of the file behind its last table belong to nothing, and stay.
TEST(AssetsWrite, KeepsWhatNothingRefersTo) {
  Bytes bytes = tiny();
  bytes.insert(bytes.end(), {std::byte(1), std::byte(2), std::byte(3)});
  test::expect_comes_back<Assets>(bytes);
  test::Account account;
  Assets::write_told(opened(bytes), account);
  const std::vector<test::Told>& told = account.sorted();
  EXPECT_EQ(told.back().path, "unreferenced[0]");
  EXPECT_EQ(told.back().value.size(), 3U);
}

/// A record whose pointers lead nowhere is kept as it is, and what the others have is still told apart.
TEST(AssetsWrite, KeepsARecordThatCannotBeDecoded) {
  Bytes bytes = sample_bytes();
  const std::uint64_t visual = record_offset(opened(bytes), "content/gameplay/sample/turret/turret.visual");
  test::put(bytes, std::size_t(visual) + 0x68, std::int64_t(1) << 40);
  test::expect_comes_back<Assets>(bytes);
  test::Account account;
  Assets::write_told(opened(bytes), account);
  std::set<std::string> paths;
  for (const test::Told& told : account.sorted()) paths.emplace(told.path);
  EXPECT_TRUE(paths.contains("databases[1].records[0]"));
  EXPECT_TRUE(paths.contains("databases[1].records[1].names[0]"));
  EXPECT_TRUE(paths.contains("unreferenced[0]"));
}

TEST(AssetsWrite, TheChecksumIsMurmur3OfTheBody) {
  const Database database = opened(sample_bytes());
  const std::string_view body = text_of(database.bytes().subspan(16));
  EXPECT_EQ(database.header().checksum, name_hash(body));
  EXPECT_EQ(find_checksum(database).kind, ChecksumKind::murmur3);
}

/// The parts follow each other in the order of the known file, without gaps.
TEST(AssetsBuild, LaysOutAsTheKnownFile) {
  const Database database = opened(tiny());
  const Body& body = database.body();
  const std::uint64_t strings = 112;
  EXPECT_EQ(16 + body.string_bucket_pointer, std::int64_t(strings));
  EXPECT_EQ(16 + body.string_value_pointer, std::int64_t(strings + 53 * 8));
  EXPECT_EQ(16 + body.text_pointer, std::int64_t(strings + 53 * 12));
  EXPECT_EQ(body.text_size, 5U);
  const std::uint64_t resources = strings + 53 * 12 + 5;
  EXPECT_EQ(16 + 0x28 + body.resource_bucket_pointer, std::int64_t(resources));
  EXPECT_EQ(16 + 0x28 + body.resource_value_pointer, std::int64_t(resources + 53 * 16));
  const std::uint64_t paths = resources + 53 * 20;
  EXPECT_EQ(16 + 0x40 + body.path_pointer, std::int64_t(paths));
  EXPECT_EQ(body.path_count, 2U);
  const std::uint64_t entries = paths + 2 * 32 + 11 + 9;
  EXPECT_EQ(16 + body.database_pointer, std::int64_t(entries));
  EXPECT_EQ(body.database_count, 10U);
  EXPECT_EQ(database.database(0).begin, entries + 10 * 24);
  EXPECT_EQ(database.database(1).begin, entries + 10 * 24 + 16);
  EXPECT_EQ(database.database(1).count, 1U);
  EXPECT_EQ(database.database(9).end(), database.bytes().size());
}

TEST(AssetsBuild, RefusesWhatAFileCannotHold) {
  Builder both;
  both.add("a.model", Model());
  both.add("b.model", Model14());
  EXPECT_EQ(test::message_of(std::move(both).build()), "model: a file has models of one layout only");
  Builder many;
  Model model;
  model.animations.items.resize(256);
  many.add("a.model", Model());
  many.add("b.model", model);
  EXPECT_EQ(test::message_of(std::move(many).build()),
            "model[1]: more rows than the field for their number can hold");
  Builder raw;
  raw.add("a.model", Raw());
  EXPECT_EQ(test::message_of(std::move(raw).build()), "a raw record has no type and so no database to be in");
}

/// What build() says of one path or name.
std::string refusal(const std::function<void(Builder&)>& add) {
  Builder builder;
  add(builder);
  return test::message_of(std::move(builder).build());
}

TEST(AssetsBuild, RefusesWhatCouldNotBeFoundAgain) {
  const auto path = [](const std::string& text) {
    return refusal([&](Builder& builder) { builder.add_path(text); });
  };
  const auto name = [](const std::string& text) {
    return refusal([&](Builder& builder) { builder.add_name(text); });
  };
  EXPECT_EQ(path("a//b"), "\"a//b\": a part of it has no name");
  EXPECT_EQ(path("/a"), "\"/a\": a part of it has no name");
  EXPECT_EQ(path("./a"), "\"./a\": a part of it has no name");
  EXPECT_EQ(path(std::string(1023, 'a')), test::kNoError);
  EXPECT_TRUE(path(std::string(1024, 'a'))
                  .ends_with("1024 bytes are too long for a part of a path: fewer than 1024 are read"));
  std::string deep = "a";
  for (int i = 1; i < 64; ++i) deep += "/a";
  EXPECT_EQ(path(deep), test::kNoError);
  EXPECT_TRUE(path(deep + "/a").ends_with(": 65 parts, but up to 64 are read"));
  std::string longest(1000, 'a');
  for (int i = 0; i < 4; ++i) longest += "/" + std::string(773, 'a');
  EXPECT_EQ(longest.size(), 4096U);
  EXPECT_EQ(path(longest), test::kNoError);
  EXPECT_TRUE(path(longest + "a").ends_with(": 4097 bytes are too long for a path: up to 4096 are read"));
  EXPECT_EQ(name(std::string(4095, 'a')), test::kNoError);
  EXPECT_TRUE(name(std::string(4096, 'a'))
                  .ends_with(": 4096 bytes are too long for a name: fewer than 4096 are read"));
  EXPECT_TRUE(name(std::string("a\0b", 3)).ends_with(": a name ends at its NUL"));
  EXPECT_EQ(refusal([](Builder& builder) {
              builder.add("a.model", Model());
              builder.add("a.model", Model());
            }),
            "\"a.model\": has a record already");
}

/// Its parts are not looked at: each would be hashed with all before it.
TEST(AssetsBuild, APathOfAMillionPartsIsRefusedForItsLengthAlone) {
  std::string path = "a";
  for (int i = 1; i < 1'000'000; ++i) path += "/a";
  EXPECT_TRUE(refusal([&](Builder& builder) {
                builder.add_path(path);
              }).ends_with(": 1999999 bytes are too long for a path: up to 4096 are read"));
}

/// Names of the longest kind can be read.
TEST(AssetsBuild, WhatItTakesIsFoundAgain) {
  Builder builder;
  const std::string longest(4095, 'a');
  const NameId id = builder.add_name(longest);
  EXPECT_EQ(builder.add_name(""), NameId{});
  builder.add_path("x/y/z");
  builder.add_path("x/y");
  EXPECT_EQ(builder.path_count(), 3U);
  std::string deep = "a";
  for (int i = 1; i < 64; ++i) deep += "/a";
  builder.add_path(deep);
  EXPECT_EQ(builder.path_count(), 3U + 64U);
  const Database database = opened(std::move(builder).build().value());
  EXPECT_EQ(database.string(id), longest);
  EXPECT_EQ(count(database).strings, 1U);
}

/// Of 300,000 names some have the hash of another.
TEST(AssetsBuild, TellsOfTextsThatAreLost) {
  Builder builder;
  for (int i = 0; i < 300'000; ++i) builder.add_name("name" + std::to_string(i));
  builder.add_name("name0");
  const std::vector<std::string> lost = builder.lost_texts();
  ASSERT_FALSE(lost.empty());
  EXPECT_LT(lost.size(), 40U);
  const Database database = opened(std::move(builder).build().value());
  for (const std::string& text : lost) {
    const auto other = database.string({name_hash(text)});
    ASSERT_TRUE(other);
    EXPECT_NE(*other, text);
  }
  EXPECT_EQ(count(database).strings, 300'000 - lost.size());
}

TEST(AssetsBuild, ModelsOfVersion14HaveTheirOwnLayout) {
  Builder builder;
  Model14 model;
  model.visual = builder.add_path("a.visual");
  model.misc_type = 3;
  model.animations.items = {{7}, {8}};
  builder.add("a.model", model);
  const Bytes bytes = std::move(builder).build().value();
  const Database database = opened(bytes);
  EXPECT_EQ(database.database(3).stride, 0x20U);
  EXPECT_EQ(database.database(3).entry.checksum, 0xD6B11569U);
  const Record record = database.record(*database.find({path_hash("a.model")})).value();
  const auto& read = std::get<Model14>(record);
  EXPECT_EQ(read.visual.value, path_hash("a.visual"));
  EXPECT_EQ(read.misc_type, 3);
  ASSERT_EQ(read.animations.items.size(), 2U);
  EXPECT_EQ(read.animations.items[1].value, 8U);
  test::expect_comes_back<Assets>(bytes);
}

}  // namespace
}  // namespace mw::wows::assets
