#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "motion.h"
#include "rest.h"

namespace mw::kotor::mdl {
namespace {

constexpr std::size_t kMaxChain = 16;  // the games' own models have at most three above them

/// Which of a model's nodes those of a supermodel's animations are.
class Counterparts {
 public:
  Counterparts(const File& model, const File& supermodel) : supermodel_(supermodel) {
    for (std::uint32_t row = 0; row < model.nodes.size(); ++row) {
      const std::string name = lower_case(node_name(model, model.nodes[row]));
      by_both_.try_emplace({model.nodes[row].header.number, name}, row);
      by_name_.try_emplace(name, row);
    }
  }

  std::optional<std::uint32_t> find(const NodeHeader& header) {
    const auto key = std::pair(header.number, header.name_index);
    const auto [known, added] = known_.try_emplace(key);
    if (added) known->second = look_up(header);
    return known->second;
  }

  bool has(std::string_view name) const { return by_name_.contains(lower_case(name)); }

 private:
  std::optional<std::uint32_t> look_up(const NodeHeader& header) const {
    const bool root = !supermodel_.nodes.empty() &&
                      supermodel_.nodes[0].header.name_index == header.name_index &&
                      supermodel_.nodes[0].header.number == header.number;
    if (root && !by_name_.empty()) return 0;
    if (header.name_index >= supermodel_.names.size()) return std::nullopt;
    const std::string name = lower_case(supermodel_.names[header.name_index].text);
    if (const auto both = by_both_.find({header.number, name}); both != by_both_.end()) return both->second;
    const auto named = by_name_.find(name);
    return named == by_name_.end() ? std::nullopt : std::optional(named->second);
  }

  const File& supermodel_;
  std::map<std::pair<std::uint16_t, std::string>, std::uint32_t> by_both_;
  std::map<std::string, std::uint32_t> by_name_;
  std::map<std::pair<std::uint16_t, std::uint16_t>, std::optional<std::uint32_t>> known_;
};

/// Controllers may share their data: each number is multiplied once.
void scale_positions(Node& node, float scale) {
  std::vector<std::ptrdiff_t> begun(node.data.size() + 1);  // ranges that begin here, less those that end
  for (const Controller& controller : node.controllers) {
    const auto keys = keys_of(node, controller);
    if (controller.type != kPositionController || !keys) continue;
    ++begun[controller.data_index];
    --begun[controller.data_index + keys->values.size()];
  }
  std::ptrdiff_t open = 0;
  for (std::size_t i = 0; i < node.data.size(); ++i) {
    open += begun[i];
    if (open > 0) node.data[i] *= scale;
  }
}

/// Makes an animation of the supermodel one of the model.
class Adopter {
 public:
  Adopter(File& model, const File& supermodel) : model_(model), counterparts_(model, supermodel) {
    if (std::isfinite(model.model.animation_scale)) scale_ = model.model.animation_scale;
  }

  void adopt(const Animation& from) {
    Animation animation{0, from.header, from.events, {}};
    // It starts at the root of the supermodel, which is called as that is: here at that of the model.
    if (!model_.nodes.empty() && !counterparts_.has(from.header.root_name.view()))
      animation.header.root_name = FixedText<32>(node_name(model_, model_.nodes[0]));
    std::vector<std::uint32_t> kept(from.nodes.size(), kNoRow);
    for (const Step step : tree_order(from.nodes)) {
      const Node& node = from.nodes[step.row];
      const std::uint32_t parent = step.parent == kNoRow ? kNoRow : kept[step.parent];
      if (const auto counterpart = counterparts_.find(node.header)) {
        kept[step.row] = add_node(animation, node, model_.nodes[*counterpart].header, parent);
      } else {
        strangers_ += node.controllers.empty() ? 0 : 1;
        kept[step.row] = parent;  // its children hang on what is above
      }
    }
    if (!animation.nodes.empty()) model_.animations.push_back(std::move(animation));
  }

  std::size_t strangers() const { return strangers_; }

 private:
  std::uint32_t add_node(Animation& animation, const Node& from, const NodeHeader& counterpart,
                         std::uint32_t parent) {
    const auto row = std::uint32_t(animation.nodes.size());
    if (row > 0 && parent == kNoRow) parent = 0;
    Node& node = animation.nodes.emplace_back();
    node.header = from.header;
    node.header.type = kNodeHeader;
    node.header.number = counterpart.number;
    node.header.name_index = counterpart.name_index;
    node.header.owner = node.header.parent = {};
    node.controllers = from.controllers;
    node.data = from.data;
    if (scale_ != 1) scale_positions(node, scale_);
    if (row > 0) animation.nodes[parent].children.push_back(row);
    return row;
  }

  File& model_;
  Counterparts counterparts_;
  float scale_ = 1;
  std::size_t strangers_ = 0;
};

Result<File> read_supermodel(const std::string& name, const Bytes& bytes) {
  const std::string called = "supermodel " + escape_text(name);
  if (!sniff(bytes)) return fail({.offset = 0, .field = called, .message = "is no binary model"});
  auto file = read(bytes, std::nullopt);
  if (file) return file;
  const Error& error = file.error();
  return fail({error.offset, error.field.empty() ? called : called + ": " + error.field, error.message});
}

}  // namespace

std::string_view supermodel_name(const File& model) {
  const std::string_view name = model.model.supermodel.view();
  return names_nothing(name) ? std::string_view() : name;
}

std::size_t inherit_animations(File& model, const File& supermodel) {
  std::set<std::string> own;
  for (const Animation& animation : model.animations)
    own.insert(lower_case(animation.header.geometry.name.view()));
  Adopter adopter(model, supermodel);
  for (const Animation& animation : supermodel.animations)
    if (!own.contains(lower_case(animation.header.geometry.name.view()))) adopter.adopt(animation);
  return adopter.strangers();
}

Result<Losses> inherit_animations(File& model, const FindModel& find, std::string_view place) {
  Losses losses;
  std::string name(supermodel_name(model));
  std::vector<Bytes> seen;  // names do not do: files are renamed, and a caller may answer with another
  while (!name.empty()) {
    const std::string shown = escape_text(name);
    auto bytes = find(name);
    if (!bytes) return fail(bytes.error());
    if (!*bytes) {
      losses.add(loss::SUPERMODEL_MISSING, name, shown, place);
      break;
    }
    if (seen.size() == kMaxChain || std::ranges::find(seen, **bytes) != seen.end()) {
      losses.add(loss::SUPERMODELS_ENDLESS, name, shown);
      break;
    }
    const auto supermodel = read_supermodel(name, seen.emplace_back(**std::move(bytes)));
    if (!supermodel) return fail(supermodel.error());
    const std::string_view own_name = supermodel->geometry.name.view();
    if (lower_case(own_name) != lower_case(name))
      losses.add(loss::SUPERMODEL_MISNAMED, name, shown, escape_text(own_name));
    if (const std::size_t strangers = inherit_animations(model, *supermodel); strangers > 0)
      losses.add(loss::SUPERMODEL_NODE_UNKNOWN, name, strangers, shown);
    name = supermodel_name(*supermodel);
  }
  return losses;
}

}  // namespace mw::kotor::mdl
