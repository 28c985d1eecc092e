#include "read.h"

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>

#include "links.h"
#include "mdl/variant.h"

namespace mw::kotor::mdl {
namespace {

/// Looked at first: a text is no binary model, however short.
void refuse_text(Reader& reader) {
  Reader first(reader.file());
  FileHeader header;
  fields(first, header);
  if (!first.ok() || header.zero == 0) return;
  const auto start = text_of(reader.file().first(sizeof(header.zero)));
  reader.fail(0, "file.zero", fmt::format("expected 0, got \"{}\": not a binary model", escape_text(start)),
              ErrorCode::not_this_format);
}

void read_animation(ReadContext& context, std::uint32_t offset, Animation& animation) {
  Reader& reader = context.reader;
  animation.offset = offset;
  reader.claim("header", file_offset(offset), 1, record_size<AnimationHeader>());
  fields(reader, animation.header);
  TableReader io(context);
  tables(io, animation.header, animation);
  read_tree(context, animation.header.geometry.root_node, offset, animation.nodes);
}

void read_animations(ReadContext& context, File& file) {
  Reader& reader = context.reader;
  std::vector<std::uint32_t> offsets;
  TableReader(context).table("animation_offsets", file.model.animations, offsets);
  std::erase_if(offsets,
                [&](std::uint32_t offset) { return !context.has(offset, record_size<AnimationHeader>()); });
  reader.charge("animations", offsets.size() * sizeof(Animation));
  if (!reader.ok()) return;
  file.animations.resize(offsets.size());
  PathScope scope(reader.path(), "animations");
  for (std::size_t row = 0; row < file.animations.size() && reader.ok(); ++row) {
    scope.set_row(row);
    read_animation(context, offsets[row], file.animations[row]);
  }
}

void read_mdl(Reader& reader, File& file, std::uint64_t present) {
  refuse_text(reader);
  header_fields(reader, file);
  if (!reader.ok()) return;
  file.variant = variant_of(file.geometry);
  ReadContext context{reader, file.variant, OffsetIndex(reader.file().size()), present};
  TableReader(context).names("name_offsets", "names", file.names_header.names, file.names);
  read_animations(context, file);
  read_tree(context, file.geometry.root_node, 0, file.nodes);
  const bool headed = imply(file.names_header.head_node, offset_of_row(0, file.nodes));
  if (context.has_odd_links || !headed) find_rows(file);
}

/// Of a file that is cut off no more memory is taken than so many times what is left of it, and a little.
constexpr std::uint64_t kMostCutOff = 4;
constexpr std::uint64_t kLittle = 1'000'000;

/// Of a file that was cut off only the first bytes are present.
Result<File> read_present(ByteSpan mdl, std::uint64_t present, std::optional<ByteSpan> mdx,
                          const Traces& traces) {
  Reader reader(mdl, traces.mdl);
  File file;
  read_mdl(reader, file, present);
  if (!reader.ok()) return fail(reader.error());
  file.unreferenced = reader.take_unreferenced();
  file.mdl_bytes = present;
  if (!mdx) return file;
  Reader mdx_reader(*mdx, traces.mdx);
  if (auto done = read_mdx(file, reader, mdx_reader); !done) return fail(done.error());
  return file;
}

}  // namespace

bool sniff(ByteSpan mdl) {
  Reader reader(mdl);
  FileHeader header;
  GeometryHeader geometry;
  fields(reader, header);
  fields(reader, geometry);
  if (!reader.ok() || header.zero != 0) return false;
  return known_variant(geometry).has_value() || file_offset(header.mdl_size) == mdl.size();
}

Result<File> read(ByteSpan mdl, std::optional<ByteSpan> mdx, const Traces& traces) {
  return read_present(mdl, mdl.size(), mdx, traces);
}

Result<File> read_cut(ByteSpan mdl, std::optional<ByteSpan> mdx, const Traces& traces) {
  Reader reader(mdl);
  FileHeader header;
  fields(reader, header);
  const std::uint64_t whole = file_offset(header.mdl_size);
  if (!reader.ok() || whole <= mdl.size() || whole > kMostCutOff * mdl.size() + kLittle)
    return fail(
        {.message = fmt::format("{} bytes are not the beginning of a model of {}", mdl.size(), whole)});
  Bytes padded(mdl.begin(), mdl.end());
  padded.resize(whole);
  return read_present(padded, mdl.size(), mdx, traces);
}

}  // namespace mw::kotor::mdl
