#include <fmt/format.h>
#include <meshwright/core/json_text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/kotor/mdl.h>

#include "mdl/variant.h"
#include "nodes.h"

namespace mw::kotor::mdl {
namespace {

constexpr std::string_view kFormatId = "kotor-mdl";

/// Values of "layout": as the offsets say, or by a family's rule.
constexpr std::string_view kKept = "kept";
constexpr std::string_view kOriginal = "original";
constexpr std::string_view kKotorBlender = "kotor-blender";

/// An animation that is being read.
struct JsonAnimation {
  struct LargeRecord;
  Animation animation = {};
  std::vector<JsonNode<Node>> nodes = {};
  JsonNode<Node> blank = {};
};

/// All of an animation but its nodes.
void animation_fields(auto& json, auto& animation) {
  json.field("offset", animation.offset);
  header_field(json, "header", animation.header);
  json.table("events", animation.events);
}

void fields(JsonReader& json, JsonAnimation& form) {
  animation_fields(json, form.animation);
  json.table("nodes", form.nodes, form.blank);
}

/// The headers and names of a file.
template <class Json>
void headers_and_names(Json& json, auto& file) {
  HeaderIo<Json> io{json};
  header_fields(io, file);
  json.table("names", file.names);
}

/// One node after another, so that only one has a form at a time.
void write_nodes(JsonWriter& json, const File& file, const TypesByNumber& types,
                 const std::vector<Node>& nodes) {
  json.key("nodes");
  json.begin_array();
  for (const Node& node : nodes) {
    json.begin_object();
    const JsonNode<const Node&> form = json_node(file, types, node);
    visit_fields(json, form);
    json.end_object();
  }
  json.end_array();
}

void write_animations(JsonWriter& json, const File& file, const TypesByNumber& types) {
  json.key("animations");
  json.begin_array();
  for (const Animation& animation : file.animations) {
    json.begin_object();
    animation_fields(json, animation);
    write_nodes(json, file, types, animation.nodes);
    json.end_object();
  }
  json.end_array();
}

/// Turns what JSON holds back into a file.
class FromJson {
 public:
  explicit FromJson(JsonReader& json) : json_(json) {}

  File read() {
    std::string format;
    std::string variant;
    std::string layout;
    std::vector<JsonAnimation> animations;
    std::vector<JsonNode<Node>> nodes;
    std::uint8_t has_mdx = 0;
    json_.field("format", format);
    json_.field("variant", variant);
    json_.field("layout", layout);
    headers_and_names(json_, file_);
    file_.variant = variant_of(file_.geometry);
    const JsonNode<Node> blank{file_.variant.platform};
    json_.table("animations", animations, JsonAnimation{.blank = blank});
    json_.table("nodes", nodes, blank);
    json_.table(kUnreferenced, file_.unreferenced);
    json_.field("mdx_present", has_mdx);
    json_.table("mdx_unreferenced", file_.mdx_unreferenced);
    json_.finish();
    file_.has_mdx = has_mdx != 0;
    check_variant(variant);
    take_trees(animations, nodes);
    file_.mdl_bytes = file_offset(file_.header.mdl_size);
    file_.mdx_bytes = file_.has_mdx ? file_.header.mdx_size : 0;
    if (json_.ok()) apply_layout(layout);
    return std::move(file_);
  }

 private:
  void check_variant(const std::string& variant) {
    if (json_.ok() && variant != to_string(file_.variant))
      fail_member(json_, "variant",
                  fmt::format("\"{}\", but the functions of the geometry are those of {}", variant,
                              to_string(file_.variant)));
  }

  void apply_layout(const std::string& layout) {
    if (layout == kKept) return;
    if (layout == kOriginal) return lay_out(file_, Family::original);
    if (layout == kKotorBlender) return lay_out(file_, Family::kotor_blender);
    fail_member(
        json_, "layout",
        fmt::format("\"{}\" is none of \"{}\", \"{}\" and \"{}\"", layout, kKept, kOriginal, kKotorBlender));
  }

  void take_trees(std::vector<JsonAnimation>& animations, std::vector<JsonNode<Node>>& nodes) {
    for (const JsonNode<Node>& form : nodes) types_.emplace(form.node.header.number, form.node.header.type);
    take_nodes(nodes, file_.nodes);
    PathScope scope(json_.path(), "animations");
    for (std::size_t row = 0; row < animations.size() && json_.ok(); ++row) {
      scope.set_row(row);
      Animation& animation = file_.animations.emplace_back(std::move(animations[row].animation));
      take_nodes(animations[row].nodes, animation.nodes);
    }
  }

  void take_nodes(std::vector<JsonNode<Node>>& forms, std::vector<Node>& nodes) {
    PathScope scope(json_.path(), "nodes");
    nodes.reserve(forms.size());
    for (std::size_t row = 0; row < forms.size() && json_.ok(); ++row) {
      scope.set_row(row);
      nodes.push_back(take_node(json_, file_, types_, std::move(forms[row])));
    }
  }

  JsonReader& json_;
  File file_;
  TypesByNumber types_;
};

}  // namespace

void to_json(const File& file, JsonWriter& json) {
  TypesByNumber types;
  for (const Node& node : file.nodes) types.emplace(node.header.number, node.header.type);
  json.begin_object();
  json.member("format", kFormatId);
  json.member("variant", to_string(file.variant));
  json.member("layout", kKept);
  headers_and_names(json, file);
  write_animations(json, file, types);
  write_nodes(json, file, types, file.nodes);
  json.table(kUnreferenced, file.unreferenced);
  json.field("mdx_present", std::uint8_t(file.has_mdx));
  json.table("mdx_unreferenced", file.mdx_unreferenced);
  json.end_object();
}

std::string to_json(const File& file) {
  JsonWriter json(JsonWriter::Style::pretty);
  to_json(file, json);
  return json.take() + "\n";
}

Result<File> from_json(const JsonText& value) {
  JsonReader json(value);
  File file = FromJson(json).read();
  if (!json.ok()) return fail(json.error());
  return file;
}

}  // namespace mw::kotor::mdl
