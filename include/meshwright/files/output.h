#pragma once

// Example:
//
//     #include <meshwright/files/output.h>
//
//     mw::Result<void> write_lines(const std::string& path, int count) {
//       auto output = mw::OutputFile::open(path);
//       if (!output) return mw::fail(output.error());
//       for (int line = 0; line < count; ++line) output->append(mw::bytes_of("one line\n"));
//       return output->commit();
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/files/input.h>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace mw {

struct WriteOptions {
  bool force = false;                         // replace an existing file
  std::span<const FileIdentity> inputs = {};  // files that must not be replaced, whatever `force` says
  std::string_view advice = {};               // advice for the user about an existing file, for the message
  bool flush = true;  // wait for the disk; for thousands of files, call flush_folder() once instead
};

/// A file that appears whole or not at all: it is made without a name, flushed to the disk, then put in its
/// place. So at any moment the path holds the old file or the new one. Without commit() nothing remains. If a
/// file system does not support files without names, it is a hidden one beside its place until then.
///
/// Symbolic links are followed; devices and pipes are written to directly.
class OutputFile {
 public:
  static Result<OutputFile> open(const std::string& path, const WriteOptions& options = {});

  /// Small pieces are collected. After a failure nothing more is written; commit() reports it.
  void append(ByteSpan bytes);
  /// Puts the file in its place. Only once.
  Result<void> commit();

 private:
  struct State;
  static bool put_in_place(State& state);
  static void give_up_being_unnamed(State& state);
  struct Discard {
    void operator()(State* state) const;
  };

  std::unique_ptr<State, Discard> state_;
};

/// The reason why an OutputFile would refuse the file at its place; call it before making the bytes.
Result<void> check_output(const std::string& path, const WriteOptions& options = {});

/// Waits until everything that was written to the file system of a folder is on its disk.
Result<void> flush_folder(const std::string& folder);

/// A whole file at once.
Result<void> write_file(const std::string& path, ByteSpan bytes, const WriteOptions& options = {});

/// From now on SIGINT, SIGTERM, SIGHUP and SIGQUIT remove the hidden files of unfinished outputs, then end
/// the program as they would have. For programs; a library leaves signals to its user.
void remove_temporary_files_on_signals();

/// A text that those signals also write to stderr unchanged; it lives as long as the program, or is nullptr.
void tell_on_signals(const char* text);

/// Writes all bytes to an open descriptor. Returns the errno of the first failure, or 0.
int write_all(int descriptor, ByteSpan bytes);

}  // namespace mw
