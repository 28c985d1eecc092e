#pragma once

#include <meshwright/bw2/bwm.h>
#include <meshwright/core/finding.h>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mw::bw2::bwm {

enum class Code : std::uint8_t {
#define MW_FINDING(code, severity, message, meaning) code,
#include "bwm_findings.def"
#undef MW_FINDING
};

/// Where the tables begin.
struct Offsets {
  std::uint64_t materials = 0;
  std::uint64_t meshes = 0;
  std::uint64_t material_refs = 0;
  std::uint64_t bones = 0;
  std::uint64_t entities = 0;
  std::uint64_t circles = 0;
  std::uint64_t hull = 0;
  std::uint64_t strides = 0;
  std::vector<std::uint64_t> data = {};  // of each stride
  std::uint64_t indices = 0;
  std::uint64_t cleaves = 0;
};

/// A file under validation, with what several rules need.
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
  void add(Code code, Place place, const Args&... args) {
    findings.add(finding_kinds()[std::size_t(code)], std::move(place), args...);
  }

  bool strips() const { return file.header.type == std::uint32_t(Type::strip); }
  Type type() const { return strips() ? Type::strip : Type::list; }

  /// Places of a field `byte` bytes into a row.
  Place material(std::size_t row, std::string_view field = {}, std::size_t byte = 0) const;
  Place mesh(std::size_t row, std::string_view field = {}, std::size_t byte = 0) const;
  Place ref(std::size_t row, std::string_view field = {}, std::size_t byte = 0) const;
  Place bone(std::size_t row) const;
  Place entity(std::size_t row, std::string_view field = {}, std::size_t byte = 0) const;
  Place circle(std::size_t row) const;
  Place hull(std::size_t row) const;
  Place element(std::size_t stride, std::size_t row, std::string_view field, std::size_t byte) const;
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
