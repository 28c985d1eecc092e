#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_ascii_findings.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_source.h>
#include <algorithm>
#include <cmath>
#include "shared/file_names.h"

#include "columns.h"
#include "keywords.h"
#include "mdl/finite.h"
#include "mdl/motion.h"
#include "mdl_source/compile/parts.h"
#include "mdl_source/compile/tree.h"

namespace mw::kotor::mdl::ascii {
namespace {

constexpr float kWeightSlack = 0.01F;   // other tools write six digits, some fewer
constexpr float kTurnSlack = 0.01F;     // likewise
constexpr std::size_t kNameWord = 2;    // of "node KIND NAME"
constexpr std::size_t kFaceUvWord = 4;  // of a face: behind its vertices and its groups

/// An `io` of statements that calls report(name, number) for the first number of each that is none.
template <class Report>
class FiniteStatements {
 public:
  explicit FiniteStatements(Report report) : report_(report) {}

  void value(std::string_view name, const auto& value) {
    using Shape = Leaf<std::remove_cvref_t<decltype(value)>>;
    if constexpr (std::floating_point<typename Shape::Component>)
      for (std::size_t i = 0; i < Shape::count; ++i)
        if (!std::isfinite(Shape::at(value, i))) return report_(name, Shape::at(value, i));
  }
  void values(std::string_view name, const auto& rows) {
    for (const auto& row : rows)
      if (!has_finite(row)) return value(name, row);
  }
  void optional(std::string_view name, const auto& number) {
    if (number) value(name, *number);
  }
  void text(const auto&...) {}
  void flag(const auto&...) {}

 private:
  Report report_;
};

class Validator {
 public:
  Validator(const source::Model& model, Findings& findings, std::string_view text)
      : model_(model), findings_(findings), columns_(text) {}

  void run(bool compiles) {
    for (const source::Remark& remark : model_.remarks) tell(remark);
    for (std::uint32_t row = 0; row < model_.nodes.size(); ++row) {
      if (const auto first = names_.first(model_.nodes[row].name); first && !has_notes())
        findings_.add(finding::NAME_REPEATED, place_of_name(fmt::format("nodes[{}]", row), model_.nodes[row]),
                      escape_text(model_.nodes[row].name), fmt::format("nodes[{}]", *first));
      names_.add(model_.nodes[row].name, row);
    }
    check_file_name(model_.name, kNameRoom, "model.name", 0);
    check_file_name(model_.supermodel, kNameRoom, "model.supermodel", 0);
    if (!names_nothing(model_.supermodel) && same_in_any_case(model_.supermodel, model_.name))
      findings_.add(finding::SUPERMODEL_IS_ITSELF, place("model.supermodel", 0),
                    escape_text(model_.supermodel));
    check_header();
    check_tree(model_.nodes, model_.nodes.size(), "nodes");
    for (std::size_t row = 0; row < model_.nodes.size(); ++row)
      check_node(model_.nodes[row], fmt::format("nodes[{}]", row), nullptr);
    const auto unlisted = unlisted_ancestors(model_);
    for (std::size_t row = 0; row < model_.animations.size(); ++row) {
      const std::string where = fmt::format("animations[{}]", row);
      if (unlisted) check_tree_of(model_.animations[row], (*unlisted)[row], where + ".nodes");
      check_animation(model_.animations[row], where);
    }
    if (!compiles && findings_.count(Severity::error) == 0) check_compiling();
  }

 private:
  /// At a word of a line, the first one being 0.
  Place place(std::string where, std::uint64_t line, std::size_t word = 0) {
    Place at{std::move(where)};
    if (line != 0) at.position = TextPosition{line, columns_.of(line, word)};
    return at;
  }
  Place place_of_name(std::string where, const source::Node& node) {
    return place(std::move(where), node.line, kNameWord);
  }
  Place place_of_parent(std::string where, const source::Node& node) {
    if (node.parent_line == 0) return place_of_name(std::move(where), node);
    return place(std::move(where), node.parent_line, 1);
  }

