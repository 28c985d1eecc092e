#pragma once

#include <meshwright/kotor/mdl_source.h>
#include <vector>

/// Parts of a description with what differs between those of two scenes.
namespace mw::kotor::mdl {

bool same_keys(const source::Keys& a, const source::Keys& b);
void merge_controllers(std::vector<source::Keys>& own, const std::vector<source::Keys>& before,
                       const std::vector<source::Keys>& after);
void merge_mesh(source::Mesh& own, const source::Mesh& before, const source::Mesh& after);

}  // namespace mw::kotor::mdl
