#include "changes.h"
#include <meshwright/core/json_writer.h>

namespace mw::cli {

void write_changes(JsonWriter& json, const std::vector<Change>& changes) {
  json.key("changes");
  json.begin_array();
  for (const Change& change : changes) {
    json.begin_object();
    json.member("what", change.what);
    json.member("where", change.where);
    json.member("message", change.message);
    json.end_object();
  }
  json.end_array();
}

}  // namespace mw::cli
