#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "support/command.h"
#include "support/poor_system.h"

/// The program is ended in the middle of its work, again and again.
namespace mw::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

/// A grid with so many faces that it takes a while to write.
std::string grid(int side) {
  std::string text;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) text += "v " + std::to_string(x) + " " + std::to_string(y) + " 0\n";
  for (int y = 1; y < side; ++y)
    for (int x = 1; x < side; ++x) {
      const int corner = (y - 1) * side + x;
      text += "f " + std::to_string(corner) + " " + std::to_string(corner + 1) + " " +
              std::to_string(corner + side + 1) + "\n";
    }
  return text;
}

class Killed : public ::testing::Test {
 protected:
  /// A model whose JSON is written for a while.
  void SetUp() override {
    write_text(folder / "grid.obj", grid(50));
    ASSERT_EQ(meshwright({"convert", folder / "grid.obj", model}).code, 0);
    fs::create_directory(folder / "out");
  }

  pid_t start(bool unnamed_files) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
    if (!unnamed_files && !live_without({.unnamed_files = true})) ::_exit(kCannotLack);
    const std::string output = folder / "out/grid.json";
    ::execl(program().c_str(), "meshwright", "convert", "--force", model.c_str(), output.c_str(), nullptr);
    ::_exit(127);
  }

  struct Left {
    int hidden = 0;   // files that are not whole
    int stopped = 0;  // runs that were slower than the signal
  };

  /// Ends it at thirty moments, from its start to its end; again, up to twenty times, until that was enough:
  /// when a signal arrives depends on what else the machine does.
  template <class Enough>
  Left end_by(int signal, bool unnamed_files, Enough enough) {
    Left left;
    for (int round = 0; round < 20 && !enough(left); ++round) {
      const auto begin = steady_clock::now();
      EXPECT_EQ(wait_for(start(unnamed_files)), 0);
      const auto whole = steady_clock::now() - begin;
      for (int moment = 1; moment <= 30; ++moment)
        end_after(whole * moment / 30, signal, unnamed_files, left);
    }
    EXPECT_TRUE(enough(left)) << "signal " << signal << ": stopped " << left.stopped << " times, left "
                              << left.hidden << " files";
    return left;
  }

  void end_after(steady_clock::duration time, int signal, bool unnamed_files, Left& left) {
    fs::remove(folder / "out/grid.json");
    const pid_t child = start(unnamed_files);
    std::this_thread::sleep_for(time);
    ::kill(child, signal);
    const int code = wait_for(child);
    EXPECT_TRUE(code == 0 || code == 128 + signal) << code;
    left.stopped += code == 0 ? 0 : 1;
    for (const auto& entry : fs::directory_iterator(folder / "out")) {
      if (entry.path().filename() == "grid.json") continue;
      ++left.hidden;
      fs::remove(entry.path());
    }
  }

  static int wait_for(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  TemporaryFolder folder;
  std::string model = folder / "grid.bwm";
};

constexpr auto kStopped = [](const auto& left) { return left.stopped > 0; };

TEST_F(Killed, LeavesNothingOnTheWay) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL})
    EXPECT_EQ(end_by(signal, true, kStopped).hidden, 0) << signal;
}

/// Where files cannot be without names. That SIGKILL leaves some shows that signals come while they are
/// written.
TEST_F(Killed, LeavesNothingOnAPoorerFileSystemEither) {
  if (in_child([] { return live_without({}) ? 0 : kCannotLack; }) != 0)
    GTEST_SKIP() << "no filters of system calls here";
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    EXPECT_EQ(end_by(signal, false, kStopped).hidden, 0) << signal;
  end_by(SIGKILL, false, [](const Left& left) { return left.hidden > 0; });
}

}  // namespace
}  // namespace mw::test
