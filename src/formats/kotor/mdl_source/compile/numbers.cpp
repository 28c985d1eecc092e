#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <string>
#include <unordered_map>

#include "parts.h"

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

namespace {

/// For each name that one node has, its row.
std::unordered_map<std::string, std::uint32_t> first_rows_by_name(const File& file) {
  std::unordered_map<std::string, std::uint32_t> rows;
  for (std::uint32_t row = 0; row < file.nodes.size(); ++row) {
    const std::uint16_t index = file.nodes[row].header.name_index;
    if (index >= file.names.size()) continue;
    const auto [found, added] = rows.try_emplace(lower_case(file.names[index].text), row);
    if (!added) found->second = kNoRow;
  }
  return rows;
}

std::optional<Error> find_excess(const File& file, const File& supermodel, std::uint32_t highest) {
  constexpr std::uint64_t kMost = 0xFFFF;
  if (supermodel.geometry.node_count + 1ULL + file.nodes.size() > kMost)
    return Error{.field = "supermodel.geometry.node_count",
                 .message = fmt::format("{} leaves no numbers for {} nodes: they end at {}",
                                        supermodel.geometry.node_count, file.nodes.size(), kMost)};
  if (highest + file.nodes.size() > kMost)
    return Error{.field = "supermodel.nodes",
                 .message = fmt::format("number {} leaves none for {} nodes: they end at {}", highest,
                                        file.nodes.size(), kMost)};
  return std::nullopt;
}

/// The rows of the supermodel's nodes by those of a model.
class Matches {
 public:
  Matches(const File& file, const File& supermodel, bool by_name)
      : file_(file), rows_(file.nodes.size()), children_(supermodel) {
    if (by_name) {
      own_names_ = first_rows_by_name(file);
      names_ = first_rows_by_name(supermodel);
    }
    rows_[0] = 0;
    for (std::uint32_t row = 0; row < file.nodes.size(); ++row)
      for (const std::uint32_t child : file.nodes[row].children) rows_[child] = find(row, child);
  }

  const std::optional<std::uint32_t>& operator[](std::uint32_t row) const { return rows_[row]; }

 private:
  std::optional<std::uint32_t> find(std::uint32_t parent, std::uint32_t child) const {
    const std::string& name = file_.names[file_.nodes[child].header.name_index].text;
    if (rows_[parent])
      if (const auto below = children_.find(*rows_[parent], name)) return below;
    const auto own = own_names_.find(lower_case(name));
    const auto other = names_.find(lower_case(name));
    if (own == own_names_.end() || other == names_.end()) return std::nullopt;
    if (own->second == kNoRow || other->second == kNoRow) return std::nullopt;
    return other->second;
  }

  const File& file_;
  std::vector<std::optional<std::uint32_t>> rows_;
  Children children_;
  std::unordered_map<std::string, std::uint32_t> own_names_;
  std::unordered_map<std::string, std::uint32_t> names_;
};

}  // namespace

Result<std::size_t> number_nodes(File& file, const File* supermodel, bool by_name) {
  if (supermodel == nullptr || supermodel->nodes.empty() || file.nodes.empty()) return 0;
  std::uint32_t highest = 0;
  for (const Node& node : supermodel->nodes) highest = std::max<std::uint32_t>(highest, node.header.number);
  if (auto error = find_excess(file, *supermodel, highest)) return fail(*std::move(error));
  const std::uint32_t beyond = supermodel->geometry.node_count + 1;
  const Matches matches(file, *supermodel, by_name);
  std::size_t numbered = 1;
  file.nodes[0].header.number = 0;
  std::vector<std::uint32_t> fresh;  // below a node that has a match
  for (std::uint32_t row = 0; row < file.nodes.size(); ++row) {
    for (const std::uint32_t child : file.nodes[row].children) {
      NodeHeader& header = file.nodes[child].header;
      const auto& match = matches[child];
      // The root's number is the root's, even where another program has put one above it.
      if (match && *match != 0) {
        header.number = supermodel->nodes[*match].header.number;
        ++numbered;
      } else if (matches[row]) {
        fresh.push_back(child);
      } else {
        header.number = std::uint16_t(beyond + header.name_index);
      }
    }
  }
  std::ranges::sort(fresh);  // depth first
  for (const std::uint32_t row : fresh) file.nodes[row].header.number = std::uint16_t(++highest);
  return numbered;
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
