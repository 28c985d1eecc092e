#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>

#include <filesystem>

#include "kotor/mdl/fixtures.h"
#include "support/command.h"

/// Files that the command line names beside the main one: errors in them name them, and JSON is taken too.
namespace mw::test {
namespace {

namespace mdl = kotor::mdl;

std::string text(const Bytes& bytes) {
  return std::string(text_of(bytes));
}

class SideFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", room}).code, 0);
    ASSERT_EQ(meshwright({"sample", "kotor-mdl", model}).code, 0);
  }

  std::string failure(const std::vector<std::string>& words) {
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  }

  TemporaryFolder folder;
  std::string room = folder / "room.wok";
  std::string model = folder / "model.mdl";
};

TEST_F(SideFiles, ATableOfSurfaces) {
  const std::string table = folder / "bad.2da";
  write_text(table, "2DA V2.0\n\nLabel Walk\n0 a 1 2 3\n");
  EXPECT_EQ(
      failure({"info", room, "--surfaces", table}),
      "meshwright: " + room + ": surfaces " + table + ": line 4, column 1: rows[0]: 4 cells for 2 columns\n");
}

TEST_F(SideFiles, AWalkmesh) {
  const std::string cut = folder / "cut.wok";
  write_text(cut, read_text(room).substr(0, 5000));
  EXPECT_EQ(failure({"validate", model, "--wok", cut}),
            "meshwright: " + model + ": wok " + cut +
                ": 0x00000db8: normals: 142 rows of 12 bytes do not fit: the file ends at 0x00001388\n");
  EXPECT_EQ(failure({"validate", model, "--wok", model}),
            "meshwright: " + model + ": wok " + model + ": is a kotor-mdl, not a kotor-walkmesh\n");
  const std::string json = folder / "room.json";
  ASSERT_EQ(meshwright({"convert", room, json}).code, 0);
  const std::string binary = meshwright({"validate", model, "--wok", room}).out;
  EXPECT_NE(binary.find("MDL_WOK_FACE_COUNT_MISMATCH"), binary.npos);
  EXPECT_EQ(meshwright({"validate", model, "--wok", json}).out, binary);
}

TEST_F(SideFiles, ASupermodel) {
  const std::string heir = folder / "heir.mdl";
  write_text(heir, text(mdl::written(mdl::laid_out(mdl::heir("mw_creature"))).mdl));
  const std::string cut = folder / "cut.mdl";
  write_text(cut, read_text(model).substr(0, 4000));
  const std::string err = failure({"convert", heir, folder / "a.glb", "--supermodel", cut});
  EXPECT_TRUE(err.starts_with("meshwright: " + heir + ": supermodel " + cut + ": 0x0000")) << err;
  EXPECT_EQ(failure({"convert", heir, folder / "a.glb", "--supermodel", room}),
            "meshwright: " + heir + ": supermodel " + room + ": is a kotor-walkmesh, not a kotor-mdl\n");
  const std::string json = folder / "model.json";
  ASSERT_EQ(meshwright({"convert", model, json}).code, 0);
  EXPECT_EQ(meshwright({"convert", heir, folder / "binary.glb", "--supermodel", model}).code, 0);
  EXPECT_EQ(meshwright({"convert", heir, folder / "json.glb", "--supermodel", json}).code, 0);
  EXPECT_NE(read_text(folder / "json.glb").find("\"pause1\""), std::string::npos);
  EXPECT_EQ(read_text(folder / "json.glb"), read_text(folder / "binary.glb"));
}

/// Rows so wide that all meshes together claim the MDX several times over.
TEST_F(SideFiles, AnMdx) {
  mdl::File file = mdl::sample({});
  for (int copy = 0; copy < 6; ++copy) {
    file.nodes[0].children.push_back(std::uint32_t(file.nodes.size()));
    file.nodes.push_back(file.nodes[mdl::kTail]);
  }
  file = mdl::laid_out(std::move(file));
  for (mdl::Node& node : file.nodes) {
    if (!node.mesh) continue;
    node.mesh->header.mdx_stride = 200000;
    node.mesh->tail.mdx_offset = 0;
    node.mesh->mdx.reset();
  }
  file.has_mdx = false;
  write_text(model, text(mdl::written(file).mdl));
  const std::string mdx = folder / "wide.mdx";
  write_text(mdx, std::string(2400000, '\0'));
  const std::string err = failure({"info", "--mdx", mdx, model});
  EXPECT_TRUE(err.starts_with("meshwright: " + model + ": mdx " + mdx + ": 0x00000000: nodes[")) << err;
  EXPECT_TRUE(err.ends_with(" of a file of 2400000: they overlap too often\n")) << err;
}

