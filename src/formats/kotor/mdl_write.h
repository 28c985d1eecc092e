#pragma once

#include <meshwright/core/writer.h>
#include <meshwright/kotor/mdl.h>

/// The parts of writing a model.
namespace mw::kotor::mdl {

void write_unreferenced(Writer& writer, const std::vector<Unreferenced>& gaps);
Result<Bytes> write_mdx(const File& file);

}  // namespace mw::kotor::mdl
