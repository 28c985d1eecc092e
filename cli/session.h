#pragma once

#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/files/input.h>
#include <meshwright/formats/registry.h>
#include <string>
#include <string_view>
#include <vector>

namespace mw::cli {

/// The exit codes of every verb.
enum class Answer : int { yes = 0, no = 1, failed = 2 };

/// The worse of two.
inline Answer worst(Answer a, Answer b) {
  return int(a) > int(b) ? a : b;
}

enum class Colour : unsigned char { never, automatic, always };

/// Where answers and complaints go.
class Session {
 public:
  Session(bool json, Colour colour);
  ~Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  bool json() const { return json_; }

  /// The answer, to stdout. When stdout cannot take it the program ends here: quietly with code 0 if its
  /// reader has gone (`| head`), with a complaint and code 2 otherwise. No output file is ever open at that
  /// point.
  void print(std::string_view text);
  void flush();

  /// "meshwright: a.wok: 0x00000084: faces[0].vertex: index 7 >= vertex count 3", to stderr.
  void complain(std::string_view file, const Error& error);
  void note(std::string_view text);

  /// The text in the severity's colour, or plain.
  std::string coloured(Severity severity, std::string_view text) const;
  std::string bold(std::string_view text) const;

 private:
  std::string painted(std::string_view code, std::string_view text) const;

  bool json_;
  bool colour_;
  std::string pending_;
};

/// An input file and what it is.
struct Opened {
  InputFile file;
  const Format* format;
  std::string name;
  std::optional<InputFile> companion = {};
  std::string companion_name = {};

  Source source() const;
  std::vector<FileIdentity> identities() const;
};

/// Opens a file, recognises it and finds its companion; complains when it cannot. A companion that is not
/// there is no failure: its format says what is lacking. `companion` names one instead of looking beside the
/// file.
std::optional<Opened> open_input(Session& session, const std::string& path,
                                 const std::string& companion = {});
/// The same for a file that is open already.
std::optional<Opened> open_input(Session& session, InputFile file, const std::string& path,
                                 const std::string& companion);

/// Complains that a format has no such verb: "is a gltf, which cannot be validated".
Answer refuse(Session& session, const Opened& input, std::string_view participle);

/// Opens a file without asking what it is.
std::optional<InputFile> open_bytes(Session& session, const std::string& path);
/// The same for a file that an option names; without a name there is none. False after a complaint.
bool open_optional(Session& session, const std::string& path, std::optional<InputFile>& file);

/// Whether the file stayed whole while it was used; complains when it did not.
bool still_whole(Session& session, const std::string& path, const InputFile& file);
bool still_whole(Session& session, const Opened& input);

/// The path of the companion of an output: the same with another extension.
std::string companion_path(const std::string& path, std::string_view extension);

/// The file of that name in a folder, whatever the case of its letters; empty without one.
std::string find_in_any_case(const std::string& folder, const std::string& name);

/// For people: "-" is called by what it is.
std::string display_name(std::string_view path);

/// Lower case, with its dot; empty without one.
std::string extension_of(std::string_view path);

}  // namespace mw::cli
