#pragma once

// Example:
//
//     #include <meshwright/wows/assets_format.h>
//
//     static_assert(mw::field_byte<mw::wows::assets::Body>("path_count") == 0x40);

#include <meshwright/core/detail/field.h>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

/// The tables of assets.bin, as stored in the file (docs/formats/wows-assets.md). Pointers are relative to
/// the base that this page names; 0 is a null pointer. The records inside are in assets_records.h.
namespace mw::wows::assets {

/// MurmurHash3 of a name. 0 and all ones mean no id.
struct NameId {
  std::uint32_t value = 0;
  auto operator<=>(const NameId&) const = default;
  constexpr bool is_none() const { return value == 0 || value == 0xFFFFFFFFU; }
};

/// CityHash64 of a path. 0 and all ones mean no id.
struct ResourceId {
  std::uint64_t value = 0;
  auto operator<=>(const ResourceId&) const = default;
  constexpr bool is_none() const { return value == 0 || value == 0xFFFFFFFFFFFFFFFFU; }
};

inline constexpr std::uint32_t kMagic = 0x42574442;
inline constexpr std::uint32_t kVersion = 0x01010000;
inline constexpr std::uint16_t kArchitecture = 64;  // bits of a pointer
inline constexpr std::uint16_t kLittleEndian = 0;

struct Header {
  std::uint32_t magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t checksum = 0;  // of all that follows the header
  std::uint16_t architecture = kArchitecture;
  std::uint16_t endianness = kLittleEndian;
};
static_assert(sizeof(Header) == 0x10);

constexpr void fields(auto& io, Like<Header> auto& header) {
  io.field("magic", header.magic);
  io.field("version", header.version);
  io.field("checksum", header.checksum);
  io.field("architecture", header.architecture);
  io.field("endianness", header.endianness);
}

/// The data after the header: the places and lengths of the tables.
struct Body {
  std::uint32_t string_capacity = 0;
  std::uint32_t padding_0x04 = 0;
  std::int64_t string_bucket_pointer = 0;
  std::int64_t string_value_pointer = 0;
  std::uint32_t text_size = 0;
  std::uint32_t padding_0x1c = 0;
  std::int64_t text_pointer = 0;
  std::uint32_t resource_capacity = 0;
  std::uint32_t padding_0x2c = 0;
  std::int64_t resource_bucket_pointer = 0;
  std::int64_t resource_value_pointer = 0;
  std::uint32_t path_count = 0;
  std::uint32_t padding_0x44 = 0;
  std::int64_t path_pointer = 0;
  std::uint32_t database_count = 0;
  std::uint32_t padding_0x54 = 0;
  std::int64_t database_pointer = 0;
};
static_assert(sizeof(Body) == 0x60);

constexpr void fields(auto& io, Like<Body> auto& body) {
  io.field("string_capacity", body.string_capacity);
  io.field("padding_0x04", body.padding_0x04);
  io.field("string_bucket_pointer", body.string_bucket_pointer);
  io.field("string_value_pointer", body.string_value_pointer);
  io.field("text_size", body.text_size);
  io.field("padding_0x1c", body.padding_0x1c);
  io.field("text_pointer", body.text_pointer);
  io.field("resource_capacity", body.resource_capacity);
  io.field("padding_0x2c", body.padding_0x2c);
  io.field("resource_bucket_pointer", body.resource_bucket_pointer);
  io.field("resource_value_pointer", body.resource_value_pointer);
  io.field("path_count", body.path_count);
  io.field("padding_0x44", body.padding_0x44);
  io.field("path_pointer", body.path_pointer);
  io.field("database_count", body.database_count);
  io.field("padding_0x54", body.padding_0x54);
  io.field("database_pointer", body.database_pointer);
}

// The bases of the pointers in the body.
inline constexpr std::uint64_t kBodyBase = sizeof(Header);
inline constexpr std::uint64_t kResourceBase = kBodyBase + field_byte<Body>("resource_capacity");
inline constexpr std::uint64_t kPathBase = kBodyBase + field_byte<Body>("path_count");

/// A slot of the table of strings. Its value is an offset into the texts.
struct StringBucket {
  std::uint32_t key = 0;  // NameId of the text
  std::uint32_t tag = 0;

