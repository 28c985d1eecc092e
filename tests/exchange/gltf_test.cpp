#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/exchange/gltf.h>
#include <meshwright/scene/diff.h>

#include <cstring>
#include <limits>

#include "gltf_fixtures.h"
#include "scene/scenes.h"
#include "support/bytes.h"
#include "support/losses.h"

namespace mw::exchange {
namespace {

using scene::Scene;

/// The same file with another JSON.
Bytes with_json(const Bytes& glb, std::string json) {
  const std::string old = json_chunk(glb);
  json.resize((json.size() + 3) / 4 * 4, ' ');
  Bytes out(glb.begin(), glb.begin() + 20);
  const auto length = std::uint32_t(json.size());
  std::memcpy(out.data() + 12, &length, 4);
  const ByteSpan text = bytes_of(json);
  out.insert(out.end(), text.begin(), text.end());
  out.insert(out.end(), glb.begin() + 20 + std::ptrdiff_t(old.size()), glb.end());
  const auto size = std::uint32_t(out.size());
  std::memcpy(out.data() + 8, &size, 4);
  return out;
}

TEST(Gltf, ARichSceneComesBackWhole) {
  const Scene original = test::rich_scene();
  const auto again = read_gltf(glb_of(original));
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(hash(*again), hash(original));
  EXPECT_TRUE(again->losses.empty());
}

TEST(Gltf, ReadingAndWritingKeepsEveryBit) {
  const Bytes glb = glb_of(test::rich_scene());
  EXPECT_EQ(glb_of(read_gltf(glb).value()), glb);
}

TEST(Gltf, SeparateFilesHoldTheSame) {
  const auto file = write_gltf(test::rich_scene(), {.bin_uri = "x.bin"}).value();
  const LoadFile load = [&](const std::string& uri) -> Result<Bytes> {
    EXPECT_EQ(uri, "x.bin");
    return file.bin;
  };
  const auto again = read_gltf(file.bytes, load);
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(hash(*again), hash(test::rich_scene()));
  EXPECT_EQ(to_string(read_gltf(file.bytes).error()),
            "buffers[0].uri: \"x.bin\": there is nobody to load it");
}

TEST(Gltf, BuffersAreNamedByPathsOrUrisOfFiles) {
  const auto loaded = [](const std::string& uri) {
    std::string asked = "nothing";
    const LoadFile load = [&](const std::string& path) -> Result<Bytes> {
      asked = path;
      return Bytes(4);
    };
    const std::string text =
        R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":4,"uri":")" + uri + R"("}]})";
    const auto scene = read_gltf(bytes_of(text), load);
    return scene ? asked : to_string(scene.error());
  };
  EXPECT_EQ(loaded("a%20b.bin"), "a b.bin");
  EXPECT_EQ(loaded("file:///folder/a%20b.bin"), "/folder/a b.bin");
  EXPECT_EQ(loaded("https://example.com/a.bin"),
            "buffers[0].uri: \"https://example.com/a.bin\": is an address, not a file");
}

TEST(Gltf, CompressionKeepsGeometryAndRoundsTheRest) {
  const Scene original = test::rich_scene();
  const auto again = read_gltf(write_gltf(original, {.compress = true})->bytes);
  ASSERT_TRUE(again) << to_string(again.error());
  const scene::Primitive& a = original.meshes[0].primitives[0];
  const scene::Primitive& b = again->meshes[0].primitives[0];
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.uvs, b.uvs);
  EXPECT_EQ(a.joints, b.joints);
  for (std::size_t i = 0; i < a.normals.size(); ++i) {
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(a.normals[i][k], b.normals[i][k], 1 / 127.0F);
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(a.weights[i][k], b.weights[i][k], 1 / 255.0F);
  }
  for (const scene::Difference& d : scene::diff(original, *again))
    EXPECT_EQ(d.where.find("positions"), d.where.npos) << d.where;
}

TEST(Gltf, CompressionSavesSpaceOnARealMesh) {
  Scene s;
  scene::Primitive p;
  for (int i = 0; i < 100; ++i)
    for (int k = 0; k < 100; ++k) {
      p.positions.emplace_back(i, 0, k);
      p.normals.emplace_back(0, 1, 0);
    }
  for (scene::Index i = 0; i + 101 < 10000; ++i) p.indices.insert(p.indices.end(), {i, i + 1, i + 101});
  s.meshes.push_back({.primitives = {p}});
  add_node(s, {.mesh = 0});
  EXPECT_LT(write_gltf(s, {.compress = true})->bytes.size() * 4, write_gltf(s)->bytes.size());
}

/// A file without a scene to begin with need not be shown at all.
TEST(Gltf, SaysWhichSceneToShow) {
  const auto json = parse_json(json_chunk(glb_of(test::rich_scene())));
  ASSERT_TRUE(json);
  ASSERT_NE(json->find("scene"), nullptr);
  EXPECT_EQ(*json->find("scene")->get_if<std::uint64_t>(), 0U);
  const JsonValue& scene = json->find("scenes")->get_if<JsonArray>()->at(0);
  EXPECT_EQ(*scene.find("name")->get_if<std::string>(), "everything");
  const JsonArray& roots = *scene.find("nodes")->get_if<JsonArray>();
  ASSERT_EQ(roots.size(), 2U);
  EXPECT_EQ(*roots[0].get_if<std::uint64_t>(), 0U);
  EXPECT_EQ(*roots[1].get_if<std::uint64_t>(), 3U);
  EXPECT_EQ(*json->find("asset")->find("version")->get_if<std::string>(), "2.0");
}

TEST(Gltf, NamesAreUniqueAndKept) {
  const std::string json = json_chunk(glb_of(test::rich_scene()));
  EXPECT_NE(json.find(R"("name":"bone","translation")"), json.npos) << json;
  EXPECT_NE(json.find(R"({"name":"bone.1","extras":{"name":"bone"}})"), json.npos) << json;
}

TEST(Gltf, NamesThatLookNumberedStayApart) {
  Scene s;
  for (const char* name : {"a.1", "a", "a", "a", "a.1"}) add_node(s, {.name = name});
  const std::string json = json_chunk(glb_of(s));
  for (const char* name : {"a", "a.1", "a.2", "a.3", "a.1.1"})
    EXPECT_NE(json.find(fmt::format(R"({{"name":"{}")", name)), json.npos) << name << json;
}

TEST(Gltf, AMeshWithoutVerticesIsLeftOutAndTheNextTakesItsNumber) {
  Scene s;
  s.meshes.push_back({.name = "empty"});
  s.meshes.push_back({.name = "full", .primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}});
  add_node(s, {.name = "a", .mesh = 0});
  add_node(s, {.name = "b", .mesh = 1});
  const GltfFile file = write_gltf(s).value();
  EXPECT_EQ(file.losses, std::vector<std::string>{"mesh \"empty\" has no vertices"});
  const std::string json = json_chunk(file.bytes);
  EXPECT_NE(json.find(R"("nodes":[{"name":"a"},{"name":"b","mesh":0}],"meshes":[{"name":"full")"), json.npos)
      << json;
}

