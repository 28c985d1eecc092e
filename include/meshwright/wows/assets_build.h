#pragma once

// Example:
//
//     #include <meshwright/wows/assets_build.h>
//
//     /// A database of one model that shows nothing.
//     mw::Result<mw::Bytes> empty_model() {
//       mw::wows::assets::Builder builder;
//       mw::wows::assets::Visual visual;
//       visual.geometry = builder.add_path("content/boat.geometry");
//       mw::wows::assets::Model model;
//       model.visual = builder.add("content/boat.visual", visual);
//       builder.add("content/boat.model", model);
//       return std::move(builder).build();
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/wows/assets_types.h>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

/// Makes an assets.bin from records.
namespace mw::wows::assets {

/// Collects strings, paths and records, and joins them in the order of the original files: it makes every
/// pointer, count, hash table and the checksum. Make the ids of a record here first. Data that a file cannot
/// hold, or that could not be found in it, makes build() fail; it reports the first.
class Builder {
 public:
  /// The id of a text, which the file will have; none for the empty text.
  NameId add_name(std::string_view text);

  /// The id of a path, which the file will list with all its folders.
  ResourceId add_path(std::string_view path);

  /// A record of its own type's database, found by its path. build() makes its counts and pointers.
  ResourceId add(std::string_view path, Record record);

  std::size_t path_count() const { return paths_.size(); }

  /// Texts that the file will not have, because earlier texts have their ids: of 400,000 names about twenty.
  /// Data with such a name works, but shows the other text.
  const std::vector<std::string>& lost_texts() const { return lost_texts_; }

  /// The file. Takes all that was collected.
  Result<Bytes> build() &&;

  /// How many slots a hash table has for that many keys: the next of the primes that the original files' two
  /// tables have their sizes from.
  static std::uint32_t capacity_for(std::size_t keys);

 private:
  class Assembly;

  struct PathRow {
    ResourceId id;
    ResourceId parent;
    std::string name;
  };
  struct ResourceRow {
    ResourceId id;
    Layout layout;
    std::uint32_t row;
  };

  void refuse(std::string_view what, std::string message);
  bool accept_path(std::string_view path);
  void add_row(ResourceId id, ResourceId parent, std::string_view name);

  std::optional<Error> error_;
  std::string texts_;
  std::vector<std::string> lost_texts_;
  std::vector<std::pair<NameId, std::uint32_t>> names_;  // with their offsets in the texts
  std::unordered_map<std::uint32_t, std::uint32_t> name_offsets_;
  std::vector<PathRow> paths_;
  std::unordered_map<std::uint64_t, std::size_t> path_rows_;
  std::vector<ResourceRow> resources_;
  std::unordered_set<std::uint64_t> resource_ids_;
  std::map<Layout, std::vector<Record>> records_;
};

}  // namespace mw::wows::assets
