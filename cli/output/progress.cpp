#include "progress.h"

#include <fmt/format.h>
#include <meshwright/files/output.h>
#include <unistd.h>
#include <algorithm>

namespace mw::cli {
namespace {

void say(const std::string& text) {
  write_all(STDERR_FILENO, bytes_of(text));
}

}  // namespace

std::string verifying_text(std::uint64_t done, std::uint64_t all) {
  constexpr std::uint64_t kWidth = 30;
  all = std::max<std::uint64_t>(all, 1);
  return fmt::format("verifying {}{} %", batch::progress_bar(std::size_t(done * kWidth / all), kWidth),
                     done * 100 / all);
}

Progress::Form Progress::form(bool quiet) {
  if (quiet) return Form::none;
  return ::isatty(STDERR_FILENO) == 1 ? Form::bar : Form::lines;
}

Progress::Progress(Form form) : form_(form), start_(std::chrono::steady_clock::now()), shown_(start_) {}

void Progress::show(const batch::Progress& at) {
  using namespace std::chrono_literals;
  if (form_ == Form::none) return;
  const auto now = std::chrono::steady_clock::now();
  const auto pause = form_ == Form::bar ? std::chrono::steady_clock::duration(100ms) : 10s;
  if (now - shown_ < pause) return;
  shown_ = now;
  const std::chrono::duration<double> seconds = now - start_;
  const std::string text = batch::progress_text(at, seconds.count(), form_ == Form::bar);
  form_ == Form::bar ? draw(text) : say(text + "\n");
}

void Progress::draw(const std::string& text) {
  if (form_ != Form::bar) return;
  is_drawn_ = true;
  say("\r\x1b[K" + text);
}

void Progress::clear() {
  if (is_drawn_) say("\r\x1b[K");
  is_drawn_ = false;
}

}  // namespace mw::cli
