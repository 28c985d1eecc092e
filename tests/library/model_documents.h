#pragma once

#include <meshwright/formats/document.h>
#include <meshwright/formats/registry.h>
#include <meshwright/kotor/mdl.h>

#include <utility>

/// Models as documents.
namespace mw::test {

/// Rows of the sample's nodes: the root; hip, neck, lamp, sparks, hand, tail; body; walkmesh.
enum SampleRow : std::size_t { kRoot, kHip, kNeck, kLamp, kSparks, kHand, kTail, kBody, kWalkmesh };

inline Document model(kotor::mdl::File file) {
  return Document(*find_format("kotor-mdl"), std::move(file));
}

/// With everything in its place.
inline Document laid_out(kotor::mdl::File file) {
  kotor::mdl::lay_out(file, kotor::mdl::Family::original);
  return model(std::move(file));
}

}  // namespace mw::test
