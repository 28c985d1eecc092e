#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "exchange/image_fixtures.h"
#include "support/command.h"

namespace mw {
namespace {

using test::meshwright;
using test::Outcome;
using test::read_text;
using test::TemporaryFolder;
using test::write_text;

const std::string kPng = std::string("\x89PNG\r\n\x1A\n") + "the rest";
const std::string kJpeg = "\xFF\xD8\xFF the rest";

std::string text(const Bytes& bytes) {
  return std::string(text_of(bytes));
}

/// The model names one texture, mw_hide.
class Textures : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(meshwright({"sample", "kotor-mdl", model}).code, 0);
    std::filesystem::create_directories(images);
  }

  /// Of a .glb: what its JSON says.
  static std::string json_of(const std::string& glb) {
    const std::string all = read_text(glb);
    std::uint32_t length = 0;
    if (all.size() < 20) return "too short";
    std::memcpy(&length, all.data() + 12, 4);
    return all.substr(20, length);
  }

  static bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  /// Converts and gives what is told on stderr, but for what every model in glTF leaves out.
  std::string convert(const std::string& name) {
    const Outcome outcome = meshwright({"convert", "-f", "--textures", images, model, folder / name});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const std::string lost = "meshwright: " + model + ": lost: ";
    const std::string usual = lost + "1 light is in extras only; --lights writes it as a light\n";
    const std::string choice = "meshwright: " + model + ": note: left out: 1 collision mesh (--collision)\n";
    if (!model.ends_with(".mdl") || name.ends_with(".obj")) return outcome.err;
    EXPECT_TRUE(outcome.err.starts_with(usual)) << outcome.err;
    EXPECT_TRUE(outcome.err.ends_with(choice)) << outcome.err;
    if (outcome.err.size() < usual.size() + choice.size()) return outcome.err;
    return outcome.err.substr(usual.size(), outcome.err.size() - usual.size() - choice.size());
  }

  TemporaryFolder folder;
  std::string model = folder / "beast.mdl";
  std::string images = folder / "images";
};

TEST_F(Textures, PngThenJpegThenTgaThenDdsAreEmbedded) {
  std::filesystem::create_directories(images + "/deep/er");
  write_text(images + "/mw_hide.dds", text(test::four_column_dds()));
  EXPECT_EQ(convert("a.glb"), "");
  // A PNG made of the DDS: four pixels a side.
  EXPECT_TRUE(contains(json_of(folder / "a.glb"), R"("mimeType":"image/png")"));
  EXPECT_TRUE(contains(read_text(folder / "a.glb"), std::string("IHDR\0\0\0\4\0\0\0\4", 12)));
  EXPECT_FALSE(contains(read_text(folder / "a.glb"), "DDS "));
  write_text(images + "/deep/er/MW_Hide.TGA", text(test::four_color_tga()));
  EXPECT_EQ(convert("b.glb"), "");
  EXPECT_TRUE(contains(read_text(folder / "b.glb"), std::string("IHDR\0\0\0\2\0\0\0\2", 12)));
  write_text(images + "/mw_hide.jpg", kJpeg);
  EXPECT_EQ(convert("c.glb"), "");
  EXPECT_TRUE(contains(json_of(folder / "c.glb"), R"("mimeType":"image/jpeg")"));
  EXPECT_TRUE(contains(read_text(folder / "c.glb"), kJpeg));
  write_text(images + "/MW_HIDE.PNG", kPng);
  EXPECT_EQ(convert("d.glb"), "");
  EXPECT_TRUE(contains(json_of(folder / "d.glb"), R"("mimeType":"image/png")"));
  EXPECT_TRUE(contains(read_text(folder / "d.glb"), kPng));
  for (const char* name : {"a.glb", "b.glb", "c.glb", "d.glb"}) {
    EXPECT_TRUE(contains(json_of(folder / name), R"("baseColorTexture":{"index":0})")) << name;
    EXPECT_TRUE(contains(json_of(folder / name), R"("images":[{"name":"mw_hide","bufferView":)")) << name;
    EXPECT_EQ(meshwright({"diff", model, folder / name}).out, "identical\n") << name;
  }
}

TEST_F(Textures, AGltfLinksWhatItMayAndItsNamesAreEscaped) {
  images = folder / "100% fön images";
  std::filesystem::create_directories(images);
  write_text(images + "/mw_hide.png", kPng);
  EXPECT_EQ(convert("a beast.gltf"), "");
  const std::string gltf = read_text(folder / "a beast.gltf");
  EXPECT_TRUE(contains(gltf, R"("uri": "100%25%20f%C3%B6n%20images/mw_hide.png")")) << gltf;
  EXPECT_TRUE(contains(gltf, R"("uri": "a%20beast.bin")")) << gltf;
  EXPECT_EQ(meshwright({"diff", model, folder / "a beast.gltf"}).out, "identical\n");
}

TEST_F(Textures, AGltfTakesTgaAndDdsIntoItsBin) {
  write_text(images + "/mw_hide.tga", text(test::four_color_tga()));
  EXPECT_EQ(convert("a.gltf"), "");
  const std::string gltf = read_text(folder / "a.gltf");
  EXPECT_TRUE(contains(gltf, R"("mimeType": "image/png")")) << gltf;
  EXPECT_FALSE(contains(gltf, ".tga")) << gltf;
  EXPECT_TRUE(contains(read_text(folder / "a.bin"), std::string("IHDR\0\0\0\2\0\0\0\2", 12)));
}

