#include <gtest/gtest.h>
#include <meshwright/batch/batch.h>
#include <meshwright/core/json_value.h>

#include "support/losses.h"

namespace mw::batch {
namespace {

constexpr FindingKind kLoose{"SHELF_LOOSE", Severity::warning, "", ""};
constexpr FindingKind kLight{"SHELF_LIGHT_DROPPED", Severity::warning, "{}", ""};
constexpr FindingKind kLeftOut{"SHELF_LEFT_OUT", Severity::info, "{}", ""};
constexpr FindingKind kBroken{"SHELF_BROKEN", Severity::error, "", ""};

FileResult converted(std::string input, double seconds, std::uint64_t in, std::uint64_t out) {
  FileResult result;
  result.input = std::move(input);
  result.output = result.input + ".glb";
  result.format = "kotor-mdl";
  result.outcome = Outcome::converted;
  result.seconds = seconds;
  result.bytes_in = in;
  result.bytes_out = out;
  return result;
}

FileResult other(std::string input, Outcome outcome, std::string error = {}) {
  FileResult result;
  result.input = std::move(input);
  result.outcome = outcome;
  result.error = std::move(error);
  result.bytes_in = 7;
  if (outcome != Outcome::unrecognised) result.format = "wows-geometry";
  return result;
}

Report sample() {
  Report report;
  FileResult lossy = converted("a.mdl", 0.5, 1000, 3000);
  lossy.losses.add(kLight, "lamp", "a light");
  lossy.notes.add(kLeftOut, "", "left out: 1 <mesh>").advise(" (--hidden)");
  lossy.findings = {{&kLoose, 4}, {&kBroken, 1}};
  report.add(lossy);
  FileResult second = converted("b.mdl", 2, 4000, 4000);
  second.findings = {{&kLoose, 6}};
  report.add(second);
  report.add(other("<c>.geometry", Outcome::failed, "0x00000004: too & short"));
  report.add(other("d.bin", Outcome::unsuitable, "cannot become gltf"));
  report.add(other("e.txt", Outcome::unrecognised));
  return report;
}

const JsonValue& at(const JsonValue& json, std::string_view name) {
  static const JsonValue kNothing;
  const JsonValue* found = json.find(name);
  EXPECT_NE(found, nullptr) << name;
  return found == nullptr ? kNothing : *found;
}

std::uint64_t whole(const JsonValue& json) {
  const auto* signed_one = json.get_if<std::int64_t>();
  const auto* number = json.get_if<std::uint64_t>();
  EXPECT_TRUE(signed_one != nullptr || number != nullptr);
  return number != nullptr ? *number : signed_one != nullptr ? std::uint64_t(*signed_one) : 0;
}

std::string text(const JsonValue& json) {
  const auto* found = json.get_if<std::string>();
  return found == nullptr ? "" : *found;
}

TEST(Report, TheVerdictCountsEveryOutcomeThatThereIs) {
  EXPECT_EQ(sample().verdict(), "5 files: 2 converted, 1 failed, 1 not convertible, 1 not recognised");
  EXPECT_EQ(Report().verdict(), "0 files");
  Report one;
  one.add(other("a", Outcome::kept));
  EXPECT_EQ(one.verdict(), "1 file: 1 up to date");
}

TEST(Report, NumbersHaveCommas) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1204), "1,204");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
}

TEST(Report, JsonHasTheSums) {
  const auto json = parse_json(sample().as_json());
  ASSERT_TRUE(json);
  const auto number = [&](std::string_view name) { return whole(at(*json, name)); };
  EXPECT_EQ(number("files"), 5U);
  EXPECT_EQ(number("converted"), 2U);
  EXPECT_EQ(number("failed"), 1U);
  EXPECT_EQ(number("lossy"), 1U);
  EXPECT_EQ(number("bytes_in"), 5021U);
  EXPECT_EQ(number("bytes_out"), 7000U);
}

TEST(Report, JsonListsFindingsByCodeErrorsFirst) {
  const auto json = parse_json(sample().as_json());
  ASSERT_TRUE(json);
  const auto& findings = *at(*json, "findings").get_if<JsonArray>();
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(text(at(findings[0], "code")), "SHELF_BROKEN");
  EXPECT_EQ(text(at(findings[1], "code")), "SHELF_LOOSE");
  EXPECT_EQ(whole(at(findings[1], "files")), 2U);
  EXPECT_EQ(whole(at(findings[1], "count")), 10U);
}

