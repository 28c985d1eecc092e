#include <gtest/gtest.h>
#include <meshwright/formats/registry.h>

#include "support/cases/corpus_cases.h"
#include "wows/splash/fixtures.h"

namespace mw::wows::splash {
namespace {

std::vector<std::filesystem::path> real_files() {
  return test::corpus_files("wows", ".splash");
}

TEST(SplashCorpus, RoundTripIsByteIdentical) {
  test::expect_real_round_trip<Splash>(real_files());
  test::expect_real_json_round_trip<Splash>(real_files());
  test::expect_real_bytes_named<Splash>(real_files());
}

/// Files without a finding, and recognised by their content alone.
TEST(SplashCorpus, NothingIsOdd) {
  std::size_t boxes = 0;
  test::for_each_real<Splash>(real_files(), [&](const Bytes& bytes, const File& file) {
    EXPECT_EQ(recognise(bytes).value()->id, "wows-splash");
    boxes += file.boxes.size();
    Findings findings;
    validate(file, findings);
    test::expect_no_finding(findings);
  });
  if (boxes > 0) {
    EXPECT_EQ(boxes, 65U);
  }
}

/// No file of another format is taken for one of these.
TEST(SplashCorpus, NoOtherFileIsTakenForOne) {
  std::size_t others = 0;
  for (const char* folder : {"wows", "kotor", "bw2"})
    for (const char* extension :
         {".geometry", ".primitives", ".mdl", ".mdx", ".wok", ".pwk", ".dwk", ".2da", ".bwm"})
      for (const auto& path : test::corpus_files(folder, extension)) {
        ++others;
        EXPECT_FALSE(sniff(test::read_bytes(path))) << path;
      }
  if (others == 0) GTEST_SKIP() << "no real files here";
}

}  // namespace
}  // namespace mw::wows::splash
