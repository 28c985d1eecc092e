#include <gtest/gtest.h>

#include "support/allocations.h"
#include "support/cases/format_cases.h"
#include "support/losses.h"
#include "text_fixtures.h"

namespace mw::kotor::mdl {
namespace {

/// What reads is written, read and written again the same; what compiles can be written or says why not.
void expect_survives_text(const Bytes& bytes, std::size_t& readable, std::size_t& compiled) {
  const auto model = test::within_memory(bytes.size(), [&] { return ascii::read(bytes); });
  if (!model) {
    EXPECT_TRUE(model.error().position) << to_string(model.error());
    return;
  }
  ++readable;
  const std::string text = ascii::write(*model);
  const auto again = ascii::read(bytes_of(text));
  ASSERT_EQ(test::message_of(again), test::kNoError);
  EXPECT_EQ(ascii::write(*again), text);
  Findings findings;
  ascii::validate_compiled(*model, findings);
  const auto made = compile(*model, {});
  if (!made) {
    ascii::validate(*model, findings);  // which compiles it again
    EXPECT_GT(findings.count(Severity::error), 0U) << to_string(made.error());
    return;
  }
  ++compiled;
  const auto pair = write(made->file);
  if (!pair) return;
  EXPECT_LE(pair->mdl.size(), 64 * bytes.size() + (1 << 20));
}

TEST(MdlAsciiMutants, NoneCrashes) {
  const auto text = [](const std::string& from) {
    const ByteSpan bytes = bytes_of(from);
    return Bytes(bytes.begin(), bytes.end());
  };
  const std::vector<Bytes> originals = {text(std::string(kPlate)), text(sample_text(sample({}), true)),
                                        text(sample_text(sample({})))};
  const auto make = test::mutants_of(originals);
  std::size_t readable = 0;
  std::size_t compiled = 0;
  for (std::uint32_t seed = 0; seed < test::kMutants && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_survives_text(make(seed), readable, compiled);
  }
  EXPECT_GT(readable, test::kMutants / 10);
  EXPECT_LT(readable, test::kMutants * 95 / 100);
  EXPECT_GT(compiled, test::kMutants / 20);
}

/// The same with whole words exchanged: damage that is still text.
TEST(MdlAsciiMutants, ExchangedLinesAreReadOrRefused) {
  const std::string text = sample_text(sample({}));
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    lines.push_back(std::string_view(text).substr(at, end - at));
    at = end;
  }
  std::size_t readable = 0;
  std::size_t compiled = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::vector<std::string_view> mixed = lines;
    std::swap(mixed[seed * 7919 % lines.size()], mixed[seed * 104729 % lines.size()]);
    std::string damaged;
    for (const std::string_view line : mixed) damaged += line;
    const ByteSpan bytes = bytes_of(damaged);
    expect_survives_text(Bytes(bytes.begin(), bytes.end()), readable, compiled);
  }
  EXPECT_GT(compiled, 100U);
}

}  // namespace
}  // namespace mw::kotor::mdl
