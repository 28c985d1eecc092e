#include <meshwright/formats/detail/row_names.h>
#include "library/meanings.h"
#include "library/verbs.h"
#include "row.h"

namespace mw::rows {
namespace {

namespace source = kotor::mdl::source;

constexpr std::string_view kTextModelTables[] = {"nodes", "animations", "animations[].nodes"};

std::vector<RowName> rows_of(const std::vector<source::Node>& nodes) {
  std::vector<RowName> rows;
  for (const source::Node& node : nodes) rows.push_back({.name = node.name, .kind = kind_of(node)});
  return rows;
}

std::vector<RowName> text_model_rows(const Document& document, const TablePath& table) {
  const auto& model = mirror<source::Model>(document);
  if (table.shape == "nodes") return rows_of(model.nodes);
  if (table.shape == "animations[].nodes")
    return table.rows[0] < model.animations.size() ? rows_of(model.animations[table.rows[0]].nodes)
                                                   : std::vector<RowName>();
  std::vector<RowName> rows;
  for (const source::Animation& animation : model.animations) rows.push_back({.name = animation.name});
  return rows;
}

/// Lines that say nothing; the second of a kind is "comment#2".
bool is_text_model_layout(std::string_view shape) {
  const std::string_view kind = shape.substr(0, shape.find('#'));
  return kind == "comment" || kind == "blank";
}

}  // namespace

const FieldMeanings kKotorMdlAsciiMeanings = {
    .named_tables = kTextModelTables, .row_names = text_model_rows, .is_layout = is_text_model_layout};

}  // namespace mw::rows