TEST(Gltf, ChannelsWithTheSameTimesShareThem) {
  Scene s;
  add_node(s, {.name = "a"});
  const std::vector<float> times = {0, 1};
  s.animations.push_back({.name = "walk", .length = 1});
  s.animations[0].channels = {
      {.target = scene::Target::translation, .times = times, .values = {0, 0, 0, 1, 2, 3}},
      {.target = scene::Target::scale, .times = times, .values = {1, 1, 1, 2, 2, 2}},
      {.target = scene::Target::rotation, .components = 4, .times = {0}, .values = {0, 0, 0, 1}}};
  const Bytes glb = glb_of(s);
  const std::string json = json_chunk(glb);
  EXPECT_NE(json.find(R"("samplers":[{"input":0,"interpolation":"LINEAR","output":1},)"
                      R"({"input":0,"interpolation":"LINEAR","output":2},)"
                      R"({"input":3,"interpolation":"LINEAR","output":4}])"),
            json.npos)
      << json;
  EXPECT_EQ(hash(read_gltf(glb).value()), hash(s));
}

TEST(Gltf, ASkinWithoutBonesMakesNoEmptyAccessor) {
  Scene s;
  add_node(s, {.name = "a"});
  s.skins.push_back({.name = "bare"});
  const std::string json = json_chunk(glb_of(s));
  EXPECT_EQ(json.find("accessors"), json.npos) << json;
  EXPECT_EQ(json.find("bufferViews"), json.npos) << json;
}

