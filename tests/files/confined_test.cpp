#include <fcntl.h>
#include <gtest/gtest.h>
#include <meshwright/files/folder_neighbours.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "neighbour_kinds.h"
#include "support/command.h"

/// What a file may name, and what it may not.
namespace mw {
namespace {

namespace fs = std::filesystem;
using test::write_text;

constexpr std::string_view kOutside = ", which is outside the folders that may be read";

/// A model's folder, and beside it one with a secret.
class Confined : public ::testing::Test {
 protected:
  Confined() {
    fs::create_directories(root / "mine/deep");
    fs::create_directories(root / "other");
    write_text(root / "mine/a.bin", "mine");
    write_text(root / "mine/deep/b.bin", "deep");
    write_text(root / "other/secret.bin", "secret");
  }

  std::string bytes_or_message(FolderNeighbours& neighbours, const NeighbourKind& kind,
                               const std::string& name) {
    const auto loaded = load_neighbour(&neighbours, kind, name);
    if (!loaded) return loaded.error().message;
    return *loaded ? std::string(text_of((*loaded)->bytes())) : "none";
  }
  /// What comes of a name that a file in `mine` links to: its bytes, or why not.
  std::string linked(const std::string& name) {
    FolderNeighbours neighbours({.file = file});
    return bytes_or_message(neighbours, kLinked, name);
  }
  std::string leads_to(const std::string& place) const { return "leads to " + place + std::string(kOutside); }

