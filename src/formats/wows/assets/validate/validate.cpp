#include "validate.h"

#include <meshwright/core/detail/text.h>
#include <meshwright/wows/detail/name_hash.h>

#include "assets/lookup.h"

namespace mw::wows::assets {
namespace {

constexpr std::uint64_t kStringSlotSize = sizeof(StringBucket) + sizeof(std::uint32_t);
constexpr std::uint64_t kResourceSlotSize = sizeof(ResourceBucket) + sizeof(std::uint32_t);

Place header_place(FieldOf<Header> field) {
  return {fmt::format("header.{}", field.name), field.byte};
}

Place body_place(FieldOf<Body> field) {
  return {fmt::format("body.{}", field.name), kBodyBase + field.byte};
}

void check_header(const Checked& checked) {
  const Header& header = checked.database.header();
  if (header.version != kVersion)
    checked.findings.add(finding::VERSION_UNKNOWN, header_place("version"), header.version, kVersion);
  switch (checked.checksum.kind) {
    case ChecksumKind::murmur3:
      return;
    case ChecksumKind::crc32:
      return checked.findings.add(finding::CHECKSUM_UNUSUAL, header_place("checksum"));
    case ChecksumKind::none:
      break;
  }
  checked.findings.add(finding::CHECKSUM_MISMATCH, header_place("checksum"), header.checksum,
                       checked.checksum.murmur3, checked.checksum.crc32);
}

void check_body(const Checked& checked) {
  const Body& body = checked.database.body();
  const auto check = [&](std::uint32_t value, FieldOf<Body> field) {
    if (value != 0) checked.findings.add(finding::PADDING_NOT_ZERO, body_place(field));
  };
  check(body.padding_0x04, "padding_0x04");
  check(body.padding_0x1c, "padding_0x1c");
  check(body.padding_0x2c, "padding_0x2c");
  check(body.padding_0x44, "padding_0x44");
  check(body.padding_0x54, "padding_0x54");
}

/// What is wrong with the slots of a hash table.
struct SlotFindings {
  const FindingKind& shifted;
  const FindingKind& repeated;
  const FindingKind& full;
};

/// Every key is where a lookup of it gets to.
template <class Bucket>
void check_slots(const Checked& checked, const TableView<Bucket>& buckets, std::string_view table,
                 FieldOf<Body> capacity, const SlotFindings& kinds) {
  const std::uint64_t first = std::uint64_t(buckets.bytes().data() - checked.database.bytes().data());
  const auto place = [&](std::size_t slot) {
    return Place{fmt::format("{}.buckets[{}].key", table, slot), first + slot * sizeof(Bucket)};
  };
  std::size_t taken = 0;
  IdIndex keys(buckets.size());
  for_each_taken(buckets, [&](std::size_t slot, const Bucket& bucket, bool reached) {
    ++taken;
    if (!reached) checked.findings.add(kinds.shifted, place(slot), bucket.key % buckets.size());
    if (!keys.add(bucket.key, std::uint32_t(slot)))
      checked.findings.add(kinds.repeated, place(slot), bucket.key, *keys.find(bucket.key));
  });
  if (taken > 0 && taken == buckets.size()) checked.findings.add(kinds.full, body_place(capacity), taken);
}

void check_text(const Checked& checked, std::size_t slot) {
  const Database& database = checked.database;
  const std::uint32_t offset = database.string_values()[slot];
  const auto at = std::uint64_t(database.string_values().bytes().data() - database.bytes().data()) + slot * 4;
  const auto place = [&] { return Place{fmt::format("strings.values[{}]", slot), at}; };
  if (offset >= database.texts().size())
    return checked.findings.add(finding::STRING_OFFSET_OUT_OF_RANGE, place(), offset,
                                database.texts().size());
  const auto text = database.text_at(offset);
  if (!text)
    return checked.findings.add(
        finding::STRING_NOT_TERMINATED, place(),
        std::min<std::uint64_t>(Database::kMaxTextSize, database.texts().size() - offset), offset);
  const std::uint32_t key = database.string_buckets()[slot].key;
  if (name_hash(*text) != key)
    checked.findings.add(finding::STRING_HASH_MISMATCH, place(), key, name_hash(*text));
}

/// What files of these endings are; of other types the endings are not known.
struct Ending {
  std::string_view ending;
  Type type;
};
constexpr Ending kEndings[] = {{".model", Type::model}, {".visual", Type::visual}, {".mfm", Type::material}};

void check_type(const Checked& checked, const ResourceBucket& bucket, const TypeInfo& type,
                const auto& place) {
  const auto row = checked.paths.row_of({bucket.key});
  if (!row) return;
  const std::string_view name = checked.database.name(*row);
  for (const Ending& known : kEndings)
    if (name.ends_with(known.ending) && known.type != type.type)
      checked.findings.add(finding::RESOURCE_TYPE_MISMATCH, place(), quote_word(name), type.name);
}

/// What a slot leads to; `records` are those that slots before lead to.
void check_location(const Checked& checked, std::size_t slot, const ResourceBucket& bucket,
                    IdIndex& records) {
  const Database& database = checked.database;
  const auto& values = database.resource_values();
  const std::uint64_t at = std::uint64_t(values.bytes().data() - database.bytes().data()) + slot * 4;
  const auto place = [&] { return Place{fmt::format("resources.values[{}]", slot), at}; };
  const Location location = unpack_location(values[slot]);
  if (location.state != 0)
    return checked.findings.add(finding::RESOURCE_STATE_UNUSUAL, place(), location.state);
  if (location.database >= database.database_count())
    return checked.findings.add(finding::RESOURCE_DATABASE_OUT_OF_RANGE, place(), location.database,
                                database.database_count());
  const DatabaseView view = database.database(location.database);
  if (has_records(view) && location.record >= view.count)
    return checked.findings.add(finding::RESOURCE_RECORD_OUT_OF_RANGE, place(), location.record, view.count);
  if (view.type != nullptr) check_type(checked, bucket, *view.type, place);
  if (!records.add(values[slot], std::uint32_t(slot)))
    checked.findings.add(finding::RESOURCE_RECORD_REPEATED, place(), *records.find(values[slot]));
}

}  // namespace

void check_strings(const Checked& checked) {
  const auto& buckets = checked.database.string_buckets();
  check_slots(checked, buckets, "strings", "string_capacity",
              {finding::STRING_SLOT_SHIFTED, finding::STRING_KEY_REPEATED, finding::STRING_SLOTS_TOO_FEW});
  for (std::size_t slot = 0; slot < buckets.size(); ++slot) {
    if (buckets[slot].is_occupied()) check_text(checked, slot);
    checked.steps.take(kStringSlotSize);
  }
}

void check_resources(const Checked& checked) {
  const auto& buckets = checked.database.resource_buckets();
  check_slots(
      checked, buckets, "resources", "resource_capacity",
      {finding::RESOURCE_SLOT_SHIFTED, finding::RESOURCE_KEY_REPEATED, finding::RESOURCE_SLOTS_TOO_FEW});
  const std::uint64_t first = std::uint64_t(buckets.bytes().data() - checked.database.bytes().data());
  IdIndex records(buckets.size());
  for (std::size_t slot = 0; slot < buckets.size(); ++slot) {
    checked.steps.take(kResourceSlotSize);
    const ResourceBucket bucket = buckets[slot];
    if (!bucket.is_occupied()) continue;
    if (!checked.paths.row_of({bucket.key}))
      checked.findings.add(
          finding::RESOURCE_PATH_MISSING,
          Place{fmt::format("resources.buckets[{}].key", slot), first + slot * sizeof(ResourceBucket)});
    check_location(checked, slot, bucket, records);
  }
}

std::span<const FindingKind> finding_kinds() {
  return finding::kKinds;
}

void validate(const Database& database, Findings& findings, const Progress& progress,
              const Checksum& checksum) {
  std::uint64_t all = database.string_buckets().size() * kStringSlotSize +
                      database.resource_buckets().size() * kResourceSlotSize +
                      database.paths().bytes().size();
  for (std::size_t index = 0; index < database.database_count(); ++index)
    all += database.database(index).entry.size;
  Steps steps(progress, all);
  const Checked checked{database, findings, checksum, steps};
  for (const auto check :
       {check_header, check_body, check_strings, check_resources, check_paths, check_databases})
    check(checked);
  steps.finish();
}

void validate(const Database& database, Findings& findings, const Progress& progress) {
  validate(database, findings, progress, find_checksum(database));
}

}  // namespace mw::wows::assets
