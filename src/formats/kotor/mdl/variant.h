#pragma once

#include <meshwright/kotor/mdl.h>
#include <optional>

/// The numbers by which the games and machines differ.
namespace mw::kotor::mdl {

/// Addresses of functions in the games' programs, which their files carry.
struct Functions {
  Variant variant;
  std::array<std::uint32_t, 2> model;
  std::array<std::uint32_t, 2> animation;
};

/// Those of a variant. The Xbox's are from other programs' sources; no such file was seen.
const Functions& functions_of(Variant variant);

/// Of a mesh node, by its type.
std::array<std::uint32_t, 2> mesh_functions(Variant variant, std::uint16_t node_type);

/// What the first function says; nothing for an unknown one.
std::optional<Variant> known_variant(const GeometryHeader& geometry);

/// The same with a guess for unknown functions.
Variant variant_of(const GeometryHeader& geometry);

/// Bytes of a node's header and sub-headers.
std::uint32_t node_size(const Node& node, Variant variant);

}  // namespace mw::kotor::mdl
