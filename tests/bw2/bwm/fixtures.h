#pragma once

#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/detail/bwm_build.h>
#include <meshwright/core/json_text.h>

#include "support/cases/format_cases.h"

namespace mw::bw2::bwm {

/// One triangle with everything a static model can have: a material, an entity, a hull and a circle.
inline ModelInput one_triangle_model(std::uint32_t version = kVersion6) {
  ModelInput model;
  model.version = version;
  model.materials.resize(1);
  model.materials[0].diffuse = FixedText<64>("t_one.dds");
  MeshInput mesh;
  mesh.name = "one";
  mesh.positions = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}};
  mesh.normals = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
  mesh.uv_sets = {{{0, 0}, {0, 1}, {1, 0}}};
  mesh.parts = {{0, {0, 1, 2}, {}}};
  model.meshes = {mesh};
  model.entities.resize(1);
  model.entities[0].name = FixedText<256>("door");
  return model;
}

inline File one_triangle(std::uint32_t version = kVersion6) {
  return build(one_triangle_model(version)).value();
}

inline Bytes written(const File& file) {
  return write(file).value();
}

/// For the tests that every format has.
struct Bwm : test::OneFile {
  static Result<File> read(const Bytes& whole) { return bwm::read(whole); }
  static Result<File> traced(const Bytes& whole, test::Names& names) {
    return bwm::read(whole, names.trace_of(whole));
  }
  static Result<File> read_told(const Bytes& whole, test::Account& account) {
    return bwm::read(whole, account.file());
  }
  static void write_told(const File& file, test::Account& account) {
    EXPECT_EQ(test::message_of(write(file, account.file())), test::kNoError);
  }
  static Result<File> from_json(const JsonText& json) { return bwm::from_json(json); }
};

inline constexpr Sample kSamples[] = {Sample::house, Sample::skin};

/// The bounds of a header or a mesh, as tools write them that do not compute any.
inline void clear_bounds(auto& row) {
  row.sphere = {};
  row.cylinder = {};
  row.box_min = row.box_max = Vec3(0);
  row.volume = 0;
}

}  // namespace mw::bw2::bwm
