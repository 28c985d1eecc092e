#pragma once

#include <string>
#include <vector>

#include "bench.h"

/// What was measured, for people and for programs.
namespace mw::bench {

std::string as_markdown(const std::vector<Row>& rows);
std::string as_json(const std::vector<Row>& rows);

/// Of the bars that are missed, by how much and why; nothing when all are met.
std::string missed_as_markdown(const std::vector<Row>& rows);

}  // namespace mw::bench
