#pragma once

#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mw::cli {

/// The exit codes of every verb.
enum class ExitCode : int { yes = 0, no = 1, failed = 2 };

/// The worse of two.
inline ExitCode worst(ExitCode a, ExitCode b) {
  return int(a) > int(b) ? a : b;
}

enum class Colour : unsigned char { never, automatic, always };

/// What `validate` found, for a sum over many files.
struct FindingCounts {
  std::uint64_t files = 0;
  std::uint64_t errors = 0;
  std::uint64_t warnings = 0;
  std::uint64_t infos = 0;
};

/// The streams for answers and errors.
class Session {
 public:
  /// `data_on_stdout`: the verb writes a file to stdout, so its JSON goes to stderr.
  Session(bool json, Colour colour, bool data_on_stdout = false);
  ~Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  bool json() const { return json_; }

  FindingCounts found = {};

  /// Records its messages, for work on several threads.
  Session recording() const;
  /// Replays the messages of a recording one.
  void replay(const Session& recorded);

  /// The answer, to stdout. If stdout cannot take it the program ends here: silently with code 0 if its
  /// reader has gone (`| head`), with an error and code 2 otherwise. No output file is ever open at that
  /// point.
  void print(std::string_view text);
  /// A line of JSON: names and values by turns (print_json.h).
  template <class... Parts>
  void print_json(const Parts&... names_and_values);
  void flush();
  /// For work besides the answer: if the reader has gone, the rest of the answer is dropped and the program
  /// continues.
  void ignore_closed_stdout() { ignores_closed_stdout_ = true; }

  /// "meshwright: a.wok: 0x00000084: faces[0].vertex: index 7 >= vertex count 3", to stderr. With --json the
  /// answer has a line of it too.
  void report_error(std::string_view file, const Error& error);
  void report_output_error(std::string_view file, const Error& error);
  void note(std::string_view text);

  /// The text in the severity's colour, or plain.
  std::string coloured(Severity severity, std::string_view text) const;
  std::string bold(std::string_view text) const;

 private:
  /// The messages in their order.
  struct RecordedMessage {
    bool to_stderr;
    std::string text;
  };
  struct Recording {};
  Session(const Session& like, Recording)
      : json_(like.json_),
        data_on_stdout_(like.data_on_stdout_),
        colour_(like.colour_),
        is_recording_(true) {}

  std::string painted(std::string_view code, std::string_view text) const;
  void tell(std::string_view file, const std::string& shown, const Error& error);
  void print_error(std::string_view file, const Error& error);

  bool ignores_closed_stdout_ = false;
  bool json_;
  bool data_on_stdout_;
  bool colour_;
  std::string pending_;
  bool is_recording_ = false;
  std::vector<RecordedMessage> recorded_ = {};
};

/// For people: "-" becomes the name of the stream, of an input or of an output.
std::string display_name(std::string_view path);
std::string display_output(std::string_view path);

}  // namespace mw::cli
