#pragma once

#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/detail/bwm_findings.h>
#include <meshwright/core/detail/field_of.h>
#include <meshwright/core/finding.h>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mw::bw2::bwm {

/// Where the tables begin.
struct Offsets {
  struct Table {
    std::string_view name;
    std::uint64_t offset;
  };
  std::vector<Table> tables = {};  // those of for_each_table()
  std::uint64_t strides = 0;
  std::vector<std::uint64_t> data = {};  // of each stride
  std::uint64_t indices = 0;
  std::uint64_t cleave_count = 0;
  std::uint64_t cleaves = 0;
  std::uint64_t end = 0;

  std::uint64_t of(std::string_view table) const;
};

/// A file under validation, with what several rules need. Places have the paths and bytes of the dump.
struct Check {
  const File& file;
  Findings& findings;
  Offsets offsets = {};
  std::vector<Range> refs = {};         // of each mesh
  std::vector<Vec3> points = {};        // positions
  bool measurable = false;              // there are positions, and all are finite
  std::vector<bool> own_vertices = {};  // meshes whose vertices exist and are shared with no other
  std::vector<bool> own_indices = {};   // the same of indices

  template <class... Args>
  void add(const FindingKind& kind, Place place, const Args&... args) {
    findings.add(kind, std::move(place), args...);
  }

  bool strips() const { return file.header.type == std::uint32_t(Type::strip); }
  Type type() const { return strips() ? Type::strip : Type::list; }

  static Place header(FieldOf<Header> field) { return {std::string(field.name), field.byte}; }
  /// Places of rows, or of a field of a row.
  Place material(std::size_t row, FieldOf<Material> field = {}) const;
  Place mesh(std::size_t row, FieldOf<Mesh> field = {}) const;
  Place ref(std::size_t row, FieldOf<MaterialRef> field = {}) const;
  Place bone(std::size_t row) const;
  Place entity(std::size_t row, FieldOf<Entity> field) const;
  Place circle(std::size_t row) const;
  Place hull(std::size_t row) const;
  Place element(std::size_t stride, std::size_t row, FieldOf<Element> field) const;
  Place index(std::size_t row) const;
  Place cleave(std::size_t row) const;
  /// An element of one vertex.
  Place vertex(const Attribute& attribute, std::size_t row) const;
};

// One file each; every rule is a function of its own there.
void check_meshes(Check& check);
void check_vertices(Check& check);
void check_bounds(Check& check);

}  // namespace mw::bw2::bwm
