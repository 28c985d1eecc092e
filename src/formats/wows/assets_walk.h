#pragma once

#include "assets_decode.h"

/// All of a file, one part after another.
namespace mw::wows::assets {

/// Where in the file the entry of a database is.
inline std::uint64_t entry_offset(const Database& database, std::size_t index) {
  return resolve(kBodyBase, database.body().database_pointer).value_or(0) + index * sizeof(DatabaseEntry);
}

/// Whether the data of a database falls into records.
inline bool has_records(const DatabaseView& view) {
  return view.first != 0;
}

/// Decodes the records of all databases with one limit for all of them, so that every walk through a file
/// gives the same. Those that cannot be decoded are raw.
class RecordWalk {
 public:
  explicit RecordWalk(const Database& database, ByteSet* covered = nullptr)
      : database_(database), limits_(DecodeLimits::of(database.bytes().size(), covered)) {}

  /// Calls `use(row, record, error)`; the error, or null, is why the record is raw although its layout is
  /// known. Databases must come in their order, each once.
  void for_each(std::size_t index, const auto& use) {
    const DatabaseView view = database_.database(index);
    for (std::uint64_t row = 0; row < view.count; ++row) {
      auto record = decode(database_.bytes(), view, row, limits_);
      if (record)
        use(row, *record, static_cast<const Error*>(nullptr));
      else
        use(row, Record(raw_record(database_.bytes(), view, row)), &record.error());
    }
  }

 private:
  const Database& database_;
  DecodeLimits limits_;
};

}  // namespace mw::wows::assets
