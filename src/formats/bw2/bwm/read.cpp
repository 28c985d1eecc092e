#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/core/detail/reader.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>

#include "elements.h"

namespace mw::bw2::bwm {
namespace {

/// Retail has two files that are nothing but zeros; they deserve their own words.
std::string wrong_signature(ByteSpan bytes) {
  if (std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte(0); }))
    return fmt::format("all {} bytes are zero: a placeholder without a model", bytes.size());
  return fmt::format("expected \"{}\", got \"{}\"", kSignature,
                     escape_text(text_of(bytes).substr(0, kSignature.size())));
}

/// Before anything else, so that another file is called what it is and not too short.
void check_signature(Reader& reader) {
  if (!sniff(reader.file()))
    reader.fail(0, "signature", wrong_signature(reader.file()), ErrorCode::not_this_format);
}

void read_stride(Reader& reader, Stride& stride) {
  std::uint32_t count = 0;
  const std::uint64_t start = reader.position();
  reader.field("count", count);
  if (count > kMaxElements)
    reader.fail(start, "count",
                fmt::format("{} elements, but a declaration has room for {}", count, kMaxElements));
  if (!reader.ok()) return;
  reader.table("elements", reader.position(), count, stride.elements);
  const ByteSpan garbage = reader.raw("garbage", garbage_size(count));
  stride.garbage.assign(garbage.begin(), garbage.end());
}

void read_strides(Reader& reader, const Header& header, std::vector<Stride>& strides) {
  const ByteSpan bytes = reader.claim("strides", reader.position(), header.stride_count, kStrideSize);
  strides.resize(bytes.size() / kStrideSize);
  PathScope scope(reader.path(), "strides");
  for (std::size_t i = 0; i < strides.size() && reader.ok(); ++i) {
    scope.set_row(i);
    read_stride(reader, strides[i]);
  }
}

void read_data(Reader& reader, std::uint64_t rows, Stride& stride) {
  const std::uint32_t size = *vertex_size(stride);
  if (size == 0) return;
  const ByteSpan bytes = reader.claim("vertices", reader.position(), rows, size);
  stride.data.assign(bytes.begin(), bytes.end());
  if (reader.is_traced())
    for_each_number(reader.path(), stride, [&](FieldType type) { reader.items({}, type); });
  else
    reader.raw("vertices", bytes.size());
}

/// What lies behind the declarations, if they tell how.
void read_contents(Reader& reader, File& file) {
  {
    PathScope scope(reader.path(), "strides");
    for (std::size_t i = 0; i < file.strides.size() && reader.ok(); ++i) {
      scope.set_row(i);
      read_data(reader, file.header.vertex_count, file.strides[i]);
    }
  }
  reader.table("indices", reader.position(), file.header.index_count, file.indices);
  if (file.header.version != kVersion6) return;
  std::uint32_t cleave_count = 0;
  reader.field("cleave_count", cleave_count);
  reader.table("cleaves", reader.position(), cleave_count, file.cleaves);
}

}  // namespace

bool sniff(ByteSpan bytes) {
  return text_of(bytes).starts_with(kSignature);
}

Result<File> read(ByteSpan bytes, const Trace* trace) {
  Reader reader(bytes, trace);
  File file;
  check_signature(reader);
  fields(reader, file.header);
  for_each_table(file.header, file, [&](std::string_view name, std::uint64_t count, auto& rows) {
    reader.table(name, reader.position(), count, rows);
  });
  read_strides(reader, file.header, file.strides);
  if (reader.ok() && decodes(file)) read_contents(reader, file);
  if (!reader.ok()) return fail(reader.error());
  file.unreferenced = reader.take_unreferenced();
  return file;
}

}  // namespace mw::bw2::bwm
