#pragma once

#include <meshwright/kotor/mdl.h>

#include <string_view>
#include <utility>

#include "edited_sample.h"

/// Models of the first two games that are not quite the sample.
namespace mw::test {

/// The sample and its text: format and name.
inline constexpr std::pair<const char*, const char*> kModels[] = {{"kotor-mdl", "sample.mdl"},
                                                                  {"kotor-mdl-ascii", "sample.mdl.ascii"}};

/// Lets a node rest at nothing and become twice as large in an animation, the last one.
inline void let_grow(Scene& scene, Index node) {
  scene.nodes[node].transform.scale = Vec3(0);
  scene::Channel grows{.node = node,
                       .target = scene::Target::scale,
                       .components = 3,
                       .times = {0, 1},
                       .values = {0, 0, 0, 2, 2, 2}};
  scene.animations.push_back({.name = "grow", .length = 1, .channels = {grows}});
}

/// The sample, changed and laid out anew.
Document model_with(const auto& change) {
  kotor::mdl::File file = kotor::mdl::sample({});
  change(file);
  kotor::mdl::lay_out(file, kotor::mdl::Family::original);
  const kotor::mdl::Pair pair = kotor::mdl::write(file).value();
  return opened({.bytes = pair.mdl, .companion = pair.mdx}, "sample.mdl").value();
}

/// The text of a model, with notes or as other programs write it.
inline Document text_of_model(const Document& model, bool plain = false) {
  OptionValues options;
  if (plain) options.set("plain", "");
  const Document text = find_format("kotor-mdl-ascii")->from_binary(model, options).value();
  const OptionValues none;
  return opened(write(text, {.options = none}).value(), "sample.mdl.ascii").value();
}

inline std::size_t row_called(const kotor::mdl::File& file, std::string_view name) {
  for (std::size_t row = 0; row < file.nodes.size(); ++row)
    if (kotor::mdl::node_name(file, file.nodes[row]) == name) return row;
  ADD_FAILURE() << "no node " << name;
  return 0;
}

}  // namespace mw::test
