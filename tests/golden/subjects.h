#pragma once

#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/registry.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/documents.h"

/// The samples of all formats, in all their kinds.
namespace mw::test {

struct Subject {
  std::string name;  // "sample.mdl game=k2"
  std::string file;  // "sample.mdl"
  const Format* format;
  Output output;
};

/// One way to set one option.
struct Setting {
  std::string name;
  std::string value;
};

/// Every way to set each option that has a meaning for a use. Those whose values are not listed get a few.
inline std::vector<Setting> settings(std::span<const OptionKind> options, Use uses) {
  std::vector<Setting> all;
  for (const OptionKind& option : options) {
    if (!overlap(option.uses, uses)) continue;
    if (option.operand.empty()) all.push_back({std::string(option.name), ""});
    for (const std::string_view value : option.values)
      all.push_back({std::string(option.name), std::string(value)});
    if (option.operand.empty() || !option.values.empty()) continue;
    for (const char* value : {"0", "1", "2.5", "-1", "sample", "a.b"})
      all.push_back({std::string(option.name), value});
  }
  return all;
}

inline OptionValues with(const Setting& setting) {
  OptionValues options;
  options.set(setting.name, setting.value);
  return options;
}

inline std::string in_words(const Setting& setting) {
  return setting.value.empty() ? setting.name : setting.name + "=" + setting.value;
}

/// Options that change nothing give no subject of their own.
inline void add_subject(std::vector<Subject>& all, const Format& format, const std::string& file,
                        const std::string& words, const OptionValues& options) {
  const auto document = format.sample(file, options);
  if (!document) return;
  auto output = write(*document, {.name = file, .options = options});
  const auto is_same = [&](const Subject& subject) {
    return extension_of(subject.file) == extension_of(file) && subject.output.bytes == output->bytes &&
           subject.output.companion == output->companion;
  };
  if (!output || std::ranges::any_of(all, is_same)) return;
  all.push_back({file + words, file, &format, *std::move(output)});
}

/// Each extension of each format that has samples, and each option of theirs.
inline std::vector<Subject> samples() {
  std::vector<Subject> all;
  for (const Format* format : formats()) {
    if (format->sample == nullptr) continue;
    for (const std::string_view extension : format->extensions)
      for (const char* stem : {"sample", "sample.skin"})  // a name may choose another sample
        add_subject(all, *format, fmt::format("{}{}", stem, extension), "", {});
    for (const Setting& setting : settings(format->options, Use::sample))
      add_subject(all, *format, fmt::format("sample{}", format->extensions.front()), " " + in_words(setting),
                  with(setting));
  }
  return all;
}

/// Opens one, with what belongs to it.
inline Result<Document> opened(const Subject& subject, const Output& output) {
  auto neighbours = std::make_shared<GivenNeighbours>();
  if (output.companion) {
    neighbours->files["mdx"] = *output.companion;
    neighbours->files["linked:made.bin"] = *output.companion;
  }
  return open({.blob = Blob(output.bytes), .name = subject.file, .neighbours = neighbours});
}

/// Scenes of the samples as others exchange them: what glTF and OBJ are read from.
inline std::vector<Subject> exchanged() {
  std::vector<Subject> all;
  for (const Format* format : formats()) {
    if (format->sample == nullptr || format->lists_rooms) continue;
    const std::string own = fmt::format("sample{}", format->extensions.front());
    const auto document = opened(written_sample(*format, own), own);
    for (const char* file : {"made.glb", "made.gltf", "made.obj"}) {
      auto made = convert(*document, {.format = find_by_name(file), .name = file});
      if (made) all.push_back({own + " as " + file, file, find_by_name(file), std::move(made->output)});
    }
  }
  return all;
}

}  // namespace mw::test
