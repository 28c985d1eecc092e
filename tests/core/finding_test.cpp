#include <gtest/gtest.h>
#include <meshwright/core/finding.h>

namespace mw {
namespace {

constexpr FindingKind kOdd{"ODD", Severity::warning, "{} is odd", ""};
constexpr FindingKind kWrong{"WRONG", Severity::error, "wrong", ""};

TEST(Findings, KeepsThemInOrder) {
  Findings findings;
  findings.add(kWrong, {"a", 4});
  findings.add(kOdd, {"b"}, 3);
  ASSERT_EQ(findings.all().size(), 2U);
  EXPECT_EQ(findings.all()[0].kind, &kWrong);
  EXPECT_EQ(findings.all()[0].offset, 4U);
  EXPECT_EQ(findings.all()[1].message, "3 is odd");
  EXPECT_EQ(findings.count(Severity::error), 1U);
  EXPECT_EQ(findings.count(Severity::warning), 1U);
  EXPECT_EQ(findings.count(Severity::info), 0U);
}

TEST(Findings, OneInATextHasAPosition) {
  Findings findings;
  findings.add(kWrong, {.where = "a", .position = TextPosition{3, 7}});
  findings.add(kWrong, {"b", 4});
  EXPECT_EQ(findings.all()[0].position, (TextPosition{3, 7}));
  EXPECT_EQ(findings.all()[0].offset, std::nullopt);
  EXPECT_EQ(findings.all()[1].position, std::nullopt);
}

TEST(Findings, HandsEachOnAsItComesAndKeepsNone) {
  std::vector<std::string> seen;
  Findings findings([&](const Finding& finding) { seen.push_back(finding.where + ": " + finding.message); });
  findings.add(kOdd, {"b"}, 3);
  EXPECT_EQ(seen, std::vector<std::string>{"b: 3 is odd"});
  findings.add(kOdd, {"c"}, 5);
  EXPECT_EQ(seen.size(), 2U);
  EXPECT_TRUE(findings.all().empty());
  EXPECT_EQ(findings.count(Severity::warning), 2U);
}

}  // namespace
}  // namespace mw
