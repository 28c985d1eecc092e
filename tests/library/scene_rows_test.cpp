// The rows that a scene records for a triangle hold its corners: of samples and of damaged files.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/formats/registry.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_source.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/kotor/walkmesh_ascii.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/rows.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/primitives.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <map>
#include <ranges>
#include <span>

#include "support/bytes.h"
#include "support/documents.h"

namespace mw::test {
namespace {

namespace bwm = bw2::bwm;
namespace mdl = kotor::mdl;
namespace walkmesh = kotor::walkmesh;
namespace primitives = wows::primitives;
using scene::Axes;
using scene::CornerRows;
using scene::TriangleRows;

using Corners = std::array<Vec3, 3>;
using Bits = std::array<std::array<std::uint32_t, 3>, 3>;

/// In any order, and by their bits: a damaged corner may be no number.
Bits bits_of(const Corners& corners) {
  Bits bits;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) bits[i][k] = std::bit_cast<std::uint32_t>(corners[i][int(k)]);
  std::ranges::sort(bits);
  return bits;
}

/// The first number in square brackets, and the second.
std::size_t number_in(std::string_view path, std::size_t which) {
  for (; which > 0; --which) path.remove_prefix(path.find('[') + 1);
  path.remove_prefix(path.find('[') + 1);
  std::size_t number = 0;
  std::from_chars(path.data(), path.data() + path.size(), number);
  return number;
}

Corners picked(const auto& positions, const auto& corners) {
  return {positions.at(corners[0]), positions.at(corners[1]), positions.at(corners[2])};
}

Corners walkmesh_corners(const Document& document, const TriangleRows& /*table*/, std::uint32_t row) {
  const auto file = walkmesh::read(document.source().blob.bytes()).value();
  return picked(file.vertices, file.faces.at(row));
}

Corners walkmesh_text_corners(const Document& document, const TriangleRows& table, std::uint32_t row) {
  const auto& node = document.as<walkmesh::ascii::Text>()->nodes.at(number_in(table.table, 0));
  return picked(node.vertices, node.faces.at(table.in_text.at(row)).corners);
}

Corners model_corners(const Document& document, const TriangleRows& table, std::uint32_t row) {
  const auto& mesh = *document.as<mdl::File>()->nodes.at(number_in(table.table, 0)).mesh;
  return picked(mdl::positions_of(mesh), mesh.faces.at(row).vertices);
}

Corners model_text_corners(const Document& document, const TriangleRows& table, std::uint32_t row) {
  const auto& mesh = *document.as<mdl::source::Model>()->nodes.at(number_in(table.table, 0)).mesh;
  return picked(mesh.vertices, mesh.faces.at(row).vertices);
}

Corners bwm_corners(const Document& document, const TriangleRows& /*table*/, std::uint32_t row) {
  const auto& file = *document.as<bwm::File>();
  return picked(bwm::positions(file), std::span(file.indices).subspan(row, 3));
}

/// One that is unpacked from its buffer.
Vec3 buffer_position(const wows::geometry::File& file, std::size_t buffer, std::uint32_t row) {
  const auto decoded = wows::geometry::decode(file);
  return wows::geometry::unpack_vertex(*decoded.layouts.at(buffer), (*decoded.vertices.at(buffer))[row])
      .position;
}

/// Three vertices of a plate, or three indices of a mesh, counted from the first vertex of its mapping.
Corners geometry_corners(const Document& document, const TriangleRows& table, std::uint32_t row) {
  const auto& file = *document.as<wows::geometry::File>();
  const std::size_t first = number_in(table.table, 0);
  if (table.table.starts_with("armor")) {
    const auto& vertices = file.armor_models.at(first).plates.at(number_in(table.table, 1)).vertices;
    return {vertices.at(row).position, vertices.at(row + 1).position, vertices.at(row + 2).position};
  }
  const auto triangle = std::size_t(std::ranges::find(table.rows, row) - table.rows.begin());
  const auto& corners = table.vertices.at(0).corners.at(triangle);
  const std::size_t buffer = number_in(table.vertices.at(0).tables.at(0), 0);
  const auto indices = wows::geometry::decode(file);
  const std::uint32_t shift = corners[0] - (*indices.indices.at(first))[row];
  Corners made;
  for (std::uint32_t i = 0; i < 3; ++i)
    made[i] = buffer_position(file, buffer, (*indices.indices.at(first))[row + i] + shift);
  return made;
}

Corners primitives_corners(const Document& document, const TriangleRows& table, std::uint32_t row) {
  const auto shapes = primitives::shapes(*document.as<primitives::File>());
  const auto shape = std::ranges::find(shapes, number_in(table.table, 0), &primitives::Shape::index_section);
  const auto vertices = primitives::unpack(*shape->vertices).value();
  std::vector<Vec3> positions;
  for (const auto& vertex : vertices) positions.push_back(vertex.position);
  return picked(positions, std::span(shape->indices->indices).subspan(row, 3));
}

/// The position in a row of a table of vertices, in the axes of the file.
Vec3 position_in(const Document& document, const std::string& table, std::uint32_t row) {
  const auto first = [&] { return number_in(table, 0); };
  if (document.as<walkmesh::View>() != nullptr)
    return walkmesh::read(document.source().blob.bytes()).value().vertices.at(row);
  if (const auto* text = document.as<walkmesh::ascii::Text>())
    return text->nodes.at(first()).vertices.at(row);
  if (const auto* file = document.as<mdl::File>())
    return mdl::positions_of(*file->nodes.at(first()).mesh).at(row);
  if (const auto* text = document.as<mdl::source::Model>())
    return text->nodes.at(first()).mesh->vertices.at(row);
  if (const auto* file = document.as<bwm::File>()) return bwm::positions(*file).at(row);
  if (const auto* file = document.as<primitives::File>()) {
    const auto& data = std::get<primitives::VertexData>(file->sections.at(first()).content);
    return primitives::unpack(data).value().at(row).position;
  }
  const auto& file = *document.as<wows::geometry::File>();
  if (table.starts_with("collision"))
    return file.collision_models.at(first()).hulls.at(number_in(table, 1)).vertices.at(row);
  return buffer_position(file, first(), row);
}

/// Axes of a mesh in the format's scenes. Most skins of ships are stored with z negated.
Axes axes_of(const Document& document, const scene::Scene& scene, const scene::Mesh& mesh) {
  if (document.format().id.starts_with("kotor")) return Axes::z_up();
  for (const scene::Node& node : scene.nodes) {
    if (!node.mesh || &scene.meshes[*node.mesh] != &mesh) continue;
    const JsonValue* negated = scene::find(node.extras, "z_negated");
    if (negated != nullptr && *negated->get_if<bool>()) return Axes::same();
  }
  return Axes::left_handed();
}

using CornersOf = Corners (*)(const Document& document, const TriangleRows& table, std::uint32_t row);

const std::map<std::string_view, CornersOf> kCorners = {
    {"bw2-bwm", bwm_corners},
    {"kotor-mdl", model_corners},
    {"kotor-mdl-ascii", model_text_corners},
    {"kotor-walkmesh", walkmesh_corners},
    {"kotor-walkmesh-ascii", walkmesh_text_corners},
    {"wows-geometry", geometry_corners},
    {"wows-primitives", primitives_corners},
};

/// All that a scene can hold.
OptionValues everything_of(const Format& format) {
  OptionValues options;
  constexpr std::string_view kMore[] = {"armor", "collision", "hidden"};
  for (const OptionKind& option : format.options) {
    if (option.name == "lod") options.set("lod", "all");
    if (std::ranges::find(kMore, option.name) != std::end(kMore)) options.set(option.name);
  }
  return options;
}

/// The corners of a triangle, in the axes of the file.
Corners drawn(const scene::Primitive& p, std::size_t triangle, const Axes& axes) {
  Corners corners;
  for (std::size_t i = 0; i < 3; ++i)
    corners[i] = axes.back(p.positions[p.indices.empty() ? triangle * 3 + i : p.indices[triangle * 3 + i]]);
  return corners;
}

std::size_t triangles_in(const scene::Primitive& p) {
  if (p.topology != scene::Topology::triangles) return 0;
  return (p.indices.empty() ? p.positions : std::vector<Vec3>(p.indices.size())).size() / 3;
}

/// The scene of everything, with its rows.
Result<scene::Scene> recorded(const Document& document) {
  return document.format().to_scene(document, {everything_of(document.format()), true});
}

/// Of the meshes of that name; of all without one.
std::vector<TriangleRows> rows_of(const Document& document, std::string_view mesh = {}) {
  std::vector<TriangleRows> rows;
  const scene::Scene scene = recorded(document).value();
  for (const scene::Mesh& each : scene.meshes)
    if (each.rows && (mesh.empty() || each.name == mesh))
      rows.insert(rows.end(), each.rows->primitives.begin(), each.rows->primitives.end());
  return rows;
}

/// The rows of the corners, where the format tells them.
void expect_vertices(const Document& document, const TriangleRows& table, std::size_t triangle,
                     const Corners& drawn) {
  if (table.vertices.empty()) return;
  const CornerRows& vertices = table.vertices.front();
  ASSERT_EQ(vertices.corners.size(), table.rows.size()) << table.table;
  Corners told;
  for (std::size_t i = 0; i < 3; ++i)
    told[i] = position_in(document, vertices.tables.front(), vertices.corners[triangle][i]);
  ASSERT_EQ(bits_of(told), bits_of(drawn)) << vertices.tables.front() << " of triangle " << triangle;
}

/// A few of its triangles, the first and the last among them.
void expect_corners(const Document& document, const TriangleRows& table, const scene::Primitive& primitive,
                    const Axes& axes) {
  const CornersOf corners_of = kCorners.at(document.format().id);
  const std::size_t step = 1 + table.rows.size() / 4;
  for (std::size_t i = 0; i < table.rows.size(); i += step)
    for (const std::size_t at : {i, table.rows.size() - 1 - i}) {
      // Several triangles of a hull are one face: its row does not tell which.
      const bool tells = !table.table.starts_with("collision");
      const Bits expected = bits_of(drawn(primitive, at, axes));
      ASSERT_EQ(tells ? bits_of(corners_of(document, table, table.rows[at])) : expected, expected)
          << table.table << "[" << table.rows[at] << "] of triangle " << at;
      expect_vertices(document, table, at, drawn(primitive, at, axes));
    }
}

/// How many triangles have rows: those of all primitives of a mesh, or of none.
std::size_t expect_rows_of_scene(const Document& document) {
  const auto made = recorded(document);
  if (!made) return 0;
  std::size_t told = 0;
  for (const scene::Mesh& mesh : made->meshes) {
    if (std::ranges::all_of(mesh.primitives, [](const auto& p) { return triangles_in(p) == 0; })) continue;
    EXPECT_TRUE(mesh.rows) << mesh.name;
    if (!mesh.rows) return 0;
    const std::vector<TriangleRows>& rows = mesh.rows->primitives;
    EXPECT_TRUE(!rows.empty() || !mesh.rows->why_not.empty()) << mesh.name;
    if (rows.empty()) continue;
    EXPECT_EQ(rows.size(), mesh.primitives.size()) << mesh.name;
    if (rows.size() != mesh.primitives.size()) return 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(rows[i].rows.size(), triangles_in(mesh.primitives[i])) << mesh.name << " " << i;
      if (rows[i].rows.size() != triangles_in(mesh.primitives[i])) return 0;
      expect_corners(document, rows[i], mesh.primitives[i], axes_of(document, *made, mesh));
      told += rows[i].rows.size();
    }
  }
  return told;
}

