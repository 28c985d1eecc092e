#include <fcntl.h>
#include <gtest/gtest.h>
#include <meshwright/files/output.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "support/command.h"
#include "support/folders.h"

namespace mw {
namespace {

using test::entries;
using test::read_text;
using test::TemporaryFolder;
using test::write_text;

TEST(WriteFile, WritesANewFileWithTheUsersMode) {
  const TemporaryFolder folder;
  const mode_t mask = ::umask(027);
  ASSERT_TRUE(write_file(folder / "a", bytes_of("new")));
  ::umask(mask);
  EXPECT_EQ(read_text(folder / "a"), "new");
  struct stat status{};
  ::stat((folder / "a").c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777, 0640U);
  EXPECT_EQ(entries(folder), 1U);
}

TEST(WriteFile, KeepsAnExistingFileUnlessForced) {
  const TemporaryFolder folder;
  write_text(folder / "a", "old");
  ::chmod((folder / "a").c_str(), 0600);
  EXPECT_EQ(to_string(write_file(folder / "a", bytes_of("new")).error()), "exists already");
  EXPECT_EQ(to_string(write_file(folder / "a", bytes_of("new"), {.advice = "move it away"}).error()),
            "exists already; move it away");
  EXPECT_EQ(read_text(folder / "a"), "old");
  ASSERT_TRUE(write_file(folder / "a", bytes_of("new"), {.force = true}));
  EXPECT_EQ(read_text(folder / "a"), "new");
  struct stat status{};
  ::stat((folder / "a").c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  EXPECT_EQ(entries(folder), 1U);
}

TEST(WriteFile, NeverReplacesItsInputWhateverItIsCalled) {
  const TemporaryFolder folder;
  write_text(folder / "a", "input");
  std::filesystem::create_hard_link(folder / "a", folder / "hard");
  std::filesystem::create_symlink(folder / "a", folder / "soft");
  const FileIdentity identity = InputFile::open(folder / "a")->identity().value();
  for (const char* name : {"a", "hard", "soft", "../x/./a"}) {
    const std::string path = name[0] == '.' ? folder.path().string() + "/./a" : folder / name;
    const auto written = write_file(path, bytes_of("new"), {.force = true, .inputs = {&identity, 1}});
    ASSERT_FALSE(written) << path;
    EXPECT_EQ(to_string(written.error()), "is the input itself; write to another file");
  }
  EXPECT_EQ(read_text(folder / "a"), "input");
}

TEST(WriteFile, FollowsLinks) {
  const TemporaryFolder folder;
  write_text(folder / "a", "old");
  std::filesystem::create_symlink("a", folder / "link");
  ASSERT_TRUE(write_file(folder / "link", bytes_of("new"), {.force = true}));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(read_text(folder / "a"), "new");
}

TEST(WriteFile, SaysWhyItCannotWrite) {
  const TemporaryFolder folder;
  EXPECT_EQ(to_string(write_file(folder / "none/a", bytes_of("x")).error()),
            "cannot write in its folder: No such file or directory");
  EXPECT_EQ(to_string(write_file(folder.path().string(), bytes_of("x")).error()), "is a folder, not a file");
  EXPECT_EQ(to_string(write_file("/dev/full", bytes_of("x")).error()),
            "cannot write: No space left on device");
}

/// A pipe that does not block and is read slowly gets all of it.
TEST(WriteAll, WaitsForASlowReader) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_NONBLOCK), 0);
  const Bytes bytes(300000, std::byte('x'));
  std::size_t got = 0;
  std::thread reader([&] {
    Bytes piece(4096);
    while (got < bytes.size()) {
      const ssize_t size = ::read(ends[0], piece.data(), piece.size());
      got += size > 0 ? std::size_t(size) : 0;
      if (size < 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  EXPECT_EQ(write_all(ends[1], bytes), 0);
  reader.join();
  for (const int end : ends) ::close(end);
  EXPECT_EQ(got, bytes.size());
}

TEST(CheckOutput, SaysWhatOpeningWouldSay) {
  const TemporaryFolder folder;
  EXPECT_TRUE(check_output(folder / "a"));
  EXPECT_EQ(entries(folder), 0U);
  write_text(folder / "a", "old");
  EXPECT_EQ(to_string(check_output(folder / "a", {.advice = "move it"}).error()), "exists already; move it");
  EXPECT_TRUE(check_output(folder / "a", {.force = true}));
  EXPECT_EQ(read_text(folder / "a"), "old");
  EXPECT_EQ(to_string(check_output(folder.path().string(), {.force = true}).error()),
            "is a folder, not a file");
  EXPECT_TRUE(check_output("/dev/null"));
}

TEST(OutputFile, ManyPiecesMakeOneFile) {
  const TemporaryFolder folder;
  std::string whole;
  auto file = OutputFile::open(folder / "a");
  ASSERT_TRUE(file);
  for (const std::size_t size : {1U, 0U, 65535U, 65536U, 7U, 200000U, 65530U, 6U, 3U}) {
    const std::string piece(size, char('a' + size % 26));
    file->append(bytes_of(piece));
    whole += piece;
    EXPECT_FALSE(std::filesystem::exists(folder / "a"));
  }
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(read_text(folder / "a"), whole);
  EXPECT_EQ(entries(folder), 1U);
  EXPECT_EQ(to_string(file->commit().error()), "is written already");
}

TEST(OutputFile, WithoutCommitNothingIsLeft) {
  const TemporaryFolder folder;
  write_text(folder / "a", "old");
  for (const char* name : {"a", "b"}) {
    auto file = OutputFile::open(folder / name, {.force = true});
    ASSERT_TRUE(file);
    file->append(Bytes(100000));
    EXPECT_EQ(entries(folder), 1U) << "it has no name yet";
  }
  EXPECT_EQ(read_text(folder / "a"), "old");
  EXPECT_EQ(entries(folder), 1U);
}

TEST(OutputFile, AFileThatAppearsMeanwhileIsKept) {
  const TemporaryFolder folder;
  auto file = OutputFile::open(folder / "a");
  ASSERT_TRUE(file);
  file->append(bytes_of("ours"));
  write_text(folder / "a", "theirs");
  EXPECT_EQ(to_string(file->commit().error()), "exists already");
  EXPECT_EQ(read_text(folder / "a"), "theirs");
  file = OutputFile::open(folder / "b");
  EXPECT_EQ(entries(folder), 1U);
}

TEST(OutputFile, NewFilesOnSeveralThreadsHaveTheUsersMode) {
  const TemporaryFolder folder;
  const mode_t mask = ::umask(027);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 50; ++i)
        (void)write_file(folder / (std::to_string(thread) + "-" + std::to_string(i)), bytes_of("x"));
    });
  for (std::thread& thread : threads) thread.join();
  ::umask(mask);
  EXPECT_EQ(entries(folder), 200U);
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    EXPECT_EQ(entry.status().permissions(), std::filesystem::perms(0640)) << entry.path();
}

TEST(OutputFile, AFailureIsToldAtTheEndAndNothingIsWrittenAfterIt) {
  auto file = OutputFile::open("/dev/full");
  ASSERT_TRUE(file);
  for (int i = 0; i < 3; ++i) file->append(Bytes(70000));
  EXPECT_EQ(to_string(file->commit().error()), "cannot write: No space left on device");
}

/// A limit on the file's size stands for the full disk: the write fails half way.
TEST(WriteFile, AFullDiskLeavesTheOldFileAndNoRubbish) {
  const TemporaryFolder folder;
  write_text(folder / "a", "old");
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const auto written = write_file(folder / "a", Bytes(5000), {.force = true});
    auto in_pieces = OutputFile::open(folder / "b");
    for (int i = 0; i < 5000; ++i) in_pieces->append(Bytes(40));
    const auto committed = in_pieces->commit();
    in_pieces = OutputFile::open("/dev/null");
    const auto too_large = [](const Result<void>& result) {
      return !result && to_string(result.error()) == "cannot write: File too large";
    };
    ::_exit(too_large(written) && too_large(committed) ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(read_text(folder / "a"), "old");
  EXPECT_EQ(entries(folder), 1U);
}

/// Killed at any moment, the path holds one whole version or the other.
TEST(WriteFile, AKillNeverTearsAFile) {
  const TemporaryFolder folder;
  const std::string a(200000, 'a');
  const std::string b(300000, 'b');
  write_text(folder / "f", a);
  int seen_b = 0;
  for (int round = 0; round < 40; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (int i = 0; i < 100000; ++i)
        (void)write_file(folder / "f", bytes_of(i % 2 == 0 ? b : a), {.force = true});
      ::_exit(0);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(500 + 700 * round));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const std::string text = read_text(folder / "f");
    EXPECT_TRUE(text == a || text == b) << text.size();
    seen_b += text == b ? 1 : 0;
  }
  EXPECT_GT(seen_b, 0) << "no write ever got through, so this shows nothing";
}

/// A file that is new has no name until it is whole.
TEST(WriteFile, AKillLeavesNothingUnfinished) {
  const TemporaryFolder folder;
  const std::string text(200000, 'a');
  for (int round = 0; round < 40; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (int i = 0; i < 100000; ++i)
        (void)write_file(folder / std::to_string(round) + "-" + std::to_string(i), bytes_of(text));
      ::_exit(0);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(500 + 700 * round));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
  EXPECT_GT(entries(folder), 0U) << "no write ever got through, so this shows nothing";
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    EXPECT_NE(entry.path().filename().string()[0], '.') << entry.path();
    EXPECT_EQ(entry.file_size(), text.size());
  }
}

}  // namespace
}  // namespace mw
