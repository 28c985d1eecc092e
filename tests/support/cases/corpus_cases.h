#pragma once

#include "finding_cases.h"
#include "format_cases.h"
#include "support/corpus.h"

/// The tests that every format has on real files. They skip when there are none.
namespace mw::test {

using Paths = std::vector<std::filesystem::path>;

/// `then(whole, file)` for each.
template <class Format>
void for_each_real(const Paths& files, const auto& then) {
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const typename Format::Whole whole = Format::load(path);
    auto file = Format::read(whole);
    ASSERT_EQ(message_of(file), kNoError);
    then(whole, *file);
  }
}

template <class Format>
void expect_real_round_trip(const Paths& files) {
  for_each_real<Format>(files, [](const auto& whole, const auto& file) { expect_writes(file, whole); });
}

template <class Format>
void expect_real_json_round_trip(const Paths& files) {
  for_each_real<Format>(files,
                        [](const auto& whole, const auto& file) { expect_json_gives<Format>(file, whole); });
}

template <class Format>
void expect_real_bytes_named(const Paths& files) {
  for_each_real<Format>(files,
                        [](const auto& whole, const auto&) { expect_every_byte_named<Format>(whole); });
}

inline void expect_no_finding(const Findings& findings) {
  for (const Finding& finding : findings.all())
    ADD_FAILURE() << finding.kind->code << " " << describe(finding);
}

/// No error but those that are `known(finding, whole)`.
template <class Format>
void expect_no_real_error(const Paths& files, const auto& known) {
  for_each_real<Format>(files, [&](const auto& whole, const auto& file) {
    Findings findings;
    validate(file, findings);
    for (const Finding& finding : findings.all()) {
      if (known(finding, whole)) continue;
      EXPECT_NE(finding.kind->severity, Severity::error) << finding.kind->code << " " << describe(finding);
    }
  });
}

template <class Format>
void expect_no_real_error(const Paths& files) {
  expect_no_real_error<Format>(files, [](const Finding&, const auto&) { return false; });
}

}  // namespace mw::test
