#include "mdl_read.h"

#include <fmt/format.h>
#include <meshwright/core/text.h>

#include "mdl_links.h"
#include "mdl_variant.h"

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
  reader.charge("animations", offsets.size() * sizeof(Animation));
  if (!reader.ok()) return;
  file.animations.resize(offsets.size());
  PathScope scope(reader.path(), "animations");
  for (std::size_t row = 0; row < file.animations.size() && reader.ok(); ++row) {
    scope.set_row(row);
    read_animation(context, offsets[row], file.animations[row]);
  }
}

void read_mdl(Reader& reader, File& file) {
  refuse_text(reader);
  header_fields(reader, file);
  if (!reader.ok()) return;
  file.variant = variant_of(file.geometry);
  ReadContext context{reader, file.variant, OffsetIndex(reader.file().size())};
  TableReader(context).names("name_offsets", "names", file.names_header.names, file.names);
  read_animations(context, file);
  read_tree(context, file.geometry.root_node, 0, file.nodes);
  const bool headed = imply(file.names_header.head_node, offset_of_row(0, file.nodes));
  if (context.has_odd_links || !headed) find_rows(file);
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
  Reader reader(mdl, traces.mdl);
  File file;
  read_mdl(reader, file);
  if (!reader.ok()) return fail(reader.error());
  file.unreferenced = reader.take_unreferenced();
  file.mdl_bytes = mdl.size();
  if (!mdx) return file;
  Reader mdx_reader(*mdx, traces.mdx);
  if (auto done = read_mdx(file, reader, mdx_reader); !done) return fail(done.error());
  return file;
}

}  // namespace mw::kotor::mdl
