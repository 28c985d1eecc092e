#pragma once

// Example:
//
//     #include <meshwright/files/input.h>
//     #include <cstdio>
//
//     int main(int count, char** words) {
//       if (count != 2) return 2;
//       const auto file = mw::InputFile::open(words[1]);
//       if (!file) {
//         std::puts(to_string(file.error()).c_str());
//         return 1;
//       }
//       std::printf("%zu bytes\n", file->bytes().size());
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mw {

/// Identifies a file, whatever its names.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  bool operator==(const FileIdentity&) const = default;
};

struct MappedRange;

/// A whole file in memory: mapped if possible, otherwise read (pipes, devices, "-" for stdin).
///
/// If another program truncates a mapped file, reading the lost pages gives zeros instead of ending the
/// program, and shrank() reports it: the caller must then discard the result.
class InputFile {
 public:
  static Result<InputFile> open(const std::string& path);
  /// A file that is open already; the descriptor stays the caller's. If it has been read in part, the rest.
  static Result<InputFile> from_descriptor(int descriptor);

  ByteSpan bytes() const { return bytes_; }
  bool is_mapped() const { return mapping_ != nullptr; }
  bool shrank() const;
  /// Nothing for a pipe.
  std::optional<FileIdentity> identity() const { return identity_; }

 private:
  struct Unmap {
    void operator()(MappedRange* mapping) const;
  };

  bool map(int descriptor, std::uint64_t size);
  Result<void> read_all(int descriptor);

  std::unique_ptr<MappedRange, Unmap> mapping_;
  Bytes owned_;
  ByteSpan bytes_;
  std::optional<FileIdentity> identity_;
};

/// A pipe may not give more than this.
inline constexpr std::uint64_t kMaxPipeSize = std::uint64_t(1) << 30;

}  // namespace mw
