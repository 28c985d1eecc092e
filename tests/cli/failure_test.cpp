#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "support/command.h"

namespace mw {
namespace {

using test::meshwright;
using test::Outcome;
using test::read_text;
using test::shell;
using test::TemporaryFolder;
using test::write_text;

constexpr const char* kReadingVerbs[] = {"info", "validate", "dump", "roundtrip"};

TEST(Folders, WithNothingToCompareAreNoSuccess) {
  const TemporaryFolder folder;
  const std::string scenes = folder / "scenes";
  std::filesystem::create_directories(scenes);
  ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", folder / "room.wok"}).code, 0);
  ASSERT_EQ(meshwright({"convert", folder / "room.wok", scenes + "/room.glb"}).code, 0);
  write_text(scenes + "/area.lyt", "beginlayout\n roomcount 0\ndonelayout\n");
  const std::string complaint =
      "meshwright: " + scenes + ": has no file of a format that is written again byte for byte\n";
  const Outcome quiet = meshwright({"roundtrip", "-q", scenes});
  EXPECT_EQ(quiet.code, 2);
  EXPECT_EQ(quiet.err, complaint);
  EXPECT_EQ(quiet.out, "");
  EXPECT_EQ(meshwright({"roundtrip", scenes}).err,
            "meshwright: " + scenes + ": 2 files are of a format that is not written again byte for byte\n" +
                complaint);
  EXPECT_EQ(meshwright({"info", "-q", scenes}).code, 0);
  ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", scenes + "/room.wok"}).code, 0);
  const Outcome one = meshwright({"roundtrip", "-q", scenes});
  EXPECT_EQ(one.code, 0);
  EXPECT_EQ(one.err, "");
}

class Failure : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", room}).code, 0); }

