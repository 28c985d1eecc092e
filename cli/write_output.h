#pragma once

#include <meshwright/files/input.h>
#include <meshwright/formats/document.h>
#include <span>
#include <string>

#include "verbs.h"

namespace mw::cli {

/// Writes to the file, or to stdout for "-"; complains when it cannot. A companion goes beside the file under
/// its extension; stdout has no place for one.
bool write_output(const Arguments& arguments, const Output& output, std::span<const FileIdentity> inputs,
                  Session& session);

/// Where a summary goes when stdout may hold the data itself: to stdout, or to stderr.
void print_summary(const Arguments& arguments, const std::string& line, Session& session);

}  // namespace mw::cli
