#include <gtest/gtest.h>

#include <algorithm>

#include "recorded.h"
#include "subjects.h"
#include "told.h"

namespace mw {
namespace {

using test::in_words;
using test::Recorded;
using test::Setting;
using test::settings;
using test::Subject;

constexpr Use kFromDocument = Use::rewrite | Use::json | Use::to_scene | Use::compile | Use::decompile;
constexpr Use kToDocument = Use::from_scene | Use::compile | Use::decompile;

/// The options of both ends, each value once.
std::vector<Setting> settings_between(const Format& from, const Format& to) {
  std::vector<Setting> all = settings(from.options, kFromDocument);
  for (const Setting& setting : settings(to.options, kToDocument)) {
    const auto is_same = [&](const Setting& s) { return s.name == setting.name && s.value == setting.value; };
    if (std::ranges::none_of(all, is_same)) all.push_back(setting);
  }
  return all;
}

void record_conversions(Recorded& recorded, const Subject& subject, const Document& document) {
  for (const Format* target : targets_of(*subject.format)) {
    const auto made = [&](std::string_view extension, const OptionValues& options) {
      return test::told(convert(
          document, {.format = target, .name = fmt::format("made{}", extension), .options = options}));
    };
    for (const std::string_view extension : target->extensions)
      recorded.add(fmt::format("{} to made{}", subject.name, extension), made(extension, {}));
    for (const Setting& setting : settings_between(*subject.format, *target))
      recorded.add(
          fmt::format("{} to made{} with {}", subject.name, target->extensions.front(), in_words(setting)),
          made(target->extensions.front(), test::with(setting)));
  }
}

void record_all(Recorded& recorded, const Subject& subject) {
  const auto document = test::opened(subject, subject.output);
  ASSERT_EQ(test::message_of(document), test::kNoError) << subject.name;
  recorded.add(subject.name, test::told(subject.output));
  recorded.add(subject.name + " info", test::info_of(*document));
  recorded.add(subject.name + " findings", test::findings_in(*document));
  recorded.add(subject.name + " fields", test::fields_of(document->source()));
  if (subject.format->rebuild != nullptr) {
    recorded.add(subject.name + " rebuilt", test::rebuilt(*document, {}));
    for (const Setting& setting : settings(subject.format->options, Use::rebuild))
      recorded.add(fmt::format("{} rebuilt {}", subject.name, in_words(setting)),
                   test::rebuilt(*document, test::with(setting)));
  }
  record_conversions(recorded, subject, *document);
}

TEST(GoldenSamples, WhatTheyBecome) {
  Recorded recorded("samples");
  for (const Subject& subject : test::samples()) record_all(recorded, subject);
  recorded.expect_same();
}

TEST(GoldenSamples, WhatTheirScenesBecome) {
  Recorded recorded("exchanged");
  for (const Subject& subject : test::exchanged()) record_all(recorded, subject);
  recorded.expect_same();
}

}  // namespace
}  // namespace mw
