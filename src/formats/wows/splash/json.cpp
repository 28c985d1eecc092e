#include <meshwright/core/detail/json_reader.h>
#include <meshwright/core/json_text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/wows/splash.h>

namespace mw::wows::splash {
namespace {

constexpr std::string_view kFormatId = "wows-splash";

}  // namespace

/// Names are texts here, without their lengths.
void fields(auto& json, Like<NamedBox> auto& box) {
  json.field("name", box.name);
  corner_fields(json, box);
}

void to_json(const File& file, JsonWriter& json) {
  json.begin_object();
  json.member("format", kFormatId);
  json.table("boxes", file.boxes);
  json.table(kUnreferenced, file.unreferenced);
  json.end_object();
}

std::string to_json(const File& file) {
  JsonWriter json(JsonWriter::Style::pretty);
  to_json(file, json);
  return json.take() + "\n";
}

Result<File> from_json(const JsonText& value) {
  JsonReader json(value);
  File file;
  std::string format;
  json.field("format", format);
  json.table("boxes", file.boxes);
  if (json.has(kUnreferenced)) json.table(kUnreferenced, file.unreferenced);
  json.finish();
  if (!json.ok()) return fail(json.error());
  return file;
}

}  // namespace mw::wows::splash
