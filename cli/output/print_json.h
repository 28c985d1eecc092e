#pragma once

#include <meshwright/core/detail/answer.h>

#include "session.h"

/// For the verbs that answer in JSON: the others need not compile the writer.
namespace mw::cli {

template <class... Parts>
void Session::print_json(const Parts&... names_and_values) {
  print(json_line(names_and_values...) + "\n");
}

}  // namespace mw::cli
