#pragma once

// Example:
//
//     #include <meshwright/formats/rebuild.h>
//     #include <cstdio>
//
//     void tell_what_is_stale(const mw::Document& document) {
//       const auto rebuilt = mw::rebuild(document);
//       if (!rebuilt) return;
//       for (const mw::Change& change : rebuilt->changes)
//         std::printf("%s: %s\n", change.where.c_str(), change.message.c_str());
//     }

#include <meshwright/core/change.h>
#include <meshwright/core/error.h>
#include <meshwright/formats/document.h>
#include <meshwright/formats/options.h>
#include <vector>

namespace mw {

/// A document with rebuilt derived tables, and the changes.
struct Rebuilt {
  Document document;
  std::vector<Change> changes;
};

/// Recomputes all derived data of a document. The option `fix` first makes the repairs that are safe. Fails
/// for a format without such tables.
Result<Rebuilt> rebuild(const Document& document, const OptionValues& options = {});

}  // namespace mw
