#pragma once

#include <meshwright/formats/registry.h>

/// What is in a model, for its row.
namespace mw::rows::kotor_mdl {

Totals totals(const Document& document);
Result<Info> info(const Document& document);

}  // namespace mw::rows::kotor_mdl
