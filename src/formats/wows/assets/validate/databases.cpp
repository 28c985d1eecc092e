#include <algorithm>
#include <cmath>

#include "validate.h"

namespace mw::wows::assets {
namespace {

Place entry_place(const Checked& checked, std::size_t index, FieldOf<DatabaseEntry> field) {
  return {fmt::format("databases[{}].{}", index, field.name),
          checked.database.entry_offset(index) + field.byte};
}

/// The `io` that looks at every number, name, padding and pointer of a record, and tells each kind of oddity
/// once per record.
class PartCheck {
 public:
  struct Told {
    bool padded = false;
    bool unnamed = false;
    bool infinite = false;
    bool overlapping = false;
  };

  PartCheck(const Checked& checked, const RecordPlace& place, Told& told)
      : checked_(checked), place_(place), told_(told), base_(place.base), cursor_(place.base) {}

  template <class T>
  void field(std::string_view name, const T& value) {
    check({name}, cursor_, value);
    cursor_ += sizeof(T);
  }
  template <class T>
  void count(std::string_view, const T&) {
    cursor_ += sizeof(T);
  }
  template <std::size_t N>
  void padding(std::string_view name, const Padding<N>& bytes) {
    if (std::ranges::any_of(bytes, [](std::uint8_t byte) { return byte != 0; }))
      tell(told_.padded, finding::PADDING_NOT_ZERO, {name}, cursor_);
    cursor_ += N;
  }
  template <class T>
  void array(std::string_view name, const Array<T>& array, const auto&) {
    check_pointer(name, array);
    cursor_ += sizeof(std::int64_t);
    for (std::size_t row = 0; row < array.items.size(); ++row) {
      const std::uint64_t at = RecordPlace::item_offset(base_, array, row);
      if constexpr (!LeafValue<T>) {
        PartCheck inside(*this, {name, row}, at);
        layout(inside, array.items[row]);
      } else if constexpr (kMayBeOdd<T>) {
        check({name, row}, at, array.items[row]);
      }
    }
  }
  void part(std::string_view name, const auto& part) {
    PartCheck inside(*this, {name}, cursor_);
    layout(inside, part);
    cursor_ = inside.cursor_;
  }
  void text(std::string_view name, const Text& text) {
    const std::string_view chars = text_of(std::as_bytes(std::span(text.chars.items)));
    if (!ends_with_its_nul(chars))
      checked_.findings.add(finding::TEXT_NOT_TERMINATED, Place{path_to({name}) + ".size", cursor_},
                            chars.size());
    cursor_ += kTextSize;
  }

 private:
  template <class T>
  static constexpr bool kMayBeOdd =
      std::is_same_v<T, NameId> || std::is_floating_point_v<typename Leaf<T>::Component>;

  /// The name of a field, or of a row of an array.
  struct Named {
    std::string_view name;
    std::optional<std::size_t> row = {};
  };

  /// A part or row of `outer`.
  PartCheck(const PartCheck& outer, const Named& named, std::uint64_t base)
      : checked_(outer.checked_),
        place_(outer.place_),
        told_(outer.told_),
        outer_(&outer),
        named_(named),
        base_(base),
        cursor_(base) {}

  /// Made only when there is something to tell.
  std::string path_to(const Named& named) const {
    const std::string above = outer_ == nullptr ? place_.path() : outer_->path_to(named_);
    return named.row ? fmt::format("{}.{}[{}]", above, named.name, *named.row)
                     : fmt::format("{}.{}", above, named.name);
  }

  template <class... Args>
  void tell(bool& told, const FindingKind& kind, const Named& named, std::uint64_t offset,
            const Args&... args) {
    if (!std::exchange(told, true)) checked_.findings.add(kind, Place{path_to(named), offset}, args...);
  }

  /// Arrays lie beside the records.
  template <class T>
  void check_pointer(std::string_view name, const Array<T>& array) {
    if (array.items.empty() || told_.overlapping) return;
    const std::uint64_t begin = RecordPlace::item_offset(base_, array, 0);
    const std::uint64_t end = RecordPlace::item_offset(base_, array, array.items.size());
    const std::uint64_t first = place_.view.first;
    const std::uint64_t last = place_.view.record_offset(place_.view.count);
    if (begin >= last || end <= first) return;
    told_.overlapping = true;
    checked_.findings.add(finding::RECORD_ARRAY_OVERLAP, Place{path_to({name}) + ".pointer", cursor_},
                          std::min(end, last) - std::max(begin, first));
  }

  template <class T>
  void check(const Named& named, std::uint64_t offset, const T& value) {
    if constexpr (std::is_same_v<T, NameId>) {
      if (value.is_none() || told_.unnamed || checked_.names.find(value)) return;
      tell(told_.unnamed, finding::NAME_MISSING, named, offset, value.value);
    } else if constexpr (std::is_floating_point_v<typename Leaf<T>::Component>) {
      if (told_.infinite) return;
      for (std::size_t i = 0; i < Leaf<T>::count; ++i)
        if (!std::isfinite(Leaf<T>::at(value, i)))
          return tell(told_.infinite, finding::NUMBER_NOT_FINITE, named, offset);
    }
  }

