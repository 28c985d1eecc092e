#pragma once

#include <map>

#include "forms.h"

/// Nodes in JSON: each controller stands with its part of the node's data, which only it gives a meaning.
namespace mw::kotor::mdl {

struct JsonController {
  std::string name;
  Controller controller;
  std::vector<float> times = {};
  std::vector<float> values = {};          // row after row
  std::vector<std::uint32_t> packed = {};  // instead of values, for compressed orientations
};

void fields(auto& json, Like<JsonController> auto& form) {
  json.field("name", form.name);
  fields(json, form.controller);
  optional_table(json, "times", form.times);
  optional_table(json, "values", form.values);
  optional_table(json, "packed", form.packed);
}

/// Data that no controller covers.
struct JsonLooseData {
  std::uint32_t index = 0;
  std::vector<float> values = {};
};

void fields(auto& json, Like<JsonLooseData> auto& form) {
  json.field("index", form.index);
  json.table("values", form.values);
}

/// `AnyNode` is a Node that is being read, or a reference to one.
template <class AnyNode>
struct JsonNode {
  struct LargeRecord;
  Platform platform = Platform::pc;
  AnyNode node = {};
  std::string name = {};
  std::uint32_t data_count = 0;
  std::vector<JsonController> controllers = {};
  std::vector<JsonLooseData> loose_data = {};
};

template <class T>
concept AnyJsonNode = Like<T, JsonNode<Node>> || Like<T, JsonNode<const Node&>>;

void fields(auto& json, AnyJsonNode auto& form) {
  auto& node = form.node;
  json.field("name", form.name);
  json.field("offset", node.offset);
  header_field(json, "header", node.header);
  json.table("children", node.children);
  json.table("controllers", form.controllers);
  json.field("data_count", form.data_count);
  optional_table(json, "loose_data", form.loose_data);
  for_each_part(node, [&](std::string_view name, std::uint16_t, auto& part) {
    if (!has_part(json, name, part)) return;
    using Part = std::remove_reference_t<decltype(*part)>;
    if constexpr (HasParts<Part>) {
      JsonMesh<Part> mesh{*part, form.platform};
      json.field(name, mesh);
    } else {
      part_field(json, name, *part, {});
    }
  });
}

/// Types of the model's nodes by number: animation nodes are all of type 1, their kind is that of the
/// model's.
using TypesByNumber = std::map<std::uint16_t, std::uint16_t>;

JsonNode<const Node&> json_node(const File& file, const TypesByNumber& types, const Node& node);

/// The node that a form stands for, its data put together; says where the form makes no sense.
Node take_node(JsonReader& json, const File& file, const TypesByNumber& types, JsonNode<Node>&& form);

/// Fails at a member of the record that is being read.
void fail_member(JsonReader& json, std::string_view name, std::string message);

}  // namespace mw::kotor::mdl
