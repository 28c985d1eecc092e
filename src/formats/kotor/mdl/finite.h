#pragma once

#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/path.h>
#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>
#include "tables.h"

/// Which numbers of a record are none: NaN, or infinite.
namespace mw::kotor::mdl {

/// Whether all numbers of a value are finite; what is no float is.
template <LeafValue T>
bool has_finite(const T& value) {
  using Shape = Leaf<std::remove_const_t<T>>;
  if constexpr (std::floating_point<typename Shape::Component>)
    for (std::size_t i = 0; i < Shape::count; ++i)
      if (!std::isfinite(Shape::at(value, i))) return false;
  return true;
}

/// An `io` of fields that calls report(path, name) for each with a float that is no number.
template <class Report>
class FiniteCheck {
 public:
  explicit FiniteCheck(Report report) : report_(report) {}

  template <class T>
  void field(std::string_view name, const T& value) {
    if constexpr (LeafValue<T>) {
      if (!has_finite(value)) report_(path_.text(name), name);
    } else if constexpr (!std::same_as<T, Array>) {
      PathScope scope(path_, name);
      visit_fields(*this, value);
    }
  }

 private:
  Report report_;
  Path path_;
};

/// An `io` of tables that calls report(name, offset, row, size) for the first row of each list of numbers
/// that is none.
template <class Report>
class FiniteRowsCheck {
 public:
  explicit FiniteRowsCheck(Report report) : report_(report) {}

  void table(std::string_view name, const Array& array, const auto& rows) { look(name, array.offset, rows); }
  void table(std::string_view name, std::uint32_t offset, const auto& /*count*/, const auto& rows) {
    look(name, offset, rows);
  }
  void names(const auto&...) {}
  void lists(const auto&...) {}
  void tree(const auto&...) {}

 private:
  template <class Row>
  void look(std::string_view name, std::uint32_t offset, const std::vector<Row>& rows) {
    if constexpr (LeafValue<Row>) {
      const auto found = std::ranges::find_if_not(rows, [](const Row& row) { return has_finite(row); });
      if (found != rows.end()) report_(name, offset, std::size_t(found - rows.begin()), sizeof(Row));
    }
  }

  Report report_;
};

}  // namespace mw::kotor::mdl
