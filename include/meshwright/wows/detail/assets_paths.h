#pragma once

#include <meshwright/wows/assets.h>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// Whole paths: the file has names and their parents.
namespace mw::wows::assets {

/// The end of the chain of parents of a path.
enum class PathEnd : std::uint8_t {
  root,      // at the content root: the path is whole
  missing,   // at a folder that the file does not list
  loop,      // at a path that was passed already
  too_deep,  // at more folders than kMaxDepth
  too_long,  // at more bytes than kMaxPathSize
};

inline constexpr std::size_t kMaxDepth = 64;
/// Longer paths are not followed: no system has such.
inline constexpr std::size_t kMaxPathSize = 4096;

struct FullPath {
  std::string text;  // as far as known
  PathEnd end = PathEnd::root;
};

/// Finds paths by their ids. Making it reads all entries once.
class Paths {
 public:
  explicit Paths(const Database& database);
  ~Paths();
  Paths(Paths&&) noexcept;
  Paths& operator=(Paths&&) noexcept;

  /// The first row of that id.
  std::optional<std::size_t> row_of(ResourceId id) const;
  FullPath path(std::size_t row) const;
  /// Of an id; empty for an unlisted one, or one whose path is incomplete.
  std::string path(ResourceId id) const;

 private:
  struct Index;
  std::unique_ptr<Index> index_;
};

/// Every path of the file in the order of its rows, folders too; those whose parents do not end at the root
/// begin with ".../". The text is valid only during the call.
void for_each_path(const Database& database,
                   const std::function<void(std::size_t row, std::string_view path)>& use);

/// The ids of "." and of the empty path.
inline constexpr ResourceId kDotId{0xDBB1A1D1B108B927};
inline constexpr ResourceId kEmptyId{0x9AE16A3B2F90404F};

/// Whether an id is that of the content root.
constexpr bool is_root(ResourceId id) {
  return id.is_none() || id == kDotId || id == kEmptyId;
}

}  // namespace mw::wows::assets
