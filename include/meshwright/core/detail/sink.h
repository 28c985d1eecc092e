#pragma once

#include <meshwright/core/bytes.h>
#include <functional>
#include <string_view>

namespace mw {

/// Receives a long text piece by piece, in order: a file, a socket, another text. A piece is valid only
/// during the call, and may end anywhere: a line, or a character, may continue in the next one. A sink that
/// fails reports it only after the writing is over.
using TextSink = std::function<void(std::string_view piece)>;

/// The same for bytes.
using ByteSink = std::function<void(ByteSpan piece)>;

}  // namespace mw
