#include "decompile.h"

#include <algorithm>

#include "mdl/motion.h"
#include "mdl/read/links.h"
#include "mdl_source/text/keywords.h"

namespace mw::kotor::mdl {
namespace {

constexpr std::uint32_t kSpokenFlags = (1U << std::size(ascii::kEmitterFlags)) - 1;
constexpr std::string_view kNobody = "NULL";  // how a text spells that there is none

class Describer {
 public:
  explicit Describer(const File& file) : file_(file), words_(words_of(file.names)), index_(file.nodes) {}

  source::Model run() {
    source::Model model;
    describe_headers(model);
    model.nodes.reserve(file_.nodes.size());
    for (std::size_t row = 0; row < file_.nodes.size(); ++row) model.nodes.push_back(node(file_.nodes[row]));
    set_parents(file_.nodes, model.nodes);
    for (const Animation& animation : file_.animations) model.animations.push_back(describe(animation));
    return model;
  }

 private:
  void describe_headers(source::Model& model) const {
    model.name = as_word(file_.geometry.name.view());
    model.supermodel = as_word(file_.model.supermodel.view(), kNobody);
    model.classification = file_.model.classification;
    model.subclassification = file_.model.subclassification;
    model.ignore_fog = file_.model.affected_by_fog == 0 ? 1 : 0;
    model.animation_scale = file_.model.animation_scale;
    model.compress_quaternions = is_compressed() ? 1 : 0;
    model.headlink = file_.names_header.head_node.row == kImplied ? 0 : 1;
    model.box_min = file_.model.box_min;
    model.box_max = file_.model.box_max;
    model.radius = file_.model.radius;
  }

  /// All orientations of a model are one word each, or none is.
  bool is_compressed() const {
    for (const Animation& animation : file_.animations)
      for (const Node& node : animation.nodes)
        for (const Controller& controller : node.controllers)
          if (controller.type == kOrientationController) return mdl::is_compressed(controller);
    return false;
  }

  std::string word_of(const Node& node) const {
    const std::uint16_t name = node.header.name_index;
    return name < words_.size() ? words_[name] : "_";
  }

  source::Node node(const Node& from) const {
    source::Node node;
    node.type = from.header.type;
    node.name = word_of(from);
    node.controllers = describe_keys(from, from.header.type, nullptr);
    if (from.light) {
      node.light = *from.light;
      forget_unspoken(node.light->header);
      for (Name& name : node.light->textures) name.text = as_word(name.text);
    }
    if (from.emitter) node.emitter = describe(*from.emitter);
    if (from.reference) {
      node.reference = *from.reference;
      make_word(node.reference->model);
    }
    if (from.mesh) node.mesh = describe_mesh(from, words_);
    return node;
  }

  /// What no word of a text is about.
  static void forget_unspoken(LightHeader& light) {
    light.unknown_0x04 = {};
    light.flare_sizes = light.flare_positions = light.flare_colors = light.flare_textures = {};
  }

  /// Texts without what lies behind them, and without what would not stay one word.
  template <std::size_t N>
  static void make_word(FixedText<N>& text) {
    text = text.view().empty() ? FixedText<N>() : FixedText<N>(as_word(text.view()).substr(0, N - 1));
  }

  static Emitter describe(Emitter emitter) {
    make_word(emitter.update);
    make_word(emitter.render);
    make_word(emitter.blend);
    make_word(emitter.texture);
    make_word(emitter.chunk);
    make_word(emitter.depth_texture);
    emitter.padding = 0;
    emitter.flags &= kSpokenFlags;
    return emitter;
  }

  static void set_parents(const std::vector<Node>& nodes, std::vector<source::Node>& described) {
    const std::vector<std::uint32_t> parents = implied_parents(nodes);
    for (std::size_t row = 0; row < nodes.size(); ++row)
      if (parents[row] != kNoRow) described[row].parent = described[parents[row]].name;
  }

  source::Animation describe(const Animation& from) const {
    source::Animation animation;
    animation.name = as_word(from.header.geometry.name.view());
    animation.root = as_word(from.header.root_name.view(), kNobody);
    animation.length = from.header.length;
    animation.transition = from.header.transition;
    animation.events = from.events;
    for (Event& event : animation.events)
      event.name = FixedText<32>(as_word(event.name.view(), kNobody).substr(0, 31));
    for (const Node& each : from.nodes) {
      source::Node& node = animation.nodes.emplace_back();
      node.name = word_of(each);
      const auto row = index_.find(each.header);
      const NodeHeader* rest = row ? &file_.nodes[*row].header : nullptr;
      const Vec3 nowhere(0);
      node.controllers =
          describe_keys(each, rest ? rest->type : each.header.type, rest ? &rest->position : &nowhere);
    }
    set_parents(from.nodes, animation.nodes);
    return animation;
  }

  const File& file_;
  std::vector<std::string> words_;
  NodeIndex index_;
};

}  // namespace

std::string as_word(std::string_view name, std::string_view nothing) {
  std::string word(name.empty() ? nothing : name);
  for (char& c : word)
    if (c <= ' ' || c == 0x7F || (c == '#' && &c == word.data())) c = '_';
  return word;
}

std::vector<std::string> words_of(const std::vector<Name>& names) {
  std::vector<std::string> words;
  words.reserve(names.size());
  for (const Name& name : names) words.push_back(as_word(name.text));
  return words;
}

Decompiled decompile(const File& file, const DecompileOptions& options) {
  Decompiled result{Describer(file).run(), {}};
  result.losses = options.plain ? losses_without_notes(file, result.model) : add_notes(file, result.model);
  return result;
}

}  // namespace mw::kotor::mdl
