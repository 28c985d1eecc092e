#pragma once

#include "decode.h"

/// All of a file, one part after another.
namespace mw::wows::assets {

/// Whether the data of a database falls into records.
inline bool has_records(const DatabaseView& view) {
  return view.first != 0;
}

/// Adds everything that belongs to something, but for the records: those that a RecordWalk decodes add
/// themselves.
void cover_tables(const Database& database, ByteSet& covered);

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

  /// Whether the last record is raw only since those before it took all that records may take together.
  bool is_over_limit() const { return limits_.is_over; }

 private:
  const Database& database_;
  DecodeLimits limits_;
};

}  // namespace mw::wows::assets
