#include <meshwright/wows/detail/assets_paths.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "id_index.h"

namespace mw::wows::assets {
namespace {

/// Adds the path of a row to `text`, names from the last to the first found by `rows`.
PathEnd add_path(const Database& database, std::size_t row, const IdIndex& rows, std::string& text) {
  std::array<std::size_t, kMaxDepth> way;
  std::size_t depth = 0;
  std::size_t size = 0;
  PathEnd end = PathEnd::root;
  for (std::optional<std::size_t> at = row; at; ++depth) {
    const auto last = way.begin() + std::ptrdiff_t(depth);
    const bool passed = std::find(way.begin(), last, *at) != last;
    if (passed || depth == kMaxDepth) {
      end = passed ? PathEnd::loop : PathEnd::too_deep;
      break;
    }
    size += database.name(*at).size() + (depth > 0 ? 1 : 0);
    if (size > kMaxPathSize) {
      end = PathEnd::too_long;
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

/// Makes one path after another. Rows that come as a walk through the folders would list them need no lookup:
/// what a row lies in is the row before or something above that.
class Lister {
 public:
  explicit Lister(const Database& database) : database_(database) {}

  std::string_view path(std::size_t row) {
    const PathEntry entry = database_.paths()[row];
    if (is_root({entry.parent}))
      depth_ = 0;
    else if (!go_up_to(entry.parent))
      go_to(entry.parent);
    const std::string_view name = database_.name(entry, row);
    std::size_t length = 0;
    if (depth_ > 0) {
      length = above_[depth_ - 1].length;
      if (length + 1 + name.size() > kMaxPathSize) return long_path(row);
      text_[length++] = '/';
    }
    length = std::size_t(std::ranges::copy(name, text_.get() + length).out - text_.get());
    above_[depth_++] = {entry.id, length};
    return {text_.get(), length};
  }

 private:
  /// A row that the text leads through.
  struct Above {
    std::uint64_t id = 0;
    std::size_t length = 0;  // of its path
  };

  /// False when it is none of the rows above, or has no room for another row in it.
  bool go_up_to(std::uint64_t parent) {
    while (depth_ > 0 && above_[depth_ - 1].id != parent) --depth_;
    return depth_ > 0 && depth_ <= kMaxDepth;
  }

  /// One that is not followed to its beginning.
  std::string_view long_path(std::size_t row) {
    if (!folders_) folders_ = folders_of(database_);
    long_text_.clear();
    add_path(database_, row, *folders_, long_text_);
    depth_ = 0;
    return long_text_;
  }

  /// Looks up where a row lies that did not come by just before.
  void go_to(std::uint64_t parent) {
    if (!folders_) folders_ = folders_of(database_);
    std::string text;
    PathEnd end = PathEnd::missing;
    if (const auto row = folders_->find(parent))
      end = add_path(database_, *row, *folders_, text);
    else
      text = "...";
    std::ranges::copy(text, text_.get());
    // What lies in one that is not whole is looked up anew each time: its own depth is not known.
    const auto parts = std::size_t(std::ranges::count(text, '/')) + 1;
    depth_ = end == PathEnd::root ? std::min(parts, kMaxDepth) : kMaxDepth;
    above_.fill({});
    above_[depth_ - 1] = {parent, text.size()};
  }

  /// What a row lies in may begin with ".../".
  static constexpr std::size_t kLongest = kMaxPathSize + 4 + 1 + Database::kMaxNameSize;

  const Database& database_;
  std::optional<IdIndex> folders_;  // only when it is needed
  std::unique_ptr<char[]> text_ = std::make_unique_for_overwrite<char[]>(kLongest);
  std::array<Above, kMaxDepth + 1> above_ = {};
  std::size_t depth_ = 0;  // rows above
  std::string long_text_;
};

}  // namespace

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
  Lister lister(database);
  for (std::size_t row = 0; row < database.paths().size(); ++row) use(row, lister.path(row));
}

}  // namespace mw::wows::assets
