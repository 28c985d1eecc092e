#include <meshwright/wows/detail/assets_resources.h>

#include "lookup.h"

namespace mw::wows::assets {

struct Resources::Index {
  const Database database;
  const IdIndex slots = index_slots(database.resource_buckets());
};

Resources::Resources(const Database& database) : index_(std::make_unique<Index>(Index{database})) {}
Resources::~Resources() = default;
Resources::Resources(Resources&&) noexcept = default;
Resources& Resources::operator=(Resources&&) noexcept = default;

std::optional<Location> Resources::find(ResourceId id) const {
  const auto slot = index_->slots.find(id.value);
  if (!slot) return std::nullopt;
  const Location location = unpack_location(index_->database.resource_values()[*slot]);
  if (location.state != 0) return std::nullopt;
  return location;
}

void Resources::for_each(const std::function<void(ResourceId, const Location&)>& use) const {
  const auto& buckets = index_->database.resource_buckets();
  for (std::size_t slot = 0; slot < buckets.size(); ++slot) {
    const ResourceBucket bucket = buckets[slot];
    if (!bucket.is_occupied() || index_->slots.find(bucket.key) != slot) continue;
    const Location location = unpack_location(index_->database.resource_values()[slot]);
    if (location.state == 0) use({bucket.key}, location);
  }
}

}  // namespace mw::wows::assets
