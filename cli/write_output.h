#pragma once

#include <meshwright/core/bytes.h>
#include <span>
#include <string>

#include "verbs.h"

namespace mw::cli {

/// Writes to the file, or to stdout for "-"; complains when it cannot.
bool write_output(const Arguments& arguments, ByteSpan bytes, std::span<const FileIdentity> inputs,
                  Session& session);

/// Where a summary goes when stdout may hold the data itself: to stdout, or to stderr.
void print_summary(const Arguments& arguments, const std::string& line, Session& session);

}  // namespace mw::cli
