#include "command.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace mw::test {
namespace {

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// Where the streams of a program come from and go to.
struct Streams {
  std::string in;
  std::string out;
  std::string err;
};

constexpr int kWrite = O_WRONLY | O_CREAT;

pid_t forked(const std::vector<std::string>& words, const Streams& streams,
             const std::function<void()>& before) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::dup2(::open(streams.in.c_str(), O_RDONLY), STDIN_FILENO);
  ::dup2(::open(streams.out.c_str(), kWrite, 0644), STDOUT_FILENO);
  ::dup2(::open(streams.err.c_str(), kWrite, 0644), STDERR_FILENO);
  before();
  ::execvp(words[0].c_str(), pointers_to(words).data());
  ::_exit(127);
}

/// Without copying this process first, which takes longer than most commands: its sanitizer's memory is
/// large.
pid_t spawned(const std::vector<std::string>& words, const Streams& streams) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, streams.in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, streams.out.c_str(), kWrite, 0644);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, streams.err.c_str(), kWrite, 0644);
  pid_t child = -1;
  const int error =
      ::posix_spawnp(&child, words[0].c_str(), &files, nullptr, pointers_to(words).data(), environ);
  posix_spawn_file_actions_destroy(&files);
  EXPECT_EQ(error, 0) << words[0];
  return child;
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
  const Streams streams{.in = folder / "in",
                        .out = options.stdout_path.empty() ? folder / "out" : options.stdout_path,
                        .err = folder / "err"};
  const pid_t child = options.before ? forked(words, streams, options.before) : spawned(words, streams);
  Outcome outcome;
  outcome.code = exit_code(child);
  if (options.stdout_path.empty()) outcome.out = read_text(streams.out);
  outcome.err = read_text(streams.err);
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
