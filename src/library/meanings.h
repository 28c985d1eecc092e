#pragma once

#include <meshwright/formats/detail/row_names.h>

/// Knowledge of each format's fields for `diff`; the rows of the registry point here.
namespace mw::rows {

extern const FieldMeanings kKotorMdlMeanings;
extern const FieldMeanings kKotorMdlAsciiMeanings;
extern const FieldMeanings kKotorWalkmeshMeanings;
extern const FieldMeanings kBw2BwmMeanings;
extern const FieldMeanings kWowsGeometryMeanings;

}  // namespace mw::rows
