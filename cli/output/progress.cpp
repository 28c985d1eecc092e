#include "progress.h"

#include <fmt/format.h>
#include <meshwright/batch/report.h>
#include <meshwright/files/output.h>
#include <unistd.h>

namespace mw::cli {
namespace {

void say(const std::string& text) {
  write_all(STDERR_FILENO, bytes_of(text));
}

std::string bar_of(std::size_t full, std::size_t width) {
  return "[" + std::string(full, '#') + std::string(width - full, '.') + "] ";
}

}  // namespace

std::string progress_text(std::size_t done, std::size_t files, std::uint64_t bytes_done, std::uint64_t bytes,
                          double seconds, bool with_bar) {
  constexpr std::size_t kWidth = 24;
  const double part = bytes > 0   ? double(bytes_done) / double(bytes)
                      : files > 0 ? double(done) / double(files)
                                  : 1;
  std::string text;
  if (with_bar) text = bar_of(std::size_t(part * kWidth), kWidth);
  text += fmt::format("{} of {} files", batch::with_commas(done), batch::with_commas(files));
  if (seconds > 0) text += fmt::format(", {:.1f} MB/s", double(bytes_done) / 1e6 / seconds);
  if (part > 0 && done < files) text += fmt::format(", {:.0f} s left", seconds / part - seconds);
  return text;
}

std::string verifying_text(std::uint64_t done, std::uint64_t all) {
  constexpr std::uint64_t kWidth = 30;
  return "verifying " + bar_of(std::size_t(done * kWidth / all), kWidth) +
         fmt::format("{} %", done * 100 / all);
}

Progress::Form Progress::form(bool quiet) {
  if (quiet) return Form::none;
  return ::isatty(STDERR_FILENO) == 1 ? Form::bar : Form::lines;
}

Progress::Progress(Form form) : form_(form), start_(std::chrono::steady_clock::now()), shown_(start_) {}

void Progress::show(std::size_t done, std::size_t files, std::uint64_t bytes_done, std::uint64_t bytes) {
  using namespace std::chrono_literals;
  if (form_ == Form::none) return;
  const auto now = std::chrono::steady_clock::now();
  const auto pause = form_ == Form::bar ? std::chrono::steady_clock::duration(100ms) : 10s;
  if (now - shown_ < pause) return;
  shown_ = now;
  const std::chrono::duration<double> seconds = now - start_;
  const std::string text = progress_text(done, files, bytes_done, bytes, seconds.count(), form_ == Form::bar);
  is_drawn_ = form_ == Form::bar;
  say(is_drawn_ ? "\r\x1b[K" + text : text + "\n");
}

void Progress::clear() {
  if (is_drawn_) say("\r\x1b[K");
  is_drawn_ = false;
}

}  // namespace mw::cli
