#include "tree.h"

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_mesh_format.h>

#include <algorithm>
#include <set>

namespace mw::kotor::mdl {
namespace {

struct Parents {
  std::vector<std::uint32_t> rows;
  std::optional<Error> error;
};

std::string place(std::string_view where, std::size_t row) {
  return fmt::format("{}[{}]", where, row);
}

Parents find_parents(const std::vector<source::Node>& nodes, std::string_view where) {
  Parents parents{parents_of(nodes), std::nullopt};
  std::optional<std::size_t> root;
  for (std::size_t row = 0; row < nodes.size() && !parents.error; ++row) {
    const source::Node& node = nodes[row];
    if (parents.rows[row] != kNoRow) continue;
    if (!node.parent.empty())
      parents.error = wrong(node.line, place(where, row) + ".parent",
                            fmt::format("there is no node {}", quote_word(node.parent)));
    else if (root)
      parents.error = wrong(
          node.line, place(where, row),
          fmt::format("{} and {} both have no parent", quote_word(nodes[*root].name), quote_word(node.name)));
    root = row;
  }
  if (!parents.error && !root)
    parents.error =
        wrong(nodes.empty() ? 0 : nodes[0].line, std::string(where), "there is no node without a parent");
  return parents;
}

std::vector<std::uint32_t> ancestors_in(const source::Model& model, const NodeNames& names,
                                        const source::Animation& animation) {
  std::set<std::string> listed;
  for (const source::Node& node : animation.nodes) listed.insert(lower_case(node.name));
  std::vector<std::uint32_t> rows;
  const auto look_above = [&](const std::string& parent) {
    const auto row =
        parent.empty() || listed.contains(lower_case(parent)) ? std::nullopt : names.first(parent);
    if (!row) return;
    listed.insert(lower_case(parent));
    rows.push_back(*row);
  };
  for (const source::Node& node : animation.nodes) look_above(node.parent);
  for (std::size_t i = 0; i < rows.size(); ++i) look_above(model.nodes[rows[i]].parent);
  return rows;
}

/// Far more than the games' models need; what grows with the text is never too much.
std::size_t most_ancestors(const source::Model& model) {
  constexpr std::size_t kAlways = 100'000;
  constexpr std::size_t kForEach = 8;
  std::size_t listed = model.nodes.size();
  for (const source::Animation& animation : model.animations) listed += animation.nodes.size();
  return std::max(kAlways, kForEach * listed);
}

}  // namespace

Result<std::vector<std::vector<std::uint32_t>>> unlisted_ancestors(const source::Model& model) {
  NodeNames names;
  for (std::uint32_t row = 0; row < model.nodes.size(); ++row) names.add(model.nodes[row].name, row);
  const std::size_t most = most_ancestors(model);
  std::size_t count = 0;
  std::vector<std::vector<std::uint32_t>> all;
  for (const source::Animation& animation : model.animations) {
    all.push_back(ancestors_in(model, names, animation));
    count += all.back().size();
    if (count > most)
      return fail(wrong(animation.line, fmt::format("animations[{}]", all.size() - 1),
                        fmt::format("the animations up to this one need {} nodes that they do not list, as "
                                    "parents of those they do; {} is the most",
                                    count, most)));
  }
  return all;
}

void add_ancestors(const source::Model& model, const std::vector<std::uint32_t>& rows,
                   source::Animation& animation) {
  for (const std::uint32_t row : rows) {
    source::Node& node = animation.nodes.emplace_back();
    node.line = animation.line;
    node.name = model.nodes[row].name;
    node.parent = model.nodes[row].parent;
  }
}

Error wrong(std::uint64_t line, std::string field, std::string message) {
  Error error{.field = std::move(field), .message = std::move(message)};
  if (line != 0) error.position = TextPosition{line, 1};
  return error;
}

void NodeNames::add(std::string_view name, std::uint32_t row) {
  const auto [found, added] = rows_.try_emplace(lower_case(name), Rows{row, row});
  if (!added) found->second.last = row;
}

std::optional<std::uint32_t> NodeNames::last(std::string_view name) const {
  const auto found = rows_.find(lower_case(name));
  return found == rows_.end() ? std::nullopt : std::optional(found->second.last);
}

std::optional<std::uint32_t> NodeNames::first(std::string_view name) const {
  const auto found = rows_.find(lower_case(name));
  return found == rows_.end() ? std::nullopt : std::optional(found->second.first);
}

std::vector<std::uint32_t> parents_by_name(const std::vector<source::Node>& nodes) {
  NodeNames all;
  for (std::uint32_t row = 0; row < nodes.size(); ++row) all.add(nodes[row].name, row);
  NodeNames above;
  std::vector<std::uint32_t> parents;
  for (std::uint32_t row = 0; row < nodes.size(); ++row) {
    const std::string& name = nodes[row].parent;
    std::optional<std::uint32_t> parent;
    if (!name.empty()) parent = above.last(name);
    if (!name.empty() && !parent) parent = all.first(name);
    parents.push_back(parent.value_or(kNoRow));
    above.add(nodes[row].name, row);
  }
  return parents;
}

std::vector<std::uint32_t> parents_of(const std::vector<source::Node>& nodes) {
  std::vector<std::uint32_t> parents = parents_by_name(nodes);
  for (std::size_t row = 0; row < nodes.size(); ++row)
    if (const auto noted = nodes[row].residual.parent; noted && *noted < nodes.size()) parents[row] = *noted;
  return parents;
}

Result<SourceTree> tree_of(const std::vector<source::Node>& nodes, std::string_view where) {
  const Parents parents = find_parents(nodes, where);
  if (parents.error) return fail(*parents.error);
  std::vector<std::vector<std::uint32_t>> children(nodes.size());
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t row = 0; row < nodes.size(); ++row)
    (parents.rows[row] == kNoRow ? waiting : children[parents.rows[row]]).push_back(row);
  SourceTree tree;
  std::vector<std::uint32_t> places(nodes.size(), kNoRow);
  while (!waiting.empty()) {
    const std::uint32_t row = waiting.back();
    waiting.pop_back();
    places[row] = std::uint32_t(tree.order.size());
    const std::uint32_t parent = parents.rows[row];
    tree.order.push_back(row);
    tree.parents.push_back(parent == kNoRow ? kNoRow : places[parent]);
    tree.children.emplace_back();
    if (parent != kNoRow) tree.children[places[parent]].push_back(places[row]);
    waiting.insert(waiting.end(), children[row].rbegin(), children[row].rend());
  }
  for (std::size_t row = 0; row < nodes.size(); ++row)
    if (places[row] == kNoRow)
      return fail(wrong(nodes[row].line, place(where, row) + ".parent",
                        fmt::format("{}: its parents go round in a circle", quote_word(nodes[row].name))));
  return tree;
}

}  // namespace mw::kotor::mdl
