#pragma once

#include <meshwright/formats/row_names.h>

/// What `diff` must know of each format's fields; the rows of the registry point here.
namespace mw::rows {

extern const FieldMeanings kKotorMdlMeanings;
extern const FieldMeanings kKotorMdlAsciiMeanings;
extern const FieldMeanings kKotorWalkmeshMeanings;
extern const FieldMeanings kBw2BwmMeanings;
extern const FieldMeanings kWowsGeometryMeanings;

}  // namespace mw::rows
