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
//       return builder.build();
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/wows/assets_types.h>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// Makes an assets.bin from records.
namespace mw::wows::assets {

/// Collects strings, paths and records, and puts them together in the order of the original files: every
/// pointer, count, hash table and the checksum are made. Ids that a record holds are made here first.
class Builder {
 public:
  /// The id of a text, which the file will have.
  NameId add_name(std::string_view text);

  /// The id of a path, which the file will list with all folders it lies in.
  ResourceId add_path(std::string_view path);

  /// A record of its own type's database, found by its path. Its counts and pointers are made by build().
  ResourceId add(std::string_view path, Record record);

  std::size_t path_count() const { return paths_.size(); }

  /// The file. Once: the records go into it. Fails when there are more rows than the field for their number
  /// can hold, and on models of both layouts at once.
  Result<Bytes> build();

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

  std::string texts_;
  std::vector<std::pair<NameId, std::uint32_t>> names_;  // with their offsets in the texts
  std::unordered_map<std::uint32_t, std::uint32_t> name_offsets_;
  std::vector<PathRow> paths_;
  std::unordered_map<std::uint64_t, std::size_t> path_rows_;
  std::vector<ResourceRow> resources_;
  std::map<Layout, std::vector<Record>> records_;
};

}  // namespace mw::wows::assets
