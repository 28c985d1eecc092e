#include <fmt/format.h>
#include <meshwright/core/reader.h>
#include <meshwright/core/text.h>
#include <meshwright/kotor/walkmesh.h>

namespace mw::kotor::walkmesh {
namespace {

void read_magic(Reader& reader) {
  const std::string_view magic = text_of(reader.raw("magic", kMagic.size()));
  if (reader.ok() && magic != kMagic)
    reader.fail(0, "magic", fmt::format("expected \"{}\", got \"{}\"", kMagic, escape_text(magic)));
}

template <class Tables>
void read_tables(Reader& reader, Tables& tables) {
  read_magic(reader);
  fields(reader, tables.header);
  for_each_table(tables.header, tables, [&](std::string_view name, auto count, auto offset, auto& rows) {
    reader.table(name, offset, count, rows);
  });
}

}  // namespace

bool sniff(ByteSpan bytes) {
  return text_of(bytes).starts_with(kMagic);
}

Result<File> read(ByteSpan bytes, const Trace* trace) {
  Reader reader(bytes, trace);
  File file;
  read_tables(reader, file);
  if (!reader.ok()) return fail(reader.error());
  file.unreferenced = reader.take_unreferenced();
  return file;
}

Result<View> view(ByteSpan bytes) {
  Reader reader(bytes);
  View view;
  read_tables(reader, view);
  if (!reader.ok()) return fail(reader.error());
  return view;
}

}  // namespace mw::kotor::walkmesh
