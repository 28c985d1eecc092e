#pragma once

#include <meshwright/formats/registry.h>

/// The two forms of one model, for their rows: the text's own row is in kotor_mdl_ascii.cpp.
namespace mw::rows {

/// A binary model of a text one.
Result<Document> compile_model(const Document& text, const OptionValues& options);

}  // namespace mw::rows
