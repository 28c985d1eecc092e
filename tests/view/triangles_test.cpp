#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/view/detail/opened_file.h>
#include <meshwright/wows/geometry.h>
#include <algorithm>
#include <cstring>
#include <set>

#include "view_fixtures.h"

// From bytes to triangles and back.
namespace mw::view {
namespace {

namespace geometry = wows::geometry;

std::uint64_t number_in(const JsonValue& value, std::string_view name) {
  return *value.find(name)->get_if<std::uint64_t>();
}

std::string text_in(const JsonValue& value, std::string_view name) {
  return *value.find(name)->get_if<std::string>();
}

JsonArray list_in(const JsonValue& value, std::string_view name) {
  return *value.find(name)->get_if<JsonArray>();
}

/// The triangles that a field is of.
JsonValue triangles_of(OpenedFile& file, const std::string& path, int layer = 0) {
  return asked(file, "triangle_of", fmt::format(R"({{"path":"{}","layer":{}}})", path, layer));
}

/// A triangle of an answer, asked about.
JsonValue triangle(OpenedFile& file, const JsonValue& place) {
  return asked(file, "triangle",
               fmt::format(R"({{"mesh":"{}","occurrence":{},"primitive":{},"triangle":{}}})",
                           text_in(place, "mesh"), number_in(place, "occurrence"),
                           number_in(place, "primitive"), number_in(place, "triangle")));
}

/// "faces[3]" of each triangle that a field is of.
std::multiset<std::string> rows_with(OpenedFile& file, const std::string& path, int layer = 0) {
  std::multiset<std::string> rows;
  for (const JsonValue& place : list_in(triangles_of(file, path, layer), "triangles"))
    for (const JsonValue& row : list_in(triangle(file, place), "rows")) rows.insert(text_in(row, "path"));
  return rows;
}

std::vector<std::string> paths_in(const JsonValue& answer, std::string_view name, std::uint64_t layer) {
  std::vector<std::string> paths;
  for (const JsonValue& row : list_in(answer, name))
    if (number_in(row, "layer") == layer) paths.push_back(text_in(row, "path"));
  return paths;
}

class Walkmesh : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(add_sample(*files_, "kotor-walkmesh", "a.wok"));
    opened_ = std::make_unique<OpenedFile>(files_, "a.wok");
    file_ = kotor::walkmesh::read(files_->find("a.wok")->blob()->bytes()).value();
  }

  std::multiset<std::string> faces_at(std::uint32_t vertex) const {
    std::multiset<std::string> faces;
    for (std::size_t face = 0; face < file_.faces.size(); ++face)
      if (std::ranges::find(file_.faces[face], vertex) != file_.faces[face].end())
        faces.insert(fmt::format("faces[{}]", face));
    return faces;
  }

  std::shared_ptr<DroppedFiles> files_ = std::make_shared<DroppedFiles>();
  std::unique_ptr<OpenedFile> opened_;
  kotor::walkmesh::File file_;
};

TEST_F(Walkmesh, AVertexIsOfAllItsFaces) {
  for (const std::uint32_t vertex : {0U, 30U, 91U}) {
    const auto faces = faces_at(vertex);
    EXPECT_GT(faces.size(), 1U);
    EXPECT_EQ(rows_with(*opened_, fmt::format("vertices[{}]", vertex)), faces);
    const JsonValue answer = triangles_of(*opened_, fmt::format("vertices[{}]", vertex));
    EXPECT_EQ(number_in(answer, "total"), faces.size());
    EXPECT_EQ(number_in(*answer.find("triangle"), "triangle"),
              number_in(list_in(answer, "triangles").front(), "triangle"));
  }
  EXPECT_EQ(number_in(triangles_of(*opened_, "vertices[92]"), "total"), 0U);
}

TEST_F(Walkmesh, WhatIsAboutAFaceIsOfIt) {
  using Rows = std::multiset<std::string>;
  for (const char* path : {"faces[27]", "materials[27]", "normals[27]", "distances[27]", "adjacency[27]"})
    EXPECT_EQ(rows_with(*opened_, path), Rows{"faces[27]"}) << path;
  EXPECT_EQ(rows_with(*opened_, "edges[5].transition"),
            Rows{fmt::format("faces[{}]", file_.edges[5].edge / 3)});
  const auto leaf = std::ranges::find_if(file_.aabb, [](const auto& node) { return node.face >= 0; });
  ASSERT_NE(leaf, file_.aabb.end());
  EXPECT_EQ(rows_with(*opened_, fmt::format("aabb[{}].box_min", leaf - file_.aabb.begin())),
            Rows{fmt::format("faces[{}]", leaf->face)});
  EXPECT_EQ(rows_with(*opened_, "aabb[0].box_min"), Rows()) << "a branch";
  EXPECT_EQ(rows_with(*opened_, "edges[40]"), Rows()) << "behind the last";
  EXPECT_EQ(rows_with(*opened_, "vertices[30]", 1), Rows()) << "of no companion";
}

