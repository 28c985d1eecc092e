#include <meshwright/core/detail/text.h>
#include <meshwright/wows/assets_resolve.h>

#include <unordered_map>
#include <unordered_set>

#include "walk.h"

namespace mw::wows::assets {
namespace {

/// The visuals of the highest rank that show one of the wanted, and all models, by their packed locations.
struct Candidates {
  std::unordered_set<std::uint64_t> wanted;  // geometries
  const Rank& rank;
  std::size_t highest = 1;
  std::unordered_set<std::uint32_t> visuals = {};
  std::unordered_map<std::uint32_t, std::uint64_t> visual_of_model = {};

  void take(std::uint32_t location, const Record& record) {
    if (const auto* visual = std::get_if<Visual>(&record)) take(location, *visual);
    if (const auto* model = std::get_if<Model>(&record)) visual_of_model[location] = model->visual.value;
    if (const auto* model = std::get_if<Model14>(&record)) visual_of_model[location] = model->visual.value;
  }

 private:
  void take(std::uint32_t location, const Visual& visual) {
    if (!wanted.contains(visual.geometry.value)) return;
    const std::size_t here = rank(visual);
    if (here < highest) return;
    if (here > highest) visuals.clear();
    highest = here;
    visuals.insert(location);
  }
};

Candidates find_candidates(const Database& database, std::span<const ResourceId> geometries,
                           const Rank& rank) {
  Candidates found{.wanted = {}, .rank = rank};
  for (const ResourceId geometry : geometries) found.wanted.insert(geometry.value);
  RecordWalk walk(database);
  for (std::size_t index = 0; index < database.database_count(); ++index)
    walk.for_each(index, [&](std::uint64_t row, const Record& record, const Error* error) {
      const bool can_be_found = index < kMostDatabases && row < kMostRecords;
      if (error == nullptr && can_be_found)
        found.take(pack({0, std::uint32_t(index), std::uint32_t(row)}), record);
    });
  return found;
}

}  // namespace

std::vector<User> best_users_of(const Database& database, std::span<const ResourceId> geometries,
                                const Rank& rank) {
  const Candidates candidates = find_candidates(database, geometries, rank);
  const Resources resources(database);
  std::vector<User> users;
  std::unordered_map<std::uint64_t, std::size_t> user_of_visual;
  resources.for_each([&](ResourceId id, const Location& location) {
    if (!candidates.visuals.contains(pack(location))) return;
    user_of_visual.emplace(id.value, users.size());
    users.push_back({id, {}});
  });
  resources.for_each([&](ResourceId id, const Location& location) {
    const auto model = candidates.visual_of_model.find(pack(location));
    if (model == candidates.visual_of_model.end()) return;
    const auto user = user_of_visual.find(model->second);
    if (user != user_of_visual.end()) users[user->second].models.push_back(id);
  });
  return users;
}

std::vector<User> users_of(const Database& database, std::span<const ResourceId> geometries) {
  return best_users_of(database, geometries, [](const Visual&) { return std::size_t(1); });
}

std::vector<ResourceId> find_by_name(const Database& database, std::string_view file_name) {
  std::vector<ResourceId> ids;
  for (std::size_t row = 0; row < database.paths().size(); ++row)
    if (same_in_any_case(database.name(row), file_name)) ids.push_back({database.paths()[row].id});
  return ids;
}

}  // namespace mw::wows::assets
