#pragma once

#include <meshwright/core/json_text.h>
#include <meshwright/wows/assets.h>
#include <meshwright/wows/detail/assets_paths.h>
#include <meshwright/wows/detail/path_hash.h>

#include "support/cases/format_cases.h"

namespace mw::wows::assets {

/// For the tests that every format has.
struct Assets : test::OneFile {
  static Result<Database> read(const Bytes& whole) { return assets::read(whole); }
  static Result<Database> traced(const Bytes& whole, test::Names& names) {
    return assets::read(whole, names.trace_of(whole));
  }
  static Result<Database> read_told(const Bytes& whole, test::Account& account) {
    return assets::read(whole, account.file());
  }
  static void write_told(const Database& database, test::Account& account) {
    EXPECT_EQ(test::message_of(write(database, account.file())), test::kNoError);
  }
  static Result<Database> from_json(const JsonText& json) { return assets::from_json(json); }
};

inline Database opened(const Bytes& bytes) {
  return Database::open(Blob(bytes)).value();
}

/// The sample, which all tests share.
inline const Bytes& sample_bytes() {
  static const Bytes bytes = sample();
  return bytes;
}

/// One small visual.
inline Bytes tiny() {
  Builder builder;
  Visual visual;
  visual.names.items = {builder.add_name("root")};
  visual.map_names.items = visual.names.items;
  visual.map_nodes.items = {0};
  visual.matrices.items = {Matrix{1}};
  visual.parents.items = {kNoParent};
  visual.geometry = builder.add_path("a.geometry");
  builder.add("a.visual", visual);
  return std::move(builder).build().value();
}

/// A file of folders, each in the one before, with one name for all of them.
inline Bytes nested(std::size_t folders, const std::string& name) {
  Bytes bytes(112 + folders * 32);
  const Header header;
  test::put(bytes, 0, header);
  test::put(bytes, 16 + 0x40, std::uint32_t(folders));
  test::put(bytes, 16 + 0x48, std::int64_t(112 - 16 - 0x40));
  std::string path;
  std::uint64_t parent = kDotId.value;
  for (std::size_t row = 0; row < folders; ++row) {
    path += (row == 0 ? "" : "/") + name;
    const std::size_t at = 112 + row * 32;
    test::put(bytes, at,
              PathEntry{.id = path_hash(path),
                        .parent = parent,
                        .name_size = std::uint32_t(name.size() + 1),
                        .name_pointer = std::int64_t(bytes.size() - at - 16)});
    parent = path_hash(path);
  }
  const ByteSpan chars = std::as_bytes(std::span(name.c_str(), name.size() + 1));
  bytes.insert(bytes.end(), chars.begin(), chars.end());
  return bytes;
}

/// Where a resource's record is in a file.
inline std::uint64_t record_offset(const Database& database, std::string_view path) {
  const auto location = database.find({path_hash(path)});
  EXPECT_TRUE(location) << path;
  return location ? database.database(location->database).record_offset(location->record) : 0;
}

/// The index of a type's database in files that Builder makes.
inline std::size_t index_of(Type type) {
  return std::size_t(type);
}

inline std::size_t entry_of(const Database& database, Type type) {
  return std::size_t(kBodyBase) + std::size_t(database.body().database_pointer) +
         index_of(type) * sizeof(DatabaseEntry);
}

}  // namespace mw::wows::assets
