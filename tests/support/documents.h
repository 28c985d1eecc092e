#pragma once

#include <meshwright/formats/document.h>
#include <meshwright/formats/registry.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>

/// Documents for tests, without a folder under them.
namespace mw::test {

/// The neighbours of a file, each under the name of its kind, and where the kind asks by name, "kind:name".
class GivenNeighbours : public Neighbours {
 public:
  std::map<std::string, Bytes> files;
  std::string output_link;  // how every one of them may be linked; empty when none can

  Result<std::optional<Neighbour>> find(const NeighbourKind& kind, const std::string& name) override {
    const std::string key = std::string(kind.name) + (name.empty() ? "" : ":" + name);
    const auto found = files.find(key);
    if (found == files.end()) return std::nullopt;
    return Neighbour{
        .file = key, .link = output_link, .load = [bytes = found->second] { return Blob(bytes); }};
  }
  std::string place(const NeighbourKind& kind) const override {
    const auto after = files.lower_bound(std::string(kind.name));
    return after != files.end() && after->first.starts_with(kind.name) ? "here" : "";
  }
};

inline Output written_sample(const Format& format, std::string_view name = {}) {
  const OptionValues none;
  return write(format.sample(name, {}).value(), {.name = name, .options = none}).value();
}

/// Opens what was written, its companion beside it.
inline Result<Document> opened(const Output& output, const std::string& name = {}) {
  auto neighbours = std::make_shared<GivenNeighbours>();
  if (output.companion) neighbours->files["mdx"] = *output.companion;
  return open({.blob = Blob(output.bytes), .name = name, .neighbours = neighbours});
}

}  // namespace mw::test
