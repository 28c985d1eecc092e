#include <meshwright/wows/assets_paths.h>
#include <meshwright/wows/path_hash.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "assets_id_index.h"

namespace mw::wows::assets {
namespace {

/// Adds the path of a row to `text`, names from the last to the first found by `row_of`.
PathEnd add_path(const Database& database, std::size_t row, const IdIndex& rows, std::string& text) {
  std::array<std::size_t, kMaxDepth> way;
  std::size_t depth = 0;
  PathEnd end = PathEnd::root;
  for (std::optional<std::size_t> at = row; at; ++depth) {
    const bool passed = std::find(way.begin(), way.begin() + std::ptrdiff_t(depth), *at) !=
                        way.begin() + std::ptrdiff_t(depth);
    if (passed || depth == kMaxDepth) {
      end = passed ? PathEnd::loop : PathEnd::too_deep;
      break;
    }
    way[depth] = *at;
    const ResourceId parent{database.paths()[*at].parent};
    at.reset();
    if (is_root(parent)) continue;
    if (const auto found = rows.find(parent.value))
      at = *found;
    else
      end = PathEnd::missing;
  }
  if (end != PathEnd::root) text += ".../";
  for (std::size_t i = depth; i-- > 0;) {
    text += database.name(way[i]);
    if (i > 0) text += '/';
  }
  return end;
}

/// The rows that others lie in, by their ids: few, so that the index of them stays in the cache.
IdIndex folders_of(const Database& database) {
  const TableView<PathEntry>& paths = database.paths();
  std::vector<std::uint64_t> parents;
  for (std::size_t row = 0; row < paths.size(); ++row) {
    const std::uint64_t parent = paths[row].parent;
    if (parents.empty() || parents.back() != parent) parents.push_back(parent);
  }
  IdIndex wanted(parents.size());
  for (const std::uint64_t parent : parents) wanted.add(parent, 0);
  IdIndex folders(parents.size());
  for (std::size_t row = 0; row < paths.size(); ++row) {
    const std::uint64_t id = paths[row].id;
    if (wanted.find(id)) folders.add(id, std::uint32_t(row));
  }
  return folders;
}

}  // namespace

bool is_root(ResourceId id) {
  static const ResourceId kDot{path_hash(".")};
  static const ResourceId kEmpty{path_hash("")};
  return id.is_none() || id == kDot || id == kEmpty;
}

struct Paths::Index {
  const Database database;
  IdIndex rows;
};

Paths::Paths(const Database& database)
    : index_(std::make_unique<Index>(Index{database, IdIndex(database.paths().size())})) {
  for (std::size_t row = 0; row < database.paths().size(); ++row)
    index_->rows.add(database.paths()[row].id, std::uint32_t(row));
}

Paths::~Paths() = default;
Paths::Paths(Paths&&) noexcept = default;
Paths& Paths::operator=(Paths&&) noexcept = default;

std::optional<std::size_t> Paths::row_of(ResourceId id) const {
  const auto row = index_->rows.find(id.value);
  if (!row) return std::nullopt;
  return *row;
}

FullPath Paths::path(std::size_t row) const {
  FullPath path;
  path.end = add_path(index_->database, row, index_->rows, path.text);
  return path;
}

std::string Paths::path(ResourceId id) const {
  const auto row = row_of(id);
  if (!row) return {};
  FullPath found = path(*row);
  return found.end == PathEnd::root ? std::move(found.text) : std::string();
}

void for_each_path(const Database& database,
                   const std::function<void(std::size_t row, std::string_view path)>& use) {
  const IdIndex folders = folders_of(database);
  std::string text;
  std::size_t prefix = 0;  // what `text` begins with: the folder of the row before, and a slash
  std::optional<std::uint64_t> folder;
  for (std::size_t row = 0; row < database.paths().size(); ++row) {
    const std::uint64_t parent = database.paths()[row].parent;
    if (folder != parent) {
      text.clear();
      if (const auto above = is_root({parent}) ? std::nullopt : folders.find(parent)) {
        add_path(database, *above, folders, text);
        text += '/';
      } else if (!is_root({parent})) {
        text += ".../";
      }
      prefix = text.size();
      folder = parent;
    }
    text.resize(prefix);
    text += database.name(row);
    use(row, text);
  }
}

}  // namespace mw::wows::assets
