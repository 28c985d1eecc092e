#include <fmt/format.h>
#include <meshwright/core/listing.h>
#include <meshwright/core/text.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>

#include "parts.h"

namespace mw::kotor::mdl {
namespace {

class LossFinder {
 public:
  LossFinder(const source::Model& model, const CompileOptions& options, const Assembly& assembly)
      : model_(model), options_(options), assembly_(assembly) {}

  Losses run() {
    text("model.name", model_.name, kNameRoom);
    text("model.supermodel", model_.supermodel, kNameRoom);
    for (const source::Remark& remark : model_.remarks) {
      if (remark.kind == source::Remark::Kind::text_too_long)
        text(remark.where, remark.subject, remark.expected);
      if (remark.kind == source::Remark::Kind::name_of_many_words)
        lose(fmt::format("{}: {} is cut to its first word", remark.where, quote_word(remark.subject)));
    }
    supermodel();
    for (std::size_t row = 0; row < assembly_.order.size(); ++row) node(row);
    for (std::size_t row = 0; row < model_.animations.size(); ++row) animation(row);
    return std::move(losses_);
  }

 private:
  void lose(std::string what) { losses_.push_back(std::move(what)); }

  void text(std::string_view where, std::string_view text, std::size_t room) {
    if (text.size() > room) lose(fmt::format("{}: {} is cut to {} bytes", where, quote_word(text), room));
  }

  void supermodel() {
    const std::string name = quote_word(model_.supermodel);
    if (names_nothing(model_.supermodel) || model_.nodes.size() < 2) return;
    if (options_.supermodel != nullptr && options_.by_name && assembly_.numbered < model_.nodes.size())
      lose(fmt::format("{} of {} nodes are in the supermodel {} too: its animations move no others",
                       assembly_.numbered, model_.nodes.size(),
                       quote_word(options_.supermodel->geometry.name.view())));
    if (options_.supermodel == nullptr) {
      if (!model_.residual.tree)  // notes have the numbers that nodes had
        lose(
            fmt::format("the numbers of nodes that the supermodel {} has too, without which its animations "
                        "move others; --supermodel says where it is",
                        name));
    } else if (!same_in_any_case(options_.supermodel->geometry.name.view(), model_.supermodel)) {
      lose(fmt::format("the numbers of the supermodel {}: those of {} are used", name,
                       quote_word(options_.supermodel->geometry.name.view())));
    }
  }

  void node(std::size_t row) {
    const source::Node& from = model_.nodes[assembly_.order[row]];
    const std::string where = fmt::format("nodes[{}]", assembly_.order[row]);
    for (const source::Keys& keys : from.controllers) order_of(keys, where);
    if (!from.mesh) return;
    if (!from.mesh->room_links.empty())
      lose(fmt::format("{}.roomlinks: {}, which no MDL holds; a WOK made of the text has them", where,
                       counted(from.mesh->room_links.size(), "way to another room", "ways to other rooms")));
    for (std::size_t i = 0; i < from.mesh->textures.size(); ++i)
      text(where + ".bitmap", from.mesh->textures[i], kTextureRooms[i]);
    if (!assembly_.exact[row] && assembly_.file.nodes[row].mesh)
      mesh(*from.mesh, *assembly_.file.nodes[row].mesh, where);
  }

  void order_of(const source::Keys& keys, const std::string& where) {
    if (!keys.keyed) return;
    for (std::size_t row = 1; row < keys.rows(); ++row)
      if (keys.row(row)[0] < keys.row(row - 1)[0])
        return lose(fmt::format("{}.{}: the sense of keys that are not in the order of their times", where,
                                controller_name(keys.controller.node_type, keys.controller.type)));
  }

  void mesh(const source::Mesh& from, const Mesh& made, const std::string& where) {
    const std::size_t vertices = from.vertices.size();
    for (std::size_t set = 0; set < from.uv_sets.size(); ++set) {
      const bool kept = made.saber ? set == 0 : made.mdx && !made.mdx->rows.uvs[set].empty();
      if (!from.uv_sets[set].uvs.empty() && !kept && vertices != 0)
        lose(fmt::format("{}: texture coordinates of set {}", where, set));
    }
    if (from.dangly && from.dangly->constraints.size() < vertices)
      lose(fmt::format("{}.constraints: {} vertices have none, and get 0", where,
                       vertices - from.dangly->constraints.size()));
    if (from.skin) skin(*from.skin, vertices, where + ".weights");
  }

  void skin(const source::Skin& skin, std::size_t vertices, const std::string& where) {
    if (skin.ends.size() < vertices)
      lose(fmt::format("{}: {} vertices have none, and no bone moves them", where,
                       vertices - skin.ends.size()));
    std::size_t crowded = 0;
    for (std::size_t row = 0; row < skin.ends.size(); ++row)
      crowded += skin.ends[row] - skin.begin(row) > kMostBones ? 1 : 0;
    if (crowded != 0)
      lose(fmt::format("{}: all but the {} heaviest of {} vertices", where, kMostBones, crowded));
  }

  void animation(std::size_t row) {
    const source::Animation& from = model_.animations[row];
    const std::string where = fmt::format("animations[{}]", row);
    text(where + ".name", from.name, kNameRoom);
    text(where + ".animroot", from.root, kNameRoom);
    const std::vector<std::uint32_t>& order = assembly_.animated_order[row];
    for (std::size_t i = 0; i < order.size(); ++i) {
      const source::Node& node = from.nodes[order[i]];
      const std::string path = fmt::format("{}.nodes[{}]", where, order[i]);
      for (const source::Keys& keys : node.controllers) order_of(keys, path);
      if (assembly_.animated_rows[row][i] == kNoRow && !node.controllers.empty() && node.residual.empty())
        lose(fmt::format("{}: the keys of {}, which is no node of the model", path, quote_word(node.name)));
    }
  }

  const source::Model& model_;
  const CompileOptions& options_;
  const Assembly& assembly_;
  Losses losses_;
};

}  // namespace

Losses losses_of(const source::Model& model, const CompileOptions& options, const Assembly& assembly) {
  return LossFinder(model, options, assembly).run();
}

}  // namespace mw::kotor::mdl
