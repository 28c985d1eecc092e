#pragma once

#include <meshwright/core/detail/reader.h>
#include <meshwright/wows/primitives.h>
#include <cstdint>
#include <vector>

/// Reading a .primitives section by section.
namespace mw::wows::primitives {

/// The table of sections lies before the size of it that ends the file; gives where it begins.
std::uint64_t seek_table(Reader& reader);

/// Reads the rows of the table; gives the sizes of their sections.
std::vector<std::uint32_t> read_table(Reader& reader, std::vector<Section>& sections);

/// Whether a section begins as indices do.
bool is_list(ByteSpan section);

/// A section is what its name says, unless it is too short to be so.
void read_section(Reader& reader, std::uint32_t size, Section& section);

}  // namespace mw::wows::primitives
