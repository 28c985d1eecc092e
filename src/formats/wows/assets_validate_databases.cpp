#include <cmath>

#include "assets_validate.h"

namespace mw::wows::assets {
namespace {

Place entry_place(const Checked& checked, std::size_t index, FieldOf<DatabaseEntry> field) {
  return {fmt::format("databases[{}].{}", index, field.name),
          entry_offset(checked.database, index) + field.byte};
}

/// The `io` that looks at every number, name and padding of a record, and tells each kind of oddity once.
class PartCheck {
 public:
  PartCheck(const Checked& checked, std::string path, std::uint64_t base)
      : checked_(checked), path_(std::move(path)), base_(base), cursor_(base) {}

  void field(std::string_view name, const NameId& id) {
    check(name, cursor_, id);
    cursor_ += sizeof id;
  }
  template <class T>
  void field(std::string_view name, const T& value) {
    check(name, cursor_, value);
    cursor_ += sizeof(T);
  }
  template <class T>
  void count(std::string_view, const T&) {
    cursor_ += sizeof(T);
  }
  template <std::size_t N>
  void padding(std::string_view name, const Padding<N>& bytes) {
    if (std::ranges::any_of(bytes, [](std::uint8_t byte) { return byte != 0; }))
      tell(padded_, finding::PADDING_NOT_ZERO, {name}, cursor_);
    cursor_ += N;
  }
  template <class T>
  void array(std::string_view name, const Array<T>& array, const auto&) {
    cursor_ += sizeof(std::int64_t);
    for (std::size_t row = 0; row < array.items.size(); ++row) {
      const std::uint64_t at = RecordPlace::item_offset(base_, array, row);
      if constexpr (LeafValue<T>) {
        if constexpr (kMayBeOdd<T>) check(name, at, array.items[row], row);
      } else {
        PartCheck inside(checked_, fmt::format("{}.{}[{}]", path_, name, row), at);
        inside.share(*this);
        layout(inside, array.items[row]);
        share(inside);
      }
    }
  }
  void part(std::string_view name, const auto& part) {
    PartCheck inside(checked_, fmt::format("{}.{}", path_, name), cursor_);
    inside.share(*this);
    layout(inside, part);
    share(inside);
    cursor_ = inside.cursor_;
  }
  void text(std::string_view name, const Text& text) {
    const std::string_view chars = text_of(std::as_bytes(std::span(text.chars.items)));
    if (!ends_with_its_nul(chars))
      checked_.findings.add(finding::TEXT_NOT_TERMINATED,
                            Place{fmt::format("{}.{}.size", path_, name), cursor_}, chars.size());
    cursor_ += kTextSize;
  }

 private:
  template <class T>
  static constexpr bool kMayBeOdd =
      std::is_same_v<T, NameId> || std::is_floating_point_v<typename Leaf<T>::Component>;

  void share(const PartCheck& other) {
    padded_ = other.padded_;
    unnamed_ = other.unnamed_;
    infinite_ = other.infinite_;
  }

  /// The name of a field, or of a row of an array.
  struct Named {
    std::string_view name;
    std::optional<std::size_t> row = {};
  };

  template <class... Args>
  void tell(bool& told, const FindingKind& kind, const Named& named, std::uint64_t offset,
            const Args&... args) {
    if (std::exchange(told, true)) return;
    const std::string row = named.row ? fmt::format("[{}]", *named.row) : "";
    checked_.findings.add(kind, Place{fmt::format("{}.{}{}", path_, named.name, row), offset}, args...);
  }

  template <class T>
  void check(std::string_view name, std::uint64_t offset, const T& value,
             std::optional<std::size_t> row = {}) {
    if constexpr (std::is_same_v<T, NameId>) {
      if (value.is_none() || unnamed_ || checked_.names.find(value) || checked_.names.gave_up()) return;
      tell(unnamed_, finding::NAME_MISSING, {name, row}, offset, value.value);
    } else if constexpr (std::is_floating_point_v<typename Leaf<T>::Component>) {
      if (infinite_) return;
      for (std::size_t i = 0; i < Leaf<T>::count; ++i)
        if (!std::isfinite(Leaf<T>::at(value, i)))
          return tell(infinite_, finding::NUMBER_NOT_FINITE, {name, row}, offset);
    }
  }

  const Checked& checked_;
  std::string path_;
  std::uint64_t base_;
  std::uint64_t cursor_;
  bool padded_ = false;
  bool unnamed_ = false;
  bool infinite_ = false;
};

/// Which records of each database resources lead to.
class UsedRecords {
 public:
  explicit UsedRecords(const Database& database) {
    std::uint64_t all = 0;
    for (std::size_t index = 0; index < database.database_count(); ++index) {
      first_.push_back(all);
      all += database.database(index).count;
    }
    first_.push_back(all);
    used_.resize(std::size_t(all));
    for (std::size_t slot = 0; slot < database.resource_buckets().size(); ++slot)
      if (database.resource_buckets()[slot].is_occupied())
        use(unpack_location(database.resource_values()[slot]));
  }

