#pragma once

#include <gtest/gtest.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/diff.h>
#include <meshwright/formats/registry.h>

#include <functional>
#include <string>
#include <string_view>

#include "support/growth.h"

/// That every verb takes time in proportion to what it is given.
namespace mw::test {

/// Makes a document of a size.
using MakeDocument = std::function<Document(std::size_t)>;
using RunVerb = std::function<bool(const Document&)>;

inline void expect_verb(std::string_view what, const Document& once, const Document& four_times,
                        const RunVerb& verb) {
  EXPECT_TRUE(verb(once)) << what;
  expect_growth(what, [&] { verb(once); }, [&] { verb(four_times); });
}

/// The verbs of a format on two documents, and what they are called.
class VerbGrowth {
 public:
  VerbGrowth(Document once, Document four_times)
      : once_(std::move(once)), four_times_(std::move(four_times)) {}

  /// All that the format has, in the order of `kAllVerbs`.
  std::string run() {
    const Format& format = once_.format();
    expect("info", format.info != nullptr, [](const Document& d) { return bool(info(d)); });
    expect("validate", format.validate != nullptr, [](const Document& d) {
      Findings findings;
      return bool(validate(d, findings));
    });
    expect("dump", format.trace != nullptr, is_told);
    expect("json", format.to_json != nullptr, [](const Document& d) { return !as_json(d).empty(); });
    if (format.from_json != nullptr) expect_reading("json-in", as_json(once_), as_json(four_times_));
    const auto is_compared = [](bool scene) {
      return [scene](const Document& d) { return bool(diff(d, d, {.scene = scene}, {})); };
    };
    expect("diff", format.to_json != nullptr, is_compared(false));
    // A database has no scene as a whole.
    expect("scene-diff", is_compared(true)(once_), is_compared(true));
    expect_conversions();
    return tried_;
  }

  /// So many formats it can become.
  std::size_t conversions() const { return conversions_; }

  /// Opens two texts of one kind.
  void expect_reading(std::string_view what, const std::string& once, const std::string& four_times) {
    tried_ += std::string(tried_.empty() ? "" : " ") + std::string(what);
    EXPECT_TRUE(is_read(once)) << what;
    expect_growth(what, [&] { is_read(once); }, [&] { is_read(four_times); });
  }

 private:
  static std::string as_json(const Document& document) {
    JsonWriter json(JsonWriter::Style::compact);
    return to_json(document, json) ? json.take() : "";
  }

  static bool is_read(const std::string& text) {
    return bool(open({.blob = Blob::borrowed(std::as_bytes(std::span(text)))}));
  }

  static bool is_told(const Document& document) {
    std::size_t fields = 0;
    const Trace count([&](const auto&...) { ++fields; });
    return trace(document, {.file = &count}) && fields > 0;
  }

  void expect(std::string_view what, bool exists, const RunVerb& verb) {
    if (!exists) return;
    tried_ += std::string(tried_.empty() ? "" : " ") + std::string(what);
    expect_verb(what, once_, four_times_, verb);
  }

  void expect_conversions() {
    for (const Format* format : targets_of(once_.format())) {
      const auto run = [&](const Document& document) { return bool(convert(document, {.format = format})); };
      if (!run(once_)) continue;  // no walkmesh in it, or the like
      ++conversions_;
      expect_verb(format->id, once_, four_times_, run);
    }
  }

  Document once_;
  Document four_times_;
  std::string tried_;
  std::size_t conversions_ = 0;
};

inline constexpr std::string_view kAllVerbs = "info validate dump json json-in diff scene-diff";

inline void expect_all_verbs(const MakeDocument& make, std::size_t size) {
  VerbGrowth growth(make(size), make(4 * size));
  EXPECT_EQ(growth.run(), kAllVerbs);
  EXPECT_GE(growth.conversions(), 3U);
}

}  // namespace mw::test
