#include <gtest/gtest.h>
#include <meshwright/core/detail/answer.h>
#include <meshwright/core/loss.h>

#include "support/losses.h"

namespace mw {
namespace {

constexpr FindingKind kDropped{"SHELF_BOOKS_DROPPED", Severity::warning, "{} of {} books", ""};
constexpr FindingKind kLeftOut{"SHELF_LAMP_LEFT_OUT", Severity::info, "left out", ""};

TEST(Losses, HaveTheMessageOfTheirKind) {
  Losses losses;
  losses.add(kDropped, "oak", 2, 9);
  losses.add(kLeftOut, "");
  ASSERT_EQ(losses.size(), 2U);
  EXPECT_EQ(losses[0].kind, &kDropped);
  EXPECT_EQ(losses[0].subject, "oak");
  EXPECT_EQ(losses[0].message, "2 of 9 books");
  EXPECT_FALSE(losses[0].is_note());
  EXPECT_TRUE(losses[1].is_note());
}

/// Each where it was given, also if the message goes on behind it.
TEST(Losses, AdviceIsNoPartOfTheMessage) {
  Loss loss(kLeftOut, "");
  loss.message += " a lamp";
  loss.advise(" (--lamp)");
  loss.message += ", a clock";
  loss.advise(" (--clock)").advise("");
  EXPECT_EQ(loss.message, "left out a lamp, a clock");
  EXPECT_EQ(to_string(loss), "left out a lamp (--lamp), a clock (--clock)");
  EXPECT_EQ(loss.advice.size(), 2U);
}

TEST(Losses, AreObjectsInJson) {
  Losses losses;
  losses.add(kDropped, "oak", 2, 9).advise("; --all keeps them");
  losses.add(kLeftOut, "");
  EXPECT_EQ(as_json(losses),
            R"([{"code":"SHELF_BOOKS_DROPPED","severity":"warning","subject":"oak",)"
            R"("message":"2 of 9 books; --all keeps them"},)"
            R"({"code":"SHELF_LAMP_LEFT_OUT","severity":"info","subject":"","message":"left out"}])");
}

TEST(Losses, AFindingCanBeOne) {
  const Finding finding{&kDropped, "shelf[2]", std::nullopt, "too short", TextPosition{3, 7}, "oak"};
  const Loss loss(finding);
  EXPECT_EQ(loss.kind, &kDropped);
  EXPECT_EQ(loss.subject, "oak");
  EXPECT_EQ(loss.message, "line 3, column 7: shelf[2]: too short");
  EXPECT_EQ(Loss(Finding{&kDropped, "shelf[2]", 4, "too short"}).message, "shelf[2]: too short");
}

TEST(Losses, OfOneListAreToldFromThoseOfAnother) {
  Losses known;
  known.add(kDropped, "oak", 2, 9);
  known.add(kLeftOut, "");
  Losses all = known;
  all.add(kDropped, "elm", 2, 9);
  all.add(kDropped, "oak", 3, 9);
  const Losses fresh = all.without(known);
  ASSERT_EQ(fresh.size(), 2U);
  EXPECT_EQ(fresh[0].subject, "elm");
  EXPECT_EQ(fresh[1].message, "3 of 9 books");
  all.append(known);
  all.prepend(fresh);
  ASSERT_EQ(all.size(), 8U);
  EXPECT_EQ(all[0].subject, "elm");
  EXPECT_EQ(all[7].kind, &kLeftOut);
  EXPECT_EQ(test::lines_of(all.distinct()),
            (std::vector<std::string>{"2 of 9 books", "3 of 9 books", "2 of 9 books", "left out"}));
}

}  // namespace
}  // namespace mw
