#include "support/poor_system.h"

#include <gtest/gtest.h>
#include <meshwright/files/output.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>

#include "support/command.h"
#include "support/folders.h"

/// Outputs on file systems that lack what the usual way needs.
namespace mw {
namespace {

using test::entries;
using test::in_child;
using test::kCannotLack;
using test::Lack;
using test::live_without;
using test::read_text;
using test::TemporaryFolder;
using test::write_text;

constexpr Lack kLacks[] = {
    {},
    {.unnamed_files = false},
    {.unnamed_files = false, .second_names = true},
    {.unnamed_files = false, .rename_without_replacing = true, .second_names = true},
    {.rename_without_replacing = true},
    {.rename_without_replacing = true, .second_names = true},
};

/// The exit code of `body` in a child that lives without these.
int without(const Lack& lack, const std::function<int()>& body) {
  return in_child([&] { return live_without(lack) ? body() : kCannotLack; });
}

/// The test is skipped where the kernel has no such filters.
bool can_lack() {
  return without({}, [] { return 0; }) == 0;
}

TEST(PoorFileSystem, ANewFileComesToItsPlace) {
  if (!can_lack()) GTEST_SKIP() << "no filters of system calls here";
  for (const Lack& lack : kLacks) {
    const TemporaryFolder folder;
    EXPECT_EQ(without(lack,
                      [&] {
                        ::umask(027);
                        return write_file(folder / "a", bytes_of("new")) ? 0 : 1;
                      }),
              0);
    EXPECT_EQ(read_text(folder / "a"), "new");
    struct stat status{};
    ::stat((folder / "a").c_str(), &status);
    EXPECT_EQ(status.st_mode & 0777, 0640U);
    EXPECT_EQ(entries(folder), 1U);
  }
}

TEST(PoorFileSystem, AFileThatAppearsMeanwhileIsKept) {
  if (!can_lack()) GTEST_SKIP() << "no filters of system calls here";
  for (const Lack& lack : kLacks) {
    const TemporaryFolder folder;
    const int code = without(lack, [&] {
      auto file = OutputFile::open(folder / "a");
      file->append(bytes_of("ours"));
      write_text(folder / "a", "theirs");
      const auto done = file->commit();
      file = fail({});  // _exit destroys nothing
      return !done && to_string(done.error()) == "exists already" ? 0 : 1;
    });
    EXPECT_EQ(code, 0);
    EXPECT_EQ(read_text(folder / "a"), "theirs");
    EXPECT_EQ(entries(folder), 1U);
  }
}

TEST(PoorFileSystem, AnOldFileIsReplacedWhenForced) {
  if (!can_lack()) GTEST_SKIP() << "no filters of system calls here";
  for (const Lack& lack : kLacks) {
    const TemporaryFolder folder;
    write_text(folder / "a", "old");
    ::chmod((folder / "a").c_str(), 0604);
    EXPECT_EQ(
        without(lack, [&] { return write_file(folder / "a", bytes_of("new"), {.force = true}) ? 0 : 1; }), 0);
    EXPECT_EQ(read_text(folder / "a"), "new");
    struct stat status{};
    ::stat((folder / "a").c_str(), &status);
    EXPECT_EQ(status.st_mode & 0777, 0604U);
    EXPECT_EQ(entries(folder), 1U);
  }
}

/// A file without a name leaves nothing whatever ends the program; a hidden one is removed by the signals
/// that a program can hear, and stays only after SIGKILL.
TEST(PoorFileSystem, ASignalLeavesNothing) {
  if (!can_lack()) GTEST_SKIP() << "no filters of system calls here";
  const auto left_by = [](int signal, bool unnamed) {
    const TemporaryFolder folder;
    const int code = without({.unnamed_files = !unnamed}, [&] {
      remove_temporary_files_on_signals();
      auto file = OutputFile::open(folder / "a");
      auto other = OutputFile::open(folder / "b");
      file->append(Bytes(100000));
      const std::size_t expected = unnamed ? 0 : 2;
      if (!other || entries(folder) != expected) return 1;
      return ::raise(signal);
    });
    EXPECT_EQ(code, 128 + signal);
    return entries(folder);
  };
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) EXPECT_EQ(left_by(signal, false), 0U);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL}) EXPECT_EQ(left_by(signal, true), 0U);
  EXPECT_EQ(left_by(SIGKILL, false), 2U);
}

TEST(Signals, OneThatIsIgnoredStaysSo) {
  EXPECT_EQ(in_child([] {
              std::signal(SIGHUP, SIG_IGN);
              remove_temporary_files_on_signals();
              return ::raise(SIGHUP);
            }),
            0);
}

}  // namespace
}  // namespace mw
