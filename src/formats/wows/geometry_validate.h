#pragma once

#include <meshwright/core/finding.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/geometry_pairs.h>
#include <cstdint>
#include <string>
#include <string_view>

namespace mw::wows::geometry {

enum class Code : std::uint8_t {
#define MW_FINDING(code, severity, message, meaning) code,
#include "geometry_findings.def"
#undef MW_FINDING
};

/// A file under validation, with what several rules need.
struct Check {
  const File& file;
  Findings& findings;
  Decoded decoded;

  template <class... Args>
  void add(Code code, Place place, const Args&... args) {
    findings.add(finding_kinds()[std::size_t(code)], std::move(place), args...);
  }

  /// Places of rows, and of a field `byte` bytes into a row.
  Place vertex_mapping(std::size_t row, std::string_view field = {}, std::size_t byte = 0) const;
  Place index_mapping(std::size_t row, std::string_view field = {}, std::size_t byte = 0) const;
  Place vertex_buffer(std::size_t row, std::string_view field = {}, std::size_t byte = 0) const;
  Place index_buffer(std::size_t row, std::string_view field = {}, std::size_t byte = 0) const;
  /// An element of a decoded vertex; its byte is known only in a plain buffer.
  Place vertex(std::size_t buffer, std::size_t row, const VertexElement& element) const;
};

/// "vertex_buffers[3].format"
std::string row_path(std::string_view table, std::size_t row, std::string_view field = {});

// One file each; every rule is a function of its own there.
void check_container(Check& check);
void check_buffers(Check& check);
void check_mappings(Check& check);
void check_pairs(Check& check);
void check_vertices(Check& check);
void check_armor(Check& check);
void check_collision(Check& check);

}  // namespace mw::wows::geometry