  void tell(const source::Remark& remark) {
    using Kind = source::Remark::Kind;
    const bool count = remark.kind == Kind::count_mismatch;
    const Place at = count ? place(remark.where, remark.position.line, 1)
                           : Place{.where = remark.where, .position = remark.position};
    const std::string subject = escape_text(remark.subject);
    switch (remark.kind) {
      case Kind::unknown_keyword:
        return findings_.add(finding::UNKNOWN_KEYWORD, at, subject);
      case Kind::count_mismatch:
        return findings_.add(finding::COUNT_MISMATCH, at, subject, remark.expected, remark.found);
      case Kind::text_too_long:
        return findings_.add(finding::TEXT_TOO_LONG, at, subject, remark.found, remark.expected);
      case Kind::missing_end:
        return findings_.add(finding::END_MISSING, at, subject);
      case Kind::repeated_list:
        return findings_.add(finding::LIST_REPEATED, at, subject);
      case Kind::numbers_left_over:
        return findings_.add(finding::NUMBERS_LEFT_OVER, at, subject);
      case Kind::name_of_many_words:
        return findings_.add(finding::EVENT_NAME_CUT, at, subject);
    }
  }

  void check_text(std::string_view text, std::size_t room, std::string where, std::uint64_t line) {
    if (text.size() > room)
      findings_.add(finding::TEXT_TOO_LONG, place(std::move(where), line, 1), escape_text(text), text.size(),
                    room);
  }

  /// The games find a file by a shorter name than the field has room for.
  void check_file_name(std::string_view text, std::size_t room, const std::string& where,
                       std::uint64_t line) {
    check_text(text, room, where, line);
    if (text.size() > kFileNameRoom && text.size() <= room)
      findings_.add(finding::RESOURCE_NAME_TOO_LONG, place(where, line, 1), escape_text(text), text.size(),
                    kFileNameRoom);
  }

  void check_number(double number, const std::string& where, std::uint64_t line = 0, std::size_t word = 0) {
    if (!std::isfinite(float(number)))
      findings_.add(finding::VALUE_NOT_FINITE, place(where, line, word), float(number));
  }
  /// The first that is none.
  void check_numbers(const auto& row, const std::string& where, std::uint64_t line, std::size_t word) {
    for (int k = 0; k < row.length(); ++k)
      if (!std::isfinite(row[k])) return check_number(row[k], where, line, word + std::size_t(k));
  }

  void check_header() {
    FiniteStatements statements([&](std::string_view name, float value) {
      findings_.add(finding::VALUE_NOT_FINITE, place(fmt::format("model.{}", name), 0), value);
    });
    properties(statements, model_);
    bounds(statements, model_);
  }

  /// Notes of a model that was decompiled here tell nodes of one name apart, as 54 of 271 real models need.
  bool has_notes() const { return !model_.residual.empty(); }

  /// An animation may list what moves alone: what is above it is in the model.
  void check_tree_of(const source::Animation& animation, const std::vector<std::uint32_t>& unlisted,
                     const std::string& where) {
    const std::size_t listed = animation.nodes.size();
    if (unlisted.empty()) return check_tree(animation.nodes, listed, where);
    source::Animation whole;
    whole.line = animation.line;
    for (const source::Node& node : animation.nodes) {
      source::Node& copy = whole.nodes.emplace_back();
      copy.name = node.name;
      copy.parent = node.parent;
      copy.residual.parent = node.residual.parent;
      copy.line = node.line;
      copy.parent_line = node.parent_line;
    }
    add_ancestors(model_, unlisted, whole);
    check_tree(whole.nodes, listed, where);
  }

  /// The same rules by which compiling makes the tree. What is wrong behind the first `listed` nodes is wrong
  /// with the model's own.
  void check_tree(const std::vector<source::Node>& nodes, std::size_t listed, const std::string& where) {
    const std::vector<std::uint32_t> parents = parents_of(nodes);
    const source::Node* root = nullptr;
    bool sound = true;
    for (std::size_t row = 0; row < nodes.size(); ++row) {
      const source::Node& node = nodes[row];
      if (parents[row] != kNoRow) continue;
      const Place at = place_of_parent(fmt::format("{}[{}]", where, row), node);
      if (!node.parent.empty()) {
        if (row < listed) findings_.add(finding::PARENT_MISSING, at, escape_text(node.parent));
        sound = false;
      } else if (root != nullptr) {
        findings_.add(finding::ROOT_REPEATED, at, escape_text(node.name), escape_text(root->name));
        sound = false;
      } else {
        root = &node;
      }
    }
    const bool wanted = !nodes.empty() || where == "nodes";
    if (root == nullptr && wanted)
      findings_.add(finding::ROOT_MISSING, place(where, nodes.empty() ? 0 : nodes[0].line));
    else if (sound)
      check_circles(nodes, parents, where);
  }