TEST_F(SideFiles, NamesOfShapesMustBeText) {
  const std::string geometry = folder / "x.geometry";
  ASSERT_EQ(meshwright({"sample", "wows-geometry", geometry}).code, 0);
  const auto with = [&](const std::string& names) {
    write_text(folder / "names.txt", names);
    return meshwright({"convert", "-f", "--lod", "all", "--armor", "--collision", geometry, folder / "x.glb",
                       "--shape-names", folder / "names.txt"})
        .err;
  };
  const std::string prefix = "meshwright: " + geometry + ": shape-names " + (folder / "names.txt") + ": ";
  EXPECT_EQ(with(std::string("Turret\0", 7)),
            prefix + "0x00000006: the byte 00 does not belong into a text\n");
  EXPECT_EQ(with("a\xffz"), prefix + "0x00000001: the byte ff does not belong into a text\n");
  EXPECT_EQ(with("a\x1b[1m"), prefix + "0x00000001: the byte 1b does not belong into a text\n");
  EXPECT_EQ(with("# caf\xc3\xa9\r\n\tTurretShape\r\n"), "");
}

TEST_F(SideFiles, TexturesHaveNoMeaningForFilesThatNameNone) {
  const std::string geometry = folder / "x.geometry";
  ASSERT_EQ(meshwright({"sample", "wows-geometry", geometry}).code, 0);
  const std::string images = folder.path().string();
  EXPECT_EQ(failure({"convert", room, folder / "a.glb", "--textures", images}),
            "meshwright: " + room + ": --textures has no meaning for a kotor-walkmesh\n");
  EXPECT_EQ(failure({"convert", geometry, folder / "a.obj", "--textures", images}),
            "meshwright: " + geometry + ": --textures has no meaning for a wows-geometry\n");
  EXPECT_EQ(meshwright({"convert", model, folder / "a.glb", "--textures", images}).code, 0);
  EXPECT_EQ(failure({"convert", model, folder / "b.json", "--textures", images}),
            "meshwright: " + model + ": --textures has no meaning when a kotor-mdl becomes json\n");
  EXPECT_EQ(meshwright({"convert", folder / "a.glb", folder / "c.obj", "--textures", images}).code, 0);
}

TEST_F(SideFiles, JsonMayBeginWithAByteOrderMark) {
  const std::string json = folder / "room.json";
  ASSERT_EQ(meshwright({"convert", room, json}).code, 0);
  write_text(json, "\xEF\xBB\xBF" + read_text(json));
  EXPECT_EQ(meshwright({"convert", json, folder / "again.wok"}).code, 0);
  EXPECT_EQ(read_text(folder / "again.wok"), read_text(room));
  const std::string gltf = folder / "room.gltf";
  ASSERT_EQ(meshwright({"convert", room, gltf}).code, 0);
  write_text(gltf, "\xEF\xBB\xBF" + read_text(gltf));
  EXPECT_EQ(meshwright({"diff", room, gltf}).out, "identical\n");
}

TEST_F(SideFiles, JsonThatHoldsNothingKnownIsToldWhere) {
  const auto said = [&](const std::string& json) {
    write_text(folder / "x.json", json);
    return failure({"info", folder / "x.json"});
  };
  const std::string prefix = "meshwright: " + (folder / "x.json") + ": ";
  EXPECT_EQ(said("{\"type\": 1}"),
            prefix + "line 1, column 1: format: missing: this JSON does not say what it holds\n");
  EXPECT_EQ(said("{\"format\": 7}"), prefix +
                                         "line 1, column 12: format: expected a string, got an integer: this "
                                         "JSON does not say what it holds\n");
  EXPECT_EQ(said(" {\"format\": \"gif\"}"),
            prefix + "line 1, column 13: format: \"gif\" is not a known format\n");
}

}  // namespace
}  // namespace mw::test
