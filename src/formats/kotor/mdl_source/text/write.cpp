#include <fmt/compile.h>
#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_source.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "keywords.h"
#include "notes.h"

namespace mw::kotor::mdl::ascii {
namespace {

void append(std::string& out, std::integral auto value) {
  fmt::format_int text(value);
  out.append(text.data(), text.size());
}
/// append_float does the same; most of a text is floats, and this is twice as fast.
void append(std::string& out, std::floating_point auto value) {
  if (!std::isfinite(value) || value == 0) return append_float(out, value);
  std::array<char, 32> text;
  const char* end = fmt::format_to(text.data(), FMT_COMPILE("{}"), value);
  out.append(text.data(), std::size_t(end - text.data()));
}
void append_row(std::string& out, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ' ';
    append(out, values[i]);
  }
}
template <LeafValue T>
void append_row(std::string& out, const T& values) {
  for (std::size_t i = 0; i < Leaf<T>::count; ++i) {
    if (i > 0) out += ' ';
    append(out, Leaf<T>::at(values, i));
  }
}

/// Lines of a node or a model, at one depth. It is the `io` of properties (keywords.h).
class Body {
 public:
  Body(std::string& out, std::size_t indent) : out_(out), indent_(indent) {}

  template <LeafValue T>
  void value(std::string_view name, const T& value) {
    using Shape = Leaf<T>;
    begin(name);
    for (std::size_t i = 0; i < Shape::count; ++i) {
      out_ += ' ';
      append(out_, Shape::at(value, i));
    }
    out_ += '\n';
  }
  template <class T>
  void optional(std::string_view name, const std::optional<T>& value) {
    if (value) this->value(name, *value);
  }
  void flag(std::string_view name, std::uint32_t flags, std::uint32_t bit) {
    value(name, std::uint32_t((flags & bit) != 0 ? 1 : 0));
  }
  /// One that is empty is left out: a line without a word would say nothing.
  void text(std::string_view name, std::string_view text) {
    if (text.empty()) return;
    begin(name);
    out_ += ' ';
    out_ += text;
    out_ += '\n';
  }
  template <std::size_t N>
  void text(std::string_view name, const FixedText<N>& text) {
    this->text(name, text.view());
  }

  void begin(std::string_view name) {
    out_.append(indent_, ' ');
    out_ += name;
  }

  /// A list with its count. `row(out, value)` writes one.
  void list(std::string_view name, const auto& rows, const auto& row) {
    if (rows.empty()) return;
    value(name, rows.size());
    for (const auto& each : rows) {
      out_.append(indent_ + 2, ' ');
      row(out_, each);
      out_ += '\n';
    }
  }

  void keys(const source::Keys& keys);
  void mesh(const source::Mesh& mesh, std::string_view root);
  void light(const Light& light);

 private:
  void weights(const source::Skin& skin, std::string_view root);

  std::string& out_;
  std::size_t indent_;
};

void Body::keys(const source::Keys& keys) {
  begin(controller_name(keys.controller.node_type, keys.controller.type));
  if (keys.bezier) out_ += "bezier";
  if (keys.keyed) out_ += "key\n";
  for (std::size_t row = 0; row < keys.rows(); ++row) {
    out_.append(keys.keyed ? indent_ + 2 : 1, ' ');
    append_row(out_, std::span(keys.row(row), keys.width));
    out_ += '\n';
  }
  if (!keys.keyed) return;
  begin("endlist\n");
}

void append_face(std::string& out, const source::Face& face) {
  append_row(out, face.vertices);
  out += ' ';
  append(out, face.group);
  out += ' ';
  append_row(out, face.uvs);
  out += ' ';
  append(out, face.material);
}

/// `root` is a bone that every model has.
void Body::mesh(const source::Mesh& mesh, std::string_view root) {
  properties(*this, mesh);
  const auto vector = [](std::string& out, const auto& value) { append_row(out, value); };
  list("verts", mesh.vertices, vector);
  list("faces", mesh.faces, append_face);
  list("tverts", mesh.uv_sets[0].uvs, vector);
  constexpr std::string_view kCorners[] = {"", "texindices1", "texindices2", "texindices3"};
  constexpr std::string_view kUvs[] = {"", "tverts1", "tverts2", "tverts3"};
  for (std::size_t set = 1; set < 4; ++set) {
    list(kCorners[set], mesh.uv_sets[set].corners, vector);
    list(kUvs[set], mesh.uv_sets[set].uvs, vector);
  }
  if (mesh.skin) weights(*mesh.skin, root);
  if (mesh.dangly) {
    properties(*this, *mesh.dangly);
    list("constraints", mesh.dangly->constraints, [](std::string& out, float value) { append(out, value); });
  }
  list("roomlinks", mesh.room_links, [](std::string& out, const source::RoomLink& link) {
    append(out, link.edge);
    out += ' ';
    append(out, link.room);
  });
  list("aabb", mesh.aabb, [](std::string& out, const source::AabbRow& row) {
    append_row(out, row.min);
    out += ' ';
    append_row(out, row.max);
    out += ' ';
    append(out, row.face);
  });
}

/// A vertex without weights still needs a row that reading does not take for nothing.
void Body::weights(const source::Skin& skin, std::string_view root) {
  if (skin.ends.empty()) return;
  const std::string none = fmt::format(" {} 0", skin.bones.empty() ? root : skin.bones[0]);
  value("weights", skin.ends.size());
  for (std::size_t vertex = 0; vertex < skin.ends.size(); ++vertex) {
    out_.append(indent_ + 1, ' ');
    for (std::size_t i = skin.begin(vertex); i < skin.ends[vertex]; ++i) {
      out_ += ' ';
      out_ += skin.bones[skin.weights[i].bone];
      out_ += ' ';
      append(out_, skin.weights[i].weight);
    }
    if (skin.begin(vertex) == skin.ends[vertex]) out_ += none;
    out_ += '\n';
  }
}

void Body::light(const Light& light) {
  properties(*this, light.header);
  const auto number = [](std::string& out, float value) { append(out, value); };
  list("texturenames", light.textures, [](std::string& out, const Name& name) { out += name.text; });
  list("flaresizes", light.flare_sizes, number);
  list("flarepositions", light.flare_positions, number);
  list("flarecolorshifts", light.flare_colors,
       [](std::string& out, const Vec3& color) { append_row(out, color); });
}

/// The word for a type; for one that has none, that of the kind that has the most of its bits.
std::string_view kind_of(std::uint16_t type) {
  const NodeKind* best = kNodeKinds;
  for (const NodeKind& kind : kNodeKinds) {
    if (kind.type == type) return kind.name;
    // Damaged models have parts without the bit that all nodes have.
    const std::uint16_t parts = kind.type & std::uint16_t(~kNodeHeader);
    if ((parts & type) == parts && std::popcount(kind.type) > std::popcount(best->type)) best = &kind;
  }
  return best->name;
}

class ModelWriter {
 public:
  explicit ModelWriter(const source::Model& model) : model_(model) {}

