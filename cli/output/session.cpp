#include "session.h"

#include <meshwright/core/detail/answer.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/files/output.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace mw::cli {
namespace {

constexpr std::size_t kFlushSize = 1 << 16;

bool wants_colour(Colour colour) {
  if (colour != Colour::automatic) return colour == Colour::always;
  const char* no_colour = std::getenv("NO_COLOR");
  const bool forbidden = no_colour != nullptr && *no_colour != '\0';
  return !forbidden && ::isatty(STDOUT_FILENO) == 1;
}

}  // namespace

Session::Session(bool json, Colour colour, bool data_on_stdout)
    : json_(json), data_on_stdout_(data_on_stdout), colour_(wants_colour(colour)) {}

Session Session::recording() const {
  return Session(*this, Recording());
}

void Session::replay(const Session& recorded) {
  found.files += recorded.found.files;
  found.errors += recorded.found.errors;
  found.warnings += recorded.found.warnings;
  found.infos += recorded.found.infos;
  for (const RecordedMessage& said : recorded.recorded_) said.to_stderr ? note(said.text) : print(said.text);
}

void Session::print(std::string_view text) {
  if (is_recording_) {
    if (recorded_.empty() || recorded_.back().to_stderr) recorded_.push_back({false, {}});
    recorded_.back().text += text;
    return;
  }
  pending_ += text;
  if (pending_.size() >= kFlushSize) flush();
}

void Session::flush() {
  if (is_recording_) return;
  const std::string text = std::exchange(pending_, {});
  const int failure = write_all(STDOUT_FILENO, bytes_of(text));
  if (failure == 0 || (failure == EPIPE && ignores_closed_stdout_)) return;
  if (failure == EPIPE) ::_exit(int(ExitCode::yes));
  note("meshwright: cannot write to stdout: " + std::generic_category().message(failure));
  ::_exit(int(ExitCode::failed));
}

void Session::note(std::string_view text) {
  if (is_recording_) return recorded_.push_back({true, std::string(text)});
  flush();  // so that answers and complaints keep their order on a terminal
  write_all(STDERR_FILENO, bytes_of(std::string(text) + "\n"));
}

void Session::report_error(std::string_view file, const Error& error) {
  tell(file, display_name(file), error);
}

void Session::report_output_error(std::string_view file, const Error& error) {
  tell(file, display_output(file), error);
}

void Session::tell(std::string_view file, const std::string& shown, const Error& error) {
  if (json_) print_error(file, error);
  note("meshwright: " + (file.empty() ? "" : shown + ": ") + to_string(error));
}

void Session::print_error(std::string_view file, const Error& error) {
  const std::string line = json_line("file", file, "error", to_string(error), "code", name_of(error.code));
  data_on_stdout_ ? note(line) : print(line + "\n");
}

std::string Session::painted(std::string_view code, std::string_view text) const {
  if (!colour_) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::string Session::coloured(Severity severity, std::string_view text) const {
  return painted(severity == Severity::error ? "1;31" : severity == Severity::warning ? "1;33" : "36", text);
}

std::string Session::bold(std::string_view text) const {
  return painted("1", text);
}

std::string display_output(std::string_view path) {
  return path == "-" ? "(stdout)" : escape_text(path);
}

std::string display_name(std::string_view path) {
  return path == "-" ? "(stdin)" : escape_text(path);
}

}  // namespace mw::cli
