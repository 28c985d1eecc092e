#pragma once

#include <meshwright/batch/batch.h>
#include <string>
#include <vector>

namespace mw::batch {

/// What is to be done with one file.
struct Task {
  std::string input;               // below the input folder
  std::string output;              // below the output folder; empty without an output
  const Format* format = nullptr;  // null: not recognised
  std::string problem = {};        // why it could not be read
  std::uint64_t bytes = 0;
};

struct Plan {
  std::vector<Task> tasks;  // by the order of their inputs; without those of other shards
  std::size_t of_all_shards = 0;
  std::size_t companions = 0;
};

/// Reads the beginning of every file. Two files whose outputs would have one name (a room's model and
/// walkmesh) keep their extensions in it: room.mdl.glb and room.wok.glb.
Result<Plan> make_plan(const Request& request);

/// The path of a file below a folder.
std::string in(const std::string& folder, const std::string& path);

}  // namespace mw::batch
