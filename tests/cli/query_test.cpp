#include <gtest/gtest.h>
#include <meshwright/files/input.h>
#include <meshwright/kotor/walkmesh.h>

#include <filesystem>

#include "support/bytes.h"
#include "support/command.h"

namespace mw::test {
namespace {

namespace walkmesh = kotor::walkmesh;

/// A floor of 4 x 4 units of stone with a pool of water in its middle, put somewhere.
walkmesh::File floor_at(float x, float y) {
  walkmesh::Mesh mesh;
  for (int j = 0; j <= 4; ++j)
    for (int i = 0; i <= 4; ++i) mesh.vertices.emplace_back(x + float(i), y + float(j), 0);
  for (std::uint32_t j = 0; j < 4; ++j)
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::uint32_t a = 5 * j + i;
      const std::uint32_t material = (i == 1 || i == 2) && (j == 1 || j == 2) ? 6 : 4;
      mesh.triangles.push_back({.corners = {a, a + 1, a + 6}, .material = material});
      mesh.triangles.push_back({.corners = {a, a + 6, a + 5}, .material = material});
    }
  return walkmesh::build(mesh, walkmesh::Type::area).value();
}

struct QueryTest : testing::Test {
  TemporaryFolder folder;
  std::string room = folder / "m01_01a.wok";
  std::string next = folder / "m01_02a.wok";
  std::string layout = folder / "m01.lyt";

  void SetUp() override {
    write(room, floor_at(0, 0));
    write(next, floor_at(4, 0));
    write_text(layout, "beginlayout\nroomcount 2\n M01_01A 10 0 0\n M01_02A 14 0 0\ndonelayout\n");
  }
  static void write(const std::string& path, const walkmesh::File& file) {
    write_text(path, std::string(text_of(walkmesh::write(file).value())));
  }

