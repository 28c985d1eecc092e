#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "kotor/mdl/fixtures.h"
#include "support/command.h"

/// Files that name files: what they may read, on the command line.
namespace mw::test {
namespace {

namespace fs = std::filesystem;
namespace mdl = kotor::mdl;

constexpr std::string_view kOutside =
    ", which is outside the folders that may be read; --allow-outside permits it";

std::string with(std::string text, std::string_view from, std::string_view to) {
  return text.replace(text.find(from), from.size(), to);
}

/// A room as .gltf in a folder of its own, its .bin beside it, and the same .bin outside.
class NamedFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(root / "mine");
    ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", root / "room.wok"}).code, 0);
    ASSERT_EQ(meshwright({"convert", root / "room.wok", root / "mine/a.gltf"}).code, 0);
    gltf_ = read_text(root / "mine/a.gltf");
    fs::rename(root / "mine/a.bin", outside);
  }

  /// What `info` says of a .gltf whose buffer is this; nothing when all is well.
  std::string said_of(const std::string& uri, const std::vector<std::string>& options = {}) {
    write_text(gltf, with(gltf_, "\"a.bin\"", "\"" + uri + "\""));
    std::vector<std::string> words = {"info", gltf};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, outcome.err.empty() ? 0 : 2);
    const std::string prefix = "meshwright: " + gltf + ": buffers[0].uri: ";
    if (!outcome.err.starts_with(prefix)) return outcome.err;
    return outcome.err.substr(prefix.size());
  }
  std::string leads(const std::string& uri, const std::string& path, const std::string& place) const {
    return "\"" + uri + "\": linked " + path + ": leads to " + place + std::string(kOutside) + "\n";
  }

  TemporaryFolder root;
  std::string gltf = root / "mine/b.gltf";
  std::string outside = root / "secret.bin";
  std::string gltf_;
};

TEST_F(NamedFiles, ABufferOutsideIsNotRead) {
  EXPECT_EQ(said_of("../secret.bin"), leads("../secret.bin", root / "mine/../secret.bin", outside));
  EXPECT_EQ(said_of("%2E%2e/secret.bin"), leads("%2E%2e/secret.bin", root / "mine/../secret.bin", outside));
  EXPECT_EQ(said_of("..\\\\secret.bin"), leads("..\\secret.bin", root / "mine/../secret.bin", outside));
  EXPECT_EQ(said_of(outside), leads(outside, outside, outside));
  EXPECT_EQ(said_of("/etc/passwd"), leads("/etc/passwd", "/etc/passwd", "/etc/passwd"));
  fs::create_symlink(outside, root / "mine/link.bin");
  EXPECT_EQ(said_of("link.bin"), leads("link.bin", root / "mine/link.bin", outside));
}

/// Would /dev/zero be read, it would be a gigabyte; a pipe would never end.
TEST_F(NamedFiles, OnlyARegularFileIsRead) {
  EXPECT_EQ(said_of("/dev/zero"), leads("/dev/zero", "/dev/zero", "/dev/zero"));
  EXPECT_EQ(said_of("/dev/zero", {"--allow-outside"}),
            "\"/dev/zero\": linked /dev/zero: is a device, not a regular file\n");
  const std::string pipe = root / "mine/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(said_of("pipe"), "\"pipe\": linked " + pipe + ": is a pipe, not a regular file\n");
  EXPECT_EQ(said_of("pipe", {"--allow-outside"}),
            "\"pipe\": linked " + pipe + ": is a pipe, not a regular file\n");
  EXPECT_EQ(said_of("."), "\".\": linked " + (root / "mine/.") + ": is a folder, not a file\n");
}

TEST_F(NamedFiles, WhatLiesInsideOrIsAllowedIs) {
  EXPECT_EQ(said_of("../secret.bin", {"--allow-outside"}), "");
  EXPECT_EQ(said_of("/" + outside, {"--allow-outside"}), "");
  fs::create_directories(root / "mine/My Buffers");
  fs::rename(outside, root / "mine/My Buffers/a b.bin");
  EXPECT_EQ(said_of("My%20Buffers/a%20b.bin"), "");
  EXPECT_EQ(said_of("my%20buffers/A%20B.BIN"), "");
  EXPECT_EQ(said_of("My%20Buffers\\\\a%20b.bin"), "");
  EXPECT_EQ(said_of("../mine/My%20Buffers/a%20b.bin"), "");
  EXPECT_EQ(said_of("./My%20Buffers/../My%20Buffers/a%20b.bin"), "");
}

TEST_F(NamedFiles, ADataUriNamesNothing) {
  const std::string text =
      R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":3,"uri":"data:application/octet-stream;base64,AAAA"}]})";
  write_text(gltf, text);
  EXPECT_EQ(meshwright({"info", gltf}).err, "");
}

