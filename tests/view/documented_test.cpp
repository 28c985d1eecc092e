#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/view/detail/opened_file.h>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "support/answer_types.h"
#include "view_fixtures.h"

// docs/viewer.md names what answers have, and nothing else; so do the types of the page.
namespace mw::view {
namespace {

using Words = std::set<std::string>;

std::string content(const std::string& path) {
  std::ifstream file(std::string(MESHWRIGHT_ROOT) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Of each row of the table: what is in backticks in its last column.
std::map<std::string, Words> documented() {
  std::map<std::string, Words> rows;
  std::istringstream lines(content("docs/viewer.md"));
  const std::regex row(R"(^\| (?:an? )?`?([a-z_]+)`? \|([^|]*)\|(.*)\|$)");
  const std::regex word("`([a-z_]+)`");
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (!std::regex_match(line, found, row)) continue;
    const std::string answer = found[3];
    for (std::sregex_iterator at(answer.begin(), answer.end(), word), end; at != end; ++at)
      rows[found[1]].insert((*at)[1]);
  }
  return rows;
}

/// Those of an answer and of everything in it. What is called by the file's own words is left out.
void add_keys(const JsonValue& answer, Words& keys) {
  if (const auto* list = answer.get_if<JsonArray>())
    for (const JsonValue& each : *list) add_keys(each, keys);
  const auto* object = answer.get_if<JsonObject>();
  if (object == nullptr) return;
  for (const auto& [key, value] : *object) {
    keys.insert(key);
    if (key != "counts" && key != "details" && key != "words") add_keys(value, keys);
  }
}

void ask_all(OpenedFile& file, std::map<std::string, Words>& answered) {
  const JsonValue words =
      parse_json(R"({"offset":9,"length":640,"text":"a","mesh":"surface","triangle":3,"path":"faces[2]",
          "point":[1,0,-1],"from":[1,0,-1],"to":[6,0,-3],"name":"out.glb","rooms":true})")
          .value();
  for (const char* question :
       {"about",    "findings", "scene",   "convert", "file",     "tree",        "fields",  "bytes",
        "field_at", "lines",    "line",    "search",  "triangle", "triangle_of", "choices", "ground",
        "locate",   "path",     "islands", "area",    "uses",     "lacks"})
    if (const auto reply = file.ask(question, words))
      add_keys(parse_json(reply->json).value(), answered[question]);
  // Of a door of the layout below; of other files there is no such line.
  if (const auto line = file.ask("hook", parse_json(R"({"name":"door","room":"far"})").value()))
    add_keys(parse_json(line->json).value(), answered["hook"]);
  for (const char* edit : {R"({"path":"materials[0]","value":"1"})", R"({"node":"hand","value":"paw"})"})
    if (const auto reply = file.ask("edit", parse_json(edit).value()))
      add_keys(parse_json(reply->json).value(), answered["edit"]);
  if (const auto rows = file.ask("tree", parse_json(R"({"parent":"nodes"})").value()))
    add_keys(parse_json(rows->json).value(), answered["tree"]);
}

void drop_and_ask(DroppedFiles files, const std::string& name, std::map<std::string, Words>& answered) {
  const auto dropped = std::make_shared<DroppedFiles>(std::move(files));
  OpenedFile file(dropped, name);
  ask_all(file, answered);
}

/// Of all samples, of one with a finding in each place, and of a text with something wrong in a line.
std::map<std::string, Words> answered() {
  std::map<std::string, Words> keys;
  const auto list = parse_json(samples_as_json()).value();
  for (const JsonValue& sample : *list.get_if<JsonArray>()) {
    const std::string name = *sample.find("file")->get_if<std::string>();
    DroppedFiles files;
    EXPECT_TRUE(add_sample(files, *sample.find("format")->get_if<std::string>(), name));
    drop_and_ask(files, name, keys);
    // A byte in the middle changed, or the second half cut off.
    const ByteSpan bytes = files.find(name)->blob()->bytes();
    Bytes damaged(bytes.begin(), bytes.end());
    for (std::size_t i = damaged.size() / 2; i < damaged.size() / 2 + 4; ++i) damaged[i] = std::byte('7');
    DroppedFiles other = files;
    other.add(name, Blob(damaged));
    const auto whole = std::make_shared<DroppedFiles>(files);
    const auto changed = std::make_shared<DroppedFiles>(other);
    const OpenedFile a(whole, name);
    const OpenedFile b(changed, name);
    Comparison both(a, b, {});
    for (const char* question : {"parts", "differences", "marks"})
      if (const auto reply = both.ask(question, parse_json(R"({"layout":true})").value()))
        add_keys(parse_json(reply->json).value(), keys[question]);
    drop_and_ask(other, name, keys);
    damaged.resize(damaged.size() / 2);
    other.add(name, Blob(damaged));
    drop_and_ask(other, name, keys);
  }
  return keys;
}

/// A walkmesh with a vertex far away, and a layout with a door: what is told of these is told of no sample.
void add_odd(std::map<std::string, Words>& keys) {
  DroppedFiles files;
  files.add(
      "far.wok.ascii",
      blob_of("node aabb room\n  position 0 0 0\n  orientation 0 0 0 1\n  verts 5\n    0 0 0\n    4 0 0\n"
              "    4 4 0\n    0 4 0\n    1e7 4 0\n  faces 2\n    0 1 2 1 0 0 0 4\n    0 2 4 1 0 0 0 4\n"
              "endnode\n"));
  files.add("area.lyt", blob_of("beginlayout\n roomcount 1\n  far 0 0 0\n trackcount 0\n obstaclecount 0\n"
                                " doorhookcount 1\n  far door 0 2 1 0 1 0 0 0\ndonelayout\n"));
  drop_and_ask(files, "area.lyt", keys);
  drop_and_ask(files, "far.wok.ascii", keys);
}

TEST(Documented, KeysAreThoseOfTheAnswers) {
  const auto rows = documented();
  const Words common = rows.count("field") != 0 ? rows.at("field") : Words();
  const Words error = rows.count("error") != 0 ? rows.at("error") : Words();
  auto all = answered();
  add_odd(all);
  for (const auto& [question, keys] : all) {
    ASSERT_TRUE(rows.contains(question)) << question;
    Words told = rows.at(question);
    for (const std::string& key : keys) {
      const bool is_common = (told.contains("fields") && common.contains(key)) ||
                             (told.contains("error") && error.contains(key));
      EXPECT_TRUE(told.contains(key) || is_common) << question << " answers " << key;
    }
    for (const std::string& key : told) EXPECT_TRUE(keys.contains(key)) << question << " lacks " << key;
  }
}

TEST(Documented, TypesOfThePageAreThoseOfTheAnswers) {
  EXPECT_EQ(content(test::kAnswerTypes), test::answers_as_typescript()) << "run `make docs`";
}

}  // namespace
}  // namespace mw::view