/// Nothing is recorded where nobody asks, and asking changes nothing else.
TEST(SceneRows, AreOnlyRecordedIfAskedFor) {
  for (const Format* format : formats()) {
    if (!format->records_rows) continue;
    const std::string name = "sample" + std::string(format->extensions.front());
    const Document document = opened(written_sample(*format, name), name).value();
    const scene::Scene plain = format->to_scene(document, {everything_of(*format)}).value();
    for (const scene::Mesh& mesh : plain.meshes) EXPECT_FALSE(mesh.rows) << format->id;
    EXPECT_EQ(scene::hash(recorded(document).value()), scene::hash(plain)) << format->id;
  }
}

TEST(SceneRows, OfEverySampleHoldTheCorners) {
  for (const Format* format : formats()) {
    if (!format->records_rows) continue;
    ASSERT_TRUE(kCorners.contains(format->id)) << format->id;
    for (const std::string_view extension : format->extensions) {
      SCOPED_TRACE(extension);
      const std::string name = "sample" + std::string(extension);
      const auto document = opened(written_sample(*format, name), name);
      ASSERT_TRUE(document);
      EXPECT_GT(expect_rows_of_scene(*document), 1U);
    }
  }
}

TEST(SceneRows, OfMutantsHoldTheCorners) {
  for (const Format* format : formats()) {
    if (!format->records_rows) continue;
    const std::string name = "sample" + std::string(format->extensions.front());
    const Output sample = written_sample(*format, name);
    std::size_t drawn = 0;
    // Of damaged texts few are still drawn.
    const auto goes_on = [&](std::uint32_t seed) { return seed < 150 || (drawn <= 10 && seed < 900); };
    for (std::uint32_t seed = 0; goes_on(seed) && !testing::Test::HasFailure(); ++seed) {
      SCOPED_TRACE(fmt::format("{} {}", format->id, seed));
      Output damaged = sample;
      damaged.bytes = mutant(sample.bytes, seed);
      const auto document = opened(damaged, name);
      if (document && &document->format() == format) drawn += expect_rows_of_scene(*document) > 0 ? 1 : 0;
    }
    EXPECT_GT(drawn, 10U) << format->id;
  }
}

