#pragma once

#include <meshwright/formats/registry.h>
#include <meshwright/kotor/mdl_source.h>

/// The two forms of one model, for their rows: the text's own row is in kotor_mdl_ascii.cpp.
namespace mw::rows {

/// A binary model of a text one.
Result<Document> compile_model(const Document& text, const OptionValues& options);

/// What a node is called in trees and comparisons, as that of a binary model is.
std::string_view kind_of(const kotor::mdl::source::Node& node);

}  // namespace mw::rows