TEST_F(Walkmesh, ATriangleHasTheRowsOfItsCorners) {
  const JsonValue place = list_in(triangles_of(*opened_, "faces[27]"), "triangles").front();
  const JsonValue answer = triangle(*opened_, place);
  const auto& face = file_.faces[27];
  EXPECT_EQ(
      paths_in(answer, "vertices", 0),
      (std::vector<std::string>{fmt::format("vertices[{}]", face[0]), fmt::format("vertices[{}]", face[1]),
                                fmt::format("vertices[{}]", face[2])}));
  const JsonValue corner = list_in(answer, "vertices").front();
  EXPECT_EQ(number_in(corner, "offset"), file_.header.vertex_offset + 12 * face[0]);
  EXPECT_EQ(number_in(corner, "end"), file_.header.vertex_offset + 12 * face[0] + 12);
}

TEST(Triangles, OfACornerOfManyAreCounted) {
  std::string text = "node aabb fan\n  verts 2502\n    0 0 0\n";
  for (int i = 0; i <= 2500; ++i) text += fmt::format("    1 {} 0\n", i);
  text += "  faces 2500\n";
  for (int i = 1; i <= 2500; ++i) text += fmt::format("    0 {} {} 1 0 0 0 4\n", i, i + 1);
  text += "endnode\n";
  auto files = std::make_shared<DroppedFiles>();
  const ByteSpan bytes = bytes_of(text);
  files->add("fan.wok.ascii", Blob(Bytes(bytes.begin(), bytes.end())));
  OpenedFile file(files, "fan.wok.ascii");
  const JsonValue answer = triangles_of(file, "nodes[0].verts[0]");
  EXPECT_EQ(number_in(answer, "total"), 2500U);
  EXPECT_EQ(list_in(answer, "triangles").size(), 1000U);
  EXPECT_EQ(rows_with(file, "nodes[0].verts[7]"),
            (std::multiset<std::string>{"nodes[0].faces[5]", "nodes[0].faces[6]"}));
}

/// Faces that can be walked on are drawn first, whatever their order in the text.
TEST(Triangles, OfATextAreFoundFromItsLines) {
  const std::string text =
      "node aabb a\n  verts 4\n    0 0 0\n    1 0 0\n    1 1 0\n    0 1 0\n  faces 2\n"
      "    0 1 2 1 0 0 0 7\n    0 2 3 1 0 0 0 4\nendnode\n";
  auto files = std::make_shared<DroppedFiles>();
  const ByteSpan bytes = bytes_of(text);
  files->add("a.wok.ascii", Blob(Bytes(bytes.begin(), bytes.end())));
  OpenedFile file(files, "a.wok.ascii");
  using Rows = std::multiset<std::string>;
  for (const std::string path : {"nodes[0].faces[0]", "nodes[0].faces[1]"})
    EXPECT_EQ(rows_with(file, path), Rows{path});
  EXPECT_EQ(rows_with(file, "nodes[0].verts[1]"), Rows{"nodes[0].faces[0]"});
  EXPECT_EQ(rows_with(file, "nodes[0].verts[3]"), Rows{"nodes[0].faces[1]"});
}

