#pragma once

// Example:
//
//     #include <meshwright/wows/assets.h>
//     #include <cstdio>
//
//     void count_records(mw::ByteSpan bytes) {
//       const auto database = mw::wows::assets::read(bytes);
//       if (!database) return void(std::puts(mw::to_string(database.error()).c_str()));
//       const auto counts = mw::wows::assets::count(*database);
//       std::printf("%llu records\n", static_cast<unsigned long long>(counts.records));
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/table_view.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/wows/assets_format.h>
#include <meshwright/wows/detail/assets_records.h>
#include <meshwright/wows/detail/assets_types.h>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mw {
class JsonText;
class JsonWriter;
}  // namespace mw

/// Operations on the assets.bin of World of Warships, a database of the parts of its models. Nothing here
/// throws or touches a file. Paths: assets_paths.h. From a model to its files: assets_resolve.h. Making one:
/// assets.h.
namespace mw::wows::assets {

/// One database of the file, read in place.
struct DatabaseView {
  DatabaseEntry entry;
  std::uint64_t begin = 0;         // of its data in the file
  const TypeInfo* type = nullptr;  // null for an unknown magic
  Layout layout = Layout::raw;
  bool assumed = false;     // the layout is not that of its checksum
  DataHeader header;        // zeros if there is no space for it
  std::uint64_t first = 0;  // where its records begin in the file
  std::uint64_t stride = 0;
  std::uint64_t count = 0;  // of records; 0 if they do not fit, or their size is unknown

  std::uint64_t end() const { return begin + entry.size; }
  std::uint64_t record_offset(std::uint64_t row) const { return first + row * stride; }
};

/// An opened file: its tables were checked to lie in it and stay in place; records are read on demand. Keeps
/// the blob.
class Database {
 public:
  /// Fails only if the file cannot be represented: another magic, pointers of another size or byte order, a
  /// table or a database outside the file. `trace` gets the header and the tables.
  static Result<Database> open(Blob blob, const Trace* trace = nullptr);

  ByteSpan bytes() const { return blob_.bytes(); }
  const Header& header() const { return header_; }
  const Body& body() const { return body_; }
  const TableView<StringBucket>& string_buckets() const { return string_buckets_; }
  const TableView<std::uint32_t>& string_values() const { return string_values_; }
  std::string_view texts() const { return text_of(texts_); }
  const TableView<ResourceBucket>& resource_buckets() const { return resource_buckets_; }
  const TableView<std::uint32_t>& resource_values() const { return resource_values_; }
  const TableView<PathEntry>& paths() const { return paths_; }
  std::size_t database_count() const { return databases_.size(); }
  DatabaseView database(std::size_t index) const;
  /// Where in the file the entry of a database is.
  std::uint64_t entry_offset(std::size_t index) const;

  /// Records of databases with an unknown checksum are raw unless a game's layouts are assumed for them.
  void assume(Assume assume) { assume_ = assume; }

  /// The text of a name, by the file's table; nothing for an unknown one.
  std::optional<std::string_view> string(NameId id) const;
  /// The text at an offset of the texts, up to its NUL; nothing without one among the next kMaxTextSize
  /// bytes.
  std::optional<std::string_view> text_at(std::uint64_t offset) const;

  /// The place of a resource's record, by the file's table; nothing for an unknown one, and for one whose
  /// state is not valid.
  std::optional<Location> find(ResourceId id) const;

  /// A record, decoded. Fails on a missing database or row, and on pointers that leave the database. Raw if
  /// the layout is unknown. All records together are limited (see to_json), a single one is not: it is
  /// decoded here even if it is beyond that limit.
  Result<Record> record(const Location& location) const;

  /// The name of a row of paths, its NUL included; nothing if it leaves the file or is longer than
  /// kMaxNameSize.
  std::optional<std::string_view> name_bytes(const PathEntry& entry, std::size_t row) const;
  /// The same without the NUL at its end; empty without a name.
  std::string_view name(const PathEntry& entry, std::size_t row) const {
    const auto bytes = name_bytes(entry, row);
    if (!bytes) return {};
    return bytes->back() == '\0' ? bytes->substr(0, bytes->size() - 1) : *bytes;
  }
  std::string_view name(std::size_t row) const { return name(paths_[row], row); }
  std::uint64_t path_offset(std::size_t row) const { return first_path_ + row * sizeof(PathEntry); }

  /// Longer names of folders and files are not followed: no system has such.
  static constexpr std::uint64_t kMaxNameSize = 1024;
  static constexpr std::uint64_t kMaxTextSize = 4096;

 private:
  Blob blob_;
  Header header_;
  Body body_;
  TableView<StringBucket> string_buckets_;
  TableView<std::uint32_t> string_values_;
  ByteSpan texts_;
  TableView<ResourceBucket> resource_buckets_;
  TableView<std::uint32_t> resource_values_;
  TableView<PathEntry> paths_;
  std::uint64_t first_path_ = 0;  // their first byte
  TableView<DatabaseEntry> databases_;
  Assume assume_ = Assume::nothing;
};

/// Whether the bytes begin as an assets.bin does.
bool sniff(ByteSpan bytes);

/// As Database::open; the caller keeps the bytes. A trace gets every byte.
Result<Database> read(ByteSpan bytes, const Trace* trace = nullptr);

/// Writes the whole file from its content: the bytes it was opened from. `trace` gets every byte.
Result<Bytes> write(const Database& database, const Trace* trace = nullptr);

/// Readable, lossless JSON, and back. It is streamed; its memory is an eighth of the file. A JSON without
/// "layout" is laid out again, with a new checksum.
void to_json(const Database& database, JsonWriter& json);
std::string to_json(const Database& database);
Result<Database> from_json(const JsonText& json);
/// One record, with names as texts if the database has them.
void record_to_json(const Database& database, const Record& record, JsonWriter& json);

/// Which hash the header's checksum is.
enum class ChecksumKind : std::uint8_t { murmur3, crc32, none };
std::string_view to_string(ChecksumKind kind);
/// MurmurHash3 of everything after the header: the one that is written.
std::uint32_t checksum(ByteSpan file);
/// What the header's checksum was compared with.
struct Checksum {
  ChecksumKind kind = ChecksumKind::murmur3;
  std::uint32_t murmur3 = 0;
  std::uint32_t crc32 = 0;  // 0 when it was not needed
};
/// Tries the one, then the other.
Checksum find_checksum(const Database& database);

/// The progress of a long operation, in bytes: reported at most a thousand times.
using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// Reports all that is odd, in the file's order; codes in assets_findings.h and docs/ISSUES.md.
void validate(const Database& database, Findings& findings, const Progress& progress = {});
/// The same with the checksum that was found already.
void validate(const Database& database, Findings& findings, const Progress& progress,
              const Checksum& checksum);
std::span<const FindingKind> finding_kinds();

/// What is in a file, in numbers.
struct Counts {
  std::uint64_t strings = 0;
  std::uint64_t resources = 0;
  std::uint64_t paths = 0;
  std::uint64_t records = 0;
};
Counts count(const Database& database);

/// The built-in example: the turret of geometry::sample, a second model with dyes, and a record of every
/// type.
Bytes sample();
/// The paths of the two models in it, and of the turret's geometry.
inline constexpr std::string_view kSampleTurret = "content/gameplay/sample/turret/turret.model";
inline constexpr std::string_view kSampleBoat = "content/gameplay/sample/boat/boat.model";
inline constexpr std::string_view kSampleGeometry = "content/gameplay/sample/turret/turret.geometry";

// Makes an assets.bin from records.

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
