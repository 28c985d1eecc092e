#include <meshwright/core/detail/text.h>
#include <meshwright/wows/assets.h>
#include <meshwright/wows/detail/assets_paths.h>
#include <meshwright/wows/detail/name_hash.h>
#include <meshwright/wows/detail/path_hash.h>

#include <algorithm>
#include <iterator>

#include "encode.h"

namespace mw::wows::assets {
namespace {

constexpr std::uint64_t kOccupiedResource = 1;

/// A hash table as the game fills it: from a key's slot on to the first that is empty.
template <class Bucket>
struct HashTable {
  std::vector<Bucket> buckets;
  std::vector<std::uint32_t> values;

  explicit HashTable(std::uint32_t capacity) : buckets(capacity), values(capacity) {}

  void insert(const Bucket& bucket, std::uint32_t value) {
    std::size_t slot = std::size_t(bucket.key % buckets.size());
    while (buckets[slot].is_occupied()) slot = slot + 1 == buckets.size() ? 0 : slot + 1;
    buckets[slot] = bucket;
    values[slot] = value;
  }
};

/// The data of a database: its records, then all that they lead to.
Result<Bytes> encode(Layout layout, std::vector<Record> records) {
  Writer writer;
  const DataHeader header{.count = records.size()};
  fields(writer, header);
  std::uint64_t next = sizeof(DataHeader) + records.size() * stride_of(layout);
  bool fits = true;
  for (std::size_t row = 0; row < records.size(); ++row) {
    const std::uint64_t base = sizeof(DataHeader) + row * stride_of(layout);
    std::visit(
        [&](auto& record) {
          if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(record)>, Raw>)
            fits = RecordPlacer::place(base, next, record) && fits;
          write_record(writer, base, record);
        },
        records[row]);
    if (!fits)
      return fail({.field = fmt::format("{}[{}]", info_of(type_of(layout)).name, row),
                   .message = "more rows than the field for their number can hold"});
    records[row] = Raw();
  }
  return writer.finish();
}

void append(Bytes& file, ByteSpan bytes) {
  file.insert(file.end(), bytes.begin(), bytes.end());
}

template <class T>
void append_rows(Bytes& file, const std::vector<T>& rows) {
  append(file, std::as_bytes(std::span(rows)));
}

template <class T>
void overwrite(Bytes& file, std::uint64_t offset, const T& value) {
  std::memcpy(file.data() + offset, &value, sizeof(T));
}

}  // namespace

std::uint32_t Builder::capacity_for(std::size_t keys) {
  constexpr std::uint32_t kPrimes[] = {53,     97,      193,     389,     769,      1543,     3079,
                                       6151,   12289,   24593,   49157,   98317,    196613,   393241,
                                       786433, 1572869, 3145739, 6291469, 12582917, 25165843, 50331653};
  const auto* prime = std::ranges::upper_bound(kPrimes, keys);
  // It fits: names are of two bytes and more in 4 GB of texts, records have 24 bits in ten databases.
  return prime == std::end(kPrimes) ? std::uint32_t(keys + keys / 2) : *prime;
}

void Builder::refuse(std::string_view what, std::string message) {
  if (!error_) error_ = Error{.field = quote_word(what), .message = std::move(message)};
}

NameId Builder::add_name(std::string_view text) {
  if (text.empty()) return {};
  const NameId id{name_hash(text)};
  const auto [known, added] = name_offsets_.try_emplace(id.value, std::uint32_t(texts_.size()));
  if (!added) {
    if (std::string_view(texts_).substr(known->second, text.size() + 1) != std::string(text) + '\0')
      lost_texts_.emplace_back(text);
    return id;
  }
  if (text.size() >= Database::kMaxTextSize)
    refuse(text, fmt::format("{} bytes are too long for a name: fewer than {} are read", text.size(),
                             Database::kMaxTextSize));
  if (text.find('\0') != text.npos) refuse(text, "a name ends at its NUL");
  if (id.is_none()) refuse(text, "its hash means that there is no name");
  if (!std::in_range<std::uint32_t>(texts_.size() + text.size() + 1)) refuse(text, "more than 4 GB of names");
  names_.emplace_back(id, known->second);
  texts_ += text;
  texts_ += '\0';
  return id;
}

/// Whether a path can be found again in the file.
bool Builder::accept_path(std::string_view path) {
  if (path.size() > kMaxPathSize) {
    refuse(path,
           fmt::format("{} bytes are too long for a path: up to {} are read", path.size(), kMaxPathSize));
    return false;
  }
  std::size_t depth = 0;
  for (std::size_t begin = 0; begin <= path.size(); ++depth) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part.empty() || part == "." || part.find('\0') != part.npos) refuse(path, "a part of it has no name");
    if (part.size() >= Database::kMaxNameSize)
      refuse(path, fmt::format("{} bytes are too long for a part of a path: fewer than {} are read",
                               part.size(), Database::kMaxNameSize));
    begin = end + 1;
  }
  if (depth > kMaxDepth) refuse(path, fmt::format("{} parts, but up to {} are read", depth, kMaxDepth));
  return depth <= kMaxDepth;
}

void Builder::add_row(ResourceId id, ResourceId parent, std::string_view name) {
  const auto [known, added] = path_rows_.try_emplace(id.value, paths_.size());
  if (added) {
    if (id.is_none()) refuse(name, "its hash means that there is no path");
    paths_.push_back({id, parent, std::string(name)});
  } else if (const PathRow& row = paths_[known->second]; row.name != name || row.parent != parent) {
    refuse(name, fmt::format("its path has the hash of another, {}", quote_word(row.name)));
  }
}

