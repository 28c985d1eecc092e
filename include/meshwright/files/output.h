#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/files/input.h>
#include <span>
#include <string>

namespace mw {

struct WriteOptions {
  bool force = false;                         // replace an existing file
  std::span<const FileIdentity> inputs = {};  // files that must not be replaced, whatever `force` says
};

/// Writes a whole file or nothing: into a temporary file in the same folder, flushed to the disk, then
/// renamed. At any moment the path holds the old file or the new one. Symbolic links are followed; devices
/// and pipes are written to as they are.
Result<void> write_file(const std::string& path, ByteSpan bytes, const WriteOptions& options = {});

/// Writes all bytes to an open descriptor. The errno of the first failure, 0 when there was none.
int write_all(int descriptor, ByteSpan bytes);

}  // namespace mw