  std::string run() {
    out_.reserve(expected_size());
    Body body(out_, 0);
    line(kModelComment);
    line("newmodel", model_.name);
    line("setsupermodel", model_.name, model_.supermodel);
    classification();
    properties(body, model_);
    append_notes(out_, 0, model_.residual);
    out_ += '\n';
    line(kGeometryComment);
    line("beginmodelgeom", model_.name);
    Body indented(out_, 2);
    bounds(indented, model_);
    for (const source::Node& each : model_.nodes) node(each, 0);
    line("endmodelgeom", model_.name);
    for (const source::Animation& each : model_.animations) animation(each);
    out_ += '\n';
    line("donemodel", model_.name);
    return std::move(out_);
  }

 private:
  /// About so many bytes: growing a long text costs as much as writing it.
  std::size_t expected_size() const {
    std::size_t size = 4096;
    for (const source::Node& each : model_.nodes) {
      size += 1024 + size_as_text(each.residual);
      if (!each.mesh) continue;
      size += 40 * each.mesh->vertices.size() + 48 * each.mesh->faces.size();
      for (const source::UvSet& set : each.mesh->uv_sets)
        size += 26 * set.uvs.size() + 22 * set.corners.size();
    }
    return size;
  }

  void line(std::string_view a, std::string_view b = {}, std::string_view c = {}) {
    out_ += a;
    if (!b.empty()) out_ += ' ';
    out_ += b;
    if (!c.empty()) out_ += ' ';
    out_ += c;
    out_ += '\n';
  }

  void classification() {
    const auto* row = std::ranges::find(kClassifications, model_.classification, &Classification::value);
    line("classification", row == std::end(kClassifications) ? fmt::format("{}", model_.classification)
                                                             : std::string(row->name));
  }

  void node(const source::Node& node, std::size_t indent) {
    out_.append(indent, ' ');
    out_ += "node ";
    line(kind_of(node.type), node.name);
    Body body(out_, indent + 2);
    body.text("parent", node.parent.empty() ? std::string_view("NULL") : node.parent);
    for (const source::Keys& keys : node.controllers) body.keys(keys);
    if (node.light) body.light(*node.light);
    if (node.emitter) properties(body, *node.emitter);
    if (node.reference) properties(body, *node.reference);
    if (node.mesh) body.mesh(*node.mesh, model_.nodes.empty() ? "_" : model_.nodes[0].name);
    append_notes(out_, indent + 2, node.residual);
    out_.append(indent, ' ');
    out_ += "endnode\n";
  }

  void animation(const source::Animation& animation) {
    out_ += '\n';
    line("newanim", animation.name, model_.name);
    Body body(out_, 2);
    properties(body, animation);
    body.text("animroot", animation.root);
    for (const Event& event : animation.events) {
      body.begin("event ");
      append(out_, event.time);
      line("", event.name.view().empty() ? "NULL" : event.name.view());
    }
    append_notes(out_, 2, animation.residual);
    for (const source::Node& each : animation.nodes) node(each, 4);
    line("doneanim", animation.name, model_.name);
  }

  const source::Model& model_;
  std::string out_;
};

}  // namespace

std::string write(const source::Model& model) {
  return ModelWriter(model).run();
}

Losses rewriting_losses(const source::Model& model) {
  Losses losses;
  if (model.passed_over.comments != 0)
    losses.add(loss::COMMENTS_DROPPED, "", counted(model.passed_over.comments, "comment", "comments"));
  if (model.passed_over.statements != 0)
    losses.add(loss::STATEMENTS_DROPPED, "",
               counted(model.passed_over.statements, "statement that says nothing here",
                       "statements that say nothing here"));
  return losses;
}

source::Model sample(Variant variant) {
  return decompile(mdl::sample(variant), {}).model;
}

}  // namespace mw::kotor::mdl::ascii