TEST(Report, JsonHasTheSlowestAndTheMostGrownFirst) {
  const auto json = parse_json(sample().as_json());
  ASSERT_TRUE(json);
  EXPECT_EQ(text(at((*at(*json, "slowest").get_if<JsonArray>())[0], "input")), "b.mdl");
  EXPECT_EQ(text(at((*at(*json, "largest_growth").get_if<JsonArray>())[0], "input")), "a.mdl");
  EXPECT_EQ(text(at((*at(*json, "failures").get_if<JsonArray>())[0], "error")), "0x00000004: too & short");
  EXPECT_EQ(text((*at(*json, "not_recognised").get_if<JsonArray>())[0]), "e.txt");
}

TEST(Report, NotesAreThereAndAreNoLosses) {
  const auto json = parse_json(sample().as_json());
  ASSERT_TRUE(json);
  const auto& notes = *at(*json, "notes").get_if<JsonArray>();
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(text(at(notes[0], "input")), "a.mdl");
  const JsonValue& note = (*at(notes[0], "notes").get_if<JsonArray>())[0];
  EXPECT_EQ(text(at(note, "code")), "SHELF_LEFT_OUT");
  EXPECT_EQ(text(at(note, "severity")), "info");
  EXPECT_EQ(text(at(note, "subject")), "");
  EXPECT_EQ(text(at(note, "message")), "left out: 1 <mesh> (--hidden)");
  const auto& losses = *at(*json, "losses").get_if<JsonArray>();
  EXPECT_EQ(text(at((*at(losses[0], "losses").get_if<JsonArray>())[0], "subject")), "lamp");
  const std::string page = sample().as_html("models");
  const auto title = page.find("Notes</");
  ASSERT_NE(title, page.npos);
  EXPECT_NE(page.find("left out: 1 &lt;mesh&gt; (--hidden)", title), page.npos);
}

TEST(Report, OnlyTheTenSlowestAreKept) {
  Report report;
  for (int i = 0; i < 25; ++i) report.add(converted(std::to_string(i), i, 1, 1));
  const auto json = parse_json(report.as_json());
  ASSERT_TRUE(json);
  const auto& slowest = *at(*json, "slowest").get_if<JsonArray>();
  ASSERT_EQ(slowest.size(), 10U);
  EXPECT_EQ(text(at(slowest[0], "input")), "24");
  EXPECT_EQ(text(at(slowest[9], "input")), "15");
}

TEST(Report, ThePageBeginsWithTheVerdictAndNamesAreNoMarkup) {
  const std::string page = sample().as_html("my <models>");
  EXPECT_NE(page.find("<title>Meshwright: my &lt;models&gt;</title>"), page.npos);
  EXPECT_NE(
      page.find(
          "<h1 class=\"failed\">5 files: 2 converted, 1 failed, 1 not convertible, 1 not recognised</h1>"),
      page.npos);
  EXPECT_NE(page.find("<td class=\"file\">&lt;c&gt;.geometry</td><td>0x00000004: too &amp; short</td>"),
            page.npos);
  EXPECT_EQ(page.find("<c>"), page.npos);
  EXPECT_EQ(page.find("http"), page.npos);
}

TEST(Report, ThePageTellsAReasonOnceAndNamesWhatIsUnknown) {
  Report report;
  report.add(other("a.lyt", Outcome::unsuitable, "cannot become gltf"));
  report.add(other("b.lyt", Outcome::unsuitable, "cannot become gltf"));
  FileResult unreadable = other("c.mdl", Outcome::failed, "damaged");
  unreadable.format = {};
  report.add(unreadable);
  FileResult planned = converted("d.mdl", 1, 1000, 2000);
  planned.outcome = Outcome::planned;
  report.add(planned);
  const std::string page = report.as_html("x");
  EXPECT_NE(page.find("<td>cannot become gltf</td><td class=\"number\" data-value=\"2\">2</td>"
                      "<td class=\"file\">a.lyt<br>b.lyt</td>"),
            page.npos);
  EXPECT_NE(page.find("<td>unknown</td><td class=\"number\" data-value=\"1\">1</td>"), page.npos);
  EXPECT_NE(page.find(" read, 2.0 kB to be written, "), page.npos);
  EXPECT_EQ(sample().as_html("x").find("to be written"), page.npos);
}

}  // namespace
}  // namespace mw::batch
