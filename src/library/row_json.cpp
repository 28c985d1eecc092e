#include <fmt/format.h>
#include <meshwright/core/detail/json_reader.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/text_position.h>
#include <meshwright/core/json_text.h>

#include "rows.h"

/// The project's own JSON: it opens as a document of the format that it holds.
namespace mw::rows {
namespace json_text {
namespace {

constexpr std::string_view kExtensions[] = {".json"};

/// Whether the bytes look like a JSON object. A .gltf is one too; its row comes before this one.
bool sniff(ByteSpan bytes) {
  const std::string_view text = without_byte_order_mark(text_of(bytes));
  const auto start = text.find_first_not_of(" \t\r\n");
  return start != text.npos && text[start] == '{';
}

Result<const Format*> format_held(const JsonText& json) {
  JsonReader reader(json);
  std::string id;
  reader.field("format", id);
  if (!reader.ok())
    return fail({.offset = reader.error().offset,
                 .field = "format",
                 .message = reader.error().message + ": this JSON does not say what it holds"});
  const Format* format = find_format(id);
  if (format != nullptr && format->from_json != nullptr) return format;
  reader.fail(fmt::format("\"{}\" is not a known format", escape_text(id)));
  return fail({.offset = reader.error().offset, .field = "format", .message = reader.error().message});
}

Result<Document> document_in(std::string_view text) {
  const auto json = JsonText::parse(text);
  if (!json) return fail(json.error());
  const auto format = format_held(*json);
  if (!format) return fail(format.error());
  return (*format)->from_json(*json);
}

/// Editors show lines, not offsets.
Result<Document> read(const Source& source, const FileTraces& /*traces*/) {
  const std::string_view text = text_of(source.blob.bytes());
  auto document = document_in(text);
  if (!document) return fail(with_position(document.error(), text));
  document->set_stored(kJson, source);
  return document;
}

}  // namespace

// Documents have the format that the JSON holds, so this row only reads.
const Format kJson = {
    .id = "json",
    .name = "JSON of any of these formats",
    .extensions = kExtensions,
    .sniff = sniff,
    .read = read,
};

}  // namespace json_text
}  // namespace mw::rows
