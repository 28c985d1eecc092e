#pragma once

#include <meshwright/core/error.h>
#include <meshwright/kotor/mdl_source.h>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

/// Who is whose parent in a description, where nodes call each other by name.
namespace mw::kotor::mdl {

/// An error of a description, at a line where it came from a text.
Error wrong(std::uint64_t line, std::string field, std::string message);

/// Names of nodes, in any case. Several nodes may have one.
class NodeNames {
 public:
  void add(std::string_view name, std::uint32_t row);
  /// The last that was added; nothing when there is none.
  std::optional<std::uint32_t> last(std::string_view name) const;
  std::optional<std::uint32_t> first(std::string_view name) const;

 private:
  struct Rows {
    std::uint32_t first;
    std::uint32_t last;
  };
  std::unordered_map<std::string, Rows> rows_;
};

/// Nodes of a description in depth-first order.
struct SourceTree {
  std::vector<std::uint32_t> order;                  // rows of the description
  std::vector<std::vector<std::uint32_t>> children;  // for each in that order, their places in it
  std::vector<std::uint32_t> parents;                // likewise; kNoRow at the root
};

/// `where` is "nodes" or "animations[3].nodes".
Result<SourceTree> tree_of(const std::vector<source::Node>& nodes, std::string_view where);

/// For each animation, rows of the model's nodes that it leads to, as parents, and does not list itself. They
/// are limited: a deep tree with many animations would be as many nodes as one times the other.
Result<std::vector<std::vector<std::uint32_t>>> unlisted_ancestors(const source::Model& model);
void add_ancestors(const source::Model& model, const std::vector<std::uint32_t>& rows,
                   source::Animation& animation);

/// parents_of (mdl_source.h) without notes.
std::vector<std::uint32_t> parents_by_name(const std::vector<source::Node>& nodes);

}  // namespace mw::kotor::mdl