  /// Every verb that reads refuses the file with that one line and exit code 2.
  void expect_refused(const std::string& path, const std::string& reason) {
    for (const char* verb : kReadingVerbs) {
      const Outcome outcome = meshwright({verb, path});
      EXPECT_EQ(outcome.code, 2) << verb;
      EXPECT_EQ(outcome.err, "meshwright: " + path + ": " + reason + "\n") << verb;
    }
    const Outcome outcome = meshwright({"convert", path, folder / "out.json"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "meshwright: " + path + ": " + reason + "\n");
    EXPECT_FALSE(std::filesystem::exists(folder / "out.json"));
  }

  TemporaryFolder folder;
  std::string room = folder / "room.wok";
};

TEST_F(Failure, ATruncatedFile) {
  write_text(folder / "cut.wok", read_text(room).substr(0, 5000));
  expect_refused(folder / "cut.wok",
                 "0x00000db8: normals: 142 rows of 12 bytes do not fit: the file ends at 0x00001388");
}

TEST_F(Failure, AnEmptyFile) {
  write_text(folder / "empty.wok", "");
  expect_refused(folder / "empty.wok", "0x00000000: the file is empty");
}

TEST_F(Failure, AZeroFilledFile) {
  write_text(folder / "zero.wok", std::string(1000, '\0'));
  expect_refused(folder / "zero.wok", "0x00000000: not a known format: all 1000 bytes are zero");
}

TEST_F(Failure, ATextFile) {
  write_text(folder / "text.wok", "model trimesh room\n");
  expect_refused(folder / "text.wok", "0x00000000: not a known format: it starts with the text \"model tr\"");
}

TEST_F(Failure, AFolderWhereOneFileIsMeant) {
  const std::string path = folder.path().string();
  for (const auto& words : {std::vector<std::string>{"dump", path}, {"convert", path, folder / "out.json"}}) {
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, 2) << words[0];
    EXPECT_EQ(outcome.err, "meshwright: " + path + ": is a folder, not a file\n") << words[0];
  }
}

/// By somebody who may see it and not look into it: root may do both.
TEST_F(Failure, AFolderThatCannotBeListed) {
  namespace fs = std::filesystem;
  const std::string closed = folder / "closed";
  fs::create_directory(closed);
  fs::permissions(closed, fs::perms::none);
  fs::permissions(folder.path(), fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
  const std::string program =
      (::geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "") +
      std::string("$MESHWRIGHT ");
  const bool runs = shell(program + "--version").code == 0;
  const Outcome outcome = shell(program + "info " + closed);
  fs::permissions(closed, fs::perms::owner_all);
  if (!runs) GTEST_SKIP() << "nobody else can run the program here";
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "meshwright: " + closed + ": Permission denied\n");
}

TEST_F(Failure, AClosedPipeEndsQuietly) {
  const Outcome outcome = shell("$MESHWRIGHT dump " + room + " | head -1 >/dev/null; echo ${PIPESTATUS[0]}");
  EXPECT_EQ(outcome.out, "0\n");
  EXPECT_EQ(outcome.err, "");
}

/// Were the output file opened under the number of stderr, what it lost would be written into it.
TEST_F(Failure, AClosedStreamDoesNotLeakIntoTheOutput) {
  const std::string good = folder / "good.obj";
  ASSERT_EQ(meshwright({"convert", room, good}).code, 0);
  const Outcome outcome = shell(
      "$MESHWRIGHT convert " + room + " " + (folder / "closed/good.obj") + " <&- 2>&-; echo $?; mkdir " +
      (folder / "closed") + "; $MESHWRIGHT convert " + room + " " + (folder / "closed/good.obj") +
      " <&- 2>&-; echo $?; $MESHWRIGHT info - <&-; $MESHWRIGHT info " + room + " >&-; echo $?");
  EXPECT_EQ(outcome.out, "2\n" + room + " -> " + (folder / "closed/good.obj") +
                             ": obj, 138 vertices, 142 triangles\n0\n2\n");
  EXPECT_EQ(outcome.err,
            "meshwright: (stdin): cannot read: Bad file descriptor\n"
            "meshwright: cannot write to stdout: Bad file descriptor\n");
  EXPECT_EQ(read_text(folder / "closed/good.obj"), read_text(good));
}

TEST_F(Failure, AFullDiskUnderStdoutIsReported) {
  const Outcome outcome = meshwright({"dump", room}, {.stdout_path = "/dev/full"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "meshwright: cannot write to stdout: No space left on device\n");
}

TEST_F(Failure, AFullDiskUnderTheOutputLeavesNothingBehind) {
  const auto limit_file_size = [] {
    const rlimit limit{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  };
  const Outcome outcome = meshwright({"convert", room, folder / "big.json"}, {.before = limit_file_size});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "meshwright: " + (folder / "big.json") + ": cannot write: File too large\n");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

/// The real thing, where this user may mount: a file system of 16 KB.
TEST_F(Failure, ARealFullDisk) {
  const std::string disk = folder / "disk";
  std::filesystem::create_directory(disk);
  const Outcome outcome =
      shell("unshare --mount bash -c 'mount -t tmpfs -o size=16k none " + disk +
            " 2>/dev/null || exit 99; echo old > " + disk + "/a.json; $MESHWRIGHT convert --force " + room +
            " " + disk + "/a.json; echo code $?; cat " + disk + "/a.json; ls -A " + disk + "'");
  if (outcome.out.empty()) GTEST_SKIP() << "mounting a file system is not allowed here";
  EXPECT_EQ(outcome.out, "code 2\nold\na.json\n");
  EXPECT_EQ(outcome.err, "meshwright: " + disk + "/a.json: cannot write: No space left on device\n");
}

TEST_F(Failure, AFileThatShrinksWhileItIsReadGivesNoAnswer) {
  // The room is open when its table of surfaces is asked for; it is cut while the program waits for that.
  const Outcome outcome = shell(
      "cp " + room + " " + (folder / "big.wok") + "; truncate -s 20M " + (folder / "big.wok") + "; mkfifo " +
      (folder / "pipe") + "; $MESHWRIGHT info " + (folder / "big.wok") + " --surfaces " + (folder / "pipe") +
      " & pid=$!; exec 3> " + (folder / "pipe") + "; truncate -s 4096 " + (folder / "big.wok") +
      "; printf '2DA V2.0\\n\\nLabel Walk\\n0 a 1\\n' >&3; exec 3>&-; wait $pid; echo code $?");
  EXPECT_EQ(outcome.out, "code 2\n");
  EXPECT_EQ(outcome.err,
            "meshwright: " + (folder / "big.wok") + ": was cut short by another program while being read\n");
}

}  // namespace
}  // namespace mw
