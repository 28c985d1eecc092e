#include "walk.h"

namespace mw::wows::assets {

void cover_tables(const Database& database, ByteSet& covered) {
  const auto cover = [&](ByteSpan part) {
    if (!part.empty()) covered.add(std::uint64_t(part.data() - database.bytes().data()), part.size());
  };
  covered.add(0, sizeof(Header) + sizeof(Body));
  cover(database.string_buckets().bytes());
  cover(database.string_values().bytes());
  cover(bytes_of(database.texts()));
  cover(database.resource_buckets().bytes());
  cover(database.resource_values().bytes());
  cover(database.paths().bytes());
  for (std::size_t row = 0; row < database.paths().size(); ++row)
    if (const auto name = database.name_bytes(database.paths()[row], row)) cover(bytes_of(*name));
  for (std::size_t index = 0; index < database.database_count(); ++index) {
    const DatabaseView view = database.database(index);
    covered.add(database.entry_offset(index), sizeof(DatabaseEntry));
    covered.add(view.begin, has_records(view) ? sizeof(DataHeader) : view.entry.size);
  }
}

}  // namespace mw::wows::assets
