#pragma once

#include <meshwright/kotor/mdl.h>

#include <string_view>

#include "support/edited_sample.h"

/// Models of the first two games that are not quite the sample.
namespace mw::test {

/// The sample, changed and laid out anew.
Document model_with(const auto& change) {
  kotor::mdl::File file = kotor::mdl::sample({});
  change(file);
  kotor::mdl::lay_out(file, kotor::mdl::Family::original);
  const kotor::mdl::Pair pair = kotor::mdl::write(file).value();
  return opened({.bytes = pair.mdl, .companion = pair.mdx}, "sample.mdl").value();
}

inline std::size_t row_called(const kotor::mdl::File& file, std::string_view name) {
  for (std::size_t row = 0; row < file.nodes.size(); ++row)
    if (kotor::mdl::node_name(file, file.nodes[row]) == name) return row;
  ADD_FAILURE() << "no node " << name;
  return 0;
}

}  // namespace mw::test
