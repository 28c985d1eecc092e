// Two files, and the samples that there are without any.
#include <fmt/format.h>
#include <meshwright/core/file_name.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/diff.h>

#include "parts.h"

namespace mw::view {

Result<Reply> OpenedFile::compared_with(const OpenedFile& other) const {
  const auto a = parts_->opened();
  if (!a) return fail(a.error());
  const auto b = other.parts_->opened();
  if (!b) return fail(b.error());
  constexpr std::uint64_t kMost = 1000;
  std::uint64_t told = 0;
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.key("differences");
  json.begin_array();
  const auto summary = diff(**a, **b, {}, [&](const Difference& difference) {
    if (told++ >= kMost) return;
    json.begin_object();
    json.member("where", difference.where);
    json.member("a", difference.a);
    json.member("b", difference.b);
    json.member("layout", difference.kind == DifferenceKind::layout);
    json.end_object();
  });
  if (!summary) return fail(summary.error());
  json.end_array();
  json.member("through_scene", summary->through_scene);
  json.member("total", summary->differences);
  json.member("layout", summary->layout);
  json.end_object();
  return Reply{json.take()};
}

std::string samples_as_json() {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_array();
  for (const Format* format : formats()) {
    if (format->sample == nullptr) continue;
    for (const std::string_view extension : format->extensions) {
      json.begin_object();
      json.member("format", format->id);
      json.member("name", format->name);
      json.member("file", fmt::format("sample{}", extension));
      json.end_object();
    }
  }
  json.end_array();
  return json.take();
}

Result<void> add_sample(DroppedFiles& files, std::string_view id, const std::string& file) {
  const Format* format = find_format(id);
  if (format == nullptr || format->sample == nullptr)
    return fail({.message = fmt::format("there is no sample of {}", id)});
  const OptionValues none;
  const auto document = format->sample(file, none);
  if (!document) return fail(document.error());
  auto output = write(*document, {.name = file, .options = none});
  if (!output) return fail(output.error());
  files.add(file, Blob(std::move(output->bytes)));
  if (output->companion)
    files.add(replace_extension(file, output->companion_extension), Blob(*std::move(output->companion)));
  return {};
}

}  // namespace mw::view
