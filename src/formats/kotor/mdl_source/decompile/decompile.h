#pragma once

#include <meshwright/kotor/mdl_source.h>
#include <string>
#include <vector>

/// The steps of decompiling (decompile.cpp has their order).
namespace mw::kotor::mdl {

/// A name as one word of a text: blanks, control characters and what begins a comment become "_", nothing
/// becomes `nothing`. The notes have it as it is.
std::string as_word(std::string_view name, std::string_view nothing = "_");

/// For each name of a model its word.
std::vector<std::string> words_of(const std::vector<Name>& names);

/// The controllers of a node that a description can have. `kind` is the type of the model's node, `rest` its
/// position when the node is part of an animation.
std::vector<source::Keys> describe_keys(const Node& node, std::uint16_t kind, const Vec3* rest);

/// All of a mesh but its lists.
void describe_properties(source::Mesh& mesh, const Mesh& from);
source::Mesh describe_mesh(const Node& node, const std::vector<std::string>& words);

/// For each face the groups that give its vertices the normals that they have.
std::vector<std::uint32_t> smoothing_groups(const Mesh& mesh);

/// Adds the notes that a description lacks to become the same model again; gives what they cannot tell.
Losses add_notes(const File& file, source::Model& model);

void drop_notes(source::Model& model);

/// What compiling a description without notes does not bring back, beside fields that nothing depends on.
Losses losses_without_notes(const File& file, const source::Model& model);

}  // namespace mw::kotor::mdl