  /// The line without the file's name, which differs from run to run.
  std::string line(std::vector<std::string> words, int code) const {
    words.insert(words.begin(), "query");
    words.emplace_back("--json");
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const std::string start = "{\"file\":\"" + room + "\",";
    EXPECT_TRUE(outcome.out.starts_with(start)) << outcome.out;
    return outcome.out.substr(std::min(start.size(), outcome.out.size()));
  }
  static std::string failure(std::vector<std::string> words) {
    words.insert(words.begin(), "query");
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  }
};

TEST_F(QueryTest, ARay) {
  EXPECT_EQ(line({"ray", room, "--from", "0.75,0.25,3", "--dir", "0,0,-2"}, 0),
            "\"hit\":true,\"face\":0,\"point\":[0.75,0.25,0],\"distance\":3,\"front\":true,\"normal\":[0,0,1]"
            ",\"material\":4}\n");
  EXPECT_EQ(line({"ray", room, "--from", "1.75,1.25,-1", "--dir", "0,0,1"}, 0),
            "\"hit\":true,\"face\":10,\"point\":[1.75,1.25,0],\"distance\":1,\"front\":false,\"normal\":[0,0,"
            "1],\"material\":6}\n");
  EXPECT_EQ(line({"ray", room, "--from", "0.75,0.25,3", "--dir", "0,0,1"}, 1), "\"hit\":false}\n");
  EXPECT_EQ(line({"ray", room, "--from", "1.75,1.25,-1", "--dir", "0,0,1", "--front"}, 1),
            "\"hit\":false}\n");
  EXPECT_EQ(line({"ray", room, "--from", "1.75,1.25,1", "--dir", "0,0,-1", "--material", "4,7"}, 1),
            "\"hit\":false}\n");
  EXPECT_EQ(
      line({"ray", room, "--from", "1.75,1.25,1", "--dir", "0,0,-1", "--material", "7,6"}, 0).substr(0, 20),
      "\"hit\":true,\"face\":10");
  EXPECT_EQ(line({"ray", room, "--from", "1.75,1.25,1", "--dir", "0,0,-1", "--walkable", "--stored-tree"}, 0)
                .substr(0, 20),
            "\"hit\":true,\"face\":10");
  EXPECT_EQ(meshwright({"query", "ray", room, "--from", "0.75,0.25,3", "--dir", "0,0,-2"}).out,
            "face 0 (Stone) at 0.75,0.25,0, 3 away, from its front\n");
  EXPECT_EQ(meshwright({"query", "ray", room, "--from", "0.75,0.25,3", "--dir", "0,0,2"}).out, "no hit\n");
}

TEST_F(QueryTest, APlace) {
  EXPECT_EQ(line({"locate", room, "--at", "2.75,1.25"}, 0),
            "\"face\":12,\"z\":0,\"normal\":[0,0,1],\"material\":6}\n");
  EXPECT_EQ(line({"locate", room, "--at", "2.75,1.25,-1"}, 1),
            "\"face\":null,\"z\":null,\"normal\":null,\"material\":null}\n");
  EXPECT_EQ(meshwright({"query", "locate", room, "--at", "2.75,1.25"}).out, "face 12 (Water) at height 0\n");
  EXPECT_EQ(meshwright({"query", "locate", room, "--at", "9,9"}).out, "nothing to stand on\n");
}

TEST_F(QueryTest, APath) {
  EXPECT_EQ(line({"path", room, "--from", "0.5,0.25", "--to", "0.75,0.25,5"}, 0),
            "\"found\":true,\"partial\":false,\"points\":[[0.5,0.25,0],[0.75,0.25,0]],\"length\":0.25,"
            "\"surface_length\":0.25,\"faces\":[0],\"exact\":true,\"start_moved\":0,\"goal_moved\":0}\n");
  const std::string straight = line({"path", room, "--from", "0.5,1.5,0", "--to", "3.5,1.5,0"}, 0);
  EXPECT_NE(straight.find("\"length\":3,"), straight.npos) << straight;
  EXPECT_NE(straight.find("\"exact\":false"), straight.npos) << straight;
  const std::string exact = line({"path", room, "--from", "0.5,1.5,0", "--to", "3.5,1.5,0", "--exact"}, 0);
  EXPECT_NE(exact.find("\"exact\":true"), exact.npos) << exact;
  // Within a unit of the floor counts, further does not.
  EXPECT_NE(line({"path", room, "--from", "-0.9,1,0", "--to", "3,1,0"}, 0).find("[[0,1,0],"),
            std::string::npos);
  EXPECT_NE(line({"path", room, "--from", "-0.9,1", "--to", "3,1"}, 0).find("[[0,1,0],"), std::string::npos);
  EXPECT_EQ(line({"path", room, "--from", "-1.1,1,0", "--to", "3,1,0"}, 1), "\"found\":false}\n");
  EXPECT_EQ(meshwright({"query", "path", room, "--from", "0.5,1.5", "--to", "3.5,1.5", "--exact"}).out,
            "0.5,1.5,0\n3.5,1.5,0\nthe shortest way: 3 in plan, 3 along the surface, over 7 faces\n");
  EXPECT_EQ(meshwright({"query", "path", room, "--from", "0.5,1.5", "--to", "8,1.5"}).out, "no way\n");
}

/// An answer about other ends than those asked for says so.
TEST_F(QueryTest, EndsThatAreMovedAreTold) {
  const std::string moved = line({"path", room, "--from", "-0.5,1", "--to", "3,4.75"}, 0);
  EXPECT_NE(moved.find("\"start_moved\":0.5,\"goal_moved\":0.75}"), moved.npos) << moved;
  EXPECT_NE(line({"path", room, "--from", "1,1,-0.25", "--to", "3,1,9"}, 0)
                .find("\"start_moved\":0.25,\"goal_moved\":0}"),
            std::string::npos)
      << "falling is no move";
  EXPECT_EQ(meshwright({"query", "path", room, "--from", "-0.5,0.25", "--to", "0.75,0.25"}).out,
            "0,0.25,0\n0.75,0.25,0\nthe start is not on the surface: moved by 0.5\n0.75 in plan, 0.75 along "
            "the surface, over 2 faces\n");
  EXPECT_EQ(meshwright({"query", "sight", room, "--from", "0.5,0.25", "--to", "0.75,-0.5"}).out,
            "the goal is not on the surface: moved by 0.5\nin sight\n");
  EXPECT_NE(line({"sight", room, "--from", "0.5,0.25", "--to", "0.75,-0.5"}, 0).find("\"goal_moved\":0.5}"),
            std::string::npos);
}

TEST_F(QueryTest, TheNearestPlace) {
  EXPECT_EQ(line({"nearest", room, "--at", "-3,0.25,4"}, 0),
            "\"face\":1,\"point\":[0,0.25,0],\"distance\":5,\"material\":4}\n");
  EXPECT_EQ(line({"nearest", room, "--at", "-3,0.25"}, 0),
            "\"face\":1,\"point\":[0,0.25,0],\"distance\":3,\"material\":4}\n");
  EXPECT_EQ(meshwright({"query", "nearest", room, "--at", "0.75,0.25,2"}).out,
            "face 0 (Stone) at 0.75,0.25,0, 2 away\n");
  const std::string kept = line({"nearest", room, "--at", "-3,0.75", "--radius", "0.5"}, 0);
  EXPECT_NE(kept.find("\"distance\":3.5"), kept.npos) << kept;
  EXPECT_EQ(line({"nearest", room, "--at", "1,1", "--radius", "9"}, 1),
            "\"face\":null,\"point\":null,\"distance\":null,\"material\":null}\n");
  EXPECT_EQ(meshwright({"query", "nearest", room, "--at", "1,1", "--radius", "9"}).out,
            "nothing to stand on\n");
  EXPECT_EQ(failure({"nearest", room, "--from", "1,1"}),
            "meshwright: --from has no meaning for query nearest\n");
  EXPECT_EQ(failure({"nearest", room}), "meshwright: query nearest needs --at x,y or x,y,z\n");
}

/// The games read texts too.
TEST_F(QueryTest, ATextIsAskedAsItsBinary) {
  const std::string text = folder / "m01_01a.wok.ascii";
  ASSERT_EQ(meshwright({"convert", room, text}).code, 0);
  const auto ask = [](const std::string& file) {
    return meshwright({"query", "path", file, "--from", "0.5,1.5", "--to", "3.5,1.5", "--exact"}).out;
  };
  EXPECT_EQ(ask(text), ask(room));
  EXPECT_EQ(ask(text).substr(0, 10), "0.5,1.5,0\n");
  EXPECT_EQ(
      meshwright({"query", "path", text, next, "--from", "1,1", "--to", "7,1", "--layout", layout}).code, 0);
  EXPECT_EQ(meshwright({"plan", text, folder / "a.svg"}).code, 0);
  EXPECT_NE(read_text(folder / "a.svg").find(">Water<"), std::string::npos);
}

/// A box without a lid has upright faces only.
TEST_F(QueryTest, WallsStandInTheWay) {
  walkmesh::Mesh wall;
  wall.vertices = {{0, -1, 0}, {0, 1, 0}, {0, 1, 1}, {0, -1, 1}};
  wall.triangles = {{.corners = {0, 1, 2}, .material = 7}, {.corners = {0, 2, 3}, .material = 7}};
  const std::string file = folder / "wall.pwk";
  write(file, walkmesh::build(wall, walkmesh::Type::object).value());
  const auto sees = [&](const std::string& place) {
    return meshwright(
               {"query", "sight", room, "--from", "1,1.5", "--to", "3,1.5", "--obstacle", file + place})
        .code;
  };
  EXPECT_EQ(sees("@2,1.5,0"), 1);
  EXPECT_EQ(sees("@2,2.6,0"), 0);
  EXPECT_EQ(sees("@2,1.6,0,90"), 0) << "along the look";
}

TEST_F(QueryTest, APathThatIsDearOrNarrow) {
  const std::string dry = line({"path", room, "--from", "0.5,1.75", "--to", "3.5,1.75", "--cost", "6=20"}, 0);
  EXPECT_EQ(dry.find("\"length\":3,"), dry.npos) << dry;
  const std::string kept = line({"path", room, "--from", "0.5,0.1", "--to", "3.5,0.1", "--radius", "0.5"}, 0);
  EXPECT_NE(kept.find("[[0.5,0.5"), kept.npos) << kept;
  EXPECT_EQ(line({"path", room, "--from", "2,2", "--to", "3,2", "--radius", "2.5"}, 1), "\"found\":false}\n");
  EXPECT_EQ(line({"path", room, "--from", "0.5,0.1", "--to", "3.5,0.1", "--radius", "0"}, 0),
            line({"path", room, "--from", "0.5,0.1", "--to", "3.5,0.1"}, 0));
}

TEST_F(QueryTest, PartOfAPath) {
  write(next, floor_at(6, 0));
  Outcome outcome = meshwright({"query", "path", room, next, "--from", "1.125,1.25", "--to", "8,1.25"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "no way\n");
  outcome = meshwright(
      {"query", "path", room, next, "--from", "1.125,1.25", "--to", "8,1.25", "--partial", "--exact"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(
      outcome.out,
      "1.125,1.25,0\n4,1.25,0\npart of the way: 2.875 in plan, 2.875 along the surface, over 6 faces\n");
}

TEST_F(QueryTest, SeveralRooms) {
  const Outcome outcome =
      meshwright({"query", "path", room, next, "--from", "3.5,0.25", "--to", "4.75,0.25", "--json"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(
      outcome.out,
      "{\"files\":[\"" + room + "\",\"" + next +
          "\"],\"found\":true,\"partial\":false,\"points\":[[3.5,0.25,0],[4.75,0.25,0]],\"length\":1.25,"
          "\"surface_length\":1.25,\"faces\":[6,1,0],\"rooms\":[0,1,1],\"exact\":false,"
          "\"start_moved\":0,\"goal_moved\":0}\n");
  EXPECT_EQ(meshwright({"query", "locate", room, next, "--at", "4.75,0.25"}).out,
            "face 0 of " + next + " (Stone) at height 0\n");
}

/// Files about the games' coordinates meet as they are; files about their own origins where the layout puts
/// them.
TEST_F(QueryTest, RoomsOfALayout) {
  EXPECT_EQ(meshwright({"query", "locate", room, next, "--at", "4.75,0.25", "--layout", layout}).code, 0);
  write(room, floor_at(0, 0));
  write(next, floor_at(0, 0));
  EXPECT_EQ(meshwright({"query", "locate", room, next, "--at", "4.75,0.25", "--layout", layout}).code, 1);
  EXPECT_EQ(
      meshwright({"query", "path", room, next, "--from", "10.5,2", "--to", "17.5,2", "--layout", layout})
          .code,
      0);
  EXPECT_EQ(meshwright({"query", "path", room, next, "--from", "10.5,2", "--to", "17.5,2"}).code, 1);
  const std::string other = folder / "other.wok";
  write(other, floor_at(0, 0));
  EXPECT_EQ(failure({"locate", other, "--at", "1,1", "--layout", layout}),
            "meshwright: " + other + ": layout: has no room \"other\"\n");
  write_text(layout, "nothing\n");
  EXPECT_EQ(
      failure({"locate", room, "--at", "1,1", "--layout", layout}),
      "meshwright: " + room + ": line 1, column 1: layout: layout: no beginlayout in its first 16 lines\n");
}

/// A layout alone stands for the rooms beside it, in any case.
TEST_F(QueryTest, ALayoutIsItsRooms) {
  write(next, floor_at(0, 0));
  const std::vector<std::string> way = {"query", "path", layout, "--from", "10.5,2", "--to", "17.5,2"};
  EXPECT_EQ(meshwright(way).code, 0);
  const std::string map = folder / "area.svg";
  EXPECT_EQ(meshwright({"plan", layout, map}).code, 0);
  const std::string both = folder / "both.svg";
  EXPECT_EQ(meshwright({"plan", room, next, both, "--layout", layout}).code, 0);
  EXPECT_EQ(read_text(map), read_text(both));
  write_text(layout,
             "beginlayout\nroomcount 3\n M01_01A 10 0 0\n M01_02A 14 0 0\n m01_03a 0 0 0\ndonelayout\n");
  const Outcome lacking = meshwright({"query", "locate", layout, "--at", "10.5,2"});
  EXPECT_EQ(lacking.code, 0);
  EXPECT_EQ(lacking.err, "meshwright: " + layout + ": note: 1 room has no walkmesh beside it: m01_03a\n");
  EXPECT_EQ(failure({"locate", layout, "--at", "1,1", "--layout", layout}),
            "meshwright: " + layout + ": is a layout, and --layout names one too\n");
  write_text(layout, "beginlayout\nroomcount 1\n elsewhere 0 0 0\ndonelayout\n");
  EXPECT_EQ(failure({"locate", layout, "--at", "1,1"}),
            "meshwright: " + layout + ": no walkmesh of its rooms lies beside it\n");
}

/// The models of its rooms are where it puts them.
TEST_F(QueryTest, ALayoutShowsItsRooms) {
  ASSERT_EQ(meshwright({"sample", "kotor-mdl", folder / "m01_02a.mdl"}).code, 0);
  const std::string glb = folder / "area.glb";
  const Outcome whole = meshwright({"convert", layout, glb});
  EXPECT_EQ(whole.code, 0);
  const auto says = [&](const Outcome& outcome, const std::string& line) {
    return outcome.err.find("meshwright: " + layout + ": " + line + "\n") != std::string::npos;
  };
  EXPECT_TRUE(says(whole, "lost: 1 room has no model beside the layout: M01_01A")) << whole.err;
  EXPECT_TRUE(says(whole, "note: left out: 1 collision mesh (--collision) in room M01_02A")) << whole.err;
  EXPECT_EQ(whole.err.find("mdx"), std::string::npos) << whole.err;
  const std::string picture = read_text(glb);
  EXPECT_NE(picture.find("\"NORMAL\""), std::string::npos);
  EXPECT_NE(picture.find("\"TEXCOORD_0\""), std::string::npos);
  const Outcome more = meshwright({"convert", layout, folder / "more.glb", "--collision"});
  EXPECT_EQ(more.err.find("left out: 1 collision"), std::string::npos) << more.err;
  const std::string alone = folder / "alone.glb";
  EXPECT_EQ(meshwright({"convert", folder / "m01_02a.mdl", alone}).code, 0);
  const auto bounds = [](const std::string& path) {
    const std::string line = meshwright({"info", "--json", path}).out;
    const std::size_t at = line.find("\"bounds\"");
    return line.substr(at, line.find('}', at) - at);
  };
  EXPECT_EQ(bounds(alone), R"("bounds":{"min":[-0.25,0,-0.25],"max":[0.25,1.25,0.75])");
  EXPECT_EQ(bounds(glb), R"("bounds":{"min":[13.75,0,-0.25],"max":[14.25,1.25,0.75])");
  // What a room lacks is lost by the area too.
  std::filesystem::remove(folder / "m01_02a.mdx");
  const Outcome bare = meshwright({"convert", "-f", layout, glb});
  EXPECT_TRUE(says(bare, "lost: room M01_02A: m01_02a.mdx was not found in " + folder.path().string() +
                             ": vertices have positions only, no normals, texture coordinates, colours or "
                             "skins"))
      << bare.err;
}

TEST_F(QueryTest, Obstacles) {
  walkmesh::Mesh box;
  box.vertices = {{-0.5F, -1, 0}, {0.5F, -1, 0}, {0.5F, 1, 0}, {-0.5F, 1, 0}};
  box.triangles = {{.corners = {0, 1, 2}, .material = 7}, {.corners = {0, 2, 3}, .material = 7}};
  const std::string crate = folder / "crate.pwk";
  write(crate, walkmesh::build(box, walkmesh::Type::object).value());
  const auto sees = [&](const std::string& obstacle) {
    return meshwright({"query", "sight", room, "--from", "1,1.5", "--to", "3,1.5", "--obstacle", obstacle})
        .code;
  };
  EXPECT_EQ(sees(crate + "@2,2,0"), 1);
  EXPECT_EQ(sees(crate + "@2,1.9,0,90"), 1);
  EXPECT_EQ(sees(crate + "@2,2.3,0,90"), 0) << "it is 1 unit high now";
  EXPECT_EQ(sees(crate + "@2,2,3"), 0) << "on another floor";
  const Outcome around = meshwright({"query", "path", room, "--from", "1,1.5,0", "--to", "3,1.5,0", "--exact",
                                     "--obstacle", crate + "@2,1.75,0", "--obstacle", crate + "@2,3,0"});
  EXPECT_EQ(around.code, 0) << around.err;
  EXPECT_TRUE(around.out.starts_with("1,1.5,0\n1.5,0.75,0\n2.5,0.75,0\n3,1.5,0\n")) << around.out;
  // The state of a door chooses its file.
  box.vertices[2].y = box.vertices[3].y = -0.9F;
  write(folder / "door1.dwk", walkmesh::build(box, walkmesh::Type::object).value());
  write_text(folder / "door0.dwk", read_text(crate));
  EXPECT_EQ(sees(folder / "door" + "@2,2,0,0,closed"), 1);
  EXPECT_EQ(sees(folder / "door" + "@2,2,0,0,open1"), 0);
  EXPECT_EQ(sees(folder / "door" + "@2,2,0,0,open2"), 2);
}

TEST_F(QueryTest, Sight) {
  EXPECT_EQ(line({"sight", room, "--from", "0.5,0.5", "--to", "3.5,3.25"}, 0),
            "\"visible\":true,\"end\":[3.5,3.25,0],\"start_moved\":0,\"goal_moved\":0}\n");
  EXPECT_EQ(meshwright({"query", "sight", room, "--from", "0.5,0.5", "--to", "3.5,3.25"}).out, "in sight\n");
  const std::string far = folder / "far.wok";
  write(far, floor_at(6, 0));
  EXPECT_EQ(meshwright({"query", "sight", room, far, "--from", "0.5,0.5", "--to", "8,0.5"}).code, 1);
}

TEST_F(QueryTest, UsageErrors) {
  EXPECT_EQ(failure({"ray", room, "--dir", "0,0,1"}), "meshwright: query ray needs --from x,y,z\n");
  EXPECT_EQ(failure({"path", room, "--from", "1,1"}), "meshwright: query path needs --to x,y or x,y,z\n");
  EXPECT_EQ(failure({"ray", room, "--from", "1,2", "--dir", "0,0,1"}),
            "meshwright: --from: expected x,y,z, got \"1,2\"\n");
  EXPECT_EQ(failure({"ray", room, "--from", "1,2,nan", "--dir", "0,0,1"}),
            "meshwright: --from: expected x,y,z, got \"1,2,nan\"\n");
  EXPECT_EQ(failure({"ray", room, "--from", "1,2,3", "--dir", "0,0,0"}),
            "meshwright: --dir: expected a way to go, got \"0,0,0\"\n");
  EXPECT_EQ(failure({"locate", room, "--at", "1"}), "meshwright: --at: expected x,y or x,y,z, got \"1\"\n");
  EXPECT_EQ(failure({"locate", room, "--at", "1,1", "--exact"}),
            "meshwright: --exact has no meaning for query locate\n");
  EXPECT_EQ(failure({"ray", room, "--from", "1,2,3", "--dir", "0,0,1", "--obstacle", "a@1,2,3"}),
            "meshwright: --obstacle has no meaning for query ray\n");
  EXPECT_EQ(failure({"path", room, "--from", "1,1", "--to", "2,2", "--exact", "--cost", "6=2"}),
            "meshwright: --cost has no meaning with --exact: the shortest way is not the cheapest\n");
  EXPECT_EQ(failure({"path", room, "--from", "1,1", "--to", "2,2", "--cost", "6=0"}),
            "meshwright: --cost: expected factors above 0, as in 6=3,11=2, got \"6=0\"\n");
  EXPECT_EQ(failure({"path", room, "--from", "1,1", "--to", "2,2", "--radius", "-1"}),
            "meshwright: --radius: expected a length, got \"-1\"\n");
  EXPECT_EQ(failure({"ray", room, "--from", "1,2,3", "--dir", "0,0,1", "--material", "a"}),
            "meshwright: --material: expected ids of materials, as in 4,10, got \"a\"\n");
  EXPECT_EQ(failure({"path", room, "--from", "1,1", "--to", "2,2", "--obstacle", "@1,2,3"}),
            "meshwright: --obstacle: expected FILE@x,y,z[,degrees[,closed|open1|open2]], got \"@1,2,3\"\n");
  EXPECT_EQ(failure({"path", room, "--from", "1,1", "--to", "2,2", "--obstacle", "a@1,2"}),
            "meshwright: --obstacle: expected FILE@x,y,z[,degrees[,closed|open1|open2]], got \"a@1,2\"\n");
  EXPECT_EQ(failure({"path", room, "--from", "1,1", "--to", "2,2", "--obstacle", "a@1,2,3,0,ajar"}),
            "meshwright: --obstacle: expected FILE@x,y,z[,degrees[,closed|open1|open2]], got "
            "\"a@1,2,3,0,ajar\"\n");
  EXPECT_NE(failure({"where", room}).find("QUESTION"), std::string::npos);
}

TEST_F(QueryTest, OnlySurfacesCanBeAsked) {
  const std::string model = folder / "a.bwm";
  ASSERT_EQ(meshwright({"sample", "bw2-bwm", model}).code, 0);
  EXPECT_EQ(failure({"locate", model, "--at", "1,1"}),
            "meshwright: " + model + ": is a bw2-bwm, which is no surface to ask\n");
  const std::string crate = folder / "crate.pwk";
  ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", crate}).code, 0);
  EXPECT_EQ(failure({"locate", room, crate, "--at", "1,1"}),
            "meshwright: " + crate + ": is no room of an area; name it with --obstacle\n");
  EXPECT_EQ(failure({"ray", crate, "--from", "0,0,9", "--dir", "0,0,-1", "--stored-tree"}),
            "meshwright: " + crate + ": stored-tree: needs one file that has a tree of boxes\n");
  EXPECT_EQ(meshwright({"query", "ray", crate, "--from", "0,0,9", "--dir", "0,0,-1"}).code, 0);
}

TEST_F(QueryTest, HelpNamesItsQuestions) {
  const Outcome help = meshwright({"query", "--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* word : {"ray", "locate", "nearest", "path", "sight", "--layout LYT", "--surfaces 2DA",
                           "--obstacle", "--radius R", "--partial", "The exit code is 1"})
    EXPECT_NE(help.out.find(word), help.out.npos) << word;
}

}  // namespace
}  // namespace mw::test