  void check_circles(const std::vector<source::Node>& nodes, const std::vector<std::uint32_t>& parents,
                     const std::string& where) {
    enum class State : std::uint8_t { unknown, open, sound, told };
    std::vector<State> states(nodes.size(), State::unknown);
    std::vector<std::uint32_t> path;
    for (std::uint32_t row = 0; row < nodes.size(); ++row) {
      std::uint32_t at = row;
      for (path.clear(); at != kNoRow && states[at] == State::unknown; at = parents[at]) {
        states[at] = State::open;
        path.push_back(at);
      }
      const bool circle = at != kNoRow && (states[at] == State::open || states[at] == State::told);
      if (circle && states[at] == State::open)
        findings_.add(finding::TREE_CYCLE, place_of_parent(fmt::format("{}[{}]", where, row), nodes[row]),
                      escape_text(nodes[row].name));
      for (const std::uint32_t each : path) states[each] = circle ? State::told : State::sound;
    }
  }

  void check_node(const source::Node& node, const std::string& where, const source::Animation* animation) {
    if (node.name.size() > kNameRoom)
      findings_.add(finding::NAME_TOO_LONG, place_of_name(where, node), escape_text(node.name),
                    node.name.size(), kNameRoom);
    for (const source::Keys& keys : node.controllers) check_keys(keys, where, animation);
    check_values(node, where);
    if (node.mesh) check_mesh(*node.mesh, where);
    if (node.mesh && node.mesh->faces.empty() && animation == nullptr)
      findings_.add(finding::FACES_MISSING, place_of_name(where, node));
  }

  /// Of statements whose lines nobody keeps: at that of the node. Textures that do not move may have garbage.
  void check_values(const source::Node& node, const std::string& where) {
    const auto report = [&](std::string_view name, float value) {
      findings_.add(finding::VALUE_NOT_FINITE, place_of_name(fmt::format("{}.{}", where, name), node), value);
    };
    FiniteStatements statements(report);
    if (node.light) check_light(*node.light, statements);
    if (node.emitter) properties(statements, *node.emitter);
    if (!node.mesh) return;
    const source::Mesh& mesh = *node.mesh;
    FiniteStatements of_mesh([&](std::string_view name, float value) {
      if (mesh.animate_uv != 0 || !name.starts_with("uv")) report(name, value);
    });
    properties(of_mesh, mesh);
    if (!mesh.dangly) return;
    properties(statements, *mesh.dangly);
    const auto& constraints = mesh.dangly->constraints;
    for (std::size_t row = 0; row < constraints.size(); ++row)
      check_number(constraints[row], fmt::format("{}.constraints[{}]", where, row),
                   mesh.dangly->lines.of(row));
  }

  static void check_light(const Light& light, auto& statements) {
    properties(statements, light.header);
    statements.values("flaresizes", light.flare_sizes);
    statements.values("flarepositions", light.flare_positions);
    statements.values("flarecolorshifts", light.flare_colors);
  }

  void check_keys(const source::Keys& keys, const std::string& where, const source::Animation* animation) {
    const std::string name =
        fmt::format("{}.{}", where, controller_name(keys.controller.node_type, keys.controller.type));
    for (std::size_t row = 0; row < keys.rows(); ++row) check_row(keys, row, name);
    if (!keys.keyed) return;
    const auto at = [&](std::size_t row) {
      return place(fmt::format("{}[{}]", name, row), keys.lines.of(row));
    };
    for (std::size_t row = 1; row < keys.rows(); ++row)
      if (keys.row(row)[0] < keys.row(row - 1)[0])
        findings_.add(finding::KEYS_NOT_ASCENDING, at(row), keys.row(row)[0], keys.row(row - 1)[0]);
    if (animation == nullptr || keys.rows() == 0) return;
    std::size_t last = 0;  // not always in the last row
    for (std::size_t row = 1; row < keys.rows(); ++row)
      if (keys.row(row)[0] > keys.row(last)[0]) last = row;
    if (keys.row(last)[0] > double(animation->length) + 1e-4)
      findings_.add(finding::KEY_BEYOND_END, at(last), keys.row(last)[0], animation->length);
  }

