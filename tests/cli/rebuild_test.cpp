#include <gtest/gtest.h>
#include <meshwright/kotor/walkmesh.h>

#include "support/bytes.h"
#include "support/command.h"

namespace mw::test {
namespace {

namespace walkmesh = kotor::walkmesh;

struct RebuildCommand : testing::Test {
  TemporaryFolder folder;
  const std::string room = folder / "room.wok";
  const std::string out = folder / "out.wok";

  void SetUp() override { ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", room}).code, 0); }

  /// The room with its first face wound the other way and a stale table.
  std::string damaged() const {
    walkmesh::File file = walkmesh::sample(walkmesh::Sample::room);
    std::swap(file.faces[0][1], file.faces[0][2]);
    const std::string path = folder / "damaged.wok";
    write_text(path, std::string(text_of(walkmesh::write(file).value())));
    return path;
  }
};

TEST_F(RebuildCommand, ASoundFileStaysAsItIs) {
  const Outcome outcome = meshwright({"rebuild", room, out});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, room + " -> " + out + ": nothing changes\n");
  EXPECT_EQ(read_bytes(out), read_bytes(room));
}

TEST_F(RebuildCommand, FixTellsEachChangeAndMakesTheFileSound) {
  const std::string broken = damaged();
  const Outcome outcome = meshwright({"rebuild", "--fix", broken, out});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out,
            "face-turned: faces[0]: is walkable and looked down\n" + broken + " -> " + out + ": 1 change\n");
  EXPECT_EQ(read_bytes(out), read_bytes(room));
  EXPECT_EQ(meshwright({"validate", "--fail-on", "warning", out}).code, 0);
}

TEST_F(RebuildCommand, DryRunWritesNothingAndNeedsNoOutput) {
  const Outcome outcome = meshwright({"rebuild", "--json", "--fix", "--dry-run", damaged()});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out,
            "{\"input\":\"" + damaged() +
                "\",\"output\":null,\"changes\":[{\"what\":\"face-turned\",\"where\":\"faces[0]\","
                "\"message\":\"is walkable and looked down\"}]}\n");
  EXPECT_EQ(meshwright({"rebuild", "--dry-run", room, out}).code, 0);
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(RebuildCommand, SaysWhatIsMissingOrHasNoMeaning) {
  EXPECT_EQ(meshwright({"rebuild", room}).err,
            "meshwright: rebuild needs OUT, or --dry-run to tell what would change\n");
  EXPECT_EQ(meshwright({"rebuild", "--tolerance", "1", room, out}).err,
            "meshwright: " + room + ": --tolerance has no meaning without --fix\n");
  EXPECT_EQ(meshwright({"rebuild", "--fix", "--tolerance", "-1", room, out}).err,
            "meshwright: --tolerance: expected a number that is not below 0, got -1; try `meshwright rebuild "
            "--help`\n");
  const std::string model = folder / "a.mdl";
  ASSERT_EQ(meshwright({"sample", "kotor-mdl", model}).code, 0);
  EXPECT_EQ(meshwright({"rebuild", model, out}).err,
            "meshwright: " + model + ": is a kotor-mdl, which has no tables to build anew\n");
  EXPECT_EQ(meshwright({"rebuild", room, room, "--force"}).code, 2);
}

TEST_F(RebuildCommand, AWalkmeshComesBackFromGltfAndObj) {
  for (const std::string& between : {folder / "room.glb", folder / "room.obj"}) {
    const std::string back = between + ".wok";
    ASSERT_EQ(meshwright({"convert", room, between}).code, 0);
    const Outcome outcome = meshwright({"convert", between, back});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const auto file = walkmesh::read(read_bytes(back)).value();
    const walkmesh::File sample = walkmesh::sample(walkmesh::Sample::room);
    EXPECT_EQ(file.vertices.size(), sample.vertices.size());
    EXPECT_EQ(file.faces.size(), sample.faces.size());
    EXPECT_EQ(file.edges.size(), sample.edges.size());
    EXPECT_EQ(std::ranges::count(file.edges, 1, &walkmesh::Edge::transition), 1);
    EXPECT_EQ(meshwright({"validate", "--fail-on", "warning", back}).code, 0);
  }
}

TEST_F(RebuildCommand, TheNameOfTheOutputChoosesItsType) {
  const std::string crate = folder / "crate.pwk";
  const std::string glb = folder / "crate.glb";
  ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", crate}).code, 0);
  ASSERT_EQ(meshwright({"convert", crate, glb}).code, 0);
  ASSERT_EQ(meshwright({"convert", glb, folder / "b.pwk"}).code, 0);
  EXPECT_EQ(walkmesh::read(read_bytes(folder / "b.pwk"))->header.type, 0U);
  ASSERT_EQ(meshwright({"convert", glb, folder / "b.wok"}).code, 0);
  EXPECT_EQ(walkmesh::read(read_bytes(folder / "b.wok"))->header.type, 1U);
}

TEST_F(RebuildCommand, TransitionsOfAnOldWalkmeshAreKept) {
  const std::string obj = folder / "floor.obj";
  write_text(obj, "v 10 0 -4\nv 12 0 -4\nv 12 0 -6\nusemtl Stone\nf 1 2 3\n");
  ASSERT_EQ(meshwright({"convert", obj, out, "--transitions", room}).code, 0);
  const auto file = walkmesh::read(read_bytes(out)).value();
  EXPECT_EQ(std::ranges::count(file.edges, 1, &walkmesh::Edge::transition), 1);
  const std::string text = folder / "floor.wok.ascii";
  ASSERT_EQ(meshwright({"convert", obj, text, "--transitions", room}).code, 0);
  ASSERT_EQ(meshwright({"convert", text, folder / "text.wok"}).code, 0);
  const auto compiled = walkmesh::read(read_bytes(folder / "text.wok")).value();
  EXPECT_EQ(std::ranges::count(compiled.edges, 1, &walkmesh::Edge::transition), 1);
  const std::string plain = folder / "plain.wok";
  const Outcome grass = meshwright({"convert", obj, plain, "--default-surface", "grass"});
  EXPECT_EQ(grass.code, 0) << grass.err;
  EXPECT_EQ(walkmesh::read(read_bytes(plain))->materials[0], 4U) << "its own name comes first";
  EXPECT_EQ(meshwright({"convert", obj, folder / "x.wok", "--default-surface", "gras"}).err,
            "meshwright: " + obj + ": default-surface: \"gras\" is no surface material\n");
}

TEST_F(RebuildCommand, TextsGoThereAndBack) {
  for (const std::string& dialect : {std::string("aabb"), std::string("trimesh")}) {
    const std::string text = folder / (dialect + ".wok.ascii");
    const std::string back = folder / (dialect + ".wok");
    ASSERT_EQ(meshwright({"convert", "--dialect", dialect, room, text}).code, 0);
    EXPECT_NE(read_text(text).find("node " + dialect + " room\n"), std::string::npos);
    const Outcome outcome = meshwright({"convert", text, back});
    EXPECT_EQ(outcome.out, text + " -> " + back + ": kotor-walkmesh, 92 vertices, 142 triangles\n");
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(read_bytes(back), read_bytes(room));
  }
  const std::string text = folder / "aabb.wok.ascii";
  EXPECT_EQ(meshwright({"validate", text}).out, text + ": 0 errors, 0 warnings, 0 infos\n");
  EXPECT_NE(meshwright({"info", text}).out.find("walkmesh, text (wok)"), std::string::npos);
  EXPECT_NE(meshwright({"dump", text}).out.find("nodes[0].verts[3]"), std::string::npos);
  EXPECT_EQ(meshwright({"diff", text, room}).code, 0);
  EXPECT_EQ(meshwright({"convert", text, folder / "x.pwk"}).err,
            "meshwright: " + text + ": the input is a wok, which a new name does not change\n");
}

/// A door's files are numbered by its states, also those that are written.
TEST_F(RebuildCommand, TheNumberOfADoorsFileChoosesTheState) {
  std::string text;
  for (const char* state : {"closed", "open1", "open2"}) {
    const std::string number(1, state == std::string("closed") ? '0' : state[4]);
    text += "node trimesh door_wg_" + std::string(state) + "\n parent NULL\n verts 3\n 0 0 0\n 1 0 " +
            number + "\n 0 1 0\n faces 1\n 0 1 2 1 0 0 0 7\nendnode\n";
  }
  const std::string door = folder / "door.dwk.ascii";
  write_text(door, text);
  for (int state = 0; state < 3; ++state) {
    const std::string binary = folder / ("door" + std::to_string(state) + ".dwk");
    ASSERT_EQ(meshwright({"convert", door, binary}).code, 0);
    EXPECT_EQ(walkmesh::read(read_bytes(binary))->vertices[1].z, float(state));
  }
  const std::string other = folder / "other2.dwk";
  ASSERT_EQ(meshwright({"convert", door, other, "--state", "open1"}).code, 0);
  EXPECT_EQ(walkmesh::read(read_bytes(other))->vertices[1].z, 1) << "what is said counts more than the name";
  ASSERT_EQ(meshwright({"convert", door, folder / "plain.dwk"}).code, 0);
  EXPECT_EQ(walkmesh::read(read_bytes(folder / "plain.dwk"))->vertices[1].z, 0);
}

/// What is odd about the triangles is told when they become a walkmesh, not only when it is validated.
TEST_F(RebuildCommand, WhatIsOddAboutANewWalkmeshIsTold) {
  const std::string fence = folder / "fence.obj";
  write_text(fence,
             "v 0 0 0\nv 2 0 0\nv 0 0 -2\nv 0 1 2\nv 0 3 2\nusemtl Stone\nf 1 2 3\nf 2 1 4\nf 2 1 5\n");
  const Outcome three = meshwright({"convert", fence, folder / "fence.wok"});
  EXPECT_EQ(three.code, 0);
  EXPECT_NE(three.err.find("validate finds in what is made: WALKMESH_EDGE_NOT_MANIFOLD (1)\n"),
            std::string::npos)
      << three.err;
  const std::string nan = folder / "nan.wok.ascii";
  write_text(nan, "node aabb a\n verts 3\n nan 0 0\n 1 0 0\n 0 1 0\n faces 1\n 0 1 2 1 0 0 0 4\nendnode\n");
  const Outcome nowhere = meshwright({"convert", nan, folder / "nan.wok"});
  EXPECT_NE(nowhere.err.find("validate finds in what is made: "), std::string::npos) << nowhere.err;
  EXPECT_NE(nowhere.err.find("WALKMESH_VALUE_NOT_FINITE ("), std::string::npos) << nowhere.err;
}

TEST_F(RebuildCommand, PartOfAWayOnAPlanIsToldAndIsNoYes) {
  const std::string svg = folder / "part.svg";
  const Outcome part = meshwright({"plan", room, svg, "--from", "1,1", "--to", "90,1", "--partial"});
  EXPECT_EQ(part.code, 1);
  EXPECT_EQ(part.out, svg + ": 1 walkmesh, 0 findings, part of the way\n");
  EXPECT_NE(read_text(svg).find(">part of the way: "), std::string::npos);
}

TEST_F(RebuildCommand, APlanShowsWhatIsThere) {
  const std::string svg = folder / "room.svg";
  const Outcome outcome = meshwright({"plan", room, svg, "--from", "1,1,0", "--to", "9,1,0"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, svg + ": 1 walkmesh, 0 findings\n");
  const std::string picture = read_text(svg);
  for (const char* part : {">Stone<", ">Water<", ">Metal<", ">NonWalk<", ">room 1<", "class=\"way\"",
                           "units<", ">N<", ">Walkable<", "142 faces, 64 of them walkable"})
    EXPECT_NE(picture.find(part), std::string::npos) << part;
  EXPECT_EQ(picture.find("nan"), std::string::npos);
  const Outcome none = meshwright({"plan", "--force", room, svg, "--from", "1,1,0", "--to", "90,1,0"});
  EXPECT_EQ(none.code, 1);
  EXPECT_EQ(none.out, svg + ": 1 walkmesh, 0 findings, no way\n");
  EXPECT_EQ(meshwright({"plan", room, folder / "x.svg", "--from", "1,1"}).err,
            "meshwright: a way needs --from and --to\n");
  EXPECT_EQ(meshwright({"plan", room, svg}).code, 2) << "it exists";
}

TEST_F(RebuildCommand, APlanIsAnSvgAndDrawsOverNoRoom) {
  const std::string png = folder / "room.png";
  EXPECT_EQ(meshwright({"plan", room, png}).err,
            "meshwright: " + png + ": a plan is an SVG: call OUT room.svg\n");
  EXPECT_FALSE(std::filesystem::exists(png));
  EXPECT_EQ(meshwright({"plan", room, folder / "a.pdf"}).err,
            "meshwright: " + (folder / "a.pdf") + ": a plan is an SVG: call OUT a.svg\n");
  // Names that say nothing else are as good as any.
  const std::string svg = folder / "plan.svg";
  ASSERT_EQ(meshwright({"plan", room, svg}).code, 0);
  for (const std::string name : {"plan", "plan.svg.new"}) {
    EXPECT_EQ(meshwright({"plan", room, folder / name}).code, 0) << name;
    EXPECT_EQ(read_text(folder / name), read_text(svg)) << name;
  }
  const std::string other = folder / "other.wok";
  std::filesystem::copy_file(room, other);
  const std::string before = read_text(other);
  EXPECT_EQ(meshwright({"plan", room, other, "-f"}).err,
            "meshwright: " + other +
                ": is called as a kotor-walkmesh is; the last operand is OUT, and a plan is an SVG\n");
  EXPECT_EQ(read_text(other), before);
}

TEST_F(RebuildCommand, APlanMarksFindingsAndSeveralRooms) {
  const std::string svg = folder / "both.svg";
  ASSERT_EQ(meshwright({"plan", room, damaged(), svg}).code, 0);
  const std::string picture = read_text(svg);
  EXPECT_NE(picture.find(">2 rooms<"), std::string::npos);
  EXPECT_NE(picture.find(">damaged<"), std::string::npos);
  EXPECT_NE(picture.find("damaged faces[0]: walkable face looks down (normal z -1.000)"), std::string::npos);
}

/// An area of three rooms, with nothing but its files.
struct AreaCommand : testing::Test {
  TemporaryFolder folder;
  const std::string layout = folder / "sample.lyt";

  void SetUp() override {
    ASSERT_EQ(meshwright({"sample", "kotor-layout", layout}).code, 0);
    for (const char* name : {"sample_01.wok", "sample_02.wok", "sample_03.wok"})
      ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", folder / name}).code, 0);
  }
};

TEST_F(AreaCommand, TheSampleHasNoModelsButIsSound) {
  const Outcome outcome = meshwright({"validate", layout, "--fail-on", "warning"});
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_NE(
      outcome.out.find("info LAYOUT_MODEL_MISSING at rooms[0] \"sample_01\": there is no sample_01.mdl"),
      std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("0 errors, 0 warnings, 3 infos"), std::string::npos) << outcome.out;
}

TEST_F(AreaCommand, AMissingRoomIsFound) {
  std::filesystem::remove(folder / "sample_02.wok");
  const Outcome outcome = meshwright({"validate", layout, "--fail-on", "warning"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.out.find("LAYOUT_WALKMESH_MISSING"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("2 separate islands, of 8, 8 faces"), std::string::npos) << outcome.out;
}

/// One file that is cut short does not end the check of the others.
TEST_F(AreaCommand, AnUnreadableRoomIsAFinding) {
  write_text(folder / "sample_02.wok", read_text(folder / "sample_02.wok").substr(0, 100));
  const Outcome outcome = meshwright({"validate", layout});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_NE(outcome.out.find("error LAYOUT_ROOM_UNREADABLE at rooms[1] \"sample_02\": "), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("sample_02.wok: 0x"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("LAYOUT_MODEL_MISSING at rooms[2]"), std::string::npos) << outcome.out;
}

TEST_F(AreaCommand, AWayLeadsThroughAllRooms) {
  const std::vector<std::string> rooms = {folder / "sample_01.wok", folder / "sample_02.wok",
                                          folder / "sample_03.wok"};
  const Outcome way = meshwright({"query", "path", rooms[0], rooms[1], rooms[2], "--layout", layout, "--from",
                                  "1,1", "--to", "17,1", "--json"});
  EXPECT_EQ(way.code, 0) << way.err;
  EXPECT_NE(way.out.find("\"length\":16"), std::string::npos) << way.out;
  EXPECT_EQ(meshwright({"plan", rooms[0], rooms[1], rooms[2], folder / "a.svg", "--layout", layout}).code, 0);
}

}  // namespace
}  // namespace mw::test
