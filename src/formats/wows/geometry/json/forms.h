#pragma once

#include <meshwright/core/detail/json_reader.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/wows/geometry_format.h>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

/// Tables whose rows look different in JSON than in the file: each has a form of its own, a type that is made
/// from the row and becomes it again.
namespace mw::wows::geometry {

template <class Form, class Row>
void table_as(JsonWriter& json, std::string_view name, const std::vector<Row>& rows) {
  json.key(name);
  json.begin_array();
  for (const Row& row : rows) {
    json.begin_object(JsonWriter::Rows::one_line);
    const Form form{row};
    visit_fields(json, form);
    json.end_object();
  }
  json.end_array();
}

template <class Form, class Row>
void table_as(JsonReader& json, std::string_view name, std::vector<Row>& rows) {
  std::vector<Form> forms;
  json.table(name, forms);
  rows.assign(std::make_move_iterator(forms.begin()), std::make_move_iterator(forms.end()));
}

/// A text with its NUL: the plain text where that is all it holds, else its bytes.
void packed_text(JsonWriter& json, std::string_view name, std::string_view bytes_name,
                 const std::string& text);
void packed_text(JsonReader& json, std::string_view name, std::string_view bytes_name, std::string& text);

}  // namespace mw::wows::geometry