  void check_row(const source::Keys& keys, std::size_t row, const std::string& name) {
    const auto at = [&](std::size_t column) {
      if (!keys.keyed) return place(name, keys.lines.head, column + 1);
      return place(fmt::format("{}[{}]", name, row), keys.lines.of(row), column);
    };
    const double* numbers = keys.row(row);
    for (std::size_t column = 0; column < keys.width; ++column)
      if (!std::isfinite(float(numbers[column])))
        return findings_.add(finding::VALUE_NOT_FINITE, at(column), float(numbers[column]));
    const std::size_t first = keys.keyed ? 1 : 0;  // behind the time
    if (keys.controller.type != kOrientationController || keys.bezier || keys.width - first != 4) return;
    const auto [x, y, z, w] = to_quaternion(numbers + first);
    const float length = std::sqrt(x * x + y * y + z * z + w * w);
    if (!(std::abs(length - 1) <= kTurnSlack))
      findings_.add(finding::AXIS_NOT_UNIT, at(first), numbers[first], numbers[first + 1], numbers[first + 2],
                    length);
  }

  void check_mesh(const source::Mesh& mesh, const std::string& where) {
    for (std::size_t set = 0; set < mesh.uv_sets.size(); ++set) check_uvs(mesh.uv_sets[set], set, where);
    for (std::size_t i = 0; i < mesh.textures.size(); ++i)
      check_file_name(mesh.textures[i], kTextureRooms[i], fmt::format("{}.{}", where, kTextureWords[i]),
                      mesh.texture_lines[i]);
    for (std::size_t row = 0; row < mesh.vertices.size(); ++row)
      if (const Vec3& at = mesh.vertices[row]; !is_finite(at)) {
        const std::size_t word = !std::isfinite(at.x) ? 0 : !std::isfinite(at.y) ? 1 : 2;
        findings_.add(finding::VERTEX_NOT_FINITE,
                      place(fmt::format("{}.verts[{}]", where, row), mesh.vertex_lines.of(row), word), at.x,
                      at.y, at.z);
      }
    check_faces(mesh, where);
    if (mesh.skin) check_skin(mesh, *mesh.skin, where);
    if (mesh.dangly && mesh.dangly->constraints.size() != mesh.vertices.size())
      findings_.add(finding::CONSTRAINTS_COUNT_MISMATCH,
                    place(where + ".constraints", mesh.dangly->lines.head, 1),
                    mesh.dangly->constraints.size(), mesh.vertices.size());
  }

  void check_uvs(const source::UvSet& set, std::size_t number, const std::string& where) {
    const std::string name =
        fmt::format("{}.tverts{}", where, number == 0 ? std::string() : std::to_string(number));
    for (std::size_t row = 0; row < set.uvs.size(); ++row)
      if (const glm::vec2& uv = set.uvs[row]; !std::isfinite(uv.x) || !std::isfinite(uv.y))
        check_numbers(uv, fmt::format("{}[{}]", name, row), set.uv_lines.of(row), 0);
  }

  void check_faces(const source::Mesh& mesh, const std::string& where) {
    for (std::size_t row = 0; row < mesh.faces.size(); ++row) {
      const auto at = [&](std::size_t word) {
        return place(fmt::format("{}.faces[{}]", where, row), mesh.face_lines.of(row), word);
      };
      const source::Face& face = mesh.faces[row];
      const std::size_t uvs = mesh.uv_sets[0].uvs.size();
      for (std::size_t corner = 0; corner < 3; ++corner) {
        if (face.vertices[corner] >= mesh.vertices.size())
          findings_.add(finding::FACE_INDEX_OUT_OF_RANGE, at(corner), "vertex", face.vertices[corner],
                        mesh.vertices.size());
        if (uvs != 0 && face.uvs[corner] >= uvs)
          findings_.add(finding::FACE_INDEX_OUT_OF_RANGE, at(kFaceUvWord + corner), "texture coordinate",
                        face.uvs[corner], uvs);
      }
    }
    for (std::size_t set = 1; set < mesh.uv_sets.size(); ++set) check_set(mesh, set, where);
  }

  void check_set(const source::Mesh& mesh, std::size_t set, const std::string& where) {
    const source::UvSet& uvs = mesh.uv_sets[set];
    const std::string name = fmt::format("{}.texindices{}", where, set);
    if (uvs.uvs.empty()) return;
    if (uvs.corners.size() != mesh.faces.size())
      findings_.add(finding::CORNER_COUNT_MISMATCH, place(name, uvs.corner_lines.head, 1), uvs.corners.size(),
                    mesh.faces.size());
    for (std::size_t row = 0; row < uvs.corners.size(); ++row)
      for (std::size_t corner = 0; corner < 3; ++corner)
        if (const std::uint32_t uv = uvs.corners[row][corner]; uv >= uvs.uvs.size())
          findings_.add(finding::FACE_INDEX_OUT_OF_RANGE,
                        place(fmt::format("{}[{}]", name, row), uvs.corner_lines.of(row), corner),
                        "texture coordinate", uv, uvs.uvs.size());
  }

