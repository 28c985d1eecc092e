#include "session.h"

#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <meshwright/files/output.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
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

/// The file of the same name with another extension in the same folder, whatever its case; empty without one.
std::string find_beside(const std::string& path, std::string_view extension) {
  if (path == "-") return {};
  std::error_code ignored;
  std::string exact = companion_path(path, extension);
  if (std::filesystem::is_regular_file(exact, ignored)) return exact;
  const std::filesystem::path wanted(exact);
  return find_in_any_case(wanted.parent_path().string(), wanted.filename().string());
}

}  // namespace

Session::Session(bool json, Colour colour) : json_(json), colour_(wants_colour(colour)) {}

void Session::print(std::string_view text) {
  pending_ += text;
  if (pending_.size() >= kFlushSize) flush();
}

void Session::flush() {
  const std::string text = std::exchange(pending_, {});
  const int failure = write_all(STDOUT_FILENO, bytes_of(text));
  if (failure == EPIPE) ::_exit(int(Answer::yes));
  if (failure == 0) return;
  note("meshwright: cannot write to stdout: " + std::generic_category().message(failure));
  ::_exit(int(Answer::failed));
}

void Session::note(std::string_view text) {
  flush();  // so that answers and complaints keep their order on a terminal
  write_all(STDERR_FILENO, bytes_of(std::string(text) + "\n"));
}

void Session::complain(std::string_view file, const Error& error) {
  note("meshwright: " + (file.empty() ? "" : display_name(file) + ": ") + to_string(error));
}

std::string Session::painted(std::string_view code, std::string_view text) const {
  if (!colour_) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::string Session::coloured(Severity severity, std::string_view text) const {
  switch (severity) {
    case Severity::error:
      return painted("1;31", text);
    case Severity::warning:
      return painted("1;33", text);
    case Severity::info:
      return painted("36", text);
  }
  return std::string(text);
}

std::string Session::bold(std::string_view text) const {
  return painted("1", text);
}

std::string display_name(std::string_view path) {
  return path == "-" ? "(stdin)" : escape_text(path);
}

std::string extension_of(std::string_view path) {
  const auto name = path.substr(path.rfind('/') + 1);
  const auto dot = name.rfind('.');
  if (dot == name.npos || dot == 0) return {};
  return lower_case(name.substr(dot));
}

std::string find_in_any_case(const std::string& folder, const std::string& name) {
  const std::filesystem::path place(folder.empty() ? "." : folder);
  std::string found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(place, ignored)) {
    const std::string here = entry.path().filename().string();
    if (lower_case(here) != lower_case(name)) continue;
    if (found.empty() || here == name || (found != name && here < found)) found = here;
  }
  return found.empty() ? found : (place / found).string();
}

std::optional<InputFile> open_bytes(Session& session, const std::string& path) {
  auto file = InputFile::open(path);
  if (file) return std::move(*file);
  session.complain(path, file.error());
  return std::nullopt;
}

bool open_optional(Session& session, const std::string& path, std::optional<InputFile>& file) {
  if (path.empty()) return true;
  file = open_bytes(session, path);
  return file.has_value();
}

Source Opened::source() const {
  Source source{file.bytes(), name};
  if (companion) source.companion = companion->bytes();
  source.load = [folder =
                     std::filesystem::path(name).parent_path()](const std::string& path) -> Result<Bytes> {
    const auto other = InputFile::open((folder / path).string());
    if (!other) return fail(other.error());
    return Bytes(other->bytes().begin(), other->bytes().end());
  };
  return source;
}

Answer refuse(Session& session, const Opened& input, std::string_view participle) {
  session.complain(input.name,
                   {.message = fmt::format("is a {}, which cannot be {}", input.format->id, participle)});
  return Answer::failed;
}

std::vector<FileIdentity> Opened::identities() const {
  std::vector<FileIdentity> all;
  if (const auto identity = file.identity()) all.push_back(*identity);
  if (companion && companion->identity()) all.push_back(*companion->identity());
  return all;
}

std::optional<Opened> open_input(Session& session, const std::string& path, const std::string& companion) {
  auto file = open_bytes(session, path);
  if (!file) return std::nullopt;
  return open_input(session, std::move(*file), path, companion);
}

std::optional<Opened> open_input(Session& session, InputFile file, const std::string& path,
                                 const std::string& companion) {
  const auto format = recognise(file.bytes());
  if (!format) {
    session.complain(path, format.error());
    return std::nullopt;
  }
  Opened opened{std::move(file), *format, path};
  if (opened.format->companion.empty()) return opened;
  opened.companion_name = companion.empty() ? find_beside(path, opened.format->companion) : companion;
  if (opened.companion_name.empty()) return opened;
  opened.companion = open_bytes(session, opened.companion_name);
  if (!opened.companion) return std::nullopt;
  return opened;
}

bool still_whole(Session& session, const Opened& input) {
  return still_whole(session, input.name, input.file) &&
         (!input.companion || still_whole(session, input.companion_name, *input.companion));
}

std::string companion_path(const std::string& path, std::string_view extension) {
  return std::filesystem::path(path).replace_extension(extension).string();
}

bool still_whole(Session& session, const std::string& path, const InputFile& file) {
  if (!file.shrank()) return true;
  session.complain(path, {.message = "was cut short by another program while being read"});
  return false;
}

}  // namespace mw::cli