  const Checked& checked_;
  const RecordPlace& place_;
  Told& told_;
  const PartCheck* outer_ = nullptr;
  Named named_ = {};
  std::uint64_t base_;
  std::uint64_t cursor_;
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

Place data_place(std::size_t index, const DatabaseView& view, FieldOf<DataHeader> field) {
  return {fmt::format("databases[{}].{}", index, field.name), view.begin + field.byte};
}

/// Which of the numbers it is that makes records not fit.
Place misfit_place(const Checked& checked, std::size_t index, const DatabaseView& view) {
  if (view.entry.size < sizeof(DataHeader)) return entry_place(checked, index, "size");
  const auto first = resolve(view.begin, view.header.record_pointer);
  const bool leads_outside = !first || *first < view.begin || *first > view.end();
  return leads_outside ? data_place(index, view, "record_pointer") : data_place(index, view, "count");
}

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
    return checked.findings.add(finding::DATABASE_RECORDS_OUT_OF_RANGE, misfit_place(checked, index, view),
                                view.header.count, view.stride, view.header.record_pointer, view.entry.size);
  if (view.header.record_pointer != sizeof(DataHeader))
    checked.findings.add(finding::DATABASE_POINTER_UNUSUAL, data_place(index, view, "record_pointer"),
                         view.header.record_pointer);
}

/// At the pointer that is wrong, if that is one of the record's own: what lies behind others was not read.
void tell_undecodable(const Checked& checked, const RecordPlace& place, const Error& error) {
  const std::uint64_t offset = error.offset.value_or(0);
  const bool own = offset >= place.base && offset < place.base + place.view.stride;
  checked.findings.add(finding::RECORD_NOT_DECODABLE,
                       own ? place.at(error.field, offset - place.base) : place.whole(),
                       own ? error.message : fmt::format("{}: {}", error.field, error.message));
}

/// A record that was decoded, or is raw.
void check_one(const Checked& checked, const ResourceTypes& resources, const RecordPlace& place,
               const Record& record) {
  std::visit(
      [&](const auto& each) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(each)>, Raw>) {
          PartCheck::Told told;
          PartCheck parts(checked, place, told);
          layout(parts, each);
        }
        if constexpr (requires { check_record(checked, resources, place, each); })
          check_record(checked, resources, place, each);
      },
      record);
}

/// Databases whose data begins in that of one before it in the file.
void check_overlaps(const Checked& checked) {
  struct Data {
    std::uint64_t begin;
    std::uint64_t end;
    std::size_t index;
  };
  std::vector<Data> all;
  for (std::size_t index = 0; index < checked.database.database_count(); ++index)
    if (const DatabaseView view = checked.database.database(index); view.entry.size > 0)
      all.push_back({view.begin, view.end(), index});
  std::ranges::sort(all, {}, [](const Data& data) { return std::pair(data.begin, data.index); });
  for (std::size_t i = 1, longest = 0; i < all.size(); ++i) {
    if (all[i - 1].end > all[longest].end) longest = i - 1;
    if (all[i].begin < all[longest].end)
      checked.findings.add(finding::DATABASE_OVERLAP, entry_place(checked, all[i].index, "pointer"),
                           all[longest].index);
  }
}

}  // namespace

ResourceTypes::ResourceTypes(const Database& database) : resources_(database) {
  for (std::size_t i = 0; i < std::min<std::size_t>(database.database_count(), kMostDatabases); ++i) {
    const TypeInfo* type = database.database(i).type;
    types_.push_back(type == nullptr ? std::nullopt : std::optional(type->type));
  }
}

bool ResourceTypes::has(ResourceId id, Type type) const {
  const auto location = resources_.find(id);
  return location && location->database < types_.size() && types_[location->database] == type;
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
  check_overlaps(checked);
  IdIndex seen(database.database_count());
  for (std::size_t index = 0; index < database.database_count(); ++index) {
    const DatabaseView view = database.database(index);
    check_entry(checked, index, view);
    if (!seen.add(view.entry.magic, std::uint32_t(index)))
      checked.findings.add(finding::DATABASE_TYPE_REPEATED, entry_place(checked, index, "magic"),
                           *seen.find(view.entry.magic));
    used.tell(checked, index, view);
    if (view.count == 0) checked.steps.take(view.entry.size);
    records.for_each(index, [&](std::uint64_t row, const Record& record, const Error* error) {
      const RecordPlace place{index, row, view.record_offset(row), view};
      if (error == nullptr)
        check_one(checked, resources, place, record);
      else if (records.is_over_limit())
        checked.findings.add(finding::RECORD_SIZE_TOO_LARGE, place.whole());
      else
        tell_undecodable(checked, place, *error);
      checked.steps.take(view.entry.size * (row + 1) / view.count - view.entry.size * row / view.count);
    });
  }
  covered.for_each_gap([&, row = 0](std::uint64_t offset, std::uint64_t size) mutable {
    checked.findings.add(finding::UNREFERENCED_BYTES,
                         Place{fmt::format("{}[{}]", kUnreferenced, row++), offset}, size);
  });
}

}  // namespace mw::wows::assets
