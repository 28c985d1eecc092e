#pragma once

#include <meshwright/core/reader.h>
#include <meshwright/wows/geometry_format.h>

namespace mw::wows::geometry {

/// Read the data of a model from the cursor up to `end`, which lies in the file.
void read_model(Reader& reader, std::uint64_t end, CollisionModel& model);
void read_model(Reader& reader, std::uint64_t end, ArmorModel& model);

}  // namespace mw::wows::geometry
