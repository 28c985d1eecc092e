#include <fmt/format.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <meshwright/wows/detail/geometry_pairs.h>
#include <meshwright/wows/geometry_scene.h>
#include <meshwright/wows/shape_names.h>
#include <rapidcheck.h>

#include <glm/geometric.hpp>

#include "make_cases.h"
#include "support/losses.h"

namespace mw::wows::geometry {
namespace {

float between(int low, int high, float parts) {
  return float(*rc::gen::inRange(low, high + 1)) / parts;
}

/// Texture coordinates that half floats hold exactly: 10 bits behind the point, around 0.5.
Vec2 any_uv() {
  return {between(-512, 1536, 1024), between(-512, 1536, 1024)};
}

void add_bones(scene::Primitive& p) {
  std::array<std::vector<float>, 3> bones;
  std::array<std::vector<float>, 3> weights;
  for (std::size_t i = 0; i < p.positions.size(); ++i) {
    const int first = *rc::gen::inRange(0, 256);
    const int second = *rc::gen::inRange(0, 256 - first);
    for (auto& column : bones) column.push_back(float(*rc::gen::inRange(0, 86)));
    weights[0].push_back(float(first) / 255);
    weights[1].push_back(float(second) / 255);
    weights[2].push_back(std::max(0.0F, 1 - weights[0].back() - weights[1].back()));
  }
  for (int k = 0; k < 3; ++k) p.custom.push_back({fmt::format("BONE_{}", k), bones[std::size_t(k)]});
  for (int k = 0; k < 3; ++k) p.custom.push_back({fmt::format("WEIGHT_{}", k), weights[std::size_t(k)]});
}

/// Triangles over a height field, which all look up, so that no normal turns them.
scene::Primitive any_surface() {
  scene::Primitive p;
  const int width = *rc::gen::inRange(1, 6);
  const int depth = *rc::gen::inRange(1, 6);
  for (int z = 0; z <= depth; ++z)
    for (int x = 0; x <= width; ++x) p.positions.emplace_back(x, between(-20, 20, 64), z);
  const auto at = [&](int x, int z) { return scene::Index(z * (width + 1) + x); };
  for (int z = 0; z < depth; ++z)
    for (int x = 0; x < width; ++x)
      for (const scene::Index corner :
           {at(x, z), at(x, z + 1), at(x + 1, z), at(x + 1, z), at(x, z + 1), at(x + 1, z + 1)})
        p.indices.push_back(corner);
  p.normals.assign(p.positions.size(), Vec3(0, 1, 0));
  for (std::size_t set = 0; set < std::size_t(*rc::gen::inRange(1, 3)); ++set)
    for (std::size_t i = 0; i < p.positions.size(); ++i) p.uvs[set].push_back(any_uv());
  if (*rc::gen::arbitrary<bool>()) add_bones(p);
  if (*rc::gen::arbitrary<bool>()) {
    std::vector<float> radii;
    for (std::size_t i = 0; i < p.positions.size(); ++i) radii.push_back(between(0, 100, 64));
    p.custom.push_back({"RADIUS", radii});
  }
  if (*rc::gen::arbitrary<bool>())
    p.tangents.assign(p.positions.size(), Vec4(1, 0, 0, *rc::gen::element(-1.0F, 1.0F)));
  if (*rc::gen::arbitrary<bool>()) {
    std::vector<float> pieces;
    for (std::size_t i = 0; i < p.positions.size(); ++i)
      pieces.push_back(float(*rc::gen::inRange(0, (1 << 24) + 1)));
    p.custom.push_back({"PIECE", pieces});
  }
  return p;
}

void add_mesh(scene::Scene& s, scene::Node node, scene::Primitive p, scene::Index parent) {
  node.mesh = scene::Index(s.meshes.size());
  s.meshes.push_back({.name = node.name});
  s.meshes.back().primitives.push_back(std::move(p));
  add_node(s, std::move(node), parent);
}

std::string any_name(int number) {
  const auto length = std::size_t(*rc::gen::inRange(1, 12));
  std::string name;
  while (name.size() < length) name += *rc::gen::elementOf(std::string("abcXYZ_019"));
  return fmt::format("{}{}", name, number);
}

/// Parts with one to three levels, as to_scene() would name and order them.
scene::Scene any_scene(ShapeNames& names) {
  scene::Scene s;
  const scene::Index root = add_node(s, {.name = "model"});
  const int parts = *rc::gen::inRange(1, 5);
  for (int part = 0; part < parts; ++part) {
    const std::string stem = any_name(part);
    const auto levels = std::uint32_t(*rc::gen::inRange(1, 4));
    for (std::uint32_t level = 0; level < levels; ++level) {
      const std::string shape = level == 0 ? stem + "Shape" : fmt::format("{}_lod{}Shape", stem, level);
      names.add(shape);
      add_mesh(s, {.name = shape, .lod = level}, any_surface(), root);
    }
  }
  if (const int plates = *rc::gen::inRange(0, 3); plates > 0) {
    const scene::Index group = add_node(s, {.name = "armor", .role = scene::Role::armor}, root);
    for (int i = 0; i < plates; ++i) {
      scene::Primitive p = any_surface();
      scene::Primitive plate;
      for (const scene::Index corner : p.indices) {
        plate.positions.push_back(p.positions[corner]);
        plate.normals.emplace_back(0, 1, 0);
      }
      scene::Node node{.name = fmt::format("plate_{}", i), .role = scene::Role::armor};
      node.extras = {{"layer", std::uint64_t(*rc::gen::inRange(1, 65536))},
                     {"material", std::uint64_t(*rc::gen::inRange(1, 65536))}};
      add_mesh(s, std::move(node), std::move(plate), group);
    }
  }
  return s;
}

std::uint64_t number_in(const scene::Node& node, std::string_view name) {
  const auto found = std::ranges::find(node.extras, name, &std::pair<std::string, JsonValue>::first);
  return found == node.extras.end() ? 0 : *found->second.get_if<std::uint64_t>();
}

TEST(GeometryMakeProperty, ScenesWithinTheLimitsComeBack) {
  const bool held = rc::check("scene, file, scene", [] {
    ShapeNames names;
    const scene::Scene before = any_scene(names);
    const auto file = from_scene(before, {.encoded = *rc::gen::arbitrary<bool>()});
    RC_ASSERT(file.has_value());
    RC_ASSERT(file->losses.empty());
    const auto bytes = write(file->file);
    RC_ASSERT(bytes.has_value());
    const File again = read(*bytes).value();
    Findings findings;
    validate(again, findings);
    RC_ASSERT(findings.all().empty());
    const scene::Scene after = cases::everything_of(again, names);
    ::testing::TestPartResultArray problems;
    {
      ::testing::ScopedFakeTestPartResultReporter reporter(
          ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &problems);
      cases::expect_same_models(before, after, 0);
    }
    if (problems.size() > 0) RC_FAIL(problems.GetTestPartResult(0).message());
    for (std::size_t i = 0; i < before.nodes.size(); ++i)
      for (const char* key : {"layer", "material"})
        if (before.nodes[i].role == scene::Role::armor)
          RC_ASSERT(number_in(before.nodes[i], key) == number_in(after.nodes[i], key));
  });
  EXPECT_TRUE(held);
}

/// Without a list of names: pairs and parts as many as there were.
TEST(GeometryMakeProperty, IdsAloneProveThePairs) {
  const bool held = rc::check("pairs", [] {
    ShapeNames names;
    const File file = from_scene(any_scene(names)).value().file;
    const Pairing pairing = pair_mappings(file, decode(file), ShapeNames());
    RC_ASSERT(pairing.pairs.size() == file.vertex_mappings.size());
    for (const Pair& pair : pairing.pairs) {
      RC_ASSERT(pair.vertices == pair.indices);
      RC_ASSERT(pair.by == PairedBy::ids);
    }
  });
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace mw::wows::geometry
