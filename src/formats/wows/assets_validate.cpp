#include "assets_validate.h"

#include <meshwright/codec/deflate.h>
#include <meshwright/wows/name_hash.h>

namespace mw::wows::assets {
namespace {

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
  switch (find_checksum_kind(checked.database)) {
    case ChecksumKind::murmur3:
      return;
    case ChecksumKind::crc32:
      return checked.findings.add(finding::CHECKSUM_UNUSUAL, header_place("checksum"));
    case ChecksumKind::none:
      break;
  }
  const ByteSpan bytes = checked.database.bytes();
  checked.findings.add(finding::CHECKSUM_MISMATCH, header_place("checksum"), header.checksum, checksum(bytes),
                       codec::crc32(bytes.subspan(sizeof(Header))));
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

/// Every key is where a lookup of it gets to. Goes once around, from an empty slot on, and counts the taken
/// slots in a row before each.
template <class Bucket>
void check_slots(const Checked& checked, const TableView<Bucket>& buckets, std::string_view table,
                 FieldOf<Body> capacity, const SlotFindings& kinds) {
  const std::size_t size = buckets.size();
  std::size_t empty = 0;
  while (empty < size && buckets[empty].is_occupied()) ++empty;
  if (size > 0 && empty == size) checked.findings.add(kinds.full, body_place(capacity), size);
  const bool full = empty == size;
  const std::uint64_t first = std::uint64_t(buckets.bytes().data() - checked.database.bytes().data());
  IdIndex keys(size);
  for (std::size_t step = 1, row = 0; step <= size; ++step) {
    const std::size_t slot = (empty + step) % size;
    const Bucket bucket = buckets[slot];
    if (!bucket.is_occupied()) {
      row = 0;
      continue;
    }
    const Place place{fmt::format("{}.buckets[{}].key", table, slot), first + slot * sizeof(Bucket)};
    const auto home = std::size_t(bucket.key % size);
    if (!full && (slot + size - home) % size > row) checked.findings.add(kinds.shifted, place, home);
    if (!keys.add(bucket.key, std::uint32_t(slot)))
      checked.findings.add(kinds.repeated, place, bucket.key, *keys.find(bucket.key));
    ++row;
  }
}

void check_text(const Checked& checked, std::size_t slot) {
  const Database& database = checked.database;
  const std::uint32_t offset = database.string_values()[slot];
  const auto at = std::uint64_t(database.string_values().bytes().data() - database.bytes().data()) + slot * 4;
  const Place place{fmt::format("strings.values[{}]", slot), at};
  if (offset >= database.texts().size())
    return checked.findings.add(finding::STRING_OFFSET_OUT_OF_RANGE, place, offset, database.texts().size());
  const auto text = database.text_at(offset);
  if (!text)
    return checked.findings.add(
        finding::STRING_NOT_TERMINATED, place,
        std::min<std::uint64_t>(Database::kMaxTextSize, database.texts().size() - offset), offset);
  const std::uint32_t key = database.string_buckets()[slot].key;
  if (name_hash(*text) != key)
    checked.findings.add(finding::STRING_HASH_MISMATCH, place, key, name_hash(*text));
}

void check_location(const Checked& checked, std::size_t slot) {
  const Database& database = checked.database;
  const auto& values = database.resource_values();
  const std::uint64_t at = std::uint64_t(values.bytes().data() - database.bytes().data()) + slot * 4;
  const Place place{fmt::format("resources.values[{}]", slot), at};
  const Location location = unpack_location(values[slot]);
  if (location.state != 0)
    return checked.findings.add(finding::RESOURCE_STATE_UNUSUAL, place, location.state);
  if (location.database >= database.database_count())
    return checked.findings.add(finding::RESOURCE_DATABASE_OUT_OF_RANGE, place, location.database,
                                database.database_count());
  const DatabaseView view = database.database(location.database);
  if (has_records(view) && location.record >= view.count)
    checked.findings.add(finding::RESOURCE_RECORD_OUT_OF_RANGE, place, location.record, view.count);
}

}  // namespace

void check_strings(const Checked& checked) {
  const auto& buckets = checked.database.string_buckets();
  check_slots(checked, buckets, "strings", "string_capacity",
              {finding::STRING_SLOT_SHIFTED, finding::STRING_KEY_REPEATED, finding::STRING_SLOTS_TOO_FEW});
  for (std::size_t slot = 0; slot < buckets.size(); ++slot)
    if (buckets[slot].is_occupied()) check_text(checked, slot);
}

void check_resources(const Checked& checked) {
  const auto& buckets = checked.database.resource_buckets();
  check_slots(
      checked, buckets, "resources", "resource_capacity",
      {finding::RESOURCE_SLOT_SHIFTED, finding::RESOURCE_KEY_REPEATED, finding::RESOURCE_SLOTS_TOO_FEW});
  const std::uint64_t first = std::uint64_t(buckets.bytes().data() - checked.database.bytes().data());
  for (std::size_t slot = 0; slot < buckets.size(); ++slot) {
    const ResourceBucket bucket = buckets[slot];
    if (!bucket.is_occupied()) continue;
    if (!checked.paths.row_of({bucket.key}))
      checked.findings.add(
          finding::RESOURCE_PATH_MISSING,
          Place{fmt::format("resources.buckets[{}].key", slot), first + slot * sizeof(ResourceBucket)});
    check_location(checked, slot);
  }
}

std::span<const FindingKind> finding_kinds() {
  return finding::kKinds;
}

void validate(const Database& database, Findings& findings, const Progress& progress) {
  constexpr void (*kSteps[])(const Checked&) = {check_header,    check_body,  check_strings,
                                                check_resources, check_paths, check_databases};
  const Checked checked{database, findings};
  std::uint64_t done = 0;
  for (const auto step : kSteps) {
    step(checked);
    if (progress) progress(++done, std::size(kSteps));
  }
}

}  // namespace mw::wows::assets
