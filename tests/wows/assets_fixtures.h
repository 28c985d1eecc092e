#pragma once

#include <meshwright/wows/assets.h>
#include <meshwright/wows/assets_build.h>
#include <meshwright/wows/assets_paths.h>
#include <meshwright/wows/path_hash.h>

#include "support/format_cases.h"

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
  return builder.build().value();
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