  void check_skin(const source::Mesh& mesh, const source::Skin& skin, const std::string& where) {
    const std::string name = where + ".weights";
    if (skin.ends.size() != mesh.vertices.size())
      findings_.add(finding::WEIGHTS_COUNT_MISMATCH, place(name, skin.lines.head, 1), skin.ends.size(),
                    mesh.vertices.size());
    std::vector<bool> told(skin.bones.size());  // at their first use
    for (std::size_t row = 0; row < skin.ends.size(); ++row)
      check_weights(skin, row, fmt::format("{}[{}]", name, row), told);
  }

  void check_weights(const source::Skin& skin, std::size_t row, const std::string& where,
                     std::vector<bool>& told) {
    const auto at = [&](std::size_t word) { return place(where, skin.lines.of(row), word); };
    const std::size_t begin = skin.begin(row);
    float sum = 0;
    for (std::size_t i = begin; i < skin.ends[row]; ++i) {
      const auto [bone, weight] = skin.weights[i];
      const std::string& name = skin.bones[bone];
      const std::size_t word = 2 * (i - begin);
      sum += weight;
      if (!std::isfinite(weight))
        check_number(weight, where, skin.lines.of(row), word + 1);
      else if (!(weight >= 0 && weight <= 1 + kWeightSlack))
        findings_.add(finding::WEIGHTS_OUT_OF_RANGE, at(word + 1), escape_text(name), weight);
      if (told[bone] || names_.first(name)) continue;
      told[bone] = true;
      findings_.add(finding::BONE_UNKNOWN, at(word), escape_text(name));
    }
    if (std::isfinite(sum) && !(std::abs(sum - 1) <= kWeightSlack))
      findings_.add(finding::WEIGHTS_NOT_ONE, at(0), sum);
    if (const std::size_t bones = skin.ends[row] - begin; bones > kMostBones)
      findings_.add(finding::WEIGHTS_TOO_MANY, at(2 * kMostBones), bones, kMostBones);
  }

  void check_animation(const source::Animation& animation, const std::string& where) {
    check_text(animation.name, kNameRoom, where + ".name", animation.line);
    FiniteStatements statements([&](std::string_view name, float value) {
      findings_.add(finding::VALUE_NOT_FINITE, place(fmt::format("{}.{}", where, name), animation.line),
                    value);
    });
    properties(statements, animation);
    check_events(animation, where);
    if (!animation.root.empty() && !names_.first(animation.root))
      findings_.add(finding::ANIMATION_ROOT_MISSING, place(where + ".animroot", animation.line),
                    escape_text(animation.root));
    for (std::size_t row = 0; row < animation.nodes.size(); ++row) {
      const source::Node& node = animation.nodes[row];
      const std::string path = fmt::format("{}.nodes[{}]", where, row);
      if (!names_.first(node.name))
        findings_.add(finding::ANIMATION_NODE_UNKNOWN, place_of_name(path, node), escape_text(node.name));
      check_node(node, path, &animation);
    }
  }

  void check_events(const source::Animation& animation, const std::string& where) {
    for (std::size_t row = 0; row < animation.events.size(); ++row) {
      const Event& event = animation.events[row];
      if (event.time >= 0 && event.time <= animation.length + kTimeTolerance) continue;
      findings_.add(finding::EVENT_TIME_OUT_OF_RANGE,
                    place(fmt::format("{}.events[{}]", where, row), animation.event_lines.of(row)),
                    escape_text(event.name.view()), event.time, animation.length);
    }
  }

  /// What the rules above do not look at. A model can also be made that no file can hold.
  void check_compiling() {
    const auto made = compile(model_, {}).and_then([](const Compiled& model) { return write(model.file); });
    if (made) return;
    const Error& error = made.error();
    findings_.add(finding::NOT_COMPILABLE, place(error.field, error.position ? error.position->line : 0),
                  error.message);
  }

  const source::Model& model_;
  Findings& findings_;
  Columns columns_;
  NodeNames names_;
};

}  // namespace

void validate(const source::Model& model, Findings& findings, ByteSpan text) {
  Validator(model, findings, text_of(text)).run(false);
}

void validate_compiled(const source::Model& model, Findings& findings, ByteSpan text) {
  Validator(model, findings, text_of(text)).run(true);
}

std::span<const FindingKind> finding_kinds() {
  return finding::kKinds;
}

}  // namespace mw::kotor::mdl::ascii
