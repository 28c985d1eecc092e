#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <algorithm>
#include <string>
#include <unordered_map>

#include "mdl_compile_parts.h"

namespace mw::kotor::mdl {
namespace {

/// The children of all nodes by name, in any case.
class Children {
 public:
  explicit Children(const File& file) {
    for (std::uint32_t row = 0; row < file.nodes.size(); ++row)
      for (const std::uint32_t child : file.nodes[row].children) {
        if (child >= file.nodes.size()) continue;
        const std::uint16_t index = file.nodes[child].header.name_index;
        if (index < file.names.size()) rows_.try_emplace(key(row, file.names[index].text), child);
      }
  }

  std::optional<std::uint32_t> find(std::uint32_t parent, std::string_view name) const {
    const auto found = rows_.find(key(parent, name));
    return found == rows_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  static std::string key(std::uint32_t parent, std::string_view name) {
    return std::to_string(parent) + ' ' + lower_case(name);
  }

  std::unordered_map<std::string, std::uint32_t> rows_;
};

}  // namespace

Result<void> number_nodes(File& file, const File* supermodel) {
  if (supermodel == nullptr || supermodel->nodes.empty() || file.nodes.empty()) return {};
  constexpr std::uint64_t kMost = 0xFFFF;
  if (supermodel->geometry.node_count + 1ULL + file.nodes.size() > kMost)
    return fail({.field = "supermodel.geometry.node_count",
                 .message = fmt::format("{} leaves no numbers for {} nodes: they end at {}",
                                        supermodel->geometry.node_count, file.nodes.size(), kMost)});
  std::uint32_t highest = 0;
  for (const Node& node : supermodel->nodes) highest = std::max<std::uint32_t>(highest, node.header.number);
  if (highest + file.nodes.size() > kMost)
    return fail({.field = "supermodel.nodes",
                 .message = fmt::format("number {} leaves none for {} nodes: they end at {}", highest,
                                        file.nodes.size(), kMost)});
  const std::uint32_t beyond = supermodel->geometry.node_count + 1;
  std::vector<std::optional<std::uint32_t>> matches(file.nodes.size());
  matches[0] = 0;
  const Children children(*supermodel);
  file.nodes[0].header.number = 0;
  for (std::uint32_t row = 0; row < file.nodes.size(); ++row) {
    for (const std::uint32_t child : file.nodes[row].children) {
      NodeHeader& header = file.nodes[child].header;
      if (!matches[row]) {
        header.number = std::uint16_t(beyond + header.name_index);
        continue;
      }
      matches[child] = children.find(*matches[row], file.names[header.name_index].text);
      if (matches[child]) header.number = supermodel->nodes[*matches[child]].header.number;
    }
  }
  // Those whose parent has a match and which have none, depth first.
  std::vector<std::uint32_t> parents(file.nodes.size(), kNoRow);
  for (std::uint32_t row = 0; row < file.nodes.size(); ++row)
    for (const std::uint32_t child : file.nodes[row].children) parents[child] = row;
  for (std::uint32_t row = 1; row < file.nodes.size(); ++row)
    if (!matches[row] && parents[row] != kNoRow && matches[parents[row]])
      file.nodes[row].header.number = std::uint16_t(++highest);
  return {};
}

void number_animations(Assembly& assembly) {
  for (std::size_t animation = 0; animation < assembly.animated_rows.size(); ++animation) {
    const std::vector<std::uint32_t>& rows = assembly.animated_rows[animation];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i] == kNoRow) continue;
      const NodeHeader& own = assembly.file.nodes[rows[i]].header;
      NodeHeader& header = assembly.file.animations[animation].nodes[i].header;
      header.number = own.number;
      header.name_index = own.name_index;
    }
  }
}

}  // namespace mw::kotor::mdl
