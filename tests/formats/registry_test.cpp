#include <gtest/gtest.h>
#include <meshwright/formats/registry.h>

#include <fstream>
#include <iterator>
#include <set>

#include "support/bytes.h"

namespace mw {
namespace {

/// The codec's versions are global: one format's choice must not reach into another's file.
TEST(Registry, CompressedGltfDoesNotChangeWhatGeometryEncodes) {
  const Format& geometry = *find_format("wows-geometry");
  const Bytes before = geometry.sample({}).value().bytes;
  const auto scene = geometry.to_scene({before}, {}).value();
  ASSERT_TRUE(find_format("gltf")->from_scene(scene, {.name = "a.glb", .compress = true}));
  EXPECT_EQ(geometry.sample({}).value().bytes, before);
}

TEST(Registry, EverySampleIsRecognisedAndComesBack) {
  for (const Format* format : formats()) {
    if (format->sample == nullptr) continue;
    for (const std::string_view extension : format->extensions) {
      const auto sample = format->sample({.extension = extension});
      ASSERT_TRUE(sample) << format->id;
      const auto found = recognise(sample->bytes);
      ASSERT_TRUE(found) << format->id;
      EXPECT_EQ(*found, format);
      const std::string name = "x" + std::string(extension);
      Source source{sample->bytes, name};
      if (sample->companion) source.companion = *sample->companion;
      const auto again = format->rewrite(source, {});
      ASSERT_TRUE(again) << format->id;
      EXPECT_EQ(again->bytes, sample->bytes) << format->id;
      EXPECT_EQ(again->companion, sample->companion) << format->id;
      if (format->extensions.size() > 1) {
        EXPECT_EQ("." + format->info(source)->variant, extension);
      }
    }
  }
}

TEST(Registry, SaysWhatAnUnknownFileLooksLike) {
  const auto message = [](ByteSpan bytes) { return to_string(recognise(bytes).error()); };
  EXPECT_EQ(message({}), "0x00000000: the file is empty");
  EXPECT_EQ(message(Bytes(100)), "0x00000000: not a known format: all 100 bytes are zero");
  EXPECT_EQ(message(bytes_of("hello world")),
            "0x00000000: not a known format: it starts with the text \"hello wo\"");
  EXPECT_EQ(message(bytes_of("\x89PNG\r\n\x1a\nrest")),
            "0x00000000: not a known format: it starts with the bytes 89504e470d0a1a0a");
}

TEST(Registry, JsonSaysWhichFormatItHolds) {
  const auto message = [](std::string_view text) {
    return to_string(format_of_json(JsonText::parse(text).value()).error());
  };
  EXPECT_EQ(message("{}"), "format: missing: this JSON does not say what it holds");
  EXPECT_EQ(message("{\"format\":\"x\"}"), "format: \"x\" is not a known format");
  EXPECT_EQ((*format_of_json(JsonText::parse("{\"format\":\"kotor-walkmesh\"}").value()))->id, "kotor-walkmesh");
}

TEST(Registry, CodesAreUniqueOverAllFormats) {
  std::set<std::string_view> codes;
  for (const Format* format : formats()) {
    if (format->finding_kinds == nullptr) continue;
    for (const FindingKind& kind : format->finding_kinds())
      EXPECT_TRUE(codes.insert(kind.code).second) << kind.code;
  }
}

TEST(Docs, IssuesPageIsFresh) {
  std::ifstream stream(MESHWRIGHT_DOCS "/ISSUES.md", std::ios::binary);
  const std::string page((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  EXPECT_EQ(page, findings_as_markdown()) << "run `make docs`";
}

}  // namespace
}  // namespace mw
