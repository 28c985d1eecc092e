#pragma once

#include <meshwright/kotor/mdl_source.h>
#include <string_view>
#include <vector>

#include "mdl_source/compile/members.h"

/// What two records differ in, as notes: which records are compared, decompiling decides.
namespace mw::kotor::mdl {

/// Content comes before the model is laid out, places after.
enum class Phase : std::uint8_t { content, places };

/// Adds the notes that make `made` into `real`; none when they are the same.
void add_differences(const Member& made, const Member& real, Phase phase, std::vector<source::Note>& notes);

/// The same for texts of any length.
void add_differences(std::string_view part, std::string_view name, const std::vector<Name>& made,
                     const std::vector<Name>& real, Phase phase, std::vector<source::Note>& notes);

/// The value that a member has.
source::Note note_of_value(const Member& member, Phase phase);

/// How many bytes both files have.
source::Note note_of_sizes(std::uint64_t mdl, std::uint64_t mdx);

/// Bytes somewhere in a file.
source::Note note_of_bytes(std::string_view name, const Unreferenced& bytes);

}  // namespace mw::kotor::mdl
