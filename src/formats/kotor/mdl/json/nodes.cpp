#include "nodes.h"

#include <fmt/format.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <bit>

#include "mdl/motion.h"

namespace mw::kotor::mdl {
namespace {

constexpr std::uint32_t kMaxData = 1 << 24;

std::uint16_t kind_of(const NodeHeader& header, const TypesByNumber& types) {
  const auto found = types.find(header.number);
  const bool animated = header.type == kNodeHeader && found != types.end();
  return animated ? found->second : header.type;
}

/// Whether the data that a controller names is all there.
bool fits(const Controller& controller, std::size_t data) {
  const std::size_t values = std::size_t(controller.rows) * controller_columns(controller);
  return std::size_t(controller.time_index) + controller.rows <= data &&
         controller.data_index + values <= data;
}

/// Without keys where these are not all there, and where too many share them: then others of the node, or its
/// loose data, have the numbers.
JsonController json_controller(const Node& node, const Controller& controller, std::uint16_t kind,
                               KeyBudget& budget, std::vector<bool>& covered) {
  JsonController form{std::string(controller_name(kind, controller.type)), controller};
  if (!fits(controller, node.data.size())) return form;
  if (const auto keys = keys_of(node, controller); keys && !budget.take(*keys)) return form;
  const auto take = [&](std::size_t first, std::size_t count) {
    std::fill_n(covered.begin() + std::ptrdiff_t(first), count, true);
    return std::vector<float>(node.data.begin() + std::ptrdiff_t(first),
                              node.data.begin() + std::ptrdiff_t(first + count));
  };
  form.times = take(controller.time_index, controller.rows);
  form.values = take(controller.data_index, controller.rows * controller_columns(controller));
  if (!is_compressed(controller)) return form;
  for (const float value : form.values) form.packed.push_back(std::bit_cast<std::uint32_t>(value));
  form.values.clear();
  return form;
}

std::vector<JsonLooseData> loose_data(const std::vector<float>& data, const std::vector<bool>& covered) {
  std::vector<JsonLooseData> runs;
  for (std::size_t index = 0; index < data.size(); ++index) {
    if (covered[index]) continue;
    if (index == 0 || covered[index - 1]) runs.push_back({std::uint32_t(index)});
    runs.back().values.push_back(data[index]);
  }
  return runs;
}

std::string name_of(const File& file, const Node& node) {
  const std::uint16_t name = node.header.name_index;
  return name < file.names.size() ? file.names[name].text : "";
}

/// Puts the data of a node together.
class DataTaker {
 public:
  DataTaker(JsonReader& json, Node& node, std::uint16_t kind, std::uint32_t count)
      : json_(json), node_(node), kind_(kind), covered_(count) {
    node.data.resize(count);
  }

  void take(const JsonController& form) {
    const Controller& controller = form.controller;
    node_.controllers.push_back(controller);
    const std::string_view name = controller_name(kind_, controller.type);
    if (form.name != name)
      return fail("controllers",
                  fmt::format("type {} is \"{}\" here, not \"{}\"", controller.type, name, form.name));
    const bool left_out = form.times.empty() && form.values.empty() && form.packed.empty();
    if (left_out || !fits(controller, node_.data.size())) return;
    std::vector<float> values = form.values;
    for (const std::uint32_t word : form.packed) values.push_back(std::bit_cast<float>(word));
    const std::size_t columns = controller_columns(controller);
    if (form.times.size() != controller.rows || values.size() != controller.rows * columns)
      return fail("controllers", fmt::format("{} times and {} values do not make {} rows of {} columns",
                                             form.times.size(), values.size(), controller.rows, columns));
    put("controllers", controller.time_index, form.times);
    put("controllers", controller.data_index, values);
  }

  /// Controllers may share data, as long as they agree on it.
  void put(std::string_view field, std::size_t index, const std::vector<float>& values) {
    std::vector<float>& data = node_.data;
    if (index > data.size() || values.size() > data.size() - index)
      return fail(field, fmt::format("index {} with {} values is outside the data", index, values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto bits = std::bit_cast<std::uint32_t>(values[i]);
      if (covered_[index + i] && std::bit_cast<std::uint32_t>(data[index + i]) != bits)
        return fail(field, fmt::format("data {} is given twice, and differs", index + i));
      covered_[index + i] = true;
      data[index + i] = values[i];
    }
  }

  void finish() {
    if (std::ranges::find(covered_, false) != covered_.end())
      fail("data_count", "neither a controller nor loose_data gives all of the data");
  }

 private:
  void fail(std::string_view field, std::string message) { fail_member(json_, field, std::move(message)); }

  JsonReader& json_;
  Node& node_;
  std::uint16_t kind_;
  std::vector<bool> covered_;
};

}  // namespace

void fail_member(JsonReader& json, std::string_view name, std::string message) {
  PathScope scope(json.path(), name);
  json.fail(std::move(message));
}

JsonNode<const Node&> json_node(const File& file, const TypesByNumber& types, const Node& node) {
  JsonNode<const Node&> form{file.variant.platform, node, name_of(file, node),
                             std::uint32_t(node.data.size())};
  std::vector<bool> covered(node.data.size());
  KeyBudget budget(node);
  for (const Controller& controller : node.controllers)
    form.controllers.push_back(
        json_controller(node, controller, kind_of(node.header, types), budget, covered));
  form.loose_data = loose_data(node.data, covered);
  return form;
}

Node take_node(JsonReader& json, const File& file, const TypesByNumber& types, JsonNode<Node>&& form) {
  Node node = std::move(form.node);
  const std::string expected = name_of(file, node);
  if (form.name != expected)
    fail_member(json, "name",
                fmt::format("\"{}\", but name {} is \"{}\"", form.name, node.header.name_index, expected));
  if (form.data_count > kMaxData)
    fail_member(json, "data_count", fmt::format("{} is more than {}", form.data_count, kMaxData));
  if (!json.ok()) return node;
  DataTaker data(json, node, kind_of(node.header, types), form.data_count);
  for (const JsonLooseData& loose : form.loose_data) data.put("loose_data", loose.index, loose.values);
  for (const JsonController& controller : form.controllers) data.take(controller);
  data.finish();
  return node;
}

}  // namespace mw::kotor::mdl
