// bench [RESULTS.json TABLE.md]: measures the bars and writes them down.
// bench GROUP: measures one group of them.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "support/bench.h"
#include "support/table.h"

namespace {

using mw::bench::Row;

struct Group {
  std::string_view name;
  void (*measure)(std::vector<Row>&);
};

constexpr Group kGroups[] = {
    {"walkmesh_read", mw::bench::walkmesh_read},
    {"bwm_read", mw::bench::bwm_read},
    {"geometry_read", mw::bench::geometry_read},
    {"mdl_read", mw::bench::mdl_read},
    {"mdl_ascii", mw::bench::mdl_ascii},
    {"to_glb", mw::bench::to_glb},
    {"walkmesh_set", mw::bench::walkmesh_set},
    {"model_set", mw::bench::model_set},
    {"geometry_set", mw::bench::geometry_set},
    {"verbs", mw::bench::verbs},
    {"start_up", mw::bench::start_up},
    {"json", mw::bench::json},
    {"nav_rays", mw::bench::nav_rays},
    {"nav_paths", mw::bench::nav_paths},
    {"assets", mw::bench::assets_bench},
    {"batch", mw::bench::batch_bench},
    {"walkmesh_memory", mw::bench::walkmesh_memory},
    {"bwm_memory", mw::bench::bwm_memory},
    {"geometry_memory", mw::bench::geometry_memory},
    {"mdl_memory", mw::bench::mdl_memory},
    {"json_memory", mw::bench::json_memory},
    {"diff_memory", mw::bench::diff_memory},
    {"assets_memory", mw::bench::assets_memory},
};

bool is_group(std::string_view name) {
  return std::ranges::find(kGroups, name, &Group::name) != std::end(kGroups);
}

int explain_usage() {
  fmt::print(stderr, "usage: bench [GROUP | RESULTS.json TABLE.md]\ngroups:");
  for (const Group& group : kGroups) fmt::print(stderr, " {}", group.name);
  fmt::print(stderr, "\n");
  return 2;
}

bool write_text(const char* path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) fmt::print(stderr, "bench: cannot write {}\n", path);
  return bool(file);
}

constexpr std::string_view kIntroduction =
    "# Speed and memory\n\nRatios of two things measured in one run on one machine (`make bench`); times by "
    "themselves mean nothing on shared machines. What misses its bar is bold, and explained below.\n\n";

}  // namespace

int main(int count, char** words) {
  if (count > 3 || (count == 2 && !is_group(words[1]))) return explain_usage();
  std::vector<Row> rows;
  for (const Group& group : kGroups)
    if (count != 2 || group.name == words[1]) group.measure(rows);
  const std::string table = mw::bench::as_markdown(rows) + mw::bench::missed_as_markdown(rows);
  std::fputs(table.c_str(), stdout);
  if (count == 3 && !(write_text(words[1], mw::bench::as_json(rows)) &&
                      write_text(words[2], std::string(kIntroduction) + table)))
    return 2;
  const auto missed = std::ranges::count_if(rows, &Row::is_missed);
  if (missed > 0) fmt::print(stderr, "{} bars missed\n", missed);
  return missed > 0 ? 1 : 0;
}