/// Joints fit a byte each up to number 255.
TEST(Gltf, SkinsOfManyBonesComeBack) {
  for (const std::size_t count : {256U, 257U}) {
    Scene s;
    scene::Skin skin;
    for (std::size_t i = 0; i < count; ++i)
      skin.joints.push_back(add_node(s, {.name = "b" + std::to_string(i)}));
    skin.inverse_binds.assign(count, Mat4(1));
    const auto last = std::uint16_t(count - 1);
    s.skins.push_back(skin);
    s.meshes.push_back(
        {.primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                         .joints = {{last, 0, 0, 0}, {1, 2, 3, last}, {7, last, 0, 0}},
                         .weights = {{1, 0, 0, 0}, {0.25F, 0.25F, 0.25F, 0.25F}, {0.5F, 0.5F, 0, 0}},
                         .custom = {{"LAST", {1, 2, 3}}}}}});
    add_node(s, {.name = "body", .mesh = 0, .skin = 0});
    for (const bool compress : {false, true}) {
      const Bytes glb = write_gltf(s, {.compress = compress})->bytes;
      const auto again = read_gltf(glb);
      ASSERT_TRUE(again) << to_string(again.error());
      EXPECT_EQ(again->meshes[0].primitives[0].joints, s.meshes[0].primitives[0].joints);
      EXPECT_EQ(again->meshes[0].primitives[0].custom[0].values, (std::vector<float>{1, 2, 3}));
      const int component = count > 256 ? 5123 : 5121;
      EXPECT_NE(
          json_chunk(glb).find(fmt::format("\"componentType\":{},\"count\":3,\"type\":\"VEC4\"", component)),
          std::string::npos)
          << json_chunk(glb).substr(json_chunk(glb).find("accessors"));
    }
  }
}

TEST(Gltf, MendsWhatGltfForbidsAndSaysSo) {
  Scene s = test::rich_scene();
  scene::Primitive& p = s.meshes[0].primitives[0];
  p.positions[0].x = std::numeric_limits<float>::quiet_NaN();
  p.normals[1] = {0, 0, 2};
  p.normals[2] = {0, 0, 0};
  p.tangents[0].w = 0;
  p.weights[2] = {0.5F, 0.499998F, 0, 0};  // scaled too, but not told
  p.weights[3] = {1, 1, 0, 0};
  p.joints[3] = {0, 1, 7, 7};
  p.uvs[0][0].x = std::numeric_limits<float>::infinity();
  const auto file = write_gltf(s).value();
  EXPECT_EQ(file.losses,
            (std::vector<std::string>{
                "1 positions are not finite; they are written as 0",
                "2 normals are not unit vectors; they are written with length 1",
                "1 tangents are not unit vectors with a sign of 1 or -1; they are written so",
                "1 vertices have weights that do not add up to 1; they are scaled to do so",
                "1 other numbers are not finite; they are written as 0",
                "1 light is in extras only; --lights writes it as a light",
                "2 textures are names only: body_d, body_l; --textures DIR tells where to look for "
                "images",
            }));
  const scene::Primitive again = read_gltf(file.bytes)->meshes[0].primitives[0];
  EXPECT_EQ(again.positions[0], Vec3(0));
  EXPECT_EQ(again.normals[1], Vec3(0, 0, 1));
  EXPECT_EQ(again.weights[3], Vec4(0.5F, 0.5F, 0, 0));
  EXPECT_EQ(again.joints[3], scene::U16Vec4(0, 1, 0, 0));
}

