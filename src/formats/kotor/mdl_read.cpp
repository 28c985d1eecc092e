#include "mdl_read.h"

#include <fmt/format.h>
#include <meshwright/core/text.h>

#include "mdl_variant.h"

namespace mw::kotor::mdl {
namespace {

void read_headers(Reader& reader, File& file) {
  reader.field("file", file.header);
  if (reader.ok() && file.header.zero != 0) {
    const auto start = text_of(reader.file().first(4));
    reader.fail(0, "file.zero",
                fmt::format("expected 0, got \"{}\": not a binary model", escape_text(start)));
  }
  reader.field("geometry", file.geometry);
  reader.field("model", file.model);
  reader.field("names_header", file.names_header);
  file.variant = variant_of(file.geometry);
}

void read_animation(ReadContext& context, std::uint32_t offset, Animation& animation) {
  Reader& reader = context.reader;
  animation.offset = offset;
  reader.claim("header", file_offset(offset), 1, sizeof(AnimationHeader));
  reader.charge("header", sizeof(Animation) - sizeof(AnimationHeader));
  fields(reader, animation.header);
  read_array(reader, "events", animation.header.events, animation.events);
  read_tree(context, animation.header.geometry.root_node, animation.nodes);
}

void read_animations(ReadContext& context, File& file) {
  Reader& reader = context.reader;
  read_array(reader, "animation_offsets", file.model.animations, file.animation_offsets);
  reader.charge("animations", file.animation_offsets.size() * sizeof(Animation));
  if (!reader.ok()) return;
  file.animations.resize(file.animation_offsets.size());
  PathScope scope(reader.path(), "animations");
  for (std::size_t row = 0; row < file.animations.size() && reader.ok(); ++row) {
    scope.set_row(row);
    read_animation(context, file.animation_offsets[row], file.animations[row]);
  }
}

void read_mdl(Reader& reader, File& file) {
  read_headers(reader, file);
  read_array(reader, "name_offsets", file.names_header.names, file.name_offsets);
  read_texts(reader, "names", file.name_offsets, file.names);
  if (!reader.ok()) return;
  ReadContext context{reader, file.variant, OffsetIndex(reader.file().size())};
  read_animations(context, file);
  read_tree(context, file.geometry.root_node, file.nodes);
}

}  // namespace

bool sniff(ByteSpan mdl) {
  Reader reader(mdl);
  FileHeader header;
  GeometryHeader geometry;
  fields(reader, header);
  fields(reader, geometry);
  if (!reader.ok() || header.zero != 0) return false;
  return known_variant(geometry).has_value() || header.mdl_size + std::uint64_t(kDataStart) == mdl.size();
}

void read_texts(Reader& reader, std::string_view name, std::span<const std::uint32_t> offsets,
                std::vector<std::string>& texts) {
  reader.charge(name, offsets.size() * sizeof(std::string));
  if (!reader.ok()) return;
  texts.resize(offsets.size());
  PathScope scope(reader.path(), name);
  for (std::size_t row = 0; row < offsets.size() && reader.ok(); ++row) {
    scope.set_row(row);
    reader.seek(file_offset(offsets[row]), {});
    reader.c_string({}, texts[row]);
    // Many names may lie on one long text: paid for by length, they cannot take the square of the file.
    reader.charge({}, texts[row].size());
  }
}

Result<File> read(ByteSpan mdl, std::optional<ByteSpan> mdx, const Traces& traces) {
  Reader reader(mdl, traces.mdl);
  File file;
  read_mdl(reader, file);
  if (!reader.ok()) return fail(reader.error());
  file.unreferenced = reader.take_unreferenced();
  if (!mdx) return file;
  Reader mdx_reader(*mdx, traces.mdx);
  if (auto done = read_mdx(file, reader, mdx_reader); !done) return fail(done.error());
  return file;
}

}  // namespace mw::kotor::mdl
