#pragma once

#include <meshwright/core/bytes.h>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace mw {

/// A bounds-checked table inside the file. Rows are copied out one at a time, since a file guarantees no
/// alignment. The bytes must outlive the view.
template <class T>
  requires std::is_trivially_copyable_v<T>
class TableView {
 public:
  TableView() = default;
  /// `bytes` holds whole rows (Reader::table sees to it).
  explicit TableView(ByteSpan bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size() / sizeof(T); }
  bool empty() const { return bytes_.empty(); }
  ByteSpan bytes() const { return bytes_; }

  /// Row `index`, which must be below size().
  T operator[](std::size_t index) const {
    T row;
    std::memcpy(&row, bytes_.data() + index * sizeof(T), sizeof(T));
    return row;
  }

 private:
  ByteSpan bytes_;
};

}  // namespace mw
