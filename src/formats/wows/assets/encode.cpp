#include "encode.h"

#include <utility>

namespace mw::wows::assets {

PlacedTables place_tables(const TableSizes& sizes, Body& body) {
  std::uint64_t next = sizeof(Header) + sizeof(Body);
  const auto place = [&](std::uint64_t count, std::uint64_t stride) {
    return std::exchange(next, next + count * stride);
  };
  const auto pointer = [&](std::uint64_t base, std::uint64_t count, std::uint64_t stride) {
    return std::int64_t(place(count, stride) - base);
  };
  body.string_bucket_pointer = pointer(kBodyBase, sizes.string_capacity, sizeof(StringBucket));
  body.string_value_pointer = pointer(kBodyBase, sizes.string_capacity, sizeof(std::uint32_t));
  body.text_pointer = pointer(kBodyBase, sizes.text_size, 1);
  body.resource_bucket_pointer = pointer(kResourceBase, sizes.resource_capacity, sizeof(ResourceBucket));
  body.resource_value_pointer = pointer(kResourceBase, sizes.resource_capacity, sizeof(std::uint32_t));
  PlacedTables placed{};
  placed.paths = place(sizes.path_count, sizeof(PathEntry));
  body.path_pointer = std::int64_t(placed.paths - kPathBase);
  placed.names = place(sizes.name_size, 1);
  placed.databases = place(sizes.database_count, sizeof(DatabaseEntry));
  body.database_pointer = std::int64_t(placed.databases - kBodyBase);
  placed.data = next;
  return placed;
}

}  // namespace mw::wows::assets
