#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "support/folders.h"

/// Runs over many files, and such that are ended half way.
namespace mw {
namespace {

namespace fs = std::filesystem;
using test::contents;
using test::json_lines;
using test::meshwright;
using test::names;
using test::number_in;
using test::Outcome;
using test::read_text;
using test::shell;
using test::TemporaryFolder;
using test::write_text;

/// 2,000 small files in 20 folders, 1 % of them broken.
void make_tree(const std::string& folder, const std::string& sample) {
  for (int i = 0; i < 2000; ++i) {
    const std::string sub = folder + "/" + std::to_string(i % 20);
    fs::create_directories(sub);
    const std::string path = sub + "/" + std::to_string(i) + ".pwk";
    write_text(path, i % 100 == 7 ? sample.substr(0, 100) : sample);
  }
}

class LargeBatch : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", folder / "a.pwk"}).code, 0);
    make_tree(in, read_text(folder / "a.pwk"));
    ASSERT_EQ(meshwright({"batch", in, whole, "--to", "obj", "-q"}).code, 2);
    ASSERT_EQ(names(whole).size(), 2 * 1980U);  // each with its .mtl
  }

  /// Starts a run into a folder, and ends it by a signal when there are some hundred files; what it said.
  void end_half_way(const std::string& out, int signal, const std::string& said) {
    const std::string program = test::program();
    const pid_t child = ::fork();
    if (child == 0) {
      ::dup2(::open(said.c_str(), O_CREAT | O_WRONLY, 0600), STDERR_FILENO);
      ::execl(program.c_str(), "meshwright", "batch", in.c_str(), out.c_str(), "--to", "obj", "-q", nullptr);
      ::_exit(127);
    }
    const auto count = [&] {
      std::error_code ignored;
      std::size_t files = 0;
      for (fs::recursive_directory_iterator entry(out, ignored), end; entry != end; entry.increment(ignored))
        ++files;
      return files;
    };
    int status = 0;
    bool ended = false;
    while (!ended && count() < 500) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ended = ::waitpid(child, &status, WNOHANG) == child;
    }
    ASSERT_FALSE(ended) << "it ended before it was killed";
    ::kill(child, signal);
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it ended before it was killed";
    EXPECT_EQ(WTERMSIG(status), signal);
  }

  TemporaryFolder folder;
  std::string in = folder / "in";
  std::string whole = folder / "whole";
};

TEST_F(LargeBatch, AKilledRunLeavesNoTornFileAndGoesOn) {
  const std::string killed = folder / "killed";
  ASSERT_NO_FATAL_FAILURE(end_half_way(killed, SIGKILL, folder / "said"));
  const auto all = contents(whole);
  const auto half = contents(killed);
  EXPECT_LT(half.size(), all.size());
  for (const auto& [name, content] : half) EXPECT_EQ(content, all.at(name)) << name;

  const Outcome resumed = meshwright({"batch", in, killed, "--to", "obj", "--skip-existing", "--json"});
  EXPECT_EQ(resumed.code, 2);
  EXPECT_EQ(contents(killed), all);
  const JsonValue totals = *json_lines(resumed.out).back().find("totals");
  EXPECT_EQ(number_in(*totals.find("failed")), 20U);
  EXPECT_GT(number_in(*totals.find("kept")), 0U);
}

TEST_F(LargeBatch, WhoStopsItHearsHowToGoOn) {
  ASSERT_NO_FATAL_FAILURE(end_half_way(folder / "stopped", SIGTERM, folder / "said"));
  const std::string said = read_text(folder / "said");
  EXPECT_TRUE(
      said.ends_with("\nmeshwright: stopped; the same command with --skip-existing makes what is missing\n"))
      << said;
}

TEST_F(LargeBatch, FourShardsOfGnuParallelMakeTheSameTree) {
  if (shell("command -v parallel").code != 0) GTEST_SKIP() << "there is no GNU parallel";
  const std::string parts = folder / "parts";
  shell("parallel --will-cite -j2 $MESHWRIGHT batch -q " + in + " " + parts +
        " --to obj --shard {}/4 ::: 1 2 3 4 2>/dev/null");
  EXPECT_EQ(contents(parts), contents(whole));
  EXPECT_EQ(meshwright({"batch", in, parts, "--to", "obj", "--skip-existing", "-q"}).out,
            "2,000 files: 1,980 up to date, 20 failed\n");
}

}  // namespace
}  // namespace mw
