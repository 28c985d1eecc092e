#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/formats/registry.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>

#include <algorithm>

#include "support/glb_fields.h"

namespace mw::test {
namespace {

namespace mdl = kotor::mdl;
namespace bwm = bw2::bwm;

/// The `io` that gives every field of a record a value of its own, so that each is seen when it is lost. What
/// decides how other bytes are read stays.
class Louden {
 public:
  explicit Louden(std::vector<std::string_view> kept = {}) : kept_(std::move(kept)) {}

  template <LeafValue T>
  void field(std::string_view name, T& leaf) {
    if (is_kept(name)) return;
    using Shape = Leaf<T>;
    for (std::size_t i = 0; i < Shape::count; ++i) {
      auto& number = Shape::at(leaf, i);
      number = std::remove_reference_t<decltype(number)>(next_ = next_ % 100 + 7);
    }
  }
  template <std::size_t N>
  void field(std::string_view name, FixedText<N>& text) {
    if (!is_kept(name)) text = FixedText<N>("text" + std::to_string(next_ = next_ % 100 + 7));
  }
  template <class T>
    requires(!LeafValue<T>)
  void field(std::string_view /*name*/, T& /*places*/) {}

 private:
  bool is_kept(std::string_view name) const { return std::ranges::find(kept_, name) != kept_.end(); }

  std::vector<std::string_view> kept_;
  int next_ = 1;
};

void louden(auto& record, std::vector<std::string_view> kept = {}) {
  Louden io(std::move(kept));
  visit_fields(io, record);
}

void louden_mesh(mdl::Mesh& mesh) {
  louden(mesh.header, {"functions", "mdx_stride", "mdx_flags", "mdx_positions", "mdx_normals", "mdx_colors",
                       "mdx_uvs", "mdx_tangents", "vertex_count"});
  louden(mesh.dirt);
  mesh.tail.unknown = 0x80000001;
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) mesh.faces[i].material = std::uint32_t(i / 2);
  if (mesh.skin) {
    mesh.skin->header.unknown_0x00 = {7, 8, 9};
    mesh.skin->unknown_0x34.assign(2, 5);
  }
  if (mesh.dangly) louden(mesh.dangly->header, {"vertices_offset"});
}

/// A model for the second game in which no field is as usual.
mdl::File loud_model() {
  mdl::File file = mdl::sample(*mdl::parse_variant("k2-pc"));
  louden(file.model);
  louden(file.geometry, {"functions", "name", "type"});
  file.names_header.unknown_0x04 = 6;
  file.names.push_back({.text = "of the supermodel"});
  for (mdl::Node& node : file.nodes) {
    if (node.light) louden(node.light->header);
    if (node.emitter) louden(*node.emitter);
    if (node.reference) louden(*node.reference);
    if (node.mesh) louden_mesh(*node.mesh);
  }
  file.nodes.back().header.number = 99;
  const auto is_plain = [](const mdl::Node& node) {
    return node.mesh && !node.mesh->skin && !node.mesh->aabb;
  };
  const auto moving = std::ranges::find_if(file.nodes, is_plain);
  moving->header.type |= mdl::kNodeAnim;
  louden(moving->mesh->anim.emplace());
  for (mdl::Animation& animation : file.animations) {
    louden(animation.header.geometry, {"functions", "name", "type"});
    louden(animation.header);
  }
  return file;
}

bwm::File loud_bwm(bwm::Sample which) {
  bwm::File file = bwm::sample(which);
  file.header.unknown_0x74 = 1;
  file.header.unknown_0xa4 = 0xFFFFFFFF;
  for (bwm::Mesh& mesh : file.meshes) {
    louden(mesh.pivot);
    mesh.unknown_0x80 = 1;
    mesh.unknown_0xd4 = {3, 0x80000000};
  }
  for (bwm::MaterialRef& ref : file.material_refs) ref.mask = 0xF0F0F0F0;
  for (bwm::Bone& bone : file.bones) louden(bone);
  for (bwm::Entity& entity : file.entities) louden(entity.frame);
  return file;
}

Document document_of(std::string_view format, auto file) {
  return Document(*find_format(format), std::move(file));
}

TEST(GlbFields, SamplesHaveThemAll) {
  for (const Format* format : formats()) {
    const bool is_one_model = format->id != "wows-assets";
    if (format->sample == nullptr || format->to_json == nullptr || format->to_scene == nullptr ||
        !is_one_model)
      continue;
    for (const std::string_view name : {"a", "a.pwk", "a.dwk", "skin.bwm"}) {
      SCOPED_TRACE(std::string(format->id) + " " + std::string(name));
      expect_all_fields(format->sample(name, {}).value());
    }
  }
}

/// Every row with a path has a field here that is not as usual: extras that go missing are noticed.
void expect_every_row_present(const std::string& format, const std::vector<Document>& documents,
                              const std::vector<std::string>& but) {
  std::set<std::string> present;
  for (const Document& document : documents) {
    const FieldWalk walk = walk_fields(document);
    for (const auto& [field, problem] : walk.problems) ADD_FAILURE() << field << ": " << problem;
    present.insert(walk.present.begin(), walk.present.end());
  }
  for (const FieldRow& row : field_rows(format)) {
    const bool expected = row.is_path() && std::ranges::find(but, row.field) == but.end();
    EXPECT_TRUE(!expected || present.contains(row.field)) << row.field << " is never found at " << row.place;
  }
}

TEST(GlbFields, OddModelsOfKotorHaveThemAll) {
  expect_every_row_present("kotor-mdl", {document_of("kotor-mdl", loud_model())},
                           {".nodes[].mesh.dangly.wide_constraints"});
}

TEST(GlbFields, OddModelsOfBlackAndWhite2HaveThemAll) {
  expect_every_row_present("bw2-bwm",
                           {document_of("bw2-bwm", loud_bwm(bwm::Sample::house)),
                            document_of("bw2-bwm", loud_bwm(bwm::Sample::skin))},
                           {});
}

/// A field that the list does not know is not passed over.
TEST(GlbFields, EveryRowSaysWhereOrWhyNot) {
  for (const char* format :
       {"kotor-mdl", "kotor-walkmesh", "bw2-bwm", "wows-geometry", "wows-primitives", "wows-splash"}) {
    const auto rows = field_rows(format);
    EXPECT_GT(rows.size(), 5U) << format;
    for (const FieldRow& row : rows) {
      if (row.is_path() || row.place == "layout" || row.place == "leftover") continue;
      EXPECT_TRUE(row.place == "glTF" || row.place == "derived") << row.field << ": " << row.place;
      EXPECT_FALSE(row.place == "glTF" && row.note.empty()) << row.field;
    }
  }
}

}  // namespace
}  // namespace mw::test
