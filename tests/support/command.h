#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace mw::test {

struct Outcome {
  int code = -1;    // exit code, or 128 + the signal that ended it
  std::string out;  // stdout
  std::string err;  // stderr
};

struct CommandOptions {
  std::string input = {};             // given on stdin
  std::string stdout_path = {};       // stdout goes there instead of into the outcome
  std::function<void()> before = {};  // runs in the child before the program does
};

/// The program under test: the one that was built, or what MESHWRIGHT_PROGRAM names in the environment.
std::string program();

/// Runs the program under test with these words.
Outcome meshwright(const std::vector<std::string>& words, const CommandOptions& options = {});

/// Runs a line in the shell; $MESHWRIGHT is the program under test.
Outcome shell(const std::string& line);

/// A folder for one test, removed at its end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

void write_text(const std::string& path, const std::string& text);
std::string read_text(const std::string& path);

}  // namespace mw::test