ResourceId Builder::add_path(std::string_view path) {
  const ResourceId id{path_hash(path)};
  if (!accept_path(path)) return id;
  ResourceId parent = kDotId;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const ResourceId here{path_hash(path.substr(0, end))};
    add_row(here, parent, path.substr(begin, end - begin));
    parent = here;
    begin = end + 1;
  }
  return id;
}

ResourceId Builder::add(std::string_view path, Record record) {
  const ResourceId id = add_path(path);
  if (!resource_ids_.insert(id.value).second) refuse(path, "has a record already");
  const auto layout = Layout(record.index());
  std::vector<Record>& rows = records_[layout];
  resources_.push_back({id, layout, std::uint32_t(rows.size())});
  rows.push_back(std::move(record));
  return id;
}

/// Puts the parts of a file one after another.
class Builder::Assembly {
 public:
  explicit Assembly(Builder& builder) : builder_(builder) {
    for (const TypeInfo& type : types()) {
      const Layout newer = assumed_layout(type.type, Assume::game_14_1);
      layouts_.push_back(builder.records_.contains(newer) ? newer
                                                          : assumed_layout(type.type, Assume::game_0_10));
    }
  }

  Result<Bytes> make() {
    std::uint64_t names = 0;
    for (const PathRow& path : builder_.paths_) names += path.name.size() + 1;
    body_.string_capacity = capacity_for(builder_.names_.size());
    body_.resource_capacity = capacity_for(builder_.resources_.size());
    body_.text_size = std::uint32_t(builder_.texts_.size());
    body_.database_count = std::uint32_t(layouts_.size());
    body_.path_count = std::uint32_t(builder_.paths_.size());
    if (!std::in_range<std::uint32_t>(builder_.paths_.size())) return fail({.message = "too many paths"});
    placed_ = place_tables({.string_capacity = body_.string_capacity,
                            .text_size = body_.text_size,
                            .resource_capacity = body_.resource_capacity,
                            .path_count = body_.path_count,
                            .name_size = names,
                            .database_count = body_.database_count},
                           body_);
    append_strings();
    if (auto appended = append_resources(); !appended) return fail(appended.error());
    append_paths();
    if (auto appended = append_databases(); !appended) return fail(appended.error());
    overwrite(file_, kBodyBase, body_);
    overwrite(file_, 0, Header{.checksum = checksum(file_)});
    return std::move(file_);
  }

 private:
  void append_strings() {
    HashTable<StringBucket> table(body_.string_capacity);
    for (const auto& [id, offset] : builder_.names_)
      table.insert({id.value, StringBucket::kOccupied}, offset);
    append_rows(file_, table.buckets);
    append_rows(file_, table.values);
    append(file_, bytes_of(builder_.texts_));
  }

  Result<void> append_resources() {
    HashTable<ResourceBucket> table(body_.resource_capacity);
    for (const ResourceRow& row : builder_.resources_) {
      const auto database = std::uint32_t(std::ranges::find(layouts_, row.layout) - layouts_.begin());
      if (row.row >= kMostRecords)
        return fail({.field = std::string(info_of(type_of(row.layout)).name),
                     .message = fmt::format("more than {} records", kMostRecords)});
      table.insert({row.id.value, kOccupiedResource}, pack({0, database, row.row}));
    }
    append_rows(file_, table.buckets);
    append_rows(file_, table.values);
    return {};
  }

  /// The entries, then all names.
  void append_paths() {
    std::uint64_t name = placed_.names;
    for (std::size_t row = 0; row < builder_.paths_.size(); ++row) {
      const PathRow& path = builder_.paths_[row];
      const std::uint64_t base = placed_.paths + row * sizeof(PathEntry) + field_byte<PathEntry>("name_size");
      const PathEntry entry{.id = path.id.value,
                            .parent = path.parent.value,
                            .name_size = std::uint32_t(path.name.size() + 1),
                            .name_pointer = std::int64_t(name - base)};
      append(file_, std::as_bytes(std::span(&entry, 1)));
      name += entry.name_size;
    }
    for (const PathRow& path : builder_.paths_)
      append(file_, std::as_bytes(std::span(path.name.c_str(), path.name.size() + 1)));
  }

  /// The entries of all types, those without records too, then their data.
  Result<void> append_databases() {
    file_.resize(std::size_t(placed_.data));
    for (std::size_t row = 0; row < layouts_.size(); ++row) {
      const auto data = encode(layouts_[row], std::exchange(builder_.records_[layouts_[row]], {}));
      if (!data) return fail(data.error());
      const std::string_view name = info_of(type_of(layouts_[row])).name;
      if (!std::in_range<std::uint32_t>(data->size()))
        return fail({.field = std::string(name), .message = "more than 4 GB of records"});
      const std::uint64_t base = placed_.databases + row * sizeof(DatabaseEntry);
      overwrite(file_, base,
                DatabaseEntry{.magic = info_of(type_of(layouts_[row])).magic,
                              .checksum = checksum_of(layouts_[row]),
                              .size = std::uint32_t(data->size()),
                              .pointer = std::int64_t(file_.size() - base)});
      append(file_, *data);
    }
    return {};
  }

  Builder& builder_;
  std::vector<Layout> layouts_;  // one per type
  Bytes file_ = Bytes(sizeof(Header) + sizeof(Body));
  Body body_;
  PlacedTables placed_{};
};

Result<Bytes> Builder::build() && {
  if (error_) return fail(*error_);
  if (records_.contains(Layout::model) && records_.contains(Layout::model_14))
    return fail({.field = "model", .message = "a file has models of one layout only"});
  if (records_.contains(Layout::raw))
    return fail({.message = "a raw record has no type and so no database to be in"});
  return Assembly(*this).make();
}

}  // namespace mw::wows::assets