TEST(Triangles, OfAModelAreFoundFromItsMdx) {
  auto files = std::make_shared<DroppedFiles>();
  ASSERT_TRUE(add_sample(*files, "kotor-mdl", "a.mdl"));
  OpenedFile file(files, "a.mdl");
  using Rows = std::multiset<std::string>;
  const Rows first = {"nodes[6].mesh.faces[0]"};
  const Rows both = {"nodes[6].mesh.faces[0]", "nodes[6].mesh.faces[1]"};
  EXPECT_EQ(rows_with(file, "nodes[6].rows[0].normals", 1), first);
  EXPECT_EQ(rows_with(file, "nodes[6].rows[2].uvs_1", 1), both);
  EXPECT_EQ(rows_with(file, "nodes[6].mesh.vertices[2]"), both);
  EXPECT_EQ(rows_with(file, "nodes[6].mesh.dangly.constraints[0]"), first);
  EXPECT_EQ(rows_with(file, "nodes[6].rows[0]"), Rows()) << "no row of the MDL";
  EXPECT_EQ(rows_with(file, "nodes[6].mesh.vertices[0]", 1), Rows()) << "no row of the MDX";
  const auto model = kotor::mdl::read(files->find("a.mdl")->blob()->bytes(), std::nullopt).value();
  EXPECT_EQ(rows_with(file, "nodes[8].mesh.aabb.nodes[6].face"),
            Rows{fmt::format("nodes[8].mesh.faces[{}]", model.nodes[8].mesh->aabb->nodes[6].face)});
  const JsonValue place = list_in(triangles_of(file, "nodes[6].mesh.faces[1]"), "triangles").front();
  const JsonValue answer = triangle(file, place);
  EXPECT_EQ(paths_in(answer, "vertices", 1),
            (std::vector<std::string>{"nodes[6].rows[1]", "nodes[6].rows[2]", "nodes[6].rows[3]"}));
  EXPECT_EQ(paths_in(answer, "vertices", 0).front(), "nodes[6].mesh.vertices[1]");
  EXPECT_EQ(number_in(list_in(answer, "vertices").back(), "layer"), 1U);
  EXPECT_EQ(number_in(list_in(answer, "vertices").back(), "offset"), 3U * 68);
  EXPECT_EQ(number_in(list_in(answer, "vertices").back(), "end"), 4U * 68);
}

std::shared_ptr<DroppedFiles> with_geometry(geometry::SampleData data) {
  auto files = std::make_shared<DroppedFiles>();
  files->add("a.geometry", Blob(geometry::write(geometry::sample(data)).value()));
  return files;
}

TEST(Triangles, OfPlainBuffersHaveBytes) {
  const auto files = with_geometry(geometry::SampleData::plain);
  OpenedFile file(files, "a.geometry");
  const JsonValue place = list_in(triangles_of(file, "index_buffers[0].data[4]"), "triangles").front();
  EXPECT_EQ(number_in(place, "triangle"), 1U);
  for (const char* path : {"index_buffers[0].data[3]", "index_buffers[0].data[5]"}) {
    EXPECT_EQ(number_in(triangles_of(file, path), "total"), 1U) << path;
    EXPECT_EQ(number_in(*triangles_of(file, path).find("triangle"), "triangle"), 1U) << path;
  }
  const JsonValue answer = triangle(file, place);
  EXPECT_EQ(text_in(answer, "why_not"), "");
  EXPECT_EQ(paths_in(answer, "rows", 0),
            (std::vector<std::string>{"index_buffers[0].data[3]", "index_buffers[0].data[4]",
                                      "index_buffers[0].data[5]"}));
  const ByteSpan bytes = files->find("a.geometry")->blob()->bytes();
  ASSERT_EQ(list_in(answer, "vertices").size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    std::uint16_t index = 0;
    const std::uint64_t offset = number_in(list_in(answer, "rows")[i], "offset");
    EXPECT_EQ(number_in(list_in(answer, "rows")[i], "end"), offset + 2);
    std::memcpy(&index, bytes.data() + offset, sizeof index);
    const JsonValue vertex = list_in(answer, "vertices")[i];
    EXPECT_EQ(text_in(vertex, "path"), fmt::format("vertex_buffers[0].data[{}]", index));
    EXPECT_EQ(number_in(vertex, "end") - number_in(vertex, "offset"), 28U);
  }
}

TEST(Triangles, OfCompressedBuffersAreFoundButHaveNoBytes) {
  OpenedFile file(with_geometry(geometry::SampleData::encoded), "a.geometry");
  const JsonValue found = triangles_of(file, "vertex_buffers[0].data[0].xyz");
  ASSERT_GT(number_in(found, "total"), 0U);
  const JsonValue answer = triangle(file, list_in(found, "triangles").front());
  EXPECT_TRUE(list_in(answer, "rows").empty());
  EXPECT_TRUE(list_in(answer, "vertices").empty());
  EXPECT_EQ(
      text_in(answer, "why_not"),
      "its buffers are compressed, so that no byte belongs to one triangle: the mapping says which part "
      "of a buffer is this mesh");
  const JsonValue hull = triangles_of(file, "collision_models[0].hulls[0].faces[2].flag");
  EXPECT_EQ(number_in(hull, "total"), 2U) << "a face of four corners";
  EXPECT_EQ(text_in(*hull.find("triangle"), "mesh"), "hull_0");
}

}  // namespace
}  // namespace mw::view
