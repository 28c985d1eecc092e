#include "any_file.h"

#include <fmt/format.h>
#include <meshwright/formats/convert.h>

#include <algorithm>

namespace mw::any_file {
namespace {

/// A file that has nothing beside it but its companion.
class OnlyCompanion : public Neighbours {
 public:
  explicit OnlyCompanion(Bytes bytes) : companion_(std::move(bytes)) {}

  Result<std::optional<Neighbour>> find(const NeighbourKind& kind, const std::string& /*name*/) override {
    if (kind.search != Search::beside) return std::nullopt;
    return Neighbour{.file = "the companion", .load = [this] { return companion_; }};
  }
  std::string place(const NeighbourKind& /*kind*/) const override { return {}; }

 private:
  Blob companion_;
};

Result<Document> open_file(const File& file) {
  Source source{.blob = Blob(file.bytes), .name = file.name};
  if (file.companion) source.neighbours = std::make_shared<OnlyCompanion>(*file.companion);
  return open(std::move(source));
}

OptionValues options_of(std::string_view lines) {
  OptionValues options;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    const auto equals = std::min(line.find('='), line.size());
    options.set(line.substr(0, equals), std::string(line.substr(std::min(equals + 1, line.size()))));
  }
  return options;
}

Result<File> written(const Document& document, const Format& format, std::string name,
                     std::string_view options) {
  auto made = mw::convert(document, {.format = &format, .name = name, .options = options_of(options)});
  if (!made) return fail(made.error());
  return File{std::move(name), std::move(made->output.bytes), std::move(made->output.companion)};
}

}  // namespace

std::vector<Sample> samples() {
  std::vector<Sample> all;
  for (const Format* format : formats())
    if (format->sample != nullptr)
      for (const std::string_view extension : format->extensions) all.push_back({format->id, extension});
  return all;
}

Result<File> make(std::string_view id, std::string name) {
  const Format* format = find_format(id);
  if (format == nullptr || format->sample == nullptr)
    return fail({.message = fmt::format("there is no sample of {}", id)});
  const auto document = format->sample(name, {});
  if (!document) return fail(document.error());
  const OptionValues none;
  auto output = mw::write(*document, {.name = name, .options = none});
  if (!output) return fail(output.error());
  return File{std::move(name), std::move(output->bytes), std::move(output->companion)};
}

Result<std::string> validate(const File& file) {
  const auto document = open_file(file);
  if (!document) return fail(document.error());
  std::string lines;
  Findings findings([&](const Finding& finding) { lines += fmt::format("{}\n", finding.kind->code); });
  if (auto done = mw::validate(*document, findings); !done) return fail(done.error());
  return lines;
}

Result<File> convert(const File& file, std::string name, std::string_view options) {
  const auto document = open_file(file);
  if (!document) return fail(document.error());
  const Format* format = find_by_name(name);
  if (format == nullptr) return fail({.message = fmt::format("{} does not say what it should be", name)});
  return written(*document, *format, std::move(name), options);
}

}  // namespace mw::any_file