  void tell(const Checked& checked, std::size_t index, const DatabaseView& view) const {
    std::uint64_t unused = 0;
    std::uint64_t first = 0;
    for (std::uint64_t row = view.count; row-- > 0;) {
      if (used_[std::size_t(first_[index] + row)]) continue;
      ++unused;
      first = row;
    }
    if (unused > 0)
      checked.findings.add(finding::RECORD_UNUSED,
                           Place{fmt::format("databases[{}].count", index), view.begin}, unused, view.count,
                           first);
  }

 private:
  void use(const Location& location) {
    if (location.state != 0 || location.database + 1 >= first_.size()) return;
    const std::uint64_t record = first_[location.database] + location.record;
    if (record < first_[location.database + 1]) used_[std::size_t(record)] = true;
  }

  std::vector<std::uint64_t> first_;  // record of each database
  std::vector<bool> used_;
};

void check_entry(const Checked& checked, std::size_t index, const DatabaseView& view) {
  if (view.entry.padding_0x0c != 0)
    checked.findings.add(finding::PADDING_NOT_ZERO, entry_place(checked, index, "padding_0x0c"));
  if (view.type == nullptr)
    return checked.findings.add(finding::DATABASE_TYPE_UNKNOWN, entry_place(checked, index, "magic"),
                                view.entry.magic);
  if (!find_layout(view.type->type, view.entry.checksum))
    checked.findings.add(finding::DATABASE_LAYOUT_UNKNOWN, entry_place(checked, index, "checksum"),
                         view.entry.checksum, view.type->prototype);
  if (!has_records(view))
    return checked.findings.add(finding::DATABASE_RECORDS_OUT_OF_RANGE, entry_place(checked, index, "size"),
                                view.header.count, view.stride, view.header.record_pointer, view.entry.size);
  if (view.header.record_pointer != sizeof(DataHeader))
    checked.findings.add(finding::DATABASE_POINTER_UNUSUAL,
                         Place{fmt::format("databases[{}].record_pointer", index),
                               view.begin + field_byte<DataHeader>("record_pointer")},
                         view.header.record_pointer);
}

/// A record; the error is why it could not be decoded, or null.
void check_one(const Checked& checked, const ResourceTypes& resources, const RecordPlace& place,
               const Record& record, const Error* error) {
  if (error != nullptr)
    return checked.findings.add(finding::RECORD_NOT_DECODABLE, place.whole(),
                                fmt::format("{}: {}", error->field, error->message));
  std::visit(
      [&](const auto& each) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(each)>, Raw>) {
          PartCheck parts(checked, place.path(), place.base);
          layout(parts, each);
        }
        if constexpr (requires { check_record(checked, resources, place, each); })
          check_record(checked, resources, place, each);
      },
      record);
}

/// Everything that belongs to something, but for the records.
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
    covered.add(entry_offset(database, index), sizeof(DatabaseEntry));
    covered.add(view.begin, has_records(view) ? sizeof(DataHeader) : view.entry.size);
  }
}

}  // namespace

ResourceTypes::ResourceTypes(const Database& database)
    : index_(database.resource_buckets().size()), database_(database) {
  for (std::size_t slot = 0; slot < database.resource_buckets().size(); ++slot)
    if (database.resource_buckets()[slot].is_occupied())
      index_.add(database.resource_buckets()[slot].key, std::uint32_t(slot));
  for (std::size_t i = 0; i < std::min<std::size_t>(database.database_count(), kMostDatabases); ++i) {
    const TypeInfo* type = database.database(i).type;
    types_.push_back(type == nullptr ? std::nullopt : std::optional(type->type));
  }
}

bool ResourceTypes::has(ResourceId id, Type type) const {
  const auto slot = index_.find(id.value);
  if (!slot) return false;
  const Location location = unpack_location(database_.resource_values()[*slot]);
  return location.state == 0 && location.database < types_.size() && types_[location.database] == type;
}

void check_databases(const Checked& checked) {
  const Database& database = checked.database;
  if (database.database_count() > kMostDatabases)
    checked.findings.add(finding::DATABASE_COUNT_TOO_LARGE,
                         Place{"body.database_count", kBodyBase + field_byte<Body>("database_count")},
                         database.database_count(), kMostDatabases);
  ByteSet covered(database.bytes().size());
  cover_tables(database, covered);
  RecordWalk records(database, &covered);
  const ResourceTypes resources(database);
  const UsedRecords used(database);
  IdIndex seen(database.database_count());
  for (std::size_t index = 0; index < database.database_count(); ++index) {
    const DatabaseView view = database.database(index);
    check_entry(checked, index, view);
    if (!seen.add(view.entry.magic, std::uint32_t(index)))
      checked.findings.add(finding::DATABASE_TYPE_REPEATED, entry_place(checked, index, "magic"),
                           *seen.find(view.entry.magic));
    used.tell(checked, index, view);
    records.for_each(index, [&](std::uint64_t row, const Record& record, const Error* error) {
      check_one(checked, resources, {index, row, view.record_offset(row)}, record, error);
    });
  }
  covered.for_each_gap([&, row = 0](std::uint64_t offset, std::uint64_t size) mutable {
    checked.findings.add(finding::UNREFERENCED_BYTES,
                         Place{fmt::format("{}[{}]", kUnreferenced, row++), offset}, size);
  });
}

}  // namespace mw::wows::assets
