#pragma once

#include <meshwright/core/json_value.h>

#include <string>

#include "report.h"

namespace mw::scene {

/// Tells the members in which two objects differ: "extras.shadow: 1 | 0".
void compare_extras(Report& report, const std::string& where, const Extras& a, const Extras& b);

}  // namespace mw::scene
