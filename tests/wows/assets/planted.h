#pragma once

#include <cstring>

#include "fixtures.h"
#include "support/cases/finding_cases.h"

namespace mw::wows::assets {

/// A file to plant faults in, and where its parts are.
struct Planted {
  Bytes bytes;

  static Planted sample() { return {sample_bytes()}; }

  template <class T>
  void put(std::uint64_t offset, const T& value) {
    test::put(bytes, std::size_t(offset), value);
  }
  template <class T>
  T get(std::uint64_t offset) const {
    T value{};
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
  }
  void clear(std::uint64_t offset, std::size_t size) { std::memset(bytes.data() + offset, 0, size); }

  /// Of all that follows the header, bit by bit.
  std::uint32_t crc32() const {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const std::byte byte : ByteSpan(bytes).subspan(16)) {
      crc ^= std::to_integer<std::uint32_t>(byte);
      for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320U : 0U);
    }
    return ~crc;
  }

  /// The file without its faults: where parts are does not change.
  static const Database& whole() {
    static const Database database = opened(sample_bytes());
    return database;
  }

  static std::uint64_t string_bucket(std::size_t slot) { return 16 + 96 + slot * 8; }
  static std::uint64_t string_value(std::size_t slot) {
    return 16 + std::uint64_t(whole().body().string_value_pointer) + slot * 4;
  }
  static std::uint64_t texts() { return 16 + std::uint64_t(whole().body().text_pointer); }
  static std::uint32_t text_size() { return whole().body().text_size; }
  static std::uint64_t resource_bucket(std::size_t slot) {
    return kResourceBase + std::uint64_t(whole().body().resource_bucket_pointer) + slot * 16;
  }
  static std::uint64_t resource_value(std::size_t slot) {
    return kResourceBase + std::uint64_t(whole().body().resource_value_pointer) + slot * 4;
  }

  /// A slot whose key belongs to one before it.
  static std::size_t displaced(const auto& buckets) {
    for (std::size_t slot = 1; slot < buckets.size(); ++slot)
      if (buckets[slot].is_occupied() && buckets[slot].key % buckets.size() < slot) return slot;
    ADD_FAILURE() << "no key is displaced";
    return 1;
  }
  static std::size_t displaced_string() { return displaced(whole().string_buckets()); }
  static std::size_t displaced_resource() { return displaced(whole().resource_buckets()); }

  /// A slot behind which an empty one follows.
  static std::size_t last(const auto& buckets) {
    for (std::size_t slot = 0; slot + 1 < buckets.size(); ++slot)
      if (buckets[slot].is_occupied() && !buckets[slot + 1].is_occupied()) return slot;
    ADD_FAILURE() << "no slot is the last of a run";
    return 0;
  }
  static std::size_t last_of_a_run() { return last(whole().string_buckets()); }
  static std::size_t lonely_resource() { return last(whole().resource_buckets()); }

  static std::uint64_t turret_value() {
    const auto& buckets = whole().resource_buckets();
    for (std::size_t slot = 0; slot < buckets.size(); ++slot)
      if (buckets[slot].key == path_hash(kSampleTurret)) return resource_value(slot);
    ADD_FAILURE() << "no turret";
    return 0;
  }
  static std::uint64_t path_entry(std::string_view path) {
    const auto row = Paths(whole()).row_of({path_hash(path)});
    EXPECT_TRUE(row) << path;
    return whole().path_offset(row.value_or(0));
  }
  static std::uint64_t entry(Type type) { return entry_of(whole(), type); }
  static std::uint64_t data(Type type) { return whole().database(index_of(type)).begin; }

  static std::uint64_t visual() {
    return record_offset(whole(), "content/gameplay/sample/turret/turret.visual");
  }
  static std::uint64_t model() { return record_offset(whole(), kSampleTurret); }
  static std::uint64_t metal() {
    return record_offset(whole(), "content/gameplay/sample/turret/turret_metal.mfm");
  }

  /// Where the array begins that the pointer at this byte of a record leads to.
  std::uint64_t array(std::uint64_t record, std::uint64_t byte) const {
    return record + std::uint64_t(get<std::int64_t>(record + byte));
  }
  /// A row of the array of a record whose pointer is at this byte; strides follow from the byte.
  std::uint64_t item(std::uint64_t record, std::uint64_t byte, std::size_t row) const {
    return array(record, byte) + row * stride_at(record, byte);
  }
  std::uint64_t render_set(std::size_t row) const { return array(visual(), 0x60) + row * 0x28; }
  std::uint64_t lod(std::size_t row) const { return array(visual(), 0x68) + row * 0x10; }
  std::uint64_t dye() const { return array(record_offset(whole(), kSampleBoat), 0x20); }
  std::uint64_t parameter() const {
    return array(record_offset(whole(), "content/gameplay/sample/effects/smoke.meta"), 8);
  }

 private:
  std::uint64_t stride_at(std::uint64_t record, std::uint64_t byte) const {
    if (record == visual()) return byte == 0x20 ? 64 : byte == 0x10 || byte == 0x28 ? 2 : 4;
    if (record == metal()) return 2;
    if (record == model() || record == dye()) return 8;
    return 4;
  }
};

inline void validate(const Planted& planted, Findings& findings) {
  const auto database = read(planted.bytes);
  ASSERT_EQ(test::message_of(database), test::kNoError);
  validate(*database, findings);
}

inline std::string to_json(const Planted& planted) {
  return to_json(read(planted.bytes).value());
}

inline Result<Bytes> write(const Planted& planted, const Trace* trace) {
  return write(read(planted.bytes).value(), trace);
}

}  // namespace mw::wows::assets