/// Of every mesh, plate and hull, whether its buffers are compressed or not.
TEST(SceneRows, OfAGeometryAreThereForAllThatIsDrawn) {
  using wows::geometry::SampleData;
  for (const SampleData data : {SampleData::plain, SampleData::encoded}) {
    const Document document(*find_format("wows-geometry"), wows::geometry::sample(data));
    const auto scene = recorded(document);
    std::size_t all = 0;
    for (const scene::Mesh& mesh : scene->meshes) all += triangles_in(mesh.primitives.at(0));
    EXPECT_EQ(expect_rows_of_scene(document), all);
    const std::vector<TriangleRows> tables = rows_of(document);
    EXPECT_EQ(tables.size(), scene->meshes.size());
    EXPECT_EQ(tables.front().table, "index_buffers[0].data");
    EXPECT_EQ(tables.back().table, "collision_models[0].hulls[0].faces");
    EXPECT_EQ(tables.back().rows, (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
  }
}

/// Of a model the tables of its two files, of a text those of both kinds of corners.
TEST(SceneRows, NameAllTablesOfVertices) {
  const Format& format = *find_format("kotor-mdl");
  const Document model = opened(written_sample(format, "a.mdl"), "a.mdl").value();
  const std::vector<TriangleRows> tails = rows_of(model, "tail_g");
  ASSERT_EQ(tails.size(), 1U);
  const TriangleRows* tail = tails.data();
  EXPECT_EQ(tail->vertices.at(0).tables,
            (std::vector<std::string>{"nodes[6].mesh.vertices", "nodes[6].mesh.dangly.constraints",
                                      "nodes[6].mesh.dangly.vertices"}));
  EXPECT_EQ(tail->vertices.at(0).in_companion, std::vector<std::string>{"nodes[6].rows"});
  EXPECT_EQ(tail->vertices.at(0).corners[1], (std::array<std::uint32_t, 3>{1, 2, 3}));
  const Format& text = *find_format("kotor-mdl-ascii");
  const Document described = opened(written_sample(text, "a.mdl.ascii"), "a.mdl.ascii").value();
  const std::vector<TriangleRows> in_text = rows_of(described, "tail_g");
  ASSERT_EQ(in_text.size(), 1U);
  const TriangleRows* told = in_text.data();
  EXPECT_EQ(told->vertices.at(0).tables, std::vector<std::string>{"nodes[6].verts"});
  EXPECT_EQ(told->vertices.at(1).tables, std::vector<std::string>{"nodes[6].tverts"});
  EXPECT_EQ(told->vertices.at(1).corners.size(), told->rows.size());
}

/// Leaves of the tree and edges are about faces.
TEST(SceneRows, KnowWhichFaceALeafOrAnEdgeIsOf) {
  const Format& format = *find_format("kotor-walkmesh");
  const Output sample = written_sample(format, "a.wok");
  const auto file = walkmesh::read(sample.bytes).value();
  const scene::Scene scene = recorded(opened(sample, "a.wok").value()).value();
  const scene::MeshRows& rows = *scene.meshes.at(0).rows;
  ASSERT_EQ(rows.about.size(), 2U);
  EXPECT_EQ(rows.about[0].table, "edges");
  EXPECT_EQ(rows.about[1].table, "aabb");
  ASSERT_EQ(rows.about[0].rows.size(), file.edges.size());
  ASSERT_EQ(rows.about[1].rows.size(), file.aabb.size());
  for (std::size_t row = 0; row < file.edges.size(); ++row)
    EXPECT_EQ(rows.about[0].rows[row], file.edges[row].edge / 3);
  for (std::size_t row = 0; row < file.aabb.size(); ++row)
    EXPECT_EQ(std::int32_t(rows.about[1].rows[row]), file.aabb[row].face);
}

Document opened_model(const bwm::File& file) {
  return open({.blob = Blob(bwm::write(file).value()), .name = "a.bwm", .neighbours = nullptr}).value();
}

TEST(SceneRows, LeaveOutWhatIsNotDrawn) {
  bwm::File file = bwm::sample(bwm::Sample::house);
  const std::size_t before = expect_rows_of_scene(opened_model(file));
  file.indices[0] = 60000;
  const Document document = opened_model(file);
  EXPECT_EQ(expect_rows_of_scene(document), before - 1);
  EXPECT_EQ(rows_of(document).at(0).rows[0], 3U);
}

TEST(SceneRows, OfReferencesThatOverlapWithoutEndHaveALimit) {
  bwm::File file = bwm::sample(bwm::Sample::house);
  const bwm::MaterialRef whole = {
      .material = 0, .index_offset = 0, .index_count = std::uint32_t(file.indices.size()), .mask = 0};
  file.material_refs.insert(file.material_refs.begin(), 6000, whole);
  file.meshes[0].material_ref_count += 6000;
  const std::size_t told = expect_rows_of_scene(opened_model(file));
  EXPECT_GT(told, 10'000U);
  EXPECT_LT(told, 6000 * file.indices.size() / 3);
}

primitives::File sample_primitives() {
  const Format& format = *find_format("wows-primitives");
  return *opened(written_sample(format, "a.primitives"), "a.primitives")->as<primitives::File>();
}

Document opened_primitives(const primitives::File& file) {
  return open({.blob = Blob(primitives::write(file).value()), .name = "a.primitives", .neighbours = nullptr})
      .value();
}

primitives::IndexData& indices_of(primitives::File& file, const primitives::Shape& shape) {
  return std::get<primitives::IndexData>(file.sections[shape.index_section].content);
}

TEST(SceneRows, OfGroupsThatLieOnEachOtherEndWhereTheSceneDoes) {
  primitives::File file = sample_primitives();
  const primitives::Shape shape = primitives::shapes(file).front();
  primitives::IndexData& data = indices_of(file, shape);
  const auto triangles = std::uint32_t(data.indices.size() / 3);
  const primitives::Group all = {0, triangles, 0, std::uint32_t(shape.vertices->header.count)};
  const primitives::Group one = {0, 1, 0, std::uint32_t(shape.vertices->header.count)};
  data.groups.assign(400, all);
  data.groups.resize(800, one);  // some of these still fit
  EXPECT_GT(expect_rows_of_scene(opened_primitives(file)), triangles);
}

TEST(SceneRows, OfShapesThatCannotBeUnpackedAreNone) {
  primitives::File file = sample_primitives();
  const primitives::Shape shape = primitives::shapes(file).front();
  auto& vertices = std::get<primitives::VertexData>(file.sections[shape.vertex_section].content);
  const std::size_t before = expect_rows_of_scene(opened_primitives(file));
  vertices.header.format = decltype(vertices.header.format)("set3/none");
  const auto document =
      open({.blob = Blob(primitives::write(file).value()), .name = "a.primitives", .neighbours = nullptr});
  if (!document) GTEST_SKIP() << to_string(document.error());
  EXPECT_LT(expect_rows_of_scene(*document), before);
}

TEST(SceneRows, OfABladeAreNone) {
  const Format& format = *find_format("kotor-mdl");
  mdl::File file = *opened(written_sample(format, "a.mdl"), "a.mdl")->as<mdl::File>();
  const auto nodes = std::views::iota(std::size_t(0), file.nodes.size());
  const auto plain = std::ranges::find_if(
      nodes, [&](std::size_t row) { return file.nodes[row].mesh && !file.nodes[row].mesh->saber; });
  ASSERT_NE(plain, nodes.end());
  mdl::Saber blade;
  blade.vertices.assign(176, Vec3(1));
  file.nodes[*plain].mesh->saber = blade;
  const Document document(format, std::move(file));
  EXPECT_GT(expect_rows_of_scene(document), 1U);
  EXPECT_EQ(recorded(document)->meshes.at(0).rows->why_not,
            "a blade is drawn of other triangles than the file has");
}

TEST(SceneRows, OfADoorAreThoseOfTheStateThatIsDrawn) {
  const std::string mesh =
      "  verts 3\n    0 0 0\n    1 0 0\n    0 1 0\n  faces 1\n    0 1 2 1 0 0 0 4\nendnode\n";
  const std::string text = "node trimesh open1\n" + mesh + "node trimesh closed\n" + mesh;
  const auto document = open({.blob = Blob(Bytes(bytes_of(text).begin(), bytes_of(text).end())),
                              .name = "door.dwk.ascii",
                              .neighbours = nullptr});
  ASSERT_TRUE(document) << to_string(document.error());
  EXPECT_EQ(expect_rows_of_scene(*document), 1U);
  EXPECT_EQ(rows_of(*document).at(0).table, "nodes[0].faces");
}

}  // namespace
}  // namespace mw::test
