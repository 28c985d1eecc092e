#include "command.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace mw::test {
namespace {

[[noreturn]] void become(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

int exit_code(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Streams go through files, so that no pipe can fill up and block.
Outcome run(const std::vector<std::string>& words, const CommandOptions& options) {
  const TemporaryFolder folder;
  write_text(folder / "in", options.input);
  const std::string out = options.stdout_path.empty() ? folder / "out" : options.stdout_path;
  const std::string err = folder / "err";
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open((folder / "in").c_str(), O_RDONLY), STDIN_FILENO);
    ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT, 0644), STDOUT_FILENO);
    ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT, 0644), STDERR_FILENO);
    options.before();
    become(words);
  }
  Outcome outcome;
  outcome.code = exit_code(child);
  if (options.stdout_path.empty()) outcome.out = read_text(out);
  outcome.err = read_text(err);
  return outcome;
}

}  // namespace

std::string program() {
  const char* another = ::getenv("MESHWRIGHT_PROGRAM");
  return another != nullptr ? another : MESHWRIGHT_PROGRAM;
}

Outcome meshwright(const std::vector<std::string>& words, const CommandOptions& options) {
  std::vector<std::string> all = {program()};
  all.insert(all.end(), words.begin(), words.end());
  return run(all, options);
}

Outcome shell(const std::string& line) {
  ::setenv("MESHWRIGHT", program().c_str(), 1);
  return run({"bash", "-c", line}, {});
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "meshwright-test-XXXXXX").string();
  path_ = ::mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary).write(text.data(), std::streamsize(text.size()));
}

std::string read_text(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace mw::test