TEST(Gltf, ImagesAreEmbeddedOrLinked) {
  const FindImage embed = [](const std::string& name) -> std::optional<Image> {
    if (name != "body_d") return std::nullopt;
    return Image{"image/png", Bytes(5, std::byte(7))};
  };
  const auto file =
      write_gltf(test::rich_scene(), {.lights = true, .find_image = embed, .searched = "skins"}).value();
  EXPECT_EQ(file.losses,
            (std::vector<std::string>{"1 texture is a name only: body_l; --textures skins and all "
                                      "folders below it were searched"}));
  const std::string json = json_chunk(file.bytes);
  EXPECT_NE(json.find(R"("baseColorTexture":{"index":0})"), json.npos) << json;
  EXPECT_NE(json.find(R"("images":[{"name":"body_d","bufferView":)"), json.npos) << json;
  const FindImage link = [](const std::string&) {
    return Image{.mime = "image/png", .uri = "textures/a.png"};
  };
  const std::string linked = json_chunk(write_gltf(test::rich_scene(), {.find_image = link})->bytes);
  EXPECT_NE(linked.find(R"({"name":"body_d","uri":"textures/a.png"})"), linked.npos) << linked;
}

TEST(Gltf, AnImageUnderTwoNamesIsStoredOnce) {
  Scene s = test::rich_scene();
  s.materials[0].textures = {{"base_color", "Hide", 0}, {"normal", "hide", 0}, {"emissive", "other", 0}};
  const FindImage embed = [](const std::string& name) {
    return Image{"image/png", Bytes(5, std::byte(name == "other" ? 1 : 7))};
  };
  const FindImage link = [](const std::string& name) {
    return Image{.mime = "image/png", .uri = name == "other" ? "b.png" : "a.png"};
  };
  for (const FindImage& find : {embed, link}) {
    const std::string json = json_chunk(write_gltf(s, {.find_image = find})->bytes);
    EXPECT_NE(json.find(R"("textures":[{"source":0},{"source":1}])"), json.npos) << json;
    EXPECT_NE(json.find(R"("normalTexture":{"index":0},"emissiveTexture":{"index":1})"), json.npos) << json;
  }
}

TEST(Gltf, ImagesThatCannotBeUsedAreToldWithTheReason) {
  const FindImage broken = [](const std::string& name) -> std::optional<Image> {
    if (name == "body_d") return Image{.mime = {}, .problem = "b.tga: 0x00000010: depth: 7"};
    return Image{"image/png", Bytes(5, std::byte(7))};
  };
  const auto file = write_gltf(test::rich_scene(), {.lights = true, .find_image = broken}).value();
  EXPECT_EQ(file.losses, (std::vector<std::string>{
                             "texture body_d is a name only: b.tga: 0x00000010: depth: 7",
                             "texture \"body_l\" is kept, but glTF has no use for its role \"lightmap\""}));
}

TEST(Gltf, ImagesOfAKindThatIsNotReadAreToldOfTogether) {
  const FindImage unread = [](const std::string&) { return Image{.mime = {}, .unread = ".tpc"}; };
  const auto file = write_gltf(test::rich_scene(), {.lights = true, .find_image = unread}).value();
  EXPECT_EQ(file.losses, (std::vector<std::string>{"2 textures are names only: body_d, body_l; textures of "
                                                   "this kind (.tpc) are not read yet"}));
  const FindImage two_kinds = [](const std::string& name) {
    return Image{.mime = {}, .unread = name == "body_d" ? ".webp" : ".tpc"};
  };
  EXPECT_EQ(write_gltf(test::rich_scene(), {.lights = true, .find_image = two_kinds}).value().losses,
            (std::vector<std::string>{
                "1 texture is a name only: body_l; textures of this kind (.tpc) are not read yet",
                "1 texture is a name only: body_d; textures of this kind (.webp) are not read yet"}));
}

