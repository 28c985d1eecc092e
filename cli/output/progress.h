#pragma once

#include <meshwright/batch/batch.h>
#include <chrono>
#include <cstdint>
#include <string>

#include "session.h"

namespace mw::cli {

/// How far a long piece of work is, on stderr: a bar that moves on a terminal, a line now and then elsewhere.
class Progress {
 public:
  enum class Form : unsigned char { none, bar, lines };

  explicit Progress(Form form);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The form for the stderr of this process.
  static Form form(bool quiet);

  void show(const batch::Progress& at);
  /// Any other text, on a terminal only.
  void draw(const std::string& text);
  /// Clears the line for other output; the bar comes back with the next show().
  void clear();

 private:
  Form form_;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point shown_;
  bool is_drawn_ = false;
};

/// "verifying [###...] 50 %".
std::string verifying_text(std::uint64_t done, std::uint64_t all);

}  // namespace mw::cli
