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

void number_nodes(File& file, const File* supermodel) {
  if (supermodel == nullptr || supermodel->nodes.empty() || file.nodes.empty()) return;
  std::uint32_t highest = 0;
  for (const Node& node : supermodel->nodes) highest = std::max<std::uint32_t>(highest, node.header.number);
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
}

}  // namespace mw::kotor::mdl
