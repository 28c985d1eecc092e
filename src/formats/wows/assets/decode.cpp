#include "decode.h"

#include <bit>

namespace mw::wows::assets {

void ByteSet::add(std::uint64_t offset, std::uint64_t count) {
  for (const std::uint64_t end = offset + count; offset < end;) {
    const std::uint64_t bit = offset % 64;
    const std::uint64_t here = std::min<std::uint64_t>(64 - bit, end - offset);
    const std::uint64_t ones = here == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << here) - 1;
    words_[std::size_t(offset / 64)] |= ones << bit;
    offset += here;
  }
}

/// The first byte from there on that is present, or is not; the size without one.
std::uint64_t ByteSet::find(bool present, std::uint64_t from) const {
  while (from < size_) {
    const std::uint64_t word = words_[std::size_t(from / 64)];
    const std::uint64_t rest = (present ? word : ~word) >> from % 64;
    if (rest != 0) return std::min(size_, from + std::uint64_t(std::countr_zero(rest)));
    from = from / 64 * 64 + 64;
  }
  return size_;
}

void ByteSet::for_each_gap(const std::function<void(std::uint64_t, std::uint64_t)>& use) const {
  for (std::uint64_t begin = find(false, 0); begin < size_;) {
    const std::uint64_t end = find(true, begin);
    use(begin, end - begin);
    begin = find(false, end);
  }
}

/// Where the rows of an array are; nothing after a failure.
std::optional<std::uint64_t> RecordReader::claim(std::string_view name, std::int64_t pointer,
                                                 std::uint64_t count, std::uint64_t stride) {
  if (pointer == 0) {
    fail(name, fmt::format("{} rows, but no pointer to them", count));
    return std::nullopt;
  }
  const auto offset = resolve(base_, pointer);
  // Divide rather than multiply: offset + count * stride can wrap, this cannot.
  if (!offset || *offset < begin_ || *offset > end_ || count > (end_ - *offset) / stride) {
    fail(name, fmt::format("{} rows of {} bytes at pointer {} leave the database, which is {} to {}", count,
                           stride, pointer, offset_text(begin_), offset_text(end_)));
    return std::nullopt;
  }
  if (count * stride > limits_.claim) {
    limits_.is_over = true;
    fail(name, fmt::format("{} rows of {} bytes: too many records lead to the same bytes", count, stride));
    return std::nullopt;
  }
  limits_.claim -= count * stride;
  if (limits_.covered != nullptr) limits_.pending.push_back({*offset, count * stride});
  return offset;
}

Raw raw_record(ByteSpan file, const DatabaseView& view, std::uint64_t row) {
  const ByteSpan bytes = file.subspan(std::size_t(view.record_offset(row)), std::size_t(view.stride));
  return {Bytes(bytes.begin(), bytes.end())};
}

Result<Record> decode(ByteSpan file, const DatabaseView& view, std::uint64_t row, DecodeLimits& limits) {
  limits.pending.clear();
  limits.is_over = false;
  if (limits.covered != nullptr) limits.covered->add(view.record_offset(row), view.stride);
  return with_record(view.layout, [&]<class T>(std::type_identity<T>) -> Result<Record> {
    if constexpr (std::is_same_v<T, Raw>) {
      return raw_record(file, view, row);
    } else {
      T record;
      RecordReader reader(file, view, limits);
      reader.read(view.record_offset(row), record);
      if (reader.error()) return fail(*reader.error());
      for (const auto& [offset, size] : limits.pending) limits.covered->add(offset, size);
      return record;
    }
  });
}

Result<Record> decode(const Database& database, const Location& location, DecodeLimits& limits) {
  if (location.database >= database.database_count())
    return fail({.message = fmt::format("database {} >= database count {}", location.database,
                                        database.database_count()),
                 .code = ErrorCode::out_of_range});
  const DatabaseView view = database.database(location.database);
  if (location.record >= view.count)
    return fail({.offset = view.begin,
                 .field = fmt::format("databases[{}]", location.database),
                 .message = fmt::format("record {} >= record count {}", location.record, view.count),
                 .code = ErrorCode::out_of_range});
  return decode(database.bytes(), view, location.record, limits).map_error([&](Error error) {
    error.field =
        fmt::format("databases[{}].records[{}].{}", location.database, location.record, error.field);
    return error;
  });
}

}  // namespace mw::wows::assets
