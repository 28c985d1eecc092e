#include <meshwright/wows/assets_build.h>
#include <meshwright/wows/name_hash.h>
#include <meshwright/wows/path_hash.h>

#include <algorithm>
#include <iterator>

#include "assets_encode.h"

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

std::int64_t pointer_from(std::uint64_t base, const Bytes& file) {
  return std::int64_t(file.size()) - std::int64_t(base);
}

}  // namespace

std::uint32_t Builder::capacity_for(std::size_t keys) {
  constexpr std::uint32_t kPrimes[] = {53,     97,      193,     389,     769,      1543,     3079,
                                       6151,   12289,   24593,   49157,   98317,    196613,   393241,
                                       786433, 1572869, 3145739, 6291469, 12582917, 25165843, 50331653};
  const auto* prime = std::ranges::upper_bound(kPrimes, keys);
  return prime == std::end(kPrimes) ? std::uint32_t(keys + keys / 2) : *prime;
}

NameId Builder::add_name(std::string_view text) {
  const NameId id{name_hash(text)};
  const auto [known, added] = name_offsets_.try_emplace(id.value, std::uint32_t(texts_.size()));
  if (!added) return id;
  names_.emplace_back(id, known->second);
  texts_ += text;
  texts_ += '\0';
  return id;
}

ResourceId Builder::add_path(std::string_view path) {
  const ResourceId id{path_hash(path)};
  if (path_rows_.contains(id.value)) return id;
  const auto slash = path.rfind('/');
  const ResourceId parent = slash == path.npos ? ResourceId{path_hash(".")} : add_path(path.substr(0, slash));
  path_rows_.emplace(id.value, paths_.size());
  paths_.push_back({id, parent, std::string(path.substr(slash == path.npos ? 0 : slash + 1))});
  return id;
}

ResourceId Builder::add(std::string_view path, Record record) {
  const ResourceId id = add_path(path);
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
    HashTable<StringBucket> table(capacity_for(builder_.names_.size()));
    for (const auto& [id, offset] : builder_.names_)
      table.insert({id.value, StringBucket::kOccupied}, offset);
    body_.string_capacity = std::uint32_t(table.buckets.size());
    body_.string_bucket_pointer = pointer_from(kBodyBase, file_);
    append_rows(file_, table.buckets);
    body_.string_value_pointer = pointer_from(kBodyBase, file_);
    append_rows(file_, table.values);
    body_.text_size = std::uint32_t(builder_.texts_.size());
    body_.text_pointer = pointer_from(kBodyBase, file_);
    append(file_, bytes_of(builder_.texts_));
  }

  Result<void> append_resources() {
    HashTable<ResourceBucket> table(capacity_for(builder_.resources_.size()));
    for (const ResourceRow& row : builder_.resources_) {
      const auto database = std::uint32_t(std::ranges::find(layouts_, row.layout) - layouts_.begin());
      if (row.row >= kMostRecords)
        return fail({.field = std::string(info_of(type_of(row.layout)).name),
                     .message = fmt::format("more than {} records", kMostRecords)});
      table.insert({row.id.value, kOccupiedResource}, pack({0, database, row.row}));
    }
    body_.resource_capacity = std::uint32_t(table.buckets.size());
    body_.resource_bucket_pointer = pointer_from(kResourceBase, file_);
    append_rows(file_, table.buckets);
    body_.resource_value_pointer = pointer_from(kResourceBase, file_);
    append_rows(file_, table.values);
    return {};
  }

  /// The entries, then all names.
  void append_paths() {
    body_.path_count = std::uint32_t(builder_.paths_.size());
    body_.path_pointer = pointer_from(kPathBase, file_);
    const std::uint64_t first = file_.size();
    std::uint64_t name = first + builder_.paths_.size() * sizeof(PathEntry);
    for (std::size_t row = 0; row < builder_.paths_.size(); ++row) {
      const PathRow& path = builder_.paths_[row];
      const std::uint64_t base = first + row * sizeof(PathEntry) + field_byte<PathEntry>("name_size");
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
    body_.database_count = std::uint32_t(layouts_.size());
    body_.database_pointer = pointer_from(kBodyBase, file_);
    const std::uint64_t first = file_.size();
    file_.resize(file_.size() + layouts_.size() * sizeof(DatabaseEntry));
    for (std::size_t row = 0; row < layouts_.size(); ++row) {
      const auto data = encode(layouts_[row], std::exchange(builder_.records_[layouts_[row]], {}));
      if (!data) return fail(data.error());
      const std::string_view name = info_of(type_of(layouts_[row])).name;
      if (!std::in_range<std::uint32_t>(data->size()))
        return fail({.field = std::string(name), .message = "more than 4 GB of records"});
      const std::uint64_t base = first + row * sizeof(DatabaseEntry);
      overwrite(file_, base,
                DatabaseEntry{.magic = info_of(type_of(layouts_[row])).magic,
                              .checksum = checksum_of(layouts_[row]),
                              .size = std::uint32_t(data->size()),
                              .pointer = pointer_from(base, file_)});
      append(file_, *data);
    }
    return {};
  }

  Builder& builder_;
  std::vector<Layout> layouts_;  // one per type
  Bytes file_ = Bytes(sizeof(Header) + sizeof(Body));
  Body body_;
};

Result<Bytes> Builder::build() {
  if (records_.contains(Layout::model) && records_.contains(Layout::model_14))
    return fail({.field = "model", .message = "a file has models of one layout only"});
  if (records_.contains(Layout::raw))
    return fail({.message = "a raw record has no type and so no database to be in"});
  return Assembly(*this).make();
}

}  // namespace mw::wows::assets
