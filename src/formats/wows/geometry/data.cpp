#include "data.h"

namespace mw::wows::geometry {

bool DataReader::admits(std::string_view name, std::uint64_t count, std::uint64_t least,
                        std::uint64_t row_size) {
  if (!reader_.ok()) return false;
  if (reader_.position() > end_ || count > (end_ - reader_.position()) / least) {
    reader_.fail(reader_.position(), name,
                 fmt::format("{} rows of {} bytes or more do not fit: the data ends at {}", count, least,
                             offset_text(end_)));
    return false;
  }
  reader_.charge(name, count * row_size);
  return reader_.ok();
}

void DataReader::rest(std::string_view name, Bytes& bytes) {
  if (!reader_.ok()) return;
  if (reader_.position() > end_) {
    reader_.fail(reader_.position(), "data", fmt::format("runs past its end at {}", offset_text(end_)));
    return;
  }
  const ByteSpan left = reader_.raw(name, end_ - reader_.position());
  bytes.assign(left.begin(), left.end());
}

std::optional<Error> find_armor_problem(ByteSpan data) {
  Reader reader(data);
  DataReader io(reader, data.size());
  ArmorModel model;
  data_fields(io, model);
  if (reader.ok()) return std::nullopt;
  return reader.error();
}

}  // namespace mw::wows::geometry
