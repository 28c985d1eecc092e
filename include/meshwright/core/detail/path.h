#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mw {

/// The field being read or written, as a stack of names and row numbers: cheap to keep, made into text
/// ("aabb[5].plane") only for an error or a trace. Names must outlive the path: they are literals.
class Path {
 public:
  void push(std::string_view name, std::int64_t row = kNoRow) { parts_.push_back({name, row}); }
  void pop() { parts_.pop_back(); }
  void set_row(std::int64_t row) { parts_.back().row = row; }

  std::string text() const;
  /// The path of `leaf` below the current position.
  std::string text(std::string_view leaf) const;

  static constexpr std::int64_t kNoRow = -1;

 private:
  struct Part {
    std::string_view name;
    std::int64_t row;
  };
  std::vector<Part> parts_;
};

/// Pushes a part for the length of a block.
class PathScope {
 public:
  PathScope(Path& path, std::string_view name, std::int64_t row = Path::kNoRow) : path_(path) {
    path_.push(name, row);
  }
  ~PathScope() { path_.pop(); }
  PathScope(const PathScope&) = delete;
  PathScope& operator=(const PathScope&) = delete;
  void set_row(std::size_t row) { path_.set_row(std::int64_t(row)); }

 private:
  Path& path_;
};

}  // namespace mw