TEST(Gltf, EscapedNamesOfOtherFilesAreUnderstood) {
  const auto file = write_gltf(test::rich_scene(), {.bin_uri = "a%20b.bin"}).value();
  const LoadFile load = [&](const std::string& path) -> Result<Bytes> {
    EXPECT_EQ(path, "a b.bin");
    return file.bin;
  };
  EXPECT_TRUE(read_gltf(file.bytes, load));
  const std::string json =
      R"({"asset":{"version":"2.0"},"images":[{"uri":"my%20rock.png"}],"textures":[{"source":0}],)"
      R"("materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}]})";
  const auto foreign = read_gltf(bytes_of(json));
  ASSERT_TRUE(foreign) << to_string(foreign.error());
  EXPECT_EQ(foreign->materials[0].textures[0].name, "my rock.png");
}

TEST(Gltf, AContradictorySceneIsRefused) {
  Scene s = test::rich_scene();
  s.meshes[0].primitives[0].indices[0] = 9;
  EXPECT_EQ(to_string(write_gltf(s).error()), "meshes[0].primitives[0].indices[0]: 9 >= vertex count 4");
}

TEST(Gltf, StripsFansAndLoopsBecomeLists) {
  Scene s;
  scene::Primitive p;
  p.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  p.indices = {0, 1, 2, 2, 1, 3};
  s.meshes.push_back({.primitives = {p}});
  add_node(s, {.mesh = 0});
  const Bytes glb = glb_of(s);
  const auto indices = [&](int mode) {
    std::string json = json_chunk(glb);
    const std::string from = R"(,"indices":1)";
    json.replace(json.find(from), from.size(), ",\"mode\":" + std::to_string(mode));
    return read_gltf(with_json(glb, json))->meshes[0].primitives[0].indices;
  };
  EXPECT_EQ(indices(5), (std::vector<scene::Index>{0, 1, 2, 1, 3, 2}));
  EXPECT_EQ(indices(6), (std::vector<scene::Index>{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(indices(2), (std::vector<scene::Index>{0, 1, 1, 2, 2, 3, 3, 0}));
  EXPECT_EQ(indices(3), (std::vector<scene::Index>{0, 1, 1, 2, 2, 3}));
}

TEST(Gltf, BadFilesAreNamed) {
  const Bytes glb = write_gltf(test::rich_scene(), {.lights = true})->bytes;
  const auto message = [&](const std::string& from, const std::string& to) {
    std::string json = json_chunk(glb);
    EXPECT_NE(json.find(from), json.npos) << from;
    json.replace(json.find(from), from.size(), to);
    const auto read = read_gltf(with_json(glb, json));
    return read ? "no error" : to_string(read.error());
  };
  EXPECT_EQ(message(R"("version":"2.0")", R"("version":"1.0")"), "asset.version: expected 2.0, got \"1.0\"");
  EXPECT_EQ(message(R"("asset")", R"("asset2")"), "asset: missing: this is not glTF");
  EXPECT_EQ(message(R"("POSITION":0)", R"("POSITION":99)"),
            "meshes[0].primitives[0].attributes.POSITION: 99 is not one of 20");
  EXPECT_EQ(message(R"("mesh":0)", R"("mesh":2)"), "nodes[3].mesh: 2 is not one of 2");
  EXPECT_EQ(message(R"("mesh":0)", R"("mesh":-1)"),
            "nodes[3].mesh: expected a natural number, got an integer");
  EXPECT_EQ(message(R"("count":4)", R"("count":5)"),
            "accessors[0]: 5 elements of 96 bytes at 0 do not fit a view of 384 bytes");
  EXPECT_EQ(message(R"("count":4)", R"("count":18446744073709551615)"),
            "accessors[0]: 18446744073709551615 elements of 96 bytes at 0 do not fit a view of 384 bytes");
  EXPECT_EQ(message(R"("type":"VEC3")", R"("type":"VEC9")"),
            "accessors[0].type: expected VEC3, got \"VEC9\"");
  EXPECT_EQ(message(R"("byteLength":384)", R"("byteLength":99999)"),
            "bufferViews[0]: 99999 bytes at 0 do not fit a buffer of 716");
  EXPECT_EQ(message(R"("byteLength":384)", R"("byteLangth":384)"),
            "accessors[0]: 4 elements of 96 bytes at 0 do not fit a view of 0 bytes");
  EXPECT_EQ(message(R"("children":[2])", R"("children":[0])"),
            "nodes[0]: reached twice: a cycle or a shared child");
  EXPECT_EQ(message(R"("extensionsUsed")", R"("extensionsRequired":["X_y"],"extensionsUsed")"),
            "extensionsRequired: X_y is not understood");
  Bytes version = glb;
  test::put(version, 4, std::uint32_t(1));
  EXPECT_EQ(to_string(read_gltf(version).error()), "0x00000004: version: expected 2, got 1");
  Bytes chunk = glb;
  test::put(chunk, 12, std::uint32_t(1 << 30));
  EXPECT_TRUE(to_string(read_gltf(chunk).error())
                  .starts_with("0x0000000c: chunk.length: 1073741824 bytes, but only "));
}

TEST(Gltf, EveryTruncationIsAnError) {
  const Bytes glb = glb_of(test::rich_scene());
  for (std::size_t size = 0; size < glb.size(); ++size)
    EXPECT_FALSE(read_gltf(test::prefix(glb, size))) << size;
}

TEST(Gltf, MutantsNeverCrash) {
  const Bytes originals[] = {glb_of(test::rich_scene()),
                             write_gltf(test::rich_scene(), {.compress = true})->bytes};
  std::size_t readable = 0;
  for (std::uint32_t seed = 0; seed < 20000; ++seed) {
    const auto scene = read_gltf(test::mutant(originals[seed % 2], seed));
    if (!scene) continue;
    ++readable;
    EXPECT_TRUE(write_gltf(*scene)) << seed;
  }
  EXPECT_GT(readable, 500U);
}

/// A few bytes of JSON may not stand for gigabytes.
TEST(Gltf, ManyPrimitivesOnOneAccessorAreLimited) {
  Scene s;
  scene::Primitive p;
  p.positions.resize(300000);
  s.meshes.push_back({.primitives = {p}});
  add_node(s, {.mesh = 0});
  const Bytes glb = glb_of(s);
  std::string json = json_chunk(glb);
  const std::string primitive = R"({"attributes":{"POSITION":0}})";
  std::string many = primitive;
  for (int i = 0; i < 200; ++i) many += "," + primitive;
  json.replace(json.find(primitive), primitive.size(), many);
  const auto read = read_gltf(with_json(glb, json));
  ASSERT_FALSE(read);
  EXPECT_NE(to_string(read.error()).find("too much for this file"), std::string::npos)
      << to_string(read.error());
}

TEST(Gltf, Sniffs) {
  EXPECT_TRUE(sniff_gltf(glb_of(test::rich_scene())));
  EXPECT_TRUE(sniff_gltf(bytes_of("\n { \"asset\" : {\"version\":\"2.0\"}}")));
  EXPECT_FALSE(sniff_gltf(bytes_of("{\"format\": \"kotor-walkmesh\", \"name\": \"asset\"}")));
  EXPECT_FALSE(sniff_gltf({}));
}

TEST(Gltf, JsonOfATextIsWrongInALine) {
  const auto message = to_string(read_gltf(bytes_of("{\n  \"asset\": {\"version\": \"2.0\"},\n}")).error());
  EXPECT_TRUE(message.starts_with("line 3, column 1: not JSON: ")) << message;
}

TEST(Gltf, ATextureWithoutNameAndImageIsToldSo) {
  Scene s;
  s.materials.push_back({.name = "m", .textures = {{"base_color", "", 0}}});
  s.meshes.push_back({.primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .material = 0}}});
  add_node(s, {.name = "n", .mesh = 0});
  EXPECT_EQ(mw::test::count(write_gltf(s)->losses, "1 texture has neither a name nor an image"), 1);
}

}  // namespace
}  // namespace mw::exchange