/// Nothing of it reaches the output, on any verb.
TEST_F(NamedFiles, EveryVerbKeepsToIt) {
  write_text(gltf, with(gltf_, "\"a.bin\"", "\"../secret.bin\""));
  for (const std::vector<std::string>& words : {std::vector<std::string>{"info", gltf},
                                                {"validate", gltf},
                                                {"dump", gltf},
                                                {"roundtrip", gltf},
                                                {"diff", gltf, gltf},
                                                {"convert", gltf, root / "out.glb"}}) {
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, 2) << words[0];
    EXPECT_NE(outcome.err.find(kOutside), outcome.err.npos) << outcome.err;
  }
  EXPECT_FALSE(fs::exists(root / "out.glb"));
  EXPECT_EQ(meshwright({"convert", "--allow-outside", gltf, root / "out.glb"}).code, 0);
}

TEST_F(NamedFiles, AMaterialLibraryOutsideIsALoss) {
  const std::string obj = root / "mine/a.obj";
  write_text(obj, "mtllib ../secret.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n");
  write_text(root / "secret.mtl", "newmtl red\nKd 1 0 0\n");
  const Outcome outcome = meshwright({"convert", obj, root / "a.glb"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "meshwright: " + obj + ": lost: ../secret.mtl: linked " +
                             (root / "mine/../secret.mtl") + ": leads to " + (root / "secret.mtl") +
                             std::string(kOutside) + "\n");
  EXPECT_EQ(meshwright({"convert", "--allow-outside", obj, root / "b.glb"}).err, "");
  write_text(obj, "mtllib SUB\\A.MTL\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n");
  fs::create_directories(root / "mine/sub");
  write_text(root / "mine/sub/a.mtl", "newmtl red\nKd 1 0 0\n");
  EXPECT_EQ(meshwright({"convert", obj, root / "c.glb"}).err, "");
}

/// An image that only a link brings into the folder of textures; with the folder it leads to, it may be used.
TEST_F(NamedFiles, ATextureThatLeadsAwayIsALoss) {
  const std::string obj = root / "mine/a.obj";
  write_text(obj, "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n");
  write_text(root / "mine/a.mtl", "newmtl red\nmap_Kd wall.png\n");
  fs::create_directories(root / "images");
  write_text(root / "far.png", "\x89PNG\r\n\x1a\n");
  fs::create_symlink(root / "far.png", root / "images/wall.png");
  const auto convert = [&](const std::string& output, const std::vector<std::string>& options) {
    std::vector<std::string> words = {"convert", obj, root / output, "--textures", root / "images"};
    words.insert(words.end(), options.begin(), options.end());
    return meshwright(words).err;
  };
  const std::string err = convert("a.glb", {});
  EXPECT_NE(err.find((root / "images/wall.png") + ": leads to " + (root / "far.png") + std::string(kOutside)),
            err.npos)
      << err;
  EXPECT_EQ(convert("b.glb", {"--allow-outside"}), "");
}

TEST_F(NamedFiles, AnMdxAndASupermodelThatLeadAwayAreErrors) {
  const mdl::Pair pair = mdl::written(mdl::laid_out(mdl::heir("mw_creature")));
  const std::string model = root / "mine/heir.mdl";
  write_text(model, std::string(text_of(pair.mdl)));
  write_text(root / "far.mdx", std::string(text_of(*pair.mdx)));
  fs::create_symlink(root / "far.mdx", root / "mine/heir.mdx");
  const Outcome outcome = meshwright({"info", model});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "meshwright: " + model + ": mdx " + (root / "mine/heir.mdx") + ": leads to " +
                             (root / "far.mdx") + std::string(kOutside) + "\n");
  EXPECT_EQ(meshwright({"info", model, "--mdx", root / "mine/heir.mdx"}).code, 0);
  EXPECT_EQ(meshwright({"info", model, "--allow-outside"}).code, 0);
  fs::create_directories(root / "models");
  write_text(root / "far.mdl", std::string(text_of(mdl::written(mdl::sample({})).mdl)));
  fs::create_symlink(root / "far.mdl", root / "models/mw_creature.mdl");
  fs::remove(root / "mine/heir.mdx");
  const Outcome heir = meshwright({"convert", model, root / "heir.glb", "--supermodel", root / "models"});
  EXPECT_EQ(heir.code, 2);
  EXPECT_EQ(heir.err, "meshwright: " + model + ": supermodel " + (root / "models/mw_creature.mdl") +
                          ": leads to " + (root / "far.mdl") + std::string(kOutside) + "\n");
}

TEST_F(NamedFiles, TwoMdxThatDifferInCaseOnlyAreNotGuessedAt) {
  const mdl::Pair pair = mdl::written(mdl::sample({}));
  const std::string model = root / "k5.mdl";
  write_text(model, std::string(text_of(pair.mdl)));
  for (const char* name : {"K5.MDX", "K5.mdx"}) write_text(root / name, std::string(text_of(*pair.mdx)));
  const Outcome outcome = meshwright({"info", model});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "meshwright: " + model +
                             ": mdx: both K5.MDX and K5.mdx could be it; name the one that is meant\n");
  EXPECT_EQ(meshwright({"info", model, "--mdx", root / "K5.MDX"}).code, 0);
}

}  // namespace
}  // namespace mw::test