  test::TemporaryFolder root;
  std::string file = root / "mine/a.gltf";
  std::string secret = root / "other/secret.bin";
};

TEST_F(Confined, WhatLiesBelowTheFolderIsRead) {
  EXPECT_EQ(linked("a.bin"), "mine");
  EXPECT_EQ(linked("./deep/b.bin"), "deep");
  EXPECT_EQ(linked("deep/../a.bin"), "mine");
  EXPECT_EQ(linked("../mine/a.bin"), "mine");
  EXPECT_EQ(linked(root / "mine/a.bin"), "mine") << "an absolute path, but inside";
}

TEST_F(Confined, NamesOfTheOtherSystemAreUnderstood) {
  EXPECT_EQ(linked("deep\\b.bin"), "deep");
  EXPECT_EQ(linked("DEEP\\B.Bin"), "deep");
  EXPECT_EQ(linked("Deep/b.BIN"), "deep");
  EXPECT_EQ(linked("..\\other\\secret.bin"), leads_to(secret));
  EXPECT_EQ(linked("..\\OTHER\\Secret.bin"), leads_to(secret));
  EXPECT_EQ(linked("C:\\deep\\b.bin"), "cannot open: No such file or directory");
  write_text(root / "mine/back\\slash.bin", "as it stands");
  EXPECT_EQ(linked("back\\slash.bin"), "as it stands");
}

TEST_F(Confined, WhatLiesElsewhereIsNot) {
  EXPECT_EQ(linked("../other/secret.bin"), leads_to(secret));
  EXPECT_EQ(linked(secret), leads_to(secret));
  EXPECT_EQ(linked("deep/../../other/secret.bin"), leads_to(secret));
  EXPECT_EQ(linked("/etc/passwd"), leads_to("/etc/passwd"));
  EXPECT_EQ(linked("../nothing.bin"), "cannot open: No such file or directory");
  fs::create_directories(root / "mine-too");
  write_text(root / "mine-too/c.bin", "near");
  EXPECT_EQ(linked("../mine-too/c.bin"), leads_to(root / "mine-too/c.bin"));
}

TEST_F(Confined, LinksAreResolvedFirst) {
  fs::create_symlink(secret, root / "mine/link.bin");
  fs::create_directory_symlink(root / "other", root / "mine/folder");
  fs::create_symlink("deep/b.bin", root / "mine/within.bin");
  fs::create_directory_symlink(root / "mine", root / "alias");
  EXPECT_EQ(linked("link.bin"), leads_to(secret));
  EXPECT_EQ(linked("folder/secret.bin"), leads_to(secret));
  EXPECT_EQ(linked("within.bin"), "deep");
  FolderNeighbours alias({.file = root / "alias/a.gltf"});
  EXPECT_EQ(bytes_or_message(alias, kLinked, "a.bin"), "mine");
  fs::create_symlink("loop.bin", root / "mine/loop.bin");
  EXPECT_EQ(linked("loop.bin"), "cannot open: Too many levels of symbolic links");
}

/// Neither blocks: were one opened to be read, this test would never end.
TEST_F(Confined, OnlyRegularFilesAreOpened) {
  ASSERT_EQ(::mkfifo((root / "mine/pipe").c_str(), 0600), 0);
  EXPECT_EQ(linked("pipe"), "is a pipe, not a regular file");
  EXPECT_EQ(linked("deep"), "is a folder, not a file");
  EXPECT_EQ(linked("/dev/zero"), leads_to("/dev/zero"));
  fs::create_symlink("/dev/zero", root / "mine/zero");
  EXPECT_EQ(linked("zero"), leads_to("/dev/zero"));
  FolderNeighbours anywhere({.file = file, .allow_outside = true});
  EXPECT_EQ(bytes_or_message(anywhere, kLinked, "zero"), "is a device, not a regular file");
  EXPECT_EQ(bytes_or_message(anywhere, kLinked, "pipe"), "is a pipe, not a regular file");
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  (root / "mine/socket").copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(linked("socket"), "is a socket, not a regular file");
  ::close(socket);
}

/// Whoever waits at the other end of a pipe goes on waiting: not even its opening is noticed.
TEST_F(Confined, APipesOtherEndIsNotWoken) {
  const std::string path = root / "mine/pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::atomic<bool> woken = false;
  std::thread writer([&] {
    const int end = ::open(path.c_str(), O_WRONLY);
    woken = true;
    ::close(end);
  });
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(linked("pipe"), "is a pipe, not a regular file");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_FALSE(woken);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  writer.join();
  ::close(reader);
}

TEST_F(Confined, AZeroByteDoesNotEndAName) {
  EXPECT_EQ(linked(std::string("a.bin\0.png", 10)), "cannot open: the name has a zero byte in it");
}

TEST_F(Confined, TheUserMayAllowIt) {
  FolderNeighbours anywhere({.file = file, .allow_outside = true});
  EXPECT_EQ(bytes_or_message(anywhere, kLinked, "../other/secret.bin"), "secret");
  FolderNeighbours advised({.file = file, .outside_advice = "ask for it"});
  EXPECT_EQ(bytes_or_message(advised, kLinked, secret), leads_to(secret) + "; ask for it");
}

TEST_F(Confined, FoldersOfTheUserCountToo) {
  FolderNeighbours given({.file = file, .named = {{"textures", root / "other"}}});
  EXPECT_EQ(bytes_or_message(given, kLinked, "../other/secret.bin"), "secret");
  fs::create_symlink(root / "mine/a.bin", root / "other/home.png");
  EXPECT_EQ(bytes_or_message(given, kTextures, "home"), "mine");
  FolderNeighbours from_stdin({.file = "-", .named = {{"textures", root / "other"}}});
  const fs::path here = fs::current_path();
  fs::current_path(root / "mine");  // what comes out of a pipe has no folder, not even this one
  EXPECT_EQ(bytes_or_message(from_stdin, kTextures, "home"), leads_to(root / "mine/a.bin"));
  fs::current_path(here);
}

TEST_F(Confined, TexturesCompanionsAndSupermodelsMayNotLeadAwayEither) {
  write_text(root / "far.bin", "far");
  fs::create_directories(root / "given");
  for (const char* name : {"mine/a.mdx", "given/wall.png", "given/up.mdl"})
    fs::create_symlink(root / "far.bin", root / name);
  const std::string away = leads_to(root / "far.bin");
  FolderNeighbours model({.file = root / "mine/a.mdl"});
  EXPECT_EQ(bytes_or_message(model, kCompanion, {}), away);
  FolderNeighbours textures({.file = root / "mine/a.mdl", .named = {{"textures", root / "given"}}});
  EXPECT_EQ(bytes_or_message(textures, kTextures, "wall"), away);
  FolderNeighbours heir({.file = root / "mine/a.mdl", .named = {{"supermodel", root / "given"}}});
  EXPECT_EQ(bytes_or_message(heir, kSupermodel, "up"), away);
  EXPECT_EQ(bytes_or_message(heir, kUpper, "up"), away);
  // What the user names himself is read wherever it leads.
  FolderNeighbours named({.file = root / "mine/a.mdl",
                          .named = {{"mdx", root / "mine/a.mdx"}, {"supermodel", root / "given/up.mdl"}}});
  EXPECT_EQ(bytes_or_message(named, kCompanion, {}), "far");
  EXPECT_EQ(bytes_or_message(named, kSupermodel, "up"), "far");
  EXPECT_EQ(bytes_or_message(named, kUpper, "up"), away);
  write_text(root / "given/upper.mdl", "in the folder of the file that was named");
  FolderNeighbours again({.file = root / "mine/a.mdl", .named = {{"supermodel", root / "given/up.mdl"}}});
  EXPECT_EQ(bytes_or_message(again, kUpper, "upper"), "in the folder of the file that was named");
}

/// What is checked is what is opened: while a name changes between a file inside and a link to the secret,
/// the secret never comes.
TEST_F(Confined, NoRaceGetsTheSecret) {
  const std::string name = root / "mine/turn.bin";
  std::atomic<bool> stop = false;
  std::thread turner([&] {
    while (!stop) {
      fs::create_symlink(secret, root / "mine/new");
      fs::rename(root / "mine/new", name);
      fs::create_hard_link(root / "mine/a.bin", root / "mine/new");
      fs::rename(root / "mine/new", name);
    }
  });
  int mine = 0;
  int refused = 0;
  int secrets = 0;
  for (int i = 0; i < 20000 && (i < 4000 || mine < 50 || refused < 50); ++i) {
    const std::string got = linked("turn.bin");
    mine += got == "mine" ? 1 : 0;
    refused += got == leads_to(secret) ? 1 : 0;
    secrets += got == "secret" ? 1 : 0;
  }
  stop = true;
  turner.join();
  EXPECT_EQ(secrets, 0);
  EXPECT_GT(mine, 0);
  EXPECT_GT(refused, 0);
}

TEST_F(Confined, OfTwoCompanionsTheOneInTheCaseOfTheFile) {
  const auto companion_of = [&](const std::string& name) {
    FolderNeighbours neighbours({.file = root / name});
    const auto found = neighbours.find(kCompanion, {});
    return found ? fs::path((*found)->file).filename().string() : to_string(found.error());
  };
  write_text(root / "K5.MDX", "x");
  write_text(root / "K5.mdx", "x");
  EXPECT_EQ(companion_of("K5.mdl"), "K5.mdx");
  EXPECT_EQ(companion_of("K5.MDL"), "K5.MDX");
  EXPECT_EQ(companion_of("k5.mdl"), "mdx: both K5.MDX and K5.mdx could be it; name the one that is meant");
  fs::remove(root / "K5.mdx");
  EXPECT_EQ(companion_of("k5.mdl"), "K5.MDX");
}

}  // namespace
}  // namespace mw