  static constexpr std::uint32_t kOccupied = 0x80000000;
  constexpr bool is_occupied() const { return (tag & kOccupied) != 0; }
};
static_assert(sizeof(StringBucket) == 8);

constexpr void fields(auto& io, Like<StringBucket> auto& bucket) {
  io.field("key", bucket.key);
  io.field("tag", bucket.tag);
}

/// A slot of the table of resources. Readers disagree on the tag of a used one (1, or bit 63), so only a slot
/// without both is empty.
struct ResourceBucket {
  std::uint64_t key = 0;  // ResourceId
  std::uint64_t tag = 0;

  constexpr bool is_occupied() const { return key != 0 || tag != 0; }
};
static_assert(sizeof(ResourceBucket) == 16);

constexpr void fields(auto& io, Like<ResourceBucket> auto& bucket) {
  io.field("key", bucket.key);
  io.field("tag", bucket.tag);
}

/// A folder or file by its name and its parent.
struct PathEntry {
  std::uint64_t id = 0;         // ResourceId of the whole path
  std::uint64_t parent = 0;     // ResourceId of the folder
  std::uint32_t name_size = 0;  // its NUL counts
  std::uint32_t padding_0x14 = 0;
  std::int64_t name_pointer = 0;  // from the entry + 0x10
};
static_assert(sizeof(PathEntry) == 0x20);

constexpr void fields(auto& io, Like<PathEntry> auto& entry) {
  io.field("id", entry.id);
  io.field("parent", entry.parent);
  io.field("name_size", entry.name_size);
  io.field("padding_0x14", entry.padding_0x14);
  io.field("name_pointer", entry.name_pointer);
}

/// One database: all records of one type.
struct DatabaseEntry {
  std::uint32_t magic = 0;     // NameId of the type's name
  std::uint32_t checksum = 0;  // names the layout of its records
  std::uint32_t size = 0;
  std::uint32_t padding_0x0c = 0;
  std::int64_t pointer = 0;  // from the entry
};
static_assert(sizeof(DatabaseEntry) == 0x18);

constexpr void fields(auto& io, Like<DatabaseEntry> auto& entry) {
  io.field("magic", entry.magic);
  io.field("checksum", entry.checksum);
  io.field("size", entry.size);
  io.field("padding_0x0c", entry.padding_0x0c);
  io.field("pointer", entry.pointer);
}

/// What the data of a database begins with.
struct DataHeader {
  std::uint64_t count = 0;
  std::int64_t record_pointer = sizeof(std::uint64_t) * 2;  // from here; 16 everywhere
};
static_assert(sizeof(DataHeader) == 0x10);

constexpr void fields(auto& io, Like<DataHeader> auto& header) {
  io.field("count", header.count);
  io.field("record_pointer", header.record_pointer);
}

/// The target of a slot of the table of resources: two bits of state, six of database, 24 of record.
struct Location {
  std::uint32_t state = 0;  // 0 is valid; all others are deleted
  std::uint32_t database = 0;
  std::uint32_t record = 0;
  bool operator==(const Location&) const = default;
};
inline constexpr std::uint32_t kMostDatabases = 1U << 6U;
inline constexpr std::uint32_t kMostRecords = 1U << 24U;

constexpr Location unpack_location(std::uint32_t value) {
  return {value & 3U, value >> 2U & 0x3FU, value >> 8U};
}
constexpr std::uint32_t pack(const Location& location) {
  return location.state | location.database << 2U | location.record << 8U;
}

}  // namespace mw::wows::assets

/// Ids are plain numbers in the file.
template <>
struct mw::Leaf<mw::wows::assets::NameId> {
  using Component = std::uint32_t;
  static constexpr Scalar scalar = Scalar::u32;
  static constexpr std::size_t count = 1;
};
template <>
struct mw::Leaf<mw::wows::assets::ResourceId> {
  using Component = std::uint64_t;
  static constexpr Scalar scalar = Scalar::u64;
  static constexpr std::size_t count = 1;
};
