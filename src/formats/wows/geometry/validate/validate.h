#pragma once

#include <meshwright/core/detail/field_of.h>
#include <meshwright/core/finding.h>
#include <meshwright/wows/detail/geometry_findings.h>
#include <meshwright/wows/detail/geometry_pairs.h>
#include <meshwright/wows/geometry.h>
#include <cstdint>
#include <string>
#include <string_view>

namespace mw::wows::geometry {

/// A file under validation, with what several rules need. Places have the paths and bytes of the dump.
struct Check {
  const File& file;
  Findings& findings;
  Decoded decoded;

  template <class... Args>
  void add(const FindingKind& kind, Place place, const Args&... args) {
    findings.add(kind, std::move(place), args...);
  }

  /// Places of rows, or of a field of a row's record.
  Place vertex_mapping(std::size_t row, FieldOf<Mapping> field = {}) const;
  Place index_mapping(std::size_t row, FieldOf<Mapping> field = {}) const;
  Place vertex_buffer(std::size_t row, FieldOf<VertexPrototype> field) const;
  Place index_buffer(std::size_t row, FieldOf<IndexPrototype> field) const;
  /// The name of a buffer's format.
  Place format(std::size_t row) const;
  /// The data of a buffer, or a field before the stream of an encoded one.
  Place vertex_data(std::size_t row, FieldOf<EncodedHeader> field = {}) const;
  Place index_data(std::size_t row, FieldOf<EncodedHeader> field = {}) const;
  /// An element of a decoded vertex; its byte is known only in a plain buffer.
  Place vertex(std::size_t buffer, std::size_t row, const VertexElement& element) const;
};

/// "vertex_buffers[3].format"
std::string row_path(std::string_view table, std::size_t row, std::string_view field = {});

/// Behind the EncodedHeader at `data`.
Place payload(Place data);

// One file each; every rule is a function of its own there.
void check_container(Check& check);
void check_buffers(Check& check);
void check_mappings(Check& check);
void check_pairs(Check& check);
void check_vertices(Check& check);
void check_armor(Check& check);
void check_collision(Check& check);

}  // namespace mw::wows::geometry
