#include <gtest/gtest.h>
#include <meshwright/formats/diff.h>

#include <random>

#include "recorded.h"
#include "subjects.h"
#include "told.h"

namespace mw {
namespace {

using test::Aspects;
using test::Recorded;
using test::Subject;

constexpr std::uint32_t kDamages = 80;

bool is_text(const Bytes& bytes) {
  return std::ranges::all_of(bytes, [](std::byte b) { return b != std::byte(0) && b < std::byte(128); });
}

/// One word of a text exchanged, or a line lost, repeated or moved.
Bytes damaged_text(const Bytes& original, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t limit) { return limit == 0 ? 0 : std::size_t(random()) % limit; };
  std::string text(text_of(original));
  const std::size_t at = below(text.size());
  const std::size_t kind = below(8);
  if (kind < 5) {
    constexpr std::string_view kBreaks = " \t\r\n,:[]{}\"";
    constexpr const char* kWords[] = {"0",    "1", "-1", "2",    "3",     "1e30", "nan", "0.5",
                                      "NULL", "x", "",   "null", "65536", "true", "4",   "99999999999"};
    const std::size_t begin = text.find_first_not_of(kBreaks, at);
    if (begin == text.npos) return original;
    const std::size_t end = std::min(text.find_first_of(kBreaks, begin), text.size());
    text.replace(begin, end - begin, kWords[below(std::size(kWords))]);
  } else {
    const std::size_t before = text.rfind('\n', at);
    const std::size_t begin = before == text.npos ? 0 : before + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string line = text.substr(begin, end - begin);
    if (kind != 5) text.erase(begin, end - begin);
    if (kind != 6) text.insert(kind == 5 ? begin : text.find('\n', below(text.size())) + 1, line);
  }
  const ByteSpan bytes = bytes_of(text);
  return {bytes.begin(), bytes.end()};
}

/// One aligned word set to a value that is near to it or telling.
Bytes with_a_word(Bytes bytes, std::uint32_t seed) {
  std::mt19937 random(seed);
  if (bytes.size() < 8) return bytes;
  const std::size_t at = random() % (bytes.size() / 4) * 4;
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + at, 4);
  const std::uint32_t values[] = {word + 1,   word - 1,   word * 2,   0,          1,        word ^ 0x80000000,
                                  0x3F000000, 0x7FC00000, 0xFFFFFFFF, word + 100, word / 2, 0x41200000};
  word = values[random() % std::size(values)];
  std::memcpy(bytes.data() + at, &word, 4);
  return bytes;
}

Output damaged(const Subject& subject, std::uint32_t seed) {
  Output output = subject.output;
  const bool companion = output.companion && seed % 4 == 3;
  Bytes& bytes = companion ? *output.companion : output.bytes;
  if (is_text(bytes)) {
    bytes = damaged_text(bytes, seed);
  } else {
    bytes = seed % 3 == 0 ? test::mutant(bytes, seed) : with_a_word(std::move(bytes), seed);
  }
  return output;
}

std::string differences(const Document& a, const Document& b, const DiffOptions& options) {
  std::string text;
  const auto summary = diff(a, b, options, [&](const Difference& d) {
    text += fmt::format("{}: {} -> {} {} {} {}\n", d.where, d.a, d.b, int(d.kind), d.group, d.deviation);
  });
  if (!summary) return "error: " + to_string(summary.error());
  return text + fmt::format("{} {} {}\n", summary->through_scene, summary->differences, summary->layout);
}

Aspects all_of(const Subject& subject, const Output& output, const Document& sound) {
  const auto document = test::opened(subject, output);
  if (!document)
    return {{"error", to_string(document.error())},
            {"fields", test::fields_of({.blob = Blob(output.bytes), .name = subject.file})}};
  Aspects aspects{{"info", test::info_of(*document)}, {"findings", test::findings_in(*document)}};
  const char* target = subject.file == "made.glb" ? "made.obj" : "made.glb";
  test::append(aspects, target,
               test::told(convert(*document, {.format = find_by_name(target), .name = target})));
  if (subject.format->rebuild != nullptr) {
    OptionValues fix;
    fix.set("fix");
    test::append(aspects, "rebuilt", test::rebuilt(*document, {}));
    test::append(aspects, "rebuilt and fixed", test::rebuilt(*document, fix));
  }
  if (subject.format->text != nullptr)
    test::append(aspects, "text", test::told(convert(*document, {.format = subject.format->text})));
  aspects.emplace_back("differences", differences(sound, *document, {}));
  aspects.emplace_back("differences of the scenes", differences(sound, *document, {.scene = true}));
  return aspects;
}

void record_damaged(Recorded& recorded, const Subject& subject) {
  const auto sound = test::opened(subject, subject.output);
  ASSERT_EQ(test::message_of(sound), test::kNoError) << subject.name;
  recorded.add(subject.name + " sound", all_of(subject, subject.output, *sound));
  for (std::uint32_t seed = 0; seed < kDamages; ++seed)
    recorded.add(fmt::format("{} damaged {}", subject.name, seed),
                 all_of(subject, damaged(subject, seed), *sound));
}

TEST(GoldenDamaged, Samples) {
  Recorded recorded("damaged");
  for (const Subject& subject : test::samples()) record_damaged(recorded, subject);
  recorded.expect_same();
}

TEST(GoldenDamaged, ScenesInOtherFormats) {
  Recorded recorded("damaged_exchanged");
  for (const Subject& subject : test::exchanged()) record_damaged(recorded, subject);
  recorded.expect_same();
}

}  // namespace
}  // namespace mw