TEST_F(Textures, ObjLinksAnything) {
  write_text(images + "/MW_HIDE.tga", "not looked into");
  convert("a.obj");
  EXPECT_TRUE(contains(read_text(folder / "a.mtl"), "map_Kd images/MW_HIDE.tga\n"))
      << read_text(folder / "a.mtl");
}

TEST_F(Textures, OfSeveralTheOneWhosePathSortsFirst) {
  for (const char* below : {"/m", "/z", "/a", "/k"}) {
    std::filesystem::create_directories(images + below);
    write_text(images + below + "/mw_hide.png", kPng + below);
  }
  EXPECT_EQ(convert("a.glb"), "");
  EXPECT_TRUE(contains(read_text(folder / "a.glb"), kPng + "/a"));
}

TEST_F(Textures, FoldersInATextureNameDoNotMatter) {
  model = folder / "rock.obj";
  write_text(model, "mtllib rock.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\n");
  write_text(folder / "rock.mtl", "newmtl a\nmap_Kd Art\\Land\\Rock.dds\nnewmtl b\nmap_Kd art/moss\n");
  write_text(images + "/rock.tga", text(test::four_color_tga()));
  write_text(images + "/moss.png", kPng);
  EXPECT_EQ(convert("a.glb"), "");
  EXPECT_TRUE(contains(json_of(folder / "a.glb"), R"("textures":[{"source":0},{"source":1}])"));
}

TEST_F(Textures, StdoutGetsThemEmbedded) {
  write_text(images + "/mw_hide.png", kPng);
  const Outcome outcome = meshwright({"convert", "--to", "gltf", "--textures", images, model, "-"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, kPng));
}

TEST_F(Textures, WhatCannotBeReadIsToldAndStaysAName) {
  const std::string tga = images + "/mw_hide.tga";
  write_text(tga, text(test::tga({.width = 0, .height = 1}, {})));
  const std::string lost = "meshwright: " + model + ": lost: texture mw_hide is a name only";
  const std::string why = ": " + tga + ": 0x0000000c: width: 0 is not between 1 and 16384\n";
  for (const char* name : {"a.glb", "a.gltf"}) EXPECT_EQ(convert(name), lost + why);
  EXPECT_FALSE(contains(json_of(folder / "a.glb"), "\"images\""));
  EXPECT_TRUE(
      contains(json_of(folder / "a.glb"), R"("textures":[{"role":"base_color","name":"mw_hide","uv":0}])"));
  write_text(images + "/mw_hide.png", "GIF89a");
  EXPECT_EQ(convert("b.glb"),
            lost + ": " + images + "/mw_hide.png: 0x00000000: signature: neither PNG nor JPEG\n");
  std::filesystem::remove(images + "/mw_hide.png");
  std::filesystem::remove(tga);
  EXPECT_EQ(convert("c.glb"), "meshwright: " + model +
                                  ": lost: 1 texture is a name only: mw_hide; --textures " + images +
                                  " and all folders below it were searched\n");
}

TEST_F(Textures, ImagesThatAreNotReadYetAreToldOf) {
  write_text(images + "/mw_hide.tpc", "anything");
  const std::string lost = "meshwright: " + model + ": lost: ";
  const std::string unread =
      "1 texture is a name only: mw_hide; textures of this kind (.tpc) are not read yet\n";
  EXPECT_EQ(convert("a.glb"), lost + unread);
  EXPECT_TRUE(contains(convert("a.obj"), lost + unread));
  EXPECT_TRUE(contains(read_text(folder / "a.mtl"), "map_Kd mw_hide\n"));
  write_text(images + "/mw_hide.png", kPng);
  EXPECT_EQ(convert("b.glb"), "");
}

TEST_F(Textures, AFolderThatIsNotThereIsRefused) {
  const Outcome outcome = meshwright({"convert", "--textures", folder / "none", model, folder / "a.glb"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "meshwright: --textures: Directory does not exist: " + (folder / "none") +
                             "; try `meshwright convert --help`\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.glb"));
}

/// The house has two materials with light maps, one with moss: glTF has a place for neither.
TEST_F(Textures, RolesThatGltfDoesNotKnowAreKeptAndTold) {
  model = folder / "house.bwm";
  ASSERT_EQ(meshwright({"sample", "bw2-bwm", model}).code, 0);
  for (const char* name : {"t_sample_walls", "t_sample_light", "t_sample_thatch", "t_sample_moss"})
    write_text(images + "/" + name + ".png", kPng + name);
  const std::string lost = "meshwright: " + model + ": lost: ";
  EXPECT_EQ(convert("a.glb"),
            lost + "texture \"t_sample_light.dds\" is kept, but glTF has no use for its role \"lightmap\"\n" +
                lost +
                "texture \"t_sample_moss.dds\" is kept, but glTF has no use for its role \"growth\"\n" +
                "meshwright: " + model + ": note: left out: 1 mesh of other levels (--lod all)\n");
  EXPECT_TRUE(contains(read_text(folder / "a.glb"), kPng + "t_sample_light"));
  EXPECT_TRUE(
      contains(json_of(folder / "a.glb"), R"({"role":"lightmap","name":"t_sample_light.dds","uv":1})"));
}

}  // namespace
}  // namespace mw
