// What there is to see without any file, and what a file is at first sight.
#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/formats/registry.h>
#include <meshwright/kotor/detail/area.h>
#include <meshwright/kotor/layout.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/view/detail/opened_file.h>

#include "answers.h"
#include "rooms.h"

namespace mw::view {
namespace {

/// A layout alone is a picture of nothing: its rooms come with it.
Result<void> add_rooms(DroppedFiles& files, const Document& document) {
  const auto* layout = document.as<kotor::Layout>();
  if (layout == nullptr) return {};
  for (std::size_t row = 0; row < layout->rooms.size(); ++row) {
    auto bytes = kotor::walkmesh::write(kotor::sample_room(row));
    if (!bytes) return fail(bytes.error());
    files.add(layout->rooms[row].name + ".wok", Blob(*std::move(bytes)));
  }
  return {};
}

}  // namespace

std::string samples_as_json() {
  std::vector<answer::Sample> samples;
  for (const Format* format : formats())
    if (format->sample != nullptr)
      for (const std::string_view extension : format->extensions)
        samples.push_back({format->id, format->name, fmt::format("sample{}", extension)});
  return as_json(samples);
}

Result<Reply> recognised(ByteSpan bytes, std::string_view name) {
  return recognise(bytes, name).map([](const Format* format) {
    return Reply{as_json(answer::Recognised{format->id, format->lists_rooms})};
  });
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
  return add_rooms(files, *document);
}

}  // namespace mw::view
