#pragma once

#include <meshwright/wows/assets.h>
#include <functional>
#include <memory>
#include <optional>

/// Many lookups of resources.
namespace mw::wows::assets {

/// Finds the same as Database::find. That one walks through the file's own table, which can be long in a
/// damaged file; this reads the table once when it is made, and every lookup is short.
class Resources {
 public:
  explicit Resources(const Database& database);
  ~Resources();
  Resources(Resources&&) noexcept;
  Resources& operator=(Resources&&) noexcept;

  /// Nothing for an unknown one, and for one whose state is not valid.
  std::optional<Location> find(ResourceId id) const;

  /// Every resource that can be found, in the order of the table.
  void for_each(const std::function<void(ResourceId id, const Location& location)>& use) const;

 private:
  struct Index;
  std::unique_ptr<Index> index_;
};

}  // namespace mw::wows::assets
