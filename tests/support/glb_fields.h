#pragma once

#include <meshwright/core/json_value.h>
#include <meshwright/formats/document.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Whether a GLB has every field of the file that it was made from, by the list in docs/gltf-fields.md.
namespace mw::test {

/// A row of that list.
struct FieldRow {
  std::string field;  // ".nodes[].mesh.header.shadow"
  std::string place;  // "node.extras.mesh.shadow", "glTF", "derived", "layout" or "leftover"
  std::string note;
  bool is_path() const { return place.find('.') != place.npos; }
};

std::vector<FieldRow> field_rows(const std::string& format);

/// What a walk over all fields of a document found.
struct FieldWalk {
  std::map<std::string, std::string> problems;  // by field, the first of each
  std::set<std::string> present;                // fields whose value was found at the path of their row
};

FieldWalk walk_fields(const Document& document);

/// Fails for each field that the GLB lacks.
void expect_all_fields(const Document& document);

}  // namespace mw::test
